# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Maps and harmonics: shapes, what transforms give back, what is refused, pictures."""

import dataclasses
import importlib.util
import pickle
import threading
import unittest

import numpy as np

import siderum
from siderum import sky
from siderum.sky import Coefficients, Grid, Map, Plan, Spectrum

FIELDS = ({"spin": 0}, {"spin": 1}, {"spin": 2}, {"polarised": True})
OWN = ("cl",), ("gg", "cc"), ("ee", "bb"), ("tt", "ee", "bb")


def has(module):
    return importlib.util.find_spec(module) is not None


def random(lmax, field, **more):
    names = OWN[3 if field.get("polarised") else field["spin"]]
    return sky.random({name: np.ones(lmax + 1) for name in names}, **field, **more)


def inner(a, b):
    """The product in which transforms have their adjoints."""
    _, m = a.degrees()
    return float((np.where(m == 0, 1.0, 2.0) * (a.alm * b.alm.conj()).real).sum())


class Grids(unittest.TestCase):
    def test_are_values(self):
        for grid in (Grid.healpix(5), Grid.gauss_legendre(9), Grid.equidistant("fejer1", 8),
                     Grid.rings([0.5, 1.0], [4, 5], weight=[0.1, 0.2])):
            self.assertEqual(pickle.loads(pickle.dumps(grid)), grid)
            self.assertEqual(len({grid, dataclasses.replace(grid)}), 1)
            theta, phi = grid.positions()
            np.testing.assert_array_equal(grid.find(theta, phi), np.arange(grid.pixels))

    def test_that_cannot_be_are_refused(self):
        for make in (lambda: Grid("foo", ()), lambda: Grid.healpix(0),
                     lambda: Grid("healpix", 64), lambda: Grid("healpix", ("64",)),
                     lambda: Grid([], ()), lambda: Spectrum("cl", [["a", "b"]]),
                     lambda: Spectrum("cl", 1j * np.ones((1, 3))),
                     lambda: Spectrum("cl", np.ma.masked_less([[1.0, 2.0]], 2)),
                     lambda: Grid.equidistant("fejer1", 0),
                     lambda: Grid.equidistant("simpson", 4), lambda: Grid.rings([4.0], [3]),
                     lambda: Map(np.zeros(13)), lambda: Map(np.zeros((2, 12)), polarised=True)):
            with self.assertRaises(siderum.Error):
                make()


