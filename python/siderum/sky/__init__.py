# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Maps of the sky and their spherical harmonics.

Functions: synthesis, analysis and their adjoints, rotate, smooth, regrade, random. Many transforms
of one shape: a Plan. What they give and take: Grid, Map, Coefficients, Spectrum, or bare arrays.

    field        spin=, polarised=       coefficients           maps
    a function   0 (default)             a_lm                   the function
    a vector     1                       gradient E, curl B     theta and phi components
    Q and U      2                       E, B                   Stokes Q, U
    T, Q and U   polarised=True          T, E, B                Stokes T, Q, U

The last axis of an array is pixels, or coefficients; the one before it, where a field has several,
its components; one more before these counts maps, which are transformed together. Three maps are T,
Q and U with polarised=True alone; without it they are three functions.

a_lm of real maps, orthonormal, with the Condon-Shortley phase, for m >= 0 at the place
m (2 lmax + 1 - m) / 2 + l: healpy's and ducc0's order. Maps are in RING order; U has the sign of
HEALPix.
"""

from siderum.sky._coefficients import Coefficients, Spectrum
from siderum.sky._grid import Grid
from siderum.sky._map import Map
from siderum.sky._plan import Plan, forget_plans
from siderum.sky._tools import gaussian_beam, random, regrade, remove_dipole, rotate
from siderum.sky._transforms import (adjoint_analysis, adjoint_synthesis, analysis, smooth,
                                     synthesis)

__all__ = ["Coefficients", "Grid", "Map", "Plan", "Spectrum", "adjoint_analysis",
           "adjoint_synthesis", "analysis", "forget_plans", "gaussian_beam", "random", "regrade",
           "remove_dipole", "rotate", "smooth", "synthesis"]
