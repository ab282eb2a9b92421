#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Writes healpix_pixels.txt beside itself: numbers and centres of HEALPix pixels by healpy.

    python3 -m venv build/golden && build/golden/bin/pip install healpy
    build/golden/bin/python tests/golden/make_healpix_pixels.py
"""

import pathlib

import healpy
import numpy

POINTS = 60


def directions(generator):
    """Theta and phi of points everywhere, at the poles, the equator and the ends of the belt."""
    theta = numpy.arccos(generator.uniform(-1.0, 1.0, POINTS))
    phi = generator.uniform(-3.0, 9.0, POINTS)
    special = [0.0, 1e-9, 1e-4, numpy.pi - 1e-4, numpy.pi, numpy.pi / 2 + 1e-3, 0.8410, 0.8412]
    theta[: len(special)] = special
    return theta, phi


def main():
    path = pathlib.Path(__file__).with_name("healpix_pixels.txt")
    generator = numpy.random.default_rng(12)
    with open(path, "w", encoding="ascii") as file:
        print("# SPDX-FileCopyrightText: 2026 The siderum developers", file=file)
        print("# SPDX-License-Identifier: Apache-2.0", file=file)
        print("# Pixels of directions, made by make_healpix_pixels.py:", file=file)
        print(f"# healpy {healpy.__version__}.", file=file)
        print("# nside, a direction theta phi [rad], its pixel in RING and NESTED order", file=file)
        print("# (-1: there is none), the centre theta phi of the pixel [rad]", file=file)
        for nside in (1, 2, 3, 7, 16, 1000, 8192, 2**29):
            theta, phi = directions(generator)
            ring = healpy.ang2pix(nside, theta, phi)
            power_of_two = healpy.isnsideok(nside, nest=True)
            nested = healpy.ring2nest(nside, ring) if power_of_two else numpy.full(POINTS, -1)
            centre_theta, centre_phi = healpy.pix2ang(nside, ring)
            for row in zip(theta, phi, ring, nested, centre_theta, centre_phi):
                numbers = [f"{value:.17g}" for value in row[:2]]
                numbers += [str(value) for value in row[2:4]]
                numbers += [f"{value:.17g}" for value in row[4:]]
                print(nside, *numbers, file=file)


if __name__ == "__main__":
    main()
