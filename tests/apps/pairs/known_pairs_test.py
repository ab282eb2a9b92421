# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Known counts of the survey data of SIDERUM_TEST_DATA.

    SIDERUM_TEST_DATA=FOLDER python3 known_pairs_test.py PROGRAM [TEST...]
"""

import csv
import os
import pathlib
import sys
import unittest

import program_test
from program_test import ProgramTest, rows_of

MOCK = pathlib.Path(os.environ["SIDERUM_TEST_DATA"]).resolve() / "sky/mr19_mock_north.csv"


def table(path):
    """Rows of a CSV file without its comments."""
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines))


class KnownAnswers(ProgramTest):

    def test_mr19(self):
        outcome = self.succeed("pairs", "--data", MOCK, "--edges",
                               MOCK.with_name("mr19_bin_edges_deg.txt"))
        self.assertEqual(outcome.stdout.splitlines()[0], "theta_min,theta_max,dd")
        expected = table(MOCK.with_name("mr19_mock_north_dd.csv"))
        rows = rows_of(outcome.stdout)
        self.assertEqual(len(rows), 20)
        for row, other in zip(rows, expected):
            self.assertEqual(2 * int(row["dd"]), int(other["pairs"]))
        self.assertEqual(sum(int(row["dd"]) for row in rows), 149_132_080)


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
