# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Gowanlock, Butler, Trilling & McNeill 2022, Astronomy and Computing 38: times and stages."""

import dataclasses
import re

from . import joules, several
from .catalogues import (ASTEROID, POINTS, STARS, beginning, lines_of, part_of, simulated,
                         timed_asteroid)
from .clock import digits_of, seconds_measured
from .gowanlock2021 import thread_counts
from .gowanlock2022 import CATALOGUES, METHODS, grid
from .gowanlock_ratios import percent, quotient, row_of
from .items import Axes, Item, Row, best_place, by_simulated, judged, value_of
from .places import CURVES, LIMIT, RESOLUTION
from .report import NAMES
from .style import HATCHES, PAPER
from .words import marked, number, rounded

SMOOTHERS = ("multi-pass", "single pass")
PRECISIONS = (("FP64", "double"), ("FP32", "single"))


def measure_threads(run):
    if not run.on_host:
        return []
    path = timed_asteroid(run)
    rows = []
    for method in SMOOTHERS:
        times = {}
        for threads in thread_counts():
            timing = run.at(threads).timed(
                500_000, lambda n: ["periods", path, *grid(0.1, 10, n), *METHODS[method]])
            times[threads] = Row("", timing.seconds, "s", sample=timing.sample)
            rows.append(quotient(f"{threads} thread{'s' if threads > 1 else ''}", times[1],
                                 times[threads], method, x=threads))
        rows.append(quotient(f"speed-up of all threads, {method}", times[1],
                             times[thread_counts()[-1]], draw=False))
    return rows


# Points times frequencies that a GPU takes about half a second for.
LONG_ENOUGH = 10 ** 10


