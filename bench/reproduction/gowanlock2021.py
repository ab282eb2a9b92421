# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Gowanlock, Kramer, Trilling, Butler & Donnelly 2021, Astronomy and Computing 36, 100472: times
and accuracy."""

import dataclasses
import math

from . import gowanlock_accuracy, items, joules
from .catalogues import ASTEROID, lines_of, simulated, timed_asteroid
from .gowanlock2021_surveys import PRECISIONS, RANGE, STANDARD
from .gowanlock_ratios import quotient, row_of
from .items import Axes, Item, Row, judged
from .places import CURVES, processors
from .report import times_of
from .words import marked, rounded

LONG = "frequencies 1e4, 1e5, 1e6 of 0.5 .. 24 1/d"
SEARCHES, FORMS = "lomb_scargle_bench", "published_forms_bench"
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


def zeros_of(run, kind, most_alone):
    """Of the numbers of frequencies that are measured, as an expression. With `most_alone` it need
    not be all three; of a batch a host may have no time for the most."""
    if run.place.device == "gpu":
        return "0{6}" if most_alone else "0{4,6}"
    most = run.choose(check=4, quick=6 if kind == "single" else 4, paper=6)
    return f"0{{{most}}}" if most_alone and kind == "single" else f"0{{4,{most}}}"


def searched(run, kinds=tuple(SIZES), precisions=("double",), models=("standard",),
             methods=("direct",), most_alone=False, backend=""):
    """{(kind, precision, model, method): {frequencies: (seconds, sample)}} of lomb_scargle_bench,
    by this backend in this space, or the default one of the place."""
    backend = backend or ("cuda/cuda" if run.place.device == "gpu" else "portable/openmp")
    times = {}
    for kind in kinds:
        size = f"{SIZES[kind]}1{zeros_of(run, kind, most_alone)}"
        for name, row in run.bench(
                "lomb_scargle_bench", f"^lomb_scargle/({'|'.join(methods)})/({'|'.join(models)})"
                f"/best/{backend}/({'|'.join(precisions)})/{size}/device"):
            words = name.split("/")
            times.setdefault((kind, words[6], words[2], words[1]), {})[
                int(words[7].rpartition("x")[2])] = seconds_of(row)
    return {key: scaled(of_counts) for key, of_counts in times.items()}


def exponent(count):
    return f"1e{round(math.log10(count))}"


def measure_both(run):
    rows = [Row(f"{kind}, {exponent(count)}", seconds, "s", method, count, sample)
            for (kind, _, _, method), found in searched(
                run, methods=("direct", "automatic")).items()
            for count, (seconds, sample) in found.items()]
    if run.scale == "check":
        return rows
    return rows + [Row(f"{size}, {exponent(count)}", seconds, "s", f"published form, {kind}", count,
                       sample)
                   for size in SIZES
                   for (kind, _), (found, _) in published_forms(run, size, "plain|staged",
                                                                "double").items()
                   for count, (seconds, sample) in found.items()]


def published_forms(run, size="single", kinds="[a-z]+", precisions="[a-z]+"):
    """{(kind, precision): ({frequencies: (seconds, sample)}, error)} of one object or a batch."""
    zeros = "0{4,6}"
    if run.on_host:
        zeros = {"single": run.choose(check="0{4}", quick="0{4}", paper="0{4,5}"),
                 "batch": run.choose(check="0{2}", quick="0{2,3}", paper="0{2,4}")}[size]
    times, errors = {}, {}
    for name, row in run.bench("published_forms_bench", f"periodogram/({kinds})/.*/({precisions})/"
                               f"{SIZES[size]}1{zeros}/"):
        words = name.split("/")
        key = words[2], words[4]
        times.setdefault(key, {})[int(words[5].rpartition("x")[2])] = seconds_of(row)
        errors[key] = max(row["error"], errors.get(key, 0.0))
    return {key: (scaled(of_counts), errors[key]) for key, of_counts in times.items()}


def measure_precisions(run):
    found = searched(run, precisions=("double", "single"), most_alone=True)
    rows = []
    for kind in SIZES:
        for form, precision in PRECISIONS:
            of_counts = found.get((kind, precision, "standard", "direct"))
            if of_counts:
                seconds, sample = of_counts[1_000_000]
                rows.append(Row(f"{kind}, 1e6", seconds, "s", form, sample=sample))
    if run.scale == "check":
        return rows
    forms = {precision: form for form, precision in PRECISIONS}
    for (kind, precision), (of_counts, _) in published_forms(run, "batch").items():
        seconds, sample = of_counts[1_000_000]
        rows.append(Row("batch, 1e6", seconds, "s", f"{forms[precision]}, published form, {kind}",
                        sample=sample))
    return rows


def derive_precision_ratios(found):
    ratios = {}
    for place, rows in found.items():
        times = {kind: [row_of(rows, f"{kind}, 1e6", form) for form, _ in PRECISIONS]
                 for kind in SIZES}
        ratios[place] = [quotient(kind, double, single)
                         for kind, (double, single) in times.items() if double and single]
    for place in ("one", "all"):
        of_place = sorted(ratios.get(place, []), key=lambda row: row.value)
        if of_place:
            ratios[place] += [dataclasses.replace(row, case=f"{which} of a host") for which, row
                              in (("lowest", of_place[0]), ("highest", of_place[-1]))]
    return ratios


BOTH, PLAIN = "siderum on both", "plain loop on the host"
PUBLISHED = "published forms on both"


def derive_device_ratios(found, kernels):
    """Over siderum's own form for hosts, and over the plain loop that the papers' programs for CPUs
    are: by the form with staging that their kernel has, and by siderum's own."""
    rows = []
    for kind in SIZES:
        for form, _ in PRECISIONS:
            source, case = (kernels, f"1e6, {form}") if kind == "single" else (found, "batch, 1e6")
            before, own = ("", "siderum, direct") if kind == "single" else (f"{form}, ", form)
            slow = row_of(source.get("all", []), case, f"{before}published form, plain")
            for name, of_gpu in ((PUBLISHED, f"{before}published form, staged"), (PLAIN, own)):
                fast = row_of(source.get("gpu", []), case, of_gpu)
                if slow and fast:
                    rows.append(quotient(f"{kind}, {form}", slow, fast, name))
    if "gpu" not in found or "all" not in found:
        return {"gpu": rows}
    for kind in SIZES:
        for form, _ in PRECISIONS:
            host, gpu = (row_of(found[place], f"{kind}, 1e6", form) for place in ("all", "gpu"))
            if host and gpu:
                rows.append(quotient(f"{kind}, {form}", host, gpu, BOTH))
    return {"gpu": rows}


