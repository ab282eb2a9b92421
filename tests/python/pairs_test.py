# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Pairs: counted by hand, by region, with weights; estimators, errors, pictures."""

import importlib.util
import pickle
import unittest

import numpy as np

import siderum
from siderum.pairs import Bins, Catalogue, Regions, correlate, count, random_points


def has(module):
    return importlib.util.find_spec(module) is not None


def separations(a, b):
    """[deg] (points, points), by haversines."""
    ra, dec = np.radians(a.ra)[:, None], np.radians(a.dec)[:, None]
    ra2, dec2 = np.radians(b.ra), np.radians(b.dec)
    h = np.sin((dec - dec2) / 2) ** 2 + np.cos(dec) * np.cos(dec2) * np.sin((ra - ra2) / 2) ** 2
    return np.degrees(2 * np.arcsin(np.sqrt(h)))


BINS = Bins.logarithmic(0.1, 8.0, 6)
DATA = random_points(300, cap=(30.0, 20.0, 6.0), seed=1)
RANDOMS = random_points(900, cap=(30.0, 20.0, 6.0), seed=2)


class Counts(unittest.TestCase):
    def test_are_those_of_all_pairs(self):
        inside = separations(DATA, DATA)[np.triu_indices(300, 1)]
        np.testing.assert_array_equal(count(DATA, bins=BINS).count,
                                      np.histogram(inside, BINS.edges)[0])
        across = separations(DATA, RANDOMS).ravel()
        found = count(DATA, RANDOMS, bins=BINS, mean_separation=True)
        np.testing.assert_array_equal(found.count, np.histogram(across, BINS.edges)[0])
        self.assertEqual((found.is_cross, found.total, found.points), (True, 270000.0, (300, 900)))
        mean = across[(across >= BINS.edges[2]) & (across < BINS.edges[3])].mean()
        self.assertAlmostEqual(found.mean_separation[2] / mean, 1.0, 2)

    def test_with_weights(self):
        weight = np.random.default_rng(0).uniform(0.5, 2.0, 300)
        found = count(Catalogue(DATA.ra, DATA.dec, weight), bins=BINS)
        i, j = np.triu_indices(300, 1)
        expected = np.histogram(separations(DATA, DATA)[i, j], BINS.edges,
                                weights=weight[i] * weight[j])[0]
        np.testing.assert_allclose(found.weight, expected, rtol=1e-12)
        self.assertIsNone(count(DATA, bins=BINS).weight)

    def test_by_region(self):
        regions = Regions(RANDOMS.ra, RANDOMS.dec, 4)
        labelled = DATA.labelled(regions)
        found = count(labelled, bins=BINS, region_matrix=True)
        np.testing.assert_array_equal(
            found.by_region().sum(axis=0) + found.by_region("first").sum(axis=0), found.count)
        part = labelled.region == 2
        alone = count((DATA.ra[part], DATA.dec[part]), bins=BINS)
        np.testing.assert_array_equal(found.by_region()[2], alone.count)
        matrix = found.region_matrix()
        self.assertEqual(matrix.shape, (4, 4, 6))
        np.testing.assert_array_equal(matrix[2, 2], alone.count)
        other = labelled.region == 3
        across = count((DATA.ra[part], DATA.dec[part]), (DATA.ra[other], DATA.dec[other]),
                       bins=BINS)
        np.testing.assert_array_equal(matrix[2, 3] + matrix[3, 2], across.count)
        np.testing.assert_array_equal(matrix.sum(axis=(0, 1)), found.count)
        with self.assertRaisesRegex(siderum.Error, "no pairs between regions"):
            count(labelled, bins=BINS).region_matrix()
        with self.assertRaisesRegex(siderum.Error, "and weights"):
            found.region_matrix(weighted=True)
        with self.assertRaisesRegex(siderum.Error, "not counted by region"):
            count(DATA, bins=BINS).by_region()

    def test_units(self):
        minutes = Bins(BINS.edges * 60, "arcmin")
        np.testing.assert_array_equal(count(DATA, bins=minutes).count,
                                      count(DATA, bins=BINS).count)
        radians = Catalogue(np.radians(DATA.ra), np.radians(DATA.dec), unit="rad")
        np.testing.assert_array_equal(count(radians, bins=BINS).count,
                                      count(DATA, bins=BINS).count)
        some = np.arange(300) < 10
        for masked in (Catalogue(np.ma.array(DATA.ra, mask=some), DATA.dec),
                       Catalogue(DATA.ra, DATA.dec, region=np.ma.array(1 * some, mask=some))):
            self.assertEqual((masked.dropped, len(masked)), (10, 290))

    def test_of_structured_arrays(self):
        columns = [("ra", ">f8"), ("mag", "f4"), ("dec", "f4")]
        table = np.zeros(300, columns)
        table["ra"], table["dec"] = DATA.ra, DATA.dec
        expected = count((DATA.ra, DATA.dec.astype(np.float32)), bins=BINS).count
        for one in (table, table.view(np.recarray)):
            np.testing.assert_array_equal(count(one, bins=BINS).count, expected)
        with self.assertRaisesRegex(siderum.Error, "no column 'dec' .it has ra, mag"):
            count(table[["ra", "mag"]], bins=BINS)
        with self.assertRaisesRegex(siderum.Error, "declinations are lists"):
            Catalogue([1.0, 2.0], [[1.0], [2.0, 3.0]])

    @unittest.skipUnless(has("pyarrow"), "pyarrow is not installed")
    def test_of_tables_with_nulls(self):
        import pyarrow

        columns = {"ra": [1.0, None, 3.0], "dec": [4.0, 5.0, 6.0], "weight": [1.0, 1.0, None]}
        found = Catalogue.of(pyarrow.table(columns))
        self.assertEqual((list(found.ra), list(found.weight), found.dropped), ([1.0], [1.0], 2))
        with self.assertRaisesRegex(siderum.Error, "right ascensions are lists"):
            Catalogue(pyarrow.array([[1.0], [2.0]]), [3.0, 4.0])

    @unittest.skipUnless(has("astropy"), "astropy is not installed")
    def test_of_tables_with_units(self):
        from astropy import units as u
        from astropy.io import fits
        from astropy.table import MaskedColumn, Table

        expected = count(DATA, bins=BINS).count
        for unit in ("deg", "rad", "hourangle"):
            ra = (DATA.ra * u.deg).to_value(unit)
            table = Table({"ra": ra, "dec": DATA.dec}, units={"ra": unit, "dec": "deg"})
            np.testing.assert_array_equal(count(table, bins=BINS).count, expected)
        table["ra"] = MaskedColumn(DATA.ra, mask=np.arange(300) < 10, unit="deg")
        self.assertEqual(Catalogue.of(table).dropped, 10)
        np.testing.assert_array_equal(
            count(fits.table_to_hdu(DATA.to_table()).data, bins=BINS).count, expected)
        for wrong in (DATA.ra * u.m, Table({"ra": DATA.ra}, units={"ra": "m"})["ra"]):
            with self.assertRaisesRegex(siderum.Error, "right ascensions are in m"):
                count((wrong, DATA.dec), bins=BINS)

    @unittest.skipUnless(has("astropy"), "astropy is not installed")
    def test_frames_of_coordinates_are_told_apart(self):
        from astropy import units as u
        from astropy.coordinates import AltAz, SkyCoord

        sky = SkyCoord(DATA.ra * u.deg, DATA.dec * u.deg)
        np.testing.assert_allclose(Catalogue.of(sky.galactic).ra, DATA.ra)
        np.testing.assert_array_equal(count(sky.galactic, RANDOMS, bins=BINS).count,
                                      count(DATA, RANDOMS, bins=BINS).count)
        with self.assertRaisesRegex(siderum.Error, "do not lead to ICRS"):
            count(SkyCoord(AltAz(DATA.ra * u.deg, DATA.dec * u.deg)), bins=BINS)

    @unittest.skipUnless(has("astropy"), "astropy is not installed")
    def test_angles_with_units(self):
        from astropy import units as u

        for unit in (u.deg, u.mas, u.hourangle):
            bins = Bins((BINS.edges * u.deg).to(unit))
            self.assertEqual(bins.unit, "deg")
            np.testing.assert_allclose(bins.edges, BINS.edges)
        with self.assertRaisesRegex(siderum.Error, "edges are in m"):
            Bins([1, 2] * u.m)
        for make in (Bins.logarithmic, Bins.linear):
            np.testing.assert_allclose(make(6 * u.arcmin, 8 * u.deg, 6).edges,
                                       make(0.1, 8.0, 6).edges)
        np.testing.assert_array_equal(
            random_points(9, cap=(30 * u.deg, 20 * u.deg, 90 * u.arcmin)).ra,
            random_points(9, cap=(30, 20, 1.5)).ra)
        regions = Regions(np.radians(DATA.ra) * u.rad, DATA.dec * u.deg, 4)
        np.testing.assert_array_equal(regions.at(np.radians(DATA.ra) * u.rad, DATA.dec * u.deg),
                                      Regions(DATA.ra, DATA.dec, 4).at(DATA.ra, DATA.dec))

    @unittest.skipUnless(has("astropy"), "astropy is not installed")
    def test_of_astropy(self):
        from astropy import units as u
        from astropy.coordinates import SkyCoord

        found = count(SkyCoord(DATA.ra * u.deg, DATA.dec * u.deg), bins=BINS.edges * u.deg)
        np.testing.assert_array_equal(found.count, count(DATA, bins=BINS).count)
        weighted = Catalogue(DATA.ra, DATA.dec, np.full(300, 2.0))
        for table in (DATA.to_table(), weighted.to_table(), vars(weighted)):
            found = count(table, bins=BINS)
            np.testing.assert_array_equal(found.count, count(DATA, bins=BINS).count)
        self.assertIsNotNone(found.weight)
        table = DATA.to_table()
        table["ra"] = np.radians(DATA.ra) * u.rad
        np.testing.assert_array_equal(count(table, bins=BINS).count, count(DATA, bins=BINS).count)

    def test_that_cannot_be_are_refused(self):
        for make in (lambda: count(([0.0], [91.0]), bins=BINS),
                     lambda: count(([np.nan], [0.0]), bins=BINS),
                     lambda: count(([0.0, 1.0], [0.0]), bins=BINS),
                     lambda: count(DATA, bins=[1.0]), lambda: count(DATA, bins=[2.0, 1.0]),
                     lambda: Bins([1.0, 2.0], "parsec"), lambda: Catalogue([1], [2], unit="m"),
                     lambda: Catalogue([1.0], [2.0], region=[0.5]),
                     lambda: random_points(5, cap=(0, 0)), lambda: random_points(5, cap=5),
                     lambda: random_points(5, seed=-1), lambda: random_points(-1),
                     lambda: random_points(1.5), lambda: random_points(5, stream="a"),
                     lambda: random_points(5, cap=(0, 0, "a")), lambda: count(7, bins=BINS),
                     lambda: count([DATA.ra], bins=BINS), lambda: Bins.linear(0, 10, 0),
                     lambda: Bins.logarithmic(1, 10, 2.5), lambda: Bins.linear("0", 10, 2),
                     lambda: Regions(DATA.ra, DATA.dec, "5"),
                     lambda: Regions(DATA.ra, DATA.dec, 5, seed=-1),
                     lambda: count(DATA, bins=5), lambda: count({"ra": [1.0]}, bins=BINS),
                     lambda: Bins(np.ma.masked_less([0.5, 1.0, 2.0], 1)),
                     lambda: Regions(np.ma.masked_less(DATA.ra, 30), DATA.dec, 5),
                     lambda: Regions(DATA.ra, DATA.dec, 5).at(np.ma.masked_less(DATA.ra, 30),
                                                              DATA.dec),
                     lambda: DATA.labelled(5),
                     lambda: count(DATA, bins=BINS, mean_separation="no"),
                     lambda: count(DATA, bins=BINS, region_matrix="no"),
                     lambda: random_points(5, cap=(0, 0, 1), box=(0, 1, 0, 1))):
            with self.assertRaises(siderum.Error):
                make()

    def test_progress_is_told(self):
        told = []
        count(RANDOMS, bins=BINS, progress=lambda done, total: told.append((done, total)))
        self.assertEqual(told[-1], (1000, 1000))


