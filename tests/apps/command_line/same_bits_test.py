# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Results are the same bytes in every run and for any number of threads.

    python3 same_bits_test.py PROGRAM [TEST...]
"""

import pathlib
import sys
import unittest

import program_test
from program_test import IDA, ROOT, ProgramTest

STRIPE = ROOT / "examples/data/rr_lyrae_stripe82_z.csv"
GALAXIES = ROOT / "examples/data/galaxies.csv"
SPECTRUM = ROOT / "examples/data/cmb_like_polarised.csv"
GRID = ["--fmin", "0.5", "--fmax", "24", "--count", "20000"]
SMALL = ["--fmin", "1.5", "--fmax", "2", "--count", "1000"]


class SameBits(ProgramTest):

    def same(self, *words):
        """In two runs as the environment says, and with other numbers of threads."""
        first = None
        for number, threads in enumerate([[], [], *self.several_threads(1, 2, 3)]):
            names = [f"{number}{word[3:]}" if str(word).startswith("out") else word
                     for word in words]
            shown = self.succeed(*names, *threads).stdout
            written = [(self.folder / new).read_bytes()
                       for old, new in zip(words, names) if old != new]
            first = first or (shown, written)
            self.assertEqual((shown, written), first, (words, threads))

    def test_searches(self):
        for extra in (["--periodogram", "out.npy"], ["--method", "nufft"], ["--method", "product"],
                      ["--method", "direct", "--peaks", "3", "--refine"], ["--nterms", "3"],
                      ["--precision", "single"], ["--fap", "bootstrap"]):
            self.same("periods", IDA, *GRID, *extra)

    def test_finders(self):
        for finder in ("super-smoother", "pdm", "conditional-entropy"):
            self.same("periods", STRIPE, *SMALL, "--finder", finder)

    def test_pairs(self):
        self.same("pairs", "--data", GALAXIES, "--bins", "0.1:10:7", "--mean-separation", "yes",
                  "--regions", "7", "--per-region", "out.csv", "--save-counts", "out.json")
        self.same("pairs", "--data", GALAXIES, "--bins", "1:10:2", "--regions", "7",
                  "--region-method", "k-means", "--save-regions", "out.csv")

    def test_skies(self):
        field = ["--polarised"]
        self.succeed("synalm", SPECTRUM, "alm.fits", "--lmax", "95", *field)
        self.succeed("alm2map", "alm.fits", "map.fits", "--nside", "32", *field)
        for words in (["alm2map", "alm.fits", "out.fits", "--nside", "32"],
                      ["map2alm", "map.fits", "out.fits", "--lmax", "64"],
                      ["map2alm", "map.fits", "out.fits", "--lmax", "64", "--tolerance", "1e-8",
                       "--residuals", "out.csv"],
                      ["anafast", "map.fits", "--lmax", "64"],
                      ["anafast", "map.fits", "--lmax", "64", "--remove", "dipole"],
                      ["smooth", "map.fits", "out.fits", "--fwhm", "300"],
                      ["rotate", "alm.fits", "out.fits", "--angles", "10:20:30"]):
            self.same(*words, *field)


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
