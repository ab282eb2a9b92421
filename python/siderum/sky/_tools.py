# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Rotations, other resolutions, random skies, beams."""

import dataclasses
from typing import Any

import numpy as np

from siderum import _engine
from siderum._arrays import Numbers, check_same_way
from siderum._memory import check_room
from siderum._options import flag, real, seed_of, whole
from siderum._engine import Error
from siderum._execution import execution
from siderum.sky._coefficients import Coefficients, Spectrum, root_of_unit
from siderum.sky._fields import (COMPONENTS, FRAMES, check_frame, count_of, field_of, is_float32,
                                 range_of, reals)
from siderum.sky._grid import Grid
from siderum.sky._map import Map, checked_mask
from siderum.sky._transforms import factors_of, map_of, where_key


def gaussian_beam(lmax: int, fwhm: Any, spin: int = 0) -> np.ndarray:
    """The window of a Gaussian beam, b_l = exp(-(l (l + 1) - s^2) sigma^2 / 2), l = 0 .. lmax
    (Challinor et al. 2000, Phys. Rev. D 62, 123002).

    fwhm: full width at half maximum [rad], or a Quantity. spin: 0, 1 or 2; 0 where l < spin.

    >>> gaussian_beam(2, 0.5).round(4)
    array([1.    , 0.9559, 0.8735])
    """
    return factors_of(field_of(spin, False), whole(lmax, "lmax"), fwhm, None)[0]


def turn_of(found, angles, to, matrix):
    """psi, theta, phi [rad] of what was asked for."""
    check_same_way(angles, "angles")
    angles = [real(angle, f"angle {name}", unit="rad")
              for name, angle in zip(("psi", "theta", "phi"), angles)]
    asked = [name for name, is_asked in (("angles", any(angles)), ("to", to is not None),
                                         ("matrix", matrix is not None)) if is_asked]
    if len(asked) > 1:
        raise Error(f"{' and '.join(asked)} were given (each is a rotation, and one is done). Give"
                    " one of them.")
    check_frame(to)
    if to is not None:
        if found.frame is None:
            raise Error("The coefficients have no frame (which turn leads to another one?). Name"
                        " it: Coefficients(.., frame=\"galactic\").")
        return _engine.frame_angles(FRAMES.index(found.frame), FRAMES.index(to))
    if matrix is not None:
        matrix = reals(matrix, "elements of the matrix")
        if matrix.shape != (3, 3):
            raise Error(f"The matrix has the shape {matrix.shape} (a rotation is (3, 3)). Give such"
                        " a one.")
        return _engine.angles_of_matrix(matrix.tolist())
    return angles


def rotate(alm: Any, psi: Any = 0.0, theta: Any = 0.0, phi: Any = 0.0, *,
           to: str | None = None, matrix: Numbers = None, lmax: int | None = None,
           mmax: int | None = None, spin: int | None = None, polarised: bool | None = None,
           precision: str | None = None, device: str = "auto", threads: int = 0,
           backend: str = "default") -> Coefficients:
    """The coefficients of turned maps: Coefficients with mmax = lmax. Cost O(lmax^3).

    psi, theta, phi: R = R_z(phi) R_y(theta) R_z(psi) [rad], or Quantities, axes at rest: the
                     angles of healpy.rotate_alm and ducc0.sht.rotate_alm.
    to:              instead, the frame ("galactic", "ecliptic", "equatorial") into which
                     coefficients that have a frame are brought.
    matrix:          instead, a rotation, (3, 3).

    >>> turned = rotate([0j, 1, 0], theta=np.pi / 2)         # Y_10 becomes -(Y_11 - Y_1-1) / sqrt 2
    >>> turned.alm.round(4) + 0.0
    array([ 0.    +0.j,  0.    +0.j, -0.7071+0.j])
    """
    found = Coefficients.of(alm, lmax, mmax, spin, polarised)
    psi, theta, phi = turn_of(found, (psi, theta, phi), to, matrix)
    found = found.resized(found.lmax) if found.mmax < found.lmax else found
    key = where_key(found.alm, precision, device, threads, backend)
    dtype = np.complex64 if key[1] == "single" else np.complex128
    rows = np.ascontiguousarray(found.alm, dtype).reshape(-1, found.alm.shape[-1])
    turned = np.empty_like(rows)
    _engine.rotate(rows, found.lmax, psi, theta, phi, turned, execution(*key))
    return dataclasses.replace(found, alm=turned.reshape(found.alm.shape),
                               frame=found.frame if to is None else to)


