#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Writes false_alarms.txt beside itself: probabilities and levels by astropy.

    python3 -m venv build/golden && build/golden/bin/pip install astropy scipy
    build/golden/bin/python tests/golden/make_false_alarms.py

The light curves are those of lomb_scargle_*.txt. A row is curve, errors, normalization, method,
highest frequency of astropy's own grid, power, probability of that power, level that has that
probability. Where the probability is above a half or below 1e-9 astropy's search for the level
does not end at a root, and the row has nan.
"""

import pathlib
import warnings

import astropy
import numpy
from astropy.timeseries import LombScargle

CURVES = ("ida", "short", "long")
METHODS = ("naive", "davies", "baluev")
STANDARD_POWERS = (0.02, 0.2, 0.5, 0.8, 0.97)


def read_curve(path):
    """Time, value and error of the first block of a file."""
    rows = [row.split("#")[0].split() for row in path.read_text().splitlines()]
    rows = [row for row in rows if row]
    points = int(rows[0][1])
    return numpy.array(rows[1 : points + 1], dtype=float).T


def to_normalization(power, normalization):
    """A standard power in another normalization; for psd any power will do."""
    return {
        "standard": power,
        "model": power / (1.0 - power),
        "log": -numpy.log1p(-power),
        "psd": 100.0 * power,
    }[normalization]


def rows_of(name, curve):
    time, value, error = curve
    for use in (True, False):
        for normalization in ("standard", "model", "log") + (("psd",) if use else ()):
            search = LombScargle(
                time - time.min(), value, error if use else None, normalization=normalization
            )
            for method in METHODS:
                for maximum in (0.5, 12.0):
                    for standard in STANDARD_POWERS:
                        power = to_normalization(standard, normalization)
                        options = dict(method=method, maximum_frequency=maximum)
                        probability = float(search.false_alarm_probability(power, **options))
                        limits = search.autofrequency(
                            maximum_frequency=maximum, return_freq_limits=True
                        )
                        level = numpy.nan
                        if 1e-9 < probability < 0.5:
                            level = float(search.false_alarm_level(probability, **options))
                        yield (
                            f"{name} {'yes' if use else 'no'} {normalization} {method}"
                            f" {limits[1]:.17g} {power:.17g} {probability:.17g} {level:.17g}"
                        )


def main():
    warnings.simplefilter("ignore")
    folder = pathlib.Path(__file__).parent
    with open(folder / "false_alarms.txt", "w", encoding="ascii") as file:
        print("# SPDX-FileCopyrightText: 2026 The siderum developers", file=file)
        print("# SPDX-License-Identifier: Apache-2.0", file=file)
        print("# False-alarm probabilities and levels, made by make_false_alarms.py:", file=file)
        print(f"# astropy {astropy.__version__}, numpy {numpy.__version__}.", file=file)
        print("# curve errors normalization method f_max power probability level", file=file)
        for name in CURVES:
            for row in rows_of(name, read_curve(folder / f"lomb_scargle_{name}.txt")):
                print(row, file=file)


if __name__ == "__main__":
    main()
