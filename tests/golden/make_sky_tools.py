#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Writes sky_tools.txt beside itself: monopoles and dipoles that healpy fits, and maps that it
brings to another resolution.

    python3 -m venv build/golden && build/golden/bin/pip install ducc0 healpy
    build/golden/bin/python tests/golden/make_sky_tools.py

Pixel p is u(p) of make_harmonic_transform.py; every seventh, 3, 10, 17, .., is unseen.

(healpy multiplies unseen pixels by the factor of the power too, so that none is unseen where one is
given.)
"""

import pathlib

import healpy
import numpy
from make_harmonic_transform import noise

FOLDER = pathlib.Path(__file__).parent


def sky(nside):
    pixels = numpy.arange(12 * nside**2)
    return numpy.where(pixels % 7 == 3, healpy.UNSEEN, noise(pixels))


def main():
    with open(FOLDER / "sky_tools.txt", "w", encoding="ascii") as file:
        print("# SPDX-FileCopyrightText: 2026 The siderum developers", file=file)
        print("# SPDX-License-Identifier: Apache-2.0", file=file)
        print(f"# healpy {healpy.__version__}. dipole: nside, fit_dipole's monopole and x, y, z;",
              file=file)
        print("# grade: nside from, to, orders, power, whether one unseen pixel is enough; values",
              file=file)
        for nside in (2, 16):
            monopole, dipole = healpy.fit_dipole(sky(nside))
            print("dipole", nside, f"{monopole:.17g}", *(f"{x:.17g}" for x in dipole), file=file)
        for before, after, orders, power, pess in ((4, 1, "RR", 0, False), (4, 2, "RN", -2, False),
                                                   (4, 2, "NR", 0, True), (2, 4, "RR", 0, False),
                                                   (2, 2, "RN", 0, False)):
            names = {"R": "RING", "N": "NESTED"}
            values = healpy.ud_grade(sky(before), after, order_in=names[orders[0]],
                                     order_out=names[orders[1]], power=power, pess=pess)
            print("grade", before, after, orders, power, int(pess),
                  *(f"{x:.17g}" for x in values), file=file)


if __name__ == "__main__":
    main()