class Transforms(unittest.TestCase):
    def test_give_back_coefficients_of_every_field(self):
        for field in FIELDS:
            for grid in (Grid.gauss_legendre(17), Grid.equidistant("driscoll-healy", 34)):
                alm = random(16, field)
                again = sky.analysis(sky.synthesis(alm, grid), lmax=16)
                np.testing.assert_allclose(again.alm, alm.alm, atol=1e-13)
                self.assertEqual((again.spin, again.polarised), (alm.spin, alm.polarised))

    def test_of_several_maps_are_those_of_each(self):
        grid = Grid.healpix(8)
        for field in FIELDS:
            alm = random(16, field, maps=3, seed=2)
            maps = sky.synthesis(alm, grid)
            self.assertEqual(maps.pixels.shape, (*alm.alm.shape[:-1], grid.pixels))
            found = sky.analysis(maps, lmax=16)
            for number in range(3):
                one = sky.synthesis(dataclasses.replace(alm, alm=alm.alm[number]), grid)
                np.testing.assert_allclose(maps.pixels[number], one.pixels, atol=1e-13)
                np.testing.assert_allclose(found.alm[number], sky.analysis(one, lmax=16).alm,
                                           atol=1e-13)

    def test_have_adjoints(self):
        for grid in (Grid.healpix(8), Grid.gauss_legendre(12, 40)):
            for field in FIELDS:
                alm = random(16, field)
                noise = Map(np.random.default_rng(1).normal(
                    size=(*alm.alm.shape[:-1], grid.pixels)), grid, **field)
                there = sky.synthesis(alm, grid)
                back = sky.adjoint_synthesis(noise, lmax=16)
                self.assertAlmostEqual((there.pixels * noise.pixels).sum(), inner(alm, back), 9)
                there = sky.adjoint_analysis(alm, grid)
                back = sky.analysis(noise, lmax=16, iterations=0)
                self.assertAlmostEqual((there.pixels * noise.pixels).sum(), inner(alm, back), 9)

    def test_keep_single_precision(self):
        alm = random(32, {"spin": 0}, precision="single")
        self.assertEqual(alm.alm.dtype, np.complex64)
        grid = Grid.gauss_legendre(33)
        single = sky.synthesis(alm, grid)
        self.assertEqual(single.pixels.dtype, np.float32)
        self.assertEqual(sky.analysis(single).alm.dtype, np.complex64)
        double = sky.synthesis(alm, grid, precision="double")
        self.assertEqual(double.pixels.dtype, np.float64)
        np.testing.assert_allclose(single.pixels, double.pixels, atol=1e-4)

    def test_iterate(self):
        alm = random(32, {"spin": 0})
        map = sky.synthesis(alm, Grid.healpix(16))
        told = []
        errors = []
        for more in ({"iterations": 0}, {}, {"ring_weights": True},
                     {"tolerance": 1e-12, "progress": lambda done, total: told.append(total)}):
            found = sky.analysis(map, lmax=32, **more)
            errors.append(np.abs(found.alm - alm.alm).max())
        self.assertTrue(errors[0] > errors[1] > errors[2])
        self.assertLess(errors[3], 1e-10)
        self.assertLess(found.residual, 1e-12)
        self.assertTrue(all(total == 100 for total in told))
        self.assertEqual(sky.analysis(map, lmax=32).iterations, 3)

    def test_of_masked_maps(self):
        map = sky.synthesis(random(16, {"spin": 0}), Grid.healpix(8)).pixels
        mask = np.ones(768)
        mask[:300] = 0.0
        expected = sky.analysis(map * mask, lmax=16)
        unseen = np.where(mask == 0.0, np.nan, map)
        for given, more in ((map, {"mask": mask}), (unseen, {"mask": mask}),
                            (np.where(mask == 0.0, np.inf, map), {"mask": mask}),
                            (unseen, {"unseen": "zero"}),
                            (np.where(mask == 0.0, -1.6375e30, map), {"unseen": "zero"}),
                            (np.ma.array(map, mask=mask == 0.0), {"unseen": "zero"})):
            np.testing.assert_array_equal(sky.analysis(given, lmax=16, **more).alm, expected.alm)
        with self.assertRaisesRegex(siderum.Error, "300 pixels are not seen, the first being 0"):
            sky.analysis(unseen, lmax=16)
        # By least squares the hidden pixels do not count.
        found = sky.analysis(unseen, lmax=4, mask=mask, tolerance=1e-10)
        other = sky.analysis(map, lmax=4, mask=2 * mask, tolerance=1e-10)
        np.testing.assert_allclose(found.alm, other.alm, atol=1e-8)
        for bad in (np.zeros(768), -mask, mask[:100]):
            with self.assertRaises(siderum.Error):
                sky.analysis(map, lmax=16, mask=bad)

    def test_refuse_what_does_not_fit(self):
        with self.assertRaisesRegex(siderum.Error, "no lmax has as many"):
            Coefficients(np.zeros(7, complex))
        with self.assertRaisesRegex(siderum.Error, "those to lmax 3, mmax 3 are 10"):
            Coefficients(np.zeros(7, complex), lmax=3)
        with self.assertRaisesRegex(siderum.Error, "real numbers"):
            sky.analysis(np.zeros(12, complex), lmax=1)
        with self.assertRaisesRegex(siderum.Error, "Give lmax"):
            sky.analysis(np.zeros(4), Grid.rings([1.0], [4]))
        with self.assertRaisesRegex(siderum.Error, "no ring weights"):
            sky.analysis(np.zeros(Grid.gauss_legendre(4).pixels), Grid.gauss_legendre(4),
                         ring_weights=True)
        with self.assertRaisesRegex(siderum.Error, "a_lm|coefficient|finite"):
            sky.synthesis(np.full(3, np.nan + 0j), Grid.healpix(1))
        with self.assertRaisesRegex(siderum.Error, "contradict"):
            sky.synthesis(np.zeros((3, 3), complex), Grid.healpix(1), spin=2, polarised=True)

    def test_end_where_they_are_told_to(self):
        def end(done, total):
            raise KeyboardInterrupt

        map = np.random.default_rng(0).normal(size=12 * 64**2)
        with self.assertRaises(KeyboardInterrupt):
            sky.analysis(map, iterations=100_000, progress=end)
        self.assertEqual(sky.analysis(map, lmax=8).iterations, 3)

    def test_of_threads_are_the_same(self):
        alm = random(32, {"spin": 0})
        expected = sky.synthesis(alm, Grid.healpix(16)).pixels
        found = [None] * 4

        def work(number):
            found[number] = sky.synthesis(alm, Grid.healpix(16)).pixels

        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for one in found:
            np.testing.assert_array_equal(one, expected)


