# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What a wheel must be: small enough to be passed on, and whole in an environment of its own.

    python check_wheel.py siderum-*.whl
"""

import pathlib
import sys

import numpy as np

import siderum
from siderum.periods import Grid, LombScargle, find

LARGEST_BYTES = 60e6


def check(condition, sentence):
    if not condition:
        sys.exit(f"check_wheel: {sentence}")


def main(wheel):
    size = wheel.stat().st_size
    check(size <= LARGEST_BYTES, f"{wheel.name} has {size / 1e6:.1f} MB (at most"
                                 f" {LARGEST_BYTES / 1e6:.0f})")
    environment = pathlib.Path(sys.prefix).resolve()
    place = pathlib.Path(siderum.__file__).resolve()
    check(environment in place.parents, f"what is tried is {place}, not what was installed")
    engine = siderum.info()["engines"][0]
    check(not engine["problem"], engine["problem"])
    check(environment in pathlib.Path(engine["file"]).resolve().parents,
          f"the engine is {engine['file']}, which is not that of the wheel")

    t = np.sort(np.random.default_rng(1).uniform(0.0, 60.0, 300))
    y = np.sin(2 * np.pi * 1.7 * t)
    found = find((t, y, 0.1), Grid.between(0.1, 3.0, 20_000), refine=True)
    check(abs(found.frequency[0] - 1.7) < 1e-3, f"the frequency 1.7 was found as {found.frequency}")
    # By the Fourier transforms of the wheel, beside direct sums.
    frequency = np.linspace(0.1, 3.0, 20_000)
    fast, slow = (LombScargle(t, y).power(frequency, method=method) for method in ("fast", "slow"))
    check(np.max(np.abs(fast - slow)) < 1e-9, "the fast powers are not the powers")
    print(f"{wheel.name}: {size / 1e6:.1f} MB, tried with {engine['file']}")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
