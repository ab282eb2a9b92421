# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What bench/run.py runs beside the benchmarks: whole processes, and other packages. All of it is
measured again where the host was busy (quiet.py)."""

import json
import os
import pathlib
import re
import subprocess
import sys

import process_bench
import quiet
import ratios
import results

PEERS = pathlib.Path(__file__).resolve().parent / "peers"
HARMONIC = {"quick": (511, 1023, 2047), "full": (511, 1023, 2047, 4095)}
PAIRS = {"quick": ("1e5 to 10 deg", "2e4 to 180 deg"),
         "full": ("1e5 to 10 deg", "2e4 to 180 deg", "1e5 to 180 deg", "1e6 to 10 deg")}
# What their files hold, as the names of lomb_scargle_bench have it.
INPUTS = {"object": "1x3554", "survey": "999x157569", "series100000": "1x100000",
          "series1000000": "1x1000000"}
SEARCHES = {"quick": ("objectx10000", "objectx100000", "objectx1000000", "surveyx28608"),
            "full": ("objectx10000", "objectx100000", "objectx1000000", "surveyx28608",
                     "surveyx200000", "series100000x1000000", "series1000000x1000000")}


def unbound(environment):
    """Without places of threads: a library of OpenMP that a script loads binds its process to the
    first one, and with it the program of ours that the script starts."""
    return {name: value for name, value in environment.items()
            if name not in ("OMP_PROC_BIND", "OMP_PLACES")}


class Beside:
    def __init__(self, options, peaks, environment, run_program, stop):
        """run_program(name, threads, expression) gives an entry of `runs`, of the host."""
        self.options = options
        self.stop = stop
        self.run_program = run_program
        self.scale = "quick" if options.cases == "quick" else "full"
        self.environment = environment
        self.watch = quiet.Watch(options.programs / "operations_bench", peaks, environment,
                                 options.tries, stop)
        self.program = options.siderum or options.programs.parent / "bin/siderum"

    def processes(self, threads, scale, measured):
        """Whole processes of the program, where it was built: on the host, and on a GPU that it
        has; rows that take no --device but once, and none that are `measured` already."""
        if not self.program.exists():
            print(f"{self.program} is not there (name it by --siderum); no processes")
            return []
        told = subprocess.run([self.program, "info"], capture_output=True, text=True,
                              check=True).stdout
        entries = []
        for device in ("cpu", "gpu") if "gpu:0" in told else ("cpu",):
            bench = process_bench.Bench(self.program, self.options.output, device, threads, runs=3)
            known = [entry["name"] for entry in measured + entries if entry["device"] == device
                     or not process_bench.takes_device(entry["name"])]
            entries += process_bench.measure_all(bench, scale, self.watch, self.stop,
                                                 self.options.filter, known)
        return entries

    def job_peers(self, threads, scale):
        """Whole processes by other packages, on the files of processes()."""
        output = self.options.output / "job_peers.json"
        output.unlink(missing_ok=True)
        subprocess.run([sys.executable, str(PEERS / "jobs.py"), "--folder",
                        str(self.options.output), "--siderum", str(self.options.programs),
                        "--output", str(output), "--scale", scale, "--filter",
                        self.options.filter, "--tries", str(self.options.tries)],
                       check=False, env=dict(os.environ, OMP_NUM_THREADS=str(threads)))
        return results.read(output)["job_peers"] if output.exists() else []

    def case(self, threads, name, words, environment, ours=list):
        """The entries of one case of a script of bench/peers, and those that ours() gives, with how
        quiet the host was."""
        if self.stop.asked or not re.search(self.options.filter, f"{name} {words[-1]}"):
            return []
        output = self.options.output / f"{name}_peers.json"

        def measure():
            output.unlink(missing_ok=True)
            subprocess.run([sys.executable, str(PEERS / f"{name}.py"), *map(str, words),
                            "--output", str(output)], check=False, env=environment)
            return (json.loads(output.read_text()) if output.exists() else []) + ours()

        print(f"== {name}, {words[-1]}, {threads} threads", flush=True)
        with self.stop:
            found, how = self.watch.run(threads, measure)
            return [(entry, how) for entry in found]
        return []

    def stamped(self, found):
        self.watch.finish()
        return [{**entry, **results.stamp(), **how} for entry, how in found]

    def searches(self, counts, inputs):
        """With all packages at the first thread count; at others ours beside nifty-ls, the one that
        has threads."""
        found = []
        for threads in counts:
            environment = dict(os.environ, OMP_NUM_THREADS=str(threads))
            only = [] if threads == counts[0] else ["--package", "nifty-ls"]
            for case in SEARCHES[self.scale]:
                found += self.case(threads, "lomb_scargle",
                                   ["--inputs", inputs, *only, "--case", case], environment,
                                   lambda case=case, threads=threads: self.our_search(
                                       threads, case))
        return self.stamped(found)

    def our_search(self, threads, case):
        """Ours of the same periodogram, as entries of `peers`."""
        file, frequencies = case.rsplit("x", 1)
        run = self.run_program("lomb_scargle_bench", threads,
                               "^lomb_scargle/(nufft|automatic)/.*/power/.*/double/"
                               f"{INPUTS[file]}x{frequencies}/end_to_end/")
        return ratios.searches_of(run)

    def of_program(self, threads, name, option, cases):
        """bench/peers/NAME.py beside the program NAME_peer, where that was built."""
        program = self.options.programs / f"{name}_peer"
        if not program.exists():
            return []
        found = []
        for case in cases[self.scale]:
            found += self.case(threads, name, ["--siderum", program.resolve(), "--threads", threads,
                                               "--cases", self.scale, option, case],
                               unbound(self.environment(threads)))
        return self.stamped(found)

    def packages(self, counts, inputs):
        """{section: entries}; searches with each number of threads, the rest with the first."""
        threads = counts[0]
        return {"peers": self.searches(counts, inputs),
                "harmonic_peers": self.of_program(threads, "harmonic_transform", "--lmax",
                                                  HARMONIC),
                "pair_peers": self.of_program(threads, "pair_counts", "--case", PAIRS)}
