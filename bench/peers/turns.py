# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What the comparisons of the package for Python share: packages that take turns, and how they are
told."""

import os
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import quiet  # noqa: E402
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


def add_options(parser):
    parser.add_argument("--output", help="JSON file")
    parser.add_argument("--siderum", type=pathlib.Path, default=pathlib.Path("."),
                        help="folder of operations_bench, which sees whether the host is busy")
    parser.add_argument("--tries", type=int, default=quiet.MOST_TRIES,
                        help="measure so often at most where the host is busy (default 5)")


def tell(groups, options):
    """Measures and prints the rows of each group, which gives a function for each, and writes all
    in the form of results.py where a file is named. A group whose package is not installed is left
    out."""
    threads = int(os.environ.get("OMP_NUM_THREADS", len(os.sched_getaffinity(0))))
    watch = quiet.Watch(options.siderum / "operations_bench", quiet.all_peaks(),
                        tries=options.tries)
    calls = []
    for rows in groups:
        try:
            for measure in rows:
                row, how = watch.run(threads, measure)
                calls.append(({**row, "threads": threads, **form.stamp()}, how))
                differs = f"  differs by {row['difference']:.1e}" if "difference" in row else ""
                print(f"{row['peer']:20} {row['case']:40} {1e3 * row['ours']:12.4f} ms"
                      f" {1e3 * row['theirs']:12.4f} ms {row['ours'] / row['theirs']:8.4f}"
                      f"{differs}", flush=True)
        except ImportError as failure:
            print(f"left out: {failure}")
    watch.finish()
    if options.output:
        form.write(options.output, form.complete(
            {"calls": [{**call, **how} for call, how in calls]}))
