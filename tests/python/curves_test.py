# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What users hand over as light curves: taken in place, converted, or refused in a sentence."""

import importlib.util
import pickle
import unittest

import numpy as np

import siderum
from siderum.periods import Grid, LightCurves, find


def has(*modules):
    return all(importlib.util.find_spec(module) for module in modules)


def curve(points=50, seed=0):
    rng = np.random.default_rng(seed)
    t = np.sort(rng.uniform(0.0, 30.0, points))
    return t, np.sin(2 * np.pi * 0.7 * t) + 0.05 * rng.normal(size=points), np.full(points, 0.05)


GRID = Grid.between(0.05, 2.0, 4000)


class Arrays(unittest.TestCase):
    def test_contiguous_doubles_are_used_in_place(self):
        t, y, dy = curve()
        curves = LightCurves(t, y, dy)
        for mine, theirs in ((curves.t, t), (curves.y, y), (curves.dy, dy)):
            self.assertTrue(np.shares_memory(mine, theirs))

    def test_other_numbers_are_converted(self):
        t, y, _ = curve()
        expected = find((t, y), GRID).power
        strided = np.empty((50, 2))
        strided[:, 0] = y
        for other in (y.tolist(), strided[:, 0], np.asfortranarray(y)):
            np.testing.assert_array_equal(find((t, other), GRID).power, expected)
        odd = np.empty(401, np.uint8)[1:].view(float)
        odd[:] = y
        for keywords in ({}, {"peaks": 2}):
            found = find((t, odd), GRID, **keywords)
            np.testing.assert_array_equal(found.power, find((t, y), GRID, **keywords).power)
        whole = np.round(y * 100).astype(int)
        np.testing.assert_array_equal(find((t, whole), GRID).power,
                                      find((t, whole.astype(float)), GRID).power)

    def test_what_is_no_number_is_refused(self):
        t, y, _ = curve()
        for other in (y.astype(complex), y.astype(str), np.array([object()] * 50),
                      [None, *y[1:]]):
            with self.assertRaises(siderum.Error):
                LightCurves(t, other)
        with self.assertRaisesRegex(siderum.Error, "There are 49 values and 50 times"):
            LightCurves(t, y[1:])
        with self.assertRaisesRegex(ValueError, "one dimension"):
            LightCurves(t.reshape(2, 25), y)

    def test_numbers_that_are_not_finite_are_refused_by_object_and_point(self):
        t, y, _ = curve()
        y = y.copy()
        y[7] = np.nan
        refused = r"^The value of object 0, point 7 is not finite \(it is nan\)\. Remove the point"
        for given in (y, y.astype(np.float32)):
            for keywords in ({}, {"peaks": 2}, {"finder": "pdm"}, {"precision": "single"}):
                with self.assertRaisesRegex(siderum.Error, refused):
                    find((t, given), GRID, **keywords)
        huge = np.where(np.isnan(y), 1e300, y)
        with np.errstate(over="ignore"), self.assertRaisesRegex(
                siderum.Error, "point 7 is not finite in the precision asked for"):
            find((t, huge), GRID, precision="single")
        curves = LightCurves(t, y, invalid="drop")
        self.assertEqual((curves.dropped, curves.t.size), (1, 49))
        keep = np.isfinite(y)
        np.testing.assert_array_equal(find(curves, GRID).power,
                                      find((t[keep], y[keep]), GRID).power)

    def test_masked_points_are_left_out_and_counted(self):
        t, y, dy = curve()
        mask = np.arange(50) % 10 == 3
        curves = LightCurves(t, np.ma.array(y, mask=mask), dy, offsets=[0, 20, 50])
        self.assertEqual(curves.dropped, 5)
        np.testing.assert_array_equal(curves.offsets, [0, 18, 45])
        np.testing.assert_array_equal(curves.t, t[~mask])

    def test_times_in_single_precision_are_refused_where_it_shows(self):
        t, y, _ = curve()
        find((t.astype(np.float32), y), GRID)
        late = t + 2450000.0
        single = late.astype(np.float32)
        hole = single.copy()
        hole[7] = np.nan
        for times, more in ((single, {}), (single.astype(">f4"), {}), (t.astype(np.float16), {}),
                            (hole, {"invalid": "drop"}), (Exporter(single), {}),
                            (np.ma.array(single, mask=t < 1.0), {}), (list(single), {})):
            with self.assertRaisesRegex(siderum.Error, "The times are float32", msg=repr(times)):
                find(LightCurves(times, y, **more), GRID)
        for lists in ([single[:20], single[20:]], [single[:20], late[20:]]):
            with self.assertRaisesRegex(siderum.Error, "The times are float32"):
                find(LightCurves(lists, [y[:20], y[20:]]), GRID)

    def test_masks_do_not_hide_what_rounding_is(self):
        t, y, _ = curve()
        times = t.astype(np.float32)
        times[3] = 1e30
        find(LightCurves(np.ma.array(times, mask=np.arange(50) == 3), y), GRID)

    def test_values_in_single_precision_are_kept_for_it(self):
        t, y, dy = curve()
        curves = LightCurves(t, y.astype(np.float32), dy)
        self.assertEqual(curves.y.dtype, np.float32)
        single = find(curves, GRID, precision="single")
        self.assertAlmostEqual(float(single.power[0]), float(find((t, y, dy), GRID).power[0]), 4)

    def test_lists_and_offsets_are_the_same_batch(self):
        parts = [curve(n, n) for n in (30, 0, 80)]
        lists = LightCurves(*(list(column) for column in zip(*parts)))
        flat = LightCurves(*(np.concatenate(column) for column in zip(*parts)),
                           offsets=[0, 30, 30, 110])
        one, other = find(lists, GRID), find(flat, GRID)
        np.testing.assert_array_equal(one.power, other.power)
        self.assertEqual(list(one.status), ["ok", "no points", "ok"])
        self.assertTrue(np.isnan(one.frequency[1]))
        with self.assertRaisesRegex(siderum.Error, "The offsets do not fit"):
            LightCurves(*curve(), offsets=[0, 60])
        for offsets in ([0, 20.5, 50], [0, np.nan, 50]):
            with self.assertRaisesRegex(siderum.Error, "no whole numbers"):
                LightCurves(*curve(), offsets=offsets)
        self.assertEqual(len(LightCurves(*curve(), offsets=np.array([0.0, 20.0, 50.0]))), 2)

    def test_lists_have_errors_of_each_or_one_for_all(self):
        t, y, _ = curve()
        for dy in (0.05, np.float64(0.05), np.array(0.05)):
            curves = LightCurves([t, t], [y, y], dy)
            np.testing.assert_array_equal(curves.dy, np.full(100, 0.05))
        for values, errors in ((y, None), ([y], None), ([y, y[1:]], None), ([y, y], [0.1, 0.2])):
            with self.assertRaises(siderum.Error):
                LightCurves([t, t], values, errors)
        with self.assertRaisesRegex(siderum.Error, "a list for each object, and the other none"):
            LightCurves(t, [[1.0], [2.0, 3.0]])
        with self.assertRaisesRegex(siderum.Error, "The values are no array"):
            LightCurves(t, [1.0, [2.0, 3.0]])

    def test_ranges_of_objects(self):
        parts = [curve(n, n) for n in (30, 0, 80)]
        curves = LightCurves(*(list(column) for column in zip(*parts)), ids=["a", "b", "c"],
                             bands=np.arange(110) % 2)
        part = curves[1:]
        self.assertEqual((len(part), list(part.ids)), (2, ["b", "c"]))
        np.testing.assert_array_equal(part.offsets, [0, 0, 80])
        np.testing.assert_array_equal(part.t, parts[2][0])
        self.assertEqual(len(curves[2:2]), 0)
        self.assertEqual([one.t.size for one in curves], [30, 0, 80])
        for number in (slice(None, None, 2), np.array([True, False, True]), "a"):
            with self.assertRaises(siderum.Error):
                curves[number]
        with self.assertRaises(IndexError):
            curves[3]

    def test_points_without_a_band_are_left_out(self):
        t, y, _ = curve()
        bands = np.array(["g", "r"], object)[np.arange(50) % 2]
        bands[[3, 5]] = None
        for labels in (bands, np.ma.array(bands, mask=np.arange(50) == 3)):
            curves = LightCurves(t, y, bands=labels)
            self.assertEqual((curves.dropped, list(curves.labels)), (2, ["g", "r"]))
        with self.assertRaisesRegex(siderum.Error, "cannot be put in order"):
            LightCurves(t, y, bands=np.array(["g", 1], object)[np.arange(50) % 2])
        with self.assertRaisesRegex(siderum.Error, "There are 49 bands"):
            LightCurves(t, y, bands=bands[1:])

    def test_curves_are_picklable(self):
        copy = pickle.loads(pickle.dumps(LightCurves(*curve(), ids=["a"])))
        np.testing.assert_array_equal(copy.t, curve()[0])

    @unittest.skipUnless(has("torch"), "torch is not installed")
    def test_dlpack_of_the_host_is_used_in_place(self):
        import torch

        y = torch.from_numpy(curve()[1])
        self.assertEqual(LightCurves(curve()[0], y).y.ctypes.data, y.data_ptr())


