# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Looks at what docs/reproduction.md says beside figures: that they are of a part, of simulated
objects, of unlike work, beside other work, and how many digits the clock tells; which claims an
item has, and where published marks stand in pictures.

    python3 reproduction_marks_test.py
"""

import importlib.util
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))

import reproduce  # noqa: E402
from reproduction import gowanlock2021_surveys, gowanlock2022, items, one_thread  # noqa: E402
from reproduction import head, places, report  # noqa: E402
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
            "gowanlock2022-aliases": [row(method, 2.0, form=kind, **stars)
                                      for kind in (gowanlock2022.OFF, gowanlock2022.WHOLE)
                                      for method in gowanlock2022.METHODS],
            "roeh2009-speedup": [row(f"over brute force on one thread, {form}", 90.0, "x",
                                     "brute force") for form in ("FP64", "FP32")]}

    def test_aliases_among_all_stars_of_a_catalogue_are_of_no_part(self):
        def answers(run, what, catalogue, wanted, words, step, limit):
            kept = wanted if run.place.device == "gpu" else 320
            return {f"1-{number}": (1.0, 1.0) for number in range(kept)}, kept
        truth = {f"1-{number}": {"shape": "constant"} for number in range(94_260)}
        for device, sample in (("gpu", ""), ("cpu", "320 of 94,252 stars")):
            with tempfile.TemporaryDirectory() as folder, mock.patch.multiple(
                    gowanlock2022, answers=answers, seeded=lambda *words, seeds: (None, truth)):
                rows, _ = gowanlock2022.measure_aliases(places.Run(
                    places.Place(device, device, 2), "paper", None, pathlib.Path(folder), None))
            self.assertEqual({row.sample for row in rows}, {sample})

    def test_planets_of_which_one_had_fewer_seeds(self):
        def answers(run, what, catalogue, wanted, words, limit):
            kept = 18 if what == "planet 3.309" else wanted
            return {f"{seed}-0": (1.0, 1.0) for seed in range(1, kept + 1)}, kept
        with tempfile.TemporaryDirectory() as folder, mock.patch.multiple(
                gowanlock2022, answers=answers, seeded=lambda *words, seeds: ("a file", {})):
            rows = gowanlock2022.measure_planets(places.Run(
                places.Place("all", "cpu", 2), "paper", None, pathlib.Path(folder), None))
        for row in rows:
            self.assertEqual(row.sample, "18 of 20 seeds")
            self.assertTrue(row.note.startswith("HD 1397 b 0 of 20, HD 202772 A b 0 of 18, HD"))

    def test_the_lowest_rate_is_of_synthesis_as_published(self):
        for unit, item, cases in (
                ("GFLOP/s", "fig7", {"lowest rate": 20.0, "highest rate": 30.0}),
                ("%", "fig6", {"highest share of the FP64 peak": 30.0})):
            rows = [Row(f"lmax {size}, {kind}", value, unit, kind, size)
                    for size, kind, value in ((1023, "synthesis", 20.0), (1023, "analysis", 10.0),
                                              (2047, "synthesis", 30.0), (2047, "analysis", 40.0))]
            found = NAMED[f"hupca2010-{item}"].derive({"gpu": rows})["gpu"]
            self.assertEqual({row.case: row.value for row in found if not row.draw}, cases)
            self.assertEqual(found[:4], rows)

    def test_every_verdict(self):
        paper = items.published()
        for sample in ("", "1 of 2"):
            for name, rows in self.rows(sample).items():
                told = NAMED[name].verdict({"gpu": rows}, paper.get(name, []))
                self.assertEqual("sample" in told or "at 1 of 2" in told, bool(sample), told)
        # All but those that have no part: of transforms, and of counts that are whole.
        self.assertEqual({item.name for item in reproduce.ITEMS if item.verdict}
                         - set(self.rows("")), {"hupca2010-fig5-ratios", "hupca2010-fig8-ratios",
                                                "hupca2010-stages", "roeh2009-precision",
                                                "roeh2009-sets"})

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
            # Of few objects chance alone would leave as many.
            for note, judged in (("990 of 1,000", "better than published"), ("99 of 100", "holds")):
                rows = [Row(f"{name}, {method}", 99.0, "%", note=f"{note} objects, {of}")
                        for name, of in (("Stripe 82", what), ("TESS", "20 seeds"))
                        for method in ("multi-pass", "single pass")]
                told = self.verdict("gowanlock2022-periods", rows)
                self.assertTrue(told.startswith(f"{begin}{judged}: "), told)

    def test_the_sentence(self):
        for text, wanted in (("by simulated objects: holds: a: b",
                              "By simulated objects: it holds: a: b"),
                             ("by simulated objects of TESS: better: a",
                              "By simulated objects of TESS: it is better: a"),
                             ("does not hold here: a", "It does not hold here: a"),
                             ("not measured", "It is not measured")):
            self.assertEqual(report.verdict(lambda *_, text=text: text, {}, []), wanted)


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


def two_batches(item):
    """As an earlier version measured them, which said nothing of their points."""
    return {place: item.read(place, [Row(f"{kind}, 10,000", seconds, "s", "FP64", 10_000)
                                     for kind in ("single", "batch")])
            for place, seconds in (("one", 80.0), ("all", 8.0), ("gpu", 2.0))}


class Unlike(unittest.TestCase):

    def test_batches_of_two_programs_have_no_ratio(self):
        item = NAMED["gowanlock2021-fig9"]
        text = report.table(item, two_batches(item), [])
        self.assertIn("| single, 10,000 | FP64 | - | 80 s | 8 s | 2 s | 10 | 4 |", text)
        self.assertIn("| batch of 169,855 points, 10,000 | FP64 | - | 80 s | 8 s | - | 10 | - |",
                      text)
        self.assertIn("| batch of 165,221 points, 10,000 | FP64 | - | - | - | 2 s | - | - |", text)
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
            self.assertEqual(one_thread.slowed(item, 16, {"all": rows}), ratios[0] > 2.2)
            return "\n".join(report.tabled(item, {"all": rows}, [], {}, 16))
        self.assertIn("One thread was slow when it was measured: some speed-ups are more than their"
                      " threads can gain (2.34 by 2 threads in FP64, 4.3 by 4 threads in FP64).",
                      told(2.342, 4.302, 14.2))
        self.assertNotIn("One thread was slow", told(2.1, 3.9, 14.2))
        # Where x is no number of threads it is nothing of the kind.
        rows = {"gpu": [Row("a", 1.2, "x", "lmax 1023", 1.0)]}
        self.assertFalse(one_thread.slowed(NAMED["hupca2010-fig4"], 16, rows))


class OneThread(unittest.TestCase):
    """It was measured on a part of the processors, beside other work."""

    made = {"one": [{"commit": "c", "processors": "1 of 16"}]}

    def results(self):
        return {name: {"one": [Row(case, seconds, unit, form)]} for (name, case, form), (
            seconds, unit) in zip(one_thread.ONE_JOB, ((0.4909, "s"), (0.6419, "s"),
                                                       (443.2, "ms"), (0.5, "s")))}

    def told(self, name, made, found=None):
        found = found or {"one": [Row("a", 3.0, "s")], "all": [Row("a", 1.0, "s")]}
        return "\n".join(report.tabled(NAMED[name], found, [], {}, 16, made,
                                       one_thread.again_and_again(self.results(), {})))

    def test_it_is_said_by_number_beneath_each_table(self):
        words = ("One thread was measured on 1 of 16 processors, beside other work; its times and"
                 " their ratios may be [off by a factor of 1.45](#one-thread), or more.")
        for name in ("gowanlock2021-table3", "hupca2010-fig8-ratios", "roeh2009-times"):
            self.assertIn(words, self.told(name, self.made))
            self.assertIn(words.replace("on 1 of 16 processors, beside other work", "by itself"),
                          self.told(name, {"one": [{"commit": "c"}]}))
        # Of all threads over a GPU it says nothing.
        self.assertNotIn("One thread", self.told("gowanlock2021-table5", self.made))

    def page(self, elsewhere):
        results = self.results()
        items_of = [NAMED[name] for name in (*results, "roeh2009-times")]
        results["roeh2009-times"] = {"one": [Row("a", 3.0, "s")]}
        made = {item.name: {"one": [{"commit": "c"}]} for item in items_of}
        made["gowanlock2021-table3"] = self.made
        return " ".join(report.page(items_of, results, {}, [], {"host": "h, 16 threads"}, {}, (),
                                    elsewhere, made=made).split())

    def test_by_how_much_is_said_once(self):
        text = self.page({})
        self.assertIn(
            "## One thread One search (3,554 points x 1e6, direct sums in FP64) took one thread"
            " 490.9 ms in [gowanlock2021-table3](#gowanlock2021-table3) (on 1 of 16 processors,"
            " beside other work), 641.9 ms in"
            " [gowanlock2021-precisions](#gowanlock2021-precisions), 443.2 ms in"
            " [gowanlock2021-table6](#gowanlock2021-table6), 500 ms in"
            " [gowanlock2021-fig9](#gowanlock2021-fig9). Why these differ was not looked into",
            text)
        self.assertIn("Times of one thread and their ratios may be off by a factor of 1.45, or"
                      " more. ##", text)
        self.assertEqual(text.count("443.2 ms in"), 1)
        self.assertEqual(text.count("off by a factor of 1.45]"), 5)

    def test_another_machine_is_another_matter(self):
        elsewhere = {"gowanlock2021-table6": "g, 2 threads", "roeh2009-times": "g, 2 threads"}
        text = self.page(elsewhere)
        self.assertIn("or more. ##", text)
        self.assertNotIn("443.2 ms in", text)
        self.assertEqual(text.count("off by a factor of 1.31]"), 3)

    def test_times_that_no_thread_can_gain_are_told_behind_it(self):
        found = {"one": [Row("a", 18.0, "s")], "all": [Row("a", 1.0, "s")]}
        self.assertIn("1.45](#one-thread), or more. Some of its times are more than 17.6 times as"
                      " long", self.told("roeh2009-times", self.made, found))

    def test_one_item_says_nothing_of_others(self):
        results = dict(list(self.results().items())[:1])
        self.assertIsNone(one_thread.again_and_again(results, {}))
        # Nor do two that are next to each other, or one of a part.
        first, second = (Row(case, 0.5, "s", form) for _, case, form in one_thread.ONE_JOB[:2])
        for second.value, second.sample in ((0.54, ""), (0.46, ""), (5.0, "1 of 10 objects")):
            self.assertIsNone(one_thread.again_and_again(
                {"gowanlock2021-table3": {"one": [first]},
                 "gowanlock2021-precisions": {"one": [second]}}, {}))
        self.assertEqual(one_thread.how_measured(NAMED["roeh2009-times"], self.made, None),
                         "One thread was measured on 1 of 16 processors, beside other work.")


class Claims(unittest.TestCase):

    def test_an_item_may_have_several(self):
        item = NAMED["gowanlock2021-fig3"]
        same = Row(gowanlock2021_surveys.SAME_PERIOD, 99.995, "%", note="19,999 of 20,000")
        found = {"gpu": [Row("all", 96.9, "%", "FP64"), same]}
        for text in (report.claims([item], {item.name: found}, {}, {}, {"host": "h"}),
                     report.section(item, found, [], False, None, {}, 2)):
            self.assertIn("FP32 finds the periods of FP64", text)
            self.assertIn("holds in kind alone: all but 1 of 20,000 light curves have the same",
                          text)
        for note, begin in (("20,000 of 20,000", "holds: all of"),
                            ("19,000 of 20,000", "does not hold here: all but 1,000")):
            same.note = note
            self.assertTrue(item.claims[1][1](found, []).startswith(begin))
        self.assertEqual(item.claims[1][1]({"gpu": found["gpu"][:1]}, []), "not measured")

    def test_the_legendre_stage_is_judged(self):
        item = NAMED["hupca2010-fig5-ratios"]
        paper = items.published()[item.name]

        def told(one, four):
            return item.verdict({"gpu": [Row("GPU over one core", one, "x", "lmax 4095"),
                                         Row("GPU over four cores", four, "x", "lmax 4095")]},
                                paper)
        self.assertEqual(told(379.4, 101.6), "holds: 379.4 times one core (published 60, 42, 17,"
                         " 12) and 101.6 times four cores (published 14, 10, 4, 3), at lmax 4095")
        self.assertTrue(told(59.0, 101.6).startswith("holds in kind alone"))
        self.assertTrue(told(0.9, 101.6).startswith("does not hold here"))

    def test_stages_of_objects_are_judged_where_they_are_there(self):
        item = NAMED["gowanlock2022-table4"]
        paper = items.published()[item.name]
        rows = [Row(f"53 points, {method}, {stage}", share, "%")
                for method, shares in (("multi-pass", (64.0, 18.0)), ("single pass", (12.0, 46.0)))
                for stage, share in zip(("smoother", "sorting"), shares)]
        _, short, long = (verdict for _, verdict in item.claims)
        self.assertTrue(short({"gpu": rows}, paper).startswith(
            "by simulated objects: holds of the multi-pass: smoother 64.0 % (published 78.4 and"
            " 63.6)"))
        rows[0].value = 90.0
        self.assertIn(": holds in kind alone of the multi-pass: ", short({"gpu": rows}, paper))
        self.assertEqual(long({"gpu": rows}, paper), "not measured on a GPU")

    def test_phases_stand_beside_folding(self):
        told = {row.case: row.value for row in items.published()["gowanlock2022-table4"]}
        self.assertEqual(told["Stripe 82, single pass, folding"], 1.5)
        self.assertFalse(any("phases, gathering" in why for _, why in items.left_out()))


class Aliases(unittest.TestCase):
    """Of the day: answers off what is catalogued by whole numbers per day."""

    def test_answers_on_real_stars(self):
        periods = {"right": 0.5, "above": 0.5, "below": 0.6, "far": 0.6, "whole": 1 / 1.7}
        answers = {"right": 2.0, "above": 3.0, "below": 1 / 0.6 - 1, "far": 1.5, "whole": 4.005}
        kinds = dict(gowanlock2022.aliases_among(
            {name: (1 / frequency, frequency) for name, frequency in answers.items()}, periods))
        self.assertEqual({name for name, is_one in kinds[gowanlock2022.OFF].items() if is_one},
                         {"above", "below"})
        self.assertEqual({name for name, is_one in kinds[gowanlock2022.WHOLE].items() if is_one},
                         {"right", "above", "whole"})

    def test_they_are_counted_with_the_right_answers(self):
        def answers(run, what, catalogue, wanted, words, step):
            wrong = "super-smoother" not in words
            return {f"{star}": (1 / 3, 3.0) if wrong and star else (0.5, 2.0)
                    for star in range(4)}, 4
        with mock.patch.multiple(
                gowanlock2022, answers=answers, stripe_82=lambda run, each: (
                    None, 4, {f"{star}": 0.5 for star in range(4)}, 1, "stars of Stripe 82")):
            run = mock.Mock()
            run.choose = lambda **by_scale: by_scale["paper"]
            rows = gowanlock2022.measure_shares(run)
        told = {row.case: (row.value, row.note) for row in rows}
        self.assertEqual(told["Lomb-Scargle"][0], 25.0)
        self.assertEqual(told["a whole number per day off, Lomb-Scargle"],
                         (75.0, "3 of 4 stars of Stripe 82"))
        self.assertEqual(told["a whole number per day off, single pass"][0], 0.0)
        self.assertEqual(len(NAMED["gowanlock2022-fig5"].tabled({"gpu": rows})["gpu"]), 4)

    def test_the_claim_is_judged_by_them(self):
        fig5, item = NAMED["gowanlock2022-fig5"], NAMED["gowanlock2022-aliases"]

        def rows(*off):
            return {"gpu": [Row(f"{kind}, {method}", 100 * count / 136, "%", draw=False,
                                note=f"{count} of 136 stars of Stripe 82")
                            for kind, counts in ((gowanlock2022.OFF, off),
                                                 (gowanlock2022.WHOLE, (1, 1, 2)))
                            for method, count in zip(gowanlock2022.METHODS, counts)]}
        self.assertEqual(item.verdict(item.derive(rows(20, 22, 43)), []), "not decided here"
                         " by answers at a whole number per day itself (1, 1, 2); by those a whole"
                         " number per day off what is catalogued, which the paper does not count:"
                         " holds: multi-pass 14.7 %, single pass 16.2 %, Lomb-Scargle 31.6 % of 136"
                         " stars")
        for counts, begin in (((20, 40, 43), "holds in kind alone"),
                              ((40, 41, 43), "not decided here"),
                              ((80, 81, 43), "does not hold here")):
            self.assertIn(f"does not count: {begin}: ",
                          item.verdict(item.derive(rows(*counts)), []))
        self.assertEqual(fig5.tabled(rows(1, 2, 3)), {"gpu": []})
        self.assertEqual(item.derive({"gpu": [Row("Lomb-Scargle", 62.5, "%")]}), {"gpu": []})

    def test_the_answers_of_one_star_are_told(self):
        item = NAMED["gowanlock2022-fig1"]
        rows = [Row("best frequency, Lomb-Scargle", 1.888, "1/d"),
                Row("best frequency, alpha 0", 0.8858, "1/d"),
                Row("best frequency, alpha 9", 1.5, "1/d"),
                Row("frequency in the catalogue", 1.886, "1/d")]
        self.assertEqual(item.remark({"gpu": rows}, {}), "Lomb-Scargle answers 1.888 1/d, which is"
                         " right to 1 %; alpha 0 answers 0.8858 1/d, an alias of the day: 1 per day"
                         " below the known 1.886 1/d; alpha 9 answers 1.5 1/d, which is neither"
                         " right nor an alias of the day.")
        self.assertEqual(item.remark({"gpu": rows[:3]}, {}), "")
        self.assertEqual([row.value for row in items.published()[item.name]], [1.9])


class Remarks(unittest.TestCase):

    def test_fp32_that_is_slower_is_told(self):
        item = NAMED["gowanlock2022-table6"]
        rows = [Row(case, seconds, "s", form, sample=sample) for case, sample, both in (
            ("Stripe 82, Lomb-Scargle", "", (0.009, 0.010)),
            ("TESS, Lomb-Scargle", "", (0.145, 0.208)), ("TESS, multi-pass", "", (18.0, 15.0)),
            ("LINEAR, Lomb-Scargle", "1,000 of 94,252 objects", (1.9, 2.1)))
            for form, seconds in zip(("FP64", "FP32"), both)]
        self.assertEqual(
            item.remark({"gpu": rows}, {}),
            "On a GPU FP32 takes longer than FP64 by no more than its first launches and the clock"
            " leave open: Stripe 82, Lomb-Scargle 10 ms to 9 ms, LINEAR, Lomb-Scargle 2.1 s to"
            " 1.9 s (sample). On a GPU FP32 takes longer than FP64 by more than its first launches"
            " and the clock leave open: TESS, Lomb-Scargle 208 ms to 145 ms; why is not looked"
            " into.")
        self.assertEqual(
            item.remark({"one": rows, "all": rows}, {}),
            "By all threads FP32 takes longer than FP64 for Stripe 82, Lomb-Scargle 10 ms to 9 ms,"
            " TESS, Lomb-Scargle 208 ms to 145 ms, LINEAR, Lomb-Scargle 2.1 s to 1.9 s (sample);"
            " why is not looked into.")
        self.assertEqual(item.remark({"all": rows[4:6]}, {}), "")

    def test_where_staging_loses_is_told(self):
        item = NAMED["gowanlock2021-gains"]
        kernels = {"gpu": [Row(f"{count}, FP64", time, "ms", f"published form, {form}")
                           for count, times in (("1e4", (1.0, 1.25)), ("1e6", (15.0, 14.0)))
                           for form, time in zip(("plain", "staged"), times)]}
        both = {"gpu": [Row("batch, 1e4", time, "s", f"published form, {form}")
                        for form, time in (("plain", 0.012), ("staged", 0.01))]}
        found = item.derive(kernels, {}, both)
        self.assertEqual({row.case: round(row.value, 3) for row in found["gpu"]},
                         {"staging, 1e4, FP64": 0.8, "staging, 1e6, FP64": 1.071,
                          "staging, batch, 1e4, FP64": 1.2})
        self.assertEqual(item.remark(found, {}), "Published, staging gained at most 1.304 times, at"
                         " batch, 1e4, FP64. On the GPU of here it gains at most 1.2 times, at"
                         " batch, 1e4, FP64, and loses: 0.8 times at 1e4, FP64.")
        self.assertNotIn("gained little", item.differs)

    def test_results_without_what_is_derived(self):
        item = NAMED["gowanlock2022-aliases"]
        self.assertEqual(report.why_not(item, {"gpu": [Row("a", 1.0, "%")]}),
                         "the results of gowanlock2022-fig5 have nothing of it")
        self.assertIn("no results of this machine", report.why_not(item, {}))

    def test_no_line_ends_within_a_link(self):
        for words in range(12, 24):
            text = head.in_paragraph(f"{'abcd ' * words}[`a command`](to.md) {'abcd ' * words}")
            self.assertIn("[`a command`](to.md)", text)
            self.assertLessEqual(max(map(len, text.splitlines())), 100)

    def test_a_form_is_not_told_twice(self):
        item = NAMED["hupca2010-fig5"]
        rows = [Row("lmax 1023, analysis", 1.0, "s", "analysis", sample="1 of 2")]
        self.assertIn("| lmax 1023, analysis | - |", report.table(item, {"all": rows}, []))
        self.assertEqual(report.samples({"all": rows}),
                         ["all threads, lmax 1023, analysis: 1 of 2"])
        rows.append(Row("lmax 1023", 1.0, "s", "synthesis"))
        self.assertIn("| lmax 1023, analysis | analysis |", report.table(item, {"all": rows}, []))

    def test_answers_are_the_programs(self):
        item = NAMED["gowanlock2022-fig5"]
        rows = [Row("a", 1.0, "%")]
        for places, header in ((("gpu",), "| siderum |"), (("all",), "| siderum, host |"),
                               (("all", "gpu"), "| siderum, host | siderum, GPU |")):
            text = report.table(item, dict.fromkeys(places, rows), [])
            self.assertIn(f"| paper {header}", text)


@unittest.skipUnless(importlib.util.find_spec("matplotlib"), "there is no matplotlib")
class Pictures(unittest.TestCase):

    def published(self, name):
        """[(label, its points, how far each is moved aside)] in the panels of a picture"""
        from matplotlib.figure import Figure
        from reproduction import pictures
        figure = Figure(figsize=(6.4, 3.2))
        item, paper = NAMED[name], items.published()[name]
        rows = [Row(row.case, row.value, row.unit, row.form, row.x) for row in paper if row.x]
        panels = pictures.draw_panels(figure, item, {"all": rows}, paper)
        return [[(line.get_label(), line.get_xydata().tolist(), line.get_transform().transform(
            line.get_xydata())[0] - axes.transData.transform(line.get_xydata())[0])
            for line in axes.lines if line.get_label().startswith("paper")] for axes in panels]

    def test_a_picture_says_what_it_is_of(self):
        from reproduction import pictures
        for item in reproduce.ITEMS:
            self.assertRegex(pictures.heading(item), r"^[A-Z]\w+ et al\. 20\d\d, (the slides|not in"
                             r" the paper|(figures?|tables?|section) [\d.]+[^:]*): ")
        self.assertEqual(pictures.heading(NAMED["gowanlock2022-table5"]),
                         "Gowanlock et al. 2022, table 5 and figure 12: FP64 over FP32")

    def test_the_legend_tells_batches_apart(self):
        from matplotlib.figure import Figure
        from reproduction import pictures
        item = NAMED["gowanlock2021-fig9"]
        for axes in pictures.draw_panels(Figure(figsize=(6.4, 3.2)), item, two_batches(item), []):
            self.assertEqual([line.get_label() for line in axes.lines], [
                f"{place}, FP64 (batch of {points} points)" for place, points in
                (("1 thread", "169,855"), ("all threads", "169,855"), ("GPU", "165,221"))])

    def test_published_marks_hide_no_other(self):
        single, _ = self.published("gowanlock2021-table3")
        self.assertEqual([label for label, *_ in single],
                         ["paper: GP100, plain", "paper: GP100, staged"])
        aside = [moved[0] for *_, moved in single]
        self.assertLess(aside[0], -5)
        self.assertGreater(aside[1], 5)
        self.assertEqual([moved[1] for *_, moved in single], [0.0, 0.0])
        # What stands far from others stands where it belongs.
        of_single = self.published("gowanlock2021-table6")[1]
        self.assertEqual([bool(moved[0]) for *_, moved in of_single], [True, False, True])

    def test_values_of_one_machine_have_names(self):
        for name, ending in (("gowanlock2021-fig5", "FP64"), ("gowanlock2022-fig6", "single pass")):
            panel, = self.published(name)
            self.assertEqual(len(panel), 2)
            self.assertTrue(any(label.endswith(ending) for label, *_ in panel))
            self.assertEqual([len(points) for _, points, _ in panel], [1, 1])

    def test_labels_do_not_touch(self):
        import math
        from reproduction import pictures
        sizes = [10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000]
        self.assertEqual(pictures.with_room(sizes, math.log, 2),
                         [10_000, 20_000, 50_000, 200_000, 500_000, 1_000_000])
        self.assertEqual(pictures.with_room(sizes, math.log, 1), sizes)


if __name__ == "__main__":
    unittest.main()
