# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Roeh, Kindratenko & Brunner 2009: cosmological data analysis with graphics processors."""

import csv
import dataclasses
import statistics

from . import joules, several
from .clock import digits_of
from .gowanlock_ratios import row_of, samples
from .items import Axes, Item, Row, best_place, judged, value_of
from .places import LIMIT
from .report import NAMES
from .style import COLOURS, DASHES, MARKERS, PAPER, star_style, stars_of
from .words import marked, rounded

PRECISIONS = (("FP64", "double"), ("FP32", "single"))
WRONG = 10.0  # [%], by which the counts of a bin are wrong
BINS = ["--bins", "0.01:100:30"]
GROWTH = "the GPU's time at the next size over that"
OVER_ONE = "over brute force on one thread, "
SUGGESTED = 100_000  # points, by the times of the slides: bench/paper/left_out.csv
TOTAL, FURTHER = "DD, DR and RR", "a further set over DD"
SETS = 100  # of random points
SETS_JOB = f"pairs of a catalogue and {SETS} random ones"  # of bench/ranks_bench.py
FORMS = "published_forms_bench"


def uniform(run, points, seed=1):
    return run.made(f"sky{points}.{seed}.fits", "simulate", "sky-points", "--points", points,
                    "--seed", seed, "--output", "{output}")[0]


def counted(run, *words):
    output = run.folder / "counts.csv"
    run.compute("pairs", *words, "--output", output)
    with output.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def bench_of_pairs(run, forms, sizes):
    """{(form, precision): {points: seconds}} of published_forms_bench."""
    times = {}
    for name, row in run.bench("published_forms_bench",
                               f"pairs/({forms})/.*/({'|'.join(map(str, sizes))})/"):
        words = name.split("/")
        times.setdefault((words[2], words[4]), {})[int(words[5])] = row["real_time"] * 1e-3
    return times


def times_of_pairs(run, sizes):
    """The same by tiles and by brute force. On hosts one size after the other, by brute force as
    long as the next is expected to take no longer than the limit."""
    if not run.on_host:
        return bench_of_pairs(run, "tiles|brute", sizes)
    found = {}
    for points in sizes:
        expected = [times[max(times)] * (points / max(times)) ** 2
                    for (form, _), times in found.items() if form == "brute"]
        forms = "tiles|brute" if max(expected, default=0.0) <= run.limit(LIMIT) else "tiles"
        for key, times in bench_of_pairs(run, forms, [points]).items():
            found.setdefault(key, {}).update(times)
    return found


def measure_sizes(run):
    sizes = run.choose(check=(10_000,), quick=(10_000, 20_000, 50_000, 100_000),
                       paper=(10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000))
    found = times_of_pairs(run, sizes)
    rows = []
    for form, precision in PRECISIONS:
        for points, seconds in found.get(("tiles", precision), {}).items():
            rows.append(Row(f"{points:,} points, {form}", seconds, "s", "siderum", points))
        brute = found.get(("brute", precision), {})
        for points in sizes:
            known = max((count for count in brute if count <= points), default=None)
            if known is None:
                continue
            rows.append(Row(f"{points:,} points, {form}", brute[known] * (points / known) ** 2,
                            "s", "brute force", points,
                            f"{known:,} points, by their pairs" if known < points else ""))
    return rows


def slow_in_fp32(found, _):
    """Of how many sizes siderum counts more slowly in FP32 than in FP64 on hosts."""
    told = []
    for place, words in (("one", "by one thread"), ("all", "by all threads")):
        double, single = ({row.x: row.value for row in found.get(place, []) if row.value
                           and row.form == "siderum" and row.case.endswith(form)}
                          for form, _ in PRECISIONS)
        both = double.keys() & single.keys()
        slower = sum(single[points] > double[points] for points in both)
        if slower:
            told.append(f"{slower} of {len(both)} sizes {words}")
    return f"siderum's FP32 takes longer than its FP64 at {' and '.join(told)}." if told else ""


def by_brute_force(rows, form):
    """{points: row} of a precision, the smallest size first, also those that were scaled."""
    return {row.x: row for row in sorted((row for row in rows if row.form == "brute force"
                                          and row.case.endswith(form) and row.value),
                                         key=lambda row: row.x)}


