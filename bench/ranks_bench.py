#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Several processes against one: with as many threads on the CPUs of a host, or with one GPU.

    python3 bench/ranks_bench.py build/openmp/bench/shared_jobs --threads 2
    python3 bench/ranks_bench.py build/cuda/bench/shared_jobs --device gpu --scale full \\
        --threads 32 --output ranks.json

Both run the same jobs in turn, --rounds times; of each job the fastest run counts, after a first
one that is not timed. A row says how many times as fast the processes are: on CPUs 1 is the best
that can be expected, on GPUs as many as there are, beside the mean of the GPUs alone. "Waited" is
what rank 0 waited for others and for messages, "linked" the time in which it passed on what lies
where it computes, with its part of these waits. On CPUs all bytes are the same, or this fails.
page.py takes the file of --output.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys

import results as form
import tables


def run(start, command, threads, gpus=None):
    """{job: (seconds, seconds waited, seconds linked, digest)}, what links are by"""
    environment = {**os.environ, "OMP_NUM_THREADS": str(threads), "OMP_PROC_BIND": "false"}
    if gpus is not None:
        environment["CUDA_VISIBLE_DEVICES"] = gpus
    outcome = subprocess.run([*start, *command], capture_output=True, text=True, check=False,
                             env=environment)
    if outcome.returncode != 0:
        sys.exit(f"{' '.join([*start, *command])}: {outcome.stderr}")
    lines = [line.split("\t") for line in outcome.stdout.splitlines()]
    jobs = {job: (*map(float, numbers), digest) for job, *numbers, digest in lines[:-1]}
    return jobs, lines[-1][1]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path, help="shared_jobs")
    parser.add_argument("--device", choices=("cpu", "gpu"), default="cpu")
    parser.add_argument("--scale", choices=("quick", "full"), default="quick")
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--threads", type=int, default=2, help="of all ranks together")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--filter", default="", help="only jobs that match this expression")
    parser.add_argument("--output", type=pathlib.Path, help="file of what was measured")
    arguments = parser.parse_args()
    ranks, on_gpus = arguments.ranks, arguments.device == "gpu"
    command = [str(arguments.program.resolve()), arguments.device, arguments.scale,
               arguments.filter]
    each = arguments.threads // ranks
    start = [shutil.which("mpirun"), *(["--allow-run-as-root"] if os.geteuid() == 0 else []),
             "--map-by", f"slot:PE={each}", "--oversubscribe", "-n", str(ranks)]
    # On GPUs each alone, with the threads that it has among several.
    alone_with = [(each, str(gpu)) for gpu in range(ranks)] if on_gpus else [
        (arguments.threads, None)]
    alone = [[] for _ in alone_with]
    several = []
    for _ in range(arguments.rounds):
        for rounds, (threads, gpus) in zip(alone, alone_with):
            rounds.append(run([], command, threads, gpus)[0])
        found, links = run(start, command, each)
        several.append(found)
    measured = form.complete({"shared_jobs": []})
    for job in several[0]:
        digests = {found[job][3] for rounds in [*alone, several] for found in rounds}
        if len(digests) != 1 and not on_gpus:
            sys.exit(f"{job}: the bytes differ")
        seconds, waited, linked, _ = min(found[job] for found in several)
        measured["shared_jobs"].append({
            "name": job, "device": arguments.device, "ranks": ranks, "threads": each,
            "alone": sum(min(found[job][0] for found in rounds) for rounds in alone) / len(alone),
            "seconds": seconds, "waited": waited, "linked": linked, "links": links,
            **form.stamp()})
    print(tables.shared_job_table(measured))
    if arguments.output:
        form.write(arguments.output, measured)


if __name__ == "__main__":
    main()
