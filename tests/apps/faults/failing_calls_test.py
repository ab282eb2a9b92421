# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Every verb with each of its calls of the system failing in turn: a disk that becomes full, and
one that breaks. What is shown goes into a file of that disk, too.

    python3 failing_calls_test.py PROGRAM [TEST...]
"""

import os
import pathlib
import sys
import unittest

import program_test
from fault_runs import RUNS, FaultTest, certain


class FailingCalls(FaultTest):

    def sweep(self, how):
        library = pathlib.Path(program_test.PROGRAM).parent.parent / "tests/failing_calls.so"
        witness = self.top / "failed"
        asan = ":".join(filter(None, [os.environ.get("ASAN_OPTIONS"), "verify_asan_link_order=0"]))
        for name, words in RUNS.items():
            self.answer(name)  # what is kept for later runs is kept by now
            for number in range(1, 1000):
                witness.unlink(missing_ok=True)
                folder = self.folder_for(words)
                with open(self.top / "shown", "w+b") as shown:
                    process = self.start(words, folder, self.environment(
                        LD_PRELOAD=str(library), SIDERUM_FAIL_AT=str(number),
                        SIDERUM_FAIL_WITH=how, SIDERUM_FAILED=str(witness), ASAN_OPTIONS=asan),
                        stdout=shown)
                    self.check(name, folder, process, (how, number))
                    shown.seek(0)
                    if process.returncode == 0:
                        self.assertEqual(certain(shown.read()), certain(self.answer(name)[1]),
                                         (name, how, number))
                if not witness.exists():
                    break
            self.assertGreater(number, 1, name)
            self.assertLess(number, 999, name)

    def test_a_disk_that_is_full_from_some_call_on(self):
        self.sweep("full")

    def test_a_call_that_fails(self):
        self.sweep("broken")


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