class Plans(unittest.TestCase):
    def test_write_into_arrays_of_the_caller(self):
        plan = Plan(Grid.healpix(8), 16, maps=2)
        alm = random(16, {"spin": 0}, maps=2).alm
        out = np.empty((2, 768))
        self.assertIs(plan.synthesis(alm, out), out)
        np.testing.assert_array_equal(out, sky.synthesis(alm, Grid.healpix(8)).pixels)
        self.assertGreater(plan.bytes, 1000)
        again = pickle.loads(pickle.dumps(plan))
        np.testing.assert_array_equal(again.synthesis(alm), out)
        with self.assertRaisesRegex(siderum.Error, "There are 1 sets"):
            plan.synthesis(alm[0])
        with self.assertRaisesRegex(siderum.Error, "does not fit"):
            plan.synthesis(alm, np.empty((2, 768), np.float32))
        with self.assertRaises(siderum.Error):
            Plan(Grid.healpix(8), 16, maps=0)

    def test_are_kept_by_functions_and_given_back(self):
        from siderum.sky import _plan

        sky.forget_plans()
        alm = random(8, {"spin": 0})
        for _ in range(3):
            sky.synthesis(alm, Grid.healpix(4))
        self.assertEqual(len(_plan._kept), 1)
        most, _plan.MOST_KEPT = _plan.MOST_KEPT, 1
        try:
            sky.synthesis(alm, Grid.healpix(4))
            self.assertEqual(len(_plan._kept), 0)
        finally:
            _plan.MOST_KEPT = most


