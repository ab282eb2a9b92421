# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Gowanlock, Kramer, Trilling, Butler & Donnelly 2021, Astronomy and Computing 36, 100472."""

import csv
import io
import math
import statistics

from .items import Axes, Item, Row, judged, value_of

ASTEROID = "synthetic_8205.csv"
RANGE = ["--fmin", "0.5", "--fmax", "24"]
STANDARD = ["--model", "standard"]
PRECISIONS = (("FP64", "double"), ("FP32", "single"))
LONG = "frequencies 1e4, 1e5, 1e6 of 0.5 .. 24 1/d"


def best(text):
    return list(csv.DictReader(io.StringIO(text)))


def asteroid(run):
    """(file, whether it is the published one, its period [d] where it is known)"""
    path = run.published(ASTEROID)
    if path:
        return path, True, None
    path = run.folder / "object.csv"
    if not path.exists():
        run.execute([run.build / "bench/lomb_scargle_bench", f"--export={run.folder}"])
    return path, False, 1 / 3.7


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
    with powers.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return (float(best(text)[0]["period"]), [float(row["frequency"]) for row in rows],
            [float(row["power"]) for row in rows])


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
    def draw(axes, rows, curves, paper):
        x, y = curves["power"]
        axes.plot(x, y, color="0.25", linewidth=0.8)
        axes.set_xlabel(label)
        axes.set_ylabel("power")
        scale = 48 * math.pi if "angular" in label else 24.0
        cases = {row.case for of_place in rows.values() for row in of_place}
        known = [("paper", row.value) for row in paper if row.case in cases]
        known += [("made with", row.value) for of_place in rows.values() for row in of_place
                  if "made with" in row.case]
        for words, hours in known:
            axes.axvline(scale / hours, color="#d55e00", linestyle="--", linewidth=1.2, zorder=0,
                         label=f"{words}: {hours:.4g} h")
    return draw


def measure_frequencies(run):
    rows = []
    for case, name, model in (("frequencies, one asteroid", ASTEROID, 1),
                              ("frequencies, all asteroids", "survey", 999)):
        path = asteroid(run)[0] if name == ASTEROID else run.made(
            "survey.csv", "simulate", "light-curves", "--objects", model, "--output",
            "{output}")[0]
        spans = {}
        with open(path, encoding="utf-8") as file:
            for line in file:
                words = line.split(",")
                if words[0] != "id":
                    low, high = spans.get(words[0], (math.inf, -math.inf))
                    time = float(words[1])
                    spans[words[0]] = (min(low, time), max(high, time))
        longest = max(high - low for low, high in spans.values())
        rows.append(Row(case, round((24 - 0.5) * longest / 0.1), ""))
    return rows


CUTOFFS = (0, 10, 20, 30, 50, 75, 100, 150, 200, 300, 400, 550)


def recovered(run, seed, objects, precision):
    """[(points, whether the rotation period is right to 0.1 h, the period found)]"""
    path, truth = run.made(f"asteroids{objects}.{seed}.csv", "simulate", "light-curves",
                           "--objects", objects, "--seed", seed, "--output", "{output}",
                           "--truth", "{truth}")
    text, _ = run.compute("periods", path, *STANDARD, "--fmin", "0.15995", "--fmax", "24",
                          "--count", "200000", "--precision", precision)
    with truth.open(encoding="utf-8") as file:
        return [(int(made["points"]), abs(48 * float(found["period"])
                                          - float(made["rotation_period_h"])) <= 0.1,
                 float(found["period"]))
                for made, found in zip(csv.DictReader(file), best(text))]


def measure_recovery(run):
    objects = run.choose(check=5, quick=100, paper=1000)
    rows, periods = [], {}
    for form, precision in PRECISIONS:
        surveys = [recovered(run, seed, objects, precision) for seed in range(1, 21)]
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
                                f"mean of {len(shares)} of 20 seeds, {objects} asteroids each,"
                                f" from {min(shares):.3g} to {max(shares):.3g} %"))
    equal = [one == other for one, other in zip(*periods.values())]
    return rows + [Row("FP32 and FP64 find the same period", 100 * sum(equal) / len(equal), "%",
                       sample=f"{sum(equal):,} of {len(equal):,}", draw=False)]


