# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Roeh, Kindratenko & Brunner 2009: cosmological data analysis with graphics processors."""

import csv

from . import joules, several
from .items import Axes, Item, Row, best_place, judged, value_of
from .places import LIMIT
from .report import rounded
from .style import COLOURS, PAPER

PRECISIONS = (("FP64", "double"), ("FP32", "single"))
WRONG = 10.0  # [%], by which the counts of a bin are wrong
BINS = ["--bins", "0.01:100:30"]


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


def derive_speedups(found):
    """At the largest size that one thread counted by brute force, not one that was scaled."""
    if "one" not in found:
        return {}
    ratios = {place: [] for place in found}
    for form, _ in PRECISIONS:
        brute = max((row for row in found["one"] if row.form == "brute force"
                     and row.case.endswith(form) and not row.sample),
                    key=lambda row: row.x, default=None)
        for place, rows in found.items() if brute else ():
            ratios[place] += [
                Row(f"over brute force on one thread, {form}", brute.value / row.value, "x",
                    row.form, sample=row.sample, note=brute.case)
                for row in rows if row.case == brute.case and row.value]
    return ratios


def speedup_verdict(found, paper):
    """Of the published algorithm on the GPU of here; siderum's own beside it."""
    rows = found.get("gpu", [])
    pairs = {row.case: (value_of(rows, row.case, "brute force"), row.value) for row in paper}
    if any(ours is None for ours, _ in pairs.values()):
        return "not measured: it takes a GPU"
    told = ", ".join(f"{ours:,.0f} times in {case[-4:]} (published {theirs:g})"
                     for case, (ours, theirs) in pairs.items())
    tiles = ", ".join(f"{row.value:,.0f} times in {row.case[-4:]}" for row in rows
                      if row.form == "siderum")
    return (f"{judged(all(ours >= theirs for ours, theirs in pairs.values()))}: by brute force"
            f" {told}; by siderum {tiles}")


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
    if theirs is None or ours is None:
        return "not measured"
    below = "nowhere" if ours == 0 else f"below {60 * ours:.2g} arcsec"
    return (f"{judged(theirs > 1)} for scalar products in FP32: off by"
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
    if not run.on_host:
        return sets_of_bench(run)
    kept = run.choose(check=2, quick=2, paper=4)
    data = uniform(run, points)
    alone = run.fastest("pairs", "--data", data, *BINS, "--regions", 10, "--output",
                        run.folder / "counts.csv")
    sets = [uniform(run, points, seed) for seed in range(2, kept + 2)]
    rows, seconds = [Row("DD", alone, "s")], {}
    for count in (1, kept):
        seconds[count] = run.fastest(
            "pairs", "--data", data, "--randoms", *sets[:count], *BINS, "--regions", 10,
            "--output", run.folder / "counts.csv")
        rows.append(Row(f"with {count} set{'s' if count > 1 else ''} of random points",
                        seconds[count], "s", x=count, draw=False))
    each = (seconds[kept] - seconds[1]) / (kept - 1)
    return rows + [Row("DD, DR and RR", seconds[1] + 99 * each, "s",
                       sample=f"{kept} of 100 sets"),
                   Row("a further set over DD", each / alone, "x", draw=False)]


def sets_of_bench(run):
    """Whole: what takes less than the program's clock tells is from the benchmarks."""
    alone = bench_of_pairs(run, "tiles", (100_000,)).get(("tiles", "double"), {}).get(100_000)
    total = [row["real_time"] * 1e-3 for _, row in run.bench(
        "pair_counts_bench", "^pair_counts/cuda/cuda/double/published/100000x100sets/device")]
    return [Row("DD", alone, "s"),
            *(row for seconds in (total[:1] if alone else ()) for row in (
                Row("DD, DR and RR", seconds, "s"),
                Row("a further set over DD", (seconds - alone) / 100 / alone, "x", draw=False)))]


def energy_of(run):
    points = run.choose(check=5000, quick=100_000, paper=1_000_000)
    return {f"DD of {points:,} points": ["pairs", "--data", uniform(run, points), *BINS,
                                         "--regions", 10, "--output", run.folder / "counts.csv"]}


def sets_verdict(found, paper):
    rows = best_place(found)
    ratio = value_of(rows, "a further set over DD")
    if ratio is None:
        return "not measured"
    return (f"{judged(ratio > 1)}: a further set costs {ratio:.2g}"
            " times DD (pair by pair it would be three times)")


ITEMS = [
    Item("roeh2009-times", "The slides: pairs by the number of points",
         "How long do pair counts take, by tiles and by brute force?",
         "Uniform points on the sky, 30 bins of 0.01 to 100 degrees, 10 regions, on the device;"
         " siderum's exact counts beside the published form, each pair by its scalar product,"
         " written anew for this"
         " comparison (without regions).",
         "siderum takes or leaves whole tiles of pairs; only pairs near an edge are looked at.",
         Axes("points", "time [s]", "xy", panels=("FP64", "FP32"), at_points=True),
         measure_sizes),
    Item("roeh2009-speedup", "The slides: a GPU over one core",
         "How many times faster is each than brute force on one thread?",
         "The largest size of roeh2009-times that one thread counts by brute force. `brute force`"
         " is the same algorithm on all threads and on the GPU, `siderum` its own.",
         "The baseline is the published algorithm on one thread of this host, as theirs was on one"
         " core of an Opteron. What tiles gain grows with the number of points.",
         Axes("", "ratio", "y", line=1.0), derive=derive_speedups, source="roeh2009-times",
         verdict=speedup_verdict,
         claim="a GPU counts 225 times as fast as one core in FP32, and 80 times in FP64"),
    Item("roeh2009-precision", "The slides: counts in FP32",
         "From which separation on are counts in FP32 right?",
         "100 clusters of points, `siderum simulate sky-points --clusters`, 50 bins from 0.1 arcsec"
         " to 10 degrees; the difference of FP32 from FP64. Wrong is a bin that is off by more"
         " than a tenth; FP32 is wrong below the upper edge of the last such bin. Scalar products"
         " have 20,000 points on hosts.",
         "The scalar product of two near directions is rounded to one; siderum compares squared"
         " chords, relative to the tile's own centre.",
         Axes("separation [arcmin]", "FP32 is off by [%]", "x"), measure_precision, once=True,
         draw=draw_precision,
         verdict=precision_verdict, claim="FP32 is wrong below 4 arc minutes"),
    Item("roeh2009-sets", "The slides: one hundred sets of random points",
         "How long do DD, DR and RR of 100 sets take?",
         "1e5 points a catalogue, 30 bins of 0.01 to 100 degrees, 10 regions, FP64.",
         "The slides do not say how many points, nor whether DR and RR of the sets are pooled. On"
         " hosts these are times of the program, in milliseconds; DD in roeh2009-times is by a"
         " benchmark of the same count, at another time.",
         Axes("", "time [s]", "y"), measure_sets, verdict=sets_verdict,
         claim="the cost grows with the number of sets of random points"),
    Item("roeh2009-gpus", "The slides: several GPUs",
         "How many times faster are several GPUs than one?",
         "Two, four and eight GPUs over one, as far as bench/ranks_bench.py has measured them: 1e7"
         " uniform points to 1 degree, 1e6 to 10 degrees.",
         "The slides say that speed grows with GPUs to a limit, without a number, for 1, 2, 4 and 8"
         " of them.", Axes("", "times faster than one GPU", line=1.0),
         derive=several.derive(("pairs to 1 degree", "pairs to 10 degrees"), (2, 4, 8)),
         columns=("gpu",)),
    joules.item("roeh2009", "pair counts",
                "Uniform points on the sky, 30 bins of 0.01 to 100 degrees, 10 regions, FP64; 1e5"
                " points at the quick scale and 1e6 at the published one.", energy_of),
]
