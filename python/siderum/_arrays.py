# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What users hand over, as arrays that the engine takes: float64 (or float32), without gaps.

Used in place: contiguous float64, from NumPy or any other library by __array__, DLPack or Arrow.
Copied: other real numbers, integers, lists, and arrays with strides or at odd addresses. Refused:
complex numbers, truth values, text, objects, and memory of a device.
"""

import dataclasses
import math
import sys
from typing import Any

import numpy as np

from siderum import _arrow, _engine
from siderum._engine import Error

Numbers = Any  # in annotations: an array, a list, a Quantity, a column; what is taken is said above
REAL = "fiu"  # kinds of dtypes
HOST_MEMORY = (1, 3, 11)  # devices of DLPack: the host, and what CUDA and ROCm have pinned there


def has_unit(thing):
    return hasattr(thing, "unit")


def check_both(one, other, verb="have"):
    """Refuses a plain number beside a Quantity: in which unit it is would be a guess. 0 is the same
    in all.

    one, other: (what it is, whether it has a unit, its numbers)."""
    for (what, with_unit, _), (plain, is_alike, numbers) in ((one, other), (other, one)):
        if with_unit and not is_alike and np.any(numbers != 0):
            raise Error(f"The {what} {verb} a unit (and the {plain} {verb} none). Give both or"
                        " neither one.")


def check_same_way(angles, what):
    """The same of several."""
    if any(map(has_unit, angles)) and any(not has_unit(one) and np.any(one != 0)
                                          for one in angles):
        raise Error(f"Some of the {what} have a unit and others have none (they are of one kind)."
                    " Give all the same way.")


def without_unit(thing, unit, what):
    """(numbers, unit) of what may be a Quantity or a column of astropy, which say their unit
    themselves."""
    own = getattr(thing, "unit", None)
    if own is None or not hasattr(thing, "value"):
        return thing, unit
    if unit is not None and str(unit) != str(own):
        raise Error(f"The {what} are in {own}, and unit is {str(unit)!r} (they say their unit"
                    " themselves). Leave the keyword out.")
    return thing.value, own


def angles_in(unit, thing, what):
    """Numbers in a unit of angles: those of a Quantity or a column that has another one, and what
    has no unit as it is."""
    numbers, own = without_unit(thing, None, what)
    return turned(numbers, own, unit, what)


def turned(numbers, own, unit, what):
    """Angles in another unit than their own; None: they are in it."""
    try:
        factor = 1.0 if own is None else own.to(unit)
    except (TypeError, ValueError):
        raise Error(f"The {what} are in {own} (they are angles). Convert them.") from None
    return numbers if factor == 1.0 else numbers * factor


def is_time(thing):
    """Whether it is a Time or TimeDelta of astropy, without importing astropy."""
    time = sys.modules.get("astropy.time")
    return time is not None and isinstance(thing, (time.Time, time.TimeDelta))


def is_difference(thing):
    return type(thing).__name__ == "TimeDelta"


def array_of(thing, what):
    """As an array of NumPy: the same memory where there is an array."""
    if isinstance(thing, np.ndarray):
        return thing
    # Before anything that might copy them to the host.
    if hasattr(thing, "__dlpack_device__") and thing.__dlpack_device__()[0] not in HOST_MEMORY:
        raise Error(f"The {what} lie in the memory of a GPU (the arrays of Python's calls are"
                    " read on the host). Copy them to the host, and give device=\"gpu\".")
    try:
        if hasattr(thing, "__dlpack__") and not hasattr(thing, "__array__"):
            return np.from_dlpack(thing)
        return np.asanyarray(thing)
    except (TypeError, ValueError, RuntimeError, BufferError) as problem:
        raise Error(f"The {what} are no array ({problem}). Give one number for each point.") \
            from None


def lies_well(array):
    """Whether the engine can read it where it lies: without gaps, and not at an odd address."""
    return array.flags.c_contiguous and array.flags.aligned


def real_array(thing, what, dtype=np.float64):
    """A contiguous array of real numbers of that type, of any shape."""
    array = array_of(thing, what)
    if array.dtype == dtype and lies_well(array) and type(array) is np.ndarray:
        return array
    if array.dtype.kind not in REAL:
        raise Error(f"The {what} are of the type {array.dtype} (they must be real numbers)."
                    " Convert them.")
    array = np.asarray(array, dtype=dtype, order="C")
    return array if array.flags.aligned else array.copy()


def of_one_dimension(array, what):
    if array.ndim != 1:
        raise Error(f"The {what} have the shape {array.shape} (they are of one dimension). Give"
                    " them so.")
    return array


def line(thing, what, dtype=np.float64):
    """The same of one dimension."""
    return of_one_dimension(real_array(thing, what, dtype), what)


def mask_of(thing):
    """The mask of an array, where one is masked; else None."""
    mask = getattr(thing, "mask", None)
    if mask is None or mask is np.ma.nomask or callable(mask) or not np.any(mask):
        return None
    return np.asarray(mask)


def either(masks):
    """Where one of several masks is, of any shapes that go together; None: nowhere."""
    masks = [mask for mask in masks if mask is not None]
    return np.logical_or.reduce(np.broadcast_arrays(*masks)) if masks else None


@dataclasses.dataclass
class Taken:
    """What was handed over. Numbers are float64, or float32 where those may stay; a Quantity's are
    in its unit. mask: True where there is none; None: all are there. offsets: (objects + 1) where
    there was a list for each object. rounding: how far numbers of less than double precision lie
    from what they were made of, at most."""

    numbers: np.ndarray
    unit: Any = None
    mask: np.ndarray | None = None
    offsets: np.ndarray | None = None
    rounding: float = 0.0


def is_list(thing):
    """Whether it has one array for each object."""
    if isinstance(thing, (list, tuple)):
        return len(thing) > 0 and is_row(thing[0])
    return isinstance(thing, np.ndarray) and thing.dtype == object and thing.ndim == 1 \
        and thing.size > 0 and is_row(thing[0])


def is_row(thing):
    if isinstance(thing, (str, bytes)):
        return False
    return getattr(thing, "ndim", 1) == 1 and hasattr(thing, "__len__")


def is_of_pandas(thing):
    """Whether it is a Series or an Index."""
    return hasattr(thing, "to_numpy") and hasattr(thing, "dtype") and any(
        kind.__module__.split(".")[0] == "pandas" for kind in type(thing).__mro__)


def rounding_of(array, mask):
    if array.dtype.kind != "f" or array.dtype.itemsize >= 8:
        return 0.0
    there = np.isfinite(array)
    largest = np.max(np.abs(array), initial=0.0, where=there if mask is None else there & ~mask)
    return 0.5 * float(np.spacing(array.dtype.type(largest)))


def stripped(thing, what):
    """(array, unit, mask) of what has at most one array within."""
    if isinstance(thing, (list, tuple)) and len(thing) > 0 and has_unit(thing[0]):
        from astropy import units

        thing = units.Quantity(thing)
    unit, mask = getattr(thing, "unit", None), mask_of(thing)
    if hasattr(unit, "physical_unit"):
        raise Error(f"The {what} are in {unit} (sums of logarithmic units are none of these). Give"
                    " plain numbers of magnitudes, or (numbers * u.mag).")
    if has_unit(thing) and hasattr(thing, "value"):
        thing = thing.value
    return np.asarray(array_of(getattr(thing, "unmasked", thing), what)), unit, mask


def missing_in_pandas(thing):
    """(array, mask) of a Series: what is NA is masked, but not NaN of NumPy's own types."""
    if isinstance(thing.dtype, np.dtype):
        return thing.to_numpy(), None
    mask = np.asarray(thing.isna(), bool)
    kind = np.dtype(getattr(thing.dtype, "numpy_dtype", object))
    if kind.kind not in REAL:
        return np.asarray(thing), mask
    kind = kind if kind.kind == "f" else np.dtype(np.float64)
    return thing.to_numpy(dtype=kind, na_value=np.nan), mask


