# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Of maps and coefficients."""

import math

import numpy as np

from siderum import _engine
from siderum._memory import check_room
from siderum._options import flag, real, whole
from siderum._engine import Error
from siderum.compat.healpy._coefficients import (UNSEEN, alm2cl, are_several, check_number, given,
                                                 given_or_below_0, is_sequence, put_back, rows_of,
                                                 synalm, window_of)
from siderum.sky._fields import lmax_of
from siderum.sky._grid import Grid
from siderum.sky._plan import kept_plan

KEY = ("auto", "double", 0, 0.75, "default")  # of every call here: see siderum._execution


def refuse_weights(use_pixel_weights, datapath=None, pixwin=False):
    if flag(pixwin, "pixwin"):
        raise Error("The windows of pixels are not here (pixwin needs files that healpy downloads)."
                    " Multiply the coefficients by them: almxfl.")
    if flag(use_pixel_weights, "use_pixel_weights"):
        raise Error("Weights of pixels are not here (use_pixel_weights needs files that healpy"
                    " downloads). Take use_weights=True, or map2alm_lsq.")
    if datapath is not None:
        raise Error("datapath has no effect (it names a folder of weights of pixels, which are not"
                    " used). Leave it out.")


def check_real(maps):
    kinds = {np.ma.getdata(one).dtype for one in maps}
    if any(kind.kind not in "fiub" for kind in kinds):
        raise Error(f"The maps are of the type {', '.join(map(str, kinds))} (they are real"
                    " numbers). Convert them.")


def maps_of(maps):
    """(maps (rows, pixels) with 0 where they are not seen, which are not or None)."""
    several = is_sequence(maps)
    parts = list(maps) if several else [maps]
    if len({np.shape(one) for one in parts}) != 1 or np.ndim(parts[0]) != 1:
        raise Error("The maps have different shapes (each is one row of pixels, all of the same"
                    " number). Give them so.")
    check_real(parts)
    masks = [np.ma.getmaskarray(one) if isinstance(one, np.ma.MaskedArray) else None
             for one in parts]
    rows = np.array([np.ma.getdata(one) for one in parts], np.float64) if several else \
        np.ascontiguousarray(np.ma.getdata(parts[0]), np.float64)[None]
    unseen = _engine.unseen(rows.ravel()).view(bool).reshape(rows.shape)
    if unseen.any():
        unseen &= ~np.isnan(rows)
    for flags, mask in zip(unseen, masks):
        if mask is not None:
            flags |= mask
    is_number = np.isfinite(rows)
    if not np.all(is_number | unseen):  # said before any pixel is moved to another place
        bad = np.flatnonzero(~(is_number | unseen).all(axis=0))
        raise Error(f"{bad.size} pixels are NaN or infinite, the first being {bad[0]} (a transform"
                    " needs a number in each). Replace them by UNSEEN, or mask them.")
    if not unseen.any():
        return rows, None
    return np.where(unseen, 0.0, rows), unseen


def field_of(number, pol, what):
    """(the engine's number of the field, how many of them)."""
    pol = flag(pol, "pol")
    check_number(number, pol, what)
    return (3, 1) if pol and number == 3 else (0, number)


def analysed(rows, field, fields, lmax, mmax, iterations, tolerance=0.0, ring_weights=False):
    grid = Grid.of(None, rows.shape[1])
    lmax = 3 * grid.nside - 1 if lmax is None else whole(lmax, "lmax")
    mmax = lmax if mmax is None else whole(mmax, "mmax")
    iterations = whole(iterations, "maxiter" if tolerance else "iter")
    plan = kept_plan(grid, lmax, mmax, field, fields, KEY, 1 + 2 * iterations)
    alms, done = plan._analyse(rows, None, iterations, tolerance, ring_weights, None, False)
    return alms, done, plan


def latitudes(grid):
    """Of the pixels [deg], rounded as healpy's are, which tells whether a ring on the edge of a cut
    is in it: from z, a multiple of 1 / (3 nside^2)."""
    rings, parts = grid.ring_table(), 3 * grid.nside**2
    angles = [90.0 - math.degrees(math.acos(round(math.cos(theta) * parts) / parts))
              for theta in rings["theta"]]
    return np.repeat(angles, rings["nphi"])


def map2alm(maps, lmax=None, mmax=None, iter=3, pol=True, use_weights=False, datapath=None,
            gal_cut=0, use_pixel_weights=False, verbose=True):
    """The coefficients of maps in RING order: healpy.map2alm. Unseen and masked pixels count as 0,
    and so do those within gal_cut degrees of the equator."""
    refuse_weights(use_pixel_weights, datapath)
    flag(verbose, "verbose")
    rows, _ = maps_of(maps)
    field, fields = field_of(len(rows), pol, "maps")
    gal_cut = real(gal_cut, "gal_cut")
    if gal_cut:
        latitude = latitudes(Grid.of(None, rows.shape[1]))
        rows = np.where(np.abs(latitude) < gal_cut, 0.0, rows)
    alms, _, _ = analysed(rows, field, fields, lmax, mmax, iter,
                          ring_weights=flag(use_weights, "use_weights"))
    return alms[0] if len(alms) == 1 else alms


