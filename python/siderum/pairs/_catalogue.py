# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Points on the sky."""

import dataclasses
from typing import Any

import numpy as np

from siderum import _engine
from siderum._arrays import (Numbers, check_both, check_finite, check_same_way, either, is_row,
                             line, mask_of, of_one_dimension, refuse_masked, take, turned)
from siderum._memory import check_room
from siderum._options import real, seed_of, whole
from siderum._engine import Error
from siderum._output import to_table

ANGLES = {"deg": 1.0, "rad": 180.0 / np.pi, "hours": 15.0}
# A right ascension of more turns is none: in hours and radians it is in degrees, else it stands for
# a missing one.
MOST_TURNS = {"deg": 2, "rad": 1, "hours": 1}
METHODS = ("bisection", "k-means")
SKY = ("right ascensions", "declinations")
SAID = {"ra": "right ascension", "dec": "declination", "weight": "weight", "region": "region"}


def column_of(thing, what):
    """A number for each point, as Taken."""
    taken = take(thing, what)
    if taken.offsets is not None:
        raise Error(f"The {what} are lists (each point has one number). Give one line.")
    of_one_dimension(taken.numbers, what)
    return taken


def degrees_of(ra, dec, unit="deg"):
    """((right ascensions [deg], where they are masked or None), the same of declinations)."""
    if not isinstance(unit, str) or unit not in ANGLES:
        raise Error(f"There is no unit {unit!r} of coordinates here (known are"
                    f" {', '.join(ANGLES)}). Give one of these.")
    taken = [column_of(one, what) for one, what in zip((ra, dec), SKY)]
    units = unit, "deg" if unit == "hours" else unit
    found = [(turned(one.numbers, one.unit, "deg", what) if one.unit is not None
              else one.numbers * ANGLES[own] if own != "deg" else one.numbers, one.mask)
             for one, what, own in zip(taken, SKY, units)]
    check_both(*((what, one.unit is not None, one.numbers) for one, what in zip(taken, SKY)))
    return found


def coordinates(ra, dec):
    """Both in degrees, of points each of which is asked about."""
    found = degrees_of(ra, dec)
    for (angles, mask), what in zip(found, SKY):
        if mask is not None:
            refuse_masked(np.ma.array(angles, mask=mask), what)
    check_turns(found[0][0], "deg")
    return [angles for angles, _ in found]


def column_of_labels(regions):
    """(labels, where there is none or None)."""
    given, mask = np.asarray(regions), mask_of(regions)
    if mask is None and given.dtype.kind in "Of":
        mask = take(regions, "regions").mask  # a column with nulls, which has no whole numbers
    if mask is None or not mask.any():
        return given, mask
    there = [one for one, is_missing in zip(regions, mask) if not is_missing]
    if not all(isinstance(one, (int, np.integer)) or float(one).is_integer() for one in there):
        return np.asarray(there), mask
    labels = np.zeros(len(mask), np.int64)
    labels[~mask] = there
    return labels, mask


def names_of(thing):
    """Those of the columns of a table; None: it is none."""
    if isinstance(thing, dict):
        return list(thing)
    names = getattr(getattr(thing, "dtype", None), "names", None)
    for place in ("colnames", "column_names", "columns"):
        names = getattr(thing, place, None) if names is None else names
    return None if names is None else list(names)


def is_catalogue(thing):
    """Whether it is one by itself, not a column of one."""
    if isinstance(thing, tuple):
        return not all(np.ndim(one) == 0 for one in thing)
    return (isinstance(thing, Catalogue) or hasattr(thing, "spherical")
            or names_of(thing) is not None)


def are_rows_or_columns(thing, parts):
    """Whether the parts of a table without names may be points as well as columns: 2 to 4 of 2 to 4
    numbers each. A tuple says that they are columns."""
    return not isinstance(thing, tuple) and all(is_row(one) and 2 <= len(one) <= 4
                                                for one in parts)


def check_turns(ra, unit):
    """Refuses right ascensions [deg] that cannot be meant in the unit in which they were given."""
    rounding = 1e-7  # of single-precision numbers
    far = np.flatnonzero(np.abs(ra) > 360.0 * MOST_TURNS[unit] * (1 + rounding))
    if far.size:
        why = "stand for a missing one" if unit == "deg" else "be in degrees"
        raise Error(f"The right ascension of point {far[0]} is {ra[far[0]] / ANGLES[unit]:.6g}"
                    f" {unit} (it is beyond {360 * MOST_TURNS[unit]} degrees, and may {why})."
                    " Correct it, or leave the point out.")


