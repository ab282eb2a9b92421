# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What transforms and grids refuse."""

import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import unittest
import warnings

import numpy as np

import siderum
from siderum import sky
from siderum.compat import healpy
from siderum.sky import Grid, Map, Plan

MAPS = np.random.default_rng(4).normal(size=(3, 768))
CL = 1.0 / np.arange(1, 25) ** 2


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


class MoreThanPixelsTellApart(unittest.TestCase):
    """A warning says it, with the line of the caller."""

    def told(self, call):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            call()
        for one in caught:
            self.assertEqual((one.category, one.filename), (RuntimeWarning, __file__))
        return [str(one.message) for one in caught]

    def test_is_told(self):
        grid = Grid.healpix(8)
        for call in (lambda: sky.analysis(MAPS[0], lmax=24), lambda: sky.smooth(MAPS[0], lmax=24),
                     lambda: sky.analysis(MAPS[0], lmax=24, tolerance=1e-3, iterations=4),
                     lambda: Plan(grid, 24).analysis(MAPS[0]),
                     lambda: healpy.map2alm(MAPS[0], lmax=24),
                     lambda: healpy.anafast(MAPS[0], lmax=24),
                     lambda: healpy.smoothing(MAPS[0], lmax=24)):
            self.assertEqual(self.told(call), [
                "lmax 24 is above 3 nside - 1 = 23 (the pixels cannot tell the degrees above that"
                " from lower ones). Ask for lmax 23 or less."])

    def test_is_told_of_orders_and_residuals(self):
        few = Grid.gauss_legendre(12, 16)
        self.assertEqual(self.told(lambda: sky.analysis(np.ones(192), few, 11, iterations=0)), [
            "The rings have 16 pixels (enough to tell orders up to 7 apart), and mmax is 11. Ask"
            " for mmax 7 or less."])
        rings = Grid.rings([0.5, 1.5, 2.5], 64, weight=0.1)
        found = self.told(lambda: sky.analysis(np.random.default_rng(2).normal(size=192), rings,
                                               lmax=20, iterations=6))
        self.assertRegex("".join(found), r"^The iterations end with a residual of .*\)\. Ask for a")

    def test_is_not_told_of_the_usual(self):
        for call in (lambda: sky.analysis(MAPS[0]), lambda: sky.smooth(MAPS[0], 0.1),
                     lambda: sky.analysis(MAPS[0], iterations=20),
                     lambda: sky.analysis(MAPS[0], mask=MAPS[0] > 0, tolerance=1e-3),
                     lambda: healpy.map2alm(MAPS[0]), lambda: healpy.anafast(MAPS[0], lmax=23),
                     lambda: sky.analysis(np.ones(288), Grid.gauss_legendre(12, 24)),
                     lambda: sky.analysis(np.ones(288), Grid.equidistant("fejer1", 12))):
            self.assertEqual(self.told(call), [])


class Weights(unittest.TestCase):
    """Of pixels: those that are not seen count as 0, and others below 0 or infinite are refused."""

    def test_one_rule(self):
        plan = Plan(Grid.healpix(8), 6)
        calls = (("mask", lambda one: sky.analysis(MAPS[0], lmax=6, mask=one, tolerance=0.1)),
                 ("mask", lambda one: sky.smooth(MAPS[0], 0.1, lmax=6, mask=one)),
                 ("mask", lambda one: sky.remove_dipole(MAPS[0], mask=one)),
                 ("weight", lambda one: plan.analysis(MAPS[0], weight=one, tolerance=0.1)))
        seen = np.arange(768) < 600
        for what, call in calls:
            for absent in (np.nan, -1.6375e30):
                np.testing.assert_array_equal(said(call(np.where(seen, 1.0, absent))),
                                              said(call(np.where(seen, 1.0, 0.0))))
                with self.assertRaisesRegex(siderum.Error, rf"^The {what} hides the whole sky"):
                    call(np.full(768, absent))
            for bad in (-1.0, np.inf):
                with self.assertRaisesRegex(siderum.Error, rf"^The {what} has a number below 0"):
                    call(np.where(seen, 1.0, bad))
            with self.assertRaisesRegex(siderum.Error, rf"^The {what} has the shape \(5,\)"):
                call(np.ones(5))


def said(result):
    """Its numbers."""
    return np.asarray(result[0] if isinstance(result, tuple) else result)


