# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Runs `siderum pairs` and `siderum simulate sky-points` as a user does.

    python3 pairs_program_test.py PROGRAM [TEST...]
"""

import csv
import json
import math
import pathlib
import shutil
import sys
import unittest

import program_test
from program_test import ProgramTest, ROOT, rows_of

GOLDEN = ROOT / "tests/golden"
DATA, DATA2, RANDOMS, SKY = (GOLDEN / f"pair_counts_{name}.csv"
                             for name in ("data", "data2", "randoms", "sky"))
BINS = ["--bins", "0.05:10:12"]
FEW = ["--bins", "0.5:10:4"]


def table(path):
    """Rows of a CSV file without its comments."""
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines))


def column(rows, name):
    return [float(row[name]) for row in rows]


class PairsTest(ProgramTest):

    def pairs(self, *options, text=None):
        outcome = self.succeed("pairs", *options, text=text)
        return rows_of(outcome.stdout)

    def copy(self, source, name, **changes):
        """A golden catalogue in the folder, its rows changed by functions of a row."""
        rows = table(source)
        lines = [",".join(rows[0])]
        for row in rows:
            for key, change in changes.items():
                row[key] = str(change(row))
            lines.append(",".join(row.values()))
        return self.write(name, "\n".join(lines) + "\n")


class KnownAnswers(PairsTest):

    def test_treecorr(self):
        golden = {}
        for row in table(GOLDEN / "pair_counts_treecorr.csv"):
            golden.setdefault((row["case"], row["range"], row["weighted"]), []).append(row)
        self.assertEqual(len(golden), 16)
        for (case, limit, weighted), expected in golden.items():
            first, _, second = case.partition("-")
            options = ["--data", GOLDEN / f"pair_counts_{first}.csv", "--bins",
                       "0.05:10:12" if limit == "10" else "0.5:180:15"]
            options += ["--data2", GOLDEN / f"pair_counts_{second}.csv"] if second else []
            options += ["--weights", "weight"] if weighted == "yes" else []
            name = "d1d2" if second else "dd"
            rows = self.pairs(*options)
            self.assertEqual(list(rows[0])[:3], ["theta_min", "theta_max", name])
            pairs = column(rows, name + "_pairs" if weighted == "yes" else name)
            self.assertEqual(pairs, column(expected, "pairs"), case)
            for ours, theirs in zip(column(rows, name), column(expected, "weight")):
                self.assertLessEqual(abs(ours - theirs), 1e-12 * theirs)

    def test_jackknife_is_treecorrs_to_the_number_of_points(self):
        golden = table(GOLDEN / "pair_counts_treecorr_xi.csv")
        for convention in ("match", "either"):
            expected = [row for row in golden if row["convention"] == convention]
            rows = self.pairs("--data", DATA, "--randoms", RANDOMS, *BINS, "--region-column",
                              "region", "--jackknife", convention)
            for row, other in zip(rows, expected, strict=True):
                # It divides by N^2 / 2 pairs where there are N (N - 1) / 2.
                self.assertAlmostEqual(1 + float(row["w"]), (1 + float(other["xi"])),
                                       delta=3e-3 * (1 + float(other["xi"])))
                self.assertAlmostEqual(float(row["w_error"]) / float(other["error"]), 1,
                                       delta=5e-3)


class Counts(PairsTest):

    def test_all_pairs_are_counted_once(self):
        n, m = len(table(DATA)), len(table(SKY))
        (row,) = self.pairs("--data", DATA, "--linear", "0:180:1")
        self.assertEqual(row, {"theta_min": "0", "theta_max": "180", "dd": str(n * (n - 1) // 2)})
        (row,) = self.pairs("--data", DATA, "--data2", SKY, "--linear", "0:180:1")
        self.assertEqual(row["d1d2"], str(n * m))

    def test_octahedron(self):
        points = "ra,dec\n0,0\n90,0\n180,0\n270,0\n0,90\n123,-90\n"
        rows = self.pairs("--data", "-", "--linear", "0:180:4", text=points)
        self.assertEqual([row["dd"] for row in rows], ["0", "0", "12", "3"])

    def test_one_point_gives_zeros(self):
        rows = self.pairs("--data", "-", *FEW, text="ra,dec\n1,2\n")
        self.assertEqual([row["dd"] for row in rows], ["0"] * 4)

    def test_columns_with_randoms(self):
        outcome = self.succeed("pairs", "--data", DATA, "--randoms", RANDOMS, *FEW)
        self.assertEqual(outcome.stdout.splitlines()[0], "theta_min,theta_max,dd,dr,rr,w,w_error")
        outcome = self.succeed("pairs", "--data", DATA, "--data2", DATA2, "--randoms", RANDOMS,
                               "--randoms2", RANDOMS, *FEW)
        self.assertEqual(outcome.stdout.splitlines()[0],
                         "theta_min,theta_max,d1d2,d1r2,d2r1,r1r2,w,w_error")

    def test_units(self):
        degrees = self.pairs("--data", DATA, "--bins", "0.1:10:5")
        minutes = self.pairs("--data", DATA, "--bins", "6:600:5", "--unit", "arcmin")
        seconds = self.pairs("--data", DATA, "--bins", "360:36000:5", "--unit", "arcsec")
        self.assertEqual([row["dd"] for row in minutes], [row["dd"] for row in degrees])
        self.assertEqual([row["dd"] for row in seconds], [row["dd"] for row in degrees])
        self.assertEqual(minutes[0]["theta_min"], "6")
        self.assertEqual(minutes[-1]["theta_max"], "600")
        (row,) = self.pairs("--data", DATA, "--linear", "0:648000:1", "--unit", "arcsec")
        self.assertEqual(int(row["dd"]), 700 * 699 // 2)

    def test_edges_file(self):
        by_bins = self.pairs("--data", DATA, *FEW)
        edges = [by_bins[0]["theta_min"]] + [row["theta_max"] for row in by_bins]
        for text in ("\n".join(edges), "theta\n" + "\n".join(edges), ",".join(edges)):
            self.write("edges.txt", text + "\n")
            self.assertEqual(self.pairs("--data", DATA, "--edges", "edges.txt"), by_bins)

    def test_catalogues_in_other_forms(self):
        expected = self.pairs("--data", DATA, *FEW)
        rows = table(DATA)
        self.write("bare.txt", "".join(f"{row['ra']} {row['dec']}\n" for row in rows))
        self.write("upper.csv", "NAME,DEC,RA\n" +
                   "".join(f"a,{row['dec']},{row['ra']}\n" for row in rows))
        self.assertEqual(self.pairs("--data", "bare.txt", *FEW), expected)
        self.assertEqual(self.pairs("--data", "upper.csv", *FEW), expected)
        self.assertEqual(self.pairs("--data", "upper.csv", "--columns", "3,2", *FEW), expected)
        self.succeed("pairs", "--data", "upper.csv", *FEW, "--output", "counts.fits")
        self.assertEqual((self.folder / "counts.fits").read_bytes()[:9], b"SIMPLE  =")

    def test_a_turn_of_right_ascension_changes_nothing(self):
        turned = self.copy(DATA, "turned.csv", ra=lambda row: float(row["ra"]) + 360)
        self.assertEqual(self.pairs("--data", turned, *FEW), self.pairs("--data", DATA, *FEW))
        self.assertEqual(self.pairs("--data", DATA, "--data2", turned, *FEW),
                         self.pairs("--data", DATA, "--data2", DATA, *FEW))

    def test_device_threads_backend_and_precision(self):
        expected = self.pairs("--data", DATA, "--randoms", RANDOMS, *FEW)
        for extra in (["--threads", "1"], *self.several_threads(2), ["--device", "cpu"],
                      ["--backend", "portable"], ["--progress", "never"]):
            self.assertEqual(self.pairs("--data", DATA, "--randoms", RANDOMS, *FEW, *extra),
                             expected)
        single = self.pairs("--data", DATA, *FEW, "--precision", "single")
        for row, other in zip(single, expected):
            self.assertLessEqual(abs(int(row["dd"]) - int(other["dd"])),
                                 max(3, 1e-3 * int(other["dd"])))

    def test_single_precision_says_where_it_is_coarse(self):
        for bins, coarse in (("1e-5:1:5", True), ("0.001:170:5", False), ("1:179.95:5", True)):
            outcome = self.succeed("pairs", "--data", DATA, "--bins", bins, "--precision",
                                   "single")
            self.assertEqual("Use --precision double" in outcome.stderr, coarse, bins)

    def test_mean_separation(self):
        for unit, factor in (("deg", 1), ("arcmin", 60)):
            rows = self.pairs("--data", DATA, "--bins", f"{0.5 * factor}:{10 * factor}:4",
                              "--unit", unit, "--mean-separation", "yes")
            for row in rows:
                self.assertLess(float(row["theta_min"]), float(row["theta_mean"]))
                self.assertLess(float(row["theta_mean"]), float(row["theta_max"]))

    def test_weights(self):
        rows = self.pairs("--data", DATA, "--randoms", RANDOMS, *FEW, "--weights", "WEIGHT")
        self.assertEqual(list(rows[0])[2:], ["dd", "dr", "rr", "w", "w_error", "dd_pairs",
                                             "dr_pairs", "rr_pairs"])
        twice = {"weight": lambda row: 2 * float(row["weight"])}
        scaled = self.pairs("--data", self.copy(DATA, "a.csv", **twice), "--randoms",
                            self.copy(RANDOMS, "b.csv", **twice), *FEW, "--weights", "weight")
        for row, other in zip(rows, scaled):
            self.assertAlmostEqual(float(other["dd"]), 4 * float(row["dd"]), places=6)
            self.assertAlmostEqual(float(other["w"]), float(row["w"]), places=12)

    def test_a_catalogue_without_the_weights_is_named(self):
        self.write("plain.csv", "ra,dec\n1,50\n2,51\n3,52\n")
        outcome = self.succeed("pairs", "--data", DATA, "--randoms", "plain.csv", *FEW,
                               "--weights", "weight")
        self.assertIn("plain.csv without the column 'weight': all points weigh 1 there",
                      outcome.stderr)


class Estimates(PairsTest):

    def test_estimators_are_their_formulas(self):
        names = ("landy-szalay", "hamilton", "davis-peebles", "natural")
        results = {name: self.pairs("--data", DATA, "--randoms", RANDOMS, *FEW, "--estimator",
                                    name) for name in names}
        n, m = len(table(DATA)), len(table(RANDOMS))
        for k, row in enumerate(results["natural"]):
            dd = int(row["dd"]) / (n * (n - 1) / 2)
            dr = int(row["dr"]) / (n * m)
            rr = int(row["rr"]) / (m * (m - 1) / 2)
            for name, w in (("landy-szalay", (dd - 2 * dr + rr) / rr), ("natural", dd / rr - 1),
                            ("hamilton", dd * rr / dr ** 2 - 1), ("davis-peebles", dd / dr - 1)):
                self.assertAlmostEqual(float(results[name][k]["w"]), w, places=12)
                error = (1 + w) / math.sqrt(int(row["dd"]))
                self.assertAlmostEqual(float(results[name][k]["w_error"]), error, places=12)

    def test_sets_of_randoms_are_pooled(self):
        rows = table(RANDOMS)
        parts = (rows[:400], rows[400:1500])
        for i, part in enumerate(parts):
            self.write(f"r{i}.csv", "ra,dec\n" +
                       "".join(f"{row['ra']},{row['dec']}\n" for row in part))
        pooled = self.pairs("--data", DATA, "--randoms", "r0.csv", "r1.csv", *FEW)
        alone = [self.pairs("--data", DATA, "--randoms", f"r{i}.csv", *FEW) for i in (0, 1)]
        for row, a, b in zip(pooled, *alone):
            dr = int(a["dr"]) + int(b["dr"])
            rr = int(a["rr"]) + int(b["rr"])
            self.assertEqual((int(row["dr"]), int(row["rr"])), (dr, rr))
            mean_dr = dr / (700 * 1500)
            mean_rr = rr / (400 * 399 / 2 + 1100 * 1099 / 2)
            w = (int(row["dd"]) / (700 * 699 / 2) - 2 * mean_dr + mean_rr) / mean_rr
            self.assertAlmostEqual(float(row["w"]), w, places=11)

    def test_cross_correlation_of_a_catalogue_with_itself(self):
        rows = self.pairs("--data", DATA, "--data2", DATA2, "--randoms", RANDOMS, "--randoms2",
                          SKY, *FEW, "--regions", "5")
        swapped = self.pairs("--data", DATA2, "--data2", DATA, "--randoms", SKY, "--randoms2",
                             RANDOMS, *FEW)
        for row, other in zip(rows, swapped):
            self.assertEqual((row["d1d2"], row["d1r2"], row["d2r1"], row["r1r2"]),
                             (other["d1d2"], other["d2r1"], other["d1r2"], other["r1r2"]))
            self.assertAlmostEqual(float(row["w"]), float(other["w"]), places=10)

    def test_bins_without_random_pairs_are_nan(self):
        self.write("far.csv", "ra,dec\n180,-50\n181,-50\n")
        outcome = self.succeed("pairs", "--data", DATA, "--randoms", "far.csv", *FEW)
        rows = rows_of(outcome.stdout)
        self.assertEqual([row["w"] == "nan" for row in rows], [False, True, True, True])
        self.assertIn("3 of 4 bins have no w", outcome.stderr)

    def test_methods_of_errors(self):
        options = ["--data", DATA, "--randoms", RANDOMS, *FEW, "--region-column", "region"]
        errors = {}
        for method in (["--errors", "jackknife"], ["--errors", "bootstrap"],
                       ["--errors", "marked-bootstrap", "--resamples", "300"],
                       ["--errors", "poisson"], ["--errors", "bootstrap", "--seed", "2"]):
            errors[" ".join(method)] = column(self.pairs(*options, *method), "w_error")
        default = column(self.pairs(*options), "w_error")
        self.assertEqual(default, errors["--errors jackknife"])
        self.assertEqual(len({tuple(values) for values in errors.values()}), 5)
        for name, values in errors.items():
            if name != "--errors poisson":
                for value, other in zip(values, default):
                    self.assertTrue(0.2 * other < value < 5 * other, name)


class Regions(PairsTest):
    OPTIONS = ["--data", DATA, "--randoms", RANDOMS, *FEW]

    def test_per_region_counts_add_up(self):
        rows = self.pairs(*self.OPTIONS, "--region-column", "region", "--per-region", "r.csv")
        parts = table(self.folder / "r.csv")
        self.assertEqual(list(parts[0]), ["count", "region", "theta_min", "theta_max", "both",
                                          "first", "second"])
        self.assertEqual(len(parts), 3 * 8 * 4)
        for k, row in enumerate(rows):
            for name in ("dd", "dr", "rr"):
                mine = [part for part in parts
                        if part["count"] == name and part["theta_min"] == row["theta_min"]]
                self.assertEqual({int(part["region"]) for part in mine}, set(range(8)))
                both, first, second = (sum(int(part[key]) for part in mine)
                                       for key in ("both", "first", "second"))
                self.assertEqual(both + first, int(row[name]), k)
                self.assertEqual(both + second, int(row[name]), k)

    def test_leave_one_out_is_a_count_without_the_region(self):
        self.pairs(*self.OPTIONS, "--region-column", "region", "--jackknife", "either",
                   "--leave-one-out", "l.csv")
        curves = table(self.folder / "l.csv")
        self.assertEqual(list(curves[0]), ["region", "theta_min", "theta_max", "dd", "dr", "rr",
                                           "w"])
        for source, name in ((DATA, "d.csv"), (RANDOMS, "x.csv")):
            self.write(name, "ra,dec\n" + "".join(f"{row['ra']},{row['dec']}\n"
                                                  for row in table(source)
                                                  if row["region"] != "3"))
        expected = self.pairs("--data", "d.csv", "--randoms", "x.csv", *FEW)
        mine = [row for row in curves if row["region"] == "3"]
        for row, other in zip(mine, expected, strict=True):
            for name in ("dd", "dr", "rr"):
                self.assertEqual(row[name], other[name])
            self.assertAlmostEqual(float(row["w"]), float(other["w"]), places=12)

    def test_made_regions_are_equal_and_the_same_when_given(self):
        for method in ("bisection", "k-means"):
            rows = self.pairs(*self.OPTIONS, "--regions", "9", "--region-method", method,
                              "--save-regions", "regions.csv")
            points = table(self.folder / "regions.csv")
            self.assertEqual(list(points[0]), ["catalogue", "ra", "dec", "region"])
            files = {}
            for point in points:
                files.setdefault(point["catalogue"], []).append(point)
            self.assertEqual(set(files), {str(DATA), str(RANDOMS)})
            sizes = [sum(point["region"] == str(r) for point in files[str(RANDOMS)])
                     for r in range(9)]
            self.assertGreater(min(sizes), 0)
            if method == "bisection":
                self.assertLessEqual(max(sizes) - min(sizes), 1)
            for name, mine in zip(("d.csv", "x.csv"), (files[str(DATA)], files[str(RANDOMS)])):
                self.write(name, "ra,dec,jack\n" + "".join(
                    f"{point['ra']},{point['dec']},{100 - int(point['region'])}\n"
                    for point in mine))
            given = self.pairs("--data", "d.csv", "--randoms", "x.csv", *FEW, "--region-column",
                               "jack")
            for row, other in zip(rows, given, strict=True):
                self.assertAlmostEqual(float(row["w_error"]), float(other["w_error"]), places=12)

    def test_covariance(self):
        rows = self.pairs(*self.OPTIONS, "--region-column", "region", "--covariance", "c.csv")
        entries = table(self.folder / "c.csv")
        self.assertEqual(list(entries[0]), ["theta_min_1", "theta_max_1", "theta_min_2",
                                            "theta_max_2", "covariance", "correlation"])
        self.assertEqual(len(entries), 16)
        for k in range(4):
            self.assertAlmostEqual(math.sqrt(float(entries[5 * k]["covariance"])),
                                   float(rows[k]["w_error"]), places=14)
            self.assertAlmostEqual(float(entries[5 * k]["correlation"]), 1, places=14)
            self.assertEqual(entries[4 * k + 1]["covariance"], entries[4 + k]["covariance"])

    def test_what_a_reader_should_know_is_said(self):
        outcome = self.succeed("pairs", "--data", DATA, "--randoms", RANDOMS, "--bins",
                               "0.5:10:8", "--region-column", "region", "--covariance", "c.csv")
        self.assertIn("8 bins from 8 regions is singular", outcome.stderr)
        moved = self.copy(DATA, "d.csv", region=lambda row: max(1, int(row["region"])))
        outcome = self.succeed("pairs", "--data", moved, "--randoms", RANDOMS, *FEW,
                               "--region-column", "region")
        self.assertIn("Regions without a point of the data: 0.", outcome.stderr)


class SavedCounts(PairsTest):
    OPTIONS = ["--data", DATA, "--randoms", RANDOMS]

    def setUp(self):
        super().setUp()
        self.first = self.succeed("pairs", *self.OPTIONS, *FEW, "--regions", "6",
                                  "--save-counts", "c.json")

    def test_are_used_again(self):
        again = self.succeed("pairs", *self.OPTIONS, "--use-counts", "c.json")
        self.assertEqual(again.stdout, self.first.stdout)
        self.assertEqual(again.stderr, "")
        saved = json.loads(self.read("c.json"))
        self.assertEqual([entry["name"] for entry in saved["counts"]], ["dd", "dr", "rr"])
        # They are taken, not counted: a change in the file shows.
        saved["counts"][2]["count"][0] += 1
        self.write("changed.json", json.dumps(saved))
        changed = rows_of(self.succeed("pairs", *self.OPTIONS, "--use-counts",
                                       "changed.json").stdout)
        before = rows_of(self.first.stdout)
        self.assertEqual(int(changed[0]["rr"]), int(before[0]["rr"]) + 1)

    def test_other_data_take_the_randoms(self):
        options = ["--data", DATA2, "--randoms", RANDOMS]
        outcome = self.succeed("pairs", *options, "--use-counts", "c.json")
        self.assertIn("dd, dr of c.json not used but counted anew: the number of points of "
                      "the data differs: saved 700, given 500", outcome.stderr)
        self.assertEqual(outcome.stdout,
                         self.succeed("pairs", *options, *FEW, "--regions", "6").stdout)

    def test_what_differs_is_named(self):
        use = ["--use-counts", "c.json", "--output", "out.csv"]
        moved = self.copy(RANDOMS, "moved.csv", ra=lambda row: float(row["ra"]) + 1e-6)
        shorter = self.write("shorter.csv", "\n".join(
            line for line in RANDOMS.read_text().splitlines()[:-1]) + "\n")
        for phrase, options in (
                ("number of bins differs: saved 4, asked for 5",
                 [*self.OPTIONS, "--bins", "0.5:10:5"]),
                ("edge 1 of the bins differs: saved 1.05", [*self.OPTIONS, "--bins", "0.5:11:4"]),
                ("the precision differs", [*self.OPTIONS, "--precision", "single"]),
                ("number of regions differs: saved 6, asked for 7",
                 [*self.OPTIONS, "--regions", "7"]),
                ("checksum of the regions", [*self.OPTIONS, "--regions", "6", "--region-method",
                                             "k-means"]),
                ("number of regions differs: saved 6, asked for 8",
                 [*self.OPTIONS, "--region-column", "region"]),
                ("checksum of the points of the randoms differs: saved",
                 ["--data", DATA, "--randoms", moved]),
                ("the number of points of the randoms differs: saved 1500, given 1499",
                 ["--data", DATA, "--randoms", shorter]),
                ("the number of points of the randoms differs: saved 1500, given 2000",
                 ["--data", DATA, "--randoms", RANDOMS, DATA2]),
                ("the sum of the weights of the ",
                 [*self.OPTIONS, "--weights", "weight"]),
                ("none of the counts", ["--data", DATA, "--data2", DATA2])):
            self.refuse(1, phrase, "pairs", *options, *use)

    def test_files_that_are_none(self):
        self.succeed("pairs", *self.OPTIONS, *FEW, "--save-counts", "a.json")
        whole = self.read("a.json")
        for text, reason in (("{}", "it is not of the format 'siderum pair counts'"),
                             (whole[:300], "it ends in the middle"), (" \n", "it is empty"),
                             ("ra,dec\n1,2\n", "it is no JSON"), ("[1, 2", "it is no JSON"),
                             (whole.replace('"edges"', '"ends"'), "it has no 'edges'"),
                             (whole.replace('"unit": "deg"', '"unit": 3'),
                              "an entry is of another kind than it should be")):
            self.write("no.json", text)
            self.refuse(1, f"no.json is no file of pair counts ({reason}).", "pairs",
                        *self.OPTIONS, "--use-counts", "no.json")
        self.refuse(1, "missing.json", "pairs", *self.OPTIONS, "--use-counts", "missing.json")

    def test_given_regions_need_their_column(self):
        options = [*self.OPTIONS, *FEW, "--region-column", "region"]
        before = self.succeed("pairs", *options, "--save-counts", "g.json").stdout
        self.assertEqual(self.succeed("pairs", *options, "--use-counts", "g.json").stdout, before)
        self.refuse(1, "--region-column", "pairs", *self.OPTIONS, "--use-counts", "g.json")


class Pictures(PairsTest):

    @unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not installed")
    def test_each_format(self):
        for name, beginning in (("a.png", b"\x89PNG"), ("a.svg", b"<?xml"), ("a.pdf", b"%PDF")):
            self.succeed("pairs", "--data", DATA, "--randoms", RANDOMS, *BINS, "--regions", "15",
                         "--plot", name)
            self.assertTrue((self.folder / name).read_bytes().startswith(beginning), name)
        self.succeed("pairs", "--data", DATA, "--linear", "0:180:9", "--plot", "counts.svg")
        self.assertIn("pairs", self.read("counts.svg"))

    def test_refusals(self):
        self.refuse(1, "Use .png, .svg or .pdf", "pairs", "--data", DATA, *FEW, "--plot", "a.gif")
        self.refuse(1, ["--plot needs gnuplot"], "pairs", "--data", DATA, *FEW, "--plot", "a.png",
                    path="/nowhere")


class Refusals(PairsTest):

    def test_syntax(self):
        for phrase, options in (
                ("--data is not given", FEW),
                ("No bins were given", ["--data", DATA]),
                ("The bins are given twice", ["--data", DATA, *FEW, "--linear", "0:1:2"]),
                ("--randoms2 has no --data2", ["--data", DATA, *FEW, "--randoms2", RANDOMS]),
                ("needs randoms of both", ["--data", DATA, "--data2", DATA2, *FEW, "--randoms",
                                           RANDOMS]),
                ("differ in number", ["--data", DATA, "--data2", DATA2, *FEW, "--randoms",
                                      RANDOMS, SKY, "--randoms2", RANDOMS]),
                ("exclude each other", ["--data", DATA, *FEW, "--regions", "5",
                                        "--region-column", "region"]),
                ("There are no regions", ["--data", DATA, *FEW, "--per-region", "r.csv"]),
                ("There are no regions", ["--data", DATA, "--randoms", RANDOMS, *FEW,
                                          "--errors", "bootstrap"]),
                ("There are no randoms", ["--data", DATA, *FEW, "--estimator", "natural"]),
                ("There are no randoms", ["--data", DATA, *FEW, "--covariance", "c.csv"]),
                ("--resamples has no bootstrap", ["--data", DATA, "--randoms", RANDOMS, *FEW,
                                                  "--resamples", "9"]),
                ("--seed has nothing to do", ["--data", DATA, *FEW, "--seed", "9"])):
            self.refuse(2, phrase, "pairs", *options)

    def test_bins(self):
        for phrase, options in (
                ("MIN:MAX:N", ["--bins", "0.1:10"]),
                ("--bins does not understand '0.1:1:3:4' (it takes MIN:MAX:N",
                 ["--bins", "0.1:1:3:4"]),
                ("finite number", ["--bins", "a:10:3"]),
                ("whole number", ["--bins", "0.1:10:2.5"]),
                ("a whole number from 1 to", ["--bins", "0.1:10:0"]),
                ("reaches from 10 to 0.1", ["--bins", "10:0.1:5"]),
                ("reaches from 1 to 1", ["--linear", "1:1:5"]),
                ("logarithmic bins begin above 0", ["--bins", "0:10:5"]),
                ("is 181 deg (separations are 0 to 180", ["--bins", "1:181:5"]),
                ("is -1 deg", ["--linear", "-1:10:5"]),
                ("is 10801 arcmin", ["--bins", "1:10801:5", "--unit", "arcmin"])):
            self.refuse(1, phrase, "pairs", "--data", DATA, *options, "--output", "a.csv")

    def test_edges(self):
        for phrase, text in (("row 3: the edge of the bins is 1 deg, after 2 deg", "1\n2\n1\n"),
                             ("row 2: the edge of the bins is 1 deg, after 1 deg", "1\n1\n"),
                             ("row 2: the edge of the bins is nan", "1\nnan\n"),
                             ("row 2: the edge of the bins is 200 deg", "1\n200\n"),
                             ("row 2: 'x' is no number", "1\nx\n"),
                             ("There is 1 edge in edges.txt (", "1\n"),
                             ("There is no edge in edges.txt (", "theta\n")):
            self.write("edges.txt", text)
            self.refuse(1, phrase, "pairs", "--data", DATA, "--edges", "edges.txt")

    def test_rows(self):
        for phrase, bad in (("row 4: the dec is NaN", "1,nan"), ("row 4: the ra is inf", "inf,1"),
                            ("row 4: the dec is 91", "1,91"), ("row 4: the dec is miss", "1"),
                            ("row 4: the row has 3 columns (the first one has 2)", "1,2,3")):
            self.refuse(1, phrase, "pairs", "--data", "-", *FEW, "--output", "a.csv",
                        text=f"ra,dec\n100,2\n2,3\n{bad}\n")
        self.refuse(1, "row 3: the weight is NaN", "pairs", "--data", "-", *FEW, "--weights", "w",
                    text="ra,dec,w\n1,2,1\n1,2,nan\n")

    def test_catalogues(self):
        self.refuse(1, "nothing.csv", "pairs", "--data", "nothing.csv", *FEW)
        self.refuse(1, "has no points", "pairs", "--data", self.write("e.csv", "ra,dec\n"), *FEW)
        self.refuse(1, "has no points", "pairs", "--data", self.write("e.csv", ""), *FEW)
        self.refuse(1, "has no column ra", "pairs", "--data", "-", *FEW, text="x,y\n1,2\n")
        self.refuse(1, "No file has the column 'mass'", "pairs", "--data", DATA, *FEW,
                    "--weights", "mass")
        self.refuse(1, "no column 'jack'", "pairs", "--data", DATA, *FEW, "--region-column",
                    "jack")
        self.refuse(2, "named more than once", "pairs", "--data", "-", "--randoms", "-", *FEW)
        self.write("zero.csv", "ra,dec,weight\n1,50,1\n2,51,-1\n")
        self.refuse(1, "zero.csv: the randoms have a total weight of 0", "pairs", "--data", DATA,
                    "--randoms", "zero.csv", *FEW, "--weights", "weight")

    def test_regions(self):
        options = ["pairs", "--data", "-", *FEW]
        three = "ra,dec,r\n1,2,5\n3,4,5\n5,6,5\n"
        self.refuse(1, "There cannot be 4 regions of 3 points", *options, "--regions", "4",
                    text=three)
        self.write("three.csv", three)
        cross = ["--data2", DATA2, "--randoms", RANDOMS, "--randoms2", "three.csv"]
        for name, other in (("data2", ["--data2", "three.csv"]),
                            ("randoms", ["--randoms", "three.csv"]),
                            ("randoms", ["--randoms", RANDOMS, "three.csv"]),
                            ("randoms2", cross)):
            self.refuse(1, f"There cannot be 4 regions of 3 points of {name} (most would be",
                        "pairs", "--data", DATA, *FEW, *other, "--regions", "4")
        self.succeed("pairs", "--data", DATA, "--randoms", RANDOMS, *FEW, "--regions", "4",
                     "--save-counts", "four.json")
        self.refuse(1, "four.json has 4 regions for 3 points of data (most would be empty)",
                    "pairs", "--data", "three.csv", "--randoms", RANDOMS, "--use-counts",
                    "four.json")
        self.write("two.csv", "ra,dec,region\n1,2,0\n3,4,1\n")
        self.refuse(1, "The column 'region' has 8 regions for 2 points of randoms", "pairs",
                    "--data", DATA, "--randoms", "two.csv", *FEW, "--region-column", "region")
        self.refuse(1, "--regions got '1'", *options, "--regions", "1", text=three)
        self.refuse(1, "has one region", *options, "--region-column", "r", text=three)
        self.refuse(1, "share one place", *options, "--regions", "2",
                    text="ra,dec\n1,2\n1,2\n1,2\n")

    def test_outputs(self):
        self.refuse(2, "are the same file", "pairs", "--data", DATA, "--randoms", RANDOMS, *FEW,
                    "--regions", "5", "--output", "a.csv", "--covariance", "./a.csv")
        self.write("d.csv", "ra,dec\n1,2\n")
        self.refuse(1, "is the input file", "pairs", "--data", "d.csv", *FEW, "--output",
                    "./d.csv")
        self.refuse(1, "nowhere/a.csv", "pairs", "--data", DATA, *FEW, "--output",
                    "nowhere/a.csv")


class SkyPoints(PairsTest):

    def test_areas(self):
        for area, inside in (([], lambda ra, dec: True),
                             (["--cap", "10:80:5"], lambda ra, dec: dec >= 75 - 1e-9),
                             (["--box", "350:10:-5:5"],
                              lambda ra, dec: (ra >= 350 or ra <= 10) and abs(dec) <= 5)):
            rows = rows_of(self.succeed("simulate", "sky-points", "--points", "500", *area).stdout)
            self.assertEqual(len(rows), 500)
            for row in rows:
                self.assertTrue(inside(float(row["ra"]), float(row["dec"])), (area, row))

    def test_seed_and_formats(self):
        first, again, other = (
            self.succeed("simulate", "sky-points", "--points", "20", "--seed", seed).stdout
            for seed in ("1", "1", "2"))
        self.assertEqual(first, again)
        self.assertNotEqual(first, other)
        self.succeed("simulate", "sky-points", "--points", "20", "--output", "a.fits")
        self.succeed("simulate", "sky-points", "--points", "20", "--output", "a.csv")
        self.assertEqual(self.read("a.csv"), first)
        self.assertEqual(self.pairs("--data", "a.fits", "--linear", "0:180:3"),
                         self.pairs("--data", "a.csv", "--linear", "0:180:3"))

    def test_clusters(self):
        self.succeed("simulate", "sky-points", "--points", "2000", "--clusters", "3",
                     "--cluster-radius", "0.5", "--output", "a.csv")
        near, far = (self.pairs("--data", "a.csv", "--linear", f"{bins}:1")
                     for bins in ("0.0001:0.01", "2:180"))
        # A uniform sky has one such pair in 5e7; and pairs of different clusters are far apart.
        self.assertGreater(int(near[0]["dd"]), 10_000)
        self.assertGreater(int(far[0]["dd"]), 1_000_000)

    def test_refusals(self):
        verb = ("simulate", "sky-points")
        self.refuse(2, "--cluster-radius is given without --clusters", *verb, "--cluster-radius",
                    "2")
        self.refuse(1, "radius of the clusters is 91", *verb, "--clusters", "4",
                    "--cluster-radius", "91", "--output", "a.csv")
        self.refuse(2, "The area is given twice", *verb, "--cap", "1:2:3", "--box", "1:2:3:4")
        self.refuse(1, "takes 3 numbers", *verb, "--cap", "1:2")
        self.refuse(1, "radius of the cap is 0", *verb, "--cap", "1:2:0", "--output", "a.csv")
        self.refuse(1, "declination 4 to 3", *verb, "--box", "1:2:4:3")
        self.refuse(1, "--points got '0'", *verb, "--points", "0")


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
