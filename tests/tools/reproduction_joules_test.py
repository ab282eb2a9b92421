# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Looks at how bench/reproduce.py counts joules, and at what it measures on a part of the work, on
clocks, meters and programs that are made here.

    python3 reproduction_joules_test.py
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))

import reproduce  # noqa: E402
from reproduction import catalogues, hupca2010, joules, places, report  # noqa: E402
from reproduction.items import Row  # noqa: E402

NAMED = {item.name: item for item in reproduce.ITEMS}
FAKE_NVML = """
#include <stdint.h>
static uint64_t energy;
int nvmlInit_v2(void) { return 0; }
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device) {
  *device = &energy;
  return index == 0 ? 0 : 2;
}
int nvmlDeviceGetTotalEnergyConsumption(void* device, unsigned long long* millijoules) {
  *millijoules = *(uint64_t*)device += 1500;
  return 0;
}
"""


def run_of(folder, scale="quick", device="cpu", threads=2, host_seconds=None):
    key = "gpu" if device == "gpu" else "one" if threads == 1 else "all"
    return places.Run(places.Place(key, device, threads), scale, pathlib.Path("nowhere"),
                      pathlib.Path(folder), None, None, host_seconds)


class Meter:
    """50 W before a job and `after` W after it, which takes 350 W."""
    name = "M"

    def __init__(self, after=50.0):
        self.now, self.total, self.power, self.after = 0.0, 0.0, 50.0, after

    def pass_time(self, seconds, power=None):
        self.now += seconds
        self.total += seconds * (power or self.power)

    def job(self):
        self.pass_time(0.7, 350.0)
        self.power = self.after

    def joules(self):
        return self.total

    def spent(self):
        return joules.spent_on(self, self.job, 2.0, lambda: self.now, self.pass_time)


class Joules(unittest.TestCase):

    def test_idle_power_is_subtracted(self):
        spent = Meter().spent()
        for value, wanted in ((spent.joules, 210.0), (spent.seconds, 0.7), (spent.jobs, 3),
                              (spent.idle, 50.0), (spent.uncertain, 0.0)):
            self.assertAlmostEqual(value, wanted)

    def test_the_idle_machine_is_measured_before_and_after(self):
        spent = Meter(after=90.0).spent()
        for value, wanted in ((spent.before, 50.0), (spent.after, 90.0),
                              (spent.joules, 0.7 * (350 - 70)), (spent.uncertain, 0.7 * 40)):
            self.assertAlmostEqual(value, wanted)
        self.assertEqual(joules.told("M", spent, 1.0),
                         "M, mean of 3 runs, 70 W of the idle machine subtracted (50 W before,"
                         " 90 W after): uncertain to 28 J, more than a tenth of it")
        for after, ending in ((60.0, "uncertain to 7 J"), (50.0, "uncertain to 0 J")):
            self.assertTrue(joules.told("M", Meter(after).spent(), 1.0).endswith(ending))
        # Of a part the same of the whole.
        self.assertIn("uncertain to 56 J, more", joules.told("M", spent, 2.0))

    def measured(self, meter, words, seconds_of=lambda count: 1e-6, **given):
        """The rows, and the commands that were run."""
        with tempfile.TemporaryDirectory() as folder:
            run, asked = run_of(folder, "check", **given), []
            run.siderum = lambda *words: asked.append(words)
            run.compute = lambda *words: ("", seconds_of(words[-1]))
            with mock.patch.object(joules, "meter_of", lambda device: meter):
                return joules.measure(run, "a", words), asked

    def test_time_needs_no_meter(self):
        for threads in (1, 2):
            for limit in (None, 3.0):
                (time, energy), asked = self.measured(None, ["x"], threads=threads,
                                                      host_seconds=limit)
                self.assertTrue(0 < time.value < 0.1)
                self.assertEqual((energy.value, energy.note, time.sample), (None, "", ""))
                self.assertIn(("x", "--device", "cpu"), asked)
        found = {"one": [time, energy]}
        text = report.table(NAMED["roeh2009-joules"], found, [])
        self.assertIn("| a, energy | - | not measured |", text)
        self.assertNotIn("| a, time | - | not measured |", text)

    def test_a_host_searches_fewer_frequencies(self):
        words = ["periods", "--count", 1_000_000]
        (time, energy), asked = self.measured(None, words, lambda count: 1e-5 * count,
                                              host_seconds=1.0)
        self.assertEqual(set(asked), {("periods", "--count", 100_000, "--device", "cpu")})
        self.assertEqual((time.sample, energy.sample), ("100,000 of 1,000,000 frequencies", ""))
        self.assertIn("(scaled)", report.cell(time, "all", {"all": [time]}))
        (time, _), asked = self.measured(None, words, lambda count: 1e-5 * count, device="gpu")
        self.assertEqual((time.sample, asked[0][2]), ("", 1_000_000))

    def test_every_energy_has_its_uncertainty(self):
        class Steady(Meter):
            def joules(self):
                return 0.0
        (_, energy), _ = self.measured(Steady(), ["x"])
        self.assertIn("uncertain to 0 J", energy.note)
        self.assertEqual(energy.value, 0.0)

    @unittest.skipUnless(shutil.which("cc"), "there is no C compiler")
    def test_nvml(self):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "nvml.c"
            source.write_text(FAKE_NVML)
            library = pathlib.Path(folder) / "libfake-ml.so"
            subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
            meter = joules.Nvml(str(library), 0)
            before = meter.joules()
            self.assertAlmostEqual(meter.joules() - before, 1.5)
            with self.assertRaises(OSError):
                joules.Nvml(str(library), 1)
        with self.assertRaises(OSError):
            joules.Nvml("libthere-is-none-ml.so.1", 0)

    def test_rapl(self):
        with tempfile.TemporaryDirectory() as folder:
            for number in (0, 1):
                zone = pathlib.Path(folder) / f"intel-rapl:{number}"
                zone.mkdir()
                (zone / "name").write_text(f"package-{number}\n")
                (zone / "max_energy_range_uj").write_text("100000000\n")
                (zone / "energy_uj").write_text("90000000\n")
            meter = joules.Rapl(pathlib.Path(folder))
            for number, count in ((0, 95_000_000), (1, 5_000_000)):  # the second has run over
                (pathlib.Path(folder) / f"intel-rapl:{number}/energy_uj").write_text(str(count))
            self.assertAlmostEqual(meter.joules(), 5.0 + 15.0)
        with self.assertRaises(OSError):
            joules.Rapl(pathlib.Path("/nowhere"))


