#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Writes rotation.txt beside itself, coefficients that ducc0 rotated, and sky_frames.txt, the
matrices of healpy's Rotator between coordinates of the sky.

    python3 -m venv build/golden && build/golden/bin/pip install ducc0 healpy
    build/golden/bin/python tests/golden/make_rotation.py

The coefficients are those of make_harmonic_transform.py; of the results some hundred are stored.
"""

import pathlib

import ducc0
import healpy
import numpy
from make_harmonic_transform import coefficients, places

LICENCE = """# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0"""
FOLDER = pathlib.Path(__file__).parent
CASES = ((3, 0.3, 1.1, -0.4), (40, -2.0, 3.0, 1.0), (255, 0.3, 0.001, 0.0),
         (255, 1.0, -1.5, 2.0), (1023, 0.3, 1.1, -0.4), (1200, 5.0, 2.5, 6.0))


def main():
    with open(FOLDER / "rotation.txt", "w", encoding="ascii") as file:
        print(LICENCE, file=file)
        print(f"# ducc0 {ducc0.__version__}, sht.rotate_alm. Each case: lmax psi theta phi, the rms"
              " of all, how many follow; then place, real, imaginary", file=file)
        for lmax, psi, theta, phi in CASES:
            turned = ducc0.sht.rotate_alm(coefficients(lmax, lmax), lmax, psi, theta, phi)
            at = places(turned.size)
            rms = numpy.sqrt(numpy.mean(numpy.abs(turned) ** 2))
            print(f"{lmax} {psi} {theta} {phi} {rms:.17g} {at.size}", file=file)
            for place in at:
                print(f"{place} {turned[place].real:.17g} {turned[place].imag:.17g}", file=file)
    with open(FOLDER / "sky_frames.txt", "w", encoding="ascii") as file:
        print(LICENCE, file=file)
        print(f"# healpy {healpy.__version__}, Rotator. Each: from, to, the matrix by rows",
              file=file)
        for frames in ("GE", "GC", "EG", "EC", "CG", "CE"):
            matrix = healpy.Rotator(coord=list(frames)).mat
            print(frames[0], frames[1], *(f"{x:.17g}" for x in matrix.ravel()), file=file)


if __name__ == "__main__":
    main()
