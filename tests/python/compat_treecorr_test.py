# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""siderum.compat.treecorr beside TreeCorr where that is installed, and by itself."""

import importlib.util
import pathlib
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

        for weight in ("simple", "match"):
            found = []
            for package in (ours, treecorr):
                dd, rr, dr, _ = self.correlations(package, var_method="jackknife",
                                                  cross_patch_weight=weight)
                found.append(np.sqrt(dd.calculateXi(rr=rr, dr=dr)[1]))
            np.testing.assert_allclose(*found, rtol=0.03)


class ByThemselves(unittest.TestCase):
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
                (lambda: ours.Catalog("points.fits"), "takes no 'file_name'"),
                (lambda: ours.Catalog(ra=[1.0], dec=[2.0]), "ra_units is missing"),
                (lambda: ours.Catalog(**{**DATA, "patch": -1}), "patch below 0"),
                (lambda: pairs.process([data]), "lists"),
                (lambda: pairs.estimate_cov("jackknife"), "no xi yet"),
                (lambda: pairs.write("a.fits"), "text is written"),
                (lambda: ours.NNCorrelation(min_sep=1, max_sep=3, nbins=2).process(data),
                 "none is longer than 2"),
                (lambda: pairs.calculateXi(rr=ours.NNCorrelation(**BINS)), "has no counts")):
            with self.assertRaisesRegex(siderum.Error, why):
                call()

    def test_files_hold_the_bins(self):
        dd, rr = counts(ours, DATA, **BINS), counts(ours, RANDOMS, **BINS)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "nn.out"
            dd.write(path, rr=rr, precision=9)
            table = np.genfromtxt(path, names=True)
        self.assertEqual(table.dtype.names, ("r_nom", "meanr", "xi", "sigma_xi", "DD", "RR",
                                             "npairs"))
        np.testing.assert_allclose(table["xi"], table["DD"] / table["RR"] - 1, atol=1e-7)
        np.testing.assert_allclose(table["npairs"], dd.npairs)

    def test_errors_by_patches(self):
        dd, rr = counts(ours, DATA, **BINS), counts(ours, RANDOMS, **BINS)
        dd.calculateXi(rr=rr)
        for method in ("jackknife", "bootstrap", "marked_bootstrap", "shot"):
            cov = dd.estimate_cov(method, num_bootstrap=100)
            self.assertTrue(np.all(np.diag(cov) > 0), method)
            np.testing.assert_allclose(cov, cov.T)


if __name__ == "__main__":
    unittest.main()
