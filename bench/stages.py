# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The table of transforms on hosts by their stages, with what share of the peak their goals beside
ducc0 ask for."""

import re

import packages
from cells import NOT_MEASURED, Row, duration, mark, number, percent, quietness, table
from ratios import name_of, seconds_of

STAGE = re.compile(r"harmonic_transform/portable/openmp/double/(?P<operator>synthesis|adjoint)/"
                   r"(?P<grid>\w+)/(?P<size>lmax\d+x1|lmax\d+x2/spin_two)/"
                   r"(?P<stage>whole|legendre|rings)/device")
# The heading of a stage, and the share of what bounds it.
STAGES = {"whole": ("whole", "peak_share"), "legendre": ("Legendre stage", "peak_share"),
          "rings": ("ring stage", "bandwidth_share")}
ASKED = "the goal asks for"
STAGE_HEADS = ["whole", "GFLOP/s", "of the FMA peak", "Legendre stage", "GFLOP/s",
               "of the FMA peak", ASKED, "ring stage", "of the bandwidth"]
# What transforms are to take of the time of ducc0, by spin, as goals.csv has it.
OVER_DUCC0 = {0: 0.6, 2: 0.5}


def over_ducc0(results, transform, threads):
    """The entry of ducc0 for a transform that has a goal beside it, or None: small ones have none,
    and others may not be measured."""
    operator, grid, size = transform
    lmax, spin = int(re.search(r"lmax(\d+)", size)[1]), 2 if "spin_two" in size else 0
    if lmax < packages.LARGE_LMAX:
        return None
    found = [entry for entry in results["harmonic_peers"]
             if entry["package"] == "ducc0" and entry["threads"] == threads
             and (entry["operator"], entry["grid"].replace("-", "_"), entry["lmax"],
                  entry.get("spin", 0)) == (operator, grid, lmax, spin)]
    return {**found[-1], "goal": OVER_DUCC0[spin] * found[-1]["seconds"]} if found else None


def asked_of_legendre(peer, whole, rings):
    """What share of the peak the Legendre stage would need for its transform to reach its goal
    beside ducc0, with the ring stage as it is; at least so much where that was not measured."""
    if not peer or not whole or "peak_share" not in whole:
        return "-"
    left = peer["goal"] - (seconds_of(rings) if rings else 0.0)
    return ("" if rings else "> ") + percent(whole["peak_share"] * seconds_of(whole) / left)


def stage_rows(results):
    """Transforms of one map, or of the two of spin 2, on the host with all its threads, whole and
    by stages."""
    found = {}
    for entry in results["runs"]:
        for benchmark in entry["benchmarks"]:
            match = STAGE.fullmatch(name_of(benchmark))
            if match and not benchmark.get("error_occurred"):
                found.setdefault(entry["threads"], {}).setdefault(
                    match.group("operator", "grid", "size"), {}).setdefault(
                        match["stage"], (benchmark, entry))
    threads, rows = max(found, default=0), []
    for transform, stages in found.get(threads, {}).items():
        cells = []
        for stage, (_, share) in STAGES.items():
            benchmark, entry = stages.get(stage, (None, {}))
            shown = ((("gflops", number), (share, percent)) if share == "peak_share"
                     else ((share, percent),))
            cells.append(f"{duration(seconds_of(benchmark))}{mark(quietness(entry))}"
                         if benchmark else NOT_MEASURED)
            cells += [show(benchmark[name]) if benchmark and name in benchmark else "-"
                      for name, show in shown]
        peer = over_ducc0(results, transform, threads)
        cells.insert(STAGE_HEADS.index(ASKED), asked_of_legendre(
            peer, *(stages.get(stage, (None,))[0] for stage in ("whole", "rings"))))
        rows.append(Row(("/".join(["harmonic_transform", *transform]), threads, *cells),
                        commits=[*(("the stages", entry.get("commit", ""))
                                   for _, entry in stages.values()),
                                 *([("ducc0", peer.get("commit", ""))] if peer else [])]))
    return rows


def stage_table(results):
    return table(("transform", "threads", *STAGE_HEADS), stage_rows(results))
