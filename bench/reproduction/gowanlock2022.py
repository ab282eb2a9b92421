# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Gowanlock, Butler, Trilling & McNeill 2022: GPU-enabled searches for periodic signals of unknown
shape."""

import csv
import re
import statistics

from .gowanlock2021 import asteroid, best, periodogram, thinned, thread_counts
from .items import Axes, Item, Row, judged, value_of

STARS = "stripe82_rr_lyrae_z.csv"
CATALOGUED = "stripe82_rr_lyrae_periods.csv"
METHODS = {"multi-pass": ["--finder", "super-smoother"],
           "single pass": ["--finder", "super-smoother", "--variant", "single-pass"],
           "Lomb-Scargle": []}
PLANETS = {"HD 1397 b": 11.535, "HD 202772 A b": 3.309, "HD 219666 b": 6.036,
           "LHS 3844 b": 0.4629}
SEEDS = range(1, 21)


def grid(low, high, count):
    return ["--fmin", low, "--fmax", high, "--count", count]


def simulated(run, survey, objects, seed=1, *more):
    name = "-".join([survey, str(objects), str(seed), *map(str, more)]).replace("--", "")
    return run.made(f"{name}.csv", "simulate", "light-curves", "--survey", survey, "--objects",
                    objects, "--seed", seed, *more, "--output", "{output}", "--truth", "{truth}")


def rows_of(path):
    with open(path, encoding="utf-8") as file:
        return list(csv.DictReader(file))


def same(found, wanted, tolerance):
    return abs(found - wanted) <= tolerance * wanted


def measure_star(run):
    stars = run.published(STARS)
    source = stars or simulated(run, "stripe-82", 1)[0]
    with open(source, encoding="utf-8") as file:
        lines = [line for line in file if not line.startswith("id")]
    star = lines[0].split(",")[0]
    path = run.folder / "star.csv"
    path.write_text("".join(line for line in lines if line.split(",")[0] == star))
    count = run.choose(check=3300, quick=330_000, paper=330_000)
    rows, curves = [], {}
    for label, options in (("Lomb-Scargle", METHODS["Lomb-Scargle"]),
                           ("alpha 0", [*METHODS["multi-pass"], "--alpha", 0]),
                           ("alpha 9", [*METHODS["multi-pass"], "--alpha", 9])):
        period, x, y = periodogram(run, path, *grid(0.1, 10, count), *options)
        x, y = thinned(x, y, 1000)
        highest = max(y)
        curves[label] = [x, [value / highest for value in y]]
        rows.append(Row(f"best frequency, {label}", 1 / period, "1/d"))
    if stars is None:
        truth = rows_of(simulated(run, "stripe-82", 1)[1])[0]
        rows.append(Row("frequency that the stand-in was made with", 1 / float(truth["period_d"]),
                        "1/d"))
    return rows, curves


def draw_star(axes, rows, curves, paper):
    for number, (label, (x, y)) in enumerate(curves.items()):
        axes.plot(x, [value + 1.05 * number for value in y], linewidth=0.7, label=label,
                  color=("0.5", "#0072b2", "#009e73")[number])
    axes.set_xlabel("frequency [1/d]")
    axes.set_ylabel("power / highest, each 1.05 above")


def measure_planets(run):
    count = run.choose(check=1000, quick=10_000, paper=1_000_000)
    seeds = run.choose(check=SEEDS[:2], quick=SEEDS, paper=SEEDS)
    alphas = run.choose(check=(0,), quick=(0, 3, 6, 9), paper=range(11))
    methods = [(f"Super Smoother, alpha {alpha}", alpha,
                [*METHODS["single pass"], "--alpha", alpha]) for alpha in alphas]
    methods.append(("Lomb-Scargle", None, METHODS["Lomb-Scargle"]))
    rows = []
    for case, alpha, options in methods:
        hits = dict.fromkeys(PLANETS, 0)
        for name, period in PLANETS.items():
            # All seeds of a planet are one batch: as many objects as seeds.
            path, _ = simulated(run, "tess-planets", len(seeds), 1, "--period", period)
            text, _ = run.compute("periods", path, *grid(0.05, 10, count), *options)
            hits[name] += sum(same(float(row["period"]), period, 0.03) for row in best(text))
        rows.append(Row(case, 100 * sum(hits.values()) / len(seeds) / len(PLANETS), "%", "", alpha,
                        f"{len(seeds)} light curves a planet: "
                        + ", ".join(f"{name} {number}" for name, number in hits.items()),
                        draw=alpha is not None))
    return rows


def planets_verdict(found, paper):
    rows = found.get("all") or found.get("gpu") or []
    ours, other = value_of(rows, "Super Smoother, alpha 0"), value_of(rows, "Lomb-Scargle")
    return (f"{judged(ours > other)} in kind: {ours:.0f} % of the"
            f" light curves by alpha 0, {other:.0f} % by Lomb-Scargle")


def measure_shares(run):
    path, catalogued = run.published(STARS), run.published(CATALOGUED)
    count = run.choose(check=3300, quick=330_000, paper=330_000)
    objects = run.choose(check=2, quick=5, paper=136)
    rows = []
    for method, options in METHODS.items():
        case = method if method == "Lomb-Scargle" else f"Super Smoother, {method}"
        if path and catalogued:
            periods = {row["id"]: float(row["period_days"]) for row in rows_of(catalogued)}
            surveys = [(path, periods)]
        else:
            surveys = []
            for seed in SEEDS:
                stars, truth = simulated(run, "stripe-82", objects, seed)
                surveys.append((stars, {row["id"]: float(row["period_d"])
                                        for row in rows_of(truth)}))
        found = []
        for stars, periods in surveys:
            text, _ = run.compute("periods", stars, *grid(0.1, 10, count), *options)
            found += [same(float(row["period"]), periods[row["id"]], 0.01) for row in best(text)
                      if row["id"] in periods]
        rows.append(Row(case, 100 * sum(found) / len(found), "%", "", None,
                        f"{sum(found)} of {len(found)} stars"
                        + ("" if path and catalogued else " of 20 seeds, simulated")))
    return rows


def shares_verdict(found, paper):
    rows = found.get("all") or found.get("gpu") or []
    values = [value_of(rows, case) for case in ("Super Smoother, multi-pass",
                                                "Super Smoother, single pass", "Lomb-Scargle")]
    holds = min(values[:2]) > values[2]
    return (f"{judged(holds)} in kind:"
            f" {values[0]:.1f}, {values[1]:.1f} and {values[2]:.1f} %")


def is_alias(frequency):
    """Within 0.01 1/d of 1, 2, ... 9 1/d."""
    whole = round(frequency)
    return 1 <= whole <= 9 and abs(frequency - whole) < 0.01


def measure_aliases(run):
    objects = run.choose(check=5, quick=4, paper=94_252 // 20)
    count = run.choose(check=2200, quick=222_000, paper=222_000)
    rows = []
    for method, options in METHODS.items():
        shares = []
        for seed in SEEDS[:2] if run.scale == "check" else SEEDS:
            stars, _ = simulated(run, "linear", objects, seed)
            text, _ = run.compute("periods", stars, *grid(0.01, 10, count), *options)
            found = [is_alias(float(row["frequency"])) for row in best(text)]
            shares.append(100 * sum(found) / len(found))
        rows.append(Row(method, statistics.mean(shares), "%", "", None,
                        f"{len(shares)} seeds of {objects} stars, from {min(shares):.3g} to"
                        f" {max(shares):.3g} %"))
    return rows


def aliases_verdict(found, paper):
    rows = found.get("all") or found.get("gpu") or []
    ours, other = value_of(rows, "multi-pass"), value_of(rows, "Lomb-Scargle")
    return (f"{judged(ours < other)}: {ours:.1f} % of the answers of"
            f" Super Smoother, {other:.1f} % of those of Lomb-Scargle")


def measure_threads(run):
    if run.place.device == "gpu":
        return []
    path, _, _ = asteroid(run)
    rows = []
    for method in ("multi-pass", "single pass"):
        times = {}
        for threads in thread_counts():
            times[threads] = run.at(threads).timed(
                500_000, lambda n: ["periods", path, *grid(0.1, 10, n), *METHODS[method]])
            rows.append(Row(f"{threads} thread{'s' if threads > 1 else ''}",
                            times[1].seconds / times[threads].seconds, "x", method, threads,
                            times[threads].sample))
        most = times[thread_counts()[-1]]
        rows += [Row(f"speed-up of all threads, {method}", times[1].seconds / most.seconds, "x",
                     draw=False),
                 Row(f"all threads, {method}", most.seconds, "s", sample=most.sample, draw=False)]
    return rows


CATALOGUES = {"Stripe 82": ("stripe-82", 136, 0.1, 10, 330_000),
              "TESS": ("tess-asteroids", 37_965, 0.1, 10, 26_757),
              "LINEAR": ("linear", 94_252, 0.01, 10, 222_000)}


def measure_catalogues(run):
    """The time of each catalogue: on hosts of some of its objects, and of some frequencies."""
    precisions = (("FP64", "double"), ("FP32", "single"))
    if run.scale == "check":
        precisions = precisions[:1]
    rows = []
    for name, (survey, objects, low, high, count) in CATALOGUES.items():
        most = run.choose(check=20, quick=200, paper=objects)
        if run.place.device == "cpu":
            most = min(most, 1000)
        kept = min(objects, most)
        path = (run.published(STARS) if name == "Stripe 82" else None) or simulated(
            run, survey, kept)[0]
        for method, options in METHODS.items():
            for form, precision in precisions:
                timing = run.timed(count, lambda n: ["periods", path, *grid(low, high, n),
                                                     *options, "--precision", precision])
                sample = [f"{kept:,} of {objects:,} objects"] if kept < objects else []
                sample += [timing.sample] if timing.sample else []
                rows.append(Row(f"{name}, {method}", timing.seconds * objects / kept, "s", form,
                                sample=", ".join(sample)))
    return rows


def measure_periods(run):
    """How many periods are the same to 3 % in FP32 and in FP64."""
    rows = []
    for name, (survey, objects, low, high, count) in CATALOGUES.items():
        kept = run.choose(check=2, quick=10, paper=min(objects, 1000))
        count = run.choose(check=2000, quick=count, paper=count)
        path = (run.published(STARS) if name == "Stripe 82" else None) or simulated(
            run, survey, kept)[0]
        for method in ("multi-pass", "single pass"):
            found = [best(run.compute("periods", path, *grid(low, high, count), *METHODS[method],
                                      "--precision", precision)[0])
                     for precision in ("single", "double")]
            equal = [same(float(one["period"]), float(other["period"]), 0.03)
                     for one, other in zip(*found)]
            rows.append(Row(f"{name}, {method}", 100 * sum(equal) / len(equal), "%",
                            sample=f"{sum(equal)} of {len(equal)} objects"))
    return rows


def periods_verdict(found, paper):
    rows = found.get("gpu") or found["all"]
    least = min(row.value for row in rows)
    return (f"{judged(least >= 93)}: at least {least:.1f} % in each"
            " catalogue")


def derive_precision(found):
    return {place: [Row(row.case, row.value / value_of(rows, row.case, "FP32"), "x")
                    for row in rows if row.form == "FP64"
                    and value_of(rows, row.case, "FP32") and "Lomb" not in row.case]
            for place, rows in found.items()}


def derive_single_pass(found):
    return {place: [Row(name, value_of(rows, f"{name}, multi-pass", "FP64")
                        / value_of(rows, f"{name}, single pass", "FP64"), "x")
                    for name in CATALOGUES] for place, rows in found.items()}


def derive_device_ratios(found):
    if "all" not in found or "gpu" not in found:
        return {}
    return {"gpu": [Row(row.case, value_of(found["all"], row.case, "FP64") / row.value, "x")
                    for row in found["gpu"] if row.form == "FP64"]}


def single_pass_verdict(found, paper):
    rows = found.get("gpu") or found.get("all") or []
    least = min(row.value for row in rows)
    return (f"{judged(least > 1)}: "
            + ", ".join(f"{row.case} {row.value:.2g} times" for row in rows))


def measure_stages(run):
    backend = "cuda/cuda" if run.place.device == "gpu" else "portable/openmp"
    found = run.bench("super_smoother_bench",
                      f"^super_smoother/stages/{backend}/double/.*/(136x7064|1x53x|1x3554x)",
                      cases="quick")
    rows = []
    for name, row in found:
        method = "multi-pass" if "/multi_pass/" in name else "single pass"
        points = re.search(r"/(\d+)x(\d+)x\d+/", name)
        case = "Stripe 82" if points[1] == "136" else f"{points[2]} points"
        for stage, counter in (("folding", "fold"), ("sorting", "sort"), ("smoother", "smooth")):
            rows.append(Row(f"{case}, {method}, {stage}", 100 * row[f"{counter}_share"], "%"))
    return rows


def stages_verdict(found, paper):
    rows = found.get("gpu") or found.get("all") or []
    share = value_of(rows, "Stripe 82, multi-pass, smoother")
    return (f"{judged(share > 50)}: the smoother takes {share:.0f} %"
            " of the multi-pass search of Stripe 82")


ITEMS = [
    Item("gowanlock2022-fig1", "Figure 1: three periodograms of one star",
         "What do bass and Lomb-Scargle make of one RR Lyrae star?",
         "The first star of Stripe 82, or a simulated one; [0.1, 10) 1/d, 330,000 frequencies.",
         "The paper's star is another; what compares is the shape: peaks at fractions of the"
         " frequency, which folds of several periods have too.", Axes(), measure_star, once=True,
         draw=draw_star),
    Item("gowanlock2022-fig3", "Figure 3: transits of planets",
         "Which bass finds planets whose transits are short?",
         "Four planets by their periods in the literature (HD 1397 b 11.535 d, HD 202772 A b"
         " 3.309 d, HD 219666 b 6.036 d, LHS 3844 b 0.4629 d), simulated as boxes of 0.2 to 0.4 %"
         " in 27.4 days of TESS, a point each 20 minutes, with its published noise at 10 mag, 20"
         " seeds; single pass, [0.05, 10) 1/d; right is to 3 % of the period.",
         "The paper has one light curve a planet and finds all four by alpha 0; seeds differ in"
         " depth, phase and noise, and two or three transits of HD 1397 b leave its period open.",
         Axes("alpha", "periods found [%]"), measure_planets, once=True, verdict=planets_verdict,
         claim="planets are found at alpha 0 and not by Lomb-Scargle"),
    Item("gowanlock2022-fig4", "Figure 4: aliases of whole days",
         "How many answers are aliases of the day?",
         "Stars as LINEAR sees them, one of ten variable, [0.01, 10) 1/d, 222,000 frequencies; an"
         " answer within 0.01 1/d of a whole number from 1 to 9.",
         "The paper draws histograms; the share is that of the peaks in them. Few stars at the"
         " quick scale.", Axes("", "answers at whole days [%]"), measure_aliases, once=True,
         verdict=aliases_verdict, claim="Super Smoother gives fewer answers at whole days"),
    Item("gowanlock2022-fig5", "Figure 5: RR Lyrae stars of Stripe 82",
         "How many catalogued periods does each method find?",
         "136 stars, [0.1, 10) 1/d, 330,000 frequencies, alpha 9; right is to 1 %. With --data the"
         " stars of Sesar et al. 2010, else simulated ones.",
         "Simulated stars have straight saw teeth, uniform seasons and errors of 0.02 mag"
         " throughout. Phases wrap around in siderum; the paper's multi-pass form is open at its"
         " ends.", Axes("", "periods found [%]"), measure_shares, once=True,
         verdict=shares_verdict, claim="83.8, 84.6 and 62.5 % of Stripe 82"),
    Item("gowanlock2022-fig6", "Figure 6: threads of the host",
         "How far do threads carry the smoother?",
         "One object of 3,554 points, 5e5 frequencies, [0.1, 10) 1/d, FP64.",
         "siderum's smoother is several times faster on a thread.",
         Axes("threads", "speed-up"), measure_threads, once=True),
    Item("gowanlock2022-fig9", "Tables 3 and 4, figures 8 and 9: stages",
         "Which stage takes the time?",
         "Stripe 82 and objects of 53 and 3,554 points, FP64; stages measured one beside the"
         " other, a part of the frequencies.",
         "The paper sorts all frequencies at once through memory; siderum folds, sorts and smooths"
         " a frequency in one kernel, where the sort stays in registers or cache.",
         Axes("", "share [%]"), measure_stages, verdict=stages_verdict,
         claim="the smoother takes more than half of the multi-pass search"),
    Item("gowanlock2022-table6", "Table 6: three catalogues",
         "How long do three catalogues take?",
         "Stripe 82 (136 stars, 330,000 frequencies), TESS (37,965 asteroids, 26,757) and LINEAR"
         " (94,252 stars, 222,000), [0.1, 10) and [0.01, 10) 1/d, alpha 9; computing alone,"
         " transfers included.",
         "TESS and LINEAR are simulated. Lomb-Scargle is formed by whichever method is fastest.",
         Axes("", "time [s]", "y", ("FP64",)), measure_catalogues),
    Item("gowanlock2022-fig9-ratios", "Figures 9 to 11: GPU over host",
         "How many times faster is a GPU than all threads?",
         "The times of gowanlock2022-table6, FP64.",
         "The papers' smoother for GPUs keeps its windows in global memory; siderum's holds them in"
         " registers or shared memory.", Axes("", "host / GPU", "y"), derive=derive_device_ratios,
         source="gowanlock2022-table6", columns=("gpu",)),
    Item("gowanlock2022-table5", "Table 5 and figure 12: FP64 over FP32",
         "What does double precision cost?", "The times of gowanlock2022-table6.",
         "The RTX 5000 has one FP64 unit for 32; data-centre GPUs have one for two.",
         Axes("", "FP64 / FP32"), derive=derive_precision, source="gowanlock2022-table6"),
    Item("gowanlock2022-periods", "Table 5: the same periods in FP32",
         "How many periods does FP32 keep?",
         "Some objects of each catalogue of gowanlock2022-table6, on its grid; the same to 3 %.",
         "The paper has 93.0 to 95.4 % and forms phases in FP32; siderum forms them in FP64.",
         Axes("", "the same [%]"), measure_periods, once=True, verdict=periods_verdict,
         claim="93 % and more of the periods are the same in FP32 as in FP64"),
    Item("gowanlock2022-single-pass", "Table 6: what the single pass gains",
         "How many times faster is the single pass than the published form?",
         "The times of gowanlock2022-table6, FP64.",
         "siderum's multi-pass form keeps its windows in registers, so there is less to gain.",
         Axes("", "multi-pass / single pass"), derive=derive_single_pass,
         source="gowanlock2022-table6", verdict=single_pass_verdict,
         claim="the single pass is faster than the published form"),
]
