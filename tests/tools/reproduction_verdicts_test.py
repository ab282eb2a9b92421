# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Looks at the tables of docs/reproduction.md and at its verdicts on the papers' claims.

    python3 reproduction_verdicts_test.py
"""

import dataclasses
import importlib.util
import pathlib
import re
import sys
import tempfile
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))

import reproduce  # noqa: E402
from reproduction import catalogues, gowanlock2021, gowanlock2022  # noqa: E402
from reproduction import gowanlock2022_times, items, one_thread, places, report  # noqa: E402
from reproduction.items import Published, Row  # noqa: E402

NAMED = {item.name: item for item in reproduce.ITEMS}


class Tables(unittest.TestCase):

    def test_a_value_in_fp64_stands_beside_rows_in_fp64(self):
        found = {"all": [Row("a", 1.0, "s", "FP64"), Row("a", 2.0, "s", "FP32")]}
        paper = [Published("i", "T1", "a", 8.0, "s", "GPU 1", form="FP64"),
                 Published("i", "T1", "b", 9.0, "s", "GPU 2", form="FP32")]
        lines = report.lines_of(found, paper)
        self.assertEqual([(case, form, len(beside)) for case, form, _, beside, _ in lines],
                         [("a", "FP64", 1), ("a", "FP32", 0), ("b", "FP32", 1)])

    def test_the_paper_over_ours(self):
        item = NAMED["gowanlock2021-table3"]
        found = {"all": [Row("a", 2.0, "s")], "gpu": [Row("a", 0.5, "s")]}
        text = report.table(item, found, [Published("i", "T", "a", 8.0, "s", "GPU 1")])
        self.assertIn("paper / all threads | paper / GPU", text)
        self.assertIn("| 4 | 4 | 16 |", text)

    def test_what_one_place_alone_has_follows_what_it_follows_there(self):
        found = {place: [Row(case, 1.0, "s") for case in cases]
                 for place, cases in (("one", "ade"), ("gpu", "abcdf"), ("all", "xe"))}
        self.assertEqual("".join(case for case, *_ in report.lines_of(found, [])), "abcdfex")

    def test_an_energy_has_what_it_is_uncertain_to(self):
        for value, off, text in ((38.5, 1.127, "38.5 ± 1.1 J"),
                                 (0.8122, 2138.0, "0.8122 ± 2,100 J")):
            row = Row("a, energy", value, "J", low=value - off, high=value + off)
            self.assertEqual(report.cell(row, "gpu", {}), text)
            row.sample = "1 of 2"
            self.assertEqual(report.cell(row, "gpu", {}), f"{text} (scaled)")
        # Those of earlier versions, and times.
        self.assertEqual(report.cell(Row("a, energy", 2.0, "J", note="NVML"), "gpu", {}), "2 J")
        self.assertIsNone(report.uncertainty(Row("a", 2.0, "s", low=1.0, high=3.0)))

    def test_what_is_not_there_is_said(self):
        item = NAMED["gowanlock2021-joules"]
        text = report.table(item, {"all": [Row("a", None, "J")]}, [])
        self.assertIn("| a | - | not measured | not measured | not measured |", text)
        zero = Row("a", 0.0, "s")
        self.assertEqual(report.ratio(zero, zero), "-")

    def test_parts_are_marked(self):
        self.assertIn("(scaled)", report.cell(Row("a", 1.0, "s", sample="1 of 2"), "all", {}))
        self.assertIn("(sample)", report.cell(Row("a", 1.0, "%", sample="1 of 2"), "all", {}))
        self.assertNotIn("(", report.cell(Row("a", 1.0, "%", note="from 1 to 2"), "all", {}))

    def test_ratios_of_parts_are_marked(self):
        item = NAMED["gowanlock2022-table6"]
        paper = [Published("i", "T", "a", value, "s", "h") for value in (8.0, 80.0)]
        for parts, marked in (((), ()), (("one",), (0,)), (("all",), (0, 1, 2)),
                              (("gpu",), (1, 3)), (("one", "gpu"), (0, 1, 3))):
            found = {place: [Row("a", seconds, "s", sample="1 of 2" if place in parts else "")]
                     for place, seconds in (("one", 8.0), ("all", 4.0), ("gpu", 2.0))}
            told = report.table(item, found, paper).splitlines()[-1].split(" | ")[-4:]
            self.assertEqual(told[-1][-2:], " |")
            self.assertEqual([ratio.removesuffix(" |") for ratio in told], [
                ratio + (" (sample)" if number in marked else "")
                for number, ratio in enumerate(("2", "2", "2; 20", "4; 40"))])
        # Where there is no ratio nothing is marked.
        self.assertEqual(report.ratio(Row("a", None, "s", sample="1 of 2"), found["one"][0]), "-")
        self.assertEqual(report.over_ours(paper, Row("a", None, "s", sample="1 of 2")), "-")

    def test_what_is_derived_from_published_values_says_so(self):
        of_paper = items.published()
        derived = {name for name, rows in of_paper.items() if any(row.derived for row in rows)}
        self.assertEqual(derived, {"gowanlock2021-gains", "gowanlock2022-single-pass",
                                   "roeh2009-sets"})
        rows = of_paper["gowanlock2022-single-pass"]
        self.assertEqual(report.published_text(rows[:1]), "2.69 (GP100, derived)")
        self.assertEqual(report.published_text(of_paper["roeh2009-precision"]),
                         "4 arcmin (GTX 280)")
        rows = {"gpu": [Row(row.case, 1.5, "x", row.form) for row in rows]}
        self.assertIn("TESS 1.5 times (published times give 4.71)", NAMED[
            "gowanlock2022-single-pass"].verdict(rows, of_paper["gowanlock2022-single-pass"]))


class BeneathTables(unittest.TestCase):

    def rows(self, sizes):
        return [Row(f"{size} points, {form}", size * 1.0, "s", form, size + shift)
                for form, shift in (("FP64", 0.0), ("FP32", 1e-9)) for size in sizes]

    def test_a_long_table_has_the_same_sizes_at_all_places(self):
        found = {"all": self.rows(range(1, 17)), "gpu": self.rows(range(1, 21)),
                 "one": self.rows(range(1, 6))}
        kept, step = report.shortened(found, [Published("i", "T", "3 points, FP64", 1.0, "s", "")])
        self.assertEqual(step, 2)
        self.assertEqual([row.x for row in kept["one"] if row.form == "FP64"], [2, 3, 4])
        for place, rows in kept.items():
            self.assertEqual({row.case for row in rows}, {row.case for row in found[place]}
                             & {row.case for row in kept["gpu"]})
        item = NAMED["gowanlock2021-fig9"]
        text = "\n".join(report.tabled(dataclasses.replace(item, tabled=None), found, [], {}, 16))
        self.assertIn("Every second case; all are in [the CSV file]"
                      "(reproduction/gowanlock2021-fig9.csv).", text)
        # It has a table of its own: numbers that are powers of ten.
        self.assertIn("All cases are in", "\n".join(report.tabled(item, found, [], {}, 16)))
        self.assertEqual([row.x for row in item.tabled(found)["gpu"] if row.form == "FP64"],
                         [1, 10])

    def test_a_short_table_and_one_of_few_sizes(self):
        found = {"all": self.rows(range(1, 7))}
        self.assertEqual(report.shortened(found, []), (found, 1))
        found = {"gpu": [Row(str(number), 1.0, "x", "", 16) for number in range(30)]}
        self.assertEqual([row.case for row in report.shortened(found, [])[0]["gpu"]],
                         [str(number) for number in range(0, 30, 2)])

    def test_one_thread_that_takes_too_long_is_named(self):
        item, ratios = NAMED["gowanlock2021-table3"], NAMED["gowanlock2021-table5"]
        for seconds, wanted in ((17.0, False), (18.0, True)):
            found = {"one": [Row("a", seconds, "s")], "all": [Row("a", 1.0, "s")]}
            self.assertEqual(one_thread.slowed(item, 16, found), wanted)
            self.assertEqual(one_thread.slowed(NAMED["roeh2009-speedup"], 16, {}, found), wanted)
            self.assertFalse(one_thread.slowed(item, None, found))
            self.assertFalse(one_thread.slowed(ratios, 16, {}, found))  # of all threads alone
        self.assertIn("more than 17.6 times as long as those of 16 threads, which is more than 16"
                      " threads can gain.",
                      "\n".join(report.tabled(item, found, [], {}, 16)))

    def test_items_are_named_of_which_a_gpu_did_a_part(self):
        def told(elsewhere=(), **samples):
            results = {name.replace("_", "-"): {"gpu": [Row("a", 1.0, "s", sample=sample)],
                                                "one": [Row("a", 1.0, "s", sample="1 of 2 sets")]}
                       for name, sample in samples.items()}
            return report.on_parts(reproduce.ITEMS, results, dict.fromkeys(elsewhere, "h"))
        whole = {"gowanlock2022_fig7": "100,000 frequencies, divided by 2", "roeh2009_times": ""}
        self.assertEqual(told(**whole), "")
        words = " A GPU has no limit, but some of its times are of a part in "
        self.assertEqual(told(gowanlock2022_table6="9 of 37,965 objects", **whole),
                         f"{words}gowanlock2022-table6.")
        both = {"gowanlock2022_table6": "9 of 37,965 objects", "roeh2009_sets": "10 of 100 sets"}
        self.assertEqual(told(**both), f"{words}gowanlock2022-table6 and roeh2009-sets.")
        self.assertEqual(told(["roeh2009-sets"], **both), f"{words}gowanlock2022-table6.")
        # What is derived says it there, and what is no time is no time.
        self.assertEqual(told(gowanlock2022_single_pass="9 of 37,965 objects"), "")
        text = report.page([], {}, {}, [], {"host": "h"}, {}, set(), {})
        self.assertIn("beneath the table. Ratios of such times", " ".join(text.split()))
        self.assertIn("has at least. What cannot be cut", " ".join(text.split()))
        self.assertNotIn("## Claims", text)

    def test_parts_that_no_limit_decides_are_told(self):
        text = " ".join(report.page([], {}, {}, [], {"host": "h"}, {}, set(), {}).split())
        for words in ("of a catalogue that takes it longer a host searches 1,000 objects",
                      "of the published plain forms 1e5 frequencies of one object and 1e4 of a"
                      " batch"):
            self.assertIn(words, text)
        run = Fake("/tmp", "cpu")
        self.assertEqual(gowanlock2022_times.objects_kept(run, "LINEAR", 94_252, "single"), 1000)
        gowanlock2021.published_forms(run)
        self.assertTrue(run.asked[-1].endswith("10{4,5}/"), run.asked)
        gowanlock2021.published_forms(run, "batch")
        self.assertTrue(run.asked[-1].endswith("10{2,4}/"), run.asked)

    def test_items_are_named_of_which_a_gpu_searched_fewer_objects(self):
        results = {name: {"gpu": [Row("a", 1.0, unit, sample=sample)]} for name, unit, sample in (
            ("gowanlock2022-fig4", "%", "20,000 of 94,252 stars"),
            ("gowanlock2022-periods", "%", "1,000 of 94,252 objects"),
            ("gowanlock2022-table6", "s", "1,000 of 94,252 objects"),
            ("gowanlock2021-fig6", "%", "1,000 of 1,000,000 frequencies"))}
        words = " A GPU, too, searches a part in gowanlock2022-fig4 and gowanlock2022-periods."
        self.assertEqual(report.shares_on_parts(reproduce.ITEMS, results, {}), words)
        self.assertEqual(report.shares_on_parts(reproduce.ITEMS, {}, {}), "")

    def test_hosts_have_a_workload_of_their_own(self):
        item = NAMED["hupca2010-fig4"]
        for place, told in (("gpu", False), ("all", True)):
            text = report.section(item, {place: [Row("synthesis: a", 1.0, "x", "lmax 2047")]}, [],
                                  False, None, {}, 2).partition("What differs")[0]
            self.assertEqual("held in registers" in text, told)
            self.assertEqual("Hosts have lmax 2047 alone" in text, told)
        self.assertIn("3071 and 5119 are not measured", item.differs)

    def test_a_whole_that_takes_less_than_its_part_is_told(self):
        item = NAMED["hupca2010-fig8"]
        source = {place: [Row(f"lmax {lmax}, synthesis, {part}", seconds, "s", "synthesis", lmax)
                          for lmax, part, seconds in (
                              (10, "Legendre stage", 2.0), (10, "whole", whole),
                              (20, "Legendre stage", 5.0), (20, "whole", 4.0 + whole))]
                  for place, whole in (("one", 0.5), ("all", 1.5), ("gpu", 3.0))}
        found = item.derive(source)
        text = "\n".join(report.tabled(item, found, [], source, None))
        self.assertIn("In 3 cases (1 thread: 2, all threads: 1) the whole took less time than its"
                      " Legendre stage in hupca2010-fig5", text)
        del source["one"], source["all"]
        self.assertNotIn("the whole took", "\n".join(report.tabled(item, found, [], source, None)))

    def test_fp32_that_is_slower_on_hosts_is_told(self):
        item = NAMED["roeh2009-times"]
        found = {place: [Row(f"{points} points, {form}", seconds, "s", "siderum", points)
                         for form, times in (("FP64", (1.0, 2.0)), ("FP32", single))
                         for points, seconds in zip((10, 20), times)]
                 for place, single in (("one", (0.9, 2.1)), ("all", (0.9, 1.9)),
                                       ("gpu", (3.0, 3.0)))}
        self.assertEqual(item.remark(found, {}), "siderum's FP32 takes longer than its FP64 at 1 of"
                         " 2 sizes by one thread.")
        self.assertEqual(item.remark({"all": found["all"]}, {}), "")
        self.assertIn("gains it nothing on hosts", item.differs)

    def test_why_an_item_is_not_measured(self):
        item = NAMED["gowanlock2022-fig9-ratios"]
        some = [Row("a", 1.0, "s")]
        for source, why in (({}, "all threads of a host and a GPU"), ({"all": some}, "a GPU, of"),
                            ({"gpu": some, "one": some}, "all threads of a host, of")):
            self.assertTrue(report.why_not(item, source).startswith(f"it takes {why}"))
        self.assertEqual(report.why_not(NAMED["gowanlock2021-fig8"], {}), "it takes a GPU")
        self.assertEqual(report.why_not(NAMED["roeh2009-gpus"], {}), "it takes several GPUs")


class Verdicts(unittest.TestCase):

    def stages(self, sorting):
        rows = [Row(f"Stripe 82, {method}, {stage}", value, "%")
                for method, values in (("multi-pass", (90.0, 5.0)),
                                       ("single pass", (40.0, sorting)))
                for stage, value in zip(("smoother", "sorting"), values)]
        item = NAMED["gowanlock2022-table4"]
        return item.verdict({"gpu": rows}, items.published()[item.name])

    def test_stages_hold_in_kind_only_in_the_same_order(self):
        for sorting, judged in ((5.0, "does not hold here"), (50.0, "holds in kind alone")):
            told = self.stages(sorting)
            self.assertIn("objects: holds in kind alone of the multi-pass: ", told)
            self.assertIn(f"; {judged} of the single pass: smoother 40.0 % (published", told)

    def test_shares_that_chance_may_make_decide_nothing(self):
        item = NAMED["gowanlock2022-fig4"]

        def told(*shares):
            return item.verdict({"gpu": [
                Row(method, share, "%", note="9 of 320 stars; 20 seeds") for method, share in
                zip(("multi-pass", "single pass", "Lomb-Scargle"), shares)]}, []).removeprefix(
                    "by simulated objects: ")
        self.assertTrue(told(2.0, 1.5, 2.2).startswith("not decided here: multi-pass 2.0 %"))
        self.assertTrue(told(1.0, 1.0, 9.0).startswith("holds: "))
        self.assertTrue(told(1.0, 9.0, 9.0).startswith("holds in kind alone: "))
        self.assertTrue(told(9.0, 9.0, 1.0).startswith("does not hold here: "))

    def test_aliases_are_judged_by_variable_stars(self):
        item = NAMED["gowanlock2022-fig4"]
        rows = [Row(method, share, "%", form, note=f"9 of {stars} stars; 20 seeds")
                for form, stars, shares in (("all stars", "20,000", (9.0, 9.0, 1.0)),
                                            ("variable stars", "2,000", (1.0, 1.5, 9.0)))
                for method, share in zip(gowanlock2022.METHODS, shares)]
        self.assertEqual(item.verdict({"gpu": rows}, []), "by simulated objects: holds: multi-pass"
                         " 1.0 %, single pass 1.5 %, Lomb-Scargle 9.0 % of 2,000 variable stars")
        rows.append(Row(gowanlock2022.MADE_WITH, 2.0, "%", "variable stars", note="4 of 200 stars"))
        self.assertTrue(item.verdict({"gpu": rows}, []).endswith(
            ", 2.0 % of the frequencies that stars were made with"))
        for row in rows:
            row.value = 2.0
        self.assertTrue(item.verdict({"gpu": rows}, []).startswith(
            "by simulated objects: not decided here: multi-pass 2.0 %, single pass 2.0 %,"
            " Lomb-Scargle 2.0 % of 2,000 variable stars are the same but for chance, 2.0 % of the"
            " frequencies that"))

    def test_a_step_is_that_of_times_that_tell(self):
        verdict = NAMED["gowanlock2022-fig7"].verdict

        def rows(before, after):
            return [Row("50 points", before, "s", "multi-pass"),
                    Row("75 points", after, "s", "multi-pass")]
        short, long = rows(0.016, 0.019), rows(0.3, 0.9)
        # The claim is of a GPU's kernels: a host says nothing of it.
        self.assertTrue(verdict({"gpu": short, "one": long}, []).startswith("not decided here"))
        self.assertTrue(verdict({"gpu": long}, []).startswith("holds: on a GPU"))
        for row, seconds in zip(short, (0.00025, 0.00035)):
            row.value, row.sample = seconds, "200,000,000 frequencies, divided by 2,000"
        self.assertTrue(verdict({"gpu": short}, []).startswith(
            "does not hold here: on a GPU 75 points take 1.4 times (sample) as long"))
        short[0].sample = "200,000,000 frequencies, divided by 200"
        self.assertTrue(verdict({"gpu": short}, []).startswith("not decided here"))

    def test_both_directions_hold_a_transform_back(self):
        rows = [Row(f"lmax {lmax}, {kind}", share, "%", kind, lmax) for lmax, kind, share in (
            (1023, "analysis", 47.0), (1023, "synthesis", 41.0), (2047, "analysis", 60.0),
            (4095, "analysis", 70.0), (4095, "synthesis", 30.0))]
        told = NAMED["hupca2010-stages"].verdict({"gpu": rows}, [])
        self.assertTrue(told.startswith("does not hold here but for small maps: "), told)
        self.assertIn("70 % of analysis and 30 % of synthesis at lmax 4095", told)
        self.assertIn("47 % of analysis and 41 % of synthesis at lmax 1023", told)

    def pairs(self):
        found = {}
        for place, seconds in (("one", 10.0), ("gpu", 0.01)):
            found[place] = [
                Row(f"{points:,} points, {form}", seconds * (points / 1e4) ** 2, "s", name, points,
                    sample)
                for form in ("FP64", "FP32") for name in ("brute force", "siderum")
                for points, sample in ((10_000, ""), (20_000, "10,000 points, by their pairs"))]
        return found

    def test_speed_ups_are_of_what_was_measured(self):
        item = NAMED["roeh2009-speedup"]
        ratios = item.derive(self.pairs())
        self.assertEqual({row.note for row in ratios["gpu"] if row.draw},
                         {"10,000 points, FP32", "10,000 points, FP64"})
        self.assertEqual({round(row.value) for row in ratios["gpu"]}, {1000})
        found = self.pairs()
        found["gpu"][0].sample = "a part"
        self.assertEqual([row.sample for row in item.derive(found)["gpu"] if row.draw],
                         ["a part", "", "", ""])
        told = item.verdict(ratios, items.published()[item.name])
        self.assertTrue(told.startswith("holds: by brute force 1,000 times in FP32"), told)
        self.assertEqual(item.verdict({"one": ratios["one"]}, items.published()[item.name]),
                         "not measured: it takes a GPU")

    def test_four_cores_stand_beside_four(self):
        found = {place: [Row("lmax 4095, synthesis, whole", seconds, "s", "synthesis", 4095)]
                 for place, seconds in (("one", 16.0), ("all", 1.0), ("gpu", 0.5))}
        item = NAMED["hupca2010-fig8-ratios"]
        self.assertIn("four cores", item.verdict(item.derive(found), []))
        found["all"].append(Row("lmax 4095, synthesis, whole on four cores", 4.0, "s", "synthesis",
                                4095))
        ratios = item.derive(found)
        self.assertEqual({row.case: row.value for row in ratios["gpu"]},
                         {"GPU over one core": 32.0, "GPU over four cores": 8.0,
                          "GPU over all cores": 2.0})
        paper = items.published()[item.name]
        self.assertTrue(item.verdict(ratios, paper).startswith("holds: 32 times one core"))
        # Its cases are those of four cores in no other table.
        self.assertEqual(len(NAMED["hupca2010-fig8"].derive(found)["all"]), 1)
        # They are told at the size that four cores have, and at larger ones beside it.
        for place, seconds in (("one", 90.0), ("all", 9.0), ("gpu", 3.0)):
            found[place].append(Row("lmax 9215, synthesis, whole", seconds, "s", "synthesis", 9215))
        ratios = item.derive(found)
        self.assertEqual(item.verdict(ratios, paper), "holds: 32 times one core (published 18) and"
                         " 8 times four cores (published 5.5), at lmax 4095, synthesis")
        self.assertEqual([(row.form[5:9], row.value) for row in ratios["gpu"] if "one" in row.case],
                         [("4095", 32.0), ("9215", 30.0)])
        self.assertIn("| GPU over four cores | lmax 4095, synthesis |",
                      report.table(item, ratios, items.published()[item.name]))

    def test_a_gpu_is_judged_by_the_published_forms_on_both(self):
        item = NAMED["gowanlock2021-table5"]
        times = {place: [Row(f"{kind}, 1e6", seconds, "s", form) for kind in ("single", "batch")
                         for form in ("FP64", "FP32")]
                 for place, seconds in (("all", 50.0), ("gpu", 1.0))}
        kernels = {"all": [Row("1e6, FP64", 2e5, "ms", "published form, plain",
                               sample="from 100,000 frequencies")],
                   "gpu": [Row("1e6, FP64", 1e3, "ms", "siderum, direct"),
                           Row("1e6, FP64", 4e2, "ms", "published form, staged")]}
        rows = item.derive(times, kernels)["gpu"]
        self.assertEqual([(row.case, row.form, row.value) for row in rows][:3],
                         [("single, FP64", "published forms on both", 500.0),
                          ("single, FP64", "plain loop on the host", 200.0),
                          ("single, FP64", "siderum on both", 50.0)])
        self.assertEqual(rows[0].sample, "from 100,000 frequencies")
        told = item.verdict({"gpu": rows}, items.published()[item.name])
        self.assertTrue(told.startswith("holds by the published forms on both: single, FP64 500"
                                        " times (sample); "), told)
        self.assertIn("single, FP64 50 times", told)

    def batches(self):
        return {place: [Row("batch, 1e6", seconds, "s", form, sample=sample)
                        for form, seconds, sample in forms] for place, forms in (
            ("all", [("FP64", 2.0, ""), ("FP64, published form, plain", 400.0, "a part")]),
            ("gpu", [("FP64", 0.05, ""), ("FP64, published form, plain", 4.4, ""),
                     ("FP64, published form, staged", 4.0, "")]))}

    def test_a_batch_has_the_published_forms_beside_it(self):
        item = NAMED["gowanlock2021-table5"]
        rows = item.derive(self.batches(), {})["gpu"]
        self.assertEqual([(row.case, row.form, round(row.value), row.sample) for row in rows],
                         [("batch, FP64", "published forms on both", 100, "a part"),
                          ("batch, FP64", "plain loop on the host", 8000, "a part"),
                          ("batch, FP64", "siderum on both", 40, "")])
        told = item.verdict({"gpu": rows}, items.published()[item.name])
        self.assertTrue(told.startswith("holds in kind alone by the published forms on both: batch,"
                                        " FP64 100 times (sample); "), told)
        # A GPU that is slower than the host gains nothing, in kind either.
        published = [row for row in rows if row.form == "published forms on both"]
        published[0].value = 0.914
        told = item.verdict({"gpu": published}, items.published()[item.name])
        self.assertEqual(told, "does not hold here by the published forms on both: batch, FP64"
                         " 0.914 times (sample)")

    def test_what_staging_gains_of_a_batch(self):
        item = NAMED["gowanlock2021-gains"]
        gains = item.derive({"gpu": [], "all": []}, self.batches())
        self.assertEqual({row.case: round(row.value, 2) for row in gains["gpu"]}, {
            "staging, batch, 1e6, FP64": 1.1,
            "siderum's own: direct sums, over the plain form, batch, FP64": 88.0})
        self.assertIn("staging, batch, 1e6, FP64", str(items.published()[item.name]))
        self.assertEqual(len(gains["all"]), 1)  # hosts stage nothing


class Fake(places.Run):
    """Of which nothing is executed: each time is 1 s, and each file the words it is made by."""

    def __init__(self, folder, device="gpu", scale="paper", threads=2):
        super().__init__(places.Place("gpu" if device == "gpu" else "all", device, threads), scale,
                         pathlib.Path("nowhere"), pathlib.Path(folder), None)
        self.asked, self.benchmarks = [], {}

    def timed(self, count, words_of, unit="frequencies", limit=None):
        self.asked.append(" ".join(map(str, words_of(count))))
        return places.Timing(1.0)

    def made(self, name, *words):
        return pathlib.Path(name), pathlib.Path(name).with_suffix(".truth.csv")

    def bench(self, name, expression, cases="all", seconds=None):
        self.asked.append(expression)
        return [(case, {"real_time": time, "time_unit": "s", "error": 0.0})
                for case, time in self.benchmarks.items() if re.search(expression, case)]


class Measured(unittest.TestCase):
    """What is asked for, and what is made of the answers."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def test_a_gpu_searches_whole_catalogues(self):
        for name, objects in (("table6", ("tess-asteroids-37965-1.csv", "linear-94252-1.csv")),
                              ("fig10", ("tess-asteroids-37965-1.csv",)),
                              ("fig11", ("tess-asteroids-3150-1-points-50.csv",))):
            run = Fake(self.folder.name)
            rows = NAMED[f"gowanlock2022-{name}"].measure(run)
            of_paper = [row for row in rows if not ("LINEAR" in row.case and row.form == "FP64")]
            self.assertEqual({(row.value, row.sample) for row in of_paper}, {(1.0, "")}, name)
            self.assertEqual({row.sample for row in rows if row not in of_paper},
                             {"11,781 of 94,252 objects"} if name == "table6" else set())
            for file in objects:
                self.assertTrue(any(file in words for words in run.asked), (name, file))
        rows = NAMED["gowanlock2022-fig10"].measure(Fake(self.folder.name, "cpu"))
        self.assertEqual({(row.value, row.sample) for row in rows},
                         {(37.965, "1,000 of 37,965 objects")})
        self.assertEqual(list(gowanlock2022.CATALOGUES)[-1], "LINEAR")  # takes longest

    def test_few_points_are_timed_by_more_frequencies(self):
        file = pathlib.Path(self.folder.name) / "curve.csv"
        file.write_text("".join(f"1,{number}.0,1.0,0.1\n" for number in range(3555)))
        item = NAMED["gowanlock2022-fig7"]
        with mock.patch.object(catalogues, "asteroid", lambda run: (file, True, None)):
            rows = item.measure(Fake(self.folder.name))
            of_host = item.measure(Fake(self.folder.name, "cpu"))
            run = Fake(self.folder.name)
            self.assertEqual(len(catalogues.lines_of(catalogues.timed_asteroid(run))), 3554)
            NAMED["gowanlock2022-fig8"].measure(run)
        at = {(row.case, row.form): row for row in rows}
        self.assertEqual(at["50 points", "multi-pass"].value, 1 / 2000)
        self.assertEqual(at["50 points", "multi-pass"].sample,
                         "200,000,000 frequencies, divided by 2,000")
        self.assertEqual(gowanlock2022_times.seconds_measured(at["75 points", "multi-pass"]), 1.0)
        self.assertEqual({(row.value, row.sample) for row in of_host}, {(1.0, "")})
        self.assertIn("curve.3554points.3554points.csv", run.asked[-1])
        # The time of all threads stands there alone.
        self.assertIn("3,554 points, multi-pass",
                      {row.case for row in items.published()["gowanlock2022-fig8"]})

    def test_the_published_forms_of_a_batch(self):
        run = Fake(self.folder.name, "cpu")
        run.benchmarks = {f"published_forms/periodogram/plain/openmp/double/{size}/": seconds
                          for size, seconds in (("1x3554x10000", 1.0), ("999x165221x100", 0.5),
                                                ("999x165221x1000", 6.0))}
        found = gowanlock2021.published_forms(run, "batch")["plain", "double"][0]
        self.assertEqual(found[10_000], (60.0, "from 1,000 frequencies"))
        found = gowanlock2021.published_forms(run)["plain", "double"][0]
        self.assertEqual(found[10_000], (1.0, ""))
        rows = {(row.case, row.form): row.value for row in gowanlock2021.measure_both(run)}
        self.assertEqual(rows["batch, 1e6", "published form, plain"], 6000.0)
        rows = {(row.case, row.form): row.value for row in gowanlock2021.measure_precisions(run)}
        self.assertEqual(rows, {("batch, 1e6", "FP64, published form, plain"): 6000.0})
        of_gpu = Fake(self.folder.name)
        gowanlock2021.published_forms(of_gpu, "batch")
        self.assertTrue(of_gpu.asked[-1].endswith("/999x165221x10{4,6}/"))
        self.assertFalse(any("form of a batch" in what for what, _ in items.left_out()))

    def test_a_ratio_of_what_a_host_had_time_for(self):
        run = Fake(self.folder.name, "cpu", threads=1)
        run.benchmarks = {f"lomb_scargle/direct/{model}/best/portable/openmp/double/{size}/device":
                          seconds for model, size, seconds in (
                              ("standard", "999x165221x100000", 2.0),
                              ("generalized", "999x165221x100000", 3.0),
                              ("standard", "1x3554x1000000", 1.0))}
        self.assertEqual([(row.case, row.value, row.sample) for row in
                          gowanlock2021.measure_generalized(run)],
                         [("batch", 1.5, "from 100,000 frequencies")])

    def test_a_gpu_compares_the_periods_of_all_objects(self):
        asked = {}

        def answers(run, what, catalogue, wanted, words, step, limit):
            asked.setdefault(what.split()[1], []).append(wanted)
            return {f"1-{number}": (1.0, 1.0) for number in range(wanted)}, wanted
        with mock.patch.object(gowanlock2022, "answers", answers):
            rows = gowanlock2022.measure_periods(Fake(self.folder.name))
            self.assertEqual(set(asked["TESS"]), {37_980})
            self.assertEqual(set(asked["LINEAR"]), {94_260})
            self.assertEqual({row.sample for row in rows}, {""})
            on_host = gowanlock2022.measure_periods(Fake(self.folder.name, "cpu"))
        self.assertEqual((asked["TESS"][-1], asked["LINEAR"][-1]), (1000, 1000))
        self.assertEqual(on_host[-1].sample, "1,000 of 94,252 objects")
        self.assertIn("all of 37,980 in both passes of TESS",
                      gowanlock2022.periods_verdict({"gpu": rows}, []))


