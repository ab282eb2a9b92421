# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""How bench/ measures again where the host is busy, with peaks that are made up here, what its
tables tell of that, and what it carries elsewhere.

    python3 bench_tries_test.py
"""

import argparse
import contextlib
import io
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

from bench_tables_test import ROOT, results, row

sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "bench/peers")]
import page
import process_bench
import quiet
import repeats
import results as form
import run
import tables
import turns
from stop import Stop


class Repeats(unittest.TestCase):
    """Of calls of other packages, by a clock that is made up here."""

    def runs(self, *seconds):
        """(seconds that count, runs) of calls that take these, the last of them ever again."""
        clock, count = [0.0], [0]

        def call():
            clock[0] += seconds[min(count[0], len(seconds) - 1)]
            count[0] += 1
            return "result"

        with unittest.mock.patch.object(repeats.time, "perf_counter", lambda: clock[0]):
            least, result = repeats.fastest_run(call)
        self.assertEqual(result, "result")
        return round(least, 6), count[0]

    def test_the_first_run_is_not_counted(self):
        self.assertEqual(self.runs(1.0, 2.0), (2.0, 3))

    def test_short_calls_fill_half_a_second(self):
        self.assertEqual(self.runs(0.125), (0.125, 1 + 4))
        self.assertEqual(self.runs(2 ** -10), (round(2 ** -10, 6), 1 + 512))

    def test_of_lengthy_calls_one_is_counted(self):
        self.assertEqual(self.runs(9.0, 6.0), (6.0, 2))
        self.assertEqual(self.runs(30.0, 6.0), (30.0, 1))

    def test_ours_are_repeated_alike(self):
        header = (ROOT / "bench/peers/repeats.hpp").read_text()
        self.assertIn(f"{{.least = {repeats.LEAST_RUNS}, ", header)
        self.assertIn(f".seconds = {repeats.SECONDS}}}", header)
        self.assertIn(f"double lengthy = {repeats.LENGTHY};",
                      (ROOT / "bench/support/timing.hpp").read_text())


class Machines(unittest.TestCase):
    """Peaks of one processor are not those of another."""

    def test_a_name_for_many_goes_with_family_and_model(self):
        text = "cpu family\t: {}\nmodel\t\t: {}\nmodel name\t: {}\nmodel name\t: other\n"
        one = quiet.machine(text.format(25, 1, "AMD EPYC"))
        other = quiet.machine(text.format(26, 2, "AMD EPYC"))
        self.assertIn("AMD EPYC, family 25 model 1, ", one)
        self.assertNotEqual(one, other)

    def test_others_have_their_names(self):
        text = "cpu family\t: 6\nmodel\t\t: 143\nmodel name\t: Intel(R) Xeon(R) 8481C\n"
        self.assertEqual(quiet.machine(text),
                         f"Intel(R) Xeon(R) 8481C, {os.cpu_count()} processors")


class Packed(unittest.TestCase):
    """The folder that is carried elsewhere has all that its scripts read."""

    def test_other_packages_get_their_data(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            packages = folder / "packages"
            packages.mkdir()
            for name in ("ducc0", "healpy", "numpy"):
                (packages / f"{name}.py").write_text("__version__ = '1'\n")
            packed = folder / "elsewhere/packed"
            with contextlib.redirect_stdout(io.StringIO()):
                run.pack(argparse.Namespace(pack=packed, programs=folder))
            told = subprocess.run(
                [sys.executable, "-B", "-c", "import argparse, harmonic_transform as peers\n"
                 "print([peer.name for peer in peers.available(argparse.Namespace(threads=1))])"],
                env={**os.environ, "PYTHONPATH": f"{packed / 'peers'}:{packages}"}, check=True,
                capture_output=True, text=True).stdout
        self.assertEqual(told, "['ducc0', 'healpy']\n")


class Stopped(unittest.TestCase):
    """What is stopped keeps what was measured."""

    def measured(self, what_comes):
        """The names of rows that process_bench tells of three, of which the second meets that."""
        def measure(bench, row):
            if row == "second":
                raise what_comes
            return {"name": row}

        rows = {name: str for name in ("first", "second", "third")}
        bench = argparse.Namespace(where=["--device", "cpu"], threads=2, failures=0)
        with unittest.mock.patch.object(process_bench, "rows_of", lambda *_: rows), \
                unittest.mock.patch.object(process_bench, "measure", measure), \
                contextlib.redirect_stderr(io.StringIO()) as told, \
                contextlib.redirect_stdout(io.StringIO()):
            found = process_bench.measure_all(bench, "quick", quiet.Watch("none", quiet.Peaks()),
                                              Stop())
        return [entry["name"] for entry in found], told.getvalue()

    def test_the_rows_before_are_kept(self):
        self.assertEqual(self.measured(KeyboardInterrupt())[0], ["first"])

    def test_a_row_that_fails_is_told_and_left_out(self):
        found, told = self.measured(process_bench.Failed("picture needs gnuplot"))
        self.assertEqual(found, ["first", "third"])
        self.assertIn("picture needs gnuplot", told)

    def run_all(self, run_program, peaks, **options):
        """(what is kept of all programs, whether they were stopped)"""
        stop = Stop()
        with tempfile.TemporaryDirectory() as folder:
            programs = pathlib.Path(folder)
            for name in run.PROGRAMS:
                (programs / name).touch()
            with unittest.mock.patch.object(run, "run_program", run_program), \
                    unittest.mock.patch.object(quiet.Watch, "look", lambda *_: None), \
                    contextlib.redirect_stderr(io.StringIO()), \
                    contextlib.redirect_stdout(io.StringIO()):
                entries = run.run_all(argparse.Namespace(
                    programs=programs, filter="", sweep_filter="", **options), [2], peaks, stop)
        return entries, stop

    def test_programs_before_are_kept_and_told(self):
        def run_program(options, name, threads, spaces, expression):
            if name == run.PROGRAMS[1]:
                raise KeyboardInterrupt
            rows = [{"name": f"machine/{when}", "gflops": 100.0, "gflops_median": 99.0,
                     "real_time": 1.0, "time_unit": "s"} for when in ("before", "after")]
            return {"program": name, "threads": threads, "exit_status": 0,
                    "context": {"date": "today"}, "benchmarks": rows if spaces == "host" else []}

        entries, stop = self.run_all(run_program, quiet.Peaks(), tries=1, spaces="all")
        self.assertTrue(stop.asked)
        self.assertEqual({entry["program"] for entry in entries}, {run.PROGRAMS[0]})
        self.assertIn("| 1 | 1 | 100 % | 1 | 0 |",
                      tables.write_tables(form.complete({"runs": entries})))

    def test_a_further_try_that_is_stopped_leaves_the_one_before(self):
        def run_program(options, name, threads, spaces, expression):
            if name != run.PROGRAMS[0] or spaces != "host" or asked:
                raise KeyboardInterrupt
            asked.append(name)
            return {"program": name, "threads": threads, "context": {"date": "today"},
                    "exit_status": 0, "benchmarks": [{"name": "machine/before", "gflops": 80.0,
                                                      "gflops_median": 80.0}]}

        asked, peaks = [], quiet.Peaks()
        peaks.see(2, 100.0)
        entries, stop = self.run_all(run_program, peaks, tries=5, spaces="host")
        self.assertTrue(stop.asked)
        self.assertEqual([(entry["program"], entry["tries"], entry["quiet"]) for entry in entries],
                         [(run.PROGRAMS[0], 1, False)])

        def measure():
            if asked:
                raise KeyboardInterrupt
            asked.append("")
            return "first"
        asked, stop = [], Stop()
        watch = quiet.Watch(__file__, peaks, stop=stop)
        watch.look = lambda threads: 80.0
        with contextlib.redirect_stdout(io.StringIO()):
            chosen, how = watch.run(2, measure)
        self.assertEqual((chosen, how["tries"], stop.asked), ("first", 1, True))

    def test_who_ends_a_run_in_time_stops_it(self):
        stop = Stop()
        with contextlib.redirect_stdout(io.StringIO()), stop:
            os.kill(os.getpid(), signal.SIGTERM)
            self.fail("it goes on")
        self.assertTrue(stop.asked)


class Spaces(unittest.TestCase):
    """What is run of three programs: (program, space, threads, expression)."""

    def ran(self, counts, **asked):
        ran = []

        def run_program(options, name, threads, spaces, expression):
            ran.append((name.removesuffix("_bench"), spaces, threads, expression))
            return {"program": name, "threads": threads, "exit_status": 0, "context": {"any": ""},
                    "benchmarks": [{"name": "machine/a", "gflops": 1.0, "gflops_median": 1.0}]}

        with tempfile.TemporaryDirectory() as folder:
            programs = pathlib.Path(folder)
            for name in ("lomb_scargle", "pair_counts", "read"):
                (programs / f"{name}_bench").touch()
            options = argparse.Namespace(**{"programs": programs, "tries": 1, "filter": "",
                                            "spaces": "all", "sweep_filter": "swept", **asked})
            with unittest.mock.patch.object(run, "run_program", run_program), \
                    unittest.mock.patch.object(quiet.Watch, "look", lambda *_: None), \
                    contextlib.redirect_stdout(io.StringIO()):
                run.run_all(options, counts, quiet.Peaks(), Stop())
        return ran

    def test_rows_of_the_host_or_of_devices_are_run_alone(self):
        for asked, told in (("all", ["device", "host"]), ("host", ["host"]),
                            ("device", ["device"])):
            ran = self.ran([2], filter="openmp", spaces=asked)
            self.assertEqual(ran, [(name, space, 2, "openmp")
                                   for name in ("lomb_scargle", "pair_counts", "read")
                                   for space in told])

    def test_more_threads_run_what_is_asked_for_and_no_devices(self):
        self.assertEqual(self.ran([2, 1], spaces="host")[3:], [
            ("lomb_scargle", "host", 1, "swept"),
            ("pair_counts", "host", 1, run.SWEEPS["pair_counts_bench"])])
        self.assertEqual(self.ran([2, 1], filter="plain", spaces="host")[3:], [
            (name, "host", 1, "plain") for name in ("lomb_scargle", "pair_counts", "read")])
        self.assertEqual({threads for _, _, threads, _ in self.ran([2, 1], spaces="device")}, {2})


class Refused(unittest.TestCase):
    """What bench/run.py and bench/page.py do not understand."""

    def refused(self, main, *words):
        told = io.StringIO()
        with unittest.mock.patch.object(sys, "argv", ["it.py", *words]), \
                contextlib.redirect_stderr(told), self.assertRaises(SystemExit) as refused:
            main()
        return told.getvalue() if refused.exception.code == 2 else refused.exception.code

    def test_threads_and_expressions(self):
        for text in ("0", "x", "2,", "2,0", "-1"):
            self.assertIn("give numbers of threads from 1 on", self.refused(
                run.arguments, f"--threads={text}"))
        self.assertIn("'(' is no expression", self.refused(run.arguments, "--filter", "("))
        with unittest.mock.patch.object(sys, "argv", ["run.py", "--threads", "16,8"]):
            self.assertEqual(run.arguments().threads, [16, 8])

    def test_a_filter_that_nothing_matches(self):
        only_peaks = {"exit_status": 0, "benchmarks": [{"name": "machine/openmp/peak"}]}
        for entries, built, words in (
                ([only_peaks], True, "matches --filter 'nothing'."),
                ([], True, "matches --filter 'nothing'."),
                ([], False, "(nothing was built there)")):
            told = io.StringIO()
            with tempfile.TemporaryDirectory() as folder, \
                    tempfile.TemporaryDirectory() as programs, unittest.mock.patch.multiple(
                        run, run_all=lambda *_, found=entries: found,
                        run_beside=lambda *_: None), \
                    unittest.mock.patch.object(sys, "argv", [
                        "run.py", "--filter", "nothing", "--output", folder, "--programs",
                        programs]), \
                    contextlib.redirect_stderr(told):
                if built:
                    (pathlib.Path(programs) / run.PROGRAMS[0]).touch()
                self.assertEqual(run.main(), 1)
                self.assertEqual(os.listdir(folder), [])
            self.assertIn(words, told.getvalue())

    def test_what_holds_no_results(self):
        with tempfile.TemporaryDirectory() as folder:
            empty = pathlib.Path(folder) / "empty.json"
            empty.write_text("{}")
            for path in (folder, empty, f"{folder}/none.json"):
                self.assertIn(f"{path} holds no results (", self.refused(page.main, f"x={path}"))


class Parts(unittest.TestCase):
    """How often other packages do the jobs."""

    def scales(self, parts, cases="full"):
        others = unittest.mock.Mock(scale=cases)
        others.processes.return_value = [{"name": "any"}]
        others.job_peers.return_value = []
        others.packages.return_value = {}
        with unittest.mock.patch.object(run.beside, "Beside", lambda *_: others), \
                unittest.mock.patch.object(run, "export_inputs"):
            run.run_beside(argparse.Namespace(parts=parts, programs=None), [2], None,
                           form.complete({}), Stop())
        return [call.args[1] for call in others.job_peers.call_args_list]

    def test_once_for_each_scale(self):
        self.assertEqual(self.scales(["processes", "jobs", "peers"]), ["full"])
        self.assertEqual(self.scales(["processes", "jobs", "peers"], "quick"), ["quick", "jobs"])
        self.assertEqual(self.scales(["jobs", "peers"]), ["jobs"])
        self.assertEqual(self.scales(["processes", "jobs"]), ["jobs"])


class Tries(unittest.TestCase):
    """HostRuns, with peaks that are given."""

    def tried(self, *medians):
        given = iter(medians)
        host = run.HostRuns(argparse.Namespace(tries=5), quiet.Peaks(), Stop())
        host.measure = lambda name, threads, expression: self.entry(host, next(given))
        host.run("first", 2, "")
        host.run("second", 2, "")
        host.finish()
        return [(entry["tries"], entry["peaks"][0], entry["quiet"]) for entry in host.entries]

    @staticmethod
    def entry(host, median):
        host.peaks.see(2, median)
        return {"program": "any", "threads": 2, "context": {"any": ""}, "peaks": [median]}

    def test_a_quiet_host_is_measured_once(self):
        self.assertEqual(self.tried(100.0, 96.0), [(1, 100.0, True), (1, 96.0, True)])

    def test_a_busy_one_until_it_is_quiet(self):
        self.assertEqual(self.tried(100.0, 80.0, 70.0, 99.0), [(1, 100.0, True), (3, 99.0, True)])

    def test_five_times_at_most(self):
        self.assertEqual(self.tried(100.0, 80.0, 81.0, 79.0, 70.0, 60.0),
                         [(1, 100.0, True), (5, 81.0, False)])

    def test_again_where_the_best_came_late(self):
        self.assertEqual(self.tried(80.0, 100.0, 98.0), [(2, 98.0, True), (1, 100.0, True)])

    def test_medians_are_held_against_medians(self):
        """No median reaches the fastest run of all, which comes by chance."""
        def run_program(*_):
            return {"threads": 2, "context": {"any": ""}, "benchmarks": [
                {"name": "machine/a", "gflops": 120.0, "gflops_median": 100.0}]}
        with unittest.mock.patch.object(run, "run_program", run_program):
            host = run.HostRuns(argparse.Namespace(tries=5), quiet.Peaks(), Stop())
            self.assertEqual(host.run("first", 2, "")["tries"], 1)
            self.assertEqual(host.peaks.best(2), 100.0)
        watch = quiet.Watch(__file__, quiet.Peaks())
        with unittest.mock.patch.object(quiet.subprocess, "run", return_value=argparse.Namespace(
                stdout="120.0 100.0\n")):
            self.assertEqual((watch.look(2), watch.peaks.best(2)), (100.0, 100.0))

    def test_the_best_peak_is_kept_from_run_to_run(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "siderum/peaks.json"
            quiet.Peaks(path).see(2, 100.0)
            again = quiet.Peaks(path)
            again.see(2, 80.0)
            self.assertEqual(again.best(2), 100.0)
            self.assertFalse(again.quiet(2, [80.0]))
            self.assertEqual(again.best(1), 0.0)

    def test_a_fresh_machine_begins_with_the_best_that_results_have_of_its_processor(self):
        def found(processor, peak):
            return form.complete({"processes": [{"threads": 2, "processor": processor,
                                                 "peaks": [peak, 80.0],
                                                 "best_peak": peak + 5.0}]})

        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "peaks.json"
            peaks = quiet.Peaks(path, [found(quiet.machine(), 90.0), found("another", 200.0),
                                       form.complete({"processes": [{"threads": 2}]})])
            # One that is not kept has seen more.
            self.assertEqual(peaks.best(2), 95.0)
            self.assertFalse(peaks.quiet(2, [80.0]))
            self.assertEqual(peaks.told(2, [94.0]), {"quiet": True, "best_peak": 95.0,
                                                     "processor": quiet.machine()})

    def test_calls_from_python_are_watched(self):
        def beside_one():
            yield lambda: {"case": "one", "peer": "any", "ours": 1.0, "theirs": 2.0}
            raise ImportError("no other")

        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.object(
                quiet.Watch, "look", side_effect=[50.0, 60.0]), unittest.mock.patch.object(
                quiet, "all_peaks", quiet.Peaks), contextlib.redirect_stdout(io.StringIO()):
            path = pathlib.Path(folder) / "calls.json"
            turns.tell([beside_one()], argparse.Namespace(siderum=path, tries=1, output=path))
            (call,) = form.read(path)["calls"]
        self.assertEqual((call["case"], call["tries"], call["peaks"]), ("one", 1, [50.0, 60.0]))

    def test_the_tries_are_told_in_few_rows(self):
        watched = {"threads": 2, "peaks": [80.0, 90.0], "best_peak": 100.0}
        found = form.complete({"machine": {"name": "it"}, "calls": [
            {**watched, "tries": 5, "quiet": False}, {**watched, "tries": 1, "quiet": True},
            {"threads": 2}]})
        self.assertEqual(quiet.watched_table(found).splitlines()[2:],
                         ["| it | calls from Python | 2 | 2 | 6 | 80 % | 1 | 1 |"])

    def test_what_has_a_gpu_at_work_is_told_apart(self):
        watched = {"threads": 2, "peaks": [80.0, 90.0], "best_peak": 100.0, "tries": 1,
                   "quiet": False}
        found = form.complete({
            "machine": {"name": "it"},
            "runs": [{**watched, "context": {},
                      "benchmarks": [{"name": f"any/{space}/double/device"}]}
                     for space in ("portable/openmp", "cuda/cuda")],
            "processes": [{**watched, "device": device} for device in ("cpu", "cpu", "gpu")]})
        self.assertEqual([line.split(" | ")[1:4] for line in
                          quiet.watched_table(found).splitlines()[2:]],
                         [["rows", "2", "1"], ["rows, with a GPU", "2", "1"],
                          ["processes", "2", "2"], ["processes, with a GPU", "2", "1"]])

    def watched(self, *peaks):
        """What a Watch makes of a measurement between looks at these peaks: which of the tries
        counts, and how quiet it was."""
        given = iter(peaks)
        watch = quiet.Watch(__file__, quiet.Peaks())
        watch.peaks.see(2, 100.0)
        watch.look = lambda threads: next(given)
        tries = iter(range(1, 6))
        chosen, how = watch.run(2, lambda: next(tries))
        return chosen, how["tries"], how["quiet"]

    def test_a_process_is_measured_until_the_host_is_quiet(self):
        self.assertEqual(self.watched(100.0, 96.0), (1, 1, True))
        self.assertEqual(self.watched(100.0, 80.0, 97.0, 98.0), (3, 3, True))
        self.assertEqual(self.watched(70.0, 80.0, 82.0, 81.0, 60.0, 70.0), (3, 5, False))


def row(name, seconds):
    return {"name": name, "real_time": seconds, "time_unit": "s"}


class TakenIn(unittest.TestCase):
    """What results of other runs leave of those that are kept."""

    def test_of_one_commit_what_a_quieter_host_measured_is_kept(self):
        def measured(commit, peak, value):
            watched = {"commit": commit, **({"peaks": [99.0, peak]} if peak else {})}
            return form.complete({
                "runs": [{"threads": 2, "context": {}, **watched,
                          "benchmarks": [row("a", value), row(str(value), value)]}],
                "processes": [{"name": "rotate", "device": "cpu", "threads": 2, "seconds": value,
                               **watched}]})

        for old, new, kept in ((("0123abc", 90.0), ("0123abc", 80.0), 1.0),
                               (("0123abc", 80.0), ("0123abc", 90.0), 2.0),
                               (("0123abc", 90.0), ("0123abc", 90.0), 2.0),
                               (("0123abc", 90.0), ("0123abc", None), 1.0),
                               (("0123abc", None), ("0123abc", 80.0), 2.0),
                               (("0123abc", 90.0), ("4567def", 80.0), 2.0),
                               (("0123abc+", 90.0), ("0123abc+", 80.0), 2.0)):
            both = form.merged(measured(*old, 1.0), measured(*new, 2.0))
            self.assertEqual(sorted((benchmark["name"], benchmark["real_time"])
                                    for entry in both["runs"] for benchmark in entry["benchmarks"]),
                             [("1.0", 1.0), ("2.0", 2.0), ("a", kept)])
            self.assertEqual([entry["seconds"] for entry in both["processes"]], [kept])

    def test_ours_stays_beside_a_package_of_its_run(self):
        def timed(package, seconds, commit):
            return {"package": package, "operator": "synthesis", "grid": "healpix", "lmax": 511,
                    "spin": 0, "threads": 2, "seconds": seconds, "commit": commit}
        old = form.complete({"harmonic_peers": [
            timed("siderum", 1.0, "a"), timed("ducc0", 2.0, "a"), timed("healpy", 3.0, "a")]})
        new = form.complete({"harmonic_peers": [
            timed("siderum", 4.0, "b"), timed("ducc0", 5.0, "b")]})
        self.assertEqual([(entry["package"], entry["seconds"])
                          for entry in form.merged(old, new)["harmonic_peers"]],
                         [("siderum", 1.0), ("healpy", 3.0), ("siderum", 4.0), ("ducc0", 5.0)])
        newest = form.complete({"harmonic_peers": [
            timed("siderum", 6.0, "c"), timed("ducc0", 7.0, "c"), timed("healpy", 8.0, "c")]})
        self.assertEqual(form.merged(form.merged(old, new), newest)["harmonic_peers"],
                         newest["harmonic_peers"])

    def test_what_stays_of_a_commit_stays_of_both_packages(self):
        def timed(package, commit, peak):
            return {"package": package, "operator": "synthesis", "grid": "healpix", "lmax": 511,
                    "spin": 0, "threads": 2, "seconds": peak, "commit": commit, "peaks": [peak]}
        kept = [timed("siderum", "0123abc", 90.0), timed("healpy", "0123abc", 90.0),
                timed("siderum", "4567def", 80.0), timed("ducc0", "4567def", 80.0)]
        new = [timed("siderum", "4567def", 70.0), timed("ducc0", "4567def", 70.0)]
        both = form.merged(form.complete({"harmonic_peers": kept}),
                           form.complete({"harmonic_peers": new}))["harmonic_peers"]
        self.assertCountEqual(both, kept)

    def test_an_error_is_not_kept(self):
        watched = {"threads": 2, "context": {}, "commit": "0123abc"}
        old = form.complete({"runs": [{**watched, "peaks": [90.0], "benchmarks": [
            {**row("a", 0.0), "error_occurred": True}]}]})
        new = form.complete({"runs": [{**watched, "peaks": [80.0],
                                       "benchmarks": [row("a", 2.0)]}]})
        self.assertEqual(form.merged(old, new)["runs"], new["runs"])


class JudgedAgain(unittest.TestCase):
    def test_a_better_peak_that_came_later_makes_a_host_busy(self):
        def kept(name, peak, best):
            return form.complete({"processes": [
                {"name": name, "device": "cpu", "threads": 2, "processor": "one", "quiet": True,
                 "peaks": [peak, peak], "best_peak": best}]})
        # The best of the second was seen in a run that is not kept.
        both = {"first": kept("a", 95.0, 100.0), "second": kept("b", 110.0, 112.0)}
        both["second"]["processes"].append({"name": "c", "device": "cpu", "threads": 2})
        quiet.judge_again(both)
        first, second = (found["processes"][0] for found in both.values())
        self.assertEqual((first["quiet"], first["best_peak"]), (False, 112.0))
        self.assertEqual((second["quiet"], second["best_peak"]), (True, 112.0))
        self.assertNotIn("quiet", both["second"]["processes"][1])


class BusyHost(unittest.TestCase):
    """What is said under a table of ratios."""

    @staticmethod
    def told(table, expression="", **sections):
        return tables.told_beneath(table, expression, form.complete(
            {"machine": {"cpu": "the host"}, **sections}))

    @staticmethod
    def process(name, device, *peaks):
        watched = {"peaks": peaks, "best_peak": 100.0} if peaks else {}
        return {"name": name, "device": device, "threads": 16, "seconds": 1.0, **watched}

    def test_the_least_and_the_most_of_the_rows_that_are_shown(self):
        entries = [self.process("rotate", "cpu", 80.0, 90.0), self.process("rotate", "gpu", 60.0),
                   self.process("smooth", "cpu", 50.0, 99.0), self.process("smooth", "gpu")]
        self.assertEqual(self.told("process_ratios", "rotate", processes=entries),
                         "The host reached 60 % to 90 % of their best peak while this was measured,"
                         " so that a ratio may be up to 1.67 times too high or too low.")
        self.assertRegex(self.told("process_ratios", processes=entries),
                         "50 % to 99 % .* up to 2 times too high or too low")
        self.assertEqual(self.told("processes", processes=entries), "")

    def test_what_was_not_noted_is_counted(self):
        entries = [self.process("rotate", "cpu", 80.0), self.process("rotate", "gpu"),
                   self.process("smooth", "cpu"), self.process("smooth", "gpu")]
        self.assertIn("(of 4 times, 3 without a note of it)",
                      self.told("process_ratios", processes=entries))
        self.assertEqual(self.told("process_ratios", processes=entries[2:]), "")

    def test_rows_of_the_host_count_and_packages_may_err_either_way(self):
        found = results()
        found["runs"][1].update(peaks=[75.0, 90.0], best_peak=100.0)
        for name in ("device_ratios", "both_ratios"):
            self.assertRegex(self.told(name, runs=found["runs"]), "75 % to 90 % .* 1.33 times too "
                             "high[.]")
        pair = {"method": "any", "case": "1e5 to 10 deg", "threads": 2, "seconds": 1.0,
                "version": "1", "difference": 0.0, "best_peak": 100.0}
        peers = [{**pair, "package": "any", "peaks": [50.0]},
                 {**pair, "package": "siderum", "peaks": [80.0]}]
        for name in ("pair_peers", "package_ratios"):
            self.assertRegex(self.told(name, pair_peers=peers), "50 % to 80 % .* up to 2 times too "
                             "high or too low")

    def test_which_commits_stand_against_which(self):
        found = results()
        found["runs"][0]["commit"], found["runs"][1]["commit"] = "old", "new"
        self.assertEqual(self.told("device_ratios", runs=found["runs"]),
                         "Times of the host are of commit new (3). Times of the GPU are of commit"
                         " old (3).")
        self.assertEqual(self.told("both_ratios", "harmonic", runs=found["runs"]),
                         "Times of the host are of commit new (1). Times of the GPU are of commit"
                         " old (1).")
        commits = ("a", "b", "a", None)
        entries = [{**self.process(name, device), **({"commit": commit} if commit else {})}
                   for name, device, commit in zip(("one", "one", "two", "two"),
                                                   ("cpu", "gpu") * 2, commits)]
        self.assertEqual(self.told("process_ratios", processes=entries),
                         "Times of the host are of commit a (2). Times of the GPU are of commits"
                         " b (1) and none noted (1).")
        self.assertEqual(self.told("pair_peers", pair_peers=[]), "")

    def test_it_stands_under_the_table(self):
        found = form.complete({"machine": {"cpu": "the host"}, "processes": [
            self.process("rotate", "cpu", 80.0), self.process("rotate", "gpu", 80.0)]})
        text = page.written("<!-- table h200 process_ratios -->\n<!-- end of table -->\n",
                            {"h200": found})
        self.assertIn("\n\nThe host reached 80 % to 80 %", text)


if __name__ == "__main__":
    unittest.main()