class Regions:
    """A division of the whole sky by the points of one catalogue, by which any catalogue can be
    labelled.

    ra, dec: (points) [deg], or Quantities. regions: how many, >= 2. method: "bisection" (equal
    numbers of points) or "k-means" (compact, from `seed`).
    """

    def __init__(self, ra: Numbers, dec: Numbers, regions: int, method: str = "bisection",
                 seed: int = 1) -> None:
        if method not in METHODS:
            raise Error(f"There is no method {method!r} for regions (known are"
                        f" {', '.join(METHODS)}). Give one of these.")
        ra, dec = coordinates(ra, dec)
        regions, seed = whole(regions, "number of regions", 2), seed_of(seed)
        self._made_of = ra, dec, regions, method, seed
        self._regions = _engine.make_sky_regions(ra, dec, regions, METHODS.index(method), seed)

    def __reduce__(self):
        return Regions, self._made_of

    def __len__(self) -> int:
        return self._regions.regions

    def at(self, ra: Numbers, dec: Numbers) -> np.ndarray:
        """The region of each point, 0 .. regions - 1; ra, dec [deg], or Quantities."""
        return self._regions.at(*coordinates(ra, dec))


@dataclasses.dataclass(frozen=True, eq=False)
class Catalogue:
    """Points on the sky.

    ra, dec: (points) [deg], in `unit`, or Quantities; ra up to two turns to either side of 0 (one
             in radians and hours), dec -90 .. 90.
    weight:  (points) finite; None: all weigh 1. region: (points) labels, whole numbers, of parts
             of the sky; None: none.
    unit:    of ra and dec as they are given: "deg", "rad", or "hours" (of ra alone).
    Points that are masked, null or NA are left out, `dropped` counts them.

    >>> Catalogue([0.0, 6.0], [10.0, 20.0], unit="hours").ra
    array([ 0., 90.])
    """

    ra: np.ndarray
    dec: np.ndarray
    weight: np.ndarray = None
    region: np.ndarray = None
    unit: str = "deg"
    dropped: int = 0

    def __post_init__(self) -> None:
        (ra, *masks), (dec, *more) = degrees_of(self.ra, self.dec, self.unit)
        columns, masks = {"ra": ra, "dec": dec}, masks + more
        if self.weight is not None:
            taken = column_of(self.weight, "weights")
            columns["weight"] = taken.numbers
            masks.append(taken.mask)
        if self.region is not None:
            labels, mask = column_of_labels(self.region)
            masks.append(mask)
            if labels.dtype.kind not in "iu":
                raise Error(f"The regions are of the type {labels.dtype} (they are labels, whole"
                            " numbers). Convert them.")
            columns["region"] = line(labels, "regions", np.int64)
        for name, column in columns.items():
            if len(column) != len(columns["ra"]):
                raise Error(f"There are {len(columns['ra'])} right ascensions, and {len(column)} of"
                            f" {name} (each point has one). Give as many.")
        hidden = either(masks)
        ra = columns["ra"]
        check_turns(ra if hidden is None else np.where(hidden, 0, ra), self.unit)
        if hidden is not None:
            for name, column in columns.items():
                check_finite(np.where(hidden, 0, column), SAID[name])  # by its place before
            keep = ~hidden
            columns = {name: column[keep] for name, column in columns.items()}
            object.__setattr__(self, "dropped", int(hidden.sum()))
        for name, column in columns.items():
            object.__setattr__(self, name, column)
        object.__setattr__(self, "unit", "deg")

    @classmethod
    def of(cls, thing: Any) -> "Catalogue":
        """A Catalogue as it is, a tuple (ra, dec[, weight[, region]]), one of astropy's SkyCoord in
        any frame that leads to ICRS, or a table or structured array with columns of these names. Of
        an array or a list the rows are these columns; it is refused where they may be points."""
        if isinstance(thing, cls):
            return thing
        if hasattr(thing, "spherical"):
            return cls.of_sky(thing)
        names = names_of(thing)
        if names is not None:
            return cls.of_table(thing, names)
        try:
            columns = tuple(thing)
        except TypeError:
            columns = ()
        if not 2 <= len(columns) <= 4:
            raise Error(f"A catalogue was expected, and {type(thing).__name__} was given"
                        f"{f' of {len(columns)}' if columns else ''} (it is a Catalogue, or (ra,"
                        " dec[, weight[, region]])). Give such.")
        if are_rows_or_columns(thing, columns):
            raise Error(f"The {type(thing).__name__} has {len(columns)} rows of"
                        f" {len(columns[0])} numbers (each may be a point, or a column of all)."
                        " Give a tuple of arrays, (ra, dec); of points in rows that is (array[:,"
                        " 0], array[:, 1]).")
        return cls(*columns)

    @classmethod
    def of_sky(cls, sky: Any) -> "Catalogue":
        """Of coordinates of astropy, whose frames differ."""
        from astropy.coordinates import ICRS

        try:
            sky = sky.transform_to(ICRS())
        except Exception as problem:  # of many kinds, by what the frame lacks
            raise Error(f"The coordinates do not lead to ICRS ({problem}). Give (ra, dec).") \
                from None
        return cls(sky.spherical.lon, sky.spherical.lat)

    @classmethod
    def of_table(cls, table: Any, names: list[str]) -> "Catalogue":
        """The columns ra, dec, weight and region of a table, the last two where it has them."""
        roles = ("ra", "dec", "weight", "region")
        # In FITS the case of a name says nothing.
        found = {role: [name for name in names if str(name) == role] or
                       [name for name in names if str(name).lower() == role] for role in roles}
        several = [role for role in roles if len(found[role]) > 1]
        if several:
            raise Error(f"The table has several columns {several[0]!r}"
                        f" ({', '.join(map(str, found[several[0]]))}). Give (ra, dec).")
        missing = [role for role in ("ra", "dec") if not found[role]]
        if missing:
            raise Error(f"The table has no column {missing[0]!r} (it has"
                        f" {', '.join(map(str, names))}). Give (ra, dec).")
        return cls(*(table[found[role][0]] if found[role] else None for role in roles))

    def __len__(self) -> int:
        return len(self.ra)

    def labelled(self, regions: Regions) -> "Catalogue":
        """The same with the regions of a Regions."""
        if not isinstance(regions, Regions):
            raise Error(f"A division of the sky was expected, and {type(regions).__name__} was"
                        " given (labels of one's own are Catalogue(region=)). Give a Regions.")
        return dataclasses.replace(self, region=regions.at(self.ra, self.dec))

    def to_table(self) -> Any:
        """Its columns, as a table of astropy, else of pandas."""
        columns = {name: getattr(self, name) for name in ("ra", "dec", "weight", "region")
                   if getattr(self, name) is not None}
        return to_table(columns, {"ra": "deg", "dec": "deg"})

    def engine_set(self, has_regions: bool) -> tuple[Any, ...]:
        """Its columns as the engine takes them."""
        return self.ra, self.dec, self.weight, self.region if has_regions else None


