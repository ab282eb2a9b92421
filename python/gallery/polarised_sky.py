# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""A polarised sky, and how a beam of five degrees sees its Q."""

import pathlib
import sys

import numpy as np
from matplotlib import pyplot as plt

from siderum import sky

DATA = pathlib.Path(__file__).resolve().parents[2] / "examples/data"
columns = np.loadtxt(DATA / "cmb_like_polarised.csv", delimiter=",", skiprows=1).T
spectra = dict(zip(("tt", "ee", "bb", "te"), columns[1:]))
alm = sky.random(spectra, lmax=95, polarised=True, frame="galactic", seed=5)
maps = sky.synthesis(alm, sky.Grid.healpix(32))
smooth = sky.smooth(maps, fwhm=np.radians(5.0))
print(f"rms of Q {maps.pixels[1].std():.3f} µK, smoothed {smooth.pixels[1].std():.3f} µK")

figure, axes = plt.subplots(1, 3, figsize=(10, 3), layout="constrained")
for ax, one, row in ((axes[0], maps, 0), (axes[1], maps, 1), (axes[2], smooth, 1)):
    sky.Map(one.pixels, one.grid, polarised=True, frame="galactic", unit="µK").plot(row, ax)
axes[2].set_title("smoothed", fontsize="small")
figure.savefig(sys.argv[1] if len(sys.argv) > 1 else f"{pathlib.Path(__file__).stem}.png", dpi=80)