class Exporter:
    """An array that knows DLPack alone."""

    def __init__(self, array, device=(1, 0)):
        self.array, self.device = array, device

    def __dlpack__(self, **keywords):
        return self.array.__dlpack__(**keywords)

    def __dlpack_device__(self):
        return self.device

    def __len__(self):
        return len(self.array)


class DLPack(unittest.TestCase):
    def test_host_memory_is_used_in_place(self):
        t, y, _ = curve()
        self.assertTrue(np.shares_memory(LightCurves(t, Exporter(y)).y, y))

    def test_memory_of_a_device_is_refused(self):
        t, y, _ = curve()
        with self.assertRaisesRegex(siderum.Error, "lie in the memory of a GPU"):
            LightCurves(t, Exporter(y, (2, 0)))

    def test_memory_of_a_device_is_not_copied_behind_the_back(self):
        class OfCupy(Exporter):
            def __array__(self, *_, **__):
                raise TypeError("Implicit conversion to a NumPy array is not allowed.")

        class OfJax(Exporter):
            def __array__(self, dtype=None, copy=None):
                return np.array(self.array)

        t, y, dy = curve()
        for kind in (OfCupy, OfJax):
            array = kind(y, (2, 0))
            for call in (lambda: LightCurves(t, array), lambda: LightCurves(t, y, array),
                         lambda: LightCurves([t], [array]), lambda: LightCurves(t, y, bands=array),
                         lambda: siderum.LombScargle(t, array),
                         lambda: siderum.LombScargle(t, y).power(array),
                         lambda: siderum.LombScargle(t, y).model(array, 0.7)):
                with self.assertRaisesRegex(siderum.Error, "lie in the memory of a GPU"):
                    call()
        np.testing.assert_array_equal(LightCurves(t, OfJax(y)).y, y)

    def test_arrays_that_cannot_be_read_are_refused_in_a_sentence(self):
        class Wants(Exporter):
            def __array__(self, *_, **__):
                raise self.problem

        for problem in (TypeError("not now"), RuntimeError("it requires a gradient"),
                        ValueError("of two shapes")):
            array = Wants(curve()[1])
            array.problem = problem
            with self.assertRaisesRegex(siderum.Error, f"are no array .{problem}"):
                LightCurves(curve()[0], array)


