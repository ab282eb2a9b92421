# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Known answers on the survey data of SIDERUM_TEST_DATA.

    SIDERUM_TEST_DATA=FOLDER python3 known_periods_test.py PROGRAM [TEST...]
"""

import os
import pathlib
import sys
import unittest

import program_test
from program_test import ProgramTest, rows_of

FOLDER = pathlib.Path(os.environ["SIDERUM_TEST_DATA"]).resolve() / "light_curves"
STRIPE = FOLDER / "stripe82_rr_lyrae_z.csv"
STRIPE_TRUTH = FOLDER / "stripe82_rr_lyrae_periods.csv"


class KnownAnswers(ProgramTest):

    def test_stripe_82(self):
        truth = {row["id"]: float(row["period_days"])
                 for row in rows_of(STRIPE_TRUTH.read_text())}
        for model, matches, total in (("generalized", 85, 110.669732), ("standard", 83, 93.604976)):
            outcome = self.succeed("periods", STRIPE, "--model", model, "--fmin", "0.1", "--fmax",
                                   "10", "--count", "330000")
            found = {row["id"]: float(row["period"]) for row in rows_of(outcome.stdout)}
            self.assertEqual(len(found), 136)
            close = [name for name, period in found.items()
                     if abs(period - truth[name]) <= 0.01 * truth[name]]
            self.assertEqual(len(close), matches)
            self.assertEqual(round(sum(found.values()), 6), total)


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
