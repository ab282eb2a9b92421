# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Files and streams of the built program that are odd: too large, named twice, badly named.

    python3 program_files_test.py PROGRAM [TEST...]
"""

import os
import pathlib
import resource
import signal
import subprocess
import sys
import unittest

import program_test
from program_test import GOOD_ROWS, HEADER, IDA, RANGE, ProgramTest

ROWS = HEADER + GOOD_ROWS


class Outputs(ProgramTest):

    def test_a_file_larger_than_the_limit(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)

        for name in ("p.npy", "p.csv", "p.fits"):
            outcome = subprocess.run(
                [program_test.PROGRAM, "periods", str(IDA), *RANGE, "--periodogram", name],
                cwd=self.folder, capture_output=True, text=True, check=False, preexec_fn=limit)
            self.assertEqual(outcome.returncode, 1, outcome.stderr)
            self.assertIn(f"{name} cannot be written (File too large)", outcome.stderr)
            self.assertEqual(self.names(), [])

    def test_two_tables_to_one_stream(self):
        simulate = ["simulate", "light-curves", "--objects", "2"]
        for options in (["--truth", "-"], ["--output", "-", "--truth", "/dev/stdout"]):
            self.refuse(1, "--output and --truth both go to standard output", *simulate, *options)
        self.succeed(*simulate, "--output", "a.csv", "--truth", "-")
        self.assertEqual(self.names(), ["a.csv"])

    def test_endings_of_other_kinds(self):
        for name in ("a.npy", "a.csv.gz", "a.png"):
            self.refuse(1, ["--output cannot write", "or .csv"], "periods", IDA, *RANGE, "--output",
                        name)
            self.refuse(1, "--truth cannot write", "simulate", "light-curves", "--truth", name)

    def test_a_folder_that_is_not_there(self):
        self.refuse(1, "(the folder nodir is not there). Make the folder", "periods", IDA, *RANGE,
                    "--output", "nodir/a.csv")


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
