# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Runs `siderum pairs` on catalogues as other programs write them.

    python3 catalogue_input_test.py PROGRAM [TEST...]
"""

import pathlib
import sys
import unittest

import program_test
from pairs_program_test import FEW, PairsTest

BINS = ["--linear", "0:1:2"]
ROWS = "7 10 20 0.1\n8 10 20.5 0.2\n9 10 21 0.3\n"


class Headers(PairsTest):

    def test_a_comment_may_name_the_columns(self):
        plain = self.succeed("pairs", "--data", "-", *BINS, text="id,ra,dec,z\n" + ROWS)
        for header in ("# id ra dec z\n", "#id,ra,dec,z\n",
                       "# a mock\n# id ra dec z\n# made by hand\n"):
            outcome = self.succeed("pairs", "--data", "-", *BINS, text=header + ROWS)
            self.assertEqual((outcome.stdout, outcome.stderr), (plain.stdout, ""))

    def test_what_is_taken_by_position_is_told(self):
        for name in ("a.csv", "b.csv", "c.csv"):
            self.write(name, "# made by hand\n10 20 7\n10 20.5 7\n")
        taken = ": without a header the columns were taken as ra, dec"
        outcome = self.succeed("pairs", "--data", "a.csv", "--randoms", "b.csv", "c.csv", *FEW)
        self.assertIn(f"a.csv and 2 more files{taken}", outcome.stderr)
        outcome = self.succeed("pairs", "--data", "a.csv", "--columns", "1,2", *FEW)
        self.assertEqual(outcome.stderr, "")

    def test_a_comment_with_more_or_fewer_names_is_refused(self):
        self.write("a.csv", "# id ra dec\n10 20\n10 20.5\n")
        self.refuse(1, "a.csv: the comment 'id ra dec' seems to name the columns", "pairs",
                    "--data", "a.csv", *FEW)


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
