# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Gowanlock, Kramer, Trilling, Butler & Donnelly 2021, Astronomy and Computing 36, 100472: how far
powers are from those of the formula."""

import math

from .catalogues import ASTEROID, asteroid, lines_of
from .gowanlock2021_surveys import PRECISIONS, STANDARD, periodogram
from .items import Axes, Item, Row, best_place, judged
from .style import OTHERS, PAPER

METHODS = ("direct", "automatic")


def plain_power(times, values, omega):
    """The formula of the periodogram, summed without rounding."""
    angles = [omega * time for time in times]
    doubled = math.atan2(math.fsum(math.sin(2 * a) for a in angles),
                         math.fsum(math.cos(2 * a) for a in angles)) / 2
    shifted = [a - doubled for a in angles]
    cosines, sines = [math.cos(a) for a in shifted], [math.sin(a) for a in shifted]
    return 0.5 * sum(math.fsum(y * c for y, c in zip(values, form)) ** 2
                     / math.fsum(c * c for c in form) for form in (cosines, sines))


def measure_accuracy(run):
    """All of a search, some of whose powers are compared."""
    path, _, _ = asteroid(run)
    points = [tuple(map(float, line.split(",")[1:3])) for line in lines_of(path)]
    start, mean = points[0][0], math.fsum(y for _, y in points) / len(points)
    times, values = [t - start for t, _ in points], [y - mean for _, y in points]
    count = run.choose(check=30_000, quick=1_000_000, paper=1_000_000)
    every = run.choose(check=1000, quick=5000, paper=1000)
    grid = ["--fmin", "0.5", "--step", 23.5 / 1e6, "--count", count]
    sample = f"{-(-count // every):,} of {count:,} frequencies"
    rows, curves, exact = [], {}, None
    for form, precision in PRECISIONS:
        for method in METHODS:
            _, x, y = periodogram(run, path, *grid, *STANDARD, "--normalization", "raw",
                                  "--precision", precision, "--method", method)
            x, y = x[::every], y[::every]
            if exact is None:
                exact = [plain_power(times, values, 2 * math.pi * f) for f in x]
            relative = [abs(a - b) / b for a, b in zip(y, exact)]
            of_peak = max(abs(a - b) for a, b in zip(y, exact)) / max(exact)
            curves[f"{form}, {method}"] = [x, relative]
            rows += [Row(f"largest relative difference, {form}", max(relative), "", method,
                         sample=sample),
                     Row(f"the same in units of the highest power, {form}", of_peak, "", method,
                         sample=sample)]
    return rows, curves


def draw_accuracy(figure, found, curves, paper):
    """By frequency, a panel for each precision, with the paper's bound; where the differences were
    not kept, the largest of each."""
    figure.set_size_inches(6.4, 4.8)
    panels = list(figure.subplots(2, 1, sharex=True))
    rows = best_place(found)
    for axes, (form, _) in zip(panels, PRECISIONS):
        for method, colour, marker in zip(METHODS, OTHERS, "ox"):
            if f"{form}, {method}" in curves:
                axes.plot(*curves[f"{form}, {method}"], linestyle="none", marker=marker,
                          markersize=2.5, color=colour, label=method)
                continue
            for row in rows:
                if (row.case, row.form) == (f"largest relative difference, {form}", method):
                    axes.axhline(row.value, color=colour, label=f"largest, {method}",
                                 linestyle="-" if method == "direct" else "--")
        for row in paper:
            if row.case.endswith(form):
                axes.axhline(row.value, color=PAPER, linewidth=1.5, label="paper, at most")
        axes.set_yscale("log")
        axes.set_xlim(0, 24.5)
        axes.set_ylabel("relative difference")
        axes.set_title(form)
    panels[-1].set_xlabel("frequency [1/d]")
    return panels


def accuracy_verdict(found, paper):
    rows = best_place(found)
    values = {row.case: row.value for row in paper}
    worst = {case: max((row for row in rows if row.case == case), key=lambda row: row.value)
             for case in values}
    holds = all(worst[case].value <= values[case] for case in values)
    parts = " and ".join(dict.fromkeys(row.sample for row in worst.values() if row.sample))
    return (f"{judged(holds)}: at most "
            + " and ".join(f"{row.value:.1e} in {case[-4:]}" for case, row in worst.items())
            + (f", at {parts}" if parts else ""))


ITEM = Item(
    "gowanlock2021-fig6", "Figures 6 and 7: accuracy in FP64 and FP32",
    "How far are powers from those of the formula?",
    "Asteroid 8205, a search of 1e6 frequencies of 0.5 .. 24 1/d, of which every thousandth is"
    " compared (at the quick scale every five thousandth); the oracle is the formula of Scargle,"
    " summed without rounding, where the paper has SciPy.",
    "siderum forms phases in FP64 in both precisions, so FP32 loses digits in sums alone; relative"
    " differences are largest where the power itself is nearly zero.",
    Axes("", "difference", "y"), measure_accuracy, once=True, files=(ASTEROID,),
    draw=draw_accuracy, verdict=accuracy_verdict,
    claim="powers agree to 1e-6 of themselves in FP64 and to 1e-2 in FP32")