def map2alm_lsq(maps, lmax, mmax, pol=True, tol=1e-10, maxiter=20):
    """(coefficients, relative residual of the map, iterations): healpy.map2alm_lsq, by LSMR."""
    rows, _ = maps_of(maps)
    field, fields = field_of(len(rows), pol, "maps")
    if not real(tol, "tolerance") > 0.0:
        raise Error(f"The tolerance is {tol} (the iteration ends at a residual above 0). Give a"
                    " larger one.")
    alms, (done, _), plan = analysed(rows, field, fields, lmax, mmax, maxiter, float(tol))
    norm = np.linalg.norm(rows)
    left = np.linalg.norm(rows - plan.synthesis(alms)) / norm if norm else 0.0
    return alms[0] if len(alms) == 1 else alms, left, done


def synthesised(rows, nside, field, fields, lmax, mmax):
    plan = kept_plan(Grid.healpix(whole(nside, "nside")), lmax, mmax, field, fields, KEY, 1)
    return plan.synthesis(rows)


def alm2map(alms, nside, lmax=None, mmax=None, pixwin=False, fwhm=0.0, sigma=None, pol=True,
            inplace=False, verbose=True):
    """The maps of coefficients, in RING order: healpy.alm2map. inplace: the beam is left in the
    coefficients, where they are complex128."""
    refuse_weights(False, None, pixwin)
    inplace = flag(inplace, "inplace")
    flag(verbose, "verbose")
    rows = rows_of(alms)
    field, fields = field_of(len(rows), pol, "coefficients")
    lmax, mmax = lmax_of(rows.shape[1], given(lmax, "lmax"), given(mmax, "mmax"))
    window = window_of(lmax, 3 if field else 1, fwhm, sigma)
    if window is not None:
        rows = rows.copy()
        _engine.scale_degrees(lmax, mmax, rows,
                              np.array(np.broadcast_to(window, (len(rows), lmax + 1))))
        if inplace:
            put_back(alms, rows)
    maps = synthesised(rows, nside, field, fields, lmax, mmax)
    return maps[0] if len(maps) == 1 and (pol or not is_sequence(alms)) else maps


def checked_spin(spin, number, what):
    if number != 2:
        raise Error(f"There are {number} {what} (a field with spin has two). Give two.")
    spin = whole(spin, "spin")
    if spin > 2:
        raise Error(f"The spin is {spin} (spins 0, 1 and 2 are here). Give one of these.")
    return spin


def alm2map_spin(alms, nside, spin, lmax, mmax=None):
    """The two maps of a field with spin: healpy.alm2map_spin, spins 0 to 2."""
    rows = rows_of(alms)
    spin = checked_spin(spin, len(rows), "arrays of coefficients")
    lmax, mmax = lmax_of(rows.shape[1], given(lmax, "lmax"), given(mmax, "mmax"))
    if spin == 0:  # as healpy has it, with the sign of other spins
        return list(-synthesised(rows, nside, 0, 2, lmax, mmax))
    return list(synthesised(rows, nside, spin, 1, lmax, mmax))


def map2alm_spin(maps, spin, lmax=None, mmax=None):
    """The coefficients of the two maps of a field with spin, without iteration:
    healpy.map2alm_spin, spins 0 to 2."""
    rows, _ = maps_of(maps)
    spin = checked_spin(spin, len(rows), "maps")
    if spin == 0:
        return list(-analysed(rows, 0, 2, lmax, mmax, 0)[0])
    return list(analysed(rows, spin, 1, lmax, mmax, 0)[0])


def anafast(map1, map2=None, nspec=None, lmax=None, mmax=None, iter=3, alm=False, pol=True,
            use_weights=False, datapath=None, gal_cut=0, use_pixel_weights=False):
    """The spectra of a map, or cross spectra of two: healpy.anafast."""
    shared = {"lmax": lmax, "mmax": mmax, "iter": iter, "pol": pol, "use_weights": use_weights,
              "datapath": datapath, "gal_cut": gal_cut, "use_pixel_weights": use_pixel_weights}
    is_alm_wanted = flag(alm, "alm")
    nspec = nspec if nspec is None else whole(nspec, "nspec", 1)
    first = map2alm(map1, **shared)
    second = None if map2 is None else map2alm(map2, **shared)
    spectra = alm2cl(first, second, mmax=mmax, nspec=nspec)
    if not is_alm_wanted:
        return spectra
    return (spectra, first) if second is None else (spectra, first, second)


