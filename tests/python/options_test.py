# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Options of the calls: what they may be, and the sentence where they are none."""

import copy
import inspect
import pickle
import unittest

import numpy as np

import siderum
from siderum.periods import (ConditionalEntropy, Grid, LightCurves, LombScargle,
                             LombScargleMultiband, PhaseDispersion, SuperSmoother, find,
                             find_on_own_grids, periodograms, windows)

RNG = np.random.default_rng(0)
T = np.sort(RNG.uniform(0, 40, 60))
Y = np.sin(2 * np.pi * 0.7 * T) + 0.05 * RNG.normal(size=60)
CURVES = LightCurves([T, T[:30]], [Y, Y[:30]], 0.05)
GRID = Grid.between(0.05, 2.0, 400)
EVERYWHERE = ("device", "precision", "threads", "progress", "seed")


class Refused(unittest.TestCase):
    def check(self, *calls):
        for call in calls:
            with self.assertRaisesRegex(siderum.Error, r"^[A-Z].*\(.*\).*\.$",
                                        msg=inspect.getsource(call)):
                call()

    def test_numbers_of_a_search(self):
        for options in ({"peaks": 0}, {"peaks": -1}, {"peaks": 1.5}, {"peaks": "two"},
                        {"peaks": True}, {"refine": "no"}, {"keep_powers": "no"}, {"fap": True},
                        {"threads": 2.5}, {"threads": "2"}, {"threads": -1}, {"device": ["cpu"]},
                        {"device": 3}, {"memory_fraction": "a"}, {"memory_fraction": 0},
                        {"progress": "yes"}, {"exclude": [0.7]}, {"exclude": [(0.7,)]},
                        {"exclude": (0.7, 0.1)}, {"exclude": [("a", 0.1)]},
                        {"fap": "bootstrap", "bootstrap_samples": 2.5},
                        {"fap": "bootstrap", "bootstrap_samples": 0}):
            with self.assertRaises(siderum.Error, msg=str(options)):
                find(CURVES, GRID, **options)

    def test_seeds(self):
        for seed in (-1, 1.5, 2 ** 64, "one", True):
            self.check(lambda: find(CURVES, GRID, seed=seed),
                       lambda: periodograms(CURVES, GRID, seed=seed),
                       lambda: windows(CURVES, GRID, seed=seed),
                       lambda: find_on_own_grids(CURVES, 0.1, 1.0, seed=seed))
        self.check(lambda: LombScargle(T, Y, seed=-1))

    def test_truth_values_as_numbers(self):
        # Each after the number that it equals, which caches may know.
        for good, bad in ((1, True), (1.0, True)):
            find(CURVES, GRID, LombScargle.finder(nterms=good))
            find(CURVES, GRID, LombScargle.finder(tolerance=0.0))
            self.check(lambda: find(CURVES, GRID, LombScargle.finder(nterms=bad)),
                       lambda: find(CURVES, GRID, LombScargle.finder(tolerance=False)),
                       lambda: find(CURVES, GRID, SuperSmoother(candidates=bad)),
                       lambda: find(CURVES, GRID, exclude=[(bad, 0.1)]))
        siderum._execution.execution(threads=1)
        self.check(lambda: find(CURVES, GRID, threads=True),
                   lambda: LightCurves(T, Y, True), lambda: LombScargle(T, Y, True),
                   lambda: LombScargle(T, Y > 0), lambda: LombScargle(T, Y).power([True]))

    def test_what_is_empty_is_not_none(self):
        bands = np.arange(60) % 2
        one = LombScargle(T, Y)
        for bad in (0, False, 0.0, "", [], {}):
            calls = [lambda: find(CURVES, GRID, device=bad), lambda: LombScargle(T, Y, device=bad),
                     lambda: find(CURVES, GRID, fap=bad)]
            if type(bad) not in (int, float):
                calls += [lambda: find(CURVES, GRID, threads=bad),
                          lambda: LombScargleMultiband(T, Y, bands, reg_base=bad).power([0.1]),
                          lambda: LombScargleMultiband(T, Y, bands, reg_band=bad).power([0.1])]
            if type(bad) is not list:
                calls += [lambda: find(CURVES, GRID, exclude=bad)]
            if type(bad) is not dict:
                calls += [lambda: one.power([0.1, 0.2], method_kwds={"trig_sum_kwds": bad})]
            self.check(*calls)

    def test_ranges_are_right_at_once(self):
        bands = LightCurves(T, Y, bands=np.arange(60) % 2)
        several = LombScargleMultiband
        for least, most, call in (
                (2, 64, lambda n: find(CURVES, GRID, PhaseDispersion(bins=n))),
                (2, 64, lambda n: find(CURVES, GRID, ConditionalEntropy(phase_bins=n))),
                (2, 16, lambda n: find(CURVES, GRID, ConditionalEntropy(value_bins=n))),
                (1, 12, lambda n: find(CURVES, GRID, LombScargle.finder(nterms=n))),
                (0, 6, lambda n: find(bands, GRID, LombScargle.finder(bands=True, nterms=n))),
                (0, 12, lambda n: LombScargle(T, Y, nterms=n).power([0.1])),
                (0, 12, lambda n: LombScargle(T, Y, nterms=n).model(T, 0.1)),
                (0, 6, lambda n: several(T, Y, bands.bands, nterms_base=n).power([0.1])),
                (0, 6, lambda n: several(T, Y, bands.bands, nterms_band=n).power([0.1]))):
            for bad in (-3, least - 1, most + 1, 2.5):
                with self.assertRaisesRegex(siderum.Error, rf"cannot be {bad} .*whole number from"
                                            rf" {least} to {most}\)", msg=inspect.getsource(call)):
                    call(bad)
            call(least)
            call(most)
        for call in (find, LombScargle):
            with self.assertRaisesRegex(siderum.Error, r"progress cannot be 3 \(it is True, False,"
                                        r" or a function of \(done, total\)\)"):
                call(CURVES, GRID, progress=3) if call is find else call(T, Y, progress=3)

    def test_flags_that_are_none(self):
        self.check(lambda: find(CURVES, GRID, peaks=2, keep_powers="no"),
                   lambda: find(CURVES, GRID, refine=True, keep_powers="no"),
                   lambda: LombScargle(T, Y, fit_mean="no"),
                   lambda: LombScargle(T, Y, center_data="no"),
                   lambda: LombScargle(T, Y, progress="x"),
                   lambda: LombScargleMultiband(T, Y, np.arange(60) % 2, progress="x"),
                   lambda: LombScargleMultiband(T, Y, np.arange(60) % 2,
                                                regularize_by_trace="no").power([0.1]),
                   lambda: windows(CURVES, GRID, memory_fraction=5),
                   lambda: LombScargle(T, Y, memory_fraction=5).power(GRID.frequency),
                   lambda: LombScargle(T, Y, backend="fast"))

    def test_options_that_do_nothing(self):
        finder = LombScargle.finder
        bands = LightCurves(T, Y, bands=np.arange(60) % 2)
        self.check(
            lambda: find(bands, GRID, finder(bands=True, fit_mean=False)),
            lambda: find(bands, GRID, LombScargleMultiband.finder(fit_mean=False)),
            lambda: find(CURVES, GRID, finder(method="direct", tolerance=0.5)),
            lambda: periodograms(CURVES, GRID, finder(method="product", tolerance=0.5)),
            lambda: find(CURVES, GRID, SuperSmoother(half_window=3)),
            lambda: find(CURVES, GRID, SuperSmoother(candidate_search=finder())),
            lambda: find(CURVES, GRID, SuperSmoother(span=0.2, alpha=3)),
            lambda: find(CURVES, GRID, SuperSmoother(span=0.2, spans=(0.1, 0.2, 0.4))),
            lambda: find(CURVES, GRID, SuperSmoother(span=0.2, variant="single-pass")),
            lambda: find(CURVES, GRID, bootstrap_samples=7),
            lambda: find(CURVES, GRID, fap="baluev", bootstrap_samples=7))
        find(CURVES, GRID, finder(method="nufft", tolerance=1e-6))
        find(CURVES, GRID, SuperSmoother(span=0.2))
        find(CURVES, GRID, SuperSmoother(candidates=2, half_window=3, candidate_search=finder()))

    def test_searches_that_find_no_candidates(self):
        for search in (LombScargle.finder(nterms=2), LombScargle.finder(bands=True), 5, "pdm",
                       LombScargle.finder(normalization="psd"), LombScargle.finder(fit_mean="no"),
                       LombScargle.finder(method="direct", tolerance=0.5)):
            self.check(lambda: find(CURVES, GRID, SuperSmoother(candidates=2,
                                                                candidate_search=search)))

    def test_candidates_beside_all_powers(self):
        finder = SuperSmoother(candidates=1)
        for keywords in ({}, {"progress": lambda *_: None}):
            self.check(lambda: periodograms(CURVES, GRID, finder, **keywords),
                       lambda: find(CURVES, GRID, finder, keep_powers=True, **keywords))

    def test_what_a_gpu_does_not_compute(self):
        uneven = np.sort(RNG.uniform(0.1, 2.0, 30))
        with self.assertRaisesRegex(siderum.Error, "no regular grid are not summed on a GPU"):
            LombScargle(T, Y, device="gpu").power(uneven)
        with self.assertRaisesRegex(siderum.Error, "several bands are computed on the CPU"):
            LombScargleMultiband(T, Y, np.arange(60) % 2, device="gpu")
        if "gpu" not in siderum.devices():
            keywords = {"method": "bootstrap", "maximum_frequency": 1.0}
            for call in (lambda: LombScargle(T, Y, device="gpu").power(0.7),
                         lambda: LombScargle(T, Y, device="gpu").power(GRID.frequency),
                         lambda: LombScargle(T, Y, device="gpu").false_alarm_level(0.1,
                                                                                   **keywords)):
                with self.assertRaisesRegex(siderum.Error, "GPU"):
                    call()

    def test_ids_that_are_not_one_of_each(self):
        self.check(lambda: LightCurves(T, Y, ids="a"), lambda: LightCurves(T, Y, ids=5),
                   lambda: LightCurves(T, Y, ids={"a"}), lambda: LightCurves(T, Y, ids=["a", "b"]))

    def test_what_is_no_grid(self):
        for grid in (np.linspace(0.1, 2.0, 100), (0.1, 0.001, 100), None, Grid):
            self.check(lambda: find(CURVES, grid), lambda: periodograms(CURVES, grid),
                       lambda: windows(CURVES, grid))

    def test_numbers_of_a_grid(self):
        self.check(lambda: Grid(0.1, 0.1, 2.5), lambda: Grid("a", 0.1, 3),
                   lambda: Grid(0.1, 0.1, True), lambda: Grid(0.1, 0.1, 10 ** 19),
                   lambda: Grid.between(0.1, 1.0, "many"),
                   lambda: Grid.resolving(CURVES, 0.1, 2.0, 0),
                   lambda: Grid.resolving(CURVES, 0.1, 2.0, nterms=0),
                   lambda: find_on_own_grids(CURVES, 0.1, 2.0, samples_per_peak=0),
                   lambda: find_on_own_grids(CURVES, 0.1, 2.0, peaks=0))
        gap = np.where(T > 30, np.nan, T)
        self.check(lambda: Grid.resolving((gap, Y), 0.1, 2.0), lambda: Grid.suggested((gap, Y)))

    def test_what_is_no_finder(self):
        for finder in (5, None, int, "LombScargle", LombScargle(T, Y), LombScargle.finder,
                       LombScargle.finder(nterms="2"), LombScargle.finder(nterms=2.5),
                       LombScargle.finder(fit_mean="no"), LombScargle.finder(tolerance="small"),
                       SuperSmoother(alpha="x"), SuperSmoother(spans=(0.1, 0.2)),
                       SuperSmoother(spans=0.1), SuperSmoother(candidates=2.5),
                       PhaseDispersion(bins=2.5), PhaseDispersion(bins="10"),
                       ConditionalEntropy(phase_bins=[10])):
            self.check(lambda: find(CURVES, GRID, finder))

    def test_of_one_light_curve(self):
        bands = np.arange(60) % 2
        self.check(lambda: LombScargle(T, Y, nterms="2").power(GRID.frequency),
                   lambda: LombScargle([T, T], [Y, Y]),
                   lambda: LombScargleMultiband(T, Y, bands, nterms_base="2").power([0.1]),
                   lambda: LombScargleMultiband(T, Y, bands[1:]),
                   lambda: LombScargleMultiband(T, Y, bands, nterms_base=0).power([0.1], "fast"),
                   lambda: LombScargleMultiband(T, Y, bands, precision="single"),
                   lambda: LombScargleMultiband(T, Y, bands, progress=True),
                   lambda: LombScargle(T, Y).false_alarm_probability(
                       0.1, method="bootstrap", method_kwds={"n_bootstraps": 2.5}))


    def test_what_is_of_no_type_that_is_taken(self):
        """It is a sentence of the package, not one of the binding or of Python."""
        one, bands = LombScargle(T, Y), LombScargleMultiband(T, Y, np.arange(60) % 2)
        for bad in (None, "x", [1.0, 2.0], {}, object(), 1j, np.ones(2), np.array(["a"])):
            calls = [lambda: one.power_on_grid(bad, 0.1, 3), lambda: one.power_on_grid(0.1, bad, 3),
                     lambda: one.power_on_grid(0.1, 0.1, 3, tolerance=bad),
                     lambda: bands.power_on_grid(0.1, 0.1, 3, tolerance=bad),
                     lambda: bands.power_on_grid(bad, 0.1, 3),
                     lambda: one.autofrequency(samples_per_peak=bad),
                     lambda: one.autopower(nyquist_factor=bad),
                     lambda: bands.autopower(samples_per_peak=bad),
                     lambda: one.false_alarm_level(0.1, nyquist_factor=bad),
                     lambda: find_on_own_grids(CURVES, 0.1, 1.0, samples_per_peak=bad)]
            if bad is not None:  # which is the default
                calls += [lambda: one.power([0.1, 0.2], normalization=bad),
                          lambda: one.power_on_grid(0.1, 0.1, 3, normalization=bad),
                          lambda: bands.power([0.1], normalization=bad)]
            if bad is not None and type(bad) is not dict:
                calls += [lambda: one.power([0.1, 0.2], method_kwds=bad)]
            self.check(*calls)
            for call in (lambda: one.power([0.1, 0.2], method=bad),
                         lambda: bands.power([0.1], method=bad),
                         lambda: bands.power([0.1], "fast", sb_method=bad),
                         lambda: one.false_alarm_probability(0.1, method=bad)):
                with self.assertRaisesRegex(siderum.Error, "(?i)method"):  # as astropy says it
                    call()
        with self.assertRaisesRegex(siderum.Error, "^bands_fit does not match"):
            bands.model(T, 0.5, bands_fit=[object()])

    def test_harmonics_of_the_fast_method(self):
        for base in (0, 7):
            for band in (0, 1):
                several = LombScargleMultiband(T, Y, np.arange(60) % 2, nterms_base=base,
                                               nterms_band=band)
                with self.assertRaisesRegex(siderum.Error, r'^The nterms_base of method="fast"'
                                            rf" cannot be {base} .*from 1 to 6"):
                    several.power([0.1, 0.2], method="fast")