class Tools(unittest.TestCase):
    def test_spectra(self):
        one, other = random(20, {"polarised": True}), random(20, {"polarised": True}, seed=4)
        own, cross = one.spectrum(), one.spectrum(other)
        self.assertEqual(own.names, ("tt", "ee", "bb", "te", "eb", "tb"))
        self.assertEqual(cross.names[-3:], ("et", "be", "bt"))
        np.testing.assert_array_equal(one.spectrum(other.alm).cl, cross.cl)
        l, m = one.degrees()
        expected = sum(abs(one.alm[0][(l == 7) & (m == order)]) ** 2 * (2 if order else 1)
                       for order in range(8)) / 15
        self.assertAlmostEqual(own["tt"][7], float(expected[0]), 12)
        self.assertEqual(random(8, {"spin": 0}, maps=2).spectrum().cl.shape, (2, 1, 9))
        with self.assertRaisesRegex(siderum.Error, "no spectrum 'xx'"):
            own["xx"]

    def test_random_skies(self):
        spectra = Spectrum(("tt", "ee", "bb", "te"), np.array([[1.0], [1.0], [0.0], [1.0]])
                           * np.ones(201))
        alm = sky.random(spectra, polarised=True, seed=7)
        np.testing.assert_allclose(alm.alm[0, 405:], alm.alm[1, 405:], atol=1e-6)  # te^2 = tt ee
        self.assertAlmostEqual(alm.spectrum()["tt"][2:].mean(), 1.0, 1)
        for wrong in ({"tt": np.ones(3)}, {"cl": np.ones(3)}, np.ones((7, 3))):
            with self.assertRaises(siderum.Error):
                sky.random(wrong, polarised=True)
        with self.assertRaises(siderum.Error):
            sky.random(-np.ones(3))

    def test_filters_and_sizes(self):
        alm = random(12, {"spin": 2})
        halved = alm.filtered(np.full(13, 0.5))
        np.testing.assert_allclose(halved.alm, 0.5 * alm.alm)
        for kind in (int, float, np.float32, np.complex64):
            whole = Coefficients(np.arange(6).astype(kind)).filtered([1.0, 0.5, 0.25]).alm
            np.testing.assert_array_equal(whole, [0, 0.5, 0.5, 1.5, 1, 1.25])
            self.assertEqual(whole.dtype, np.complex64 if np.dtype(kind).name in
                             ("float32", "complex64") else np.complex128)
        wider = alm.resized(20, 5)
        self.assertEqual((wider.lmax, wider.mmax), (20, 5))
        back = wider.resized(12)
        _, m = alm.degrees()
        np.testing.assert_array_equal(back.alm, np.where(m <= 5, alm.alm, 0))
        with self.assertRaises(siderum.Error):
            alm.filtered(np.ones(5))
        with self.assertRaises(siderum.Error):
            alm.index(3, 4)

    def test_rotation_turns_the_map(self):
        alm = dataclasses.replace(random(10, {"spin": 0}), frame="galactic")
        turned = sky.rotate(alm, to="ecliptic")
        self.assertEqual(turned.frame, "ecliptic")
        np.testing.assert_allclose(sky.rotate(turned, to="galactic").alm, alm.alm, atol=1e-13)
        np.testing.assert_allclose(turned.spectrum().cl, alm.spectrum().cl, atol=1e-12)
        matrix = [[0.0, -1, 0], [1, 0, 0], [0, 0, 1]]
        np.testing.assert_allclose(sky.rotate(alm, matrix=matrix).alm,
                                   sky.rotate(alm, np.pi / 2).alm, atol=1e-13)
        single = sky.rotate(alm.alm.astype(np.complex64), 0.1, 0.2, 0.3)
        self.assertEqual(single.alm.dtype, np.complex64)
        np.testing.assert_allclose(single.alm, sky.rotate(alm, 0.1, 0.2, 0.3).alm, atol=1e-5)
        with self.assertRaisesRegex(siderum.Error, "have no frame"):
            sky.rotate(alm.alm, to="galactic")

    def test_smoothing_and_resolutions(self):
        map = sky.synthesis(random(16, {"polarised": True}), Grid.healpix(8))
        smooth = sky.smooth(map, 0.2, lmax=16, tolerance=1e-13, iterations=100)
        beam = [sky.gaussian_beam(16, 0.2, spin) for spin in (0, 2, 2)]
        expected = sky.synthesis(random(16, {"polarised": True}).filtered(beam), Grid.healpix(8))
        np.testing.assert_allclose(smooth.pixels, expected.pixels, atol=1e-9)
        holes = map.pixels[0].copy()
        holes[5] = np.nan
        smooth = sky.smooth(holes, 0.2, unseen="zero")
        self.assertEqual(list(np.flatnonzero(np.isnan(smooth.pixels))), [5])
        coarse = sky.regrade(map, 4)
        self.assertEqual(coarse.pixels.shape, (3, 192))
        self.assertAlmostEqual(coarse.pixels[0].mean(), map.pixels[0].mean())
        nested = sky.regrade(map.pixels[0], 8, order_out="nested")
        np.testing.assert_array_equal(
            sky.regrade(nested.pixels, 8, order_in="nested").pixels, map.pixels[0])

    def test_masked_pixels_are_not_seen(self):
        masked = np.ma.array(np.arange(48, dtype=np.float32), mask=np.arange(48) < 3)
        self.assertEqual((Map(masked).pixels.dtype, np.isnan(Map(masked).pixels).sum()),
                         (np.float32, 3))
        whole = np.ma.array(np.arange(48), mask=np.arange(48) < 3)
        np.testing.assert_array_equal(Map(whole).pixels[3:], np.arange(3, 48))
        self.assertTrue(np.isnan(sky.regrade(masked, 4).pixels[0]))
        with self.assertRaisesRegex(siderum.Error, "3 pixels are not seen"):
            sky.analysis(Map(masked))

    def test_dipoles(self):
        x = np.array([np.cos(phi) * np.sin(theta) for theta, phi in
                      zip(*Grid.healpix(8).positions())])
        without, monopole, dipole = sky.remove_dipole(3.0 + 2.0 * x)
        np.testing.assert_allclose(dipole, [2.0, 0.0, 0.0], atol=1e-12)
        self.assertAlmostEqual(monopole, 3.0)
        np.testing.assert_allclose(without.pixels, 0.0, atol=1e-12)

    def test_results_are_picklable(self):
        alm = random(8, {"spin": 1})
        map = sky.synthesis(alm, Grid.healpix(4))
        for one in (alm, map, alm.spectrum()):
            again = pickle.loads(pickle.dumps(one))
            np.testing.assert_array_equal(np.asarray(again), np.asarray(one))