class Results(unittest.TestCase):
    def test_that_overlap_what_is_read_are_refused(self):
        plan = Plan(Grid.healpix(4), 11)
        room = np.zeros(400)
        map, alm = room[:192], room[100:256].view(complex)
        for call in (lambda: plan.analysis(map, alm), lambda: plan.synthesis(alm, map),
                     lambda: plan.adjoint_synthesis(map, alm),
                     lambda: plan.adjoint_analysis(alm, map)):
            with self.assertRaisesRegex(siderum.Error, r"^The array for the result overlaps the"):
                call()
        plan.analysis(map, room[192:348].view(complex))


@unittest.skipUnless(importlib.util.find_spec("astropy"), "astropy is not installed")
class OneUnitOfTwo(unittest.TestCase):
    """A plain number beside a Quantity is refused, but 0."""

    def test_is_refused(self):
        from astropy import units as u

        grid = Grid.healpix(8)
        for call in (lambda: grid.find(10 * u.deg, 10.0), lambda: grid.find(1.0, 10 * u.deg)):
            with self.assertRaisesRegex(siderum.Error, r"^The .* have a unit \(and the .* have none"
                                                       r"\)\. Give both or neither one\.$"):
                call()
        with self.assertRaisesRegex(siderum.Error, "^Some of the angles have a unit"):
            sky.rotate(np.ones(6, complex), 10 * u.deg, 0.1)
        with self.assertRaisesRegex(siderum.Error, "^Some of the coordinates of the centre have"):
            Map(np.ones(12)).plot(projection="gnomonic", centre=(1 * u.rad, 10.0))
        grid.find(10 * u.deg, 0.0)
        sky.rotate(np.ones(6, complex), 10 * u.deg)


class Sentences(unittest.TestCase):
    def test_name_what_is_wrong(self):
        for call, why in (
                (lambda: sky.regrade(np.ones(12), 1, order_in="NEST"),
                 "^There is no order 'NEST' for order_in .pixels are in ring or nested order"),
                (lambda: sky.analysis(None), r"^A map is an array of pixels \(None was given"),
                (lambda: sky.analysis(3), r"^A map is an array of pixels \(one number was given"),
                (lambda: sky.analysis("a"), r"^A map is an array of pixels \(str was given"),
                (lambda: sky.synthesis(None, Grid.healpix(1)),
                 r"^Coefficients are an array \(None was given"),
                (lambda: sky.random([]), "^A spectrum is empty"),
                (lambda: sky.random({"cl": []}), "^A spectrum is empty"),
                (lambda: Map(np.ones(12), unit=5), "^The unit is 5 "),
                (lambda: sky.Coefficients(np.ones(6), unit=5), "^The unit is 5 "),
                (lambda: sky.Spectrum("cl", np.ones((1, 4)), unit=5), "^The unit is 5 ")):
            with self.assertRaisesRegex(siderum.Error, why):
                call()


