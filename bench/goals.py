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
    harmonic_peer/<package>/<operator>/<grid>/lmax<lmax>/spin<spin>/<threads>_threads, and
        harmonic_peer_with_plan/siderum/... with the time of our plan
    pair_peer/<package>/<method>/<case>/<threads>_threads
    call/<package>/<case>/<threads>_threads, call_beside/<package>/... ours in the same run,
        call_beside_with_plan/ducc0/... with the time of our plan from C++, and
        call_above/<package>/... by how much ours takes longer
    automatic/<backend>/<space>/<precision>/<scope>/<case, by commas>, of hosts with
        /<threads>_threads behind it, and automatic_others/... the best of the other methods, of
        all that the table of automatic has

In `row`, * stands for any word and ???? for one of four letters, and the worst counts; in `over`
{1} is the first of these words. A *
in `over` stands for any as well: the fastest that is not the figure itself counts. Of "A + B" the
sum counts. `why` says why it is missed where it is. Of several machines that have a figure the one
counts that is worst, of those on which it was measured while the host was quiet, if there are such.
"""

import csv
import math
import pathlib
import re
import typing

import names
import packages
import ratios
from cells import MARKS, NOT_MEASURED, duration, mark, percent, quietness, reached, table, worst_of

HARMONIC = ("harmonic_peer{kind}/{package}/{operator}/{grid}/lmax{lmax}/spin{spin}/"
            "{threads}_threads")


def threads_of(entry):
    return f"{entry['threads']}_threads"


class Figure(typing.NamedTuple):
    """What is measured, in seconds or as a ratio."""
    value: float
    quiet: str  # of cells.MARKS
    slowed: float  # how many times longer it may have taken for a busy host; inf: not noted
    commits: tuple = ()  # of its time, or of each time of the ratio

    @property
    def of_commits(self):
        return list(dict.fromkeys(commit or "none noted" for commit in self.commits))


def slowed_by(quiet, shares):
    return 1.0 if quiet == "quiet" else 1.0 / min(shares) if shares else math.inf


def figure(seconds, entry, quiet=None):
    quiet = quiet or quietness(entry)
    return Figure(seconds, quiet, slowed_by(quiet, reached(entry)), (entry.get("commit", ""),))


def added(*told):
    """Times that are one after the other."""
    return Figure(sum(one.value for one in told), worst_of(*(one.quiet for one in told)),
                  max(one.slowed for one in told),
                  tuple(commit for one in told for commit in one.commits))


def of_record(record):
    return Figure(record.seconds, record.quiet, slowed_by(record.quiet, record.reached),
                  (record.commit,))


def figures(results):
    """{name: figure}. Of a host that ran with several numbers of threads no number is meant
    unless it is told, so that its benchmarks all have it at the end of their names."""
    return {**of_benchmarks(results), **of_sections(results), **of_calls(results),
            **with_plans(results), **of_automatic(results)}


def of_benchmarks(results):
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
    return found


def of_sections(results):
    """What has an entry for each time."""
    found = {}
    for section, name in (
            ("processes", "process/{name}/{device}/{threads}_threads"),
            ("job_peers", "job_peer/{package}/{name}/{threads}_threads"),
            ("peers", "peer/{package}/{method}/{model}/{size}/{threads}_threads"),
            ("harmonic_peers", HARMONIC),
            ("pair_peers", "pair_peer/{package}/{method}/{case}/{threads}_threads")):
        entries = ratios.searches_compared(results) if section == "peers" else results[section]
        for entry in entries:
            if "seconds" in entry:
                told = {"method": "", "threads": 1, "kind": "", **entry}
                found[name.format(**told)] = figure(entry["seconds"], entry)
    for entry in results["shared_jobs"]:
        each = f"/{threads_of(entry)}" if entry["device"] == "cpu" else ""
        name = f"{entry['name']}/{entry['ranks']}_{entry['device']}s{each}"
        found[f"shared/{name}"] = figure(entry["seconds"], entry)
        found[f"shared_alone/{name}"] = figure(entry["alone"], entry)
    return found


def of_calls(results):
    """What has both times in an entry."""
    found = {}
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


def timed_without_plan(results):
    """(name with the plan, entry with the grid, degree and spin of the plan, our seconds). Calls
    are on a grid by Gauss and Legendre."""
    for entry in results["harmonic_peers"]:
        if entry["package"] == "siderum":
            name = HARMONIC.format(**{"spin": 0, **entry, "kind": "_with_plan"})
            yield name, entry, entry["seconds"]
    for entry in results["calls"]:
        match = re.search(r"spin (\d), lmax (\d+)", entry["case"])
        if entry["peer"] == "ducc0" and match:
            name = f"call_beside_with_plan/ducc0/{entry['case']}/{threads_of(entry)}"
            grid = {"grid": "gauss-legendre", "spin": int(match[1]), "lmax": match[2]}
            yield name, {**entry, **grid}, entry["ours"]


def with_plans(results):
    """Transforms beside other packages with the time of the plan that was made for them before."""
    plans = packages.plans_of(results)
    return {name: added(figure(seconds, entry), figure(plan["seconds"], plan))
            for name, entry, seconds in timed_without_plan(results)
            if (plan := packages.plan_of(entry, plans))}


def of_automatic(results):
    """The method that is chosen, beside the best of the others."""
    found = {}
    for chosen, best, known in ratios.automatic_ratios(results):
        if known:
            place = "/".join((chosen.backend, chosen.space, chosen.precision, chosen.scope,
                              chosen.case.replace("/", ", "),
                              *([f"{chosen.threads}_threads"] if chosen.host else [])))
            found[f"automatic/{place}"] = of_record(chosen)
            found[f"automatic_others/{place}"] = of_record(best)
    return found


def measured(found, row, over):
    """The figure that the goal is about, or None where something is missing."""
    values = [value_of(found, name, over.format(name, *match.groups()))
              for name, match in matching(found, row)]
    return max((value for value in values if value), default=None)


def value_of(found, name, over):
    if not over:
        return found[name]
    parts = []
    for part in over.split(" + "):
        others = [found[other] for other, _ in matching(found, part) if other != name]
        if not others:
            return None
        parts.append(min(others))
    both = added(found[name], *parts)
    total = sum(part.value for part in parts)
    return both._replace(value=found[name].value / total) if total > 0.0 else None


def matching(found, pattern):
    """[(name, match)] of the figures whose names are like the pattern."""
    if "*" not in pattern and "?" not in pattern:
        found = {pattern} & found.keys()
    expression = matcher(pattern)
    return [(name, match) for name in found if (match := expression.fullmatch(name))]


def matcher(pattern):
    """Of names: * is any word between two slashes, ???? one of as many letters."""
    escaped = re.escape(pattern).replace(r"\*", "([^/]*)")
    return re.compile(re.sub(r"(?:\\\?)+", lambda run: f"([^/]{{{len(run[0]) // 2}}})", escaped))


def listed():
    with open(pathlib.Path(__file__).with_name("goals.csv"), newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


class Told(typing.NamedTuple):
    """A goal, and what was measured on the machine that counts; None where nothing was."""
    goal: dict
    figure: Figure = None
    results: dict = None

    def shown(self, value):
        return f"{value:.3g}" if self.goal["over"] else duration(value)

    @property
    def name(self):
        return ratios.said(self.goal["row"], self.goal["goal"])

    @property
    def wanted(self):
        return self.shown(float(self.goal["wanted"]))

    @property
    def measured(self):
        return self.shown(self.figure.value) + mark(self.figure.quiet) if self.figure else \
            NOT_MEASURED

    @property
    def machine(self):
        if self.results is None:
            return "-"
        on_gpu = re.search(r"/(cuda|gpu|auto)/|_gpus$", self.goal["row"])
        return names.short_name(self.results, "gpu" if on_gpu else "cpu")

    @property
    def missed(self):
        return (self.figure is not None
                and float(f"{self.figure.value:.3g}") > float(self.goal["wanted"]))


def told_goals(of_machines):
    """Each goal by the machine that counts."""
    all_found = [(results, figures(results)) for results in of_machines]
    for goal in listed():
        tries = [(told, results) for results, found in all_found
                 if (told := measured(found, goal["row"], goal["over"]))]
        quietest = min((list(MARKS).index(told.quiet) for told, _ in tries), default=None)
        counting = [one for one in tries if list(MARKS).index(one[0].quiet) == quietest]
        yield Told(goal, *max(counting, default=(), key=lambda one: one[0].value))


def reason(told):
    """Why it is missed: for a busy host too where that may be all of it, but for a ratio, whose
    sides it slowed down alike. No figure stands there but between the markers of page.py."""
    goal, figure = told.goal, told.figure
    busy = (not goal["over"] and figure.quiet == "busy"
            and figure.value <= float(goal["wanted"]) * figure.slowed)
    if not busy:
        return goal["why"] or "not looked into"
    host = ("the host was busy" if figure.slowed == math.inf else
            f"the host reached {percent(1.0 / figure.slowed)} of its best peak")
    return f"{goal['why']}; {host}" if goal["why"] else f"not decided: {host}"


def goal_table(results):
    """All that are measured."""
    return table(("goal (FP64 on the GPU where nothing else is said)", "wanted", "measured"), [
        (told.name, told.wanted,
         f"**{told.measured}: not reached**" if told.missed else told.measured)
        for told in told_goals([results]) if told.figure])


def other_table(*of_machines):
    """All but the missed."""
    return table(("goal (FP64 on the GPU where nothing else is said)", "wanted", "measured",
                  "machine"), [
        (told.name, told.wanted, told.measured, told.machine)
        for told in told_goals(of_machines) if not told.missed])


def missed_table(*of_machines):
    return table(("missed", "wanted", "measured", "machine", "why"), [
        (told.name, told.wanted, told.measured, told.machine, reason(told))
        for told in told_goals(of_machines) if told.missed])


def commits_told(of_machines, missed):
    """A sentence of the ratios, missed or not, whose times are not all of one commit."""
    mixed = [f"{told.name} ({', '.join(told.figure.of_commits)})"
             for told in told_goals(of_machines)
             if told.figure and told.goal["over"] and told.missed == missed
             and len(told.figure.of_commits) > 1]
    return f"Ratios of times of several commits: {'; '.join(mixed)}." if mixed else ""
