# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Looks at how bench/reproduce.py counts joules, and at what it measures on a part of the work, on
clocks, meters and programs that are made here.

    python3 reproduction_joules_test.py
"""

import importlib.util
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
from reproduction import (catalogues, hupca2010, items, joules, one_thread,  # noqa: E402
                          places, report, roeh2009)
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
        self.assertEqual(joules.told("M", spent), "M, mean of 3 runs, 70 W of the idle machine"
                         " subtracted (50 W before, 90 W after)")

    def test_what_an_energy_is_uncertain_to_is_told_when_it_is_drawn(self):
        for note in ("M, one run", "M, one run: uncertain to 9.999 J, more than a tenth of it"):
            for off, ending in ((1.126, "uncertain to 1.1 J"), (0.0, "uncertain to 0 J"),
                                (28.0, "uncertain to 28 J, more than a tenth of it"),
                                (420.4, "uncertain to 420 J, more than all of it")):
                row = Row("a", 200.0, "J", note=note, low=200.0 - off, high=200.0 + off)
                self.assertEqual(report.samples({"gpu": [row]}), [f"GPU, a: M, one run: {ending}"])
        # What earlier versions stored without bounds stays.
        self.assertEqual(report.note_of(Row("a", 2.0, "J", note="M: uncertain to 1 J")),
                         "M: uncertain to 1 J")

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
        self.assertNotIn("GPU", text)
        self.assertNotIn("| a, time | - | not measured |", text)

    def test_what_the_idle_machine_takes_is_told_besides(self):
        rows = [Row("a, time", 2.0, "s"), Row("a, energy", 10.0, "J", note="NVML, one run, 100 W of"
                                              " the idle machine subtracted (99 W before, 101 W"
                                              " after)"),
                Row("b, time", 1.0, "s"), Row("b, energy", None, "J")]
        remark = NAMED["roeh2009-joules"].remark
        self.assertEqual(remark({"gpu": rows}, {}), "With what the idle machine takes in as long a"
                         " time a run costs: a 210 J.")
        self.assertEqual(remark({"all": rows[2:]}, {}), "")

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
        self.assertIn("uncertain to 0 J", report.note_of(energy))
        self.assertEqual(report.uncertainty(energy), 0.0)
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


@unittest.skipUnless(importlib.util.find_spec("matplotlib"), "there is no matplotlib")
class Pictures(unittest.TestCase):

    def test_time_stands_beside_energy(self):
        from matplotlib.figure import Figure
        from reproduction import pictures
        item = NAMED["hupca2010-joules"]
        found = {place: [Row("a, time", seconds, "s", draw=False), Row("a, energy", energy, "J")]
                 for place, seconds, energy in (("one", 4.0, None), ("gpu", 2.0, 30.0))}
        shown = pictures.shown(item, found)
        self.assertEqual([len(rows) for rows in shown.values()], [1, 2])
        panels = pictures.draw_units(Figure(), item, shown)
        self.assertEqual([axes.get_xlabel() for axes in panels], ["time [s]", "energy [J]"])
        self.assertEqual([sorted(line.get_xdata()[0] for line in axes.lines) for axes in panels],
                         [[2.0, 4.0], [30.0]])
        self.assertEqual([label.get_text() for label in panels[0].get_yticklabels()], ["a"])
        self.assertEqual([len(axes.collections) for axes in panels], [0, 0])
        # Where it may be nothing an arrow goes to the end of the axis, which is told beneath.
        for off, low, arrows in ((1.5, 28.5, 0), (30.0, 30.0, 1), (90.0, 30.0, 1)):
            found["gpu"][1].high = 30.0 + off
            axes = pictures.draw_units(Figure(), item, pictures.shown(item, found))[1]
            ends = axes.collections[0].get_segments()[0][:, 0]
            self.assertEqual(list(ends), [low, 30.0 + off])
            self.assertEqual([(text.xy[0], text.xycoords[0], text.xyann[0]) for text in axes.texts],
                             arrows * [(0.0, "axes fraction", 30.0)])
            told = [label for label in axes.get_legend_handles_labels()[1] if "may be 0" in label]
            self.assertEqual(len(told), arrows)
            ends = axes.get_xlim()
            self.assertTrue(ends[0] < low and ends[1] > 10 * ends[0], ends)
        del found["gpu"]
        self.assertEqual(pictures.draw_units(Figure(), item, pictures.shown(item, found)), [])

    def test_a_published_value_hides_no_mark(self):
        from matplotlib.figure import Figure
        from reproduction import pictures
        item, paper = NAMED["gowanlock2021-gains"], [
            items.Published("i", "T", case, 1.02, "x", "h") for case in "ab"]
        axes = Figure().subplots()
        pictures.draw_bars(axes, item, {"gpu": [Row("a", 1.04, "x"), Row("b", 4.0, "x")]}, paper,
                           {"h": "*"})
        self.assertEqual([list(line.get_ydata()) for line in axes.lines], [[0, 1], [0.2], [1]])

    def test_time_by_the_number_of_sets(self):
        from matplotlib.figure import Figure
        rows = roeh2009.rows_of_sets({count: 1.0 + 2.0 * count for count in (0, 1, 2, 4)})
        axes = NAMED["roeh2009-sets"].draw(Figure(), {"all": rows}, {}, items.published()[
            "roeh2009-sets"])[0]
        told = {line.get_label(): dict(zip(line.get_xdata(), line.get_ydata()))
                for line in axes.lines}
        self.assertEqual(told["all threads, program"], {0: 1, 1: 3, 2: 5, 4: 9})
        self.assertAlmostEqual(told["all threads, by the line"][100], 201)
        self.assertEqual(told["paper: SRC-6 with 4 FPGAs"], {0: 3, 100: 904})
        # Markers of the paper stand beside one another, and all within the picture.
        stars = [line for line in axes.lines if line.get_label().startswith("paper")]
        ends = {line.get_transform().transform((100, 904))[0] for line in stars}
        self.assertEqual((len(stars), len(ends)), (4, 4))
        self.assertTrue(axes.get_ylim()[0] < 1.0 and axes.get_ylim()[1] > 84_594)


class Sets(unittest.TestCase):
    """What a further set of random points costs."""

    def test_a_line_through_the_numbers_of_sets(self):
        rows = roeh2009.rows_of_sets({0: 1.0, 1: 3.0, 2: 5.0, 4: 9.0})
        values = {row.case: row for row in rows}
        self.assertAlmostEqual(values["DD, DR and RR"].value, 201.0)
        self.assertEqual(values["DD, DR and RR"].sample, "4 of 100 sets")
        self.assertAlmostEqual(values["a further set over DD"].value, 2.0)
        self.assertEqual(values["with 4 sets of random points"].x, 4)
        whole = {row.case: row for row in roeh2009.rows_of_sets(
            {0: 1.0, 1: 3.0, 2: 5.0, 100: 190.0})}
        self.assertEqual((whole["DD, DR and RR"].value, whole["DD, DR and RR"].sample), (190.0, ""))
        self.assertNotIn("with 100 sets of random points", whole)
        bent = roeh2009.rows_of_sets({0: 1.0, 1: 3.0, 2: 6.0, 4: 9.0})[-1]
        self.assertRegex(bent.note, r"1, 2, 4 sets, which are off it by 1\d\.\d+ % at most")

    def test_program_and_benchmark_are_not_mixed(self):
        with tempfile.TemporaryDirectory() as folder:
            for device, forms in (("cpu", {"program"}), ("gpu", {"program", "benchmark"})):
                run, asked = run_of(folder, "paper", device=device), []

                def fastest(*words):
                    sets = sum("sky" in pathlib.Path(str(word)).name for word in words) - 1
                    asked.append(sets)
                    return 1.0 + sets
                run.fastest, run.siderum = fastest, lambda *words: words[-1].touch()
                run.made = lambda name, *words: (pathlib.Path(folder) / name, None)
                run.bench = lambda name, *_: [
                    ("published_forms/pairs/tiles/cuda/double/100000/device",
                     {"real_time": 2.0 if name == "published_forms_bench" else 302.0})]
                rows = NAMED["roeh2009-sets"].measure(run)
                self.assertEqual(asked, [0, 1, 2, 4] + [10, 100] * (device == "gpu"))
                self.assertEqual({row.form for row in rows}, forms)
                quotients = [(row.form, row.value) for row in rows if row.unit == "x"]
                self.assertEqual(quotients, [("program", 1.0)] if device == "cpu" else [
                    ("benchmark", 1.5)])

    def test_all_quotients_are_told(self):
        item = NAMED["roeh2009-sets"]
        paper = items.published()[item.name]
        derived = {row.hardware: row.value for row in paper if row.unit == "x"}
        for name, value in derived.items():
            machine, further, alone = re.fullmatch(r"(.*), ([\d,]+) over 100 x ([\d.]+) s",
                                                   name).groups()
            further = float(further.replace(",", ""))
            self.assertAlmostEqual(value, further / (100 * float(alone)), 3)
            dd, whole = (next(row.value for row in paper if row.hardware == machine
                              and row.case == case) for case in ("DD", "DD, DR and RR"))
            self.assertEqual(dd, float(alone))
            self.assertLess(further, whole)  # which has more than these
        self.assertEqual(len(derived), 4)
        self.assertEqual([value for name, value in derived.items() if "SRC" in name], [2.933])
        for quotient, judged in ((2.8, "holds: "), (0.5, "holds in kind alone: "),
                                 (4.0, "holds in kind alone: "), (-1.0, "does not hold here: ")):
            told = item.verdict({place: [Row("a further set over DD", value, "x")] for place, value
                                 in (("one", quotient), ("gpu", 1.5))}, paper)
            self.assertTrue(told.startswith(judged), told)
        self.assertIn("-1 times DD by one thread, 1.5 times DD on a GPU (published times give 3.84,"
                      " 2.93, 2.1, 1;", told)

    def test_published_times_of_a_number_that_nobody_knows_are_not_divided(self):
        item = NAMED["roeh2009-sets"]
        found = {place: [Row("DD", 0.1, "s", "program")] for place in ("all", "gpu")}
        text = report.table(item, found, items.published()[item.name])
        self.assertIn("all threads / GPU", text)
        self.assertNotIn("paper /", text)
        self.assertIn("do not say how many points, so that their times are not divided by ours",
                      item.differs)

    def test_a_further_set_has_the_digits_of_the_clock(self):
        item = NAMED["roeh2009-sets"]
        with tempfile.TemporaryDirectory() as folder:
            store = reproduce.Store(pathlib.Path(folder))
            store.write(item.name, {"places": {place: [
                vars(Row("DD", seconds, "s", form)),
                vars(Row("a further set over DD", 1.7408, "x", form))]
                for place, form, seconds in (("all", "program", 0.007), ("one", "program", 5.217),
                                             ("gpu", "benchmark", 0.0026781))}})
            found = reproduce.all_rows(store)[item.name]
        self.assertEqual({place: report.cell(rows[1], place, found)
                          for place, rows in found.items()},
                         {"all": "1.7", "one": "1.741", "gpu": "1.741"})
        told = item.verdict(found, items.published()[item.name])
        self.assertIn("costs 1.74 times DD by one thread, 1.7 times DD by all threads, 1.74 times"
                      " DD on a GPU", told)


class Limits(unittest.TestCase):
    """They cut what is measured; of sizes only those beyond one that takes a host longer."""

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

    def test_sizes_beyond_one_that_takes_longer(self):
        def largest(device="cpu", **given):
            def bench(_, expression):
                lmax = int(expression.split("lmax")[1].split("x1")[0]) if device == "cpu" else 9215
                return [(f"harmonic_transform/a/b/double/{operator}/healpix/lmax{lmax}x1/{part}"
                         "/device", {"real_time": lmax ** 3 / 3e7, "gflops": 1, "peak_share": 1})
                        for operator in ("synthesis", "adjoint") if operator in expression
                        for part in hupca2010.PARTS if part in expression]
            with tempfile.TemporaryDirectory() as folder:
                run = run_of(folder, "paper", device, 1, **given)
                with mock.patch.object(run, "bench", bench):
                    rows = hupca2010.measure_transforms(run)
            # What was measured of a size is there for all of its parts.
            self.assertEqual(len([row for row in rows if row.x == max(row.x for row in rows)]), 10)
            return max(row.x for row in rows)
        self.assertEqual(largest(host_seconds=10.0), 7167)  # 12 s; that before takes 7.7 s
        self.assertEqual(largest(), 9215)
        self.assertEqual(largest("gpu", host_seconds=10.0), 9215)

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
        item = NAMED["roeh2009-precision"]
        told = item.verdict({"gpu": rows}, items.published()[item.name])
        self.assertTrue(told.startswith("holds for"), told)
        self.assertIn("below 6 arcmin (by 10.03 % in the bin from 4.64 arcmin on, by 1.26 % at most"
                      " above it);", told)
        for below, judged in ((2.0, "holds for"), (1.9, "holds in kind alone"), (8.0, "holds for"),
                              (8.1, "holds in kind alone"), (0.0, "does not hold here")):
            rows[-2].value = below
            told = item.verdict({"gpu": rows}, items.published()[item.name])
            self.assertTrue(told.startswith(judged), (below, told))


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


class Verdicts(unittest.TestCase):

    def pairs(self, of_gpu):
        return {place: [Row(f"{points:,} points, {form}", seconds, "s", "brute force", points,
                            "20,000 points, by their pairs" if place == "one" and points > 2e4
                            else "")
                        for form in ("FP64", "FP32") for points, seconds in times.items()]
                for place, times in (("one", {10_000: 10.0, 20_000: 40.0, 50_000: 250.0}),
                                     ("gpu", of_gpu))}

    def test_a_speed_up_has_its_range_over_the_number_of_points(self):
        item = NAMED["roeh2009-speedup"]
        paper = items.published()[item.name]
        ratios = item.derive(self.pairs({10_000: 0.1, 20_000: 0.1, 50_000: 0.25}))
        told = item.verdict(ratios, paper)
        for words in ("holds: by brute force 400 times in FP32 (published 225), 400 times in FP64"
                      " (published 80) at 20,000 points, but less than published at 10,000 in FP32"
                      " (100 times)",
                      "that in FP32 is 1 times that in FP64 (published 2.81)"):
            self.assertIn(words, told)
        told = item.remark(ratios, {})
        for words in ("in FP64 100 times at 10,000, 400 times at 20,000, 1,000 times (sample) at"
                      " 50,000; in FP32 100 times at 10,000",
                      "In FP64 its time grows 2.5 times from 20,000 to 50,000 points, the pairs"
                      " 6.25 times: the GPU is not full."):
            self.assertIn(words, told)
        table = report.table(item, item.tabled(ratios), paper)
        self.assertEqual(len(table.splitlines()), 2 + 2)
        full = item.derive(self.pairs({10_000: 0.01, 20_000: 0.04, 50_000: 0.25}))
        self.assertNotIn("not full", item.remark(full, {}))
        slow = item.derive(self.pairs({10_000: 9.0, 20_000: 30.0, 50_000: 200.0}))
        self.assertTrue(item.verdict(slow, paper).startswith("holds in kind alone: "))

    def test_a_speed_up_is_judged_at_the_size_that_the_slides_suggest(self):
        item = NAMED["roeh2009-speedup"]
        times = {place: [Row(f"{points:,} points, {form}", seconds * (points / 1e4) ** 2, "s",
                             "brute force", points, sample)
                         for form in ("FP64", "FP32") for points, sample in (
                             (10_000, ""), (100_000, "a part" if place == "one" else ""),
                             (1_000_000, "a part" if place == "one" else ""))]
                 for place, seconds in (("one", 1.0), ("gpu", 0.001))}
        ratios = item.derive(times)
        told = item.verdict(ratios, items.published()[item.name])
        self.assertTrue(told.startswith("holds: by brute force 1,000 times (sample) in FP32"
                                        " (published 225), 1,000 times (sample) in FP64"), told)
        self.assertIn(" at 100,000 points; ", told)
        self.assertIn("1,000 times at 10,000, 1,000 times (sample) at 100,000",
                      item.remark(ratios, {}))
        # They are bars, which have no x.
        self.assertEqual({row.x for row in item.tabled(ratios)["gpu"]}, {None})

    def test_a_large_map_without_a_power_of_two_is_told(self):
        item = NAMED["hupca2010-stages"]
        rows = [Row(f"lmax {lmax}", share, "%", "synthesis", lmax)
                for lmax, share in ((1023, 41.0), (7167, 79.0), (8191, 87.0), (9215, 45.0))]
        self.assertEqual(item.verdict({"gpu": rows}, []), "does not hold here but for small maps:"
                         " the Legendre stage takes 87 % of synthesis at lmax 8191, 41 % of"
                         " synthesis at lmax 1023; without a power of two for nside 45 % of"
                         " synthesis at lmax 9215")

    def test_a_slower_host_is_told_with_what_rests_on_one_thread(self):
        whole = "lmax 4095, synthesis, whole"
        source = {place: [Row(whole, seconds, "s", "synthesis", 4095)]
                  for place, seconds in (("one", 40.0), ("all", 1.0), ("gpu", 0.5))}
        source["all"].append(Row(f"{whole} on four cores", 4.0, "s", "synthesis", 4095))
        item = NAMED["hupca2010-fig8-ratios"]
        for threads, told in ((16, True), (64, False)):
            self.assertEqual(bool(one_thread.caveat(item, item.verdict, item.derive(source), [],
                                                    source, threads)), told)
            text = report.claims([item], {item.name: item.derive(source), item.source: source}, {},
                                 {}, {"host": f"h, {threads} threads"})
            self.assertEqual("; one thread was measured at another time" in text, told)
            text = report.section(item, item.derive(source), [], False, None, source, threads)
            claim = next(line for line in text.splitlines() if line.startswith("Claim"))
            self.assertEqual("at another time, when the host was slower." in claim, told)
            made = {item.name: {"one": [{"commit": "c", "processors": "1 of 16"}]}}
            claim = report.claims([item], {item.name: item.derive(source), item.source: source},
                                  {}, {}, {"host": f"h, {threads} threads"}, made)
            self.assertEqual("at another time, beside other work |" in claim, told)
            text = report.section(item, item.derive(source), [], False, None, source, threads,
                                  made[item.name])
            self.assertEqual(text.count("at another time, beside other work"), told)
        # One thread was slow at the whole, not at the Legendre stage.
        part = f"lmax 4095, synthesis, {hupca2010.PARTS['legendre']}"
        source = {place: [*rows, Row(part, rows[0].value if place != "one" else 12.0, "s",
                                     "synthesis", 4095)] for place, rows in source.items()}
        for name, wanted in (("fig5", False), ("fig5-ratios", False), ("fig7", False),
                             ("fig6", False), ("fig8", True), ("fig8-ratios", True),
                             ("stages", True)):
            item = NAMED[f"hupca2010-{name}"]
            self.assertEqual(one_thread.slowed(item, 16, item.derive(source), source), wanted, name)
        # The verdict on a step is that of the GPU, whatever one thread took.
        item = NAMED["gowanlock2022-fig7"]
        found = {place: [Row(f"{count} points", seconds * count, "s", "multi-pass")
                         for count in (50, 75)]
                 for place, seconds in (("one", 40.0), ("all", 1.0), ("gpu", 0.5))}
        self.assertTrue(one_thread.slowed(item, 16, found, {}))
        self.assertEqual(one_thread.caveat(item, item.verdict, found, [], {}, 16), "")

    def test_columns_of_nothing_are_left_out(self):
        item = NAMED["gowanlock2022-fig5"]
        text = report.table(item, {"gpu": [Row("a", 1.0, "%"), Row("b", None, "%")]}, [])
        self.assertEqual(text, "| case | paper | siderum |\n|---|---|---|\n| a | - | 1 % |\n"
                               "| b | - | not measured |\n")


if __name__ == "__main__":
    unittest.main()
