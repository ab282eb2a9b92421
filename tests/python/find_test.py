# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Searches: what they find, and that every option of the program has its place."""

import importlib.util
import pickle
import unittest
import warnings

import numpy as np

import siderum
from siderum.periods import (ConditionalEntropy, Grid, LightCurves, LombScargle, PhaseDispersion,
                             SuperSmoother, find, find_on_own_grids, periodograms, place, windows)

GRID = Grid.between(0.05, 2.0, 4000)


def batch(objects=3, points=60):
    rng = np.random.default_rng(5)
    t = rng.uniform(0.0, 40.0, (objects, points))
    frequency = 0.4 + 0.3 * np.arange(objects)
    y = np.sin(2 * np.pi * frequency[:, None] * t) + 0.1 * rng.normal(size=t.shape)
    return LightCurves(list(t), list(y), 0.1), frequency


class Grids(unittest.TestCase):
    def test_that_cannot_be_searched_are_refused(self):
        for first, step, count in ((-1.0, 0.1, 3), (0.0, 0.0, 3), (0.0, 0.1, 0),
                                   (0.0, float("nan"), 2)):
            with self.assertRaises(siderum.Error):
                Grid(first, step, count)

    def test_units_that_are_none_are_refused(self):
        units = ("foo", 5, True, np.arange(2.0))
        for unit in units if importlib.util.find_spec("astropy") else ("1/d", *units):
            with self.assertRaisesRegex(siderum.Error, "^The unit of a grid cannot be "):
                Grid(0.1, 0.001, 3, unit=unit)

    @unittest.skipUnless(importlib.util.find_spec("astropy"), "astropy is not installed")
    def test_units_are_read(self):
        from astropy import units as u

        t = np.sort(np.random.default_rng(5).uniform(0.0, 40.0, 60))
        for unit in ("1/d", u.day ** -1, 1 / u.day):
            grid = Grid(0.1, 0.001, 900, unit=unit)
            self.assertIsInstance(grid.unit, u.UnitBase)
            found = find((t * u.day, np.cos(2 * np.pi * 0.4 * t)), grid)
            self.assertAlmostEqual(found.frequency[0].to_value(1 / u.day), 0.4, 2)
        for unit in (u.ABmag, "mag(AB)"):
            with self.assertRaisesRegex(siderum.Error, "^The unit of a grid cannot be "):
                Grid(0.1, 0.001, 3, unit=unit)

    def test_resolve_the_longest_baseline(self):
        curves, _ = batch()
        grid = Grid.resolving(curves, 0.1, 2.0)
        baseline = max(np.ptp(curves[i].t) for i in range(3))
        self.assertLessEqual(grid.step, 0.1 / baseline * (1 + 1e-12))
        self.assertGreater(grid.step, 0.099 / baseline)
        self.assertGreater(Grid.suggested(curves).count, 100)


