# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Columns of tables: of Arrow (pyarrow, polars, nested-pandas) and of pandas, flat or of lists."""

import importlib.util
import tracemalloc
import unittest

import numpy as np

import siderum
from siderum.periods import Grid, LightCurves, LombScargle, LombScargleMultiband, find

GRID = Grid.between(0.05, 2.0, 4000)


def has(*modules):
    return all(importlib.util.find_spec(module) for module in modules)


def curve(points=50, seed=0):
    rng = np.random.default_rng(seed)
    t = np.sort(rng.uniform(0.0, 30.0, points))
    return t, np.sin(2 * np.pi * 0.7 * t) + 0.05 * rng.normal(size=points), np.full(points, 0.05)


class Columns(unittest.TestCase):
    def setUp(self):
        self.parts = [curve(n, n) for n in (30, 0, 80)]
        self.expected = find(LightCurves(*(list(column) for column in zip(*self.parts))),
                             GRID).power

    def check(self, curves):
        np.testing.assert_array_equal(find(curves, GRID).power, self.expected)


class Broken:
    """Exports something else than columns."""

    def __init__(self, exported):
        self.exported = exported

    def __arrow_c_array__(self, requested_schema=None):
        if isinstance(self.exported, Exception):
            raise self.exported
        return self.exported


class BrokenStream(Broken):
    __arrow_c_stream__ = Broken.__arrow_c_array__
    __arrow_c_array__ = property()


class NoArrow(unittest.TestCase):
    def test_exports_that_are_broken_are_refused_by_name(self):
        import ctypes

        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p,
                                                       ctypes.c_void_p]
        memory = ctypes.create_string_buffer(256)  # zeros: of what was given back
        names = [b"arrow_schema", b"arrow_array", b"arrow_array_stream", b"other"]
        schema, array, stream, other = (new(ctypes.addressof(memory), name, None) for name in names)
        t = np.arange(3.0)
        for bad in (Broken((other, other)), Broken((schema, array)), Broken(5), Broken((1, 2)),
                    Broken(RuntimeError("no room")), BrokenStream(stream), BrokenStream(other),
                    BrokenStream(None)):
            for call, what in ((lambda: LightCurves(bad, t), "times"),
                               (lambda: LightCurves(t, bad), "values"),
                               (lambda: LombScargle(t, t, bad), "errors"),
                               (lambda: LightCurves(t, t, bands=bad), "bands"),
                               (lambda: LightCurves.from_arrow(bad), "numbers of t")):
                with self.assertRaisesRegex(siderum.Error, f"^The {what} are no column of Arrow"):
                    call()


