# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The check of the program without a GPU is shown programs that do otherwise."""

import tempfile
import unittest
from pathlib import Path

from without_gpu import SENTENCE, complaints

# A program by what it does for info and on each device.
PROGRAM = """#!/bin/sh
refuse() {{ echo "$1" >&2; exit "$2"; }}
case "$*" in
  info) {info} ;;
  *"--device gpu") {gpu} ;;
  *"--device cpu") {cpu} ;;
  *) {anywhere} ;;
esac
"""
GOOD = {
    "info": f'echo "engine hip  cannot be used: {SENTENCE} (there is none)."',
    "gpu": f'refuse "siderum: {SENTENCE} (there is none)." 1',
    "cpu": "echo 5.8",
    "anywhere": "echo 5.8",
}


class Complaints(unittest.TestCase):
    def of(self, **otherwise):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "siderum"
            program.write_text(PROGRAM.format(**{**GOOD, **otherwise}))
            program.chmod(0o755)
            return list(complaints(str(program)))

    def test_one_that_does_as_it_has_to(self):
        self.assertEqual(self.of(), [])

    def test_each_that_does_otherwise(self):
        for part, command in (
                ("info", "echo engine hip"),
                ("info", f'refuse "{SENTENCE}" 1'),
                ("gpu", "echo 5.8"),
                ("gpu", f'refuse "{SENTENCE}" 139'),
                ("gpu", 'refuse "There is no engine for GPUs" 1'),
                ("anywhere", f'refuse "{SENTENCE}" 1'),
                ("anywhere", "echo 1.7")):
            self.assertEqual(len(self.of(**{part: command})), 1, command)

    def test_one_that_does_not_work_on_the_cpu(self):
        self.assertIn("--device cpu", self.of(cpu='refuse "no engine" 1')[0])


if __name__ == "__main__":
    unittest.main()
