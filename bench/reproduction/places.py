# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Where an item is measured, and the processes that measure it."""

import dataclasses
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import time

from .catalogues import public_file, write_copies

# Seconds of one measurement on a host; what would take longer is measured on a part of it.
LIMIT = {"check": 0.2, "quick": 3.0, "paper": 60.0}
CURVES = {"check": 0.1, "quick": 1.0, "paper": 10.0}  # the same of one point of a curve
# The same where not the time is asked for, but how many answers are right.
SHARES = {"check": 0.2, "quick": 15.0, "paper": 60.0}
# Seconds of one run of a case of a benchmark, which cannot be cut: what it knows beforehand to take
# longer is left out.
CASE = {"check": 5.0, "quick": 3.0, "paper": 60.0}
# Seconds that it repeats a case for. For less than 0.1 it measures the bandwidth of memory, which
# no item asks for, on small arrays, and starts some seconds sooner.
REPEATED = {"check": 0.02, "quick": 0.05, "paper": 0.5}
REPEATS = {"check": 1, "quick": 2, "paper": 3}
# The program tells its times in milliseconds.
RESOLUTION = 1e-3
SHORT = 0.02  # [s]; what takes a host less is done several times in one run
LONG = 2.0  # [s]; what takes as long is not repeated


def limits(scale, host_seconds=None):
    return {name: host_seconds or of_scale[scale] for name, of_scale in
            (("limit", LIMIT), ("curve", CURVES), ("shares", SHARES))}


def environment(build, threads):
    """Of a program; with the libraries that a bare system lacks, where the build has a copy."""
    found = dict(os.environ, OMP_NUM_THREADS=str(threads), OMP_PROC_BIND="spread",
                 OMP_PLACES="threads")
    carried = build / "lib"
    if carried.is_dir():
        found["LD_LIBRARY_PATH"] = f"{carried}:{found.get('LD_LIBRARY_PATH', '')}"
    return found


class Failed(Exception):
    """A process that ended otherwise than it should."""


@dataclasses.dataclass(frozen=True)
class Place:
    key: str  # of the results: one, all, gpu
    device: str
    threads: int


def processors():
    """Those that this process may use."""
    return len(os.sched_getaffinity(0))


def processors_of_host():
    """Those of the first process, where that may use more."""
    try:
        return max(processors(), len(os.sched_getaffinity(1)))
    except OSError:
        return processors()


def places(device):
    """device: cpu, gpu, both, or one of the two places of a host: one, all."""
    count = processors()
    found = [Place("one", "cpu", 1), Place("all", "cpu", count), Place("gpu", "gpu", count)]
    return [place for place in found if device in ("both", place.key, place.device)]


@dataclasses.dataclass
class Timing:
    seconds: float
    sample: str = ""  # the part that was measured, where it was not the whole


class Parts:
    """What was measured of an item already: a value for each key, kept as soon as it is there."""

    def __init__(self, known=None, save=lambda known: None):
        self.known = {} if known is None else known
        self.save = save

    def get(self, key, make):
        if key not in self.known:
            self.known[key] = make()
            self.save(self.known)
        return self.known[key]


