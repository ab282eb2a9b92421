#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Writes multi_harmonic.txt and multiband.txt beside itself: powers by astropy.

    python3 -m venv build/golden && build/golden/bin/pip install astropy scipy
    build/golden/bin/python tests/golden/make_multi_harmonic.py

The light curves of multi_harmonic.txt are those of lomb_scargle_{short,long}.txt, those of
multiband.txt are part of the file. astropy gets times less the first time.
"""

import itertools
import pathlib
import warnings

import astropy
import numpy
from astropy.timeseries import LombScargle, LombScargleMultiband

FREQUENCIES = 0.31 + 0.173 * numpy.arange(40)  # [1/d]


def read_curve(path):
    """Time, value and error of the first block of a file."""
    rows = [row.split("#")[0].split() for row in path.read_text().splitlines()]
    rows = [row for row in rows if row]
    points = int(rows[0][1])
    return numpy.array(rows[1 : points + 1], dtype=float).T


def yes_no(flag):
    return "yes" if flag else "no"


def head(file, what):
    print("# SPDX-FileCopyrightText: 2026 The siderum developers", file=file)
    print("# SPDX-License-Identifier: Apache-2.0", file=file)
    print(f"# {what}, made by make_multi_harmonic.py:", file=file)
    print(f"# astropy {astropy.__version__}, numpy {numpy.__version__}.", file=file)
    print("# Frequencies 0.31 + 0.173 k, k = 0 .. 39.", file=file)


def numbers(values):
    return " ".join(f"{value:.17g}" for value in values)


def write_harmonics(folder):
    with open(folder / "multi_harmonic.txt", "w", encoding="ascii") as file:
        head(file, "Powers of models of several harmonics")
        print("# curve terms errors fit_mean normalization, then the powers", file=file)
        for name in ("short", "long"):
            time, value, error = read_curve(folder / f"lomb_scargle_{name}.txt")
            for terms in range(1, 6):
                cases = itertools.product((True, False), (True, False), ("standard", "psd"))
                for use, fit_mean, normalization in cases:
                    search = LombScargle(
                        time - time.min(),
                        value,
                        error if use else None,
                        nterms=terms,
                        fit_mean=fit_mean,
                        normalization=normalization,
                    )
                    power = search.power(FREQUENCIES, method="chi2")
                    print(
                        name,
                        terms,
                        yes_no(use),
                        yes_no(fit_mean),
                        normalization,
                        numbers(power),
                        file=file,
                    )


def simulate_bands():
    """A pulsating star in three bands: other means, amplitudes and phases in each."""
    generator = numpy.random.default_rng(15)
    points = 83
    time = numpy.round(2458000.5 + numpy.sort(generator.uniform(0.0, 120.0, points)), 6)
    band = generator.integers(0, 3, points)
    error = numpy.round(0.03 * generator.lognormal(0.0, 0.5, points), 5)
    angle = 2.0 * numpy.pi * 1.347 * (time - time[0])
    curve = 15.0 + 0.6 * band + (0.3 + 0.1 * band) * numpy.sin(angle + 0.3 * band)
    curve += 0.1 * numpy.cos(2.0 * angle)
    return time, numpy.round(curve + error * generator.normal(size=points), 6), error, band


def write_bands(folder):
    time, value, error, band = simulate_bands()
    with open(folder / "multiband.txt", "w", encoding="ascii") as file:
        head(file, "Powers of models of several bands")
        print(f"points {len(time)}  # time [d], value, error, band", file=file)
        for row in zip(time, value, error, band):
            print(*(f"{x:.17g}" for x in row), file=file)
        print("# flexible errors base band reg_base reg_band by_trace center, powers", file=file)
        cases = [
            (True, 1, 1, 0.0, 1e-6, True, True),
            (False, 1, 1, 0.0, 1e-6, True, True),
            (True, 2, 1, 0.0, 1e-6, True, True),
            (True, 1, 2, 0.0, 1e-3, True, True),
            (True, 3, 2, 1e-4, 1e-2, True, True),
            (True, 1, 0, 0.0, 1e-6, True, True),
            (True, 0, 1, 0.0, 1e-6, True, True),
            (True, 1, 1, 0.5, 2.0, False, True),
            (True, 1, 1, 0.0, 1e-6, True, False),
        ]
        for use, base, of_band, reg_base, reg_band, by_trace, center in cases:
            search = LombScargleMultiband(
                time - time.min(),
                value,
                band,
                error if use else None,
                nterms_base=base,
                nterms_band=of_band,
                reg_base=reg_base,
                reg_band=reg_band,
                regularize_by_trace=by_trace,
                center_data=center,
            )
            power = search.power(FREQUENCIES, method="flexible")
            switches = (yes_no(use), base, of_band, reg_base, reg_band, yes_no(by_trace))
            print("flexible", *switches, yes_no(center), numbers(power), file=file)
        print("# fast errors terms, powers", file=file)
        for use, terms in itertools.product((True, False), (1, 2)):
            search = LombScargleMultiband(
                time - time.min(), value, band, error if use else None, nterms_base=terms
            )
            power = search.power(FREQUENCIES, method="fast", sb_method="chi2")
            print("fast", yes_no(use), terms, numbers(power), file=file)


def main():
    warnings.simplefilter("ignore")
    folder = pathlib.Path(__file__).parent
    write_harmonics(folder)
    write_bands(folder)


if __name__ == "__main__":
    main()
