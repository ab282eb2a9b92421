# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The energy that a run of the program takes, beyond what the machine takes anyway: by NVML of a
GPU, by RAPL of the processors of a host. None of the four papers has it."""

import ctypes
import dataclasses
import os
import pathlib
import re
import time

from .items import Axes, Item, Row
from .places import LIMIT
from .report import NAMES
from .words import rounded

POWERCAP = pathlib.Path("/sys/class/powercap")
LEAST = 2.0  # [s] of a measurement; counters are renewed some tens of times a second


class Nvml:
    """Of one GPU, that which CUDA takes first."""

    name = "NVML"

    def __init__(self, library="libnvidia-ml.so.1", index=None):
        self.library = ctypes.CDLL(library)
        if self.library.nvmlInit_v2():
            raise OSError("NVML does not begin")
        self.device = ctypes.c_void_p()
        number = first_visible() if index is None else index
        if self.library.nvmlDeviceGetHandleByIndex_v2(number, ctypes.byref(self.device)):
            raise OSError(f"NVML has no GPU {number}")
        self.joules()

    def joules(self):
        """Since the driver was loaded."""
        total = ctypes.c_ulonglong()
        if self.library.nvmlDeviceGetTotalEnergyConsumption(self.device, ctypes.byref(total)):
            raise OSError("this GPU does not count its energy")
        return 1e-3 * total.value


def first_visible():
    first = os.environ.get("CUDA_VISIBLE_DEVICES", "0").split(",")[0]
    return int(first) if first.isdigit() else 0


class Rapl:
    """Of all packages of the host, without their memory."""

    name = "RAPL"

    def __init__(self, folder=POWERCAP):
        self.packages = [zone for zone in sorted(folder.glob("intel-rapl:*"))
                         if (zone / "name").read_text().startswith("package")]
        if not self.packages:
            raise OSError("there are no counters of the packages")
        self.range = [self.read(zone, "max_energy_range_uj") for zone in self.packages]
        self.last = [self.read(zone, "energy_uj") for zone in self.packages]
        self.sum = 0

    @staticmethod
    def read(zone, name):
        return int((zone / name).read_text())

    def joules(self):
        """Since the beginning; a counter that has run over begins anew, at most once between two
        calls."""
        now = [self.read(zone, "energy_uj") for zone in self.packages]
        for last, count, most in zip(self.last, now, self.range):
            self.sum += count - last if count >= last else count + most - last
        self.last = now
        return 1e-6 * self.sum


def meter_of(device):
    """None where energy is not counted, or not for everyone to read."""
    try:
        return Nvml() if device == "gpu" else Rapl()
    except (OSError, AttributeError, ValueError):
        return None


def repeated(job, least, clock):
    """(seconds of them together, jobs)"""
    start, jobs = clock(), 0
    while jobs == 0 or clock() - start < least:
        job()
        jobs += 1
    return clock() - start, jobs


@dataclasses.dataclass
class Spent:
    """By one job, beyond what the idle machine takes in as long a time."""
    joules: float
    seconds: float
    jobs: int  # of which this is the mean
    before: float  # [W] of the idle machine
    after: float

    @property
    def idle(self):
        return 0.5 * (self.before + self.after)

    @property
    def uncertain(self):
        """[J], by what the idle machine took before and after."""
        return abs(self.after - self.before) * self.seconds


def spent_on(meter, job, least=LEAST, clock=time.perf_counter, sleep=time.sleep):
    def idle():
        begun, start = meter.joules(), clock()
        sleep(min(least, LEAST))
        return (meter.joules() - begun) / (clock() - start)
    before, begun = idle(), meter.joules()
    seconds, jobs = repeated(job, least, clock)
    joules, after = meter.joules() - begun, idle()
    return Spent((joules - 0.5 * (before + after) * seconds) / jobs, seconds / jobs, jobs, before,
                 after)


def told(name, spent):
    """The note on an energy; what that is uncertain to stands behind it where it is drawn."""
    return (f"{name}, {mean_of(spent.jobs)}, {spent.idle:.0f} W of the idle machine subtracted"
            f" ({spent.before:.0f} W before, {spent.after:.0f} W after)")


IDLE = re.compile(r"([\d.]+) W of the idle machine subtracted")


def whole_told(found, _):
    """What runs take with what the idle machine would have taken in the same time."""
    told = []
    for place, rows in found.items():
        seconds = {row.case.removesuffix(", time"): row.value for row in rows if row.unit == "s"}
        for row in rows:
            idle = IDLE.search(row.note) if row.unit == "J" and row.value is not None else None
            case = row.case.removesuffix(", energy")
            if idle and case in seconds:
                told.append(f"{case} {rounded(row.value + float(idle[1]) * seconds[case], 3)} J"
                            f"{'' if place == 'gpu' else f' ({NAMES[place]})'}")
    return ("With what the idle machine takes in as long a time a run costs: "
            f"{', '.join(told)}." if told else "")


def mean_of(jobs):
    return f"mean of {jobs} runs" if jobs > 1 else "one run"


def shortened(run, words):
    """Of a command that takes a host longer than the limit the same with fewer frequencies, how
    many times as many there should be, and what to say of it."""
    if not run.on_host or "--count" not in words:
        return words, 1.0, ""
    at = words.index("--count") + 1
    wanted = words[at]

    def of(count):
        return [*words[:at], count, *words[at + 1:]]
    kept = run.sampled(wanted, lambda count: run.compute(*of(count))[1],
                       step=min(wanted, max(1000, wanted // 200)), limit=run.limit(LIMIT))
    if kept == wanted:
        return words, 1.0, ""
    return of(kept), wanted / kept, f"{kept:,} of {wanted:,} frequencies"


def measure(run, case, words):
    """The rows of one command of the program. Its time needs no meter."""
    def find():
        kept, times, sample = shortened(run, words)

        def job():
            run.siderum(*kept, "--device", run.place.device)
        least, meter = run.choose(check=0.1, quick=LEAST, paper=2.5 * LEAST), meter_of(
            run.place.device)
        if meter is None:
            seconds, jobs = repeated(job, least, time.perf_counter)
            return [None, None, times * seconds / jobs, "", mean_of(jobs), sample]
        spent = spent_on(meter, job, least)
        return [times * spent.joules, times * spent.uncertain, times * spent.seconds,
                told(meter.name, spent), mean_of(spent.jobs), sample]
    joules, off, seconds, note, jobs, sample = run.parts.get(run.key("joules", *words), find)
    timed = Row(f"{case}, time", seconds, "s", draw=False, note=jobs, sample=sample)
    if joules is None:
        return [timed, Row(f"{case}, energy", None, "J")]
    return [timed, Row(f"{case}, energy", joules, "J", note=note, sample=sample,
                      low=joules - off, high=joules + off)]


def item(paper, what, workload, words_of, files=()):
    """words_of(run): {case: words of the program}; files: public ones that they name"""
    def measure_all(run):
        return [row for case, words in words_of(run).items() for row in measure(run, case, words)]
    return Item(f"{paper}-joules", f"Not in the paper: energy of {what}",
                "What does a run cost in energy?",
                f"{workload} The whole program from its start to its end, files included, again and"
                " again for 2 s and more, 5 s at the published scale; of GPUs by NVML, of the"
                " processors of hosts by RAPL, less what the idle machine takes in as long a time:"
                " the mean of 2 s before and 2 s after.",
                "None of the papers has it. A host that works for a GPU takes energy as well, which"
                " the column of the GPU leaves out; that of a host is not measured where nobody may"
                " read its counters. Behind ± stands what the idle machine took more, or less,"
                " after the runs than before, in the time of one run, which is a line in the"
                " picture; an energy that is not larger, a line that ends in an arrow there, is not"
                " told apart from nothing. The idle machine has worked seconds before: after"
                " a longer rest it may take less, and a run would count for more.",
                Axes("", "energy [J]", "y", units=(("s", "time [s]"), ("J", "energy [J]"))),
                measure_all, files=files, remark=whole_told)
