# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Verbs that write FITS with each of their larger allocations failing in turn: CFITSIO then loses
blocks without telling.

    python3 failing_allocations_test.py PROGRAM [TEST...]
"""

import pathlib
import sys
import unittest

import program_test
from fault_runs import RUNS, FaultTest

LOADER_GAVE_UP = 127  # the C library ends the process where thread-local data have no room


class FailingAllocations(FaultTest):

    def test_an_allocation_that_fails_loses_no_header(self):
        library = pathlib.Path(program_test.PROGRAM).parent.parent / "tests/failing_allocations.so"
        if b"libasan" in pathlib.Path(program_test.PROGRAM).read_bytes():
            self.skipTest("the sanitizers have their own allocations")
        witness = self.top / "failed"
        for name in ("periods, FITS", "regrade", "rotate"):
            words = RUNS[name]
            self.answer(name)
            for number in range(1, 1000):
                witness.unlink(missing_ok=True)
                folder = self.folder_for(words)
                process = self.start(words, folder, self.environment(
                    LD_PRELOAD=str(library), SIDERUM_FAIL_AT=str(number), OMP_NUM_THREADS="1",
                    OPENBLAS_NUM_THREADS="1", SIDERUM_FAILED=str(witness)))
                if process.wait() == LOADER_GAVE_UP:
                    self.check_files(name, folder, False, (name, number))
                    process.communicate()
                else:
                    self.check(name, folder, process, number)
                if not witness.exists():
                    break
            self.assertGreater(number, 10, name)
            self.assertLess(number, 999, name)


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
