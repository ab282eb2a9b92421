#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Writes healpy_spectra.fits beside itself: six spectra by healpy.write_cl, of l = 0 and 1.

    python3 -m venv build/golden && build/golden/bin/pip install healpy
    build/golden/bin/python tests/golden/make_spectra.py

healpy's functions have them in the order TT, EE, BB, TE, EB, TB; 1 .. 6 are those of l = 0.
"""

import pathlib

import healpy
import numpy

spectra = [numpy.array([i, i + 6.0]) for i in range(1, 7)]
healpy.write_cl(pathlib.Path(__file__).parent / "healpy_spectra.fits", spectra, overwrite=True)