def derive_speedups(found):
    """At the size that the slides suggest, or the largest that one thread counted where that is not
    there, and at the others."""
    if "one" not in found:
        return {}
    ratios = {place: [] for place in found}
    for form, _ in PRECISIONS:
        known = by_brute_force(found["one"], form)
        if not known:
            continue
        judged_at = SUGGESTED if SUGGESTED in known else max(
            (points for points, row in known.items() if not row.sample), default=max(known))
        for points in sorted(known, key=lambda points: (points != judged_at, points)):
            brute, at = known[points], points == judged_at
            case = OVER_ONE + form + ("" if at else f", {points:,.0f} points")
            for place, rows in found.items():
                ratios[place] += [
                    Row(case, brute.value / row.value, "x", row.form, None if at else points,
                        samples(brute, row), draw=at, note=brute.case if at else "")
                    for row in rows if row.case == brute.case and row.value]
        if "gpu" in found:
            ratios["gpu"] += growth_of(found["gpu"], form, judged_at)
    return ratios


def growth_of(rows, form, points):
    """How many times as long a GPU takes for the next size."""
    times = {points: row.value for points, row in by_brute_force(rows, form).items()
             if not row.sample}
    further = min((size for size in times if size > points), default=None)
    if points not in times or further is None:
        return []
    pairs = (further / points) ** 2
    return [Row(f"{GROWTH}, {form}", times[further] / times[points], "x", "brute force", draw=False,
                note=f"from {points:,.0f} to {further:,.0f} points, the pairs {rounded(pairs)}"
                     " times", high=pairs)]


def speedup_verdict(found, paper):
    """Of the published algorithm on the GPU of here; siderum's own beside it."""
    rows = [row for row in found.get("gpu", []) if row.draw]
    theirs = {row.case: row.value for row in paper}
    ours = {case: row_of(rows, case, "brute force") for case in theirs}
    if not theirs or not all(ours.values()):
        return "not measured: it takes a GPU"
    told = ", ".join(f"{row.value:,.0f} times{marked(row)} in {case[-4:]} (published"
                     f" {theirs[case]:g})" for case, row in ours.items())
    tiles = ", ".join(f"{row.value:,.0f} times{marked(row)} in {row.case[-4:]}" for row in rows
                      if row.form == "siderum")
    holds = judged(all(row.value >= theirs[case] for case, row in ours.items()),
                   all(row.value > 1 for row in ours.values()))
    points = next(iter(ours.values())).note.rpartition(", ")[0]
    return (f"{holds}: by brute force {told}{' at ' if points else ''}{points}"
            f"{too_few(found, theirs)}{of_precisions(ours, theirs)}; by siderum {tiles}")


def too_few(found, theirs):
    """The most points at which it is less than published, of those that were measured besides."""
    short = [(row.x, case[-4:], f"{row.value:,.0f} times{marked(row)}") for row in found["gpu"]
             if row.form == "brute force" and row.value and row.x
             for case, wanted in theirs.items() if row.case.startswith(case) and row.value < wanted]
    if not short:
        return ""
    most = max(points for points, *_ in short)
    told = " and ".join(f"in {form} ({times})" for points, form, times in short if points == most)
    return f", but less than published at {most:,.0f} {told}"


def points_of(row):
    """Of a ratio; of one that is drawn, as a bar, its note has them."""
    return row.x or float(row.note.partition(" points")[0].replace(",", ""))


def by_size(found, _):
    """How the ratio of a GPU grows with the number of points, of which the slides have one that
    nobody knows."""
    rows, told = found.get("gpu", []), []
    for form, _ in PRECISIONS:
        of_form = sorted((row for row in rows if row.form == "brute force"
                          and row.case.startswith(OVER_ONE + form)), key=points_of)
        if len(of_form) > 1:
            told.append(f"in {form} " + ", ".join(
                f"{row.value:,.0f} times{marked(row)} at {points_of(row):,.0f}"
                for row in of_form))
    if not told:
        return ""
    return ("By the number of points a GPU's brute force is faster than that of one thread"
            f" {'; '.join(told)}.{not_full(rows)}")


