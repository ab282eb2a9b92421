# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Looks at what bench/reproduce.py makes of results: the page, pictures. Nothing is measured, and
nothing need be built; pictures are drawn where there is matplotlib. Tables and verdicts:
reproduction_verdicts_test.py.

    python3 reproduction_page_test.py
"""

import importlib.util
import math
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))

import reproduce  # noqa: E402
from reproduction import catalogues, items, places, report  # noqa: E402
from reproduction.items import Row  # noqa: E402

NAMED = {item.name: item for item in reproduce.ITEMS}


def run_of(folder, scale="quick", device="cpu", parts=None, threads=2, host_seconds=None):
    key = "gpu" if device == "gpu" else "one" if threads == 1 else "all"
    return places.Run(places.Place(key, device, threads), scale, pathlib.Path("nowhere"),
                      pathlib.Path(folder), None, parts, host_seconds)


def options_of(**given):
    return type("Options", (), {"device": "cpu", "scale": "check", "data": None,
                                "build": pathlib.Path("nowhere"), "host_seconds": None, **given})


class PublishedValues(unittest.TestCase):

    def test_every_value_belongs_to_an_item(self):
        self.assertLessEqual(set(items.published()), set(NAMED))

    def test_all_papers_are_checked(self):
        papers = {name.split("-")[0] for name in NAMED}
        self.assertEqual({name.split("-")[0] for name in reproduce.CHECKED}, papers)

    def test_a_gpu_gains_more_on_a_host_in_fp64(self):
        values = {row.case + row.hardware: row.value
                  for row in items.published()["gowanlock2021-table5"]}
        for case, value in values.items():
            if "FP64" in case:
                self.assertGreater(value, values[case.replace("FP64", "FP32")])


class Page(unittest.TestCase):

    def results(self, folder):
        """Of one item of each kind, as the measuring functions leave them."""
        store = reproduce.Store(pathlib.Path(folder))
        store.write("machine", {"host": "a host", "GPU": "none", "commit": "c", "scale": "check"})

        def write(name, curves=None, **rows):
            store.write(name, {"curves": curves or {}, "places": {
                place: [vars(row) for row in of_place] for place, of_place in rows.items()}})
        write("gowanlock2021-fig1", {"power": [[3.0, 10.0, 20.0], [1.0, 5.0, 2.0]]},
              all=[Row("period of asteroid 8205", 13.55, "h")])
        write("gowanlock2021-fig2", {"siderum simulate": [[10.0, 100.0, 110.0], [3.0, 9.0, 40.0]]},
              all=[Row("median of the points", 100.0, "points", "siderum simulate")])
        write("gowanlock2021-fig3", all=[
            Row(case, value, "%", form, x, low=value - 1, high=100.0)
            for form in ("FP64", "FP32")
            for case, x, value in (("all", 0, 96.0), ("50 points and more", 50, 99.0))])
        write("gowanlock2021-table3", **{place: [
            Row(f"{kind}, 1e{power}", seconds * 10 ** power, "s", "direct", 10 ** power)
            for kind in ("single", "batch") for power in (4, 5, 6)]
            for place, seconds in (("one", 2e-6), ("all", 1e-6))})
        write("gowanlock2022-fig1", {label: [[1.0, 2.0], [1.0, 0.5]]
                                     for label in ("Lomb-Scargle", "alpha 0", "alpha 9")},
              all=[Row("frequency in the catalogue", 1.6, "1/d")])
        write("gowanlock2022-fig3", all=[Row("alpha 0", 88.0, "%", x=0),
                                         Row("alpha 3", 90.0, "%", x=3),
                                         Row("Lomb-Scargle", 40.0, "%")])
        write("gowanlock2022-fig4", all=[Row(method, 3.0, "%", note="9 of 320 stars; 20 seeds")
                                         for method in ("multi-pass", "single pass",
                                                        "Lomb-Scargle")])
        write("gowanlock2022-table4", all=[
            Row(f"Stripe 82, {method}, {stage}", 30.0, "%")
            for method in ("multi-pass", "single pass")
            for stage in ("folding", "sorting", "smoother")])
        write("roeh2009-precision", all=[
            Row("from 1 to 2 arcmin", 50.0, "%", "scalar products", 1.0),
            Row("from 1 to 2 arcmin", 0.0, "%", "siderum", 1.0),
            Row("FP32 is wrong below", 3.6, "arcmin", "scalar products", draw=False),
            Row("FP32 is wrong below", 0.0, "arcmin", "siderum", draw=False)])
        write("roeh2009-sets", all=[Row("DD", 0.3, "s"),
                                    Row("DD, DR and RR", 74.0, "s", sample="2 of 100 sets"),
                                    Row("a further set over DD", 2.5, "x", draw=False)])
        write("roeh2009-joules", all=[Row("DD, time", 1.0, "s", draw=False),
                                      Row("DD, energy", None, "J")])
        return store

    def test_page_without_pictures(self):
        with tempfile.TemporaryDirectory() as folder:
            store = self.results(folder)
            text = report.page(reproduce.ITEMS, reproduce.all_rows(store), items.published(),
                               items.left_out(), store.read("machine"),
                               places.limits("quick"), set(), {})
        for item in reproduce.ITEMS:
            self.assertEqual(f"### {item.name}\n" in text, item.on_page)
        # Half of an item that needs a GPU: the paper's values, and what differs.
        part = text.split("### gowanlock2021-table5\n")[1].split("### ")[0]
        self.assertIn("it takes all threads of a host and a GPU", part)
        self.assertIn("| batch, FP64 | 186 (GP100 over 16 cores); 114 (GP100 over 32 cores) |",
                      part)
        self.assertIn("What differs:", part)
        self.assertIn("alpha 3 finds more than alpha 0", text)
        for line in text.splitlines():
            self.assertFalse(line.startswith(("<<<<<<<", "=======", ">>>>>>>")), line)

    def test_another_machine_fills_what_is_not_there_and_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            other = self.results(folder)
            with tempfile.TemporaryDirectory() as empty:
                store = reproduce.Store(pathlib.Path(empty) / "results")
                store.write("roeh2009-sets", {"places": {"all": [vars(Row("DD", 0.1, "s"))]}})
                results = reproduce.all_rows(store)
            elsewhere = reproduce.take_instead(results, other)
            machine = other.read("machine")
        self.assertEqual(results["roeh2009-sets"]["all"][0].value, 0.1)
        self.assertNotIn("roeh2009-sets", elsewhere)
        self.assertTrue(results["roeh2009-precision"]["all"])
        name = elsewhere["roeh2009-precision"]
        for word in ("host", "scale", "commit"):
            self.assertIn(machine[word], name)
        text = report.page(reproduce.ITEMS, results, items.published(), items.left_out(), machine,
                           places.limits("quick"), set(), elsewhere)
        part = text.split("### roeh2009-precision\n")[1].split("### ")[0]
        self.assertIn(f"Measured on another machine: {name}.", part)
        self.assertIn(f"(on {name}) |", text.split("## Claims")[1].split("## ")[0])

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "there is no matplotlib")
    def test_page_with_pictures(self):
        with tempfile.TemporaryDirectory() as folder:
            store = self.results(pathlib.Path(folder) / "results")
            page = pathlib.Path(folder) / "docs"
            page.mkdir()
            reproduce.write_page(store, page)
            text = (page / "reproduction.md").read_text(encoding="utf-8")
            for name in ("gowanlock2021-fig1", "gowanlock2021-fig2", "gowanlock2021-fig3",
                         "gowanlock2021-table3", "gowanlock2021-table5", "gowanlock2022-fig1",
                         "gowanlock2022-fig3", "gowanlock2022-fig4", "gowanlock2022-table4",
                         "gowanlock2022-single-pass", "roeh2009-precision", "roeh2009-sets"):
                picture = page / f"reproduction/{name}.png"
                self.assertGreater(picture.stat().st_size, 5000, name)
                self.assertEqual(picture.read_bytes()[:8], b"\x89PNG\r\n\x1a\n", name)
                self.assertIn(f"(reproduction/{name}.png)", text)
                self.assertTrue((page / f"reproduction/{name}.csv").exists(), name)
            self.assertFalse((page / "reproduction/roeh2009-joules.png").exists())


class Chosen(unittest.TestCase):
    """What is measured, where, and in which order."""

    def keys(self, name, device):
        return [place.key for place in reproduce.places_of(NAMED[name], device)]

    def test_places(self):
        self.assertEqual(self.keys("gowanlock2021-table3", "both"), ["one", "all", "gpu"])
        self.assertEqual(self.keys("gowanlock2021-table3", "one"), ["one"])
        self.assertEqual(self.keys("gowanlock2021-table3", "all"), ["all"])

    def test_answers_come_from_a_gpu_where_there_is_one(self):
        self.assertEqual(self.keys("gowanlock2022-fig5", "both"), ["gpu"])
        self.assertEqual(self.keys("gowanlock2022-fig5", "cpu"), ["all"])
        self.assertEqual(self.keys("gowanlock2022-fig5", "one"), [])
        for name in ("gowanlock2021-fig5", "gowanlock2022-fig6"):  # of threads
            self.assertEqual(self.keys(name, "both"), ["all"])
            self.assertEqual(self.keys(name, "gpu"), [])

    def test_order(self):
        names = [item.name for item in reproduce.chosen(["all"])]
        self.assertEqual(set(names), set(NAMED))
        self.assertEqual(len(names), len(NAMED))
        self.assertEqual(names[0], "gowanlock2021-table3")
        self.assertEqual(names[-1], "gowanlock2021-fig9")
        # As named, and before each what its figures come from.
        self.assertEqual([item.name for item in reproduce.chosen(
            ["roeh2009-sets", "hupca2010-fig5", "gowanlock2021-fig1"])],
            ["roeh2009-sets", "hupca2010-transforms", "hupca2010-fig5", "gowanlock2021-fig1"])


class Without(unittest.TestCase):
    """Without a repository, and of several folders."""

    def test_commit_beside_the_scripts(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "bench").mkdir()
            (pathlib.Path(folder) / "bench/commit.txt").write_text("abc123\n")
            with mock.patch.object(reproduce, "ROOT", pathlib.Path(folder)):
                self.assertEqual(reproduce.commit(), "abc123")

    def test_libraries_beside_the_programs(self):
        with tempfile.TemporaryDirectory() as folder:
            build = pathlib.Path(folder)
            self.assertEqual(places.environment(build, 3)["OMP_NUM_THREADS"], "3")
            (build / "lib").mkdir()
            self.assertTrue(places.environment(build, 3)["LD_LIBRARY_PATH"].startswith(
                f"{build}/lib:"))

    def test_places_of_several_folders(self):
        with tempfile.TemporaryDirectory() as folder:
            one, gpu = (reproduce.Store(pathlib.Path(folder) / name) for name in ("one", "gpu"))
            one.write("x", {"places": {"one": [vars(Row("a", 2.0, "s"))]}, "curves": {"c": 1}})
            gpu.write("x", {"places": {"gpu": [vars(Row("a", 1.0, "s"))]}, "curves": {}})
            both = reproduce.Store(one.folder, gpu.folder)
            self.assertEqual(set(both.rows("x")), {"one", "gpu"})
            self.assertEqual(both.read("x")["curves"], {"c": 1})
            self.assertEqual(len(one.path("x").read_text().splitlines()), 1)
            one.write("machine", {"commit": "a1"})
            gpu.write("machine", {"commit": "b2"})
            self.assertEqual(both.commits(), ["a1", "b2"])
            self.assertEqual(reproduce.Store(one.folder, one.folder).commits(), ["a1"])


class NotMeasured(unittest.TestCase):
    """What an item lacks is not measured; nothing ends with it."""

    def test_an_item_that_fails_lets_the_others_be(self):
        with tempfile.TemporaryDirectory() as folder:
            store = reproduce.Store(pathlib.Path(folder))

            def measure(run):
                raise ZeroDivisionError("float division")
            item = items.Item("x-y", "", "", "", "", items.Axes(), measure)
            self.assertFalse(reproduce.measure(item, store, options_of(), store.folder / "files"))
            self.assertEqual(store.rows("x-y"), {})

    def test_figures_of_nothing(self):
        for item in reproduce.ITEMS:
            if item.derive and item.source:
                for found in ({"all": []}, {"one": [], "all": [], "gpu": []}):
                    derived = item.derive(found, *([found] if item.beside else []))
                    self.assertFalse(any(derived.values()), item.name)

    def test_the_largest_size_that_both_have(self):
        found = {place: [Row(f"lmax {lmax}, synthesis, whole", seconds * lmax, "s", "synthesis",
                             lmax) for lmax in sizes]
                 for place, seconds, sizes in (("one", 8.0, (10, 20)), ("all", 2.0, (10, 20, 30)),
                                               ("gpu", 1.0, (10, 30)))}
        ratios = NAMED["hupca2010-fig8-ratios"].derive(found)
        self.assertEqual([(row.case, row.value, row.note) for row in ratios["gpu"]],
                         [("GPU over one core", 8.0, "lmax 10, synthesis"),
                          ("GPU over all cores", 2.0, "lmax 30, synthesis")])
        self.assertEqual([row.note for row in ratios["all"]], ["lmax 20, synthesis"])

    def test_without_scalar_products(self):
        rows = [Row("FP32 is wrong below", 0.0, "arcmin", "siderum", draw=False)]
        self.assertEqual(NAMED["roeh2009-precision"].verdict({"gpu": rows}, []), "not measured")


class Several(unittest.TestCase):

    def test_two_gpus_are_of_another_workload(self):
        for name in ("gowanlock2022-fig13", "roeh2009-gpus"):
            rows = NAMED[name].derive({})["gpu"]
            self.assertTrue(rows, name)
            for row in rows:
                self.assertEqual(row.form, "2 GPUs, other workload")
                self.assertIn("bench/results/h200x2.json, ", row.note)
                self.assertTrue(1 < row.value < 2.2, row)

    def test_gains_of_the_paper(self):
        gains = {row.case: row.value for row in items.published()["gowanlock2021-gains"]}
        self.assertAlmostEqual(gains["staging, FP64"], 57.5 / 56.1, places=3)
        self.assertAlmostEqual(gains["fast sines, FP32"], 58.1 / 9.821, places=3)


class Tuning(unittest.TestCase):

    def test_a_line_for_each_number_of_threads(self):
        rows = [Row(f"synthesis: {pairs} pairs of rings a thread, {threads} threads, segments of"
                    f" {segment}", value, "x", "synthesis", segment)
                for pairs, threads, segment, value in (
                    (2, 128, 32, 1.1), (2, 64, 32, 1.3), (4, 64, 32, 1.2), (4, 64, 16, 1.4))]
        lines = sys.modules[NAMED["hupca2010-fig4"].draw.__module__].lines_of(rows)
        self.assertEqual(list(lines.items()), [("64 threads", {16: 1.4, 32: 1.2}),
                                               ("128 threads", {32: 1.1})])

    def test_sizes_of_a_host_in_haste(self):
        sizes = sys.modules[NAMED["hupca2010-fig4"].draw.__module__].sizes_of
        with tempfile.TemporaryDirectory() as folder:
            one = run_of(folder, "paper", threads=1, host_seconds=5.0)
            self.assertEqual([lmax for _, lmax in sizes(one)], [1023, 2047, 4095])
            self.assertEqual(len(sizes(run_of(folder, "paper", threads=1))), 9)
            self.assertEqual(len(sizes(run_of(folder, "paper", device="gpu"))), 1)


class Aliases(unittest.TestCase):

    def test_all_methods_search_the_stars_of_the_first(self):
        with tempfile.TemporaryDirectory() as folder:
            run, asked = run_of(folder), []
            item = NAMED["gowanlock2022-fig4"]

            def answers(_, what, catalogue, wanted, words, step, limit):
                asked.append((wanted, limit))
                count = wanted if limit == math.inf else 160
                return {f"1-{number}": (1.0, 1.0) for number in range(count)}, count
            with mock.patch.object(sys.modules[item.measure.__module__], "answers", answers):
                item.measure(run)
        self.assertEqual(asked, [(320, 60), (160, math.inf), (160, math.inf)])


class CutOff(unittest.TestCase):
    """A run that ends within an item goes on where it ended."""

    def test_parts_are_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            store = reproduce.Store(pathlib.Path(folder))
            asked = []

            def measure(run):
                rows = []
                for case in ("a", "b", "c"):
                    def find(case=case):
                        asked.append(case)
                        if case == "c" and asked.count("c") == 1:
                            raise places.Failed("cut off")
                        return 1.0
                    rows.append(Row(case, run.parts.get(case, find), "s"))
                return rows
            item = items.Item("x-y", "", "", "", "", items.Axes(), measure, once=True)
            inputs = pathlib.Path(folder) / "files"
            self.assertFalse(reproduce.measure(item, store, options_of(), inputs))
            self.assertTrue(reproduce.measure(item, store, options_of(), inputs))
            self.assertEqual(asked, ["a", "b", "c", "c"])
            self.assertEqual(store.read("x-y")["parts"], {})
            self.assertEqual(len(store.rows("x-y")["all"]), 3)


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
            self.assertEqual(run_of(folder).sampled(136, lambda n: 1.0 * n), 30)
            self.assertEqual(run_of(folder).sampled(400, lambda n: 1.0 * n, step=20), 20)
            self.assertEqual(run_of(folder, device="gpu").sampled(136, lambda n: 9.0 * n), 136)


class Table(unittest.TestCase):
    """Light curves from the published table of asteroids."""

    def test_points_and_errors(self):
        with tempfile.TemporaryDirectory() as folder:
            table = pathlib.Path(folder) / "table.csv"
            table.write_text("id,colour,period_hours,amplitude,points,absolute_magnitude\n"
                             "0,0.4,6.5,0.8,99.6,20\n1,0.4,8.5,0.5,40.2,15\n")
            path, rows = catalogues.from_table(run_of(folder), table, 1)
            objects = catalogues.objects_of(path)
            self.assertEqual({name: len(lines) for name, lines in objects.items()},
                             {"0": 100, "1": 40})
            self.assertEqual(len(rows), 2)
            self.assertTrue(all(abs(float(line.split(",")[3]) - 0.2) < 1e-4
                                for line in objects["0"]))
            times = [float(line.split(",")[1]) for line in objects["0"]]
            self.assertEqual(times, sorted(set(times)))
            self.assertLess(max(times), 120)


if __name__ == "__main__":
    unittest.main()
