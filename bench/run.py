#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Runs the benchmarks, each thread count in a process of its own, and tabulates what they found.

    bench/run.py --programs build/openmp/bench --output results --cases full --threads 1,2

writes results/results.json (of the form of bench/results.py) and results/results.md (tables). The
first thread count runs everything; the others, on the host alone, what --filter matches, or else
the searches for the best period, the Super Smoother, transforms and plain pair counts. With
--peers, bench/peers runs other packages on the same data, with the first thread count, and nifty-ls
with all of them. --parts and --spaces take some of it alone:

    bench/run.py --programs build/openmp/bench --output results --parts processes,jobs

    bench/run.py --programs build/cuda/bench --pack folder

copies the programs, the shared libraries that a bare system lacks and these scripts into a folder
that can be carried to another machine; there, `python3 folder/run.py` needs nothing else.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import beside
import process_bench
import quiet
import results as form
import tables
from stop import Stop

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = ("harmonic_transform_bench", "lomb_scargle_bench", "multi_harmonic_bench",
            "operations_bench", "pair_counts_bench", "published_forms_bench", "read_bench",
            "sky_tools_bench", "super_smoother_bench")
# What the thread counts but the first run where there is no --filter; of Lomb-Scargle see
# --sweep-filter.
SWEEPS = {"harmonic_transform_bench":
              "/double/(synthesis|adjoint)/[^/]*/lmax[0-9]*x1/(whole|legendre|rings)/device",
          "pair_counts_bench": "/double/plain/.*/device",
          "super_smoother_bench":
              "^super_smoother/[^/]*/[^/]*/double/(multi|single)_pass/136x.*device"}
PARTS = ("rows", "processes", "jobs", "peers")
PACKED = PROGRAMS + ("harmonic_transform_peer", "pair_counts_peer")
# What every Linux has, and what belongs to the driver.
SYSTEM_LIBRARIES = re.compile(r"(ld-linux|libc|libm|libdl|librt|libpthread|libresolv|libcuda)[-.]")


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=pathlib.Path, default=HERE,
                        help="folder of the programs (default: that of this script)")
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("bench-results"),
                        help="folder for the results (default: bench-results)")
    parser.add_argument("--cases", choices=("quick", "full", "all"), default="quick")
    parser.add_argument("--threads", type=thread_counts, default=[processors()],
                        help="thread counts, such as 16,8,4,2,1 (default: all processors once)")
    parser.add_argument("--limit", type=float, default=30.0,
                        help="leave out what takes longer than SECONDS a run (default 30)")
    parser.add_argument("--seconds", type=float, default=1.0,
                        help="repeat each case for SECONDS, the fastest run counts (default 1)")
    parser.add_argument("--filter", type=expression, default="",
                        help="only benchmarks, processes, jobs and cases of other packages that"
                             " match this expression")
    parser.add_argument("--spaces", choices=("all", "host", "device"), default="all",
                        help="rows of the host or of devices alone")
    parser.add_argument("--sweep-filter", default="/best/.*/device",
                        help="without --filter: of Lomb-Scargle for all thread counts but the"
                             " first")
    parser.add_argument("--peers", action="store_true",
                        help="also run astropy, scipy, nifty-ls, ducc0, healpy, TreeCorr and"
                             " Corrfunc where they are installed")
    parser.add_argument("--parts", default="",
                        help="some of rows, processes, jobs (the ten of jobs.csv) and peers"
                             " (default: rows; processes, but of --cases quick; peers, with"
                             " --peers)")
    parser.add_argument("--tries", type=int, default=quiet.MOST_TRIES,
                        help="measure so often at most where the host is busy (default 5)")
    parser.add_argument("--siderum", type=pathlib.Path,
                        help="the program (default: bin/siderum beside the folder of --programs)")
    parser.add_argument("--pack", type=pathlib.Path, metavar="FOLDER",
                        help="run nothing; make a folder to carry elsewhere")
    options = parser.parse_args()
    options.parts = [part for part in options.parts.split(",") if part] or [
        "rows", *(["processes"] if options.cases != "quick" else []),
        *(["peers"] if options.peers else [])]
    if not set(options.parts) <= set(PARTS):
        parser.error(f"--parts takes {', '.join(PARTS)}")
    return options


def processors():
    return len(os.sched_getaffinity(0))


def thread_counts(text):
    if not re.fullmatch(r"[1-9]\d*(,[1-9]\d*)*", text):
        raise argparse.ArgumentTypeError("give numbers of threads from 1 on, such as 16,8,4")
    return [int(count) for count in text.split(",")]


