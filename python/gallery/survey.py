# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""A survey of a thousand curves in one call: which periods are found, and where the false-alarm
probability says so."""

import pathlib
import sys

import numpy as np
from matplotlib import pyplot as plt

from siderum.periods import Grid, LightCurves, find

rng = np.random.default_rng(1)
objects = 1000
points = rng.integers(30, 150, objects)
true = 10.0 ** rng.uniform(-0.5, 1.0, objects)  # [d]
amplitude = 10.0 ** rng.uniform(-2.0, 0.0, objects)
times = [np.sort(rng.uniform(0.0, 90.0, n)) for n in points]
values = [a * np.sin(2 * np.pi * t / p) + 0.1 * rng.normal(size=t.size)
          for t, p, a in zip(times, true, amplitude)]

found = find(LightCurves(times, values, 0.1), Grid.between(0.05, 5.0, 20_000), fap="baluev")
sure = found.false_alarm < 1e-3
right = np.abs(found.frequency * true - 1.0) < 0.02
print(f"{sure.sum()} are sure, {right[sure].mean():.1%} of these are right")

figure, axes = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
axes[0].loglog(true[~sure], found.period[~sure], ".", color="0.75", markersize=3, label="unsure")
axes[0].loglog(true[sure], found.period[sure], ".", markersize=3, label="false alarm < 0.001")
axes[0].set_xlabel("true period [d]")
axes[0].set_ylabel("period found [d]")
axes[0].legend(fontsize="small")
axes[1].semilogx(amplitude[~right] / 0.1, found.power[~right], ".", color="C3", markersize=3,
                 label="wrong")
axes[1].semilogx(amplitude[right] / 0.1, found.power[right], ".", color="C2", markersize=3,
                 label="right")
axes[1].set_xlabel("amplitude / error")
axes[1].set_ylabel("power (standard)")
axes[1].legend(fontsize="small")
figure.savefig(sys.argv[1] if len(sys.argv) > 1 else f"{pathlib.Path(__file__).stem}.png", dpi=80)
