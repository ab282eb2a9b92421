# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The finders of the built program that fold and sort, as a user runs them.

    python3 finder_test.py PROGRAM [TEST...]
"""

import pathlib
import random
import shutil
import sys
import unittest

import program_test
from program_test import IDA, RANGE, ProgramTest, rows_of

SMOOTHER = ["--finder", "super-smoother"]
FINDERS = ("super-smoother", "pdm", "conditional-entropy")


def text_of(points):
    return "".join(f"a,{time:.5f},{value:.5f},0.01\n" for time, value in points)


def transits():
    """400 points: 3 % of the period of 1.7 d are 0.03 mag fainter, the noise is 0.006."""
    generator = random.Random(4)
    times = [generator.uniform(0, 60) for _ in range(400)]
    return text_of((time, 12 + (0.03 if time / 1.7 % 1 < 0.03 else 0) + generator.gauss(0, 0.006))
                   for time in times)


def days():
    """One point a day, brightest at noon, and in that a slow saw tooth of 0.371 1/d."""
    generator = random.Random(5)
    times = [day + generator.uniform(0, 1) for day in range(250)]
    return text_of((time, 12 + 1.2 * (time % 1 - 0.5) ** 2 + 0.2 * (0.371 * time % 1)
                    + generator.gauss(0, 0.01)) for time in times)


class Answers(ProgramTest):

    def frequency(self, *arguments, text=None):
        (row,) = rows_of(self.succeed("periods", *arguments, text=text).stdout)
        return float(row["frequency"])

    def test_every_finder_finds_ida_or_its_rotation(self):
        for finder in FINDERS:
            outcome = self.succeed("periods", IDA, "--fmin", "2", "--fmax", "12", "--finder",
                                   finder)
            self.assertEqual(len(outcome.stderr.splitlines()), 1)  # what the columns are taken for
            self.assertEqual(outcome.stdout.splitlines()[0], "id,points,frequency,period,power")
            (row,) = rows_of(outcome.stdout)
            self.assertEqual((row["id"], row["points"]), ("243", "29"))
            ratio = 10.3588 / float(row["frequency"])
            self.assertIn(round(ratio), (1, 2), finder)
            self.assertAlmostEqual(ratio, round(ratio), places=3)

    def test_words_in_any_spelling(self):
        for name in ("super-smoother", "super_smoother", "SUPER-Smoother"):
            self.assertEqual(round(self.frequency(IDA, *RANGE, "--finder", name), 3), 10.359)

    def test_precision_threads_and_backend_change_no_answer(self):
        for finder in FINDERS:
            best = self.frequency(IDA, *RANGE, "--finder", finder)
            for extra in (["--precision", "single"], ["--threads", "1"], *self.several_threads(2),
                          ["--backend", "portable"], ["--device", "cpu"]):
                self.assertEqual(self.frequency(IDA, *RANGE, "--finder", finder, *extra), best)

    def test_transits_with_alpha_zero(self):
        grid = ["-", "--fmin", "0.2", "--fmax", "2.2", "--count", "4800"]
        def period(*options):
            return 1 / self.frequency(*grid, *options, text=transits())
        self.assertAlmostEqual(period(*SMOOTHER, "--alpha", "0"), 1.7, places=2)
        self.assertAlmostEqual(
            period(*SMOOTHER, "--alpha", "0", "--variant", "single-pass"), 1.7, places=2)
        self.assertGreater(abs(period(*SMOOTHER) - 1.7), 0.1)
        self.assertGreater(abs(period() - 1.7), 0.1)

    def test_the_day_is_passed_over(self):
        grid = ["-", "--fmin", "0.05", "--fmax", "1.5", *SMOOTHER]
        exclude = ["--exclude", "1:0.02,0.5:0.02,0.333:0.02,0.25:0.02"]
        for extra in ([], ["--variant", "single-pass"]):
            self.assertAlmostEqual(self.frequency(*grid, *extra, text=days()), 1, places=2)
            found = self.frequency(*grid, *extra, *exclude, text=days())
            self.assertAlmostEqual(found, 0.371, places=2)
        found = self.frequency(*grid, "--candidates", "20", *exclude, text=days())
        self.assertAlmostEqual(found, 0.371, places=2)


class Options(ProgramTest):

    def power(self, *options):
        return rows_of(self.succeed("periods", IDA, *RANGE, *options).stdout)[0]["power"]

    def test_each_option_acts(self):
        outcomes = {"": self.power(*SMOOTHER)}
        for option, value in (("--variant", "single-pass"), ("--ends", "open"), ("--alpha", "5.5"),
                              ("--spans", "0.1,0.3,0.9"), ("--span", "0.3"),
                              ("--score", "normalized")):
            outcomes[option] = self.power(*SMOOTHER, option, value)
        self.assertEqual(len(set(outcomes.values())), len(outcomes), outcomes)
        self.assertAlmostEqual(float(outcomes["--score"]), float(outcomes[""]) / 14.5, places=12)
        self.assertEqual(self.power(*SMOOTHER, "--span", "0"), outcomes[""])
        for finder, option, value in (("pdm", "--phase-bins", "7"),
                                      ("conditional-entropy", "--phase-bins", "7"),
                                      ("conditional-entropy", "--value-bins", "4")):
            self.assertNotEqual(self.power("--finder", finder),
                                self.power("--finder", finder, option, value))

    def test_alpha_with_a_fraction_counts_in_single_pass(self):
        single = [*SMOOTHER, "--variant", "single-pass", "--alpha"]
        self.assertNotEqual(self.power(*single, "5.5"), self.power(*single, "5"))

    def test_errors_weigh(self):
        data = "\n".join(f"a,{0.37 * j * j % 19},{j * j % 7},{1 + j % 3}" for j in range(30))
        def powers(*options):
            outcome = self.succeed("periods", "-", "--fmin", "0.1", "--fmax", "3", "--count", "300",
                                   *SMOOTHER, *options, text=data)
            return outcome.stdout
        self.assertEqual(powers(), powers("--errors", "use"))
        self.assertNotEqual(powers(), powers("--errors", "ignore"))

    def test_ties_are_averaged_or_kept(self):
        data = "".join(f"a,{j % 8 / 8 + j},{j * j % 7}\n" for j in range(40))
        def power(*options):
            outcome = self.succeed("periods", "-", "--fmin", "1", "--step", "1", "--count", "1",
                                   *SMOOTHER, *options, text=data)
            return rows_of(outcome.stdout)[0]["power"]
        self.assertNotEqual(power(), power("--ties", "keep"))

    def test_peaks_and_periodogram(self):
        for finder in FINDERS:
            outcome = self.succeed("periods", IDA, *RANGE, "--finder", finder, "--peaks", "3",
                                   "--periodogram", "p.csv")
            rows = rows_of(outcome.stdout)
            self.assertEqual([row["rank"] for row in rows], ["1", "2", "3"])
            powers = {row["frequency"]: row["power"] for row in rows_of(self.read("p.csv"))}
            self.assertEqual(len(powers), 3000)
            for row in rows:
                self.assertEqual(powers[row["frequency"]], row["power"])
            self.assertEqual(max(map(float, powers.values())), float(rows[0]["power"]))

    def test_candidates_score_what_the_whole_search_scores(self):
        self.assertEqual(self.power(*SMOOTHER, "--candidates", "5"), self.power(*SMOOTHER))
        self.assertNotEqual(self.power(*SMOOTHER, "--candidates", "1", "--half-window", "0",
                                       "--exclude", "10.36:0.1"), self.power(*SMOOTHER))

    def test_objects_without_an_answer(self):
        data = ("a,1,2\na,2,2\na,3,2\na,4,2\na,5,2\n" "b,1,2\nb,2,3\nb,3,1\nb,4,3\n"
                "c,1,1\nc,2,3\nc,3,2\nc,4,5\nc,5,4\n" "d,1,1\nd,1,2\nd,1,3\nd,1,4\nd,1,5\n")
        for options in (["--finder", "pdm"], ["--finder", "conditional-entropy"], SMOOTHER,
                        [*SMOOTHER, "--variant", "single-pass"], [*SMOOTHER, "--candidates", "3"]):
            outcome = self.succeed("periods", "-", "--fmin", "0.1", "--fmax", "0.4", "--count",
                                   "30", *options, text=data)
            rows = {row["id"]: row for row in rows_of(outcome.stdout)}
            self.assertEqual([row["period"] for row in rows.values()].count("nan"), 3, options)
            self.assertNotEqual(rows["c"]["period"], "nan")
            for name, reason in (("a", "constant values"), ("b", "too few points"),
                                 ("d", "no time span")):
                self.assertIn(f"no period for object '{name}': {reason}", outcome.stderr)


@unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not installed")
class Pictures(ProgramTest):

    def test_each_finder(self):
        for options, label in ((SMOOTHER, "n/2 (1 - chi2/chi0)"),
                               ([*SMOOTHER, "--score", "normalized"], "1 - chi2/chi0"),
                               ([*SMOOTHER, "--candidates", "5"], "n/2 (1 - chi2/chi0)"),
                               ([*SMOOTHER, "--ends", "open"], "n/2 (1 - chi2/chi0)"),
                               (["--finder", "pdm"], "1 - theta"),
                               (["--finder", "conditional-entropy"], "-H")):
            self.succeed("periods", IDA, *RANGE, *options, "--plot", "a.svg")
            self.assertIn(f"power ({label})", self.read("a.svg"))


class Refusals(ProgramTest):

    def test_options_of_other_finders(self):
        for finder, option, value in (("lomb-scargle", "--alpha", "9"),
                                      ("lomb-scargle", "--candidates", "3"),
                                      ("lomb-scargle", "--phase-bins", "9"),
                                      ("super-smoother", "--model", "standard"),
                                      ("super-smoother", "--fit-mean", "no"),
                                      ("super-smoother", "--normalization", "raw"),
                                      ("super-smoother", "--phase-bins", "9"),
                                      ("super-smoother", "--nterms", "1"),
                                      ("pdm", "--errors", "use"),
                                      ("pdm", "--variant", "multi-pass"),
                                      ("pdm", "--value-bins", "4"),
                                      ("conditional-entropy", "--ends", "open")):
            self.refuse(2, [f"{option} does nothing with --finder {finder}", "Leave it out"],
                        "periods", IDA, *RANGE, "--finder", finder, option, value)

    def test_options_that_contradict(self):
        for options in (["--span", "0.2", "--alpha", "3"],
                        ["--span", "0.2", "--spans", "0.1,0.2,1"],
                        ["--span", "0.2", "--variant", "multi-pass"],
                        ["--candidates", "3", "--peaks", "3"],
                        ["--candidates", "3", "--periodogram", "p.npy"]):
            self.refuse(2, "do not go together", "periods", IDA, *RANGE, *SMOOTHER, *options)
        self.refuse(2, "--variant single-pass and --ends open do not go together (the windows",
                    "periods", IDA, *RANGE, *SMOOTHER, "--variant", "single-pass", "--ends", "open")
        self.refuse(2, "--half-window does nothing without --candidates", "periods", IDA, *RANGE,
                    *SMOOTHER, "--half-window", "3")

    def test_values(self):
        for options, phrases in ((["--alpha", "11"], ["alpha is 11", "0 to 10"]),
                                 (["--alpha", "-1"], ["alpha is -1", "0 to 10"]),
                                 (["--alpha", "nan"], ["--alpha got 'nan'"]),
                                 (["--span", "1.5"], ["span is 1.5", "at most 1"]),
                                 (["--spans", "0.5,0.2,0.1"], ["0.5, 0.2, 0.1", "ascending"]),
                                 (["--spans", "0.1,0.2"], ["three numbers", "0.05,0.2,0.5"]),
                                 (["--candidates", "0"], ["from 1 to 10000"]),
                                 (["--variant", "double-pass"], ["multi-pass, single-pass"])):
            self.refuse(1, phrases, "periods", IDA, *RANGE, *SMOOTHER, *options)
        self.refuse(1, "from 2 to 64", "periods", IDA, *RANGE, "--finder", "pdm", "--phase-bins",
                    "65")
        self.refuse(1, "lomb-scargle, super-smoother, pdm, conditional-entropy", "periods", IDA,
                    *RANGE, "--finder", "boxes")

    def test_frequency_zero(self):
        for finder in FINDERS:
            self.refuse(1, ["--fmin is 0", "Begin above 0"], "periods", IDA, "--fmin", "0",
                        "--fmax", "3", "--count", "9", "--finder", finder)


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