class Numbers(unittest.TestCase):
    """Which numbers are taken, and which are refused in a sentence."""

    GRID = Grid.healpix(4)
    MAP = np.random.default_rng(2).normal(size=192)

    def refused(self, cases):
        for call, why in cases:
            with self.assertRaisesRegex(siderum.Error, why):
                call()

    def test_single_precision_in_any_order_of_bytes(self):
        for order in "<>":
            map = self.MAP.astype(f"{order}f4")
            alm = sky.analysis(map)
            self.assertEqual(alm.alm.dtype, np.complex64)
            np.testing.assert_array_equal(alm.alm, sky.analysis(self.MAP.astype(np.float32)).alm)
            given = alm.alm.astype(f"{order}c8")
            for found in (sky.synthesis(given, self.GRID), sky.smooth(map, 0.1),
                          sky.regrade(map, 2), sky.remove_dipole(map)[0],
                          sky.smooth(np.where(map > 2, np.float32(np.nan), map), unseen="zero"),
                          sky.adjoint_analysis(given, self.GRID)):
                self.assertEqual(found.pixels.dtype, np.float32)
            self.assertEqual(sky.rotate(given, 0.1).alm.dtype, np.complex64)
        for kind in (">f8", "<f8", "f2", "i4"):
            self.assertEqual(sky.analysis(self.MAP.astype(kind)).alm.dtype, np.complex128)
            self.assertEqual(sky.regrade(self.MAP.astype(kind), 2).pixels.dtype, np.float64)

    def test_plans_refuse_what_is_not_seen(self):
        plan = Plan(self.GRID, 8)
        masked = np.ma.array(self.MAP, mask=np.arange(192) < 3)
        unseen = np.where(np.arange(192) < 3, -1.6375e30, self.MAP)
        for call in (plan.analysis, plan.adjoint_synthesis):
            for map in (masked, unseen, Map(masked)):
                self.refused([(lambda: call(map), "3 pixels are not seen, the first being 0")])
        for kind in ("weight", "mask"):
            weight = np.ma.array(np.ones(192), mask=np.arange(192) < 3)
            call = plan.analysis if kind == "weight" else sky.analysis
            self.refused([(lambda: call(self.MAP, tolerance=0.1, **{kind: weight}),
                           "3 of the weights.* are masked")])
        self.refused([(lambda: Coefficients(np.ma.array(np.ones(6), mask=np.arange(6) < 1)),
                       "1 of the coefficients are masked"),
                      (lambda: sky.smooth(self.MAP, window=np.ma.masked_less(np.arange(12.0), 2)),
                       "2 of the factors of the window are masked")])

    def test_what_says_what_it_is_is_not_overruled(self):
        alm = random(11, {"spin": 2})
        map = sky.synthesis(alm, self.GRID)
        scalar, other = Map(self.MAP), Grid.gauss_legendre(5)
        framed = Coefficients(np.ones(6, complex), frame="galactic")
        self.refused((
            (lambda: sky.analysis(map, spin=1), "spin is 1, and the Map has 2"),
            (lambda: sky.analysis(map, spin=0), "spin is 0, and the Map has 2"),
            (lambda: sky.smooth(map, 0.1, polarised=True), "polarised is True"),
            (lambda: sky.analysis(scalar, other, 4), "and that of the Map HEALPix nside 4"),
            (lambda: sky.remove_dipole(scalar, grid=other), "and that of the Map"),
            (lambda: sky.synthesis(alm, self.GRID, lmax=1), "lmax is 1, and the Coefficients"),
            (lambda: sky.rotate(alm, 0.1, spin=1), "spin is 1"),
            (lambda: sky.adjoint_analysis(alm, self.GRID, mmax=1), "mmax is 1"),
            (lambda: sky.rotate(framed, 0.5, to="ecliptic"), "angles and to were given"),
            (lambda: sky.rotate(framed, to="ecliptic", matrix=np.eye(3)), "to and matrix"),
            (lambda: sky.rotate(framed, 0.5, matrix=np.eye(3)), "angles and matrix")))
        same = sky.analysis(map, self.GRID, 11, spin=2, polarised=False)
        np.testing.assert_array_equal(same.alm, sky.analysis(map).alm)
        sky.synthesis(alm, self.GRID, lmax=11, mmax=11, spin=2)

    def test_units_stay(self):
        map = Map(self.MAP, unit="uK", frame="galactic")
        alm = sky.analysis(map)
        for one in (alm, sky.synthesis(alm, self.GRID), alm.spectrum(), alm.spectrum(alm),
                    sky.rotate(alm, 0.1), alm.filtered(np.ones(12)), sky.smooth(map, 0.1),
                    sky.adjoint_synthesis(map), sky.random(alm.spectrum()), sky.regrade(map, 2),
                    sky.remove_dipole(map)[0], sky.adjoint_analysis(alm, self.GRID)):
            self.assertEqual(one.unit, "uK")
        self.assertIsNone(alm.spectrum(sky.analysis(self.MAP)).unit)

    def test_whole_numbers(self):
        alm, map = np.ones(6, complex), self.MAP
        for call in (lambda: sky.analysis(map, lmax=10.5), lambda: sky.analysis(map, lmax="10"),
                     lambda: Grid.healpix(16.9), lambda: Grid.gauss_legendre("5"),
                     lambda: Grid.equidistant("fejer1", 4.5), lambda: sky.random(alm.real, 2.5),
                     lambda: sky.analysis(map, iterations=1.5), lambda: Plan(self.GRID, None),
                     lambda: sky.analysis(map, iterations=-1), lambda: sky.regrade(map, 8.5),
                     lambda: sky.analysis(map, spin="2"), lambda: sky.analysis(map, spin=[1, 2]),
                     lambda: Coefficients(alm, mmax=1.5), lambda: sky.random(alm.real, maps=0),
                     lambda: sky.random(alm.real, seed=-1), lambda: sky.random(alm.real, seed=1.5),
                     lambda: sky.random(alm.real, seed=2**64), lambda: Plan(self.GRID, 4, maps="2"),
                     lambda: sky.gaussian_beam(4.5, 0.1), lambda: Plan(self.GRID, 4, maps=0)):
            self.refused([(call, "it is a whole number|seeds are below")])
        self.assertEqual(sky.analysis(map, lmax=10.0, iterations=np.int64(2)).lmax, 10)
        found = sky.analysis(np.stack([map] * 2), spin=1.0)
        self.assertEqual((found.spin, type(found.spin)), (1, int))

    def test_other_numbers(self):
        alm, map = np.ones(6, complex), self.MAP
        plan = Plan(self.GRID, 2)
        self.refused((
            (lambda: Coefficients(alm).filtered(1j * np.ones(3)), "must be real numbers"),
            (lambda: Coefficients(alm).filtered(2.0), "factors end at l = 0"),
            (lambda: Coefficients(alm).filtered(np.ones((2, 3))), r"have the shape \(2, 3\)"),
            (lambda: sky.smooth(map, window=1j * np.ones(12)), "must be real numbers"),
            (lambda: sky.random(np.ones(4) * 1j), "must be real numbers"),
            (lambda: sky.random({"cl": np.ones(4) * 1j}), "must be real numbers"),
            (lambda: sky.random(Spectrum(("cl",), np.ones((2, 1, 4)))), "spectra of 2 maps"),
            (lambda: sky.analysis(map, mask=np.ones(192) * 1j), "must be real numbers"),
            (lambda: sky.remove_dipole(map, mask=np.ones(192) * 1j), "must be real numbers"),
            (lambda: sky.remove_dipole(map, mask=np.ones(5)), "mask has the shape"),
            (lambda: sky.analysis(map, tolerance=None), "The tolerance cannot be None"),
            (lambda: sky.analysis(map, tolerance="a"), "The tolerance cannot be 'a'"),
            (lambda: sky.analysis(map, tolerance=-1), "The tolerance is -1"),
            (lambda: plan.analysis(map, tolerance=np.nan), "The tolerance cannot be nan"),
            (lambda: sky.smooth(map, None), "The width of the beam cannot be None"),
            (lambda: sky.smooth(map, "1"), "The width of the beam cannot be '1'"),
            (lambda: sky.rotate(alm, "a"), "The angle psi cannot be 'a'"),
            (lambda: sky.rotate(alm, 0.1, np.inf), "The angle theta cannot be inf"),
            (lambda: sky.rotate(alm, matrix=np.eye(2)), r"shape \(2, 2\)"),
            (lambda: sky.rotate(alm, matrix="R"), "must be real numbers"),
            (lambda: Coefficients(["a"] * 6), "must be complex numbers"),
            (lambda: Plan(4, 2), "A grid was expected, and int"),
            (lambda: sky.synthesis(alm, None), "The grid is missing"),
            (lambda: sky.adjoint_analysis(alm, None), "The grid is missing"),
            (lambda: plan.synthesis(alm, out=[0.0] * 192), "does not fit"),
            (lambda: Grid.rings([1.0, 2.0], [4, 5, 6]), "nphi has the shape"),
            (lambda: Grid.rings([1.0, 2.0], 4.5), "not whole numbers"),
            (lambda: Grid.rings([1.0, 2.0], 4, weight="a"), "real numbers"),
            (lambda: sky.regrade(map, 2, power="a"), "The power cannot be 'a'"),
            (lambda: sky.regrade(map, 2, order_in=["ring"]), "There is no order"),
            (lambda: Map(map * 1j), "must be real numbers"),
            (lambda: Map(["a"] * 192), "must be real numbers"),
            (lambda: Map(map).row(0.5), "The row cannot be 0.5"),
            (lambda: Map(map, polarised="no"), "polarised cannot be 'no'"),
            (lambda: sky.analysis(map, ring_weights="on"), "ring_weights cannot be 'on'"),
            (lambda: sky.analysis(map, polarised="no"), "polarised cannot be 'no'"),
            (lambda: sky.remove_dipole(map, dipole="no"), "dipole cannot be 'no'"),
            (lambda: Coefficients(alm).index(1.5, 0), "no coefficient l = 1.5"),
            (lambda: Coefficients(alm).index("a", 0), "must be real numbers"),
            (lambda: self.GRID.find("a", 1), "must be real numbers"),
            (lambda: self.GRID.find([1, 2, 3], [1, 2]), r"shapes \(3,\) and \(2,\)"),
            (lambda: self.GRID.find(np.ma.masked_less([0.1, 1.0], 1), 1), "are masked"),
            (lambda: sky.analysis(Coefficients(alm)), "a map was expected"),
            (lambda: Coefficients(alm).spectrum(5), "one number was given"),
            (lambda: Coefficients(alm).spectrum(np.ones(3)), "There are 3 coefficients"),
            (lambda: sky.rotate(Map(map), 0.1), "coefficients were expected"),
            (lambda: sky.adjoint_synthesis(map * np.nan), r"number in each\). Replace them.$")))

    @unittest.skipUnless(has("astropy"), "astropy is not installed")
    def test_angles_with_units(self):
        from astropy import units as u

        alm = random(5, {"spin": 0})
        np.testing.assert_allclose(sky.rotate(alm, 10 * u.deg, phi=3 * u.arcmin).alm,
                                   sky.rotate(alm, np.radians(10), phi=np.radians(0.05)).alm)
        with self.assertRaisesRegex(siderum.Error, "width of the beam"):
            sky.smooth(self.MAP, 3 * u.m)
        np.testing.assert_array_equal(self.GRID.find(90 * u.deg, [0.1, 2] * u.rad),
                                      self.GRID.find(np.pi / 2, [0.1, 2]))
        self.refused([(lambda: self.GRID.find(1 * u.m, 0), "colatitudes are in m")])

    @unittest.skipUnless(has("astropy"), "astropy is not installed")
    def test_quantities_say_their_unit(self):
        from astropy import units as u
        from astropy.table import MaskedColumn

        alm = sky.analysis(self.MAP * u.K)
        masked = MaskedColumn(self.MAP, mask=np.arange(192) < 3, unit="K")
        for one in (alm, Map(self.MAP * u.K), sky.smooth(self.MAP * u.K, 0.1), alm.spectrum(),
                    sky.regrade(self.MAP * u.K, 2), Coefficients(alm.alm * u.K), Map(masked),
                    sky.random(np.ones(4) * u.K**2), Spectrum("cl", np.ones((1, 4)) * u.K**2)):
            self.assertEqual(one.unit, u.K)
            self.assertIs(type(np.asarray(one)), np.ndarray)
        self.assertEqual(np.isnan(Map(masked).pixels).sum(), 3)
        self.assertEqual(Map(self.MAP * u.K, unit="K").unit, u.K)
        self.refused([(lambda: Map(self.MAP * u.K, unit="mK"), "in K, and unit is 'mK'"),
                      (lambda: Coefficients(alm.alm * u.K, unit="m"), "in K, and unit is 'm'")])
        self.assertEqual([one.to_table()[name].unit for one, name in
                          ((Map(self.MAP * u.K), "map"), (alm, "a_lm"), (alm.spectrum(), "cl"))],
                         [u.K, u.K, u.K**2])
        self.assertIsNone(Map(self.MAP, unit="counts of mine").to_table()["map"].unit)


