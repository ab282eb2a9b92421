# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Goals, ratios of like with like and of best with best, and of other packages in short, of results
that are made up here.

    python3 bench_ratios_test.py
"""

import pathlib
import re
import sys
import tempfile
import unittest

from bench_tables_test import ROOT, SEARCH, results, row

sys.path[:0] = [str(ROOT / "bench")]
import goals
import packages
import page
import process_bench
import ratios
import results as form
import stages
import tables


class Goals(unittest.TestCase):
    """Of goals.csv, whose rows are names of figures."""

    @staticmethod
    def measured(benchmarks):
        return form.complete({"runs": [{"threads": 16, "benchmarks": benchmarks}]})

    def test_what_is_too_slow_is_said(self):
        run = [row(SEARCH.format("direct", "cuda", "cuda"), 2.5),
               row(SEARCH.format("nufft", "cuda", "cuda"), 0.75)]
        text = goals.goal_table(self.measured(run))
        self.assertEqual([line.split(" | ")[1:3] for line in text.splitlines()[2:]],
                         [["2.8 ms", "2.5 ms |"], ["500 us", "**750 us: not reached** |"]])
        self.assertIn("| not measured |", goals.other_table(self.measured(run)))
        self.assertNotIn("not reached", goals.other_table(self.measured(run)))

    def test_why_a_goal_is_missed_holds_no_typed_figure_and_tells_of_a_busy_host_itself(self):
        for goal in goals.listed():
            why = page.FIGURE.sub("", goal["why"])
            self.assertNotRegex(why, r"\d ?(ns|us|ms|s|%|times|[KMGT]?i?B|[GT]FLOP/s)(?!\w)|busy")
            if "](" not in why:  # Nothing that is measured stands behind it.
                self.assertNotRegex(
                    why, r"(?i)\b(half (of|as)|halves|thirds?|quarters?|"
                    r"(an?|one|two) (\w+ )?(half|fifth|sixth|seventh|eighth|ninth|tenth)s?)\b")
        name = "super_smoother/portable/openmp/double/single_pass/136x7064x330000/device"
        for quiet_then, why in ((True, "not looked into"),
                                (False, "not decided: the host was busy")):
            found = self.measured([row(name, 1800.0)])
            found["runs"][0]["quiet"] = quiet_then
            self.assertIn(f" | {why} |", goals.missed_table(found))

    def test_a_busy_host_is_no_reason_for_more_than_it_lacks(self):
        name = "super_smoother/portable/openmp/double/single_pass/136x7064x330000/device"
        for milliseconds, why in (
                (1900.0, "not decided: the host reached 80 % of its best peak"),
                (2100.0, "not looked into")):
            found = self.measured([row(name, milliseconds)])
            found["runs"][0].update(quiet=False, peaks=[80.0, 90.0], best_peak=100.0)
            self.assertIn(f" s (busy) | CPU | {why} |", goals.missed_table(found))

    def test_a_busy_host_is_told_beside_another_reason_and_is_none_for_a_ratio(self):
        busy = {"device": "gpu", "threads": 16, "quiet": False, "peaks": [80.0],
                "best_peak": 100.0}
        found = form.complete({"processes": [
            {**busy, "name": "periods, 29 points", "seconds": 0.3},
            {**busy, "name": "map2alm, nside 2048, no iterations", "seconds": 1.0},
            {**busy, "name": "anafast, nside 2048", "seconds": 1.1}]})
        self.assertEqual([goals.reason(told).split("; ")[-1] for told in goals.told_goals([found])
                          if told.missed],
                         ["the host reached 80 % of its best peak", "not looked into"])

    def test_of_a_host_the_threads_are_told(self):
        host, device = (SEARCH.format("nufft", *place)
                        for place in (("portable", "openmp"), ("cuda", "cuda")))
        found = results()
        found["job_peers"] = [{"name": "rotate", "package": "healpy", "threads": 2,
                               "seconds": 1.0}]
        self.assertEqual([name for name in goals.figures(found)
                          if name.startswith((host, device, "read/", "job_peer/"))],
                         [device, f"{device}/16_threads", f"{host}/16_threads",
                          f"{host}/1_threads", "job_peer/healpy/rotate/2_threads"])
        with self.assertRaisesRegex(ValueError, "no figure .* of hosts end in their threads"):
            page.written(f"<!-- figure h200 {host} -->?<!-- end of figure -->", {"h200": found})
        for goal in goals.listed():
            for name in (goal["row"], *goal["over"].split(" + ")):
                if re.search("/(openmp|cpu)/|^(read|read_alone|peer|call)", name):
                    self.assertRegex(name, "/[0-9]+_threads$")

    def test_reasons_stand_by_themselves(self):
        self.assertEqual([goal["why"] for goal in goals.listed()
                          if goal["why"].startswith("as of")], [])

    def test_a_goal_says_what_its_row_leaves_out(self):
        name = "harmonic_transform/cuda/cuda/double/synthesis/healpix/lmax4095x1/whole/device"
        self.assertIn("| synthesis, HEALPix, lmax 4095 (without the plan) | 8.5 ms | 8 ms |",
                      goals.goal_table(self.measured([row(name, 8.0)])))

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
                                        name.format("ducc0", "{1}", "{2}"))[:2],
                         (0.6, "unchecked"))
        self.assertIsNone(goals.measured(found, name.format("siderum", "adjoint", "*"), ""))

    def test_processes_have_goals_and_a_busy_host_is_told(self):
        found = form.complete({"processes": [
            {"name": "pairs, 1000000 points, CSV", "device": "gpu", "threads": 16, "seconds": 0.5,
             "copy": 0.1, "goal": 0.2, "quiet": False}]})
        self.assertIn("| pairs, 1e6 points, CSV | 400 ms | **500 ms (busy): not reached** |",
                      tables.NAMED["goals"](found))

    def test_what_is_missed_stands_alone_with_its_reason(self):
        run = [row(SEARCH.format("direct", "cuda", "cuda"), 2.5),
               row("lomb_scargle/product/generalized/best/cuda/cuda/double/1x3554x1000000/device",
                   2.0)]
        found = self.measured(run)
        found["runs"][0]["context"] = {"cuda_device": "A card"}
        (only,) = goals.missed_table(found).splitlines()[2:]
        self.assertRegex(
            only, r"best period, products, generalized \| 1 ms \| 2 ms \| A card "
            r"\| the products by cuBLAS")

    @staticmethod
    def pairs(cpu, seconds, quiet_then):
        """Ours over those of TreeCorr, which takes a second, on two cores."""
        told = {} if quiet_then is None else {"quiet": quiet_then}
        return form.complete({"machine": {"cpu": cpu}, "pair_peers": [
            {"package": package, "method": method, "case": "any", "threads": 2, "seconds": taken,
             **told} for package, method, taken in (
                 ("siderum", "", seconds), ("treecorr", "Arc, bin_slop=0", 1.0))]})

    def test_the_worst_of_all_machines_counts_a_quiet_one_before_a_busy_one(self):
        machines = [self.pairs(f"2 cores of an {cpu}", seconds, quiet_then)
                    for cpu, seconds, quiet_then in (("A", 0.01, True), ("B", 0.09, False),
                                                     ("C", 0.03, True), ("D", 0.2, None))]
        goal = "| pairs over TreeCorr exact, two cores, the worst | 0.07 |"
        for count, told in ((1, "0.01 | A"), (2, "0.01 | A"), (4, "0.03 | C")):
            self.assertIn(f"{goal} {told} |", goals.other_table(*machines[:count]))
        self.assertIn(f"{goal} 0.09 (busy) | B |", goals.missed_table(machines[1]))
        self.assertIn(f"{goal} 0.2 (?) | D |", goals.missed_table(machines[1], machines[3]))
        self.assertNotIn("TreeCorr", goals.missed_table(*machines))

    def test_what_is_beside_ducc0_is_also_told_with_the_plan(self):
        plan = row("harmonic_transform/portable/openmp/double/plan/gauss_legendre/lmax1023/"
                   "spin_two/device", 250.0)
        maps = {"operator": "synthesis", "grid": "gauss-legendre", "size": 1024, "lmax": 1023,
                "spin": 2, "threads": 16, "quiet": True, "commit": "new"}
        call = {"peer": "ducc0", "case": "synthesis, spin 2, lmax 1023", "threads": 2,
                "ours": 0.25, "theirs": 1.0, "quiet": True}
        found = form.complete({
            "harmonic_peers": [{**maps, "package": "ducc0", "seconds": 1.0},
                               {**maps, "package": "siderum", "seconds": 0.5}],
            "calls": [call], "runs": [
                {"threads": threads, "quiet": True, "commit": "old", "benchmarks": [plan]}
                for threads in (2, 16)]})
        told = {told.goal["goal"]: told for told in goals.told_goals([found]) if told.figure}
        self.assertEqual(
            [told[f"transforms of spin 2 over ducc0, {how}, lmax 1023 and more, 16 cores, the "
                  "worst"].figure.value for how in ("without the plan", "with the plan")],
            [0.5, 0.75])
        self.assertEqual(
            [told[f"Python: transforms of spin 2 over ducc0, {how}lmax 1023, two cores, the worst"
                  ].figure.value for how in ("", "with the plan from C++, ")], [0.25, 0.5])
        self.assertRegex(goals.commits_told([found], missed=True),
                         r"^Ratios of times of several commits: [^;]*, with the plan, .*"
                         r"\(new, old\)[.]$")

    def test_the_worst_of_automatic_is_that_of_its_whole_table(self):
        shared = SEARCH.replace("lomb_scargle/", "lomb_scargle_shared/")
        plain = SEARCH.replace("/device", "/end_to_end_plain")
        found = self.measured([
            row(name.format(method, *place), milliseconds)
            for name, place, automatic in ((shared, ("portable", "openmp"), 3.0),
                                           (SEARCH, ("portable", "openmp"), 1.0),
                                           (plain, ("cuda", "cuda"), 1.5))
            for method, milliseconds in (("nufft", 1.0), ("direct", 2.0),
                                         ("automatic", automatic))])
        self.assertEqual(
            [(told.goal["goal"].split("methods, ")[1], told.figure.value)
             for told in goals.told_goals([found]) if told.missed],
            [("end to end, GPU, the worst", 1.5), ("16 cores, the worst", 3.0)])

    def test_a_goal_is_told_without_those_above_it(self):
        told = [goal["goal"] for goal in goals.listed()]
        self.assertEqual(len(set(told)), len(told))
        self.assertFalse([goal for goal in told if "the same" in goal])


class BothRatios(unittest.TestCase):
    """A case a row, device only beside end to end."""

    def test_what_was_not_measured_end_to_end_is_said(self):
        self.assertEqual(ratios.both_rows(results()), [
            ("lomb_scargle/standard/best/1x3554x1000000", "5", "direct 40, nufft 5",
             "not measured", "not measured"),
            ("harmonic_transform/synthesis/healpix/lmax1023x1/whole (without the plan)", "100",
             "100", "not measured", "not measured")])

    @staticmethod
    def with_end_to_end(*methods):
        """Thirty times as fast by the first method, fifteen by the second."""
        found = results()
        for run, (backend, space), time in ((1, ("portable", "openmp"), 60.0),
                                            (0, ("cuda", "cuda"), 2.0)):
            for place, method in enumerate(methods):
                name = SEARCH.format(method, backend, space).replace("/device", "/end_to_end")
                found["runs"][run]["benchmarks"].append(
                    row(name, time * (1 + place * (space == "cuda"))))
        return found

    def test_end_to_end_stands_in_the_row_of_its_case(self):
        self.assertEqual(ratios.both_rows(self.with_end_to_end("direct", "nufft"))[0][1:],
                         ("5", "direct 40, nufft 5", "30 (?)", "direct 30 (?), nufft 15 (?)"))

    def test_the_best_of_one_method_alone_is_not_known_where_there_are_several(self):
        self.assertEqual(ratios.both_rows(self.with_end_to_end("direct"))[0][3:],
                         ("not measured", "direct 30 (?)"))

    def test_single_precision_has_no_row(self):
        found = results()
        for run in found["runs"]:
            for benchmark in run["benchmarks"]:
                benchmark["name"] = benchmark["name"].replace("/double/", "/single/")
        self.assertEqual(ratios.both_rows(found), [])


class Processes(unittest.TestCase):
    """Of searches, whose method the program chooses or is told."""

    NAME = "periods, 1000 curves x 1000000, best, FITS"

    @staticmethod
    def rows(*entries):
        return ratios.process_rows(form.complete({"processes": [
            {"name": name, "device": device, "threads": 16, "seconds": seconds, "quiet": True,
             **({"method": method} if method else {})}
            for name, device, seconds, method in entries]}), tables.duration)

    def test_methods_that_differ_are_not_alike(self):
        self.assertEqual(
            self.rows((self.NAME, "cpu", 2.0, "nufft"), (self.NAME, "gpu", 0.5, "direct")),
            [(self.NAME, "2 s by nufft, 16 threads", "500 ms by direct", "4, as chosen",
              "not measured")])

    def test_methods_of_which_nobody_told_are_not_taken_for_alike(self):
        for told in ((None, None), ("nufft", None)):
            (only,) = self.rows((self.NAME, "cpu", 2.0, told[0]), (self.NAME, "gpu", 0.5, told[1]))
            self.assertEqual(only[-2:], ("4, as chosen", "not measured"))

    def test_one_that_both_chose_is_alike(self):
        (only,) = self.rows((self.NAME, "cpu", 2.0, "nufft"), (self.NAME, "gpu", 0.5, "nufft"))
        self.assertEqual(only[-2:], ("4, as chosen", "nufft 4"))

    def test_methods_that_are_set_stand_in_the_row_of_the_one_that_chooses(self):
        self.assertEqual(
            self.rows((self.NAME, "cpu", 2.0, "nufft"), (self.NAME, "gpu", 0.5, "direct"),
                      (f"{self.NAME}, by nufft", "cpu", 1.9, "nufft"),
                      (f"{self.NAME}, by nufft", "gpu", 0.95, "nufft"),
                      (f"{self.NAME}, by direct", "cpu", 9.0, "direct"),
                      (f"{self.NAME}, by direct", "gpu", 0.6, "direct")),
            [(self.NAME, "1.9 s by nufft, 16 threads", "500 ms by direct", "3.8",
              "direct 18, nufft 2")])

    def test_the_fastest_by_a_method_counts_chosen_or_set_with_its_mark(self):
        entries = [{"name": self.NAME + how, "device": device, "threads": 16, "method": "nufft",
                    "seconds": seconds, **({"quiet": False} if watched else {})}
                   for how, device, seconds, watched in (
                       ("", "cpu", 1.2, True), (", by nufft", "cpu", 1.5, False),
                       (", by nufft", "gpu", 0.6, True))]
        entries.append({**entries[0], "device": "gpu", "seconds": 0.4, "method": "direct"})
        (only,) = ratios.process_rows(form.complete({"processes": entries}), tables.duration)
        self.assertEqual(only[-1], "nufft 2 (busy)")

    def test_the_best_is_known_where_all_methods_were_set_on_both_sides(self):
        both = [(f"{self.NAME}, by {method}", device, 1.0, method)
                for method in ("direct", "nufft") for device in ("cpu", "gpu")]
        rotated = [("rotate", device, 1.0, None) for device in ("cpu", "gpu")]
        for entries, told in ((both, "1"), (both[:3], "1, as chosen"), (both[:2], "1, as chosen"),
                              (rotated, "1")):
            self.assertEqual(self.rows(*entries)[0][3], told)

    def test_a_pair_of_one_commit_stands_before_a_faster_one(self):
        entries = [{"name": self.NAME + how, "device": device, "threads": 16, "method": "nufft",
                    "seconds": seconds, "quiet": True, "commit": commit}
                   for how, device, seconds, commit in (
                       ("", "cpu", 1.0, "new"), ("", "gpu", 0.5, "old"),
                       (", by nufft", "gpu", 0.8, "new"))]
        (only,) = ratios.process_rows(form.complete({"processes": entries}), tables.duration)
        self.assertEqual(only[-1], "nufft 1.25")

    def test_a_choice_that_was_slower_is_told(self):
        entries = [(name, device, seconds, None) for name, times in (
            ("anafast", (0.6, 0.5, 0.4)), ("map2alm", (0.4, 1.0, 0.5)),
            ("rotate", (None, 1.0, 1.0)))
            for device, seconds in zip(("auto", "cpu", "gpu"), times) if seconds]
        found = form.complete({"processes": [
            {"name": name, "device": device, "threads": 16, "seconds": seconds, "quiet": True}
            for name, device, seconds, _ in entries]})
        self.assertEqual(ratios.choice_rows(found, tables.duration), [
            ("anafast", "600 ms", "500 ms", "400 ms", "1.5"),
            ("map2alm", "400 ms", "1 s", "500 ms", "0.8")])

    def test_a_set_method_is_given_to_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            bench = process_bench.Bench("siderum", folder, "gpu", 2, 1)
            for file in ("survey300.fits", "survey300.csv", "series1000000.csv",
                         "series3000.csv"):
                (pathlib.Path(folder) / file).touch()
            rows = process_bench.rows_of(bench, process_bench.SCALES["quick"])
            told = {}
            for name in rows:
                if match := ratios.SET_METHOD.fullmatch(name):
                    self.assertIn(match["process"], rows)
                    command = rows[name](name).command
                    told[name] = command[command.index("--method") + 1]
                    chosen = rows[match["process"]](match["process"]).command
                    self.assertNotIn("--method", chosen)
                    self.assertEqual([word for word in command
                                      if word not in ("--method", match["method"])], chosen)
        searches = {
            "periods, 29 points": ("direct", "nufft"),
            "periods, 300 curves x 20000, best, CSV": ("direct", "nufft"),
            "periods, 300 curves x 20000, best, FITS": ("direct", "nufft"),
            "periods, 300 curves x 100000, all powers": ("direct", "nufft"),
            "periods, one curve of 1000000 points x 1000000": ("nufft",),
            "periods of 3 harmonics, 300 curves x 2000": ("direct", "nufft"),
            "periods of 3 harmonics, one curve of 3000 points x 100000": ("direct", "nufft")}
        self.assertEqual(told, {f"{search}, by {method}": method
                                for search, methods in searches.items() for method in methods})

    def test_the_method_that_the_program_tells_is_kept(self):
        bench = process_bench.Bench("siderum", ".", "cpu", 2, 1)
        for told, method in (("The sums were formed by nufft (tolerance 1e-09).", "nufft"),
                             ("The points were folded by super-smoother.", None)):
            bench.run = lambda _, told=told: (
                1.0, f"siderum: {told}\nsiderum: 0.9 s in all: reading 0.125 s, computing 0.75 s.")
            seconds, parts = bench.best(["periods"])
            self.assertEqual((seconds, parts.get("method"), parts["computing"]),
                             (1.0, method, 0.75))


class Packages(unittest.TestCase):
    """The best and the worst ratio of each."""

    @staticmethod
    def transform(package, lmax, seconds, spin=0, threads=2):
        return {"package": package, "operator": "synthesis", "grid": "healpix", "size": 512,
                "lmax": lmax, "spin": spin, "threads": threads, "seconds": seconds,
                "version": "1", "quiet": lmax != 511}

    def rows(self, **sections):
        text = packages.ratio_table(form.complete(sections))
        return [line[2:-2].split(" | ") for line in text.splitlines()[2:]]

    def test_sizes_spins_and_threads_are_told_apart(self):
        cases = [(511, 4.0, 0, 2), (1023, 10.0, 0, 2), (2047, 5.0, 0, 2), (2047, 8.0, 2, 2),
                 (2047, 2.0, 0, 16)]
        found = self.rows(harmonic_peers=[
            self.transform(package, lmax, seconds if package == "ducc0" else 1.0, spin, threads)
            for lmax, seconds, spin, threads in cases for package in ("ducc0", "siderum")])
        self.assertEqual([line[:6] for line in found], [
            ["transforms of spin 0, lmax 1023 and more", "ducc0", "16", "1", "0.5", "0.5"],
            ["transforms of spin 0, below lmax 1023", "ducc0", "2", "1", "0.25 (busy)",
             "0.25 (busy)"],
            ["transforms of spin 0, lmax 1023 and more", "ducc0", "2", "2", "0.1", "0.2"],
            ["transforms of spin 2, lmax 1023 and more", "ducc0", "2", "1", "0.125", "0.125"]])
        self.assertEqual(found[2][6:], ["synthesis, healpix 512, lmax 2047", "-"])

    def test_the_worst_with_our_plan_may_be_another(self):
        plan = "harmonic_transform/portable/openmp/double/plan/healpix/lmax{}/device"
        (only,) = self.rows(
            harmonic_peers=[self.transform("ducc0", 1023, 10.0), self.transform("ducc0", 2047, 5.0),
                            self.transform("siderum", 1023, 1.0),
                            self.transform("siderum", 2047, 1.0)],
            runs=[{"program": "one", "threads": 2, "quiet": True, "benchmarks": [
                row(plan.format(1023), 9000.0), row(plan.format(2047), 500.0)]}])
        self.assertEqual(only[4:], ["0.1", "0.2", "synthesis, healpix 512, lmax 2047", "1"])

    def test_what_has_none_of_ours_beside_it_is_no_case(self):
        self.assertEqual(self.rows(harmonic_peers=[self.transform("ducc0", 1023, 10.0)]), [])
        self.assertEqual(self.rows(pair_peers=[
            {"package": "any", "method": "one", "missing": "cannot be used here"}]), [])

    def test_searches_are_told_apart_by_curves_and_points(self):
        def search(package, size, seconds):
            return {"package": package, "method": "any", "size": size, "model": "standard",
                    "threads": 2, "seconds": seconds, "version": "1", "quiet": True}

        found = self.rows(peers=[search(package, size, 2.0 if package == "nifty-ls" else 1.0)
                                 for size in ("1x3554x10000", "1x100000x10000", "999x157569x28608")
                                 for package in ("nifty-ls", "siderum")])
        self.assertEqual([(line[0], line[6]) for line in found], [
            ("periodograms of one curve, below 100,000 points",
             "3,554 points x 10,000, standard"),
            ("periodograms of one curve, 100,000 points and more",
             "100,000 points x 10,000, standard"),
            ("periodograms of many curves", "999 curves x 28,608, standard")])

    def test_what_runs_on_one_thread_is_called_so_though_kept_otherwise(self):
        import lomb_scargle

        called = {method for package, _, method, *_ in lomb_scargle.PEERS
                  if package in ("astropy", "scipy")}
        self.assertEqual([method for method in called if "1 thread" not in method], [])
        self.assertLessEqual(set(packages.CALLED_NOW.values()), called)
        found = form.complete({"peers": [
            {"package": package, "version": "1", "method": method, "size": "1x3554x10000",
             "model": "standard", "threads": 16, "seconds": 1.0}
            for package, method in (("astropy", "fast (FFT, its default accuracy)"),
                                    ("siderum", "nufft"))]})
        for text in (packages.search_table(found), packages.ratio_table(found)):
            self.assertIn("fast (FFT, its default accuracy, 1 thread)", text)

    def test_what_is_measured_by_another_protocol_takes_the_place_of_the_old(self):
        old = form.complete({"peers": [
            {"package": "nifty-ls", "version": "1", "method": method, "size": size,
             "model": "standard", "threads": 16, "seconds": 1.0}
            for method, size in (("fastest of 1 to 16 threads", "1x3554x10000"),
                                 ("its own threads", "1x3554x1000000"))]})
        new = form.complete({"peers": [
            {"package": package, "version": "1", "method": "its own threads",
             "size": "1x3554x10000", "model": "standard", "threads": 16, "seconds": seconds}
            for package, seconds in (("nifty-ls", 2.0), ("siderum", 1.0))]})
        merged = form.merged(old, form.compact(new))
        self.assertNotIn("fastest of", packages.search_table(merged))
        self.assertEqual(len([entry for entry in merged["peers"]
                              if entry["package"] == "nifty-ls"]), 2)
        self.assertIn("| 1 s by its own threads | 2 s | 0.5 (?) |", packages.search_table(merged))


class Figures(unittest.TestCase):
    """Figures in sentences."""

    def text(self, name, quiet):
        found = form.complete({"processes": [
            {"name": "rotate", "device": device, "threads": 16, "seconds": seconds,
             **({} if told is None else {"quiet": told})}
            for device, seconds, told in zip(("cpu", "gpu"), (3.0, 0.5), quiet)]})
        return page.written(f"<!-- figure h200 {name} -->?<!-- end of figure -->",
                            {"h200": found}).split("-->")[1].split("<!--")[0]

    def test_they_have_the_marks_of_tables(self):
        host, device = "process/rotate/cpu/16_threads", "process/rotate/gpu/16_threads"
        self.assertEqual([self.text(host, (told, True)) for told in (True, None, False)],
                         ["3 s", "3 s (?)", "3 s (busy)"])
        self.assertEqual([self.text(f"{host} over {device}", told) for told in (
            (True, True), (None, True), (True, None), (None, False))],
            ["6", "6 (?)", "6 (?)", "6 (busy)"])


class Sentences(unittest.TestCase):
    def written(self, name, **found):
        return page.written(f"- One.\n  <!-- sentence {','.join(found)} {name} -->?"
                            "<!-- end of sentence -->\n", found).split("-->")[1].split("<!--")[0]

    def test_how_often_a_host_was_quiet_and_tried(self):
        found = form.complete({"machine": {"cpu": "the host"}, "calls": [
            {"tries": tries, "quiet": told} for tries, told in ((2, False), (1, True), (3, False))]
            + [{"quiet": False}]})
        self.assertEqual(self.written("watched", one=found),
                         "Of 3 measurements on the host 1 was quiet; none was tried more than 3"
                         " times.")
        found["processes"] = [{"tries": 1, "quiet": True, "device": device}
                              for device in ("gpu", "cpu")]
        self.assertIn("Of 5 measurements on the host, 1 of them with a GPU, 3 were quiet;",
                      self.written("watched", one=form.complete(found)))
        with self.assertRaisesRegex(ValueError, "no sentence 'any'"):
            self.written("any", one=found)

    def test_what_was_not_watched_is_counted(self):
        on_device = {"threads": 16, "benchmarks": [row(SEARCH.format("nufft", "cuda", "cuda"), 1)]}
        on_host = {"threads": 16, "benchmarks": [
            row(SEARCH.format("nufft", "portable", "openmp"), 1)]}
        found = form.complete({"machine": {"name": "a host"}, "runs": [on_device, on_host],
                               "calls": [{"tries": 1, "quiet": True}, {"missing": "any"}]})
        self.assertRegex(self.written("watched", one=found), "1 time; 1 more was not watched[.]$")
        found["calls"] = [{}]
        self.assertEqual(self.written("watched", one=found),
                         "On a host 2 measurements were not watched.")
        self.assertEqual(self.written("watched", one=form.complete({"runs": [on_device]})),
                         "Nothing was watched.")

    PROCESSES = form.complete({"machine": {"cpu": "the host"}, "processes": [
        {"name": name, "device": device, "threads": 16, "seconds": seconds, "waking": waking,
         "quiet": True, "commit": device}
        for name, times in (("a", ((0.5, 0.1), (0.4, 0.0), (0.5, 0.1))),
                            ("b, 1000 curves", ((0.9, 0.0), (0.8, 0.0), (0.4, 0.1))),
                            ("c", ((0.2, 0.0), (0.1, 0.0), (2.0, 0.1))))
        for device, (seconds, waking) in zip(("auto", "cpu", "gpu"), times)]})

    def test_what_the_gpu_makes_slower_is_told(self):
        self.assertEqual(self.written("gpu_slower", one=self.PROCESSES),
                         "Of 3 whole processes 2 take longer with `--device gpu` than on the host"
                         " (how many times as long): c: 20; a: 1.25.")
        self.assertEqual(self.written("gpu_slower", one=form.complete(
            {**self.PROCESSES, "processes": self.PROCESSES["processes"][3:6]})),
            "Of 1 whole process none takes longer with `--device gpu` than on the host.")

    def test_for_what_auto_took_the_slower_device_is_told(self):
        self.assertEqual(self.written("auto_slower", one=self.PROCESSES),
                         "Of 3 processes that were measured with it 2 got a device that takes"
                         " over 5 % longer (how many times as long it takes there as on the faster,"
                         " where either is asked for by name): a: 1.25; b, 1,000 curves: 2.")
        # What one run of auto met with is no fault of the choice; and times that are nearly alike.
        alike = [{**entry, "seconds": {"auto": 9.0, "cpu": 0.49, "gpu": 0.5}[entry["device"]]}
                 for entry in self.PROCESSES["processes"][:3]]
        self.assertEqual(self.written("auto_slower", one=form.complete({"processes": alike})),
                         "Of 1 process that was measured with it none got a device that takes"
                         " over 5 % longer.")
        silent = [{**entry, "waking": 0.0} for entry in self.PROCESSES["processes"]]
        for entry in silent:
            del entry["waking"]
        self.assertEqual(self.written("auto_slower", one=form.complete({"processes": silent})),
                         "Of 0 processes that were measured with it none got a device that takes"
                         " over 5 % longer.")

    def test_commits_stand_beneath_tables_of_ratios(self):
        self.assertEqual(tables.told_beneath("automatic_devices", "", self.PROCESSES),
                         "Times of `--device auto` are of commit auto (3). Times of `--device cpu`"
                         " are of commit cpu (3). Times of `--device gpu` are of commit gpu (3).")
        found = results()
        found["runs"][0]["commit"] = "one"
        self.assertEqual(tables.told_beneath("backend_ratios", "", found),
                         "Times of the portable form and of what is written by hand are each of"
                         " commit one (1).")
        for name in ("automatic_worst", "automatic_ratios", "precision_ratios", "staging_ratios"):
            self.assertIn(name, tables.TOLD_ROWS)

    def test_what_is_slower_than_before(self):
        before, now = (form.complete({"processes": [
            {"name": name, "device": "gpu", "threads": 16, "seconds": seconds}
            for name, seconds in zip(("a, 1000 curves", "b", "c"), times)]})
            for times in ((1.0, 1.0, 1.0), (2.0, 0.5)))
        self.assertEqual(self.written("slower_now", old=before, new=now),
                         "Slower now (how many times as long): a, 1,000 curves, GPU: 2 (?).")
        self.assertEqual(self.written("slower_now", old=now, new=now), "None is slower now.")


class Stages(unittest.TestCase):
    def test_stages_stand_beside_the_whole_and_what_is_missing_is_said(self):
        name = "harmonic_transform/portable/openmp/double/{}/healpix/lmax1023x1/{}/device"
        found = form.complete({"runs": [
            {"threads": 16, "quiet": True, "benchmarks": [
                row(name.format("synthesis", "whole"), 5.0, gflops=500.0, peak_share=0.4),
                row(name.format("synthesis", "legendre"), 3.0, gflops=900.0, peak_share=0.75),
                row(name.format("synthesis", "rings"), 2.0, bandwidth_share=0.5),
                row(name.format("adjoint", "whole"), 6.0, gflops=400.0, peak_share=0.3)]},
            {"threads": 1, "benchmarks": [row(name.format("adjoint", "legendre"), 99.0)]}]})
        self.assertEqual(stages.stage_table(found).splitlines()[2:], [
            "| harmonic_transform/synthesis/healpix/lmax1023x1 | 16 | 5 ms | 500 | 40 % "
            "| 3 ms | 900 | 75 % | - | 2 ms | 50 % |",
            "| harmonic_transform/adjoint/healpix/lmax1023x1 | 16 | 6 ms | 400 | 30 % "
            "| not measured | - | - | - | not measured | - |"])
        found["runs"][0]["benchmarks"] = [
            row(name.replace("x1/", "x2/spin_two/").format("synthesis", stage), 9.0, peak_share=0.5)
            for stage in ("whole", "legendre")]
        self.assertIn("| Synthesis, HEALPix, lmax 1023, spin 2 | 16 | 9 ms | 50 % | 9 ms | 50 % |",
                      page.written("<!-- table h200 stages -->\n<!-- end of table -->\n",
                                   {"h200": found}))
        block = "<!-- table h200 stages -->\n{}<!-- end of table -->\n"
        self.assertEqual(page.written(block.format(""), {"h200": form.complete({})}),
                         block.format("\nNot measured.\n\n"))


class Pages(unittest.TestCase):
    def test_the_short_page_is_short_and_its_tables_are_written(self):
        self.assertLessEqual(
            len((ROOT / "docs/benchmarks.md").read_text().splitlines()), 300)
        marked = [str(path.relative_to(ROOT))
                  for path in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md"))
                  if any(pattern.search(path.read_text())
                         for pattern in (page.BLOCK, page.FIGURE, page.SENTENCE))]
        self.assertEqual(sorted(marked), sorted(page.PAGES))


if __name__ == "__main__":
    unittest.main()
