# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What was wanted, beside what was measured: the tables of goals.csv.

A goal is in seconds of a figure, or its time over that of another one. Figures have names: those of
benchmarks, of hosts with /<threads>_threads behind them, and

    process/<row of process_bench.py>/<device>/<threads>_threads, process_copy/..., process_goal/...
    shared/<job>/<ranks>_gpus, or <ranks>_cpus/<threads of each>_threads, of ranks_bench.py,
    shared_alone/... one beside them
    job_peer/<package>/<row>/<threads>_threads
    peer/<package>/<method>/<model>/<size>/<threads>_threads
    harmonic_peer/<package>/<operator>/<grid>/lmax<lmax>/spin<spin>/<threads>_threads
    pair_peer/<package>/<method>/<case>/<threads>_threads
    call/<package>/<case>/<threads>_threads, call_beside/<package>/... ours in the same run, and
        call_above/<package>/... by how much ours takes longer

In `row`, * stands for any word and ???? for one of four letters, and the worst counts; in `over`
{1} is the first of these words. A *
in `over` stands for any as well: the fastest that is not the figure itself counts. Of "A + B" the
sum counts. `why` says why it is missed where it is.
"""

import csv
import math
import pathlib
import re
import typing

import ratios
from cells import NOT_MEASURED, duration, mark, quietness, reached, table, worst_of


def threads_of(entry):
    return f"{entry['threads']}_threads"


class Figure(typing.NamedTuple):
    """What is measured, in seconds or as a ratio."""
    value: float
    quiet: str  # of cells.MARKS
    slowed: float  # how many times longer it may have taken for a busy host; inf: not noted


def figure(seconds, entry, quiet=None):
    quiet = quiet or quietness(entry)
    shares = reached(entry)
    slowed = 1.0 if quiet == "quiet" else 1.0 / min(shares) if shares else math.inf
    return Figure(seconds, quiet, slowed)


def figures(results):
    """{name: figure}. Of a host that ran with several numbers of threads no number is meant
    unless it is told, so that its benchmarks all have it at the end of their names."""
    found = {}
    for entry in results["runs"]:
        for benchmark in entry["benchmarks"]:
            if not benchmark.get("error_occurred"):
                name = ratios.name_of(benchmark)
                told = figure(ratios.seconds_of(benchmark), entry,
                              ratios.quietness_of(name, entry))
                if ratios.on_device(name):
                    found.setdefault(name, told)
                found.setdefault(f"{name}/{entry.get('threads', 1)}_threads", told)
                if "read_s" in benchmark and "read/prepared/" in name:
                    alone = name.replace("read/prepared", "read_alone")
                    found[f"{alone}/{threads_of(entry)}"] = figure(benchmark["read_s"], entry)
    for section, name in (
            ("processes", "process/{name}/{device}/{threads}_threads"),
            ("job_peers", "job_peer/{package}/{name}/{threads}_threads"),
            ("peers", "peer/{package}/{method}/{model}/{size}/{threads}_threads"),
            ("harmonic_peers", "harmonic_peer/{package}/{operator}/{grid}/lmax{lmax}/spin{spin}/"
                               "{threads}_threads"),
            ("pair_peers", "pair_peer/{package}/{method}/{case}/{threads}_threads")):
        entries = ratios.searches_compared(results) if section == "peers" else results[section]
        for entry in entries:
            if "seconds" in entry:
                told = {"method": "", "threads": 1, **entry}
                found[name.format(**told)] = figure(entry["seconds"], entry)
    for entry in results["shared_jobs"]:
        each = f"/{threads_of(entry)}" if entry["device"] == "cpu" else ""
        name = f"{entry['name']}/{entry['ranks']}_{entry['device']}s{each}"
        found[f"shared/{name}"] = figure(entry["seconds"], entry)
        found[f"shared_alone/{name}"] = figure(entry["alone"], entry)
    for entry in results["calls"]:
        name = f"{entry['peer']}/{entry['case']}/{threads_of(entry)}"
        found[f"call/{name}"] = figure(entry["theirs"], entry)
        found[f"call_beside/{name}"] = figure(entry["ours"], entry)
        found[f"call_above/{name}"] = figure(entry["ours"] - entry["theirs"], entry)
    for entry in results["processes"]:
        for kind in {"copy", "goal"} & set(entry):
            # A goal of less than a millisecond is none: no process starts so fast.
            least = 1e-3 if kind == "goal" else 0.0
            found[f"process_{kind}/{entry['name']}/{entry['device']}/{threads_of(entry)}"] = (
                figure(max(entry[kind], least), entry))
    return found


def measured(found, row, over):
    """The figure that the goal is about, or None where something is missing."""
    matches = [(name, match) for name in ([row] if "*" not in row and "?" not in row else found)
               if name in found and (match := matcher(row).fullmatch(name))]
    values = [value_of(found, name, over.format(name, *match.groups()))
              for name, match in matches]
    return max((value for value in values if value), default=None)


def value_of(found, name, over):
    if not over:
        return found[name]
    seconds, quiet, slowed = found[name]
    total = 0.0
    for part in over.split(" + "):
        others = [told for other, told in found.items()
                  if other != name and matcher(part).fullmatch(other)]
        if not others:
            return None
        least = min(others)
        total, quiet = total + least.value, worst_of(quiet, least.quiet)
        slowed = max(slowed, least.slowed)
    return Figure(seconds / total, quiet, slowed) if total > 0.0 else None


def matcher(pattern):
    """Of names: * is any word between two slashes, ???? one of as many letters."""
    escaped = re.escape(pattern).replace(r"\*", "([^/]*)")
    return re.compile(re.sub(r"(?:\\\?)+", lambda run: f"([^/]{{{len(run[0]) // 2}}})", escaped))


def listed():
    with open(pathlib.Path(__file__).with_name("goals.csv"), newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def told_goals(of_machines):
    """(goal, how to print it, what was measured on the first machine that has it, or None)"""
    all_found = [figures(results) for results in of_machines]
    for goal in listed():
        tries = (measured(found, goal["row"], goal["over"]) for found in all_found)
        told = next((one for one in tries if one is not None), None)
        yield goal, "{:.3g}".format if goal["over"] else duration, told


def is_missed(goal, told):
    return told is not None and float(f"{told.value:.3g}") > float(goal["wanted"])


def cell(goal, show, told):
    if told is None:
        return NOT_MEASURED
    text = show(told.value) + mark(told.quiet)
    return f"**{text}: not reached**" if is_missed(goal, told) else text


def reason(goal, told):
    """Why it is missed: for a busy host too where that may be all of it. No figure stands there
    but between the markers of page.py."""
    explained = told.quiet == "busy" and told.value <= float(goal["wanted"]) * told.slowed
    busy = ["the host was busy"] if explained else []
    return "; ".join([goal["why"]] * bool(goal["why"]) + busy) or "not looked into"


def rows_of(found):
    return table(("goal (FP64 on the GPU where nothing else is said)", "wanted", "measured"), [
        (ratios.said(goal["row"], goal["goal"]), show(float(goal["wanted"])),
         cell(goal, show, told)) for goal, show, told in found])


def goal_table(results):
    """All that are measured."""
    return rows_of((goal, show, told) for goal, show, told in told_goals([results])
                   if told is not None)


def other_table(*of_machines):
    """All but the missed."""
    return rows_of((goal, show, told) for goal, show, told in told_goals(of_machines)
                   if not is_missed(goal, told))


def missed_table(*of_machines):
    return table(("missed", "wanted", "measured", "why"), [
        (ratios.said(goal["row"], goal["goal"]), show(float(goal["wanted"])),
         show(told.value) + mark(told.quiet), reason(goal, told))
        for goal, show, told in told_goals(of_machines) if is_missed(goal, told)])
