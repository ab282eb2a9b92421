# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""How often a call of another package is repeated: as repeats.hpp has it for ours."""

import time

LEAST_RUNS = 2
# As long at least: threads that the system has put onto one core take some 0.1 s to part.
SECONDS = 0.5
LENGTHY = 5.0  # [s]; one run is enough then
COUNTS_COLD = 20.0  # [s]; that it begins cold makes it no longer, and the first run counts


def fastest_run(function):
    """(seconds, result) of the fastest of some runs, after one that is not counted."""
    def timed():
        start = time.perf_counter()
        result = function()
        return time.perf_counter() - start, result

    seconds, result = timed()
    if seconds >= COUNTS_COLD:
        return seconds, result
    times = []
    while len(times) < LEAST_RUNS or sum(times) < SECONDS:
        seconds, result = timed()
        times.append(seconds)
        if times[0] >= LENGTHY:
            break
    return min(times), result
