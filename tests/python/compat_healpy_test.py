# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""siderum.compat.healpy beside healpy where that is installed, and by itself."""

import importlib.util
import inspect
import os
import pathlib
import stat
import subprocess
import sys
import tempfile
import threading
import unittest
import unittest.mock
import warnings

import numpy as np

import siderum
from siderum.compat import healpy as ours


def has(module):
    return importlib.util.find_spec(module) is not None


RNG = np.random.default_rng(4)
MAPS = RNG.normal(size=(3, 768))
MASKED = MAPS.copy()
MASKED[1, :20] = ours.UNSEEN
CL = 1.0 / np.arange(1, 25) ** 2


@unittest.skipUnless(has("healpy"), "healpy is not installed")
class BesideHealpy(unittest.TestCase):
    def setUp(self):
        import healpy

        self.theirs = healpy

    def same(self, function, *arguments, tolerance=1e-12, **keywords):
        one = getattr(ours, function)(*arguments, **keywords)
        other = getattr(self.theirs, function)(*arguments, **keywords)
        self.assertEqual(type(one), type(other), function)
        if isinstance(one, tuple):
            one, other = one[0], other[0]
        self.assertEqual(np.shape(one), np.shape(other))
        np.testing.assert_allclose(one, other, atol=tolerance * np.max(np.abs(other)),
                                   err_msg=f"{function} {keywords}")

    def test_signatures(self):
        for name in ours.__all__:
            if name in ("Alm", "UNSEEN"):
                continue
            one = inspect.signature(getattr(ours, name)).parameters.values()
            other = inspect.signature(getattr(self.theirs, name)).parameters.values()
            self.assertEqual([(p.name, p.default) for p in one],
                             [(p.name, p.default) for p in other], name)
        for name in ("getlm", "getidx", "getsize", "getlmax"):
            self.assertEqual(list(inspect.signature(getattr(ours.Alm, name)).parameters),
                             list(inspect.signature(getattr(self.theirs.Alm, name)).parameters))
        self.assertEqual(ours.UNSEEN, self.theirs.UNSEEN)

    def test_analysis(self):
        for maps in (MAPS, list(MAPS), MAPS[0], MAPS[:1], MASKED, MAPS.astype(np.float32),
                     list(self.theirs.ma(MASKED))):
            self.same("map2alm", maps)
        for more in ({"iter": 0}, {"lmax": 10}, {"lmax": 10, "mmax": 4}, {"pol": False},
                     {"gal_cut": 30}):
            self.same("map2alm", MAPS, **more)
        self.same("map2alm", MAPS[:2], pol=False)
        self.same("map2alm_lsq", MAPS, 12, 12, tolerance=1e-8)
        for spin in (0, 1, 2):
            self.same("map2alm_spin", MAPS[1:], spin)
            self.same("map2alm_spin", list(MAPS[1:]), spin, 12, 7)

    def test_synthesis(self):
        alms = self.theirs.map2alm(MAPS)
        for given in (alms, list(alms), alms[0], alms.astype(np.complex64)):
            self.same("alm2map", given, 8)
        for more in ({"pol": False}, {"fwhm": 0.2}, {"sigma": 0.1}, {"lmax": 23, "mmax": 23}):
            self.same("alm2map", alms, 4, **more)
        for spin in (0, 1, 2):
            self.same("alm2map_spin", list(alms[1:]), 8, spin, 23)
        for one in (alms[:1], [alms[0]]):
            self.same("alm2map", one, 8, pol=False)
        short = self.theirs.map2alm(MAPS[0], lmax=10, mmax=4)
        self.same("alm2map", short, 4, lmax=10, mmax=4)

    def test_coefficients(self):
        alms = self.theirs.map2alm(MAPS)
        self.same("alm2cl", alms)
        self.same("alm2cl", alms, alms[::-1])
        self.same("alm2cl", alms[0], lmax_out=5)
        self.same("alm2cl", alms, nspec=4)
        self.same("almxfl", alms[0], CL[:9])
        self.same("almxfl", alms[0], 1j * CL)
        for given in (np.array(alms[0]), alms[0].astype(np.complex64), alms[0].real.copy(),
                      list(alms[0])):
            self.same("almxfl", given, 1j * CL, inplace=True, tolerance=1e-6)
        for more in ({"fwhm": 0.2}, {"sigma": 0.1}, {"beam_window": CL}, {"pol": False,
                                                                          "fwhm": 0.3}):
            self.same("smoothalm", alms, inplace=False, **more)
        self.same("gauss_beam", 0.1, 50)
        self.same("gauss_beam", 0.1, 50, True)
        for arguments in ((3,), (3, 4), (3, np.array([0, 5]))):
            np.testing.assert_array_equal(ours.Alm.getlm(*arguments),
                                          self.theirs.Alm.getlm(*arguments))
        for number in (-5, 0, 9, 10, 11):
            self.assertEqual(ours.Alm.getlmax(number), self.theirs.Alm.getlmax(number))
        for more in ({"psi": 0.1, "theta": 0.2, "phi": 0.3},
                     {"matrix": self.theirs.Rotator(coord="GE").mat}):
            for given in (alms, list(alms), alms[0]):
                one, other = (np.array(given), np.array(given))
                ours.rotate_alm(one, **more)
                self.theirs.rotate_alm(other, **more)
                np.testing.assert_allclose(one, other, atol=1e-14)

    def test_spectra_and_smoothing(self):
        self.same("anafast", MAPS)
        self.same("anafast", MAPS, MAPS[::-1])
        self.same("anafast", MAPS, alm=True)
        self.same("anafast", MAPS[0], lmax=10, iter=1)
        for more in ({"fwhm": 0.2}, {"sigma": 0.1, "lmax": 12}, {"beam_window": CL},
                     {"fwhm": 0.2, "nest": True}, {"pol": False, "fwhm": 0.2}):
            self.same("smoothing", MAPS, **more)
        self.same("smoothing", MASKED[1], fwhm=0.1)
        masked = self.theirs.ma(MASKED[1])
        one, other = ours.smoothing(masked, fwhm=0.1), self.theirs.smoothing(masked, fwhm=0.1)
        np.testing.assert_array_equal(one.mask, other.mask)
        np.testing.assert_allclose(one.filled(), other.filled(), atol=1e-12)

    def test_resolutions(self):
        for more in ({}, {"order_in": "NEST"}, {"order_out": "NEST"}, {"power": -2},
                     {"power": 1.5}, {"dtype": np.float32}, {"pess": True}):
            for nside in (2, 4, 16):
                # (healpy scales pixels that are not seen too, where they become smaller ones.)
                maps = MAPS if more.get("power") and nside > 8 else MASKED
                self.same("ud_grade", maps, nside, **more,
                          tolerance=1e-6 if "dtype" in more else 1e-12)
        for maps in (MAPS[0], list(MAPS), self.theirs.ma(MASKED[1]), np.arange(768)):
            self.same("ud_grade", maps, 4)
        for kind in (">f8", ">i4"):
            found = ours.ud_grade(np.arange(768).astype(kind), 4)
            self.assertEqual(found.dtype, np.dtype(kind).newbyteorder("="))
        for maps in (self.theirs.ma(MASKED), self.theirs.ma(MASKED[1])):
            one, other = ours.ud_grade(maps, 4), self.theirs.ud_grade(maps, 4)
            np.testing.assert_array_equal(np.ma.getmaskarray(one), np.ma.getmaskarray(other))
            self.assertEqual(one.fill_value, other.fill_value)

    def test_random_skies_have_the_spectra(self):
        long = np.ones(300)
        for new in (False, True):
            np.random.seed(3)
            own = self.theirs.alm2cl(ours.synalm([long, long, 2 * long, 0.5 * long], new=new))
            np.random.seed(4)
            other = self.theirs.alm2cl(self.theirs.synalm([long, long, 2 * long, 0.5 * long],
                                                          new=new))
            np.testing.assert_allclose(own[:, 100:].mean(axis=1), other[:, 100:].mean(axis=1),
                                       atol=0.05)

    @unittest.skipUnless(has("astropy"), "astropy is not installed")
    def test_files_of_each_are_read_by_the_other(self):
        from astropy.io import fits

        with tempfile.TemporaryDirectory() as folder:
            path = str(pathlib.Path(folder) / "a.fits")
            alms = self.theirs.map2alm(MAPS, lmax=10, mmax=6)
            names = []
            for writes, reads in ((ours, self.theirs), (self.theirs, ours)):
                for more in ({}, {"nest": True}, {"dtype": np.float32}, {"fits_IDL": False},
                             {"coord": "G"}, {"column_units": "mK"}):
                    writes.write_map(path, MAPS, overwrite=True, **more)
                    np.testing.assert_allclose(
                        reads.read_map(path, field=None, nest=more.get("nest", False)), MAPS,
                        rtol=1e-6)
                writes.write_map(path, MASKED[1], partial=True, overwrite=True)
                np.testing.assert_allclose(reads.read_map(path), MASKED[1])
                writes.write_map(path, MAPS[0], nest=True, overwrite=True)
                np.testing.assert_allclose(reads.read_map(path),
                                           self.theirs.reorder(MAPS[0], n2r=True))
                writes.write_alm(path, alms, mmax_in=6, overwrite=True)
                np.testing.assert_allclose(reads.read_alm(path, hdu=(1, 2, 3)), alms)
                writes.write_alm(path, alms[0], lmax=7, mmax=3, mmax_in=6, overwrite=True)
                self.assertEqual(reads.read_alm(path, return_mmax=True)[1], 3)
                for number in (2, 3, 5):
                    writes.write_cl(path, [CL] * number, overwrite=True)
                    names.append(fits.getdata(path).names)
                writes.write_map(path, MAPS[[0, 1, 2, 0]], overwrite=True)
                names.append(fits.getdata(path).names)
                writes.write_cl(path, [CL] * 4, overwrite=True)
                np.testing.assert_allclose(reads.read_cl(path), [CL] * 4)
            self.assertEqual(names[:4], names[4:])

    def cards(self, package, write, *arguments, **keywords):
        """Those of the headers of a file; who has made it is another one."""
        from astropy.io import fits

        with tempfile.TemporaryDirectory() as folder:
            path = str(pathlib.Path(folder) / "a.fits")
            getattr(package, write)(path, *arguments, **keywords)
            with fits.open(path) as parts:
                return [str(card) for part in parts for card in part.header.cards
                        if card.keyword != "CREATOR"]

    @unittest.skipUnless(has("astropy"), "astropy is not installed")
    def test_headers_are_those_of_healpy(self):
        every = {"nest": True, "coord": "G", "column_names": ["a", "b", "c"],
                 "column_units": ["K", "mK", "uK"], "dtype": [np.float32, np.float64, np.int32],
                 "extra_header": [("FOO", 3, "what it is"), ("BAR", "x"), ("EXTNAME", "mine"),
                                  ("COMMENT", "one"), ("COMMENT", "two")]}
        large, part = np.ones(12 * 64**2), np.full(12 * 64**2, ours.UNSEEN)
        part[40000] = 1.0
        maps = [(MAPS[0], {}), (MAPS[:1], {}), (MAPS[:2], {}), (MAPS, {}), (MAPS[[0, 1, 2, 0]], {}),
                (MAPS, every), (MAPS, {"column_units": "K"}), (MAPS[0], {"column_names": ["a"]}),
                (MAPS[0].astype(np.float32), {}), (MAPS[0], {"dtype": np.float32}),
                (large, {}), (large, {"fits_IDL": False}), (np.arange(768), {}),
                (self.theirs.ma(MASKED), {}), (part, {"partial": True}),
                (MASKED[1], {"partial": True}), (MASKED[::-1], {"partial": True, **every})]
        for given, more in maps:
            self.assertEqual(self.cards(ours, "write_map", given, **more),
                             self.cards(self.theirs, "write_map", given, **more), str(more))
        alms = self.theirs.map2alm(MAPS)
        others = [("write_alm", alms, {}), ("write_alm", alms[0], {"lmax": 5, "mmax": 3}),
                  ("write_alm", alms, {"out_dtype": np.float32}), ("write_cl", CL, {}),
                  ("write_cl", [CL] * 4, {}), ("write_cl", [CL] * 7, {"column_units": "K"})]
        for write, given, more in others:
            one = self.cards(ours, write, given, **more)
            other = self.cards(self.theirs, write, given, **more)
            # What the Fortran of HEALPix and the program look for besides.
            own = ("MAX-LPOL", "MAX-MPOL", "POLAR")
            self.assertEqual([card for card in one if not card.startswith(own)], other, write)

    @unittest.skipUnless(has("astropy"), "astropy is not installed")
    def test_headers_say_whether_a_file_lists_its_pixels(self):
        with tempfile.TemporaryDirectory() as folder:
            path = str(pathlib.Path(folder) / "a.fits")
            for given, written in ((MAPS[0], {}), (MAPS, {}), (MASKED[1:], {"partial": True})):
                self.theirs.write_map(path, given, overwrite=True, **written)
                for partial in (False, True):
                    for more in ({}, {"field": None}, {"nest": True}, {"nest": None}):
                        np.testing.assert_array_equal(
                            ours.read_map(path, partial=partial, **more),
                            self.theirs.read_map(path, partial=partial, **more))

    @unittest.skipUnless(has("astropy"), "astropy is not installed")
    def test_files_keep_their_numbers(self):
        big = np.arange(768, dtype=np.int64) + 2**60
        holes = MAPS[0].copy()
        holes[:3] = np.nan, np.inf, ours.UNSEEN
        with tempfile.TemporaryDirectory() as folder:
            path = str(pathlib.Path(folder) / "a.fits")
            for map, dtype in ((big, np.int64), (holes, np.float64), (holes, np.float32),
                               (big % 7 == 0, bool), (big % 100, np.int16)):
                for nest in (False, True):
                    self.theirs.write_map(path, map.astype(dtype), nest=nest, dtype=dtype,
                                          overwrite=True)
                    for order in (False, True, None):
                        one = ours.read_map(path, nest=order)
                        other = self.theirs.read_map(path, nest=order)
                        self.assertEqual(one.dtype, other.dtype.newbyteorder("="))
                        np.testing.assert_array_equal(one, other)

    @unittest.skipUnless(has("astropy"), "astropy is not installed")
    def test_files_give_the_shapes_of_healpy(self):
        with tempfile.TemporaryDirectory() as folder:
            path = str(pathlib.Path(folder) / "a.fits")
            self.theirs.write_map(path, MAPS[:2], dtype=[np.float32, np.float64], overwrite=True)
            for more in ({"field": 0}, {"field": (0,)}, {"field": [1]}, {"field": (0, 1)},
                         {"field": None}, {"field": ("Q_POLARISATION",)},
                         {"field": None, "dtype": float},
                         {"field": None, "dtype": [np.float32, np.float64]},
                         {"field": None, "dtype": (np.float32, np.float32)}):
                one, other = ours.read_map(path, **more), self.theirs.read_map(path, **more)
                self.assertEqual(type(one), type(other), str(more))
                np.testing.assert_array_equal(one, other)
            alms = self.theirs.map2alm(MAPS)
            self.theirs.write_alm(path, alms, overwrite=True)
            for hdu in (1, (1,), [2], (1, 3), np.array([2])):
                np.testing.assert_array_equal(ours.read_alm(path, hdu=hdu),
                                              self.theirs.read_alm(path, hdu=hdu))

    def test_places_of_results(self):
        alms = self.theirs.map2alm(MAPS)
        for make in (np.array, lambda rows: [np.array(row) for row in rows],
                     lambda rows: tuple(np.array(row) for row in rows),
                     lambda rows: np.array(rows[0]), lambda rows: rows[0].astype(np.complex64)):
            for inplace in (False, True):
                for function, more in (("smoothalm", {"fwhm": 0.2}), ("smoothalm", {}),
                                       ("alm2map", {"nside": 8, "fwhm": 0.2}),
                                       ("alm2map", {"nside": 8})):
                    found = []
                    for package in (ours, self.theirs):
                        given = make(alms)
                        answer = getattr(package, function)(given, inplace=inplace, **more)
                        found.append((given, answer))
                    (one, first), (other, second) = found
                    self.assertEqual(type(first), type(second))
                    np.testing.assert_allclose(one, other, atol=1e-7)
                    np.testing.assert_allclose(first, second, atol=1e-6)

    def test_numbers_for_functions(self):
        alm = self.theirs.map2alm(MAPS[0])
        for function in (2.0, 2, np.float64(2), np.array(3.0), [1.0], 1j):
            self.same("almxfl", alm, function)
        for more in ({"iter": 2.0}, {"lmax": 10.0}, {"lmax": np.int64(10)}):
            self.same("map2alm", MAPS[0], **more)


