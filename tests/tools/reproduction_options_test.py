# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Looks at what bench/reproduce.py refuses before it measures: options, data, builds. Nothing is
measured, and nothing need be built.

    python3 reproduction_options_test.py
"""

import os
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


def run_of(folder):
    return places.Run(places.Place("all", "cpu", 2), "quick", pathlib.Path("nowhere"),
                      pathlib.Path(folder), None)


class Data(unittest.TestCase):
    """The public files: all of them, or none."""

    def test_a_folder_that_lacks_one_is_refused(self):
        with tempfile.TemporaryDirectory() as root:
            folder = pathlib.Path(root) / "data"
            with self.assertRaises(SystemExit) as refused:
                reproduce.check_data(folder)
            self.assertIn(f"There is no folder {folder}", refused.exception.code)
            (folder / "light_curves").mkdir(parents=True)
            for number, name in enumerate(catalogues.PUBLIC):
                with self.assertRaises(SystemExit) as refused:
                    reproduce.check_data(folder)
                self.assertIn(f"{folder} lacks {', '.join(catalogues.PUBLIC[number:])} (--data",
                              refused.exception.code)
                (folder / "light_curves" / name).write_text(name)
            reproduce.check_data(folder)
            run = places.Run(places.Place("all", "cpu", 2), "quick", pathlib.Path("nowhere"),
                             pathlib.Path(root) / "files", folder)
            self.assertEqual(run.published(catalogues.STARS).read_text(), catalogues.STARS)
            with self.assertRaises(places.Failed):
                run.published("another.csv")
            self.assertIsNone(run_of(root).published(catalogues.STARS))

    def test_a_device_that_measures_nothing_is_refused(self):
        wanted = [NAMED["gowanlock2021-fig2"], NAMED["gowanlock2021-fig5"]]
        with self.assertRaises(SystemExit) as refused:
            reproduce.check_places(wanted, "one")
        self.assertIn("--device one measures nothing of gowanlock2021-fig2, gowanlock2021-fig5 (",
                      refused.exception.code)
        with self.assertRaises(SystemExit) as refused:
            reproduce.check_places(wanted[1:], "gpu")
        self.assertIn("a GPU nothing of the threads of a host", refused.exception.code)
        reproduce.check_places(wanted, "cpu")
        reproduce.check_places([*wanted, NAMED["gowanlock2021-table3"]], "one")

    def test_a_page_has_all_items_where_all_are_asked_for(self):
        with tempfile.TemporaryDirectory() as root:
            (pathlib.Path(root) / "machine.json").write_text("{}")
            for words, named in (([], ()), (["all"], None)):
                with mock.patch.multiple(reproduce, write_page=mock.DEFAULT,
                                         check_matplotlib=mock.DEFAULT) as patched, \
                        mock.patch.object(sys, "argv", ["reproduce.py", *words, "--draw-only",
                                                        root, "--page", root]):
                    self.assertEqual(reproduce.main(), 0)
                self.assertEqual(patched["write_page"].call_args.kwargs["named"], named)

    def test_folders_that_are_files_and_a_run_that_is_stopped(self):
        with tempfile.TemporaryDirectory() as root:
            file = pathlib.Path(root) / "file"
            file.write_text("")
            for option in ("--page", "--results", "--inputs"):
                with self.assertRaises(SystemExit) as refused, mock.patch.object(
                        sys, "argv", ["reproduce.py", "gowanlock2021-fig2", option, str(file)]):
                    reproduce.main()
                self.assertEqual(refused.exception.code, f"{file} is no folder. Name one that is,"
                                 " or that is to be made.")
            # What was measured before, and how long that took, is kept.
            noted = []

            def measure(run):
                run.parts.get("a", lambda: 1.0)
                raise KeyboardInterrupt
            item = items.Item("x-y", "", "", "", "", items.Axes(), measure, once=True)
            options = type("Options", (), {
                "device": "cpu", "scale": "check", "data": None, "host_seconds": None,
                "build": pathlib.Path("nowhere")})
            store = reproduce.Store(pathlib.Path(root) / "results")
            with self.assertRaises(KeyboardInterrupt):
                reproduce.measure(item, store, options, pathlib.Path(root) / "files",
                                  lambda: noted.append(len(noted)))
            self.assertEqual(store.read("x-y")["parts"]["all"], {"a": 1.0})
            self.assertEqual(noted, [0, 1])

    def test_every_public_file_that_is_taken_is_asked_for(self):
        taken = {name for item in reproduce.ITEMS for name in item.files}
        self.assertEqual(taken, set(catalogues.PUBLIC))
        table = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
        for name in catalogues.PUBLIC:
            self.assertIn(f"light_curves/{name}`", table)

    def test_stand_ins_are_told_where_they_are_used(self):
        rows = {"all": [Row("a", 1.0, "s")], "gpu": [Row("a", 1.0, "s")]}
        made = {"all": [{"public files": "no, simulated ones"}], "gpu": [{"public files": "yes"}]}
        words = "Without the public files (all threads): simulated ones stand in."
        for name, told in (("gowanlock2022-fig9", True), ("gowanlock2021-joules", True),
                           ("gowanlock2022-fig10", False), ("hupca2010-fig5", False)):
            text = report.section(NAMED[name], rows, [], False, None, {}, None, made)
            self.assertEqual(words in text, told, name)
        told = report.places_table({place: [(dict(every[0], scale="paper", commit="c"), 1)]
                                    for place, every in made.items()})
        self.assertIn("| public files, with a hash of them | no, simulated ones | yes |", told)


class Options(unittest.TestCase):
    """What cannot be given together is refused, and what would fail after minutes at once."""

    def refused(self, *words):
        with mock.patch.object(sys, "argv", ["reproduce.py", *words]), \
                mock.patch("sys.stderr") as told, self.assertRaises(SystemExit) as refused:
            reproduce.main()
        return refused.exception.code, "".join(
            call.args[0] for call in told.write.call_args_list)

    def test_combinations(self):
        draw = ("--draw-only", "/nowhere")
        for words, told in (
                (("all", *draw, "--device", "cpu"), "leave out --device"),
                (("all", *draw, "--scale", "quick", "--data", "x"), "leave out --scale, --data"),
                (("all", *draw, "--build", "x"), "leave out --build"),
                (("all", *draw, "--host-seconds", "3"), "leave out --host-seconds"),
                (("all", *draw, "--measure-only"), "leave out --measure-only"),
                (("roeh2009-sets", *draw), "leave out roeh2009-sets"),
                (("all", "--keep"), "leave out all"),
                (("--keep", "x", "--device", "cpu", "--page", "y"), "leave out --device, --page"),
                (("all", "--instead", "x"), "--instead fills what folders of --draw-only lack"),
                (("all", "--measure-only", "--page", "x"), "leave out --page"),
                (("all", "--host-seconds", "0"), "more than 0"),
                (("all", "--host-seconds", "-1"), "more than 0"),
                (("all", "--host-seconds", "nan"), "more than 0")):
            code, text = self.refused(*words)
            self.assertEqual(code, 2, words)
            self.assertIn(told, text)

    def test_names_are_looked_at_first(self):
        code, _ = self.refused("x-y", "--data", "/nowhere", "--build", "/nowhere")
        self.assertIn("There is no item 'x-y'", code)

    def test_a_page_that_cannot_be_drawn_is_not_measured(self):
        with mock.patch.dict(sys.modules, {"matplotlib": None}):
            for words in (("all", "--build", "/nowhere"), ("all", "--draw-only", "/nowhere")):
                self.assertIn("there is no matplotlib", self.refused(*words)[0])
            self.assertIn("There is no program",
                          self.refused("all", "--measure-only", "--build", "/nowhere")[0])

    def test_benchmarks_that_are_not_built(self):
        with tempfile.TemporaryDirectory() as folder:
            build = pathlib.Path(folder)
            (build / "bench").mkdir()
            (build / "bench/published_forms_bench").touch()
            wanted = [NAMED[name] for name in ("roeh2009-times", "roeh2009-sets",
                                               "gowanlock2021-fig1", "gowanlock2022-table4")]
            for device, data, told in (
                    ("cpu", "x", "(super_smoother_bench of gowanlock2022-table4)"),
                    ("both", "x", "(pair_counts_bench of roeh2009-sets; super_smoother_bench of"),
                    ("cpu", None, "(lomb_scargle_bench of gowanlock2021-fig1; super_smoother")):
                with self.assertRaises(SystemExit) as refused:
                    reproduce.check_benchmarks(build, wanted, device, data)
                self.assertIn(told, refused.exception.code)
            reproduce.check_benchmarks(build, wanted[:2], "cpu", None)

    def test_every_benchmark_that_is_asked_for_is_named(self):
        class Asking(places.Run):
            """Of which nothing is executed; it keeps the names of what would be."""

            def bench(self, name, *words, **given):
                asked.add(name)
                return []

            def execute(self, command, allowed=(0,)):
                if pathlib.Path(command[0]).parent.name == "bench":
                    asked.add(pathlib.Path(command[0]).name)
                raise places.Failed("nothing is executed")

            def at(self, threads):
                return self
        seen = set()
        with tempfile.TemporaryDirectory() as folder:
            for item in filter(lambda item: item.measure, reproduce.ITEMS):
                for device in ("cpu", "gpu"):
                    asked = set()
                    for place in reproduce.places_of(item, device):
                        run = Asking(place, "paper", pathlib.Path("build"), pathlib.Path(folder),
                                     None)
                        try:
                            item.measure(run)
                        except (places.Failed, LookupError, TypeError, OSError):
                            pass
                    self.assertLessEqual(asked, reproduce.benchmarks_of(item, device, None),
                                         item.name)
                    seen |= {(item.name, name) for name in asked}
        # None is named that is not asked for, but what follows a run of the program.
        named = {(item.name, name) for item in reproduce.ITEMS
                 for name in (*item.benchmarks, *item.benchmarks_of_gpu)}
        self.assertEqual(named - seen, {("roeh2009-precision", "published_forms_bench"),
                                        ("roeh2009-sets", "published_forms_bench"),
                                        ("roeh2009-sets", "pair_counts_bench")})


FAKE_PROGRAM = """#!/bin/sh
echo "siderum        0.1.0"
echo "engine cpu     OpenMP"
echo "  file         ENGINE"
echo "  cpu          a host, 1.0 GiB"
"""


class Builds(unittest.TestCase):

    def setUp(self):
        held = tempfile.TemporaryDirectory()
        self.addCleanup(held.cleanup)
        self.folder = pathlib.Path(held.name)
        self.engine = self.folder / "engine.so"
        self.engine.write_text("an engine")
        (self.folder / "bin").mkdir()
        program = self.folder / "bin/siderum"
        program.write_text(FAKE_PROGRAM.replace("ENGINE", str(self.engine)))
        program.chmod(0o755)

    def test_another_build_has_results_of_its_own(self):
        first = reproduce.machine(self.folder)
        self.assertEqual(first, reproduce.machine(self.folder))
        self.engine.write_text("another engine")
        second = reproduce.machine(self.folder)
        self.assertNotEqual(first["program"], second["program"])
        options = mock.Mock(results=self.folder / "results", inputs=None, data=None,
                            host_seconds=None, scale="check")
        folders = {reproduce.measure_all(options, facts, [])[0].folder
                   for facts in (first, second)}
        self.assertEqual(len(folders), 2)

    def test_other_data_have_results_of_their_own(self):
        facts, data = reproduce.machine(self.folder), self.folder / "data"
        data.mkdir()
        stores = []
        for words in ("a", "b", "a"):
            for name in catalogues.PUBLIC:
                (data / name).write_text(words)
            options = mock.Mock(results=self.folder / "results", inputs=None, data=data,
                                host_seconds=None, scale="check")
            stores.append(reproduce.measure_all(options, facts, [])[0])
        self.assertEqual(stores[0].folder, stores[2].folder)
        self.assertNotEqual(stores[0].folder, stores[1].folder)
        told = stores[0].read("machine")["public files"]
        self.assertRegex(told, r"^yes \([0-9a-f]{8}\)$")
        self.assertTrue(stores[0].folder.name.endswith(f"-data-{told[5:-1]}"))

    def test_where_an_item_fails_no_page_is_written(self):
        words = ["reproduce.py", "roeh2009-sets", "gowanlock2022-fig3", "--build",
                 str(self.folder), "--results", str(self.folder / "results")]
        for failing, code in (("roeh2009-sets", 1), ("", 0)):
            with mock.patch.object(sys, "argv", words), mock.patch("builtins.print") as told, \
                    mock.patch.multiple(reproduce, check_matplotlib=mock.DEFAULT,
                                        write_page=mock.DEFAULT,
                                        measure=lambda item, *_: item.name != failing) as made:
                self.assertEqual(reproduce.main(), code)
            text = "\n".join(str(call.args[0]) for call in told.call_args_list)
            self.assertEqual(made["write_page"].called, not failing)
            self.assertEqual("Not measured: roeh2009-sets (" in text, bool(failing))
            self.assertEqual("No page is written" in text, bool(failing))

    def test_a_gpu_that_is_not_there_is_refused(self):
        results = self.folder / "results"
        for device in ("gpu", "both"):
            words = ["reproduce.py", "roeh2009-sets", "--device", device, "--build",
                     str(self.folder), "--results", str(results), "--measure-only"]
            with mock.patch.object(sys, "argv", words), self.assertRaises(SystemExit) as refused:
                reproduce.main()
            self.assertIn("has no GPU", refused.exception.code)
        self.assertFalse(results.exists())

    def test_a_program_that_does_not_run_is_refused(self):
        program = self.folder / "bin/siderum"
        program.parent.mkdir(exist_ok=True)
        program.unlink(missing_ok=True)
        for text, mode, why in (("#!/bin/sh\nkill -ILL $$\n", 0o755, "SIGILL"),
                                ("#!/bin/sh\n", 0o644, "Permission denied")):
            program.write_text(text)
            program.chmod(mode)
            with self.assertRaises(SystemExit) as refused:
                reproduce.machine(self.folder)
            self.assertRegex(refused.exception.code, rf"does not run here \(.*{why}.*\)\. Build")

    def test_a_file_that_was_cut_off_is_made_again(self):
        run, made = run_of(self.folder), []

        def siderum(_, output, truth):
            made.append(output)
            pathlib.Path(output).write_text("whole" if len(made) > 1 else "a part")
            if len(made) == 1:
                raise KeyboardInterrupt
            pathlib.Path(truth).write_text("truth")
        run.siderum = siderum
        with self.assertRaises(KeyboardInterrupt):
            run.made("a.csv", "x", "{output}", "{truth}")
        self.assertFalse((self.folder / "a.csv").exists())
        for _ in range(2):
            path, truth = run.made("a.csv", "x", "{output}", "{truth}")
            self.assertEqual((path.read_text(), truth.read_text()), ("whole", "truth"))
        self.assertEqual(len(made), 2)
        self.assertEqual([name for name in os.listdir(self.folder) if "part" in name], [])


if __name__ == "__main__":
    unittest.main()
