# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Light curves of any number of objects."""

import dataclasses
from typing import Any

import numpy as np

from siderum import _arrow
from siderum._arrays import (Taken, array_of, check_kept, check_phases, either, factor_between,
                             is_arrow_list, is_list, is_of_pandas, mask_of, of_one_dimension,
                             offsets_of, real_array, take, take_times)
from siderum._engine import Error

INVALID = ("error", "drop")


def take_labels(bands):
    """(labels, mask, offsets) of bands: of an array, a list for each object, or a column."""
    if is_list(bands):
        parts = [take_labels(one)[:2] for one in bands]
        return (np.concatenate([labels for labels, _ in parts]),
                np.concatenate([mask for _, mask in parts]),
                offsets_of(len(labels) for labels, _ in parts))
    if is_of_pandas(bands) and not is_arrow_list(bands):
        labels, mask, offsets = np.asarray(bands), None, None
        if is_list(labels):
            return take_labels(labels)
    elif _arrow.is_arrow(bands):
        labels, mask, offsets = _arrow.read(bands, "bands", are_labels=True)
    else:
        labels, mask, offsets = np.asarray(array_of(bands, "bands")), mask_of(bands), None
    of_one_dimension(labels, "bands")
    missing = np.zeros(labels.size, bool) if mask is None else mask
    if labels.dtype == object:
        missing = missing | np.array([one is None or one != one for one in labels], bool)
    elif labels.dtype.kind == "f":
        missing = missing | np.isnan(labels)
    return labels, missing, offsets


def band_numbers(labels):
    """Labels as numbers from 0, in ascending order of the labels, and the labels."""
    try:
        found, numbers = np.unique(labels, return_inverse=True)
        return numbers.astype(np.int32), found
    except TypeError:
        raise Error("The labels of bands cannot be put in order (they are of several kinds). Give"
                    " them all as text, or all as numbers.") from None


def is_empty_list(thing):
    """Whether it has one array for each object, and no object."""
    if isinstance(thing, (list, tuple)):
        return len(thing) == 0
    return getattr(thing, "dtype", None) == object and np.shape(thing) == (0,)