class Histograms(unittest.TestCase):

    def test_a_column_is_one_alias(self):
        for whole in range(1, 10):
            counts = gowanlock2022.histogram([whole - 0.0099, whole, whole + 0.0099])
            self.assertEqual(max(counts), 3, whole)
        self.assertEqual(sum(gowanlock2022.histogram([0.01, 0.05, 9.999, 10.0])), 4)
        self.assertEqual(len(counts), 500)

    def measured(self):
        """Of stars of which every tenth is variable: Lomb-Scargle answers half of these by 2 1/d,
        the smoothers by what they were made with."""
        truth = {f"{seed}-{number}": {"shape": "saw-tooth" if number % 10 == 0 else "constant",
                                      "period_d": 1 / 1.7 if number % 10 == 0 else 0}
                 for seed in (1, 2) for number in range(100)}

        def answers(run, what, catalogue, wanted, words, step, limit):
            wrong = "super-smoother" not in words
            return {name: (0.5, 2.0 if wrong and name.startswith("1-") and name.endswith("0")
                           else 1.7) for name in truth}, 200
        with tempfile.TemporaryDirectory() as folder, mock.patch.multiple(
                gowanlock2022, answers=answers, seeded=lambda *words, seeds: (None, truth)):
            return gowanlock2022.measure_aliases(Fake(folder))

    def test_shares_of_variable_stars_and_of_all(self):
        rows, curves = self.measured()
        self.assertEqual([(row.case, row.form, row.value) for row in rows], [
            ("multi-pass", "variable stars", 0.0), ("single pass", "variable stars", 0.0),
            ("Lomb-Scargle", "variable stars", 50.0),
            (gowanlock2022.MADE_WITH, "variable stars", 0.0),
            ("multi-pass", "all stars", 0.0), ("single pass", "all stars", 0.0),
            ("Lomb-Scargle", "all stars", 5.0)])
        self.assertEqual(sum(curves["Lomb-Scargle"]["variable stars"]), 20)
        self.assertEqual(sum(curves["Lomb-Scargle"]["all stars"]), 200)
        self.assertTrue(NAMED["gowanlock2022-fig4"].verdict({"gpu": rows}, []).startswith(
            "by simulated objects: holds"))

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "there is no matplotlib")
    def test_panels(self):
        from matplotlib.figure import Figure
        rows, curves = self.measured()
        draw = NAMED["gowanlock2022-fig4"].draw
        titles = [axes.get_title() for axes in draw(Figure(), {"gpu": rows}, curves, [])]
        self.assertEqual(titles[2], "Lomb-Scargle: at whole days 50.0 ± 15.8 % of variable stars,"
                         " 5.0 ± 1.6 % of all stars")
        before = [Row(row.case, row.value, "%", note=row.note) for row in rows[4:]]
        self.assertEqual(len(draw(Figure(), {"gpu": before}, {}, [])), 1)

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "there is no matplotlib")
    def test_stages_of_both_places_without_those_below_0(self):
        from matplotlib.figure import Figure
        found = {place: [Row(f"53 points, multi-pass, {stage}", share, "%") for stage, share in
                         (("folding", 60.0), ("sorting", sorting), ("smoother", 40.0))]
                 for place, sorting in (("gpu", -0.2), ("all", 5.0))}
        axes = NAMED["gowanlock2022-table4"].draw(Figure(), found, {}, [])[0]
        self.assertEqual([label.get_text() for label in axes.get_yticklabels()],
                         ["53 points, multi-pass: siderum, GPU", "siderum, all threads"])
        widths = sorted(bar.get_width() for bar in axes.patches)
        for width, wanted in zip(widths, (500 / 105, 4000 / 105, 40, 6000 / 105, 60)):
            self.assertAlmostEqual(width, wanted)
        # No bar runs past the whole.
        self.assertLessEqual(max(bar.get_x() + bar.get_width() for bar in axes.patches), 100.001)
        # What was not measured at a place has no bar there.
        found["gpu"] = [Row("3,554 points, multi-pass, smoother", 90.0, "%")]
        axes = NAMED["gowanlock2022-table4"].draw(Figure(), found, {}, [])[0]
        self.assertEqual({label.get_text() for label in axes.get_yticklabels()},
                         {"53 points, multi-pass: siderum, all threads",
                          "3,554 points, multi-pass: siderum, GPU"})


if __name__ == "__main__":
    unittest.main()
