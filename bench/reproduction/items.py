# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What an item is: a table or figure of one of the papers."""

import csv
import dataclasses
import pathlib
from typing import Callable

PAPER = pathlib.Path(__file__).resolve().parents[1] / "paper"


@dataclasses.dataclass
class Row:
    """One figure of ours. Rows of one case and form at several places stand side by side."""
    case: str
    value: float | None  # None: what could not be measured there
    unit: str
    form: str = ""  # a method, a precision, ...
    x: float | None = None  # where it stands in the figure
    sample: str = ""  # the part that was measured, of what the value stands for
    draw: bool = True
    note: str = ""  # what else is to be said of it
    low: float | None = None  # the least and the most: of several seeds, or that it may be
    high: float | None = None
    digits: int | None = None  # of a ratio: how many of them the clock tells, see clock.py


@dataclasses.dataclass
class Axes:
    x: str = ""
    y: str = ""
    log: str = ""  # "", "x", "y" or "xy"
    forms: tuple = ()  # only these; all where there is none
    levels: bool = False  # published values without x are lines across
    panels: tuple = ()  # a panel for the cases with each of these words
    at_points: bool = False  # ticks where the points are
    line: float | None = None  # a value that is marked: 1 of ratios
    units: tuple = ()  # of bars: a panel for each of these units, (unit, words) with their axes


@dataclasses.dataclass
class Item:
    name: str
    title: str
    question: str
    workload: str
    differs: str
    axes: Axes
    measure: Callable | None = None  # (run) -> [Row] or ([Row], curves)
    derive: Callable | None = None  # ({place: [Row]} of `source`) -> {place: [Row]}
    source: str = ""  # without one it derives from what is there already
    stands_on: Callable | None = None  # ({place: [Row]} of `source`) -> those that matter to it
    beside: tuple = ()  # other items, whose results it derives from as well
    once: bool = False  # no times: not measured again with one thread, nor beside a GPU on a host
    of_hosts: bool = False  # of threads: not measured on a GPU
    columns: tuple = ()  # of the table: one, all, gpu; without any those that it is measured at
    files: tuple = ()  # public ones, without which simulated ones stand in
    benchmarks: tuple = ()  # the programs of bench that it takes, and those that a GPU alone takes
    benchmarks_of_gpu: tuple = ()
    compared: bool = True  # whether published times are of the same work, to be divided by ours
    read: Callable | None = None  # (place, [Row]) -> what holds of rows of earlier versions
    draw: Callable | None = None  # (figure, {place: [Row]}, curves, paper) -> its panels
    draw_all: bool = False  # it has use for rows that are not drawn elsewhere
    tabled: Callable | None = None  # {place: [Row]} -> those of the table; the CSV file has all
    verdict: Callable | None = None  # ({place: [Row]}, paper) -> sentence
    remark: Callable | None = None  # ({place: [Row]}, those of `source`) -> sentence, or nothing
    on_hosts: str = ""  # of the workload, where there are rows of a host
    claim: str = ""
    further: tuple = ()  # more claims, each with its verdict
    on_page: bool = True  # else only others are derived from it

    @property
    def claims(self):
        """[(claim, its verdict)]"""
        return [*([(self.claim, self.verdict)] if self.claim and self.verdict else []),
                *self.further]


@dataclasses.dataclass
class Published:
    item: str
    source: str  # table, figure or section
    case: str
    value: float
    unit: str
    hardware: str
    x: float | None = None
    form: str = ""  # only beside rows of this form; empty: beside all
    bound: str = ""  # "up to", where the paper has it so

    @property
    def derived(self):
        """Whether it was computed from published values, and is not published itself."""
        return "derived" in self.source


def published():
    """{item: [Published]} of bench/paper."""
    found = {}
    for path in sorted(PAPER.glob("*.csv")):
        if path.name in ("left_out.csv", "hardware.csv"):
            continue
        with path.open(newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                found.setdefault(row["item"], []).append(Published(
                    row["item"], row["source"], row["case"], float(row["value"]), row["unit"],
                    row["hardware"], float(row["x"]) if row["x"] else None, row["form"],
                    row.get("bound") or ""))
    return found


def left_out():
    """[(figure or table, reason)]"""
    with (PAPER / "left_out.csv").open(newline="", encoding="utf-8") as file:
        return [(row["item"], row["reason"]) for row in csv.DictReader(file)]


def hardware():
    """{paper: what it was measured on}"""
    with (PAPER / "hardware.csv").open(newline="", encoding="utf-8") as file:
        return {row["paper"]: row["hardware"] for row in csv.DictReader(file)}


def value_of(rows, case, form=None):
    """The value of the first such row, or None."""
    return next((row.value for row in rows if row.case == case and form in (None, row.form)), None)


def best_place(found):
    """The rows of the GPU where there are some, else those of all threads."""
    return found.get("gpu") or found.get("all") or found.get("one") or []


def judged(holds, in_kind=False):
    """How the verdict on a claim begins."""
    return "holds" if holds else "holds in kind alone" if in_kind else "does not hold here"


def by_simulated(verdict, catalogues=""):
    """Of a claim on real objects in whose place simulated ones stand."""
    return f"by simulated objects{' of ' if catalogues else ''}{catalogues}: {verdict}"
