# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What searches find."""

import dataclasses
from typing import Any

import numpy as np

from siderum._engine import Error
from siderum._output import in_unit, to_table
from siderum.periods._curves import LightCurves
from siderum.periods._grid import Grid

STATUS = np.array(["ok", "no points", "too few points", "no time span", "constant values",
                   "values or errors out of range", "no peak"])
NO_PEAK = 6


def place_of(object, ids, count):
    """The place of an object that is named by its id, or by its place from 0; None: the first."""
    object = 0 if object is None and ids is None else object
    places = [] if ids is None else [place for place, one in enumerate(ids)
                                     if object is None or one == object]
    if places:
        return places[0]
    if isinstance(object, (int, np.integer)) and -count <= object < count:
        return object % count
    named = "by their ids or " if ids is not None else ""
    raise Error(f"There is no object {object!r} (there are {count}, which are named {named}by their"
                " places from 0). Name one of these.")


def power_unit(finder, curves):
    """What powers are in, where they are in something."""
    has_errors = curves.dy is not None and getattr(finder, "errors", True)
    is_raw = finder.normalization == "raw" or (finder.normalization == "psd" and not has_errors)
    return curves.value_unit ** 2 if is_raw and curves.value_unit is not None else None


@dataclasses.dataclass(eq=False)
class Periodograms:
    """The powers of every object at every frequency.

    grid:   the Grid.
    power:  (objects, frequencies), in float64 or float32 as the precision was; NaN: no answer.
    status: (objects) "ok", or why there is no answer.
    time_unit, value_unit: of the light curves; None: plain numbers.
    kind:   the normalization of Lomb-Scargle, the word for another finder, or "window".
    power_unit: what the powers are in: the square of value_unit for "raw", and for "psd" without
            errors; else None.
    ids:    (objects) what the objects are called; None: by their places.
    method, tolerance: as of Periods.
    """

    grid: Grid
    power: np.ndarray
    status: np.ndarray
    time_unit: Any = None
    value_unit: Any = None
    kind: str = "standard"
    power_unit: Any = None
    ids: Any = None
    method: str | None = None
    tolerance: float | None = None

    @property
    def frequency(self) -> Any:
        """(frequencies) of the grid."""
        return self.grid.frequency

    def __len__(self) -> int:
        return len(self.status)

    def _power_of(self, object):
        return self.power[place_of(object, self.ids, len(self))]

    def to_table(self, object: Any = None) -> Any:
        """Frequency and power of one object, named by its id or its place, None: the first: a
        QTable of astropy, where that is installed, else a DataFrame of pandas.

        Raises siderum.Error where there is no such object, and where neither is installed.
        """
        power = self._power_of(object)
        return to_table({"frequency": self.frequency, "power": in_unit(power, self.power_unit)})

    def plot(self, object: Any = None, ax: Any = None, **style: Any) -> list[Any]:
        """Draws one object, named by its id or its place, None: the first, into axes of matplotlib.

        ax: None: those that pyplot draws into. style: of the line, as matplotlib's plot takes it.
        Returns the artists. Raises siderum.Error where there is no such object or no matplotlib.
        """
        from siderum.periods import _plots

        return _plots.plot_power(ax, self.frequency, self._power_of(object), self.kind,
                                 self.power_unit, **style)