def expression(text):
    try:
        re.compile(text)
    except re.error as failure:
        raise argparse.ArgumentTypeError(f"'{text}' is no expression ({failure})") from failure
    return text


def environment(folder, threads):
    result = dict(os.environ)
    result.update(OMP_NUM_THREADS=str(threads), OMP_PROC_BIND="spread", OMP_PLACES="threads")
    carried = folder / "lib"
    if carried.is_dir():
        result["LD_LIBRARY_PATH"] = f"{carried}:{result.get('LD_LIBRARY_PATH', '')}"
    return result


def run_program(options, name, threads, spaces, expression):
    """One process: what it found, without a context where it found nothing."""
    output = options.output / f"{name}.{spaces}.{threads}.json"
    output.unlink(missing_ok=True)
    command = [str((options.programs / name).resolve()), f"--cases={options.cases}",
               f"--limit={options.limit}", f"--seconds={options.seconds}",
               f"--spaces={spaces}", f"--benchmark_out={output}",
               f"--benchmark_filter={expression or '.'}"]
    print(f"== {name}, {spaces}, {threads} threads", flush=True)
    finished = subprocess.run(command, env=environment(options.programs, threads), check=False)
    entry = {"program": name, "threads": threads, "exit_status": finished.returncode,
             "context": {}, "benchmarks": []}
    try:
        found = json.loads(output.read_text())
    except (OSError, ValueError):
        return entry
    entry["context"] = found["context"]
    entry["benchmarks"] = found["benchmarks"]
    return entry


class HostRuns:
    """Rows of the host, measured until nothing else slows it down: its peak, before the cases of a
    process and after them, is within 5 % of the best that was ever seen with as many threads."""

    def __init__(self, options, peaks, stop):
        self.options = options
        self.peaks = peaks
        self.stop = stop
        self.entries = []

    def run(self, name, threads, expression):
        chosen = {**self.measure(name, threads, expression), "tries": 1}
        if not chosen["context"]:
            return chosen
        chosen["expression"] = expression
        self.improve(chosen)
        self.entries.append(chosen)
        return chosen

    def finish(self):
        """Looks at all once more, since the best may have been seen late."""
        for entry in self.entries:
            self.improve(entry)
        for entry in self.entries:
            entry.update(self.peaks.told(entry["threads"], entry["peaks"]))

    def improve(self, entry):
        """A run that is stopped keeps what the entry has."""
        with self.stop:
            while (not self.stop.asked and entry["tries"] < self.options.tries
                   and not self.is_quiet(entry)):
                again = self.measure(entry["program"], entry["threads"], entry["expression"])
                entry["tries"] += 1
                if again["context"] and min(again["peaks"]) > min(entry["peaks"]):
                    entry.update(again)

    def is_quiet(self, entry):
        return self.peaks.quiet(entry["threads"], entry["peaks"])

    def measure(self, name, threads, expression):
        entry = run_program(self.options, name, threads, "host", expression)
        entry["peaks"] = peaks_of(entry)
        self.peaks.see(threads, *entry["peaks"])
        return entry


def measured(entry):
    """Whether there is a row, beside those of the host's peak."""
    return not all(map(form.is_of_machine, entry["benchmarks"]))


def peaks_of(entry):
    """Of the host in GFLOP/s, before the cases of a process and after them."""
    return [benchmark["gflops_median"]
            for benchmark in filter(form.is_of_machine, entry["benchmarks"])]


def run_all(options, counts, peaks, stop):
    host = HostRuns(options, peaks, stop)
    # What goes from end to end on a device has the host at work too; it is looked at, but once.
    watch = quiet.Watch(options.programs / "operations_bench", peaks,
                        lambda count: environment(options.programs, count), tries=1, stop=stop)
    entries, devices = [], []

    sweeps = {**SWEEPS, "lomb_scargle_bench": options.sweep_filter}

    def run_here(position, threads, name):
        if position == 0:
            if options.spaces != "host":
                watch.last.clear()  # the host has worked since
                devices.append(watch.run(threads, lambda: run_program(
                    options, name, threads, "device", options.filter)))
                entries.append(devices[-1][0])
            if options.spaces != "device":
                entries.append(host.run(name, threads, options.filter))
        elif options.spaces != "device" and (options.filter or name in sweeps):
            entries.append(host.run(name, threads, options.filter or sweeps[name]))

    with stop:
        for position, threads in enumerate(counts):
            for name in PROGRAMS:
                if stop.asked:
                    break
                if (options.programs / name).exists():
                    run_here(position, threads, name)
                elif position == 0:
                    print(f"{name} is not in {options.programs} (it was not built); left out")
    host.finish()
    watch.finish()
    for found, how in devices:
        found.update(how)
    # Without a device, or where no case matches, there is nothing.
    return [{**entry, **form.stamp()} for entry in entries
            if entry["context"] or entry["exit_status"]]