def regrade(map: Any, nside: int, *, power: float = 0.0, most_unseen: float = 1.0,
            order_in: str = "ring", order_out: str = "ring") -> Map:
    """A HEALPix map with larger or smaller pixels: a Map, unseen pixels NaN. In float32 where the
    map is, else in float64.

    map:         a Map, or (.., pixels) in order_in. nside: of the result, a power of two.
    power:       the result times (nside of the result / of the map)^power: -2 keeps the sum, 0 the
                 mean.
    most_unseen: share of a larger pixel that may be unseen, 0 .. 1.
    order_in, order_out: "ring" or "nested" numbers; with the same nside the order alone changes.

    >>> regrade(np.arange(48.0), 1).pixels.round(1)[:4]
    array([ 5.5,  7.2,  9. , 10.8])
    """
    for name, word in (("order_in", order_in), ("order_out", order_out)):
        if word not in ("ring", "nested"):
            raise Error(f"There is no order {word!r} for {name} (pixels are in ring or nested"
                        " order). Give one of these.")
    sky = map_of(map, None, None, None)
    nside = whole(nside, "nside")
    power, most_unseen = real(power, "power"), real(most_unseen, "most_unseen")
    if not sky.grid.nside:
        raise Error(f"The map keeps its resolution (its grid is {sky.grid.name}, and only HEALPix"
                    " pixels are parts of larger ones). Give a HEALPix map.")
    rows = np.array(sky.pixels, float)
    check_room(12 * nside**2 * (rows.size // sky.grid.pixels + 1), "pixels")
    changed = [_engine.regrade(row, nside, order_in == "nested", order_out == "nested", power,
                               most_unseen)
               for row in rows.reshape(-1, sky.grid.pixels)]
    kind = np.float32 if is_float32(sky.pixels) else np.float64
    pixels = np.array(changed, kind).reshape(*rows.shape[:-1], -1)
    return Map(pixels, Grid.healpix(nside), sky.spin, sky.polarised, sky.frame, sky.unit)


def spectra_rows(spectrum, field):
    """(spectra, degrees) in the engine's order; those that are not given are 0."""
    names = _engine.names_of_spectra(field)
    if isinstance(spectrum, Spectrum):
        if spectrum.cl.ndim > 2:
            raise Error(f"There are spectra of {len(spectrum.cl)} maps (a random sky has that of"
                        " one). Give Spectrum(names, cl[0]).")
        given = dict(zip(spectrum.names, reals(spectrum.cl, "spectra")))
    elif isinstance(spectrum, dict):
        given = {name: np.atleast_1d(reals(one, f"spectrum {name}"))
                 for name, one in spectrum.items()}
    else:
        rows = np.atleast_2d(reals(spectrum, "spectra"))
        if len(rows) > len(names) or rows.ndim > 2:
            also = "" if field == 3 else ", or polarised=True for T, E and B"
            raise Error(f"The spectra have the shape {rows.shape} (the field has"
                        f" {', '.join(names)}). Give these{also}.")
        given = dict(zip(names, rows))
    unknown = sorted(set(given) - set(names))
    own = names[:COMPONENTS[field]]
    missing = [name for name in own if name not in given]
    if unknown or missing:
        raise Error(f"The spectra {', '.join(unknown or missing)} are"
                    f" {'of no field like this' if unknown else 'missing'} (it has"
                    f" {', '.join(names)}). Give these, at least {', '.join(own)}.")
    degrees = min(len(one) for one in given.values())
    if degrees == 0:
        raise Error("A spectrum is empty (it has a C_l for each l = 0 .. lmax). Give at least that"
                    " of l = 0.")
    return np.array([given.get(name, np.zeros(degrees))[:degrees] for name in names])


def random(spectrum: Any, lmax: int | None = None, mmax: int | None = None, *, spin: int = 0,
           polarised: bool = False, maps: int | None = None, frame: str | None = None,
           precision: str = "double", seed: int = 0) -> Coefficients:
    """The coefficients of a random Gaussian sky with this spectrum: Coefficients.

    spectrum: (lmax + 1 or more) C_l; of several components a Spectrum, a dictionary by name, or
              rows in the order of Spectrum.names (tt, ee, bb, te, eb, tb). What is left out of
              the cross spectra is 0. lmax None: to the end of the spectrum. Of a Quantity the
              coefficients have the root of its unit.
    maps:     None: one sky; a number: so many, of the seeds seed, seed + 1, ..
    seed:     a_lm is a function of (seed, l, m) and the spectrum: the same for every lmax and on
              every machine.
    Cost O(lmax mmax), serial.

    >>> one, other = random(np.ones(5), seed=3), random(np.ones(9), seed=3)
    >>> bool(one.alm[one.index(4, 2)] == other.alm[other.index(4, 2)])
    True
    """
    field = field_of(spin, polarised)
    unit = spectrum.unit if isinstance(spectrum, Spectrum) else root_of_unit(spectrum)
    rows = spectra_rows(spectrum, field)
    lmax, mmax = range_of(rows.shape[1] - 1 if lmax is None else lmax, mmax)
    seed = seed_of(seed)
    number_of_maps = 1 if maps is None else whole(maps, "number of maps", 1)
    check_room(number_of_maps * COMPONENTS[field] * count_of(lmax, mmax), "coefficients", 16)
    found = [_engine.random_coefficients(field, lmax, mmax, rows, (seed + number) % 2**64)
             for number in range(number_of_maps)]
    dtype = np.complex64 if execution(precision=precision).is_single else np.complex128
    alm = np.array(found, dtype) if maps is not None else found[0].astype(dtype, copy=False)
    if COMPONENTS[field] == 1:
        alm = alm[..., 0, :]
    return Coefficients(alm, lmax, mmax, spin, polarised, frame,
                        unit=unit)


def remove_dipole(map: Any, *, grid: Grid | None = None, mask: Any = None,
                  dipole: bool = True) -> tuple[Map, float, np.ndarray]:
    """(Map, monopole, dipole): the map without the constant, and the dipole, that fit its seen
    pixels best by least squares; dipole along x, y, z. mask: (pixels), 0 leaves one out of the fit;
    dipole False: the constant alone. Of one scalar map, or of T of a polarised one."""
    sky = map_of(map, grid, None, None)
    kind = np.float32 if is_float32(sky.pixels) else np.float64
    pixels = np.array(sky.pixels, np.float64, order="C")
    first = pixels.reshape(-1, sky.grid.pixels)
    if len(first) > 1 and not sky.polarised:
        raise Error("There are several maps (a dipole is that of one, or of T of T, Q and U). Give"
                    " one, or Map(.., polarised=True).")
    mask = checked_mask(mask, sky.grid)
    monopole, vector = _engine.remove_dipole(sky.grid.engine, first[0], mask,
                                                flag(dipole, "dipole"))
    return dataclasses.replace(sky, pixels=pixels.astype(kind, copy=False)), monopole, \
        np.array(vector)
