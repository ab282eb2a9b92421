# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Gowanlock, Kramer, Trilling, Butler & Donnelly 2021, Astronomy and Computing 36, 100472: the
asteroids and their periods."""

import csv
import math
import statistics

from .catalogues import (ASTEROID, ASTEROIDS, SEEDS, asteroid, baselines, from_table, read,
                         rows_of, simulated)
from .gowanlock_ratios import counted, of_all, percent, row_of, within
from .items import Axes, Item, Row, best_place, judged
from .style import COLOURS, OTHERS, PAPER
from .words import marked

RANGE = ["--fmin", "0.5", "--fmax", "24"]
STANDARD = ["--model", "standard"]
PRECISIONS = (("FP64", "double"), ("FP32", "single"))


def thinned(x, y, count=1500):
    """The highest of each of `count` pieces of a curve."""
    size = max(1, len(x) // count)
    pieces = [range(i, min(i + size, len(x))) for i in range(0, len(x), size)]
    tops = [max(piece, key=y.__getitem__) for piece in pieces]
    return [x[i] for i in tops], [y[i] for i in tops]


def periodogram(run, path, *options):
    """(best period [d], frequencies, powers)"""
    powers = run.folder / "powers.csv"
    text, _ = run.compute("periods", path, *options, "--periodogram", powers)
    with powers.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        header = next(rows)
        at = [header.index(name) for name in ("frequency", "power")]
        columns = [[], []]
        for row in rows:  # a million of them
            for column, number in zip(columns, at):
                column.append(float(row[number]))
    return float(read(text)[0]["period"]), *columns


def measure_asteroid(run):
    path, is_published, truth = asteroid(run)
    count = run.choose(check=2000, quick=100_000, paper=100_000)
    period, x, y = periodogram(run, path, *RANGE, "--count", count, *STANDARD, "--normalization",
                               "raw")
    x, y = thinned([2 * math.pi * value for value in x], y)
    case = "period of asteroid 8205" if is_published else "period found in the stand-in"
    rows = [Row(case, 24 * period, "h")]
    if truth:
        rows.append(Row("period that the stand-in was made with", 24 * truth, "h"))
    return rows, {"power": [x, y]}


def draw_periodogram(label):
    """What the paper found stands above the peak, beside which it would hide it."""
    def draw(figure, found, curves, paper):
        axes = figure.subplots()
        axes.set_xlabel(label)
        axes.set_ylabel("power")
        if "power" not in curves:
            return [axes]
        x, y = curves["power"]
        axes.plot(x, y, color="0.25", linewidth=0.8)
        scale = 48 * math.pi if "angular" in label else 24.0
        rows = [row for of_place in found.values() for row in of_place]
        cases = {row.case for row in rows}
        known = [("paper", row.value) for row in paper if row.case in cases]
        known += [("made with", row.value) for row in rows if "made with" in row.case]
        axes.set_ylim(0, 1.22 * max(y))
        for words, hours in known[:1]:
            axes.annotate(f"{words}: {hours:.4g} h", (scale / hours, 1.02 * max(y)),
                          (scale / hours, 1.15 * max(y)), ha="center", color=PAPER,
                          arrowprops={"arrowstyle": "->", "color": PAPER})
        return [axes]
    return draw


def measure_frequencies(run):
    rows = []
    table = run.published(ASTEROIDS)
    survey = from_table(run, table, 1)[0] if table else simulated(run, "asteroids", 999)[0]
    for case, path in (("frequencies, one asteroid", asteroid(run)[0]),
                       ("frequencies, all asteroids", survey)):
        # Both ends count, as the paper's do.
        rows.append(Row(case, round((24 - 0.5) * max(baselines(path)) / 0.1) + 1, ""))
    return rows


NUMBERS = {"points": "points", "rotation period": "h"}


def measure_table(run):
    """Medians and spreads of the authors' table and of what siderum simulates."""
    curves = {}
    table = run.published(ASTEROIDS)
    if table:
        rows = rows_of(table)
        curves["authors' table"] = [[float(row["points"]) for row in rows],
                                    [float(row["period_hours"]) for row in rows]]
    made = rows_of(simulated(run, "asteroids", 1000)[1])
    curves["siderum simulate"] = [[float(row["points"]) for row in made],
                                  [float(row["rotation_period_h"]) for row in made]]
    rows = []
    for form, columns in curves.items():
        for (name, unit), values in zip((("points", "points"), ("period", "h")), columns):
            spread = statistics.pstdev(map(math.log, values))
            rows += [Row(f"median of the {name}", statistics.median(values), unit, form),
                     Row(f"spread of the logarithm of the {name}", spread, "", form)]
    return rows, curves