class InThePlaceOfHealpy(unittest.TestCase):

    def test_one_sentence_names_the_argument(self):
        map, alm = MAPS[0], np.ones(6, complex)
        for call, why in (
                *((lambda call=call, name=name, bad=bad: call(**{name: bad}),
                   f"^The {name} cannot be {bad!r} .it is a whole number of 0 or more")
                  for call in (lambda **more: healpy.map2alm(map, **more),
                               lambda **more: healpy.anafast(map, **more),
                               lambda **more: healpy.smoothing(map, **more),
                               lambda **more: healpy.map2alm_spin(MAPS[:2], 2, **more),
                               lambda **more: healpy.alm2map(alm, 4, **more),
                               lambda **more: healpy.alm2cl(alm, **more),
                               lambda **more: healpy.rotate_alm(alm, 0.1, **more))
                  for name in ("lmax", "mmax") for bad in (-1, -5, 1.5)),
                *((lambda call=call: call(alm, mmax=-1), "^The mmax cannot be -1 ")
                  for call in (lambda alm, mmax: healpy.almxfl(alm, [1.0], mmax),
                               lambda alm, mmax: healpy.smoothalm(alm, 0.1, mmax=mmax))),
                *((lambda spin=spin: healpy.map2alm_spin(MAPS[:2], spin), why)
                  for spin, why in ((1.5, "^The spin cannot be 1.5 "), (-1, "^The spin cannot be"),
                                    (True, "^The spin cannot be True "), (3, "^The spin is 3 "))),
                (lambda: healpy.map2alm(map, iter=1.5), "^The iter cannot be 1.5 .* of 0 or more"),
                (lambda: healpy.map2alm(map, iter=-1), "^The iter cannot be -1 "),
                (lambda: healpy.map2alm_lsq(map, 8, 8, maxiter=1.5), "^The maxiter cannot be 1.5 "),
                (lambda: healpy.anafast(map, nspec=-1), "^The nspec cannot be -1 .* of 1 or more"),
                (lambda: healpy.alm2cl(alm, nspec=0), "^The nspec cannot be 0 "),
                (lambda: healpy.alm2cl(alm, lmax_out=-1), "^The lmax_out cannot be -1 "),
                (lambda: healpy.ud_grade(map, 4, pess="x"), "^The pess cannot be 'x'"),
                *((lambda call=call, name=name: call(**{name: "x"}),
                   f"^The {name} cannot be 'x' .it is True or False")
                  for call, names in (
                      (lambda **more: healpy.map2alm(map, **more), "pol use_weights verbose"
                                                                 " use_pixel_weights"),
                      (lambda **more: healpy.anafast(map, **more), "pol use_weights alm"),
                      (lambda **more: healpy.smoothing(map, **more), "pol use_weights verbose"
                                                                     " nest"),
                      (lambda **more: healpy.alm2map(alm, 4, **more), "pol pixwin inplace verbose"),
                      (lambda **more: healpy.synalm(CL, **more), "new verbose"),
                      (lambda **more: healpy.synfast(CL, 4, **more), "alm pol pixwin new verbose"),
                      (lambda **more: healpy.smoothalm(alm, **more), "pol inplace verbose"),
                      (lambda **more: healpy.almxfl(alm, [1.0], **more), "inplace"),
                      (lambda **more: healpy.gauss_beam(0.1, **more), "pol"))
                  for name in names.split())):
            with self.assertRaisesRegex(siderum.Error, why):
                call()
        np.testing.assert_array_equal(healpy.map2alm_spin(MAPS[:2], 2.0),
                                      healpy.map2alm_spin(MAPS[:2], 2))
        # As healpy's documentation has it.
        self.assertEqual(len(healpy.synalm(CL, lmax=-1, mmax=-1)), 300)

    def test_pixels_that_are_no_numbers_go_by_their_own_place(self):
        for bad in (np.nan, np.inf):
            maps = MAPS.copy()
            maps[1, 7:9] = bad
            for call in (healpy.map2alm, healpy.smoothing,
                         lambda one: healpy.smoothing(one, nest=True)):
                with self.assertRaisesRegex(siderum.Error, "^2 pixels are NaN or infinite, the"
                                                           " first being 7 "):
                    call(maps)
            healpy.smoothing(np.ma.array(maps[1], mask=~np.isfinite(maps[1])))

    def test_loads_when_it_is_asked_for(self):
        code = ("import sys, siderum; before = 'siderum.compat' in sys.modules\n"
                "print(before, siderum.compat.healpy.UNSEEN, siderum.compat.treecorr.Catalog)")
        self.assertRegex(subprocess.run([sys.executable, "-c", code], check=True, text=True,
                                        capture_output=True).stdout, "^False -1.6375e.30 <class")

    def test_what_healpy_alone_has_is_said(self):
        for name in ("nside2npix", "Rotator", "mollview"):
            with self.assertRaisesRegex(AttributeError, f"has no '{name}' .*Take it from healpy"):
                getattr(healpy, name)

    @unittest.skipUnless(importlib.util.find_spec("astropy"), "astropy is not installed")
    def test_files_without_coefficients_raise(self):
        with tempfile.TemporaryDirectory() as folder:
            path, alm = str(pathlib.Path(folder) / "a.fits"), np.ones(6, complex)
            for number in (1, 3):
                healpy.write_map(path, MAPS[:number], overwrite=True)
                with self.assertRaisesRegex(siderum.Error, "has no coefficients "):
                    healpy.read_alm(path)
            with self.assertRaisesRegex(siderum.Error, "^lmax is 9, and the coefficients end at 2"):
                healpy.write_alm(path, alm, lmax=9, overwrite=True)
            with self.assertRaisesRegex(siderum.Error, "^The lmax cannot be -5 "):
                healpy.write_alm(path, alm, lmax=-5, overwrite=True)
            healpy.write_alm(path, alm, lmax=-1, mmax=1, overwrite=True)
            for call, name in (
                    (lambda **more: healpy.write_alm(path, alm, **more), "overwrite"),
                    (lambda **more: healpy.read_alm(path, **more), "return_mmax"),
                    *((lambda **more: healpy.write_map(path, MAPS[0], **more), name)
                      for name in ("nest", "fits_IDL", "partial", "overwrite")),
                    *((lambda **more: healpy.read_map(path, **more), name)
                      for name in ("nest", "partial", "h", "verbose", "memmap"))):
                with self.assertRaisesRegex(siderum.Error, f"^The {name} cannot be 'x' "):
                    call(**{name: "x"})


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
