# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Runs the fuzzers that are built, each from its seeds and from what earlier runs found
interesting, as many at a time as there are processors. Ends with 1 where there is a finding, whose
input is kept.

    python3 run_fuzzers.py BUILD [--seconds N] [--seed N] [--findings FOLDER] [READER.FORMAT...]

With a seed what is made up is the same each time, as far as the seconds reach, and what earlier
runs found is left out.

A finding is run again with   BUILD/fuzz/READER FILE
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
# No reader of a file of 64 KiB may ask for more, in all or at once, or take longer.
LIMITS = ["-rss_limit_mb=1024", "-malloc_limit_mb=512", "-timeout=10", "-max_len=65536"]


def arguments():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--seconds", type=int, default=2, help="for each set of seeds")
    parser.add_argument("--seed", type=int, default=0, help="0: another each time")
    parser.add_argument("--findings", type=pathlib.Path, help="folder for their inputs")
    parser.add_argument("sets", nargs="*", metavar="READER.FORMAT")
    given = parser.parse_intermixed_args()
    given.findings = (given.findings or given.build / "fuzz/findings").resolve()
    return given


def run(folder, seeds, given):
    """(name, exit status, log)"""
    reader, form = seeds.name.split(".")
    corpus = folder / ("seeded" if given.seed else "corpus") / seeds.name
    if given.seed:
        shutil.rmtree(corpus, ignore_errors=True)
    corpus.mkdir(parents=True, exist_ok=True)
    command = [folder / reader, corpus, seeds, f"-dict={HERE}/dictionaries/{form}.dict",
               f"-max_total_time={given.seconds}", f"-seed={given.seed}", *LIMITS,
               f"-artifact_prefix={given.findings}/{seeds.name}-", "-close_fd_mask=1",
               "-print_final_stats=1"]
    symbolizer = shutil.which("llvm-symbolizer-16") or shutil.which("llvm-symbolizer")
    environment = {**os.environ, **({"ASAN_SYMBOLIZER_PATH": symbolizer} if symbolizer else {})}
    outcome = subprocess.run(list(map(str, command)), cwd=corpus, stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False,
                             env=environment)
    return seeds.name, outcome.returncode, outcome.stderr.decode(errors="replace")


def main():
    given = arguments()
    folder = given.build.resolve() / "fuzz"
    given.findings.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, "-B", HERE / "make_seeds.py", folder / "seeds"], check=True)
    sets = [path for path in sorted((folder / "seeds").iterdir())
            if not given.sets or path.name in given.sets]
    if len(sets) < max(1, len(given.sets)):
        sys.exit(f"run_fuzzers: no such set of seeds in {folder / 'seeds'}")
    missing = [path for path in sets if not (folder / path.stem).exists()]
    if missing == sets or (missing and given.sets):
        sys.exit(f"run_fuzzers: not built: {', '.join(path.name for path in missing)}")
    for path in missing:
        print(f"{path.name:20} not built: left out", flush=True)
    sets = [path for path in sets if path not in missing]
    failed = []
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for name, status, log in pool.map(lambda seeds: run(folder, seeds, given), sets):
            count = re.search(r"number_of_executed_units: (\d+)", log)
            print(f"{name:20} {count.group(1) if count else '?':>9} inputs,",
                  "a finding" if status else "no finding", flush=True)
            if status:
                failed.append(name)
                print(log[-6000:], file=sys.stderr)
    if failed:
        sys.exit(f"run_fuzzers: findings in {', '.join(failed)}; their inputs are in "
                 f"{given.findings}")


if __name__ == "__main__":
    main()
