# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Looks at the tables of docs/reproduction.md and at its verdicts on the papers' claims.

    python3 reproduction_verdicts_test.py
"""

import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))

import reproduce  # noqa: E402
from reproduction import items, report  # noqa: E402
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
        text = "\n".join(report.tabled(item, found, [], {}, 16))
        self.assertIn("Every second case; all are in [the CSV file]"
                      "(reproduction/gowanlock2021-fig9.csv).", text)

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
            self.assertEqual(report.slowed(item, 16, found), wanted)
            self.assertEqual(report.slowed(NAMED["roeh2009-speedup"], 16, {}, found), wanted)
            self.assertFalse(report.slowed(item, None, found))
            self.assertFalse(report.slowed(ratios, 16, {}, found))  # of all threads alone
        self.assertIn("more than 17.6 times as long as those of 16 threads",
                      "\n".join(report.tabled(item, found, [], {}, 16)))

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
        """The paper's single pass sorts for longer than it smooths."""
        self.assertTrue(self.stages(5.0).startswith("does not hold here"), self.stages(5.0))
        self.assertTrue(self.stages(50.0).startswith("holds in kind alone"), self.stages(50.0))

    def test_shares_that_chance_may_make_decide_nothing(self):
        item = NAMED["gowanlock2022-fig4"]

        def told(*shares):
            return item.verdict({"gpu": [
                Row(method, share, "%", note="9 of 320 stars; 20 seeds") for method, share in
                zip(("multi-pass", "single pass", "Lomb-Scargle"), shares)]}, [])
        self.assertTrue(told(2.0, 1.5, 2.2).startswith("not decided here: multi-pass 2.0 %"))
        self.assertTrue(told(1.0, 1.0, 9.0).startswith("holds: "))
        self.assertTrue(told(1.0, 9.0, 9.0).startswith("holds in kind alone: "))
        self.assertTrue(told(9.0, 9.0, 1.0).startswith("does not hold here: "))

    def test_a_step_is_that_of_times_that_tell(self):
        verdict = NAMED["gowanlock2022-fig7"].verdict

        def rows(before, after):
            return [Row("50 points", before, "s", "multi-pass"),
                    Row("75 points", after, "s", "multi-pass")]
        short, long = rows(0.016, 0.019), rows(0.3, 0.9)
        # The claim is of a GPU's kernels: a host says nothing of it.
        self.assertTrue(verdict({"gpu": short, "one": long}, []).startswith("not decided here"))
        self.assertTrue(verdict({"gpu": long}, []).startswith("holds: on a GPU"))

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
        self.assertEqual({row.note for row in ratios["gpu"]},
                         {"10,000 points, FP32", "10,000 points, FP64"})
        self.assertEqual({round(row.value) for row in ratios["gpu"]}, {1000})
        found = self.pairs()
        found["gpu"][0].sample = "a part"
        self.assertEqual([row.sample for row in item.derive(found)["gpu"]], ["a part", "", "", ""])
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
        self.assertTrue(item.verdict(ratios, []).startswith("holds: 32 times one core"))
        # Its cases are those of four cores in no other table.
        self.assertEqual(len(NAMED["hupca2010-fig8"].derive(found)["all"]), 1)

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
                                        " times; "), told)
        self.assertIn("single, FP64 50 times", told)


if __name__ == "__main__":
    unittest.main()