def draw_table(figure, found, curves, paper):
    panels = list(figure.subplots(1, 2))
    for axes, number, label in zip(panels, (0, 1), ("points", "period [h]")):
        values = [math.log10(value) for columns in curves.values() for value in columns[number]]
        low, high = min(values, default=0), max(values, default=1)
        edges = [10 ** (low + (high - low) * i / 24) for i in range(25)]
        for form, colour in zip(curves, OTHERS):
            axes.hist(curves[form][number], bins=edges, histtype="step", color=colour,
                      linewidth=1.6 if form.startswith("authors") else 1.0, label=form)
        axes.set_xscale("log")
        axes.set_xlabel(label)
        axes.set_ylabel("asteroids")
    return panels


CUTOFFS = (0, 10, 20, 30, 50, 75, 100, 150, 200, 300, 400, 550)


def survey_of(run, seed, objects, table):
    """(file, [(points, its period [h], by how much the one found is to be multiplied)])"""
    if table:
        every = max(1, 1000 // objects)
        path, rows = from_table(run, table, seed, every)
        return path, [(round(float(row["points"])), float(row["period_hours"]), 1) for row in rows]
    path, truth = simulated(run, "asteroids", objects, seed)
    return path, [(int(row["points"]), float(row["rotation_period_h"]), 2)
                  for row in rows_of(truth)]


def recovered(run, seed, objects, table, precision):
    """[[points, whether the period is right to 0.1 h, the period found]]"""
    path, made = survey_of(run, seed, objects, table)
    text, _ = run.compute("periods", path, *STANDARD, "--fmin", "0.15995", "--fmax", "24",
                          "--count", "200000", "--precision", precision)
    return [[points, abs(24 * times * float(found["period"]) - wanted) <= 0.1,
             float(found["period"])] for (points, wanted, times), found in zip(made, read(text))]


def measure_recovery(run):
    table = run.published(ASTEROIDS)
    objects = run.choose(check=5, quick=100, paper=1000)
    seeds = SEEDS[:2] if run.scale == "check" else SEEDS
    what = "the authors' table" if table else "simulated"
    rows, periods = [], {}
    for form, precision in PRECISIONS:
        surveys = [run.parts.get(run.key("recovered", seed, objects, bool(table), precision),
                                 lambda: recovered(run, seed, objects, table, precision))
                   for seed in seeds]
        periods[form] = [period for survey in surveys for _, _, period in survey]
        for cutoff in CUTOFFS:
            shares = []
            for survey in surveys:
                kept = [good for points, good, _ in survey if points >= cutoff]
                if kept:
                    shares.append(100 * sum(kept) / len(kept))
            case = "all" if cutoff == 0 else f"{cutoff} points and more"
            if shares:
                rows.append(Row(case, statistics.mean(shares), "%", form, cutoff,
                                f"{objects} of 1,000 asteroids a seed" if objects < 1000 else "",
                                note=f"{what}; mean of {len(shares)} seeds, from {min(shares):.3g}"
                                f" to {max(shares):.3g} %", low=min(shares), high=max(shares)))
    equal = [one == other for one, other in zip(*periods.values())]
    return rows + [Row(SAME_PERIOD, 100 * sum(equal) / len(equal), "%",
                       note=f"{sum(equal):,} of {len(equal):,}", draw=False)]


def draw_recovery(figure, found, curves, paper):
    """FP64 as a line with the band of its seeds, FP32 as open marks upon it."""
    axes = figure.subplots()
    rows = best_place(found)
    by_form = {form: [row for row in rows if row.form == form and row.x is not None]
               for form, _ in PRECISIONS}
    for row in [by_form["FP64"]]:
        if row:
            x = [one.x for one in row]
            axes.fill_between(x, [one.low for one in row], [one.high for one in row],
                              color=COLOURS["all"], alpha=0.2, linewidth=0,
                              label="FP64, least and most of the seeds")
            axes.plot(x, [one.value for one in row], color=COLOURS["all"], marker="o",
                      markersize=3.5, label="FP64, mean")
    axes.plot([row.x for row in by_form["FP32"]], [row.value for row in by_form["FP32"]],
              linestyle="none", marker="s", markersize=8, markerfacecolor="none",
              markeredgecolor=COLOURS["gpu"], label="FP32, mean")
    axes.plot([row.x for row in paper if row.x is not None],
              [row.value for row in paper if row.x is not None], linestyle="none", marker="*",
              markersize=10, color=PAPER, markeredgecolor="black", markeredgewidth=0.4,
              label="paper", zorder=4)
    axes.set_xlabel("points, at least")
    axes.set_ylabel("recovered [%]")
    return [axes]


def recovery_verdict(found, paper):
    """A published share holds that lies between the least and the most of the seeds; one that does
    not is more or fewer than all of them."""
    rows, told, more = best_place(found), [], []
    for published in paper:
        ours = row_of(rows, published.case, "FP64")
        if ours is None:
            continue
        place = ", between the seeds"
        if not within(ours, published.value):
            more.append(ours.value > published.value)
            place = f"; each seed has {'more' if more[-1] else 'less'}"
        seeds = (f"{place}: {percent(ours.low)[:-2]} to {percent(ours.high)}"
                 if ours.low is not None and ours.low < ours.high else "")
        told.append(f"{percent(ours.value)} of {OF_CASE.get(published.case, published.case)}"
                    f" ({'sample, ' if ours.sample else ''}published {published.value:g}{seeds})")
    if not told:
        return "not measured"
    judgement = "holds" if not more else "more than published" if all(more) else (
        "does not hold here")
    return f"{judgement}: {', '.join(told)}"


SAME_PERIOD = "FP32 and FP64 find the same period"
# Of how many objects one may have another period, for a claim of all to hold in kind.
ONE_OF = 1000


def same_period_verdict(found, paper):
    row = row_of(best_place(found), SAME_PERIOD)
    if row is None:
        return "not measured"
    same, every = counted(row)
    return (f"{judged(same == every, ONE_OF * (every - same) <= every)}: {of_all(row)} light curves"
            f" have the same{marked(row)}")


# As the verdict calls them.
OF_CASE = {"all": "all", "50 points and more": "those with 50 points and more",
           "550 points and more": "those with 550 and more"}


def measure_ida(run):
    path = run.sources / "examples/data/ida_243_ztf_r.csv"  # the public file
    count = run.choose(check=5000, quick=100_000, paper=100_000)
    period, x, y = periodogram(run, path, *RANGE, "--count", count, *STANDARD)
    x, y = thinned(x, y)
    return [Row("period of 243 Ida", 24 * period, "h")], {"power": [x, y]}


ITEMS = [
    Item("gowanlock2021-fig1", "Figure 1: the periodogram of one asteroid",
         "Which period has the light curve of asteroid 8205?",
         "1e5 frequencies, angular 3.142 .. 150.796 1/d, standard, raw powers. With --data the"
         " authors' file of 3,555 points. The papers count 3,554 of it: what is timed on this page"
         " has so many, the first ones.",
         "Nothing does with the authors' file. Without it a sinusoid of 3.7 1/d with 3,554 points"
         " in as many nights stands in (that of bench/support/inputs.hpp).", Axes(),
         measure_asteroid, once=True, files=(ASTEROID,),
         draw=draw_periodogram("angular frequency [1/d]")),
    Item("gowanlock2021-table2", "Table 2: the number of frequencies",
         "How many frequencies does a step of 0.1 / T ask for?",
         "0.5 .. 24 1/d, both ends counted; T is the longest light curve.",
         "Nothing does with the authors' file of one asteroid. The survey of all is simulated, also"
         " from the authors' table, which has no times: it lasts 120 days. Two numbers that are"
         " counted make no picture.", Axes(), measure_frequencies, once=True,
         files=(ASTEROID, ASTEROIDS)),
    Item("gowanlock2021-fig2", "Figure 2: the asteroids of the simulated survey",
         "How are numbers of points and periods distributed?",
         "Histograms of the 1,000 asteroids of the authors' table (with --data), and of as many"
         " that `siderum simulate light-curves` makes.",
         "The paper says log-normal; so is what siderum simulates, by the table's medians and"
         " spreads, its periods from 2 h on.", Axes(), measure_table, once=True,
         files=(ASTEROIDS,), draw=draw_table),
    Item("gowanlock2021-fig3", "Figure 3: periods recovered by the number of points",
         "How many periods of a survey does one sinusoid find?",
         "20 surveys with seeds of their own, 200,000 frequencies from 0.15995 to 24 1/d; right is"
         " to 0.1 h. With --data from the authors' table of 1,000 asteroids (each seed takes a part"
         " of it at the quick scale): its points on 120 nights of 48 slots of ten minutes,"
         " magnitude + amplitude / 2 cos(phase), errors 0.02 + 0.18 10^(0.4 (magnitude - 20));"
         " without it by `siderum simulate light-curves`.",
         "The authors' light curves are not public, only the table that they were made from. Five"
         " of its periods are longer than the longest that is searched. Why more of all periods are"
         " recovered than published is not known. Without --data the survey of `siderum simulate`"
         " has unequal humps, and the rotation period is compared.",
         Axes("points, at least", "recovered [%]"), measure_recovery, once=True,
         files=(ASTEROIDS,), draw=draw_recovery, verdict=recovery_verdict,
         claim="94.9 % of the periods, and 99 % of those with 50 points, are recovered to 0.1 h (to"
         " hold, they lie between the least and the most of the seeds)",
         further=(("FP32 finds the periods of FP64 (the very same of all light curves; in kind: of"
                   " all but one of 1,000)", same_period_verdict),)),
    Item("gowanlock2021-fig4", "Figure 4: asteroid 243 Ida",
         "Which period has 243 Ida in the data of ZTF?",
         "29 points, 1e5 frequencies of 0.5 .. 24 1/d.", "Nothing does: the data are the same.",
         Axes(), measure_ida, once=True, draw=draw_periodogram("frequency [1/d]")),
]
