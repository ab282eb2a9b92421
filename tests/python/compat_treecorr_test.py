# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""siderum.compat.treecorr beside TreeCorr where that is installed, and by itself."""

import copy
import importlib.util
import pathlib
import pickle
import resource
import tempfile
import unittest

import numpy as np

import siderum
from siderum.compat import treecorr as ours
from siderum.pairs import random_points


def has(module):
    return importlib.util.find_spec(module) is not None


def points(number, seed):
    sky = random_points(number, box=(0.0, 10.0, 0.0, 10.0), seed=seed)
    patch = (sky.ra // 2.5).astype(int) * 2 + (sky.dec // 5).astype(int)
    return {"ra": sky.ra, "dec": sky.dec, "ra_units": "deg", "dec_units": "deg", "patch": patch}


DATA = {**points(1500, 1), "w": np.random.default_rng(0).uniform(0.5, 1.5, 1500)}
OTHER, RANDOMS = points(800, 2), points(3000, 3)
BINS = {"min_sep": 0.1, "max_sep": 5.0, "nbins": 6, "sep_units": "deg", "metric": "Arc"}


def counts(package, first, second=None, **bins):
    pairs = package.NNCorrelation(**bins, bin_slop=0)
    pairs.process(package.Catalog(**first), *([] if second is None
                                              else [package.Catalog(**second)]))
    return pairs


@unittest.skipUnless(has("treecorr"), "TreeCorr is not installed")
class BesideTreeCorr(unittest.TestCase):
    def both(self, *catalogues, **bins):
        import treecorr

        return counts(ours, *catalogues, **bins), counts(treecorr, *catalogues, **bins)

    def test_counts(self):
        for bins in (BINS, {**BINS, "metric": "Euclidean"},
                     {"min_sep": 5, "nbins": 8, "bin_size": 0.4, "sep_units": "arcmin"},
                     {"max_sep": 0.1, "nbins": 8, "bin_size": 0.4},
                     {"min_sep": 10, "max_sep": 200, "bin_size": 0.31, "sep_units": "arcmin"},
                     {**BINS, "bin_type": "Linear", "min_sep": 0.0}):
            for catalogues in ((DATA,), (DATA, OTHER)):
                one, other = self.both(*catalogues, **bins)
                for name in ("npairs", "weight", "tot", "rnom", "left_edges", "right_edges",
                             "logr", "nbins", "bin_size", "min_sep", "max_sep"):
                    np.testing.assert_allclose(getattr(one, name), getattr(other, name),
                                               rtol=1e-7, err_msg=f"{name} {bins}")
                np.testing.assert_allclose(one.meanr, other.meanr, rtol=5e-3)

    def correlations(self, package, cross=False, **more):
        dd = counts(package, DATA, OTHER if cross else None, **BINS, **more)
        rr = counts(package, RANDOMS, RANDOMS if cross else None, **BINS)
        dr = counts(package, DATA, RANDOMS, **BINS)
        rd = counts(package, RANDOMS, OTHER, **BINS) if cross else None
        return dd, rr, dr, rd

    def test_correlations(self):
        import treecorr

        for cross in (False, True):
            one, other = self.correlations(ours, cross), self.correlations(treecorr, cross)
            for wanted in ((1,), (1, 2), (1, 2, 3)):
                if wanted[-1] == 3 and not cross:
                    continue
                names = ("", "rr", "dr", "rd")
                xi = [dd[0].calculateXi(**{names[k]: dd[k] for k in wanted})[0]
                      for dd in (one, other)]
                np.testing.assert_allclose(*xi, atol=1e-7)

    def test_covariances(self):
        import treecorr

        for cross in (False, True):
            found = []
            for package in (ours, treecorr):
                covariances = {}
                # With the same generator bootstraps draw the same patches.
                dd, rr, dr, rd = self.correlations(package, cross, rng=np.random.default_rng(7))
                for more in ({}, {"dr": dr, "rd": rd}):
                    dd.calculateXi(rr=rr, **more)
                    covariances[len(more), "shot", ""] = np.diag(dd.cov)
                    for method, words in ours.WEIGHTS.items():
                        for word in words:
                            covariances[len(more), method, word] = dd.estimate_cov(
                                method, num_bootstrap=40, cross_patch_weight=word)
                found.append(covariances)
            for case, one in found[0].items():
                np.testing.assert_allclose(one, found[1][case], rtol=1e-5,
                                           atol=1e-6 * np.abs(one).max(), err_msg=str(case))

    def test_variances_by_noise_with_weights(self):
        import treecorr

        weights = np.random.default_rng(3).uniform(0.1, 1.0, 3000)
        found = []
        for package in (ours, treecorr):
            dd = counts(package, DATA, **BINS)
            rr = counts(package, {**RANDOMS, "w": weights}, **BINS)
            dr = counts(package, DATA, {**RANDOMS, "w": weights}, **BINS)
            found.append([dd.calculateXi(rr=rr)[1], dd.calculateXi(rr=rr, dr=dr)[1],
                          dd.estimate_cov("shot"), *dd.cov])
        for one, other in zip(*found):
            np.testing.assert_allclose(one, other, rtol=1e-6, atol=1e-12)

    def test_patches_of_one_side(self):
        import treecorr

        plain, other = ({name: one for name, one in columns.items() if name != "patch"}
                        for columns in (RANDOMS, OTHER))
        for first, second, randoms, others in ((DATA, None, plain, None),
                                               (DATA, other, RANDOMS, plain)):
            found = []
            for package in (ours, treecorr):
                dd = counts(package, first, second, **BINS)
                dd.calculateXi(rr=counts(package, randoms, others, **BINS))
                found.append(dd.estimate_cov("jackknife", cross_patch_weight="mean"))
            np.testing.assert_allclose(*found, rtol=1e-5, atol=1e-6 * found[0].max())

    def test_points_of_weight_0_are_left_out(self):
        weight = np.where(np.arange(1500) < 100, 0.0, 1.0)
        one, other = self.both({**DATA, "w": weight}, **BINS)
        np.testing.assert_array_equal(one.npairs, other.npairs)
        self.assertEqual(ours.Catalog(**{**DATA, "w": weight}).ntot, 1400)

    def test_units_and_defaults(self):
        import treecorr

        for names in ours.UNITS.values():
            for name in names:
                bins = {**BINS, "sep_units": name, "min_sep": 1e-3, "max_sep": 1e-2}
                found = [package.NNCorrelation(**bins) for package in (ours, treecorr)]
                self.assertAlmostEqual(found[0].min_sep * found[0]._unit,
                                       np.degrees(found[1]._min_sep), 12, name)
        for package in (ours, treecorr):
            cat = package.Catalog(**DATA, is_rand=False, num=0, keep_zero_weight=False,
                                  allow_xyz=False, verbose=0, split_method="mean")
            pairs = package.NNCorrelation(**BINS, bin_slop=0, verbose=0, brute=False, max_top=10)
            pairs.process(cat, low_mem=False, initialize=True, finalize=True, comm=None,
                          patch_method="global", corr_only=False)

    def test_files_are_read_by_treecorr(self):
        import treecorr

        dd, rr, dr, _ = self.correlations(ours)
        with tempfile.TemporaryDirectory() as folder:
            path = str(pathlib.Path(folder) / "nn.out")
            for more in ({}, {"rr": rr}, {"rr": rr, "dr": dr, "precision": 12}):
                dd.write(path, file_type="ASCII", write_cov=False, **more)
                read = treecorr.NNCorrelation.from_file(path)
                again = treecorr.NNCorrelation(**BINS)
                again.read(path)
                digits = 1e-9 if "precision" in more else 1e-3
                for one in (read, again):
                    np.testing.assert_allclose(one.npairs, dd.npairs, rtol=digits)
                    np.testing.assert_allclose(one.meanr, dd.meanr, rtol=digits)
                    self.assertAlmostEqual(one.tot, dd.tot, 6)
                    if more:
                        np.testing.assert_allclose(one.xi, dd.xi, rtol=digits, atol=1e-4)
                self.assertEqual((read.metric, read.sep_units, read.nbins), ("Arc", "deg", 6))

    def test_mean_logarithms(self):
        one, other = self.both(DATA, **BINS)
        apart = one.meanlogr - other.meanlogr
        self.assertTrue(np.all(np.abs(apart) < one.bin_size**2 / 8))


class ByThemselves(unittest.TestCase):

    @unittest.skipUnless(has("astropy"), "astropy is not installed")
    def test_units_of_quantities_are_not_passed_over(self):
        from astropy import units

        with self.assertRaisesRegex(siderum.Error, "^The ra has the unit rad"):
            ours.Catalog(ra=[1.0] * units.rad, dec=[0.0], ra_units="deg", dec_units="deg")

    def test_right_ascensions_of_many_turns_are_refused(self):
        for unit, ra in (("deg", 9999.0), ("arcmin", -999.0 * 60), ("rad", 183.2), ("hr", 24.1)):
            points = {"ra": [1.0, ra], "dec": [0.0, 0.1], "ra_units": unit, "dec_units": "rad"}
            with self.assertRaisesRegex(siderum.Error, "^The right ascension of point 1 is "):
                ours.Catalog(**points)
            self.assertEqual(ours.Catalog(**points, w=[1.0, 0.0]).ntot, 1)
        ours.Catalog(ra=[370.0], dec=[0.0], ra_units="deg", dec_units="deg")

    def test_what_treecorr_alone_has_is_said(self):
        with self.assertRaisesRegex(AttributeError, r"no 'KKCorrelation' .*Take it from treecorr"):
            ours.KKCorrelation

    def test_what_is_not_here_raises(self):
        data = ours.Catalog(**DATA)
        pairs = ours.NNCorrelation(**BINS)
        pairs.process(data)
        for call, why in (
                (lambda: ours.NNCorrelation(**{**BINS, "metric": "Rlens"}), "no metric"),
                (lambda: ours.NNCorrelation(**BINS, bin_slop=1), "exact"),
                (lambda: ours.NNCorrelation(**BINS, period=3), "takes no 'period'"),
                (lambda: ours.NNCorrelation(min_sep=1, max_sep=2), "Three of"),
                (lambda: ours.NNCorrelation(**BINS, bin_type="TwoD"), "no bin_type"),
                (lambda: ours.NNCorrelation(**BINS, var_method="sample"), "no method"),
                (lambda: ours.Catalog(x=[1.0], y=[2.0]), "not in space or on a plane"),
                (lambda: ours.Catalog(**{**DATA, "r": DATA["ra"]}), "not in space or on a plane"),
                (lambda: ours.Catalog(**{**DATA, "k": DATA["ra"]}), "takes no 'k'"),
                (lambda: ours.Catalog("points.fits"), "files are not read here"),
                (lambda: ours.NNCorrelation({"min_sep": 1}), "There is a config"),
                (lambda: ours.NNCorrelation(**{**BINS, "nbins": 0}), "nbins cannot be 0"),
                (lambda: ours.NNCorrelation(**{**BINS, "nbins": 2.5}), "nbins cannot be 2.5"),
                (lambda: ours.NNCorrelation(**{**BINS, "min_sep": 9}), "bins lie between"),
                (lambda: ours.NNCorrelation(**{**BINS, "min_sep": "1"}), "min_sep cannot be '1'"),
                (lambda: ours.NNCorrelation(min_sep=1, max_sep=2, bin_size=-1), "width above 0"),
                (lambda: ours.NNCorrelation(**BINS, cross_patch_weight="foo"),
                 "no cross_patch_weight 'foo'"),
                (lambda: ours.NNCorrelation(**BINS, bin_slop="a"), "bin_slop cannot be 'a'"),
                (lambda: ours.Catalog(**{**DATA, "patch": [0, 1]}), r"shape \(2,\)"),
                (lambda: ours.Catalog(**{**DATA, "dec": [0.0]}), "and 1 of dec"),
                (lambda: ours.Catalog(**{**DATA, "w": [0.0]}), "and 1 of w"),
                *((lambda name=name: ours.Catalog(**{**DATA, name: np.ma.masked_less(
                    DATA[name], 1)}), "are masked") for name in ("ra", "dec", "w", "patch")),
                (lambda: pairs.process(data, ours.Catalog(**{**OTHER,
                                                             "patch": OTHER["patch"] + 9})),
                 "8 and 17 patches"),
                (lambda: pairs.process(data, corr_only=True), "takes no 'corr_only'"),
                (lambda: pairs.calculateXi(rr=5), "it is an NNCorrelation"),
                (lambda: pairs.calculateXi(rr=counts(ours, RANDOMS, **{**BINS, "nbins": 5})),
                 "bins of rr are others"),
                (lambda: pairs.write("a.txt", file_type="FITS"), "text is written"),
                (lambda: ours.Catalog(ra=[1.0], dec=[2.0]), "ra_units is missing"),
                (lambda: ours.Catalog(**{**DATA, "patch": -1}), "patch below 0"),
                (lambda: pairs.process([data]), "lists"),
                (lambda: pairs.estimate_cov("jackknife"), "no xi yet"),
                (lambda: pairs.write("a.fits"), "text is written"),
                (lambda: ours.NNCorrelation(min_sep=1, max_sep=3, nbins=2).process(data),
                 "none is longer than 2"),
                (lambda: ours.NNCorrelation(min_sep=1, max_sep=181, nbins=2, sep_units="deg",
                                            metric="Arc").process(data), "0 to 180 degrees"),
                (lambda: pairs.calculateXi(rr=ours.NNCorrelation(**BINS)), "has no counts")):
            with self.assertRaisesRegex(siderum.Error, why):
                call()

    def test_files_hold_the_bins(self):
        dd, rr = counts(ours, DATA, **BINS), counts(ours, RANDOMS, **BINS)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "nn.out"
            dd.write(path, rr=rr, precision=9)
            table = np.genfromtxt(path, names=True, skip_header=1)
            dd.write(path, precision=None)
            self.assertEqual(len(path.read_text().splitlines()), 8)
        self.assertEqual(table.dtype.names, ("r_nom", "meanr", "meanlogr", "xi", "sigma_xi", "DD",
                                             "RR", "npairs"))
        np.testing.assert_allclose(table["xi"], table["DD"] / table["RR"] - 1, atol=1e-7)
        np.testing.assert_allclose(table["npairs"], dd.npairs)

    def test_the_former_file_stays_where_there_is_no_room(self):
        dd = counts(ours, DATA, **BINS)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "nn.out"
            path.write_text("former", encoding="utf-8")
            limits = resource.getrlimit(resource.RLIMIT_FSIZE)
            resource.setrlimit(resource.RLIMIT_FSIZE, (256, limits[1]))
            try:
                with self.assertRaises(OSError):
                    dd.write(path)
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, limits)
            self.assertEqual(path.read_text(encoding="utf-8"), "former")
            self.assertEqual([one.name for one in pathlib.Path(folder).iterdir()], ["nn.out"])

    def test_errors_by_patches(self):
        dd, rr = counts(ours, DATA, **BINS), counts(ours, RANDOMS, **BINS)
        dd.calculateXi(rr=rr)
        self.assertEqual(dd.estimate_cov("shot").shape, (6,))
        for method in ("jackknife", "bootstrap", "marked_bootstrap"):
            cov = dd.estimate_cov(method, num_bootstrap=100)
            self.assertTrue(np.all(np.diag(cov) > 0), method)
            np.testing.assert_allclose(cov, cov.T)

    def test_equal_bins_may_be_made_otherwise(self):
        dd = counts(ours, DATA, **BINS)
        size = np.log(50.0) / 6
        for bins in ({**BINS, "sep_units": "arcmin", "min_sep": 6, "max_sep": 300},
                     {"min_sep": 0.1, "nbins": 6, "bin_size": size, "sep_units": "deg",
                      "metric": "Arc"},
                     {**BINS, "sep_units": "rad", "min_sep": np.radians(0.1),
                      "max_sep": np.radians(5.0)}):
            self.assertTrue(np.all(np.isfinite(
                dd.calculateXi(rr=counts(ours, RANDOMS, **bins))[0])))

    def test_are_picklable_after_process(self):
        dd, rr = counts(ours, DATA, **BINS), counts(ours, RANDOMS, **BINS)
        xi = dd.calculateXi(rr=rr)[0]
        for again in (pickle.loads(pickle.dumps(dd)), copy.deepcopy(dd)):
            np.testing.assert_array_equal(again.xi, xi)
            np.testing.assert_array_equal(again.meanr, dd.meanr)
            np.testing.assert_array_equal(again.estimate_cov("jackknife"),
                                          dd.estimate_cov("jackknife"))

    def test_bins_without_randoms_are_nan(self):
        dd = counts(ours, DATA, **BINS)
        far = {**RANDOMS, **{name: RANDOMS[name][:2] for name in ("ra", "dec", "patch")}}
        xi, varxi = dd.calculateXi(rr=counts(ours, far, **BINS))
        self.assertTrue(np.isnan(xi).any())
        np.testing.assert_array_equal(np.isnan(xi), np.isnan(varxi))


if __name__ == "__main__":
    unittest.main()
