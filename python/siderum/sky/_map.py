# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Maps."""

import dataclasses
from typing import Any

import numpy as np

from siderum import _engine
from siderum._arrays import array_of, mask_of, without_unit
from siderum._engine import Error
from siderum._options import whole
from siderum._output import in_unit, to_table
from siderum.sky._fields import (COMPONENTS, MAP_NAMES, check_frame, check_rows, check_unit,
                                 field_of, is_float32, reals, said_of)
from siderum.sky._grid import Grid


def without_mask(pixels):
    """An array, whose masked pixels are NaN."""
    mask = mask_of(pixels)
    array = np.asarray(pixels)
    if array.dtype.kind not in "fiub":
        raise Error(f"The maps are of the type {array.dtype} (they must be real numbers). Convert"
                    " them.")
    if mask is None:
        return array
    kind = array.dtype if array.dtype.kind == "f" else np.dtype(float)
    return np.where(mask, kind.type(np.nan), array.astype(kind, copy=False))


def unseen_of(pixels):
    """Which pixels are NaN or UNSEEN."""
    kind = np.float32 if is_float32(pixels) else np.float64
    seen = np.ascontiguousarray(pixels, kind)
    return _engine.unseen(seen.ravel()).view(bool).reshape(pixels.shape)


def refuse_absent(absent, columns, remedy):
    if absent.any():
        first = int(np.flatnonzero(absent.reshape(-1, columns).any(axis=0))[0])
        raise Error(f"{int(absent.sum())} pixels are not seen, the first being {first} (the"
                    f" transform needs a number in each). {remedy}")


def refuse_unseen(pixels, columns):
    refuse_absent(unseen_of(pixels), columns, "Replace them, or take siderum.sky.analysis, which"
                  " has masks.")


@dataclasses.dataclass(frozen=True, eq=False)
class Map:
    """Pixels and where they lie: what synthesis, smooth and regrade give. np.asarray takes the
    pixels.

    pixels:          (pixels), (components, pixels) or (maps, .., pixels); NaN: not seen, as masked
                     ones become.
    grid:            the Grid; None where it is given: HEALPix.
    spin, polarised: what the components are; three maps are T, Q and U with polarised=True alone.
    frame:           "galactic", "ecliptic", "equatorial", or None.
    unit:            of the pixels: text, or one of astropy's; that of a Quantity.

    >>> Map(np.arange(12.0), frame="galactic").grid.nside
    1
    """

    pixels: np.ndarray
    grid: Grid = None
    spin: int = 0
    polarised: bool = False
    frame: str = None
    unit: object = None

    def __post_init__(self) -> None:
        pixels, unit = without_unit(self.pixels, self.unit, "maps")
        pixels = array_of(pixels, "maps")
        if pixels.ndim == 0:
            raise Error(f"A map is an array of pixels ({said_of(self.pixels)} was given). Give an"
                        " array.")
        pixels = without_mask(pixels)
        check_unit(unit)
        object.__setattr__(self, "unit", unit)
        object.__setattr__(self, "pixels", pixels)
        object.__setattr__(self, "grid", Grid.of(self.grid, pixels.shape[-1]))
        check_frame(self.frame)
        object.__setattr__(self, "spin", field_of(self.spin, False))
        check_rows(pixels, self.grid.pixels, self.field, "maps")

    @property
    def field(self) -> int:
        """The engine's number of the field."""
        return field_of(self.spin, self.polarised)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        if dtype is not None and self.pixels.dtype != dtype:
            return self.pixels.astype(dtype)
        return self.pixels.copy() if copy else self.pixels

    def __len__(self) -> int:
        return len(self.pixels)

    def row(self, number: int) -> np.ndarray:
        """One map of one component, counted through all of them."""
        rows = self.pixels.reshape(-1, self.grid.pixels)
        if not 0 <= whole(number, "row") < len(rows):
            raise Error(f"There is no row {number} (the maps have {len(rows)}, from 0). Give one of"
                        " them.")
        return rows[whole(number, "row")]

    def name(self, number: int) -> str:
        """What a row is: "map", "t", "q", .."""
        return MAP_NAMES[self.field][whole(number, "row") % COMPONENTS[self.field]]

    def to_table(self) -> Any:
        """theta and phi of the pixels [rad] and one column for each row, as a table of astropy,
        else of pandas."""
        theta, phi = self.grid.positions()
        rows = self.pixels.reshape(-1, self.grid.pixels)
        several = len(rows) > COMPONENTS[self.field]
        columns = {"theta": theta, "phi": phi}
        for number, row in enumerate(rows):
            place = f"_{number // COMPONENTS[self.field]}" if several else ""
            columns[self.name(number) + place] = in_unit(row, self.unit)
        return to_table(columns, {"theta": "rad", "phi": "rad"})

    def plot(self, row: int = 0, ax: Any = None, *, projection: str = "mollweide",
             centre: tuple[float, float] = (0.0, 0.0), radius: float = 10.0,
             graticule: float | None = None, colorbar: bool = True, **style: Any) -> list[Any]:
        """Draws one row into axes of matplotlib; returns the artists.

        projection: "mollweide" and "orthographic" (two hemispheres) show the whole sky, "gnomonic"
        and "cartesian" the part about the centre. Seen from inside: longitudes grow to the left.
        centre: longitude and latitude [deg]. radius: of a part, from the centre to each side [deg].
        graticule: step of its lines [deg]; None: a round one; 0: none. Angles may be Quantities.
        colorbar: with the unit. style: of imshow (cmap, vmin, vmax, ..).
        """
        from siderum.sky import _plots

        return _plots.plot_map(self, row, ax, projection, centre, radius, graticule, colorbar,
                               **style)


def checked_mask(mask, grid, what="mask", numbers="weights of the mask"):
    """Weights of the pixels, 0 where there is none: NaN and UNSEEN, as the program has it."""
    if mask is None:
        return None
    mask = reals(mask.pixels if isinstance(mask, Map) else mask, numbers)
    if mask.shape != (grid.pixels,):
        raise Error(f"The {what} has the shape {mask.shape} (the map has {grid.pixels} pixels)."
                    " Give one of the pixels of the map.")
    mask = np.where(unseen_of(mask), 0.0, mask)
    if not np.all(np.isfinite(mask)) or mask.min() < 0.0:
        raise Error(f"The {what} has a number below 0 or not finite (weights are 0 or more)."
                    " Correct it.")
    if not mask.any():
        raise Error(f"The {what} hides the whole sky (all its pixels are 0 or not seen). Give one"
                    " that is 1 where the map is to be used.")
    return mask
