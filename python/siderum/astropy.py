# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Methods for astropy's own LombScargle:

    import siderum.astropy
    LombScargle(t, y, dy).autopower(method="fastsiderum")
    LombScargle(t, y, dy, nterms=3).autopower(method="fastsiderumchi2")

The import registers them. method_kwds may be tolerance (of non-uniform FFTs, 0: 1e-9), and device,
precision, threads and progress of siderum.LombScargle. astropy hands a grid to methods whose name
begins with "fast", and nterms to those whose name ends in "chi2".
"""

import numpy as np
from astropy.timeseries import LombScargle as _AstropyLombScargle
from astropy.timeseries.periodograms.lombscargle.implementations import main as _main

from siderum.periods._lomb_scargle import LombScargle

__all__ = ["fastsiderum", "fastsiderumchi2"]


def fastsiderumchi2(t, y, dy, f0, df, Nf, center_data=True, fit_mean=True,
                    normalization="standard", nterms=1, tolerance=0.0, threads=0, device="auto",
                    precision="double", progress=False):
    """The powers at f0 + df k, k = 0 .. Nf - 1, of a model of nterms harmonics."""
    periodogram = LombScargle(t, y, dy, fit_mean, center_data, nterms, normalization,
                              device=device, precision=precision, threads=threads,
                              progress=progress)
    return np.asarray(periodogram.power_on_grid(f0, df, Nf, tolerance=tolerance))


def fastsiderum(t, y, dy, f0, df, Nf, center_data=True, fit_mean=True, normalization="standard",
                tolerance=0.0, threads=0, device="auto", precision="double", progress=False):
    """The powers at f0 + df k, k = 0 .. Nf - 1."""
    return fastsiderumchi2(t, y, dy, f0, df, Nf, center_data, fit_mean, normalization, 1,
                           tolerance, threads, device, precision, progress)


def _register():
    for method in (fastsiderum, fastsiderumchi2):
        name = method.__name__
        _main.METHODS[name] = method
        if name not in _AstropyLombScargle.available_methods:
            _AstropyLombScargle.available_methods.append(name)


_register()