@unittest.skipUnless(has("pyarrow"), "pyarrow is not installed")
class Arrow(Columns):
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
            self.check(curves)

    def test_lists_of_every_kind(self):
        import pyarrow

        for kind in (pyarrow.list_view, pyarrow.large_list_view):
            self.check(LightCurves(*self.columns(kind)))
            sliced = LightCurves(*(column[1:] for column in self.columns(kind)))
            np.testing.assert_array_equal(find(sliced, GRID).power, self.expected[1:])
        t, y, _ = curve(40)
        fixed = [pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(array), 10)
                 for array in (t, y)]
        curves = LightCurves(fixed[0][1:], fixed[1][1:])
        np.testing.assert_array_equal(curves.offsets, [0, 10, 20, 30])
        np.testing.assert_array_equal(curves.y, y[10:])
        # Views may name the same elements twice, and in any order.
        views = pyarrow.ListViewArray.from_arrays([20, 0, 20], [20, 20, 10], pyarrow.array(t))
        np.testing.assert_array_equal(LightCurves(views, views).t,
                                      np.concatenate([t[20:], t[:20], t[20:30]]))

    def test_slices_and_chunks(self):
        import pyarrow

        columns = self.columns(pyarrow.list_)
        sliced = LightCurves(*(column[1:] for column in columns))
        np.testing.assert_array_equal(find(sliced, GRID).power, self.expected[1:])
        self.check(LightCurves(*(pyarrow.chunked_array([column[:1], column[1:]])
                                 for column in columns)))
        none = pyarrow.chunked_array([], pyarrow.list_(pyarrow.float64()))
        self.assertEqual(len(LightCurves(none, none)), 0)

    def test_lists_beside_what_is_none(self):
        import pyarrow

        t, y, dy = self.columns(pyarrow.list_)
        arrays = list(zip(*self.parts))
        self.check(LightCurves(t, y, 0.05))
        self.check(LightCurves(list(arrays[0]), y, list(arrays[2])))
        with self.assertRaisesRegex(siderum.Error, "a list for each object"):
            LightCurves(t, np.concatenate(arrays[1]))

    def test_structures(self):
        import pyarrow

        t, y, dy = self.columns(pyarrow.list_)
        of_lists = pyarrow.StructArray.from_arrays([t, y, dy], names=["t", "flux", "err"])
        rows = pyarrow.StructArray.from_arrays([t.values, y.values, dy.values],
                                               names=["t", "flux", "err"])
        lists = pyarrow.ListArray.from_arrays(t.offsets, rows)
        table = pyarrow.table({"t": t, "flux": y, "err": dy})
        for column in (of_lists, lists, of_lists[0:], lists[0:], table):
            self.check(LightCurves.from_arrow(column, "t", "flux", "err"))
        part = LightCurves.from_arrow(of_lists[2:], "t", "flux", "err")
        np.testing.assert_array_equal(find(part, GRID).power, self.expected[2:])
        with self.assertRaisesRegex(siderum.Error, "no field 'mag'"):
            LightCurves.from_arrow(of_lists, "t", "mag")
        for column in (t, np.arange(3.0)):
            with self.assertRaises(siderum.Error):
                LightCurves.from_arrow(column)

    def test_names_that_say_two_things_are_refused(self):
        import pyarrow

        t, y, dy = self.columns(pyarrow.list_)
        twice = pyarrow.StructArray.from_arrays([t, y, dy], names=["t", "t", "y"])
        rows = pyarrow.ListArray.from_arrays(t.offsets, pyarrow.StructArray.from_arrays(
            [t.values, y.values, dy.values], names=["t", "t", "y"]))
        for column in (twice, rows, pyarrow.Table.from_arrays([t, y, dy], ["t", "t", "y"])):
            with self.assertRaisesRegex(siderum.Error, r"several fields 't' \(it has t, t, y\)"):
                LightCurves.from_arrow(column)
        table = pyarrow.table({"t": t, "y": y, "dy": dy})
        for names in ({"y": "t"}, {"dy": "y"}, {"bands": "t"}):
            with self.assertRaisesRegex(siderum.Error, "^The field '[ty]' is named twice"):
                LightCurves.from_arrow(table, **names)

    def test_nulls_are_no_points(self):
        import pyarrow

        t = pyarrow.array([[1.0, 2.0], None, [None, 4.0], [5.0]])
        curves = LightCurves(t, t)
        self.assertEqual(curves.dropped, 1)
        np.testing.assert_array_equal(curves.offsets, [0, 2, 2, 3, 4])
        np.testing.assert_array_equal(curves.t, [1, 2, 4, 5])
        self.assertEqual(LightCurves(t[3:], t[3:]).dropped, 0)
        self.assertEqual(LightCurves(t[:1], t[:1]).dropped, 0)
        # What lies beneath a null is not read.
        hidden = pyarrow.ListArray.from_arrays([0, 2, 4], pyarrow.array([1.0, 2.0, 3.0, 4.0]),
                                               mask=pyarrow.array([True, False]))
        np.testing.assert_array_equal(LightCurves(hidden, hidden).offsets, [0, 0, 2])

    def test_nulls_of_structures_are_no_points(self):
        import pyarrow

        lists = pyarrow.array([[1.0, 2.0], [3.0]])
        objects = pyarrow.StructArray.from_arrays([lists, lists], names=["t", "y"],
                                                  mask=pyarrow.array([False, True]))
        np.testing.assert_array_equal(LightCurves.from_arrow(objects).offsets, [0, 2, 2])
        points = pyarrow.StructArray.from_arrays(
            [pyarrow.array([1.0, 2.0, 3.0])] * 2, names=["t", "y"],
            mask=pyarrow.array([False, True, False]))
        curves = LightCurves.from_arrow(pyarrow.ListArray.from_arrays([0, 2, 3], points))
        np.testing.assert_array_equal(curves.offsets, [0, 1, 2])
        np.testing.assert_array_equal(curves.t, [1, 3])

    def test_dictionaries_are_looked_up(self):
        import pyarrow

        t, y, dy = self.columns(pyarrow.list_)
        coded = pyarrow.ListArray.from_arrays(y.offsets, y.values.dictionary_encode())
        self.check(LightCurves(t, coded, dy))
        flat = pyarrow.array([1.5, None, 2.5, 1.5]).dictionary_encode()
        curves = LightCurves([0.0, 1.0, 2.0, 3.0], flat)
        np.testing.assert_array_equal(curves.y, [1.5, 2.5, 1.5])

    def test_flat_columns_are_arrays(self):
        import pyarrow

        t, y, dy = curve()
        flat = [pyarrow.array(array) for array in (t, y, dy)]
        curves = LightCurves(*flat)
        self.assertEqual(curves.t.ctypes.data, flat[0].buffers()[1].address)
        np.testing.assert_array_equal(find(tuple(flat), GRID).power, find((t, y, dy), GRID).power)
        self.assertEqual(len(LightCurves(*flat, offsets=[0, 20, 50])), 2)
        np.testing.assert_array_equal(LombScargle(*flat).power([0.5, 0.7]),
                                      LombScargle(t, y, dy).power([0.5, 0.7]))

    def test_other_numbers(self):
        import pyarrow

        for kind in (pyarrow.float16(), pyarrow.float32(), pyarrow.int16(), pyarrow.uint64()):
            column = pyarrow.array([[1, 2], [3]]).cast(pyarrow.list_(kind))
            np.testing.assert_array_equal(LightCurves(column, column).t, [1, 2, 3])
        flags = pyarrow.array([[True, False], [True]])
        with self.assertRaisesRegex(siderum.Error, "are of the type bool"):
            LightCurves(flags, flags)
        late = pyarrow.array([[2450000.1, 2450000.6]]).cast(pyarrow.list_(pyarrow.float32()))
        with self.assertRaisesRegex(siderum.Error, "The times are float32"):
            find(LightCurves(late, late), GRID)
        for column in (pyarrow.array([["a"], ["b"]]), pyarrow.array([[[1.0]]]),
                       pyarrow.array([{"a": 1.0}])):
            with self.assertRaises(siderum.Error):
                LightCurves(column, column)

    def test_bands(self):
        import pyarrow

        t, y, dy = self.columns(pyarrow.list_)
        labels = [["a band with a long name" if k % 3 else "r" for k in range(n)]
                  for n in (30, 0, 80)]
        flat = [label for one in labels for label in one]
        kinds = (pyarrow.string(), pyarrow.large_string(), pyarrow.string_view())
        for kind in kinds:
            bands = pyarrow.array(labels, pyarrow.list_(kind))
            for given in (bands, pyarrow.array(flat, kind), flat):
                curves = LightCurves(t, y, dy, bands=given)
                np.testing.assert_array_equal(curves.labels[curves.bands], flat)
        coded = pyarrow.array(flat).dictionary_encode()
        self.assertEqual(len(LightCurves(t, y, dy, bands=coded).labels), 2)
        with_null = pyarrow.array([None] + flat[1:])
        self.assertEqual(LightCurves(t, y, dy, bands=with_null).dropped, 1)
        lists = pyarrow.table({"t": t, "y": y, "band": pyarrow.array(labels)})
        self.assertEqual(len(LightCurves.from_arrow(lists, bands="band").labels), 2)

    def test_what_streams_hand_over_is_given_back(self):
        import pyarrow
        from siderum import _arrow

        schema, arrays = _arrow.chunks(pyarrow.chunked_array([[[1.0, 2.0], [3.0]]]))
        for given in (schema, arrays[0][0]):
            self.assertTrue(given.is_own and given.release)
            given.__del__()
            self.assertFalse(given.release)


