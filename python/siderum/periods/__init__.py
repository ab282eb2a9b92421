# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Periods of light curves.

Many objects: LightCurves, a Grid, and find. One object, as in astropy: LombScargle and
LombScargleMultiband.
"""

from siderum.periods._curves import LightCurves
from siderum.periods._find import find, find_on_own_grids, periodograms, place, windows
from siderum.periods._finders import (ConditionalEntropy, LombScargleFinder, PhaseDispersion,
                                      SuperSmoother)
from siderum.periods._grid import Grid
from siderum.periods._lomb_scargle import LombScargle
from siderum.periods._multiband import LombScargleMultiband
from siderum.periods._results import Periodograms, Periods

__all__ = ["ConditionalEntropy", "Grid", "LightCurves", "LombScargle", "LombScargleFinder",
           "LombScargleMultiband", "Periodograms", "Periods", "PhaseDispersion", "SuperSmoother",
           "find", "find_on_own_grids", "periodograms", "place", "windows"]
