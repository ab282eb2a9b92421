# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""How many digits the program's clock tells of a time, and so of a ratio of times. Benchmarks have
clocks that tell more than is shown."""

import math
import re

from .places import RESOLUTION

DIVIDED = re.compile(r"([\d,]+) copies in one run, divided|divided by ([\d,]+)")
SCALED = re.compile(r"([\d,]+) of ([\d,]+) (?:objects|frequencies)")


def number_of(text):
    return int(text.replace(",", ""))


def seconds_measured(row):
    """Before a time was divided, or scaled to the whole."""
    seconds = row.value
    for copies, times in DIVIDED.findall(row.sample):
        seconds *= number_of(copies or times)
    for part, whole in SCALED.findall(row.sample):
        seconds *= number_of(part) / number_of(whole)
    return seconds


def error_of(row):
    """How far a time may be off by that clock, as a share of it: half a millisecond of a row that
    has whole ones, and of one that stands for less; 0 of a benchmark, whose time is not of whole
    ones but by chance, and of a published time."""
    if row.unit != "s" or not row.value or not hasattr(row, "sample"):
        return 0.0
    ticks = seconds_measured(row) / RESOLUTION
    told = abs(ticks - 0.5) < 1e-6 or round(ticks) > 0 and abs(ticks - round(ticks)) < 1e-4
    return 0.5 / ticks if told else 0.0


def digits_of(ratio, *rows):
    """Of a ratio of times: so many that the last may be off by two; None where no clock limits
    them."""
    error = abs(ratio) * sum(map(error_of, rows))
    if error == 0:
        return None
    return max(1, 1 + math.floor(math.log10(abs(ratio))) - math.ceil(math.log10(0.5 * error)))
