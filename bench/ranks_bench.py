#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Several processes against one with as many threads, on the CPUs of this host.

    python3 bench/ranks_bench.py build/openmp/bin/siderum --threads 2 --ranks 2

Both run in turn, an even number of rounds; of each the fastest counts, by the seconds that its own
--verbose gives to computing. A row says how many times as fast the processes are as the threads of
one (1 is the best that can be expected), and whether all bytes are the same; where they are not,
the run fails.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

COMPUTING = re.compile(r"computing (\d+\.\d+) s")


def rows(folder, scale):
    stars, long, sky = folder / "stars.csv", folder / "long.csv", folder / "sky.fits"
    grid = ["--fmin", "0.5", "--fmax", "24", "--count"]
    return {
        "256 light curves, direct sums":
            ["periods", stars, *grid, str(30_000 * scale), "--method", "direct"],
        "256 light curves, nufft":
            ["periods", stars, *grid, str(200_000 * scale), "--method", "nufft"],
        "256 light curves, Super Smoother":
            ["periods", stars, *grid, str(600 * scale), "--finder", "super-smoother"],
        "256 light curves, phase dispersion":
            ["periods", stars, *grid, str(10_000 * scale), "--finder", "pdm"],
        "one long light curve, direct sums":
            ["periods", long, *grid, str(2_000_000 * scale), "--method", "direct"],
        "2,000,000 points to 5 degrees":
            ["pairs", "--data", sky, "--bins", "0.01:5:12"],
        "alm2map, lmax 1023": ["alm2map", "alm1023.fits", "out.fits", "--nside", "512"],
        "alm2map, lmax 2047": ["alm2map", "alm2047.fits", "out.fits", "--nside", "1024"],
        "map2alm, lmax 1023, 3 iterations":
            ["map2alm", "map1023.fits", "out.fits", "--lmax", "1023"],
        "map2alm, lmax 2047":
            ["map2alm", "map2047.fits", "out.fits", "--lmax", "2047", "--iterations", "0"],
    }


def prepare(program, folder):
    def siderum(*words):
        subprocess.run([program, *map(str, words)], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def make(*words):
        siderum("simulate", *words)
    make("light-curves", "--objects", 256, "--output", "stars.csv")
    make("light-curves", "--objects", 1, "--output", "one.csv")
    head, *points = (folder / "one.csv").read_text().splitlines()
    # The same night again and again, a little later each time.
    lines = [head]
    names = head.split(",")
    place = names.index("time")
    for turn in range(20):
        for point in points:
            words = point.split(",")
            words[place] = repr(float(words[place]) + 401.3 * turn)
            lines.append(",".join(words))
    (folder / "long.csv").write_text("\n".join(lines) + "\n")
    make("sky-points", "--points", 2_000_000, "--output", "sky.fits")
    spectrum = ["l,cl", *(f"{degree},{1 / (degree + 1) ** 2!r}" for degree in range(2048))]
    (folder / "cl.csv").write_text("\n".join(spectrum) + "\n")
    for lmax in (1023, 2047):
        siderum("synalm", "cl.csv", f"alm{lmax}.fits", "--lmax", lmax)
        siderum("alm2map", f"alm{lmax}.fits", f"map{lmax}.fits", "--nside", (lmax + 1) // 2)


def run(start, program, command, folder, threads):
    environment = {**os.environ, "OMP_NUM_THREADS": str(threads), "OMP_PROC_BIND": "false"}
    before = time.perf_counter()
    outcome = subprocess.run(
        [*start, program, *map(str, command), "--device", "cpu", "--verbose"], cwd=folder,
        capture_output=True, text=True, check=False, env=environment)
    whole = time.perf_counter() - before
    if outcome.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: {outcome.stderr}")
    written = (folder / "out.fits").read_bytes() if "out.fits" in command else outcome.stdout
    return float(COMPUTING.search(outcome.stderr).group(1)), whole, written


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--threads", type=int, default=2, help="of all ranks together")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--scale", type=int, default=1, help="as many times the frequencies")
    arguments = parser.parse_args()
    program = arguments.program.resolve()
    ranks = arguments.ranks
    start = [shutil.which("mpirun"), *(["--allow-run-as-root"] if os.geteuid() == 0 else []),
             "--map-by", f"slot:PE={arguments.threads // ranks}", "--oversubscribe", "-n",
             str(ranks)]
    print(f"| {ranks} processes of {arguments.threads // ranks} threads against 1 of "
          f"{arguments.threads} | 1 process | {ranks} processes | times as fast | whole |")
    print("|---|---|---|---|---|")
    with tempfile.TemporaryDirectory(prefix="siderum_ranks_") as name:
        folder = pathlib.Path(name)
        prepare(program, folder)
        for row, command in rows(folder, arguments.scale).items():
            alone, several = [], []
            for _ in range(arguments.rounds):
                alone.append(run([], program, command, folder, arguments.threads))
                several.append(run(start, program, command, folder, arguments.threads // ranks))
            if len({result for *_, result in alone + several}) != 1:
                sys.exit(f"{row}: the bytes differ")
            one, many = min(alone)[0], min(several)[0]
            ratio = min(whole for _, whole, _ in alone) / min(whole for _, whole, _ in several)
            print(f"| {row} | {one:.3f} s | {many:.3f} s | {one / many:.2f} | {ratio:.2f} |",
                  flush=True)


if __name__ == "__main__":
    main()
