# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Processes that mpirun starts, joined by a communicator of mpi4py. (Without mpi4py, mpirun or
siderum's module of MPI there is one sentence, which is tested instead.)"""

import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import siderum

HAS_MPI4PY = importlib.util.find_spec("mpi4py") is not None
MODULE = pathlib.Path(siderum.info()["engines"][0]["file"]).with_name("siderum-mpi.so")
CAN_JOIN = HAS_MPI4PY and shutil.which("mpirun") is not None and MODULE.is_file()

# Of mpirun: no network is looked for, nothing is bound, more ranks than cores may be.
QUIET = {"OMPI_MCA_btl": "self,vader", "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
         "OMPI_MCA_pml": "ob1", "OMPI_MCA_rmaps_base_oversubscribe": "1",
         "OMPI_MCA_hwloc_base_binding_policy": "none", "OMPI_ALLOW_RUN_AS_ROOT": "1",
         "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMP_NUM_THREADS": "1"}

# What a rank says goes to a file of its own: mpirun may cut the lines of several into each other.
BEGIN = '''
import numpy as np
from mpi4py import MPI
import siderum
from siderum.periods import Grid, LightCurves, find

everyone = MPI.COMM_WORLD
number = np.random.default_rng(3)
t = np.sort(number.uniform(0.0, 60.0, (40, 50)), axis=1).ravel()
curves = LightCurves(t, np.sin(9.0 * t) + 0.1 * number.normal(size=t.size), 0.1,
                     offsets=np.arange(41) * 50)
grid = Grid.between(0.1, 5.0, 20000)
said = open(f"said.{everyone.rank}", "w", buffering=1, encoding="utf-8")
sky = siderum.pairs.random_points(3000, cap=(0, 0, 20))

def answers():
    searches = [find(curves, grid, peaks=2), find(curves, grid, device="cpu"),
                siderum.periods.find_on_own_grids(curves, 0.1, 5.0),
                siderum.periods.find_on_own_grids(curves, 0.1, 5.0, peaks=2)]
    return [(found.frequency.tobytes(), found.power.tobytes(), found.status.tolist())
            for found in searches], siderum.periods.periodograms(
                curves, grid).power.tobytes(), siderum.pairs.count(
                    sky, bins=[0.5, 1.0, 2.0]).count.tolist()
'''
SHARED = BEGIN + '''
for _ in range(2):  # processes that were left can join again
    if siderum.distributed.join(everyone):
        together = answers()
        siderum.distributed.leave()
        assert answers() == together, "the bits of one process"
    print("rank", everyone.rank, "of", everyone.size, file=said)
'''
ENDS_WITHOUT_LEAVING = BEGIN + '''
if siderum.distributed.join(everyone):
    answers()
else:
    print("was left", file=said)
'''
TWICE = BEGIN + '''
if siderum.distributed.join(everyone):
    try:
        siderum.distributed.join(everyone)
    except siderum.Error as error:
        print(error, file=said)
'''
# A job that all ranks refuse alike, and one in which another one fails.
GOES_ON = BEGIN + '''
if siderum.distributed.join(everyone):
    try:
        find(curves, Grid.between(0.1, 5.0, 10**12), peaks=2)
    except siderum.Error as error:
        print(str(error)[:46], file=said)
    together = answers()
    siderum.distributed.leave()
    assert answers() == together
print("went on", file=said)
'''
# What is shared fails where another rank does.
FAILS = BEGIN + '''
import os
if everyone.rank == 1:
    os.environ["KOKKOS_NUM_THREADS"] = "many"
if siderum.distributed.join(everyone):
    find(curves, Grid.between(0.1, 5.0, 20))  # not worth it
    for job in (lambda: find(curves, grid, peaks=2),
                lambda: find(curves, grid, device="cpu"),
                lambda: siderum.periods.periodograms(curves, grid, device="cpu"),
                lambda: siderum.periods.find_on_own_grids(curves, 0.1, 5.0),
                lambda: siderum.periods.windows(curves, grid),
                lambda: siderum.pairs.count(sky, bins=[0.5, 1.0])):
        try:
            job()
        except siderum.Error as error:
            print(str(error)[:39], file=said)
    siderum.distributed.leave()
    answers()
    print("alone again", file=said)
else:
    print("was left", file=said)
'''
IS_NOT_CAUGHT = BEGIN + '''
import os
if everyone.rank == 1:
    os.environ["KOKKOS_NUM_THREADS"] = "many"
if siderum.distributed.join(everyone):
    find(curves, grid, peaks=2)
'''


@unittest.skipUnless(CAN_JOIN, "mpi4py, mpirun or siderum-mpi.so is not there")
class Processes(unittest.TestCase):
    def run_ranks(self, ranks, program, status=0):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "program.py")
            file.write_text(program, encoding="utf-8")
            answer = subprocess.run(["mpirun", "-n", str(ranks), sys.executable, "-B", str(file)],
                                    capture_output=True, text=True, timeout=100, check=False,
                                    cwd=folder, env={**os.environ, **QUIET})
            self.assertEqual(answer.returncode, status, answer.stderr)
            said = [path.read_text(encoding="utf-8")
                    for path in pathlib.Path(folder).glob("said.*")]
        return sorted("".join(said).splitlines())

    def test_share_searches_and_counts(self):
        for ranks in (1, 3):
            expected = sorted([f"rank {rank} of {ranks}" for rank in range(ranks)] * 2)
            self.assertEqual(self.run_ranks(ranks, SHARED), expected)

    def test_are_left_at_the_end_of_rank_0(self):
        self.assertEqual(self.run_ranks(3, ENDS_WITHOUT_LEAVING), ["was left"] * 2)

    def test_go_on_after_a_refusal_of_all(self):
        self.assertEqual(self.run_ranks(3, GOES_ON),
                         ["The periodogram of one object takes 8000.00 GB"] + ["went on"] * 3)

    def test_go_on_after_a_failure_of_one(self):
        self.assertEqual(self.run_ranks(3, FAILS),
                         ["KOKKOS_NUM_THREADS cannot be 'many' (it"] * 6
                         + ["alone again", "was left", "was left"])

    def test_a_failure_that_nobody_catches_is_no_success(self):
        self.run_ranks(2, IS_NOT_CAUGHT, status=1)

    def test_join_once(self):
        self.assertEqual(self.run_ranks(2, TWICE),
                         ["This process works with others already (it joins them once). Leave"
                          " those first."])


class Refusals(unittest.TestCase):
    def sentence(self, communicator):
        with self.assertRaises(siderum.Error) as caught:
            siderum.distributed.join(communicator)
        return str(caught.exception)

    def test_what_is_no_communicator(self):
        self.assertIn("was expected, and int was given" if HAS_MPI4PY else
                      "Processes are joined by a communicator of mpi4py (which cannot be imported",
                      self.sentence(3))

    def test_an_installation_without_mpi(self):
        if MODULE.is_file():
            self.skipTest("this one has it")
        with self.assertRaisesRegex(siderum.Error, "no siderum-mpi.so lies in"):
            siderum._engine.join_processes(0, "")


if __name__ == "__main__":
    unittest.main()