def measure_transfers(run):
    """How much sooner the powers of a batch are on the host by staged, overlapping copies."""
    if run.on_host:
        return []
    times = {}
    for name, row in run.bench("lomb_scargle_bench",
                               "^lomb_scargle/direct/standard/power/cuda/cuda/.*/"
                               "999x165221x10{5,6}/end_to_end(_plain)?"):
        words = name.split("/")
        times[words[6], int(words[7].rpartition("x")[2]), words[8]] = seconds_of(row)
    return [Row(f"powers of 999 objects{of_count}, {form}",
                times[precision, count, "end_to_end_plain"] / times[precision, count, "end_to_end"],
                "x") for count, of_count in ((1_000_000, ""), (100_000, ", 1e5"))
            for form, precision in PRECISIONS
            if (precision, count, "end_to_end_plain") in times
            and (precision, count, "end_to_end") in times]


SWEPT = {"check": {"single": (10_000,), "batch": (1000,)},
         "quick": {"single": (10_000, 100_000, 1_000_000, 10_000_000, 100_000_000),
                   "batch": (1000, 10_000, 100_000, 1_000_000)},
         "paper": {"single": tuple(n * 10 ** e for e in range(4, 8) for n in (1, 2, 5))
                   + (100_000_000,),
                   "batch": tuple(n * 10 ** e for e in range(3, 6) for n in (1, 2, 5))
                   + (1_000_000, 2_000_000)}}


def swept(kind, points, count):
    """A host's batch has other points than a GPU's: neither stands beside the other."""
    return f"{kind}{f' of {points:,} points' if kind == 'batch' else ''}, {count:,}"