@dataclasses.dataclass(eq=False)
class LightCurves:
    """Light curves of any number of objects, a ragged batch. Object i holds the points
    offsets[i] .. offsets[i + 1] - 1; points of an object stand in any order.

    LightCurves(t, y, dy=None, offsets=None, bands=None, ids=None, invalid="error")

    t:        (points) times: numbers, a Quantity, a column of a table (astropy, pandas, polars,
              pyarrow), or a Time or TimeDelta of astropy, which become days since the first. Or a
              list of such arrays, one for each object. Or a column of Arrow lists (pyarrow, polars,
              pandas), used in place where it is one chunk.
    y:        the same of values, in any unit.
    dy:       the same of errors > 0 in the unit of y; or one number for all; None: points weigh
              the same.
    offsets:  (objects + 1) where flat arrays begin and end for each object; None: one object, or
              none where t is an empty list.
    bands:    (points) labels of bands, for a model of several, as numbers or text.
    ids:      (objects) what objects are called in tables.
    invalid:  "error": numbers that are not finite and errors not above 0 are refused by the search;
              "drop": their points are left out. Points that a mask covers always are, and those of
              which something is null or NA.

    Contiguous float64 is not copied (float32 of values is kept for precision="single"); integers,
    float32 times and arrays with strides are converted; complex numbers and text are refused. An
    object that is null has no points.
    The attribute `dropped` counts the points that were left out.
    curves[2] and curves[2:5] are light curves of those objects.
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
        if self.offsets is None and is_empty_list(self.t):
            self.t, self.offsets = np.empty(0), np.zeros(1, np.int64)
            self.y = np.empty(0) if is_empty_list(self.y) else self.y
        times, self.epoch = take_times(self.t)
        values = take(self.y, "values", may_be_single=True)
        errors = None if self.dy is None else take(self.dy, "errors", may_be_single=True)
        self.t, self.y = times.numbers, values.numbers
        self.time_unit, self.value_unit = times.unit, values.unit
        self.time_rounding = times.rounding
        self._check_sizes(times, values, "values")
        self._take_offsets(times.offsets)
        self._take_errors(errors, times)
        masks = [one.mask for one in (times, values, errors) if one is not None]
        self._take_bands(times, masks)
        self._drop(invalid, either(masks))
        if self.ids is not None and np.ndim(self.ids) == 0:
            raise Error(f"The ids are one {type(self.ids).__name__} (each object has one of its"
                        " own). Give a list or an array of them.")
        if self.ids is not None and len(self.ids) != len(self):
            raise Error(f"There are {len(self.ids)} ids and {len(self)} objects (each has one)."
                        " Give as many.")

    @classmethod
    def of(cls, thing: "LightCurves | tuple[Any, ...]") -> "LightCurves":
        """Light curves as they are, or of a tuple (t, y), (t, y, dy) or (t, y, dy, offsets). Raises
        siderum.Error for anything else."""
        if isinstance(thing, cls):
            return thing
        if isinstance(thing, tuple) and 2 <= len(thing) <= 4:
            return cls(*thing)
        raise Error(f"Light curves are no {type(thing).__name__} (they are LightCurves, or a tuple"
                    " of t, y, dy and offsets). Give one of these.")

    @classmethod
    def from_arrow(cls, column: Any, t: str = "t", y: str = "y", dy: str | None = None,
                   bands: Any = None, **others: Any) -> "LightCurves":
        """Of one Arrow column, of lists of structures or structures of lists (as nested-pandas has
        them), by the names of its fields; without a copy where the column is one chunk.

        column: of pyarrow, polars or nested-pandas, or a table. t, y, dy: the names of its fields;
        dy None: points weigh the same. bands: the name of a field, or labels. others: ids and
        invalid, as of the class.
        Raises siderum.Error where it has no such fields, or where they do not fit each other.
        """
        if not _arrow.is_arrow(column):
            raise Error(f"The column is no {type(column).__name__} (it exports itself as Arrow"
                        " does, by __arrow_c_array__ or __arrow_c_stream__). Give one of pyarrow,"
                        " polars or nested-pandas, or take LightCurves(t, y, dy, offsets).")
        names = [name for name in (t, y, dy) if name is not None]
        asked = names + [bands] * isinstance(bands, str)
        twice = [name for name in asked if asked.count(name) > 1]
        if twice:
            raise Error(f"The field {twice[0]!r} is named twice (t, y, dy and bands are fields of"
                        " their own). Name one for each.")
        parts = [_arrow.read(column, f"numbers of {name}", name) for name in names]
        if isinstance(bands, str):
            labels, mask, offsets = _arrow.read(column, "bands", bands, are_labels=True)
            parts.append((labels, mask, offsets))
            bands = labels
        for _, _, offsets in parts[1:]:
            if not np.array_equal(offsets, parts[0][2]):
                raise refuse_lists("fields", "another one")
        mask = either([mask for _, mask, _ in parts])
        arrays = [values for values, _, _ in parts[:len(names)]]
        if mask is not None:
            arrays[0] = np.ma.array(arrays[0], mask=mask)
        return cls(*arrays, offsets=parts[0][2], bands=bands, **others)

    def __len__(self) -> int:
        """The number of objects."""
        return self.offsets.size - 1

    def __getitem__(self, number: int | slice) -> "LightCurves":
        """One object, or a range of them, as light curves."""
        if isinstance(number, slice):
            first, last, step = number.indices(len(self))
            if step != 1:
                raise Error(f"Objects are taken one after the other (and not in steps of {step})."
                            " Take them one by one.")
        else:
            try:
                first = range(len(self))[number]
            except TypeError:
                raise Error(f"Objects are counted from 0 (and not named by"
                            f" {type(number).__name__}). Give a number, or a range of numbers.") \
                    from None
            last = first + 1
        offsets = self.offsets[first:max(first, last) + 1]
        part = slice(offsets[0], offsets[-1])
        curves = LightCurves(
            self.t[part], self.y[part], None if self.dy is None else self.dy[part],
            offsets - offsets[0], None if self.bands is None else self.labels[self.bands[part]],
            None if self.ids is None else np.asarray(self.ids)[first:max(first, last)])
        curves.time_unit, curves.value_unit = self.time_unit, self.value_unit
        curves.time_rounding, curves.epoch = self.time_rounding, self.epoch
        return curves

    def _check_sizes(self, times, others, what):
        """Of values, errors and bands beside the times."""
        if others.offsets is None and times.offsets is None or others.numbers.ndim == 0:
            of_one_dimension(times.numbers, "times")
            if others.numbers.ndim > 0 or what == "values":
                of_one_dimension(others.numbers, what)
        elif others.offsets is None or times.offsets is None:
            raise Error(f"One of times and {what} has a list for each object, and the other none"
                        " (they are given alike). Give lists of both, or flat arrays and offsets.")
        elif not np.array_equal(others.offsets, times.offsets):
            raise refuse_lists("times", what)
        if others.numbers.ndim > 0 and others.numbers.size != times.numbers.size:
            raise Error(f"There are {others.numbers.size} {what} and {times.numbers.size} times"
                        " (each point has one of each). Give as many.")

    def _take_errors(self, errors, times):
        if errors is None:
            return
        self._check_sizes(times, errors, "errors")
        dy = errors.numbers
        if errors.unit != self.value_unit:
            dy = dy * factor_between(errors.unit, self.value_unit, "errors and values",
                                     "an error is in the unit of its value")
        if dy.ndim == 0:
            dy = np.full(self.t.size, dy, self.y.dtype)
        self.dy = dy.astype(self.y.dtype, copy=False)

    def _take_bands(self, times, masks):
        self.labels = None
        if self.bands is None:
            return
        labels, missing, offsets = take_labels(self.bands)
        self._check_sizes(times, Taken(labels, offsets=times.offsets if offsets is None
                                       else offsets), "bands")
        masks.append(missing)
        self.bands = labels

    def _take_offsets(self, offsets):
        if offsets is not None and self.offsets is not None:
            raise Error("There are lists of arrays and offsets (two ways to say where objects"
                        " begin). Leave the offsets out.")
        if offsets is None and self.offsets is None:
            self.offsets = np.array([0, self.t.size], np.int64)
            return
        offsets = self.offsets if offsets is None else offsets
        numbers = of_one_dimension(real_array(offsets, "offsets"), "offsets")
        if not np.array_equal(numbers, np.floor(numbers)):
            raise Error("The offsets are no whole numbers (they count points). Give them so.")
        self.offsets = real_array(offsets, "offsets", np.int64)
        ends = self.offsets[[0, -1]].tolist() if self.offsets.size else []
        if ends != [0, self.t.size] or np.any(np.diff(self.offsets) < 0):
            raise Error(f"The offsets do not fit {self.t.size} points (they go from 0 to that"
                        " number and never down). Give one for each object and one more.")

    def _drop(self, invalid, drop):
        if invalid == "drop":
            bad = ~(np.isfinite(self.t) & np.isfinite(self.y))
            if self.dy is not None:
                bad |= ~(np.isfinite(self.dy) & (self.dy > 0))
            drop = bad if drop is None else drop | bad
        self.dropped = 0
        if drop is not None and drop.any():
            keep = ~np.broadcast_to(drop, self.t.shape)
            check_kept((self.t, self.y, self.dy), self.offsets, ~keep)
            self.dropped = int(np.count_nonzero(~keep))
            before = np.concatenate([[0], np.cumsum(keep, dtype=np.int64)])
            self.offsets = before[self.offsets]
            self.t, self.y = self.t[keep], self.y[keep]
            self.dy = None if self.dy is None else self.dy[keep]
            self.bands = None if self.bands is None else self.bands[keep]
        if self.bands is not None:
            self.bands, self.labels = band_numbers(self.bands)

    def check_times(self, highest: float) -> None:
        """Raises siderum.Error for times whose rounding shows at the highest frequency of a search,
        in cycles per time unit."""
        check_phases(self.t, self.time_rounding, highest)

    def in_precision(self, dtype: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
        """(t, y, dy) with values and errors of that type, numpy.float64 or numpy.float32."""
        return (self.t, np.ascontiguousarray(self.y, dtype),
                None if self.dy is None else np.ascontiguousarray(self.dy, dtype))


def refuse_lists(one, other):
    return Error(f"The lists of {one} and {other} are of other lengths (each object has as many of"
                 " each). Give lists of the same sizes.")
