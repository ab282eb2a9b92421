# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Runs `siderum pairs` on catalogues as other programs write them.

    python3 catalogue_input_test.py PROGRAM [TEST...]
"""

import math
import pathlib
import struct
import sys
import unittest

import program_test
from pairs_program_test import FEW, PairsTest

BINS = ["--linear", "0:1:2"]
ROWS = "7 10 20 0.1\n8 10 20.5 0.2\n9 10 21 0.3\n"


class Headers(PairsTest):

    def test_a_comment_may_name_the_columns(self):
        plain = self.succeed("pairs", "--data", "-", *BINS, text="id,ra,dec,z\n" + ROWS)
        for header in ("# id ra dec z\n", "#id,ra,dec,z\n",
                       "# a mock\n# id ra dec z\n# made by hand\n"):
            outcome = self.succeed("pairs", "--data", "-", *BINS, text=header + ROWS)
            self.assertEqual((outcome.stdout, outcome.stderr), (plain.stdout, ""))

    def test_many_columns_make_no_long_sentence(self):
        names = [f"column_{i}" for i in range(50_000)]
        self.write("a.csv", ",".join(names) + "\n" + ",".join("1" * 50_000) + "\n")
        for options in (["pairs", "--data", "a.csv", *FEW],
                        ["pairs", "--data", "a.csv", "--columns", "x,y", *FEW],
                        ["periods", "a.csv", "--fmin", "1", "--fmax", "2"]):
            self.refuse(1, "column_0, column_1", *options)
            self.assertLess(len(self.run_program(*options).stderr), 1000)

    def test_what_is_taken_by_position_is_told(self):
        for name in ("a.csv", "b.csv", "c.csv"):
            self.write(name, "# made by hand\n10 20 7\n10 20.5 7\n")
        taken = ": without a header the columns were taken as ra [deg], dec [deg]"
        outcome = self.succeed("pairs", "--data", "a.csv", "--randoms", "b.csv", "c.csv", *FEW)
        self.assertIn(f"a.csv and 2 more files{taken}", outcome.stderr)
        outcome = self.succeed("pairs", "--data", "a.csv", "--columns", "1,2", *FEW)
        self.assertEqual(outcome.stderr, "")

    def test_a_comment_with_more_or_fewer_names_is_refused(self):
        self.write("a.csv", "# id ra dec\n10 20\n10 20.5\n")
        self.refuse(1, "a.csv: the comment 'id ra dec' seems to name the columns", "pairs",
                    "--data", "a.csv", *FEW)


def fits(units, rows):
    """A FITS table of doubles RA and DEC, with units."""
    def cards(**keys):
        lines = [f"{key:8}= {value:>20}" for key, value in keys.items()] + ["END"]
        text = "".join(f"{line:80}" for line in lines)
        return (text + " " * (-len(text) % 2880)).encode()
    columns = {}
    for place, (name, unit) in enumerate(zip(("RA", "DEC"), units), 1):
        columns[f"TTYPE{place}"] = f"'{name:8}'"
        columns[f"TFORM{place}"] = "'D       '"
        if unit:
            columns[f"TUNIT{place}"] = f"'{unit:8}'"
    data = b"".join(struct.pack(">2d", *row) for row in rows)
    return (cards(SIMPLE="T", BITPIX=8, NAXIS=0) +
            cards(XTENSION="'BINTABLE'", BITPIX=8, NAXIS=2, NAXIS1=16, NAXIS2=len(rows), PCOUNT=0,
                  GCOUNT=1, TFIELDS=2, **columns) + data + b"\0" * (-len(data) % 2880))


class Units(PairsTest):
    POINTS = [(30, 10), (30, 10.4), (31.5, 10)]

    def count(self, name, *options):
        outcome = self.succeed("pairs", "--data", name, "--linear", "0:2:4", *options)
        return outcome.stdout, outcome.stderr

    def write_fits(self, units, scales):
        rows = [(ra * scales[0], dec * scales[1]) for ra, dec in self.POINTS]
        (self.folder / "a.fits").write_bytes(fits(units, rows))
        return "a.fits"

    def text(self, scales):
        rows = [f"{ra * scales[0]!r},{dec * scales[1]!r}" for ra, dec in self.POINTS]
        return self.write("a.csv", "\n".join(["ra,dec", *rows]) + "\n")

    def test_fits_files_say_theirs(self):
        plain = self.count(self.write_fits((None, None), (1, 1)))
        radian = math.pi / 180
        for units, scales in ((("deg", "deg"), (1, 1)), (("rad", "rad"), (radian, radian)),
                              (("h", "deg"), (1 / 15, 1)), (("hourangle", "arcmin"), (1 / 15, 60)),
                              (("arcsec", "Degrees"), (3600, 1))):
            self.assertEqual(self.count(self.write_fits(units, scales)), plain, units)

    def test_units_that_are_none_are_refused(self):
        for units in (("furlong", "deg"), ("deg", "K"), ("deg", "h"), ("d", "deg")):
            self.refuse(1, "a.fits: the column '", "pairs", "--data",
                        self.write_fits(units, (1, 1)), *FEW)

    def test_an_option_says_those_of_text(self):
        radian = math.pi / 180
        plain = self.count(self.text((1, 1)))
        self.assertEqual(self.count(self.text((1, 1)), "--coordinates", "deg"), plain)
        self.assertEqual(self.count(self.text((1 / 15, 1)), "--coordinates", "hours"), plain)
        self.assertEqual(self.count(self.text((radian, radian)), "--coordinates", "rad"), plain)

    def test_the_file_counts_and_says_so(self):
        name = self.write_fits(("deg", "deg"), (1, 1))
        counts, note = self.count(name, "--coordinates", "rad")
        self.assertEqual(counts, self.count(name)[0])
        self.assertIn("the file says the unit of the ra, so that --coordinates rad does not count",
                      note)


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
