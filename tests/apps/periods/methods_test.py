# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""How the built program forms the sums of its searches, as a user chooses and tunes it.

    python3 methods_test.py PROGRAM [TEST...]
"""

import json
import os
import pathlib
import subprocess
import sys
import unittest

import program_test
from program_test import IDA, RANGE, ProgramTest, rows_of


class Methods(ProgramTest):

    def rows(self, *arguments):
        return rows_of(self.succeed("periods", IDA, *RANGE, *arguments).stdout)

    def run_with_cache(self, *arguments, device="cpu"):
        return subprocess.run([program_test.PROGRAM, *arguments, "--device", device],
                              env={**os.environ, "SIDERUM_DEVICE": "",
                                   "XDG_CACHE_HOME": str(self.folder),
                                   "SIDERUM_ENGINE_PATH": str(self.folder)},
                              capture_output=True, text=True, check=False, cwd=self.folder)

    def test_each_finds_the_same_and_is_named_when_asked_for(self):
        self.assertNotIn("method", self.rows()[0])
        direct = self.rows("--method", "direct")[0]
        self.assertEqual(list(direct)[-1], "method")
        self.assertEqual(direct["method"], "direct")
        for arguments in (["--method", "nufft"], ["--method", "nufft", "--tolerance", "1e-11"],
                          ["--method", "automatic"], ["--method", "nufft", "--peaks", "2"],
                          ["--method", "product"]):
            row = self.rows(*arguments)[0]
            self.assertEqual(row["frequency"], direct["frequency"])
            self.assertAlmostEqual(float(row["power"]), float(direct["power"]), delta=1e-9)
            if arguments[1] == "automatic":
                self.assertIn(row["method"], ("direct", "product", "nufft"))
            else:
                self.assertEqual(row["method"], arguments[1])

    def test_the_one_taken_is_in_the_headers_and_said_when_asked_for(self):
        for finder, method, words in (
                ([], "nufft", "The sums were formed by nufft (tolerance 1e-09)."),
                ([], "direct", "The sums were formed by direct (exact to rounding)."),
                (["--finder", "super-smoother", "--candidates", "3"], "direct", "by direct")):
            files = ["--output", "best.fits"]
            files += [] if finder else ["--periodogram", "power.fits"]
            outcome = self.run_with_cache("periods", str(IDA), *RANGE, *finder, *files, "--method",
                                          method, "--verbose", "--threads", "1")
            self.assertIn(words, outcome.stderr)
            self.assertRegex(outcome.stderr, "computed on (OpenMP|Threads|Serial)")
            for path in files[1::2]:
                header = (self.folder / path).read_bytes()
                self.assertIn(f"METHOD  = '{method:8}'".encode(), header)
                self.assertEqual(b"TOLERANC" in header, method == "nufft")
        outcome = self.run_with_cache("periods", str(IDA), *RANGE, "--finder", "pdm", "--output",
                                      "best.fits", "--verbose")
        self.assertIn("folded by pdm.", outcome.stderr)
        self.assertIn(b"FINDER  = 'pdm     '", (self.folder / "best.fits").read_bytes())
        self.assertNotIn(b"METHOD  =", (self.folder / "best.fits").read_bytes())
        self.assertNotIn("formed", self.succeed("periods", IDA, *RANGE).stderr)

    def test_models_of_several_harmonics_take_every_method(self):
        direct = self.rows("--nterms", "2", "--method", "direct")[0]
        self.assertEqual(direct["method"], "direct")
        for method in ("product", "nufft"):
            row = self.rows("--nterms", "2", "--method", method)[0]
            self.assertEqual(row["method"], method)
            self.assertEqual(row["frequency"], direct["frequency"])
            self.assertAlmostEqual(float(row["power"]), float(direct["power"]), delta=1e-9)

    def test_a_tolerance_out_of_reach_is_refused_with_a_method_that_can(self):
        self.refuse(1, ["tolerance 1e-14", "Use the method direct"], "periods", IDA, *RANGE,
                    "--method", "nufft", "--tolerance", "1e-14")
        for tolerance in ("0", "-1", "1", "2"):
            self.refuse(1, [f"--tolerance is {tolerance} (it is the largest error of a power",
                            "between 0 and 1"], "periods", IDA, *RANGE, "--tolerance", tolerance)

    def test_tuned_rates_are_kept_and_used(self):
        # An engine for GPUs that cannot be used is left out, unless it is asked for.
        self.write("siderum-engine-cuda.so", "no engine")
        outcome = self.run_with_cache("tune", device="gpu")
        self.assertEqual(outcome.returncode, 1)
        self.assertIn("siderum-engine-cuda.so cannot be opened (", outcome.stderr)
        self.assertEqual(self.names(), ["siderum-engine-cuda.so"])
        outcome = self.run_with_cache("tune", device="auto")
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        self.assertIn("siderum: No GPU was measured: ", outcome.stderr)
        rows = rows_of(outcome.stdout)
        self.assertEqual(list(rows[0]), ["device", "name", "value", "unit"])
        rates = [row for row in rows if row["unit"] == "ns"]
        self.assertIn("lomb_scargle/double/direct_term", [row["name"] for row in rates])
        for row in rates:
            # Few frequencies leave no core of a host idle: there points cost nothing by themselves.
            least = 0 if row["name"].endswith("direct_point") else 1e-12
            self.assertGreaterEqual(float(row["value"]), least, row["name"])
        kept = (self.folder / "siderum" / "tuning.json").read_text(encoding="utf-8")
        for row in rows:
            self.assertIn(row["name"], kept)
        choices = [row for row in rows if row["name"].startswith("harmonic_transform/")]
        self.assertEqual(len(choices) % 4, 0)
        for row in choices:
            self.assertEqual(float(row["value"]) % 1, 0)
        # Rates that make all methods but one dear make that one the choice.
        methods = ("direct", "product", "nufft")
        for chosen in methods:
            document = json.loads(kept)
            for values in document["devices"].values():
                for name in values:
                    if any(f"/{dear}_" in name for dear in methods if dear != chosen):
                        values[name] = 1e6
            (self.folder / "siderum" / "tuning.json").write_text(json.dumps(document),
                                                                 encoding="utf-8")
            outcome = self.run_with_cache("periods", str(IDA), *RANGE, "--method", "automatic")
            self.assertEqual(rows_of(outcome.stdout)[0]["method"], chosen, outcome.stderr)


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
