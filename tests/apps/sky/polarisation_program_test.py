# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Runs the verbs of maps on polarised skies: files, iteration, masks, beams, rotations, pictures.

    python3 polarisation_program_test.py PROGRAM [TEST...]
"""

import math
import pathlib
import shutil
import struct
import subprocess
import sys
import unittest

import fits_tables
import program_test
from program_test import ProgramTest, ROOT, rows_of

GOLDEN = ROOT / "tests/golden"
SPECTRUM = ROOT / "examples/data/cmb_like_spectrum.csv"
TEB = GOLDEN / "healpy_teb.fits"
TQU = GOLDEN / "healpy_tqu.fits"


def tables(path):
    """[(keywords, [values of a column])] of the tables of a FITS file."""
    return [(keys, [values for _, values in columns])
            for keys, columns in fits_tables.tables(path.read_bytes())]


def maps_of(path):
    return tables(path)[0][1]


def fields_of(path):
    """[{(l, m): a_lm}] of the tables of a file."""
    fields = []
    for _, (index, real, imaginary) in tables(path):
        field = {}
        for i, x, y in zip(index, real, imaginary):
            degree = math.isqrt(i - 1)
            field[degree, i - 1 - degree * degree - degree] = complex(x, y)
        fields.append(field)
    return fields


def distance(found, expected):
    """The rms of the difference in units of that of the second."""
    scale = math.sqrt(sum(abs(value) ** 2 for value in expected))
    return math.sqrt(sum(abs(a - b) ** 2 for a, b in zip(found, expected, strict=True))) / scale


def field_distance(found, expected):
    return max(distance(list(a.values()), list(b.values()))
               for a, b in zip(found, expected, strict=True))


def golden():
    rows = {}
    for line in (GOLDEN / "polarisation.txt").read_text().splitlines():
        if not line.startswith("#"):
            name, *numbers = line.split()
            rows[name] = [float(number) for number in numbers]
    return rows


class PolarisationTest(ProgramTest):

    def spectra(self, lmax=60):
        """tt, ee, bb, te of a smooth sky."""
        rows = ["l,cl_tt,cl_ee,cl_bb,cl_te"]
        for l in range(lmax + 1):
            tt = 1000 / (l * l + 10)
            rows.append(f"{l},{tt!r},{tt / 20!r},{tt / 200!r},{tt / 9!r}")
        return self.write("spectra.csv", "\n".join(rows) + "\n")

    def make(self, lmax, *options):
        self.succeed("synalm", self.spectra(), "alm.fits", "--lmax", lmax, *options)
        return self.fields("alm.fits")

    def fields(self, name):
        return fields_of(self.folder / name)

    def maps(self, name):
        return maps_of(self.folder / name)


class Transforms(PolarisationTest):

    def test_fields_come_back(self):
        for option in (["--polarised"], ["--spin", "2"], ["--spin", "1"], ["--spin", "0"]):
            if option == ["--spin", "1"]:
                self.write("vectors.csv", "cl_gg,cl_cc\n" + "2,1\n" * 25)
                self.succeed("synalm", "vectors.csv", "alm.fits", *option)
                expected = self.fields("alm.fits")
            else:
                expected = self.make(24, *option)
            self.succeed("alm2map", "alm.fits", "map.fits", "--grid", "gl", *option)
            self.succeed("map2alm", "map.fits", "back.fits", "--lmax", "24", *option)
            self.assertLess(field_distance(self.fields("back.fits"), expected), 1e-13, option)

    def test_is_that_of_healpy(self):
        expected = golden()
        for option, name in ([], "map"), (["--fwhm", "300"], "smooth"):
            self.succeed("alm2map", TEB, "map.fits", "--nside", "4", "--polarised", *option)
            for letter, values in zip("tqu", self.maps("map.fits"), strict=True):
                self.assertLess(distance(values, expected[f"{name}_{letter}"]), 1e-12)
        self.succeed("alm2map", TEB, "map.fits", "--nside", "4", "--polarised")
        self.succeed("map2alm", "map.fits", "back.fits", "--lmax", "6", "--polarised")
        for letter, field in zip("teb", self.fields("back.fits"), strict=True):
            parts = expected[f"alm_{letter}"]
            self.assertLess(distance(field.values(), [complex(*pair) for pair in
                                                      zip(parts[::2], parts[1::2])]), 1e-12)

    def test_u_of_the_iau(self):
        expected = self.make(12, "--polarised")
        for convention in "cosmo", "iau":
            self.succeed("alm2map", "alm.fits", f"{convention}.fits", "--nside", "16",
                         "--polarised", "--polcconv", convention)
            keys, columns = tables(self.folder / f"{convention}.fits")[0]
            self.assertEqual(keys["POLCCONV"], convention.upper())
            self.assertEqual([keys[f"TTYPE{i}"] for i in (1, 2, 3)],
                             ["TEMPERATURE", "Q_POLARISATION", "U_POLARISATION"])
            self.succeed("map2alm", f"{convention}.fits", "back.fits", "--lmax", "12",
                         "--polarised")
            self.assertLess(field_distance(self.fields("back.fits"), expected), 1e-5)
        cosmo, iau = self.maps("cosmo.fits"), self.maps("iau.fits")
        self.assertEqual(cosmo[:2], iau[:2])
        self.assertEqual(cosmo[2], [-value for value in iau[2]])
        # A smooth map keeps the convention of its file.
        self.succeed("smooth", "iau.fits", "smooth.fits", "--fwhm", "0.01", "--polarised",
                     "--lmax", "12")
        self.assertLess(distance(self.maps("smooth.fits")[2], iau[2]), 1e-5)

    def test_temperature_does_not_depend_on_polarisation(self):
        polarised = self.make(16, "--polarised", "--seed", "4")
        self.succeed("synalm", "spectra.csv", "t.fits", "--lmax", "16", "--seed", "4")
        self.assertEqual(self.fields("t.fits")[0], polarised[0])
        self.succeed("alm2map", "alm.fits", "t.fits", "--nside", "8")
        self.succeed("alm2map", "alm.fits", "tqu.fits", "--nside", "8", "--polarised")
        self.assertLess(distance(self.maps("t.fits")[0], self.maps("tqu.fits")[0]), 1e-14)


class Iteration(PolarisationTest):

    def setUp(self):
        super().setUp()
        self.expected = self.make(32, "--polarised")
        self.succeed("alm2map", "alm.fits", "map.fits", "--nside", "32", "--polarised")

    def error(self, *options):
        self.succeed("map2alm", "map.fits", "back.fits", "--lmax", "32", "--polarised", *options)
        return field_distance(self.fields("back.fits"), self.expected)

    def test_gets_nearer(self):
        once, thrice = self.error("--iterations", "0"), self.error()
        self.assertTrue(1e-5 < once < 1e-2, once)
        self.assertTrue(thrice < 1e-3 * once, thrice)
        self.assertEqual(thrice, self.error("--iterations", "3"))
        self.assertLess(self.error("--ring-weights", "on"), 1e-11)

    def test_reaches_a_tolerance(self):
        self.assertLess(self.error("--tolerance", "1e-12", "--residuals", "r.csv"), 1e-11)
        rows = rows_of(self.read("r.csv"))
        residuals = [float(row["residual"]) for row in rows]
        self.assertEqual([row["iteration"] for row in rows],
                         [str(i + 1) for i in range(len(rows))])
        self.assertLessEqual(residuals[-1], 1e-12)
        self.assertGreater(residuals[-2], 1e-12)

    def test_says_where_it_does_not_converge(self):
        options = ["map2alm", "map.fits", "a.fits", "--lmax", "90", "--polarised", "--tolerance",
                   "1e-13", "--iterations", "2", "--residuals", "r.csv"]
        self.refuse(1, ["map.fits: the analysis did not converge (after 2 iterations its residual "
                        "is ", ", above 1e-13). Give a smaller lmax", "--unconverged accept"],
                    *options)
        outcome = self.succeed(*options, "--unconverged", "accept")
        self.assertRegex(outcome.stderr, r"did not converge \(after 2 iterations its residual is "
                                         r"[0-9.e-]+, above 1e-13\)\.\n")
        self.assertEqual(len(rows_of(self.read("r.csv"))), 2)

    def test_masks(self):
        # Ones but for a few pixels, which are not seen in the map.
        hidden = {5, 600, 601, 6000, 12000}
        weights = self.write("weights.csv", "l,cl\n0,0\n")
        self.succeed("synalm", weights, "zero.fits", "--lmax", "0")
        self.succeed("alm2map", "zero.fits", "mask.fits", "--nside", "32")
        self.fill("mask.fits", 0, lambda pixel: 0.0 if pixel in hidden else 1.0)
        values = self.maps("map.fits")[1]
        self.fill("map.fits", 1, lambda pixel: -1.6375e30 if pixel in hidden else values[pixel])
        self.refuse(1, "map.fits: 5 of 12288 pixels are not seen, the first being 5 in RING order",
                    "map2alm", "map.fits", "a.fits", "--lmax", "4", "--polarised")
        self.assertGreater(self.error("--mask", "mask.fits"), 1e-4)
        self.assertLess(self.error("--mask", "mask.fits", "--tolerance", "1e-11"), 1e-9)
        rows = rows_of(self.succeed("anafast", "map.fits", "--lmax", "4", "--polarised", "--mask",
                                    "mask.fits").stdout)
        self.assertEqual(len(rows), 5)

    def fill(self, name, column, value):
        """Changes a column of a map file."""
        path = self.folder / name
        (keys, columns), = tables(path)
        count, rows = len(columns[column]), int(keys["NAXIS2"])
        bytes_ = bytearray(path.read_bytes())
        _, data = fits_tables.first_table(bytes_)
        in_a_row, fields = count // rows, len(columns)
        for pixel in range(count):
            at = data + 8 * (pixel // in_a_row * in_a_row * fields + column * in_a_row +
                             pixel % in_a_row)
            struct.pack_into(">d", bytes_, at, value(pixel))
        path.write_bytes(bytes_)

    def test_refuses_masks_of_other_pixels(self):
        common = ["map2alm", "map.fits", "a.fits", "--polarised", "--lmax", "8", "--mask",
                  "mask.fits"]
        self.succeed("alm2map", "alm.fits", "mask.fits", "--nside", "16")
        self.refuse(1, ["mask.fits: the mask is of HEALPix nside 16 (the map is of HEALPix nside "
                        "32). Give a mask of the pixels of the map."], *common)
        self.succeed("alm2map", "alm.fits", "mask.fits", "--nside", "32")
        self.refuse(1, ["mask.fits: pixel ", "has the weight -"], *common)
        self.fill("mask.fits", 0, lambda _: 0.0)
        self.refuse(1, "mask.fits hides the whole sky", *common)

    def test_refusals(self):
        common = ["map2alm", "map.fits", "a.fits", "--lmax", "8"]
        self.refuse(1, "--tolerance is 0 (a residual is 1 before", *common, "--tolerance", "0")
        self.refuse(1, "--tolerance is 1 (", *common, "--tolerance", "1")
        self.refuse(1, "--iterations got '-1'", *common, "--iterations", "-1")
        self.refuse(2, "--ring-weights has no effect (the mask gives", *common, "--tolerance",
                    "1e-5", "--mask", "mask.fits", "--ring-weights", "on")
        self.refuse(2, "--tolerance and --iterations 0 contradict", *common, "--tolerance", "1e-5",
                    "--iterations", "0")
        self.refuse(2, "--unconverged has no effect", *common, "--iterations", "0",
                    "--unconverged", "accept")
        self.refuse(1, "is the input file", "map2alm", "map.fits",
                    "map.fits", "--lmax", "8")
        self.succeed("alm2map", "alm.fits", "gl.fits", "--grid", "gl")
        self.refuse(1, "gl.fits takes no ring weights (its grid is Gauss-Legendre 33 x 72",
                    "map2alm", "gl.fits", "a.fits", "--lmax", "8", "--ring-weights", "on")


class Spectra(PolarisationTest):

    def test_own_and_cross_spectra(self):
        expected = golden()
        self.succeed("alm2map", TEB, "map.fits", "--grid", "gl", "--polarised")
        rows = rows_of(self.succeed("anafast", "map.fits", "--lmax", "6", "--polarised").stdout)
        self.assertEqual(list(rows[0]),
                         ["l", "cl_tt", "cl_ee", "cl_bb", "cl_te", "cl_eb", "cl_tb"])
        for name in list(rows[0])[1:]:
            wanted = expected[f"own_{name[3:]}"]
            self.assertLess(distance([float(row[name]) for row in rows], wanted), 1e-12)
        cross = rows_of(self.succeed("anafast", "map.fits", "--lmax", "6", "--polarised", "--with",
                                     "map.fits").stdout)
        self.assertEqual(list(cross[0])[7:], ["cl_et", "cl_be", "cl_bt"])
        self.assertEqual([row["cl_et"] for row in cross], [row["cl_te"] for row in rows])

    def test_cross_spectrum_of_two_maps(self):
        first = self.make(20)[0]
        second = self.make(20, "--seed", "2")[0]
        self.succeed("alm2map", "alm.fits", "second.fits", "--grid", "gl")
        self.make(20)
        self.succeed("alm2map", "alm.fits", "first.fits", "--grid", "ecp")
        self.succeed("anafast", "first.fits", "cl.csv", "--lmax", "20", "--with", "second.fits")
        rows = rows_of(self.read("cl.csv"))
        self.assertEqual(list(rows[0]), ["l", "cl"])
        for l, row in enumerate(rows):
            expected = sum((1 if m == 0 else 2) * (first[l, m] * second[l, m].conjugate()).real
                           for m in range(l + 1)) / (2 * l + 1)
            self.assertAlmostEqual(float(row["cl"]), expected, delta=1e-11)
        self.assertTrue(any(float(row["cl"]) < 0 for row in rows))

    def test_spectra_of_skies(self):
        self.make(60, "--polarised", "--seed", "3")
        self.succeed("alm2map", "alm.fits", "map.fits", "--grid", "gl", "--polarised")
        found = rows_of(self.succeed("anafast", "map.fits", "--lmax", "60", "--polarised").stdout)
        wanted = rows_of(self.read("spectra.csv"))
        for name, a, b in (("cl_tt", "cl_tt", "cl_tt"), ("cl_ee", "cl_ee", "cl_ee"),
                           ("cl_te", "cl_tt", "cl_ee")):
            chi = 0
            for row, want in list(zip(found, wanted, strict=True))[2:]:
                variance = (float(want[name]) ** 2 + float(want[a]) * float(want[b])) / (
                    2 * int(row["l"]) + 1)
                chi += (float(row[name]) - float(want[name])) ** 2 / variance
            self.assertLess(abs(chi - 59), 5 * math.sqrt(2 * 59), name)

    def test_refusals(self):
        rows = "".join(f"{l},1,1,1,2\n" for l in range(9))
        self.write("no.csv", "l,cl_tt,cl_ee,cl_bb,cl_te\n" + rows)
        self.refuse(1, "The spectra of l = 2 are those of no sky", "synalm", "no.csv", "a.fits",
                    "--polarised")
        self.refuse(1, "has no spectrum tt", "synalm", SPECTRUM, "a.fits", "--polarised")


class Filters(PolarisationTest):

    def test_windows_are_applied_and_removed(self):
        expected = self.make(20, "--polarised")
        window = "t,p\n" + "".join(f"{1 - l / 50!r},{1 - l / 40!r}\n" for l in range(21))
        self.write("window.csv", window)
        common = ["--polarised", "--pixel-window", "window.csv"]
        self.succeed("alm2map", "alm.fits", "map.fits", "--grid", "gl", *common)
        self.succeed("map2alm", "map.fits", "seen.fits", "--lmax", "20", "--polarised")
        for slope, field, seen in zip((50, 40, 40), expected, self.fields("seen.fits"),
                                      strict=True):
            wanted = [(1 - l / slope) * value for (l, _), value in field.items()]
            self.assertLess(distance(seen.values(), wanted), 1e-13)
        self.succeed("map2alm", "map.fits", "back.fits", "--lmax", "20", *common, "--windows",
                     "remove")
        self.assertLess(field_distance(self.fields("back.fits"), expected), 1e-12)
        self.succeed("synalm", "spectra.csv", "direct.fits", "--lmax", "20", *common)
        self.assertLess(field_distance(self.fields("direct.fits"), self.fields("seen.fits")), 1e-13)

    def test_smooth_is_a_beam(self):
        self.make(24)
        self.succeed("alm2map", "alm.fits", "wide.fits", "--nside", "32", "--fwhm", "400")
        self.succeed("alm2map", "alm.fits", "map.fits", "--nside", "32", "--unit", "uK")
        self.succeed("smooth", "map.fits", "smooth.fits", "--fwhm", "400", "--lmax", "40",
                     "--ring-weights", "on")
        self.assertLess(distance(self.maps("smooth.fits")[0], self.maps("wide.fits")[0]), 1e-8)
        keys, _ = tables(self.folder / "smooth.fits")[0]
        self.assertEqual(keys["TUNIT1"], "uK")

    def test_smooth_keeps_what_is_not_seen(self):
        self.succeed("smooth", TQU, "smooth.fits", "--fwhm", "600", "--polarised", "--unseen",
                     "zero")
        keys, columns = tables(self.folder / "smooth.fits")[0]
        self.assertEqual((keys["COORDSYS"], keys["TUNIT3"]), ("G", "uK"))
        unseen = [[pixel for pixel, value in enumerate(column) if value == -1.6375e30]
                  for column in columns]
        self.assertEqual(unseen, [[3], [3], [3, 100]])

    def test_refusals(self):
        self.make(20, "--polarised")
        alone = ["alm2map", "alm.fits", "m.fits", "--nside", "8"]
        common = [*alone, "--spin", "0"]
        self.refuse(1, "--fwhm got '-3' (a beam is not narrower than 0)", *common, "--fwhm", "-3")
        self.write("short.csv", "1\n1\n")
        self.refuse(1, "short.csv ends at l = 1 (lmax is 20)", *common, "--pixel-window",
                    "short.csv")
        self.write("window.csv", "1\n" * 21)
        self.refuse(1, "window.csv has no window of polarisation", *alone, "--polarised",
                    "--pixel-window", "window.csv")
        self.refuse(2, "--windows has no effect", *common, "--windows", "remove")
        self.write("zero.csv", "1\n" * 20 + "0\n")
        self.refuse(1, "The windows cannot be removed at l = 20 (they are 0 there)", *common,
                    "--pixel-window", "zero.csv", "--windows", "remove")
        for beam in [], ["--fwhm", "0"]:
            self.refuse(2, "There is nothing to smooth with", "smooth", TQU, "m.fits", "--lmax",
                        "4", *beam)


class Rotations(PolarisationTest):

    def test_there_and_back(self):
        expected = self.make(30, "--polarised")
        self.succeed("rotate", "alm.fits", "c.fits", "--from", "G", "--to", "C", "--polarised")
        turned = self.fields("c.fits")
        self.assertGreater(field_distance(turned, expected), 0.5)
        self.assertEqual(tables(self.folder / "c.fits")[0][0]["COORDSYS"], "C")
        # The file knows its coordinates now.
        self.succeed("rotate", "c.fits", "back.fits", "--to", "galactic", "--polarised")
        self.assertLess(field_distance(self.fields("back.fits"), expected), 1e-12)
        for field, other in zip(expected, turned, strict=True):
            for l in range(31):
                powers = [sum((1 if m == 0 else 2) * abs(one[l, m]) ** 2 for m in range(l + 1))
                          for one in (field, other)]
                self.assertAlmostEqual(*powers, delta=1e-12 * powers[0])

    def test_angles(self):
        # About z by 90 degrees: a_lm exp(-i m phi).
        expected = self.make(8)[0]
        self.succeed("rotate", "alm.fits", "turned.fits", "--angles", "60:0:30")
        turned = self.fields("turned.fits")[0]
        for (_, m), value in expected.items():
            self.assertAlmostEqual(abs(turned[_, m] - value * (-1j) ** m), 0, delta=1e-12)

    def test_maps(self):
        self.make(12, "--polarised")
        self.succeed("rotate", "alm.fits", "turned.fits", "--polarised", "--angles", "20:-50:70")
        self.succeed("alm2map", "turned.fits", "expected.fits", "--nside", "16", "--polarised")
        self.succeed("alm2map", "alm.fits", "map.fits", "--nside", "16", "--polarised")
        self.succeed("rotate", "map.fits", "found.fits", "--polarised", "--angles", "20:-50:70",
                     "--lmax", "16", "--ring-weights", "on")
        for found, expected in zip(self.maps("found.fits"), self.maps("expected.fits"),
                                   strict=True):
            self.assertLess(distance(found, expected), 1e-10)

    def test_refusals(self):
        self.make(8)
        self.refuse(2, "No rotation was given", "rotate", "alm.fits", "a.fits")
        self.refuse(2, "--from is not given (and alm.fits does not say", "rotate", "alm.fits",
                    "a.fits", "--to", "C")
        self.refuse(2, "--angles and --from or --to contradict", "rotate", "alm.fits", "a.fits",
                    "--to", "C", "--angles", "1:2:3")
        self.succeed("rotate", "alm.fits", "c.fits", "--from", "G", "--to", "C")
        self.refuse(1, "--from names other coordinates than c.fits, C (its keyword COORDSYS",
                    "rotate", "c.fits", "a.fits", "--from", "E", "--to", "G")
        for nothing in (["--from", "G", "--to", "galactic"], ["--angles", "0:0:0"],
                        ["--angles", "30:360:-30"]):
            self.refuse(2, "No rotation was given (nothing would change)", "rotate", "alm.fits",
                        "a.fits", *nothing)
        self.refuse(2, "No rotation was given (c.fits is in C already, and nothing would change)",
                    "rotate", "c.fits", "a.fits", "--to", "C")
        self.refuse(1, "--angles has 1e+20 degrees (beyond 1e6 they lose digits)", "rotate",
                    "alm.fits", "a.fits", "--angles", "0:1e20:0")
        self.refuse(1, "--angles does not understand '1:2'", "rotate", "alm.fits", "a.fits",
                    "--angles", "1:2")
        self.refuse(2, "--mask has no effect (alm.fits holds coefficients, and it acts on maps)",
                    "rotate", "alm.fits", "a.fits", "--angles", "1:2:3", "--mask", "alm.fits")
        self.refuse(1, "--to does not know 'x'", "rotate", "alm.fits", "a.fits", "--to", "x")
        self.make(8, "--mmax", "4")
        self.refuse(1, "The coefficients end at mmax 4 with an lmax of 8", "rotate", "alm.fits",
                    "a.fits", "--angles", "1:2:3")


class Tools(PolarisationTest):

    def test_regrade(self):
        self.make(12, "--polarised")
        self.succeed("alm2map", "alm.fits", "map.fits", "--nside", "16", "--polarised", "--unit",
                     "uK")
        self.succeed("regrade", "map.fits", "coarse.fits", "--nside", "1", "--polarised")
        keys, coarse = tables(self.folder / "coarse.fits")[0]
        self.assertEqual((keys["NSIDE"], keys["TUNIT3"], keys["POLCCONV"]), ("1", "uK", "COSMO"))
        for few, many in zip(coarse, self.maps("map.fits"), strict=True):
            self.assertAlmostEqual(sum(few) / 12, sum(many) / 3072, places=12)
        self.succeed("regrade", "map.fits", "sum.fits", "--nside", "1", "--power", "-2")
        self.assertAlmostEqual(sum(self.maps("sum.fits")[0]), sum(self.maps("map.fits")[0]),
                               places=9)
        self.succeed("regrade", TQU, "fine.fits", "--nside", "8", "--column", "2")
        self.assertEqual(self.maps("fine.fits")[0].count(-1.6375e30), 4)

    def test_removes_monopole_and_dipole(self):
        self.make(12)
        self.succeed("alm2map", "alm.fits", "map.fits", "--nside", "16")
        spectra = {}
        for removal in "none", "monopole", "dipole":
            rows = rows_of(self.succeed("anafast", "map.fits", "--lmax", "12", "--remove",
                                        removal).stdout)
            spectra[removal] = [float(row["cl"]) for row in rows]
        for removal, zeros in ("monopole", 1), ("dipole", 2):
            for l in range(3):
                share = spectra[removal][l] / spectra["none"][l]
                self.assertTrue(share < 1e-3 if l < zeros else abs(share - 1) < 0.1,
                                (removal, l, share))

    def test_refusals(self):
        self.refuse(2, "--remove has no effect", "anafast", TQU, "--lmax", "4", "--spin", "2",
                    "--remove", "dipole")
        self.refuse(1, "nside is 3 (", "regrade", TQU, "a.fits", "--nside", "3")
        self.make(8)
        self.succeed("alm2map", "alm.fits", "gl.fits", "--grid", "gl")
        self.refuse(1, "gl.fits keeps its resolution (its grid is Gauss-Legendre", "regrade",
                    "gl.fits", "a.fits", "--nside", "4")


class Refusals(PolarisationTest):

    def test_q_without_u(self):
        bytes_ = TQU.read_bytes().replace(b"'U_POLARISATION'", b"'HITS          '")
        (self.folder / "q.fits").write_bytes(bytes_)
        self.refuse(1, "q.fits: there is T and Q without U", "map2alm", "q.fits", "a.fits",
                    "--lmax", "4", "--polarised")
        self.refuse(1, "q.fits: there is Q without U", "anafast", "q.fits", "--lmax", "4", "--spin",
                    "2")
        self.refuse(1, "there is T without Q and U",
                    "smooth", GOLDEN / "healpy_ring.fits", "s.fits", "--fwhm", "60", "--polarised")

    def test_components_of_another_field(self):
        self.succeed("map2alm", TQU, "alm.fits", "--lmax", "4", "--spin", "1", "--column", "2,3",
                     "--unseen", "zero")
        self.succeed("alm2map", "alm.fits", "vector.fits", "--nside", "4", "--spin", "1")
        self.refuse(1, ["Q and U cannot be told", "the table has THETA_COMPONENT"], "map2alm",
                    "vector.fits", "a.fits", "--lmax", "4", "--spin", "2")
        self.succeed("map2alm", "vector.fits", "a.fits", "--lmax", "4", "--spin", "2", "--column",
                     "1,2")

    def test_spin_above_lmax(self):
        sentence = "lmax is 1 with a spin of 2 (a field of spin s has no degrees below s)"
        self.refuse(1, sentence, "map2alm", TQU, "a.fits", "--lmax", "1", "--spin", "2")
        self.refuse(1, sentence, "anafast", TQU, "--lmax", "1", "--polarised")
        self.refuse(1, sentence, "alm2map", TEB, "m.fits", "--nside", "4", "--polarised", "--lmax",
                    "1")
        self.refuse(1, "lmax is 0 with a spin of 1", "map2alm", TQU, "a.fits", "--lmax", "0",
                    "--spin", "1")

    def test_fields_that_contradict(self):
        self.refuse(2, "--spin and --polarised contradict", "alm2map", TEB, "m.fits", "--nside",
                    "4", "--polarised", "--spin", "2")
        self.refuse(1, "--spin does not know '3'", "alm2map", TEB, "m.fits", "--nside", "4",
                    "--spin", "3")
        self.refuse(2, "--polcconv has no effect", "alm2map", TEB, "m.fits", "--nside", "4",
                    "--polcconv", "iau")
        self.refuse(2, "--polcconv has no effect", "map2alm", TQU, "a.fits", "--lmax", "4",
                    "--polcconv", "iau")
        self.refuse(2, "--polcconv has no effect", "regrade", TQU, "a.fits", "--nside", "2",
                    "--polcconv", "iau")
        self.succeed("alm2map", TEB, "iau.fits", "--nside", "4", "--polarised", "--polcconv", "iau")
        self.refuse(1, "--polcconv names another sign of U than the file, IAU", "map2alm",
                    "iau.fits", "a.fits", "--lmax", "4", "--polarised", "--polcconv", "cosmo")
        self.refuse(1, "there are coefficients of 1 map (T, E and B have a table each)", "alm2map",
                    GOLDEN / "healpy_coefficients.fits", "m.fits", "--nside", "4", "--polarised")


@unittest.skipIf(shutil.which("gnuplot") is None, "gnuplot draws the pictures")
class Pictures(PolarisationTest):

    def test_draws_lines_and_textures(self):
        self.make(12, "--polarised")
        self.succeed("alm2map", "alm.fits", "map.fits", "--nside", "16", "--polarised")
        sizes = set()
        for style in "none", "vectors", "texture":
            for name in "sky.png", "sky.svg":
                self.succeed("picture", "map.fits", name, "--width", "400", "--polarisation", style)
            sizes.add((self.folder / "sky.png").stat().st_size)
            lines = self.read("sky.svg").count("rgb( 27,  34,  39)")
            self.assertEqual(lines > 0, style == "vectors")
        self.assertEqual(len(sizes), 3)
        self.succeed("alm2map", "alm.fits", "qu.fits", "--nside", "16", "--spin", "2")
        self.succeed("picture", "qu.fits", "sky.svg", "--width", "200", "--polarisation", "vectors",
                     "--projection", "orthographic")

    def test_of_standard_input(self):
        self.make(12, "--polarised")
        self.succeed("alm2map", "alm.fits", "map.fits", "--nside", "16", "--polarised")
        for style in "none", "vectors", "texture":
            drawn = ["--width", "200", "--title", "A sky", "--polarisation", style]
            self.succeed("picture", "map.fits", "file.png", *drawn)
            subprocess.run([program_test.PROGRAM, "picture", "-", "pipe.png", *drawn], check=True,
                           cwd=self.folder, input=(self.folder / "map.fits").read_bytes())
            self.assertEqual(*((self.folder / name).read_bytes()
                               for name in ("file.png", "pipe.png")), style)

    def test_what_the_colours_show(self):
        """Of Q and U, Q alone, or with lines over them their amplitude."""
        self.make(12, "--polarised")
        self.succeed("alm2map", "alm.fits", "qu.fits", "--nside", "16", "--spin", "2")
        self.assertEqual(self.succeed("picture", "qu.fits", "sky.svg", "--width", "200").stderr,
                         "siderum: qu.fits: of the columns Q_POLARISATION, U_POLARISATION, "
                         "Q_POLARISATION was taken as the map, the first. Name another one with "
                         "--column.\n")
        lines = ["--width", "200", "--polarisation", "vectors"]
        self.assertEqual(self.succeed("picture", "qu.fits", "lines.svg", *lines).stderr, "")
        self.succeed("picture", "qu.fits", "q.svg", *lines, "--column", "1")
        self.assertNotEqual(self.read("lines.svg"), self.read("q.svg"))

    def test_refusals(self):
        self.refuse(1, "Q and U cannot be told", "picture",
                    GOLDEN / "healpy_ring.fits", "sky.png", "--polarisation", "vectors")
        self.refuse(2, "--polcconv has no effect", "picture", TQU, "sky.png", "--polcconv", "iau")
        self.refuse(1, "--polarisation does not know 'arrows'", "picture", TQU, "sky.png",
                    "--polarisation", "arrows")


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