@dataclasses.dataclass(eq=False)
class Periods:
    """The periods that a search has found: of each object one, or the K highest peaks.

    Arrays are (objects), or (objects, peaks) where peaks were asked for.

    frequency:       of the peak; NaN: there is none. A Quantity where the times had a unit.
    period:          1 / frequency.
    power:           of the peak, in the normalization of the finder.
    index:           of the frequency on the grid; -1: there is no such peak.
    uncertainty:     of a refined frequency; else NaN.
    false_alarm:     the false-alarm probability, where it was asked for; 0 where it underflows.
    log_false_alarm: its natural logarithm.
    status:          (objects) "ok", or why there is no answer. "no peak": no sinusoid fits better
                     than a constant, all peaks are excluded, or no power is a number.
    method:          how the sums were formed: "direct", "product" or "nufft"; None for finders that
                     fold, and where grids of their own have chosen it, each for itself.
    tolerance:       of the powers; 0: exact to rounding; None as of method, and of such grids.
    curves, grid, finder: what was searched, where and how.
    powers:          (objects, frequencies) where they were kept.
    refine, fap, where: as they were asked for; where: device, precision, threads, memory_fraction
                     and backend.

    >>> found = siderum.periods.find(([0.0, 1.0, 2.5, 3.0, 4.2], [1, 2, 1, 3, 2]),
    ...                              siderum.periods.Grid.between(0.1, 1.0, 100))
    >>> found.frequency.shape, str(found.status[0])
    ((1,), 'ok')
    """

    frequency: Any
    power: np.ndarray
    index: np.ndarray
    uncertainty: Any
    false_alarm: np.ndarray
    log_false_alarm: np.ndarray
    status: np.ndarray
    method: str | None
    tolerance: float | None
    curves: LightCurves = dataclasses.field(repr=False)
    grid: Grid | list[Grid]
    finder: Any
    powers: np.ndarray | None = dataclasses.field(default=None, repr=False)
    refine: bool = dataclasses.field(default=False, repr=False)
    fap: str = dataclasses.field(default="none", repr=False)
    where: dict[str, Any] = dataclasses.field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, answer: dict[str, Any], curves: LightCurves, grid: Grid | list[Grid], finder: Any,
           powers: np.ndarray | None, **asked: Any) -> "Periods":
        """Of what the engine answered."""
        unit = 1 if curves.time_unit is None else curves.time_unit ** -1
        index, status = answer["index"], answer["status"]
        is_lost = (index if index.ndim == 1 else index[:, 0]) < 0
        return cls(answer["frequency"] * unit, answer["power"], index,
                   answer["uncertainty"] * unit, answer["false_alarm"], answer["log_false_alarm"],
                   STATUS[np.where((status == 0) & is_lost, NO_PEAK, status)], answer["method"],
                   answer["tolerance"], curves, grid, finder, powers, **asked)

    @property
    def period(self) -> Any:
        """1 / frequency, in the unit of the times."""
        with np.errstate(divide="ignore"):
            return 1.0 / self.frequency

    @property
    def power_unit(self) -> Any:
        """What powers are in: the square of the values' unit for "raw", and for "psd" without
        errors; else None."""
        return power_unit(self.finder, self.curves)

    def __len__(self) -> int:
        return len(self.status)

    def to_table(self) -> Any:
        """One row for each object and peak, as a table of astropy, else of pandas: id, rank (where
        peaks were asked for), points, frequency, period, power, uncertainty where periods were
        refined, false_alarm and log_false_alarm where these were asked for, method where it is
        known, status.

        Raises siderum.Error where neither is installed.
        """
        ranks = 1 if self.index.ndim == 1 else self.index.shape[1]
        objects = np.repeat(np.arange(len(self)), ranks)
        ids = np.arange(len(self)) if self.curves.ids is None else np.asarray(self.curves.ids)
        columns = {"id": ids[objects]}
        if self.index.ndim == 2:
            columns["rank"] = np.tile(np.arange(1, ranks + 1), len(self))
        columns["points"] = np.diff(self.curves.offsets)[objects]
        asked = ["frequency", "period", "power"] + ["uncertainty"] * self.refine
        if self.fap != "none":
            asked += ["false_alarm", "log_false_alarm"]
        for name in asked:
            columns[name] = getattr(self, name).ravel()
        columns["power"] = in_unit(columns["power"], self.power_unit)
        if self.method is not None:
            columns["method"] = np.full(objects.size, self.method)
        columns["status"] = self.status[objects]
        return to_table(columns)

    def plot(self, object: Any = None, ax: Any = None, **style: Any) -> list[Any]:
        """Draws the periodogram of one object, named by its id or its place, None: the first: its
        peaks, levels of false alarms 0.1, 0.01 and 0.001 (of one sinusoid), and which peaks are
        aliases of the highest. Frequencies are in the unit of the grid.

        ax: axes of matplotlib; None: those that pyplot draws into. style: of the line, as
        matplotlib's plot takes it.
        Returns the artists. Raises siderum.Error where there is no such object or no matplotlib.
        """
        from siderum.periods import _plots

        return _plots.plot_periods(self, place_of(object, self.curves.ids, len(self)), ax, **style)

    def plot_folded(self, object: Any = None, ax: Any = None, rank: int = 0, bins: int = 10,
                    **style: Any) -> list[Any]:
        """Draws the light curve of one object, named by its id or its place, None: the first,
        folded with the period of a rank (0: the best): points, the model of the finder, and means
        of bins of phase (2 to 64). Of a model of several bands, each in a colour of its own.

        ax: axes of matplotlib; None: those that pyplot draws into. style: of the points, as
        matplotlib's errorbar takes it.
        Returns the artists. Raises siderum.Error where there is no such object, rank or period, and
        no matplotlib.
        """
        from siderum.periods import _plots

        return _plots.plot_folded(self, place_of(object, self.curves.ids, len(self)), ax, rank,
                                  bins, **style)
