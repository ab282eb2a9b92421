# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Asteroid 243 Ida: the period of its light curve, from 29 points of the Zwicky Transient Facility.
An asteroid shows two like faces in a turn, so that it rotates in twice the best period."""

import pathlib
import sys

import numpy as np
from matplotlib import pyplot as plt

from siderum.periods import Grid, find

DATA = pathlib.Path(__file__).resolve().parents[2] / "examples/data"
_, time, magnitude = np.loadtxt(DATA / "ida_243_ztf_r.csv", delimiter=",").T

found = find((time, magnitude), Grid.between(0.5, 12.0, 100_000), refine=True)
print(f"rotation in {2 * 24 * found.period[0]:.3f} h")

figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.4), layout="constrained")
found.plot(ax=left)
left.set_xlabel("frequency [1 / d]")
found.plot_folded(ax=right)
right.set_ylabel("magnitude - mean")
right.invert_yaxis()
figure.savefig(sys.argv[1] if len(sys.argv) > 1 else f"{pathlib.Path(__file__).stem}.png", dpi=80)
