#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Writes stripe82_super_smoother.txt beside itself: the best frequencies of the 136 stars.

    python3 tests/golden/make_stripe82.py build/openmp/bin/siderum stripe82_rr_lyrae_z.csv

Minutes on two cores: the tests ask for the same answers in a part of the grid.
"""

import csv
import io
import pathlib
import subprocess
import sys

COUNT = 330_000
GRID = ["--fmin", "0.1", "--fmax", "10", "--count", str(COUNT)]
SMOOTHER = ["--finder", "super-smoother"]
VARIANTS = (["--ends", "open", "--ties", "keep"], [],
            ["--variant", "single-pass", "--ties", "keep"])
SUMS = ("75.901102", "73.719076", "76.472459")  # as an independent implementation found
HEADING = """\
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
# The best frequencies k of 0.1 + k 9.9 / 330000 of the 136 RR Lyrae stars of Stripe 82 (Sesar et
# al. 2010, ApJ 708, 717), from sweeps over all k that make_stripe82.py ran. Their periods add up to
# 75.901102, 73.719076 and 76.472459 d, as an independent implementation found.
# id, multi-pass with open ends and equal phases kept, multi-pass with periodic ends, single pass
"""


def sweep(program, curves, options):
    """The index of the best frequency of each star, and the sum of the periods."""
    command = [program, "periods", curves, *GRID, *SMOOTHER, *options]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rows = list(csv.DictReader(io.StringIO(output)))
    index = {row["id"]: round((float(row["frequency"]) - 0.1) * COUNT / 9.9) for row in rows}
    return index, sum(float(row["period"]) for row in rows)


def main():
    if len(sys.argv) != 3:
        sys.exit(f"usage: {sys.argv[0]} PROGRAM stripe82_rr_lyrae_z.csv")
    sweeps = []
    for options, expected in zip(VARIANTS, SUMS):
        index, total = sweep(*sys.argv[1:], options)
        if f"{total:.6f}" != expected:
            sys.exit(f"the periods of {' '.join(options)} add up to {total:.6f}, not {expected}")
        sweeps.append(index)
    with open(pathlib.Path(__file__).with_name("stripe82_super_smoother.txt"), "w",
              encoding="ascii") as file:
        file.write(HEADING)
        for star in sweeps[0]:
            print(star, *(index[star] for index in sweeps), file=file)


if __name__ == "__main__":
    main()
