# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""healpy's functions of harmonics, by its names, arguments and defaults, done by siderum.

    import siderum.compat.healpy as hp

Every argument works as in healpy, or raises in a sentence. What differs, knowingly:

- numbers that are not finite are refused, where healpy spreads them;
- use_pixel_weights, pixwin and datapath raise: their data are not here (use_weights computes ring
  weights that integrate better than the files of healpy do);
- random coefficients are other ones; they follow numpy.random's seed, as healpy's do;
- spins above 2 raise;
- an analysis beyond 3 nside - 1 gives a RuntimeWarning.

Files are read and written by astropy.io.fits.
"""

from siderum.compat.healpy._coefficients import (UNSEEN, Alm, alm2cl, almxfl, gauss_beam,
                                                 rotate_alm, smoothalm, synalm)
from siderum.compat.healpy._files import (read_alm, read_cl, read_map, write_alm, write_cl,
                                          write_map)
from siderum.compat.healpy._transforms import (alm2map, alm2map_spin, anafast, map2alm,
                                               map2alm_lsq, map2alm_spin, smoothing, synfast,
                                               ud_grade)

__all__ = ["Alm", "UNSEEN", "alm2cl", "alm2map", "alm2map_spin", "almxfl", "anafast",
           "gauss_beam", "map2alm", "map2alm_lsq", "map2alm_spin", "read_alm", "read_cl",
           "read_map", "rotate_alm", "smoothalm", "smoothing", "synalm", "synfast", "ud_grade",
           "write_alm", "write_cl", "write_map"]


def __getattr__(name):
    raise AttributeError(f"siderum.compat.healpy has no {name!r} (it has harmonics, spectra,"
                         " resolutions and files; places of pixels, rotators and pictures are"
                         " healpy's). Take it from healpy.")