class Correlations(unittest.TestCase):
    def test_follow_from_the_counts(self):
        found = correlate(DATA, RANDOMS, bins=BINS)
        dd, dr, rr = (found.counts[name].count / found.counts[name].total
                      for name in ("dd", "dr", "rr"))
        expected = {"landy-szalay": (dd - 2 * dr + rr) / rr, "hamilton": dd * rr / dr**2 - 1,
                    "davis-peebles": dd / dr - 1, "natural": dd / rr - 1}
        for estimator, w in expected.items():
            np.testing.assert_allclose(
                correlate(DATA, RANDOMS, bins=BINS, estimator=estimator).w, w, atol=1e-12)
        self.assertEqual(found.errors, "poisson")
        np.testing.assert_allclose(found.error, (1 + found.w) / np.sqrt(found.counts["dd"].count))

    def test_have_errors_by_regions(self):
        for errors in ("jackknife", "bootstrap", "marked-bootstrap"):
            found = correlate(DATA, RANDOMS, bins=BINS, regions=12, errors=errors,
                              **({"resamples": 50} if "bootstrap" in errors else {}))
            samples = found.samples
            self.assertEqual(samples.shape, (12 if errors == "jackknife" else 50, 6))
            factor = 11.0 if errors == "jackknife" else 50 / 49
            np.testing.assert_allclose(found.covariance, np.cov(samples.T, bias=True) * factor,
                                       rtol=1e-10)
            np.testing.assert_allclose(found.error, np.sqrt(np.diag(found.covariance)))
            np.testing.assert_allclose(np.diag(found.correlation_matrix), 1.0)

    def test_of_two_catalogues(self):
        other = random_points(200, cap=(30.0, 20.0, 6.0), seed=3)
        found = correlate(DATA, RANDOMS, data2=other, randoms2=RANDOMS, bins=BINS, regions=8)
        self.assertEqual(list(found.counts), ["d1d2", "d1r2", "d2r1", "r1r2"])
        np.testing.assert_array_equal(found.counts["d1d2"].count,
                                      count(DATA, other, bins=BINS).count)
        with self.assertRaisesRegex(siderum.Error, "is missing"):
            correlate(DATA, RANDOMS, data2=other, bins=BINS)

    def test_pool_lists_of_randoms(self):
        sets = [random_points(500, cap=(30, 20, 6), seed=5, stream=k) for k in range(3)]
        found = correlate(DATA, sets, bins=BINS, regions=5)
        np.testing.assert_array_equal(found.counts["rr"].count,
                                      sum(count(one, bins=BINS).count for one in sets))
        for many in (tuple(sets), [(one.ra, one.dec) for one in sets],
                     [{"ra": one.ra, "dec": one.dec} for one in sets],
                     [sets[0], (sets[1].ra, sets[1].dec), vars(sets[2])]):
            np.testing.assert_array_equal(correlate(DATA, many, bins=BINS, regions=5).w, found.w)

    def test_refuse_what_does_not_go_together(self):
        for more in ({"errors": "jackknife"}, {"errors": "sigma"}, {"estimator": "peebles"},
                     {"regions": 1000}, {"regions": 1}, {"regions": 5, "jackknife": "one"},
                     {"regions": "12"}, {"regions": 2.5}, {"seed": -1}, {"regions": 5, "seed": 1.5},
                     {"regions": 5, "errors": "bootstrap", "resamples": "9"}):
            with self.assertRaises(siderum.Error):
                correlate(DATA, RANDOMS, bins=BINS, **more)

    def test_are_picklable_and_tables(self):
        self.assertRegex(repr(count(DATA, bins=[0.0, 180.0])), r"count=array.\[44850\]")
        found = correlate(DATA, RANDOMS, bins=BINS, regions=6)
        again = pickle.loads(pickle.dumps(found))
        np.testing.assert_array_equal(again.covariance, found.covariance)
        np.testing.assert_array_equal(again.counts["rr"].by_region(),
                                      found.counts["rr"].by_region())
        for method in ("bisection", "k-means"):
            regions = Regions(DATA.ra, DATA.dec, 6, method)
            np.testing.assert_array_equal(pickle.loads(pickle.dumps(regions)).at(DATA.ra, DATA.dec),
                                          regions.at(DATA.ra, DATA.dec))
        if has("astropy") or has("pandas"):
            self.assertEqual(list(found.to_table()["dd"]), list(found.counts["dd"].count))


