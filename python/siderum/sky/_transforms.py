# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Transforms by functions, which keep their plans for the next call of the same shape."""

from typing import Any

import numpy as np

from siderum import _engine
from siderum._arrays import Numbers, array_of
from siderum._options import real
from siderum._engine import Error
from siderum.sky._coefficients import Coefficients
from siderum.sky._fields import (COMPONENTS, check_rows, is_single, range_of, reals, same_or_own,
                                 tolerance_of)
from siderum.sky._grid import Grid
from siderum.sky._map import Map, checked_mask, refuse_absent, unseen_of
from siderum.sky._plan import iterations_on, kept_plan


def where_key(array, precision, device, threads, backend):
    single = is_single(array, precision)
    return device, "single" if single else "double", threads, 0.75, backend


def plan_of(grid, found, array, key, transforms=1):
    maps = check_rows(array, array.shape[-1], found.field, "coefficients")
    return kept_plan(grid, found.lmax, found.mmax, found.field, maps, key, transforms)


def map_of(given, grid, spin, polarised):
    """A Map of what was given."""
    if isinstance(given, Coefficients):
        raise Error("Coefficients were given, and a map was expected (synthesis makes one of them)."
                    " Give a map.")
    if not isinstance(given, Map):
        return Map(given, grid, 0 if spin is None else spin,
                   False if polarised is None else polarised)
    same_or_own(spin, given.spin, "spin", "Map")
    same_or_own(polarised, given.polarised, "polarised", "Map")
    if grid is not None and Grid.of(grid, 0) != given.grid:
        raise Error(f"The grid is {grid.name}, and that of the Map {given.grid.name} (it says"
                    " itself where its pixels lie). Leave the keyword out.")
    return given


def default_lmax(grid):
    if grid.nside:
        return 3 * grid.nside - 1
    if grid.exact_lmax < 0:
        raise Error(f"The lmax of {grid.name} is not given (no degree is exact on such rings)."
                    " Give lmax.")
    return grid.exact_lmax


def seen_numbers(sky, mask, unseen):
    """(pixels that can be analysed, which were not seen or None)."""
    if unseen not in ("error", "zero"):
        raise Error(f"There is no rule {unseen!r} for pixels that are not seen (they are an error"
                    " or zero). Give one of these.")
    pixels = sky.pixels
    absent = unseen_of(pixels)
    hidden = None if mask is None else mask == 0.0
    bad = absent if hidden is None else absent & ~hidden
    if unseen == "error":
        refuse_absent(bad, sky.grid.pixels, 'Mask them, or replace them by 0 with unseen="zero".')
    replaced = absent if hidden is None else absent | (hidden & ~np.isfinite(pixels))
    if replaced.any():
        pixels = np.where(replaced, pixels.dtype.type(0), pixels)
    return pixels, absent if absent.any() else None


def synthesis(alm: Any, grid: Grid, *, lmax: int | None = None, mmax: int | None = None,
              spin: int | None = None, polarised: bool | None = None, precision: str | None = None,
              device: str = "auto", threads: int = 0, backend: str = "default") -> Map:
    """The map of coefficients, map_p = sum a_lm Y_lm(p): a Map.

    alm:        Coefficients, which say themselves what they are, or an array with lmax, mmax, spin
                (None: 0) and polarised; lmax None: found from how many there are.
    grid:       a Grid.
    precision:  "double", "single"; None: single for complex64, which gives a map in float32.
    device, threads, backend: as of siderum.periods.find.
    Raises siderum.Error for numbers that are not finite and arrays that do not fit.

    >>> from siderum.sky import Coefficients, Grid
    >>> synthesis(Coefficients([3.5449077 + 0j]), Grid.healpix(2)).pixels[:3].round(5)
    array([1., 1., 1.])
    """
    found = Coefficients.of(alm, lmax, mmax, spin, polarised)
    grid = Grid.given(grid)
    array = array_of(found.alm, "coefficients")
    plan = plan_of(grid, found, array, where_key(array, precision, device, threads, backend))
    return Map(plan.synthesis(array), grid, found.spin, found.polarised, found.frame, found.unit)


