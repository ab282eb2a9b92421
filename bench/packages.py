# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Tables of other packages beside ours, in FP64: each case, and the best and the worst ratio of
each package. The threads that are told are ours, and theirs where a package has any."""

import dataclasses

import names
import ratios
from cells import NOT_MEASURED, Row, duration, mark, quietness, reached, table

LONG_CURVE = 100_000  # points from which on a curve is told apart
LARGE_LMAX = 1023
# Methods of entries that were kept before they were called otherwise.
CALLED_NOW = {"fast (FFT, its default accuracy)": "fast (FFT, its default accuracy, 1 thread)"}


def method_of(peer):
    return CALLED_NOW.get(peer["method"], peer["method"])


def beside(cases, *parts):
    """(entry of another package, the fastest of ours that is alike in these parts, or None)"""
    ours = {}
    for case in cases:
        if case["package"] == "siderum":
            key = ratios.beside_key(case, parts)
            ours[key] = min(case, ours.get(key, case), key=lambda entry: entry["seconds"])
    return [(case, ours.get(ratios.beside_key(case, parts)))
            for case in cases if case["package"] != "siderum"]


def searches(results):
    return beside(ratios.searches_beside(results), *ratios.BESIDE)


def transforms(results):
    return beside(results["harmonic_peers"], "operator", "grid", "lmax", "spin", "threads",
                  "commit")


def pairs(results):
    return beside(results["pair_peers"], "case", "threads", "commit")


def ratio_of(mine, peer, *also):
    """(our time, with that of what is added to it, over theirs; how quiet it was of all; what the
    host reached then), or None where one of ours was not measured."""
    ours = [mine, *also]
    if None in ours:
        return None
    return (sum(entry["seconds"] for entry in ours) / peer["seconds"],
            [quietness(entry) for entry in (*ours, peer)],
            [reached(entry) for entry in (*ours, peer)])


def told(ratio):
    """Marked where one of its times was not measured on a quiet host."""
    return f"{ratio[0]:.3g}{mark(*ratio[1])}" if ratio else "-"


def times_of(*ratios_of_row):
    return [times for ratio in ratios_of_row if ratio for times in ratio[2]]


def commits_of(entry, plan=None):
    """Of a package and of ours, which are the same, and of our plan."""
    return [("both sides", entry.get("commit", "")),
            *([("our plans", plan.get("commit", ""))] if plan else [])]


def time_of(mine):
    return duration(mine["seconds"]) if mine else NOT_MEASURED


def how_far(entry, name):
    return f"{entry[name]:.1e}" if name in entry else "-"


def search_rows(results):
    """Beside the whole periodogram from and to host memory."""
    rows = []
    for peer, mine in searches(results):
        if "missing" in peer:
            rows.append(Row((peer["package"], *["-"] * 6, peer["missing"])))
            continue
        ratio = ratio_of(mine, peer)
        rows.append(Row((
            f"{peer['package']} {peer['version']}, {method_of(peer)}", peer["size"], peer["model"],
            peer["threads"],
            f"{duration(mine['seconds'])} by {mine['method']}" if mine else NOT_MEASURED,
            duration(peer["seconds"]), told(ratio), how_far(peer, "error")), times_of(ratio),
            commits_of(peer) if mine else ()))
    return rows


def search_table(results):
    return table(("package, method", "objects x points x frequencies", "model", "threads",
                  "siderum", "its time", "our time / its", "its largest error"),
                 search_rows(results))


def plans_of(results):
    """Entries by the names of benchmarks and threads."""
    return {(ratios.name_of(benchmark), run.get("threads")):
            {"seconds": ratios.seconds_of(benchmark), **run}
            for run in results["runs"] for benchmark in run["benchmarks"]}


def plan_of(case, rows):
    """The time of the plan that a transform of ours was given, among plans_of(); None where it was
    not measured."""
    name = (f"harmonic_transform/portable/openmp/double/plan/{case['grid'].replace('-', '_')}"
            f"/lmax{case['lmax']}{'/spin_two' if case.get('spin') == 2 else ''}/device")
    return rows.get((name, case["threads"]))


def transform_name(case):
    spin = f", spin {case['spin']}" if case.get("spin") else ""
    return f"{case['operator']}, {case['grid']} {case['size']}, lmax {case['lmax']}{spin}"


def transform_rows(results):
    """Beside transforms from and to memory; also with the plan that theirs make in each call, and
    ours but once."""
    plans = plans_of(results)
    rows = []
    for case, mine in transforms(results):
        plan = plan_of(case, plans)
        alone, with_plan = ratio_of(mine, case), ratio_of(mine, case, plan)
        rows.append(Row((transform_name(case), case["threads"], time_of(mine),
                         f"{case['package']} {case['version']}", duration(case["seconds"]),
                         told(alone), told(with_plan), how_far(case, "difference")),
                        times_of(with_plan or alone), commits_of(case, plan) if mine else ()))
    return rows


def transform_table(results):
    return table(("transform", "threads", "siderum, plan made before", "package", "its time",
                  "our time / its", "with our plan", "difference"), transform_rows(results))


def pair_rows(results):
    """Beside the auto pairs of a uniform sky."""
    rows = []
    for case, mine in pairs(results):
        if "missing" in case:
            rows.append(Row(("-", "-", "-", f"{case['package']}, {case['method']}", "-", "-",
                             case["missing"])))
            continue
        ratio = ratio_of(mine, case)
        rows.append(Row((case["case"], case["threads"], time_of(mine),
                         f"{case['package']} {case['version']}, {case['method']}",
                         duration(case["seconds"]), told(ratio),
                         "equal" if case["difference"] == 0 else f"{case['difference']:.1e}"),
                        times_of(ratio), commits_of(case) if mine else ()))
    return rows


def pair_table(results):
    return table(("points", "threads", "siderum", "package, method", "its time",
                  "our time / its", "largest difference of a bin"), pair_rows(results))


@dataclasses.dataclass
class Compared:
    """A case of another package beside ours."""
    calls: str  # what it is one of
    package: str
    threads: int
    name: str
    ratio: tuple
    with_plan: tuple = None


def kind_of_search(size):
    objects, points, _ = map(int, size.split("x"))
    if objects > 1:
        return "periodograms of many curves"
    return ("periodograms of one curve, "
            + (f"{LONG_CURVE:,} points and more" if points >= LONG_CURVE
               else f"below {LONG_CURVE:,} points"))


def compared(results):
    """All that were measured beside ours."""
    for peer, mine in searches(results):
        if mine and "missing" not in peer:
            yield Compared(kind_of_search(peer["size"]), f"{peer['package']}, {method_of(peer)}",
                           peer["threads"], f"{names.readable(peer['size'])}, {peer['model']}",
                           ratio_of(mine, peer))
    plans = plans_of(results)
    for case, mine in transforms(results):
        if mine:
            size = (f"lmax {LARGE_LMAX} and more" if case["lmax"] >= LARGE_LMAX
                    else f"below lmax {LARGE_LMAX}")
            yield Compared(f"transforms of spin {case.get('spin') or 0}, {size}", case["package"],
                           case["threads"], transform_name(case), ratio_of(mine, case),
                           ratio_of(mine, case, plan_of(case, plans)))
    for case, mine in pairs(results):
        if mine and "missing" not in case:
            yield Compared("pairs", f"{case['package']}, {case['method']}", case["threads"],
                           case["case"], ratio_of(mine, case))


def ratio_rows(results):
    """The best and the worst ratio of each package in each kind of calls."""
    groups = {}
    for case in compared(results):
        groups.setdefault((case.calls, case.package, case.threads), []).append(case)
    rows = []
    kinds = list(dict.fromkeys(calls for calls, _, _ in groups))
    for (calls, package, threads), cases in sorted(
            groups.items(), key=lambda group: (-group[0][2], kinds.index(group[0][0]))):
        cases.sort(key=lambda case: case.ratio)
        with_plan = max((case.with_plan for case in cases if case.with_plan), default=None)
        rows.append(Row((calls, package, threads, len(cases), told(cases[0].ratio),
                         told(cases[-1].ratio), cases[-1].name, told(with_plan)),
                        times_of(*(case.with_plan or case.ratio for case in cases))))
    return rows


def ratio_table(results):
    return table(("calls", "package, method", "threads", "cases", "our time / its, the best",
                  "the worst", "which that is", "the worst with our plan"), ratio_rows(results))
