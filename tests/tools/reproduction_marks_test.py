# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Looks at what docs/reproduction.md says beside figures: that they are of a part, of simulated
objects, of unlike work, and how many digits the clock tells.

    python3 reproduction_marks_test.py
"""

import dataclasses
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))

import reproduce  # noqa: E402
from reproduction import gowanlock2022, items, report  # noqa: E402
from reproduction.items import Published, Row  # noqa: E402

NAMED = {item.name: item for item in reproduce.ITEMS}


class OfParts(unittest.TestCase):
    """A verdict that rests on a part of the work says so."""

    def rows(self, sample):
        """{item: rows of a GPU}, as far as a verdict takes them, all of parts."""
        def row(case, value, unit="%", form="", x=None, **more):
            return Row(case, value, unit, form, x, sample, **more)
        stars = {"note": "9 of 320 stars; 20 seeds"}
        return {
            "gowanlock2021-fig3": [row("all", 95.0, form="FP64", low=94.0, high=96.0)],
            "gowanlock2021-fig6": [row(f"largest relative difference, {form}", 1e-12, "", "direct")
                                   for form in ("FP64", "FP32")],
            "gowanlock2021-table5": [row("batch, FP64", 200.0, "x", "published forms on both")],
            "gowanlock2022-fig3": [row("alpha 0", 90.0, x=0), row("Lomb-Scargle", 5.0)],
            "gowanlock2022-fig4": [row(method, 2.0, **stars) for method in gowanlock2022.METHODS],
            "gowanlock2022-fig5": [row(case, 80.0) for case in (
                "Super Smoother, multi-pass", "Super Smoother, multi-pass, open ends",
                "Super Smoother, single pass", "Lomb-Scargle")],
            "gowanlock2022-periods": [row(f"{name}, multi-pass", 99.0, note="99 of 100 objects")
                                      for name in ("Stripe 82", "TESS")],
            "gowanlock2022-fig7": [row(f"{points} points", 0.01 * points, "s", "multi-pass", points)
                                   for points in (50, 75)],
            "gowanlock2022-table4": [row(f"Stripe 82, {method}, {stage}", 30.0)
                                     for method in ("multi-pass", "single pass")
                                     for stage in ("sorting", "smoother")],
            "gowanlock2022-single-pass": [row("TESS", 1.5, "x", "FP64")],
            "roeh2009-speedup": [row(f"over brute force on one thread, {form}", 90.0, "x",
                                     "brute force") for form in ("FP64", "FP32")]}

    def test_every_verdict(self):
        paper = items.published()
        for sample in ("", "1 of 2"):
            for name, rows in self.rows(sample).items():
                told = NAMED[name].verdict({"gpu": rows}, paper.get(name, []))
                self.assertEqual("sample" in told or "at 1 of 2" in told, bool(sample), told)
        # All but those that have no part: of transforms, and of counts that are whole.
        self.assertEqual({item.name for item in reproduce.ITEMS if item.verdict}
                         - set(self.rows("")), {"hupca2010-fig8-ratios", "hupca2010-stages",
                                                "roeh2009-precision", "roeh2009-sets"})

    def test_nothing_holds_that_was_not_measured(self):
        for name in ("gowanlock2021-fig3", "gowanlock2021-table5", "gowanlock2022-fig3",
                     "gowanlock2022-single-pass"):
            told = NAMED[name].verdict({"gpu": [Row("another", 1.0, "%")]},
                                       items.published()[name])
            self.assertTrue(told.startswith("not measured"), told)


class Simulated(unittest.TestCase):
    """A claim on real objects that is judged by simulated ones."""

    def verdict(self, name, rows):
        return NAMED[name].verdict({"gpu": rows}, items.published()[name])

    def test_shares_without_public_files(self):
        for what, simulated in (("stars of Stripe 82", False),
                                ("simulated stars of 20 seeds", True)):
            rows = [Row(case, 80.0, "%", note=f"8 of 10 {what}") for case in (
                "Super Smoother, multi-pass", "Super Smoother, multi-pass, open ends",
                "Super Smoother, single pass", "Lomb-Scargle")]
            told = self.verdict("gowanlock2022-fig5", rows)
            self.assertEqual(told.startswith("by simulated objects: does not hold"), simulated)
            self.assertEqual(told.startswith("does not hold"), not simulated)

    def test_periods_of_tess_are_always_simulated(self):
        for what, begin in (("public file", "by simulated objects of TESS and LINEAR: "),
                            ("20 seeds", "by simulated objects: ")):
            rows = [Row(f"{name}, {method}", 99.0, "%", note=f"99 of 100 objects, {of}")
                    for name, of in (("Stripe 82", what), ("TESS", "20 seeds"))
                    for method in ("multi-pass", "single pass")]
            told = self.verdict("gowanlock2022-periods", rows)
            self.assertTrue(told.startswith(f"{begin}better than published: "), told)

    def test_the_sentence(self):
        item = NAMED["gowanlock2022-fig3"]
        for text, wanted in (("by simulated objects: holds: a: b",
                              "By simulated objects: it holds: a: b"),
                             ("by simulated objects of TESS: better: a",
                              "By simulated objects of TESS: it is better: a"),
                             ("does not hold here: a", "It does not hold here: a"),
                             ("not measured", "It is not measured")):
            self.assertEqual(report.verdict(dataclasses.replace(
                item, verdict=lambda *_, text=text: text), {}, []), wanted)


class Clock(unittest.TestCase):
    """A ratio has no digits that the program's clock leaves open."""

    def test_ratios(self):
        for slow, fast, told in (
                (Row("a", 0.057, "s"), Row("a", 0.007, "s"), "8"),
                (Row("a", 0.724, "s"), Row("a", 0.047, "s"), "15.4"),
                (Row("a", 8.010, "s"), Row("a", 0.364, "s"), "22"),
                (Row("a", 0.082, "s"), Row("a", 0.078, "s"), "1.05"),
                (Row("a", 60.123, "s"), Row("a", 9.876, "s"), "6.088"),
                # Of benchmarks.
                (Row("a", 0.0571234, "s"), Row("a", 0.0071234, "s"), "8.019"),
                (Row("a", 57.0, "ms"), Row("a", 7.0, "ms"), "8.143"),
                # Divided, scaled, and less than the clock tells.
                (Row("a", 0.000475, "s", sample="40 copies in one run, divided"),
                 Row("a", 0.0002129, "s"), "2.2 (sample)"),
                (Row("a", 0.002, "s"), Row("a", 0.467 / 1333, "s",
                                           sample="133,300,000 frequencies, divided by 1,333"),
                 "6 (sample)"),
                (Row("a", 0.063 * 37.965, "s", sample="1,000 of 37,965 objects"),
                 Row("a", 0.1681234, "s"), "14.2 (sample)"),
                (Row("a", 0.1, "s"), Row("a", 0.0005, "s"), "200")):
            self.assertEqual(report.ratio(slow, fast), told, (slow, fast))
        paper = Published("i", "T", "a", 0.27, "s", "GP100")
        self.assertEqual(report.over_ours([paper], Row("a", 0.007, "s")), "40")

    def test_what_is_derived(self):
        rows = [Row(f"Stripe 82, {method}", seconds, "s", "FP64")
                for method, seconds in (("multi-pass", 0.013), ("single pass", 0.008))]
        item = NAMED["gowanlock2022-single-pass"]
        found = item.derive({"gpu": rows})
        self.assertIn("| Stripe 82 | FP64 | 2.69 (GP100, derived) | 1.6 |",
                      report.table(item, found, items.published()[item.name]))
        self.assertIn("Stripe 82 1.6 times", item.verdict(found, items.published()[item.name]))
        item = NAMED["gowanlock2022-fig9-ratios"]
        found = item.derive({"all": [Row("a", 0.1, "s", "multi-pass")],
                             "gpu": [Row("a", 0.007, "s", "multi-pass")]})
        self.assertIn("| Stripe 82, multi-pass, lowest | - | 14 |", report.table(item, found, []))


