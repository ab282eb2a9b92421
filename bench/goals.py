# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What was wanted, beside what was measured: the tables of goals.csv.

A goal is in seconds of a figure, or its time over that of another one. Figures have names: those of
benchmarks, and

    process/<row of process_bench.py>/<device>/<threads>_threads, process_copy/..., process_goal/...
    shared/<job>/<ranks>_gpus, or <ranks>_cpus/<threads of each>_threads, of ranks_bench.py,
    shared_alone/... one beside them
    job_peer/<package>/<row>
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
import pathlib
import re

import ratios
from cells import NOT_MEASURED, duration, mark, quietness, table, worst_of


def threads_of(entry):
    return f"{entry['threads']}_threads"


def figures(results):
    """{name: (seconds, how quiet the host was)}. A benchmark that was run with several numbers of
    threads counts with the first; with others it has them at the end of its name."""
    found = {}
    for entry in results["runs"]:
        for benchmark in entry["benchmarks"]:
            if not benchmark.get("error_occurred"):
                name = ratios.name_of(benchmark)
                told = ratios.seconds_of(benchmark), ratios.quietness_of(name, entry)
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
        entries = ratios.searches_compared(results) if section == "peers" else results[section]
        for entry in entries:
            if "seconds" in entry:
                told = {"method": "", "threads": 1, **entry}
                found[name.format(**told)] = entry["seconds"], quietness(entry)
    for entry in results["shared_jobs"]:
        each = f"/{threads_of(entry)}" if entry["device"] == "cpu" else ""
        name = f"{entry['name']}/{entry['ranks']}_{entry['device']}s{each}"
        found[f"shared/{name}"] = entry["seconds"], quietness(entry)
        found[f"shared_alone/{name}"] = entry["alone"], quietness(entry)
    for entry in results["calls"]:
        name = f"{entry['peer']}/{entry['case']}/{threads_of(entry)}"
        found[f"call/{name}"] = entry["theirs"], quietness(entry)
        found[f"call_beside/{name}"] = entry["ours"], quietness(entry)
        found[f"call_above/{name}"] = entry["ours"] - entry["theirs"], quietness(entry)
    for entry in results["processes"]:
        for kind in {"copy", "goal"} & set(entry):
            # A goal of less than a millisecond is none: no process starts so fast.
            least = 1e-3 if kind == "goal" else 0.0
            found[f"process_{kind}/{entry['name']}/{entry['device']}/{threads_of(entry)}"] = (
                max(entry[kind], least), quietness(entry))
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
        total, quiet = total + least, worst_of(quiet, least_quiet)
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


def is_missed(goal, told):
    return told is not None and float(f"{told[0]:.3g}") > float(goal["wanted"])


def cell(goal, show, told):
    if told is None:
        return NOT_MEASURED
    text = show(told[0]) + mark(told[1])
    return f"**{text}: not reached**" if is_missed(goal, told) else text


def reason(goal, told):
    """Why it is missed. No figure stands there but between the markers of page.py."""
    busy = ["the host was busy"] if told[1] == "busy" else []
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
         show(told[0]) + mark(told[1]), reason(goal, told))
        for goal, show, told in told_goals(of_machines) if is_missed(goal, told)])