@unittest.skipUnless(has("astropy"), "astropy is not installed")
class Astropy(unittest.TestCase):
    def test_quantities_give_quantities(self):
        from astropy import units as u

        t, y, dy = curve()
        found = find((t * u.day, y * u.mag, dy * 1000 * u.mmag),
                     Grid.between(0.05 / u.day, 2.0 / u.day, 4000), refine=True)
        plain = find((t, y, dy), GRID, refine=True)
        self.assertEqual(found.frequency.unit, u.day ** -1)
        np.testing.assert_allclose(found.period.to_value("hour"), 24 * plain.period)
        hours = find((t * u.day, y), Grid.between(0.05 / 24 / u.hour, 2.0 / 24 / u.hour, 4000))
        np.testing.assert_allclose(hours.frequency.value, find((t, y), GRID).frequency)
        with self.assertRaisesRegex(siderum.Error, "Give both or neither one"):
            find((t * u.day, y), GRID)

    def test_columns_of_tables_keep_masks_and_units(self):
        from astropy.table import Table

        t, y, _ = curve()
        mask = np.arange(50) % 10 == 3
        table = Table({"id": np.arange(50) % 2, "t": t, "y": np.ma.array(y, mask=mask), "z": y})
        for unit in (None, "mag"):
            table["t"].unit, table["y"].unit = unit and "d", unit
            groups = table.group_by("id").groups
            curves = LightCurves([part["t"] for part in groups], [part["y"] for part in groups])
            self.assertEqual((curves.dropped, curves.t.size, len(curves)), (5, 45, 2))
            self.assertEqual(curves.time_unit, unit and table["t"].unit)
            self.assertEqual(curves.value_unit, unit and table["y"].unit)
            self.assertEqual(LightCurves(table["t"], table["y"]).dropped, 5)

    def test_rounding_is_in_the_unit_of_the_times(self):
        from astropy import units as u

        t = np.linspace(0, 50, 60).astype("f4")
        y = np.sin(t)
        grid = Grid.between(1 / u.day, 2 / u.day, 100)
        find(LightCurves([t * u.day, t * u.day], [y, y]), grid)
        for lists in ([t * u.day, t * u.yr], [t * u.yr, t * u.yr]):
            with self.assertRaisesRegex(siderum.Error, "are float32"):
                find(LightCurves(lists, [y, y]), grid)

    def test_units_that_do_not_go_together_are_refused(self):
        from astropy import units as u

        t, y, dy = curve()
        self.assertEqual(LightCurves([t, t], [y * u.mag, 1000 * y * u.mmag], 50 * u.mmag).dy[60],
                         0.05)
        for call in (lambda: LightCurves(t, y * u.mag, dy), lambda: LightCurves(t, y, dy * u.mag),
                     lambda: LightCurves(t, y * u.mag, dy * u.day),
                     lambda: LightCurves([t * u.day, t], [y, y]),
                     lambda: LightCurves([t * u.day, t * u.mag], [y, y]),
                     lambda: LightCurves(t * u.day, y * u.ABmag),
                     lambda: siderum.LombScargle(t * u.day, y * u.ABmag),
                     lambda: find((t * u.day, y), Grid.between(0.1 / u.m, 1 / u.m, 10)),
                     lambda: Grid.between(0.1 / u.day, 2.0, 10),
                     lambda: Grid.resolving((t, y), 0.1 / u.day, 2.0 / u.day)):
            with self.assertRaises(siderum.Error):
                call()

    def test_lists_of_absolute_times_have_one_epoch(self):
        from astropy.time import Time, TimeDelta

        t, y, _ = curve()
        times = Time(2450000.0, t, format="jd")
        curves = LightCurves([times[:20], times[20:]], [y[:20], y[20:]])
        np.testing.assert_allclose(curves.t, t - t[0], atol=1e-14)
        self.assertEqual(curves.epoch, times[0])
        curves = LightCurves([TimeDelta(t[:20], format="jd"), TimeDelta(t[20:], format="jd")],
                             [y[:20], y[20:]])
        np.testing.assert_array_equal(curves.t, t)
        with self.assertRaisesRegex(siderum.Error, "one kind"):
            LightCurves([times[:20], t[20:]], [y[:20], y[20:]])
        self.assertEqual(LightCurves(Time([], format="jd"), []).t.size, 0)
        masked = Time(np.ma.array(2450000.0 + t, mask=np.arange(50) == 0), format="jd")
        curves = LightCurves(masked, y)
        self.assertEqual((curves.dropped, curves.t[0]), (1, 0.0))
        np.testing.assert_allclose(curves.t, t[1:] - t[1], atol=1e-8)

    def test_absolute_times_are_days_since_the_first(self):
        from astropy import units as u
        from astropy.time import Time

        t, y, _ = curve()
        curves = LightCurves(Time(2450000.0, t, format="jd"), y)
        np.testing.assert_allclose(curves.t, t - t[0], atol=1e-14)
        self.assertEqual(curves.time_unit, u.day)

    def test_tables_have_units_and_ranks(self):
        from astropy import units as u

        t, y, dy = curve()
        grid = Grid.between(0.05 / u.day, 2.0 / u.day, 4000)
        table = find(LightCurves(t * u.day, y, dy, ids=["star"]), grid, peaks=2,
                     fap="baluev").to_table()
        self.assertEqual(list(table["rank"]), [1, 2])
        self.assertEqual(table["period"].unit, u.day)
        self.assertIn("false_alarm", table.colnames)
        self.assertEqual(table["id"][0], "star")


class Dropped(unittest.TestCase):

    def test_points_that_stay_are_refused_by_their_own_places(self):
        t = np.ma.array(np.arange(60.0), mask=np.arange(60) < 10)
        y = np.where(np.arange(60) == 50, np.nan, 1.0)
        for make in (lambda: LightCurves(t, y), lambda: siderum.LombScargle(t, y)):
            with self.assertRaisesRegex(siderum.Error, "^The value of object 0, point 50 is not"):
                make()
        with self.assertRaisesRegex(siderum.Error, "^The error of object 1, point 20 is not a"):
            LightCurves(t, np.ones(60), np.where(np.arange(60) == 45, 0.0, 1.0), [0, 25, 60])
        self.assertEqual(LightCurves(t, y, invalid="drop").dropped, 11)


class Bands(unittest.TestCase):

    def test_numbers_that_are_none_are_no_band(self):
        t = np.arange(20.0)
        bands = np.where(t < 5, np.nan, np.where(t < 12, 1.0, 2.0))
        curves = LightCurves(t, np.cos(t), bands=bands)
        self.assertEqual((list(curves.labels), curves.dropped), ([1.0, 2.0], 5))



if __name__ == "__main__":
    unittest.main()
