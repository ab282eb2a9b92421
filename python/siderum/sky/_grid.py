# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Where the pixels of maps are."""

import dataclasses
import functools
from typing import Any

import numpy as np

from siderum import _engine
from siderum._arrays import Numbers, angles_in, check_both, line, real_array, refuse_masked
from siderum._memory import check_room
from siderum._options import whole
from siderum._engine import Error

RULES = ("clenshaw-curtis", "fejer1", "fejer2", "driscoll-healy")


@functools.lru_cache(maxsize=32)
def engine_grid(kind, parameters):
    if kind == "healpix":
        return _engine.healpix_grid(*parameters)
    if kind == "gauss-legendre":
        return _engine.gauss_legendre_grid(*parameters)
    if kind in RULES:
        return _engine.equidistant_grid(RULES.index(kind), *parameters)
    *columns, pixels = parameters
    theta, nphi, phi0, first, stride, weight = columns
    whole = functools.partial(np.array, dtype=np.int64)
    return _engine.grid_of_rings(np.array(theta), whole(nphi), np.array(phi0), whole(first),
                                 whole(stride), np.array(weight), pixels)


def ring_column(thing, what, size, dtype):
    """A number of each ring, or one of all."""
    column = real_array(thing, f"rings' {what}")
    if column.shape not in ((), (1,), (size,)):
        raise Error(f"There are {size} colatitudes, and {what} has the shape {column.shape} (each"
                    " ring has one). Give as many, or one number.")
    if dtype is np.int64 and np.any(column != np.floor(column)):
        raise Error(f"The rings' {what} are not whole numbers (they count pixels). Correct them.")
    return np.broadcast_to(column.astype(dtype), size)


