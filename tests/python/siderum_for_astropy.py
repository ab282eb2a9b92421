# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""A plug-in of pytest, with which astropy's own tests of its Lomb-Scargle classes test siderum's:

    python -m pytest -p siderum_for_astropy --pyargs astropy.timeseries.periodograms.lombscargle
"""

import sys

import astropy.timeseries  # noqa: F401  (all of the modules below)

import siderum

CLASSES = {"LombScargle": siderum.LombScargle,
           "LombScargleMultiband": siderum.LombScargleMultiband}
PLACES = ("astropy.timeseries", "astropy.timeseries.periodograms",
          "astropy.timeseries.periodograms.lombscargle",
          "astropy.timeseries.periodograms.lombscargle.core",
          "astropy.timeseries.periodograms.lombscargle_multiband",
          "astropy.timeseries.periodograms.lombscargle_multiband.core")

for place in PLACES:
    for name, replacement in CLASSES.items():
        if hasattr(sys.modules[place], name):
            setattr(sys.modules[place], name, replacement)