class Limits(unittest.TestCase):
    """They cut what is measured, not which sizes."""

    def test_sizes_of_a_host(self):
        with tempfile.TemporaryDirectory() as folder:
            asked = [hupca2010.sizes_of(run_of(folder, "paper", threads=threads, host_seconds=most))
                     for threads in (1, 2) for most in (None, 3.0)]
            self.assertTrue(all(sizes == asked[0] for sizes in asked))
            self.assertEqual(list(dict.fromkeys(lmax for _, lmax, _ in asked[0])),
                             list(hupca2010.SIZES["paper"]))
            self.assertEqual(asked[0][:2], [(operator, 1023, "(legendre|rings|whole)")
                                            for operator in ("synthesis", "adjoint")])
            self.assertEqual(len(set(asked[0])), 4 * 2 + 5 * 2 * 3)
            self.assertEqual(len(hupca2010.sizes_of(run_of(folder, "paper", device="gpu"))), 1)

    def pairs(self, device="cpu", **given):
        """What is asked of the benchmark, and the rows; 1e4 points take 0.1 s by brute force."""
        asked = []
        with tempfile.TemporaryDirectory() as folder:
            run = run_of(folder, "paper", device=device, **given)

            def bench(name, expression, cases="all"):
                forms, sizes = (part.split("|") for part in re.findall(r"\((.*?)\)", expression))
                asked.append((forms, [int(size) for size in sizes]))
                return [(f"published_forms/pairs/{form}/openmp/{precision}/{size}",
                         {"real_time": 100 * (int(size) / 1e4) ** 2}) for form in forms
                        for precision in ("double", "single") for size in sizes]
            run.bench = bench
            return asked, NAMED["roeh2009-times"].measure(run)

    def test_pairs_are_scaled_beyond_the_limit(self):
        for limit, most in ((3.0, 50_000), (None, 200_000)):
            asked, rows = self.pairs(host_seconds=limit)
            self.assertEqual([sizes for _, sizes in asked], [
                [points] for points in (10_000, 20_000, 50_000, 100_000, 200_000, 500_000,
                                        1_000_000)])
            self.assertEqual(max(sizes[0] for forms, sizes in asked if "brute" in forms), most)
            self.assertEqual(len(rows), 7 * 4)  # no holes
            for row in rows:
                self.assertAlmostEqual(row.value, 0.1 * (row.x / 1e4) ** 2)
                self.assertEqual(row.sample, f"{most:,} points, by their pairs" if row.form
                                 == "brute force" and row.x > most else "")
        asked, rows = self.pairs("gpu", host_seconds=3.0)
        self.assertEqual((len(asked), {row.sample for row in rows}), (1, {""}))

    def test_the_bin_at_the_threshold_is_told(self):
        rows = [Row("", value, "%", "scalar products", x) for x, value in (
            (1.0, 100.0), (2.0, 9.2), (4.64, 10.03), (6.0, 0.2), (7.0, 1.26))]
        rows += [Row("FP32 is wrong below", value, "arcmin", form, draw=False)
                 for form, value in (("scalar products", 6.0), ("siderum", 0.0))]
        told = NAMED["roeh2009-precision"].verdict({"gpu": rows}, [])
        self.assertIn("below 6 arcmin (by 10.03 % in the bin from 4.64 arcmin on, by 1.26 % at most"
                      " above it);", told)