def more_frequencies(run, points, count):
    """How many times as many frequencies a GPU searches, so that its clock tells their time."""
    if run.on_host or run.scale == "check":
        return 1
    return max(1, LONG_ENOUGH // (points * count))


def timed_by_more(run, path, count, options, limit=None):
    """(the time of so many frequencies, its sample): on a GPU of more of them, divided."""
    times = more_frequencies(run, len(lines_of(path)), count)
    timing = run.timed(times * count, lambda n: ["periods", path, *grid(0.1, 10, n), *options],
                       limit=limit)
    sample = f"{times * count:,} frequencies, divided by {times:,}" if times > 1 else ""
    return timing.seconds / times, timing.sample or sample


def measure_lengths(run):
    """By the points of one light curve: the beginnings of that of an asteroid."""
    path = timed_asteroid(run)
    count = run.choose(check=1000, quick=100_000, paper=100_000)
    rows = []
    for points in run.choose(check=(50,), quick=(25, 50, 75, 100, 300, 1000, 3000),
                             paper=(25, 50, 75, 100, 200, 300, 500, 1000, 2000, 3000)):
        part = beginning(run, path, points)
        for method in SMOOTHERS:
            seconds, sample = timed_by_more(run, part, count, METHODS[method], run.limit(CURVES))
            rows.append(Row(f"{points:,} points", seconds, "s", method, points, sample))
    return rows


def steps_of(rows):
    """[(row, that of more points)] of the multi-pass search, where the time grows by much more
    than the points do."""
    curve = sorted((row for row in rows if row.value and row.form == "multi-pass" and row.x),
                   key=lambda row: row.x)
    return [(few, many) for few, many in zip(curve, curve[1:])
            if many.value / few.value > 1.4 * many.x / few.x]


def lengths_verdict(found, paper):
    """Against what the points alone would make of it, on a GPU, whose kernels the claim is of,
    where times are long enough to tell; with the steps of siderum's own kernels."""
    if not found.get("gpu"):
        return "not measured: it takes a GPU"
    least = 0.2
    before, after = (next((row for row in found.get("gpu", []) if row.value and
                           (row.case, row.form) == (f"{points} points", "multi-pass")), None)
                     for points in (50, 75))
    if before and after and min(map(seconds_measured, (before, after))) >= least:
        step = after.value / before.value
        own = ", ".join(
            f"{few.x:,.0f} to {many.x:,.0f} points {many.value / few.value:.1f} times"
            f"{marked(few, many)} for {many.x / few.x:.2g}"
            for few, many in steps_of(found["gpu"]) if few.x >= 75)
        own = f"; siderum has steps of its own in the multi-pass search: {own}" if own else ""
        told = rounded(step, min(3, digits_of(step, before, after) or 3))
        return (f"{judged(step > 2)}: on a GPU 75 points take {told} times{marked(before, after)}"
                f" as long as 50, of which they have 1.5 times{own}")
    return "not decided here: so few points take a GPU less than a program's time tells"


def measure_objects(run):
    """One object of 53 points and one of 3,554, 5e5 frequencies."""
    path = timed_asteroid(run)
    rows = []
    for points in (53, POINTS):
        part = beginning(run, path, points)
        for method in SMOOTHERS:
            seconds, sample = timed_by_more(run, part, 500_000, METHODS[method])
            rows.append(Row(f"{points:,} points, {method}", seconds, "s", sample=sample))
    return rows


def stars_of(run):
    return run.published(STARS) or simulated(run, "stripe-82", 136)[0]


def measure_grids(run):
    """Stripe 82 by the number of frequencies."""
    path = stars_of(run)
    rows = []
    for count in run.choose(check=(1000,), quick=(100_000, 300_000, 1_000_000),
                            paper=(100_000, 300_000, 600_000, 1_000_000)):
        for method in SMOOTHERS:
            timing = run.timed(count, lambda n: ["periods", path, *grid(0.1, 10, n),
                                                 *METHODS[method]], limit=run.limit(CURVES))
            rows.append(Row(f"Stripe 82, {method}, {count:,}", timing.seconds, "s", method, count,
                            timing.sample))
    return rows


def both_parts(kept, objects, timing):
    """Of the objects and of the frequencies."""
    return ", ".join(filter(None, (part_of(kept, objects, "objects"), timing.sample)))


def search_of(run, path_of, of_grid, options, limit):
    """The search of n objects, whose file is path_of(n), as a function of n."""
    low, high, count = of_grid
    return lambda kept: run.timed(count, lambda n: ["periods", path_of(kept), *grid(low, high, n),
                                                    *options], limit=limit)


def all_or(run, part, objects, limit, timed):
    """(how many objects, their time): a part of them, or at the published scale all where that
    tells that a host has time for them. timed(n): of n objects."""
    timing = timed(part)
    has_time = timing.seconds * objects / part <= limit
    if run.on_host and run.scale == "paper" and part < objects and has_time:
        return objects, timed(objects)
    return part, timing


def of_catalogue(run, objects, counts, case_of, x_of, *more):
    """Times of asteroids as TESS sees them; of a part of them, but for a GPU at the published
    scale, and a host that has time for all."""
    part = min(objects, run.choose(check=20, quick=200, paper=1000 if run.on_host else objects))
    rows = []

    def path_of(kept):
        return simulated(run, "tess-asteroids", kept, 1, *more)[0]
    for count in counts:
        for method in SMOOTHERS:
            kept, timing = all_or(run, part, objects, run.limit(CURVES),
                                  search_of(run, path_of, (0.1, 10, count), METHODS[method],
                                            run.limit(CURVES)))
            rows.append(Row(f"TESS, {method}, {case_of(count)}", timing.seconds * objects / kept,
                            "s", method, x_of(count), both_parts(kept, objects, timing)))
    return rows


def measure_tess_grids(run):
    counts = run.choose(check=(1000,), quick=(10_000, 30_000, 90_000),
                        paper=(10_000, 30_000, 60_000, 90_000))
    return of_catalogue(run, 37_965, counts, lambda n: f"{n:,} frequencies", lambda n: n)


def measure_tess_lengths(run):
    rows = []
    for points in run.choose(check=(50,), quick=(50, 150, 500), paper=(50, 150, 300, 500)):
        rows += of_catalogue(run, 3150, (run.choose(check=1000, quick=50_000, paper=50_000),),
                             lambda _: f"{points} points", lambda _: points, "--points", points)
    return rows


def derive_range(name):
    """The lowest and the highest of the ratios of a curve, or of two."""
    def derive(found, beside=None):
        curves = [curve for curve in (found, beside or {}) if curve.get("all") and curve.get("gpu")]
        rows = []
        for method in SMOOTHERS:
            pairs = [(row_of(curve["all"], row.case, method), row) for curve in curves
                     for row in curve["gpu"] if row.form == method and row.value]
            ratios = sorted((quotient("", host, gpu) for host, gpu in pairs if host),
                            key=lambda row: row.value)
            rows += [dataclasses.replace(row, case=f"{name}, {method}, {which}") for which, row
                     in zip(("lowest", "highest"), (ratios[:1] + ratios[-1:]))]
        return {"gpu": rows} if curves else {}
    return derive


def derive_ratios(found):
    if not found.get("all") or not found.get("gpu"):
        return {}
    pairs = [(row_of(found["all"], row.case), row) for row in found["gpu"] if row.value]
    return {"gpu": [quotient(gpu.case, host, gpu) for host, gpu in pairs if host]}


SHORT_STAGES = "53 points, "


def measure_stages(run):
    backend = "cuda/cuda" if run.place.device == "gpu" else "portable/openmp"
    found = run.bench("super_smoother_bench",
                      f"^super_smoother/stages/{backend}/double/.*/(136x7064|1x53x|1x3554x)",
                      cases="quick")
    rows = []
    for name, row in found:
        method = "multi-pass" if "/multi_pass/" in name else "single pass"
        objects, points, count = map(int, re.search(r"/(\d+)x(\d+)x(\d+)/", name).groups())
        case = "Stripe 82" if objects == 136 else f"{points:,} points"
        wanted = 330_000 if objects == 136 else 500_000
        for stage, counter in (("folding", "fold"), ("sorting", "sort"), ("smoother", "smooth"),
                               ("rest", "reduce")):
            rows.append(Row(f"{case}, {method}, {stage}", 100 * row[f"{counter}_share"], "%",
                            sample=part_of(min(count, wanted), wanted, "frequencies"),
                            note=f"{count:,} frequencies" if count > wanted else "",
                            draw=stage != "rest"))
    return rows


def without_launches(place, rows):
    """Earlier versions of the benchmark searched 5e5 frequencies of an object on a GPU, and no row
    said how many. Of 53 points that takes some 3 ms, half of which is the launch."""
    return [row for row in rows
            if place != "gpu" or row.note or not row.case.startswith(SHORT_STAGES)]


def launches_left_out(found, _):
    rows = found.get("gpu", [])
    if not rows or any(row.case.startswith(SHORT_STAGES) for row in rows):
        return ""
    return ("The stages of 53 points on the GPU are left out: the benchmark of that commit searched"
            " 5e5 frequencies of an object, which of 53 points takes some 3 ms, and half of that is"
            " the launch, which would count as folding.")


STAGES = (("folding", "0.75"), ("sorting", "#e69f00"), ("smoother", "#0072b2"))


def whole_of(shares):
    """Those above 0, in units of their sum where that is more than 100: what scatters below 0 is
    missing from the others."""
    kept = {stage: share for stage, share in shares.items() if share and share > 0}
    most = max(100.0, sum(kept.values()))
    return {stage: 100 * share / most for stage, share in kept.items()}


def draw_stages(figure, found, curves, paper):
    """A stacked bar for each search: ours, beneath them the paper's."""
    places = {f"siderum, {NAMES[place]}": found[place] for place in ("gpu", "all")
              if found.get(place)} or {f"siderum, {NAMES[place]}": rows
                                       for place, rows in found.items()}
    figure.set_size_inches(6.4, 3.2 + 1.1 * len(places))
    axes = figure.subplots()
    cases = list(dict.fromkeys(row.case.rpartition(", ")[0] for row in
                               [*(row for rows in places.values() for row in rows), *paper]))
    labels, at = [], 0.0
    for case in cases:
        bars = [(who, {stage: value_of(rows, f"{case}, {stage}") for stage, _ in STAGES})
                for who, rows in places.items()]
        for machine in dict.fromkeys(row.hardware for row in paper):
            of_machine = {row.case.rpartition(", ")[2]: row.value for row in paper
                          if row.hardware == machine and row.case.startswith(f"{case}, ")}
            if of_machine:
                bars.append((machine, of_machine))
        bars = [(who, values) for who, values in bars if any(values.values())]
        for who, values in bars:
            left = 0.0
            values = whole_of(values)
            for number, (stage, colour) in enumerate(STAGES):
                if stage in values:
                    axes.barh(at, values[stage], left=left, height=0.8, color=colour,
                              hatch=HATCHES[number] if number else "",
                              edgecolor=PAPER if who not in places else "0.2", linewidth=0.8,
                              label=stage if who in places else None)
                    left += values[stage]
            labels.append((at, who if who in places else f"paper, {who}"))
            at += 1
        labels[-len(bars)] = (labels[-len(bars)][0], f"{case}: {bars[0][0]}")
        at += 0.5
    axes.set_yticks([place for place, _ in labels], [text for _, text in labels], fontsize=7.5)
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("share of the time [%]; what is missing: other stages")
    return [axes]


def stages_of(name):
    """The verdict on the shares of the smoother and of sorting, of a catalogue or an object; of
    what is published for several kernels the nearest counts."""
    def verdict(found, paper):
        rows = best_place(found)
        kept = {}
        for method in SMOOTHERS:
            for stage in ("smoother", "sorting"):
                case = f"{name}, {method}, {stage}"
                kept[f"{method}, {stage}"] = (row_of(rows, case), [
                    row.value for row in paper if row.case == case])
        if not all(ours and theirs for ours, theirs in kept.values()):
            return "not measured" + (" on a GPU" if found.get("gpu") else "")
        return by_simulated("; ".join(stages_judged(method, kept) for method in SMOOTHERS))
    return verdict


def stages_judged(method, kept):
    """Of one pass: kept has our row and the published shares of its stages."""
    stages = {stage: kept[f"{method}, {stage}"] for stage in ("smoother", "sorting")}
    orders = [of(stages["smoother"]) > of(stages["sorting"])
              for of in (lambda pair: pair[0].value, lambda pair: pair[1][0])]
    exactly = all(min(abs(ours.value - value) for value in theirs) < 5
                  for ours, theirs in stages.values())
    told = ", ".join(f"{stage} {percent(ours.value)} ({'sample, ' if ours.sample else ''}"
                     f"published {' and '.join(f'{value:g}' for value in theirs)})"
                     for stage, (ours, theirs) in stages.items())
    return f"{judged(exactly, orders[0] == orders[1])} of the {method}: {told}"


CRITERION = "each to 5 % of the whole; in kind: the same of the two is the longer"


# Of a catalogue that the paper has no times of in this precision a GPU searches one object of so
# many.
PARTS = {("LINEAR", "double"): 8}


def objects_kept(run, name, objects, precision):
    """How many of the objects of a catalogue are searched."""
    if run.on_host or run.scale != "paper":
        return min(objects, run.choose(check=20, quick=200, paper=1000))
    return objects // PARTS.get((name, precision), 1)


def measure_catalogues(run):
    """The time of each catalogue, the largest last; hosts search some of its objects and some
    frequencies where all would take them longer than the limit."""
    precisions = PRECISIONS[:1] if run.scale == "check" else PRECISIONS
    rows = []
    for name, (survey, objects, *of_grid) in CATALOGUES.items():
        def path_of(kept, name=name, survey=survey):
            return (run.published(STARS) if name == "Stripe 82" else None) or simulated(
                run, survey, kept)[0]
        for method, options in METHODS.items():
            for form, precision in precisions:
                kept, timing = all_or(
                    run, objects_kept(run, name, objects, precision), objects, run.limit(LIMIT),
                    search_of(run, path_of, of_grid, [*options, "--precision", precision], None))
                rows.append(Row(f"{name}, {method}", timing.seconds * objects / kept, "s", form,
                                sample=both_parts(kept, objects, timing)))
    return rows


# [s] that the first launches of a process may take, see LIVE, and what its clock tells.
FIRST_LAUNCHES = 0.01


def left_open(double, single):
    """[s] of the difference of two times that the start on a GPU and the clock may make."""
    times = max(row.value / seconds_measured(row) for row in (double, single))
    return times * (FIRST_LAUNCHES + RESOLUTION)


def slow_in_fp32(found, _):
    """Where FP32 takes longer than FP64; not of one thread, whose times are too uncertain."""
    def slower(place):
        rows = found.get(place, [])
        for double in rows:
            single = row_of(rows, double.case, "FP32")
            if double.form == "FP64" and double.value and single and single.value > double.value:
                yield double, single, (
                    f"{double.case} {number(single.value, 's')} to {number(double.value, 's')}"
                    f"{marked(double, single)}")
    open_ones, others = [], []
    for double, single, told in slower("gpu"):
        (open_ones if single.value - double.value <= left_open(double, single) else others
         ).append(told)
    lines = []
    if open_ones:
        lines.append(f"On a GPU FP32 takes longer than FP64 by no more than its first launches and"
                     f" the clock leave open: {', '.join(open_ones)}.")
    if others:
        lines.append("On a GPU FP32 takes longer than FP64 by more than its first launches and the"
                     f" clock leave open: {', '.join(others)}; why is not looked into.")
    if told := [text for *_, text in slower("all")]:
        lines.append(f"By all threads FP32 takes longer than FP64 for {', '.join(told)}; why is not"
                     " looked into.")
    return " ".join(lines)


def derive_precision(found):
    pairs = {place: [(row, row_of(rows, row.case, "FP32")) for row in rows
                     if row.form == "FP64" and row.value and "Lomb" not in row.case]
             for place, rows in found.items()}
    return {place: [quotient(double.case, double, single) for double, single in of_place
                    if single] for place, of_place in pairs.items()}


def derive_single_pass(found):
    gains = {}
    for place, rows in found.items():
        gains[place] = []
        for name in CATALOGUES:
            for form, _ in PRECISIONS:
                slow, fast = (row_of(rows, f"{name}, {method}", form) for method in SMOOTHERS)
                if slow and fast:
                    gains[place].append(quotient(name, slow, fast, form))
    return gains


def single_pass_verdict(found, paper):
    rows = best_place(found)
    pairs = [(row_of(rows, row.case, row.form), row.value) for row in paper]
    pairs = [(ours, wanted) for ours, wanted in pairs if ours]
    if not pairs:
        return "not measured"
    holds = all(ours.value >= wanted for ours, wanted in pairs)
    told = ", ".join(
        f"{ours.case} {rounded(ours.value, min(3, ours.digits or 3))} times"
        f" ({'sample, ' if ours.sample else ''}published times give {wanted:g})"
        for ours, wanted in pairs)
    return by_simulated(f"{judged(holds, min(ours.value for ours, _ in pairs) > 1)}: {told}",
                        "TESS and LINEAR")


def energy_of(run):
    path = stars_of(run)
    count = run.choose(check=100, quick=33_000, paper=330_000)
    return {f"Stripe 82, {method}": ["periods", path, *grid(0.1, 10, count), *options]
            for method, options in METHODS.items()}


# Of bench/shared_jobs.cpp.
LINEAR_JOB = "LINEAR, single pass"

LIVE = ("Times are what the program spends on computing, transfers included. On a GPU they hold its"
        " first launches, up to some 10 ms.")

ITEMS = [
    Item("gowanlock2022-fig6", "Figure 6: threads of the host",
         "How far do threads carry the smoother?",
         "One object of 3,554 points, 5e5 frequencies, [0.1, 10) 1/d, FP64. What all threads take"
         " is in gowanlock2022-fig8.",
         "The paper's program does no vector work; what its threads share is memory alone. Why"
         " siderum's gain less than their number was not looked into.",
         Axes("threads", "speed-up"), measure_threads, once=True, of_hosts=True,
         columns=("all",), files=(ASTEROID,)),
    Item("gowanlock2022-fig7", "Figure 7: time by the points of a light curve",
         "How does the time grow with the points of one object?",
         "The beginnings of a light curve of 3,554 points, 1e5 frequencies, FP64. A GPU searches so"
         " many times as many frequencies that points times frequencies are 1e10, and its time is"
         " divided by as much, since few points take it less than the program's clock tells.",
         "The paper's kernel that keeps its points in shared memory fails from 75 points on, where"
         " the one in global memory takes over. siderum chooses by size before it starts: on a GPU"
         " to 64 points 8 lanes of a warp share a frequency, to 224 points 16 or 32 lanes, to 2,560"
         " a block that fits lines in registers, and to 3,584 a block whose arrays of the"
         " multi-pass search are in local memory ([super_smoother.md](super_smoother.md)). Its"
         " time steps up beyond 224 points, and that of the multi-pass search beyond 2,560.",
         Axes("points", "time [s]", "xy", at_points=True), measure_lengths, files=(ASTEROID,),
         verdict=lengths_verdict,
         claim="there is a step between 50 and 75 points (75 take more than twice as long as"
         " 50)"),
    Item("gowanlock2022-fig8", "Figure 8: a short and a long light curve",
         "How long do one object of 53 points and one of 3,554 take?",
         "The first points of a light curve, and all 3,554 of it; 5e5 frequencies, FP64. A GPU"
         " searches so many times as many frequencies that points times frequencies are 1e10, and"
         " its time is divided by as much, as in gowanlock2022-fig7.",
         "Published are the times of a host of 18 cores, in figure 6; of GPUs the text has only"
         " ratios: gowanlock2022-fig8-ratios.",
         Axes("", "time [s]", "y"), measure_objects, files=(ASTEROID,)),
    Item("gowanlock2022-fig8-ratios", "Figure 8: GPU over host",
         "How many times faster is a GPU than all threads?",
         "The times of gowanlock2022-fig8.",
         "Ours leave out what a search takes to start on a GPU, as more frequencies are searched. A"
         " ratio is of the same program on both: siderum's host form is faster than the paper's,"
         " too (gowanlock2022-fig8, paper / all threads).",
         Axes("", "host / GPU", "y", line=1.0),
         derive=derive_ratios, source="gowanlock2022-fig8", columns=("gpu",)),
    Item("gowanlock2022-table4", "Tables 3 and 4, figures 8 and 9: stages",
         "Which stage takes the time?",
         "Stripe 82 at 330,000 frequencies and objects of 53 and 3,554 points, FP64. Hosts have"
         " fewer frequencies, which they search at the same rate: 3,300 of Stripe 82, and so many"
         " of an object that points times frequencies are 2e7. On a GPU points times frequencies of"
         " an object are 1e10, beside which the launch does not count."
         " Searches that end after folding, after sorting and after smoothing are timed one after"
         " the other: a stage is what one takes longer than that before it, and `rest` is one sum"
         " over the points. What is less than the times scatter may come out below 0; the picture"
         " leaves it out and takes as much off the others.",
         "The paper sorts all frequencies at once through memory; siderum folds, sorts and smooths"
         " a frequency in one kernel, where the sort stays in registers or cache. What the paper"
         " calls phases stands beside folding; its further stages, such as freeing memory, siderum"
         " does not have. The stars are simulated,"
         " with as many points as those of Stripe 82.",
         Axes("", "share [%]"), measure_stages, benchmarks=("super_smoother_bench",),
         draw=draw_stages, read=without_launches, remark=launches_left_out,
         verdict=stages_of("Stripe 82"),
         claim="of Stripe 82 the smoother takes 53 % and sorting 13.9 % of the multi-pass search,"
         f" 11.5 and 24.0 % of the single pass ({CRITERION})",
         further=(
             ("of 53 points the smoother takes 78.4 or 63.6 % and sorting 11 or 19 % of the"
              " multi-pass search, by its kernel in global or shared memory, 12 and 45.8 % of the"
              f" single pass ({CRITERION})", stages_of("53 points")),
             ("of 3,554 points the smoother takes 90 % and sorting 7.7 % of the multi-pass search,"
              f" 27.2 and 53.8 % of the single pass ({CRITERION})", stages_of("3,554 points")))),
    Item("gowanlock2022-fig9", "Figure 9: Stripe 82 by the number of frequencies",
         "How does the time grow with the number of frequencies?",
         "136 stars, [0.1, 10) 1/d, FP64. " + LIVE,
         "The paper draws its times without numbers; what it tells of them are the ratios of"
         " gowanlock2022-fig9-ratios. A GPU's start weighs most at the fewest frequencies.",
         Axes("frequencies", "time [s]", "xy", at_points=True), measure_grids, files=(STARS,)),
    Item("gowanlock2022-fig9-ratios", "Figure 9: GPU over host",
         "How many times faster is a GPU than all threads?",
         "The times of gowanlock2022-fig9, the lowest and the highest ratio of a curve.",
         "The papers' smoother for GPUs keeps its windows in global memory; siderum's holds them in"
         " registers or shared memory.", Axes("", "host / GPU", "y", line=1.0),
         derive=derive_range("Stripe 82"), source="gowanlock2022-fig9", columns=("gpu",)),
    Item("gowanlock2022-fig10", "Figure 10: TESS by the number of frequencies",
         "How does the time grow with the number of frequencies?",
         "37,965 asteroids as TESS sees them, [0.1, 10) 1/d, FP64. " + LIVE,
         "The catalogue is simulated: log-normal numbers of points, 8 % have 500 and more.",
         Axes("frequencies", "time [s]", "xy", at_points=True), measure_tess_grids),
    Item("gowanlock2022-fig10-ratios", "Figures 10 and 11: GPU over host",
         "How many times faster is a GPU than all threads?",
         "The times of gowanlock2022-fig10 and gowanlock2022-fig11, the lowest and the highest"
         " ratio of both.",
         "The papers' multi-pass form for GPUs falls behind the host for long light curves, as its"
         " windows are in global memory; siderum's holds them in registers or shared memory up to"
         " 2,560 points. gowanlock2022-table6 has the catalogue at a number of frequencies between"
         " these, measured in another run, whose ratios may be lower than the lowest of these.",
         Axes("", "host / GPU", "y", line=1.0), derive=derive_range("TESS"),
         source="gowanlock2022-fig10", beside=("gowanlock2022-fig11",), columns=("gpu",)),
    Item("gowanlock2022-fig11", "Figure 11: TESS by the points of a light curve",
         "How does the time grow with the points of each object?",
         "3,150 asteroids of as many points each, 50,000 frequencies, [0.1, 10) 1/d, FP64. " + LIVE,
         "The paper cuts light curves to so many points, ours are simulated with as many: the time"
         " depends on little but their number.",
         Axes("points", "time [s]", "xy", at_points=True), measure_tess_lengths),
    Item("gowanlock2022-table6", "Table 6: three catalogues",
         "How long do three catalogues take?",
         "Stripe 82 (136 stars, 330,000 frequencies), TESS (37,965 asteroids, 26,757) and LINEAR"
         " (94,252 stars, 222,000), [0.1, 10) and [0.01, 10) 1/d, alpha 9. " + LIVE,
         "TESS and LINEAR are simulated. Lomb-Scargle is formed by whichever method is fastest. The"
         " paper has LINEAR in FP32 alone.",
         Axes("", "time [s]", "y"), measure_catalogues, files=(STARS,), remark=slow_in_fp32),
    Item("gowanlock2022-table5", "Table 5 and figure 12: FP64 over FP32",
         "What does double precision cost?", "The times of gowanlock2022-table6.",
         "The RTX 5000 has one FP64 unit for 32; data-centre GPUs have one for two."
         " siderum forms phases in FP64 in both.",
         Axes("", "FP64 / FP32", line=1.0), derive=derive_precision, source="gowanlock2022-table6"),
    Item("gowanlock2022-single-pass", "Table 6: what the single pass gains",
         "How many times faster is the single pass than the multi-pass form?",
         "The times of gowanlock2022-table6.",
         "siderum's multi-pass form keeps its windows in registers up to 2,560 points, so there is"
         " less to gain. What the authors' own forms take on an H200 is in"
         " [super_smoother.md](super_smoother.md#the-kernels-of-the-published-program).",
         Axes("", "multi-pass / single pass", "y", line=1.0), derive=derive_single_pass,
         source="gowanlock2022-table6", verdict=single_pass_verdict,
         claim="the single pass is 2.69, 4.71 and 11.46 times as fast as the multi-pass form (or"
         " more; in kind: faster for each catalogue)"),
    Item("gowanlock2022-fig13", "Figure 13: several GPUs",
         "How many times faster are four GPUs than one?",
         "The paper has LINEAR by four GPUs over one; of the multi-pass form the text says"
         " near-perfect. Of siderum there are two and four GPUs over one, as far as"
         " bench/ranks_bench.py has measured them, by an eighth of LINEAR in FP32 (the grid of"
         " gowanlock2022-table6), by Super Smoother for 136 stars, and by Lomb-Scargle for 999"
         " light curves at 1e6 frequencies and for 1e5 of 200 points at 1e5. More than two were not"
         " at hand.",
         "siderum shares a catalogue among processes (`--distributed`), one GPU each. LINEAR is"
         " simulated. The light curves of a job lie on the GPUs before it begins.",
         Axes("", "times faster than one GPU", line=1.0),
         derive=several.derive((LINEAR_JOB, "136 stars, Super Smoother", "999 light curves, best",
                                "many light curves of 200 points, best"), (2, 4), (LINEAR_JOB,),
                               {LINEAR_JOB: part_of(11_781, CATALOGUES["LINEAR"][1], "objects")}),
         columns=("gpu",)),
    joules.item("gowanlock2022", "a catalogue",
                "Stripe 82, [0.1, 10) 1/d, FP64, 33,000 frequencies at the quick scale and 330,000"
                " at the published one.", energy_of, (STARS,)),
]
