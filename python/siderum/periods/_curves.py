# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Light curves of any number of objects."""

import dataclasses
from typing import Any

import numpy as np

from siderum import _arrow
from siderum._arrays import array_of, days_of, has_unit, is_time, line, mask_of
from siderum._engine import Error

INVALID = ("error", "drop")


def is_nested(thing):
    """Whether it is one array for each object."""
    if isinstance(thing, (list, tuple)):
        return len(thing) > 0 and np.ndim(thing[0]) == 1
    return isinstance(thing, np.ndarray) and thing.dtype == object


def joined(arrays):
    """One array of all, with the unit of the first."""
    arrays = [array_of(array, "light curves") for array in arrays]
    if not arrays:
        return np.empty(0)
    if any(has_unit(array) for array in arrays):
        from astropy import units

        return units.Quantity(np.concatenate(arrays))
    return np.ma.concatenate(arrays) if any(map(np.ma.isMaskedArray, arrays)) else np.concatenate(
        arrays)


def float_line(thing, what):
    """float32 or float64 as it is; other numbers as float64."""
    dtype = getattr(thing, "dtype", None)
    return line(thing, what, np.float32 if dtype == np.float32 else np.float64)


def unit_of(thing):
    """The unit of a Quantity, and its numbers."""
    if has_unit(thing):
        return thing.unit, thing.value
    return None, thing


def band_numbers(bands, points):
    """Labels as numbers from 0, in ascending order of the labels, and the labels."""
    labels, numbers = np.unique(np.asarray(bands), return_inverse=True)
    if numbers.shape != (points,):
        raise Error(f"There are {numbers.size} bands and {points} points (each point has one). Give"
                    " as many.")
    return numbers.astype(np.int32), labels


