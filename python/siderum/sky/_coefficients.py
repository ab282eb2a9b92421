# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Coefficients and spectra."""

import dataclasses
import math
from typing import Any

import numpy as np

from siderum import _engine
from siderum._arrays import Numbers, array_of, real_array, without_unit
from siderum._engine import Error
from siderum._memory import check_room
from siderum._output import in_unit, is_unit, to_table
from siderum.sky._fields import (COMPONENTS, NAMES, check_frame, check_rows, check_unit, count_of,
                                 field_of, is_float32, lmax_of, reals, refuse_masked, said_of,
                                 same_or_own)


def root_of_unit(thing):
    """That of the maps whose spectra are a Quantity; None: there is none."""
    unit = without_unit(thing, None, "spectra")[1]
    return None if unit is None else unit**0.5


@dataclasses.dataclass(frozen=True, eq=False)
class Spectrum:
    """Angular power spectra C_l, l = 0 .. lmax.

    names: of the spectra, or of the one: "cl"; "gg", "cc", "gc" (gradient, curl); "ee", "bb",
           "eb"; "tt", "ee", "bb", "te", "eb", "tb", and of two fields also "et", "be", "bt".
    cl:    (spectra, lmax + 1), or (maps, spectra, lmax + 1), in the squared unit of the maps.
    unit:  of the maps, or None; the root of that of a Quantity.

    >>> Spectrum(("tt", "ee"), np.ones((2, 5)))["ee"]
    array([1., 1., 1., 1., 1.])
    """

    names: tuple
    cl: np.ndarray
    unit: object = None

    def __post_init__(self) -> None:
        try:
            names = (self.names,) if isinstance(self.names, str) else tuple(self.names)
        except TypeError:
            raise Error(f"The names of the spectra are {self.names!r} (each spectrum has one). Give"
                        " a list of words.") from None
        unit = root_of_unit(self.cl) if self.unit is None else self.unit
        check_unit(unit)
        cl = array_of(self.cl, "spectra")
        refuse_masked(cl, "spectra")
        cl = np.asarray(cl)
        if cl.dtype.kind not in "fiub":
            raise Error(f"The spectra are of the type {cl.dtype} (they must be real numbers)."
                        " Convert them.")
        for name, value in (("names", names), ("unit", unit), ("cl", cl)):
            object.__setattr__(self, name, value)
        if self.cl.ndim < 2 or self.cl.shape[-2] != len(self.names):
            raise Error(f"The spectra have the shape {self.cl.shape} (it is (..,"
                        f" {len(self.names)}, lmax + 1) for {len(self.names)} names). Give them"
                        " so.")

    @property
    def lmax(self) -> int:
        """The largest degree of the spectra."""
        return self.cl.shape[-1] - 1

    @property
    def l(self) -> np.ndarray:  # noqa: E743  (the field's own letter)
        """The degrees, 0 .. lmax."""
        return np.arange(self.cl.shape[-1])

    def __getitem__(self, name: str) -> np.ndarray:
        if name not in self.names:
            raise Error(f"There is no spectrum {name!r} (there are {', '.join(self.names)}). Give"
                        " one of these.")
        return self.cl[..., self.names.index(name), :]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.array(self.cl, dtype=dtype) if copy else np.asarray(self.cl, dtype=dtype)

    def to_table(self) -> Any:
        """l and one column for each spectrum, as a table of astropy, else of pandas."""
        if self.cl.ndim > 2:
            raise Error("A table is of the spectra of one map (there are several). Take one of"
                        " them.")
        unit = self.unit**2 if is_unit(self.unit) else None
        return to_table({"l": self.l, **{name: in_unit(one, unit)
                                         for name, one in zip(self.names, self.cl)}})

    def plot(self, ax: Any = None, *, names: Any = None, scaled: bool = True,
             **style: Any) -> list[Any]:
        """Draws the spectra into axes of matplotlib, D_l = l (l + 1) C_l / 2 pi, or C_l where
        scaled is False, from l = 2; returns the artists. names: some of them, or one."""
        from siderum.sky import _plots

        return _plots.plot_spectrum(self, ax, names, scaled, **style)


