# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Measures one item of each of the four papers at the smallest scale by bench/reproduce.py. What
it makes of results: reproduction_page_test.py and reproduction_verdicts_test.py.

    python3 reproduction_test.py build/openmp
"""

import math
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))

import reproduce  # noqa: E402
from reproduction import items, places, report  # noqa: E402

BUILD = None
# One of each paper where few benchmarks were built, or none: those that take the program alone, and
# one of transforms.
SHARES = ("gowanlock2021-fig3", "gowanlock2022-fig5")
BY_PROGRAM = (*SHARES, "roeh2009-sets")
OF_TRANSFORMS = "hupca2010-transforms"


def run(folder, *words):
    return subprocess.run([sys.executable, "-B", str(ROOT / "bench/reproduce.py"), *words,
                           "--build", str(BUILD), "--results", folder, "--scale", "check",
                           "--measure-only"], capture_output=True, text=True, check=False)


class Measured(unittest.TestCase):

    def test_one_item_of_each_paper(self):
        if not (BUILD / "bench/lomb_scargle_bench").exists():
            self.skipTest("the benchmarks are not built")
        with tempfile.TemporaryDirectory() as folder:
            done = run(folder, "checked")
            self.assertEqual(done.returncode, 0, done.stderr)
            store = reproduce.Store(pathlib.Path(done.stdout.splitlines()[-1]))
            results = reproduce.all_rows(store)
            for name in reproduce.CHECKED:
                item = next(item for item in reproduce.ITEMS if item.name == name)
                wanted = {"all"} if item.once else {"one", "all"}
                self.assertEqual(set(results[name]), wanted, name)
                for rows in results[name].values():
                    self.assertTrue(rows, name)
                    self.assertTrue(all(math.isfinite(row.value) and row.value >= 0
                                        for row in rows), rows)
            # What is derived from them is there as well.
            for name in ("hupca2010-fig5", "hupca2010-stages", "roeh2009-speedup"):
                self.assertTrue(any(results[name].values()), name)
            again = run(folder, "checked")
            self.assertEqual(len(again.stdout.splitlines()), 1, "nothing is measured twice")
            text = report.page(reproduce.ITEMS, results, items.published(), items.left_out(),
                               store.read("machine"), store.measured(), set(), {})
            self.assertIn("not measured", text)

    def test_items_of_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            names = [*BY_PROGRAM]
            if (BUILD / "bench/harmonic_transform_bench").exists():
                names.append(OF_TRANSFORMS)
            done = run(folder, *names)
            self.assertEqual(done.returncode, 0, done.stderr)
            results = reproduce.all_rows(
                reproduce.Store(pathlib.Path(done.stdout.splitlines()[-1])))
            for name in names:
                rows = results[name]["all"]
                self.assertTrue(rows, name)
                self.assertTrue(all(math.isfinite(row.value) for row in rows), rows)
                if name in SHARES:
                    self.assertTrue(all(0 <= row.value <= 100 for row in rows), rows)

    def test_refusals(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertIn("There is no item 'gowanlock2021-fig99'",
                          run(folder, "gowanlock2021-fig99").stderr)
            self.assertIn("Nothing is named", run(folder).stderr)
            if reproduce.machine(BUILD)["GPU"] == "none":
                done = run(folder, "checked", "--device", "both")
                self.assertIn("has no GPU", done.stderr)
                self.assertEqual((done.returncode, list(pathlib.Path(folder).iterdir())), (1, []))


if __name__ == "__main__":
    BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
