# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What goes wrong on one of several processes is said once, and ends all of them; files stay as
they are.

    python3 ranks_that_fail_test.py PROGRAM [TEST...]
"""

import os
import pathlib
import signal
import subprocess
import sys
import time
import unittest

import program_test
from program_test import IDA, RANGE, ROOT

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from several_processes import SeveralProcesses, environment, launcher  # noqa: E402

SPECTRUM = ROOT / "examples/data/cmb_like_spectrum.csv"

GALAXIES = ROOT / "examples/data/galaxies.csv"
GOLDEN = ROOT / "tests/golden"
LONGER = [*RANGE[:-1], "30000"]
# Takes minutes.
LONG = ["periods", ROOT / "examples/data/rr_lyrae_stripe82_z.csv", "--fmin", "0.1", "--fmax", "50",
        "--count", "300000000", "--method", "direct", "--output", "result.csv"]


class RanksThatFail(SeveralProcesses):

    def run_unlike(self, second, *arguments, more=None):
        """Two processes, of which the second runs behind the words given."""
        words = [program_test.PROGRAM, *map(str, arguments)]
        start = launcher(1)
        return subprocess.run([*start, *words, ":", "-n", "1", *second, *words], cwd=self.folder,
                              capture_output=True, text=True, check=False, timeout=100,
                              env=environment(**(more or {})))

    def refused(self, outcome, phrase):
        self.assertNotEqual(outcome.returncode, 0)
        self.assertEqual(outcome.stdout, "")
        told = [line for line in self.sentences(outcome) if program_test.TAKEN not in line]
        self.assertEqual(len(told), 1, outcome.stderr)
        self.assertIn(phrase, told[0])

    def test_the_sentence_of_another_rank(self):
        for name in ("result.csv", "result.fits"):
            self.write(name, "old\n")
        for command in (["periods", IDA, *LONGER, "--output", "result.csv"],
                        ["pairs", "--data", GALAXIES, "--bins", "0.1:10:7", "--output",
                         "result.csv"],
                        ["anafast", GOLDEN / "healpy_nested.fits", "result.csv", "--lmax", "8",
                         "--unseen", "zero"],
                        ["alm2map", GOLDEN / "healpy_teb.fits", "result.fits", "--nside", "4",
                         "--polarised"]):
            outcome = self.run_unlike(["env", "KOKKOS_NUM_THREADS=many"], *command)
            self.refused(outcome, "KOKKOS_NUM_THREADS cannot be 'many' (it takes 1 to 512 threads)")
            self.assertEqual([self.read(name) for name in self.names()], ["old\n"] * 2)

    def test_a_rank_without_memory(self):
        # It fails within the job, when the first already counts or waits for its modes.
        self.limit_addresses(0)  # not under the address sanitizer
        self.succeed("simulate", "sky-points", "--points", "1000000", "--seed", "1", "--output",
                     "points.csv")
        self.succeed("synalm", ROOT / "examples/data/cmb_like_spectrum.csv", "alm.fits", "--lmax",
                     "1500")
        before = self.names()
        pairs = ["pairs", "--data", "points.csv", "--bins", "0.01:1:5", "--output", "result.csv"]
        # With the least of them the points cannot even be received.
        for kilobytes in (300000, 400000):
            less = ["sh", "-c", f'ulimit -v {kilobytes}; exec "$@"', "sh"]
            self.refused(self.run_unlike(less, *pairs), "memory")
            self.assertEqual(self.names(), before)
        # What the second has no room for, as it finds before, the first does alone.
        self.succeed("alm2map", "alm.fits", "alone.fits", "--nside", "1024")
        outcome = self.run_unlike(less, "alm2map", "alm.fits", "result.fits", "--nside", "1024")
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        self.assertEqual((self.folder / "result.fits").read_bytes(),
                         (self.folder / "alone.fits").read_bytes())

    def test_the_sentence_of_the_first(self):
        for arguments, phrase in (
                (["periods", "absent.csv", *RANGE], "absent.csv"),
                (["periods", IDA, "--fmin", "2", "--fmax", "1", "--count", "10"],
                 "The frequency range is empty"),
                (["periods", IDA, *RANGE, "--device", "moon"], "moon")):
            self.refused(self.run_several(3, *arguments), phrase)

    def test_the_sentence_of_all_is_said_once(self):
        stars = ROOT / "examples/data/rr_lyrae_stripe82_z.csv"
        self.refused(self.run_several(2, "periods", stars, "--fmin", "0.5", "--fmax", "24",
                                      "--count", "1e12", "--peaks", "3"),
                     "The periodogram of one object takes 8000.00 GB")

    def test_different_command_lines(self):
        outcome = subprocess.run(
            [*launcher(1), program_test.PROGRAM, "periods", IDA, *RANGE, ":", "-n", "1",
             program_test.PROGRAM, "info"], cwd=self.folder, capture_output=True, text=True,
            check=False, timeout=100, env=environment())
        self.refused(outcome, "The processes have different command lines (they work on one job")

    def test_more_ranks_than_gpus(self):
        fakes = pathlib.Path(os.environ["SIDERUM_FAKE_MODULES"]) / "two_cards"
        path = {"SIDERUM_ENGINE_PATH": str(fakes)}
        outcome = subprocess.run(
            [*launcher(3), program_test.PROGRAM, "periods", IDA, *RANGE, "--device", "gpu"],
            cwd=self.folder, capture_output=True, text=True, check=False, timeout=100,
            env=environment(**path))
        self.refused(outcome, "There are 3 processes on this host and 2 GPUs (each process takes"
                              " one of its own).")
        outcome = subprocess.run(
            [*launcher(2), program_test.PROGRAM, "periods", IDA, *RANGE, "--device", "gpu:1"],
            cwd=self.folder, capture_output=True, text=True, check=False, timeout=100,
            env=environment(**path))
        self.refused(outcome, "The GPU 1 cannot be asked for beside other processes")

    def process_of(self, rank, launched):
        """The program itself, as this rank, below the launcher."""
        for entry in pathlib.Path("/proc").iterdir():
            try:
                variables = (entry / "environ").read_bytes().split(b"\0")
                name = (entry / "exe").resolve().name
            except (OSError, ValueError):
                continue
            if (b"OMPI_COMM_WORLD_RANK=%d" % rank in variables and name == "siderum"
                    and b"SIDERUM_TEST_RUN=%d" % launched in variables):
                return int(entry.name)
        return None

    def test_a_killed_rank_ends_all(self):
        self.succeed("simulate", "sky-points", "--points", "1000000", "--seed", "1", "--output",
                     "points.csv")
        pairs = ["pairs", "--data", "points.csv", "--bins", "1:180:500", "--output", "result.csv"]
        self.succeed("synalm", SPECTRUM, "alm.fits", "--lmax", "256")
        self.succeed("alm2map", "alm.fits", "map.fits", "--nside", "128")
        sky = ["map2alm", "map.fits", "result.fits", "--lmax", "256", "--iterations", "20000"]
        for rank, command in ((1, LONG), (0, LONG), (1, pairs), (1, sky)):
            with subprocess.Popen([*launcher(2), program_test.PROGRAM, *map(str, command)],
                                  cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  env=environment(SIDERUM_TEST_RUN=str(os.getpid()))) as run:
                deadline = time.monotonic() + 30
                while (process := self.process_of(rank, os.getpid())) is None:
                    self.assertLess(time.monotonic(), deadline)
                    time.sleep(0.1)
                time.sleep(3)
                before = time.monotonic()
                os.kill(process, signal.SIGKILL)
                run.communicate(timeout=60)
                self.assertLess(time.monotonic() - before, 10)
                self.assertNotEqual(run.returncode, 0)
            self.assertEqual(self.names(), ["alm.fits", "map.fits", "points.csv"])

    def test_other_verbs_are_done_by_one(self):
        outcome = self.run_several(2, "simulate", "sky-points", "--points", "3")
        self.assertEqual(outcome.stdout,
                         self.succeed("simulate", "sky-points", "--points", "3").stdout)
        self.assertEqual(self.sentences(outcome),
                         ["siderum: simulate is done by one of the 2 processes."])

    def test_each_may_work_for_itself(self):
        alone = self.succeed("periods", IDA, *RANGE).stdout
        outcome = subprocess.run(
            [*launcher(2), program_test.PROGRAM, "periods", IDA, *RANGE], cwd=self.folder,
            capture_output=True, text=True, check=False, timeout=100,
            env=environment(SIDERUM_DISTRIBUTED="no"))
        self.assertEqual(sorted(outcome.stdout.splitlines()), sorted(2 * alone.splitlines()))

    def test_only_the_module_knows_mpi(self):
        library = pathlib.Path(program_test.PROGRAM).parents[1] / "lib/libsiderum_engine.so"
        for file in (program_test.PROGRAM, library.resolve()):
            needed = subprocess.run(["readelf", "-d", file], capture_output=True, text=True,
                                    check=True).stdout
            self.assertNotIn("libmpi", needed)


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
