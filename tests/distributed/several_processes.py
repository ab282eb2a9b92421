# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Starts the program as several processes, by mpirun of Open MPI."""

import ctypes
import os
import shutil
import subprocess
import sys

import program_test
from program_test import ProgramTest

# Of mpirun alone: no network is looked for, and nothing is bound.
QUIET = ["--oversubscribe", "--bind-to", "none", "--mca", "btl", "self,vader", "--mca",
         "btl_vader_single_copy_mechanism", "none", "--mca", "pml", "ob1"]


def launcher(ranks):
    words = [shutil.which("mpirun"), *QUIET, "-n", str(ranks)]
    return words[:1] + (["--allow-run-as-root"] if os.geteuid() == 0 else []) + words[1:]


def may_read_others():
    """Whether a process may read the memory of another one of its user, which containers forbid."""
    number = ctypes.c_uint64(0x5e1f)
    script = """if True:
        import ctypes, sys
        class Stretch(ctypes.Structure):
            _fields_ = [("address", ctypes.c_void_p), ("bytes", ctypes.c_size_t)]
        found = ctypes.c_uint64()
        here, there = Stretch(ctypes.addressof(found), 8), Stretch(int(sys.argv[2]), 8)
        ctypes.CDLL(None).process_vm_readv(int(sys.argv[1]), ctypes.byref(here), 1,
                                           ctypes.byref(there), 1, 0)
        sys.exit(0 if found.value == 0x5e1f else 1)"""
    return subprocess.run([sys.executable, "-c", script, str(os.getpid()),
                           str(ctypes.addressof(number))], check=False).returncode == 0


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

    def same(self, words, ranks=(2, 3)):
        """As one process without a launcher; names that begin with "out" are files it writes."""
        outcomes = []
        for number in (0, *ranks):
            names = [f"{number}{word[3:]}" if str(word).startswith("out") else word
                     for word in words]
            outcome = self.run_several(number, *names) if number else self.run_program(*names)
            self.assertEqual(outcome.returncode, 0, outcome.stderr)
            written = [(self.folder / new).read_bytes()
                       for old, new in zip(words, names) if old != new]
            outcomes.append((outcome.stdout, outcome.stderr, written))
            self.assertEqual(outcomes[-1], outcomes[0], (words, number))
        self.assertTrue(outcomes[0][0] or outcomes[0][2])