class ByThemselves(unittest.TestCase):
    def test_what_needs_data_raises(self):
        for call in (lambda: ours.map2alm(MAPS, use_pixel_weights=True),
                     lambda: ours.map2alm(MAPS, datapath="."),
                     lambda: ours.anafast(MAPS, use_pixel_weights=True),
                     lambda: ours.smoothing(MAPS, use_pixel_weights=True),
                     lambda: ours.alm2map(np.zeros(3, complex), 4, pixwin=True),
                     lambda: ours.synfast(CL, 4, pixwin=True)):
            with self.assertRaisesRegex(siderum.Error, "not here|no effect"):
                call()

    def test_what_does_not_fit_raises(self):
        for call in (lambda: ours.map2alm(MAPS[:2]), lambda: ours.map2alm(MAPS[0, :100]),
                     lambda: ours.alm2map(np.zeros(7, complex), 4),
                     lambda: ours.map2alm_spin(MAPS, 2), lambda: ours.map2alm_spin(MAPS[:2], 3),
                     lambda: ours.synalm([CL, CL]), lambda: ours.ud_grade(MAPS, 3),
                     lambda: ours.ud_grade(MAPS, 4, order_in="PEANO"),
                     lambda: ours.map2alm(np.full(12, np.nan)),
                     lambda: ours.alm2cl(np.zeros(3, complex), np.zeros(6, complex)),
                     lambda: ours.rotate_alm(np.zeros(3, np.complex64), 0.1),
                     lambda: ours.rotate_alm(np.zeros(3, complex), matrix=np.eye(2)),
                     lambda: ours.map2alm(MAPS[0], iter="1"),
                     lambda: ours.map2alm(MAPS[0], iter=1.5),
                     lambda: ours.map2alm(MAPS[0], lmax="10"),
                     lambda: ours.map2alm(MAPS[0], lmax=10.5),
                     lambda: ours.alm2map(np.zeros(3, complex), "4"),
                     lambda: ours.alm2map(np.zeros(3, complex), None),
                     lambda: ours.map2alm(MAPS * 1j), lambda: ours.ud_grade(MAPS * 1j, 4),
                     lambda: ours.map2alm(["1"] * 768), lambda: ours.ud_grade(["1"] * 768, 4),
                     lambda: ours.ud_grade(MAPS, 4, dtype=["f4"] * 3),
                     lambda: ours.ud_grade(MASKED[1], 8, dtype=int),
                     lambda: ours.synalm(1.0), lambda: ours.synfast(None, 4),
                     lambda: ours.synalm("a"), lambda: ours.synalm(np.array(1.0)),
                     lambda: ours.almxfl(np.zeros(3, complex), "a"),
                     lambda: ours.almxfl(np.zeros(3, complex), np.ones((2, 2))),
                     lambda: ours.almxfl(1.0, [1.0]), lambda: ours.Alm.getlm(1.5),
                     lambda: ours.gauss_beam(None), lambda: ours.ud_grade(MAPS, 2.5),
                     lambda: ours.smoothalm(np.zeros(3, complex), beam_window=np.ones((2, 3)))):
            with self.assertRaises(siderum.Error):
                call()

    @unittest.skipUnless(has("astropy"), "astropy is not installed")
    def test_what_files_do_not_have_raises(self):
        from astropy.io import fits

        with tempfile.TemporaryDirectory() as folder:
            path = str(pathlib.Path(folder) / "a.fits")
            ours.write_map(path, MAPS[:2])
            for call, why in (
                    (lambda: ours.read_map(path, field=7), "no column 7"),
                    (lambda: ours.read_map(path, field=-1), "no column -1"),
                    (lambda: ours.read_map(path, field="NOPE"), "no column 'NOPE'"),
                    (lambda: ours.read_map(path, hdu=5), "no part 5"),
                    (lambda: ours.read_map(path, hdu=0), "no table"),
                    (lambda: ours.read_map(path, dtype=[float] * 3), "3 types"),
                    (lambda: ours.read_alm(path, hdu=5), "no part 5"),
                    (lambda: ours.read_map(7), "A file of int was given"),
                    (lambda: ours.read_map(fits.PrimaryHDU()), "A file of PrimaryHDU was given"),
                    (lambda: ours.write_cl(path, [CL, CL[:4]], overwrite=True),
                     "different lengths"),
                    (lambda: ours.read_alm(path, hdu=1.5), "hdu cannot be 1.5"),
                    (lambda: ours.write_map(path, MAPS[0], dtype="nope"), "no type 'nope'"),
                    (lambda: ours.write_map(path, MAPS[0], dtype=object), "no type"),
                    (lambda: ours.write_cl(path, [CL, CL], dtype=[float]), "1 types")):
                with self.assertRaisesRegex(siderum.Error, why):
                    call()

    @unittest.skipUnless(has("astropy"), "astropy is not installed")
    def test_numbers_that_files_cannot_hold_raise(self):
        with tempfile.TemporaryDirectory() as folder:
            path = str(pathlib.Path(folder) / "a.fits")
            for kind in (np.int8, np.uint16, np.uint32, np.uint64):
                with self.assertRaisesRegex(siderum.Error, "^There is no type .* in FITS files"):
                    ours.write_map(path, np.full(12, 100, kind), overwrite=True)
            for kind in (np.uint8, np.int16, np.int32, np.int64):
                ours.write_map(path, np.full(12, np.iinfo(kind).max), dtype=kind, overwrite=True)
                self.assertEqual(ours.read_map(path)[0], np.iinfo(kind).max)

    @unittest.skipUnless(has("astropy"), "astropy is not installed")
    def test_files_that_say_two_things_raise(self):
        from astropy.io import fits

        column = fits.Column(name="PIXEL", format="J", array=np.arange(12))
        with tempfile.TemporaryDirectory() as folder:
            path = str(pathlib.Path(folder) / "a.fits")
            for cards, more, why in (({"OBJECT": "FULLSKY", "INDXSCHM": "EXPLICIT"}, {},
                                      "one says that it lists its pixels"),
                                     ({"OBJECT": "PARTIAL"}, {}, "^The file has no map"),
                                     ({}, {"partial": True, "field": None},
                                      "^The file has no map")):
                table = fits.BinTableHDU.from_columns([column])
                table.header.update({"ORDERING": "RING", "NSIDE": 1, **cards})
                table.writeto(path, overwrite=True)
                with self.assertRaisesRegex(siderum.Error, why):
                    ours.read_map(path, **more)

    def test_ring_weights_integrate_better(self):
        alm = np.random.default_rng(1).normal(size=45) + 0j
        map = ours.alm2map(alm, 8)
        plain = ours.map2alm(map, lmax=8, iter=0)
        weighted = ours.map2alm(map, lmax=8, iter=0, use_weights=True)
        self.assertLess(np.abs(weighted - alm).max(), 0.1 * np.abs(plain - alm).max())

    def test_seeds_of_numpy(self):
        np.random.seed(1)
        one = ours.synfast(CL, 8)
        np.random.seed(1)
        np.testing.assert_array_equal(one, ours.synfast(CL, 8))
        self.assertFalse(np.array_equal(one, ours.synfast(CL, 8)))

    def test_places(self):
        alm = np.arange(6) + 0j
        self.assertIs(ours.almxfl(alm, [1.0, 2.0], inplace=True), alm)
        np.testing.assert_array_equal(alm, [0, 2, 0, 6, 0, 0])
        again = ours.smoothalm(alm, fwhm=0.5)
        self.assertIs(again, alm)


