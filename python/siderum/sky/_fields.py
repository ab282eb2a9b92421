# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What maps and coefficients are of, and which arrays they are in."""

import numbers as kinds_of_numbers

import numpy as np

from siderum import _engine
from siderum._arrays import array_of, refuse_masked
from siderum._options import flag, real, whole
from siderum._engine import Error
from siderum._output import is_unit

FRAMES = ("galactic", "ecliptic", "equatorial")
COMPONENTS = (1, 2, 2, 3)
NAMES = (("a_lm",), ("gradient", "curl"), ("e", "b"), ("t", "e", "b"))
MAP_NAMES = (("map",), ("theta", "phi"), ("q", "u"), ("t", "q", "u"))


def field_of(spin, polarised):
    """The engine's number of a field."""
    spin = whole(spin, "spin")
    if spin not in (0, 1, 2):
        raise Error(f"There is no spin {spin!r} here (0 is a function, 1 a vector, 2 are Q and U)."
                    " Give one of these.")
    if flag(polarised, "polarised") and spin:
        raise Error("spin and polarised contradict each other (polarised are T, of spin 0, and Q"
                    " and U, of spin 2, together). Give one of them.")
    return 3 if polarised else spin


def check_frame(frame):
    if frame is not None and frame not in FRAMES:
        raise Error(f"There is no frame {frame!r} (known are {', '.join(FRAMES)}). Give one of"
                    " these, or None.")
    return frame


def range_of(lmax, mmax):
    """(lmax, mmax), whole numbers."""
    lmax = whole(lmax, "lmax")
    return lmax, lmax if mmax is None else whole(mmax, "mmax")


def lmax_of(count, lmax, mmax, what="coefficients"):
    """(lmax, mmax) of so many coefficients where the caller leaves them open."""
    if lmax is None:
        mmax = mmax if mmax is None else whole(mmax, "mmax")
        if mmax is not None:
            x = (count - 1 + mmax * (mmax - 1) / 2) / (mmax + 1) if mmax >= 0 else -1.0
        else:
            x = (np.sqrt(8.0 * count + 1.0) - 3.0) / 2.0
        lmax = int(round(x))
        expected = -1 if lmax < 0 or (mmax or 0) > lmax else count_of(lmax, mmax)
        if expected != count:
            raise Error(f"There are {count} {what} (no lmax has as many"
                        f"{'' if mmax is None else f' with mmax {mmax}'}). Give as many as"
                        " m (2 lmax + 1 - m) / 2 + l counts, or lmax.")
    lmax, mmax = range_of(lmax, mmax)
    if count_of(lmax, mmax) != count:
        raise Error(f"There are {count} {what} (those to lmax {lmax}, mmax {mmax} are"
                    f" {count_of(lmax, mmax)}). Give as many, or their lmax and mmax.")
    return lmax, mmax


def count_of(lmax, mmax=None):
    return _engine.count_of_coefficients(*range_of(lmax, mmax))


def is_float32(array):
    """Whether the numbers are float32 or complex64, in any order of bytes (FITS has the other)."""
    return (array.dtype.kind, array.dtype.itemsize) in (("f", 4), ("c", 8))


def is_single(array, precision):
    """Whether to compute in single precision: as asked for, else as the numbers are."""
    if precision is None:
        return is_float32(array)
    if precision not in ("double", "single"):
        raise Error(f"There is no precision {precision!r} (numbers are double or single; None:"
                    " that of the arrays). Give one of these.")
    return precision == "single"


def numbers(thing, what, kinds, dtype):
    """A contiguous array; numbers of other kinds than these, and masked ones, are refused."""
    array = array_of(thing, what)
    if array.dtype.kind not in kinds:
        raise Error(f"The {what} are of the type {array.dtype} (they must be"
                    f" {'complex' if 'c' in kinds else 'real'} numbers). Convert them.")
    refuse_masked(array, what)
    return np.ascontiguousarray(np.asarray(array), dtype=dtype)


def reals(thing, what):
    """float64 of any shape."""
    return numbers(thing, what, "fiub", np.float64)


def said_of(thing):
    """What stands in the place of an array."""
    is_number = isinstance(thing, (kinds_of_numbers.Number, np.ndarray))
    return "one number" if is_number else "None" if thing is None else type(thing).__name__


def check_unit(unit):
    if unit is not None and not isinstance(unit, str) and not is_unit(unit):
        raise Error(f"The unit is {unit!r} (it is text, or a unit of astropy). Give such a one, or"
                    " None.")


def steps_of(iterations):
    return whole(iterations, "number of iterations", 0)


def tolerance_of(tolerance):
    tolerance = real(tolerance, "tolerance")
    if tolerance < 0.0:
        raise Error(f"The tolerance is {tolerance} (it is a residual above 0, or 0: none). Correct"
                    " it.")
    return tolerance


def same_or_own(given, own, what, owner):
    """What a thing says of itself; a caller who says something else is told so."""
    if given is not None and (whole if type(own) is int else flag)(given, what) != own:
        raise Error(f"{what} is {given!r}, and the {owner} has {own!r} (it says itself what it is)."
                    " Leave the keyword out.")
    return own


def check_rows(array, columns, field, what, fields=None):
    """How many fields an array (.., components, columns) holds."""
    rows = COMPONENTS[field]
    fits = array.ndim >= 1 and array.shape[-1] == columns
    if rows > 1:
        fits = fits and array.ndim >= 2 and array.shape[-2] == rows
    if not fits:
        shape = f"(.., {columns})" if rows == 1 else f"(.., {rows}, {columns})"
        remedy = "Give them so."
        if rows == 2 and array.shape[-2:] == (3, columns):
            remedy = "Give them so, or polarised=True for T, Q and U together, or T, E and B."
        raise Error(f"The {what} have the shape {array.shape} (it is {shape}). {remedy}")
    held = array.size // max(1, rows * columns)
    if held < 1 or (fields is not None and held != fields):
        raise Error(f"There are {held} sets of {what} (the plan is of {fields or 'one or more'})."
                    " Give as many.")
    return held
