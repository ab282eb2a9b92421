# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Ratios of rows, shares in words, and what a share is to a published one: of both papers by
Gowanlock et al."""

import re

from .clock import digits_of
from .items import Row

# By how many per cent of all a share may differ from a published one that it reproduces.
SAME = 1.0


def row_of(rows, case, form=None):
    """The first such row that was measured, or None."""
    return next((row for row in rows if row.value is not None and row.case == case
                 and form in (None, row.form)), None)


def samples(*rows):
    """The parts that rows were measured on, in their order; nothing where all are whole."""
    return " over ".join(dict.fromkeys(row.sample for row in rows if row.sample))


def quotient(case, slow, fast, form="", **more):
    """The row of a ratio of two rows, marked where one of them was measured on a part."""
    value = slow.value / fast.value
    return Row(case, value, "x", form, sample=samples(slow, fast),
               digits=digits_of(value, slow, fast), **more)


def percent(share, digits=1):
    """A share in per cent, not rounded to all or to none where it is neither."""
    for kept in range(digits, 12):
        text = f"{share:.{kept}f}"
        if (share >= 100 or float(text) < 100) and (share <= 0 or float(text) > 0):
            break
    return f"{text.rstrip('0').rstrip('.') if float(text) in (0, 100) else text} %"


def counted(row):
    """(how many are right, of how many) of a row whose note says so."""
    right, of_all = re.match(r"([\d,]+) of ([\d,]+)", row.note).groups()
    return int(right.replace(",", "")), int(of_all.replace(",", ""))


def of_all(row):
    """How many of all, exactly."""
    right, every = counted(row)
    return f"all of {every:,}" if right == every else f"all but {every - right:,} of {every:,}"


def within(row, wanted):
    """Whether a published share lies between the least and the most of the seeds."""
    low, high = (row.value if bound is None else bound for bound in (row.low, row.high))
    return low <= wanted <= high