class Huge(unittest.TestCase):
    """What no machine has room for is refused before anything is allocated."""

    def test_results(self):
        grid, many = Grid(0.1, 1e-12, 10**13), 10**15
        one, bands = LombScargle(T, Y), LombScargleMultiband(T, Y, np.arange(60) % 2)
        bootstrap = {"method": "bootstrap", "maximum_frequency": 1.0,
                     "method_kwds": {"n_bootstraps": many}}
        for call in (lambda: find(CURVES, grid, keep_powers=True),
                     lambda: find(CURVES, GRID, peaks=many),
                     lambda: find(CURVES, GRID, fap="bootstrap", bootstrap_samples=many),
                     lambda: find_on_own_grids(CURVES, 0.1, 1.0, peaks=many),
                     lambda: periodograms(CURVES, grid), lambda: windows(CURVES, grid),
                     lambda: periodograms(CURVES, grid, "pdm", precision="single"),
                     lambda: grid.frequency, lambda: one.autopower(maximum_frequency=1e13),
                     lambda: one.autofrequency(maximum_frequency=1e13),
                     lambda: one.power_on_grid(0.1, 1e-12, 10**13),
                     lambda: LombScargle(T, Y, nterms=0).power_on_grid(0.1, 1e-12, 10**13),
                     lambda: bands.power_on_grid(0.1, 1e-12, 10**13),
                     lambda: one.false_alarm_level(0.1, **bootstrap)):
            with self.assertRaisesRegex(siderum.Error, r"^There is not enough memory \(.* could not"
                                                       r" be had\)\. Ask for less at once",
                                        msg=inspect.getsource(call)):
                call()
        with self.assertRaisesRegex(siderum.Error, r"^The periodogram of one object takes \d+"):
            find(CURVES, grid, peaks=2)


