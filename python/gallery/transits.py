# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Transits by the Super Smoother: a dip of a twentieth of the period, which has no shape of a
sinusoid."""

import pathlib
import sys

import numpy as np
from matplotlib import pyplot as plt

from siderum.periods import Grid, SuperSmoother, find

rng = np.random.default_rng(2)
period, width = 3.217, 0.05  # [d], of a period
time = np.sort(rng.uniform(0.0, 80.0, 1500))
flux = 1.0 - 0.02 * (np.abs((time / period + 0.5) % 1.0 - 0.5) < width / 2)
flux += 0.004 * rng.normal(size=time.size)

grid = Grid.between(0.15, 0.6, 3_000)
found = find((time, flux, 0.004), grid, SuperSmoother(alpha=0))
print(f"period {found.period[0]:.3f} d, true {period} d")

figure, axes = plt.subplots(1, 2, figsize=(9, 3.4), layout="constrained")
found.plot(ax=axes[0])
axes[0].set_xlabel("frequency [1 / d]")
found.plot_folded(ax=axes[1], bins=40, markersize=2)
axes[1].set_ylabel("flux")
figure.savefig(sys.argv[1] if len(sys.argv) > 1 else f"{pathlib.Path(__file__).stem}.png", dpi=80)
