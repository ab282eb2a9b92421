#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The period of an RR Lyrae star, and a picture of it:

    python examples/rr_lyrae.py examples/data/rr_lyrae_stripe82_z.csv rr_lyrae.png

It needs matplotlib.
"""

import sys

import matplotlib
import numpy as np

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

from siderum.periods import Grid, LombScargle, find  # noqa: E402


def main(data, picture):
    star, t, mag, error = np.loadtxt(data, delimiter=",", skiprows=1, unpack=True)
    first = star == star[0]
    found = find((t[first], mag[first], error[first]), Grid.between(0.1, 10.0, 200_000),
                 LombScargle.finder(nterms=3), refine=True)
    print(f"{found.period[0]:.6f} days, power {found.power[0]:.3f}")
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(10, 3.4), layout="constrained")
    found.plot(ax=left)
    found.plot_folded(ax=right)
    left.set_xlabel("frequency [1/d]")
    right.set_ylabel("z [mag]")
    right.invert_yaxis()
    figure.savefig(picture, dpi=80, metadata={"Software": None})


if __name__ == "__main__":
    main(*sys.argv[1:])