@dataclasses.dataclass(frozen=True)
class Grid:
    """Pixels of a map, on rings of equal colatitude.

    Made by healpix, gauss_legendre, equidistant or rings. Equal grids compare equal, can be
    dictionary keys and are picklable.

    >>> grid = Grid.healpix(64)
    >>> grid.pixels, grid.name
    (49152, 'HEALPix nside 64')
    """

    kind: str
    parameters: tuple

    def __post_init__(self) -> None:
        sizes = {"healpix": 1, "gauss-legendre": 2, "rings": 7, **dict.fromkeys(RULES, 2)}
        try:
            fits = sizes.get(self.kind) == len(self.parameters)
            if fits:
                engine_grid(self.kind, self.parameters)
        except TypeError:  # of what has no length, or is no number
            fits = False
        if not fits:
            raise Error(f"There is no grid {self.kind!r} of the parameters {self.parameters!r}"
                        " (grids are made by healpix, gauss_legendre, equidistant and rings). Call"
                        " one of these.")

    @classmethod
    def healpix(cls, nside: int) -> "Grid":
        """HEALPix in RING order, 12 nside^2 pixels of equal area; nside 1 .. 8192, any number
        (Gorski et al. 2005, ApJ 622, 759)."""
        return cls("healpix", (whole(nside, "nside"),))

    @classmethod
    def gauss_legendre(cls, rings: int, nphi: int | None = None) -> "Grid":
        """Rings at the roots of P_rings(cos theta), row by row from the north. Analysis is exact
        for lmax < rings where nphi > 2 mmax. nphi: pixels of each ring; None: the least product
        of 2, 3 and 5 that serves mmax = rings - 1."""
        rings = whole(rings, "number of rings")
        if nphi is None:
            nphi = _engine.good_fourier_length(2 * rings - 1)
        return cls("gauss-legendre", (rings, whole(nphi, "nphi")))

    @classmethod
    def equidistant(cls, rule: str, rings: int, nphi: int | None = None) -> "Grid":
        """Rings at equal steps in theta, row by row from the north: "clenshaw-curtis" (both poles
        have a ring), "fejer1" (pixel centres of an ECP map), "fejer2", "driscoll-healy" (rings
        even). Analysis is exact for lmax <= (rings - 1) / 2. nphi: None: 2 rings."""
        if rule not in RULES:
            raise Error(f"There is no rule {rule!r} for rings (known are {', '.join(RULES)}). Give"
                        " one of these.")
        rings = whole(rings, "number of rings")
        return cls(rule, (rings, 2 * rings if nphi is None else whole(nphi, "nphi")))

    @classmethod
    def rings(cls, theta: Numbers, nphi: Numbers, phi0: Numbers = 0.0, first: Numbers = None,
              stride: Numbers = 1, weight: Numbers = np.nan, pixels: int = -1) -> "Grid":
        """Rings of your own, columns of one length or numbers.

        theta: colatitudes [rad]. nphi: pixels. phi0: longitudes of the first pixels [rad].
        first, stride: places of the first pixel and steps to the next ones in the map; None: one
        ring after the other. weight: of each pixel in an integral [sr], which analysis needs.
        pixels: of a map; -1: as many as the rings reach.
        """
        theta = line(np.atleast_1d(theta), "colatitudes")
        size = len(theta)
        nphi = ring_column(nphi, "nphi", size, np.int64)
        if first is None:
            first = np.concatenate(([0], np.cumsum(nphi)[:-1])) if size else nphi
        columns = (theta, nphi, ring_column(phi0, "phi0", size, float),
                   ring_column(first, "first", size, np.int64),
                   ring_column(stride, "stride", size, np.int64),
                   ring_column(weight, "weight", size, float))
        return cls("rings", (*(tuple(column.tolist()) for column in columns),
                             whole(pixels, "number of pixels", -1)))

    @classmethod
    def of(cls, grid: Any, pixels: int) -> "Grid":
        """A grid as it is given; None: the HEALPix grid of so many pixels."""
        if grid is None:
            return cls.healpix(_engine.nside_of(whole(pixels, "number of pixels")))
        if not isinstance(grid, cls):
            raise Error(f"A grid was expected, and {type(grid).__name__} was given (where pixels"
                        " lie is told by siderum.sky.Grid). Give one of these.")
        return grid

    @classmethod
    def given(cls, grid: Any) -> "Grid":
        """A grid that has to be given."""
        if grid is None:
            raise Error("The grid is missing (where the pixels lie is told by siderum.sky.Grid)."
                        " Give one: Grid.healpix(64).")
        return cls.of(grid, 0)

    @property
    def engine(self) -> Any:
        """The grid as the engine holds it."""
        return engine_grid(self.kind, self.parameters)

    @property
    def name(self) -> str:
        """What it is called: "HEALPix nside 64"."""
        return self.engine.name

    @property
    def pixels(self) -> int:
        """How many elements a map has."""
        return self.engine.pixels

    @property
    def nside(self) -> int:
        """The nside of HEALPix; 0: another grid."""
        return self.engine.nside

    @property
    def exact_lmax(self) -> int:
        """The largest lmax that analysis finds exactly; -1: none (HEALPix, rings)."""
        return self.engine.exact_lmax

    def ring_table(self) -> dict[str, np.ndarray]:
        """theta, nphi, phi0, first, stride and weight of each ring, a dictionary of arrays."""
        return self.engine.rings()

    def positions(self) -> tuple[np.ndarray, np.ndarray]:
        """(theta, phi) of the pixels [rad]; NaN where no ring has one.

        >>> theta, phi = Grid.healpix(1).positions()
        >>> np.degrees(phi[4:8])
        array([  0.,  90., 180., 270.])
        """
        check_room(2 * self.pixels, "positions")
        return tuple(self.engine.positions())

    def find(self, theta: Numbers, phi: Numbers) -> np.ndarray:
        """The pixels that hold directions [rad], or Quantities; on other grids than HEALPix the
        nearest; -1 where an angle is not finite. Colatitudes are 0 .. pi."""
        angles, given = [], (("colatitudes", theta), ("longitudes", phi))
        for what, one in given:
            refuse_masked(one, what)
            angles.append(real_array(angles_in("rad", one, what), what))
        check_both(*((what, getattr(one, "unit", None) is not None, numbers)
                     for (what, one), numbers in zip(given, angles)))
        rounding = 1e-6  # of float32
        outside = (angles[0] < -rounding) | (angles[0] > np.pi + rounding)
        if np.any(outside):
            raise Error(f"A colatitude is {np.asarray(angles[0])[outside].flat[0]} (they are 0 .."
                        " pi [rad] from the north pole). Convert them.")
        try:
            theta, phi = np.broadcast_arrays(*angles)
        except ValueError:
            raise Error(f"theta and phi have the shapes {angles[0].shape} and {angles[1].shape}"
                        " (each direction has one of both). Give as many.") from None
        found = self.engine.pixels_at(np.ascontiguousarray(theta).ravel(),
                                      np.ascontiguousarray(phi).ravel())
        return found.reshape(theta.shape)