def of_judged(found):
    return {place: [row for row in rows if row.draw] for place, rows in found.items()}


def of_precisions(ours, theirs):
    single, double = (next((case for case in ours if case.endswith(form)), None)
                      for form in ("FP32", "FP64"))
    if single is None or double is None:
        return ""
    return (f"; that in FP32 is {ours[single].value / ours[double].value:.3g} times that in FP64"
            f" (published {theirs[single] / theirs[double]:.3g})")


def not_full(rows):
    """Where the time of a GPU grows less than the pairs do."""
    growth = next((row for row in rows if row.case.startswith(GROWTH)), None)
    if growth is None or growth.value > 0.9 * growth.high:
        return ""
    return (f" In {growth.case[-4:]} its time grows {growth.value:.2g} times {growth.note}: the"
            " GPU is not full.")


def measure_precision(run):
    points = run.choose(check=5000, quick=50_000, paper=100_000)
    path = run.made(f"clusters{points}.fits", "simulate", "sky-points", "--points", points,
                    "--clusters", 100, "--output", "{output}")[0]
    bins = ["--unit", "arcsec", "--bins", "0.1:36000:50"]
    in_double, in_single = (counted(run, "--data", path, *bins, "--precision", precision)
                            for _, precision in PRECISIONS)
    rows, good_from = [], 0.0
    for one, other in zip(in_double, in_single):
        pairs = int(one["dd"])
        if pairs:
            low, high = float(one["theta_min"]) / 60, float(one["theta_max"]) / 60
            difference = 100 * abs(int(other["dd"]) - pairs) / pairs
            rows.append(Row(f"from {low:.3g} to {high:.3g} arcmin", difference, "%", "siderum",
                            low))
            if difference > WRONG:
                good_from = high
    for _, row in run.bench("published_forms_bench", "pairs/precision/", cases="quick"):
        edges = [60 * 0.1 / 3600 * (10 * 36_000) ** (i / 50) for i in range(51)]
        rows += [Row(f"from {low:.3g} to {high:.3g} arcmin", 100 * row[f"off_{number:02d}"], "%",
                     "scalar products", low)
                 for number, (low, high) in enumerate(zip(edges, edges[1:]))
                 if f"off_{number:02d}" in row]
        rows.append(Row("FP32 is wrong below", row["good_from"], "arcmin", "scalar products",
                        draw=False))
    return rows + [Row("FP32 is wrong below", good_from, "arcmin", "siderum", draw=False)]


def draw_precision(figure, found, curves, paper):
    """On a logarithmic axis, with what is exact at its lower end."""
    axes = figure.subplots()
    rows = [row for row in best_place(found) if row.x is not None]
    floor = 1e-5
    for form, colour, marker in (("scalar products", "0.35", "s"),
                                 ("siderum", COLOURS["all"], "o")):
        of_form = [row for row in rows if row.form == form]
        if of_form:
            axes.plot([row.x for row in of_form], [max(row.value, floor) for row in of_form],
                      color=colour, marker=marker, markersize=3.5, linewidth=1,
                      label=f"{form}, FP32")
    for row in paper:
        axes.axvline(row.value, color=PAPER, linestyle="--",
                     label=f"paper: wrong below {row.value:g} arcmin")
    axes.axhline(WRONG, color="0.6", linestyle=":", label="a tenth")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_ylim(0.6 * floor, 4000)
    axes.set_yticks([floor, 1e-4, 1e-2, 1, 100], ["exact", "0.0001", "0.01", "1", "100"])
    axes.set_xticks([0.01, 0.1, 1, 10, 100], ["0.01", "0.1", "1", "10", "100"])
    axes.minorticks_off()
    axes.set_xlabel("separation, lower edge of the bin [arcmin]")
    axes.set_ylabel("FP32 is off by [%]")
    return [axes]


def precision_verdict(found, paper):
    rows = best_place(found)
    theirs = value_of(rows, "FP32 is wrong below", "scalar products")
    ours = value_of(rows, "FP32 is wrong below", "siderum")
    wanted = next((row.value for row in paper), None)
    if None in (theirs, ours, wanted):
        return "not measured"
    near = wanted / 2 <= theirs <= 2 * wanted
    below = "nowhere" if ours == 0 else f"below {60 * ours:.2g} arcsec"
    return (f"{judged(near, theirs > 0)} for scalar products in FP32: off by"
            f" more than a tenth below {theirs:.2g} arcmin{about(rows)}; siderum's FP32 {below}")


