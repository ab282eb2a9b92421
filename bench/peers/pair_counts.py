#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Times siderum, TreeCorr and Corrfunc on the same points in the same run, and compares the counts.

    python3 -m venv build/peers && build/peers/bin/pip install treecorr Corrfunc
    build/peers/bin/python bench/peers/pair_counts.py --siderum build/openmp/bin/siderum

Every package counts the unordered auto pairs of points uniform on the sky, in logarithmic bins,
from arrays in memory to counts in memory: the fastest of up to five runs. TreeCorr counts exactly
with metric='Arc' and bin_slop=0. Corrfunc counts every pair twice, which is taken into account.

siderum runs as a whole process: from its time that of the same command with the counts of an
earlier run (--use-counts) is subtracted, which starts, reads and writes but does not count. Both
are printed. A package that is not installed is named in the output.
"""

import argparse
import csv
import importlib
import json
import os
import pathlib
import subprocess
import tempfile
import time

# name, points, smallest and largest separation [deg], bins
QUICK = (("1e5 to 10", 100_000, 0.01, 10.0, 20), ("2e4 to 180", 20_000, 0.01, 180.0, 20))
FULL = QUICK + (("1e5 to 180", 100_000, 0.01, 180.0, 20), ("1e6 to 10", 1_000_000, 0.01, 10.0, 20))


class Siderum:
    def __init__(self, program, folder, options):
        self.program, self.folder, self.options = program, folder, options
        self.name = "siderum"

    def points(self, count):
        path = self.folder / f"sky_{count}.fits"
        if not path.exists():
            subprocess.run([self.program, "simulate", "sky-points", "--points", str(count),
                            "--output", path], check=True)
        return path

    def run(self, path, *options):
        result = self.folder / "result.csv"
        command = [self.program, "pairs", "--data", path, "--threads", str(self.options.threads),
                   "--device", self.options.device, "--progress", "never", "--output", result]
        started = time.perf_counter()
        subprocess.run([*command, *options], check=True)
        return time.perf_counter() - started, result

    def count(self, case):
        _, points, least, largest, bins = case
        path = self.points(points)
        edges = ("--bins", f"{least!r}:{largest!r}:{bins}")
        saved = self.folder / "counts.json"
        self.run(path, *edges, "--save-counts", saved)
        whole, idle = float("inf"), float("inf")
        for _ in range(self.options.runs):
            idle = min(idle, self.run(path, *edges, "--use-counts", saved)[0])
            seconds, result = self.run(path, *edges)
            whole = min(whole, seconds)
        with open(result, newline="", encoding="ascii") as file:
            counts = [int(row["dd"]) for row in csv.DictReader(file)]
        return whole - idle, counts, f"process {whole:.3f} s, without counting {idle:.3f} s"


def fastest(runs, function):
    """(seconds, result) of the fastest run; no further one begins after 20 s."""
    least, started = float("inf"), time.perf_counter()
    for _ in range(runs):
        start = time.perf_counter()
        result = function()
        least = min(least, time.perf_counter() - start)
        if time.perf_counter() - started > 20.0:
            break
    return least, result


def edges_of(case):
    import numpy

    _, _, least, largest, bins = case
    edges = least * (largest / least) ** (numpy.arange(bins + 1) / bins)
    edges[-1] = largest
    return edges


class TreeCorr:
    name = "TreeCorr"

    def __init__(self, options):
        self.options = options
        self.version = importlib.import_module("treecorr").__version__
        self.note = f"version {self.version}, metric='Arc', bin_slop=0"

    def count(self, case, ra, dec):
        import treecorr

        _, _, least, largest, bins = case

        def run():
            catalogue = treecorr.Catalog(ra=ra, dec=dec, ra_units="deg", dec_units="deg")
            pairs = treecorr.NNCorrelation(
                min_sep=least, max_sep=largest, nbins=bins, sep_units="deg", metric="Arc",
                bin_slop=0, num_threads=self.options.threads)
            pairs.process(catalogue, num_threads=self.options.threads)
            return [int(x) for x in pairs.npairs]

        return *fastest(self.options.runs, run), self.note


class Corrfunc:
    name = "Corrfunc"

    def __init__(self, options):
        self.options = options
        self.version = importlib.import_module("Corrfunc").__version__
        self.note = f"version {self.version}, double precision, fastest instruction set"

    def count(self, case, ra, dec):
        from Corrfunc.mocks.DDtheta_mocks import DDtheta_mocks

        def run():
            pairs = DDtheta_mocks(True, self.options.threads, edges_of(case), ra, dec)
            return [int(x) // 2 for x in pairs["npairs"]]

        return *fastest(self.options.runs, run), self.note


def verdict(counts, ours):
    if counts == ours:
        return "equal in every bin"
    wrong = [k for k, (a, b) in enumerate(zip(counts, ours)) if a != b]
    worst = max(abs(counts[k] - ours[k]) / max(1, ours[k]) for k in wrong)
    return f"{len(wrong)} of {len(ours)} bins differ, by {worst:.1e} at most"


def read_points(path):
    from numpy import fromfile

    # ra and dec are the first two columns of a binary table, big-endian doubles; its rows begin at
    # the first block of 2880 bytes after the second header.
    text = path.read_bytes()
    table = text.index(b"XTENSION")
    end = text.index(b"END" + b" " * 77, table) + 80
    start = -(-end // 2880) * 2880
    rows = int(text[text.index(b"NAXIS2  =", table) + 10:][:20])
    data = fromfile(path, dtype=">f8", count=2 * rows, offset=start).reshape(rows, 2)
    return data[:, 0].astype(float), data[:, 1].astype(float)


def available(options):
    for peer in (TreeCorr, Corrfunc):
        try:
            yield peer(options)
        except ImportError as failure:
            print(f"{peer.name}: left out, not installed ({failure})", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--siderum", required=True, help="the program")
    parser.add_argument("--cases", choices=("quick", "full"), default="quick")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--device", default="cpu", help="of siderum: cpu or gpu")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--output", help="JSON file")
    options = parser.parse_args()
    results = []
    with tempfile.TemporaryDirectory() as folder:
        siderum = Siderum(str(pathlib.Path(options.siderum).resolve()), pathlib.Path(folder),
                          options)
        peers = list(available(options))
        for case in QUICK if options.cases == "quick" else FULL:
            seconds, ours, note = siderum.count(case)
            print(f"{case[0]} deg, {options.threads} threads, {sum(ours):.4g} pairs in range")
            print(f"  {'siderum':9} {seconds:9.4f} s            {note}", flush=True)
            results.append({"case": case[0], "package": "siderum", "seconds": seconds,
                            "threads": options.threads, "device": options.device,
                            "counts": ours})
            if peers:
                ra, dec = read_points(siderum.points(case[1]))
            for peer in peers:
                theirs, counts, note = peer.count(case, ra, dec)
                print(f"  {peer.name:9} {theirs:9.4f} s {theirs / seconds:8.2f} x  "
                      f"{verdict(counts, ours)}; {note}", flush=True)
                results.append({"case": case[0], "package": peer.name, "version": peer.version,
                                "seconds": theirs, "threads": options.threads,
                                "ratio": theirs / seconds, "equal": counts == ours})
    if options.output:
        with open(options.output, "w", encoding="utf-8") as file:
            json.dump(results, file, indent=1)


if __name__ == "__main__":
    main()