@unittest.skipUnless(has("matplotlib"), "matplotlib is not installed")
class Pictures(unittest.TestCase):
    def test_show_w_and_its_matrix(self):
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot

        found = correlate(DATA, RANDOMS, bins=BINS, regions=10)
        figure, (left, middle, right) = pyplot.subplots(1, 3)
        self.addCleanup(pyplot.close, figure)
        found.plot(left)
        self.assertEqual((left.get_xscale(), left.get_xlabel()), ("log", "separation [deg]"))
        found.plot_matrix(middle)
        self.assertEqual([round(tick, 9) for tick in middle.get_xticks()],
                         [0.1, 0.2, 0.5, 1.0, 2.0, 5.0])
        found.counts["dd"].plot(right)
        self.assertEqual(right.get_ylabel(), "pairs")


class WhatIsGiven(unittest.TestCase):

    def test_lists_of_catalogues_are_not_counted_as_one(self):
        points = random_points(60, seed=3)
        half = [(points.ra[:30], points.dec[:30]), (points.ra[30:], points.dec[30:])]
        for given in (half, tuple(half)):
            with self.assertRaisesRegex(siderum.Error, "^A list of 2 catalogues was given"):
                count(given, bins=[1.0, 20.0])
        with self.assertRaisesRegex(siderum.Error, "^A list of 2 catalogues was given"):
            count(points, half, bins=[1.0, 20.0])

    def test_tables_that_may_be_rows_or_columns_are_refused(self):
        for rows in range(2, 5):
            for columns in range(2, 5):
                table = np.arange(rows * columns).reshape(rows, columns)
                lists = table.tolist()
                for given in (table, lists, list(map(tuple, lists))):
                    for read in (Catalogue.of, lambda one: count(one, bins=[1.0, 9.0])):
                        with self.assertRaisesRegex(siderum.Error,
                                                    rf"has {rows} rows of {columns} numbers \(each "
                                                    r"may be a point, or a column .*\)\. Give"):
                            read(given)
                np.testing.assert_array_equal(Catalogue.of(tuple(table)).dec, table[1])
        # Of more points there is one reading.
        np.testing.assert_array_equal(Catalogue.of(np.ones((2, 5))).dec, np.ones(5))
        with self.assertRaisesRegex(siderum.Error, "^A catalogue was expected"):
            Catalogue.of(np.ones((5, 2)))

    def test_columns_may_be_tuples(self):
        ra, dec = zip((0.0, 0.0), (1.0, 0.0), (3.0, 0.0))
        self.assertEqual(count((ra, dec), bins=[0.5, 1.5, 4.0]).count.tolist(), [1, 2])

    def test_points_that_are_refused_go_by_their_own_place(self):
        ra = np.ma.array(np.arange(20.0), mask=np.arange(20) < 5)
        dec = np.where(np.arange(20) == 9, np.nan, 0.0)
        with self.assertRaisesRegex(siderum.Error, "^The declination of point 9 is not finite"):
            Catalogue(ra, dec)

    def test_names_of_columns_in_capitals(self):
        table = np.array([(0.0, 0.0), (1.0, 0.0), (3.0, 0.0)], [("RA", float), ("DEC", float)])
        self.assertEqual(count(table, bins=[0.5, 1.5, 4.0]).count.tolist(), [1, 2])
        two = np.array([(0.0, 0.0, 1.0)], [("Ra", float), ("RA", float), ("dec", float)])
        with self.assertRaisesRegex(siderum.Error, "^The table has several columns 'ra'"):
            Catalogue.of(two)

    @unittest.skipUnless(importlib.util.find_spec("pandas"), "pandas is not installed")
    def test_regions_that_are_missing_are_left_out(self):
        import pandas

        labels = pandas.array([4, None, 7], dtype="Int64")
        points = Catalogue([0.0, 1.0, 2.0], [0.0, 0.0, 0.0], None, pandas.Series(labels))
        self.assertEqual((points.region.tolist(), points.dropped), ([4, 7], 1))

    def test_units_are_words(self):
        for unit in ([], {}, None, np.array(["a"])):
            with self.assertRaisesRegex(siderum.Error, "^There is no unit .* of coordinates here"):
                Catalogue([0.0], [0.0], unit=unit)

    def test_right_ascensions_of_many_turns_are_refused(self):
        for unit, ra, turned in (("deg", 9999.0, -999.0), ("rad", 183.2, -6.2832),
                                 ("hours", 24.1, -25.0)):
            for one in (ra, turned):
                with self.assertRaisesRegex(
                        siderum.Error, f"^The right ascension of point 1 is {one:.6g} {unit} .it is"
                                       " beyond"):
                    Catalogue([1.0, one], [0.0, 0.1], unit=unit)
        for call in (lambda: Regions([1.0, 9999.0, 2.0], [0.0, 0.1, 1.0], 2),
                     lambda: Regions([1.0, 2.0], [0.0, 0.1], 2).at([1.0, 9999.0], [0.0, 0.0])):
            with self.assertRaisesRegex(siderum.Error, "^The right ascension of point 1 is 9999 "):
                call()
        np.testing.assert_array_equal(Catalogue([720.0, -720.0], [0.0, 0.0]).ra, [720.0, -720.0])
        masked = np.ma.array([1.0, -999.0], mask=[False, True])
        self.assertEqual(Catalogue(masked, [0.0, 0.1]).dropped, 1)

    def test_what_no_machine_has_room_for_is_refused(self):
        data, randoms = random_points(50, seed=1), random_points(90, seed=2)
        for call in (lambda: random_points(10**13), lambda: Bins.linear(0.0, 1.0, 10**14),
                     lambda: Bins.logarithmic(0.1, 1.0, 10**14),
                     lambda: correlate(data, randoms, bins=[1.0, 20.0], regions=4,
                                       errors="bootstrap", resamples=10**15)):
            with self.assertRaisesRegex(siderum.Error, "^There is not enough memory .*had.*Ask"):
                call()

    def test_options_that_do_nothing_are_refused(self):
        data, randoms = random_points(50, seed=1), random_points(90, seed=2)
        for option in ({"jackknife": "first"}, {"resamples": 5}):
            with self.assertRaisesRegex(siderum.Error, "does nothing with errors by poisson"):
                correlate(data, randoms, bins=[1.0, 20.0], **option)
        with self.assertRaisesRegex(siderum.Error, "^There is no method for regions 'foo'"):
            correlate(data, randoms, bins=[1.0, 20.0], region_method="foo")

    def test_options_of_other_errors_are_refused(self):
        data, randoms = random_points(50, seed=1), random_points(90, seed=2)
        for option, name, word in (({"resamples": 10}, "resamples", "jackknife"),
                                   ({"errors": "bootstrap", "jackknife": "first"}, "jackknife",
                                    "bootstrap"),
                                   ({"errors": "poisson"}, "regions", "poisson")):
            with self.assertRaisesRegex(
                    siderum.Error, f"^The option {name} does nothing with errors by {word} "):
                correlate(data, randoms, bins=[1.0, 20.0], regions=4, **option)
        division = Regions(randoms.ra, randoms.dec, 4)
        for regions in (None, division):
            with self.assertRaisesRegex(siderum.Error, "^The option region_method does nothing"):
                correlate(data, randoms, bins=[1.0, 20.0], regions=regions,
                          region_method="k-means")

    def test_regions_of_catalogues_are_not_passed_over(self):
        data, randoms = random_points(50, seed=1), random_points(90, seed=2)
        division = Regions(randoms.ra, randoms.dec, 4)
        own = data.labelled(division), randoms.labelled(division)
        for regions in (8, division):
            for pair in (own, (own[0], randoms), (data, [randoms, own[1]])):
                with self.assertRaisesRegex(siderum.Error, "^regions is given, and catalogues have"
                                                           " regions of their own"):
                    correlate(*pair, bins=[1.0, 20.0], regions=regions)
        self.assertEqual(correlate(*own, bins=[1.0, 20.0]).samples.shape, (4, 1))

    def test_the_one_without_regions_is_named(self):
        data, randoms = random_points(50, seed=1), random_points(90, seed=2)
        labelled = data.labelled(Regions(randoms.ra, randoms.dec, 4))
        for call, names in (
                (lambda: correlate(labelled, randoms, bins=[1.0, 20.0]), ("randoms", "data")),
                (lambda: correlate(data, labelled, bins=[1.0, 20.0]), ("data", "randoms")),
                (lambda: correlate(labelled, [labelled, randoms], bins=[1.0, 20.0]),
                 ("randoms", "data")),
                (lambda: count(data, labelled, bins=[1.0, 20.0]), ("catalogue", "other"))):
            with self.assertRaisesRegex(siderum.Error, "^The argument {} has no regions .and {}"
                                                       " has: ".format(*names)):
                call()

    @unittest.skipUnless(importlib.util.find_spec("astropy"), "astropy is not installed")
    def test_one_coordinate_with_a_unit_is_refused(self):
        from astropy import units as u
        from astropy.table import QTable

        points = random_points(50, seed=1)
        radians = np.radians(points.ra) * u.rad
        table = QTable({"ra": radians, "dec": points.dec})
        for call in (lambda: count((radians, np.radians(points.dec)), bins=[0.0, 1.0]),
                     lambda: count((points.ra, points.dec * u.deg), bins=[0.0, 1.0]),
                     lambda: count(table, bins=[0.0, 1.0]),
                     lambda: Catalogue(radians, np.radians(points.dec), unit="rad"),
                     lambda: Regions(radians, points.dec, 4),
                     lambda: Regions(points.ra, points.dec, 4).at(radians, points.dec),
                     lambda: Bins.linear(1 * u.arcmin, 2.0, 3),
                     lambda: Bins.logarithmic(1.0, 2 * u.deg, 3)):
            with self.assertRaisesRegex(siderum.Error, r"^The .* ha(ve|s) a unit \(and the .* "
                                                       r"none\)\. Give both or neither one\.$"):
                call()
        for area in ({"cap": (1 * u.rad, 10, 4)}, {"box": (0, 1, 2, 3 * u.deg)}):
            with self.assertRaisesRegex(siderum.Error, "^Some of the sides of the area have a"):
                random_points(5, **area)
        # 0 is the same in all units.
        self.assertEqual(len(Bins.linear(0, 2 * u.deg, 3)), 3)
        self.assertEqual(len(random_points(5, cap=[10, 20, 5] * u.deg)), 5)

    @unittest.skipUnless(importlib.util.find_spec("astropy"), "astropy is not installed")
    def test_tables_have_units(self):
        points = random_points(50, seed=1)
        table = count(points, bins=Bins.linear(60.0, 600.0, 3, "arcmin")).to_table()
        self.assertEqual((str(table["low"].unit), str(table["high"].unit)), ("arcmin", "arcmin"))
        self.assertEqual(str(points.to_table()["dec"].unit), "deg")


if __name__ == "__main__":
    unittest.main()