@unittest.skipUnless(has("astropy"), "astropy is not installed")
class Files(unittest.TestCase):
    WRITES = {"map": lambda path, **more: ours.write_map(path, MAPS, **more),
              "alm": lambda path, **more: ours.write_alm(path, np.ones(2080, complex), **more),
              "cl": lambda path, **more: ours.write_cl(path, np.ones(4000), **more)}

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path = self.folder / "a.fits"

    def names(self):
        return sorted(os.listdir(self.folder))

    def test_the_former_one_stays_where_there_is_no_room(self):
        code = ("import resource, sys; import numpy as np\n"
                "from siderum.compat import healpy as ours\n"
                "kind, path = sys.argv[1:]\n"
                "resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))\n"
                "write = getattr(ours, 'write_' + kind)\n"
                "try: write(path, np.ones(12288 if kind == 'map' else 2080), overwrite=True)\n"
                "except OSError: print('refused')")
        for kind in self.WRITES:
            for name in ("a.fits", "new.fits"):
                self.path.write_bytes(b"former")
                outcome = subprocess.run(
                    [sys.executable, "-B", "-c", code, kind, str(self.folder / name)], text=True,
                    capture_output=True, timeout=100, check=False)
                self.assertEqual(outcome.stdout, "refused\n", outcome.stderr)
                self.assertEqual(self.path.read_bytes(), b"former", kind)
                self.assertEqual(self.names(), ["a.fits"], kind)

    def test_the_former_one_stays_after_an_interrupt(self):
        from astropy.io import fits

        self.path.write_bytes(b"former")
        for kind, write in self.WRITES.items():
            with unittest.mock.patch.object(fits.BinTableHDU, "_postwriteto",
                                            side_effect=KeyboardInterrupt):
                with self.assertRaises(KeyboardInterrupt):
                    write(self.path, overwrite=True)
            self.assertEqual(self.path.read_bytes(), b"former", kind)
            self.assertEqual(self.names(), ["a.fits"], kind)

    def test_modes_are_kept_and_new_ones_are_of_the_umask(self):
        former = os.umask(0o027)
        self.addCleanup(os.umask, former)
        for write in self.WRITES.values():
            write(self.path, overwrite=True)
            self.assertEqual(stat.S_IMODE(self.path.stat().st_mode), 0o640)
            self.path.chmod(0o604)
            write(self.path, overwrite=True)
            self.assertEqual(stat.S_IMODE(self.path.stat().st_mode), 0o604)
            self.path.unlink()

    def test_symbolic_links_stay(self):
        (self.folder / "there").mkdir()
        target = self.folder / "there" / "b.fits"
        self.path.symlink_to(pathlib.Path("there", "b.fits"))
        for _ in range(2):  # the target is made, and replaced
            ours.write_map(self.path, MAPS, overwrite=True)
            self.assertTrue(self.path.is_symlink())
            np.testing.assert_array_equal(ours.read_map(target, field=None), MAPS)
        self.assertEqual(os.listdir(target.parent), ["b.fits"])

    def test_no_text_is_cut_off(self):
        from astropy.io import fits

        writes = [lambda **more: ours.write_map(self.path, MAPS[0], overwrite=True, **more),
                  lambda **more: ours.write_cl(self.path, CL, overwrite=True, **more)]
        for write in writes:
            for name, letters in ((69 * "n", 69), (35 * "'", 70)):
                with self.assertRaisesRegex(
                        siderum.Error, rf"^The name of a column has {letters} letters \(.* 68 at"
                                       r" most, .*\)\. Give a shorter one\.$"):
                    write(column_names=[name])
            self.assertEqual(self.names(), [])
            write(column_names=[68 * "n"], column_units=100 * "u")
            with fits.open(self.path) as parts:
                self.assertEqual(parts[1].header["TTYPE1"], 68 * "n")
                self.assertEqual(parts[1].header["TUNIT1"], 100 * "u")
            self.path.unlink()

    def test_endings_say_how_they_are_compressed(self):
        path = self.folder / "a.fits.gz"
        ours.write_map(path, MAPS)
        self.assertEqual(path.read_bytes()[:2], b"\x1f\x8b")
        np.testing.assert_array_equal(ours.read_map(path, field=None), MAPS)

    def test_are_overwritten_where_that_is_asked_for(self):
        for write in self.WRITES.values():
            self.path.write_bytes(b"former")
            with self.assertRaisesRegex(OSError, "already exists.*overwrite=True"):
                write(self.path)
            self.assertEqual(self.path.read_bytes(), b"former")
            self.path.write_bytes(b"")  # as astropy has it
            write(self.path)
            self.assertGreater(self.path.stat().st_size, 0)

    def test_pipes_and_devices_stay(self):
        os.mkfifo(self.path)
        read = []
        reader = threading.Thread(target=lambda: read.append(self.path.read_bytes()), daemon=True)
        reader.start()
        ours.write_map(self.path, MAPS, overwrite=True)
        reader.join(60)
        self.assertTrue(self.path.is_fifo())
        (self.folder / "read.fits").write_bytes(read[0])
        np.testing.assert_array_equal(ours.read_map(self.folder / "read.fits", field=None), MAPS)
        ours.write_map("/dev/null", MAPS, overwrite=True)
        self.assertTrue(pathlib.Path("/dev/null").is_char_device())

    def test_standard_output_in_a_file_goes_on(self):
        code = ("import numpy as np; from siderum.compat import healpy as ours\n"
                "ours.write_map('/dev/stdout', np.ones(768))")
        with open(self.path, "wb") as stream:
            there = os.fstat(stream.fileno()).st_ino
            subprocess.run([sys.executable, "-B", "-c", code], stdout=stream, check=True)
        self.assertEqual(self.path.stat().st_ino, there)
        np.testing.assert_array_equal(ours.read_map(self.path), np.ones(768))

    def test_that_were_cut_short_are_one_sentence(self):
        whole, cut = self.folder / "whole.fits", self.path
        reads = {"map": (ours.read_map, {}), "alm": (ours.read_alm, {}), "cl": (ours.read_cl, {})}
        cases = [(name, *reads[name]) for name in self.WRITES]
        cases += [("map", ours.read_map, {"memmap": True})]
        for kind, read, more in cases:
            self.WRITES[kind](whole, overwrite=True)
            data = whole.read_bytes()
            for size in (0, 100, 3000, 5760, 5761, 8640, 10000, len(data) - 2881):
                cut.write_bytes(data[:size])
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    with self.assertRaisesRegex(siderum.Error, rf"^The file '{cut}' .*\)\. \w+"):
                        read(cut, **more)
        zipped = self.folder / "a.fits.gz"
        ours.write_map(zipped, MAPS)
        zipped.write_bytes(zipped.read_bytes()[:9000])
        with self.assertRaisesRegex(siderum.Error, "^The file '.*a.fits.gz' "):
            ours.read_map(zipped)


if __name__ == "__main__":
    unittest.main()