@unittest.skipUnless(has("matplotlib"), "matplotlib is not installed")
class Pictures(unittest.TestCase):
    def setUp(self):
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot

        self.figure, self.axes = pyplot.subplots()
        self.addCleanup(pyplot.close, self.figure)

    def test_of_maps(self):
        alm = random(16, {"polarised": True}, frame="galactic")
        map = sky.synthesis(alm, Grid.healpix(8))
        for projection in ("mollweide", "orthographic", "gnomonic", "cartesian"):
            self.axes.clear()
            artists = map.plot(1, self.axes, projection=projection, centre=(40, 20))
            shown = artists[0].get_array()
            self.assertGreater(np.ptp(shown.compressed()), 0.1)
            self.assertIn("galactic", [text.get_text() for text in self.axes.texts])
            self.assertGreater(len(self.axes.lines), 5)
            self.assertEqual(artists[-1].ax.get_xlabel(), "Q")
        with self.assertRaisesRegex(siderum.Error, "no row 3"):
            map.plot(3, self.axes)
        with self.assertRaisesRegex(siderum.Error, "no projection"):
            map.plot(0, self.axes, projection="aitoff")
        for more, why in (({"radius": "5"}, "The radius cannot be '5'"),
                          ({"centre": "M31"}, "The centre cannot be 'M31'"),
                          ({"centre": (1,)}, "The centre cannot be"),
                          ({"centre": (1, "2")}, "The latitude cannot be '2'"),
                          ({"graticule": "x"}, "The step of the graticule cannot be 'x'"),
                          ({"graticule": -10}, "step of the graticule is -10"),
                          ({"graticule": 0.01}, "Give one of 2 or more"),
                          ({"colorbar": "no"}, "The colorbar cannot be 'no'"),
                          ({"ax": 5}, "Axes of matplotlib were expected")):
            with self.assertRaisesRegex(siderum.Error, why):
                map.plot(**{"ax": self.axes, **more})
        self.assertEqual(len(map.plot(ax=self.axes, graticule=0, colorbar=False)), 3)

    @unittest.skipUnless(has("astropy"), "astropy is not installed")
    def test_places_may_be_quantities(self):
        from astropy import units as u

        map = Map(np.arange(192.0))
        shown = [map.plot(ax=self.axes, projection="gnomonic", centre=centre, radius=radius,
                          colorbar=False)[0]
                 for centre, radius in (((30, 10), 2), ((np.pi / 6 * u.rad, 10 * u.deg),
                                                        120 * u.arcmin))]
        np.testing.assert_array_equal(*(one.get_array() for one in shown))

    def test_lines_and_names_are_seen(self):
        from matplotlib import pyplot

        light = Map(np.ones(768), frame="galactic", unit="K")
        for size in ((4, 3), (6.4, 4.8), (10, 4)):
            for projection in ("mollweide", "orthographic", "gnomonic", "cartesian"):
                figure, axes = pyplot.subplots(figsize=size)
                self.addCleanup(pyplot.close, figure)
                artists = light.plot(ax=axes, projection=projection, centre=(60, 30))
                figure.canvas.draw()
                texts = {text.get_text(): text.get_window_extent() for text in axes.texts}
                bar = artists[-1].ax.get_tightbbox()
                for text, box in texts.items():
                    self.assertFalse(bar.overlaps(box), f"{text} {projection} {size}")
                    self.assertTrue(figure.bbox.containsx(box.x0) and
                                    figure.bbox.containsy(box.y1), f"{text} {projection} {size}")
                degrees = [text for text in texts if text.endswith("°")]
                self.assertGreater(len(degrees), 5, projection)
                others = [box for text, box in texts.items() if text != "galactic"]
                self.assertFalse(any(texts["galactic"].overlaps(box) for box in others))
                # White lines have a dark edge.
                self.assertTrue(axes.lines[0].get_path_effects())

    def test_longitudes_grow_to_the_left(self):
        pixels = np.zeros(768)
        pixels[Grid.healpix(8).find(np.pi / 2, np.radians(60.0))] = 1.0
        image = Map(pixels).plot(ax=self.axes, graticule=0)[0].get_array()
        _, columns = np.nonzero(image.filled(0.0))
        self.assertAlmostEqual(columns.mean() / image.shape[1], 0.5 - 60 / 360, 1)

    def test_of_spectra(self):
        spectrum = random(16, {"polarised": True}).spectrum()
        lines = [artist for artist in spectrum.plot(self.axes, names=["tt", "ee"])
                 if hasattr(artist, "get_ydata")]
        self.assertEqual([line.get_label() for line in lines], ["TT", "EE"])
        for unit, label in (("K", "[K²]"), ("MJy / sr", "[(MJy / sr)²]"), (None, "pi$")):
            dataclasses.replace(spectrum, unit=unit).plot(self.axes)
            self.assertTrue(self.axes.get_ylabel().endswith(label), self.axes.get_ylabel())
        self.assertEqual(len(spectrum.plot(self.axes, names="te")), 2)
        with self.assertRaisesRegex(siderum.Error, "scaled cannot be 'no'"):
            spectrum.plot(self.axes, scaled="no")
        l = spectrum.l[2:]
        np.testing.assert_allclose(lines[0].get_ydata(),
                                   spectrum["tt"][2:] * l * (l + 1) / (2 * np.pi))


if __name__ == "__main__":
    unittest.main()
