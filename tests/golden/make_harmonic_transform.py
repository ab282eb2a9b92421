#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Writes harmonic_transform.txt and the files healpy_*.fits beside itself: transforms by ducc0, and
files of maps and coefficients as healpy writes them.

    python3 -m venv build/golden && build/golden/bin/pip install ducc0 healpy
    build/golden/bin/python tests/golden/make_harmonic_transform.py

Coefficients and maps are made of splitmix64 numbers, so that they need not be stored: number i is
u(i) = (splitmix64(i) >> 11) 2^-53 - 1/2. The coefficient at place k has the real part
u(2 k) / (l + 1) and the imaginary part u(2 k + 1) / (l + 1), which is 0 for m = 0; pixel p of a map
is u(p). Of large results some hundred values are stored.
"""

import pathlib

import ducc0
import numpy

STORED = 300
FOLDER = pathlib.Path(__file__).parent


def noise(index):
    """u(index), of an array of integers."""
    x = index.astype(numpy.uint64) * numpy.uint64(0x9E3779B97F4A7C15)
    x += numpy.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> numpy.uint64(30))) * numpy.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> numpy.uint64(27))) * numpy.uint64(0x94D049BB133111EB)
    x ^= x >> numpy.uint64(31)
    return (x >> numpy.uint64(11)).astype(float) * 2.0**-53 - 0.5


def degrees(lmax, mmax):
    return numpy.concatenate([numpy.arange(m, lmax + 1) for m in range(mmax + 1)])


def coefficients(lmax, mmax):
    l = degrees(lmax, mmax)
    place = numpy.arange(l.size)
    imaginary = numpy.where(place <= lmax, 0.0, noise(2 * place + 1) / (l + 1))
    return noise(2 * place) / (l + 1) + 1j * imaginary


def healpix(nside):
    return ducc0.healpix.Healpix_Base(nside, "RING").sht_info()


def gauss_legendre(rings, nphi):
    return {
        "theta": ducc0.misc.GL_thetas(rings),
        "nphi": numpy.full(rings, nphi, dtype=numpy.uint64),
        "phi0": numpy.zeros(rings),
        "ringstart": numpy.arange(rings, dtype=numpy.uint64) * numpy.uint64(nphi),
    }


def places(size):
    """Some places of a result: all of them, or steps that share no factor with its rows."""
    step = max(1, size // STORED)
    return numpy.arange(0, size, step + 1 - step % 2 if step > 1 else 1)


def write_case(file, grid, lmax, mmax, rings):
    range_ = {"lmax": lmax, "mmax": mmax, "spin": 0, "nthreads": 2}
    a_lm = coefficients(lmax, mmax).reshape(1, -1)
    synthesis = ducc0.sht.synthesis(alm=a_lm, **rings, **range_)[0]
    pixels = noise(numpy.arange(synthesis.size)).reshape(1, -1)
    adjoint = ducc0.sht.adjoint_synthesis(map=pixels, **rings, **range_)[0]
    at = places(synthesis.size)
    rms = numpy.sqrt(numpy.mean(synthesis**2))
    print(f"synthesis {grid} {lmax} {mmax} {rms:.17g} {at.size}", file=file)
    for place in at:
        print(f"{place} {synthesis[place]:.17g}", file=file)
    at = places(adjoint.size)
    rms = numpy.sqrt(numpy.mean(numpy.abs(adjoint) ** 2))
    print(f"adjoint {grid} {lmax} {mmax} {rms:.17g} {at.size}", file=file)
    for place in at:
        print(f"{place} {adjoint[place].real:.17g} {adjoint[place].imag:.17g}", file=file)


def write_transforms():
    with open(FOLDER / "harmonic_transform.txt", "w", encoding="ascii") as file:
        print("# SPDX-FileCopyrightText: 2026 The siderum developers", file=file)
        print("# SPDX-License-Identifier: Apache-2.0", file=file)
        print("# Transforms of noise, made by make_harmonic_transform.py:", file=file)
        print(f"# ducc0 {ducc0.__version__}, numpy {numpy.__version__}.", file=file)
        print("# operator, grid, nside or rings, nphi (or 0), lmax, mmax, rms, count,", file=file)
        print("# then as many rows of place and value", file=file)
        for nside, lmax, mmax in ((4, 15, 15), (6, 11, 7), (64, 150, 150), (1024, 2047, 2047)):
            write_case(file, f"healpix {nside} 0", lmax, mmax, healpix(nside))
        for lmax, mmax in ((10, 10), (300, 200), (2047, 2047)):
            rings, nphi = lmax + 1, 2 * mmax + 2
            write_case(file, f"gauss-legendre {rings} {nphi}", lmax, mmax,
                       gauss_legendre(rings, nphi))


def write_files():
    """Pixel p of nside 4 is u(p), with some pixels not seen; coefficients of lmax 6, mmax 5."""
    import healpy  # which the data above do without

    values = noise(numpy.arange(192))
    values[[3, 100]] = healpy.UNSEEN
    common = {"overwrite": True, "extra_header": [("DATE", "2026-01-01")]}
    healpy.write_map(FOLDER / "healpy_ring.fits", values, dtype=numpy.float32, coord="G",
                     column_units="uK", **common)
    nested = healpy.reorder(values, r2n=True)
    healpy.write_map(FOLDER / "healpy_nested.fits", nested, nest=True, dtype=numpy.float64,
                     **common)
    partial = numpy.where(numpy.arange(192) % 5 == 0, values, healpy.UNSEEN)
    healpy.write_map(FOLDER / "healpy_partial.fits", partial, partial=True, dtype=numpy.float64,
                     **common)
    healpy.write_alm(FOLDER / "healpy_coefficients.fits", coefficients(6, 5), lmax=6, mmax=5,
                     mmax_in=5, overwrite=True)
    spectrum = healpy.alm2cl(coefficients(6, 5), lmax=6, mmax=5)
    with open(FOLDER / "healpy_spectrum.txt", "w", encoding="ascii") as file:
        print("# SPDX-FileCopyrightText: 2026 The siderum developers", file=file)
        print("# SPDX-License-Identifier: Apache-2.0", file=file)
        print("# C_l, l = 0 .. 6, of healpy_coefficients.fits, by healpy "
              f"{healpy.__version__}.", file=file)
        for value in spectrum:
            print(f"{value:.17g}", file=file)


if __name__ == "__main__":
    write_transforms()
    write_files()
