#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Times other packages on the inputs of lomb_scargle_bench --export, and their errors.

Every package computes the whole periodogram in FP64, standard normalization, from arrays in memory
to arrays in memory, on the grid of our cases: f_k = 0.5 + k 23.5/count, in 1/d. What it reaches in
accuracy is measured against direct sums in long double at a sample of the frequencies. A package
that is not installed is named in the output.
"""

import argparse
import csv
import importlib
import json
import os

from repeats import fastest_run

# Set by users to make NumPy's BLAS slower or faster; the packages are run as they come.
os.environ.pop("OPENBLAS_CORETYPE", None)

FIRST = 0.5
LAST = 24.0


def read_objects(path):
    """A list of (time, value, error) arrays, one for each id."""
    import numpy

    rows = {}
    with open(path, newline="", encoding="ascii") as file:
        for row in csv.DictReader(file):
            rows.setdefault(row["id"], []).append(
                (float(row["time"]), float(row["value"]), float(row["error"])))
    return [tuple(numpy.array(column) for column in zip(*points)) for points in rows.values()]


def exact_power(curve, model, frequency):
    """Zechmeister & Kuerster 2009, eq. 5, in long double."""
    import numpy

    t, y, dy = (numpy.asarray(column, dtype=numpy.longdouble) for column in curve)
    w = numpy.ones_like(t) if model == "standard" else dy ** -2
    w = w / w.sum()
    y = y - (w * y).sum()
    turns = frequency * (t - t.min())
    x = 2 * numpy.longdouble("3.14159265358979323846264338327950288") * (turns - numpy.rint(turns))
    cos, sin = numpy.cos(x), numpy.sin(x)
    c, s = ((w * cos).sum(), (w * sin).sum()) if model == "generalized" else (0, 0)
    yc, ys = (w * y * cos).sum(), (w * y * sin).sum()
    cc = (w * cos * cos).sum() - c * c
    ss = (w * sin * sin).sum() - s * s
    cs = (w * cos * sin).sum() - c * s
    return float((yc * yc * ss + ys * ys * cc - 2 * yc * ys * cs)
                 / ((cc * ss - cs * cs) * (w * y * y).sum()))


def worst_error(curves, model, count, powers):
    """Over 25 frequencies of the first, the longest and the last object."""
    longest = max(range(len(curves)), key=lambda i: len(curves[i][0]))
    worst = 0.0
    for i in {0, longest, len(curves) - 1}:
        for part in range(25):
            k = (count - 1) * part // 24
            exact = exact_power(curves[i], model, FIRST + k * (LAST - FIRST) / count)
            worst = max(worst, abs(float(powers[i][k]) - exact))
    return worst


def astropy_method(method):
    def run(curves, model, count):
        import numpy
        from astropy.timeseries import LombScargle

        generalized = model == "generalized"
        frequency = FIRST + numpy.arange(count) * ((LAST - FIRST) / count)
        return [LombScargle(t, y, dy if generalized else None, fit_mean=generalized).power(
            frequency, method=method, assume_regular_frequency=True) for t, y, dy in curves]
    return run


def scipy_lombscargle(curves, model, count):
    import numpy
    from scipy.signal import lombscargle

    generalized = model == "generalized"
    omega = 2 * numpy.pi * (FIRST + numpy.arange(count) * ((LAST - FIRST) / count))
    powers = []
    for t, y, dy in curves:
        weights = dy ** -2.0 if generalized else None
        mean = numpy.average(y, weights=weights)
        # It holds points x frequencies in memory: blocks of a thousand frequencies.
        powers.append(numpy.concatenate([
            lombscargle(t - t[0], y - mean, omega[k:k + 1000], weights=weights,
                        floating_mean=generalized, normalize=True)
            for k in range(0, count, 1000)]))
    return powers


def nifty(curves, model, count):
    import nifty_ls

    generalized = model == "generalized"
    last = FIRST + (count - 1) * ((LAST - FIRST) / count)
    return [nifty_ls.lombscargle(t - t[0], y, dy if generalized else None, fmin=FIRST, fmax=last,
                                 Nf=count, fit_mean=generalized,
                                 backend="finufft").power for t, y, dy in curves]


# package, module, method, function, most evaluations of one run
PEERS = (
    ("astropy", "astropy", "fast (FFT, its default accuracy, 1 thread)", astropy_method("fast"),
     1e12),
    ("astropy", "astropy", "cython (direct sums, 1 thread)", astropy_method("cython"), 4e8),
    ("scipy", "scipy", "lombscargle (direct sums, 1 thread)", scipy_lombscargle, 4e8),
    ("nifty-ls", "nifty_ls", "finufft (NUFFT, its default accuracy and threads)", nifty, 1e12),
)


# name of the file, frequencies, the smallest set that it belongs to
CASES = (("object", 10_000, "quick"), ("object", 100_000, "quick"), ("object", 1_000_000, "quick"),
         ("survey", 28_608, "quick"), ("survey", 200_000, "full"),
         ("series100000", 1_000_000, "full"), ("series1000000", 1_000_000, "full"))


def cases(options):
    for name, count, least in CASES:
        if options.case not in (None, f"{name}x{count}"):
            continue
        if options.case or least == "quick" or options.cases != "quick":
            yield read_objects(os.path.join(options.inputs, f"{name}.csv")), count


def run_peer(peer, inputs, options):
    package, module, method, function, most = peer
    try:
        version = importlib.import_module(module).__version__
    except ImportError as failure:
        yield {"package": f"{package}, {method}", "missing": f"not installed ({failure})"}
        return
    for curves, count in inputs:
        points = sum(len(curve[0]) for curve in curves)
        size = f"{len(curves)}x{points}x{count}"
        if points * count > most:
            yield {"package": f"{package}, {method}, {size}", "missing": "left out: minutes a run"}
            continue
        for model in ("standard", "generalized"):
            print(f"== {package} {method}: {model} {size}", flush=True)
            try:
                seconds, powers = fastest_run(lambda: function(curves, model, count))
            except Exception as failure:  # whatever a package of others throws is its result
                yield {"package": f"{package}, {method}, {size}", "missing": repr(failure)[:200]}
                continue
            yield {"package": package, "version": version, "method": method, "size": size,
                   "model": model, "seconds": seconds,
                   "threads": int(os.environ.get("OMP_NUM_THREADS", os.cpu_count())),
                   "error": worst_error(curves, model, count, powers)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", required=True, help="folder of lomb_scargle_bench --export")
    parser.add_argument("--output", required=True, help="JSON file")
    parser.add_argument("--cases", choices=("quick", "full", "all"), default="quick")
    parser.add_argument("--package", help="one alone, such as nifty-ls")
    parser.add_argument("--case", help="one alone, such as series100000x1000000")
    options = parser.parse_args()
    results = []
    try:
        inputs = list(cases(options))
    except ImportError as failure:
        results = [{"package": "all", "missing": f"they need numpy ({failure})"}]
    else:
        for peer in PEERS:
            if options.package in (None, peer[0]):
                results.extend(run_peer(peer, inputs, options))
    with open(options.output, "w", encoding="utf-8") as file:
        json.dump(results, file, indent=1)


if __name__ == "__main__":
    main()
