# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Every verb under limits of memory and of processes: each run ends, either well or with a
sentence, and leaves no file that is not whole.

    python3 memory_limits_test.py PROGRAM [TEST...]
"""

import os
import pathlib
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import unittest
import unittest.mock

import program_test
from advised_options import strangers
from every_verb import NOBODY, verbs
from fits_tables import first_table
from program_test import IDA, ROOT, ProgramTest

SPECTRUM = ROOT / "examples/data/cmb_like_spectrum.csv"
POLARISED = ROOT / "examples/data/cmb_like_polarised.csv"
SEARCH = ["--fmin", "0.5", "--fmax", "24", "--count", "20000"]
# What the sentence follows.
NOTE = "without a header the columns were taken as"
PATIENCE = 60  # [s]
MEGABYTE = 1 << 20
# [MB] where libraries are opened, threads started, tables and maps made, and beyond.
LIMITS = [*range(60, 300, 24), 340, 400, 500, 640, 800, 1200, 2000]


def build():
    return pathlib.Path(program_test.PROGRAM).parent.parent


class LimitsTest(ProgramTest):

    def setUp(self):
        super().setUp()
        status, messages = self.run_limited(
            ["--version"], {resource.RLIMIT_AS: LIMITS[-1] * MEGABYTE}, self.folder)
        if status != 0:
            self.skipTest(f"this build cannot begin with so few addresses, as one with sanitizers"
                          f" ({messages})")

    def inputs(self):
        """Small inputs, made without limits."""
        folder = self.folder / "in"
        folder.mkdir()
        for name, words in {
                "a.fits": ["synalm", SPECTRUM, "a.fits", "--lmax", "48"],
                "p.fits": ["synalm", POLARISED, "p.fits", "--lmax", "32", "--polarised"],
                "m.fits": ["alm2map", "a.fits", "m.fits", "--nside", "32"],
                "q.fits": ["alm2map", "p.fits", "q.fits", "--nside", "32", "--polarised"],
                "r.csv": ["simulate", "sky-points", "--points", "2000", "--output", "r.csv"],
                "g.csv": ["simulate", "sky-points", "--points", "500", "--seed", "5", "--output",
                          "g.csv"],
                "s.csv": ["simulate", "light-curves", "--objects", "10", "--output", "s.csv"],
        }.items():
            outcome = subprocess.run([program_test.PROGRAM, *map(str, words)], cwd=folder,
                                     capture_output=True, text=True, check=False)
            self.assertEqual(outcome.returncode, 0, outcome.stderr)
            self.assertTrue((folder / name).exists())
        return folder

    def runs(self):
        """A run of each verb, and of each way that it computes: the words, and what it writes."""
        at = self.inputs()
        return [
            (["info"], []),
            (["periods", IDA, *SEARCH, "--method", "direct", "--output", "o.csv"], ["o.csv"]),
            (["periods", at / "s.csv", *SEARCH, "--method", "product", "--output", "o.csv",
              "--periodogram", "p.npy"], ["o.csv", "p.npy"]),
            (["periods", at / "s.csv", *SEARCH, "--method", "nufft", "--peaks", "2", "--refine",
              "--output", "o.csv"], ["o.csv"]),
            (["periods", at / "s.csv", *SEARCH, "--finder", "super-smoother", "--candidates", "2",
              "--output", "o.csv"], ["o.csv"]),
            (["pairs", "--data", at / "g.csv", "--randoms", at / "r.csv", "--bins", "0.1:10:5",
              "--regions", "8", "--output", "o.csv", "--covariance", "c.csv"], ["c.csv", "o.csv"]),
            (["alm2map", at / "a.fits", "o.fits", "--nside", "512"], ["o.fits"]),
            (["alm2map", at / "a.fits", "o.fits", "--grid", "gl", "--rings", "400", "--nphi",
              "797"], ["o.fits"]),
            (["alm2map", at / "p.fits", "o.fits", "--nside", "64", "--polarised"], ["o.fits"]),
            (["map2alm", at / "m.fits", "o.fits", "--lmax", "48", "--iterations", "1"], ["o.fits"]),
            (["synalm", SPECTRUM, "o.fits", "--lmax", "1000"], ["o.fits"]),
            (["anafast", at / "q.fits", "o.csv", "--lmax", "32", "--polarised"], ["o.csv"]),
            (["smooth", at / "m.fits", "o.fits", "--fwhm", "300"], ["o.fits"]),
            (["rotate", at / "a.fits", "o.fits", "--angles", "1:2:3"], ["o.fits"]),
            (["regrade", at / "m.fits", "o.fits", "--nside", "16"], ["o.fits"]),
            *([(["picture", at / "m.fits", "o.png", "--width", "200"], ["o.png"])]
              if shutil.which("gnuplot") else []),
            (["simulate", "light-curves", "--objects", "50", "--output", "o.csv"], ["o.csv"]),
            (["simulate", "sky-points", "--points", "50000", "--output", "o.csv"], ["o.csv"]),
            (["tune", "--device", "cpu"], ["siderum/tuning.json"]),
        ]

    def environment(self, words, folder):
        """Of a run in the folder, which is the cache of `tune`: an engine that measures nothing
        makes that short, unless another one is named."""
        if words[0] != "tune":
            return None
        fake = build() / "tests/engine/fake_modules/measuring"
        return {"SIDERUM_ENGINE_PATH": str(fake), **os.environ, "XDG_CACHE_HOME": str(folder)}

    def run_limited(self, words, limits, folder):
        def limit():
            if resource.RLIMIT_NPROC in limits and os.geteuid() == 0:
                os.setuid(NOBODY)  # root has no such limit
            for kind, value in limits.items():
                resource.setrlimit(kind, (value, value))

        process = subprocess.Popen([program_test.PROGRAM, *map(str, words)], cwd=folder, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env=self.environment(words, folder),
                                   preexec_fn=limit, start_new_session=True)
        try:
            _, messages = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            self.fail(f"{words} hangs under {limits}")
        return process.returncode, messages

    def check_run(self, words, outputs, limits):
        """It ends well with all of its outputs, or with one sentence and none. Gives its status."""
        folder = self.folder / "out"
        folder.mkdir()
        folder.chmod(0o777)
        status, messages = self.run_limited(words, limits, folder)
        case = f"{words} under {limits}: {status}, {messages}"
        left = sorted(str(path.relative_to(folder)) for path in folder.rglob("*")
                      if not path.is_dir())
        shutil.rmtree(folder)
        if status == 0:
            self.assertEqual(left, outputs, case)
            return status
        # The dynamic linker ends a process that it cannot begin with 127.
        self.assertIn(status, (1, 127), case)
        self.assertEqual(left, [], case)
        sentences = [line for line in messages.splitlines()
                     if NOTE not in line]
        if status == 1:
            self.assertEqual(len(sentences), 1, case)
            self.assertTrue(sentences[0].startswith("siderum: "), case)
            self.assertTrue(sentences[0].endswith("."), case)
            self.assertNotIn("::", sentences[0], case)
            self.assertEqual(strangers(program_test.PROGRAM, list(map(str, words)), sentences[0]),
                             set())
        return status


class Limits(LimitsTest):

    def test_all_verbs_have_a_run(self):
        self.assertEqual(verbs(), {words[0] for words, _ in self.runs()})

    def test_of_memory(self):
        for words, outputs in self.runs():
            statuses = [self.check_run(words, outputs, {resource.RLIMIT_AS: limit * MEGABYTE})
                        for limit in LIMITS]
            self.assertEqual(statuses[-1], 0, words)

    def test_of_memory_where_pools_are_asked_for(self):
        """OpenBLAS is told to start threads, and OpenMP to give its own large stacks."""
        run = self.runs()[2]
        for variable, value in (("OPENBLAS_NUM_THREADS", "16"), ("OMP_STACKSIZE", "512M")):
            with unittest.mock.patch.dict(os.environ, {variable: value}):
                for limit in (100, 300, 700, 1200):
                    self.check_run(*run, {resource.RLIMIT_AS: limit * MEGABYTE})

    def test_of_memory_where_it_is_measured(self):
        """The 134 MB of matrix products are had nowhere here, so that no run takes long."""
        with unittest.mock.patch.dict(os.environ, {"SIDERUM_ENGINE_PATH": str(build() / "lib")}):
            for limit in (60, 84, 108, 132):
                status = self.check_run(["tune", "--device", "cpu", "--threads", "1"], [],
                                        {resource.RLIMIT_AS: limit * MEGABYTE})
                self.assertEqual(status, 1, limit)

    def some_pixels(self):
        contents = (self.folder / "o.fits").read_bytes()
        _, place = first_table(contents)
        count = 12 << 20
        return struct.unpack_from(f">{count}d", contents, place)[::997]

    def test_of_memory_where_transforms_go_in_pieces(self):
        """A map of nside 1024 is 101 MB: with its file 201 MB, and computed whole 302 MB."""
        at = self.inputs()
        words = ["alm2map", at / "a.fits", "o.fits", "--nside", "1024", "--threads", "1"]
        enough = LIMITS[-1] * MEGABYTE
        status, messages = self.run_limited(words, {resource.RLIMIT_AS: enough}, self.folder)
        self.assertEqual(status, 0, messages)
        whole = self.some_pixels()
        (self.folder / "o.fits").unlink()
        little = 230 * MEGABYTE
        status, messages = self.run_limited(words, {resource.RLIMIT_AS: little}, self.folder)
        self.assertEqual(status, 1, messages)
        told = re.search(r"The transform needs 0.20\d GB of memory at least \((.*) GB are free\)",
                         messages)
        self.assertTrue(told, messages)
        limit = little + int((0.28 - float(told[1])) * 1e9)  # so that 0.28 GB are free there
        status, messages = self.run_limited(words, {resource.RLIMIT_AS: limit}, self.folder)
        self.assertEqual(status, 0, messages)
        for pixel, expected in zip(self.some_pixels(), whole):
            self.assertAlmostEqual(pixel, expected, delta=1e-10)

    def test_of_processes(self):
        if not self.several_threads(2):
            self.skipTest("this build has one thread")
        runs = self.runs()
        for path in (self.folder, self.folder / "in"):
            path.chmod(0o777)
        limits = {resource.RLIMIT_NPROC: 1}
        try:
            self.run_limited(["--version"], limits, self.folder)
        except (OSError, subprocess.SubprocessError):
            self.skipTest("nobody else may run the program here")
        for words, outputs in runs:
            self.check_run(words, outputs, limits)

    def test_threads_that_cannot_start(self):
        """More threads than addresses hold the stacks of."""
        if not self.several_threads(64):
            self.skipTest("this build has one thread")
        folder = self.folder / "out"
        folder.mkdir()
        status, messages = self.run_limited(
            ["periods", IDA, *SEARCH, "--threads", "64"],
            {resource.RLIMIT_AS: 300 * MEGABYTE, resource.RLIMIT_STACK: 16 * MEGABYTE}, folder)
        self.assertEqual(status, 1, messages)
        self.assertRegex(messages, r"siderum: Only \d+ of 64 threads can be started \(Resource")

    def test_sentences_say_how_much_was_asked_for(self):
        if not self.several_threads(2):
            self.skipTest("this build has one thread")
        words, _ = self.runs()[2]
        status, messages = self.run_limited(
            [*words, "--threads", "2"], {resource.RLIMIT_AS: 300 * MEGABYTE}, self.folder)
        self.assertEqual(status, 1, messages)
        self.assertIn("siderum: There is not enough memory (268 MB for matrix products of 2 threads"
                      " could not be had; ulimit -v allows 315 MB). Ask for less", messages)


class Advice(ProgramTest):

    def test_of_another_verb_is_noticed(self):
        sentence = "Name the columns with --columns, or see --help."
        self.assertEqual(strangers(program_test.PROGRAM, ["synalm", "a.csv"], sentence),
                         {"--columns"})
        for words in (["periods", "a.csv"], ["synalm", "--columns=1"]):
            self.assertEqual(strangers(program_test.PROGRAM, words, sentence), set())


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