class Parts(unittest.TestCase):
    """What would take too long is measured on a part."""

    def timed(self, per_frequency, count=1_000_000, device="cpu", host_seconds=None):
        with tempfile.TemporaryDirectory() as folder:
            curve = pathlib.Path(folder) / "curve.csv"
            curve.write_text("7,1.0,2.0\n7,2.0,3.0")  # without an end of the last line
            run, asked = run_of(folder, device=device, host_seconds=host_seconds), []

            def compute(_, path, number):
                copies = len(catalogues.objects_of(path))
                self.assertEqual(len(catalogues.lines_of(path)), 2 * copies)
                self.assertTrue(all(line.count(",") == 2 for line in catalogues.lines_of(path)))
                asked.append(number)
                return "", max(copies * number * per_frequency, places.RESOLUTION / 2)
            run.compute = compute
            return run.timed(count, lambda number: ["periods", curve, number]), asked

    def test_short_ones_are_measured_whole(self):
        timing, asked = self.timed(1e-6)
        self.assertEqual((timing.seconds, timing.sample), (1.0, ""))
        self.assertEqual(asked[-1], 1_000_000)

    def test_long_ones_are_scaled(self):
        timing, asked = self.timed(1e-3)
        self.assertAlmostEqual(timing.seconds, 1000.0)
        self.assertIn("of 1,000,000 frequencies", timing.sample)
        self.assertLess(max(asked) * 1e-3, places.LIMIT["quick"] * 2)

    def test_what_the_clock_does_not_tell_is_done_several_times(self):
        timing, _ = self.timed(1e-9)
        self.assertAlmostEqual(timing.seconds, 1e-3)
        self.assertIn("copies in one run", timing.sample)
        timing, _ = self.timed(0.0)
        self.assertGreater(timing.seconds, 0)

    def test_a_gpu_is_not_given_copies(self):
        timing, asked = self.timed(1e-9, device="gpu")
        self.assertEqual((timing.seconds, timing.sample), (1e-3, ""))
        self.assertEqual(set(asked), {1_000_000})

    def test_the_limit_of_a_host_may_be_given(self):
        timing, asked = self.timed(1e-5, host_seconds=0.5)
        self.assertAlmostEqual(timing.seconds, 10.0)
        self.assertLessEqual(max(asked) * 1e-5, 0.5)
        timing, _ = self.timed(1e-5, device="gpu", host_seconds=0.5)
        self.assertEqual(timing.sample, "")
        self.assertEqual(places.limits("paper", 5.0), {"limit": 5.0, "curve": 5.0, "shares": 5.0})

    def test_what_was_tried_beyond_the_limit_is_not_tried_again(self):
        timing, asked = self.timed(1e-3, host_seconds=0.5)
        self.assertEqual(asked, [5000])
        self.assertEqual(timing.sample, "5,000 of 1,000,000 frequencies")
        with tempfile.TemporaryDirectory() as folder:
            run = run_of(folder, threads=16, host_seconds=5.0)
            self.assertEqual(run.sampled(136, lambda n: 1.0 * n), 16)

    def test_what_takes_long_is_not_repeated(self):
        class Clock:
            now, runs = 0.0, 0

            def perf_counter(self):
                return self.now
        for seconds, wanted in ((2.5, 1), (0.3, 2)):
            clock = Clock()
            run = run_of("/tmp")

            def compute(*words):
                clock.now += seconds
                clock.runs += 1
                return "", seconds
            run.compute = compute
            with mock.patch.object(places, "time", clock):
                self.assertEqual(run.fastest_of(["periods"]), seconds)
            self.assertEqual(clock.runs, wanted)

    def test_objects_of_a_host(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(run_of(folder).sampled(136, lambda n: 0.1 * n), 136)
            self.assertEqual(run_of(folder).sampled(136, lambda n: 1.0 * n), places.SHARES["quick"])
            self.assertEqual(run_of(folder).sampled(400, lambda n: 1.0 * n, step=20), 20)
            self.assertEqual(run_of(folder, device="gpu").sampled(136, lambda n: 9.0 * n), 136)


if __name__ == "__main__":
    unittest.main()
