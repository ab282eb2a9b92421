# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The numbers with a fraction in what a program writes, and how far two outputs are apart in them.

The distance is in units of the last digit: of text as it is written, of numbers in a FITS table or
a .npy file the 17th digit (the 9th in single precision) of the largest of their column.
"""

import decimal
import math
import pathlib
import re
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "apps"))

import fits_tables  # noqa: E402

NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w.])")
DIGITS = {"E": 9, "D": 17, "f4": 9, "f8": 17}


def text_of(contents):
    try:
        return None if b"\0" in contents else contents.decode()
    except UnicodeDecodeError:
        return None


def columns_of(contents):
    """(all the rest, [(digits, numbers of a column)]) of a binary file; no columns where it is of
    another kind."""
    if contents.startswith(b"SIMPLE"):
        tables = fits_tables.tables(contents)
        rest = [[keys] + [values for letter, values in columns if letter not in DIGITS]
                for keys, columns in tables]
        return rest, [(DIGITS[letter], values) for _, columns in tables
                      for letter, values in columns if letter in DIGITS]
    if contents.startswith(b"\x93NUMPY"):
        start = 10 + struct.unpack_from("<H", contents, 8)[0]
        kind = re.search(rb"'descr': '<(f[48])'", contents[:start])
        if kind:
            size = int(kind[1][1:])
            count = (len(contents) - start) // size
            numbers = struct.unpack_from(f"<{count}{'f' if size == 4 else 'd'}", contents, start)
            return contents[:start], [(DIGITS[kind[1].decode()], numbers)]
    return contents, []


def change_of_text(a, b):
    """Of two numbers as they are written."""
    x, y = decimal.Decimal(a), decimal.Decimal(b)
    units = abs(x - y).scaleb(-min(x.as_tuple().exponent, y.as_tuple().exponent))
    return float(units), f"{a} and {b}"


def change_of_column(digits, before, after):
    """None where a number is missing, or there and not finite."""
    finite = [abs(x) for x in before if math.isfinite(x)]
    largest = max(finite, default=0.0)
    unit = 10.0 ** (math.floor(math.log10(largest)) - digits + 1) if largest > 0 else 0.0
    worst = (0.0, "")
    for x, y in zip(before, after, strict=True):
        if x == y or (math.isnan(x) and math.isnan(y)):
            continue
        units = abs(x - y) / unit if unit > 0 else math.inf
        if not units < math.inf:
            return None
        worst = max(worst, (units, f"{x!r} and {y!r}, the largest being {largest!r}"))
    return worst


def largest_change(before, after):
    """(units of the last digit, the numbers) of the largest difference; None where more differs
    than numbers."""
    a, b = text_of(before), text_of(after)
    if a is not None and b is not None:
        if NUMBER.sub("#", a) != NUMBER.sub("#", b):
            return None
        changes = [change_of_text(x, y) for x, y in zip(NUMBER.findall(a), NUMBER.findall(b))
                   if x != y]
    else:
        (rest, columns), (other_rest, others) = columns_of(before), columns_of(after)
        shape, other_shape = ([(digits, len(values)) for digits, values in each]
                              for each in (columns, others))
        if not columns or rest != other_rest or shape != other_shape:
            return None
        changes = [change_of_column(digits, values, other)
                   for (digits, values), (_, other) in zip(columns, others)]
    return None if None in changes else max(changes, default=None)
