# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Two processes with a GPU each find what one finds with one, and pass their sums and modes on by
NCCL.

    python3 two_gpus_test.py PROGRAM [TEST...]

Skipped, with status 77 and a sentence, where there are fewer GPUs or no NCCL.
"""

import pathlib
import shutil
import struct
import subprocess
import sys
import unittest

import program_test
from fits_tables import first_table
from program_test import IDA, ROOT

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from several_processes import SeveralProcesses, environment, launcher  # noqa: E402

GALAXIES = ROOT / "examples/data/galaxies.csv"
SPECTRUM = ROOT / "examples/data/cmb_like_spectrum.csv"
GPU = ["--device", "gpu"]


def reason_to_skip(program):
    """Empty: there is none."""
    listed = []
    if shutil.which("nvidia-smi"):
        listed = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True,
                                check=False).stdout.splitlines()
    gpus = sum(line.startswith("GPU ") for line in listed)
    if gpus < 2:
        return f"this test needs two NVIDIA GPUs ({gpus} can be seen here)"
    module = pathlib.Path(program).parents[1] / "lib/siderum-engine-cuda.so"
    if not module.exists() or b"ncclAllReduce" not in module.read_bytes():
        return "this test needs an engine with NCCL (this one was built without; see NCCL_ROOT)"
    return ""


class TwoGpus(SeveralProcesses):

    def run_together(self, *arguments):
        """@return what NCCL has written"""
        outcome = subprocess.run(
            [*launcher(2), program_test.PROGRAM, *map(str, arguments), *GPU], cwd=self.folder,
            capture_output=True, text=True, check=False, timeout=300,
            env=environment(NCCL_NVLS_ENABLE="0", NCCL_DEBUG="INFO", NCCL_DEBUG_FILE="nccl.%h.%p"))
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        self.output = outcome.stdout
        logs = list(self.folder.glob("nccl.*"))
        text = "".join(log.read_text(errors="replace") for log in logs)
        for log in logs:
            log.unlink()
        return text

    def expect_nccl(self, text):
        self.assertIn("nranks 2", text)
        self.assertIn("Init COMPLETE", text)

    def points(self, name, count, seed):
        self.succeed("simulate", "sky-points", "--points", count, "--seed", seed, "--output", name,
                     "--box", "10:60:-20:30")
        rows = self.read(name).splitlines()
        weighted = [f"{row},{((i * 7919) % 97 - 20) / 31!r}" for i, row in enumerate(rows[1:])]
        return self.write(name, "\n".join([rows[0] + ",weight", *weighted]) + "\n")

    def test_pairs(self):
        for words in (["--data", GALAXIES, "--bins", "0.1:10:7"],
                      ["--data", self.points("data.csv", 30000, 1), "--weights", "weight",
                       "--randoms", self.points("a.csv", 20000, 2), self.points("b.csv", 20000, 3),
                       "--bins", "0.05:20:9", "--mean-separation", "yes", "--regions", "5",
                       "--errors", "bootstrap"]):
            alone = self.succeed("pairs", *words, *GPU).stdout
            self.expect_nccl(self.run_together("pairs", *words))
            self.assertEqual(self.output, alone)

    def test_light_curves(self):
        words = ["periods", IDA, "--fmin", "0.5", "--fmax", "24", "--count", "1e6"]
        alone = self.succeed(*words, *GPU).stdout
        self.run_together(*words)  # what goes to and fro lies in host memory
        self.assertEqual(self.output, alone)

    def numbers(self, name, count):
        _, start = first_table((self.folder / name).read_bytes())
        return struct.unpack_from(f">{count}d", (self.folder / name).read_bytes(), start)

    def test_harmonic_transforms(self):
        self.succeed("synalm", SPECTRUM, "alm.fits", "--lmax", "300")
        words = ["alm2map", "alm.fits"]
        options = ["--nside", "128"]
        self.succeed(*words, "alone.fits", *options, *GPU)
        self.expect_nccl(self.run_together(*words, "together.fits", *options))
        pixels = 12 * 128 ** 2
        alone, together = (self.numbers(name, pixels) for name in ("alone.fits", "together.fits"))
        scale = max(map(abs, alone))
        self.assertGreater(scale, 0.0)
        for one, other in zip(alone, together):
            self.assertLess(abs(one - other), 1e-12 * scale)
        words = ["anafast", "alone.fits", "--lmax", "300"]
        rows = self.succeed(*words, *GPU).stdout.splitlines()
        self.expect_nccl(self.run_together(*words))
        spectra = [[float(row.split(",")[1]) for row in text[1:]]
                   for text in (rows, self.output.splitlines())]
        self.assertEqual(len(spectra[0]), 301)
        for one, other in zip(*spectra, strict=True):
            self.assertLessEqual(abs(one - other), 1e-9 * max(map(abs, spectra[0])))


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    if reason := reason_to_skip(program_test.PROGRAM):
        print(f"skipped: {reason}")
        sys.exit(77)
    unittest.main()
