# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Hupca, Falcou, Grigori & Stompor 2010 (inria-00522937)."""

import dataclasses
import math
import re

from . import joules
from .items import Axes, Item, Row, best_place, judged, value_of
from .places import CASE
from .report import NAMES
from .style import DASHES, MARKERS, OTHERS
from .words import rounded

TRANSFORMS = "harmonic_transform_bench"
SIZES = {"check": (1023,), "quick": (1023, 2047),
         "paper": (1023, 2047, 3071, 4095, 5119, 6143, 7167, 8191, 9215)}
KINDS = (("synthesis", "synthesis"), ("analysis", "adjoint"))
PARTS = {"legendre": "Legendre stage", "rings": "rings", "whole": "whole"}
CORES = ("one core", "four cores")
FOUR_AT, ON_FOUR = 4095, " on four cores"
# Sizes at which the choices of the Legendre stage are measured, those of bench/harmonic_transform.
TUNED = {"check": (1023,), "quick": (1023, 2047), "paper": (1023, 2047, 4095, 6143)}
TUNED_ON_HOSTS = (2047,)


def one_of(words):
    return f"({'|'.join(map(str, words))})"


def sizes_of(run):
    """Operators, sizes and parts as expressions, one for each process: what is measured is kept as
    it ends. A GPU is soon done with all, and a host with the parts of a small size."""
    operators, sizes = [operator for _, operator in KINDS], SIZES[run.scale]
    if not run.on_host:
        return [(one_of(operators), one_of(sizes), one_of(PARTS))]
    return [(operator, lmax, part) for lmax in sizes for operator in operators
            for part in ([one_of(PARTS)] if lmax <= FOUR_AT else PARTS)]


def measured(run, operators, lmax, parts):
    """[(kind, lmax, part, benchmark)]"""
    backend = "cuda/cuda" if run.place.device == "gpu" else "portable/openmp"
    kinds = {operator: kind for kind, operator in KINDS}
    for name, row in run.bench("harmonic_transform_bench",
                               f"^harmonic_transform/{backend}/double/{operators}/healpix/"
                               f"lmax{lmax}x1/{parts}/device"):
        words = name.split("/")
        yield (kinds[words[4]], int(words[6].removeprefix("lmax").removesuffix("x1")), words[7],
               row)


def measure_transforms(run):
    """The times of all parts, and of the Legendre stage what it reaches; on hosts also of four
    cores, as the paper's have. Sizes beyond one that takes a host longer than its limit are left
    out, but for that of four cores."""
    rows, most = [], math.inf
    for operators, lmax, parts in sizes_of(run):
        if run.on_host and lmax > most:
            break
        for kind, size, part, row in measured(run, operators, lmax, parts):
            case, seconds = f"lmax {size}, {kind}", row["real_time"] * 1e-3
            rows.append(Row(f"{case}, {PARTS[part]}", seconds, "s", kind, size))
            most = size if seconds > run.limit(CASE) else most
            if part == "legendre":
                rows += [Row(case, row["gflops"], "GFLOP/s", kind, size),
                         Row(case, 100 * row["peak_share"], "%", kind, size)]
    if run.place.key == "all" and run.place.threads >= 4 and FOUR_AT in SIZES[run.scale]:
        for kind, size, part, row in measured(run.at(4), "synthesis", FOUR_AT, one_of(PARTS)):
            rows.append(Row(f"lmax {size}, {kind}, {PARTS[part]}{ON_FOUR}",
                            row["real_time"] * 1e-3, "s", kind, size))
    return sorted(rows, key=lambda row: (row.form, row.x))


def of_part(rows, part, cores=""):
    """Without the name of the part."""
    ending = f", {PARTS[part]}{cores}"
    return [dataclasses.replace(row, case=row.case.removesuffix(ending))
            for row in rows if row.case.endswith(ending)]


def derive_part(part):
    return lambda found: {place: of_part(rows, part) for place, rows in found.items()}


def derive_unit(unit, extremes):
    """The rows of a unit, and the extremes of synthesis, which alone is published; extremes: {case:
    min or max}"""
    def derive(found):
        of_unit = {}
        for place, rows in found.items():
            kept = [row for row in rows if row.unit == unit]
            values = [row.value for row in kept if row.form == "synthesis"]
            if values:
                of_unit[place] = kept + [Row(case, extreme(values), unit, draw=False)
                                         for case, extreme in extremes.items()]
        return of_unit
    return derive


