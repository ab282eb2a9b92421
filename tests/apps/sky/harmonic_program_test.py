# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Runs `siderum synalm`, `alm2map`, `map2alm`, `anafast` and `picture` as a user does.

    python3 harmonic_program_test.py PROGRAM [TEST...]
"""

import math
import pathlib
import shutil
import struct
import subprocess
import sys
import unittest

import program_test
from fits_tables import first_table, with_card
from program_test import ProgramTest, ROOT, rows_of

GOLDEN = ROOT / "tests/golden"
SPECTRUM = ROOT / "examples/data/cmb_like_spectrum.csv"


def numbers(path):
    """All numbers of a table with one column of doubles."""
    bytes_ = path.read_bytes()
    keys, start = first_table(bytes_)
    count = int(keys["NAXIS1"]) * int(keys["NAXIS2"]) // 8
    return struct.unpack_from(f">{count}d", bytes_, start)


def coefficients(path):
    """{(l, m): a_lm} of a file of siderum."""
    bytes_ = path.read_bytes()
    keys, start = first_table(bytes_)
    found = {}
    for row in range(int(keys["NAXIS2"])):
        index, real, imaginary = struct.unpack_from(">idd", bytes_, start + 20 * row)
        degree = math.isqrt(index - 1)
        found[degree, index - 1 - degree * degree - degree] = complex(real, imaginary)
    return found


def with_numbers(path, values):
    """In place of the first numbers of a table with one column of doubles."""
    contents = bytearray(path.read_bytes())
    struct.pack_into(f">{len(values)}d", contents, first_table(contents)[1], *values)
    path.write_bytes(contents)


def with_longer_text(path, replaced, keyword, text):
    """In place of a card of a file two that hold one text."""
    contents = path.read_bytes()
    start = contents.index(f"{replaced:8}= ".encode())
    end = contents.index(b"END".ljust(80), start) + 80
    assert contents[end:end + 80] == 80 * b" "
    cards = f"{keyword:8}= '{text[:60]}&'".ljust(80) + f"CONTINUE  '{text[60:]}'".ljust(80)
    path.write_bytes(contents[:start] + cards.encode() + contents[start + 80:end]
                     + contents[end + 80:])


def png_size(path):
    bytes_ = path.read_bytes()
    assert bytes_[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack_from(">II", bytes_, 16)


class HarmonicTest(ProgramTest):

    def make(self, lmax, *options):
        """alm.fits of a random sky."""
        self.succeed("synalm", SPECTRUM, "alm.fits", "--lmax", lmax, *options)
        return coefficients(self.folder / "alm.fits")

    def close(self, found, expected, tolerance):
        self.assertEqual(found.keys(), expected.keys())
        scale = math.sqrt(sum(abs(value) ** 2 for value in expected.values()))
        error = math.sqrt(sum(abs(found[at] - expected[at]) ** 2 for at in expected))
        self.assertLessEqual(error, tolerance * scale)


class Transforms(HarmonicTest):

    def test_mean_of_a_map(self):
        self.succeed("alm2map", GOLDEN / "healpy_coefficients.fits", "map.fits", "--nside", "2")
        values = numbers(self.folder / "map.fits")
        self.assertEqual(len(values), 48)
        self.succeed("map2alm", "map.fits", "alm.fits", "--lmax", "0")
        (mean,) = coefficients(self.folder / "alm.fits").values()
        self.assertAlmostEqual(mean.real, sum(values) * math.sqrt(4 * math.pi) / 48, places=12)
        self.assertEqual(mean.imag, 0)

    def test_quadrature_grids_come_back(self):
        expected = self.make(20)
        for grid in ("gl", "ecp", "cc"):
            self.succeed("alm2map", "alm.fits", "map.fits", "--grid", grid)
            self.succeed("map2alm", "map.fits", "back.fits", "--lmax", "20")
            self.close(coefficients(self.folder / "back.fits"), expected, 1e-13)

    def test_orders_and_degrees_may_be_left_out(self):
        expected = {at: value for at, value in self.make(20).items() if at[0] <= 12 and at[1] <= 5}
        self.succeed("alm2map", "alm.fits", "map.fits", "--grid", "gl", "--lmax", "12", "--mmax",
                     "5")
        self.succeed("map2alm", "map.fits", "back.fits", "--lmax", "12", "--mmax", "5")
        self.close(coefficients(self.folder / "back.fits"), expected, 1e-13)

    def test_healpix_comes_back_nearly(self):
        expected = self.make(32)
        self.succeed("alm2map", "alm.fits", "map.fits", "--nside", "32")
        self.succeed("map2alm", "map.fits", "back.fits", "--lmax", "32")
        self.close(coefficients(self.folder / "back.fits"), expected, 1e-2)

    def test_single_precision_is_near(self):
        self.make(30)
        self.succeed("alm2map", "alm.fits", "double.fits", "--nside", "16")
        self.succeed("alm2map", "alm.fits", "single.fits", "--nside", "16", "--precision",
                     "single", "--unit", "uK")
        keys, start = first_table((self.folder / "single.fits").read_bytes())
        self.assertEqual((keys["TFORM1"], keys["TUNIT1"]), ("1024E", "uK"))
        single = struct.unpack_from(">3072f", (self.folder / "single.fits").read_bytes(), start)
        double = numbers(self.folder / "double.fits")
        rms = math.sqrt(sum(value * value for value in double) / len(double))
        self.assertLess(max(abs(a - b) for a, b in zip(single, double)), 1e-5 * rms)
        self.assertNotEqual(single, double)

    def test_threads_give_the_same_bytes(self):
        self.make(40)
        made = []
        for threads in (["--threads", "1"], *self.several_threads(2)):
            self.succeed("alm2map", "alm.fits", "map.fits", "--nside", "24", *threads)
            self.succeed("map2alm", "map.fits", "back.fits", "--lmax", "40", *threads)
            made.append([(self.folder / name).read_bytes() for name in ("map.fits", "back.fits")])
        self.assertEqual(made, made[:1] * len(made))

    def test_standard_streams(self):
        self.make(8)
        text = (self.folder / "alm.fits").read_bytes()
        outcome = subprocess.run([program_test.PROGRAM, "alm2map", "-", "-", "--nside", "4"],
                                 input=text, capture_output=True, check=False)
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        self.succeed("alm2map", "alm.fits", "map.fits", "--nside", "4")
        self.assertEqual(outcome.stdout, (self.folder / "map.fits").read_bytes())


class Spectra(HarmonicTest):

    def test_spectrum_of_a_sky_is_that_of_its_coefficients(self):
        a_lm = self.make(24)
        self.succeed("alm2map", "alm.fits", "map.fits", "--grid", "gl")
        rows = rows_of(self.succeed("anafast", "map.fits", "--lmax", "24").stdout)
        self.assertEqual([row["l"] for row in rows], [str(l) for l in range(25)])
        for row in rows:
            l = int(row["l"])
            expected = sum((1 if m == 0 else 2) * abs(a_lm[l, m]) ** 2 for m in range(l + 1))
            self.assertAlmostEqual(float(row["cl"]), expected / (2 * l + 1),
                                   delta=1e-9 + 1e-12 * expected)
        self.succeed("anafast", "map.fits", "cl.csv", "--lmax", "24")
        self.assertEqual(rows_of(self.read("cl.csv")), rows)

    def test_skies_have_the_spectrum(self):
        wanted = [float(row["cl"]) for row in rows_of(SPECTRUM.read_text())]
        self.make(300)
        self.succeed("alm2map", "alm.fits", "map.fits", "--grid", "gl")
        rows = rows_of(self.succeed("anafast", "map.fits", "--lmax", "300").stdout)
        chi = sum((float(row["cl"]) / wanted[l] - 1) ** 2 * (2 * l + 1) / 2
                  for l, row in enumerate(rows) if l > 1)
        self.assertLess(abs(chi - 299), 5 * math.sqrt(2 * 299))

    def test_one_seed_is_one_sky(self):
        fine = self.make(20, "--seed", "5")
        coarse = self.make(10, "--seed", "5")
        other = self.make(10, "--seed", "6")
        self.assertTrue(all(fine[at] == value for at, value in coarse.items()))
        self.assertNotEqual(coarse, other)


    def test_files_of_camb_and_planck(self):
        rows = [(2, 1000.0, 0.5, 0.25, 3.0), (3, 900.0, 0.75, 0.125, 2.0)]
        scale = [2 * math.pi / (l * (l + 1)) for l, *_ in rows]
        own = "".join(",".join([str(row[0]), *(repr(x * factor) for x in row[1:])]) + "\n"
                      for row, factor in zip(rows, scale))
        self.write("own.csv", "l,cl_tt,cl_ee,cl_bb,cl_te\n" + own)
        self.write("camb.dat", "# L TT EE BB TE\n" + "".join(
            " ".join(map(repr, row)) + "\n" for row in rows))
        self.write("planck.dat", "# L TT TE EE BB PP\n" + "".join(
            f"{l} {tt!r} {te!r} {ee!r} {bb!r} 9\n" for l, tt, ee, bb, te in rows))
        self.succeed("synalm", "own.csv", "own.fits", "--polarised")
        for name in ("camb.dat", "planck.dat"):
            self.refuse(1, ["leave open whether they are C_l or D_l", "--spectrum"], "synalm",
                        name, "alm.fits", "--polarised")
            told = self.succeed("synalm", name, "alm.fits", "--polarised", "--spectrum",
                                "dl").stderr
            self.assertEqual("not used: PP." in told, name == "planck.dat")
            self.assertEqual((self.folder / "alm.fits").read_bytes(),
                             (self.folder / "own.fits").read_bytes())
        self.refuse(1, "--spectrum says D_l, its header C_l", "synalm", "own.csv", "a.fits",
                    "--polarised", "--spectrum", "dl")
        self.write("stars.csv", "id,ra,dec\n1,2,3\n")
        self.refuse(1, "stars.csv has no spectrum cl (its columns are id, ra, dec)", "synalm",
                    "stars.csv", "a.fits")

    def test_fits_files_come_back(self):
        self.make(12)
        self.succeed("alm2map", "alm.fits", "map.fits", "--grid", "gl")
        for name in ("cl.csv", "cl.fits"):
            self.succeed("anafast", "map.fits", name, "--lmax", "12")
            self.assertEqual(self.succeed("synalm", name, f"{name}.fits").stderr, "")
        keys, _ = first_table((self.folder / "cl.fits").read_bytes())
        self.assertEqual([keys["TFIELDS"].strip(), keys["TTYPE1"]], ["1", "TEMPERATURE"])
        self.assertEqual((self.folder / "cl.csv.fits").read_bytes(),
                         (self.folder / "cl.fits.fits").read_bytes())


class Numbers(HarmonicTest):

    def change(self, value, places=slice(5, 6)):
        """map.fits with other pixels, by their places."""
        bytes_ = bytearray((self.folder / "whole.fits").read_bytes())
        _, start = first_table(bytes(bytes_))
        for place in range(192)[places]:
            struct.pack_into(">d", bytes_, start + 8 * place, value)
        (self.folder / "map.fits").write_bytes(bytes_)

    def setUp(self):
        super().setUp()
        self.make(8)
        self.succeed("alm2map", "alm.fits", "whole.fits", "--nside", "4")

    def test_infinite_pixels_are_named(self):
        self.change(math.inf)
        sentence = "map.fits: pixel 5 in RING order is inf (the transform needs a number in each)"
        for verb in (["map2alm", "map.fits", "a.fits"], ["anafast", "map.fits", "a.csv"],
                     ["rotate", "map.fits", "a.fits", "--angles", "1:2:3"],
                     ["smooth", "map.fits", "a.fits", "--fwhm", "600"],
                     ["map2alm", "map.fits", "a.fits", "--unseen", "zero", "--remove", "dipole"]):
            self.refuse(1, sentence, *verb, "--lmax", "4")
        self.refuse(1, "Pixel 5 is inf", "regrade", "map.fits", "a.fits", "--nside", "2")
        infinite = (self.folder / "map.fits").read_bytes()
        self.change(1.0, slice(None))
        (self.folder / "whole.fits").write_bytes((self.folder / "map.fits").read_bytes())
        self.change(0.0)
        (self.folder / "map.fits").rename(self.folder / "mask.fits")
        (self.folder / "map.fits").write_bytes(infinite)
        self.succeed("map2alm", "map.fits", "a.fits", "--lmax", "4", "--mask", "mask.fits")

    def test_squares_stay_in_range(self):
        self.change(1e300)
        self.refuse(1, ["map.fits: Pixel 5 in RING order is 1e+300", "another unit"], "map2alm",
                    "map.fits", "a.fits", "--lmax", "4")
        self.change(1e-300, slice(None))
        self.refuse(1, ["map.fits: Pixel 0 in RING order is 1e-300", "another unit"], "anafast",
                    "map.fits", "--lmax", "4", "--tolerance", "1e-6")
        self.change(1e35)
        self.refuse(1, "single precision", "map2alm", "map.fits", "a.fits", "--lmax", "4",
                    "--precision", "single")
        self.succeed("map2alm", "map.fits", "a.fits", "--lmax", "4")

    def test_files_of_single_precision_hold_their_numbers(self):
        self.write("large.csv", "l,cl\n0,1e100\n1,1e100\n")
        self.write("small.csv", "l,cl\n0,1e-100\n1,1e-100\n")
        for name in ("large", "small"):
            self.refuse(1, "(files of single precision hold them from 1e-38 to 3e38)", "synalm",
                        f"{name}.csv", "a.fits", "--precision", "single")
            self.succeed("synalm", f"{name}.csv", f"{name}.fits")
            self.succeed("alm2map", f"{name}.fits", "m.fits", "--nside", "2")
            self.refuse(1, "(files of single precision hold them from 1e-38 to 3e38)", "regrade",
                        "m.fits", "a.fits", "--nside", "1", "--precision", "single")

    def test_alm2map_warns_of_degrees_that_pixels_cannot_tell_apart(self):
        told = self.succeed("alm2map", "alm.fits", "m.fits", "--nside", "2").stderr
        self.assertIn("lmax 8 is above 3 nside - 1 = 5", told)
        self.assertEqual(self.succeed("alm2map", "alm.fits", "m.fits", "--nside", "4").stderr, "")
        for grid, few, exact, enough in ("gl", 8, 7, 9), ("ecp", 16, 7, 17), ("cc", 16, 7, 17):
            command = ["alm2map", "alm.fits", "m.fits", "--grid", grid]
            told = self.succeed(*command, "--rings", few).stderr
            self.assertIn(f"alm.fits: lmax 8 is above {exact}, up to which the weights of the {few}"
                          " rings of the grid ", told)
            told = self.succeed(*command, "--nphi", "3").stderr
            self.assertEqual(told, "siderum: alm.fits: a ring has 3 pixels (enough to tell orders "
                                   "up to 1 apart), but mmax is 8.\n")
            self.assertEqual(self.succeed(*command, "--rings", enough, "--nphi", "17").stderr, "")

    def test_an_lmax_beyond_the_pixels_is_not_advised_to_iterate(self):
        outcome = self.run_program("map2alm", "whole.fits", "a.fits", "--lmax", "100")
        self.assertEqual(outcome.returncode, 1)
        self.assertRegex(outcome.stderr, r"whole.fits: the analysis did not converge \(.*\)\. Give "
                                         r"an lmax of 11 or less; or take what was reached with "
                                         r"--unconverged accept\.\n$")
        self.refuse(1, "Give a smaller lmax, or more --iterations; or take", "map2alm",
                    "whole.fits", "a.fits", "--lmax", "11", "--tolerance", "1e-14", "--iterations",
                    "1")

    @unittest.skipIf(shutil.which("gnuplot") is None, "gnuplot draws the pictures")
    def test_infinite_pixels_are_not_drawn(self):
        self.change(math.inf)
        self.refuse(1, "map.fits: pixel 5 in RING order is inf (pixels are finite numbers, or not "
                       "seen). Correct the map.", "picture", "map.fits", "a.png")


class Refusals(HarmonicTest):

    def test_units_that_no_header_holds(self):
        """Before the coefficients are read."""
        self.make(4)
        self.succeed("alm2map", "alm.fits", "map.fits", "--nside", "2", "--unit", 68 * "x")
        keys, _ = first_table((self.folder / "map.fits").read_bytes())
        self.assertEqual(keys["TUNIT1"], 68 * "x")
        for unit, problem in ((69 * "x", "has 69 letters (a text of a FITS header has 68 at most"),
                              (35 * "'", "has 70 letters (a text of a FITS header has 68 at most"),
                              ("\N{MICRO SIGN}K", "has letters that no FITS header holds")):
            self.refuse(1, f"--unit {problem}", "alm2map", "none.fits", "none.fits", "--nside",
                        "2", "--unit", unit)

    def test_texts_of_several_cards_are_not_cut_off(self):
        """Before the output is opened, and anything computed."""
        self.make(4)
        self.succeed("alm2map", "alm.fits", "map.fits", "--nside", "2", "--unit", "uK")
        contents = {name: (self.folder / name).read_bytes() for name in ("map.fits", "alm.fits")}
        of_maps = [["regrade", "--nside", "1"], ["smooth", "--fwhm", "60"],
                   ["rotate", "--angles", "1:2:3"]]
        of_coefficients = [["alm2map", "--nside", "2"], ["rotate", "--angles", "1:2:3"]]
        for name, replaced, keyword, what, verbs in (
                ("map.fits", "TUNIT1", "TUNIT1", "The unit of the map", of_maps),
                ("map.fits", "TTYPE1", "TTYPE1", "The name of a column of the map", of_maps),
                ("map.fits", "OBJECT", "COORDSYS", "The keyword COORDSYS",
                 [*of_maps, ["map2alm", "--lmax", "4"]]),
                ("alm.fits", "EXTNAME", "COORDSYS", "The keyword COORDSYS", of_coefficients)):
            (self.folder / name).write_bytes(contents[name])
            with_longer_text(self.folder / name, replaced, keyword, 69 * "x")
            for verb, *options in verbs:
                self.refuse(1, f"{what} has 69 letters", verb, name, "none/out.fits", *options)
            if name == "map.fits":
                self.succeed("anafast", name, "cl.csv", "--lmax", "4")

    def test_grids(self):
        self.make(10)
        self.refuse(2, ["No grid was given", "--nside 8"], "alm2map", "alm.fits", "m.fits")
        self.refuse(2, ["No resolution of --grid healpix", "--nside 8"], "alm2map", "alm.fits",
                    "m.fits", "--grid", "healpix")
        self.refuse(2, "--nside and --grid gl contradict", "alm2map", "alm.fits", "m.fits",
                    "--nside", "4", "--grid", "gl")
        self.refuse(2, "--rings and --nphi have no effect", "alm2map", "alm.fits", "m.fits",
                    "--nside", "4", "--rings", "4")
        self.refuse(1, "--nside got '8193' (it takes a whole number from 1 to 8192)", "alm2map",
                    "alm.fits", "m.fits", "--nside", "8193")
        self.refuse(1, "alm.fits has coefficients up to lmax 10 and mmax 10 (--lmax 11", "alm2map",
                    "alm.fits", "m.fits", "--nside", "4", "--lmax", "11")
        self.refuse(1, ["The transform needs 1100 GB of memory at least (", "GB are free)"],
                    "alm2map", "alm.fits", "m.fits", "--grid", "gl", "--rings", "65536", "--nphi",
                    "1048576",
                    "--device", "cpu")
        self.refuse(1, "alm.fits: the table holds coefficients (its columns are INDEX, REAL and"
                    " IMAG)", "map2alm", "alm.fits", "b.fits", "--lmax", "4")
        self.refuse(1, "MAP.fits is the input file", "alm2map", "alm.fits", "alm.fits", "--nside",
                    "4")

    def test_maps_and_coefficients_are_fits(self):
        self.make(4)
        self.succeed("alm2map", "alm.fits", "map.fits", "--nside", "2")
        sentence = "(maps and coefficients are FITS files). Give it the ending .fits."
        for verb in (["synalm", SPECTRUM, "a.csv"], ["alm2map", "alm.fits", "a.txt"],
                     ["map2alm", "map.fits", "a.csv", "--lmax", "4"],
                     ["smooth", "map.fits", "a.png", "--fwhm", "60"],
                     ["rotate", "alm.fits", "a.JSON", "--angles", "1:2:3"],
                     ["regrade", "map.fits", "a.tsv", "--nside", "1"]):
            self.refuse(1, sentence, *verb)

    def test_residuals_of_nothing(self):
        self.make(4)
        self.succeed("alm2map", "alm.fits", "map.fits", "--nside", "2")
        self.refuse(2, "--residuals has no effect (nothing is iterated)", "map2alm", "map.fits",
                    "a.fits", "--lmax", "4", "--iterations", "0", "--residuals", "r.csv")
        self.succeed("alm2map", "alm.fits", "rings.fits", "--grid", "gl")
        self.refuse(2, ["--residuals has no effect (rings.fits is of ", "analysed once)"],
                    "map2alm", "rings.fits", "a.fits", "--lmax", "4", "--residuals", "r.csv")
        self.refuse(2, ["--unconverged has no effect (rings.fits is of ", "analysed once)"],
                    "map2alm", "rings.fits", "a.fits", "--lmax", "4", "--unconverged", "accept")

    def test_arguments(self):
        both = "takes ALM.fits and MAP.fits). See 'siderum alm2map --help'."
        self.refuse(2, ["No ALM.fits is given (", both], "alm2map", "--nside", "4")
        self.refuse(2, ["No MAP.fits is given (", both], "alm2map", "a", "--nside", "4")
        self.refuse(2, ["'c' is one word too many (", both], "alm2map", "a", "b", "--nside", "4",
                    "c")
        self.refuse(2, "'c' is one word too many (siderum anafast takes MAP.fits and CL.csv)",
                    "anafast", "a", "b", "c", "--lmax", "1")

    def test_ranges(self):
        self.refuse(1, "mmax is 5 with an lmax of 4", "synalm", SPECTRUM, "a.fits", "--lmax", "4",
                    "--mmax", "5")
        self.refuse(1, "ends at l = 2047 (--lmax is 3000)", "synalm", SPECTRUM, "a.fits", "--lmax",
                    "3000")
        self.refuse(2, "--lmax", "map2alm", GOLDEN / "healpy_ring.fits", "a.fits")
        self.make(10)
        self.succeed("alm2map", "alm.fits", "gl.fits", "--grid", "gl")
        self.refuse(1, "lmax 11 is too large (the weights of the 11 rings", "map2alm", "gl.fits",
                    "a.fits", "--lmax", "11")

    def test_an_order_that_the_file_contradicts(self):
        ring = GOLDEN / "healpy_ring.fits"
        self.refuse(1, "names another order than the file, RING", "map2alm", ring, "a.fits",
                    "--lmax", "4", "--ordering", "nested")
        self.succeed("alm2map", GOLDEN / "healpy_coefficients.fits", "gl.fits", "--grid", "gl")
        for order in "ring", "nested":
            for verb in (["map2alm", "gl.fits", "a.fits", "--lmax", "4"],
                         ["smooth", "gl.fits", "a.fits", "--fwhm", "60"],
                         ["rotate", "gl.fits", "a.fits", "--angles", "1:2:3"]):
                self.refuse(1, "gl.fits: --ordering has no effect (the pixels of its grid stand",
                            *verb, "--ordering", order)

    def test_unseen_pixels(self):
        for name in ("healpy_ring", "healpy_nested"):
            path = GOLDEN / f"{name}.fits"
            self.refuse(1, "2 of 192 pixels are not seen, the first being 3 in RING order",
                        "map2alm", path, "a.fits", "--lmax", "4")
            self.refuse(1, "--unseen zero", "anafast", path, "--lmax", "4")
        self.succeed("map2alm", GOLDEN / "healpy_ring.fits", "a.fits", "--lmax", "4", "--unseen",
                     "zero")
        self.assertEqual(len(coefficients(self.folder / "a.fits")), 15)

    def test_bad_data(self):
        self.make(4)
        self.succeed("alm2map", "alm.fits", "map.fits", "--nside", "2")
        with_numbers(self.folder / "map.fits", [1, 2, -999])
        self.succeed("anafast", "map.fits", "--lmax", "1")
        with_card(self.folder / "map.fits", "FIRSTPIX", "BAD_DATA=               -999.0")
        self.refuse(1, "1 of 48 pixels is not seen, the first being 2 in RING order", "anafast",
                    "map.fits", "--lmax", "1")
        self.succeed("map2alm", "map.fits", "a.fits", "--lmax", "1", "--unseen", "zero")
        with_numbers(self.folder / "map.fits", [1, 2, 0])
        self.succeed("map2alm", "map.fits", "b.fits", "--lmax", "1")
        self.assertEqual(coefficients(self.folder / "a.fits"),
                         coefficients(self.folder / "b.fits"))

    def test_maps_of_no_seen_pixel(self):
        """They gave zeros, in place of what the file held before."""
        self.make(4)
        self.succeed("alm2map", "alm.fits", "map.fits", "--nside", "2")
        self.succeed("alm2map", "alm.fits", "mask.fits", "--nside", "2")
        unseen, reason = -1.6375e30, "(all are UNSEEN, undefined or NaN). Give a map with numbers"
        with_numbers(self.folder / "map.fits", 48 * [unseen])
        with_numbers(self.folder / "mask.fits", 47 * [0] + [1])
        self.write("out.fits", "kept")
        for verb, *options in (["map2alm", "--lmax", "4"], ["smooth", "--fwhm", "60"],
                               ["rotate", "--angles", "1:2:3"]):
            for more in [], ["--unseen", "zero"], ["--unseen", "zero", "--remove", "dipole"]:
                self.refuse(1, f"map.fits: no pixel of the map was seen {reason}.", verb,
                            "map.fits", "out.fits", *options, *more)
        self.refuse(1, f"map.fits: no pixel of the map was seen {reason}.", "regrade", "map.fits",
                    "out.fits", "--nside", "1")
        with_numbers(self.folder / "map.fits", 47 * [1])
        self.refuse(1, "map.fits: no pixel of the map was seen that the mask shows (all are UNSEEN"
                    ", undefined or NaN). Give a map with numbers, or another mask.", "map2alm",
                    "map.fits", "out.fits", "--lmax", "4", "--unseen", "zero", "--mask",
                    "mask.fits")
        self.assertEqual(self.read("out.fits"), "kept")
        self.succeed("map2alm", "map.fits", "out.fits", "--lmax", "4", "--unseen", "zero")

    def test_imaginary_parts_of_order_0(self):
        self.make(4)
        contents = bytearray((self.folder / "alm.fits").read_bytes())
        _, start = first_table(contents)
        struct.pack_into(">d", contents, start + 3 * 20 + 12, 1.0)  # of l = 3
        (self.folder / "other.fits").write_bytes(contents)
        for verb, *options in (["alm2map", "--nside", "2"], ["rotate", "--angles", "1:2:3"]):
            self.succeed(verb, "alm.fits", "a.fits", *options)
            told = self.succeed(verb, "other.fits", "b.fits", *options).stderr
            self.assertEqual(told, "siderum: other.fits: the coefficient of l = 3, m = 0 has the"
                             " imaginary part 1, which a real map has not: it is left out.\n")
            self.assertEqual((self.folder / "a.fits").read_bytes(),
                             (self.folder / "b.fits").read_bytes())

    def test_advice_names_no_option_that_the_verb_lacks(self):
        self.make(4)
        self.succeed("alm2map", "alm.fits", "map.fits", "--nside", "16")
        lists = ("map.fits: the column 'TEMPERATURE' does not hold one text or number per row (its"
                 " cells are of another type, or lists). ")
        self.refuse(1, lists + "Give a file of spectra, with l and C_l.", "synalm", "map.fits",
                    "a.fits")
        self.refuse(1, lists + "Give a file of windows, with TEMPERATURE.", "alm2map", "alm.fits",
                    "a.fits", "--nside", "16", "--pixel-window", "map.fits")
        # A mask of two columns.
        self.succeed("alm2map", GOLDEN / "healpy_teb.fits", "mask.fits", "--nside", "16", "--spin",
                     "2")
        with_numbers(self.folder / "mask.fits", 2 * 12 * 16 * 16 * [1])
        told = self.succeed("anafast", "map.fits", "--lmax", "4", "--mask", "mask.fits").stderr
        self.assertEqual(told, "siderum: mask.fits: of the columns Q_POLARISATION, U_POLARISATION,"
                         " Q_POLARISATION was taken as the mask, the first. Give a file with the"
                         " mask alone for another one.\n")

    def test_warns_of_degrees_that_pixels_cannot_tell_apart(self):
        outcome = self.succeed("anafast", GOLDEN / "healpy_ring.fits", "cl.csv", "--lmax", "12",
                               "--unseen", "zero")
        self.assertIn("lmax 12 is above 3 nside - 1 = 11", outcome.stderr)

    def test_files(self):
        self.refuse(1, "no.fits", "alm2map", "no.fits", "m.fits", "--nside", "4")
        self.refuse(1, "holds no coefficients", "alm2map", SPECTRUM, "m.fits", "--nside", "4")
        self.refuse(1, "is no map", "map2alm", SPECTRUM, "a.fits", "--lmax", "4")
        cut = (GOLDEN / "healpy_ring.fits").read_bytes()[:6000]
        (self.folder / "cut.fits").write_bytes(cut)
        self.refuse(1, "cut.fits cannot be read as FITS", "map2alm", "cut.fits", "a.fits",
                    "--lmax", "4")
        self.refuse(1, "no/folder", "synalm", SPECTRUM, "no/folder/a.fits", "--lmax", "4")
        self.refuse(1, "CL.csv cannot write 'cl.png'", "anafast", "cut.fits", "cl.png", "--lmax",
                    "4")


@unittest.skipIf(shutil.which("gnuplot") is None, "gnuplot draws the pictures")
class Pictures(HarmonicTest):

    def test_png(self):
        for options in ([], ["--projection", "orthographic", "--center", "30:-45"],
                        ["--colormap", "viridis", "--min", "-1", "--max", "0.5"]):
            self.succeed("picture", GOLDEN / "healpy_ring.fits", "sky.png", "--width", "400",
                         *options)
            self.assertEqual(png_size(self.folder / "sky.png"), (420, 260))
        self.succeed("picture", GOLDEN / "healpy_ring.fits", "sky.png", "--width", "400", "--title",
                     "")
        self.assertEqual(png_size(self.folder / "sky.png"), (420, 240))

    def test_other_kinds(self):
        self.make(6)
        self.succeed("alm2map", "alm.fits", "map.fits", "--grid", "gl", "--unit", "uK")
        self.succeed("picture", "map.fits", "sky.svg", "--width", "100", "--title", "A sky")
        text = self.read("sky.svg")
        for part in ("<svg", "data:image/png;base64", "µK", "A sky"):
            self.assertIn(part, text)
        self.succeed("picture", "map.fits", "sky.pdf", "--width", "100")
        self.assertEqual((self.folder / "sky.pdf").read_bytes()[:5], b"%PDF-")

    def test_refusals(self):
        path = GOLDEN / "healpy_ring.fits"
        self.refuse(1, "picture cannot draw 'sky.jpg'", "picture", path, "sky.jpg")
        self.refuse(1, "The colours go from 2 to 1", "picture", path, "sky.png", "--min", "2",
                    "--max", "1")
        self.refuse(1, "--center does not understand '3'", "picture", path, "sky.png", "--center",
                    "3")
        self.refuse(1, "The centre of the picture is (0, 91)", "picture", path, "sky.png",
                    "--center", "0:91")
        self.refuse(1, "--colormap does not know 'jet'", "picture", path, "sky.png", "--colormap",
                    "jet")
        self.refuse(1, "picture needs gnuplot", "picture", path, "sky.png",
                    path=str(self.folder))


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