def random_points(points: int, *, cap: tuple[float, float, float] | None = None,
                  box: tuple[float, float, float, float] | None = None, seed: int = 0,
                  stream: int = 0) -> Catalogue:
    """A Catalogue of points that are uniform on the sky, or in a part of it.

    cap: (ra, dec, radius) [deg]. box: (ra_min, ra_max, dec_min, dec_max) [deg], eastwards from
    ra_min, across 0 too. Angles may be Quantities, all of them. seed, stream: streams of one seed
    are independent catalogues; a point is the same on every machine.

    >>> bool(random_points(1000, cap=(10.0, 40.0, 5.0)).dec.max() < 45.0)
    True
    """
    if cap is not None and box is not None:
        raise Error("A cap and a box were both given (points lie in one of them). Give one.")
    try:
        sides = list(cap if cap is not None else box if box is not None else ())
        area = [real(number, "side of the area", unit="deg") for number in sides]
    except TypeError:
        sides, area = [], []
    if (cap is not None and len(area) != 3) or (box is not None and len(area) != 4):
        raise Error("A cap is (ra, dec, radius), a box (ra_min, ra_max, dec_min, dec_max). Give as"
                    " many numbers.")
    check_same_way(sides, "sides of the area")
    points = whole(points, "number of points", 0)
    check_room(2 * points, "points")
    return Catalogue(*_engine.random_points(area, points, seed_of(seed),
                                            whole(stream, "stream", 0)))
