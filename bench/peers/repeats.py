# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""How often a call of another package is repeated, as bench/support/timing.hpp does it for ours."""

import time

LEAST = 5  # runs
# As long at least: threads that the system has put onto one core take some 0.1 s to part.
SECONDS = 0.5
PATIENCE = 5.0  # [s]; no further run begins then


def fastest(function):
    """(seconds, result) of the fastest run."""
    least, runs, started = float("inf"), 0, time.perf_counter()
    while True:
        start = time.perf_counter()
        result = function()
        end = time.perf_counter()
        least, runs = min(least, end - start), runs + 1
        if end - started > (SECONDS if runs >= LEAST else PATIENCE):
            return least, result