class Found(unittest.TestCase):
    def test_by_every_finder(self):
        curves, frequency = batch()
        for finder in ("lomb-scargle", "super-smoother", LombScargle, SuperSmoother,
                       SuperSmoother(variant="single-pass"), SuperSmoother(candidates=3),
                       LombScargle.finder(method="direct")):
            found = find(curves, GRID, finder)
            np.testing.assert_allclose(found.frequency, frequency, atol=0.01, err_msg=str(finder))
        for finder in ("pdm", PhaseDispersion(bins=8), "conditional-entropy",
                       ConditionalEntropy(phase_bins=8), LombScargle.finder(nterms=2)):
            found = find(curves, Grid.between(0.3, 1.2, 2000), finder)
            np.testing.assert_allclose(found.frequency, frequency, atol=0.01, err_msg=str(finder))

    def test_peaks_are_refined_and_judged(self):
        curves, frequency = batch()
        found = find(curves, GRID, peaks=3, refine=True, fap="baluev", keep_powers=True)
        self.assertEqual(found.power.shape, (3, 3))
        self.assertTrue(np.all(np.diff(found.power, axis=1) <= 0))
        np.testing.assert_allclose(found.frequency[:, 0], frequency, atol=0.002)
        self.assertTrue(np.all(found.uncertainty[:, 0] > 0))
        self.assertTrue(np.all(found.false_alarm[:, 0] < 1e-10))
        self.assertEqual(found.powers.shape, (3, 4000))
        np.testing.assert_array_equal(found.powers, periodograms(curves, GRID).power)
        best = find(curves, GRID)
        np.testing.assert_array_equal(best.power, found.powers.max(axis=1))
        np.testing.assert_array_equal(best.index, found.powers.argmax(axis=1))

    def test_excluded_frequencies_have_no_peak(self):
        curves, frequency = batch()
        found = find(curves, GRID, exclude=[(frequency[0], 0.1)])
        self.assertGreater(abs(found.frequency[0] - frequency[0]), 0.1)
        self.assertAlmostEqual(found.frequency[1], frequency[1], 2)

    def test_refined_peaks_are_not_excluded_either(self):
        t = 0.2 * np.arange(50) + 0.07 * np.sin(np.arange(50) ** 2)
        grid = Grid(0.51, 0.02, 100)
        found = find((t, np.sin(2 * np.pi * t)), grid, exclude=[(1.0, 0.009)], refine=True, peaks=3)
        self.assertTrue(np.all(np.abs(found.frequency - 1) > 0.009))

    def test_the_bootstrap_follows_from_its_seed(self):
        curves, _ = batch(1)
        grid = Grid.between(0.05, 1.0, 300)
        one, same, other = (find(curves, grid, peaks=5, fap="bootstrap", bootstrap_samples=40,
                                 seed=seed).false_alarm for seed in (1, 1, 2))
        np.testing.assert_array_equal(one, same)
        self.assertTrue(np.any(one != other))
        self.assertAlmostEqual(one[0, 0], 1 / 41)

    def test_candidates_are_looked_for_as_the_smoother_weighs(self):
        rng = np.random.default_rng(8)
        t = rng.uniform(0.0, 40.0, 120)
        is_bad = np.arange(120) % 2 == 0
        y = np.sin(2 * np.pi * np.where(is_bad, 0.31, 1.13) * t) * np.where(is_bad, 4.0, 1.0)
        dy = np.where(is_bad, 50.0, 0.05)
        grid = Grid.between(0.2, 1.6, 1500)

        def best(dy, **options):
            found = find((t, y, dy), grid, SuperSmoother(candidates=1, **options))
            return found.frequency[0], found.power[0]

        self.assertEqual(best(dy, errors=False), best(None))
        self.assertAlmostEqual(best(dy)[0], 1.13, 1)
        # The best of all, a half and a double of it.
        ignoring = LombScargle.finder(errors=False)
        ratio = best(dy, candidate_search=ignoring)[0] / 0.31
        self.assertTrue(min(abs(ratio / factor - 1) for factor in (0.5, 1, 2)) < 0.05, ratio)
        direct = LombScargle.finder(method="direct")
        found = find((t, y, dy), grid, SuperSmoother(candidates=1, candidate_search=direct))
        self.assertEqual((found.method, found.tolerance), ("direct", 0.0))

    def test_how_the_sums_were_formed_is_told(self):
        curves, _ = batch()
        for keywords in ({}, {"peaks": 2}):
            for method, tolerance in (("direct", 0.0), ("product", 0.0), ("nufft", 1e-9)):
                found = find(curves, GRID, LombScargle.finder(method=method), **keywords)
                self.assertEqual((found.method, found.tolerance), (method, tolerance))
        for grid in (GRID, Grid(0.5, 0.01, 3)):
            for finder in (LombScargle, LombScargle.finder(nterms=2)):
                for precision in ("double", "single"):
                    chosen, best, alone = (
                        (one.method, one.tolerance) for one in
                        (find(curves, grid, finder, peaks=2, precision=precision),
                         find(curves, grid, finder, precision=precision),
                         periodograms(curves, grid, finder, precision=precision)))
                    self.assertIn(best[0], ("direct", "product", "nufft"))
                    self.assertEqual((best, alone), (chosen, chosen))
        self.assertIsNone(find(curves, GRID, "pdm", peaks=2).method)
        for keywords in ({}, {"progress": lambda *_: None}):
            powers = periodograms(curves, GRID, LombScargle.finder(method="nufft", tolerance=1e-7),
                                  **keywords)
            self.assertEqual((powers.method, powers.tolerance), ("nufft", 1e-7))

    def test_where_and_why_is_told(self):
        curves, _ = batch()
        self.assertRegex(place(curves, GRID, device="cpu"), r".*backend portable: it was asked for")
        self.assertIn("wakes no GPU", place(curves, GRID))
        with self.assertRaises(siderum.Error):
            place(curves, GRID, memory_fraction=5)

    def test_peaks_are_as_many_as_were_asked_for(self):
        curves, _ = batch()
        found = find(curves, Grid(0.3, 0.1, 3), peaks=10)
        self.assertEqual(found.frequency.shape, (3, 10))
        self.assertTrue(np.all(found.index[:, 3:] == -1))
        self.assertTrue(np.all(np.isnan(found.power[:, 3:])))

    def test_an_object_without_a_peak_has_a_status(self):
        curves, _ = batch()
        for keywords in ({}, {"peaks": 2}):
            found = find(curves, GRID, exclude=[(1.0, 5.0)], **keywords)
            self.assertEqual(list(found.status), ["no peak"] * 3)
        one = find((np.arange(9.0), np.ones(9)), GRID)
        self.assertEqual(str(one.status[0]), "constant values")

    def test_bands(self):
        rng = np.random.default_rng(2)
        t = rng.uniform(0, 40, 90)
        bands = np.array(["g", "r", "i"])[np.arange(90) % 3]
        y = np.cos(2 * np.pi * 0.8 * t) * (1 + (bands == "g")) + 3.0 * (bands == "r")
        found = find(LightCurves(t, y, bands=bands), GRID, LombScargle.finder(bands=True))
        self.assertAlmostEqual(found.frequency[0], 0.8, 2)
        with self.assertRaisesRegex(siderum.Error, "have no bands"):
            find((t, y), GRID, LombScargle.finder(bands=True))

    def test_bands_that_are_not_used_are_told(self):
        t = np.sort(np.random.default_rng(2).uniform(0, 40, 90))
        y, bands = np.cos(5 * t), np.arange(90) % 2
        mixed = LightCurves(t, y, bands=bands)
        searches = (lambda curves: find(curves, GRID), lambda curves: find(curves, GRID, peaks=2),
                    lambda curves: find(curves, GRID, "pdm"),
                    lambda curves: periodograms(curves, GRID),
                    lambda curves: find_on_own_grids(curves, 0.1, 1.0))
        for search in searches:
            with self.assertWarnsRegex(UserWarning, r"^The bands .* \(.*\)\. Give") as told:
                search(mixed)
            self.assertEqual(told.filename, __file__)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            find(mixed, GRID, LombScargle.finder(bands=True))
            windows(mixed, GRID)
            # One band of each object.
            alone = LightCurves([t, t[:30]], [y, y[:30]], bands=[["g"] * 90, ["r"] * 30])
            for search in searches:
                search(alone)

    def test_of_no_objects_there_is_nothing(self):
        none = np.empty(0, object)
        for curves in (([], []), ([], [], 0.1), ([], [], []), ((), ()), (none, none)):
            curves = LightCurves(*curves)
            self.assertEqual((len(curves), curves.t.size), (0, 0))
            for keywords in ({}, {"peaks": 2, "fap": "baluev", "keep_powers": True}):
                found = find(curves, GRID, **keywords)
                self.assertEqual((len(found), found.power.size), (0, 0))
            self.assertEqual(periodograms(curves, GRID).power.shape, (0, 4000))
            self.assertIsNone(periodograms(curves, GRID).method)
            self.assertEqual(len(windows(curves, GRID)), 0)
            self.assertEqual(len(find_on_own_grids(curves, 0.1, 1.0)), 0)
        self.assertEqual(len(LightCurves([], [], bands=[], ids=[])), 0)
        # Flat arrays are those of one object.
        for curves in ((np.empty(0), np.empty(0)), ([], [], None, [0, 0]), ([[]], [[]])):
            self.assertEqual(list(find(LightCurves(*curves), GRID).status), ["no points"])

    def test_on_grids_of_their_own(self):
        curves, frequency = batch()
        found = find_on_own_grids(curves, 0.05, 2.0, peaks=2)
        np.testing.assert_allclose(found.frequency[:, 0], frequency, atol=0.01)
        self.assertEqual(len(found.grid), 3)
        np.testing.assert_allclose(find_on_own_grids(curves, 0.05, 2.0).frequency,
                                   found.frequency[:, 0])

    def test_windows_are_one_at_frequency_zero(self):
        curves, _ = batch()
        window = windows(curves, Grid(0.0, 0.01, 100))
        np.testing.assert_allclose(window.power[:, 0], 1.0)
        self.assertTrue(np.all(window.power <= 1.0 + 1e-12))

    def test_results_are_picklable(self):
        curves, _ = batch()
        found = find(curves, GRID, peaks=2)
        copy = pickle.loads(pickle.dumps(found))
        np.testing.assert_array_equal(copy.power, found.power)
        self.assertEqual(copy.finder, found.finder)

    def test_progress_is_told_to_its_end(self):
        curves, _ = batch()
        told = []
        find(curves, GRID, progress=lambda done, total: told.append((done, total)))
        self.assertTrue(told and told[-1][0] <= told[-1][1])

    def test_an_exception_of_who_is_told_ends_the_search(self):
        curves, _ = batch(200)

        def refuse(done, total):
            raise KeyError(done)

        with self.assertRaises(KeyError):
            find(curves, Grid.between(0.05, 2.0, 100_000), progress=refuse)

    def test_words_that_are_no_options_are_refused(self):
        curves, _ = batch()
        for keywords in ({"finder": "lomb"}, {"device": "tpu"}, {"precision": "half"},
                         {"fap": "sure"}, {"finder": SuperSmoother(ends="loose")},
                         {"finder": SuperSmoother(alpha=11.0)}, {"threads": -1},
                         {"finder": "pdm", "refine": True}, {"backend": "fast"}):
            with self.assertRaises(siderum.Error, msg=str(keywords)):
                find(curves, GRID, **keywords)


