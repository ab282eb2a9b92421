#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Times rotations of coefficients by siderum and ducc0 on the same threads in the same run.

    python3 -m venv build/peers && build/peers/bin/pip install ducc0
    build/peers/bin/python bench/peers/rotation.py --siderum build/openmp/bench/sky_tools_bench

In rounds: siderum's benchmark of one row on the CPU, which checks its result, then ducc0's
sht.rotate_alm, each the fastest of several runs. That the numbers agree is what the test
rotate_coefficients holds.
"""

import argparse
import json
import os
import pathlib
import subprocess
import tempfile

from repeats import fastest_run

QUICK = (511, 1023)
FULL = QUICK + (2047, 4095)


def siderum_seconds(options, lmax):
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        name = f"^rotate_coefficients/.*/(openmp|serial|threads)/double/lmax{lmax}x1/"
        subprocess.run([options.siderum, "--cases=full", "--spaces=host",
                        f"--benchmark_filter={name}", f"--benchmark_out={report}",
                        "--benchmark_out_format=json"],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       env={**os.environ, "OMP_NUM_THREADS": str(options.threads)})
        cases = json.loads(report.read_text(encoding="utf-8"))["benchmarks"]
    return cases[0]["real_time"] * 1e-3


def ducc_seconds(ducc0, a_lm, options, lmax):
    return fastest_run(lambda: ducc0.sht.rotate_alm(a_lm, lmax, 0.3, 1.1, -0.4,
                                                nthreads=options.threads))[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--siderum", required=True, help="the program sky_tools_bench")
    parser.add_argument("--cases", choices=("quick", "full"), default="quick")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--rounds", type=int, default=2)
    options = parser.parse_args()
    options.siderum = str(pathlib.Path(options.siderum).resolve())
    import ducc0  # what the comparison is with: nothing else needs it
    import numpy
    for lmax in QUICK if options.cases == "quick" else FULL:
        random = numpy.random.default_rng(1)
        count = (lmax + 1) * (lmax + 2) // 2
        a_lm = random.standard_normal(count) + 1j * random.standard_normal(count)
        a_lm[:lmax + 1].imag = 0.0
        ours = theirs = float("inf")
        for _ in range(options.rounds):
            ours = min(ours, siderum_seconds(options, lmax))
            theirs = min(theirs, ducc_seconds(ducc0, a_lm, options, lmax))
        print(f"lmax {lmax}, {options.threads} threads: siderum {1e3 * ours:.1f} ms, ducc0 "
              f"{ducc0.__version__} {1e3 * theirs:.1f} ms, {theirs / ours:.2f} x", flush=True)


if __name__ == "__main__":
    main()