@unittest.skipUnless(has("polars"), "polars is not installed")
class Polars(Columns):
    def test_series_of_lists(self):
        import polars

        columns = [polars.Series([list(one) for one in column], dtype=polars.List(polars.Float64))
                   for column in zip(*self.parts)]
        self.check(LightCurves(*columns))

    def test_flat_series(self):
        import polars

        t, y, dy = curve()
        frame = polars.DataFrame({"t": t, "y": y, "dy": dy})
        np.testing.assert_array_equal(find((frame["t"], frame["y"], frame["dy"]), GRID).power,
                                      find((t, y, dy), GRID).power)
        with_null = polars.Series([None, *y[1:]])
        self.assertEqual(LightCurves(frame["t"], with_null).dropped, 1)
        self.assertEqual(LombScargle(frame["t"], with_null, frame["dy"]).dropped, 1)
        labels = ["g", "r"] * 25
        for bands in (polars.Series(labels), polars.Series(labels, dtype=polars.Categorical)):
            curves = LightCurves(t, y, bands=bands)
            np.testing.assert_array_equal(curves.labels[curves.bands], labels)


@unittest.skipUnless(has("pandas"), "pandas is not installed")
class Pandas(Columns):
    def setUp(self):
        super().setUp()
        import pandas

        self.frame = pandas.DataFrame(dict(zip(("t", "y", "dy"), curve())))
        self.frame["band"] = ["g", "r"] * 25

    def test_series(self):
        t, y, dy = curve()
        frame = self.frame
        expected = find((t, y, dy), GRID).power
        np.testing.assert_array_equal(find((frame.t, frame.y, frame.dy), GRID).power, expected)
        np.testing.assert_array_equal(find((t, frame.y, dy), GRID).power, expected)
        self.assertTrue(np.shares_memory(LightCurves(frame.t, frame.y).t, frame.t.to_numpy()))
        np.testing.assert_array_equal(LombScargle(frame.t, frame.y, frame.dy).power([0.5, 0.7]),
                                      LombScargle(t, y, dy).power([0.5, 0.7]))
        some = frame[frame.t > 10]  # whose index does not begin with 0
        self.assertEqual(LightCurves(some.t, some.y).t.size, np.count_nonzero(t > 10))

    def test_what_is_not_available_is_left_out(self):
        import pandas

        t, y, _ = curve()
        values = pandas.array([pandas.NA, *y[1:]], dtype="Float64")
        self.assertEqual(LightCurves(t, pandas.Series(values)).dropped, 1)
        self.assertEqual(LombScargle(t, pandas.Series(values)).dropped, 1)
        whole = pandas.Series([None, *range(49)], dtype="Int32")
        self.assertEqual(LightCurves(t, whole).dropped, 1)
        nan = pandas.Series([np.nan, *y[1:]])
        with self.assertRaisesRegex(siderum.Error, "object 0, point 0"):
            find((t, nan), GRID)

    def test_bands(self):
        t, y, _ = curve()
        for bands in (self.frame.band, self.frame.band.astype("category"),
                      self.frame.band.astype(object)):
            curves = LightCurves(t, y, bands=bands)
            np.testing.assert_array_equal(curves.labels[curves.bands], list(self.frame.band))
            power = LombScargleMultiband(self.frame.t, self.frame.y, bands).power([0.7])
            np.testing.assert_array_equal(
                power, LombScargleMultiband(t, y, np.array(["g", "r"] * 25)).power([0.7]))

    def test_series_of_lists(self):
        import pandas

        self.check(LightCurves(*(pandas.Series(list(column)) for column in zip(*self.parts))))
        none = pandas.Series([], dtype=object)
        self.assertEqual(len(LightCurves(none, none)), 0)
        if has("pyarrow"):
            import pyarrow

            kind = pandas.ArrowDtype(pyarrow.list_(pyarrow.float64()))
            self.check(LightCurves(*(pandas.Series([list(one) for one in column], dtype=kind)
                                     for column in zip(*self.parts))))


@unittest.skipUnless(has("nested_pandas"), "nested-pandas is not installed")
class NestedPandas(unittest.TestCase):
    def test_objects_without_observations_have_no_points(self):
        import pandas
        from nested_pandas import NestedFrame

        t, y, _ = curve()
        points = pandas.DataFrame({"t": np.r_[t, t[:30]], "flux": np.r_[y, y[:30]]},
                                  index=[0] * 50 + [2] * 30)
        frame = NestedFrame({"id": [7, 8, 9]}, index=[0, 1, 2]).join_nested(points, "points")
        curves = LightCurves.from_arrow(frame["points"], "t", "flux", ids=frame["id"])
        np.testing.assert_array_equal(curves.offsets, [0, 50, 50, 80])
        self.assertEqual(list(find(curves, GRID).status), ["ok", "no points", "ok"])


if __name__ == "__main__":
    unittest.main()