def largest(*of_places):
    """The case of the largest size that all of them have, or None."""
    cases = set.intersection(*({row.case for row in rows} for rows in of_places))
    return max((row for row in of_places[0] if row.case in cases),
               key=lambda row: (row.x, row.form == "synthesis"), default=Row("", None, "")
               ).case or None


def derive_ratios(part):
    """The GPU over one thread, four and all, and one thread over all: first at the largest size
    that all of them have, at which they compare, then at the largest of each two."""
    def derive(found):
        times = {place: of_part(rows, part) for place, rows in found.items()}
        times["four"] = of_part(found.get("all", []), part, ON_FOUR)
        measured_at = [rows for rows in times.values() if rows]
        common = largest(*measured_at) if measured_at else None
        ratios = {}
        for slow, fast, words in (("one", "all", "all cores over one core"),
                                  ("one", "gpu", "GPU over one core"),
                                  ("four", "gpu", "GPU over four cores"),
                                  ("all", "gpu", "GPU over all cores")):
            most = largest(times.get(slow, []), times.get(fast, []))
            for case in dict.fromkeys((common or most, most) if most else ()):
                ratios.setdefault(fast, []).append(
                    Row(words, value_of(times[slow], case) / value_of(times[fast], case), "x",
                        case))
        return ratios
    return derive


def shorter_than_a_part(found, source):
    """In how many cases the whole took less time than one of its stages alone."""
    counts = {}
    for place, rows in source.items():
        stage = {row.case: row.value for row in of_part(rows, "legendre")}
        counts[place] = sum(row.value < stage.get(row.case, 0.0) for row in of_part(rows, "whole"))
    told = [f"{NAMES[place]}: {count}" for place, count in counts.items() if count]
    if not told:
        return ""
    every = sum(counts.values())
    return (f"In {every} case{'s' if every > 1 else ''} ({', '.join(told)}) the whole took less"
            " time than its Legendre stage in hupca2010-fig5: they were measured at different"
            " times, and the machine was not always as fast.")


def derive_stages(found):
    """The share of the Legendre stage in the sum of both."""
    shares = {}
    for place, rows in found.items():
        rings = {row.case: row.value for row in of_part(rows, "rings")}
        shares[place] = [Row(row.case, 100 * row.value / (row.value + rings[row.case]), "%",
                             row.form, row.x) for row in of_part(rows, "legendre")
                         if row.case in rings]
    return shares


def in_words(choices):
    """Of "pairs4/threads128/segment32" and "registers3"."""
    told = {"pairs": "{} pairs of rings a thread", "threads": "{} threads",
            "segment": "segments of {}", "registers": "{} in registers"}
    found = re.findall(r"([a-z]+)(\d+)", choices)
    return ", ".join(told[name].format(number) for name, number in found)


def measure_tuning(run):
    """The fastest choices of each kind and size, and the time of the others over theirs."""
    backend = "cuda/cuda" if run.place.device == "gpu" else "portable/openmp"
    rows = []
    for lmax in TUNED_ON_HOSTS if run.on_host else TUNED[run.scale]:
        for kind, operator in KINDS:
            found = run.bench("harmonic_transform_bench",
                              f"^harmonic_transform/{backend}/double/{operator}/healpix/"
                              f"lmax{lmax}x1/legendre/.*(registers|pairs)", seconds=0.05)
            times = {re.search(r"((?:registers|pairs).*)/device", name)[1]: row["real_time"]
                     for name, row in found}
            rows += rows_of_tuning(kind, lmax, times)
    return rows


def rows_of_tuning(kind, lmax, times):
    """The best first; times: {choices: any unit}"""
    if not times:
        return []
    held, form = {"synthesis": " vectors of rings", "analysis": " places"}[kind], f"lmax {lmax}"
    best = sorted(times.items(), key=lambda pair: pair[1])
    rows = [Row(f"{kind}: {in_words(choices).replace(' in', held + ' in', 1)}",
                time / best[0][1], "x", form, int(re.search(r"\d+$", choices)[0]))
            for choices, time in best]
    threads = re.search(r"threads(\d+)", best[0][0])
    if threads:
        rows.append(Row(f"{kind}: threads of the best", int(threads[1]), "threads", form,
                        draw=False))
    return rows


