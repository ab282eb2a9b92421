# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Of coefficients alone."""

import numpy as np

from siderum import _engine
from siderum._options import flag, is_integral, real, whole
from siderum._engine import Error
from siderum._execution import execution
from siderum._memory import check_room
from siderum.sky._fields import lmax_of, reals

UNSEEN = -1.6375e30
FWHM = np.sqrt(8.0 * np.log(2.0))  # of a Gaussian, in its sigma


class PlaceError(Error, AssertionError):
    """What healpy asserts."""


def given(number, what):
    """A degree or an order; None: it is left open."""
    return None if number is None else whole(number, what)


def given_or_below_0(number, what):
    """The same where healpy's documentation leaves it open by a number below 0 as well."""
    return None if is_integral(number) and number < 0 else given(number, what)


class Alm:
    """Places of coefficients: healpy.Alm."""

    @staticmethod
    def getlm(lmax, i=None):
        """(l, m) of places; None: of all."""
        lmax = whole(lmax, "lmax")
        check_room(3 * Alm.getsize(lmax), "degrees and orders")
        m = np.repeat(np.arange(lmax + 1), lmax + 1 - np.arange(lmax + 1))
        l = np.arange(len(m)) - m * (2 * lmax + 1 - m) // 2  # noqa: E741
        if i is None:
            return l, m
        if np.any(np.asarray(i) >= len(m)) or np.any(np.asarray(i) < 0):
            raise PlaceError(f"There is no coefficient {i} (to lmax {lmax} there are {len(m)})."
                             " Give a smaller number.")
        return l[i], m[i]

    @staticmethod
    def getidx(lmax, l, m):  # noqa: E741
        """The place of l, m."""
        return m * (2 * lmax + 1 - m) // 2 + l

    @staticmethod
    def getsize(lmax, mmax=None):
        """How many there are."""
        mmax = lmax if mmax is None or mmax < 0 or mmax > lmax else mmax
        return mmax * (2 * lmax + 1 - mmax) // 2 + lmax + 1

    @staticmethod
    def getlmax(s, mmax=None):
        """The lmax of so many; -1: none has as many."""
        try:
            mmax = given_or_below_0(mmax, "mmax")
            return lmax_of(whole(s, "number of coefficients", 1), None, mmax)[0]
        except Error:
            return -1


def is_sequence(thing):
    """Whether there are several arrays: a list of them, or a table."""
    if isinstance(thing, (list, tuple)):
        return len(thing) > 0 and np.ndim(thing[0]) > 0
    return np.ndim(thing) > 1


def rows_of(alms):
    """(rows, coefficients) as complex128, a copy where they are something else."""
    if is_sequence(alms):
        sizes = {np.shape(one) for one in alms}
        if len(sizes) != 1 or len(next(iter(sizes))) != 1:
            raise Error("The arrays of coefficients have different shapes (each holds those to the"
                        " same lmax and mmax). Give as many of each.")
    rows = np.atleast_2d(np.asarray(alms))
    if rows.dtype.kind not in "cfiu":
        raise Error(f"The coefficients are of the type {rows.dtype} (they are complex numbers)."
                    " Convert them.")
    return np.ascontiguousarray(rows, np.complex128)


def window_of(lmax, components, fwhm, sigma, beam_window=None):
    """(components, lmax + 1) factors, T first; None: nothing is to be done."""
    if beam_window is not None:
        window = np.zeros(lmax + 1)
        beam = reals(beam_window, "factors of the window")
        if beam.ndim != 1:
            raise Error(f"The window has the shape {beam.shape} (it is a factor for each l). Give"
                        " one line.")
        beam = beam[:lmax + 1]
        window[:len(beam)] = beam
        return np.tile(window, (components, 1))
    width = fwhm if sigma is None else real(sigma, "sigma") * FWHM
    if width == 0.0:
        return None
    beams = gauss_beam(width, lmax, pol=True).T
    return np.ascontiguousarray(beams[[0, 1, 2][:components]])