@unittest.skipUnless(importlib.util.find_spec("astropy"), "astropy is not installed")
class Tables(unittest.TestCase):
    def test_have_what_was_asked_for(self):
        curves, _ = batch()
        plain = ["id", "points", "frequency", "period", "power"]
        self.assertEqual(find(curves, GRID).to_table().colnames, plain + ["method", "status"])
        self.assertEqual(find(curves, GRID, "pdm").to_table().colnames, plain + ["status"])
        direct = LombScargle.finder(method="direct")
        self.assertEqual(find(curves, GRID, direct).to_table()["method"][0], "direct")
        # Of one point there is neither; the columns are those that were asked for.
        for some in (curves, (curves.t[:1], curves.y[:1])):
            table = find(some, GRID, fap="baluev", refine=True).to_table()
            self.assertEqual(table.colnames, plain + ["uncertainty", "false_alarm",
                                                      "log_false_alarm", "method", "status"])
        table = find(curves, GRID, fap="davies").to_table()
        self.assertLess(table["log_false_alarm"][0], -20.0)
        self.assertNotIn("uncertainty", table.colnames)

    def test_have_units(self):
        from astropy import units as u

        curves, _ = batch()
        found = find((curves[0].t * u.day, curves[0].y * u.mag), Grid(0.3 / u.day, 0.1 / u.day, 9),
                     LombScargle.finder(normalization="raw"))
        table = found.to_table()
        self.assertEqual((table["power"].unit, table["period"].unit), (u.mag ** 2, u.day))
        self.assertEqual(table["power"][0].value, found.power[0])


