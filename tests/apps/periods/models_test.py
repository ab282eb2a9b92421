# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Several harmonics, bands, refined peaks, false alarms and windows, as a user asks for them.

    python3 models_test.py PROGRAM [TEST...]
"""

import math
import pathlib
import random
import sys
import unittest

import program_test
from program_test import IDA, ProgramTest, rows_of

RANGE = ["--fmin", "10", "--fmax", "11", "--count", "2000"]


def two_humps(points, frequency):
    """A curve whose second harmonic is the stronger one."""
    generator = random.Random(3)
    rows = []
    for _ in range(points):
        time = generator.uniform(0.0, 40.0)
        angle = 2.0 * math.pi * frequency * time
        value = 0.1 * math.cos(angle) + 0.5 * math.cos(2.0 * angle) + 0.3 * math.sin(3.0 * angle)
        rows.append(f"{time!r},{value + generator.gauss(0.0, 0.05)!r}")
    return "time,value\n" + "\n".join(rows) + "\n"


def two_signals():
    """Two of equal strength: the higher peak of a coarse grid is the lower one between its
    frequencies."""
    generator = random.Random(1)
    rows = []
    for _ in range(60):
        time = generator.uniform(0.0, 100.0)
        value = (math.cos(2.0 * math.pi * 1.37 * time)
                 + math.cos(2.0 * math.pi * 2.11 * time + 1.0) + generator.gauss(0.0, 0.1))
        rows.append(f"{time!r},{value!r}")
    return "time,value\n" + "\n".join(rows) + "\n"


def banded(points, frequency):
    """Bands with means and amplitudes of their own, and an object that lacks one."""
    generator = random.Random(5)
    rows = []
    for j in range(points):
        time = generator.uniform(0.0, 30.0)
        band = j % 3
        value = band + (0.3 + 0.1 * band) * math.cos(2.0 * math.pi * frequency * time)
        name = "gri"[band]
        rows.append(f"star,{time!r},{name},{value + generator.gauss(0.0, 0.1)!r},0.1")
        if band != 2:
            rows.append(f"other,{time!r},{name},{value + generator.gauss(0.0, 0.1)!r},0.1")
    return "id,time,filter,mag,err\n" + "\n".join(rows) + "\n"


class Models(ProgramTest):
    def test_harmonics_find_the_period_of_two_humps(self):
        self.write("star.csv", two_humps(150, 0.731))
        found = {}
        for terms in ("1", "3"):
            outcome = self.succeed("periods", "star.csv", "--fmin", "0.1", "--fmax", "3",
                                   "--count", "4000", "--nterms", terms)
            found[terms] = float(rows_of(outcome.stdout)[0]["frequency"])
        self.assertAlmostEqual(found["1"], 2 * 0.731, delta=0.01)
        self.assertAlmostEqual(found["3"], 0.731, delta=0.005)

    def test_harmonics_agree_with_the_best_of_their_periodogram(self):
        self.write("star.csv", two_humps(60, 0.731))
        outcome = self.succeed("periods", "star.csv", "--fmin", "0.1", "--fmax", "3", "--count",
                               "500", "--nterms", "2", "--periodogram", "power.csv")
        row = rows_of(outcome.stdout)[0]
        powers = rows_of(self.read("power.csv"))
        best = max(powers, key=lambda power: float(power["power"]))
        self.assertEqual((row["frequency"], row["power"]), (best["frequency"], best["power"]))

    def test_steps_are_as_much_smaller_as_peaks_are_narrower(self):
        self.write("star.csv", two_humps(60, 0.731))
        counts = []
        for terms in ("1", "4"):
            self.succeed("periods", "star.csv", "--fmin", "0.1", "--fmax", "3", "--nterms", terms,
                         "--periodogram", "power.csv")
            counts.append(len(rows_of(self.read("power.csv"))))
        self.assertAlmostEqual(counts[1] / counts[0], 4.0, delta=0.01)
        for count, told in (("250", False), ("200", True)):
            outcome = self.succeed("periods", "star.csv", "--fmin", "0.1", "--fmax", "3",
                                   "--nterms", "2", "--count", count)
            self.assertEqual("apart, which is more than 1 / (2 x longest" in outcome.stderr, told)

    def test_too_many_harmonics_for_the_points_are_said(self):
        self.write("star.csv", two_humps(9, 0.731))
        outcome = self.succeed("periods", "star.csv", "--fmin", "0.1", "--fmax", "3", "--count",
                               "50", "--nterms", "4")
        self.assertIn("too few points (points: 9)", outcome.stderr)
        self.assertEqual(rows_of(outcome.stdout)[0]["power"], "nan")

    def test_bands_are_searched_together(self):
        self.write("bands.csv", banded(60, 1.618))
        outcome = self.succeed("periods", "bands.csv", "--fmin", "0.1", "--fmax", "4", "--count",
                               "3000", "--band-column", "filter")
        rows = rows_of(outcome.stdout)
        self.assertEqual([row["id"] for row in rows], ["star", "other"])
        for row in rows:
            self.assertAlmostEqual(float(row["frequency"]), 1.618, delta=0.005)
        self.refuse(1, ["no column 'colour'", "--band-column"], "periods", "bands.csv", "--fmin",
                    "1", "--fmax", "2", "--count", "10", "--band-column", "colour")

    def test_refined_peaks_lie_between_the_frequencies(self):
        coarse = ["--fmin", "10", "--fmax", "11", "--count", "1000"]
        plain = rows_of(self.succeed("periods", IDA, *coarse).stdout)[0]
        refined = rows_of(self.succeed("periods", IDA, *coarse, "--refine").stdout)[0]
        self.assertLess(abs(float(refined["frequency"]) - float(plain["frequency"])), 1e-3)
        self.assertGreater(float(refined["power"]), float(plain["power"]))
        self.assertAlmostEqual(float(refined["period"]) * float(refined["frequency"]), 1.0)
        fine = ["--fmin", "10.355", "--fmax", "10.36", "--count", "50000"]
        best = rows_of(self.succeed("periods", IDA, *fine).stdout)[0]
        self.assertAlmostEqual(float(refined["frequency"]), float(best["frequency"]), delta=3e-7)
        self.assertTrue(0.0 < float(refined["frequency_error"]) < 1e-3)

    def test_refined_peaks_stay_outside_excluded_windows(self):
        times = [0.2 * k + 0.07 * math.sin(k * k) for k in range(50)]
        data = "time,mag\n" + "".join(f"{t!r},{math.sin(2 * math.pi * t)!r}\n" for t in times)
        options = ["periods", "-", "--fmin", "0.51", "--step", "0.02", "--count", "100",
                   "--exclude", "1:0.009", "--refine"]
        (row,) = rows_of(self.succeed(*options, text=data).stdout)
        self.assertGreater(abs(float(row["frequency"]) - 1), 0.009)
        # Between 0.95 and 1.05 there is no other peak.
        options[3], options[7] = "0.95", "6"
        outcome = self.succeed(*options, text=data)
        self.assertEqual(rows_of(outcome.stdout)[0]["period"], "nan")
        self.assertIn("no peak outside the excluded windows", outcome.stderr)

    def test_ranks_are_those_of_the_refined_peaks(self):
        coarse = ["--fmin", "0.1", "--fmax", "5", "--count", "1100"]
        on_grid, refined, best = (
            rows_of(self.succeed("periods", "-", *coarse, *options, text=two_signals()).stdout)
            for options in (["--peaks", "4"], ["--peaks", "4", "--refine"], ["--refine"]))
        self.assertLess(float(on_grid[0]["frequency"]), 1.5)
        self.assertGreater(float(refined[0]["frequency"]), 2.0)
        powers = [float(row["power"]) for row in refined]
        self.assertEqual(powers, sorted(powers, reverse=True))
        self.assertEqual([row["rank"] for row in refined], ["1", "2", "3", "4"])
        self.assertEqual((best[0]["frequency"], best[0]["power"]),
                         (refined[0]["frequency"], refined[0]["power"]))

    def test_refining_leaves_the_count_of_the_bootstrap(self):
        generator = random.Random(2)
        rows = [f"{generator.uniform(0.0, 100.0)!r},{generator.gauss(0.0, 1.0)!r}"
                for _ in range(40)]
        coarse = ["--fmin", "0.1", "--fmax", "2.5", "--count", "120", "--fap", "bootstrap"]
        plain, refined = (
            rows_of(self.succeed("periods", "-", *coarse, *options,
                                 text="time,value\n" + "\n".join(rows) + "\n").stdout)[0]
            for options in ([], ["--refine"]))
        self.assertGreater(float(refined["power"]), float(plain["power"]))
        self.assertEqual(refined["fap"], plain["fap"])
        self.assertGreater(float(plain["fap"]), 0.02)

    def test_columns_stand_in_their_order(self):
        outcome = self.succeed("periods", IDA, *RANGE, "--peaks", "2", "--fap", "baluev",
                               "--refine")
        header = outcome.stdout.split("\n")[0]
        self.assertEqual(header, "id,points,frequency,period,power,frequency_error,rank,fap")

    def test_false_alarms_of_every_method(self):
        found = {}
        for method in ("naive", "davies", "baluev", "bootstrap"):
            outcome = self.succeed("periods", IDA, *RANGE, "--fap", method)
            found[method] = float(rows_of(outcome.stdout)[0]["fap"])
        self.assertLess(found["baluev"], 1e-10)
        self.assertGreaterEqual(found["davies"], found["baluev"])
        self.assertGreater(found["baluev"], found["naive"])
        self.assertAlmostEqual(found["bootstrap"], 1.0 / 1001.0)
        self.assertIn("N of 1000 searches", outcome.stderr)

    def test_false_alarms_that_no_double_holds(self):
        generator = random.Random(6)
        rows = []
        for _ in range(3000):
            time = generator.uniform(0.0, 300.0)
            value = math.cos(2.0 * math.pi * 1.7321 * time) + generator.gauss(0.0, 0.2)
            rows.append(f"{time!r},{value!r}")
        self.write("star.csv", "time,value\n" + "\n".join(rows) + "\n")
        found = self.succeed("periods", "star.csv", "--fmin", "1.7", "--fmax", "1.8", "--count",
                             "2000", "--fap", "baluev")
        row = rows_of(found.stdout)[0]
        mantissa, exponent = row["fap"].split("e")
        # Baluev 2008: tau is within a factor of 1e5 of (1 - Z)^((n - 4) / 2).
        expected = 0.5 * 2996 * math.log10(1.0 - float(row["power"]))
        self.assertAlmostEqual(math.log10(float(mantissa)) + int(exponent), expected, delta=5.0)
        self.assertLess(expected, -1000.0)
        self.assertTrue(1.0 <= float(mantissa) < 10.0)

    def test_windows_are_one_at_frequency_zero(self):
        grid = ["--fmin", "0", "--step", "0.01", "--count", "300"]
        self.succeed("periods", IDA, *grid, "--window", "window.csv")
        window = [float(row["window"]) for row in rows_of(self.read("window.csv"))]
        self.assertAlmostEqual(window[0], 1.0)
        self.assertEqual(len(window), 300)
        self.assertTrue(all(0.0 <= power <= 1.0 for power in window))
        self.assertGreater(window[100], 0.4)  # once a day

    def test_what_does_not_go_together_is_refused(self):
        self.write("bands.csv", banded(30, 1.618))
        grid = ["--fmin", "1", "--fmax", "2", "--count", "10"]
        for phrase, options in (
            ("--fap bootstrap", [IDA, "--nterms", "2", "--fap", "baluev"]),
            ("search the bands apart", ["bands.csv", "--band-column", "filter", "--refine"]),
            ("the mean of each band", ["bands.csv", "--band-column", "filter", "--fit-mean", "no"]),
            ("exact to rounding", ["bands.csv", "--method", "direct", "--tolerance", "1e-5"]),
            ("at most 6 harmonics", ["bands.csv", "--band-column", "filter", "--nterms", "7"]),
            ("--plot draws one sinusoid", [IDA, "--nterms", "2", "--plot", "star.png"]),
        ):
            self.refuse(2, phrase, "periods", *options, *grid)
        self.refuse(1, "--window cannot write", "periods", IDA, "--window", "window.txt", *grid)
        self.refuse(1, "--nterms", "periods", IDA, "--nterms", "13", *grid)


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
