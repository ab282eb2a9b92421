# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""A light curve's window: what nights and the season do to a single frequency."""

import pathlib
import sys

import numpy as np
from matplotlib import pyplot as plt

from siderum.periods import Grid, find, windows

rng = np.random.default_rng(4)
night = rng.choice(120, 70, replace=False)
time = np.sort(night + 0.3 + 0.25 * rng.random(70))  # [d], in the dark
flux = np.sin(2 * np.pi * 0.31 * time) + 0.3 * rng.normal(size=70)

grid = Grid.between(0.0, 3.5, 20_000)
window = windows((time, flux), grid)
found = find((time, flux, 0.3), Grid.between(0.01, 3.5, 20_000), peaks=4, keep_powers=True)
print("peaks at", ", ".join(f"{one:.2f}" for one in found.frequency[0]), "1 / d")

figure, (above, below) = plt.subplots(2, 1, figsize=(8, 4.6), layout="constrained", sharex=True)
window.plot(ax=above)
found.plot(ax=below)
above.set_xlabel("")
below.set_xlabel("frequency [1 / d]")
figure.savefig(sys.argv[1] if len(sys.argv) > 1 else f"{pathlib.Path(__file__).stem}.png", dpi=80)
