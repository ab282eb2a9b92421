# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The lines of the README and the examples in Python do what is said of them."""

import contextlib
import importlib.util
import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PERIOD = "0.574310"  # that which Sesar et al. 2010 have is 0.574309 days


class Readme(unittest.TestCase):
    def test_its_first_lines_find_the_period(self):
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
        before = os.getcwd()
        said = io.StringIO()
        try:
            os.chdir(ROOT)
            with contextlib.redirect_stdout(said):
                names = {}
                exec(blocks[0], names)
                exec(blocks[1], names)
        finally:
            os.chdir(before)
        self.assertEqual(f"{float(said.getvalue()):.6f}", PERIOD)
        self.assertEqual(names["frequency"].shape, names["power"].shape)


@unittest.skipUnless(importlib.util.find_spec("matplotlib"), "matplotlib is not installed")
class Pictures(unittest.TestCase):
    def test_of_an_rr_lyrae_star(self):
        with tempfile.TemporaryDirectory() as folder:
            picture = pathlib.Path(folder, "star.png")
            answer = subprocess.run(
                [sys.executable, str(ROOT / "examples/rr_lyrae.py"),
                 str(ROOT / "examples/data/rr_lyrae_stripe82_z.csv"), str(picture)],
                capture_output=True, text=True, check=False)
            self.assertEqual(answer.stderr, "")
            self.assertTrue(answer.stdout.startswith(PERIOD + " days"), answer.stdout)
            self.assertTrue(picture.read_bytes().startswith(b"\x89PNG"))


if __name__ == "__main__":
    unittest.main()