def recovery_verdict(found, paper):
    rows = found.get("all") or found.get("gpu") or []
    ours, long = value_of(rows, "all"), value_of(rows, "50 points and more")
    wanted = {row.case: row.value for row in paper}
    holds = ours >= wanted["all"] and long >= wanted["50 points and more"] - 0.5
    return (f"{judged(holds)}: {ours:.1f} % of all and {long:.1f} % of"
            " those with 50 points and more")


def measure_ida(run):
    path = run.published("ida_243_ztf_r.csv") or (
        run.sources / "examples/data/ida_243_ztf_r.csv")
    count = run.choose(check=5000, quick=100_000, paper=100_000)
    period, x, y = periodogram(run, path, *RANGE, "--count", count, *STANDARD)
    x, y = thinned(x, y)
    return [Row("period of 243 Ida", 24 * period, "h")], {"power": [x, y]}


SIZES = {"single": "1x3554x", "batch": "999x165221x"}
COUNTS = (10_000, 100_000, 1_000_000)


def seconds_of(row):
    return row["real_time"] * {"ms": 1e-3, "us": 1e-6, "s": 1}[row["time_unit"]]


def scaled(times):
    """{frequencies: (seconds, sample)} for 1e4, 1e5 and 1e6 from those that were measured."""
    found = {}
    for count in COUNTS:
        nearest = min(times, key=lambda known: abs(math.log(known / count)))
        sample = "" if nearest == count else f"from {nearest:,} frequencies"
        found[count] = (times[nearest] * count / nearest, sample)
    return found


def searched(run, kinds=tuple(SIZES), precisions=("double",), models=("standard",),
             methods=("direct",)):
    """{(kind, precision, model, method): {frequencies: (seconds, sample)}} of lomb_scargle_bench,
    by the default backend of the place."""
    backend = "cuda/cuda" if run.place.device == "gpu" else "portable/openmp"
    most = {"single": "0{4,6}", "batch": "0{4,6}"}
    if run.place.device == "cpu":
        most = {"single": run.choose(check="0000", quick="0{4,6}", paper="0{4,6}"),
                "batch": run.choose(check="0000", quick="0{4,5}", paper="0{4,6}")}
    sizes = "|".join(f"{SIZES[kind]}1{most[kind]}" for kind in kinds)
    times = {}
    for name, row in run.bench(
            "lomb_scargle_bench", f"^lomb_scargle/({'|'.join(methods)})/({'|'.join(models)})/best/"
            f"{backend}/({'|'.join(precisions)})/({sizes})/device"):
        words = name.split("/")
        kind = "single" if words[7].startswith("1x") else "batch"
        times.setdefault((kind, words[6], words[2], words[1]), {})[
            int(words[7].rpartition("x")[2])] = seconds_of(row)
    return {key: scaled(of_counts) for key, of_counts in times.items()}


def exponent(count):
    return f"1e{round(math.log10(count))}"


def measure_both(run):
    return [Row(f"{kind}, {exponent(count)}", seconds, "s", method, count, sample)
            for (kind, _, _, method), found in searched(
                run, methods=("direct", "automatic")).items()
            for count, (seconds, sample) in found.items()]


def measure_precisions(run):
    found = searched(run, precisions=("double", "single"))
    return [Row(f"{kind}, 1e6", *found[kind, precision, "standard", "direct"][1_000_000][:1], "s",
                form, sample=found[kind, precision, "standard", "direct"][1_000_000][1])
            for kind in SIZES for form, precision in PRECISIONS]