class Run:
    """One item at one place and scale."""

    def __init__(self, place, scale, build, folder, data, parts=None, host_seconds=None):
        self.place = place
        self.scale = scale
        self.build = build
        self.folder = folder  # of inputs, which are kept, and of outputs, which are not
        self.files = data
        self.parts = parts or Parts()
        # Instead of the limits of hosts; a GPU has none.
        self.host_seconds = host_seconds if place.device == "cpu" else None
        self.sources = pathlib.Path(__file__).resolve().parents[2]
        self.folder.mkdir(parents=True, exist_ok=True)

    def at(self, threads):
        """The same on another number of threads of the host."""
        return Run(Place("all", "cpu", threads), self.scale, self.build, self.folder, self.files,
                   self.parts, self.host_seconds)

    def choose(self, **by_scale):
        return by_scale[self.scale]

    @property
    def on_host(self):
        return self.place.device == "cpu"

    def limit(self, of_scale):
        return self.host_seconds or of_scale[self.scale]

    def execute(self, command, allowed=(0,)):
        done = subprocess.run([str(word) for word in command],
                              env=environment(self.build, self.place.threads),
                              capture_output=True, text=True, check=False)
        if done.returncode not in allowed:
            raise Failed(f"{' '.join(map(str, command))}\nended with {done.returncode}:\n"
                         f"{done.stderr.strip()}")
        return done

    def siderum(self, *words):
        return self.execute([self.build / "bin/siderum", *words])

    def compute(self, *words):
        """The program on the device of this place: what it wrote, and the seconds that it spent
        on computing, at least half of what it can tell."""
        done = self.siderum(*words, "--device", self.place.device, "--verbose")
        told = re.search(r"computing (\d+\.\d+) s", done.stderr)
        return done.stdout, max(float(told[1]) if told else 0.0, RESOLUTION / 2)

    def key(self, *words):
        text = " ".join(map(str, words)).replace(f"{self.folder}/", "")
        return f"{self.place.device} {self.place.threads}: {text}"

    def fastest(self, *words):
        return self.parts.get(self.key("fastest", *words), lambda: self.fastest_of(words))

    def fastest_of(self, words):
        best = math.inf
        start = before = time.perf_counter()
        for _ in range(REPEATS[self.scale]):
            best = min(best, self.compute(*words)[1])
            now = time.perf_counter()
            if now - before >= LONG or now - start > self.limit(LIMIT):
                break
            before = now
        return best

    def timed(self, count, words_of, unit="frequencies", limit=None):
        """The time of `count`; on hosts, where that would take too long, of so many that it does
        not, scaled up. words_of(n) are the words of the program for n of them: the verb, its file,
        and options."""
        seconds, sample = self.parts.get(
            self.key("timed", count, *words_of(count)),
            lambda: dataclasses.astuple(self.time(count, words_of, unit,
                                                  limit or self.limit(LIMIT))))
        return Timing(seconds, sample)

    def whole(self, words):
        """What is too short for the program's clock is done several times in one run; not on GPUs,
        where it tells what the first launches take, which copies would divide."""
        seconds = self.fastest_of(words)
        if seconds >= SHORT or not self.on_host:
            return Timing(seconds)
        times = min(64, math.ceil(2 * SHORT / seconds))
        verb, path, *options = words
        copies = self.folder / "copies.csv"
        write_copies(path, times, copies)
        return Timing(self.fastest_of([verb, copies, *options]) / times,
                      f"{times} copies in one run, divided")

    def time(self, count, words_of, unit, limit):
        if not self.on_host:
            return self.whole(words_of(count))
        tried = max(min(count, 1000), count // 200)
        seconds = self.compute(*words_of(tried))[1]
        while tried < count and seconds * count / tried > limit and seconds < 0.1 * limit:
            tried = min(count, tried * 4)
            seconds = self.compute(*words_of(tried))[1]
        if seconds * count / tried <= limit:
            return self.whole(words_of(count))
        most = int(count * 0.7 * limit / (seconds * count / tried))
        if most > tried:
            seconds = min(seconds * most / tried, self.compute(*words_of(most))[1])
        most = max(most, tried)
        return Timing(seconds * count / most, f"{most:,} of {count:,} {unit}")

    def sampled(self, wanted, seconds_of, step=1, limit=None):
        """How many of `wanted` objects a host works through within the limit, a multiple of
        `step`, and those that were tried at least; all of them on a GPU. seconds_of(n): what n of
        them take."""
        if not self.on_host or limit == math.inf:
            return wanted
        limit = self.host_seconds or limit or SHARES[self.scale]
        tried = min(wanted, max(step, self.place.threads))
        seconds = max(seconds_of(tried), RESOLUTION / 2)
        if seconds * wanted / tried <= limit:
            return wanted
        return max(tried, min(wanted, int(tried * limit / seconds)) // step * step)

    def bench(self, name, expression, cases="all", seconds=None):
        """[(name, benchmark)] of a benchmark program that match."""
        return self.parts.get(self.key("bench", name, expression, cases),
                              lambda: self.run_bench(name, expression, cases, seconds))

    def run_bench(self, name, expression, cases, seconds):
        output = self.folder / "benchmark.json"
        output.unlink(missing_ok=True)
        spaces = "device" if self.place.device == "gpu" else "host"
        limit = self.limit(CASE)
        # 1: some case failed, which is said in its row; the others count.
        done = self.execute([self.build / "bench" / name, f"--cases={cases}", f"--spaces={spaces}",
                             f"--seconds={seconds or REPEATED[self.scale]}", f"--limit={limit}",
                             f"--benchmark_out={output}", f"--benchmark_filter={expression}"],
                            allowed=(0, 1))
        if not output.exists():
            if done.returncode:
                raise Failed(f"{name} wrote nothing:\n{done.stderr.strip()}")
            return []
        try:
            found = json.loads(output.read_text())["benchmarks"]
        except ValueError as broken:  # it was cut off
            raise Failed(f"{name} ended within its output:\n{done.stderr.strip()}") from broken
        good = []
        for row in found:
            if row.get("error_occurred"):
                print(f"{row['name']}: {row.get('error_message', 'failed')}", file=sys.stderr)
            elif not row["name"].startswith("machine/"):
                good.append((row["name"].removesuffix("/iterations:1/manual_time"), row))
        return good

    def made(self, name, *words):
        """A simulated file, made once; words with {output} where it goes, {truth} beside it. It has
        its name when both are complete, whatever ends this process."""
        path = self.folder / name
        truth = path.with_suffix(".truth.csv")
        if not path.exists():
            part, truth_part = (file.with_name(f"part.{file.name}") for file in (path, truth))
            for left in (part, truth_part):  # by a process that was cut off
                left.unlink(missing_ok=True)
            self.siderum(*[str(word).format(output=part, truth=truth_part) for word in words])
            if truth_part.exists():
                truth_part.replace(truth)
            part.replace(path)
        return path, truth

    def published(self, name):
        """The file of this name in the user's folder of data; None where there is no folder. A
        folder without it is none that simulated files may stand in for unsaid."""
        if self.files is None:
            return None
        found = public_file(self.files, name)
        if found is None:
            raise Failed(f"{name} is not in {self.files}")
        return found