def kind_of(row):
    return row.case.partition(":")[0]


def lmax_of(row):
    """Results of earlier versions have one size alone, and do not name it."""
    found = re.fullmatch(r"lmax (\d+)", row.form)
    return int(found[1]) if found else TUNED_ON_HOSTS[0]


def threads_of(row):
    """In a block; None of hosts."""
    found = re.search(r"(\d+) threads", row.case)
    return int(found[1]) if found else None


def best_tuning(found):
    """Of the choices of a GPU the best for each number of threads, the best of all first."""
    kept = {}
    for place, rows in found.items():
        told = set()
        for row in sorted(rows, key=lambda row: (row.unit != "x", row.value)):
            of_threads = kind_of(row), lmax_of(row), threads_of(row)
            if row.unit != "x" or of_threads[-1] is None or of_threads not in told:
                kept.setdefault(place, []).append(row)
                told.add(of_threads)
        kept.setdefault(place, []).sort(
            key=lambda row: (lmax_of(row), [kind for kind, _ in KINDS].index(kind_of(row))))
    return kept


def lines_of(rows):
    """{label: {segment: the least time over the best}}; of hosts by what registers hold."""
    lines = {}
    for row in rows:
        threads = threads_of(row)
        of_label = lines.setdefault(f"{threads} threads" if threads else "host", {})
        of_label[row.x] = min(row.value, of_label.get(row.x, row.value))
    return {label: dict(sorted(lines[label].items()))
            for label in sorted(lines, key=lambda label: (len(label), label))}


def draw_tuning(figure, found, curves, paper):
    """A row of panels for the size that hosts have and one for the largest, a panel for each kind,
    a line for each number of threads; the paper's best are named, as it has no times of them."""
    rows = best_place(found)
    sizes = sorted({lmax_of(row) for row in rows})
    drawn = sorted({TUNED_ON_HOSTS[0] if TUNED_ON_HOSTS[0] in sizes else sizes[0], sizes[-1]})
    figure.set_figheight(3.0 * len(drawn) + 0.2)
    panels = figure.subplots(len(drawn), len(KINDS), sharey=True, squeeze=False)
    for of_size, lmax in zip(panels, drawn):
        for axes, (kind, _) in zip(of_size, KINDS):
            draw_lines_of(axes, lines_of([row for row in rows if kind_of(row) == kind
                                          and lmax_of(row) == lmax]))
            best = " or ".join(f"{row.value:g}" for row in paper if kind_of(row) == kind)
            axes.set_title(f"{kind}, lmax {lmax}"
                           + (f"\nthe paper's best: {best} threads" if best else ""))
        of_size[0].set_ylabel("time / best")
    return list(panels.flat)


def draw_lines_of(axes, lines):
    for number, (label, times) in enumerate(lines.items()):
        axes.plot(list(times), list(times.values()), color=OTHERS[number % 4],
                  linestyle=DASHES[number % 5], marker=MARKERS[number % 5], label=label)
    axes.set_xscale("log", base=2)
    ticks = sorted({x for times in lines.values() for x in times})
    axes.set_xticks(ticks, [f"{x:g}" for x in ticks])
    axes.set_xlabel("held in registers" if "host" in lines else "segment")
    axes.axhline(1.0, color="0.3", linewidth=1.0, linestyle="--", zorder=0.5)


ITERATIONS = 20  # of a synthesis and an adjoint each


