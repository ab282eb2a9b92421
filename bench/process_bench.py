#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Whole processes of the program, from file to answer: what a user waits for.

    python3 bench/process_bench.py build/openmp/bin/siderum --scale quick --threads 2
    python3 bench/process_bench.py build/cuda/bin/siderum --scale full --device gpu --folder /data
    python3 bench/process_bench.py build/openmp/bin/siderum --scale jobs --output jobs.json

Each command runs some times, the fastest counts; its files are in the page cache. What it spends
the time on is its own --verbose. Beside it stands what cp takes for the files that it reads and dd
for the bytes that it writes, into the same folder in the same run, and the goal: computing, and
each byte read or written at 1 GB/s and thread (FITS, NumPy) or 0.4 GB/s (text). `jobs` are the rows
of jobs.csv at the sizes of `full`, which every machine does. A row named "..., by nufft" sets the
method, which the program chooses in the row above it. A row that takes no --device is one of the
CPU. Rows are measured again where the host was busy (quiet.py), by operations_bench beside the
program.
"""

import argparse
import contextlib
import csv
import dataclasses
import math
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

import quiet
import results
import tables
from stop import Stop

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
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
    stars_frequencies: int
    survey_harmonics: int  # frequencies of models of several harmonics
    curve_harmonics: int
    series: int  # points of the long curve
    randoms: int  # five for each point of the data


SCALES = {"quick": Scale(objects=300, frequencies=20_000, npy_frequencies=100_000, nside=512,
                         lmax=1023, long_lmax=2047, points=200_000, many_points=1_000_000,
                         many_reach=0.2, stars_frequencies=3300, survey_harmonics=2000,
                         curve_harmonics=100_000, series=1_000_000, randoms=100_000),
          "full": Scale(objects=1000, frequencies=1_000_000, npy_frequencies=1_000_000, nside=2048,
                        lmax=4095, long_lmax=16383, points=1_000_000, many_points=30_000_000,
                        many_reach=0.2, stars_frequencies=330_000, survey_harmonics=30_000,
                        curve_harmonics=1_000_000, series=1_000_000, randoms=500_000)}
SCALES["jobs"] = SCALES["full"]
SERIES_FREQUENCIES = 1_000_000
HARMONICS = 3
SHORT_SERIES = 3000  # points of the curve of several harmonics
STARS = 136
CANDIDATES = 20  # of each star
REGIONS = 25
REACH = 2.0  # of w(theta), in degrees
PICTURE = 2048  # nside of one that every scale draws


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
    parser.add_argument("--limit", type=float, default=20.0,
                        help="a row that takes longer runs but once (seconds, default 20)")
    parser.add_argument("--tries", type=int, default=quiet.MOST_TRIES,
                        help="measure so often at most where the host is busy (default 5)")
    parser.add_argument("--filter", default="", help="only rows that match this expression")
    parser.add_argument("--output", type=pathlib.Path,
                        help="file of the form that page.py takes (default: none)")
    return parser.parse_args()


class Failed(Exception):
    """The program says why a row cannot be measured here."""


class Bench:
    def __init__(self, program, folder, device, threads, runs, limit=20.0):
        self.program = pathlib.Path(program).resolve()
        self.folder = pathlib.Path(folder)
        self.threads = threads
        self.runs = runs
        self.limit = limit
        self.failures = 0  # rows that were left out
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
            raise Failed(f"{' '.join(map(str, command))}: {done.stderr.strip()}")
        return seconds, done.stderr

    def best(self, command):
        """(seconds, the time line's parts and the method, if it tells one) of the fastest run."""
        found = []
        for _ in range(self.runs):
            seconds, told = self.run([*command, "--verbose"])
            line = told.splitlines()[-1]
            parts = {name: float(value) for name, value in re.findall(r"(\w+) (\d+\.\d+) s", line)}
            if method := re.search(r"The sums were formed by (\w+)", told):
                parts["method"] = method[1]
            found.append((seconds, parts))
            if seconds > self.limit:
                break
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


def write_long_curve(path, points):
    """A sine of 3.7 1/d in noise, at random times of 120 days; more than `simulate` makes."""
    draw = random.Random(1)
    times = sorted(120.0 * draw.random() for _ in range(points))
    with open(path, "w", encoding="ascii") as file:
        file.write("id,time,value,error\n")
        file.writelines(
            f"1,{t:.8f},{0.3 * math.sin(7.4 * math.pi * t) + draw.gauss(0.0, 0.1):.6f},0.1\n"
            for t in times)


def searches_of(bench, scale):
    """Those rows of rows_of that search light curves."""
    where = bench.where

    def survey(form):
        return bench.make(f"survey{scale.objects}.{form}", ["simulate", "light-curves", "--objects",
                                             scale.objects, "--output", "{output}"])

    def searched(name, path, frequencies, *more, output="result.csv"):
        return Row(name, ["periods", path, *RANGE, "--model", "standard", "--count", frequencies,
                          *more, *where], [path], output)

    def best_of(name, path, frequencies, *more):
        return searched(name, path, frequencies, *more, "--output", "{output}")

    def one_curve(size):
        path = bench.path(f"series{size}.csv")
        if not os.path.exists(path):
            write_long_curve(path, size)
        return path

    def one_star(name, *more):
        return best_of(name, str(IDA), 1000, *more)

    def long_curve(name, *more):
        return best_of(name, one_curve(scale.series), SERIES_FREQUENCIES, *more)

    def surveyed(name, form, *more):
        return best_of(name, survey(form), count, *more)

    def all_powers(name, *more):
        return searched(name, survey("fits"), scale.npy_frequencies, *more, "--periodogram",
                        "{output}", output="powers.npy")

    def harmonics_of_curve(name, *more):
        return best_of(name, one_curve(SHORT_SERIES), scale.curve_harmonics, "--nterms", HARMONICS,
                       *more)

    def harmonics_of_survey(name, *more):
        return best_of(name, survey("fits"), scale.survey_harmonics, "--nterms", HARMONICS, *more)

    def stars(name, finder, *more):
        path = bench.make("stars.csv", ["simulate", "light-curves", "--survey", "stripe-82",
                                        "--objects", STARS, "--output", "{output}"])
        return Row(name, ["periods", path, *RANGE, "--finder", finder, *more, "--count",
                          scale.stars_frequencies, "--output", "{output}", *where], [path])

    curves, count = scale.objects, scale.frequencies
    best = f"periods, {curves} curves x {count}, best"
    powers = f"periods, {curves} curves x {scale.npy_frequencies}, all powers"
    long = f"periods, one curve of {scale.series} points x {SERIES_FREQUENCIES}"
    harmonics = f"periods of {HARMONICS} harmonics"
    of_survey = f"{harmonics}, {curves} curves x {scale.survey_harmonics}"
    of_curve = f"{harmonics}, one curve of {SHORT_SERIES} points x {scale.curve_harmonics}"
    of_stars = f"{STARS} stars x {scale.stars_frequencies}"
    return {
        "periods, 29 points": one_star,
        "periods, 29 points, by direct": lambda name: one_star(name, "--method", "direct"),
        "periods, 29 points, by nufft": lambda name: one_star(name, "--method", "nufft"),
        f"{best}, CSV": lambda name: surveyed(name, "csv"),
        f"{best}, CSV, by direct": lambda name: surveyed(name, "csv", "--method", "direct"),
        f"{best}, CSV, by nufft": lambda name: surveyed(name, "csv", "--method", "nufft"),
        f"{best}, FITS": lambda name: surveyed(name, "fits"),
        f"{best}, FITS, by direct": lambda name: surveyed(name, "fits", "--method", "direct"),
        f"{best}, FITS, by nufft": lambda name: surveyed(name, "fits", "--method", "nufft"),
        powers: all_powers,
        f"{powers}, by direct": lambda name: all_powers(name, "--method", "direct"),
        f"{powers}, by nufft": lambda name: all_powers(name, "--method", "nufft"),
        long: long_curve,
        f"{long}, by nufft": lambda name: long_curve(name, "--method", "nufft"),
        of_survey: harmonics_of_survey,
        f"{of_survey}, by direct": lambda name: harmonics_of_survey(name, "--method", "direct"),
        f"{of_survey}, by nufft": lambda name: harmonics_of_survey(name, "--method", "nufft"),
        of_curve: harmonics_of_curve,
        f"{of_curve}, by direct": lambda name: harmonics_of_curve(name, "--method", "direct"),
        f"{of_curve}, by nufft": lambda name: harmonics_of_curve(name, "--method", "nufft"),
        f"super smoother, {of_stars}": lambda name: stars(name, "super-smoother"),
        f"super smoother, candidates, {of_stars}": lambda name: stars(
            name, "super-smoother", "--candidates", CANDIDATES),
        f"phase dispersion, {of_stars}": lambda name: stars(name, "pdm"),
        f"conditional entropy, {of_stars}": lambda name: stars(name, "conditional-entropy"),
    }


def rows_of(bench, scale):
    """(function that makes the inputs and gives the row) by name, so that a filter makes none."""
    where = bench.where

    def points(count, form):
        return bench.make(f"points{count}.{form}", ["simulate", "sky-points", "--points", count,
                                                    "--output", "{output}"])

    def spectrum(lmax):
        path = bench.path(f"cl{lmax}.csv")
        pathlib.Path(path).write_text("l,cl\n" + "".join(
            f"{l},{1.0 / (l + 1.0) ** 2}\n" for l in range(lmax + 1)))
        return path

    def coefficients():
        return bench.make(f"alm{scale.lmax}.fits", ["synalm", spectrum(scale.lmax), "{output}"])

    def sky(nside=scale.nside):
        return bench.make(f"map{nside}.fits", ["alm2map", coefficients(), "{output}", "--nside",
                                               nside])

    def counted(name, count, form, reach):
        path = points(count, form)
        return Row(name, ["pairs", "--data", path, "--bins", f"{reach / 100}:{reach}:10",
                          "--output", "{output}", *where], [path])

    def analysed(name, words, output):
        path = sky()
        return Row(name, [words[0], path, "{output}", *words[1:], *where], [path], output)

    def correlated(name):
        data = points(scale.randoms // 5, "fits")
        randoms = bench.make(f"randoms{scale.randoms}.fits", [
            "simulate", "sky-points", "--points", scale.randoms, "--seed", 2, "--output",
            "{output}"])
        return Row(name, ["pairs", "--data", data, "--randoms", randoms, "--regions", REGIONS,
                          "--bins", f"{REACH / 100}:{REACH}:10", "--output", "{output}", *where],
                   [data, randoms])

    lmax = ["--lmax", scale.lmax]
    return {
        **searches_of(bench, scale),
        f"synalm, lmax {scale.lmax}": lambda name: Row(
            name, ["synalm", spectrum(scale.lmax), "{output}"], [], "out.fits"),
        f"synalm, lmax {scale.long_lmax}": lambda name: Row(
            name, ["synalm", spectrum(scale.long_lmax), "{output}"], [], "out.fits"),
        f"alm2map, nside {scale.nside}": lambda name: Row(
            name, ["alm2map", coefficients(), "{output}", "--nside", scale.nside, *where],
            [coefficients()], "out.fits"),
        f"map2alm, nside {scale.nside}, 3 iterations": lambda name: analysed(
            name, ["map2alm", *lmax, "--iterations", 3], "out.fits"),
        f"map2alm, nside {scale.nside}, no iterations": lambda name: analysed(
            name, ["map2alm", *lmax, "--iterations", 0], "out.fits"),
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
        f"picture, nside {PICTURE}": lambda name: Row(
            name, ["picture", sky(PICTURE), "{output}"], [sky(PICTURE)], "sky.png"),
        f"pairs, {scale.points} points, FITS": lambda name: counted(
            name, scale.points, "fits", 1.0),
        f"pairs, {scale.points} points, CSV": lambda name: counted(name, scale.points, "csv", 1.0),
        f"pairs, {scale.many_points} points to {scale.many_reach} degrees": lambda name: counted(
            name, scale.many_points, "fits", scale.many_reach),
        f"w(theta), {scale.randoms // 5} points, {scale.randoms} randoms, {REGIONS} regions":
            correlated,
        f"simulate, {scale.objects} curves, CSV": lambda name: Row(
            name, ["simulate", "light-curves", "--objects", scale.objects, "--output", "{output}"]),
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


def job_rows():
    with open(HERE / "jobs.csv", newline="", encoding="utf-8") as lines:
        return [job["row"] for job in csv.DictReader(lines)]


def takes_device(name):
    """Whether the row of this name takes --device."""
    return not name.startswith(("synalm", "regrade", "picture", "simulate"))


def measure_all(bench, scale, watch, stop, expression="", skipped=()):
    """One entry for each row whose name matches, but for those of the CPU that are `skipped`. What
    fails is told and left out."""
    rows = rows_of(bench, SCALES[scale])
    wanted = job_rows() if scale == "jobs" else rows
    found = []
    for name in wanted:
        if stop.asked or name in skipped or not re.search(expression, name):
            continue
        print(f"== {name}", file=sys.stderr, flush=True)
        device = bench.where[1] if takes_device(name) else "cpu"
        try:
            with stop:
                row = rows[name](name)
                measured, how = watch.run(bench.threads, lambda row=row: measure(bench, row))
                found.append(({**measured, "device": device, "threads": bench.threads,
                               **results.stamp()}, how))
        except Failed as failure:
            print(failure, file=sys.stderr)
            bench.failures += 1
    watch.finish()
    return [{**entry, **how} for entry, how in found]


def main():
    options = arguments()
    with contextlib.ExitStack() as stack:
        folder = options.folder or stack.enter_context(tempfile.TemporaryDirectory())
        os.makedirs(folder, exist_ok=True)
        bench = Bench(options.program, folder, options.device, options.threads, options.runs,
                      options.limit)
        watch = quiet.Watch(bench.program.parents[1] / "bench/operations_bench",
                            quiet.all_peaks(), tries=options.tries, stop=Stop())
        found = results.complete({"processes": measure_all(bench, options.scale, watch,
                                                           watch.stop, options.filter)})
    if options.output:
        results.write(options.output, found)
    print(tables.process_table(found), end="")
    return 1 if bench.failures else 0


if __name__ == "__main__":
    sys.exit(main())
