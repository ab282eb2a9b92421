# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Roeh, Kindratenko & Brunner 2009: cosmological data analysis with graphics processors."""

import csv

from .items import Axes, Item, Row, judged, value_of

PRECISIONS = (("FP64", "double"), ("FP32", "single"))
BINS = ["--bins", "0.01:100:30"]


def uniform(run, points, seed=1):
    return run.made(f"sky{points}.{seed}.fits", "simulate", "sky-points", "--points", points,
                    "--seed", seed, "--output", "{output}")[0]


def counted(run, *words):
    output = run.folder / "counts.csv"
    seconds = run.fastest("pairs", *words, "--output", output)
    with output.open(encoding="utf-8") as file:
        return seconds, list(csv.DictReader(file))


def measure_sizes(run):
    sizes = run.choose(check=(10_000,), quick=(10_000, 100_000),
                       paper=(10_000, 100_000, 1_000_000))
    rows = []
    for points in sizes:
        for form, precision in PRECISIONS:
            seconds, _ = counted(run, "--data", uniform(run, points), *BINS, "--regions", 10,
                                 "--precision", precision)
            rows.append(Row(f"{points:,} points, {form}", seconds, "s", "siderum", points))
    on_host = run.place.device == "cpu"
    most = run.choose(check="10000", quick="10000", paper="10000|100000" if on_host else "10+")
    cases = run.choose(check="quick", quick="quick", paper="all")
    times = {}
    for name, row in run.bench("published_forms_bench", f"pairs/brute/.*/({most})/", cases=cases):
        words = name.split("/")
        times.setdefault(words[4], {})[int(words[5])] = row["real_time"] * 1e-3
    for form, precision in PRECISIONS:
        for points in sizes:
            known = max(count for count in times[precision] if count <= points)
            rows.append(Row(f"{points:,} points, {form}",
                            times[precision][known] * (points / known) ** 2, "s", "brute force",
                            points, f"{known:,} points, by their pairs" if known < points else ""))
    return rows


def derive_speedups(found):
    """Brute force on one thread over siderum, at the largest size that both have."""
    if "one" not in found:
        return {}
    ratios = {}
    for place, rows in found.items():
        ratios[place] = []
        for form, _ in PRECISIONS:
            sizes = [row for row in found["one"] if row.form == "brute force"
                     and row.case.endswith(form)]
            case = max(sizes, key=lambda row: row.x).case
            brute = value_of(found["one"], case, "brute force")
            ratios[place] += [
                Row(f"brute force over the device, {form}", brute / value_of(rows, case, name),
                    "x", name) for name in ("brute force", "siderum") if value_of(rows, case, name)]
    return ratios


def measure_precision(run):
    points = run.choose(check=5000, quick=50_000, paper=100_000)
    path = run.made(f"clusters{points}.fits", "simulate", "sky-points", "--points", points,
                    "--clusters", 100, "--output", "{output}")[0]
    bins = ["--unit", "arcsec", "--bins", "0.1:36000:50"]
    (_, exact), (_, rounded) = (counted(run, "--data", path, *bins, "--precision", precision)
                                for _, precision in PRECISIONS)
    rows, good_from = [], 0.0
    for one, other in zip(exact, rounded):
        pairs = int(one["dd"])
        if pairs:
            low, high = float(one["theta_min"]) / 60, float(one["theta_max"]) / 60
            difference = 100 * abs(int(other["dd"]) - pairs) / pairs
            rows.append(Row(f"from {low:.3g} to {high:.3g} arcmin", difference, "%", "siderum",
                            low))
            if difference > 10:
                good_from = high
    for _, row in run.bench("published_forms_bench", "pairs/precision/", cases="quick"):
        rows.append(Row("FP32 is wrong below", row["good_from"], "arcmin", "scalar products",
                        draw=False))
    return rows + [Row("FP32 is wrong below", good_from, "arcmin", "siderum", draw=False)]


