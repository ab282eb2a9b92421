# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The energy that a run of the program takes, beyond what the machine takes anyway: by NVML of a
GPU, by RAPL of the processors of a host. None of the four papers has it."""

import ctypes
import os
import pathlib
import time

from .items import Axes, Item, Row

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


def joules_of(meter, job, least=LEAST, clock=time.perf_counter, sleep=time.sleep):
    """(joules of one job beyond those of the idle machine, seconds of it, idle power [W], jobs)"""
    begun, start = meter.joules(), clock()
    sleep(min(least, LEAST))
    idle = (meter.joules() - begun) / (clock() - start)
    begun, start, jobs = meter.joules(), clock(), 0
    while jobs == 0 or clock() - start < least:
        job()
        jobs += 1
    seconds = clock() - start
    return (meter.joules() - begun - idle * seconds) / jobs, seconds / jobs, idle, jobs


def measure(run, case, words):
    """The rows of one command of the program."""
    def job():
        run.siderum(*words, "--device", run.place.device)

    def find():
        meter = meter_of(run.place.device)
        if meter is None or (run.in_haste and run.place.threads == 1):
            return [None, None, ""]
        joules, seconds, idle, jobs = joules_of(meter, job, run.choose(check=0.1, quick=LEAST,
                                                                       paper=2.5 * LEAST))
        return [joules, seconds, f"{meter.name}, mean of {jobs}, {idle:.0f} W of the idle machine"
                                 " subtracted"]
    joules, seconds, note = run.parts.get(run.key("joules", *words), find)
    return [Row(f"{case}, time", seconds, "s", draw=False),
            Row(f"{case}, energy", joules, "J", note=note)]


def item(paper, what, workload, words_of):
    """words_of(run): {case: words of the program}"""
    def measure_all(run):
        return [row for case, words in words_of(run).items() for row in measure(run, case, words)]
    return Item(f"{paper}-joules", f"Energy of {what}", "What does a run cost in energy?",
                f"{workload} The whole program from its start to its end, files included, again and"
                " again for 2 s and more; of GPUs by NVML, of the processors of hosts by RAPL,"
                " less what the idle machine takes in as long a time.",
                "None of the papers has it. A host that works for a GPU takes energy as well, which"
                " the column of the GPU leaves out.", Axes("", "energy [J]", "y"), measure_all)
