# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Runs `siderum pairs` on what is odd: sizes, weights, regions and outputs at the limits.

    python3 pairs_odd_input_test.py PROGRAM [TEST...]
"""

import json
import pathlib
import shutil
import sys
import unittest

import program_test
from pairs_program_test import DATA, DATA2, FEW, PairsTest, RANDOMS, SKY, column, table


class Limits(PairsTest):

    def test_more_bins_than_sixteen_bits_number(self):
        few = self.pairs("--data", DATA, "--linear", "0:180:10")
        many = self.pairs("--data", DATA, "--linear", "0:180:40000")
        self.assertEqual(len(many), 40_000)
        for k, row in enumerate(few):
            self.assertEqual(sum(int(one["dd"]) for one in many[4000 * k:4000 * (k + 1)]),
                             int(row["dd"]))

    def test_many_regions(self):
        self.succeed("simulate", "sky-points", "--points", "6000", "--output", "sky.csv")
        plain = self.pairs("--data", "sky.csv", "--bins", "0.5:20:5")
        self.assertEqual(self.pairs("--data", "sky.csv", "--bins", "0.5:20:5", "--regions",
                                    "3000"), plain)

    def test_a_bootstrap_too_large_is_refused_before_counting(self):
        copy = self.copy(DATA, "as_many.csv")
        self.refuse(1, "(100 x 100 regions x 1000 bins take more than 64 MB)", "pairs", "--data",
                    DATA, "--randoms", copy, "--linear", "0:10:1000", "--regions", "100",
                    "--errors", "bootstrap")


class Weights(PairsTest):

    def plain(self, source, name):
        return self.copy(source, name, weight=lambda row: 1)

    def without_weights(self, source, name):
        lines = ["ra,dec"]
        for row in table(source):
            lines.append(f"{row['ra']},{row['dec']}")
        return self.write(name, "\n".join(lines) + "\n")

    def test_several_randoms_of_which_some_have_none(self):
        bare = self.without_weights(RANDOMS, "bare.csv")
        ones = self.plain(RANDOMS, "ones.csv")
        for cross in ([], ["--data2", DATA2]):
            results = []
            for other in (bare, ones):
                options = ["--data", DATA, *cross, *FEW, "--weights", "weight", "--regions", "5",
                           "--randoms", RANDOMS, other]
                options += ["--randoms2", other, self.plain(SKY, "s.csv")] if cross else []
                results.append(self.pairs(*options))
            self.assertEqual(*results)

    def test_threads_do_not_change_a_digit(self):
        options = ["pairs", "--data", DATA, "--randoms", RANDOMS, "--bins", "0.05:100:12",
                   "--weights", "weight", "--region-column", "region", "--mean-separation", "yes"]
        one = self.succeed(*options, "--threads", "1").stdout
        for threads in self.several_threads(2, 4):
            self.assertEqual(self.succeed(*options, *threads).stdout, one)

    def test_sums_that_are_no_numbers_are_refused(self):
        for weight in ("1e200", "1e307", "1e-200"):
            heavy = self.copy(DATA, f"{weight}.csv", weight=lambda row, weight=weight: weight)
            self.refuse(1, "(products of two such sums are no normal numbers)", "pairs", "--data",
                        heavy, *FEW, "--weights", "weight", "--save-counts", "c.json")

    def test_large_weights_are_saved_as_numbers(self):
        heavy = {"weight": lambda row: 1e140 * float(row["weight"])}
        data = self.copy(DATA, "d.csv", **heavy)
        rows = self.pairs("--data", DATA, *FEW, "--weights", "weight")
        scaled = self.pairs("--data", data, *FEW, "--weights", "weight", "--save-counts", "c.json")
        for row, other in zip(rows, scaled):
            self.assertAlmostEqual(float(other["dd"]) / (1e280 * float(row["dd"])), 1, places=12)
        saved = json.loads(self.read("c.json"))["counts"][0]
        self.assertNotIn(None, [saved["total"], saved["first"]["sum_squared_weight"],
                                *saved["weight"]])


class SavedCounts(PairsTest):
    OPTIONS = ["--data", DATA, "--randoms", RANDOMS]

    def test_without_regions_have_none_to_write(self):
        self.succeed("pairs", *self.OPTIONS, *FEW, "--save-counts", "c.json")
        for option in (["--save-regions", "a.csv"], ["--per-region", "a.csv"],
                       ["--leave-one-out", "a.csv"], ["--jackknife", "either"],
                       ["--errors", "jackknife"], ["--errors", "bootstrap"]):
            self.refuse(2, "There are no regions", "pairs", *self.OPTIONS, "--use-counts",
                        "c.json", *option)

    def test_random_files_in_another_order(self):
        randoms = [self.copy(RANDOMS, f"{name}.csv", weight=lambda row: 0.1 * float(row["ra"]),
                             ra=lambda row: float(row["ra"]) + shift)
                   for name, shift in (("r1", 0), ("r2", 1e-3))]
        options = ["pairs", "--data", DATA, "--weights", "weight"]
        for more, counts in (([], "rr"), (["--data2", DATA2], "r1r2")):
            command = [*options, *more, *FEW, "--randoms", *randoms]
            second = ["--randoms2", *randoms] if more else []
            before = self.succeed(*command, *second, "--save-counts", f"{counts}.json").stdout
            again = [*options, *more, "--use-counts", f"{counts}.json"]
            if not more:
                outcome = self.succeed(*again, "--randoms", *randoms[::-1])
                self.assertEqual((outcome.stdout, outcome.stderr), (before, ""))
            else:
                self.refuse(1, "checksum of the points of the randoms differs", *again,
                            "--randoms", *randoms[::-1], *second)

    def test_the_same_bins_in_another_unit(self):
        before = self.pairs(*self.OPTIONS, "--bins", "0.01:10:13", "--save-counts", "c.json")
        after = self.pairs(*self.OPTIONS, "--bins", "0.6:600:13", "--unit", "arcmin",
                           "--use-counts", "c.json")
        self.assertEqual(column(after, "w"), column(before, "w"))
        other = self.pairs("--data", DATA2, "--randoms", RANDOMS, "--bins", "36:36000:13",
                           "--unit", "arcsec", "--use-counts", "c.json")
        self.assertEqual(column(other, "rr"), column(before, "rr"))
        self.refuse(1, "edge 1 of the bins differs", "pairs", *self.OPTIONS, "--bins",
                    "0.6:600.001:13", "--unit", "arcmin", "--use-counts", "c.json")


class OptionsThatDoNothing(PairsTest):
    OPTIONS = ["pairs", "--data", DATA, "--randoms", RANDOMS, *FEW, "--regions", "5"]

    def test_a_convention_of_the_jackknife_without_a_jackknife(self):
        for errors in ("bootstrap", "marked-bootstrap", "poisson"):
            options = [*self.OPTIONS, "--errors", errors, "--jackknife", "match"]
            self.refuse(2, "--jackknife has nothing to do", *options)
            self.succeed(*options, "--leave-one-out", "a.csv")
        self.succeed(*self.OPTIONS, "--jackknife", "match")
        self.succeed(*self.OPTIONS, "--errors", "jackknife", "--jackknife", "match")

    def test_regions_without_randoms(self):
        for regions in (["--regions", "5"], ["--region-column", "region"]):
            sentence = f"{regions[0]} changes nothing in the result: there are no randoms"
            outcome = self.succeed("pairs", "--data", DATA, *FEW, *regions)
            self.assertIn(sentence, outcome.stderr)
            for option, name in (("--per-region", "a.csv"), ("--save-regions", "b.csv"),
                                 ("--save-counts", "c.json")):
                outcome = self.succeed("pairs", "--data", DATA, *FEW, *regions, option, name)
                self.assertNotIn(sentence, outcome.stderr)

    def test_points_that_are_data_and_randoms(self):
        data, randoms = (self.copy(path, name) for path, name in ((DATA, "d.csv"),
                                                                  (RANDOMS, "r.csv")))
        for options in (["--randoms", "d.csv"], ["--randoms", "r.csv", "./d.csv"],
                        ["--data2", DATA2, "--randoms", "r.csv", "--randoms2", data],
                        ["--data2", randoms, "--randoms", SKY, "--randoms2", "r.csv"]):
            self.refuse(1, "csv is data and randoms", "pairs", "--data", "d.csv", *FEW, *options)

    def test_randoms_named_twice(self):
        self.copy(RANDOMS, "r.csv")
        (self.folder / "link.csv").symlink_to("r.csv")
        for other, said in (("r.csv", "r.csv is named twice"),
                            ("./r.csv", "r.csv and ./r.csv are one file"),
                            ("link.csv", "r.csv and link.csv are one file")):
            self.refuse(1, f"{said} (its points would count twice)", "pairs", "--data", DATA, *FEW,
                        "--randoms", "r.csv", SKY, other)
        self.refuse(1, "r.csv is named twice", "pairs", "--data", DATA, "--data2", DATA2, *FEW,
                    "--randoms", "r.csv", SKY, "--randoms2", "r.csv", "r.csv")
        self.succeed("pairs", "--data", DATA, "--data2", DATA, *FEW, "--randoms", "r.csv",
                     "--randoms2", "r.csv")


class Messages(PairsTest):

    def stderr(self, *options, text=None):
        return self.succeed("pairs", *options, *FEW, text=text).stderr

    def test_missing_w_names_what_is_0(self):
        self.write("far.csv", "ra,dec\n180,-50\n181,-50\n")
        self.write("one.csv", "ra,dec\n100,2\n")
        far = ["--data", DATA, "--randoms", "far.csv"]
        self.assertIn("3 of 4 bins have no w: rr is 0 there.", self.stderr(*far))
        self.assertIn("bins have no w: dr is 0 there.",
                      self.stderr(*far, "--estimator", "davis-peebles"))
        self.assertIn("4 of 4 bins have no w: dd has no pairs of any separation.",
                      self.stderr("--data", "one.csv", "--randoms", RANDOMS))
        self.write("light.csv", "ra,dec,weight\n150,2,1\n150.7,2,0\n")
        self.assertIn("4 of 4 bins have no w: the weights of the pairs of rr add up to 0.",
                      self.stderr("--data", DATA, "--randoms", "light.csv", "--weights", "weight"))
        self.assertIn("4 of 4 bins have no w: d1r2 is 0 there, d2r1 is 0 there.",
                      self.stderr("--data", DATA, "--data2", DATA2, "--randoms", "far.csv",
                                  "--randoms2", "far.csv", "--estimator", "hamilton"))

    def test_missing_errors_are_said_beside_a_missing_w(self):
        self.write("few.csv", "ra,dec\n150,2\n150.7,2\n")
        self.write("more.csv", "ra,dec\n150,2\n150.7,2\n152,2\n160,2\n")
        said = self.stderr("--data", "few.csv", "--randoms", "more.csv")
        self.assertIn("bins have no w: rr is 0 there.", said)
        self.assertIn("bins have a w and no w_error: dd is 0 there.", said)

    def test_catalogues(self):
        (self.folder / "folder").mkdir()
        self.refuse(1, "(it is a folder). Name a file in it.", "pairs", "--data", "folder", *FEW)
        self.refuse(1, "separated by semicolons", "pairs", "--data", "-", *FEW,
                    text="ra;dec\n1;2\n")
        self.refuse(1, "two columns for the ra", "pairs", "--data", "-", *FEW,
                    text="ra,dec,ra\n1,2,3\n")

    def test_the_help_speaks_of_separations(self):
        text = self.succeed("pairs", "--help").stdout
        self.assertNotIn("phases", text)

    def test_counts_are_not_saved_under_other_names(self):
        for name in ("a.csv", "a.FITS", "a.npy", "a.json.gz"):
            self.refuse(1, f"--save-counts cannot write '{name}' (saved counts are JSON)", "pairs",
                        "--data", DATA, *FEW, "--save-counts", name)
        for name in ("a.json", "counts"):
            self.succeed("pairs", "--data", DATA, *FEW, "--save-counts", name)

    def test_narrow_bins(self):
        edges = self.write("e.txt", "1\n1.000000001\n2\n")
        self.refuse(1, "Ask for double precision, or for", "pairs", "--data", DATA, "--edges",
                    edges, "--precision", "single")

    def test_two_tables_on_standard_output(self):
        options = ["pairs", "--data", DATA, "--randoms", RANDOMS, *FEW, "--regions", "5"]
        for option in ("--per-region", "--covariance", "--leave-one-out", "--save-regions"):
            self.refuse(2, f"--output and {option} both go to standard output", *options, option,
                        "-")
            outcome = self.succeed(*options, option, "-", "--output", "a.csv")
            self.assertNotEqual(outcome.stdout, "")


@unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not installed")
class Pictures(PairsTest):

    def picture(self, *options):
        outcome = self.succeed("pairs", *options, "--plot", "a.svg")
        self.assertEqual(outcome.stderr, "")
        return self.read("a.svg")

    def test_one_bin_has_no_covariance(self):
        options = ["--data", DATA, "--randoms", RANDOMS, "--regions", "5"]
        self.assertNotIn("covariance", self.picture(*options, "--bins", "0.5:10:1"))
        self.assertIn("covariance", self.picture(*options, "--bins", "0.5:10:2"))

    def test_sums_of_weights_are_called_so(self):
        options = ["--data", DATA, "--linear", "0:180:9"]
        self.assertIn("number of pairs", self.picture(*options))
        weighted = self.picture(*options, "--weights", "weight")
        self.assertIn("products of weights", weighted)
        self.assertNotIn("number of pairs", weighted)

    def test_nothing_is_no_picture_and_the_table_is_kept(self):
        self.write("one.csv", "ra,dec\n150,2\n")
        for options, name in ((["--data", "one.csv", "--randoms", RANDOMS], "w"),
                              (["--data", "one.csv"], "dd")):
            outcome = self.run_program("pairs", *options, *FEW, "--plot", "a.svg", "--output",
                                       "a.csv")
            self.assertEqual(outcome.returncode, 1)
            self.assertIn(f"'a.svg' was not drawn (no bin has a {name} other than 0)",
                          outcome.stderr)
            self.assertEqual(self.names(), ["a.csv", "one.csv"])
            self.assertEqual(self.read("a.csv"), self.succeed("pairs", *options, *FEW).stdout)

    def test_one_point(self):
        self.write("one.csv", "ra,dec\n150,2\n")
        text = self.picture("--data", "one.csv", "--data2", DATA, "--linear", "0:180:9")
        self.assertIn("one: 1 point,", text)


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
