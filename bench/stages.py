# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The table of transforms on hosts by their stages, with what share of the peak their goals beside
ducc0 ask for."""

import re

import goals
import packages
from cells import NOT_MEASURED, Row, duration, mark, number, percent, quietness, table
from ratios import name_of, seconds_of

STAGE = re.compile(r"harmonic_transform/portable/openmp/double/(?P<operator>synthesis|adjoint)/"
                   r"(?P<grid>\w+)/(?P<size>lmax\d+x1|lmax\d+x2/spin_two)/"
                   r"(?P<stage>whole|legendre|rings)/device")
OF_SUMS = (("gflops", number), ("peak_share", percent))
OF_RINGS = (("bandwidth_share", percent),)
HEADS = ("transform", "threads", "whole", "GFLOP/s", "of the FMA peak", "Legendre stage", "GFLOP/s",
         "of the FMA peak", "the goal asks for", "ring stage", "of the bandwidth")
GOAL = "harmonic_peer/siderum/*/*/lmax????/spin{}/16_threads"  # of goals.csv


def wanted():
    """{spin: what transforms are to take of the time of ducc0}"""
    known = {goal["row"]: float(goal["wanted"]) for goal in goals.listed()}
    return {spin: known[GOAL.format(spin)] for spin in (0, 2)}


def size_of(transform):
    """(lmax, spin)"""
    size = transform[2]
    return int(re.search(r"lmax(\d+)", size)[1]), 2 if "spin_two" in size else 0


def ducc0_of(results, transform, threads):
    """The entry of ducc0 for a transform that has a goal beside it, or None: small ones have none,
    and others may not be measured."""
    operator, grid, _ = transform
    lmax, spin = size_of(transform)
    if lmax < packages.LARGE_LMAX:
        return None
    return next((entry for entry in reversed(results["harmonic_peers"])
                 if entry["package"] == "ducc0" and entry["threads"] == threads
                 and (entry["operator"], entry["grid"].replace("-", "_"), entry["lmax"],
                      entry.get("spin", 0)) == (operator, grid, lmax, spin)), None)


def asked_of_legendre(goal, whole, rings):
    """What share of the peak the Legendre stage would need for its transform to take `goal`
    seconds, with the ring stage as it is; at least so much where that was not measured."""
    if not whole or "peak_share" not in whole:
        return "-"
    left = goal - (seconds_of(rings) if rings else 0.0)
    return ("" if rings else "> ") + percent(whole["peak_share"] * seconds_of(whole) / left)


def cells_of(benchmark, entry, shown):
    """The time of a stage, and these counters of it."""
    if not benchmark:
        return [NOT_MEASURED, *("-" for _ in shown)]
    return [f"{duration(seconds_of(benchmark))}{mark(quietness(entry))}",
            *(show(benchmark[name]) if name in benchmark else "-" for name, show in shown)]


def stage_rows(results):
    """Transforms of one map, or of the two of spin 2, on the host with all its threads, whole and
    by stages."""
    found, shares = {}, wanted()
    for entry in results["runs"]:
        for benchmark in entry["benchmarks"]:
            match = STAGE.fullmatch(name_of(benchmark))
            if match and not benchmark.get("error_occurred"):
                found.setdefault(entry["threads"], {}).setdefault(
                    match.group("operator", "grid", "size"), {}).setdefault(
                        match["stage"], (benchmark, entry))
    threads, rows = max(found, default=0), []
    for transform, stages in found.get(threads, {}).items():
        whole, legendre, rings = (stages.get(stage, (None, {}))
                                  for stage in ("whole", "legendre", "rings"))
        peer = ducc0_of(results, transform, threads)
        asked = asked_of_legendre(shares[size_of(transform)[1]] * peer["seconds"], whole[0],
                                  rings[0]) if peer else "-"
        rows.append(Row(("/".join(["harmonic_transform", *transform]), threads,
                         *cells_of(*whole, OF_SUMS), *cells_of(*legendre, OF_SUMS), asked,
                         *cells_of(*rings, OF_RINGS)),
                        commits=[*(("the stages", entry.get("commit", ""))
                                   for _, entry in stages.values()),
                                 *([("ducc0", peer.get("commit", ""))] if peer else [])]))
    return rows


def stage_table(results):
    return table(HEADS, stage_rows(results))