def measure_sweep(run):
    """Direct sums by the number of frequencies: of the program on hosts, whose clock tells such
    times; on a GPU of the benchmark, where it has the number."""
    rows = []
    if not run.on_host:
        for name, row in run.bench("lomb_scargle_bench", "^lomb_scargle/direct/standard/best/"
                                   f"cuda/cuda/(double|single)/({'|'.join(SIZES.values())})"
                                   "[12]0+/end_to_end"):
            words = name.split("/")
            kind = "single" if words[7].startswith(SIZES["single"]) else "batch"
            points, count = map(int, words[7].split("x")[1:])
            form = "FP64" if words[6] == "double" else "FP32"
            rows.append(Row(swept(kind, points, count), seconds_of(row), "s", form, count))
        return sorted(rows, key=lambda row: (row.case.startswith("batch"), row.form == "FP32",
                                             row.x))
    path = timed_asteroid(run)
    survey, _ = simulated(run, "asteroids", run.choose(check=20, quick=999, paper=999))
    for kind, file in (("single", path), ("batch", survey)):
        points = len(lines_of(file))
        for form, precision in PRECISIONS:
            for count in SWEPT[run.scale][kind]:
                timing = run.timed(
                    count, lambda n: ["periods", file, "--fmin", 0.5, "--step", 23.5 / count,
                                      "--count", n, *STANDARD, "--method", "direct",
                                      "--precision", precision],
                    limit=run.limit(CURVES))
                rows.append(Row(swept(kind, points, count), timing.seconds, "s", form, count,
                                timing.sample))
    return rows


def with_points(place, rows):
    """Earlier versions did not say how many points a batch has: these, of the benchmark and of
    999 objects that are simulated."""
    points = 165_221 if place == "gpu" else 169_855
    return [dataclasses.replace(row, case=swept("batch", points, round(row.x)))
            if row.case.startswith("batch, ") else row for row in rows]


def decades(found):
    """What a table of so many sizes tells: the numbers of frequencies that are powers of ten."""
    return {place: [row for row in rows if row.x is None or str(round(row.x)).strip("0") == "1"]
            for place, rows in found.items()}


def measure_generalized(run):
    found = searched(run, models=("standard", "generalized"), most_alone=True)
    rows = []
    for kind in SIZES:
        both = [found.get((kind, "double", model, "direct")) for model in
                ("generalized", "standard")]
        if all(both):
            rows.append(quotient(kind, *(Row("", seconds, "s", sample=sample) for seconds, sample
                                         in (times[1_000_000] for times in both))))
    return rows


def measure_kernels(run):
    forms = {precision: form for form, precision in PRECISIONS}
    rows = [Row(f"{exponent(count)}, {forms[precision]}", 1e3 * seconds, "ms",
                f"siderum, {method}", count, sample)
            for (_, precision, _, method), found in searched(
                run, ("single",), tuple(forms), methods=("direct", "automatic")).items()
            for count, (seconds, sample) in found.items()]
    if not run.on_host:  # whose default kernels are hand-written
        rows += [Row(f"{exponent(count)}, {forms[precision]}", 1e3 * seconds, "ms", PORTABLE, count,
                     sample)
                 for (_, precision, _, _), found in searched(
                     run, ("single",), tuple(forms), backend="portable/cuda").items()
                 for count, (seconds, sample) in found.items()]
    published = published_forms(run)
    for (kind, precision), (of_counts, _) in published.items():
        rows += [Row(f"{exponent(count)}, {forms[precision]}", 1e3 * seconds, "ms",
                     f"published form, {kind}", count, sample)
                 for count, (seconds, sample) in of_counts.items()]
    return rows + [Row(f"error of the published form, {kind}, {forms[precision]}", error,
                       "of the highest power", draw=False)
                   for (kind, precision), (_, error) in published.items()]


OWN, GAINS_ITEM = "siderum's own", "gowanlock2021-gains"
PORTABLE = "siderum, direct, portable kernels"
STAGING = ("published form, plain", "published form, staged")
GAINS = (("fast sines", "published form, staged", "published form, intrinsic"),
         (f"{OWN}: direct sums, over the plain form", "published form, plain", "siderum, direct"),
         (f"{OWN}: hand-written kernels, over portable ones", PORTABLE, "siderum, direct"),
         (f"{OWN}: the automatic choice, over direct sums", "siderum, direct",
          "siderum, automatic"))