def about(rows):
    """How far the last wrong bin of scalar products is off, and those above it."""
    bins = sorted((row.x, row.value) for row in rows
                  if row.form == "scalar products" and row.x is not None)
    last = max((number for number, (_, off) in enumerate(bins) if off > WRONG), default=None)
    if last is None:
        return ""
    above = [off for _, off in bins[last + 1:]]
    most = f", by {rounded(max(above))} % at most above it" if above else ""
    return f" (by {bins[last][1]:.4g} % in the bin from {bins[last][0]:.3g} arcmin on{most})"


def measure_sets(run):
    points = run.choose(check=5000, quick=100_000, paper=100_000)
    every = run.choose(check=(), quick=(), paper=(SETS,))
    counts = (1, 2, 4) if run.on_host else (1, 2, 4, 10, *every)
    data = uniform(run, points)
    sets = [uniform(run, points, seed) for seed in range(2, counts[-1] + 2)]
    times = {count: run.fastest(
        "pairs", "--data", data, *(["--randoms", *sets[:count]] if count else []), *BINS,
        "--regions", 10, "--output", run.folder / "counts.csv") for count in (0, *counts)}
    if run.on_host:
        return rows_of_sets(times)
    # DD takes less than the program's clock tells.
    return [row for row in rows_of_sets(times) if row.case != FURTHER] + sets_of_bench(run)


def rows_of_sets(times):
    """times: {number of sets: seconds of the program}, with 0 for DD alone"""
    counts = sorted(set(times) - {0})
    each, first = statistics.linear_regression(counts, [times[count] for count in counts])
    off = max(abs(times[count] / (first + each * count) - 1) for count in counts)
    return [Row("DD", times[0], "s", "program", 0),
            *(Row(f"with {count} set{'s' if count > 1 else ''} of random points", times[count], "s",
                  "program", count) for count in counts if count < SETS),
            Row(TOTAL, times[SETS], "s", "program", SETS) if SETS in times else
            Row(TOTAL, first + SETS * each, "s", "program", SETS,
                sample=f"{counts[-1]} of {SETS} sets"),
            Row(FURTHER, each / times[0], "x", "program", draw=False,
                note=f"a line through {', '.join(map(str, counts))} sets, which are off it by"
                     f" {rounded(100 * off)} % at most")]


def sets_of_bench(run):
    """Whole, of the benchmarks."""
    alone = bench_of_pairs(run, "tiles", (100_000,)).get(("tiles", "double"), {}).get(100_000)
    total = [row["real_time"] * 1e-3 for _, row in run.bench(
        "pair_counts_bench", "^pair_counts/cuda/cuda/double/published/100000x100sets/device")]
    if alone is None:
        return []
    return [Row("DD", alone, "s", "benchmark", 0),
            *(row for seconds in total[:1] for row in (
                Row(TOTAL, seconds, "s", "benchmark", 100),
                Row(FURTHER, (seconds - alone) / 100 / alone, "x", "benchmark", draw=False)))]


def with_digits(_, rows):
    """A further set over DD has as many as the time of DD allows."""
    return [dataclasses.replace(row, digits=digits_of(row.value, *(
        alone for alone in rows if (alone.case, alone.form) == ("DD", row.form))))
        if row.case == FURTHER else row for row in rows]


def sets_of(row):
    """How many; results of earlier versions say it of some rows alone."""
    return {"DD": 0, TOTAL: 100}.get(row.case, row.x)


