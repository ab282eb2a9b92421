# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Several processes write the bytes of one, and say what it says, once.

    python3 same_bytes_test.py PROGRAM [TEST...]
"""

import pathlib
import sys
import unittest

import program_test
from program_test import IDA, ROOT

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from several_processes import SeveralProcesses  # noqa: E402

GALAXIES = ROOT / "examples/data/galaxies.csv"
GRID = ["--fmin", "0.5", "--fmax", "4", "--count", "3000"]
LONG = ["--fmin", "0.5", "--fmax", "24", "--count", "50000"]


class SameBytes(SeveralProcesses):

    def objects(self, *points):
        """A file of objects with so many points each, of two bands."""
        rows = ["id,time,value,error,filter"]
        for number, count in enumerate(points):
            for i in range(count):
                time = i * 0.73 + (i * i * 7919 % 101) / 53
                phase = time * (1.3 + 0.37 * (number % 7)) % 1
                rows.append(f"s{number},{time:.6f},{phase * (1 - phase) + i % 5 / 90:.6f},"
                            f"{0.01 + i % 3 / 200:.4f},{'gr'[i % 2]}")
        return self.write("objects.csv", "\n".join(rows) + "\n")

    def test_blocks_of_objects(self):
        file = self.objects(*[20 + 13 * i % 60 for i in range(23)])
        command = ["periods", file, "--columns", "id,time,value,error,-", *GRID]
        self.same(command, ranks=(1, 2, 3, 4))
        for extra in (["--method", "nufft"], ["--method", "product", "--precision", "single"],
                      ["--method", "direct", "--peaks", "3", "--refine", "--fap", "baluev"],
                      ["--nterms", "3", "--exclude", "1:0.1"],
                      ["--periodogram", "out.npy", "--window", "outw.npy", "--output", "out.fits"]):
            self.same([*command, *extra])

    def test_one_object_outweighs_all_others(self):
        # First, in the middle and last: blocks of nothing stand before, beside and behind it.
        for lengths in ([4000, 5, 5, 5], [5, 5, 4000, 5, 5], [5, 5, 5, 4000]):
            file = self.objects(*lengths)
            command = ["periods", file, "--columns", "id,time,value,error,-", *GRID]
            self.same([*command, "--peaks", "2"], ranks=(2, 4))
            self.same([*command, "--finder", "pdm"], ranks=(3,))
        self.same([*command, "--periodogram", "out.npy", "--window", "outw.npy"], ranks=(4,))

    def test_bands(self):
        self.same(["periods", self.objects(30, 40, 50, 60, 25), "--band-column", "filter", *GRID])

    def test_the_bootstrap_draws_for_each_object_alike(self):
        file = self.objects(15, 20, 25, 18, 22)
        self.same(["periods", file, "--columns", "id,time,value,error,-", "--fap", "bootstrap",
                   "--fmin", "0.5", "--fmax", "2", "--count", "200"])

    def test_finders(self):
        file = self.objects(*[30 + i for i in range(9)])
        for finder in ("super-smoother", "pdm", "conditional-entropy"):
            command = ["periods", file, "--columns", "id,time,value,error,-", "--finder", finder,
                       "--fmin", "0.5", "--fmax", "3", "--count", "1000"]
            self.same(command, ranks=(2, 4))
        self.same([*command, "--periodogram", "out.npy"])
        smoother = ["periods", file, "--columns", "id,time,value,error,-", "--finder",
                    "super-smoother", "--fmin", "0.5", "--fmax", "3", "--count", "1000"]
        self.same([*smoother, "--variant", "single-pass"], ranks=(3,))
        self.same([*smoother, "--candidates", "5"], ranks=(2,))

    def test_many_objects_in_rounds(self):
        file = self.objects(*[5 + i % 9 for i in range(300)])
        search = ["periods", file, "--columns", "id,time,value,error,-"]
        self.same([*search, *GRID], ranks=(2, 4))
        # More than half a second of one process.
        self.same([*search, "--fmin", "0.1", "--fmax", "20", "--count", "300000", "--method",
                   "direct"], ranks=(2,))

    def test_stretches_of_one_object(self):
        for extra in (["--method", "direct"], ["--method", "nufft"], ["--method", "product"],
                      ["--precision", "single"], ["--finder", "super-smoother"]):
            self.same(["periods", IDA, *LONG, *extra], ranks=(2, 4))
        self.same(["periods", IDA, *LONG, "--finder", "pdm"], ranks=(3,))
        # Of several sections of transforms.
        self.same(["periods", IDA, *LONG[:-1], "3000000", "--method", "nufft", "--tolerance",
                   "1e-4"], ranks=(2, 3))

    def test_ranks_without_work(self):
        self.same(["periods", IDA, *GRID, "--peaks", "3", "--periodogram", "out.npy"],
                  ranks=(2, 4))
        self.same(["periods", self.objects(30, 2, 30), "--columns", "id,time,value,error,-", *GRID],
                  ranks=(4,))

    def test_standard_input(self):
        text = pathlib.Path(IDA).read_text()
        alone = self.succeed("periods", "-", *GRID, text=text)
        several = self.run_several(2, "periods", "-", *GRID, text=text)
        self.assertEqual((several.stdout, several.stderr), (alone.stdout, alone.stderr))

    def points(self, name, count, seed):
        self.succeed("simulate", "sky-points", "--points", count, "--seed", seed, "--output", name,
                     "--box", "10:60:-20:30")
        return name

    def weighted(self, name, count, seed):
        """Points with weights of either sign."""
        plain = self.read(self.points("plain.csv", count, seed)).splitlines()
        rows = [plain[0] + ",weight"]
        rows += [f"{row},{((i * 7919) % 97 - 20) / 31!r}" for i, row in enumerate(plain[1:])]
        return self.write(name, "\n".join(rows) + "\n")

    def test_pairs(self):
        self.same(["pairs", "--data", GALAXIES, "--bins", "0.1:10:7"], ranks=(1, 2, 3, 4))
        self.same(["pairs", "--data", GALAXIES, "--bins", "0.1:10:7", "--mean-separation", "yes",
                   "--regions", "7", "--per-region", "out.csv", "--save-counts", "out.json"])

    def test_pairs_with_weights_and_many_sets(self):
        data = self.weighted("data.csv", 3000, 1)
        sets = [self.points(f"random{i}.csv", 2000, 10 + i) for i in range(4)]
        self.same(["pairs", "--data", data, "--weights", "weight", "--randoms", *sets,
                   "--bins", "0.05:20:9",
                   "--mean-separation", "yes", "--regions", "5", "--errors", "bootstrap",
                   "--save-counts", "out.json"], ranks=(1, 2, 3, 4))
        self.same(["pairs", "--data", data, "--weights", "weight", "--bins", "0.05:20:9",
                   "--precision", "single"])

    def test_pairs_of_shares_unlike_each_other(self):
        # A clump in which all neighbourhoods are near, one point, and an empty region.
        clump = [f"{10 + i % 50 * 1e-4!r},{5 + i // 50 * 1e-4!r}" for i in range(2500)]
        clump = self.write("clump.csv", "\n".join(["ra,dec", *clump]) + "\n")
        point = self.write("point.csv", "ra,dec\n10.001,5.001\n")
        bins = ["--bins", "0.0001:1:6", "--mean-separation", "yes"]
        self.same(["pairs", "--data", clump, *bins], ranks=(2, 4))
        self.same(["pairs", "--data", point, "--randoms", clump, *bins, "--save-counts",
                   "out.json"], ranks=(3,))

    def test_fewer_points_than_ranks(self):
        data = self.write("data.csv", "ra,dec\n10,1\n10.2,1.1\n")
        self.same(["pairs", "--data", data, "--bins", "0.01:10:3"], ranks=(4,))


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
