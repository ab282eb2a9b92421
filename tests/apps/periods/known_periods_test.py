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
WIDE = ["--fmin", "0.1", "--fmax", "10", "--count", "330000"]


class KnownAnswers(ProgramTest):

    def test_stripe_82(self):
        truth = {row["id"]: float(row["period_days"])
                 for row in rows_of(STRIPE_TRUTH.read_text())}
        for model, matches, total in (("generalized", 85, 110.669732), ("standard", 83, 93.604976)):
            outcome = self.succeed("periods", STRIPE, "--model", model, *WIDE)
            found = {row["id"]: float(row["period"]) for row in rows_of(outcome.stdout)}
            self.assertEqual(len(found), 136)
            close = [name for name, period in found.items()
                     if abs(period - truth[name]) <= 0.01 * truth[name]]
            self.assertEqual(len(close), matches)
            self.assertEqual(round(sum(found.values()), 6), total)

    def test_two_stars_by_the_super_smoother(self):
        wanted = {"1096833": 0.5547943, "1912140": 0.5701579}
        truth = {row["id"]: float(row["period_days"]) for row in rows_of(STRIPE_TRUTH.read_text())}
        text = "".join(line for line in STRIPE.read_text().splitlines(keepends=True)
                       if line.split(",")[0] in wanted)
        for options in ([], ["--variant", "single-pass"], ["--ends", "open", "--ties", "keep"],
                        ["--candidates", "20"]):
            outcome = self.succeed("periods", "-", *WIDE, "--finder", "super-smoother",
                                   *options, text=text)
            for row in rows_of(outcome.stdout):
                self.assertAlmostEqual(float(row["period"]), wanted[row["id"]], places=6)
                self.assertAlmostEqual(float(row["period"]), truth[row["id"]], places=3)


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