def export_inputs(options, threads):
    """The folder with the inputs as CSV: object.csv, survey.csv and long series."""
    inputs = options.output / "inputs"
    inputs.mkdir(exist_ok=True)
    program = (options.programs / "lomb_scargle_bench").resolve()
    subprocess.run([str(program), f"--export={inputs}"], check=True,
                   env=environment(options.programs, threads))
    return inputs


def shared_libraries(program):
    listing = subprocess.run(["ldd", str(program)], capture_output=True, text=True, check=True)
    for line in listing.stdout.splitlines():
        match = re.match(r"\s*(\S+) => (/\S+)", line)
        if match and not SYSTEM_LIBRARIES.match(match.group(1)):
            yield match.group(1), match.group(2)


def pack(options):
    library_folder = options.pack / "lib"
    library_folder.mkdir(parents=True, exist_ok=True)
    for name in PACKED:
        program = options.programs / name
        if program.exists():
            shutil.copy2(program, options.pack / name)
            for library, path in shared_libraries(program):
                shutil.copy2(path, library_folder / library)
    for file in (*HERE.glob("*.py"), *HERE.glob("*.csv")):
        shutil.copy2(file, options.pack / file.name)
    (options.pack / "commit.txt").write_text(form.stamp()["commit"] + "\n")
    shutil.copytree(HERE / "peers", options.pack / "peers", dirs_exist_ok=True,
                    ignore=shutil.ignore_patterns("__pycache__"))
    # These make the data of transforms, for siderum and other packages alike.
    for name in ("make_harmonic_transform.py", "make_spin_transform.py"):
        shutil.copy2(HERE.parent / "tests/golden" / name, options.pack / "peers" / name)
    # With the best peaks that were seen on the processor there.
    shutil.copytree(form.FOLDER, options.pack / form.FOLDER.name, dirs_exist_ok=True)
    print(f"{options.pack}: carry it, then run `python3 run.py` in it")


def run_beside(options, counts, peaks, results, stop):
    """Whole processes and other packages, into the results."""
    others = beside.Beside(options, peaks, lambda count: environment(options.programs, count),
                           lambda name, count, expression: run_program(
                               options, name, count, "host", expression), stop)
    threads = counts[0]
    by_others = []  # scales that other packages have done: the jobs are a part of the full one
    for part, scale in (("processes", others.scale), ("jobs", "jobs")):
        if part in options.parts and not stop.asked:
            found = others.processes(threads, scale, results["processes"])
            results["processes"] += found
            wanted = part == "jobs" or "peers" in options.parts
            if (results["processes"] and not stop.asked and wanted
                    and process_bench.SCALES[scale] not in by_others):
                by_others.append(process_bench.SCALES[scale])
                with stop:
                    results["job_peers"] += others.job_peers(threads, scale)
    if "peers" in options.parts and not stop.asked:
        with stop:
            results.update(others.packages(counts, export_inputs(options, threads)))


def main():
    options = arguments()
    if options.pack:
        pack(options)
        return 0
    if "rows" in options.parts and not any((options.programs / name).exists()
                                           for name in PROGRAMS):
        print(f"There are no benchmarks in {options.programs} (nothing was built there). Build the"
              " target `benchmark`, or name their folder with --programs.", file=sys.stderr)
        return 1
    options.output.mkdir(parents=True, exist_ok=True)
    counts = options.threads
    results = form.complete({})
    peaks = quiet.all_peaks()
    stop = Stop()
    if "rows" in options.parts:
        results["runs"] = run_all(options, counts, peaks, stop)
    run_beside(options, counts, peaks, results, stop)
    if not stop.asked and not any(map(measured, results["runs"])) and not any(
            results[section] for section in form.KEYS):
        print("Nothing was measured: of what can run here no case, process or job matches --filter"
              f" '{options.filter}'.", file=sys.stderr)
        return 1
    form.write(options.output / "results.json", results)
    text = tables.write_tables(results)
    (options.output / "results.md").write_text(text)
    print(text)
    print(f"{options.output / 'results.md'} and {options.output / 'results.json'}")
    return max((1 if entry["exit_status"] else 0 for entry in results["runs"]), default=0)


if __name__ == "__main__":
    sys.exit(main())
