#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Writes pair_counts_*.csv beside itself: small catalogues, and what TreeCorr makes of them.

    python3 -m venv build/golden && build/golden/bin/pip install treecorr
    build/golden/bin/python tests/golden/make_pair_counts.py

The catalogues are files too, so nothing depends on the random generator staying as it is. TreeCorr
counts exactly with metric='Arc' and bin_slop=0; auto counts are unordered there as here.
"""

import pathlib

import numpy
import treecorr

FOLDER = pathlib.Path(__file__).parent
HEAD = ("# SPDX-FileCopyrightText: 2026 The siderum developers\n"
        "# SPDX-License-Identifier: Apache-2.0\n"
        "# By make_pair_counts.py")
RANGES = {"10": (0.05, 10.0, 12), "180": (0.5, 180.0, 15)}
REGIONS = 8


def clustered(generator, points, clusters):
    """Points of a field around (0, 60), some of them in clumps."""
    centres = generator.uniform(0, 1, (clusters, 2))
    member = generator.integers(0, 2 * clusters, points)
    place = generator.uniform(0, 1, (points, 2))
    clumped = member < clusters
    place[clumped] = centres[member[clumped]] + generator.normal(0, 0.01, (clumped.sum(), 2))
    return 40 * place[:, 0] - 20, 50 + 20 * place[:, 1]


def uniform(generator, points):
    ra = generator.uniform(-20, 20, points)
    sine = generator.uniform(numpy.sin(numpy.radians(50)), numpy.sin(numpy.radians(70)), points)
    return ra, numpy.degrees(numpy.arcsin(sine))


def whole_sky(generator, points):
    return generator.uniform(0, 360, points), numpy.degrees(numpy.arcsin(
        generator.uniform(-1, 1, points)))


def finish(generator, ra, dec):
    """Rounded columns ra, dec, weight, region: regions are stripes of right ascension. TreeCorr
    keeps weights in single precision, so they are multiples of 1/64, which that holds exactly."""
    ra, dec = numpy.round(ra, 6), numpy.round(dec, 6)
    weight = numpy.round(64 * generator.uniform(0.2, 2.0, len(ra))) / 64
    region = numpy.clip(((ra + 20) / 40 * REGIONS).astype(int), 0, REGIONS - 1)
    return ra, dec, weight, region


def write_catalogue(name, catalogue):
    with open(FOLDER / f"pair_counts_{name}.csv", "w", encoding="ascii") as file:
        print(HEAD, file=file)
        print("ra,dec,weight,region", file=file)
        for ra, dec, weight, region in zip(*catalogue):
            print(f"{ra:.6f},{dec:.6f},{weight:.6f},{region}", file=file)


def catalog(columns, weighted=False, patches=False):
    ra, dec, weight, region = columns
    return treecorr.Catalog(ra=ra, dec=dec, ra_units="deg", dec_units="deg",
                            w=weight if weighted else None, patch=region if patches else None)


def correlation(limits, **options):
    return treecorr.NNCorrelation(min_sep=limits[0], max_sep=limits[1], nbins=limits[2],
                                  sep_units="deg", metric="Arc", bin_slop=0, **options)


def count_rows(catalogues):
    """case, range, weighted, theta_min, theta_max, pairs, weight of every count."""
    for case in ("data", "sky", "data-data2", "data-sky"):
        names = case.split("-")
        for name, limits in RANGES.items():
            for weighted in (False, True):
                pairs = correlation(limits)
                pairs.process(*(catalog(catalogues[part], weighted) for part in names))
                for edges in zip(pairs.left_edges, pairs.right_edges, pairs.npairs, pairs.weight):
                    yield (case, name, "yes" if weighted else "no", *edges)


def jackknife_rows(catalogues):
    """convention, theta_min, theta_max, xi, error of Landy and Szalay's estimator."""
    data = catalog(catalogues["data"], patches=True)
    randoms = catalog(catalogues["randoms"], patches=True)
    for convention, theirs in (("match", "match"), ("either", "simple")):
        counts = [correlation(RANGES["10"], var_method="jackknife", cross_patch_weight=theirs)
                  for _ in range(3)]
        counts[0].process(data)
        counts[1].process(data, randoms)
        counts[2].process(randoms)
        xi, variance = counts[0].calculateXi(rr=counts[2], dr=counts[1])
        for edges in zip(counts[0].left_edges, counts[0].right_edges, xi, numpy.sqrt(variance)):
            yield (convention, *edges)


def write_rows(name, heading, rows):
    with open(FOLDER / f"pair_counts_{name}.csv", "w", encoding="ascii") as file:
        print(f"{HEAD} and TreeCorr {treecorr.__version__}", file=file)
        print(heading, file=file)
        for row in rows:
            print(",".join(x if isinstance(x, str) else f"{x:.17g}" for x in row), file=file)


def main():
    generator = numpy.random.default_rng(7)
    catalogues = {
        "data": finish(generator, *clustered(generator, 700, 25)),
        "data2": finish(generator, *clustered(generator, 500, 25)),
        "randoms": finish(generator, *uniform(generator, 1500)),
        "sky": finish(generator, *whole_sky(generator, 600)),
    }
    for name, columns in catalogues.items():
        write_catalogue(name, columns)
    write_rows("treecorr", "case,range,weighted,theta_min,theta_max,pairs,weight",
               count_rows(catalogues))
    write_rows("treecorr_xi", "convention,theta_min,theta_max,xi,error",
               jackknife_rows(catalogues))


if __name__ == "__main__":
    main()
