# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Options as the engine takes them: numbers and words, or a sentence about what is wrong."""

import math
import operator

import numpy as np

from siderum._engine import Error

LARGEST = 2 ** 63 - 1


def refusal(value, what, why):
    return Error(f"The {what} cannot be {value!r} ({why}). Give another one.")


def whole(value, what, least=0, most=LARGEST):
    """An integer, of numbers that are whole: 3, 3.0, numpy.int32(3)."""
    try:
        number = operator.index(value)
    except TypeError:
        number = int(value) if is_integral(value) else None
    if number is None or isinstance(value, bool) or not least <= number <= most:
        raise refusal(value, what, f"it is a whole number of {least} or more"
                      if most == LARGEST else f"it is a whole number from {least} to {most}")
    return number


def is_integral(value):
    try:
        return not isinstance(value, (str, bytes)) and float(value) == math.floor(float(value))
    except (TypeError, ValueError, OverflowError):
        return False


def real(value, what, above=None, unit=None):
    """A number that is finite, and above another one; of a Quantity that in a unit."""
    try:
        if unit and hasattr(value, "to_value"):
            value = value.to_value(unit)
        number = math.nan if isinstance(value, (str, bytes, bool, np.bool_)) else float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number) or (above is not None and number <= above):
        above = "" if above is None else f" above {above:g}"
        raise refusal(value, what, f"it is a finite number{above}"
                      + (f", or a Quantity that is one of {unit}" if unit else ""))
    return number


def flag(value, what, why="it is True or False"):
    """True or False, or 1 or 0 in their place."""
    if isinstance(value, (bool, np.bool_)) or (isinstance(value, int) and value in (0, 1)):
        return bool(value)
    raise refusal(value, what, why)


def seed_of(value):
    """A seed as it is given; another one each time where that is None."""
    if value is None:
        return np.random.SeedSequence().entropy % 2 ** 63
    return whole(value, "seed", 0, 2 ** 64 - 1)


def number_of(word, words, what):
    """The place of a word in a list, which is the engine's number for it."""
    try:
        return words.index(word)
    except ValueError:
        raise Error(f"There is no {what} {word!r} (there is {', '.join(words)}). Give one of"
                    " these.") from None
