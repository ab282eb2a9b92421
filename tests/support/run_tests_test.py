# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Tests without survey data are counted as skipped, and named at the end."""

import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CTEST = """#!/bin/sh
case "$*" in
  *-N*) echo "  Test  #3: io/known.data";;
  *) exit 8;;
esac
"""


class SurveyData(unittest.TestCase):

    def run_in(self, script, *arguments, cwd=ROOT, **environment):
        clean = {name: value for name, value in os.environ.items() if name != "SIDERUM_TEST_DATA"}
        return subprocess.run([ROOT / "tests/support" / script, *arguments], cwd=cwd, text=True,
                              env={**clean, **environment}, capture_output=True, check=False)

    def test_a_test_without_its_data_is_skipped_and_says_so(self):
        outcome = self.run_in("run_with_data.sh", "false")
        self.assertEqual(outcome.returncode, 77)
        self.assertIn("CONTRIBUTING.md", outcome.stdout)

    def test_a_test_with_its_data_is_run(self):
        outcome = self.run_in("run_with_data.sh", "sh", "-c", "exit 3", SIDERUM_TEST_DATA="/data")
        self.assertEqual(outcome.returncode, 3)

    def test_the_end_names_what_was_skipped(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "ctest").write_text(CTEST, encoding="utf-8")
            (folder / "ctest").chmod(0o755)
            (folder / "build/x").mkdir(parents=True)
            cache = folder / "build/x/CMakeCache.txt"
            for value, named in (("", True), ("/data", False)):
                cache.write_text(f"SIDERUM_TEST_DATA:PATH={value}\n", encoding="utf-8")
                outcome = self.run_in("run_tests.sh", "x", cwd=folder,
                                      PATH=f"{folder}:{os.environ['PATH']}")
                self.assertEqual(outcome.returncode, 8)
                self.assertEqual("io/known.data" in outcome.stdout, named)


if __name__ == "__main__":
    unittest.main()
