# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What transforms and grids refuse."""

import unittest

import numpy as np

import siderum
from siderum import sky
from siderum.compat import healpy
from siderum.sky import Grid, Map, Plan


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


class OfNoTypeThatIsTaken(unittest.TestCase):
    """It is a sentence of the package, not one of the binding or of Python."""

    def test_is_one_sentence(self):
        plan, map = Plan(Grid.healpix(2), 4), np.ones(48)
        weight = {"tolerance": 1e-5, "iterations": 1}
        for bad in (None, "x", [1.0, None], object(), 1j, np.ones(7), np.array(["a"])):
            calls = [lambda: Grid.of(None, bad), lambda: Map(map).name(bad),
                     lambda: healpy.rotate_alm(np.ones(3, complex), psi=bad),
                     lambda: healpy.ud_grade(bad, 1), lambda: healpy.map2alm(map, gal_cut=bad),
                     lambda: healpy.map2alm_lsq(map, 4, 4, tol=bad)]
            if bad is not None:  # which is the default
                calls += [lambda: plan.analysis(map, weight=bad, **weight),
                          lambda: healpy.smoothing(map, sigma=bad),
                          lambda: healpy.anafast(map, nspec=bad),
                          lambda: healpy.alm2cl(np.ones(3, complex), lmax_out=bad),
                          lambda: healpy.rotate_alm(np.ones(3, complex), matrix=bad)]
            for call in calls:
                with self.assertRaisesRegex(siderum.Error, r"^[A-Z].*\(.*\)\. [A-Z].*\.$"):
                    call()
        for bad in ("x", object(), np.ones((2, 2))):
            with self.assertRaisesRegex(siderum.Error, "factors of the window|^The window has"):
                healpy.smoothing(map, beam_window=bad)
        with self.assertRaisesRegex(siderum.Error, "^The names of the spectra are None"):
            sky.Spectrum(None, np.ones((1, 4)))


class Huge(unittest.TestCase):
    """What no machine has room for is refused before anything is allocated."""

    def test_results(self):
        alm = sky.Coefficients(np.ones(45, complex))
        for call in (lambda: alm.resized(10**6), lambda: sky.random(np.ones(9), maps=10**13),
                     lambda: sky.random(np.ones(10**6 + 1)),
                     lambda: sky.regrade(np.ones(12), 2**24),
                     lambda: Grid.rings(np.linspace(0.1, 3, 30_000), 2**30).positions(),
                     lambda: healpy.synalm(np.ones(9), lmax=10**6),
                     lambda: healpy.ud_grade(np.ones(12), 2**24),
                     lambda: healpy.Alm.getlm(10**6), lambda: Plan(Grid.healpix(8192), 10**6)):
            with self.assertRaisesRegex(siderum.Error, r"^There is not enough memory \(.* could not"
                                                       r" be had.*\)\. Ask for less at once"):
                call()


class ThreeMaps(unittest.TestCase):
    """They are T, Q and U where that is said."""

    def test_are_told_what_they_need(self):
        maps, alms = np.ones((3, 192)), np.ones((3, 45), complex)
        for call in (lambda: sky.analysis(maps, spin=2), lambda: sky.Map(maps, spin=1),
                     lambda: sky.synthesis(alms, Grid.healpix(4), spin=2),
                     lambda: Plan(Grid.healpix(4), 8, spin=2).analysis(maps),
                     lambda: sky.random(np.ones((3, 9))), lambda: sky.remove_dipole(maps)):
            with self.assertRaisesRegex(siderum.Error, r"^The[a-z ]* .*\(.*\)\. .*polarised=True"):
                call()
        self.assertEqual(sky.analysis(maps, polarised=True, lmax=4).spectrum().cl.shape, (6, 5))
        self.assertEqual(sky.analysis(maps, lmax=4).spectrum().cl.shape, (3, 1, 5))
        for thing in (sky, sky.Map, sky.analysis):
            self.assertRegex(thing.__doc__, r"[Tt]hree\s+maps\s+are\s+T,\s+Q\s+and\s+U\s+with"
                                            r"\s+polarised=True\s+alone")


if __name__ == "__main__":
    unittest.main()
