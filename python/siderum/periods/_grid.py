# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Frequencies that a search looks at."""

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from siderum import _engine
from siderum._arrays import Numbers, check_finite, factor_between, has_unit
from siderum._engine import Error
from siderum._memory import check_room
from siderum._options import real, refusal, whole

if TYPE_CHECKING:
    from siderum.periods._curves import LightCurves


def plain(number, unit, what="frequency"):
    """A number of that unit, or as it is where it has none."""
    if not has_unit(number):
        return real(number, what)
    if unit is None:
        raise Error(f"The {what} has a unit (and the times have none). Give both or neither one.")
    return real(number.value * factor_between(number.unit, unit, "frequencies"), what)


def unit_of(unit):
    """A unit of astropy, of its words, of itself or of 1 / unit, which is a Quantity."""
    try:
        from astropy import units
    except ImportError:
        raise Error(f"The unit of a grid cannot be {unit!r} (units are astropy's, which is not"
                    " installed). Leave it out.") from None
    try:
        is_one = isinstance(unit, (str, units.UnitBase, units.Quantity))
        found = units.Unit(unit) if is_one else None
    except (TypeError, ValueError):
        found = None
    if not isinstance(found, units.UnitBase):
        raise refusal(unit, "unit of a grid", "it is one of astropy's, as 1 / u.day or \"1/d\"")
    return found


def frequencies(first, step, count):
    """first + k step, in one array: more of them would take longer than a short search."""
    check_room(count, "frequencies")
    values = np.arange(count, dtype=np.float64)
    values *= step
    values += first
    return values


@dataclasses.dataclass(frozen=True)
class Grid:
    """The frequencies first + k step, k = 0 .. count - 1, in cycles per time unit.

    first: >= 0. step: > 0. count: >= 1. unit: of the frequencies, one of astropy's, or its
    words, as "1/d"; None: one over whatever the times are in. First and step may be Quantities
    instead, in the unit of the first.
    Raises siderum.Error for numbers that no search can have.

    >>> siderum.periods.Grid(0.5, 0.001, 3).frequency
    array([0.5  , 0.501, 0.502])
    """

    first: float
    step: float
    count: int
    unit: Any = None

    def __post_init__(self) -> None:
        if self.unit is not None:
            object.__setattr__(self, "unit", unit_of(self.unit))
        if has_unit(self.first) and has_unit(self.step) and self.unit is None:
            object.__setattr__(self, "unit", self.first.unit)
        elif has_unit(self.first) or has_unit(self.step):
            raise Error("A grid has its unit once (first and step are Quantities, or unit is"
                        " given). Leave out one of them.")
        for name in ("first", "step"):
            object.__setattr__(self, name, plain(getattr(self, name), self.unit, name))
        object.__setattr__(self, "count", whole(self.count, "number of frequencies", 1))
        _engine.validate_grid(self.first, self.step, self.count)

    def __len__(self) -> int:
        return self.count

    @property
    def frequency(self) -> Numbers:
        """(count) the frequencies; a Quantity where the grid has a unit."""
        values = frequencies(self.first, self.step, self.count)
        return values if self.unit is None else values * self.unit

    @classmethod
    def between(cls, minimum: Numbers, maximum: Numbers, count: int) -> "Grid":
        """As many frequencies as `count` from minimum on, maximum excluded: numbers, or Quantities.
        Raises siderum.Error for a range that is empty, and units that do not go together.

        >>> siderum.periods.Grid.between(0.0, 10.0, 5).frequency
        array([0., 2., 4., 6., 8.])
        """
        unit = next((end.unit for end in (minimum, maximum) if has_unit(end)), None)
        if unit is not None and not (has_unit(minimum) and has_unit(maximum)):
            raise Error("One end of the grid has a unit and the other has none (they are"
                        " frequencies alike). Give both the same way.")
        return cls(*_engine.half_open_grid(plain(minimum, unit), plain(maximum, unit),
                                           whole(count, "number of frequencies", 1)), unit)

    @classmethod
    def resolving(cls, curves: "LightCurves | tuple[Numbers, ...]", minimum: Numbers,
                  maximum: Numbers, samples_per_peak: float = 10.0, nterms: int = 1) -> "Grid":
        """Steps of 1 / (samples_per_peak x nterms x longest baseline) from minimum up to maximum:
        fine enough for the object that was observed for longest.

        minimum, maximum: numbers in cycles per time unit of the curves, or Quantities.
        samples_per_peak: above 0. nterms: harmonics of the model, whose peaks are narrower by them.
        Raises siderum.Error for times that are not finite, and where they have no baseline.

        >>> siderum.periods.Grid.resolving(([0.0, 4.0, 10.0], [1, 2, 3]), 0.1, 0.2)
        Grid(first=0.1, step=0.01, count=10, unit=None)
        """
        curves, unit = curves_and_unit(curves)
        baseline = _engine.longest_baseline(curves.t, curves.offsets)
        element = 1.0 / (real(samples_per_peak, "samples per peak", 0)
                         * whole(nterms, "number of terms", 1))
        return cls(*_engine.baseline_grid(plain(minimum, unit), plain(maximum, unit), baseline,
                                          element), unit)

    @classmethod
    def suggested(cls, curves: "LightCurves | tuple[Numbers, ...]", nterms: int = 1) -> "Grid":
        """A range worth searching where nothing is known but the times: from one cycle in the
        longest baseline to half a cycle in the shortest gaps, at most 1e7 frequencies.

        curves: LightCurves or a tuple of arrays, as of find. nterms: harmonics of the model.
        Raises siderum.Error for times that are not finite, and where they have no baseline.
        """
        curves, unit = curves_and_unit(curves)
        return cls(*_engine.half_open_grid(*_engine.suggest_range(
            curves.t, curves.offsets, whole(nterms, "number of terms", 1, 100))), unit)

    def plain_for(self, curves: "LightCurves") -> tuple[float, float, int]:
        """(first, step, count) in cycles per time unit of the curves. Raises siderum.Error where
        one of the two has a unit alone, or units of another kind."""
        if (self.unit is None) != (curves.time_unit is None):
            raise Error("Either the grid or the times have a unit (and the other has none)."
                        " Give both or neither one.")
        if self.unit is None:
            return self.first, self.step, self.count
        scale = factor_between(self.unit, curves.time_unit ** -1, "frequencies")
        return self.first * scale, self.step * scale, self.count


def curves_and_unit(curves):
    """Light curves whose times are finite, and the unit of their frequencies."""
    from siderum.periods._curves import LightCurves

    curves = LightCurves.of(curves)
    check_finite(curves.t, "time")
    return curves, None if curves.time_unit is None else curves.time_unit ** -1


def grid_of(thing):
    if isinstance(thing, Grid):
        return thing
    raise Error(f"A grid is no {type(thing).__name__} (it is first, step and count of frequencies)."
                " Give Grid.between(..), Grid.resolving(..) or Grid(first, step, count).")
