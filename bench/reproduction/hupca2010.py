# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Hupca, Falcou, Grigori & Stompor 2010 (inria-00522937)."""

import re

from . import joules
from .items import Axes, Item, Row, best_place, judged, value_of
from .report import rounded

SIZES = {"check": (1023,), "quick": (1023, 2047, 3071, 4095),
         "paper": (1023, 2047, 3071, 4095, 5119, 6143, 7167, 8191, 9215)}
KINDS = (("synthesis", "synthesis"), ("analysis", "adjoint"))


PARTS = {"legendre": "Legendre stage", "rings": "rings", "whole": "whole"}


def measure_transforms(run):
    """The times of all parts, and of the Legendre stage what it reaches."""
    backend = "cuda/cuda" if run.place.device == "gpu" else "portable/openmp"
    kinds = {operator: kind for kind, operator in KINDS}
    rows = []
    for lmax in SIZES[run.scale]:
        for name, row in run.bench(
                "harmonic_transform_bench",
                f"^harmonic_transform/{backend}/double/({'|'.join(kinds)})/healpix/"
                f"lmax{lmax}x1/({'|'.join(PARTS)})/device"):
            words = name.split("/")
            kind, part = kinds[words[4]], words[7]
            case = f"lmax {lmax}, {kind}"
            rows.append(Row(f"{case}, {PARTS[part]}", row["real_time"] * 1e-3, "s", kind, lmax))
            if part == "legendre":
                rows += [Row(case, row["gflops"], "GFLOP/s", kind, lmax),
                         Row(case, 100 * row["peak_share"], "%", kind, lmax)]
    return sorted(rows, key=lambda row: (row.form, row.x))


def of_part(rows, part):
    """Without the name of the part."""
    ending = f", {PARTS[part]}"
    return [Row(row.case.removesuffix(ending), row.value, "s", row.form, row.x)
            for row in rows if row.case.endswith(ending)]


def derive_part(part):
    return lambda found: {place: of_part(rows, part) for place, rows in found.items()}


def derive_rates(found):
    rates = {}
    for place, rows in found.items():
        kept = [row for row in rows if row.unit == "GFLOP/s"]
        values = [row.value for row in kept]
        rates[place] = kept + [Row("lowest rate", min(values), "GFLOP/s", draw=False),
                               Row("highest rate", max(values), "GFLOP/s", draw=False)]
    return rates


def derive_efficiency(found):
    shares = {}
    for place, rows in found.items():
        kept = [row for row in rows if row.unit == "%"]
        shares[place] = kept + [Row("share of the FP64 peak", max(row.value for row in kept), "%",
                                    draw=False)]
    return shares


def largest(rows):
    return max(rows, key=lambda row: (row.x, row.form == "synthesis")).case


def derive_ratios(part):
    """The GPU over one thread and over all, and one thread over all, at the largest size."""
    def derive(found):
        times = {place: of_part(rows, part) for place, rows in found.items()}
        if "one" not in times or "all" not in times:
            return {}
        case = largest(times["one"])
        ratios = {"all": [Row("all cores over one core", value_of(times["one"], case)
                              / value_of(times["all"], case), "x")]}
        if "gpu" in times:
            ratios["gpu"] = [Row(f"GPU over {words}", value_of(times[place], case)
                                 / value_of(times["gpu"], case), "x")
                             for place, words in (("one", "one core"), ("all", "all cores"))]
        return ratios
    return derive


def derive_stages(found):
    """The share of the Legendre stage in the sum of both."""
    shares = {}
    for place, rows in found.items():
        rings = {row.case: row.value for row in of_part(rows, "rings")}
        shares[place] = [Row(row.case, 100 * row.value / (row.value + rings[row.case]), "%",
                             row.form, row.x) for row in of_part(rows, "legendre")]
    return shares


def in_words(choices):
    """Of "pairs4/threads128/segment32" and "registers3"."""
    told = {"pairs": "{} pairs of rings a thread", "threads": "{} threads",
            "segment": "segments of {}", "registers": "{} in registers"}
    found = re.findall(r"([a-z]+)(\d+)", choices)
    return ", ".join(told[name].format(number) for name, number in found)


def measure_tuning(run):
    """The fastest choices of each kind, and the time of the others over theirs."""
    backend = "cuda/cuda" if run.place.device == "gpu" else "portable/openmp"
    rows = []
    for kind, operator in KINDS:
        found = run.bench("harmonic_transform_bench",
                          f"^harmonic_transform/{backend}/double/{operator}/healpix/lmax2047x1/"
                          "legendre/.*(registers|pairs)", cases="full")
        times = {re.search(r"((?:registers|pairs).*)/device", name)[1]: row["real_time"]
                 for name, row in found}
        held = {"synthesis": " vectors of rings", "analysis": " places"}[kind]
        if times:
            least = min(times.values())
            best = sorted(times.items(), key=lambda pair: pair[1])
            rows += [Row(f"{kind}: {in_words(choices).replace(' in', held + ' in', 1)}",
                         time / least, "x", kind, draw=number < 12)
                     for number, (choices, time) in enumerate(best)]
    return rows


