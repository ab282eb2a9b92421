# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The class with astropy's interface, beside astropy itself where it is installed.

(astropy's own tests run by `make test-peers`.)
"""

import importlib.util
import unittest
import warnings

import numpy as np

import siderum
from siderum.periods import LombScargle, LombScargleMultiband

RNG = np.random.default_rng(7)
T = 20 * RNG.random(100)
DY = 0.5 + RNG.random(100)
Y = 10 + 2 * np.sin(2 * np.pi * T) + DY * RNG.normal(size=100)
REGULAR = 0.8 + 0.01 * np.arange(40)
UNEVEN = np.sort(0.1 + 3 * RNG.random(20))
HAS_ASTROPY = importlib.util.find_spec("astropy") is not None


class Powers(unittest.TestCase):
    def test_methods_agree(self):
        for nterms in (1, 2):
            expected = LombScargle(T, Y, DY, nterms=nterms).power(REGULAR, method="chi2")
            for method in ("auto", "fastchi2"):
                power = LombScargle(T, Y, DY, nterms=nterms).power(REGULAR, method=method)
                np.testing.assert_allclose(power, expected, rtol=1e-7, atol=1e-11)

    def test_lists_are_as_grids(self):
        for nterms in (1, 3):
            periodogram = LombScargle(T, Y, DY, nterms=nterms)
            shuffled = RNG.permutation(REGULAR)
            np.testing.assert_allclose(periodogram.power(shuffled),
                                       periodogram.power(REGULAR)[np.argsort(np.argsort(shuffled))],
                                       rtol=1e-9)

    def test_have_the_shape_of_the_frequencies(self):
        for shape in ((), (1,), (2, 3)):
            self.assertEqual(LombScargle(T, Y).power(np.full(shape, 0.7)).shape, shape)

    def test_of_one_frequency_are_a_number(self):
        for periodogram in (LombScargle(T, Y), LombScargle(T, Y, nterms=0),
                            LombScargleMultiband(T, Y, np.arange(100) % 2)):
            power = periodogram.power(0.7)
            self.assertIs(type(power), np.float64)
            hash(power)

    def test_an_object_without_an_answer_is_nan_and_a_warning(self):
        with self.assertWarnsRegex(RuntimeWarning, "constant values"):
            power = LombScargle(T, np.ones(100)).power(REGULAR)
        self.assertTrue(np.isnan(power).all())
        hidden, bands = np.ma.array(Y, mask=True), np.arange(100) % 2
        for empty in (LombScargle([], []), LombScargle(T, hidden),
                      LombScargleMultiband([], [], []), LombScargleMultiband(T, hidden, bands),
                      LombScargleMultiband(T, Y, [None] * 100)):
            for call in (lambda: empty.power([0.5, 1.7]), lambda: empty.power(1.7),
                         lambda: empty.power_on_grid(0.1, 0.1, 3)):
                with self.assertWarnsRegex(RuntimeWarning, "no points"):
                    power = call()
                self.assertTrue(np.isnan(power).all())

    def test_without_bands_are_refused(self):
        with self.assertRaisesRegex(siderum.Error, r"^The bands are missing \(each point has"):
            LombScargleMultiband(T, Y, None, DY)

    def test_ends_of_a_range_that_are_no_frequencies_are_refused(self):
        one, several = LombScargle(T, Y, DY), LombScargleMultiband(T, Y, np.arange(100) % 2)
        for bad in (-5, -1.0, np.nan, np.inf):
            for name in ("minimum_frequency", "maximum_frequency"):
                for call in (one.autofrequency, one.autopower, several.autofrequency,
                             several.autopower, lambda **end: one.false_alarm_level(0.1, **end),
                             lambda **end: one.false_alarm_probability(0.1, **end)):
                    with self.assertRaisesRegex(siderum.Error, rf"^The {name} is {bad:g} "
                                                r"\(frequencies are finite and not negative\)"):
                        call(**{name: bad})
        np.testing.assert_array_equal(one.autofrequency(minimum_frequency=None),
                                      one.autofrequency())

    def test_false_alarms_of_what_is_no_power_are_refused(self):
        for normalization, highest in (("standard", 1.0), ("psd", None), ("raw", None),
                                       ("model", np.inf), ("log", np.inf)):
            ours = LombScargle(T, Y, normalization=normalization)
            if highest is None:
                highest = ours.false_alarm_level(0.0, method="single")
            for bad in (-0.5, 1.5 * highest):
                for call in (ours.false_alarm_probability, ours.distribution,
                             lambda bad: ours.false_alarm_probability(bad, "bootstrap")):
                    if bad < np.inf:
                        with self.assertRaisesRegex(siderum.Error, "^The power of place 1 is "
                                                    f"{bad:g} .*{normalization}.* are 0 "):
                            call([0.1, bad])
            # What rounding and tolerances leave.
            near = ours.false_alarm_probability([-1e-7, min(1e9, highest * (1 + 1e-7)), np.nan])
            np.testing.assert_array_equal(near[:2], [1.0, 0.0])
            self.assertTrue(np.isnan(near[2]))
        bootstrap = {"method": "bootstrap", "method_kwds": {"n_bootstraps": 5}}
        ours = LombScargle(T, Y, DY)
        self.assertTrue(np.isnan(ours.false_alarm_probability(np.nan, **bootstrap)))
        for bad in (-1, 1.5, np.nan):
            for keywords in ({}, bootstrap):
                with self.assertRaisesRegex(siderum.Error, "^The false-alarm probability of place"
                                            rf" 1 is {bad:g} \(probabilities are 0 to 1\)"):
                    ours.false_alarm_level([0.5, bad], **keywords)
        np.testing.assert_array_equal(ours.false_alarm_level([0, 1]), [1.0, 0.0])

    def test_points_that_are_bad_as_given_are_named_so(self):
        for bad in (np.nan, np.inf):
            y, bands = np.where(np.arange(100) == 41, bad, Y), np.arange(100) % 2
            for ours in (LombScargle(T, y), LombScargleMultiband(T, y, bands)):
                for call in (lambda: ours.power(REGULAR), lambda: ours.power(UNEVEN)):
                    with self.assertRaisesRegex(siderum.Error, "^The value of object 0, point 41 is"
                                                rf" not finite \(it is {bad}\)\. Remove the point"):
                        call()

    def test_arrays_at_odd_addresses_are_copied(self):
        odd = np.empty(801, np.uint8)[1:].view(float)
        odd[:] = T
        self.assertFalse(odd.flags.aligned)
        for frequencies in (REGULAR, UNEVEN):
            np.testing.assert_array_equal(LombScargle(odd, Y).power(frequencies),
                                          LombScargle(T, Y).power(frequencies))
        np.testing.assert_array_equal(LombScargle(T, Y).power(odd), LombScargle(T, Y).power(T))

    def test_masked_points_are_left_out(self):
        mask = T > 15
        periodogram = LombScargle(T, np.ma.array(Y, mask=mask), DY)
        self.assertEqual(periodogram.dropped, np.count_nonzero(mask))
        np.testing.assert_array_equal(periodogram.power(REGULAR),
                                      LombScargle(T[~mask], Y[~mask], DY[~mask]).power(REGULAR))

    def test_masked_points_of_several_bands_are_left_out(self):
        bands = np.array(["g", "r"], object)[np.arange(100) % 2]
        keep = (T <= 15) & (np.arange(100) != 7)
        expected = LombScargleMultiband(T[keep], Y[keep], bands[keep], DY[keep])
        bands[7] = None
        some = LombScargleMultiband(T, np.ma.array(Y, mask=T > 15), bands, DY)
        self.assertEqual((some.dropped, list(some.labels)),
                         (np.count_nonzero(~keep), ["g", "r"]))
        np.testing.assert_array_equal(some.power(REGULAR), expected.power(REGULAR))
        np.testing.assert_array_equal(some.model(T[:5], 1.0), expected.model(T[:5], 1.0))
        np.testing.assert_array_equal(some.offset(), expected.offset())

    def test_times_whose_phases_cannot_be_told_are_refused(self):
        bands = np.arange(100) % 2
        for times, words in ((T + 1e15, "phases cannot be told"),
                             ((T + 2450000.0).astype("f4"), "are float32"),
                             ((T + 2450000.0).astype(">f4"), "are float32")):
            for periodogram in (LombScargle(times, Y), LombScargleMultiband(times, Y, bands)):
                for call in (lambda: periodogram.power(REGULAR), lambda: periodogram.power(UNEVEN),
                             lambda: periodogram.power(1.0), lambda: periodogram.model(T, 1.0),
                             lambda: periodogram.autopower(maximum_frequency=2.0)):
                    with self.assertRaisesRegex(siderum.Error, words):
                        call()
        LombScargle(T.astype("f4"), Y).power(REGULAR)
        LombScargle((T + 2450000.0).astype("f4"), Y).power([1e-5, 2e-5])

    def test_numbers_that_are_not_finite_are_refused_by_models_too(self):
        bands = np.arange(100) % 2
        for t, y, dy in ((np.where(T > 19, np.nan, T), Y, DY), (T, np.where(T > 19, np.inf, Y), DY),
                         (T, Y, np.where(T > 19, 0.0, DY))):
            for periodogram in (LombScargle(t, y, dy), LombScargleMultiband(t, y, bands, dy)):
                for call in (lambda: periodogram.model(REGULAR, 1.0), periodogram.offset,
                             lambda: periodogram.model_parameters(1.0),
                             lambda: periodogram.design_matrix(1.0)):
                    with self.assertRaises(siderum.Error):
                        call()
        with self.assertRaises(siderum.Error):
            LombScargle(np.where(T > 19, np.nan, T), Y).autofrequency()

    def test_single_precision_is_on_request(self):
        power = LombScargle(T, Y, DY, precision="single").power(REGULAR)
        self.assertEqual(power.dtype, np.float32)
        expected = LombScargle(T, Y, DY).power(REGULAR)
        np.testing.assert_allclose(power, expected, atol=1e-5)
        fast = LombScargle(T, Y, DY, precision="single").power(REGULAR, method="fast")
        np.testing.assert_allclose(fast, expected, atol=5e-5)

    def test_on_a_grid_are_those_of_its_frequencies(self):
        bands = np.arange(100) % 3
        for nterms in (1, 2):
            ours = LombScargleMultiband(T, Y, bands, DY, nterms_base=nterms)
            grid = ours.power_on_grid(0.8, 0.01, 40)
            np.testing.assert_allclose(grid, ours.power(REGULAR), atol=1e-8)
            self.assertGreater(np.abs(grid - LombScargle(T, Y, DY, nterms=nterms)
                                      .power_on_grid(0.8, 0.01, 40)).max(), 1e-3)
        for call in (LombScargle(T, Y).power_on_grid, ours.power_on_grid):
            with self.assertRaises(siderum.Error):
                call(0.8, 0.01, 2.5)

    def test_frequencies_that_are_said_to_be_a_grid(self):
        periodogram = LombScargle(T, Y, DY)
        for method in ("slow", "cython", "chi2"):
            np.testing.assert_array_equal(
                periodogram.power(UNEVEN, method=method, assume_regular_frequency=True),
                periodogram.power(UNEVEN, method=method))
        for method in ("auto", "fast", "fastchi2"):
            np.testing.assert_allclose(
                periodogram.power(REGULAR, method=method, assume_regular_frequency=True),
                periodogram.power(REGULAR, method=method), rtol=1e-9)
            for frequencies in (UNEVEN, [0.1, 0.2, 0.7]):
                with self.assertRaisesRegex(siderum.Error, "are no regular grid"):
                    periodogram.power(frequencies, method=method, assume_regular_frequency=True)

    def test_frequencies_that_are_no_numbers_are_refused(self):
        bands = np.arange(100) % 3
        for periodogram in (LombScargle(T, Y, DY), LombScargleMultiband(T, Y, bands, DY)):
            for bad in ([0.3 + 1j], np.ma.array([0.1, 0.2], mask=[False, True]), [True, False],
                        ["a"], np.array([None])):
                calls = [lambda: periodogram.power(bad), lambda: periodogram.model(T, bad)]
                if type(periodogram) is LombScargle:
                    calls += [lambda: periodogram.false_alarm_probability(bad),
                              lambda: periodogram.false_alarm_level(bad),
                              lambda: periodogram.autofrequency(maximum_frequency=bad)]
                for call in calls:
                    with self.assertRaises(siderum.Error):
                        call()

    def test_times_of_models_are_checked_as_those_of_the_data(self):
        late = T + 2450000.0
        bands = np.arange(100) % 3
        for ours in (LombScargle(late, Y), LombScargleMultiband(late, Y, bands)):
            for times, words in ((late.astype("f4"), "are float32"), (late + 1e16, "phases cannot"),
                                 (np.ma.array(late, mask=T > 15), "are masked")):
                for call in (lambda: ours.model(times, 0.7),
                             lambda: ours.design_matrix(0.7, times)):
                    with self.assertRaisesRegex(siderum.Error, words):
                        call()
            ours.model(late.astype("f4"), 1e-5)
            ours.model(np.ma.array(late), 0.7)

    def test_keywords_of_methods_are_checked(self):
        periodogram = LombScargle(T, Y, DY)
        for keywords in ({"use_fft": "banana"}, {"trig_sum_kwds": {"x": 1}}, {"fft": True},
                         {"trig_sum_kwds": 5}):
            for method in ("fast", "auto"):
                with self.assertRaises(siderum.Error):
                    periodogram.power(REGULAR, method=method, method_kwds=keywords)
        # Direct sums, to rounding.
        expected = periodogram.power(REGULAR, method="slow")
        for method in ("fast", "auto"):
            np.testing.assert_array_equal(
                periodogram.power(REGULAR, method=method, method_kwds={"use_fft": False}), expected)
        periodogram.power(REGULAR, method="fast", method_kwds={
            "trig_sum_kwds": {"oversampling": 10, "eps": 1e-9}, "algorithm": "fasper"})

    def test_what_cannot_be_is_refused(self):
        periodogram = LombScargle(T, Y, DY)
        for call in (lambda: periodogram.power(REGULAR, method="quick"),
                     lambda: periodogram.power(UNEVEN, method="fast"),
                     lambda: periodogram.power(REGULAR, method="scipy"),
                     lambda: periodogram.power(REGULAR, method="slow", method_kwds={"use_fft": 1}),
                     lambda: periodogram.power(REGULAR, method="fast", method_kwds={"fft": 1}),
                     lambda: LombScargle(T, Y, nterms=2).power(REGULAR, method="fast"),
                     lambda: LombScargle(T, Y, nterms=0, fit_mean=False).power(REGULAR),
                     lambda: LombScargle(T, Y, nterms=13).power(REGULAR),
                     lambda: LombScargle(T, np.where(T > 19, np.nan, Y)).autopower(),
                     lambda: periodogram.power(-REGULAR),
                     lambda: periodogram.false_alarm_probability(0.1, method="guess"),
                     lambda: LombScargle(T, Y[1:])):
            with self.assertRaises(ValueError):
                call()


@unittest.skipUnless(HAS_ASTROPY, "astropy is not installed")
class BesideAstropy(unittest.TestCase):
    def setUp(self):
        from astropy import timeseries

        self.theirs = timeseries
        warnings.simplefilter("ignore", RuntimeWarning)

    def test_masks_and_units(self):
        from astropy import units as u
        from astropy.table import QTable, Table
        from astropy.time import Time
        from astropy.utils.masked import Masked

        mask = T > 15
        bad = np.where(mask, 99.0, Y)
        expected = LombScargle(T[~mask], Y[~mask], DY[~mask]).power(REGULAR)
        table = Table({"t": T, "y": np.ma.array(bad, mask=mask), "dy": DY})
        for name, unit in (("t", "d"), ("y", "mag"), ("dy", "mag")):
            table[name].unit = unit
        both = QTable(table)
        times = Time(2450000.0, T, format="jd")
        for t, y, dy in ((T * u.day, np.ma.array(bad, mask=mask), DY),
                         (T * u.day, Masked(bad * u.mag, mask=mask), 1000 * DY * u.mmag),
                         (table["t"], table["y"], table["dy"]), (both["t"], both["y"], both["dy"]),
                         (times, np.ma.array(bad, mask=mask), DY),
                         (Time(np.ma.array(2450000.0 + T, mask=mask), format="jd"), bad, DY)):
            periodogram = LombScargle(t, y, dy)
            self.assertEqual(periodogram.dropped, np.count_nonzero(mask))
            np.testing.assert_allclose(periodogram.power(REGULAR / u.day), expected, rtol=1e-5)
        first = Time(np.ma.array(2450000.0 + T, mask=np.arange(100) == 0), format="jd")
        self.assertEqual(LombScargle(first, Y).dropped, 1)

    def test_ends_in_units(self):
        from astropy import units as u

        times = (T * u.day).to(u.hour)
        for ours in (LombScargle(times, Y * u.mag),
                     LombScargleMultiband(times, Y * u.mag, np.arange(100) % 2)):
            with self.assertRaisesRegex(siderum.Error, "^The maximum_frequency is -0.5 "):
                ours.autofrequency(maximum_frequency=-12 / u.day)
            self.assertAlmostEqual(ours.autofrequency(minimum_frequency=1 / u.day,
                                                      maximum_frequency=2 / u.day)[0].value, 1 / 24)
            self.assertEqual(ours.power(1 / u.day).shape, ())

    def test_powers_and_models(self):
        for fit_mean, center_data in ((1, 1), (0, 1), (1, 0), (0, 0)):
            for nterms in (1, 2, 4):
                for normalization in ("standard", "psd", "log", "model"):
                    for dy in (None, 1.3, DY):
                        options = dict(fit_mean=bool(fit_mean), center_data=bool(center_data),
                                       nterms=nterms, normalization=normalization)
                        theirs = self.theirs.LombScargle(T, Y, dy, **options)
                        ours = LombScargle(T, Y, dy, **options)
                        for frequency in (REGULAR, UNEVEN):
                            np.testing.assert_allclose(
                                ours.power(frequency), theirs.power(frequency, method="chi2"),
                                rtol=1e-9, atol=1e-10, err_msg=str(options))
                        np.testing.assert_allclose(ours.model(REGULAR, 1.5),
                                                   theirs.model(REGULAR, 1.5))
                        np.testing.assert_allclose(ours.model_parameters(1.5),
                                                   theirs.model_parameters(1.5), rtol=1e-6)

    def test_several_terms_have_powers_below_a_cycle(self):
        weight = np.sqrt(1.0 / DY**2)
        largest = np.sum(((Y - np.average(Y, weights=weight**2)) * weight)**2)
        for nterms in range(2, 9):
            frequency, power = LombScargle(T, Y, DY, nterms=nterms).autopower(
                maximum_frequency=3)
            self.assertTrue(np.all(np.isfinite(power)), nterms)
            # Where FP64 has digits for all columns of the design matrix.
            for f, p in zip(frequency[:10], power):
                x = 2 * np.pi * f * (T - T.mean())
                columns = np.array([np.ones_like(x)] + [wave(m * x) for m in range(1, nterms + 1)
                                                        for wave in (np.cos, np.sin)])
                fit, _, rank, sizes = np.linalg.lstsq((columns * weight).T, Y * weight)
                if sizes[-1] > 1e-9 * sizes[0]:
                    rest = np.sum((weight * (Y - fit @ columns))**2)
                    self.assertLess(abs(1 - rest / largest - p), 2e-6, (nterms, f))

    def test_false_alarms(self):
        if importlib.util.find_spec("scipy") is None:
            self.skipTest("scipy is not installed (astropy's formulas need it)")
        for normalization in ("standard", "psd", "log", "model"):
            theirs = self.theirs.LombScargle(T, Y, DY, normalization=normalization)
            ours = LombScargle(T, Y, DY, normalization=normalization)
            levels = ours.false_alarm_level([0.1, 0.01, 1e-6])
            np.testing.assert_allclose(ours.distribution(levels), theirs.distribution(levels))
            for method in ("single", "naive", "davies", "baluev"):
                np.testing.assert_allclose(ours.false_alarm_probability(levels, method=method),
                                           theirs.false_alarm_probability(levels, method=method),
                                           rtol=1e-6)

    def test_bands(self):
        bands = np.array(["g", "r", "i"])[np.arange(100) % 3]
        for base, band, ridge, trace in ((1, 1, 1e-6, True), (2, 0, 1e-6, True), (0, 1, 0.1, True),
                                         (1, 1, 0.1, False)):
            options = dict(nterms_base=base, nterms_band=band, reg_band=ridge,
                           regularize_by_trace=trace)
            theirs = self.theirs.LombScargleMultiband(T, Y, bands, DY, **options)
            ours = LombScargleMultiband(T, Y, bands, DY, **options)
            for frequency in (REGULAR, UNEVEN):
                np.testing.assert_allclose(ours.power(frequency), theirs.power(frequency),
                                           rtol=1e-6, atol=1e-8)

    def test_methods_registered_with_astropy(self):
        import siderum.astropy  # noqa: F401

        for nterms, method in ((1, "fastsiderum"), (3, "fastsiderumchi2")):
            theirs = self.theirs.LombScargle(T, Y, DY, nterms=nterms)
            self.assertIn(method, theirs.available_methods)
            told = []
            keywords = {"precision": "single", "progress": lambda *done: told.append(done)}
            power = theirs.power(REGULAR, method=method, method_kwds=keywords)
            self.assertEqual(power.dtype, np.float32)
            self.assertTrue(told)
            np.testing.assert_allclose(theirs.power(REGULAR, method=method),
                                       theirs.power(REGULAR, method="chi2"), rtol=1e-8)


class Points(unittest.TestCase):

    def test_are_not_replaced_in_silence(self):
        t = np.sort(np.random.default_rng(1).uniform(0.0, 30.0, 40))
        search = LombScargle(t, np.sin(t), np.ones(40))
        for name in ("t", "y", "dy"):
            with self.assertRaisesRegex(siderum.Error, f"^The {name} of a LombScargle cannot be"):
                setattr(search, name, np.ones(40))
        search.nterms = 2
        self.assertEqual(search.nterms, 2)



if __name__ == "__main__":
    unittest.main()
