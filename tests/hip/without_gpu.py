# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Starts a program that has the engine for AMD GPUs where no such GPU can be used:

    without_gpu.py <program>

It has to say so in `info`, to refuse what is asked of a GPU with that sentence, and to work on the
CPU where the CPU or no device is named. GPUs of this machine are hidden from it."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SENTENCE = "No GPU of AMD can be used here"
SEARCH = ["periods", str(ROOT / "examples" / "data" / "ida_243_ztf_r.csv"), "--model", "standard",
          "--fmin", "0.5", "--fmax", "24", "--count", "1000"]


def run(program, *arguments):
    environment = {**os.environ, "HIP_VISIBLE_DEVICES": "-1"}
    environment.pop("SIDERUM_DEVICE", None)
    return subprocess.run([program, *arguments], capture_output=True, text=True, env=environment)


def complaints(program):
    """What the program does otherwise, as sentences."""
    info = run(program, "info")
    if info.returncode != 0 or SENTENCE not in info.stdout:
        yield f'info does not say "{SENTENCE}", but ends with {info.returncode}:\n{info.stdout}'
    on_gpu = run(program, *SEARCH, "--device", "gpu")
    if on_gpu.returncode != 1 or SENTENCE not in on_gpu.stderr:
        yield (f'a search with --device gpu does not end with 1 and "{SENTENCE}", but with '
               f"{on_gpu.returncode}:\n{on_gpu.stderr}")
    on_cpu = run(program, *SEARCH, "--device", "cpu")
    if on_cpu.returncode != 0 or not on_cpu.stdout:
        yield f"a search with --device cpu ends with {on_cpu.returncode}:\n{on_cpu.stderr}"
    anywhere = run(program, *SEARCH)
    if anywhere.returncode != 0 or anywhere.stdout != on_cpu.stdout:
        yield (f"a search that names no device ends with {anywhere.returncode} and not with what "
               f"the CPU finds:\n{anywhere.stdout}{anywhere.stderr}")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    problems = list(complaints(sys.argv[1]))
    for problem in problems:
        print(f"without_gpu: {problem}", file=sys.stderr)
    if not problems:
        print("without_gpu: the program says that there is no GPU, and works on the CPU")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
