# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Files as surveys write them, and the command lines that are advised for their columns: each is
run by a shell as it stands.

    python3 advice_test.py PROGRAM [TEST...]
"""

import math
import pathlib
import subprocess
import sys
import unittest

import program_test
from program_test import ProgramTest, rows_of

RANGE = ["--fmin", "0.5", "--fmax", "2", "--count", "300"]
TIMES = [0.37 * i + 0.11 * math.sin(7.0 * i) for i in range(24)]


def table(header, row, separator=","):
    """`row` is called with the number, the time and the signal of each point."""
    lines = [separator.join(header)]
    for i, time in enumerate(TIMES):
        cells = row(i, time, math.sin(2.0 * math.pi * 1.3 * time))
        lines.append(separator.join(str(cell) for cell in cells))
    return "\n".join(lines) + "\n"


KEPLER = table(
    ["TIME", "TIMECORR", "CADENCENO", "SAP_FLUX", "SAP_FLUX_ERR", "SAP_BKG", "SAP_BKG_ERR",
     "PDCSAP_FLUX", "PDCSAP_FLUX_ERR", "QUALITY"],
    lambda i, t, s: (t, 0.001, i, 900 + s, 0.5, 10, 1, 1000 + s, 0.7, 0))
ZTF = table(
    ["oid", "expid", "hjd", "mjd", "mag", "magerr", "catflags", "filtercode", "ra", "dec",
     "limitmag"],
    lambda i, t, s: (1 + i % 2, i, 2458000.5 + t, 58000 + t, 15 + 0.1 * s, 0.01, 0,
                     ["zg", "zr"][i % 2], 10.0, 20.0, 20.5))
ASASSN = table(
    ["HJD", "UT Date", "Camera", "FWHM", "Limit", "mag", "mag_err", "flux(mJy)", "flux_err",
     "Filter"],
    lambda i, t, s: (2458000.5 + t, "2018-01-01.1", "be", 1.5, 16.9,
                     ">15.3" if i == 3 else 14 + 0.1 * s, 99.99 if i == 3 else 0.02, 7 + s, 0.05,
                     "V"))
ATLAS = table(
    "MJD m dm uJy duJy F err chi/N RA Dec x y maj min phi apfit mag5sig Sky Obs".split(),
    lambda i, t, s: (60000 + t, 16 + 0.1 * s, 0.02, 900 + s, 9, "oc"[i % 2], 0, 1.1, 10, 20, 500,
                     600, 2, 2, 0, -0.4, 19, 20, "01a"), " ")
GAIA = table(
    ["source_id", "transit_id", "g_transit_time", "g_transit_flux", "g_transit_flux_error",
     "g_transit_mag", "bp_obs_time", "bp_flux", "bp_flux_error", "bp_mag", "rp_obs_time", "rp_flux",
     "rp_flux_error", "rp_mag"],
    lambda i, t, s: (5, i, t, 1000 + s, 2, 15, t + 0.001, 600 + s, 3, 16, t + 0.002, 700 + s, 3,
                     14))
LSST = table(
    ["diaSourceId", "diaObjectId", "objectId", "midpointMjdTai", "band", "psfFlux", "psfFluxErr"],
    lambda i, t, s: (i, 77, 78, 60000 + t, "gri"[i % 3], 100 + s, 1))
SIGNAL = 1.3


class Advice(ProgramTest):
    def advised(self, *arguments, text=None):
        """The command line that ends the sentence of a refusal."""
        outcome = self.run_program("periods", *arguments, *RANGE, text=text)
        self.assertEqual(outcome.returncode, 1, outcome.stderr)
        self.assertEqual(outcome.stdout, "")
        lines = [line for line in outcome.stderr.splitlines() if line.startswith("  ")]
        self.assertEqual(len(lines), 1, outcome.stderr)
        return lines[0].strip()

    def follow(self, *arguments, text=None):
        """Runs the advised line by a shell; it succeeds at once."""
        line = self.advised(*arguments, text=text)
        outcome = subprocess.run(["sh", "-c", line], cwd=self.folder, input=text,
                                 capture_output=True, text=True, check=False)
        self.assertEqual(outcome.returncode, 0, line + "\n" + outcome.stderr)
        return line, outcome

    def frequency(self, outcome):
        return float(rows_of(outcome.stdout)[0]["frequency"])

    def test_a_name_of_a_million_letters_goes_by_its_number(self):
        rows = "".join(f"{0.37 * k},{10 + k * 7 % 5}\n" for k in range(30))
        line, _ = self.follow("-", text="time," + 1_000_000 * "x" + "\n" + rows)
        self.assertIn("--columns value=2", line)
        self.assertLess(len(line), 300)

    def test_layouts_of_surveys(self):
        for name, text, words in [
                ("kepler.csv", KEPLER, "--columns value=PDCSAP_FLUX,error=PDCSAP_FLUX_ERR"),
                ("ztf.csv", ZTF, "--columns time=hjd"),
                ("asassn.csv", ASASSN, "--columns 'value=flux(mJy),error=flux_err'"),
                ("atlas.txt", ATLAS, "--columns value=uJy,error=duJy"),
                ("gaia.csv", GAIA, "--columns value=g_transit_flux,error=g_transit_flux_error"),
                ("lsst.csv", LSST, "--columns id=diaObjectId")]:
            line, outcome = self.follow(self.write(name, text))
            self.assertTrue(line.endswith(words), line)
            self.assertAlmostEqual(self.frequency(outcome), SIGNAL, delta=0.02, msg=name)

    def test_the_other_of_two_columns(self):
        self.write("kepler.csv", KEPLER)
        outcome = self.succeed("periods", "kepler.csv", *RANGE, "--columns", "value=SAP_FLUX")
        self.assertIn("the errors are 'SAP_FLUX_ERR', which belongs to 'SAP_FLUX'", outcome.stderr)
        named = self.succeed("periods", "kepler.csv", *RANGE, "--columns",
                             "value=SAP_FLUX,error=SAP_FLUX_ERR")
        self.assertEqual(outcome.stdout, named.stdout)
        self.write("gaia.csv", GAIA)
        outcome = self.succeed("periods", "gaia.csv", *RANGE, "--columns", "value=rp_flux")
        self.assertIn("'rp_flux_error'", outcome.stderr)

    def test_limits_are_refused_in_a_sentence(self):
        self.write("asassn.csv", ASASSN)
        self.refuse(1, "asassn.csv, row 5: the value '>15.3' is a limit", "periods", "asassn.csv",
                    *RANGE, "--columns", "value=mag,error=mag_err")

    def test_bands_are_told_of_and_searched(self):
        self.write("lsst.csv", LSST)
        columns = ["--columns", "id=diaObjectId"]
        outcome = self.succeed("periods", "lsst.csv", *RANGE, *columns)
        self.assertIn("the points of 3 bands (g, r, i) are searched as if they were of one",
                      outcome.stderr)
        outcome = self.succeed("periods", "lsst.csv", *RANGE, *columns, "--band-column", "band")
        self.assertEqual(outcome.stderr, "")
        self.write("ztf.csv", ZTF)
        outcome = self.succeed("periods", "ztf.csv", *RANGE, "--columns", "time=hjd")
        self.assertIn("each object has points of a single band, although there are 2 (zg, zr)",
                      outcome.stderr)

    def test_names_that_a_shell_would_change(self):
        for name in ["V $mag", "it's", 'a"b', "a`b", "x;y", "w*", "a,b", " "]:
            quoted = '"' + name.replace('"', '""') + '"'
            text = table(["time", quoted], lambda i, t, s: (t, s))
            _, outcome = self.follow(self.write("my star's $1.csv", text))
            self.assertAlmostEqual(self.frequency(outcome), SIGNAL, delta=0.02, msg=name)

    def test_columns_of_one_name(self):
        for header, words in [(["time", "time", "mag"], "time=1"),
                              (["time", "mag", "mag"], "value=2"),
                              (["Time", "time", "mag"], "time=Time")]:
            text = table(header, lambda i, t, s: (t, s, s))
            line, _ = self.follow(self.write("twice.csv", text))
            self.assertTrue(line.endswith("--columns " + words), line)

    def test_words_that_are_no_roles(self):
        self.write("wert.csv", table(["id", "time", "wert"], lambda i, t, s: ("a", t, s)))
        for words in ["id,time,wert", "id,tiem,value", "time=zeit", "value=wort", "id,-,value",
                      "time,id,value", "wert,time,id"]:
            self.follow("wert.csv", "--columns", words)
        self.follow("wert.csv", "--columns=id,time,wert")
        self.follow("wert.csv", "--columns", "value=wert", "--band-column", "farbe")

    def test_files_without_a_header(self):
        rows = table(["a"], lambda i, t, s: (t, s, 0.1, 7, 8)).split("\n", 1)[1]
        self.follow(self.write("plain.csv", rows))
        self.follow("-", text=rows)
        rows = table(["a"], lambda i, t, s: (t, s, 0.1)).split("\n", 1)[1]
        self.follow(self.write("three.csv", rows))

    def test_several_files(self):
        self.write("a.csv", KEPLER)
        self.write("b.csv", KEPLER)
        self.write("list", "a.csv\nb.csv\n")
        line, outcome = self.follow("@list")
        self.assertIn(" @list ", line)
        self.assertEqual(len(rows_of(outcome.stdout)), 2)
        self.write("other.csv", table(["mjd", "mag"], lambda i, t, s: (t, s)))
        line, outcome = self.follow("other.csv", "a.csv", "--peaks", "2")
        self.assertIn("periods a.csv --peaks 2", line)
        self.assertEqual({row["id"] for row in rows_of(outcome.stdout)}, {"a"})
        line, _ = self.follow("a.csv", "other.csv", "--columns", "value=SAP_FLUX,error=-")
        self.assertIn("periods other.csv ", line)

    def test_files_with_and_without_errors(self):
        self.write("with.csv", table(["time", "mag", "magerr"], lambda i, t, s: (t, s, 0.1)))
        self.write("without.csv", table(["time", "mag"], lambda i, t, s: (t, s)))
        line, _ = self.follow("with.csv", "without.csv")
        self.assertTrue(line.endswith("--columns error=-"), line)


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