def gauss_beam(fwhm, lmax=512, pol=False):
    """The window of a Gaussian beam, healpy.gauss_beam: (lmax + 1), or (lmax + 1, 4) of T, E, B and
    TE where pol is set. fwhm [rad]."""
    beam = _engine.gaussian_beam(whole(lmax, "lmax", 0), real(fwhm, "fwhm"), 0)
    if not flag(pol, "pol"):
        return beam
    # exp((l (l + 1) - s^2) ..) of spin 2, and of T times E, for every l.
    sigma2 = (fwhm / FWHM) ** 2
    factors = np.exp([0.0, 2.0 * sigma2, 2.0 * sigma2, sigma2])
    return beam[:, None] * factors


def almxfl(alm, fl, mmax=None, inplace=False):
    """Coefficients times a function of l, 0 where it ends: healpy.almxfl. One number is that of
    l = 0. In place where they are complex128 and inplace is set."""
    if np.ndim(alm) == 0:
        raise Error("There is one coefficient (they are an array). Give an array.")
    inplace = flag(inplace, "inplace")
    lmax, mmax = lmax_of(np.shape(alm)[-1], None, given(mmax, "mmax"))
    factors = np.zeros(lmax + 1, np.complex128)
    function = np.atleast_1d(fl)[:lmax + 1]
    if function.ndim != 1 or function.dtype.kind not in "cfiub":
        raise Error(f"The function of l has the shape {np.shape(fl)} and the type {function.dtype}"
                    " (it is a number for each l). Give one line of numbers.")
    factors[:len(function)] = function
    rows = np.array(alm, np.complex128, ndmin=2)
    product = scaled(rows.copy(), lmax, mmax, factors.real)
    if np.any(factors.imag):
        product = product + 1j * scaled(rows, lmax, mmax, factors.imag)
    product = product.reshape(np.shape(alm))
    rows = product if is_sequence(alm) else [product]
    return alm if inplace and put_back(alm, rows) else product


def scaled(rows, lmax, mmax, factors):
    _engine.scale_degrees(lmax, mmax, rows, np.array(np.broadcast_to(factors,
                                                                     (len(rows), lmax + 1))))
    return rows


def smoothalm(alms, fwhm=0.0, sigma=None, beam_window=None, pol=True, mmax=None, verbose=True,
              inplace=True):
    """Coefficients as a wider beam would have them: healpy.smoothalm. In place where they are
    complex128 and inplace is set; then, and without a beam, what was given is returned."""
    pol, inplace = flag(pol, "pol"), flag(inplace, "inplace")
    flag(verbose, "verbose")
    rows = rows_of(alms).copy()
    lmax, mmax = lmax_of(rows.shape[1], None, given(mmax, "mmax"))
    check_number(len(rows), pol, "coefficients")
    window = window_of(lmax, 3 if pol and len(rows) == 3 else 1, fwhm, sigma, beam_window)
    if window is not None:
        _engine.scale_degrees(lmax, mmax, rows,
                              np.array(np.broadcast_to(window, (len(rows), lmax + 1))))
    if window is None or (inplace and put_back(alms, rows)):
        return alms
    return rows if is_sequence(alms) else rows[0]


def put_back(alms, rows):
    """Writes rows where the coefficients came from; whether all of them could be."""
    parts = list(alms) if is_sequence(alms) else [alms]
    done = [isinstance(one, np.ndarray) and one.dtype == np.complex128 for one in parts]
    for one, row, is_done in zip(parts, rows, done):
        if is_done:
            one[...] = row.reshape(one.shape)
    return all(done)


def check_number(number, pol, what):
    if pol and number not in (1, 3):
        raise Error(f"There are {number} arrays of {what} (with pol=True they are one, or T, E and"
                    " B). Give so many, or pol=False.")


def rotate_alm(alm, psi=0.0, theta=0.0, phi=0.0, matrix=None, lmax=None, mmax=None):
    """Turns coefficients in place: healpy.rotate_alm. Angles [rad] as of siderum.sky.rotate, or a
    matrix."""
    arrays = list(alm) if is_sequence(alm) else [alm]
    for one in arrays:
        if not isinstance(one, np.ndarray) or one.dtype != np.complex128:
            raise Error("Coefficients are turned in place (they must be arrays of complex128)."
                        " Convert them.")
    if matrix is not None:
        matrix = reals(matrix, "elements of the matrix")
        if matrix.shape != (3, 3):
            raise Error(f"The matrix has the shape {matrix.shape} (a rotation is (3, 3)). Give such"
                        " a one.")
        psi, theta, phi = _engine.angles_of_matrix(matrix.tolist())
    rows = rows_of(arrays)
    lmax, mmax = lmax_of(rows.shape[1], given(lmax, "lmax"), given(mmax, "mmax"))
    if mmax != lmax:
        raise Error(f"The coefficients end at m = {mmax} below lmax {lmax} (turned ones fill all"
                    " orders). Give them to mmax = lmax.")
    turned = np.empty_like(rows)
    psi, theta, phi = (real(angle, f"angle {name}")
                       for name, angle in (("psi", psi), ("theta", theta), ("phi", phi)))
    _engine.rotate(rows, lmax, psi, theta, phi, turned, execution())
    for one, row in zip(arrays, turned):
        one[:] = row