def analysis(map: Any, grid: Grid | None = None, lmax: int | None = None, mmax: int | None = None,
             *, spin: int | None = None, polarised: bool | None = None,
             iterations: int | None = None, tolerance: float = 0.0, ring_weights: bool = False,
             mask: Any = None, unseen: str = "error", precision: str | None = None,
             device: str = "auto", threads: int = 0, progress: Any = False,
             backend: str = "default") -> Coefficients:
    """The coefficients of a map: Coefficients.

    map:          a Map, which says itself what it is, or an array with its grid (None: HEALPix),
                  spin (None: 0) and polarised: three maps are T, Q and U with polarised=True alone.
    lmax, mmax:   None: 3 nside - 1 on HEALPix, the largest exact degree elsewhere; mmax None: lmax.
                  A RuntimeWarning tells of more than the pixels tell apart.
    iterations:   without a tolerance steps of Jacobi, each one synthesis and one analysis; None: 3
                  on HEALPix, as healpy does, none on grids that are exact to lmax; refused where
                  they are not.
    tolerance:    above 0: least squares to this residual (LSMR) in at most iterations steps, by
                  the weights of the mask.
    ring_weights: on HEALPix weights of the rings that integrate better.
    mask:         (pixels) weights >= 0, by which the map is multiplied; of least squares instead
                  where there is a tolerance. NaN and UNSEEN in it count as 0. What pixels of weight
                  0 hold does not matter.
    unseen:       "error" refuses NaN, UNSEEN (-1.6375e30) and masked pixels that the mask does not
                  hide; "zero" takes them as 0.
    precision:    "double", "single"; None: single for float32, which gives complex64.
    progress:     True (tqdm), or a function of (iterations done, of how many).
    Cost: 1 + 2 iterations transforms.

    >>> import numpy as np
    >>> found = analysis(np.ones(768), lmax=2)
    >>> abs(found.alm.round(4))
    array([3.5449, 0.    , 0.    , 0.    , 0.    , 0.    ])
    """
    sky = map_of(map, grid, spin, polarised)
    lmax, mmax = range_of(default_lmax(sky.grid) if lmax is None else lmax, mmax)
    mask = checked_mask(mask, sky.grid)
    pixels, _ = seen_numbers(sky, mask, unseen)
    return analyse(sky, pixels, lmax, mmax, iterations, tolerance, ring_weights, mask, progress,
                   where_key(pixels, precision, device, threads, backend))


def analyse(sky, pixels, lmax, mmax, iterations, tolerance, ring_weights, mask, progress, key):
    tolerance = tolerance_of(tolerance)
    iterations = iterations_on(sky.grid, lmax, iterations, tolerance)
    if mask is not None and not tolerance:
        pixels = (pixels * mask).astype(pixels.dtype if pixels.dtype.kind == "f" else float)
        mask = None
    maps = check_rows(pixels, sky.grid.pixels, sky.field, "maps")
    plan = kept_plan(sky.grid, lmax, mmax, sky.field, maps, key, 1 + 2 * iterations)
    alm, (done, residual) = plan._analyse(pixels, None, iterations, tolerance, ring_weights, mask,
                                          progress)
    return Coefficients(alm, lmax, mmax, sky.spin, sky.polarised, sky.frame, done, residual,
                        sky.unit)


def adjoint_synthesis(map: Any, grid: Grid | None = None, lmax: int | None = None,
                      mmax: int | None = None, *, spin: int | None = None,
                      polarised: bool | None = None, precision: str | None = None,
                      device: str = "auto", threads: int = 0,
                      backend: str = "default") -> Coefficients:
    """a_lm = sum_p map_p conj(Y_lm(p)): Coefficients. The transpose of synthesis in the sum over
    pixels and <a, b> = sum_l a_l0 b_l0 + 2 sum_{m > 0} Re(a_lm conj b_lm). Keywords as of
    analysis."""
    sky = map_of(map, grid, spin, polarised)
    lmax, mmax = range_of(default_lmax(sky.grid) if lmax is None else lmax, mmax)
    refuse_absent(unseen_of(sky.pixels), sky.grid.pixels, "Replace them.")
    pixels = sky.pixels
    maps = check_rows(pixels, sky.grid.pixels, sky.field, "maps")
    plan = kept_plan(sky.grid, lmax, mmax, sky.field, maps,
                     where_key(pixels, precision, device, threads, backend), 1)
    return Coefficients(plan.adjoint_synthesis(pixels), lmax, mmax, sky.spin, sky.polarised,
                        sky.frame, unit=sky.unit)