def derive_precision_ratios(found):
    return {place: [Row(kind, value_of(rows, f"{kind}, 1e6", "FP64")
                        / value_of(rows, f"{kind}, 1e6", "FP32"), "x") for kind in SIZES]
            for place, rows in found.items()}


def derive_device_ratios(found):
    if "gpu" not in found or "all" not in found:
        return {}
    return {"gpu": [Row(f"{kind}, {form}", value_of(found["all"], f"{kind}, 1e6", form)
                        / value_of(found["gpu"], f"{kind}, 1e6", form), "x")
                    for kind in SIZES for form in ("FP64", "FP32")]}


def measure_generalized(run):
    found = searched(run, models=("standard", "generalized"))
    return [Row(kind, found[kind, "double", "generalized", "direct"][1_000_000][0]
                / found[kind, "double", "standard", "direct"][1_000_000][0], "x")
            for kind in SIZES]


def measure_kernels(run):
    forms = {precision: form for form, precision in PRECISIONS}
    rows = [Row(f"{exponent(count)}, {forms[precision]}", 1e3 * seconds, "ms",
                f"siderum, {method}", count, sample)
            for (_, precision, _, method), found in searched(
                run, ("single",), tuple(forms), methods=("direct", "automatic")).items()
            for count, (seconds, sample) in found.items()]
    times, errors = {}, {}
    on_gpu = run.place.device == "gpu"
    most = "0{4,6}" if on_gpu else run.choose(check="0000", quick="0000", paper="0{4,5}")
    for name, row in run.bench("published_forms_bench", f"periodogram/.*/1x3554x1{most}/"):
        words = name.split("/")
        key = words[2], words[4]
        times.setdefault(key, {})[int(words[5].rpartition("x")[2])] = seconds_of(row)
        errors[key] = max(row["error"], errors.get(key, 0.0))
    for (kind, precision), of_counts in times.items():
        rows += [Row(f"{exponent(count)}, {forms[precision]}", 1e3 * seconds, "ms",
                     f"published form, {kind}", count, sample)
                 for count, (seconds, sample) in scaled(of_counts).items()]
    return rows + [Row(f"error of the published form, {kind}, {forms[precision]}", error,
                       "of the highest power", draw=False)
                   for (kind, precision), error in errors.items()]


def derive_gains(found):
    """What one form gains over another, at the most frequencies that both have."""
    pairs = (("staging", "published form, plain", "published form, staged"),
             ("fast sines", "published form, staged", "published form, intrinsic"),
             ("siderum's direct sums, over the plain form", "published form, plain",
              "siderum, direct"),
             ("the automatic choice, over direct sums", "siderum, direct", "siderum, automatic"))
    gains = {}
    for place, rows in found.items():
        gains[place] = []
        for precision, _ in PRECISIONS:
            case = f"1e6, {precision}"
            for name, slow, fast in pairs:
                before, after = value_of(rows, case, slow), value_of(rows, case, fast)
                if before and after:
                    gains[place].append(Row(f"{name}, {precision}", before / after, "x"))
    return gains


def thread_counts():
    from .places import processors
    most = processors()
    counts = [1 << i for i in range(most.bit_length()) if 1 << i < most]
    return counts + [most]