def gains_of_staging(kernels, both, batches):
    """By the number of frequencies, of one object and of a batch: of that at 1e6 of the item that
    has both precisions, at fewer of gowanlock2021-table3, which has FP64 alone."""
    rows = []
    for count in map(exponent, COUNTS):
        for precision, _ in PRECISIONS:
            of_batch = (batches, "batch, 1e6", f"{precision}, ") if count == "1e6" else (
                both if precision == "FP64" else [], f"batch, {count}", "")
            for kind, (times, case, before) in (
                    ("", (kernels, f"{count}, {precision}", "")), ("batch, ", of_batch)):
                pair = [row_of(times, case, before + form) for form in STAGING]
                if all(pair):
                    rows.append(quotient(f"staging, {kind}{count}, {precision}", *pair))
    return sorted(rows, key=lambda row: "batch" in row.case)


def derive_gains(found, batches, both=None):
    """What one form gains over another, at the most frequencies that both have, and staging at all
    of them; batches: the times of gowanlock2021-precisions, both: those of gowanlock2021-table3.
    The published optimisations first, and the GPU, which has them."""
    gains = {}
    for place in sorted(found, key=lambda place: place != "gpu"):
        gains[place] = gains_of_staging(found[place], (both or {}).get(place, []),
                                        batches.get(place, []))
        for name, slow, fast in GAINS:
            for precision, _ in PRECISIONS:
                of_form = {"siderum, direct": precision}
                for case, pair in (
                        (f"{name}, {precision}",
                         [row_of(found[place], f"1e6, {precision}", form)
                          for form in (slow, fast)]),
                        (f"{name}, batch, {precision}",
                         [row_of(batches.get(place, []), "batch, 1e6",
                                 of_form.get(form, f"{precision}, {form}"))
                          for form in (slow, fast)])):
                    if all(pair):
                        gains[place].append(quotient(case, *pair))
    return gains


def staging_told(found, _):
    """Where staging gains most, and where it loses, published and on this GPU."""
    def told(rows):
        most = max(rows, key=lambda row: row.value)
        lost = [f"{rounded(row.value)} times{marked(row)} at {row.case.removeprefix('staging, ')}"
                for row in rows if row.value < 1]
        return (f"at most {rounded(most.value)} times{marked(most)}, at"
                f" {most.case.removeprefix('staging, ')}"
                + (f", and loses: {', '.join(lost)}" if lost else ""))
    ours = [row for row in found.get("gpu", []) if row.case.startswith("staging")]
    theirs = [Row(row.case, row.value, row.unit) for row in items.published()[GAINS_ITEM]
              if row.case.startswith("staging")]
    if not ours:
        return ""
    return (f"Published, staging gained {told(theirs)}. On the GPU of here it gains {told(ours)}.")


def thread_counts():
    most = processors()
    counts = [1 << i for i in range(most.bit_length()) if 1 << i < most]
    return counts + [most]


def measure_threads(run):
    if run.place.device == "gpu":
        return []
    times = {}
    for threads in thread_counts():
        for (_, precision, _, _), found in searched(run.at(threads), ("single",),
                                                    ("double", "single"),
                                                    most_alone=True).items():
            form = "FP64" if precision == "double" else "FP32"
            seconds, sample = found[1_000_000]
            times[form, threads] = Row("", seconds, "s", sample=sample)
    most = thread_counts()[-1]
    rows = []
    for form, _ in PRECISIONS:
        rows += [quotient(f"{threads} thread{'s' if threads > 1 else ''}", times[form, 1],
                          times[form, threads], form, x=threads) for threads in thread_counts()]
        rows.append(quotient(f"speed-up of all threads, {form}", times[form, 1], times[form, most],
                             draw=False))
    rows.append(quotient("FP64 over FP32", times["FP64", most], times["FP32", most], draw=False))
    return rows


DIRECT = ("The paper sums directly. siderum's direct method does the same work by a recurrence with"
          " vectors on hosts; `automatic` takes products or NUFFTs where they are sooner.")

def device_verdict(found, paper):
    rows = found.get("gpu")
    if not rows:
        return "not measured: it takes a GPU"
    least = {case: min(row.value for row in paper if row.case == case)
             for case in {row.case for row in paper}}

    def judged_by(form, words):
        kept = [row for row in rows if row.form == form]
        if not kept:
            return []
        judgement = judged(all(row.value >= least[row.case] for row in kept),
                           min(row.value for row in kept) > 1)
        return [f"{judgement} {words}: "
                + ", ".join(f"{row.case} {times_of(row)}" for row in kept)]
    told = [*judged_by(PUBLISHED, "by the published forms on both"),
            *judged_by(BOTH, "over siderum's own form for hosts")]
    return "; ".join(told) or "not measured"


