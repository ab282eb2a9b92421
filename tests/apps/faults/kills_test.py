# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Every verb, ended by signals at random times.

    python3 kills_test.py PROGRAM [TEST...]
"""

import pathlib
import random
import shutil
import signal
import sys
import time
import unittest

import program_test
from fault_runs import RUNS, FaultTest


class Kills(FaultTest):

    def kill_runs(self, number, statuses, may_remain=()):
        """@param statuses  of a run that the signal ended"""
        times = random.Random(20)
        ended = 0
        for name, words in RUNS.items():
            self.answer(name)
            folder = self.folder_for(words)
            begin = time.monotonic()
            self.start(words, folder).communicate()
            duration = time.monotonic() - begin
            shutil.rmtree(folder)
            # Many in the last part, where files take their places.
            for share in [times.random() for _ in range(4)] + [times.uniform(0.7, 1.1)
                                                               for _ in range(4)]:
                folder = self.folder_for(words)
                process = self.start(words, folder)
                time.sleep(share * duration)
                process.send_signal(number)
                out, err = process.communicate()
                context = (name, share, process.returncode, out, err)
                if process.returncode == 0:
                    self.assertEqual(out, self.answer(name)[1], context)
                else:
                    self.assertIn(process.returncode, statuses, context)
                    ended += 1
                self.check_files(name, folder, process.returncode == 0, context, may_remain)
                shutil.rmtree(folder)
        self.assertGreater(ended, len(RUNS))

    def test_sigkill(self):
        # Between the link and the rename, where the disk has O_TMPFILE; all the while elsewhere.
        self.kill_runs(signal.SIGKILL, [-signal.SIGKILL], may_remain=[".siderum-"])

    def test_sigterm(self):
        # Before its main the program has no handler.
        self.kill_runs(signal.SIGTERM, [128 + signal.SIGTERM, -signal.SIGTERM])

    def test_sigint(self):
        self.kill_runs(signal.SIGINT, [128 + signal.SIGINT, -signal.SIGINT])


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
