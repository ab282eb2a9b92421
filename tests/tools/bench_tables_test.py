# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The tables of bench/, of results that are made up here.

    python3 bench_tables_test.py
"""

import argparse
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "bench/peers")]
import beside
import goals
import jobs
import page
import process_bench
import quiet
import ratios
import results as form
import run
import tables


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
            "| synthesis, HEALPix | 2, a GPU each | 8 ms | 5 ms | 1 ms | NCCL | 500 us | 1.6 |",
            "| light curves | 2, 1 thread each | 800 ms | 1 s | 100 ms | nothing | 0 ns | 0.8 |"])

    def test_a_goal_is_the_share_of_the_time_of_one(self):
        found = goals.figures(self.JOBS)
        self.assertEqual(goals.measured(found, "shared/synthesis, HEALPix/2_gpus",
                                        "shared_alone/synthesis, HEALPix/2_gpus"), (0.625, True))

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
             "2.5 ms by nufft, 16 threads", "500 us by nufft", "5", "direct 40, nufft 5"),
            ("harmonic_transform/synthesis/healpix/lmax1023x1/whole", "double", "device",
             "30 ms, 16 threads", "300 us", "100", "100")])

    def test_whole_processes(self):
        self.assertEqual(ratios.process_rows(results(), tables.duration),
                         [("rotate", "3 s, 16 threads", "500 ms", "6")])

    def test_the_best_is_not_told_where_one_side_lacks_the_method_of_the_other(self):
        found = results()
        del found["runs"][1]["benchmarks"][1]
        self.assertEqual(ratios.device_rows(found, tables.duration)[0][-2:],
                         ("not measured", "direct 40"))

    def test_automatic_over_the_best_of_the_others(self):
        self.assertEqual(ratios.automatic_rows(results(), tables.duration),
                         [("lomb_scargle/standard/best/1x3554x1000000", "double", "device",
                           "openmp, 16 threads, portable", "2 ms", "2.5 ms by nufft", "0.8")])

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


class Goals(unittest.TestCase):
    """Of goals.csv, whose rows are names of figures."""

    @staticmethod
    def measured(benchmarks):
        return form.complete({"runs": [{"threads": 16, "benchmarks": benchmarks}]})

    def test_what_is_too_slow_is_said(self):
        run = [row(SEARCH.format("direct", "cuda", "cuda"), 2.5),
               row(SEARCH.format("nufft", "cuda", "cuda"), 0.75)]
        text = goals.goal_table(self.measured(run), unmeasured=False)
        self.assertEqual([line.split(" | ")[1:3] for line in text.splitlines()[2:]],
                         [["2.8 ms", "2.5 ms"], ["500 us", "**750 us: not reached**"]])
        self.assertIn("| not measured |", goals.goal_table(self.measured(run)))

    def test_one_row_over_another(self):
        name = "pair_counts/cuda/cuda/double/{}/1000000x0.01-10deg/device"
        run = [row(name.format("plain"), 5.0), row(name.format("100_regions"), 6.0)]
        self.assertIn("| 1.3 | 1.2 |", goals.goal_table(self.measured(run)))


    def test_several_rows_count_by_the_worst(self):
        def transform(package, lmax, seconds):
            return {"package": package, "operator": "synthesis", "grid": "healpix", "lmax": lmax,
                    "spin": 0, "threads": 16, "seconds": seconds}

        found = goals.figures(form.complete({"harmonic_peers": [
            transform("siderum", 1023, 1.0), transform("ducc0", 1023, 2.0),
            transform("siderum", 2047, 6.0), transform("ducc0", 2047, 10.0),
            transform("siderum", 511, 1.0), transform("ducc0", 511, 1.0)]}))
        name = "harmonic_peer/{}/{}/healpix/lmax{}/spin0/16_threads"
        self.assertEqual(goals.measured(found, name.format("siderum", "*", "????"),
                                        name.format("ducc0", "{1}", "{2}")), (0.6, True))
        self.assertIsNone(goals.measured(found, name.format("siderum", "adjoint", "*"), ""))

    def test_processes_have_goals_and_a_busy_host_is_told(self):
        found = form.complete({"processes": [
            {"name": "pairs, 1000000 points, CSV", "device": "gpu", "threads": 16, "seconds": 0.5,
             "copy": 0.1, "goal": 0.2, "quiet": False}]})
        self.assertIn("| 600 ms | **500 ms (busy): not reached** | 400 ms |",
                      tables.NAMED["process_goals"](found))
        self.assertNotIn("CSV", tables.NAMED["goals"](found))

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


class Tries(unittest.TestCase):
    """HostRuns, with peaks that are given."""

    def tried(self, *medians):
        given = iter(medians)
        host = run.HostRuns(argparse.Namespace(tries=5), quiet.Peaks())
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


    def test_the_best_peak_is_kept_from_run_to_run(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "siderum/peaks.json"
            quiet.Peaks(path).see(2, 100.0)
            again = quiet.Peaks(path)
            again.see(2, 80.0)
            self.assertEqual(again.best(2), 100.0)
            self.assertFalse(again.quiet(2, [80.0]))
            self.assertEqual(again.best(1), 0.0)

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

    def test_the_pages_are_what_they_give(self):
        pages = [ROOT / name for name in page.PAGES]
        self.assertEqual([str(path) for path, _ in page.stale(pages, form.all_kept())], [],
                         "run python3 bench/page.py")

    def test_no_table_of_the_benchmarks_is_typed(self):
        text = page.BLOCK.sub("", (ROOT / "docs/benchmarks.md").read_text())
        tables_left = [line for line in text.splitlines() if line.startswith("|---")]
        self.assertEqual(len(tables_left), 2)  # the options, and the names of the cases
        bare = page.FIGURE.sub("", text)
        self.assertNotRegex(bare, r"\d (ns|us|ms|s|minutes|GFLOP/s)\b")


class Page(unittest.TestCase):
    PAGE = ("One.\n<!-- table h200 device_ratios harmonic -->\nstale\n<!-- end of table -->\nTwo.\n"
            "<!-- table other device_ratios -->\nkept\n<!-- end of table -->\n")

    def test_tables_of_the_named_results_are_written(self):
        text = page.written(self.PAGE, {"h200": results()})
        self.assertIn("| harmonic_transform/synthesis/healpix/lmax1023x1/whole |", text)
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
        self.assertIn("| autopower | 2 | 200 us | astropy | 30 ms | 0.00667 |", text)
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
            "processes": [{"name": job, "device": "cpu", "threads": 2, "seconds": 9.0},
                          {"name": "rotate, lmax 1023", "device": "cpu", "threads": 2,
                           "seconds": 1.0}],
            "job_peers": [{"name": job, "package": "healpy", "seconds": 40.0, "scaled": False}]})
        large = form.complete({
            "machine": {"cpu": "16 cores", "gpu": "a card"},
            "processes": [{"name": job, "device": "gpu", "threads": 16, "seconds": 0.7,
                           "quiet": False}]})
        head, _, *lines = tables.job_table(small, large).splitlines()
        self.assertEqual(
            head, "| job | 2 cores | 16 cores | a card | the packages used now, 2 cores |")
        self.assertEqual(len(lines), 10)
        self.assertIn("| 9 s | not measured | 700 ms (busy) | 40 s (healpy) |", "".join(lines))
        self.assertIn("| does not use it | not measured |", lines[-1])

    def test_columns_that_say_nothing_are_left_out(self):
        self.assertEqual(page.chosen_rows("| a | b | c |\n|---|---|---|\n| 1 | - | 2 |\n", "1"),
                         "| a | c |\n|---|---|\n| 1 | 2 |\n")


if __name__ == "__main__":
    unittest.main()
