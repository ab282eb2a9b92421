# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What was wanted, beside what was measured: the tables of goals.csv.

A goal is in seconds of a figure, or its time over that of another one. Figures have names: those of
benchmarks, and

    process/<row of process_bench.py>/<device>/<threads>_threads, process_copy/..., process_goal/...
    shared/<job>/<ranks>_<device>s of ranks_bench.py, shared_alone/... one beside them
    job_peer/<package>/<row>
    peer/<package>/<method>/<model>/<size>/<threads>_threads
    harmonic_peer/<package>/<operator>/<grid>/lmax<lmax>/spin<spin>/<threads>_threads
    pair_peer/<package>/<method>/<case>/<threads>_threads
    call/<package>/<case>/<threads>_threads, call_beside/<package>/... ours in the same run, and
        call_above/<package>/... by how much ours takes longer

In `row`, * stands for any word and ???? for one of four letters, and the worst counts; in `over`
{1} is the first of these words. A *
in `over` stands for any as well: the fastest that is not the figure itself counts. Of "A + B" the
sum counts. `before` is what it took at first, `why` says why it is missed where it is.
"""

import csv
import pathlib
import re

import ratios
from cells import NOT_MEASURED, duration, table


def threads_of(entry):
    return f"{entry['threads']}_threads"


def figures(results):
    """{name: (seconds, how quiet the host was)}. A benchmark that was run with several numbers of
    threads counts with the first; with others it has them at the end of its name."""
    found = {}
    for entry in results["runs"]:
        for benchmark in entry["benchmarks"]:
            if not benchmark.get("error_occurred"):
                name, told = ratios.name_of(benchmark), (ratios.seconds_of(benchmark),
                                                         entry.get("quiet", True))
                found.setdefault(name, told)
                found.setdefault(f"{name}/{entry.get('threads', 1)}_threads", told)
                if "read_s" in benchmark and "read/prepared/" in name:
                    alone = name.replace("read/prepared", "read_alone")
                    found[f"{alone}/{threads_of(entry)}"] = benchmark["read_s"], told[1]
    for section, name in (
            ("processes", "process/{name}/{device}/{threads}_threads"),
            ("job_peers", "job_peer/{package}/{name}"),
            ("peers", "peer/{package}/{method}/{model}/{size}/{threads}_threads"),
            ("harmonic_peers", "harmonic_peer/{package}/{operator}/{grid}/lmax{lmax}/spin{spin}/"
                               "{threads}_threads"),
            ("pair_peers", "pair_peer/{package}/{method}/{case}/{threads}_threads")):
        for entry in results.get(section, []):
            if "seconds" in entry:
                told = {"method": "", "threads": 1, **entry}
                found[name.format(**told)] = entry["seconds"], entry.get("quiet", True)
    for entry in results["shared_jobs"]:
        name = f"{entry['name']}/{entry['ranks']}_{entry['device']}s"
        found[f"shared/{name}"] = entry["seconds"], True
        found[f"shared_alone/{name}"] = entry["alone"], True
    for entry in results["calls"]:
        name = f"{entry['peer']}/{entry['case']}/{threads_of(entry)}"
        found[f"call/{name}"] = entry["theirs"], True
        found[f"call_beside/{name}"] = entry["ours"], True
        found[f"call_above/{name}"] = entry["ours"] - entry["theirs"], True
    for entry in results["processes"]:
        for kind in {"copy", "goal"} & set(entry):
            found[f"process_{kind}/{entry['name']}/{entry['device']}/{threads_of(entry)}"] = (
                entry[kind], True)
    return found


def measured(found, row, over):
    """(what the goal is about, quiet), or None where something is missing."""
    matches = [(name, match) for name in ([row] if "*" not in row and "?" not in row else found)
               if name in found and (match := matcher(row).fullmatch(name))]
    values = [value_of(found, name, over.format(name, *match.groups()))
              for name, match in matches]
    return max((value for value in values if value), default=None)


def value_of(found, name, over):
    seconds, quiet = found[name]
    if not over:
        return seconds, quiet
    total = 0.0
    for part in over.split(" + "):
        others = [told for other, told in found.items()
                  if other != name and matcher(part).fullmatch(other)]
        if not others:
            return None
        least, least_quiet = min(others)
        total, quiet = total + least, quiet and least_quiet
    return (seconds / total, quiet) if total > 0.0 else None


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


def cell(goal, show, told):
    """(text, whether it is reached)"""
    if told is None:
        return NOT_MEASURED, True
    value, quiet = told
    busy = "" if quiet else " (busy)"
    if float(f"{value:.3g}") > float(goal["wanted"]):
        return f"**{show(value)}{busy}: not reached**", False
    return show(value) + busy, True


def goal_table(*of_machines, unmeasured=True):
    """With those that are not measured, but without those of process_goal_table; or all that are
    measured."""
    rows = []
    for goal, show, told in told_goals(of_machines):
        if unmeasured and goal["before"] or told is None and not unmeasured:
            continue
        text, reached = cell(goal, show, told)
        rows.append((goal["goal"], show(float(goal["wanted"])), text,
                     "" if reached else goal["why"]))
    return table(("goal (FP64 on the GPU where nothing else is said)", "wanted", "measured",
                         "why not"), rows)


def process_goal_table(*of_machines):
    """Goals of whole processes and of calls that have a figure from before."""
    rows = []
    for goal, show, told in told_goals(of_machines):
        if goal["before"]:
            text, reached = cell(goal, show, told)
            before = (show(float(goal["before"])) if goal["before"] != "-"
                      else NOT_MEASURED)
            rows.append((goal["goal"], before, text, show(float(goal["wanted"])),
                         "" if reached else goal["why"]))
    return table(("process or call", "before", "now", "to reach", "why not"), rows)