def energy_of(run):
    lmax = run.choose(check=255, quick=2047, paper=8191)
    spectrum = run.sources / "examples/data/cmb_like_spectrum.csv"
    harmonics, _ = run.made(f"alm{lmax}.fits", "synalm", spectrum, "{output}", "--lmax",
                            min(lmax, 1535), "--seed", 7)
    return {f"synthesis, nside {(lmax + 1) // 2}": [
        "alm2map", harmonics, run.folder / "map.fits", "--nside", (lmax + 1) // 2]}


SIZE = ("lmax = mmax, HEALPix with nside (lmax + 1) / 2, FP64, one map, from memory to memory of"
        " the device.")

def ratios_verdict(found, paper):
    one, every = (value_of(found.get("gpu", []), f"GPU over {words}")
                  for words in ("one core", "all cores"))
    if one is None:
        return "not measured: it takes a GPU"
    return (f"{judged(one >= 18 and every >= 5.5, one >= 18)}: {rounded(one)} times one core"
            f" (published 18) and {rounded(every)} times all (published 5.5, of four)")


def stages_verdict(found, paper):
    rows = best_place(found)
    share = max(rows, key=lambda row: row.x).value
    return (f"{judged(share < 50)}: at the largest size the Legendre"
            f" stage takes {share:.0f} % of both")


ITEMS = [
    Item("hupca2010-transforms", "Figures 5 to 9: all that was measured",
         "What do the figures below come from?", SIZE, "See each of them.", Axes(),
         measure_transforms, on_page=False),
    Item("hupca2010-fig4", "Figure 4: sizes of blocks and segments",
         "What do the sizes of blocks and of staged segments do to the Legendre stage?",
         "lmax 2047; time over that of the best. On hosts what may be chosen is how many rings or"
         " places are held in registers.",
         "The paper's best has 64 threads for synthesis and 128 for analysis, one ring a thread;"
         " siderum gives a thread several rings, so that its blocks are smaller.",
         Axes("", "time / best", line=1.0), measure_tuning, once=True),
    Item("hupca2010-fig5", "Figure 5: the Legendre stage",
         "How long does the Legendre stage take on each?", SIZE,
         "siderum's recurrence takes two steps of l at a time and starts where values matter, with"
         " vectors on hosts.", Axes("lmax", "time [s]", "xy", at_points=True),
         derive=derive_part("legendre"), source="hupca2010-transforms"),
    Item("hupca2010-fig5-ratios", "Figure 5: GPU over host, Legendre stage",
         "How many times faster is a GPU than one core, and than all?",
         "The largest size of hupca2010-fig5.",
         "The paper's host has four cores, no vectors and 10 % of its peak.",
         Axes("", "ratio", "y", line=1.0), derive=derive_ratios("legendre"),
         source="hupca2010-transforms", columns=("all", "gpu")),
    Item("hupca2010-fig7", "Figure 7: the rate of the Legendre stage",
         "How many operations a second does the Legendre stage make?", SIZE,
         "The paper counts divisions, roots and logarithms as 20 operations each; siderum counts"
         " multiplications and additions of the recurrence and the sums that are needed.",
         Axes("lmax", "GFLOP/s", "xy", levels=True, at_points=True), derive=derive_rates,
         source="hupca2010-transforms"),
    Item("hupca2010-fig6", "Figure 6: efficiency of the Legendre stage",
         "Which share of the FP64 peak is that?",
         "The rates of hupca2010-fig7 over the peak of multiply-adds as measured there.",
         "The peak of the paper is that of the data sheet.",
         Axes("lmax", "of the peak [%]", levels=True, at_points=True),
         derive=derive_efficiency, source="hupca2010-transforms"),
    Item("hupca2010-fig8", "Figures 8 and 9: the whole transform",
         "How long does a whole transform take on each?", SIZE,
         "The paper pairs stages on GPU and host; siderum's run on one device.",
         Axes("lmax", "time [s]", "xy", at_points=True), derive=derive_part("whole"),
         source="hupca2010-transforms"),
    Item("hupca2010-fig8-ratios", "Figures 8 and 9: GPU over host, whole transform",
         "How many times faster is a GPU than one core, and than all?",
         "The largest size of hupca2010-fig8.",
         "The paper's FFTs hold its transform back: it calls a library for each ring.",
         Axes("", "ratio", "y", line=1.0), derive=derive_ratios("whole"),
         source="hupca2010-transforms", columns=("all", "gpu"), verdict=ratios_verdict,
         claim="a GPU is 18 times as fast as one core, and 5.5 times as all four"),
    Item("hupca2010-stages", "Figures 8 and 9: the share of the Legendre stage",
         "Which of the two stages holds a transform back?",
         SIZE + " The Legendre stage over the sum of both.",
         "The paper gives drawings alone.", Axes("lmax", "Legendre stage [%]", at_points=True),
         derive=derive_stages, source="hupca2010-transforms", verdict=stages_verdict,
         claim="the Fourier transforms of the rings hold the whole back"),
    joules.item("hupca2010", "a synthesis",
                "A random sky, lmax 1535, on a HEALPix map with nside 1024 at the quick scale and"
                " 4096 at the published one, FP64.", energy_of),
]
