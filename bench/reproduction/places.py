# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Where an item is measured, and the processes that measure it."""

import dataclasses
import json
import os
import pathlib
import re
import subprocess
import time

# Seconds of one measurement on a host; what would take longer is measured on a part of it.
LIMIT = {"check": 0.2, "quick": 3.0, "paper": 60.0}
REPEATS = {"check": 1, "quick": 2, "paper": 3}


class Failed(Exception):
    """A process that ended otherwise than it should."""


@dataclasses.dataclass(frozen=True)
class Place:
    key: str  # of the results: one, all, gpu
    device: str
    threads: int


def processors():
    return len(os.sched_getaffinity(0))


def places(device):
    count = processors()
    found = []
    if device in ("cpu", "both"):
        found += [Place("one", "cpu", 1), Place("all", "cpu", count)]
    if device in ("gpu", "both"):
        found.append(Place("gpu", "gpu", count))
    return found


@dataclasses.dataclass
class Timing:
    seconds: float
    sample: str = ""  # the part that was measured, where it was not the whole


class Run:
    """One item at one place and scale."""

    def __init__(self, place, scale, build, folder, data):
        self.place = place
        self.scale = scale
        self.build = build
        self.folder = folder  # of inputs, which are kept, and of outputs, which are not
        self.files = data
        self.sources = pathlib.Path(__file__).resolve().parents[2]
        self.folder.mkdir(parents=True, exist_ok=True)

    def at(self, threads):
        """The same on another number of threads of the host."""
        return Run(Place("all", "cpu", threads), self.scale, self.build, self.folder, self.files)

    def choose(self, **by_scale):
        return by_scale[self.scale]

    def environment(self):
        return dict(os.environ, OMP_NUM_THREADS=str(self.place.threads), OMP_PROC_BIND="spread",
                    OMP_PLACES="threads")

    def execute(self, command):
        done = subprocess.run([str(word) for word in command], env=self.environment(),
                              capture_output=True, text=True, check=False)
        if done.returncode:
            raise Failed(f"{' '.join(map(str, command))}\nended with {done.returncode}:\n"
                         f"{done.stderr.strip()}")
        return done

    def siderum(self, *words):
        return self.execute([self.build / "bin/siderum", *words])

    def compute(self, *words):
        """The program on the device of this place: what it wrote, and the seconds that it spent
        on computing."""
        done = self.siderum(*words, "--device", self.place.device, "--verbose")
        told = re.search(r"computing (\d+\.\d+) s", done.stderr)
        return done.stdout, float(told[1]) if told else 0.0

    def fastest(self, *words):
        best = None
        start = time.perf_counter()
        for _ in range(REPEATS[self.scale]):
            seconds = self.compute(*words)[1]
            best = seconds if best is None else min(best, seconds)
            if time.perf_counter() - start > LIMIT[self.scale]:
                break
        return best

    def timed(self, count, words_of, unit="frequencies"):
        """The time of `count`; on hosts, where that would take too long, of so many that it does
        not, scaled up. words_of(n) are the words of the program for n of them."""
        limit = LIMIT[self.scale]
        if self.place.device == "gpu":
            return Timing(self.fastest(*words_of(count)))
        tried = max(min(count, 1000), count // 200)
        seconds = self.compute(*words_of(tried))[1]
        while tried < count and seconds * count / tried > limit and seconds < 0.1 * limit:
            tried = min(count, tried * 4)
            seconds = self.compute(*words_of(tried))[1]
        if seconds * count / tried <= limit:
            return Timing(self.fastest(*words_of(count)))
        most = max(tried, int(count * 0.7 * limit / (seconds * count / tried)))
        seconds = min(seconds * most / tried, self.compute(*words_of(most))[1])
        return Timing(seconds * count / most, f"{most:,} of {count:,} {unit}")

    def bench(self, name, expression, cases="all", seconds=None):
        """[(name, benchmark)] of a benchmark program that match."""
        output = self.folder / "benchmark.json"
        output.unlink(missing_ok=True)
        spaces = "device" if self.place.device == "gpu" else "host"
        least = {"check": 0.02, "quick": 0.2, "paper": 2.0}[self.scale]
        self.execute([self.build / "bench" / name, f"--cases={cases}", f"--spaces={spaces}",
                      f"--seconds={seconds or least}", "--limit=60",
                      f"--benchmark_out={output}", f"--benchmark_filter={expression}"])
        if not output.exists():
            return []
        found = json.loads(output.read_text())["benchmarks"]
        return [(benchmark["name"].removesuffix("/iterations:1/manual_time"), benchmark)
                for benchmark in found if not benchmark["name"].startswith("machine/")
                and not benchmark.get("error_occurred")]

    def made(self, name, *words):
        """A simulated file, made once; words with {output} where it goes, {truth} beside it."""
        path = self.folder / name
        truth = path.with_suffix(".truth.csv")
        if not path.exists():
            self.siderum(*[str(word).format(output=path, truth=truth) for word in words])
        return path, truth

    def published(self, name):
        """The file of this name in the user's folder of data, or None."""
        if self.files is None:
            return None
        return next(iter(sorted(pathlib.Path(self.files).rglob(name))), None)
