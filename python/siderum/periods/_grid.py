# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Frequencies that a search looks at."""

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from siderum import _engine
from siderum._arrays import Numbers, has_unit

if TYPE_CHECKING:
    from siderum.periods._curves import LightCurves


def plain(number, unit):
    """A number of that unit, or as it is where it has none."""
    return float(number.to_value(unit)) if has_unit(number) else float(number)


@dataclasses.dataclass(frozen=True)
class Grid:
    """The frequencies first + k step, k = 0 .. count - 1, in cycles per time unit.

    first: >= 0. step: > 0. count: >= 1. unit: of the frequencies, one of astropy's, or None: one
    over whatever the times are in.
    Raises siderum.Error for numbers that no search can have.

    >>> siderum.periods.Grid(0.5, 0.001, 3).frequency
    array([0.5  , 0.501, 0.502])
    """

    first: float
    step: float
    count: int
    unit: Any = None

    def __post_init__(self) -> None:
        _engine.validate_grid(self.first, self.step, self.count)

    def __len__(self) -> int:
        return self.count

    @property
    def frequency(self) -> Numbers:
        """(count) the frequencies; a Quantity where the grid has a unit."""
        values = self.first + self.step * np.arange(self.count)
        return values if self.unit is None else values * self.unit

    @classmethod
    def between(cls, minimum: Numbers, maximum: Numbers, count: int) -> "Grid":
        """As many frequencies as `count` from minimum on, maximum excluded: numbers, or Quantities.

        >>> siderum.periods.Grid.between(0.0, 10.0, 5).frequency
        array([0., 2., 4., 6., 8.])
        """
        unit = next((end.unit for end in (minimum, maximum) if has_unit(end)), None)
        if unit is not None and not (has_unit(minimum) and has_unit(maximum)):
            raise _engine.Error("One end of the grid has a unit and the other has none (they are"
                                " frequencies alike). Give both the same way.")
        return cls(*_engine.half_open_grid(plain(minimum, unit), plain(maximum, unit), count), unit)

    @classmethod
    def resolving(cls, curves: "LightCurves | tuple[Numbers, ...]", minimum: Numbers,
                  maximum: Numbers, samples_per_peak: float = 10.0) -> "Grid":
        """Steps of 1 / (samples_per_peak x longest baseline) from minimum up to maximum, in cycles
        per time unit of the curves: fine enough for the object that was observed for longest."""
        from siderum.periods._curves import LightCurves

        curves = LightCurves.of(curves)
        unit = None if curves.time_unit is None else curves.time_unit ** -1
        baseline = _engine.longest_baseline(curves.t, curves.offsets)
        return cls(*_engine.baseline_grid(plain(minimum, unit), plain(maximum, unit), baseline,
                                          1.0 / samples_per_peak), unit)

    @classmethod
    def suggested(cls, curves: "LightCurves | tuple[Numbers, ...]", nterms: int = 1) -> "Grid":
        """A range worth searching where nothing is known but the times: from one cycle in the
        longest baseline to half a cycle in the shortest gaps, at most 1e7 frequencies."""
        from siderum.periods._curves import LightCurves

        curves = LightCurves.of(curves)
        unit = None if curves.time_unit is None else curves.time_unit ** -1
        return cls(*_engine.half_open_grid(
            *_engine.suggest_range(curves.t, curves.offsets, nterms)), unit)

    def plain_for(self, curves: "LightCurves") -> tuple[float, float, int]:
        """(first, step, count) in cycles per time unit of the curves."""
        if (self.unit is None) != (curves.time_unit is None):
            raise _engine.Error("Either the grid or the times have a unit (and the other has none)."
                                " Give both or neither one.")
        if self.unit is None:
            return self.first, self.step, self.count
        factor = self.unit.to(curves.time_unit ** -1)
        return self.first * factor, self.step * factor, self.count