def alm2cl(alms1, alms2=None, lmax=None, mmax=None, lmax_out=None, nspec=None):
    """Spectra of coefficients, or cross spectra of two sets: healpy.alm2cl. Of n rows n (n + 1) / 2
    by diagonals: TT, EE, BB, TE, EB, TB."""
    first = rows_of(alms1)
    second = first if alms2 is None else rows_of(alms2)
    if first.shape != second.shape:
        raise Error(f"The coefficients have the shapes {first.shape} and {second.shape} (each is"
                    " paired with one). Give as many.")
    lmax, mmax = lmax_of(first.shape[1], given(lmax, "lmax"), given(mmax, "mmax"))
    size = len(first)
    pairs = [(i, i + step) for step in range(size) for i in range(size - step)]
    stop = lmax + 1 if lmax_out is None else min(lmax, whole(lmax_out, "lmax_out")) + 1
    nspec = nspec if nspec is None else whole(nspec, "nspec", 1)
    spectra = np.array([
        _engine.power_spectra(0, lmax, mmax, first[i:i + 1], second[j:j + 1], False)[1][0, :stop]
        for i, j in pairs[:nspec]])
    return spectra if is_sequence(alms1) else spectra[0]


def by_diagonals(cls, new):
    """(spectra or None, how many maps) in the order of alm2cl."""
    size = int(round((np.sqrt(8.0 * len(cls) + 1.0) - 1.0) / 2.0))
    if len(cls) == 4:
        size, cls = 3, list(cls) if new else [cls[0], cls[2], cls[3], cls[1]]
        return [*cls, None, None], size
    if size * (size + 1) // 2 != len(cls) or not size:
        raise Error(f"There are {len(cls)} spectra (n maps have n (n + 1) / 2 of them, or T, E and"
                    " B four). Give as many, None where there is none.")
    if new:
        return list(cls), size
    rows = [(i, j) for i in range(size) for j in range(i, size)]
    order = [rows.index((i, i + step)) for step in range(size) for i in range(size - step)]
    return [cls[place] for place in order], size


def are_several(cls):
    """Whether spectra are a list of them, of which some may be None."""
    if cls is None or np.isscalar(cls) or getattr(cls, "ndim", 1) == 0:
        raise Error(f"The spectra are {cls!r} (they are an array, or a list of arrays). Give"
                    " such.")
    return any(one is None for one in cls) or is_sequence(cls)


def synalm(cls, lmax=None, mmax=None, new=False, verbose=True):
    """Random coefficients with these spectra: healpy.synalm, from a seed that numpy.random draws.
    Spectra are 0 beyond their end. Covariances that exceed what variances allow count as far as
    they are allowed."""
    flag(verbose, "verbose")
    lmax, mmax = given_or_below_0(lmax, "lmax"), given_or_below_0(mmax, "mmax")
    several = are_several(cls)
    spectra, _ = by_diagonals(list(cls) if several else [cls], flag(new, "new"))
    longest = max((len(one) for one in spectra if one is not None), default=0)
    lmax = longest - 1 if lmax is None else lmax
    if lmax < 0:
        raise Error("There is no spectrum (all are None). Give one.")
    mmax = lmax if mmax is None else mmax
    check_room(len(spectra) * Alm.getsize(lmax, mmax), "coefficients", 16)
    table = np.zeros((len(spectra), lmax + 1))
    for row, one in zip(table, spectra):
        if one is not None:
            values = np.asarray(one, float)[:lmax + 1]
            row[:len(values)] = values
    seed = int(np.random.randint(0, 2**63 - 1, dtype=np.int64))
    alms = _engine.random_scalars(lmax, mmax, table, seed)
    return alms if several else alms[0]