def energy_of(run):
    path = timed_asteroid(run)
    count = run.choose(check=1000, quick=1_000_000, paper=100_000_000)
    words = ["periods", path, *RANGE, "--count", count, *STANDARD, "--method"]
    return {f"one asteroid, {exponent(count)}, {method}": [*words, method]
            for method in ("direct", "automatic")}


ITEMS = [
    Item("gowanlock2021-fig5", "Figure 5: threads of the host",
         "How far do threads carry one search?",
         "One object of 3,554 points, 1e6 frequencies, direct sums, FP64 and FP32.",
         "The paper's loop calls the sine of the library for each point, which scales as its cores"
         " do; siderum's is bound by multiplications and additions, and clocks fall as cores join."
         " The host worked for others as well: where few threads gain less of their number than"
         " many, it may have had more to do meanwhile.",
         Axes("threads", "speed-up"), measure_threads, once=True, of_hosts=True,
         columns=("all",), benchmarks=(SEARCHES,)),
    gowanlock_accuracy.ITEM,
    Item("gowanlock2021-table3", "Table 3: staged and plain kernels",
         "How long do a batch and one object take?",
         f"Batch: 999 objects with 165,221 points. Single: 3,554 points; {LONG}, FP64, from memory"
         " to memory of the device. Beside them the published forms, written anew for this"
         " comparison: `plain` and, on GPUs, `staged`, each beside the paper's times of the same."
         " siderum's own methods stand beside the staged ones, the faster.",
         f"{DIRECT} The published forms keep all powers, siderum the highest of each object. Of a"
         " batch a block of 512 threads takes an object each, as in the authors' public program"
         " (github.com/mgowanlock/gpu_lomb_scargle), and the longest object keeps its block at work"
         " when the others are done; siderum shares long objects out.",
         Axes("frequencies", "time [s]", "xy", panels=("single", "batch")), measure_both,
         benchmarks=(SEARCHES, FORMS)),
    Item("gowanlock2021-fig8", "Figure 8: powers copied to the host",
         "What do staged copies gain over plain ones?",
         "All powers of 999 objects with 165,221 points at 1e6 frequencies, and where it is said at"
         " 1e5, direct sums, from host memory to host memory of a GPU: copies through pinned"
         " buffers that overlap with computing, over plain ones.",
         "The paper's buffers are 8 MiB a stream, three streams; its ratios are the highest that it"
         " saw, with no gain where sums in FP64 take longest. siderum's sums take a small part of"
         " the time, so that copies are nearly all of it. Hosts copy nothing.",
         Axes("", "plain / staged", line=1.0), measure_transfers, columns=("gpu",),
         benchmarks_of_gpu=(SEARCHES,)),
    Item("gowanlock2021-fig9", "Figures 9 and 10: time by the number of frequencies",
         "How does the time grow with the number of frequencies?",
         "Batch of 999 simulated asteroids, 1e3 .. 2e6 frequencies; one object of 3,554 points, 1e4"
         " .. 1e8; direct sums, FP64 and FP32, transfers included: on hosts what the program spends"
         " on computing; on a GPU lomb_scargle_bench, from host memory to host memory, at the"
         " numbers that it has, since the program's time is that of its start there.",
         "The paper draws its times without numbers; what it tells of them are the ratios of tables"
         " 4 and 5. The batch of a GPU is that of table 3, by the benchmark; that of hosts, by the"
         " program, is one of `siderum simulate light-curves` with more points: of a batch a host's"
         " time is not divided by a GPU's here, but in gowanlock2021-table3, where both search the"
         " same.",
         Axes("frequencies", "time [s]", "xy", panels=("single", "batch")), measure_sweep,
         files=(ASTEROID,), benchmarks_of_gpu=(SEARCHES,), tabled=decades,
         read=with_points),
    Item("gowanlock2021-precisions", "Tables 4 and 5: 1e6 frequencies in FP64 and FP32",
         "What do the ratios of tables 4 and 5 come from?",
         "Batch and single as in table 3, direct sums, 1e6 frequencies; of the batch also the"
         " published forms (of one object they are in gowanlock2021-table6).", DIRECT,
         Axes("", "time [s]", "y"), measure_precisions, benchmarks=(SEARCHES, FORMS)),
    Item("gowanlock2021-table4", "Table 4: FP64 over FP32",
         "What does double precision cost?", "The times of gowanlock2021-precisions.",
         "GPUs for data centres have half as many FP64 units, the TitanX one for 32. siderum's own"
         " kernel for them sums on FP64 tensor cores in both precisions, so that both take nearly"
         " as long. A host's vectors hold half as many"
         " doubles.", Axes("", "FP64 / FP32", line=1.0),
         derive=derive_precision_ratios, source="gowanlock2021-precisions"),
    Item("gowanlock2021-table5", "Table 5: GPU over host",
         "How many times faster is a GPU than all threads?",
         "The times of gowanlock2021-precisions, of single objects by the published forms those of"
         " gowanlock2021-table6: the plain loop on all threads over the published form with staging"
         " and over siderum's direct sums on the GPU; and siderum's own forms on both.",
         "The paper's program for CPUs is a plain loop. siderum's own form for hosts is far faster,"
         " so that the ratio over it says less of the GPU. Over 32 cores the paper tells the"
         " highest ratios in FP64.",
         Axes("", "host / GPU", "y", line=1.0), derive=derive_device_ratios,
         source="gowanlock2021-precisions", beside=("gowanlock2021-table6",), columns=("gpu",),
         verdict=device_verdict,
         claim="a GPU is 51 to 306 times as fast as 16 and 32 cores (or more: of each case the"
         " least that is published; in kind: faster than all threads in each case)"),
    Item("gowanlock2021-generalized", "Section 4.11: the generalized periodogram",
         "What do errors and a floating mean cost?",
         "Generalized over standard, direct sums, 1e6 frequencies, FP64.",
         "siderum has four of its six sums in both, 12 operations to 8; the paper does not say what"
         " its kernels share.",
         Axes("", "generalized / standard", line=1.0), measure_generalized,
         benchmarks=(SEARCHES,)),
    Item("gowanlock2021-table6", "Table 6: one object against another program",
         "How long does the kernel of one object take, and what did each form gain?",
         f"3,554 points, {LONG}. The published forms are written anew for this comparison:"
         " `plain` reads points where they lie, `staged` through scratch memory, `intrinsic` with"
         " the fast sines of the GPU; on hosts `plain` is the loop of the papers' CPU programs."
         " LSP-GPU is the paper's own program, beside whose times stand the staged form and"
         " siderum's own; CULSP is another program, with fast sines beside the intrinsic form, with"
         " those of the library by itself. siderum's kernels are hand-written on a GPU; beside them"
         " stand the portable ones, which are written once for all devices. The error is the"
         " largest of 100 powers and the highest, against the same formula in FP64 by the host's"
         " library. `plain` in FP64 is that formula on hosts, so that its error there is 0.",
         "The published forms call sines for each point and frequency; siderum advances them by a"
         " rotation. The error of fast sines is that of their argument, which grows with the"
         " phase.",
         Axes("frequencies", "time [ms]", "xy", panels=("FP64", "FP32")), measure_kernels,
         benchmarks=(SEARCHES, FORMS)),
    Item(GAINS_ITEM, "Tables 3 and 6: what each optimisation gains",
         "What did each published optimisation gain, and what does it gain on hardware of today?",
         "The times of gowanlock2021-table6, of one object, and of gowanlock2021-precisions, of a"
         " batch, at 1e6 frequencies; staging also at 1e4 and 1e5, of a batch by"
         " gowanlock2021-table3, which has FP64 alone. Published are the quotients of the paper's"
         " own times.",
         "Caches of today hold all points of an object, so that a copy of them in scratch memory"
         " has little to gain, and with few frequencies of one object it loses. Copies that run"
         " beside the search are in gowanlock2021-fig8, the single pass of the smoother in"
         " gowanlock2022-single-pass."
         " Fast sines are for GPUs in FP32 alone. What is called siderum's own no paper has.",
         Axes("", "times faster", "y", line=1.0, panels=("staging", "")), derive=derive_gains,
         source="gowanlock2021-table6", remark=staging_told,
         beside=("gowanlock2021-precisions", "gowanlock2021-table3")),
    joules.item("gowanlock2021", "one periodogram",
                "One asteroid of 3,554 points, standard, 0.5 .. 24 1/d, 1e6 frequencies at the"
                " quick scale and 1e8 at the published one.", energy_of, (ASTEROID,)),
]