def energy_of(run):
    lmax = run.choose(check=255, quick=2047, paper=8191)
    spectrum = run.sources / "examples/data/cmb_like_spectrum.csv"
    harmonics, _ = run.made(f"alm{lmax}.fits", "synalm", spectrum, "{output}", "--lmax",
                            min(lmax, 1535), "--seed", 7)
    iterated = run.choose(check=63, quick=511, paper=4095)
    nside = (iterated + 1) // 2
    sky, _ = run.made(f"map{nside}.fits", "alm2map", harmonics, "{output}", "--nside", nside)
    return {f"synthesis, nside {(lmax + 1) // 2}": [
                "alm2map", harmonics, run.folder / "map.fits", "--nside", (lmax + 1) // 2],
            f"analysis, {ITERATIONS} iterations, nside {nside}": [
                "map2alm", sky, run.folder / "alm.fits", "--lmax", iterated, "--iterations",
                ITERATIONS]}


SIZE = ("lmax = mmax, HEALPix with nside (lmax + 1) / 2, FP64, one map, from memory to memory of"
        " the device.")

def ratios_verdict(found, paper):
    """At the size that one core and four have in common, where there is one; against the most that
    is published."""
    one, four = (next((row for row in found.get("gpu", []) if row.case == f"GPU over {words}"),
                      None) for words in CORES)
    if one is None or four is None:
        return "not measured: it takes a GPU, and a host of four cores"
    theirs = [[row.value for row in paper if row.case == ours.case] for ours in (one, four)]
    if not all(theirs):
        return "not measured"
    sizes = " and ".join(dict.fromkeys((one.form, four.form)))
    enough = [ours.value >= max(published) for ours, published in zip((one, four), theirs)]
    told = " and ".join(f"{rounded(ours.value)} times {words} (published"
                        f" {', '.join(f'{value:g}' for value in published)})"
                        for ours, words, published in zip((one, four), CORES, theirs))
    return f"{judged(all(enough), min(one.value, four.value) > 1)}: {told}, at {sizes}"


def stages_verdict(found, paper):
    """Of both directions, at the largest map with a power of two for nside, which most have, and
    at the smallest; a still larger one, whose rings take longer for it, beside them."""
    rows = best_place(found)
    sizes = sorted({row.x for row in rows})

    def shares(size):
        return {row.form: row.value for row in rows if row.x == size}

    def told(size):
        return (" and ".join(f"{share:.0f} % of {kind}" for kind, share in shares(size).items())
                + f" at lmax {size:g}")
    typical = max(filter(has_power_of_two, sizes), default=sizes[-1])
    holds, of_small = (max(shares(size).values()) < 50 for size in (typical, sizes[0]))
    small = " but for small maps" if of_small and not holds else ""
    text = (f"{judged(holds)}{small}: the Legendre stage takes"
            f" {', '.join(map(told, dict.fromkeys((typical, sizes[0]))))}")
    if sizes[-1] > typical:
        text += f"; without a power of two for nside {told(sizes[-1])}"
    return text


def has_power_of_two(lmax):
    """Whether nside is one."""
    nside = (int(lmax) + 1) // 2
    return nside & (nside - 1) == 0


ITEMS = [
    Item("hupca2010-transforms", "Figures 5 to 9: all that was measured",
         "What do the figures below come from?", SIZE, "See each of them.", Axes(),
         measure_transforms, benchmarks=(TRANSFORMS,), on_page=False),
    Item("hupca2010-fig4", "Figure 4: sizes of blocks and segments",
         "What do the sizes of blocks and of staged segments do to the Legendre stage?",
         "lmax 1023 to 6143; time over that of the best of a size. The picture has lmax 2047 and"
         " the largest; a line has one number of threads in a block, each with the number of pairs"
         " of rings that suits it. The table has the best of each number of threads.",
         "The paper has synthesis alone: its best has 64 or 128 threads, by size, without a rule"
         " that it found, and one ring a thread; it goes on to blocks and segments of 512. siderum"
         " gives a thread up to eight pairs of rings, so that 128 threads take half of a map with"
         " lmax 2047: larger blocks would leave each order of it with one. Its segments have 16 to"
         " 128 steps, and all of these are measured. The paper has six sizes, lmax 1023 to 6143 by"
         " 1024; 3071 and 5119 are not measured, as each size takes 36 forms in either direction.",
         Axes("", "time / best", line=1.0), measure_tuning, once=True, benchmarks=(TRANSFORMS,),
         draw=draw_tuning, tabled=best_tuning,
         on_hosts="Hosts have lmax 2047 alone: what may be chosen there is how many rings or places"
         " are held in registers."),
    Item("hupca2010-fig5", "Figure 5: the Legendre stage",
         "How long does the Legendre stage take on each?", SIZE,
         "siderum's recurrence takes two steps of l at a time and starts where values matter, with"
         " vectors on hosts.", Axes("lmax", "time [s]", "xy", at_points=True),
         derive=derive_part("legendre"), source="hupca2010-transforms",
         stands_on=derive_part("legendre")),
    Item("hupca2010-fig5-ratios", "Figure 5: GPU over host, Legendre stage",
         "How many times faster is a GPU than one core, than four, and than all?",
         "At the largest size of hupca2010-fig5 that all of them have (four cores have lmax 4095"
         " alone), and at the largest that each two have.",
         "The paper's hosts have four cores, and its program no vectors and 10 % of their peak.",
         Axes("", "ratio", "y", line=1.0), derive=derive_ratios("legendre"),
         source="hupca2010-transforms", stands_on=derive_part("legendre"),
         columns=("all", "gpu"), verdict=ratios_verdict,
         claim="the Legendre stage of a GPU is 12 to 60 times as fast as that of one core, and 3 to"
         " 14 times as that of four (as the most of these, or more; in kind: faster than both)"),
    Item("hupca2010-fig7", "Figure 7: the rate of the Legendre stage",
         "How many operations a second does the Legendre stage make?", SIZE,
         "The paper counts divisions, roots and logarithms as 20 operations each; siderum counts"
         " multiplications and additions of the recurrence and the sums that are needed. The paper"
         " has synthesis alone: the lowest and the highest rate are of it.",
         Axes("lmax", "GFLOP/s", "xy", levels=True, at_points=True),
         derive=derive_unit("GFLOP/s", {"lowest rate": min, "highest rate": max}),
         source="hupca2010-transforms", stands_on=derive_part("legendre")),
    Item("hupca2010-fig6", "Figure 6: efficiency of the Legendre stage",
         "Which share of the FP64 peak is that?",
         "The rates of hupca2010-fig7 over the peak of multiply-adds that the same program"
         " measures.",
         "The peak of the paper is that of the data sheet. siderum takes two degrees in a step of"
         " the recurrence, for both rings of a pair, and leaves out what is negligible"
         " ([harmonic_transform.md](harmonic_transform.md#how)). The paper has synthesis alone: the"
         " highest share is of it.",
         Axes("lmax", "of the peak [%]", levels=True, at_points=True),
         derive=derive_unit("%", {"highest share of the FP64 peak": max}),
         source="hupca2010-transforms", stands_on=derive_part("legendre")),
    Item("hupca2010-fig8", "Figures 8 and 9: the whole transform",
         "How long does a whole transform take on each?", SIZE,
         "The paper pairs stages on GPU and host; siderum's run on one device.",
         Axes("lmax", "time [s]", "xy", at_points=True), derive=derive_part("whole"),
         source="hupca2010-transforms", stands_on=derive_part("whole"),
         remark=shorter_than_a_part),
    Item("hupca2010-fig8-ratios", "Figures 8 and 9: GPU over host, whole transform",
         "How many times faster is a GPU than one core, than four, and than all?",
         "At the largest size of hupca2010-fig8 that all of them have (four cores have lmax 4095"
         " alone), and at the largest that each two have.",
         "The paper's FFTs hold its transform back: it calls a library for each ring.",
         Axes("", "ratio", "y", line=1.0), derive=derive_ratios("whole"),
         source="hupca2010-transforms", stands_on=derive_part("whole"), columns=("all", "gpu"),
         verdict=ratios_verdict,
         claim="a GPU is 18 times as fast as one core, and 5.5 times as all four (or more; in kind:"
         " faster than both)"),
    Item("hupca2010-stages", "Figures 8 and 9: the share of the Legendre stage",
         "Which of the two stages holds a transform back?",
         SIZE + " The Legendre stage over the sum of both.",
         "The paper only draws them. Where nside is a power of two, so are the rings of the belt,"
         " half of all and the longest; on a GPU those of other lengths are convolved with a chirp,"
         " which takes longer. That is done in the fast memory of a block up to nside 4096. At"
         " nside 4608, lmax 9215, the belt and the longest rings of the caps do not fit there: they"
         " are transformed in the GPU's main memory, and the share of the rings rises.",
         Axes("lmax", "Legendre stage [%]", at_points=True),
         derive=derive_stages, source="hupca2010-transforms", verdict=stages_verdict,
         claim="the Fourier transforms of the rings hold the whole back"),
    joules.item("hupca2010", "transforms",
                "A random sky, lmax 1535, FP64. Its synthesis on a HEALPix map with nside 1024 at"
                " the quick scale and 4096 at the published one, most of which is to write the map;"
                f" and the analysis to lmax 2 nside - 1 by {ITERATIONS} iterations, which are"
                f" {2 * ITERATIONS + 1} transforms, with nside 256 and 2048.", energy_of),
]
