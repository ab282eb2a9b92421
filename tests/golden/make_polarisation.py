#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Writes healpy_tqu*.fits, healpy_teb.fits and polarisation.txt beside itself: files and results of
healpy for polarised maps. With the path of the program siderum it checks instead that healpy reads
what the program writes, and the other way round.

    python3 -m venv build/golden && build/golden/bin/pip install ducc0 healpy
    build/golden/bin/python tests/golden/make_polarisation.py [PROGRAM]

Numbers are those of make_harmonic_transform.py: component c of a map has noise(192 c + p) at pixel
p, component c of the coefficients at place k noise(2 (k + 1000 c)) / (l + 1) and so on, 0 for E and
B of l < 2.
"""

import pathlib
import subprocess
import sys
import tempfile

import healpy
import numpy

from make_harmonic_transform import degrees, noise

FOLDER = pathlib.Path(__file__).parent
LMAX, MMAX = 6, 6


def component(index, lmax, mmax):
    l = degrees(lmax, mmax)
    place = numpy.arange(l.size) + 1000 * index
    order = numpy.repeat(numpy.arange(mmax + 1), lmax + 1 - numpy.arange(mmax + 1))
    imaginary = numpy.where(order == 0, 0, noise(2 * place + 1) / (l + 1))
    a_lm = noise(2 * place) / (l + 1) + 1j * imaginary
    return numpy.where((l < 2) & (index % 3 > 0), 0, a_lm)


def coefficients(lmax, mmax, first=0):
    """T, E and B."""
    return [component(first + index, lmax, mmax) for index in range(3)]


def noise_maps():
    """T, Q and U of nside 4, some pixels not seen."""
    maps = noise(numpy.arange(3 * 192)).reshape(3, 192)
    maps[:, 3] = healpy.UNSEEN
    maps[2, 100] = healpy.UNSEEN
    return maps


def write_files():
    common = {"overwrite": True, "extra_header": [("DATE", "2026-01-01"), ("POLCCONV", "COSMO")]}
    maps = noise_maps()
    healpy.write_map(FOLDER / "healpy_tqu.fits", maps, dtype=numpy.float64, coord="G",
                     column_units="uK", **common)
    common["extra_header"][1] = ("POLCCONV", "IAU")
    nested = healpy.reorder(maps, r2n=True)
    healpy.write_map(FOLDER / "healpy_tqu_iau.fits", nested, nest=True, dtype=numpy.float64,
                     **common)
    healpy.write_map(FOLDER / "healpy_tqu_partial.fits", maps, partial=True, dtype=numpy.float64,
                     overwrite=True, extra_header=[("DATE", "2026-01-01")])
    healpy.write_alm(FOLDER / "healpy_teb.fits", coefficients(LMAX, MMAX), lmax=LMAX, mmax=MMAX,
                     mmax_in=MMAX, overwrite=True)


def row(file, name, values):
    print(name, *(f"{value:.17g}" for value in values), file=file)


def write_results():
    """What healpy makes of these coefficients."""
    first, second = coefficients(LMAX, MMAX), coefficients(LMAX, MMAX, 3)
    with open(FOLDER / "polarisation.txt", "w", encoding="ascii") as file:
        print("# SPDX-FileCopyrightText: 2026 The siderum developers", file=file)
        print("# SPDX-License-Identifier: Apache-2.0", file=file)
        print("# Results of healpy for polarised coefficients, by make_polarisation.py:", file=file)
        print(f"# healpy {healpy.__version__}, numpy {numpy.__version__}.", file=file)
        print("# own_*: spectra of healpy_teb.fits; cross_*: with components 3 to 5.", file=file)
        names = ("tt", "ee", "bb", "te", "eb", "tb")
        for name, values in zip(names, healpy.alm2cl(first, lmax=LMAX, mmax=MMAX)):
            row(file, f"own_{name}", values)
        for name, values in zip(names, healpy.alm2cl(first, second, lmax=LMAX, mmax=MMAX)):
            row(file, f"cross_{name}", values)
        for a, b, name in ((1, 0, "et"), (2, 1, "be"), (2, 0, "bt")):
            values = healpy.alm2cl(first[a], second[b], lmax=LMAX, mmax=MMAX)
            row(file, f"cross_{name}", values)
        print("# Gaussian beam of 5 degrees: l = 0 .. 6 of T, and of E and B.", file=file)
        beam = healpy.gauss_beam(numpy.radians(5), lmax=LMAX, pol=True)
        row(file, "beam_t", beam[:, 0])
        row(file, "beam_e", beam[:, 1])
        print("# Maps of healpy_teb.fits at nside 4, as they are and smoothed by that beam, and",
              "# the coefficients of the first by three iterations (real and imaginary parts).",
              sep="\n", file=file)
        plain = healpy.alm2map(first, 4, lmax=LMAX, mmax=MMAX)
        smooth = healpy.alm2map(first, 4, lmax=LMAX, mmax=MMAX, fwhm=numpy.radians(5))
        for name, values, other in zip("tqu", plain, smooth):
            row(file, f"map_{name}", values)
            row(file, f"smooth_{name}", other)
        for name, values in zip("teb", healpy.map2alm(plain, lmax=LMAX, mmax=MMAX, iter=3)):
            row(file, f"alm_{name}", values.view(float))


def check(program):
    """Both ways between the program and healpy, by files."""
    def run(*arguments):
        subprocess.run([program, *map(str, arguments)], check=True)

    def near(found, expected, tolerance):
        scale = numpy.sqrt(numpy.mean(numpy.abs(expected) ** 2))
        error = numpy.max(numpy.abs(numpy.asarray(found) - expected)) / scale
        print(f"{error:.2g}")
        assert error <= tolerance

    lmax, nside = 40, 32
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        a_lm = coefficients(lmax, lmax)
        healpy.write_alm(folder / "alm.fits", a_lm, overwrite=True)
        run("alm2map", folder / "alm.fits", folder / "map.fits", "--nside", nside, "--polarised")
        maps = healpy.alm2map(a_lm, nside)
        near(healpy.read_map(folder / "map.fits", field=(0, 1, 2)), maps, 1e-11)
        run("alm2map", folder / "alm.fits", folder / "iau.fits", "--nside", nside, "--polarised",
            "--polcconv", "iau")
        near(healpy.read_map(folder / "iau.fits", field=2), -maps[2], 1e-11)
        healpy.write_map(folder / "healpy.fits", maps, dtype=numpy.float64, overwrite=True)
        run("map2alm", folder / "healpy.fits", folder / "back.fits", "--lmax", lmax, "--polarised")
        back = [healpy.read_alm(folder / "back.fits", hdu=hdu) for hdu in (1, 2, 3)]
        near(back, healpy.map2alm(maps, lmax=lmax, iter=3), 1e-10)
        run("smooth", folder / "healpy.fits", folder / "smooth.fits", "--lmax", lmax, "--fwhm", 300,
            "--polarised")
        near(healpy.read_map(folder / "smooth.fits", field=(0, 1, 2)),
             healpy.smoothing(maps, fwhm=numpy.radians(5), lmax=lmax), 1e-10)
        run("rotate", folder / "alm.fits", folder / "turned.fits", "--polarised", "--angles",
            "10:-20:30")
        turned = numpy.array(a_lm)
        for values in turned:
            healpy.rotate_alm(values, *numpy.radians([10, -20, 30]))
        near([healpy.read_alm(folder / "turned.fits", hdu=hdu) for hdu in (1, 2, 3)], turned, 1e-11)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        check(pathlib.Path(sys.argv[1]).resolve())
    else:
        write_files()
        write_results()