def measure_threads(run):
    if run.place.device == "gpu":
        return []
    seconds = {}
    for threads in thread_counts():
        for (_, precision, _, _), found in searched(run.at(threads), ("single",),
                                                    ("double", "single")).items():
            form = "FP64" if precision == "double" else "FP32"
            seconds[form, threads] = found[1_000_000][0]
    most = thread_counts()[-1]
    rows = []
    for form, _ in PRECISIONS:
        for threads in thread_counts():
            rows.append(Row(f"{threads} thread{'s' if threads > 1 else ''}",
                            seconds[form, 1] / seconds[form, threads], "x", form, threads))
        rows.append(Row(f"speed-up of all threads, {form}",
                        seconds[form, 1] / seconds[form, most], "x", draw=False))
    rows.append(Row("FP64 over FP32", seconds["FP64", most] / seconds["FP32", most], "x",
                    draw=False))
    return rows


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
    path, _, _ = asteroid(run)
    points = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            words = line.split(",")
            if words[0] != "id":
                points.append((float(words[1]), float(words[2])))
    start, mean = points[0][0], math.fsum(y for _, y in points) / len(points)
    times, values = [t - start for t, _ in points], [y - mean for _, y in points]
    count = run.choose(check=30, quick=200, paper=1000)
    rows = []
    # The first is also the lowest of a long search: the same step.
    step = 23.5 / 1e6 * 10 ** 3
    grid = ["--fmin", "0.5", "--step", step, "--count", min(count, 1000)]
    exact = None
    for form, precision in PRECISIONS:
        for method in ("direct", "automatic"):
            _, x, y = periodogram(run, path, *grid, *STANDARD, "--normalization", "raw",
                                  "--precision", precision, "--method", method)
            if exact is None:
                exact = [plain_power(times, values, 2 * math.pi * f) for f in x]
            highest = max(exact)
            worst = max(abs(a - b) / b for a, b in zip(y, exact))
            of_peak = max(abs(a - b) for a, b in zip(y, exact)) / highest
            rows += [Row(f"largest relative difference, {form}", worst, "", method),
                     Row(f"the same in units of the highest power, {form}", of_peak, "", method)]
    return rows


def accuracy_verdict(found, paper):
    rows = found.get("all") or found.get("gpu") or []
    values = {row.case: row.value for row in paper}
    worst = {case: max(row.value for row in rows if row.case == case) for case in values}
    holds = all(worst[case] <= values[case] for case in values)
    return (f"{judged(holds)}: at most "
            + " and ".join(f"{worst[case]:.1e} in {case[-4:]}" for case in values))


DIRECT = ("The paper sums directly. siderum's direct method does the same work by a recurrence with"
          " vectors on hosts; `automatic` takes products or NUFFTs where they are sooner.")

