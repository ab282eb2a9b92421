# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What the verbs of maps say of their files: which one, and which options it takes.

    python3 sky_files_program_test.py PROGRAM [TEST...]
"""

import math
import pathlib
import re
import shutil
import struct
import sys
import unittest

import fits_tables
import program_test
from program_test import ProgramTest, ROOT

TEB = ROOT / "tests/golden/healpy_teb.fits"
TQU = ROOT / "tests/golden/healpy_tqu.fits"
PARTIAL = ROOT / "tests/golden/healpy_tqu_partial.fits"


class SkyFilesTest(ProgramTest):

    def make(self, name, *options, nside=4):
        """A polarised map, RING."""
        self.succeed("alm2map", TEB, name, "--nside", nside, "--polarised", *options)

    def fill(self, name, values, nside):
        """A map of one column."""
        self.succeed("alm2map", TEB, name, "--nside", nside)
        contents = bytearray((self.folder / name).read_bytes())
        _, start = fits_tables.first_table(contents)
        struct.pack_into(f">{len(values)}d", contents, start, *values)
        (self.folder / name).write_bytes(contents)

    def without(self, name, keyword):
        fits_tables.with_card(self.folder / name, keyword, "COMMENT none")

    def values(self, name):
        return fits_tables.tables((self.folder / name).read_bytes())[0][1][0][1]


class Powers(SkyFilesTest):

    def test_values_that_vanish_are_refused(self):
        values = [0.0] * 48
        values[20:24] = 4 * [1e-300]
        values[24:28] = 4 * [-1.6375e30]
        self.fill("m.fits", values, 2)
        self.refuse(1, ["m.fits: Pixel ", " of nside 1 vanishes (the mean ",
                        " times 9.313225746154785e-10 by the power 30 of the resolutions' ratio is"
                        " less than numbers go). Give a power that is nearer to 0, or take another"
                        " unit."],
                    "regrade", "m.fits", "a.fits", "--nside", "1", "--power", "30")
        self.refuse(1, ["m.fits: Pixel ", " of nside 4 vanishes (the mean 1e-300 times"],
                    "regrade", "m.fits", "a.fits", "--nside", "4", "--power", "-30")
        # Zeros are zeros, sums of 0 too, and what was not seen is not seen.
        values = [0.0] * 48
        self.fill("m.fits", values, 2)
        self.succeed("regrade", "m.fits", "a.fits", "--nside", "1", "--power", "30")
        self.assertEqual(self.values("a.fits"), [0.0] * 12)
        self.succeed("regrade", "m.fits", "a.fits", "--nside", "4", "--power", "-30")
        self.fill("m.fits", [-1.6375e30] * 47 + [2.0 ** 40], 2)
        self.succeed("regrade", "m.fits", "a.fits", "--nside", "1", "--power", "30")
        self.assertEqual(sorted(self.values("a.fits")), [-1.6375e30] * 11 + [1024.0])

    def test_factors_out_of_range_are_refused(self):
        for values in [0.0] * 48, [3.0] * 48:
            self.fill("m.fits", values, 2)
            for power, factor in (2000, "0"), (-2000, "inf"), (1060, "8.095e-320"):
                self.refuse(1, f"m.fits: The power of the resolutions' ratio is {power} (by it"
                            f" nside 1 over 2 is {factor}, which leaves the range of numbers)."
                            " Give one that is nearer to 0.", "regrade", "m.fits", "a.fits",
                            "--nside", "1", "--power", power)

    def test_sums_out_of_range_name_the_file(self):
        self.fill("m.fits", [1e300] * 48, 2)
        self.refuse(1, ["m.fits: Pixel ", " is 1e+300 (the sum of the pixels"], "regrade", "m.fits",
                    "a.fits", "--nside", "1", "--power", "-100")

    def test_options_without_an_effect_are_refused(self):
        self.make("m.fits")
        self.refuse(2, "--power has no effect (m.fits has nside 4 already, and it scales with the "
                    "ratio of both). Leave it out, or give another --nside.", "regrade", "m.fits",
                    "a.fits", "--polarised", "--nside", "4", "--power", "-2")
        for nside in 4, 8:
            self.refuse(2, f"--most-unseen has no effect (m.fits has nside 4, and no pixel of nside"
                        f" {nside} is made of several)", "regrade", "m.fits", "a.fits", "--nside",
                        nside, "--most-unseen", "0.5", "--polarised")
        # What the options alone cannot have is told of them, without the file.
        self.refuse(1, "siderum: --nside is 3 (", "regrade", "none.fits", "a.fits", "--nside", "3")
        self.refuse(1, "siderum: --most-unseen is 2 (", "regrade", "none.fits", "a.fits", "--nside",
                    "2", "--most-unseen", "2")


class Orders(SkyFilesTest):

    def test_are_for_the_files_that_need_them(self):
        self.make("map.fits")
        self.succeed("regrade", "map.fits", "mask.fits", "--nside", "4")
        contents = bytearray((self.folder / "mask.fits").read_bytes())
        _, start = fits_tables.first_table(contents)
        struct.pack_into(">192d", contents, start, *(float(i % 3 > 0) for i in range(192)))
        (self.folder / "mask.fits").write_bytes(contents)
        for name in "map", "mask":
            (self.folder / f"open_{name}.fits").write_bytes(
                (self.folder / f"{name}.fits").read_bytes())
            self.without(f"open_{name}.fits", "ORDERING")

        def analyse(map_, mask, *options):
            return ["map2alm", f"{map_}.fits", "a.fits", "--polarised", "--lmax", "4", "--mask",
                    f"{mask}.fits", *options]

        def found(*command):
            self.succeed(*command)
            return fits_tables.tables((self.folder / "a.fits").read_bytes())[0][1]

        both = found(*analyse("map", "mask"))
        self.assertEqual(found(*analyse("open_map", "mask", "--ordering", "ring")), both)
        self.assertEqual(found(*analyse("map", "open_mask", "--ordering", "ring")), both)
        self.assertEqual(found(*analyse("open_map", "open_mask", "--ordering", "ring")), both)
        self.assertEqual(found(*analyse("map", "mask", "--ordering", "ring")), both)
        of_map = found(*analyse("open_map", "mask", "--ordering", "nested"))
        of_mask = found(*analyse("map", "open_mask", "--ordering", "nested"))
        self.assertEqual(len({str(x) for x in (both, of_map, of_mask)}), 3)
        (self.folder / "a.fits").unlink()
        self.refuse(1, "open_mask.fits: the pixels are in an unknown order", *analyse(
            "map", "open_mask"))
        self.refuse(1, "map.fits: --ordering names another order than the file, RING",
                    *analyse("map", "mask", "--ordering", "nested"))

    def test_of_two_maps(self):
        self.make("map.fits")
        self.make("open.fits")
        self.without("open.fits", "ORDERING")
        self.make("iau.fits", "--polcconv", "iau")
        self.make("free.fits")
        self.without("free.fits", "POLCCONV")

        def spectra(first, second, *options):
            return ["anafast", first, "--lmax", "4", "--polarised", "--with", second, *options]

        def found(*command):
            return self.succeed(*command).stdout

        own = found(*spectra("map.fits", "map.fits"))
        for pair in ("map.fits", "open.fits"), ("open.fits", "map.fits"):
            self.assertEqual(found(*spectra(*pair, "--ordering", "ring")), own)
            self.assertNotEqual(found(*spectra(*pair, "--ordering", "nested")), own)
        self.refuse(1, "map.fits: --ordering names another order than the file, RING",
                    *spectra("map.fits", "map.fits", "--ordering", "nested"))
        self.succeed("alm2map", TEB, "gl.fits", "--polarised", "--grid", "gl")
        found(*spectra("gl.fits", "open.fits", "--ordering", "ring"))
        self.refuse(1, "gl.fits: --ordering has no effect", *spectra("gl.fits", "gl.fits",
                                                                     "--ordering", "ring"))
        for pair in ("map.fits", "free.fits"), ("free.fits", "map.fits"):
            self.assertEqual(found(*spectra(*pair, "--polcconv", "cosmo")), own)
            self.assertNotEqual(found(*spectra(*pair, "--polcconv", "iau")), own)
        self.refuse(1, "iau.fits: --polcconv names another sign of U than the file, IAU",
                    *spectra("iau.fits", "map.fits", "--polcconv", "cosmo"))
        self.refuse(1, "map.fits: --polcconv names another sign of U than the file, COSMO",
                    *spectra("iau.fits", "map.fits", "--polcconv", "iau"))


class Coordinates(SkyFilesTest):

    def put(self, name, coordinates, unit="K"):
        """A map with the keyword COORDSYS."""
        self.fill(name, [1.0 + i % 5 for i in range(48)], 2)
        fits_tables.with_card(self.folder / name, "OBJECT", f"COORDSYS= '{coordinates}'")
        fits_tables.with_card(self.folder / name, "FIRSTPIX", f"TUNIT1  = '{unit}'")

    def setUp(self):
        super().setUp()
        self.put("g.fits", "G")
        self.put("c.fits", "C")
        self.put("q.fits", "Q")
        self.put("b.fits", "B1950")
        self.put("micro.fits", "GALACTIC", "uK")
        self.fill("open.fits", [1.0] * 48, 2)

    def test_of_two_maps(self):
        cross = ["anafast", "g.fits", "--lmax", "2", "--with"]
        self.refuse(1, "c.fits: the map is in the coordinates C (g.fits is in G, by their keywords "
                       "COORDSYS). Give maps in the same; siderum rotate turns one.", *cross,
                    "c.fits")
        for same in "g.fits", "open.fits":
            self.assertEqual(self.succeed(*cross, same).stderr, "")
        self.assertEqual(self.succeed(*cross, "b.fits").stderr,
                         "siderum: g.fits has the coordinates 'G' and b.fits 'B1950' (COORDSYS): "
                         "they are taken to be the same, since those known are G, E and C.\n")
        self.assertEqual(self.succeed(*cross, "micro.fits").stderr,
                         "siderum: g.fits has the unit K and micro.fits uK: the cross spectra have "
                         "both in their unit.\n")

    def test_by_any_of_their_words(self):
        for word in "CELESTIAL", "icrs", "Q", "FK5", " J2000", "ECL":
            self.put("x.fits", word)
            shown = word.strip()
            self.refuse(1, f"x.fits: the map is in the coordinates {shown} (g.fits is in G, by "
                           "their keywords COORDSYS)", "anafast", "g.fits", "--lmax", "2", "--with",
                        "x.fits")
            self.refuse(1, f"x.fits: the mask is in the coordinates {shown} (the map is in G).",
                        "map2alm", "g.fits", "a.fits", "--lmax", "2", "--mask", "x.fits")
        self.put("x.fits", "CELESTIAL")
        self.assertEqual(self.succeed("anafast", "c.fits", "--lmax", "2", "--with",
                                      "x.fits").stderr, "")
        turn = ["rotate", "x.fits", "a.fits", "--lmax", "4"]
        self.refuse(1, "--from names other coordinates than x.fits, CELESTIAL (its keyword "
                       "COORDSYS counts). Leave --from out.", *turn, "--from", "E", "--to", "G")
        self.refuse(2, "x.fits is in CELESTIAL already", *turn, "--to", "C")
        self.assertEqual(self.succeed(*turn, "--to", "G").stderr, "")
        # The word of the file stays where its coordinates do.
        self.succeed("rotate", "x.fits", "b.fits", "--lmax", "4", "--angles", "1:2:3")
        keys, _ = fits_tables.first_table((self.folder / "b.fits").read_bytes())
        self.assertEqual(keys["COORDSYS"], "CELESTIAL")

    def test_that_are_not_known_are_told_where_they_are_turned(self):
        turn = ["rotate", "b.fits", "a.fits", "--lmax", "4", "--to", "G"]
        self.assertEqual(self.succeed(*turn, "--from", "C").stderr,
                         "siderum: b.fits: its coordinates 'B1950' (COORDSYS) are not known, and "
                         "taken to be C, as --from says.\n")
        self.refuse(2, "--from is not given (and b.fits does not say its coordinates by G, E or C)",
                    *turn)
        self.succeed("map2alm", "b.fits", "alm.fits", "--lmax", "4")
        self.assertEqual(self.succeed("rotate", "alm.fits", "a.fits", "--from", "E", "--to",
                                      "G").stderr,
                         "siderum: alm.fits: its coordinates 'B1950' (COORDSYS) are not known, and "
                         "taken to be E, as --from says.\n")

    def test_of_masks(self):
        sentence = ("c.fits: the mask is in the coordinates C (the map is in G). Give a mask in "
                    "the coordinates of the map.")
        for verb in (["map2alm", "g.fits", "a.fits"], ["anafast", "g.fits"],
                     ["anafast", "open.fits", "--with", "g.fits"],
                     ["smooth", "g.fits", "a.fits", "--fwhm", "60"],
                     ["rotate", "g.fits", "a.fits", "--to", "E"],
                     ["rotate", "open.fits", "a.fits", "--from", "G", "--to", "E"]):
            self.refuse(1, sentence, *verb, "--lmax", "2", "--mask", "c.fits")
        for mask in "micro.fits", "open.fits":
            told = self.succeed("map2alm", "g.fits", "a.fits", "--lmax", "2", "--mask", mask)
            self.assertEqual(told.stderr, "")

    def test_weights(self):
        weights = [1.0] * 48
        for unseen in math.nan, -1.6375e30:
            self.fill("mask.fits", [unseen] + weights[1:], 2)
            self.succeed("map2alm", "g.fits", "a.fits", "--lmax", "2", "--mask", "mask.fits")
        self.fill("mask.fits", [-1.0] + weights[1:], 2)
        self.refuse(1, "mask.fits: pixel 0 in RING order has the weight -1 (weights are finite and "
                       "not below 0, and 0 where a pixel is not seen)", "map2alm", "g.fits",
                    "a.fits", "--lmax", "2", "--mask", "mask.fits")


class Units(SkyFilesTest):
    """Of columns that have not the same."""

    def put(self, units):
        self.make("m.fits", "--unit", "K")
        contents = (self.folder / "m.fits").read_bytes()
        for place, unit in enumerate(units, 1):
            old, new = f"TUNIT{place}  = 'K       '", f"TUNIT{place}  = '{unit:8}'"
            self.assertEqual(contents.count(old.encode()), 1)
            contents = contents.replace(old.encode(), new.encode())
        (self.folder / "m.fits").write_bytes(contents)

    def units(self, *command):
        told = self.succeed(command[0], "m.fits", "a.fits", *command[1:]).stderr
        keys, columns = fits_tables.tables((self.folder / "a.fits").read_bytes())[0]
        return told, [keys.get(f"TUNIT{place + 1}", "") for place in range(len(columns))]

    SMOOTH, TURN, COARSE = ["smooth", "--fwhm", "600"], ["rotate", "--angles", "1:2:3"], \
        ["regrade", "--nside", "2"]

    def test_each_column_has_its_own(self):
        self.put(["uK", "K", "mK"])
        told = ("siderum: m.fits: the columns TEMPERATURE, Q_POLARISATION, U_POLARISATION are in "
                "uK, in K and in mK (TUNIT). They are taken as they are.\n")
        self.assertEqual(self.units(*self.COARSE, "--polarised"), (told, ["uK", "K", "mK"]))
        # Rotations and beams mix Q and U.
        mixed = "siderum: m.fits: Q and U are mixed, and written without a unit.\n"
        for verb in self.SMOOTH, self.TURN:
            self.assertEqual(self.units(*verb, "--polarised"), (told + mixed, ["uK", "", ""]))
            self.assertEqual(self.units(*verb, "--spin", "2")[1], ["", ""])
            self.assertEqual(self.units(*verb, "--column", "3"), ("", ["mK"]))

    def test_q_and_u_have_one(self):
        for unit in "K", "":
            self.put(["uK", unit, unit])
            told = f"are in uK and in {unit or 'no unit'} (TUNIT). They are taken as they are.\n"
            for verb in self.SMOOTH, self.TURN, self.COARSE:
                shown, units = self.units(*verb, "--polarised")
                self.assertEqual(units, ["uK", unit, unit])
                self.assertTrue(shown.endswith(told), shown)
                self.assertEqual(self.units(*verb, "--spin", "2"), ("", [unit, unit]))

    @unittest.skipIf(shutil.which("gnuplot") is None, "gnuplot draws the pictures")
    def test_of_the_lines_of_a_picture(self):
        def shown(*options):
            self.succeed("picture", "m.fits", "a.svg", "--width", "200", "--polarisation",
                         "vectors", *options)
            texts = re.findall(r"<text.*?</text>", self.read("a.svg"), re.DOTALL)
            return [re.sub(r"<[^>]*>", "", text).replace("\u200b", "").strip() for text in texts]

        self.put(["uK", "kPa", "kPa"])
        self.assertTrue(any(re.fullmatch(r"[0-9.e+-]+ kPa", text) for text in shown()), shown())
        self.put(["kPa", "kPa", "Pa"])
        self.assertFalse(any(re.fullmatch(r"[0-9.e+-]+ k?Pa", text) for text in shown()), shown())
        self.put(["kPa", "kPa", "kPa"])
        self.assertTrue(any(re.fullmatch(r"[0-9.e+-]+ atm", text)
                            for text in shown("--unit", "atm")))


class LeftOut(SkyFilesTest):

    def setUp(self):
        super().setUp()
        self.make("tqu.fits")
        (self.folder / "teb.fits").write_bytes(TEB.read_bytes())

    VERBS = (["smooth", "tqu.fits", "a.fits", "--fwhm", "600"],
             ["rotate", "tqu.fits", "a.fits", "--angles", "0:90:0"],
             ["regrade", "tqu.fits", "a.fits", "--nside", "2"],
             ["map2alm", "tqu.fits", "a.fits", "--lmax", "4"],
             ["anafast", "tqu.fits", "a.csv", "--lmax", "4"])

    def test_polarisation_of_maps(self):
        for verb in self.VERBS:
            self.assertEqual(self.succeed(*verb).stderr,
                             "siderum: tqu.fits: Q and U are left out; --polarised keeps them.\n")
            for asked in ["--column", "1"], ["--spin", "0"], ["--spin", "2"], ["--polarised"]:
                self.assertEqual(self.succeed(*verb, *asked).stderr, "", verb + asked)

    def test_tables_of_coefficients(self):
        for verb in (["alm2map", "teb.fits", "a.fits", "--nside", "4"],
                     ["rotate", "teb.fits", "a.fits", "--angles", "0:90:0"]):
            self.assertEqual(self.succeed(*verb).stderr,
                             "siderum: teb.fits: E and B are left out; --polarised keeps them.\n")
            for asked in ["--spin", "0"], ["--spin", "2"], ["--polarised"]:
                self.assertEqual(self.succeed(*verb, *asked).stderr, "", verb + asked)
            self.refuse(1, "teb.fits: its tables are T, E and B, of which there are three (--spin 1"
                           " is gradient and curl)", *verb, "--spin", "1")
        self.succeed("map2alm", "tqu.fits", "eb.fits", "--spin", "2", "--lmax", "4")
        self.assertEqual(self.succeed("alm2map", "eb.fits", "a.fits", "--nside", "4").stderr,
                         "siderum: eb.fits: the second of its tables is left out; --spin 1 or "
                         "--spin 2 keeps it.\n")


class Names(SkyFilesTest):

    def test_a_column_is_given_once(self):
        self.make("m.fits")
        for columns in "1,2,2", "1,2,Q_POLARISATION":
            self.refuse(1, "m.fits: --column names the column 'Q_POLARISATION' twice", "map2alm",
                        "m.fits", "a.fits", "--lmax", "4", "--polarised", "--column", columns)

    def test_the_list_of_pixels_is_no_map(self):
        shutil.copy(PARTIAL, self.folder / "p.fits")
        maps = ["TEMPERATURE", "Q_POLARISATION", "U_POLARISATION"]
        sentence = ("p.fits: --column names the column 1, 'PIXEL' (it lists the pixels, and the "
                    f"maps are {', '.join(maps)}). Name these, or give their numbers, which count "
                    "all columns of the table.")
        alone = (["anafast", "p.fits", "--lmax", "4"],
                 ["smooth", "p.fits", "a.fits", "--fwhm", "600"],
                 ["regrade", "p.fits", "a.fits", "--nside", "2"])
        for verb in alone:
            for column in "1", "PIXEL", "pixel":
                self.refuse(1, sentence, *verb, "--column", column)
            self.refuse(1, sentence, *verb, "--polarised", "--column", "1,2,3")
        cross = [*alone[0], "--unseen", "zero", "--polarised"]
        own = self.succeed(*cross).stdout
        for columns in "2,3,4", ",".join(maps):
            self.assertEqual(self.succeed(*cross, "--column", columns).stdout, own)

    def test_options_are_blamed_for_what_they_ask(self):
        self.succeed("map2alm", TQU, "a.fits", "--lmax", "6", "--mmax", "4", "--unseen", "zero",
                     "--spin", "0")
        map_ = ["alm2map", "a.fits", "m.fits", "--nside", "4"]
        turn = ["rotate", "a.fits", "t.fits", "--angles", "1:2:3"]
        for options, verb in (("--lmax 30", "is"), ("--mmax 5", "is"),
                              ("--lmax 9 --mmax 8", "are")):
            shown = options.replace(" --mmax", " and --mmax")
            for command in map_, turn:
                self.refuse(1, f"a.fits has coefficients up to lmax 6 and mmax 4 ({shown} {verb} "
                               "more). Give less, or leave", *command, *options.split())
        self.refuse(1, "a.fits: The coefficients end at mmax 4 with an lmax of 5", *turn, "--lmax",
                    "5")
        self.write("sp.csv", "l,cl\n" + "".join(f"{l},1\n" for l in range(9)))
        for command in ["synalm", "sp.csv", "b.fits"], map_:
            self.refuse(1, "siderum: mmax is 7 with an lmax of 5", *command, "--lmax", "5",
                        "--mmax", "7")
            self.refuse(1, "siderum: lmax is 1 with a spin of 2", *command, "--lmax", "1", "--spin",
                        "2")

    def test_of_files_stand_before_what_is_wrong_with_them(self):
        self.make("m.fits")
        self.succeed("alm2map", TEB, "gl.fits", "--grid", "gl", "--lmax", "4")
        self.succeed("alm2map", TEB, "flat.fits", "--grid", "gl", "--rings", "2", "--polarised")
        self.write("low.csv", "l,cl_tt,cl_ee,cl_bb,cl_te\n0,1,1,1,0\n1,1,1,1,0\n")
        self.succeed("map2alm", "m.fits", "few.fits", "--lmax", "6", "--mmax", "3")
        self.write("none.csv", "l,cl_tt,cl_ee,cl_bb,cl_te\n" + "".join(
            f"{l},1,1,1,2\n" for l in range(5)))
        self.write("twice.csv", "l,cl,cl\n0,1,1\n")
        self.write("window.csv", "l,bl\n" + "".join(f"{l},{int(l < 3)}\n" for l in range(7)))
        for sentence, command in (
                ("gl.fits: lmax 9 is too large", ["map2alm", "gl.fits", "a.fits", "--lmax", "9"]),
                ("gl.fits: mmax is 9 with an lmax of 4",
                 ["smooth", "gl.fits", "a.fits", "--fwhm", "9", "--mmax", "9"]),
                ("flat.fits: lmax is 1 with a spin of 2",
                 ["rotate", "flat.fits", "a.fits", "--angles", "1:2:3", "--polarised"]),
                ("none.csv: The spectra of l = 2", ["synalm", "none.csv", "a.fits", "--polarised"]),
                ("low.csv: lmax is 1 with a spin of 2",
                 ["synalm", "low.csv", "a.fits", "--polarised"]),
                ("low.csv: mmax is 3 with an lmax of 1",
                 ["synalm", "low.csv", "a.fits", "--polarised", "--mmax", "3"]),
                ("twice.csv: two columns are called 'cl'", ["synalm", "twice.csv", "a.fits"]),
                ("few.fits: The coefficients end at mmax 3",
                 ["rotate", "few.fits", "a.fits", "--angles", "1:2:3"]),
                ("window.csv: The windows cannot be removed at l = 3",
                 ["alm2map", TEB, "a.fits", "--nside", "4", "--pixel-window", "window.csv",
                  "--spin", "0", "--windows", "remove"])):
            self.refuse(1, f"siderum: {sentence}", *command)

    @unittest.skipIf(shutil.which("gnuplot") is None, "gnuplot draws the pictures")
    def test_of_pictures(self):
        self.fill("m.fits", [math.nan] * 48, 2)
        self.refuse(1, "m.fits: The map cannot be drawn", "picture", "m.fits", "a.png")


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
