#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Writes lomb_scargle_*.txt beside itself: powers of small light curves by astropy and scipy.

    python3 -m venv build/golden && build/golden/bin/pip install astropy scipy
    build/golden/bin/python tests/golden/make_golden.py examples/data/ida_243_ztf_r.csv

The light curves are part of the files, so nothing depends on the random generator staying as it is.

The outside programs get times less the first time (the subtraction is exact in double): with
Julian dates they would lose eight digits to the size of their phases.
"""

import itertools
import pathlib
import platform
import sys

import astropy
import numpy
import scipy
import scipy.signal
from astropy.timeseries import LombScargle

NORMALIZATIONS = ("standard", "model", "log", "psd")
FREQUENCIES = 60


def read_curve(path):
    """Times and values of a file id, time, value, with made-up uneven errors."""
    time, value = numpy.loadtxt(path, delimiter=",", usecols=(1, 2), unpack=True)
    generator = numpy.random.default_rng(243)
    return time, value, numpy.round(0.01 * generator.lognormal(0.0, 0.7, len(time)), 5)


def simulate_curve(seed, points, baseline, frequency):
    """A noisy two-humped curve on uneven nights; times are Julian dates."""
    generator = numpy.random.default_rng(seed)
    nights = numpy.sort(generator.integers(0, baseline, points))
    time = numpy.round(2458000.5 + nights + generator.uniform(0.1, 0.45, points), 7)
    error = numpy.round(0.02 * generator.lognormal(0.0, 0.5, points), 5)
    angle = 2.0 * numpy.pi * frequency * (time - time[0])
    curve = 16.5 + 0.2 * numpy.sin(angle) + 0.1 * numpy.cos(2.0 * angle)
    return time, numpy.round(curve + error * generator.normal(size=points), 6), error


def choose_frequencies(seed):
    """Half of them on a grid, half anywhere between 0.02 and 12, in no order."""
    generator = numpy.random.default_rng(seed)
    even = 0.05 + 0.21 * numpy.arange(FREQUENCIES // 2)
    uneven = 0.02 * 600.0 ** generator.uniform(size=FREQUENCIES - len(even))
    return numpy.concatenate([even, uneven])


def astropy_powers(time, value, error, frequency):
    """Every model x normalization x errors, as ((words of the heading), powers)."""
    switches = itertools.product((True, False), (True, False), (True, False), NORMALIZATIONS)
    for use, fit_mean, center_data, normalization in switches:
        search = LombScargle(
            time - time.min(),
            value,
            error if use else None,
            fit_mean=fit_mean,
            center_data=center_data,
            normalization=normalization,
        )
        power = search.power(frequency, method="slow", assume_regular_frequency=False)
        yield ("astropy", use, fit_mean, center_data, normalization), power


def scipy_powers(time, value, error, frequency):
    """The unnormalised periodogram, as ((words of the heading), powers)."""
    for use, fit_mean, center_data in itertools.product((True, False), repeat=3):
        weight = error**-2.0 if use else numpy.ones_like(value)
        mean = numpy.average(value, weights=weight)
        power = scipy.signal.lombscargle(
            time - time.min(),
            value - mean if center_data else value,
            2.0 * numpy.pi * frequency,
            weights=weight,
            floating_mean=fit_mean,
            normalize=False,
        )
        yield ("scipy", use, fit_mean, center_data, "raw"), power


def yes_no(flag):
    return "yes" if flag else "no"


def write(path, curve, frequency):
    time, value, error = curve
    with open(path, "w", encoding="ascii") as file:
        print("# SPDX-FileCopyrightText: 2026 The siderum developers", file=file)
        print("# SPDX-License-Identifier: Apache-2.0", file=file)
        print("# Lomb-Scargle powers by outside programs, made by make_golden.py:", file=file)
        print(f"# astropy {astropy.__version__} LombScargle.power(method='slow'),", file=file)
        print(f"# scipy {scipy.__version__} signal.lombscargle(normalize=False),", file=file)
        print(f"# numpy {numpy.__version__}, Python {platform.python_version()};", file=file)
        print("# the programs got the times less the first.", file=file)
        print(f"points {len(time)}  # time [d], value, error", file=file)
        for row in zip(time, value, error):
            print(*(f"{x:.17g}" for x in row), file=file)
        print(f"frequencies {len(frequency)}  # [1/d]", file=file)
        for x in frequency:
            print(f"{x:.17g}", file=file)
        powers = itertools.chain(
            astropy_powers(*curve, frequency), scipy_powers(*curve, frequency)
        )
        for (program, use, fit_mean, center_data, normalization), power in powers:
            print(
                f"powers {program} errors {yes_no(use)} fit_mean {yes_no(fit_mean)}",
                f"center_data {yes_no(center_data)} normalization {normalization}",
                file=file,
            )
            for x in power:
                print(f"{x:.17g}", file=file)


def main():
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} LIGHT_CURVE.csv (id, time, value: asteroid 243 Ida)")
    folder = pathlib.Path(__file__).parent
    curves = {
        "ida": read_curve(sys.argv[1]),
        "short": simulate_curve(17, points=17, baseline=120, frequency=1.73),
        "long": simulate_curve(97, points=97, baseline=1000, frequency=0.613),
    }
    for seed, (name, curve) in enumerate(curves.items()):
        write(folder / f"lomb_scargle_{name}.txt", curve, choose_frequencies(seed))


if __name__ == "__main__":
    main()