@dataclasses.dataclass(eq=False)
class LightCurves:
    """Light curves of any number of objects, a ragged batch. Object i holds the points
    offsets[i] .. offsets[i + 1] - 1; points of an object stand in any order.

    LightCurves(t, y, dy=None, offsets=None, bands=None, ids=None, invalid="error")

    t:        (points) times: numbers, a Quantity, or a Time or TimeDelta of astropy, which become
              days since the first. Or a list of arrays, one for each object. Or a column of Arrow
              lists (pyarrow, polars, nested-pandas), used in place where it is one chunk.
    y:        the same of values, in any unit.
    dy:       the same of errors > 0 in the unit of y; or one number for all; None: points weigh
              the same.
    offsets:  (objects + 1) where flat arrays begin and end for each object; None: one object.
    bands:    (points) labels of bands, for a model of several.
    ids:      (objects) what objects are called in tables.
    invalid:  "error": numbers that are not finite and errors not above 0 are refused by the search;
              "drop": their points are left out. Points that a mask covers always are.

    Contiguous float64 is not copied (float32 of values is kept for precision="single"); integers,
    float32 times and arrays with strides are converted; complex numbers and text are refused.
    The attribute `dropped` counts the points that were left out.
    Raises siderum.Error (a ValueError) where the arrays do not fit each other.

    >>> curves = siderum.periods.LightCurves([[0.0, 1.0, 2.0], [0.5, 1.5]], [[1, 2, 3], [4, 5]])
    >>> len(curves), curves.offsets
    (2, array([0, 3, 5]))
    """

    t: Any
    y: Any
    dy: Any = None
    offsets: Any = None
    bands: Any = None
    ids: Any = None
    invalid: dataclasses.InitVar[str] = "error"

    def __post_init__(self, invalid):
        if invalid not in INVALID:
            raise Error(f"Invalid points cannot be met with {invalid!r} (they are an error, or"
                        " dropped). Give \"error\" or \"drop\".")
        if _arrow.is_arrow(self.t) and self.offsets is None:
            self._take_columns()
        elif is_nested(self.t):
            self._take_lists()
        self._take_times()
        self._take_values()
        self._take_offsets()
        self.labels = None
        if self.bands is not None:
            self.bands, self.labels = band_numbers(self.bands, self.t.size)
        self._drop(invalid)
        if self.ids is not None and len(self.ids) != len(self):
            raise Error(f"There are {len(self.ids)} ids and {len(self)} objects (each has one)."
                        " Give as many.")

    @classmethod
    def of(cls, thing: "LightCurves | tuple[Any, ...]") -> "LightCurves":
        """Light curves as they are, or of a tuple (t, y), (t, y, dy) or (t, y, dy, offsets)."""
        if isinstance(thing, cls):
            return thing
        if isinstance(thing, tuple) and 2 <= len(thing) <= 4:
            return cls(*thing)
        raise Error(f"Light curves are no {type(thing).__name__} (they are LightCurves, or a tuple"
                    " of t, y, dy and offsets). Give one of these.")

    @classmethod
    def from_arrow(cls, column: Any, t: str = "t", y: str = "y", dy: str | None = None,
                   **others: Any) -> "LightCurves":
        """Of one Arrow column, of lists of structures or structures of lists (as nested-pandas has
        them), by the names of its fields; without a copy where the column is one chunk."""
        names = [t, y] if dy is None else [t, y, dy]
        parts = _arrow.lists(column, names)
        check_offsets([offsets for offsets, _ in parts])
        return cls(*(values for _, values in parts), offsets=parts[0][0], **others)

    def __len__(self) -> int:
        """The number of objects."""
        return self.offsets.size - 1

    def __getitem__(self, number: int) -> "LightCurves":
        """One object, as light curves."""
        number = range(len(self))[number]
        part = slice(self.offsets[number], self.offsets[number + 1])
        curves = LightCurves(
            self.t[part], self.y[part], None if self.dy is None else self.dy[part],
            bands=None if self.bands is None else self.labels[self.bands[part]],
            ids=None if self.ids is None else [self.ids[number]])
        curves.time_unit, curves.value_unit = self.time_unit, self.value_unit
        curves.time_rounding = self.time_rounding
        return curves

    def _take_columns(self):
        columns = [self.t, self.y] + ([] if self.dy is None else [self.dy])
        parts = [_arrow.lists(column)[0] for column in columns]
        check_offsets([offsets for offsets, _ in parts])
        self.offsets = parts[0][0]
        self.t, self.y = parts[0][1], parts[1][1]
        self.dy = None if self.dy is None else parts[2][1]

    def _take_lists(self):
        if self.offsets is not None:
            raise Error("There are lists of arrays and offsets (two ways to say where objects"
                        " begin). Leave the offsets out.")
        counts = [np.shape(one)[0] for one in self.t]
        for other, what in ((self.y, "values"), (self.dy, "errors")):
            if other is not None and not np.isscalar(other) and counts != [
                    np.shape(one)[0] for one in other]:
                raise Error(f"The lists of times and {what} differ (each object has as many of"
                            " each). Give arrays of the same sizes.")
        self.offsets = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])
        self.t, self.y = joined(self.t), joined(self.y)
        if self.dy is not None and not np.isscalar(self.dy):
            self.dy = joined(self.dy)
        if self.bands is not None and is_nested(self.bands):
            self.bands = np.concatenate([np.asarray(one) for one in self.bands])

    def _take_times(self):
        self.epoch = None
        self._mask = mask_of(self.t)
        if is_time(self.t):
            from astropy import units

            self.epoch = self.t if self.t.isscalar or self.t.size == 0 else self.t.ravel()[0]
            self.time_unit, self.t = units.day, days_of(self.t)
        else:
            self.time_unit, self.t = unit_of(self.t)
        self.time_rounding = 0.0
        if getattr(self.t, "dtype", None) == np.float32 and self.t.size > 0:
            self.time_rounding = 0.5 * float(np.spacing(np.max(np.abs(self.t))))
        self.t = line(self.t, "times")

    def _take_values(self):
        masks = [self._mask, mask_of(self.y), mask_of(self.dy)]
        self.value_unit, y = unit_of(self.y)
        self.y = float_line(y, "values")
        if self.y.size != self.t.size:
            raise Error(f"There are {self.y.size} values and {self.t.size} times (each point has"
                        " one of each). Give as many.")
        if self.dy is not None:
            dy = self.dy
            if has_unit(dy) or self.value_unit is not None:
                from astropy import units

                dy = units.Quantity(dy).to_value(self.value_unit or units.one)
            if np.ndim(dy) == 0:
                dy = np.full(self.t.size, dy, self.y.dtype)
            self.dy = float_line(dy, "errors").astype(self.y.dtype, copy=False)
            if self.dy.size != self.t.size:
                raise Error(f"There are {self.dy.size} errors and {self.t.size} times (each point"
                            " has one of each). Give as many.")
        masks = [mask for mask in masks if mask is not None]
        self._mask = np.logical_or.reduce(masks) if masks else None

    def _take_offsets(self):
        if self.offsets is None:
            self.offsets = np.array([0, self.t.size], np.int64)
        self.offsets = line(self.offsets, "offsets", np.int64)
        ends = self.offsets[[0, -1]].tolist() if self.offsets.size else []
        if ends != [0, self.t.size] or np.any(np.diff(self.offsets) < 0):
            raise Error(f"The offsets do not fit {self.t.size} points (they go from 0 to that"
                        " number and never down). Give one for each object and one more.")

    def _drop(self, invalid):
        drop = self._mask
        del self._mask
        if invalid == "drop":
            bad = ~(np.isfinite(self.t) & np.isfinite(self.y))
            if self.dy is not None:
                bad |= ~(np.isfinite(self.dy) & (self.dy > 0))
            drop = bad if drop is None else drop | bad
        self.dropped = 0 if drop is None else int(np.count_nonzero(drop))
        if self.dropped == 0:
            return
        keep = ~drop
        before = np.concatenate([[0], np.cumsum(keep, dtype=np.int64)])
        self.offsets = before[self.offsets]
        self.t, self.y = self.t[keep], self.y[keep]
        self.dy = None if self.dy is None else self.dy[keep]
        self.bands = None if self.bands is None else self.bands[keep]

    def check_times(self, highest: float) -> None:
        """Refuses times whose rounding shows at the highest frequency of a search."""
        if self.time_rounding * highest > 1e-3:
            raise Error(f"The times are float32, rounded by up to {self.time_rounding:.2g} (more"
                        " than 1e-3 of the shortest period of the search). Give them as float64.")
        largest = max(abs(self.t.max(initial=0.0)), abs(self.t.min(initial=0.0)))
        if np.isfinite(largest) and np.spacing(largest) * highest > 0.1:
            raise Error(f"The phases cannot be told (about the time {largest:.6g} neighbouring"
                        f" numbers are {np.spacing(largest):.3g} apart). Subtract a constant from"
                        " the times, or search lower frequencies.")

    def in_precision(self, dtype: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
        """(t, y, dy) with values and errors of that type."""
        return (self.t, np.ascontiguousarray(self.y, dtype),
                None if self.dy is None else np.ascontiguousarray(self.dy, dtype))


def check_offsets(all_offsets):
    """Columns of one batch have the same objects."""
    for offsets in all_offsets[1:]:
        if not np.array_equal(offsets, all_offsets[0]):
            raise Error("The columns of Arrow have lists of other lengths (each object has as many"
                        " times as values and errors). Give columns that fit each other.")
