# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What users hand over, as arrays that the engine takes: float64 (or float32), without gaps.

Used in place: contiguous float64, from NumPy or any other library by __array__ or DLPack. Copied:
other real numbers, integers, lists, and arrays with strides. Refused: complex numbers, text,
objects, and memory of a device.
"""

import operator
import sys
from typing import Any

import numpy as np

from siderum._engine import Error

Numbers = Any  # in annotations: an array, a list, a Quantity, a column; what is taken is said above
REAL = "fiub"  # kinds of dtypes


def has_unit(thing):
    return hasattr(thing, "unit")


def is_time(thing):
    """Whether it is a Time or TimeDelta of astropy, without importing astropy."""
    time = sys.modules.get("astropy.time")
    return time is not None and isinstance(thing, (time.Time, time.TimeDelta))


def array_of(thing, what):
    """As an array of NumPy: the same memory where there is an array."""
    if isinstance(thing, np.ndarray):
        return thing
    if hasattr(thing, "__dlpack__") and not hasattr(thing, "__array__"):
        if thing.__dlpack_device__()[0] not in (1, 3, 11):
            raise Error(f"The {what} lie in the memory of a GPU (the arrays of Python's calls are"
                        " read on the host). Copy them to the host, and give device=\"gpu\".")
        return np.from_dlpack(thing)
    return np.asanyarray(thing)


def real_array(thing, what, dtype=np.float64):
    """A contiguous array of real numbers of that type, of any shape."""
    array = array_of(thing, what)
    if array.dtype == dtype and array.flags.c_contiguous and type(array) is np.ndarray:
        return array
    if array.dtype.kind not in REAL:
        raise Error(f"The {what} are of the type {array.dtype} (they must be real numbers)."
                    " Convert them.")
    return np.ascontiguousarray(np.asarray(array), dtype=dtype)


def line(thing, what, dtype=np.float64):
    """The same of one dimension."""
    array = real_array(thing, what, dtype)
    if array.ndim != 1:
        raise Error(f"The {what} have the shape {array.shape} (they are of one dimension). Give"
                    " them so.")
    return array


def whole(thing, what, least=None):
    """A whole number, also one that is kept as 2.0; others are refused."""
    try:
        number = operator.index(thing)
    except TypeError:
        is_whole = isinstance(thing, (float, np.floating)) and float(thing).is_integer()
        number = int(thing) if is_whole else None
    if number is None or (least is not None and number < least):
        bound = "" if least is None else f", {least} or more"
        raise Error(f"The {what} is {thing!r} (it is a whole number{bound}). Correct it.")
    return number


def seed_of(thing):
    """A seed as the engine takes it."""
    seed = whole(thing, "seed", 0)
    if seed >= 2**64:
        raise Error(f"The seed is {seed} (seeds are below 2^64). Give a smaller one.")
    return seed


def real(thing, what, unit=None):
    """A finite number; a Quantity in that unit."""
    try:
        if isinstance(thing, (str, bytes)):
            raise TypeError
        number = float(thing.to_value(unit) if unit and hasattr(thing, "to_value") else thing)
    except (TypeError, ValueError):
        raise Error(f"The {what} is {thing!r} (it is a number"
                    f"{f', or a Quantity that is one of {unit}' if unit else ''}). Correct it.") \
            from None
    if not np.isfinite(number):
        raise Error(f"The {what} is {number} (it is a finite number). Correct it.")
    return number


def days_of(thing):
    """Times of astropy as days: of a Time the Julian day less that of its first, both exact."""
    if type(thing).__name__ == "TimeDelta":
        return thing.to_value("day")
    first = thing.ravel()[0]
    return (thing - first).to_value("day")


def mask_of(thing):
    """The mask of an array, where one is masked; else None."""
    mask = getattr(thing, "mask", None)
    return None if mask is None or mask is np.ma.nomask or not np.any(mask) else np.asarray(mask)
