#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Times siderum, TreeCorr and Corrfunc on the same points in the same run, and compares the counts.

    python3 -m venv build/peers && build/peers/bin/pip install treecorr Corrfunc
    cmake --build --preset openmp --target pair_counts_peer
    build/peers/bin/python bench/peers/pair_counts.py --siderum build/openmp/bench/pair_counts_peer

Every package counts the unordered auto pairs of points uniform on the sky, in logarithmic bins,
from right ascensions and declinations in memory to counts in memory: the fastest of several runs
(repeats.py). The time of siderum from unit vectors in the memory of the space stands behind it.
TreeCorr counts exactly with metric='Arc' and bin_slop=0; what it does by default is an
approximation and stands in a line of its own. Corrfunc counts every pair twice, which is taken into
account; it needs the library libgsl. A package that is not installed is named in the output.
"""

import argparse
import importlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from repeats import fastest_run

# name, points, smallest and largest separation [deg], bins
QUICK = (("1e5 to 10 deg", 100_000, 0.01, 10.0, 20), ("2e4 to 180 deg", 20_000, 0.01, 180.0, 20))
FULL = QUICK + (("1e5 to 180 deg", 100_000, 0.01, 180.0, 20),
                ("1e6 to 10 deg", 1_000_000, 0.01, 10.0, 20))


class Siderum:
    """The counts and times of siderum, and the points as it made them."""

    def __init__(self, program, options):
        self.program, self.options = program, options

    def count(self, case, path):
        _, points, least, largest, bins = case
        environment = {**os.environ, "OMP_NUM_THREADS": str(self.options.threads)}
        environment.setdefault("OMP_PROC_BIND", "false")
        command = [self.program, self.options.device, str(points), repr(least), repr(largest),
                   str(bins), str(path)]
        words = subprocess.run(command, check=True, capture_output=True, text=True,
                               env=environment).stdout.split()
        return float(words[0]), float(words[1]), [int(word) for word in words[2:]]


def edges_of(case):
    import numpy

    _, _, least, largest, bins = case
    edges = least * (largest / least) ** (numpy.arange(bins + 1) / bins)
    edges[-1] = largest
    return edges


class TreeCorr:
    package = "treecorr"
    method = "Arc, bin_slop=0"
    how = {"metric": "Arc", "bin_slop": 0}

    def __init__(self, threads):
        self.threads = threads
        self.version = importlib.import_module(self.package).__version__

    def counter(self, case, ra, dec):
        import treecorr

        _, _, least, largest, bins = case

        def run():
            catalogue = treecorr.Catalog(ra=ra, dec=dec, ra_units="deg", dec_units="deg")
            pairs = treecorr.NNCorrelation(min_sep=least, max_sep=largest, nbins=bins,
                                           sep_units="deg", num_threads=self.threads, **self.how)
            pairs.process(catalogue, num_threads=self.threads)
            return [int(x) for x in pairs.npairs]

        return run


class TreeCorrByDefault(TreeCorr):
    method = "default, approximate"
    how = {}


class Corrfunc:
    package = "Corrfunc"
    method = "fastest instructions"

    def __init__(self, threads):
        self.threads = threads
        self.version = importlib.import_module(self.package).__version__
        importlib.import_module("Corrfunc._countpairs_mocks")  # which needs libgsl

    def counter(self, case, ra, dec):
        from Corrfunc.mocks.DDtheta_mocks import DDtheta_mocks

        def run():
            pairs = DDtheta_mocks(True, self.threads, edges_of(case), ra, dec)
            return [int(x) // 2 for x in pairs["npairs"]]

        return run


def difference(counts, ours):
    """The largest difference of a bin, as a share of its pairs; 0 where all are equal."""
    return max(abs(a - b) / max(1, b) for a, b in zip(counts, ours))


def available(threads):
    """(peer, None), or (class, why it cannot be used)."""
    for peer in (TreeCorr, TreeCorrByDefault, Corrfunc):
        try:
            yield peer(threads), None
        except ImportError as failure:
            yield peer, f"cannot be used here ({failure})"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--siderum", required=True, help="the program pair_counts_peer")
    parser.add_argument("--cases", choices=("quick", "full"), default="quick")
    parser.add_argument("--case", help="the one of this name alone, such as '1e5 to 10 deg'")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--device", choices=("cpu", "gpu"), default="cpu", help="of siderum")
    parser.add_argument("--output", type=pathlib.Path, help="JSON file")
    options = parser.parse_args()
    siderum = Siderum(options.siderum, options)
    results, peers = [], []
    for peer, why in available(options.threads):
        if why is None:
            peers.append(peer)
        else:
            print(f"{peer.package}, {peer.method}: left out, {why}", file=sys.stderr)
            results.append({"package": peer.package, "method": peer.method, "missing": why})
    with tempfile.TemporaryDirectory() as folder:
        for case in QUICK if options.cases == "quick" else FULL:
            if options.case not in (None, case[0]):
                continue
            path = pathlib.Path(folder) / "points"
            seconds, inside, ours = siderum.count(case, path)
            print(f"{case[0]}, {options.threads} threads, {sum(ours):.4g} pairs in range:\n"
                  f"  siderum {seconds * 1e3:.3f} ms, from unit vectors {inside * 1e3:.3f} ms",
                  flush=True)
            results.append({"case": case[0], "package": "siderum", "seconds": seconds,
                            "from_vectors": inside, "threads": options.threads,
                            "device": options.device, "counts": ours})
            if peers:
                import numpy

                ra, dec = numpy.fromfile(path).reshape(2, case[1])
            for peer in peers:
                theirs, counts = fastest_run(peer.counter(case, ra, dec))
                differs = difference(counts, ours)
                print(f"  {peer.package} {peer.version} ({peer.method}) {theirs * 1e3:.3f} ms,"
                      f" {theirs / seconds:.2f} times as long, counts differ by {differs:.1e}",
                      flush=True)
                results.append({"case": case[0], "package": peer.package, "method": peer.method,
                                "version": peer.version, "seconds": theirs,
                                "threads": options.threads, "difference": differs})
    if options.output:
        options.output.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
