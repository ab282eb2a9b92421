#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Times whole calls of the package for Python, from arrays to arrays, beside other packages and
beside the same calls of the engine from C++:

    PYTHONPATH=build/openmp/python OMP_NUM_THREADS=2 python bench/peers/python.py \\
      --engine build/openmp/bench/engine_calls_peer --siderum build/openmp/bench \\
      --output python.json

The packages take turns, of one call or as many as fit into 20 ms; of each the fastest call counts.
astropy and nifty-ls run as they come. Ratios are ours over theirs.
"""

import argparse
import subprocess

import numpy as np

import siderum
from siderum.periods import Grid, LightCurves, find
from turns import add_options, fastest, tell

TURN = 0.02  # seconds
SIZES = (100, 1_000, 10_000, 100_000, 1_000_000)  # points; the grid is that of autofrequency


def curve(points):
    rng = np.random.default_rng(points)
    t = np.sort(rng.uniform(0.0, points / 50.0, points))
    dy = 0.5 + rng.random(points)
    return t, np.sin(2 * np.pi * 3.1 * t) + dy * rng.normal(size=points), dy


def beside_astropy():
    from astropy.timeseries import LombScargle

    t, y, dy = curve(1_000)

    def measure():
        ours, theirs = fastest([lambda: siderum.LombScargle(t, y, dy).autopower(),
                                lambda: LombScargle(t, y, dy).autopower()], 50, 20.0, TURN)
        return {"case": "autopower, 1000 points", "peer": "astropy", "ours": ours,
                "theirs": theirs}

    yield measure


def beside_nifty():
    import nifty_ls

    for points in SIZES:
        t, y, dy = curve(points)
        frequency = siderum.LombScargle(t, y, dy).autofrequency()
        first, last, count = frequency[0], frequency[-1], len(frequency)

        def ours():
            return siderum.LombScargle(t, y, dy).power_on_grid(
                first, (last - first) / (count - 1), count)

        def theirs():
            return nifty_ls.lombscargle(t, y, dy, fmin=first, fmax=last, Nf=count).power

        def measure():
            difference = float(np.max(np.abs(ours() - theirs())))
            mine, other = fastest([ours, theirs], 30, 20.0, TURN)
            return {"case": f"{points} points x {count}", "peer": "nifty-ls", "ours": mine,
                    "theirs": other, "difference": difference}

        yield measure


def of_engine(program):
    """Seconds of the same calls from C++, by their names."""
    answer = subprocess.run([program], check=True, capture_output=True, text=True)
    return {name: float(seconds) for name, seconds in map(str.split, answer.stdout.splitlines())}


def beside_the_engine(program):
    if program is None:
        return
    i = np.arange(100)
    t = 20.0 * (i + 0.3 * np.sin(1.7 * i)) / 100
    y, dy = np.sin(6.0 * t) + 0.1 * np.sin(12.9898 * i), 0.1 + 0.05 * np.cos(3.1 * i)
    frequency = 0.1 + 0.01 * np.arange(1000)

    def calls():
        for _ in range(10_000):
            siderum.LombScargle(t, y, dy).power(frequency)

    yield lambda: {"case": "100 points x 1000, one of 10000 calls", "peer": "the engine from C++",
                   "ours": fastest([calls], 3, 60.0, TURN)[0] / 10_000,
                   "theirs": of_engine(program)["call"]}
    i = np.arange(20_000_000)
    t = 20.0 * (i % 200 + 0.3 * np.sin(1.7 * i)) / 200
    curves = LightCurves(t, np.sin(6.0 * t) + 0.1 * np.sin(12.9898 * i),
                         0.1 + 0.05 * np.cos(3.1 * i), offsets=np.arange(100_001) * 200)
    grid = Grid(0.1, 0.01, 1000)
    yield lambda: {"case": "100000 curves of 200 points x 1000", "peer": "the engine from C++",
                   "ours": fastest([lambda: find(curves, grid, device="cpu")], 3, 120.0, TURN)[0],
                   "theirs": of_engine(program)["batch"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", help="the program engine_calls_peer")
    add_options(parser)
    options = parser.parse_args()
    tell((beside_astropy(), beside_nifty(), beside_the_engine(options.engine)), options)


if __name__ == "__main__":
    main()
