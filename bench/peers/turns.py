# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What the comparisons of the package for Python share: packages that take turns, and how they are
told."""

import os
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import results as form  # noqa: E402


def fastest(calls, rounds, seconds, turn=0.0):
    """The fastest time of each call; they take turns, and no round begins after `seconds`. A turn
    is as many calls as fit into `turn` seconds, one at least: the first of them finds the caches as
    the other package has left them."""
    best = [float("inf")] * len(calls)
    began = time.perf_counter()
    for _ in range(rounds):
        for i, call in enumerate(calls):
            start = end = time.perf_counter()
            while True:
                before = end
                call()
                end = time.perf_counter()
                best[i] = min(best[i], end - before)
                if end - start >= turn:
                    break
        if time.perf_counter() - began > seconds:
            break
    return best


def tell(groups, output):
    """Prints the rows of each group as they come, and writes all in the form of results.py where a
    file is named. A group whose package is not installed is left out."""
    threads = int(os.environ.get("OMP_NUM_THREADS", len(os.sched_getaffinity(0))))
    calls = []
    for rows in groups:
        try:
            for row in rows:
                calls.append({**row, "threads": threads, **form.stamp()})
                differs = f"  differs by {row['difference']:.1e}" if "difference" in row else ""
                print(f"{row['peer']:20} {row['case']:40} {1e3 * row['ours']:12.4f} ms"
                      f" {1e3 * row['theirs']:12.4f} ms {row['ours'] / row['theirs']:8.4f}"
                      f"{differs}", flush=True)
        except ImportError as failure:
            print(f"left out: {failure}")
    if output:
        form.write(output, form.complete({"calls": calls}))
