# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""A random sky with a spectrum like that of the microwave background, in four projections."""

import pathlib
import sys

import numpy as np
from matplotlib import pyplot as plt

from siderum import sky

DATA = pathlib.Path(__file__).resolve().parents[2] / "examples/data"
_, cl = np.loadtxt(DATA / "cmb_like_spectrum.csv", delimiter=",", skiprows=1).T
alm = sky.random(cl, lmax=191, frame="galactic", seed=7)
map = sky.Map(sky.synthesis(alm, sky.Grid.healpix(64)).pixels, frame="galactic", unit="µK")
print(f"rms {map.pixels.std():.1f} µK")

figure, axes = plt.subplots(2, 2, figsize=(8, 5.4), layout="constrained")
style = {"cmap": "RdYlBu_r", "vmin": -300, "vmax": 300}
map.plot(ax=axes[0, 0], **style)
map.plot(ax=axes[0, 1], projection="orthographic", centre=(0, 30), **style)
map.plot(ax=axes[1, 0], projection="gnomonic", centre=(60, 45), radius=15, **style)
map.plot(ax=axes[1, 1], projection="cartesian", centre=(0, 0), radius=30, **style)
figure.savefig(sys.argv[1] if len(sys.argv) > 1 else f"{pathlib.Path(__file__).stem}.png", dpi=80)
