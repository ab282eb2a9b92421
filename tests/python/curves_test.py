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
        whole = np.round(y * 100).astype(int)
        np.testing.assert_array_equal(find((t, whole), GRID).power,
                                      find((t, whole.astype(float)), GRID).power)

    def test_what_is_no_number_is_refused(self):
        t, y, _ = curve()
        for other in (y.astype(complex), y.astype(str), np.array([object()] * 50)):
            with self.assertRaises((siderum.Error, TypeError)):
                LightCurves(t, other)
        with self.assertRaisesRegex(siderum.Error, "There are 49 values and 50 times"):
            LightCurves(t, y[1:])
        with self.assertRaisesRegex(ValueError, "one dimension"):
            LightCurves(t.reshape(2, 25), y)

    def test_numbers_that_are_not_finite_are_refused_by_object_and_point(self):
        t, y, _ = curve()
        y = y.copy()
        y[7] = np.nan
        with self.assertRaisesRegex(siderum.Error, "object 0, point 7"):
            find((t, y), GRID)
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
        late = (t + 2450000.0).astype(np.float32)
        with self.assertRaisesRegex(siderum.Error, "The times are float32"):
            find((late, y), GRID)

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


class DLPack(unittest.TestCase):
    def test_host_memory_is_used_in_place(self):
        t, y, _ = curve()
        self.assertTrue(np.shares_memory(LightCurves(t, Exporter(y)).y, y))

    def test_memory_of_a_device_is_refused(self):
        t, y, _ = curve()
        with self.assertRaisesRegex(siderum.Error, "lie in the memory of a GPU"):
            LightCurves(t, Exporter(y, (2, 0)))


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


@unittest.skipUnless(has("pyarrow"), "pyarrow is not installed")
class Arrow(unittest.TestCase):
    def setUp(self):
        self.parts = [curve(n, n) for n in (30, 0, 80)]
        self.expected = find(LightCurves(*(list(column) for column in zip(*self.parts))),
                             GRID).power

    def columns(self, kind):
        import pyarrow

        return [pyarrow.array([list(one) for one in column], kind(pyarrow.float64()))
                for column in zip(*self.parts)]

    def test_columns_of_lists_are_used_in_place(self):
        import pyarrow

        for kind in (pyarrow.list_, pyarrow.large_list):
            columns = self.columns(kind)
            curves = LightCurves(*columns)
            self.assertEqual(curves.t.ctypes.data, columns[0].values.buffers()[1].address)
            np.testing.assert_array_equal(find(curves, GRID).power, self.expected)

    def test_slices_and_chunks(self):
        import pyarrow

        columns = self.columns(pyarrow.list_)
        sliced = LightCurves(*(column[1:] for column in columns))
        np.testing.assert_array_equal(find(sliced, GRID).power, self.expected[1:])
        chunks = LightCurves(*(pyarrow.chunked_array([column[:1], column[1:]])
                               for column in columns))
        np.testing.assert_array_equal(find(chunks, GRID).power, self.expected)

    def test_structures(self):
        import pyarrow

        t, y, dy = self.columns(pyarrow.list_)
        of_lists = pyarrow.StructArray.from_arrays([t, y, dy], names=["t", "flux", "err"])
        rows = pyarrow.StructArray.from_arrays([t.values, y.values, dy.values],
                                               names=["t", "flux", "err"])
        lists = pyarrow.ListArray.from_arrays(t.offsets, rows)
        for column in (of_lists, lists, of_lists[0:], lists[0:]):
            curves = LightCurves.from_arrow(column, "t", "flux", "err")
            np.testing.assert_array_equal(find(curves, GRID).power, self.expected)
        part = LightCurves.from_arrow(of_lists[2:], "t", "flux", "err")
        np.testing.assert_array_equal(find(part, GRID).power, self.expected[2:])
        with self.assertRaisesRegex(siderum.Error, "no field 'mag'"):
            LightCurves.from_arrow(of_lists, "t", "mag")

    def test_nulls_and_other_columns_are_refused(self):
        import pyarrow

        t = pyarrow.array([[1.0, 2.0], [None]])
        with self.assertRaisesRegex(siderum.Error, "has nulls"):
            LightCurves(t, t)
        with self.assertRaisesRegex(siderum.Error, "one of lists"):
            LightCurves(pyarrow.array([1.0, 2.0]), pyarrow.array([1.0, 2.0]))
        columns = self.columns(pyarrow.list_)
        with self.assertRaisesRegex(siderum.Error, "lists of other lengths"):
            LightCurves(columns[0], pyarrow.array([[1.0]] * 3))

    @unittest.skipUnless(has("polars"), "polars is not installed")
    def test_series_of_polars(self):
        import polars

        columns = [polars.Series([list(one) for one in column], dtype=polars.List(polars.Float64))
                   for column in zip(*self.parts)]
        np.testing.assert_array_equal(find(LightCurves(*columns), GRID).power, self.expected)


if __name__ == "__main__":
    unittest.main()