class Taken(unittest.TestCase):
    def test_whole_numbers_of_any_type(self):
        for count in (400, 400.0, np.int16(400), np.float32(400), np.array(400)):
            self.assertEqual(Grid.between(0.05, 2.0, count), GRID)
            self.assertIs(type(Grid(0.1, 0.1, count).count), int)
        found = find(CURVES, GRID, peaks=2.0, fap="bootstrap", bootstrap_samples=5.0, seed=2.0)
        self.assertEqual(found.index.shape, (2, 2))
        find(CURVES, GRID, PhaseDispersion(bins=np.float64(10)))
        find(CURVES, GRID, SuperSmoother(spans=np.array([0.05, 0.2, 0.5])))

    def test_none_is_another_seed_each_time(self):
        curves, keywords = LightCurves(T, RNG.normal(size=60)), {"peaks": 5, "fap": "bootstrap",
                                                                 "bootstrap_samples": 40}
        same = [find(curves, GRID, seed=1, **keywords).false_alarm for _ in range(2)]
        np.testing.assert_array_equal(*same)
        other = [find(curves, GRID, seed=None, **keywords).false_alarm for _ in range(4)]
        self.assertTrue(any(np.any(one != other[0]) for one in other[1:]))

    def test_none_is_the_default(self):
        np.testing.assert_array_equal(
            find(CURVES, GRID, device=None, threads=None, exclude=None).power,
            find(CURVES, GRID).power)

    def test_grids_resolve_the_peaks_of_several_terms(self):
        one, two = (Grid.resolving(CURVES, 0.1, 2.0, nterms=nterms) for nterms in (1, 2))
        self.assertAlmostEqual(one.step, 2 * two.step)

    def test_the_same_keywords_everywhere(self):
        for call in (find, periodograms, windows, find_on_own_grids, LombScargle,
                     LombScargleMultiband):
            self.assertLessEqual(set(EVERYWHERE), set(inspect.signature(call).parameters), call)
        told = []
        power = LombScargle(T, Y, progress=lambda *done: told.append(done)).autopower()[1]
        self.assertTrue(told)
        np.testing.assert_allclose(power, LombScargle(T, Y).autopower()[1], rtol=1e-12)
        keywords = {"method": "bootstrap", "maximum_frequency": 1.0,
                    "method_kwds": {"n_bootstraps": 20}}
        told = []
        told_of = LombScargle(T, Y, seed=1, progress=lambda *done: told.append(done))
        self.assertEqual(told_of.false_alarm_level(0.1, **keywords),
                         LombScargle(T, Y, seed=1).false_alarm_level(0.1, **keywords))
        self.assertEqual(told[-1], (20, 20))
        levels = [LombScargle(T, Y, seed=seed).false_alarm_level(0.1, **keywords)
                  for seed in (1, 1, 2)]
        self.assertEqual(levels[0], levels[1])
        self.assertNotEqual(levels[0], levels[2])

    def test_several_bands_by_their_class(self):
        curves = LightCurves(T, Y, bands=np.arange(60) % 2)
        np.testing.assert_array_equal(find(curves, GRID, LombScargleMultiband).power,
                                      find(curves, GRID, LombScargle.finder(bands=True)).power)

    def test_what_is_public_can_be_copied(self):
        things = [LombScargle(T, Y, threads=2), LombScargle(T, Y, device="cpu", nterms=2),
                  LombScargleMultiband(T, Y, np.arange(60) % 2), CURVES, GRID, SuperSmoother(),
                  find(CURVES, GRID), periodograms(CURVES, GRID), siderum.Error("none")]
        for thing in things:
            for twin in (pickle.loads(pickle.dumps(thing)), copy.deepcopy(thing), copy.copy(thing)):
                self.assertIs(type(twin), type(thing))
                if hasattr(thing, "power") and callable(thing.power):
                    np.testing.assert_array_equal(twin.power([0.5, 0.7]), thing.power([0.5, 0.7]))


if __name__ == "__main__":
    unittest.main()
