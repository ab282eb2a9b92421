# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The program is killed by SIGKILL at random times: its files are whole or not there.

    python3 killed_test.py PROGRAM [TEST...]
"""

import os
import pathlib
import random
import re
import subprocess
import sys
import time
import unittest

import program_test
from program_test import ROOT, ProgramTest

SPECTRUM = ROOT / "examples/data/cmb_like_spectrum.csv"
# Each writes for some hundredths of a second and more.
RUNS = (["simulate", "light-curves", "--objects", "3000", "--output", "a.csv", "--truth", "b.csv"],
        ["simulate", "sky-points", "--points", "300000", "--output", "a.fits"],
        ["synalm", SPECTRUM, "a.fits", "--lmax", "700"])


def has_unnamed_files(folder):
    try:
        os.close(os.open(folder, os.O_TMPFILE | os.O_WRONLY, 0o600))
    except OSError:
        return False
    return True


class Killed(ProgramTest):

    KILLS = 15

    def setUp(self):
        super().setUp()
        self.random = random.Random(20)

    def begin(self, run):
        return subprocess.Popen([program_test.PROGRAM, *map(str, run)], cwd=self.folder,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def contents(self):
        return {name: (self.folder / name).read_bytes() for name in self.names()}

    def whole_run(self, run):
        """What it writes, and the seconds that it takes."""
        before = time.monotonic()
        self.assertEqual(self.begin(run).wait(), 0)
        return self.contents(), time.monotonic() - before

    def kill_at_random(self, run, seconds):
        with self.begin(run) as process:
            time.sleep(self.random.uniform(0.0, 1.1 * seconds))
            process.kill()

    def remove_all(self):
        for name in self.names():
            (self.folder / name).unlink()

    def check(self, whole, before):
        for name, content in self.contents().items():
            if name in whole:
                self.assertIn(content, (whole[name], before.get(name)), name)
                continue
            # Without O_TMPFILE, and in the instant in which a file takes the place of another.
            self.assertRegex(name, r"^\.siderum-\d+-\d+$")
            self.assertTrue(before or not has_unnamed_files(self.folder), name)

    def test_new_files_are_whole_or_not_there(self):
        for run in RUNS:
            whole, seconds = self.whole_run(run)
            for _ in range(self.KILLS):
                self.remove_all()
                self.kill_at_random(run, seconds)
                self.check(whole, {})
            self.remove_all()

    def test_replaced_files_are_whole_before_and_after(self):
        for run in RUNS:
            whole, seconds = self.whole_run(run)
            old = {name: b"old" for name in whole}
            for _ in range(self.KILLS):
                self.remove_all()
                for name, content in old.items():
                    (self.folder / name).write_bytes(content)
                self.kill_at_random(run, seconds)
                self.assertLessEqual(set(whole), set(self.names()))
                self.check(whole, old)
            self.remove_all()

    @unittest.skipUnless(sys.platform == "linux", "/proc shows open files")
    def test_what_is_written_has_no_name(self):
        if not has_unnamed_files(self.folder):
            self.skipTest("the file system has no files without a name")
        run = ["periods", str(ROOT / "examples/data/ida_243_ztf_r.csv"), "--fmin", "0.1", "--fmax",
               "24", "--count", "1e12", "--output", "a.csv"]
        with self.begin(run) as process:
            try:
                opened = []
                for _ in range(3000):
                    opened = self.opened_by(process)
                    if opened:
                        break
                    time.sleep(0.01)
                self.assertTrue(all(re.search(r" \(deleted\)$", path) for path in opened), opened)
                self.assertTrue(opened)
                self.assertEqual(self.names(), [])
            finally:
                process.kill()


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