class Pictures(unittest.TestCase):
    def setUp(self):
        try:
            import matplotlib
        except ImportError:
            self.skipTest("matplotlib is not installed")
        matplotlib.use("Agg")
        from matplotlib import pyplot

        self.axes = pyplot.figure().add_subplot()
        self.addCleanup(pyplot.close)

    def test_of_a_search(self):
        curves, _ = batch()
        found = find(curves, GRID, peaks=4)
        artists = found.plot(1, ax=self.axes)
        self.assertGreaterEqual(len(artists), 5)
        self.assertEqual(self.axes.get_xlabel(), "frequency")
        self.assertTrue(all(artist.axes is self.axes for artist in artists))

    def test_frequencies_are_in_the_unit_of_the_grid(self):
        try:
            from astropy import units as u
        except ImportError:
            self.skipTest("astropy is not installed")
        curves, frequency = batch()
        found = find((curves[0].t * u.day, curves[0].y * u.mag),
                     Grid.between(0.05 / 24 / u.hour, 2.0 / 24 / u.hour, 4000),
                     LombScargle.finder(normalization="raw"), peaks=3)
        found.plot(ax=self.axes)
        self.assertEqual(self.axes.get_xlabel(), "frequency [1 / h]")
        self.assertEqual(self.axes.get_ylabel(), "power (raw) [mag2]")
        marks = self.axes.lines[1].get_xdata()
        self.assertAlmostEqual(24 * marks[0], frequency[0], 2)
        for mark in marks:
            self.assertLess(mark, self.axes.get_xlim()[1])

    def test_marks_do_not_cover_levels(self):
        t = np.floor(np.linspace(0, 60, 100)) + 0.2 * np.random.default_rng(3).random(100)
        found = find((t, np.sin(2 * np.pi * 0.7 * t)), Grid.between(0.05, 3.0, 6000), peaks=5)
        artists = found.plot(ax=self.axes)
        figure = self.axes.figure
        boxes = [artist.get_window_extent(figure.canvas.get_renderer()) for artist in artists
                 if artist in self.axes.texts]
        levels = [box for box in boxes if box.x0 >= self.axes.bbox.x1]
        self.assertEqual(len(levels), 3)
        self.assertGreater(len(boxes), 3)

    def test_of_objects_by_their_ids(self):
        curves, _ = batch()
        curves = LightCurves(curves.t, curves.y, curves.dy, curves.offsets, ids=["a", "b", "c"])
        found, power = find(curves, GRID), periodograms(curves, GRID)
        for thing in (found, power):
            line = thing.plot("b", ax=self.axes)[0]
            np.testing.assert_array_equal(line.get_ydata(), power.power[1])
            for name in ("z", 3, 1.5):
                with self.assertRaisesRegex(siderum.Error, "There is no object"):
                    thing.plot(name, ax=self.axes)
        found.plot_folded("c", ax=self.axes)
        # Numbers are ids where there are some, else places.
        for ids, name, place_of_it in (([3, 2, 0], 0, 2), ([3, 2, 0], 2, 1), ([3, 2, 0], 1, 1),
                                       ([3, 2, 0], None, 0), (None, 1, 1), (["a", "b", "c"], 2, 2)):
            curves.ids = power.ids = ids
            for thing in (find(curves, GRID), power):
                line = thing.plot(name, ax=self.axes)[0]
                np.testing.assert_array_equal(line.get_ydata(), power.power[place_of_it])

    def test_are_computed_as_the_search_was(self):
        curves, _ = batch(1)
        found = find(curves, GRID, precision="single", device="cpu")
        line = found.plot(ax=self.axes)[0]
        self.assertEqual(line.get_ydata().dtype, np.float32)
        # Of candidates those of the whole grid, of which they are some.
        finder = SuperSmoother(candidates=2)
        found = find(curves, GRID, finder)
        whole = periodograms(curves, GRID, SuperSmoother()).power[0]
        np.testing.assert_array_equal(found.plot(ax=self.axes)[0].get_ydata(), whole)

    def test_tell_no_more_of_bands_than_the_search(self):
        t = np.sort(np.random.default_rng(2).uniform(0, 40, 90))
        curves = LightCurves(t, np.cos(5 * t), bands=np.arange(90) % 2)
        with self.assertWarns(UserWarning):
            found = find(curves, GRID)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found.plot(ax=self.axes)

    def test_of_one_frequency(self):
        curves, _ = batch()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            find(curves, Grid(0.7, 0.1, 1)).plot(ax=self.axes)

    def test_of_folded_bands_have_a_model_of_each(self):
        rng = np.random.default_rng(2)
        t = rng.uniform(0, 40, 90)
        bands = np.array(["g", "r", "i"])[np.arange(90) % 3]
        y = np.cos(2 * np.pi * 0.8 * t) * (1 + (bands == "g")) + 3.0 * (bands == "r")
        found = find(LightCurves(t, y, bands=bands), GRID, LombScargle.finder(bands=True))
        found.plot_folded(ax=self.axes)
        models = [line for line in self.axes.lines if len(line.get_xdata()) == 200]
        self.assertEqual(len(models), 6)
        self.assertEqual(len({line.get_color() for line in models}), 3)
        means, heights = zip(*((line.get_ydata().mean(), np.ptp(line.get_ydata()))
                               for line in models[::2]))
        np.testing.assert_allclose(means, [0, 0, 3], atol=0.2)  # g, i, r
        np.testing.assert_allclose(heights, [4, 2, 2], atol=0.2)
        self.assertEqual([text.get_text() for text in self.axes.get_legend().get_texts()],
                         ["g", "i", "r"])
        # Means of bins of each band, along its model.
        means = [line for line in self.axes.lines if line.get_marker() == "o"]
        self.assertEqual(len(means), 6)
        for line, model in zip(means, models):
            self.assertEqual(line.get_color(), model.get_color())
            expected = np.interp(line.get_xdata(), model.get_xdata(), model.get_ydata())
            np.testing.assert_allclose(line.get_ydata(), expected, atol=0.5)

    def test_means_of_equal_bins_stay_apart(self):
        t = np.arange(40) * 0.25
        y = np.array([1.0, 5.0, 1.0, 9.0])[np.arange(40) % 4]
        found = find((t, y), Grid(1.0, 0.5, 1))
        found.plot_folded(ax=self.axes, bins=4)
        means = [line for line in self.axes.lines if line.get_marker() == "o"][0]
        np.testing.assert_allclose(means.get_xdata(), [0, 0.25, 0.5, 0.75], atol=1e-12)
        np.testing.assert_allclose(means.get_ydata(), [1, 5, 1, 9])

    def test_of_folded_curves_take_a_style(self):
        curves, _ = batch()
        artists = find(curves, GRID).plot_folded(ax=self.axes, color="r", fmt="x", bins=5)
        self.assertEqual(artists[0].lines[0].get_color(), "r")
        for options in ({"rank": 9}, {"rank": "best"}, {"bins": 1}, {"bins": 2.5}):
            with self.assertRaises(siderum.Error):
                find(curves, GRID).plot_folded(ax=self.axes, **options)

    def test_of_folded_curves(self):
        curves, _ = batch()
        for finder in ("lomb-scargle", "super-smoother", "conditional-entropy"):
            artists = find(curves, GRID, finder).plot_folded(0, ax=self.axes)
            self.assertGreaterEqual(len(artists), 4)

    def test_without_an_answer_there_is_none(self):
        found = find(([1.0, 2.0], [3.0, 4.0]), GRID)
        with self.assertRaisesRegex(siderum.Error, "has no period of rank 0 .too few points."):
            found.plot_folded(0, ax=self.axes)


if __name__ == "__main__":
    unittest.main()