def take(thing, what, may_be_single=False):
    """What was handed over, as Taken; of any shape, where no lists are."""
    if type(thing) is np.ndarray and thing.dtype == np.float64 and lies_well(thing):
        return Taken(thing)
    unit = mask = offsets = None
    if is_of_pandas(thing) and not is_arrow_list(thing):
        array, mask = missing_in_pandas(thing)
        if is_list(array):
            return take_list(array, what, may_be_single)
    elif is_list(thing):
        return take_list(thing, what, may_be_single)
    elif _arrow.is_arrow(thing):
        array, mask, offsets = _arrow.read(thing, what)
    else:
        array, unit, mask = stripped(thing, what)
    if mask is not None and not mask.any():
        mask = None
    is_single = may_be_single and array.dtype.kind == "f" and array.dtype.itemsize == 4
    numbers = real_array(array, what, np.float32 if is_single else np.float64)
    return Taken(numbers, unit, mask, offsets, rounding_of(array, mask))


def is_arrow_list(thing):
    """Whether a Series has lists of Arrow."""
    return "list" in str(thing.dtype) and hasattr(thing, "__arrow_c_stream__")


def take_list(things, what, may_be_single=False):
    """One array of all, in the unit of the first."""
    if all(type(one) is np.ndarray and one.dtype == np.float64 and one.ndim == 1
           for one in things):
        return Taken(np.concatenate(things), offsets=offsets_of(map(len, things)))
    return joined([take(one, what, may_be_single) for one in things], what)


