# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What transforms and grids refuse."""

import unittest

import numpy as np

import siderum
from siderum import sky
from siderum.sky import Grid, Plan


class BeyondWhatIsExact(unittest.TestCase):

    def test_analysis_is_refused(self):
        grid = Grid.gauss_legendre(12)
        map = sky.synthesis(sky.random(np.ones(12), seed=2), grid)
        self.assertEqual(sky.analysis(map).lmax, 11)
        with self.assertRaisesRegex(siderum.Error, "^The lmax 20 is too large"):
            sky.analysis(map, lmax=20)
        with self.assertRaisesRegex(siderum.Error, "^The lmax 20 is too large"):
            Plan(grid, 20).analysis(map.pixels)

    def test_colatitudes_are_refused(self):
        for theta in (45.0, -0.1, [0.1, 4.0]):
            with self.assertRaisesRegex(siderum.Error, "^A colatitude is "):
                Grid.healpix(16).find(theta, 0.0)
        self.assertEqual(Grid.healpix(16).find(np.float32(np.pi), 0.0),
                         Grid.healpix(16).find(np.pi, 0.0))


if __name__ == "__main__":
    unittest.main()
