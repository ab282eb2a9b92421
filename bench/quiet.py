# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Whether other work slows a host down: its FMA peak beside the best that was ever seen on it.

A peak is the median of many short runs, and so is the best: the fastest of those runs comes by
chance, and no median reaches it even on an idle host.
The best peaks are kept in siderum/best_peaks.json of $XDG_CACHE_HOME (~/.cache), by processor and
threads, so that a host that is busy throughout a run does not pass for a quiet one. A machine that
has no such file begins with the best of bench/results/ on a processor of the same name.
"""

import contextlib
import json
import os
import pathlib
import re
import subprocess
import sys

import names
import ratios
import results
from cells import percent, quietness, table

# A host is quiet where its peak is this much of the best seen on it.
QUIET = 0.95
MOST_TRIES = 5


def kept_in():
    cache = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(cache) / "siderum/best_peaks.json"


def machine(told=None):
    """What the peaks belong to, by the text of /proc/cpuinfo. Virtual machines of several
    processors may call all of them "AMD EPYC": a name without a number goes with family and model.
    """
    told = told or pathlib.Path("/proc/cpuinfo").read_text()

    def first(key):
        return next(iter(re.findall(rf"^{key}\s*: (.*)$", told, re.MULTILINE)), "")

    name = first("model name") or "a processor"
    if not re.search(r"\d", name) and first("model"):
        name += f", family {first('cpu family')} model {first('model')}"
    return f"{name}, {os.cpu_count()} processors"


class Peaks:
    """The best peak [GFLOP/s] by threads; kept in a file where one is named. Seen is also what the
    given results have of the same processor."""

    def __init__(self, path=None, measured=()):
        self.path = None
        self.known = {}
        if path and path.exists():
            self.known = json.loads(path.read_text())
        self.here = self.known.setdefault(machine(), {})
        for found in measured:
            for entry in entries_of(found):
                if entry.get("processor") == machine():
                    self.see(entry["threads"], *seen_by(entry))
        self.path = path

    def best(self, threads):
        return self.here.get(str(threads), 0.0)

    def see(self, threads, *peaks):
        best = max([self.best(threads), *peaks])
        if best > self.best(threads):
            self.here[str(threads)] = best
            if self.path:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self.path.write_text(json.dumps(self.known, indent=1) + "\n")

    def quiet(self, threads, peaks):
        return min(peaks) >= QUIET * self.best(threads)

    def told(self, threads, peaks):
        """How quiet the host was, as entries of results have it."""
        return {"quiet": self.quiet(threads, peaks), "best_peak": self.best(threads),
                "processor": machine()}


def entries_of(found):
    """What is measured on a host, of all sections."""
    return (entry for section in ("runs", *results.KEYS) for entry in found[section])


def seen_by(entry):
    """Its peaks, and the best that was known to it: that may be of a run that is not kept."""
    return [entry["best_peak"], *entry["peaks"]]


def judge_again(kept):
    """Tells of all results that are kept how quiet the host was, by the best that any of them has
    seen on its processor: it may have been seen later."""
    best = {}
    for found in kept.values():
        for entry in entries_of(found):
            if "best_peak" in entry:
                place = entry["processor"], entry["threads"]
                best[place] = max(best.get(place, 0.0), *seen_by(entry))
    for found in kept.values():
        for entry in entries_of(found):
            if "best_peak" in entry:
                entry["best_peak"] = best[entry["processor"], entry["threads"]]
                entry["quiet"] = min(entry["peaks"]) >= QUIET * entry["best_peak"]


def all_peaks():
    """Of the file of this machine, and of all results that are kept."""
    return Peaks(kept_in(), results.all_kept().values())


class Watch:
    """Measures what is no benchmark of ours (whole processes, other packages) until the host was
    quiet before and after, at most `tries` times."""

    def __init__(self, program, peaks, environment=None, tries=MOST_TRIES, stop=None):
        """`program` is operations_bench, which tells the peak; without it nothing is seen. A run
        that `stop` stops in a further try keeps what it had before."""
        self.program, self.peaks = pathlib.Path(program), peaks
        self.environment = environment or (lambda threads: dict(
            os.environ, OMP_NUM_THREADS=str(threads), OMP_PROC_BIND="spread",
            OMP_PLACES="threads"))
        self.tries = tries
        self.stop = stop or contextlib.nullcontext()
        self.last = {}  # the last peak by threads, which the next measurement begins with
        self.seen = []
        self.sees = True

    def look(self, threads):
        """The peak now; None where nothing is seen."""
        told = ""
        if self.sees and self.program.exists():
            told = subprocess.run([str(self.program), "--peak"], env=self.environment(threads),
                                  capture_output=True, text=True, check=False).stdout
        if len(told.split()) != 2:
            if self.sees:
                print(f"{self.program} --peak tells nothing: nobody sees whether this host is busy",
                      file=sys.stderr)
            self.sees = False
            return None
        _, median = map(float, told.split())
        self.peaks.see(threads, median)
        return median

    def run(self, threads, measure):
        """(what measure() gave at the quietest of the tries, how quiet it was then). The latter is
        told anew by finish()."""
        before = self.last.get(threads) or self.look(threads)
        if before is None:
            return measure(), {}
        chosen, after = measure(), self.look(threads)
        how = {"peaks": [before, after], "tries": 1}
        with self.stop:
            while how["tries"] < self.tries and not self.peaks.quiet(threads, how["peaks"]):
                found, before, after = measure(), after, self.look(threads)
                how["tries"] += 1
                if min(before, after) > min(how["peaks"]):
                    chosen, how["peaks"] = found, [before, after]
        self.last[threads] = after
        self.seen.append((threads, how))
        self.finish()
        return chosen, how

    def finish(self):
        """Since the best may have been seen late."""
        for threads, how in self.seen:
            how.update(self.peaks.told(threads, how["peaks"]))


def uses_gpu(entry):
    """Whether a GPU was at work in it, which the host is watched for too."""
    return entry.get("device") == "gpu" or any(
        ratios.on_device(ratios.name_of(benchmark)) for benchmark in entry.get("benchmarks", ()))


def was_watched(entry):
    return "tries" in entry and "missing" not in entry


def unwatched(entry):
    """Whether nobody watched it, though other work may have slowed it down."""
    if was_watched(entry) or "missing" in entry:
        return False
    how = [ratios.quietness_of(ratios.name_of(benchmark), entry)
           for benchmark in entry["benchmarks"]] if "benchmarks" in entry else [quietness(entry)]
    return "unchecked" in how


def watched_table(*of_machines):
    """How often it was measured, and how near to its best peak the host was then: of each part of
    the results, with and without a GPU."""
    rows = []
    for found in of_machines:
        for section, title in names.SECTIONS.items():
            watched = {}
            for entry in filter(was_watched, found[section]):
                watched.setdefault((uses_gpu(entry), entry["threads"]), []).append(entry)
            for (with_gpu, threads), entries in watched.items():
                told = [quietness(entry) for entry in entries]
                rows.append((
                    names.machine_of(found), title + (", with a GPU" if with_gpu else ""), threads,
                    len(entries),
                    sum(entry["tries"] for entry in entries),
                    percent(min(min(entry["peaks"]) / entry["best_peak"] for entry in entries)),
                    told.count("quiet"), told.count("busy")))
    return table(("machine", "what", "threads", "measurements", "tries",
                  "least peak over the best seen", "quiet", "busy"), rows)


def counted(number, one, several=None):
    return f"{number:,} {one if number == 1 else several or one + 's'}"


def watched_told(*of_machines):
    """A sentence for each machine: how many measurements were quiet, how many of all had a GPU at
    work, how often each was tried at most, and how many were not watched."""
    told = []
    for found in of_machines:
        entries = [entry for section in names.SECTIONS for entry in found[section]]
        watched = list(filter(was_watched, entries))
        others = sum(map(unwatched, entries))
        where = names.machine_name(found, "cpu")
        if watched:
            silent = [quietness(entry) for entry in watched].count("quiet")
            with_gpu = sum(map(uses_gpu, watched))
            told.append(f"Of {counted(len(watched), 'measurement')} on {where}"
                        f"{f', {with_gpu} of them with a GPU,' if with_gpu else ''}"
                        f" {silent or 'none'} {'was' if silent < 2 else 'were'} quiet;"
                        f" none was tried more than"
                        f" {counted(max(entry['tries'] for entry in watched), 'time')}"
                        + (f"; {others} more {'was' if others == 1 else 'were'} not watched"
                           if others else "") + ".")
        elif others:
            told.append(f"On {names.machine_of(found)} {counted(others, 'measurement')}"
                        f" {'was' if others == 1 else 'were'} not watched.")
    return " ".join(told) or "Nothing was watched."
