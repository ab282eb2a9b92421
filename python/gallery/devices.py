# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""CPU beside GPU: what a search and a transform take on each device of this machine."""

import time

import pathlib
import sys

import numpy as np
from matplotlib import pyplot as plt

import siderum
from siderum import sky
from siderum.periods import Grid, find


def seconds(call):
    """Of the fastest of ten calls: the first wakes the device."""
    best = np.inf
    for _ in range(10):
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return best


rng = np.random.default_rng(1)
curve = np.sort(rng.uniform(0.0, 100.0, 300)), rng.normal(size=300)
counts = 10 ** np.arange(3, 7)
degrees = 2 ** np.arange(6, 10)
devices = [name for name in siderum.devices() if name in ("cpu", "gpu")]

figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.4), layout="constrained")
for device in devices:
    left.loglog(counts, [seconds(lambda: find(curve, Grid.between(0.01, 9.0, int(n)),
                                              device=device)) for n in counts], "o-", label=device)
    plans = [sky.Plan(sky.Grid.gauss_legendre(int(n) + 1), int(n), device=device) for n in degrees]
    skies = [sky.random(np.ones(plan.lmax + 1)).alm for plan in plans]
    right.loglog(degrees, [seconds(lambda: plan.synthesis(alm))
                           for plan, alm in zip(plans, skies)], "o-", label=device)
there = ", ".join(devices) + ("" if "gpu" in devices else "; there is no GPU that can be used")
print(f"on {there}")
figure.suptitle(f"on this machine: {there}", fontsize="small")
left.set_title("a periodogram of 300 points", fontsize="small")
left.set_xlabel("frequencies")
left.set_ylabel("seconds")
right.set_title("a map from its coefficients", fontsize="small")
right.set_xlabel("lmax")
right.set_xticks(degrees, degrees)
right.minorticks_off()
for ax in (left, right):
    ax.legend(fontsize="small")
figure.savefig(sys.argv[1] if len(sys.argv) > 1 else f"{pathlib.Path(__file__).stem}.png", dpi=80)
