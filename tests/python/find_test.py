# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Searches: what they find, and that every option of the program has its place."""

import pickle
import unittest

import numpy as np

import siderum
from siderum.periods import (ConditionalEntropy, Grid, LightCurves, LombScargle, PhaseDispersion,
                             SuperSmoother, find, find_on_own_grids, periodograms, windows)

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

    def test_the_bootstrap_follows_from_its_seed(self):
        curves, _ = batch(1)
        grid = Grid.between(0.05, 1.0, 300)
        one, same, other = (find(curves, grid, peaks=5, fap="bootstrap", bootstrap_samples=40,
                                 seed=seed).false_alarm for seed in (1, 1, 2))
        np.testing.assert_array_equal(one, same)
        self.assertTrue(np.any(one != other))
        self.assertAlmostEqual(one[0, 0], 1 / 41)

    def test_bands(self):
        rng = np.random.default_rng(2)
        t = rng.uniform(0, 40, 90)
        bands = np.array(["g", "r", "i"])[np.arange(90) % 3]
        y = np.cos(2 * np.pi * 0.8 * t) * (1 + (bands == "g")) + 3.0 * (bands == "r")
        found = find(LightCurves(t, y, bands=bands), GRID, LombScargle.finder(bands=True))
        self.assertAlmostEqual(found.frequency[0], 0.8, 2)
        with self.assertRaisesRegex(siderum.Error, "have no bands"):
            find((t, y), GRID, LombScargle.finder(bands=True))

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

    def test_of_one_frequency(self):
        import warnings

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
