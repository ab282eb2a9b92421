#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Writes spin_transform.txt beside itself: transforms of fields with spin by ducc0 and healpy.

    python3 -m venv build/golden && build/golden/bin/pip install ducc0 healpy
    build/golden/bin/python tests/golden/make_spin_transform.py

Numbers are those of make_harmonic_transform.py. Row r (of E, B or T, E, B; of Q, U or T, Q, U) goes
on where row r - 1 ends: its coefficient at place k is that of number k + r count, its pixel p is
u(p + r pixels). Degrees below the spin are 0 here. healpy's analysis has the weight 4 pi / pixels,
which is divided out.
"""

import math

import ducc0
import make_harmonic_transform as scalar
import numpy


scalar.STORED = 100


def rows_of_coefficients(rows, spin, lmax, mmax):
    l = scalar.degrees(lmax, mmax)
    a_lm = []
    for row in range(rows):
        number = numpy.arange(l.size) + row * l.size
        imaginary = numpy.where(number - row * l.size <= lmax, 0.0,
                                scalar.noise(2 * number + 1) / (l + 1))
        values = scalar.noise(2 * number) / (l + 1) + 1j * imaginary
        has_spin = rows == 2 or row > 0
        a_lm.append(numpy.where(has_spin & (l < spin), 0.0, values))
    return numpy.array(a_lm)


def rows_of_pixels(rows, pixels):
    return scalar.noise(numpy.arange(rows * pixels)).reshape(rows, pixels)


def write_rows(file, head, result):
    for row, values in enumerate(result):
        at = scalar.places(values.size)
        rms = numpy.sqrt(numpy.mean(numpy.abs(values) ** 2))
        print(f"{head} {row} {rms:.17g} {at.size}", file=file)
        for place in at:
            value = complex(values[place])
            parts = [value.real] if values.dtype == float else [value.real, value.imag]
            print(place, *(f"{part:.17g}" for part in parts), file=file)


def write_ducc(file, spin, grid, lmax, mmax, rings):
    shared = {"lmax": lmax, "mmax": mmax, "spin": spin, "nthreads": 2, **rings}
    field = ("spin_one", "spin_two")[spin - 1]
    maps = ducc0.sht.synthesis(alm=rows_of_coefficients(2, spin, lmax, mmax), **shared)
    write_rows(file, f"synthesis ducc0 {field} {grid} {lmax} {mmax}", maps)
    pixels = rows_of_pixels(2, maps.shape[1])
    a_lm = ducc0.sht.adjoint_synthesis(map=pixels, **shared)
    write_rows(file, f"adjoint ducc0 {field} {grid} {lmax} {mmax}", a_lm)


def write_healpy(file, nside, lmax, mmax):
    import healpy

    head = f"healpy polarised healpix {nside} 0 {lmax} {mmax}"
    a_lm = rows_of_coefficients(3, 2, lmax, mmax)
    maps = numpy.array(healpy.alm2map(list(a_lm), nside, lmax=lmax, mmax=mmax, pol=True))
    write_rows(file, f"synthesis {head}", maps)
    pixels = rows_of_pixels(3, 12 * nside**2)
    back = numpy.array(healpy.map2alm(list(pixels), lmax=lmax, mmax=mmax, pol=True, iter=0))
    write_rows(file, f"adjoint {head}", back * (12 * nside**2 / (4.0 * math.pi)))


def main():
    import healpy

    with open(scalar.FOLDER / "spin_transform.txt", "w", encoding="ascii") as file:
        print("# SPDX-FileCopyrightText: 2026 The siderum developers", file=file)
        print("# SPDX-License-Identifier: Apache-2.0", file=file)
        print("# Transforms of noise, made by make_spin_transform.py:", file=file)
        print(f"# ducc0 {ducc0.__version__}, healpy {healpy.__version__}, "
              f"numpy {numpy.__version__}.", file=file)
        print("# operator, package, field, grid, nside or rings, nphi (or 0), lmax, mmax, row,",
              file=file)
        print("# rms, count, then as many rows of place and value", file=file)
        for spin, nside, lmax, mmax in ((1, 4, 15, 15), (2, 4, 15, 15), (2, 6, 11, 7),
                                        (1, 64, 150, 150), (2, 64, 150, 150),
                                        (2, 1024, 2047, 2047)):
            write_ducc(file, spin, f"healpix {nside} 0", lmax, mmax, scalar.healpix(nside))
        for spin, lmax, mmax in ((1, 300, 200), (2, 300, 200), (2, 2047, 2047)):
            rings, nphi = lmax + 1, 2 * mmax + 2
            write_ducc(file, spin, f"gauss-legendre {rings} {nphi}", lmax, mmax,
                       scalar.gauss_legendre(rings, nphi))
        write_healpy(file, 32, 64, 64)


if __name__ == "__main__":
    main()