def adjoint_analysis(alm: Any, grid: Grid, *, lmax: int | None = None, mmax: int | None = None,
                     spin: int | None = None, polarised: bool | None = None,
                     precision: str | None = None, device: str = "auto", threads: int = 0,
                     backend: str = "default") -> Map:
    """map_p = w_p sum a_lm Y_lm(p), w the weight of the ring [sr]: a Map. The transpose of an
    analysis without iterations. Keywords as of synthesis."""
    found = Coefficients.of(alm, lmax, mmax, spin, polarised)
    grid = Grid.given(grid)
    array = array_of(found.alm, "coefficients")
    plan = plan_of(grid, found, array, where_key(array, precision, device, threads, backend))
    return Map(plan.adjoint_analysis(array), grid, found.spin, found.polarised, found.frame,
               found.unit)


def factors_of(field, lmax, fwhm, window):
    """(components, lmax + 1) of a Gaussian beam times a window."""
    fwhm = real(fwhm, "width of the beam", unit="rad")
    spins = (0, 2, 2) if field == 3 else (field,) * COMPONENTS[field]
    factors = np.array([_engine.gaussian_beam(lmax, fwhm, spin) for spin in spins])
    if window is None:
        return factors
    window = np.atleast_2d(reals(window, "factors of the window"))
    if window.ndim > 2 or window.shape[-1] <= lmax or window.shape[0] not in (1, len(spins)):
        raise Error(f"The window has the shape {window.shape} (it has a factor for each l = 0 .."
                    f" {lmax}, for all components or one row for each). Give as many.")
    return factors * window[:, :lmax + 1]


def smooth(map: Any, fwhm: Any = 0.0, *, window: Numbers = None, grid: Grid | None = None,
           lmax: int | None = None, mmax: int | None = None, spin: int | None = None,
           polarised: bool | None = None, iterations: int | None = None, tolerance: float = 0.0,
           ring_weights: bool = False, mask: Any = None, unseen: str = "error",
           precision: str | None = None, device: str = "auto", threads: int = 0,
           progress: Any = False, backend: str = "default") -> Map:
    """The map as a wider beam would see it, on the same pixels: a Map.

    fwhm:   full width at half maximum of a Gaussian beam [rad], or a Quantity.
    window: (lmax + 1) factors of a_lm besides, or a row of them for each component.
    unseen: "zero" takes pixels that are not seen as 0, and gives them as NaN again.
    Other keywords as of analysis.

    >>> import numpy as np
    >>> smooth(np.ones(768), fwhm=0.1, lmax=4).pixels[:2].round(4)
    array([1., 1.])
    """
    sky = map_of(map, grid, spin, polarised)
    lmax, mmax = range_of(default_lmax(sky.grid) if lmax is None else lmax, mmax)
    mask = checked_mask(mask, sky.grid)
    factors = factors_of(sky.field, lmax, fwhm, window)
    pixels, absent = seen_numbers(sky, mask, unseen)
    key = where_key(pixels, precision, device, threads, backend)
    found = analyse(sky, pixels, lmax, mmax, iterations, tolerance, ring_weights, mask, progress,
                    key).filtered(factors)
    plan = plan_of(sky.grid, found, found.alm, key)
    smoothed = plan.synthesis(found.alm)
    if absent is not None:
        smoothed[absent] = np.nan
    return Map(smoothed, sky.grid, sky.spin, sky.polarised, sky.frame, sky.unit)