def draw_sets(figure, found, curves, paper):
    """Time by the number of sets: what was measured, the line through it, and what the line gives
    for all sets."""
    from matplotlib.transforms import offset_copy  # not there where nothing is drawn
    axes = figure.subplots()
    marks = set()
    for place, rows in found.items():
        for number, form in enumerate(dict.fromkeys(row.form for row in rows)):
            of_form = [row for row in rows if row.form == form and row.unit == "s"]
            points = {sets_of(row): row.value for row in of_form if not row.sample}
            # The smaller the later it is drawn: none hides another.
            style = {"color": COLOURS[place], "marker": MARKERS[number],
                     "markersize": 8 - 1.6 * list(NAMES).index(place)}
            axes.plot(*zip(*sorted(points.items())), linestyle="none",
                      label=", ".join([NAMES[place], *([form] if form else [])]), **style)
            scaled = [(sets_of(row), row.value) for row in of_form if row.sample]
            if scaled:
                axes.plot(*zip(*scaled), linestyle="none", markerfacecolor="none",
                          label=f"{NAMES[place]}, by the line", **style)
            least = 1 if sum(count > 0 for count in points) > 1 else 0
            counts = [count for count in points if count >= least]
            if len(counts) > 1:
                each, first = statistics.linear_regression(counts, [points[c] for c in counts])
                at = [*(0.1 * step for step in range(10)), *range(1, 101)]
                axes.plot(at, [first + each * count for count in at], linewidth=1,
                          linestyle=DASHES[number], color=COLOURS[place])
            marks |= set(points)
    stars = stars_of([row for row in paper if row.unit == "s"])
    for number, (name, marker) in enumerate(stars.items()):
        points = sorted((sets_of(row), row.value) for row in paper
                        if row.unit == "s" and row.hardware == name)
        aside = 6 * (number - (len(stars) - 1) / 2)  # points: none hides another
        axes.plot(*zip(*points), label=f"paper: {name}", **star_style(marker),
                  transform=offset_copy(axes.transData, figure, aside, 0, "points"))
    axes.set_xscale("symlog", linthresh=1, linscale=0.4)
    axes.set_yscale("log")
    axes.set_xlim(-0.2, 170)
    times = [row.value for rows in (*found.values(), paper) for row in rows if row.unit == "s"]
    axes.set_ylim(0.4 * min(times), 3 * max(times))
    marks = sorted(marks | {0, 100})
    axes.set_xticks(marks, [f"{mark:g}" if mark else "DD alone" for mark in marks])
    axes.minorticks_off()
    axes.set_xlabel("sets of random points")
    axes.set_ylabel("time [s]")
    return [axes]


def energy_of(run):
    points = run.choose(check=5000, quick=100_000, paper=1_000_000)
    return {f"DD of {points:,} points": ["pairs", "--data", uniform(run, points), *BINS,
                                         "--regions", 10, "--output", run.folder / "counts.csv"]}


def sets_verdict(found, paper):
    """Of each place: of a GPU by the benchmarks, which alone tell how long DD takes there."""
    words = {"one": "by one thread", "all": "by all threads", "gpu": "on a GPU"}
    ours = {words[place]: row for place, rows in found.items() for row in rows
            if row.case == FURTHER and row.value is not None}
    if not ours:
        return "not measured"
    theirs = [row.value for row in paper if row.case == FURTHER]
    within = bool(theirs) and all(min(theirs) <= row.value <= max(theirs) for row in ours.values())
    told = ", ".join(f"{rounded(row.value, min(3, row.digits or 3))} times DD {where}"
                     for where, row in ours.items())
    published = ", ".join(f"{value:.3g}" for value in theirs)
    return (f"{judged(within, all(row.value > 0 for row in ours.values()))}: a further set costs"
            f" {told} (published times give {published}; pair by pair it would be three times)")


