# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The tables of bench/, of results that are made up here.

    python3 bench_tables_test.py
"""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench"))
import page
import ratios
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
    return {"runs": [
        {"threads": 16, "context": {"cuda_device": "A card"}, "benchmarks": device},
        {"threads": 16, "context": {}, "benchmarks": host, "quiet": True},
        {"threads": 1, "context": {}, "quiet": False,
         "benchmarks": [row(SEARCH.format("nufft", "portable", "openmp"), 30.0)]}],
        "processes": [
            {"name": "rotate", "device": "cpu", "threads": 16, "seconds": 3.0},
            {"name": "rotate", "device": "gpu", "threads": 16, "seconds": 0.5}],
        "job_peers": [{"name": "rotate", "package": "healpy", "seconds": 9.0, "scaled": False}],
        "peers": []}


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

    def test_portable_stands_beside_what_is_written_by_hand(self):
        self.assertEqual(ratios.backend_rows(results(), tables.duration),
                         [("lomb_scargle/standard/best/1x3554x1000000", "double", "direct", "3 ms",
                           "1 ms", "3")])

    def test_rows_of_a_busy_host_are_marked(self):
        (only,) = ratios.thread_rows(results())
        self.assertEqual(only[-2:], (16, "12 (busy)"))


class Goals(unittest.TestCase):
    """Of goals.csv, whose rows are names of benchmarks."""

    def test_what_is_too_slow_is_said(self):
        run = [row(SEARCH.format("direct", "cuda", "cuda"), 2.5),
               row(SEARCH.format("nufft", "cuda", "cuda"), 0.75)]
        lines = tables.goal_table({"runs": [{"benchmarks": run}]}).splitlines()[2:]
        self.assertEqual([line.split(" | ")[1:] for line in lines],
                         [["2.8 ms", "2.5 ms |"], ["500 us", "**750 us: not reached** |"]])

    def test_one_row_over_another(self):
        name = "pair_counts/cuda/cuda/double/{}/1000000x0.01-10deg/device"
        run = [row(name.format("plain"), 5.0), row(name.format("100_regions"), 6.0)]
        self.assertIn("| 1.3 | 1.2 |", tables.goal_table({"runs": [{"benchmarks": run}]}))


class Tries(unittest.TestCase):
    """HostRuns, with peaks that are given."""

    def tried(self, *medians):
        given = iter(medians)
        host = run.HostRuns(None)
        host.measure = lambda name, threads, expression: self.entry(host, next(given))
        host.run("first", 2, "")
        host.run("second", 2, "")
        host.finish()
        return [(entry["tries"], entry["peaks"][0], entry["quiet"]) for entry in host.entries]

    @staticmethod
    def entry(host, median):
        host.best[2] = max(host.best.get(2, 0.0), median)
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
        found = {"cases": [{"case": "autopower", "peer": "astropy", "ours": 2e-4, "theirs": 0.03}]}
        text = page.written("<!-- table python calls -->\n<!-- end of table -->\n",
                            {"python": found})
        self.assertIn("| autopower | 200 us | astropy | 30 ms | 0.00667 |", text)

    def test_jobs_stand_beside_other_packages(self):
        self.assertEqual(
            tables.job_table(results()),
            "| job | 16 cores | A card | other packages, 16 cores |\n|---|---|---|---|\n"
            "| rotate | 3 s | 500 ms | healpy 9 s |\n")


if __name__ == "__main__":
    unittest.main()