def synfast(cls, nside, lmax=None, mmax=None, alm=False, pol=True, pixwin=False, fwhm=0.0,
            sigma=None, new=False, verbose=True):
    """A random map with these spectra: healpy.synfast, from a seed that numpy.random draws."""
    refuse_weights(False, None, pixwin)
    is_alm_wanted = flag(alm, "alm")
    flag(verbose, "verbose")
    lmax, mmax = given_or_below_0(lmax, "lmax"), given_or_below_0(mmax, "mmax")
    if lmax is None:
        several = are_several(cls)
        longest = max((len(one) for one in (cls if several else [cls]) if one is not None),
                      default=0)
        lmax = min(longest - 1, 3 * whole(nside, "nside") - 1)
    alms = synalm(cls, lmax=lmax, mmax=mmax, new=new)
    maps = alm2map(alms, nside, lmax=lmax, mmax=mmax, fwhm=fwhm, sigma=sigma, pol=pol)
    return (maps, alms) if is_alm_wanted else maps


def reordered(rows, to_nested):
    nside = Grid.of(None, rows.shape[1]).nside
    return np.array([_engine.regrade(row, nside, not to_nested, to_nested, 0.0, 1.0)
                     for row in rows])


def smoothing(map_in, fwhm=0.0, sigma=None, beam_window=None, pol=True, iter=3, lmax=None,
              mmax=None, use_weights=False, use_pixel_weights=False, datapath=None, verbose=True,
              nest=False):
    """Maps as a wider beam would see them: healpy.smoothing. Pixels that were not seen or masked
    are so again."""
    refuse_weights(use_pixel_weights, datapath)
    nest = flag(nest, "nest")
    flag(verbose, "verbose")
    rows, unseen = maps_of(map_in)
    field, fields = field_of(len(rows), pol, "maps")
    rows = reordered(rows, False) if nest else rows
    alms, _, plan = analysed(rows, field, fields, lmax, mmax, iter,
                             ring_weights=flag(use_weights, "use_weights"))
    window = window_of(plan.lmax, 3 if field else 1, fwhm, sigma, beam_window)
    if window is not None:
        _engine.scale_degrees(plan.lmax, plan.mmax, alms,
                              np.array(np.broadcast_to(window, (len(alms), plan.lmax + 1))))
    maps = plan.synthesis(alms)
    maps = reordered(maps, True) if nest else maps
    parts = map_in if is_sequence(map_in) else [map_in]
    if unseen is not None:
        maps[unseen] = UNSEEN
    if any(isinstance(one, np.ma.MaskedArray) for one in parts):
        maps = np.ma.array(maps, mask=False if unseen is None else unseen, fill_value=UNSEEN)
    return maps if is_sequence(map_in) else maps[0]


def is_nested(order):
    word = str(order).upper()
    if word not in ("RING", "NEST", "NESTED"):
        raise Error(f"There is no order {order!r} (pixels are in RING or NEST order). Give one of"
                    " these.")
    return word != "RING"


def dtype_of(dtype):
    try:
        return np.dtype(dtype)
    except TypeError:
        raise Error(f"There is no type {dtype!r} (maps are of one of NumPy's). Give such a one.") \
            from None


def ud_grade(map_in, nside_out, pess=False, order_in="RING", order_out=None, power=None,
             dtype=None):
    """Maps with larger or smaller pixels: healpy.ud_grade."""
    several, pess = is_sequence(map_in), flag(pess, "pess")
    parts = list(map_in) if several else [map_in]
    to = is_nested(order_in if order_out is None else order_out)
    check_real(parts)
    for one in parts:
        if np.ndim(one) != 1:
            raise Error(f"A map has the shape {np.shape(one)} (it is one row of pixels). Give it"
                        " so.")
    nside_out = whole(nside_out, "nside_out")
    check_room(12 * nside_out**2 * (len(parts) + 1), "pixels")
    changed, hidden = [], []
    for one in parts:
        row = np.array(np.ma.getdata(one), np.float64)
        if isinstance(one, np.ma.MaskedArray):
            row[np.ma.getmaskarray(one)] = UNSEEN
        new = _engine.regrade(row, nside_out, is_nested(order_in), to,
                              real(power or 0.0, "power"), 0.0 if pess else 1.0)
        kind = np.ma.getdata(one).dtype.newbyteorder("=") if dtype is None else dtype_of(dtype)
        absent = np.isnan(new)
        if absent.any() and kind.kind not in "fc":
            raise Error(f"{int(absent.sum())} pixels are not seen (the type {kind} has no number"
                        " for them). Give dtype=float.")
        changed.append(np.where(absent, UNSEEN, new).astype(kind))
        hidden.append(absent)
    maps, hidden = (np.array(rows) if several else rows[0] for rows in (changed, hidden))
    if any(isinstance(one, np.ma.MaskedArray) for one in parts):
        return np.ma.array(maps, mask=hidden,
                           fill_value=UNSEEN if maps.dtype.kind in "fc" else None)
    return maps

