# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The tables of bench/, of results that are made up here.

    python3 bench_tables_test.py
"""

import argparse
import contextlib
import csv
import io
import json
import pathlib
import re
import sys
import tempfile
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "bench/peers")]
import beside
import cells
import goals
import jobs
import names
import packages
import page
import process_bench
import quiet
import ratios
import results as form
import stages
import tables
from stop import Stop


def row(name, milliseconds, **counters):
    return {"name": name + "/iterations:1/manual_time", "real_time": milliseconds,
            "time_unit": "ms", **counters}


SEARCH = "lomb_scargle/{}/standard/best/{}/{}/double/1x3554x1000000/device"


def results():
    """Direct sums 40 times as fast on the GPU, transforms 5 times; and a sky."""
    host = [row(SEARCH.format("direct", "portable", "openmp"), 40.0),
            row(SEARCH.format("nufft", "portable", "openmp"), 2.5),
            row(SEARCH.format("automatic", "portable", "openmp"), 2.0),
            row("harmonic_transform/portable/openmp/double/synthesis/healpix/lmax1023x1/whole/"
                "device", 30.0)]
    device = [row(SEARCH.format("direct", "cuda", "cuda"), 1.0),
              row(SEARCH.format("direct", "portable", "cuda"), 3.0),
              row(SEARCH.format("nufft", "cuda", "cuda"), 0.5),
              row(SEARCH.format("direct", "portable_over_cuda", "cuda"), 1.0, ratio=3.0),
              row("harmonic_transform/cuda/cuda/double/synthesis/healpix/lmax1023x1/whole/device",
                  0.3)]
    return form.complete({"runs": [
        {"threads": 16, "context": {"cuda_device": "A card"}, "benchmarks": device},
        {"threads": 16, "context": {}, "benchmarks": host, "quiet": True},
        {"threads": 1, "context": {}, "quiet": False,
         "benchmarks": [row(SEARCH.format("nufft", "portable", "openmp"), 30.0)]}],
        "processes": [
            {"name": "rotate", "device": "cpu", "threads": 16, "seconds": 3.0},
            {"name": "rotate", "device": "gpu", "threads": 16, "seconds": 0.5}]})


class SharedJobs(unittest.TestCase):
    JOBS = form.complete({"shared_jobs": [
        {"name": "synthesis, HEALPix", "device": "gpu", "ranks": 2, "threads": 16, "alone": 8e-3,
         "seconds": 5e-3, "waited": 1e-3, "linked": 5e-4, "links": "NCCL"},
        {"name": "light curves", "device": "cpu", "ranks": 2, "threads": 1, "alone": 0.8,
         "seconds": 1.0, "waited": 0.1, "linked": 0.0, "links": ""}]})

    def test_a_row_says_how_many_times_as_fast_all_are(self):
        rows = tables.shared_job_table(self.JOBS).splitlines()[2:]
        self.assertEqual(rows, [
            "| synthesis, HEALPix | 2, a GPU each | 8 ms | 5 ms | 1 ms | NCCL | 500 us | 1.6 (?) |",
            "| light curves | 2, 1 thread each | 800 ms | 1 s | 100 ms | nothing | 0 ns "
            "| 0.8 (?) |"])

    def test_a_goal_is_the_share_of_the_time_of_one(self):
        found = goals.figures(self.JOBS)
        self.assertEqual(goals.measured(found, "shared/synthesis, HEALPix/2_gpus",
                                        "shared_alone/synthesis, HEALPix/2_gpus")[:2],
                         (0.625, "unchecked"))

    def test_what_is_kept_is_told_apart_by_job_device_and_ranks(self):
        again = {**self.JOBS, "shared_jobs": [{**self.JOBS["shared_jobs"][0], "seconds": 4e-3}]}
        merged = form.merged(self.JOBS, form.compact(again))["shared_jobs"]
        self.assertEqual({job["name"]: job["seconds"] for job in merged},
                         {"synthesis, HEALPix": 4e-3, "light curves": 1.0})


class Ratios(unittest.TestCase):
    def test_the_best_of_both_stands_beside_the_same_method(self):
        rows = ratios.device_rows(results(), tables.duration)
        self.assertEqual(rows, [
            ("lomb_scargle/standard/best/1x3554x1000000", "double", "device",
             "2.5 ms by nufft, 16 threads", "500 us by nufft", "5", "direct 40, nufft 5", "-"),
            ("harmonic_transform/synthesis/healpix/lmax1023x1/whole (without the plan)", "double",
             "device", "30 ms, 16 threads", "300 us", "100", "100", "-")])

    def test_commits_stand_in_the_row_where_they_differ(self):
        found = results()
        for run, commit in zip(found["runs"], ("new", "old", "old")):
            run["commit"] = commit
        self.assertEqual([line[-1] for line in ratios.device_rows(found, tables.duration)],
                         ["old; new"] * 2)

    def test_of_several_that_are_kept_the_one_of_the_same_commit_stands_beside_it(self):
        found = results()
        again = {**found["runs"][0], "threads": 2, "commit": "same", "benchmarks": [
            row(SEARCH.format("nufft", "cuda", "cuda"), 0.25)]}
        found["runs"][0]["commit"], found["runs"][1]["commit"] = "other", "same"
        for runs in ([*found["runs"], again], [again, *found["runs"]]):
            (only, _) = ratios.device_rows({**found, "runs": runs}, tables.duration)
            self.assertEqual(only[-2:], ("direct 40, nufft 10", "same; other, same"))

    def test_portable_stands_beside_that_of_its_commit(self):
        found = results()
        found["runs"][0]["commit"] = "new"
        for commit, milliseconds in (("new", 6.0), ("old", 9.0)):
            found["runs"].append({"threads": 2, "commit": commit, "benchmarks": [
                row(SEARCH.format("nufft", "portable", "cuda"), milliseconds)]})
        for _ in range(2):
            found["runs"].reverse()
            self.assertIn("12", [line[-1] for line in ratios.backend_rows(
                found, tables.duration) if line[2] == "nufft"])

    def test_a_gpu_counts_by_the_backend_that_runs_by_default(self):
        found = results()
        found["runs"][0]["benchmarks"].append(row(SEARCH.format("nufft", "portable", "cuda"), 0.4))
        for _ in range(2):
            found["runs"][0]["benchmarks"].reverse()
            self.assertIn("500 us by nufft",
                          [line[4] for line in ratios.device_rows(found, tables.duration)])

    def test_whole_processes(self):
        self.assertEqual(ratios.process_rows(results(), tables.duration),
                         [("rotate", "3 s, 16 threads", "500 ms", "6 (?)", "6 (?)")])

    def test_a_ratio_is_marked_where_either_side_was_measured_on_a_busy_host(self):
        for host, gpu, mark in ((True, True, ""), (False, True, " (busy)"),
                                (True, False, " (busy)"), (True, None, " (?)"),
                                (None, False, " (busy)")):
            found = results()
            for entry, quiet_then in zip(found["processes"], (host, gpu)):
                entry.update({} if quiet_then is None else {"quiet": quiet_then})
            self.assertEqual(ratios.process_rows(found, tables.duration)[0][-2:],
                             ("6" + mark, "6" + mark))

    def test_nobody_needs_to_look_at_the_host_of_a_device_that_works_alone(self):
        on_device = SEARCH.format("direct", "cuda", "cuda")
        end_to_end = on_device.replace("/device", "/end_to_end")
        host = SEARCH.format("direct", "portable", "openmp")
        told = [ratios.quietness_of(name, entry) for entry in ({}, {"quiet": False})
                for name in (on_device, end_to_end, host, "read/csv/1e6_rows")]
        self.assertEqual(told, ["quiet", *["unchecked"] * 3, "quiet", *["busy"] * 3])

    def test_a_plan_on_a_device_is_work_of_its_host_too(self):
        name = "harmonic_transform/cuda/cuda/double/plan/healpix/lmax4095/device"
        self.assertEqual([ratios.quietness_of(name, entry) for entry in (
            {}, {"quiet": False}, {"quiet": True})], ["unchecked", "busy", "quiet"])

    def test_the_best_is_not_told_where_one_side_lacks_the_method_of_the_other(self):
        found = results()
        del found["runs"][1]["benchmarks"][1]
        self.assertEqual(ratios.device_rows(found, tables.duration)[0][-3:],
                         ("not measured", "direct 40", "-"))

    def test_automatic_over_the_best_of_the_others(self):
        self.assertEqual(ratios.automatic_rows(results(), tables.duration),
                         [("lomb_scargle/standard/best/1x3554x1000000", "double", "device",
                           "openmp, 16 threads, portable", "2 ms", "2.5 ms by nufft", "0.8")])

    def test_the_method_that_automatic_took_stands_with_its_time(self):
        found = results()
        for benchmark in found["runs"][1]["benchmarks"]:
            benchmark["label"] = "direct"
        kept = form.compact(found)
        self.assertEqual([line[4:6] for line in ratios.automatic_rows(kept, tables.duration)],
                         [("2 ms by direct", "2.5 ms by nufft")])

    def test_the_best_of_the_others_is_known_only_where_all_were_measured(self):
        found = results()
        found["runs"][1]["benchmarks"] += [
            row(SEARCH.format(method, "portable", "openmp").replace("x1000000", "x100"), time)
            for method, time in (("direct", 1.0), ("automatic", 0.2))]
        self.assertEqual([line[-1] for line in ratios.automatic_rows(found, tables.duration)],
                         ["0.8", "not measured"])

    def test_the_worst_of_a_group_stands_for_it(self):
        found = results()
        found["runs"][1]["benchmarks"] += [
            row(SEARCH.format(method, "portable", "openmp").replace("x1000000", "x100"), time)
            for method, time in (("direct", 1.0), ("nufft", 2.0), ("automatic", 1.5))]
        self.assertEqual(ratios.worst_automatic_rows(found, tables.duration), [
            ("best", "double", "device", "openmp, 16 threads, portable", 2,
             "lomb_scargle/standard/best/1x3554x100", "1.5 ms", "1 ms by direct", "1.5")])

    def test_portable_stands_beside_what_is_written_by_hand(self):
        self.assertEqual(ratios.backend_rows(results(), tables.duration),
                         [("lomb_scargle/standard/best/1x3554x1000000", "double", "direct", "3 ms",
                           "1 ms", "3")])

    def test_operations_stand_there_with_their_sizes(self):
        name = "operations/{}/{}/cuda/{}/{}"
        run = [row(name.format("key_sort", "cuda", "double", "1000000"), 1.0),
               row(name.format("key_sort", "portable", "double", "1000000"), 4.0),
               row(name.format("key_sort", "portable", "double", "10000000"), 40.0),
               row(name.format("pair_histogram", "cuda", "single", "1000000x0.01-1deg"), 2.0),
               row(name.format("pair_histogram", "portable", "single", "1000000x0.01-1deg"), 3.0),
               row(name.format("pair_histogram", "portable_over_cuda", "single",
                               "1000000x0.01-1deg"), 2.0, ratio=1.5)]
        found = form.complete({"runs": [{"threads": 16, "benchmarks": run}]})
        self.assertEqual(ratios.backend_rows(found, tables.duration), [
            ("operations/key_sort/1000000", "double", "-", "4 ms", "1 ms", "4"),
            ("operations/pair_histogram/1000000x0.01-1deg", "single", "-", "3 ms", "2 ms", "1.5")])
        self.assertEqual(ratios.device_rows(found, tables.duration), [])

    def test_rows_of_a_busy_host_are_marked(self):
        (only,) = ratios.thread_rows(results())
        self.assertEqual(only[-2:], (16, "12 (busy)"))

    def test_one_thread_stands_beside_more_of_the_commit_and_day_that_are_told(self):
        found = results()
        for run in found["runs"]:
            run.update(commit="old", date="2026-11-22")
        self.assertEqual([line[3:5] for line in ratios.thread_rows(found)],
                         [("old", "2026-11-22")])
        found["runs"][2]["date"] = "2026-11-23"
        self.assertEqual(ratios.thread_rows(found), [])


class Measured(unittest.TestCase):
    """What tables tell of is what is measured."""

    def test_every_process_with_a_goal_is_one_that_is_measured(self):
        bench = argparse.Namespace(where=["--device", "gpu"])
        known = {name for scale in process_bench.SCALES.values()
                 for name in process_bench.rows_of(bench, scale)}
        for goal in goals.listed():
            kind, name = goal["row"].split("/")[:2]
            if kind == "process" and "*" not in name:
                self.assertIn(name, known)
        full = process_bench.rows_of(bench, process_bench.SCALES["jobs"])
        self.assertLessEqual(set(process_bench.job_rows()), set(full))

    def test_other_packages_do_jobs_that_are_measured(self):
        bench = argparse.Namespace(where=["--device", "cpu"])
        for scale in process_bench.SCALES.values():
            self.assertLessEqual(set(jobs.jobs(scale)), set(process_bench.rows_of(bench, scale)))

    def test_nifty_ls_is_timed_beside_ours_with_each_number_of_threads(self):
        name = "lomb_scargle/automatic/standard/power/portable/openmp/double/{}/end_to_end"

        def run_program(program, threads, expression):
            size = re.search(r"double/(\w+)/", expression)[1]
            return {"threads": threads, "benchmarks": [row(name.format(size), 2.0)]}

        with tempfile.TemporaryDirectory() as folder:
            options = argparse.Namespace(
                cases="quick", filter="objectx10000$", programs=pathlib.Path(folder), tries=1,
                siderum=None, output=pathlib.Path(folder))
            others = beside.Beside(options, quiet.Peaks(), None, run_program, Stop())

            def theirs(words, env=None, **_):
                if env is None:
                    return argparse.Namespace(stdout="a commit")
                entry = {"package": "nifty-ls", "version": "1", "method": "any",
                         "size": "1x3554x10000", "model": "standard", "seconds": 8e-3,
                         "threads": int(env["OMP_NUM_THREADS"])}
                pathlib.Path(words[-1]).write_text(json.dumps([entry]))

            with unittest.mock.patch.object(beside.subprocess, "run", theirs), \
                    contextlib.redirect_stdout(io.StringIO()), \
                    contextlib.redirect_stderr(io.StringIO()):
                found = form.complete({"peers": others.searches([16, 1], folder)})
        self.assertEqual([line.split(" | ")[3:-1] for line in
                          packages.search_table(found).splitlines()[2:]],
                         [[threads, "2 ms by automatic", "8 ms", "0.25 (?)"]
                          for threads in ("16", "1")])

    def test_rows_stand_beside_packages_where_none_of_ours_was_timed_there(self):
        name = "lomb_scargle/nufft/standard/power/portable/openmp/double/{}/end_to_end"
        found = form.complete({
            "peers": [{"package": "siderum", "method": "nufft", "size": "1x1x1",
                       "model": "standard", "threads": 2, "seconds": 1.0, "commit": "a"},
                      *({"package": "any", "version": "1", "method": "one", "size": size,
                         "model": "standard", "threads": 2, "seconds": 0.1, "commit": commit}
                        for size, commit in (("1x1x1", "a"), ("1x1x2", "a"), ("1x1x3", "old")))],
            "runs": [{"threads": 2, "quiet": True, "commit": "a", "benchmarks": [
                row(name.format(size), seconds)
                for size, seconds in (("1x1x1", 5.0), ("1x1x2", 7.0), ("1x1x3", 9.0))]}]})
        self.assertEqual([(entry["size"], entry["seconds"], entry.get("quiet"))
                          for entry in ratios.searches_beside(found)
                          if entry["package"] == "siderum"],
                         [("1x1x1", 1.0, None), ("1x1x2", 7e-3, True)])
        # Of another commit, so of another day: no ratio, and no goal.
        self.assertEqual([line.split(" | ")[4:7:2] for line in
                          packages.search_table(found).splitlines()[2:]],
                         [["1 s by nufft", "10 (?)"], ["7 ms by nufft", "0.07 (?)"],
                          ["not measured", "-"]])
        self.assertEqual([name for name in goals.figures(found) if "1x1x3" in name],
                         [f"{name.format('1x1x3')}/2_threads"])

    def test_the_cases_of_other_packages_are_those_that_their_scripts_know(self):
        import harmonic_transform
        import lomb_scargle
        import pair_counts

        for scale, least in (("quick", ("quick",)), ("full", ("quick", "full"))):
            self.assertEqual(beside.SEARCHES[scale], tuple(
                f"{name}x{count}" for name, count, of in lomb_scargle.CASES if of in least))
            known = {"quick": "QUICK", "full": "FULL"}[scale]
            self.assertEqual(beside.HARMONIC[scale], getattr(harmonic_transform, known))
            self.assertEqual(beside.PAIRS[scale],
                             tuple(case[0] for case in getattr(pair_counts, known)))


class Results(unittest.TestCase):
    """The files of bench/results/."""

    def test_what_is_measured_anew_takes_the_place_of_the_old(self):
        old = form.complete({
            "machine": {"name": "this one"},
            "runs": [{"threads": 2, "context": {}, "commit": "a", "benchmarks": [
                row("read/a", 1.0), row("read/b", 1.0)]}],
            "processes": [{"name": "rotate", "device": "cpu", "threads": 2, "seconds": 1.0}]})
        new = form.complete({
            "runs": [{"threads": 2, "context": {"load_before": "1"}, "commit": "b",
                      "benchmarks": [row("read/a", 2.00001, any_other=1.0),
                                     row("machine/peak", 1.0)]}],
            "processes": [{"name": "rotate", "device": "gpu", "threads": 2, "seconds": 0.5}]})
        both = form.merged(form.compact(old), form.compact(new))
        told = {benchmark["name"]: (entry["commit"], benchmark["real_time"])
                for entry in both["runs"] for benchmark in entry["benchmarks"]}
        self.assertEqual(told, {"read/a": ("b", 2.0), "read/b": ("a", 1.0)})
        self.assertEqual([entry["device"] for entry in both["processes"]], ["cpu", "gpu"])
        self.assertEqual(both["machine"], {"name": "this one"})
        self.assertNotIn("any_other", both["runs"][1]["benchmarks"][0])
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "one.json"
            form.write(path, both)
            self.assertEqual(form.read(path), both)

    @staticmethod
    def beside(package, method, seconds, threads=2, case="1e5 to 10 deg"):
        return {"package": package, "method": method, "case": case, "threads": threads,
                "seconds": seconds, "version": "1", "difference": 0.0}

    def test_a_method_of_another_name_leaves_nothing_behind(self):
        old = form.complete({"pair_peers": [self.beside("any", "of old", 1.0),
                                            self.beside("any", "of old", 1.0, threads=1),
                                            self.beside("other", "of old", 1.0)]})
        new = form.complete({"pair_peers": [self.beside("any", "one", 2.0),
                                            self.beside("any", "two", 3.0)]})
        self.assertEqual([(case["package"], case["method"], case["threads"])
                          for case in form.merged(old, form.compact(new))["pair_peers"]],
                         [("any", "of old", 1), ("other", "of old", 2), ("any", "one", 2),
                          ("any", "two", 2)])

    def test_what_a_package_could_not_do_is_not_kept(self):
        new = form.complete({"pair_peers": [
            {"package": "any", "method": "one", "missing": "cannot be used here"}]})
        self.assertEqual(form.compact(new)["pair_peers"], [])
        self.assertIn("| cannot be used here |", packages.pair_table(new))

    def test_ours_may_come_behind_the_others_with_any_threads(self):
        found = form.complete({"pair_peers": [
            self.beside("any", "one", 4.0), self.beside("any", "one", 8.0, threads=1),
            self.beside("any", "one", 8.0, threads=16), self.beside("siderum", "", 1.0),
            self.beside("siderum", "", 4.0, threads=1)]})
        self.assertEqual([line.split(" | ")[-2] for line in
                          packages.pair_table(found).splitlines()[2:]],
                         ["0.25 (?)", "0.5 (?)", "-"])
        maps = {"operator": "synthesis", "grid": "healpix", "size": 512, "lmax": 1023, "spin": 0,
                "threads": 2, "seconds": 1.0, "version": "1"}
        found = form.complete({"harmonic_peers": [
            {**maps, "package": "ducc0"}, {**maps, "package": "siderum", "seconds": 0.5},
            {**maps, "package": "ducc0", "threads": 1}]})
        self.assertEqual([line.split(" | ")[-3] for line in
                          packages.transform_table(found).splitlines()[2:]], ["0.5 (?)", "-"])

    def test_a_transform_is_also_told_with_its_plan(self):
        maps = {"operator": "synthesis", "grid": "gauss-legendre", "size": 1024, "lmax": 1023,
                "spin": 2, "threads": 2, "quiet": True, "version": "1"}
        plan = row("harmonic_transform/portable/openmp/double/plan/gauss_legendre/lmax1023/"
                   "spin_two/device", 250.0)
        found = form.complete({
            "harmonic_peers": [{**maps, "package": "ducc0", "seconds": 1.0},
                               {**maps, "package": "siderum", "seconds": 0.5}],
            "runs": [{"program": "one", "threads": 2, "quiet": True, "benchmarks": [plan]}]})
        (only,) = packages.transform_table(found).splitlines()[2:]
        self.assertEqual(only.split(" | ")[-3:-1], ["0.5", "0.75"])

    def test_stages_are_told_beside_what_their_goal_asks_for(self):
        def of(stage, milliseconds, share):
            return {**row("harmonic_transform/portable/openmp/double/adjoint/gauss_legendre/"
                          f"lmax1023x2/spin_two/{stage}/device", milliseconds),
                    "gflops": 100.0, share: 0.4}
        maps = {"operator": "adjoint", "grid": "gauss-legendre", "size": 1024, "lmax": 1023,
                "threads": 2, "version": "1", "package": "ducc0"}
        found = form.complete({
            "harmonic_peers": [{**maps, "spin": 0, "seconds": 1.0},
                               {**maps, "spin": 2, "seconds": 0.03}],
            "runs": [{"program": "one", "threads": 2, "quiet": True, "benchmarks": [
                of("whole", 18.0, "peak_share"), of("legendre", 16.0, "peak_share"),
                of("rings", 2.0, "bandwidth_share")]}]})
        (only,) = stages.stage_table(found).splitlines()[2:]
        # 0.4 of the peak in 18 ms, so 0.48 in half of 30 ms, and more in what the rings leave.
        self.assertEqual(only.split(" | ")[2:], [
            "18 ms", "100", "40 %", "16 ms", "100", "40 %", "55.4 %", "2 ms", "40 % |"])
        del found["runs"][0]["benchmarks"][1:]
        self.assertIn("| > 48 % |", stages.stage_table(found))

    def test_the_pages_are_what_they_give(self):
        pages = [ROOT / name for name in page.PAGES]
        self.assertEqual([str(path) for path, _ in page.stale(pages, form.all_kept())], [],
                         "run python3 bench/page.py")

    def test_no_table_of_the_benchmarks_is_typed(self):
        # The options, and the names of the cases.
        for name, typed in (("docs/benchmarks.md", 1), ("docs/benchmark_rows.md", 1)):
            text = page.BLOCK.sub("", (ROOT / name).read_text())
            tables_left = [line for line in text.splitlines() if line.startswith("|---")]
            self.assertEqual(len(tables_left), typed, name)
            bare = page.SENTENCE.sub("", page.FIGURE.sub("", text))
            self.assertNotRegex(bare, r"\d (ns|us|ms|s|minutes|GFLOP/s)\b")


class Page(unittest.TestCase):
    PAGE = ("One.\n<!-- table h200 device_ratios harmonic -->\nstale\n<!-- end of table -->\nTwo.\n"
            "<!-- table other device_ratios -->\nkept\n<!-- end of table -->\n")

    def test_tables_of_the_named_results_are_written(self):
        text = page.written(self.PAGE, {"h200": results()})
        self.assertIn("| Synthesis, HEALPix, lmax 1023 (without the plan) |", text)
        self.assertNotIn("lomb_scargle", text)
        self.assertNotIn("stale", text)
        self.assertTrue(text.endswith("device_ratios -->\nkept\n<!-- end of table -->\n"))
        self.assertEqual(page.written(text, {"h200": results()}), text)

    def test_what_gives_no_table_is_said(self):
        for name, sentence in (("device_ratios nothing", "no row like nothing"),
                               ("any", "no table 'any'")):
            with self.assertRaisesRegex(ValueError, sentence):
                page.written(f"<!-- table h200 {name} -->\n<!-- end of table -->\n",
                             {"h200": results()})

    def test_calls_of_the_package_stand_beside_other_packages(self):
        found = form.complete({"calls": [{"case": "autopower", "peer": "astropy", "ours": 2e-4,
                                          "theirs": 0.03, "threads": 2}]})
        text = page.written("<!-- table python calls -->\n<!-- end of table -->\n",
                            {"python": found})
        self.assertIn("| autopower | 2 | 200 us | astropy | 30 ms | 0.00667 |\n\nNobody looked",
                      text)
        told = goals.figures(found)
        self.assertEqual([told[f"{name}/astropy/autopower/2_threads"][0]
                          for name in ("call", "call_beside", "call_above")],
                         [0.03, 2e-4, 2e-4 - 0.03])

    def test_figures_stand_in_sentences(self):
        name = SEARCH.format("nufft", "cuda", "cuda")
        over = SEARCH.format("direct", "cuda", "cuda")
        text = page.written(
            f"It takes <!-- figure h200 {name} -->?<!-- end of figure -->, <!-- figure h200 {name} "
            f"over\n{over} -->?<!-- end of figure --> of that.\n", {"h200": results()})
        self.assertIn(" -->500 us<!-- end", text)
        self.assertIn(" -->0.5<!-- end", text)
        with self.assertRaisesRegex(ValueError, "no figure 'any'"):
            page.written("<!-- figure h200 any -->?<!-- end of figure -->", {"h200": results()})

    def test_the_table_of_jobs_is_of_a_small_and_a_large_machine(self):
        job = "map2alm, nside 2048, 3 iterations"
        small = form.complete({
            "processes": [{"name": job, "device": "cpu", "threads": 1, "seconds": 9.0},
                          {"name": job, "device": "cpu", "threads": 2, "seconds": 8.0},
                          {"name": "rotate, lmax 1023", "device": "cpu", "threads": 2,
                           "seconds": 1.0}],
            "job_peers": [{"name": job, "package": "healpy", "seconds": 40.0, "scaled": False,
                           "threads": 2}]})
        large = form.complete({
            "machine": {"cpu": "16 cores", "gpu": "a card"},
            "processes": [{"name": job, "device": "gpu", "threads": 16, "seconds": 0.7,
                           "quiet": False}]})
        head, _, *lines = tables.job_table(small, large).splitlines()
        self.assertEqual(
            head, "| job | 2 cores | packages used now, 2 cores | 16 cores "
            "| a card, `--device gpu` |")
        self.assertEqual(len(lines), 10)
        self.assertIn("| 8 s (?) | 40 s (healpy) (?) | not measured | 700 ms (busy) |",
                      "".join(lines))
        self.assertTrue(lines[-1].endswith("| not measured | not measured | does not use it |"))
        self.assertIn("(treecorr, exact) (?)", tables.job_text(
            {"package": "treecorr", "scaled": False, "seconds": 1.0}, ""))
        large["job_peers"] = small["job_peers"]
        self.assertIn("| a card, `--device gpu` | packages used now, 16 cores |",
                      tables.job_table(small, large).splitlines()[0])

    def test_a_job_has_a_package_where_the_scripts_of_others_do_it(self):
        known = jobs.jobs(process_bench.SCALES["jobs"])
        with open(ROOT / "bench/jobs.csv", newline="", encoding="utf-8") as lines:
            for job in csv.DictReader(lines):
                self.assertIn(job["row"], known)
                sampled = re.search(r"periods, (\d+) curves|smoother, (\d+) stars x (\d+)",
                                    job["row"])
                curves, stars, count = sampled.groups() if sampled else (None, None, None)
                self.assertEqual(
                    job["sample"], f"{jobs.SAMPLE} of {int(curves):,} curves" if curves else
                    f"1 of {stars} curves, {jobs.STAR_SAMPLE:,} of {int(count):,} frequencies"
                    if stars else "", job)
        self.assertIn("| 60 s (astropy, 1 thread, from 10 of 1,000 curves) (?) |", tables.job_table(
            form.complete({"job_peers": [
                {"name": "periods, 1000 curves x 1000000, best, FITS", "package": "astropy",
                 "seconds": 60.0, "scaled": True, "threads": 2}]})))

    def test_the_commits_of_jobs_are_told_by_column(self):
        rows = [{"name": job, "device": "cpu", "threads": threads, "seconds": 1.0,
                 "commit": commit} for job, threads, commit in (
                     ("anafast, nside 2048", 2, "a"), ("anafast, nside 2048", 1, "none of these"),
                     ("alm2map, nside 2048", 2, "b"), ("rotate, lmax 1023", 2, "no job"))]
        small = form.complete({"processes": rows, "job_peers": [
            {**rows[0], "package": "healpy", "scaled": False}]})
        self.assertEqual(tables.told_beneath("jobs", "", small),
                         "Times of 2 cores are of commits a (1) and b (1). Times of packages used"
                         " now on 2 cores are of commit a (1).")

    def test_what_is_kept_of_the_hardware_is_told_and_the_rest_is_not(self):
        kept = form.complete({"machine": {"name": "a host"}, "runs": [
            {"threads": 2, "benchmarks": [], "context": {
                "compiler": compiler, "compile_options": "-march=native", "openmp_device": "EPYC",
                "cuda_device": "A card", "cuda_detail": "driver for CUDA 13.0"}}
            for compiler in ("GNU 12", "GNU 13", "GNU 12")]})
        watched = form.complete({"machine": {"name": "another"}, "processes": [
            {"device": "cpu", "threads": 2, "processor": "EPYC, 2 processors"}]})
        self.assertEqual(tables.hardware_table(kept, watched).splitlines()[2:], [
            "| a host | EPYC | A card | driver for CUDA 13.0 | GNU 12; GNU 13 | -march=native |",
            "| another | EPYC, 2 processors | - | - | - | - |"])

    def test_names_are_told_in_words(self):
        for raw, words in (
                ("super_smoother/cuda/cuda/double/multi_pass/136x7064x330000/end_to_end",
                 "Super Smoother, multi-pass, 136 curves x 330,000, end to end, GPU"),
                ("lomb_scargle/standard/best/1x3554x1000000",
                 "Lomb-Scargle, standard, best period, 3,554 points x 1,000,000"),
                ("harmonic_transform/portable/openmp/single/adjoint/healpix/lmax4095x2/spin_two/"
                 "whole/device (without the plan)",
                 "FP32, adjoint synthesis, HEALPix, lmax 4095, spin 2, host (without the plan)"),
                ("pair_counts/portable/cuda/double/100_regions/1000000x0.01-10deg/device",
                 "Pairs, 100 regions, 1,000,000 points, 0.01 to 10 degrees, GPU, portable"),
                ("operations/key_sort/1000000", "Operations, key sort, 1,000,000"),
                ("1x3554x10000", "3,554 points x 10,000"), ("best / best", "best / best"),
                ("periods, 1000 curves x 1000000, best, CSV",
                 "periods, 1,000 curves x 1,000,000, best, CSV"),
                ("1000 points x 12501", "1,000 points x 12,501"),
                ("synthesis, healpix 1024, lmax 2047", "synthesis, healpix 1024, lmax 2047"),
                ("map2alm, nside 2048", "map2alm, nside 2048"), ("12345678", "12345678"),
                ("40 ms by direct", "40 ms by direct")):
            self.assertEqual(names.readable(raw), words)

    def test_numbers_and_durations_are_easily_read(self):
        self.assertEqual([cells.number(value) for value in (3.196e4, 1143.0, 0.87, 4e12, 999.7e3)],
                         ["32,000", "1,140", "0.87", "4e12", "1e6"])
        self.assertEqual([cells.duration(value) for value in (4620.0, 119.0, 121.0, 84594.0)],
                         ["77 min", "119 s", "2.02 min", "23.5 h"])
        self.assertEqual([tables.single(title) for title in (
            "processes", "rows", "searches by other packages", "jobs of several processes")],
            ["process", "row", "search by other packages", "job of several processes"])

    def test_columns_that_say_nothing_are_left_out(self):
        self.assertEqual(page.shown(["| a | b | c |", "|---|---|---|", "| 1 | - | 2 |"]),
                         "| a | c |\n|---|---|\n| 1 | 2 |\n")

    def test_a_table_of_several_machines_says_which_each_row_is_of(self):
        name = "harmonic_transform/portable/openmp/double/plan/healpix/lmax1023/device"
        found = {label: form.complete({
            "machine": {"cpu": cpu}, "runs": [{"threads": 2, "quiet": True, "benchmarks": [
                row(name, milliseconds)]}]}) for label, cpu, milliseconds in (
                    ("one", "2 cores of an AMD EPYC with AVX2", 3.0),
                    ("two", "the 16 cores of an H200's host", 2.0))}
        block = ("<!-- table {} harmonic_transforms ^\\| harmonic -->\n{}"
                 "<!-- end of table -->\n")
        self.assertEqual(
            page.written(block.format("one,two", ""), found), block.format("one,two", (
                "\n| machine | case | threads | time |\n|---|---|---|---|\n"
                "| AMD EPYC with AVX2 | Plan, HEALPix, lmax 1023, host | 2 | 3 ms |\n"
                "| H200's host | Plan, HEALPix, lmax 1023, host | 2 | 2 ms |\n\n")))
        self.assertIn("\n| case | threads | time |\n",
                      page.written(block.format("one", ""), found))
        found["two"].update(machine={"cpu": "any", "gpu": "one H200"}, processes=[
            {"device": "gpu"}])
        self.assertIn("\n| one H200 and its host | Plan",
                      page.written(block.format("one,two", ""), found))


if __name__ == "__main__":
    unittest.main()