@dataclasses.dataclass(frozen=True, eq=False)
class Coefficients:
    """Harmonic coefficients of real maps; np.asarray takes them.

    alm:             (coefficients), (components, coefficients) or (maps, .., coefficients); l, m
                     is at m (2 lmax + 1 - m) / 2 + l.
    lmax, mmax:      None: found from the number of coefficients.
    spin, polarised: what the components are.
    frame:           "galactic", "ecliptic", "equatorial", or None.
    iterations, residual: of the analysis that made them.
    unit:            of the maps: text, or one of astropy's; that of a Quantity.

    >>> found = Coefficients(np.ones(6, complex))
    >>> found.lmax, found.index(2, 1)
    (2, 4)
    """

    alm: np.ndarray
    lmax: int = None
    mmax: int = None
    spin: int = 0
    polarised: bool = False
    frame: str = None
    iterations: int = 0
    residual: float = 0.0
    unit: object = None

    def __post_init__(self) -> None:
        alm, unit = without_unit(self.alm, self.unit, "coefficients")
        alm = array_of(alm, "coefficients")
        refuse_masked(alm, "coefficients")
        alm = np.asarray(alm)
        if alm.ndim == 0:
            raise Error(f"Coefficients are an array ({said_of(self.alm)} was given). Give an"
                        " array.")
        lmax, mmax = lmax_of(alm.shape[-1], self.lmax, self.mmax)
        if alm.dtype.kind not in "cfiub":
            raise Error(f"The coefficients are of the type {alm.dtype} (they must be complex"
                        " numbers). Convert them.")
        for name, value in (("alm", alm), ("lmax", lmax), ("mmax", mmax), ("unit", unit)):
            object.__setattr__(self, name, value)
        object.__setattr__(self, "spin", field_of(self.spin, False))
        check_unit(unit)
        check_frame(self.frame)
        check_rows(alm, alm.shape[-1], self.field, "coefficients")

    @classmethod
    def of(cls, thing: Any, lmax: int | None = None, mmax: int | None = None,
           spin: int | None = None, polarised: bool | None = None) -> "Coefficients":
        """Coefficients as they are, or an array with what is said of it."""
        if isinstance(thing, cls):
            for what, given in (("lmax", lmax), ("mmax", mmax), ("spin", spin),
                                ("polarised", polarised)):
                same_or_own(given, getattr(thing, what), what, "Coefficients")
            return thing
        if hasattr(thing, "grid"):
            raise Error("A Map was given, and coefficients were expected (analysis makes them of"
                        " it). Give coefficients.")
        return cls(thing, lmax, mmax, 0 if spin is None else spin,
                   False if polarised is None else polarised)

    @property
    def field(self) -> int:
        """The engine's number of the field."""
        return field_of(self.spin, self.polarised)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.array(self.alm, dtype=dtype) if copy else np.asarray(self.alm, dtype=dtype)

    def index(self, l: Numbers, m: Numbers) -> Any:  # noqa: E741
        """The place of l, m on the last axis."""
        l, m = real_array(l, "degrees"), real_array(m, "orders")  # noqa: E741
        if np.any((l != np.floor(l)) | (m != np.floor(m)) | (m < 0)
                  | (m > np.minimum(l, self.mmax)) | (l > self.lmax)):
            raise Error(f"There is no coefficient l = {l}, m = {m} (0 <= m <= {self.mmax}, m <= l"
                        f" <= {self.lmax}). Give one of these.")
        place = (m * (2 * self.lmax + 1 - m) / 2 + l).astype(np.int64)
        return int(place) if place.ndim == 0 else place

    def degrees(self) -> tuple[np.ndarray, np.ndarray]:
        """(l, m) of each place."""
        m = np.repeat(np.arange(self.mmax + 1), self.lmax + 1 - np.arange(self.mmax + 1))
        return np.arange(len(m)) - m * (2 * self.lmax + 1 - m) // 2, m

    def rows(self, dtype: Any = None) -> np.ndarray:
        """(maps, components, coefficients)."""
        return np.ascontiguousarray(self.alm, dtype).reshape(-1, COMPONENTS[self.field],
                                                             self.alm.shape[-1])

    def spectrum(self, other: Any = None) -> Spectrum:
        """The Spectrum of each map, C_l = (a_l0^2 + 2 sum |a_lm|^2) / (2 l + 1), or the cross
        spectra with other coefficients of the same kind, or an array of them."""
        second = self if other is None else other
        if not isinstance(second, Coefficients):
            second = Coefficients.of(second, self.lmax, self.mmax, self.spin, self.polarised)
        if (second.lmax, second.mmax, second.field) != (self.lmax, self.mmax, self.field):
            raise Error("The coefficients are not of one kind (cross spectra need the same lmax,"
                        " mmax and field). Give such.")
        unit = self.unit if second.unit == self.unit else None
        first, second = self.rows(np.complex128), second.rows(np.complex128)
        if first.shape != second.shape:
            raise Error(f"There are {len(first)} and {len(second)} maps (each is paired with one)."
                        " Give as many.")
        names, spectra = (), []
        for a, b in zip(first, second):
            names, values = _engine.power_spectra(self.field, self.lmax, self.mmax, a, b,
                                                  other is not None)
            spectra.append(values)
        several = self.alm.ndim > (1 if COMPONENTS[self.field] == 1 else 2)
        return Spectrum(tuple(names), np.array(spectra) if several else spectra[0], unit)

    def filtered(self, factors: Numbers) -> "Coefficients":
        """Each a_lm times factors[l]: beams, windows.

        factors: (lmax + 1 or more) for all components, or a list of one such for each.
        """
        rows = self.rows(np.complex128).copy()
        factors = reals(factors, "factors")
        if factors.ndim not in (1, 2) or (factors.ndim == 2
                                          and len(factors) not in (1, rows.shape[1])):
            raise Error(f"The factors have the shape {factors.shape} (there is one for each l, for"
                        f" all components or a row for each of {rows.shape[1]}). Give them so.")
        table = np.array(np.broadcast_to(np.atleast_2d(factors),
                                         (rows.shape[1], factors.shape[-1])))
        for alm in rows:
            _engine.scale_degrees(self.lmax, self.mmax, alm, table)
        kind = np.complex64 if is_float32(self.alm) else np.complex128
        return dataclasses.replace(self, alm=rows.reshape(self.alm.shape).astype(kind, copy=False))

    def resized(self, lmax: int, mmax: int | None = None) -> "Coefficients":
        """The same to another lmax and mmax: what is beyond them is left out, what is new is 0."""
        lmax, mmax = lmax_of(count_of(lmax, mmax), lmax, mmax)
        shape = (*self.alm.shape[:-1], count_of(lmax, mmax))
        check_room(math.prod(shape), "coefficients", self.alm.dtype.itemsize)
        resized = np.zeros(shape, self.alm.dtype)
        for m in range(min(mmax, self.mmax) + 1):
            top = min(lmax, self.lmax) + 1 - m
            here = m * (2 * self.lmax + 1 - m) // 2 + m
            there = m * (2 * lmax + 1 - m) // 2 + m
            resized[..., there:there + top] = self.alm[..., here:here + top]
        return dataclasses.replace(self, alm=resized, lmax=lmax, mmax=mmax)

    def to_table(self) -> Any:
        """l, m and one column for each component of one map."""
        rows = self.rows()
        if len(rows) > 1:
            raise Error("A table is of the coefficients of one map (there are several). Take one"
                        " of them.")
        l, m = self.degrees()  # noqa: E741
        return to_table({"l": l, "m": m, **{name: in_unit(one, self.unit)
                                            for name, one in zip(NAMES[self.field], rows[0])}})

    def plot(self, ax: Any = None, **style: Any) -> list[Any]:
        """Draws their spectrum into axes of matplotlib: Spectrum.plot."""
        return self.spectrum().plot(ax, **style)