ITEMS = [
    Item("gowanlock2021-fig1", "Figure 1: the periodogram of one asteroid",
         "Which period has the light curve of asteroid 8205?",
         "3,554 points, 1e5 frequencies, angular 3.142 .. 150.796 1/d, standard, raw powers.",
         "Without the authors' file a sinusoid of 3.7 1/d with as many points in as many nights"
         " stands in (that of bench/support/inputs.hpp).", Axes(), measure_asteroid, once=True,
         draw=draw_periodogram("angular frequency [1/d]")),
    Item("gowanlock2021-table2", "Table 2: the number of frequencies",
         "How many frequencies does a step of 0.1 / T ask for?",
         "0.5 .. 24 1/d; T is the longest light curve.",
         "The stand-ins are a few days shorter or longer than the authors' 119.969 days.", Axes(),
         measure_frequencies, once=True),
    Item("gowanlock2021-fig3", "Figure 3: periods recovered by the number of points",
         "How many rotation periods of a survey does one sinusoid find?",
         "20 simulated surveys, `siderum simulate light-curves`; 200,000 frequencies from 0.15995"
         " to 24 1/d; right is to 0.1 h of the rotation period.",
         "The survey follows the statistics of the authors' table, not its objects; its humps are"
         " unequal, as those of asteroids are.",
         Axes("points, at least", "recovered [%]"), measure_recovery, once=True,
         verdict=recovery_verdict,
         claim="94.9 % of the rotation periods, and 99 % of those with 50 points, are recovered"),
    Item("gowanlock2021-fig4", "Figure 4: asteroid 243 Ida",
         "Which period has 243 Ida in the data of ZTF?",
         "29 points, 1e5 frequencies of 0.5 .. 24 1/d.", "Nothing: the same data.", Axes(),
         measure_ida, once=True, draw=draw_periodogram("frequency [1/d]")),
    Item("gowanlock2021-fig5", "Figure 5: threads of the host",
         "How far do threads carry one search?",
         "One object of 3,554 points, 1e6 frequencies, direct sums, FP64 and FP32.",
         "The paper's loop calls the sine of the library for each point, which scales as its cores"
         " do; siderum's is bound by multiplications and additions, and clocks fall as cores join.",
         Axes("threads", "speed-up"), measure_threads, once=True),
    Item("gowanlock2021-fig6", "Figures 6 and 7: accuracy in FP64 and FP32",
         "How far are powers from those of the formula?",
         "Asteroid 8205, frequencies of a search for 1e6, every thousandth of them; the oracle is"
         " the formula of Scargle, summed without rounding, where the paper has SciPy.",
         "siderum forms phases in FP64 in both precisions, so FP32 loses digits in sums alone;"
         " relative differences are largest where the power itself is nearly zero.",
         Axes("", "difference", "y"), measure_accuracy, once=True, verdict=accuracy_verdict,
         claim="powers agree to 1e-6 in FP64 and 1e-2 in FP32"),
    Item("gowanlock2021-table3", "Table 3: staged and plain kernels",
         "How long do a batch and one object take?",
         f"Batch: 999 objects with 165,221 points. Single: 3,554 points. {LONG}, FP64, from memory"
         " to memory of the device.", DIRECT,
         Axes("frequencies", "time [s]", "xy", panels=("single", "batch")), measure_both),
    Item("gowanlock2021-precisions", "1e6 frequencies in FP64 and FP32",
         "What do the ratios of tables 4 and 5 come from?",
         "Batch and single as in table 3, direct sums, 1e6 frequencies.", DIRECT,
         Axes("", "time [s]", "y"), measure_precisions),
    Item("gowanlock2021-table4", "Table 4: FP64 over FP32",
         "What does double precision cost?", "The times of gowanlock2021-precisions.",
         "GPUs for data centres have half as many FP64 units, the TitanX one for 32; a host's"
         " vectors hold half as many doubles.", Axes("", "FP64 / FP32"),
         derive=derive_precision_ratios, source="gowanlock2021-precisions"),
    Item("gowanlock2021-table5", "Table 5: GPU over host",
         "How many times faster is a GPU than all threads?",
         "The times of gowanlock2021-precisions.",
         "The paper's program for CPUs is plain; siderum's host form is far faster, so its ratio"
         " says less of the GPU: the plain form is in gowanlock2021-table6.",
         Axes("", "host / GPU", "y"), derive=derive_device_ratios,
         source="gowanlock2021-precisions", columns=("gpu",)),
    Item("gowanlock2021-generalized", "Section 4.11: the generalized periodogram",
         "What do errors and a floating mean cost?",
         "Generalized over standard, direct sums, 1e6 frequencies, FP64.",
         "siderum shares four of its six sums between both, 12 operations to 8.",
         Axes("", "generalized / standard"), measure_generalized),
    Item("gowanlock2021-table6", "Table 6: one object against another program",
         "How long does the kernel of one object take, and what did each form gain?",
         f"3,554 points, {LONG}. The published forms are written anew for this comparison:"
         " `plain` reads points where they lie, `staged` through scratch memory, `intrinsic` with"
         " the fast sines of the GPU; on hosts `plain` is the loop of the papers' CPU programs.",
         "The published forms call sines for each point and frequency; siderum's turn them on."
         " The error of fast sines is that of their argument, which grows with the phase.",
         Axes("frequencies", "time [ms]", "xy", panels=("FP64", "FP32")), measure_kernels),
    Item("gowanlock2021-gains", "Table 6: what each optimisation gains",
         "What did each published optimisation gain, and what does it gain on hardware of today?",
         "The times of gowanlock2021-table6 at 1e6 frequencies.",
         "Caches of today hold all points of an object, so that staging gains little. Fast sines"
         " are for GPUs in FP32 alone.", Axes("", "times faster", "y"), derive=derive_gains,
         source="gowanlock2021-table6"),
]
