# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Several processes make the maps, coefficients and spectra of one, to the last byte.

    python3 same_sky_test.py PROGRAM [TEST...]
"""

import pathlib
import struct
import sys
import unittest

import program_test
from fits_tables import first_table
from program_test import ROOT

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from several_processes import SeveralProcesses, may_read_others  # noqa: E402

SPECTRUM = ROOT / "examples/data/cmb_like_spectrum.csv"
TEB = ROOT / "tests/golden/healpy_teb.fits"


class SameSky(SeveralProcesses):

    def coefficients(self, lmax):
        self.succeed("synalm", SPECTRUM, "alm.fits", "--lmax", lmax)
        return "alm.fits"

    def map(self, lmax, *options):
        self.succeed("alm2map", self.coefficients(lmax), "map.fits", *options)
        return "map.fits"

    def mask(self, pixels):
        """Weights 0 to 4 of the pixels that map.fits has."""
        bytes_ = bytearray((self.folder / "map.fits").read_bytes())
        _, start = first_table(bytes(bytes_))
        struct.pack_into(f">{pixels}d", bytes_, start, *(float(i % 5) for i in range(pixels)))
        (self.folder / "mask.fits").write_bytes(bytes_)
        return "mask.fits"

    def test_alm2map(self):
        alm = self.coefficients(90)
        self.same(["alm2map", alm, "out.fits", "--nside", "32"], ranks=(1, 2, 3, 4))
        for options in (["--grid", "gl"], ["--grid", "ecp", "--mmax", "20"],
                        ["--grid", "cc", "--fwhm", "60"],
                        ["--nside", "32", "--precision", "single"], ["--nside", "16"]):
            self.same(["alm2map", alm, "out.fits", *options])

    def test_map2alm(self):
        file = self.map(60, "--nside", "32")
        command = ["map2alm", file, "out.fits", "--lmax"]
        self.same([*command, "60"], ranks=(1, 2, 3, 4))
        for options in (["60", "--iterations", "0"],
                        ["60", "--ring-weights", "on", "--residuals", "outr.csv"],
                        ["60", "--precision", "single"], ["40", "--tolerance", "1e-3"]):
            self.same([*command, *options])
        self.same(["map2alm", self.map(40, "--grid", "gl"), "out.fits", "--lmax", "40"])

    def test_a_mask_of_weights(self):
        file = self.map(30, "--nside", "16")
        mask = self.mask(3072)
        for options in (["--tolerance", "1e-3"], ["--iterations", "2"]):
            self.same(["map2alm", file, "out.fits", "--lmax", "16", "--mask", mask, *options])

    def test_polarised(self):
        self.same(["alm2map", TEB, "out.fits", "--nside", "8", "--polarised"], ranks=(2, 3, 4))
        self.succeed("alm2map", TEB, "tqu.fits", "--nside", "8", "--polarised")
        self.same(["map2alm", "tqu.fits", "out.fits", "--lmax", "6", "--polarised"])
        self.same(["anafast", "tqu.fits", "out.csv", "--lmax", "6", "--polarised"])

    def test_anafast_and_smooth(self):
        file = self.map(40, "--nside", "16")
        self.same(["anafast", file, "--lmax", "32"], ranks=(2, 4))
        self.same(["anafast", file, "out.fits", "--lmax", "32", "--with", file])
        self.same(["smooth", file, "out.fits", "--lmax", "32", "--fwhm", "300"], ranks=(2, 4))

    def test_rotate(self):
        alm = self.coefficients(40)
        turned = ["out.fits", "--angles", "10:20:30"]
        self.same(["rotate", alm, *turned], ranks=(1, 2, 3, 4))
        for options in (["--precision", "single"], ["--lmax", "2"], ["--fwhm", "300"]):
            self.same(["rotate", alm, *turned, *options], ranks=(4,))
        self.same(["rotate", TEB, *turned, "--polarised"])
        self.same(["rotate", self.map(40, "--nside", "16"), *turned, "--lmax", "20"],
                  ranks=(1, 2, 3, 4))
        self.same(["rotate", "map.fits", *turned, "--lmax", "20", "--precision", "single",
                   "--fwhm", "300", "--residuals", "outr.csv"])
        self.succeed("alm2map", TEB, "tqu.fits", "--nside", "8", "--polarised")
        self.same(["rotate", "tqu.fits", *turned, "--lmax", "6", "--polarised", "--tolerance",
                   "1e-3"])

    def test_what_one_process_does_for_all(self):
        words = ["synalm", SPECTRUM, "out.fits", "--lmax", "20"]
        self.succeed(*words)
        alone = (self.folder / "out.fits").read_bytes()
        outcome = self.run_several(2, *words)
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        self.assertEqual(self.sentences(outcome),
                         ["siderum: synalm is done by one of the 2 processes."])
        self.assertEqual((self.folder / "out.fits").read_bytes(), alone)

    def test_verbose_tells_of_the_processes(self):
        alm = self.coefficients(20)
        outcome = self.run_several(2, "alm2map", alm, "out.fits", "--nside", "8", "--verbose")
        self.assertRegex(outcome.stderr, "siderum: shared by 2 processes; this one waited [0-9.e-]+"
                                         " s for the others and for messages")
        link = "MPI and shared memory" if may_read_others() else "MPI"
        self.assertRegex(outcome.stderr, f"siderum: linked by {link}, in [0-9.e-]+ s\\.")

    def test_smooth_of_fields(self):
        self.succeed("alm2map", TEB, "tqu.fits", "--nside", "8", "--polarised")
        self.same(["smooth", "tqu.fits", "out.fits", "--lmax", "6", "--fwhm", "300",
                   "--polarised"], ranks=(3,))
        self.same(["smooth", "tqu.fits", "out.fits", "--lmax", "6", "--fwhm", "300",
                   "--precision", "single", "--ring-weights", "on"], ranks=(2,))

    def test_more_processes_than_orders_or_rings(self):
        file = self.map(2, "--nside", "1")
        self.same(["alm2map", "alm.fits", "out.fits", "--nside", "1"], ranks=(4,))
        self.same(["map2alm", file, "out.fits", "--lmax", "2"], ranks=(4,))

    def test_a_transform_too_large_is_refused(self):
        alm = self.coefficients(4)
        # The pixels of the second are not all seen, which is told by who reads them.
        for command in (["alm2map", alm, "out.fits", "--grid", "gl", "--rings", "65536", "--nphi",
                         "1048576"],
                        ["map2alm", ROOT / "tests/golden/healpy_nested.fits", "out.fits", "--lmax",
                         "200000"]):
            outcome = self.run_several(2, *command)
            self.assertNotEqual(outcome.returncode, 0)
            told = self.sentences(outcome)
            self.assertEqual(len(told), 1, outcome.stderr)
            self.assertRegex(told[0], "The transform needs [0-9]+ GB of memory at least for 2"
                                      r" processes of a host \(.* are free\)")
            self.assertFalse((self.folder / "out.fits").exists())


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
