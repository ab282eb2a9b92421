#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Whole processes of the program, from file to answer: what a user waits for.

    python3 bench/process_bench.py build/openmp/bin/siderum --scale quick --threads 2
    python3 bench/process_bench.py build/cuda/bin/siderum --scale full --device gpu --folder /data

Each command runs some times, the fastest counts; its files are in the page cache. What it spends
the time on is its own --verbose. Beside it stands what cp takes for the files that it reads and dd
for the bytes that it writes, into the same folder in the same run, and the goal: computing, and
each byte read or written at 1 GB/s and thread (FITS, NumPy) or 0.4 GB/s (text).
"""

import argparse
import contextlib
import dataclasses
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import tables

ROOT = pathlib.Path(__file__).resolve().parents[1]
IDA = ROOT / "examples/data/ida_243_ztf_r.csv"
RANGE = ["--fmin", "0.5", "--fmax", "24"]
TEXT = (".csv", ".txt")


@dataclasses.dataclass
class Scale:
    objects: int
    frequencies: int
    npy_frequencies: int
    nside: int
    lmax: int
    long_lmax: int
    points: int
    many_points: int
    many_reach: float


SCALES = {"quick": Scale(objects=300, frequencies=20_000, npy_frequencies=100_000, nside=512,
                         lmax=1023, long_lmax=2047, points=200_000, many_points=1_000_000,
                         many_reach=0.2),
          "full": Scale(objects=1000, frequencies=1_000_000, npy_frequencies=1_000_000, nside=2048,
                        lmax=4095, long_lmax=16383, points=1_000_000, many_points=30_000_000,
                        many_reach=0.2)}


@dataclasses.dataclass
class Row:
    name: str
    command: list  # with {output} where the result goes
    reads: list = dataclasses.field(default_factory=list)
    output: str = "result.csv"


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--folder", type=pathlib.Path,
                        help="of the files (default: a temporary one, which is removed)")
    parser.add_argument("--scale", choices=SCALES, default="quick")
    parser.add_argument("--device", default="cpu", help="of commands that compute (default cpu)")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--filter", default="", help="only rows that match this expression")
    parser.add_argument("--output", type=pathlib.Path, help="JSON with all figures")
    return parser.parse_args()


class Bench:
    def __init__(self, program, folder, device, threads, runs):
        self.program = pathlib.Path(program).resolve()
        self.folder = pathlib.Path(folder)
        self.threads = threads
        self.runs = runs
        self.environment = dict(os.environ, OMP_NUM_THREADS=str(threads))
        self.where = ["--device", device]

    def path(self, name):
        return str(self.folder / name)

    def run(self, command):
        """(seconds, what went to standard error)"""
        start = time.perf_counter()
        done = subprocess.run([str(self.program), *map(str, command)], env=self.environment,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                              check=False)
        seconds = time.perf_counter() - start
        if done.returncode:
            sys.exit(f"{' '.join(map(str, command))}: {done.stderr}")
        return seconds, done.stderr

    def best(self, command):
        """(seconds, the time line's parts) of the fastest run."""
        found = []
        for _ in range(self.runs):
            seconds, told = self.run([*command, "--verbose"])
            line = told.splitlines()[-1]
            parts = {name: float(value) for name, value in re.findall(r"(\w+) (\d+\.\d+) s", line)}
            found.append((seconds, parts))
        return min(found, key=lambda run: run[0])

    def fastest(self, command):
        """Seconds of another program."""
        found = []
        for _ in range(self.runs):
            start = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
            found.append(time.perf_counter() - start)
        return min(found)

    def make(self, name, command):
        """An input, made but once in a folder that stays."""
        path = self.path(name)
        if not os.path.exists(path):
            self.run([part.format(output=path) for part in map(str, command)])
        return path


def rows_of(bench, scale):
    """(function that makes the inputs and gives the row) by name, so that a filter makes none."""
    where = bench.where

    def survey(form):
        return bench.make(f"survey.{form}", ["simulate", "light-curves", "--objects",
                                             scale.objects, "--output", "{output}"])

    def points(count, form):
        return bench.make(f"points{count}.{form}", ["simulate", "sky-points", "--points", count,
                                                    "--output", "{output}"])

    def spectrum(lmax):
        path = bench.path(f"cl{lmax}.csv")
        pathlib.Path(path).write_text("l,cl\n" + "".join(
            f"{l},{1.0 / (l + 1.0) ** 2}\n" for l in range(lmax + 1)))
        return path

    def coefficients():
        return bench.make("alm.fits", ["synalm", spectrum(scale.lmax), "{output}"])

    def sky():
        return bench.make("map.fits", ["alm2map", coefficients(), "{output}", "--nside",
                                       scale.nside])

    def searched(name, form, frequencies, more, output="result.csv"):
        path = survey(form)
        return Row(name, ["periods", path, *RANGE, "--model", "standard", "--count", frequencies,
                          *more, *where], [path], output)

    def counted(name, count, form, reach):
        path = points(count, form)
        return Row(name, ["pairs", "--data", path, "--bins", f"{reach / 100}:{reach}:10",
                          "--output", "{output}", *where], [path])

    def analysed(name, words, output):
        path = sky()
        return Row(name, [words[0], path, "{output}", *words[1:], *where], [path], output)

    lmax = ["--lmax", scale.lmax]
    curves, count = scale.objects, scale.frequencies
    return {
        "periods, 29 points": lambda name: Row(
            name, ["periods", IDA, *RANGE, "--model", "standard", "--count", 1000, "--output",
                   "{output}", *where], [str(IDA)]),
        f"periods, {curves} curves x {count}, best, CSV": lambda name: searched(
            name, "csv", count, ["--output", "{output}"]),
        f"periods, {curves} curves x {count}, best, FITS": lambda name: searched(
            name, "fits", count, ["--output", "{output}"]),
        f"periods, {curves} curves x {scale.npy_frequencies}, all powers": lambda name: searched(
            name, "fits", scale.npy_frequencies, ["--periodogram", "{output}"], "powers.npy"),
        f"synalm, lmax {scale.lmax}": lambda name: Row(
            name, ["synalm", spectrum(scale.lmax), "{output}"], [], "out.fits"),
        f"synalm, lmax {scale.long_lmax}": lambda name: Row(
            name, ["synalm", spectrum(scale.long_lmax), "{output}"], [], "out.fits"),
        f"alm2map, nside {scale.nside}": lambda name: Row(
            name, ["alm2map", coefficients(), "{output}", "--nside", scale.nside, *where],
            [coefficients()], "out.fits"),
        f"map2alm, nside {scale.nside}, 3 iterations": lambda name: analysed(
            name, ["map2alm", *lmax, "--iterations", 3], "out.fits"),
        f"anafast, nside {scale.nside}": lambda name: analysed(
            name, ["anafast", *lmax, "--iterations", 0], "cl.csv"),
        f"smooth, nside {scale.nside}": lambda name: analysed(
            name, ["smooth", *lmax, "--iterations", 0, "--fwhm", 30], "out.fits"),
        f"rotate, lmax {scale.lmax}": lambda name: Row(
            name, ["rotate", coefficients(), "{output}", "--angles", "10:20:30", *where],
            [coefficients()], "out.fits"),
        f"regrade, nside {scale.nside}": lambda name: Row(
            name, ["regrade", sky(), "{output}", "--nside", scale.nside // 2], [sky()],
            "out.fits"),
        f"picture, nside {scale.nside}": lambda name: Row(
            name, ["picture", sky(), "{output}"], [sky()], "sky.png"),
        f"pairs, {scale.points} points, FITS": lambda name: counted(
            name, scale.points, "fits", 1.0),
        f"pairs, {scale.points} points, CSV": lambda name: counted(name, scale.points, "csv", 1.0),
        f"pairs, {scale.many_points} points to {scale.many_reach} degrees": lambda name: counted(
            name, scale.many_points, "fits", scale.many_reach),
        f"simulate, {curves} curves, CSV": lambda name: Row(
            name, ["simulate", "light-curves", "--objects", curves, "--output", "{output}"]),
        f"simulate, {scale.points} points, FITS": lambda name: Row(
            name, ["simulate", "sky-points", "--points", scale.points, "--output", "{output}"], [],
            "out.fits"),
    }


def bytes_of(paths):
    return sum(os.path.getsize(path) for path in paths)


def goal(row, parts, written, threads):
    """Computing, and the bytes at the rates that are wanted."""
    def seconds(path, size):
        return size / (0.4e9 if path.endswith(TEXT) else 1e9) / threads

    return (parts.get("computing", 0.0) + parts.get("drawing", 0.0) + seconds(row.output, written)
            + sum(seconds(path, os.path.getsize(path)) for path in row.reads))


def measure(bench, row):
    output = bench.path(row.output)
    command = [str(part).format(output=output) for part in row.command]
    seconds, parts = bench.best(command)
    written = os.path.getsize(output)
    entry = {"name": row.name, "seconds": seconds, **parts, "read": bytes_of(row.reads),
             "written": written, "goal": goal(row, parts, written, bench.threads), "copy": 0.0}
    copy = bench.path("copy")
    for path in row.reads:
        entry["copy"] += bench.fastest(["cp", path, copy])
    if written:
        entry["copy"] += bench.fastest(["dd", "if=/dev/zero", f"of={copy}", "bs=16M",
                                        "iflag=count_bytes", f"count={written}"])
    for path in (copy, output):
        pathlib.Path(path).unlink(missing_ok=True)
    return entry


def measure_all(bench, scale, expression=""):
    """One entry for each row whose name matches."""
    entries = []
    for name, make_row in rows_of(bench, SCALES[scale]).items():
        if re.search(expression, name):
            print(f"== {name}", file=sys.stderr, flush=True)
            entries.append({**measure(bench, make_row(name)), "device": bench.where[1],
                            "threads": bench.threads})
    return entries


def main():
    options = arguments()
    with contextlib.ExitStack() as stack:
        folder = options.folder or stack.enter_context(tempfile.TemporaryDirectory())
        os.makedirs(folder, exist_ok=True)
        bench = Bench(options.program, folder, options.device, options.threads, options.runs)
        entries = measure_all(bench, options.scale, options.filter)
    if options.output:
        options.output.write_text(json.dumps(entries, indent=1) + "\n")
    print(tables.process_table({"processes": entries}), end="")


if __name__ == "__main__":
    main()
