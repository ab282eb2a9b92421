# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Starts the program as several processes, by mpirun of Open MPI."""

import os
import shutil
import subprocess

import program_test
from program_test import ProgramTest

# Of mpirun alone: no network is looked for, and nothing is bound.
QUIET = ["--oversubscribe", "--bind-to", "none", "--mca", "btl", "self,vader", "--mca",
         "btl_vader_single_copy_mechanism", "none", "--mca", "pml", "ob1"]


def launcher(ranks):
    words = [shutil.which("mpirun"), *QUIET, "-n", str(ranks)]
    return words[:1] + (["--allow-run-as-root"] if os.geteuid() == 0 else []) + words[1:]


def environment(**more):
    return {**os.environ, "OMP_NUM_THREADS": "1", **more}


class SeveralProcesses(ProgramTest):

    def run_several(self, ranks, *arguments, text=None, timeout=100):
        return subprocess.run([*launcher(ranks), program_test.PROGRAM, *map(str, arguments)],
                              cwd=self.folder, input=text, capture_output=True, text=True,
                              check=False, env=environment(), timeout=timeout)

    def sentences(self, outcome):
        """What the program says, without what mpirun adds."""
        return [line for line in outcome.stderr.splitlines() if line.startswith("siderum: ")]
