# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Bins of angular separation."""

import dataclasses
from typing import Any

import numpy as np

from siderum import _engine
from siderum._arrays import angles_in, check_both, has_unit, line, refuse_masked
from siderum._memory import check_room
from siderum._options import real, whole
from siderum._engine import Error

UNITS = {"deg": 1.0, "arcmin": 60.0, "arcsec": 3600.0, "rad": np.pi / 180.0}


def unit_of(unit):
    if str(unit) not in UNITS:
        raise Error(f"There is no unit {str(unit)!r} of angles here (known are"
                    f" {', '.join(UNITS)}). Give one of these.")
    return str(unit)


def ends_of(minimum, maximum, unit):
    """Numbers in the unit, also of Quantities."""
    check_both(("minimum", has_unit(minimum), minimum), ("maximum", has_unit(maximum), maximum),
               "has")
    return real(minimum, "minimum", unit=unit), real(maximum, "maximum", unit=unit)


@dataclasses.dataclass(frozen=True, eq=False)
class Bins:
    """Bin k holds edges[k] <= separation < edges[k + 1]; a last edge of 180 degrees is no limit.

    edges: (bins + 1) in the unit, increasing, or a Quantity. unit: "deg", "arcmin", "arcsec",
    "rad"; that of a Quantity, where it is one of these.

    >>> Bins.logarithmic(1, 100, 2, "arcmin").edges
    array([  1.,  10., 100.])
    """

    edges: np.ndarray
    unit: str = "deg"

    def __post_init__(self) -> None:
        refuse_masked(self.edges, "edges")
        own = getattr(self.edges, "unit", None)
        unit = unit_of(self.unit if own is None or str(own) not in UNITS else own)
        edges = line(angles_in(unit, self.edges, "edges"), "edges")
        object.__setattr__(self, "edges", edges)
        object.__setattr__(self, "unit", unit)
        _engine.check_bins(self.degrees)

    @classmethod
    def of(cls, bins: Any) -> "Bins":
        """Bins as they are, or of edges in degrees."""
        return bins if isinstance(bins, cls) else cls(bins)

    @classmethod
    def logarithmic(cls, minimum: float, maximum: float, count: int, unit: str = "deg") -> "Bins":
        """So many bins whose edges have equal ratios, between numbers or Quantities."""
        scale = UNITS[unit_of(unit)]
        minimum, maximum = ends_of(minimum, maximum, unit)
        count = whole(count, "number of bins", 1)
        check_room(count, "bins")
        edges = _engine.logarithmic_bins(minimum / scale, maximum / scale, count) * scale
        edges[0], edges[-1] = minimum, maximum
        return cls(edges, unit)

    @classmethod
    def linear(cls, minimum: float, maximum: float, count: int, unit: str = "deg") -> "Bins":
        """So many bins of equal width, between numbers or Quantities."""
        scale = UNITS[unit_of(unit)]
        minimum, maximum = ends_of(minimum, maximum, unit)
        count = whole(count, "number of bins", 1)
        check_room(count, "bins")
        edges = _engine.linear_bins(minimum / scale, maximum / scale, count) * scale
        edges[0], edges[-1] = minimum, maximum
        return cls(edges, unit)

    def __len__(self) -> int:
        return len(self.edges) - 1

    @property
    def degrees(self) -> np.ndarray:
        """(bins + 1) the edges [deg]."""
        return self.edges / UNITS[self.unit]

    @property
    def centre(self) -> np.ndarray:
        """The geometric means of the edges; arithmetic where one is 0."""
        low, high = self.edges[:-1], self.edges[1:]
        return np.where(low > 0, np.sqrt(low * high), 0.5 * (low + high))

    @property
    def is_logarithmic(self) -> bool:
        """Whether a picture should have a logarithmic axis."""
        return bool(self.edges[0] > 0 and self.edges[-1] / self.edges[0] > 20)