def precision_verdict(found, paper):
    rows = found.get("all") or found.get("gpu") or []
    theirs = value_of(rows, "FP32 is wrong below", "scalar products")
    ours = value_of(rows, "FP32 is wrong below", "siderum")
    below = "nowhere" if ours == 0 else f"below {60 * ours:.2g} arcsec"
    return (f"{judged(theirs > 1)} for scalar products in FP32: off by"
            f" more than a tenth below {theirs:.2g} arcmin; siderum's FP32 {below}")


def measure_sets(run):
    points = run.choose(check=5000, quick=100_000, paper=100_000)
    kept = run.choose(check=2, quick=2, paper=4 if run.place.device == "cpu" else 100)
    data = uniform(run, points)
    alone, _ = counted(run, "--data", data, *BINS, "--regions", 10)
    sets = [uniform(run, points, seed) for seed in range(2, kept + 2)]
    rows = [Row("DD", alone, "s")]
    one = None
    for count in (1, kept) if kept > 1 else (1,):
        seconds, _ = counted(run, "--data", data, "--randoms", *sets[:count], *BINS, "--regions",
                             10)
        one = seconds if count == 1 else one
        rows.append(Row(f"with {count} set{'s' if count > 1 else ''} of random points", seconds,
                        "s", x=count, draw=False))
    each = (seconds - one) / (kept - 1)
    total = one + 99 * each if kept < 100 else seconds
    rows.append(Row("DD, DR and RR", total, "s",
                    sample=f"{kept} of 100 sets" if kept < 100 else ""))
    return rows + [Row("a further set over DD", each / alone, "x", draw=False)]


def sets_verdict(found, paper):
    rows = found.get("gpu") or found.get("all") or []
    ratio = value_of(rows, "a further set over DD")
    return (f"{judged(ratio > 1)}: a further set costs {ratio:.2g}"
            " times DD (pair by pair it would be three times)")


ITEMS = [
    Item("roeh2009-times", "The slides: pairs by the number of points",
         "How long do pair counts take, by tiles and by brute force?",
         "Uniform points on the sky, 30 bins from 0.01 degrees, 10 regions; siderum's exact counts"
         " beside the published form, each pair by its scalar product, written anew for this"
         " comparison (without regions).",
         "siderum takes or leaves whole tiles of pairs; only pairs near an edge are looked at.",
         Axes("points", "time [s]", "xy", panels=("FP64", "FP32")), measure_sizes),
    Item("roeh2009-speedup", "The slides: a GPU over one core",
         "How many times faster than brute force on one thread?",
         "The largest size of roeh2009-times that one thread counts by brute force.",
         "The baseline is the published algorithm on one thread of this host, as theirs was on one"
         " core of an Opteron. What tiles gain grows with the number of points.",
         Axes("", "ratio", "y"), derive=derive_speedups, source="roeh2009-times"),
    Item("roeh2009-precision", "The slides: counts in FP32",
         "From which separation on are counts in FP32 right?",
         "100 clusters of points, `siderum simulate sky-points --clusters`, 50 bins from 0.1 arcsec"
         " to 10 degrees; the difference of FP32 from FP64. Scalar products (20,000 points on"
         " hosts): the edge above which all bins agree to a tenth.",
         "The scalar product of two near directions is rounded to one; siderum compares squared"
         " chords, relative to the tile's own centre.",
         Axes("separation [arcmin]", "FP32 is off by [%]", "x"), measure_precision, once=True,
         verdict=precision_verdict, claim="FP32 is wrong below 4 arc minutes"),
    Item("roeh2009-sets", "The slides: one hundred sets of random points",
         "How long do DD, DR and RR of 100 sets take?",
         "1e5 points a catalogue, 30 bins of 0.01 to 100 degrees, 10 regions, FP64.",
         "The slides do not say how many points, nor whether DR and RR of the sets are pooled.",
         Axes("", "time [s]", "y"), measure_sets, verdict=sets_verdict,
         claim="the cost grows with the number of sets of random points"),
]
