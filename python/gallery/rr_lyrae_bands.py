# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""An RR Lyrae in bands: the shape of a star of SDSS Stripe 82, seen sparsely in three bands, of
which none tells the period alone."""

import pathlib
import sys

import numpy as np
from matplotlib import pyplot as plt

from siderum.periods import Grid, LightCurves, LombScargle, find

DATA = pathlib.Path(__file__).resolve().parents[2] / "examples/data"
rows = np.genfromtxt(DATA / "rr_lyrae_stripe82_z.csv", delimiter=",", names=True)
star = rows[rows["id"] == rows["id"][0]]
shape = LombScargle(star["time"], star["mag"], star["error"], nterms=4)
period = 0.574309  # [d], Sesar et al. 2010

rng = np.random.default_rng(3)
bands = rng.choice(["g", "r", "z"], 36)
time = np.sort(rng.uniform(0.0, 120.0, 36))
scale = np.choose(np.searchsorted(["g", "r", "z"], bands), [1.7, 1.2, 1.0])
mean = star["mag"].mean()
magnitude = mean + scale * (shape.model(time, 1.0 / period) - mean) + 0.4 * (scale - 1.0)
magnitude += 0.03 * rng.normal(size=36)

curves = LightCurves(time, magnitude, 0.03, bands=bands)
found = find(curves, Grid.between(0.5, 5.0, 60_000), LombScargle.finder(bands=True))
print(f"period {found.period[0]:.4f} d, known {period:.4f} d")

figure, axes = plt.subplots(1, 2, figsize=(9, 3.4), layout="constrained")
found.plot(ax=axes[0])
axes[0].set_xlabel("frequency [1 / d]")
for band in "grz":
    one = bands == band
    phase = time[one] / found.period[0] % 1.0
    axes[1].plot(np.concatenate((phase, phase + 1)), np.tile(magnitude[one], 2), "o",
                 markersize=4, label=band)
axes[1].invert_yaxis()
axes[1].set_xlabel("phase")
axes[1].set_ylabel("magnitude")
axes[1].legend(title="band", fontsize="small")
figure.savefig(sys.argv[1] if len(sys.argv) > 1 else f"{pathlib.Path(__file__).stem}.png", dpi=80)
