# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What an installation without the module of MPI says where it is one of several processes.

    python3 without_mpi_test.py PROGRAM [TEST...]
"""

import os
import pathlib
import subprocess
import sys
import time
import unittest

import program_test
from program_test import IDA, RANGE, ProgramTest


class WithoutMpi(ProgramTest):

    def setUp(self):
        super().setUp()
        if (pathlib.Path(program_test.PROGRAM).parents[1] / "lib/siderum-mpi.so").exists():
            self.skipTest("an earlier build with MPI has left its module here")

    def run_as(self, rank, **more):
        environment = {**os.environ, "OMPI_COMM_WORLD_SIZE": "2",
                       "OMPI_COMM_WORLD_RANK": str(rank), "OMPI_COMM_WORLD_LOCAL_RANK": str(rank),
                       **more}
        return subprocess.run([program_test.PROGRAM, "periods", IDA, *RANGE], cwd=self.folder,
                              capture_output=True, text=True, check=False, env=environment)

    def test_the_first_process_of_a_host_says_it_and_others_where_no_launcher_ends_them(self):
        sentence = ("siderum: Processes cannot work together in this installation (no"
                    " siderum-mpi.so lies in")
        first = self.run_as(0)
        begin = time.monotonic()
        second = self.run_as(1)
        self.assertGreaterEqual(time.monotonic() - begin, 3.0)
        for outcome in first, second:
            self.assertEqual((outcome.returncode, outcome.stdout), (1, ""))
            self.assertIn(sentence, outcome.stderr)

    def test_it_can_be_declined(self):
        outcome = self.run_as(1, SIDERUM_DISTRIBUTED="no")
        self.assertEqual(outcome.stdout, self.succeed("periods", IDA, *RANGE).stdout)

    def test_it_can_be_asked_for(self):
        self.refuse(1, "Processes cannot work together", "periods", IDA, *RANGE, "--distributed")


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