def joined(parts, what):
    for part in parts:
        of_one_dimension(part.numbers, what)
    offsets = offsets_of(part.numbers.size for part in parts)
    units = [part.unit for part in parts if part.numbers.size > 0]
    unit = next((one for one in units if one is not None), None)
    if unit is not None and None in units:
        raise Error(f"Some of the {what} have a unit and others have none (they are of one kind)."
                    " Give all the same way.")
    factors = [1.0 if part.unit is None or part.unit == unit
               else factor_between(part.unit, unit, what) for part in parts]
    numbers = [part.numbers if factor == 1.0 else part.numbers * factor
               for part, factor in zip(parts, factors)]
    mask = None
    if any(part.mask is not None for part in parts):
        mask = np.concatenate([np.zeros(part.numbers.size, bool) if part.mask is None
                               else part.mask for part in parts])
    return Taken(np.concatenate(numbers), unit, mask, offsets,
                 max(part.rounding * factor for part, factor in zip(parts, factors)))


def factor_between(unit, other, what, why="they are of one kind"):
    """What numbers in a unit of astropy are multiplied with to be in another; None: in none."""
    from astropy import units

    try:
        return (unit or units.one).to(other or units.one)
    except units.UnitConversionError:
        raise Error(f"The {what} are in {unit or 'no unit'} and in {other or 'no unit'} ({why})."
                    " Convert them.") from None


def offsets_of(counts):
    return np.concatenate([[0], np.cumsum(np.fromiter(counts, np.int64), dtype=np.int64)])


def take_times(thing):
    """The same of times, and the epoch that they are counted from: of Time of astropy its first,
    of numbers and differences None. Those of astropy are in days, exact to 1e-20 of them."""
    if is_list(thing) and any(is_time(one) for one in thing):
        epoch = next((first_of(one) for one in thing
                      if is_time(one) and not is_difference(one) and first_of(one) is not None),
                     None)
        if not all(is_time(one) and is_difference(one) == (epoch is None) or len(one) == 0
                   for one in thing):
            raise Error("Some of the lists of times are Time or TimeDelta of astropy and others are"
                        " not (they are of one kind). Give all the same way.")
        return joined([days(one, epoch) if is_time(one) else Taken(np.empty(0)) for one in thing],
                      "times"), epoch
    if is_time(thing):
        epoch = None if is_difference(thing) else first_of(thing)
        return days(thing, epoch), epoch
    return take(thing, "times"), None


def first_of(times):
    """The first that is not masked; None: there is none."""
    flat = times.ravel()
    mask = mask_of(flat)
    place = 0 if mask is None else int(np.argmin(mask))
    return None if flat.size == 0 or (mask is not None and mask[place]) else flat[place]


def days(times, epoch):
    """Of Time or TimeDelta, as Taken."""
    from astropy import units

    if epoch is not None:
        times = times - epoch
    elif not is_difference(times):  # there is none that is not masked
        return Taken(np.zeros(times.shape), units.day, mask_of(times))
    mask = mask_of(times)
    values = times.to_value("day")
    return Taken(real_array(getattr(values, "unmasked", values), "times"), units.day, mask)


def refuse_masked(thing, what):
    """Of numbers each of which is asked about."""
    mask = mask_of(thing)
    if mask is not None:
        raise Error(f"{np.count_nonzero(mask)} of the {what} are masked (a number is needed in each"
                    " place). Fill them, or leave them out.")


def check_finite(numbers, what):
    """Refuses the first number that is not finite."""
    bad = np.flatnonzero(~np.isfinite(numbers))
    if bad.size:
        raise Error(f"The {what} of point {bad[0]} is not finite (it is {numbers[bad[0]]}). Remove"
                    " the point.")


def check_kept(points, offsets, drop):
    """Refuses bad numbers among points that stay, by their places before the others are dropped.

    points: (times, values, errors or None)."""
    for numbers, what in zip(points, ("time", "value", "error")):
        if numbers is None:
            continue
        good = np.isfinite(numbers) & (numbers > 0) if what == "error" else np.isfinite(numbers)
        bad = np.flatnonzero(~good & ~drop)
        if bad.size:
            place = np.searchsorted(offsets, bad[0], side="right") - 1
            needed = "a finite number above zero" if what == "error" else "finite"
            raise Error(f"The {what} of object {place}, point {bad[0] - offsets[place]} is not"
                        f" {needed} (it is {numbers[bad[0]]}). Remove the point.") from None


class Given:
    """Around calls of the engine, which has the points in the precision asked for: where it
    refuses, points that are bad as they were given are refused as such.

    points: (times, values, errors or None)."""

    def __init__(self, points, offsets):
        self.points, self.offsets = points, offsets

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is Error:
            check_kept(self.points, self.offsets, np.False_)


def check_phases(time, rounding, highest):
    """Refuses times whose rounding shows at the highest frequency of a search."""
    if rounding * highest > 1e-3:
        raise Error("The times are float32 or of fewer digits, rounded by up to"
                    f" {rounding:.2g} (more than 1e-3 of the shortest period of the search). Give"
                    " them as float64.")
    largest = _engine.largest_magnitude(time)
    if math.ulp(largest) * highest > 0.1:
        raise Error(f"The phases cannot be told (about the time {largest:.6g} neighbouring numbers"
                    f" are {math.ulp(largest):.3g} apart). Subtract a constant from the times, or"
                    " search lower frequencies.")