class Unlike(unittest.TestCase):

    def test_batches_of_two_programs_have_no_ratio(self):
        item = NAMED["gowanlock2021-fig9"]
        found = {place: [Row(f"{kind}, 10,000", seconds, "s", "FP64", 10_000)
                         for kind in ("single", "batch")]
                 for place, seconds in (("one", 80.0), ("all", 8.0), ("gpu", 2.0))}
        text = report.table(item, found, [])
        self.assertIn("| single, 10,000 | FP64 | - | 80 s | 8 s | 2 s | 10 | 4 |", text)
        self.assertIn("| batch, 10,000 | FP64 | - | 80 s | 8 s | 2 s | 10 | - |", text)
        self.assertIn("but in gowanlock2021-table3, where both search the same", item.differs)

    def test_stages_of_a_launch_are_left_out(self):
        """An earlier benchmark searched few frequencies of 53 points, and no row said how many."""
        item = NAMED["gowanlock2022-table4"]
        rows = {case: Row(f"{case}, multi-pass, folding", 50.0, "%")
                for case in ("Stripe 82", "53 points", "3,554 points")}
        told = {}
        with tempfile.TemporaryDirectory() as folder:
            store = reproduce.Store(pathlib.Path(folder))
            for note in ("", "188,679,245 frequencies"):
                rows["53 points"].note = note
                of_place = [vars(row) for row in rows.values()]
                store.write(item.name, {"places": {"all": of_place, "gpu": of_place}})
                found = reproduce.all_rows(store)[item.name]
                told[note] = [row.case.split(",")[0] for row in found["gpu"]]
                self.assertEqual(len(found["all"]), 3)
                text = "\n".join(report.tabled(item, found, [], {}, 2))
                self.assertEqual("searched 5e5 frequencies" in text, not note)
        self.assertEqual(list(told.values()), [["Stripe 82", "3"], ["Stripe 82", "53 points", "3"]])

    def test_speed_ups_beyond_the_threads_are_told(self):
        item = NAMED["gowanlock2021-fig5"]

        def told(*ratios):
            rows = [Row(f"{threads} threads", ratio, "x", "FP64", threads)
                    for threads, ratio in zip((2, 4, 16), ratios)]
            rows.append(Row("speed-up of all threads, FP64", ratios[-1], "x", draw=False))
            self.assertEqual(report.slowed(item, 16, {"all": rows}), ratios[0] > 2.2)
            return "\n".join(report.tabled(item, {"all": rows}, [], {}, 16))
        self.assertIn("One thread was slow when it was measured: some speed-ups are more than their"
                      " threads can gain (2.34 by 2 threads in FP64, 4.3 by 4 threads in FP64).",
                      told(2.342, 4.302, 14.2))
        self.assertNotIn("One thread was slow", told(2.1, 3.9, 14.2))
        # Where x is no number of threads it is nothing of the kind.
        rows = {"gpu": [Row("a", 1.2, "x", "lmax 1023", 1.0)]}
        self.assertFalse(report.slowed(NAMED["hupca2010-fig4"], 16, rows))


if __name__ == "__main__":
    unittest.main()
