# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""From a map to its spectrum, with a mask: divided by the share of the sky that is seen, and by
least squares, which in few steps leaves at 0 what the seen sky does not tell."""

import pathlib
import sys

import numpy as np
from matplotlib import pyplot as plt

from siderum import sky

DATA = pathlib.Path(__file__).resolve().parents[2] / "examples/data"
_, cl = np.loadtxt(DATA / "cmb_like_spectrum.csv", delimiter=",", skiprows=1).T
grid = sky.Grid.healpix(32)
map = sky.synthesis(sky.random(cl, lmax=79, seed=3, frame="galactic"), grid)
theta, _ = grid.positions()
mask = np.where(np.abs(np.degrees(theta) - 90.0) > 15.0, 1.0, 0.0)

seen = sky.analysis(map, lmax=79, mask=mask).spectrum()
fitted = sky.analysis(map, lmax=79, mask=mask, tolerance=1e-6, iterations=30).spectrum()
print(f"seen: {mask.mean():.1%} of the sky")

figure, axes = plt.subplots(1, 2, figsize=(10, 3.4), layout="constrained",
                            width_ratios=(1, 1.3))
sky.Map(np.where(mask > 0, map.pixels, np.nan), frame="galactic", unit="µK").plot(ax=axes[0])
sky.Spectrum(("cl",), seen.cl / mask.mean()).plot(axes[1], label="masked, over its share")
fitted.plot(axes[1], label="least squares")
sky.Spectrum(("cl",), cl[None, :80], unit="µK").plot(axes[1], color="black", label="true")
axes[1].legend(fontsize="small")
figure.savefig(sys.argv[1] if len(sys.argv) > 1 else f"{pathlib.Path(__file__).stem}.png", dpi=80)
