# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Looks at what bench/reproduce.py makes of results: the page, pictures. Nothing is measured, and
nothing need be built; pictures are drawn where there is matplotlib. Tables and verdicts:
reproduction_verdicts_test.py and reproduction_marks_test.py; what is measured on a part:
reproduction_joules_test.py; what is refused: reproduction_options_test.py.

    python3 reproduction_page_test.py
"""

import csv
import datetime
import importlib.util
import json
import math
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))

import reproduce  # noqa: E402
from reproduction import hupca2010, items, places, report, several  # noqa: E402
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
                               items.left_out(), store.read("machine"), store.measured(),
                               set(), {})
        for item in reproduce.ITEMS:
            self.assertEqual(f"### {item.name}\n" in text, item.on_page)
        # Half of an item that needs a GPU: the paper's values, and what differs.
        part = text.split("### gowanlock2021-table5\n")[1].split("### ")[0]
        self.assertIn("it takes all threads of a host and a GPU", part)
        self.assertIn("| batch, FP64 | 186 (GP100 over 16 cores); up to 114 (GP100 over 32 cores)"
                      " |", part)
        self.assertIn("What differs:", part)
        self.assertIn("alpha 3 finds more than alpha 0", text)
        for title, words in (("2021", "E5-2683 v4"), ("2010", "Phenom"), ("2022", "E5-2620 v4"),
                             ("2009", "Opteron")):
            self.assertRegex(text, rf"## .* {title}: .*\n\nHardware of the paper: .*{words}.*\.\n")
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
                           {}, set(), elsewhere)
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
            self.assertIn("- all threads: c, day not noted", text.split("### roeh2009-sets")[1])
            # Of some items alone, with those that there are results of.
            part = pathlib.Path(folder) / "part"
            for path in store.folder.glob("*.json"):
                if path.stem not in ("machine", "roeh2009-sets"):
                    path.unlink()
            reproduce.write_page(store, part, named=["roeh2009-sets"])
            self.assertEqual({path.name for path in (part / "reproduction").iterdir()},
                             {"roeh2009-sets.csv", "roeh2009-sets.png"})
            text = (part / "reproduction.md").read_text(encoding="utf-8")
            self.assertEqual(text.count("\n### "), 1)
            # What no item measures, where it is named.
            reproduce.write_page(store, part, named=["roeh2009-gpus"])
            text = (part / "reproduction.md").read_text(encoding="utf-8")
            self.assertEqual(text.count("\n### "), 2)
            self.assertIn("### roeh2009-gpus", text)


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

    def test_build_and_page(self):
        for device, build in (("cpu", "openmp"), ("all", "openmp"), ("gpu", "cuda"),
                              ("both", "cuda")):
            self.assertEqual(reproduce.build_of(options_of(device=device, build=None)),
                             (ROOT / "build" / build).resolve())
        self.assertEqual(reproduce.build_of(options_of(device="both", build=pathlib.Path("/b"))),
                         pathlib.Path("/b"))
        results = pathlib.Path("r")
        for names, page, wanted in ((["all"], None, ROOT / "docs"), (["x"], None, results / "page"),
                                    ([], None, results / "page"), (["x"], ROOT, ROOT)):
            self.assertEqual(reproduce.page_of(options_of(items=names, page=page, results=results)),
                             wanted)

    def test_order(self):
        names = [item.name for item in reproduce.chosen(["all"])]
        self.assertEqual(set(names), set(NAMED))
        self.assertEqual(len(names), len(NAMED))
        self.assertEqual(names[0], "gowanlock2021-table3")
        measured = [name for name in names if NAMED[name].measure]
        self.assertEqual(measured[-len(reproduce.LAST):], list(reproduce.LAST))
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
            self.assertEqual([store.folder for store in both.each()], [one.folder, gpu.folder])


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
                    derived = item.derive(found, *[found] * len(item.beside))
                    self.assertFalse(any(derived.values()), item.name)

    def test_the_largest_size_that_both_have(self):
        found = {place: [Row(f"lmax {lmax}, synthesis, whole", seconds * lmax, "s", "synthesis",
                             lmax) for lmax in sizes]
                 for place, seconds, sizes in (("one", 8.0, (10, 20)), ("all", 2.0, (10, 20, 30)),
                                               ("gpu", 1.0, (10, 30)))}
        ratios = NAMED["hupca2010-fig8-ratios"].derive(found)
        self.assertEqual([(row.case, row.value, row.form) for row in ratios["gpu"]],
                         [("GPU over one core", 8.0, "lmax 10, synthesis"),
                          ("GPU over all cores", 2.0, "lmax 10, synthesis"),
                          ("GPU over all cores", 2.0, "lmax 30, synthesis")])
        self.assertEqual([row.form for row in ratios["all"]],
                         ["lmax 10, synthesis", "lmax 20, synthesis"])

    def test_without_scalar_products(self):
        rows = [Row("FP32 is wrong below", 0.0, "arcmin", "siderum", draw=False)]
        self.assertEqual(NAMED["roeh2009-precision"].verdict({"gpu": rows}, []), "not measured")


class Shares(unittest.TestCase):

    def test_no_share_is_rounded_to_all(self):
        for value, text in ((99.995, "99.995 %"), (99.96, "99.96 %"), (100.0, "100 %"),
                            (100.02, "100 %"), (53.04, "53.04 %"), (0.0, "0 %")):
            self.assertEqual(report.number(value, "%"), text)


class Head(unittest.TestCase):
    """What the page says of the places: limits, days, how long it took."""

    def folders(self, root, *facts):
        """One with each of these facts, and of the items x-y and x-z each at one place."""
        stores = []
        for number, (place, names, told) in enumerate(facts):
            store = reproduce.Store(pathlib.Path(root) / str(number))
            store.write("machine", {"host": "h, 2 threads", "GPU": "none", "scale": "paper",
                                    **told})
            for name in names:
                store.write(name, {"places": {place: [vars(Row("a", 1.0, "s"))]}})
            stores.append(store)
        return reproduce.Store(*(store.folder for store in stores))

    def test_each_place_has_limits_and_days_of_its_own(self):
        with tempfile.TemporaryDirectory() as root:
            both = self.folders(
                root, ("one", ["x-y"], {"commit": "a1", "host seconds": 3.0}),
                ("one", ["x-y", "x-z"], {"commit": "b2", "days": ["2026-01-03", "2026-01-02"]}),
                ("gpu", ["x-y"], {"commit": "a1", "host seconds": 3.0}))
            measured = both.measured(["x-y", "x-z"])
        lines = report.places_table(measured).splitlines()
        self.assertEqual(lines[0], "| | 1 thread | GPU |")
        self.assertIn("| scale | paper | paper |", lines)
        # The first folder has an item of both, and counts.
        self.assertIn("| commit of the programs | a1 (1 item); b2 (1 item) | a1 |", lines)
        self.assertIn("| day | not noted (1 item); 2026-01-02 to 2026-01-03 (1 item) | not noted |",
                      lines)
        self.assertIn("| limit of a host | 3 s (1 item); 60 s, 10 s for a point of a curve, 60 s"
                      " at most for shares of right answers (1 item) | none |", lines)

    def test_a_place_says_that_it_had_a_part_of_the_processors(self):
        with tempfile.TemporaryDirectory() as root:
            told = report.places_table(self.folders(
                root, ("one", ["x-y"], {"commit": "a1", "processors": "1 of 16"}),
                ("all", ["x-y"], {"commit": "a1"})).measured(["x-y"]))
        self.assertIn("| processors | 1 of 16 | all |", told)

    def test_no_days_of_earlier_versions(self):
        with tempfile.TemporaryDirectory() as root:
            told = report.places_table(self.folders(
                root, ("all", ["x-y"], {"commit": "a1"})).measured(["x-y"]))
        self.assertNotIn("day", told)
        self.assertNotIn("processors", told)
        self.assertIn("| commit of the programs | a1 |", told)

    def test_seconds_add_up(self):
        class Time:
            now, day = 0.0, datetime.date(2026, 1, 2)
        with tempfile.TemporaryDirectory() as root:
            store = reproduce.Store(pathlib.Path(root) / "new")

            def watch():
                return reproduce.Watch(store, {"commit": "a1"}, lambda: Time.now, lambda: Time.day)
            first = watch()
            self.assertEqual(store.read("machine"), {"commit": "a1", "days": [], "seconds": 0.0})
            Time.now = 5.0
            first.note()
            Time.now, Time.day = 105.0, datetime.date(2026, 1, 3)
            again = watch()
            Time.now = 107.0
            again.note()
            again.note()
            self.assertEqual(store.read("machine"), {
                "commit": "a1", "days": ["2026-01-02", "2026-01-03"], "seconds": 7.0})
            # What an earlier version measured is not in the sum, so there is none.
            store.write("machine", {"commit": "a1"})
            watch().note()
            self.assertEqual(store.read("machine"), {"commit": "a1", "days": ["2026-01-03"]})

    def test_where_a_number_comes_from(self):
        with tempfile.TemporaryDirectory() as root:
            store = self.folders(
                root, ("one", ["hupca2010-transforms"], {"commit": "a1", "days": ["2026-01-02"]}),
                ("gpu", ["hupca2010-transforms", "roeh2009-times"],
                 {"commit": "b2", "processors": "4 of 16"}))
            told = {"one": "a1, 2026-01-02", "gpu": "b2, day not noted, 4 of 16 processors"}
            for name in ("hupca2010-transforms", "hupca2010-fig5"):  # which is derived from it
                made = reproduce.made_at(store, NAMED[name])
                self.assertEqual({place: report.made_of(every) for place, every in made.items()},
                                 told)
            self.assertEqual(report.made_of(2 * made["one"] + made["gpu"]),
                             f"{told['one']} and {told['gpu']}")
            self.assertEqual(reproduce.made_at(store, NAMED["roeh2009-times"]),
                             {"gpu": made["gpu"]})
            self.assertEqual(reproduce.made_at(store, NAMED["roeh2009-gpus"]), {})
            path = pathlib.Path(root) / "x.csv"
            report.write_csv(path, {"one": [Row("a", 1.0, "s")], "gpu": [Row("b", 1.0, "s")]}, [],
                             made)
            with path.open(encoding="utf-8") as file:
                self.assertEqual([row["commits"] for row in csv.DictReader(file)],
                                 ["1 thread: a1, 2026-01-02", f"GPU: {told['gpu']}"])
            # The places stand in one order, whatever folder they come from.
            store = self.folders(pathlib.Path(root) / "more", *(
                (place, ["roeh2009-times"], {}) for place in ("gpu", "all", "one")))
            self.assertEqual(list(store.rows("roeh2009-times")), ["one", "all", "gpu"])

    def test_how_long_the_published_scale_takes(self):
        with tempfile.TemporaryDirectory() as root:
            names = [item.name for item in reproduce.ITEMS if item.measure]
            both = self.folders(root, ("one", names, {"seconds": 7000.0}),
                                ("all", names, {"seconds": 200.0}))
            self.assertEqual(reproduce.took_published(both), 7200.0)
            facts = both.each()[1].read("machine")
            both.each()[1].write("machine", {**facts, "scale": "quick"})
            self.assertIsNone(reproduce.took_published(both))
            both.each()[1].write("machine", facts)
            both.each()[1].path("roeh2009-sets").unlink()  # is not measured by all threads
            self.assertIsNone(reproduce.took_published(both))
        for took, wanted in ((7200.0, ", which took 2 hours, all places together."),
                             (None, ", which take some hours.")):
            text = report.page([], {}, {}, [], {"host": "h"}, {}, set(), {}, None, took)
            self.assertIn(f"`paper` has the published sizes{wanted}", " ".join(text.split()))

    def test_measuring_is_noted(self):
        with tempfile.TemporaryDirectory() as folder:
            store, noted = reproduce.Store(pathlib.Path(folder)), []
            item = items.Item("x-y", "", "", "", "", items.Axes(), lambda run: [
                Row("a", run.parts.get("a", lambda: 1.0), "s")], once=True)
            for _ in range(2):  # the second time it is there
                reproduce.measure(item, store, options_of(), store.folder / "files",
                                  lambda: noted.append(1))
            self.assertEqual(len(noted), 2)  # its part, and the whole

    def test_how_long_the_quick_scale_takes(self):
        with tempfile.TemporaryDirectory() as root:
            store = reproduce.Store(pathlib.Path(root))
            facts = {"host": "h, 2 threads", "GPU": "none", "scale": "quick", "seconds": 850.0}
            for item in reproduce.ITEMS:
                if item.measure:
                    keys = [place.key for place in reproduce.places_of(item, "cpu")]
                    store.write(item.name, {"places": dict.fromkeys(keys, [])})
            for wrong in ({**facts, "scale": "paper"}, {"scale": "quick"}):
                store.write("machine", wrong)
                self.assertIsNone(reproduce.took_quick(store))
            store.write("machine", facts)
            self.assertEqual(reproduce.took_quick(store), (850.0, "h, 2 threads"))
            store.path("roeh2009-times").unlink()
            self.assertIsNone(reproduce.took_quick(store))
        for took, words in (((850.0, "h, 2 threads"), "took 14 minutes on h, 2 threads"),
                            (None, "take some minutes on two cores")):
            text = report.page([], {}, {}, [], {"host": "h", "seconds": 1.0}, {}, set(), {}, took)
            self.assertIn(words, " ".join(text.split()))
            self.assertIn("| host | h |", text)
            self.assertNotIn("| seconds |", text)


class Several(unittest.TestCase):

    def test_two_gpus_are_of_another_workload(self):
        for name in ("gowanlock2022-fig13", "roeh2009-gpus"):
            rows = [row for row in NAMED[name].derive({})["gpu"] if row.form.startswith("2")]
            self.assertTrue(rows, name)
            for row in rows:
                same = row.case in ("pairs of a catalogue and 100 random ones",
                                    "LINEAR, single pass")
                self.assertEqual(row.form, "2 GPUs" if same else "2 GPUs, other workload")
                self.assertIn("bench/results/h200x2.json, ", row.note)
                self.assertTrue(1 < row.value < 2.2, row)

    def test_four_and_eight_are_not_measured(self):
        item, job = NAMED["roeh2009-gpus"], {"device": "gpu", "alone": 3.0, "commit": "c",
                                             "date": "2026-01-01"}
        jobs = [{**job, "name": "pairs to 1 degree", "ranks": ranks, "seconds": 4.0 / ranks}
                for ranks in (2, 4)]
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "ax4.json").write_text(json.dumps({"shared_jobs": jobs}))
            with mock.patch.object(several, "RESULTS", pathlib.Path(folder)):
                rows = {(row.case, row.form[0]): row.value for row in item.derive({})["gpu"]}
            with mock.patch.object(several, "RESULTS", pathlib.Path(folder) / "none"):
                self.assertEqual(item.derive({}), {"gpu": []})
        self.assertEqual(rows, {("pairs to 1 degree", "2"): 1.5, ("pairs to 1 degree", "4"): 3.0,
                                ("pairs to 1 degree", "8"): None, **{
                                    (name, count): None for count in "248" for name in (
                                        "pairs to 10 degrees",
                                        "pairs of a catalogue and 100 random ones")}})
        # Nothing is measured, and that is said.
        self.assertIn("| pairs to 1 degree | 8 GPUs, other workload | - | not measured |",
                      report.table(item, item.derive({}), []))
        self.assertFalse(any("eight GPUs" in what for what, _ in items.left_out()))

    def test_gains_of_the_paper(self):
        gains = {row.case: row.value for row in items.published()["gowanlock2021-gains"]}
        for case, slow, fast in (("1e4", 1.79, 1.71), ("1e5", 6.86, 6.49), ("1e6", 57.5, 56.1),
                                 ("batch, 1e4", 39.5, 30.3), ("batch, 1e5", 345, 321),
                                 ("batch, 1e6", 3.195, 3.032)):
            self.assertAlmostEqual(gains[f"staging, {case}, FP64"], slow / fast, places=3)
        self.assertAlmostEqual(gains["fast sines, FP32"], 58.1 / 9.821, places=3)


class Tuning(unittest.TestCase):

    def test_a_line_for_each_number_of_threads(self):
        rows = [Row(f"synthesis: {pairs} pairs of rings a thread, {threads} threads, segments of"
                    f" {segment}", value, "x", "synthesis", segment)
                for pairs, threads, segment, value in (
                    (2, 128, 32, 1.1), (2, 64, 32, 1.3), (4, 64, 32, 1.2), (4, 64, 16, 1.4))]
        self.assertEqual(list(hupca2010.lines_of(rows).items()),
                         [("64 threads", {16: 1.4, 32: 1.2}), ("128 threads", {32: 1.1})])

    def rows(self):
        times = {f"pairs{pairs}/threads{threads}/segment32": 1e-3 * pairs * threads
                 for pairs in (2, 4) for threads in (32, 64)}
        return [row for lmax in (1023, 2047, 6143) for kind in ("synthesis", "analysis")
                for row in hupca2010.rows_of_tuning(kind, lmax, times)]

    def test_the_table_has_the_best_of_each_number_of_threads(self):
        item, rows = NAMED["hupca2010-fig4"], self.rows()
        kept = item.tabled({"gpu": rows})["gpu"]
        self.assertEqual((len(rows), len(kept)), (30, 18))
        self.assertEqual([(row.form, row.case, row.value) for row in kept[:3]], [
            ("lmax 1023", "synthesis: 2 pairs of rings a thread, 32 threads, segments of 32", 1.0),
            ("lmax 1023", "synthesis: 2 pairs of rings a thread, 64 threads, segments of 32", 2.0),
            ("lmax 1023", "synthesis: threads of the best", 32)])
        text = "\n".join(report.tabled(item, {"gpu": rows}, items.published()[item.name], {}, 2))
        for lmax in (1023, 2047, 6143):
            self.assertIn(f"| synthesis: threads of the best | lmax {lmax} | 64 threads (by size);"
                          " 128 threads (by size) | 32 threads |", text)
            # The paper has no analysis.
            self.assertIn(f"| analysis: threads of the best | lmax {lmax} | - | 32 threads |", text)
        self.assertIn("All cases are in [the CSV file]", text)
        of_host = hupca2010.rows_of_tuning("analysis", 2047, {"registers8": 2.0, "registers9": 1.0})
        self.assertEqual(item.tabled({"all": of_host}), {"all": of_host})
        # One size, which earlier results do not name.
        before = [Row(row.case, row.value, row.unit, "synthesis") for row in rows[:4]]
        self.assertEqual({hupca2010.lmax_of(row) for row in before}, {2047})
        self.assertEqual(len(item.tabled({"gpu": before})["gpu"]), 2)

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "there is no matplotlib")
    def test_panels_for_two_sizes(self):
        from matplotlib.figure import Figure
        rows = [row for row in self.rows() if row.draw]
        for kept, titles in ((rows, ["2047", "2047", "6143", "6143"]),
                             ([row for row in rows if row.form == "lmax 2047"], ["2047", "2047"]),
                             ([row for row in rows if row.form == "lmax 1023"], ["1023", "1023"])):
            panels = NAMED["hupca2010-fig4"].draw(Figure(), {"gpu": kept}, {}, [])
            self.assertEqual([axes.get_title().split()[-1] for axes in panels], titles)
        # What the paper found best is named where it belongs; no legend names a mark of it, as it
        # has no time.
        item = NAMED["hupca2010-fig4"]
        panels = item.draw(Figure(), {"gpu": rows}, {}, items.published()[item.name])
        for axes in panels:
            self.assertEqual("the paper's best: 64 or 128 threads" in axes.get_title(),
                             "synthesis" in axes.get_title())
            self.assertFalse([line for line in axes.lines if "paper" in str(line.get_label())])


class Aliases(unittest.TestCase):

    def test_all_methods_search_the_stars_of_the_first(self):
        with tempfile.TemporaryDirectory() as folder:
            run, asked = run_of(folder), []
            item = NAMED["gowanlock2022-fig4"]

            def answers(_, what, catalogue, wanted, words, step, limit):
                asked.append((wanted, limit))
                count = wanted if limit == math.inf else 160
                return {f"1-{number}": (1.0, 1.0) for number in range(count)}, count
            truth = {f"1-{number}": {"shape": "constant"} for number in range(320)}
            with mock.patch.multiple(sys.modules[item.measure.__module__], answers=answers,
                                     seeded=lambda *words, seeds: (None, truth)):
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


if __name__ == "__main__":
    unittest.main()
