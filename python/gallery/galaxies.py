# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""w(theta) of mock galaxies with its covariance, by leaving out one of 40 regions at a time."""

import pathlib
import sys

import numpy as np
from matplotlib import pyplot as plt

from siderum.pairs import Bins, correlate, random_points

DATA = pathlib.Path(__file__).resolve().parents[2] / "examples/data"
ra, dec = np.loadtxt(DATA / "galaxies.csv", delimiter=",", skiprows=1).T
randoms = random_points(10 * ra.size, box=(160.0, 190.0, 15.0, 35.0), seed=1)
found = correlate((ra, dec), randoms, bins=Bins.logarithmic(0.02, 5.0, 12), regions=40)
print(f"w(0.1 deg) is about {np.interp(0.1, found.separation, found.w):.2f}")

figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
found.plot(left)
found.plot_matrix(right)
figure.savefig(sys.argv[1] if len(sys.argv) > 1 else f"{pathlib.Path(__file__).stem}.png", dpi=80)