ITEMS = [
    Item("roeh2009-times", "The slides: pairs by the number of points",
         "How long do pair counts take, by tiles and by brute force?",
         "Uniform points on the sky, 30 bins of 0.01 to 100 degrees, 10 regions, on the device;"
         " siderum's exact counts beside the published form, each pair by its scalar product,"
         " written anew for this"
         " comparison (without regions).",
         "siderum takes or leaves whole tiles of pairs; only pairs near an edge are looked at. FP32"
         " gains it nothing on hosts, where blocks of eight points are looked at in both precisions"
         " ([pair_counts.md](pair_counts.md)).",
         Axes("points", "time [s]", "xy", panels=("FP64", "FP32"), at_points=True),
         measure_sizes, benchmarks=(FORMS,), remark=slow_in_fp32),
    Item("roeh2009-speedup", "The slides: a GPU over one core",
         "How many times faster is each than brute force on one thread?",
         "The times of roeh2009-times at 100,000 points, which is what the slides' times suggest"
         " (at the largest size where that was not measured), and beneath the table at the others."
         " `brute force` is the same algorithm on all threads and on the GPU, `siderum` its own.",
         "The baseline is the published algorithm on one thread of this host, as theirs was on one"
         " core of an Opteron; where it takes one thread longer than the limit it is scaled by its"
         " pairs. The slides do not say how many points theirs had: what a GPU gains"
         " grows with them until all of it is at work. FP32 gains less here: an H200 has one unit"
         " of FP64 for two of FP32, a GTX 280 one for eight, and both precisions search a pair's"
         " bin in the same way. What tiles gain grows with the number of points.",
         Axes("", "ratio", "y", line=1.0), derive=derive_speedups, source="roeh2009-times",
         tabled=of_judged, remark=by_size, verdict=speedup_verdict,
         claim="a GPU counts 225 times as fast as one core in FP32, and 80 times in FP64 (or more,"
         " at the number of points that their times suggest; in kind: faster than one core in"
         " both)"),
    Item("roeh2009-precision", "The slides: counts in FP32",
         "From which separation on are counts in FP32 right?",
         "100 clusters of points, `siderum simulate sky-points --clusters`, 50 bins from 0.1 arcsec"
         " to 10 degrees; the difference of FP32 from FP64. Wrong is a bin that is off by more"
         " than a tenth; FP32 is wrong below the upper edge of the last such bin. At the published"
         " scale 100,000 points; scalar products have 20,000 on hosts.",
         "The scalar product of two near directions is rounded to one; siderum compares squared"
         " chords, relative to the tile's own centre.",
         Axes("separation [arcmin]", "FP32 is off by [%]", "x"), measure_precision, once=True,
         benchmarks=(FORMS,), draw=draw_precision,
         verdict=precision_verdict,
         claim="FP32 is wrong below 4 arc minutes (to a factor of two; in kind: below some"
         " separation)"),
    Item("roeh2009-sets", "The slides: one hundred sets of random points",
         "How long do DD, DR and RR of 100 sets take?",
         "1e5 points a catalogue, 30 bins of 0.01 to 100 degrees, 10 regions, FP64; 1, 2 and 4"
         " sets, on a GPU also 10, at the published scale all 100, and by its benchmarks all. A"
         " further set is the slope of a line through the numbers of sets, or a hundredth of what"
         " all take beyond DD.",
         "The slides do not say how many points, so that their times are not divided by ours, nor"
         " whether DR and RR of the sets are pooled. A further set of theirs is what they have for"
         " DR and RR over 100 times DD. Times of the program are in ms,"
         " and on a GPU hold what first launches take; those of the benchmarks do not, so that only"
         " times of one kind are divided by one another.",
         Axes("", "time [s]", "y"), measure_sets, benchmarks_of_gpu=(FORMS, "pair_counts_bench"),
         compared=False, read=with_digits, draw=draw_sets, draw_all=True,
         verdict=sets_verdict,
         claim="the cost grows with the number of sets of random points, by 1 to 3.84 times DD for"
               " each (in kind: it grows)"),
    Item("roeh2009-gpus", "The slides: several GPUs",
         "How many times faster are several GPUs than one?",
         "Two, four and eight GPUs over one, as far as bench/ranks_bench.py has measured them: 1e7"
         " uniform points to 1 degree, 1e6 to 10 degrees, and the job of the slides: 1e5 points and"
         " 100 random sets of as many. More than two were not at hand.",
         "The slides say that speed grows with GPUs to a limit, without a number, for 1, 2, 4 and 8"
         " of them.", Axes("", "times faster than one GPU", line=1.0),
         derive=several.derive((SETS_JOB, "pairs to 1 degree", "pairs to 10 degrees"), (2, 4, 8),
                               (SETS_JOB,)),
         columns=("gpu",)),
    joules.item("roeh2009", "pair counts",
                "Uniform points on the sky, 30 bins of 0.01 to 100 degrees, 10 regions, FP64; 1e5"
                " points at the quick scale and 1e6 at the published one.", energy_of),
]
