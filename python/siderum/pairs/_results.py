# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Counts of pairs, and what follows from them."""

import dataclasses
from typing import Any

import numpy as np

from siderum._engine import Error
from siderum.pairs._bins import UNITS, Bins
from siderum._output import to_table


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class PairCounts:
    """Pairs by separation.

    bins:   the Bins.
    count:  (bins) unordered pairs. weight: (bins) sums of w_i w_j, or None.
    total:  weighted number of pairs of any separation.
    mean_separation: (bins) in the unit of the bins, NaN where there is no pair; None: not asked.
    is_cross, points: of one catalogue or of two; the numbers of points.
    parts:  all that estimators use, as the engine has it, in lines: by_region and region_matrix
            give its parts by region.
    """

    bins: Bins
    parts: dict

    def __repr__(self) -> str:
        return f"PairCounts({self.bins!r}, count={self.count!r}, total={self.total!r})"

    @property
    def count(self) -> np.ndarray:
        """(bins) unordered pairs."""
        return self.parts["count"]

    @property
    def weight(self) -> np.ndarray | None:
        """(bins) sums of w_i w_j; None: no weights."""
        return self.parts["weight"] if self.parts["weight"].size else None

    @property
    def total(self) -> float:
        """Weighted number of pairs of any separation."""
        return self.parts["total"]

    @property
    def is_cross(self) -> bool:
        """Whether they are of two catalogues."""
        return self.parts["is_cross"]

    @property
    def points(self) -> tuple[int, int]:
        """How many points each catalogue has."""
        return self.parts["points_first"], self.parts["points_second"]

    @property
    def mean_separation(self) -> np.ndarray | None:
        """(bins) in the unit of the bins; None: not asked for."""
        means = self.parts["mean_separation"]
        return means * UNITS[self.bins.unit] if means.size else None

    @property
    def regions(self) -> int:
        """How many regions the pairs are counted by; 0: none."""
        return self.parts["regions"]

    def by_region(self, which: str = "both") -> np.ndarray:
        """(regions, bins) pairs with "both" points in the region, only the "first", only the
        "second"."""
        if which not in ("both", "first", "second"):
            raise Error(f"There is no part {which!r} of the pairs of a region (there are both,"
                        " first, second). Give one of these.")
        if not self.regions:
            raise Error("The pairs are not counted by region (the catalogues have none). Give them"
                        " regions.")
        return self.parts[which].reshape(self.regions, len(self.bins))

    def region_matrix(self, weighted: bool = False) -> np.ndarray:
        """(regions, regions, bins) pairs with a point in the one and a point in the other region;
        of one catalogue each pair once, in the region of the smaller label first. weighted: their
        sums of w_i w_j. Where count was told to find them."""
        matrix = self.parts["matrix_weight" if weighted else "matrix"]
        if not matrix.size:
            raise Error("There are no pairs between regions (they are counted where they are asked"
                        " for, by regions" + (" and weights" if weighted else "") + "). Give the"
                        " catalogues regions, and region_matrix=True.")
        return matrix.reshape(self.regions, self.regions, len(self.bins))

    def to_table(self) -> Any:
        """One row for each bin, as a table of astropy, else of pandas."""
        columns = {"low": self.bins.edges[:-1], "high": self.bins.edges[1:], "count": self.count}
        for name in ("weight", "mean_separation"):
            if getattr(self, name) is not None:
                columns[name] = getattr(self, name)
        return to_table(columns, dict.fromkeys({"low", "high", "mean_separation"} & set(columns),
                                               self.bins.unit))

    def plot(self, ax: Any = None, **style: Any) -> list[Any]:
        """Draws the counts into axes of matplotlib; returns the artists."""
        from siderum.pairs import _plots

        return _plots.plot_counts(self, ax, **style)


@dataclasses.dataclass(frozen=True, eq=False)
class Correlation:
    """An angular correlation function.

    bins:       the Bins. estimator, errors: their names.
    w:          (bins); NaN where its divisor is 0. error: (bins) standard errors.
    covariance: (bins, bins). samples: (samples, bins) of w, by regions; None: without them.
    counts:     PairCounts by name: dd, dr, rr; of two catalogues d1d2, d1r2, d2r1, r1r2.
    """

    bins: Bins
    w: np.ndarray
    error: np.ndarray
    covariance: np.ndarray = dataclasses.field(repr=False)
    samples: np.ndarray = dataclasses.field(repr=False)
    counts: dict = dataclasses.field(repr=False)
    estimator: str = "landy-szalay"
    errors: str = "jackknife"

    @property
    def separation(self) -> np.ndarray:
        """(bins) where w is drawn: mean separations of the data's pairs where they were asked for,
        else the centres of the bins."""
        means = next(iter(self.counts.values())).mean_separation
        centre = self.bins.centre
        return centre if means is None else np.where(np.isfinite(means), means, centre)

    @property
    def correlation_matrix(self) -> np.ndarray:
        """(bins, bins) covariance over the errors of both bins."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return self.covariance / np.outer(self.error, self.error)

    def to_table(self) -> Any:
        """One row for each bin, as a table of astropy, else of pandas."""
        columns = {"low": self.bins.edges[:-1], "high": self.bins.edges[1:],
                   "separation": self.separation, "w": self.w, "w_error": self.error}
        for name, counts in self.counts.items():
            columns[name] = counts.count if counts.weight is None else counts.weight
        return to_table(columns, dict.fromkeys(("low", "high", "separation"), self.bins.unit))

    def plot(self, ax: Any = None, **style: Any) -> list[Any]:
        """Draws w with its errors into axes of matplotlib, logarithmic where the bins are; where w
        is not above 0 a hollow mark stands at its size. Returns the artists."""
        from siderum.pairs import _plots

        return _plots.plot_correlation(self, ax, **style)

    def plot_matrix(self, ax: Any = None, **style: Any) -> list[Any]:
        """Draws the correlation matrix of the bins; returns the artists."""
        from siderum.pairs import _plots

        return _plots.plot_matrix(self, ax, **style)
