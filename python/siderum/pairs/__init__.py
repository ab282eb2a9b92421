# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Pairs of points on the sky and the angular correlation function.

A Catalogue, Bins of separation, and count (pairs) or correlate (w, errors, covariance). Counts are
exact: every pair is in the bin that its separation falls into.
"""

from siderum.pairs._bins import Bins
from siderum.pairs._catalogue import Catalogue, Regions, random_points
from siderum.pairs._correlate import correlate, count
from siderum.pairs._results import Correlation, PairCounts

__all__ = ["Bins", "Catalogue", "Correlation", "PairCounts", "Regions", "correlate", "count",
           "random_points"]
