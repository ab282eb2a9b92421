# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""One run of every verb with all its outputs, and what must hold of it whatever happens: each
output is as it was before or whole, nothing else is there, and a run that fails says why in one
sentence."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import program_test
from program_test import GOOD_ROWS, HEADER, ROOT

OLD = b"what was there before\n"
GRID = ["--fmin", "0.1", "--fmax", "0.4", "--count", "64"]
SKY = ["--threads", "1"]
POINTS = "ra,dec\n10,0\n10.5,0.5\n11,1\n11.5,0.2\n12,0.9\n12.5,0.3\n"
PAIRS = ["pairs", "--data", "points.csv", "--randoms", "randoms.csv", "--bins", "0.1:10:3",
         "--regions", "2", *SKY]
SPECTRUM = "l,cl\n" + "".join(f"{degree},{1 / (1 + degree)}\n" for degree in range(9))

# Each with its outputs among its words; where none is called "out", the result goes to standard
# output.
RUNS = {
    "periods": ["periods", "star.csv", *GRID, *SKY, "--output", "out.csv", "--periodogram",
                "out.npy", "--window", "out_window.csv"],
    "periods, FITS": ["periods", "star.fits", *GRID, *SKY, "--output", "out.fits"],
    "periods, shown": ["periods", "@list.txt", *GRID, *SKY],
    "pairs": [*PAIRS, "--output", "out.csv", "--per-region", "out_regions.csv", "--covariance",
              "out_covariance.fits", "--leave-one-out", "out_without.csv", "--save-regions",
              "out_labels.csv", "--save-counts", "out.json"],
    "pairs again": [*PAIRS, "--use-counts", "counts.json"],
    "synalm": ["synalm", "spectrum.csv", "out.fits"],
    "alm2map": ["alm2map", "alm.fits", "out.fits", "--nside", "4", *SKY],
    "map2alm": ["map2alm", "map.fits", "out.fits", "--lmax", "8", "--tolerance", "1e-6",
                "--residuals", "out.csv", "--ring-weights", "on", *SKY],
    "anafast": ["anafast", "map.fits", "--with", "map.fits", "--lmax", "8", *SKY],
    "anafast, FITS": ["anafast", "map.fits", "out.fits", "--lmax", "8", *SKY],
    "smooth": ["smooth", "map.fits", "out.fits", "--fwhm", "600", *SKY],
    "rotate": ["rotate", "alm.fits", "out.fits", "--angles", "10:20:30", *SKY],
    "regrade": ["regrade", "map.fits", "out.fits", "--nside", "2"],
    "light-curves": ["simulate", "light-curves", "--objects", "2", "--output", "out.csv", "--truth",
                     "out_truth.fits"],
    "sky-points": ["simulate", "sky-points", "--points", "9", "--output", "out.csv"],
    "info": ["info"],
}
PICTURES = {
    "periods, picture": ["periods", "star.csv", *GRID, *SKY, "--output", "out.csv", "--plot",
                         "out.svg"],
    "pairs, picture": [*PAIRS, "--output", "out.csv", "--plot", "out.svg"],
    "picture": ["picture", "map.fits", "out.svg", "--width", "100"],
    "picture, PNG": ["picture", "map.fits", "out.png", "--width", "100"],
}
if shutil.which("gnuplot"):
    RUNS |= PICTURES


def certain(shown):
    """Without the line of `info` about the processor, which says what can be read of it."""
    return re.sub(rb"(?m)^  cpu .*\n", b"", shown)


def outputs_of(words):
    return [word for word in words if word.startswith("out")]


class FaultTest(unittest.TestCase):
    """The inputs lie in one folder, which is made once; every run has a folder of its own."""

    @classmethod
    def setUpClass(cls):
        cls.top = pathlib.Path(tempfile.mkdtemp(prefix="siderum_faults_"))
        cls.addClassCleanup(shutil.rmtree, cls.top, ignore_errors=True)
        cls.inputs = cls.top / "inputs"
        cls.home = cls.top / "home"
        cls.inputs.mkdir()
        cls.home.mkdir()
        for name, text in (("star.csv", HEADER + GOOD_ROWS), ("list.txt", "star.csv\n"),
                           ("points.csv", POINTS), ("randoms.csv", POINTS.replace(".5", ".7")),
                           ("spectrum.csv", SPECTRUM)):
            (cls.inputs / name).write_text(text)
        for words in (["synalm", "spectrum.csv", "alm.fits"],
                      ["alm2map", "alm.fits", "map.fits", "--nside", "4", *SKY],
                      ["simulate", "light-curves", "--objects", "1", "--output", "star.fits"],
                      [*PAIRS, "--save-counts", "counts.json"]):
            subprocess.run([program_test.PROGRAM, *words], cwd=cls.inputs, check=True,
                           env=cls.environment(), capture_output=True)
        cls.expected = {}

    @classmethod
    def environment(cls, **changes):
        """None removes a variable."""
        environment = {**os.environ, "HOME": str(cls.home), **changes}
        if "XDG_CACHE_HOME" not in changes:
            environment.pop("XDG_CACHE_HOME", None)
        return {name: value for name, value in environment.items() if value is not None}

    def folder_for(self, words):
        """A folder with the inputs and, for each output, a file that would be replaced."""
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.top))
        for path in self.inputs.iterdir():
            (folder / path.name).symlink_to(path)
        for name in outputs_of(words):
            (folder / name).write_bytes(OLD)
        return folder

    def start(self, words, folder, environment=None, **options):
        options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE,
                   "stderr": subprocess.PIPE, **options}
        return subprocess.Popen([program_test.PROGRAM, *words], cwd=folder,
                                env=environment or self.environment(), **options)

    def answer(self, name):
        """(outputs, standard output, notes) of the run where nothing happens to it."""
        if name not in self.expected:
            words = RUNS[name]
            folder = self.folder_for(words)
            process = self.start(words, folder)
            out, err = process.communicate()
            self.assertEqual(process.returncode, 0, err)
            files = {path: (folder / path).read_bytes() for path in outputs_of(words)}
            self.assertNotIn(OLD, files.values())
            self.expected[name] = files, out, set(err.decode().splitlines())
            shutil.rmtree(folder)
        return self.expected[name]

    def check_files(self, name, folder, is_whole, context, may_remain=()):
        """Each output is what it was before, or whole; of a run that succeeded all are whole.
        @param may_remain  the beginning of names of what a killed program could not remove"""
        files = self.answer(name)[0]
        for path, content in files.items():
            found = (folder / path).read_bytes()
            if found != OLD or is_whole:
                self.assertEqual(found, content, (context, path))
        others = {path.name for path in folder.iterdir()} - set(files)
        others -= {path.name for path in self.inputs.iterdir()}
        self.assertEqual({path for path in others if not path.startswith(tuple(may_remain))},
                         set(), context)

    def check(self, name, folder, process, context):
        """What must hold of a run that ended by itself."""
        out, err = process.communicate()
        _, expected, notes = self.answer(name)
        context = (name, context, process.returncode, out, err)
        self.assertIn(process.returncode, (0, 1), context)
        self.check_files(name, folder, process.returncode == 0, context)
        if process.returncode == 0 and out is not None:
            self.assertEqual(certain(out), certain(expected), context)
        if process.returncode == 1 and err is not None:
            lines = [line for line in err.decode().splitlines() if line not in notes]
            self.assertEqual(len(lines), 1, context)
            self.assertRegex(lines[0], r"^siderum: .*\.$", context)
        shutil.rmtree(folder)
