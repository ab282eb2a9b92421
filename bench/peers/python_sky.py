#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Times maps and pairs of the package for Python, whole calls from arrays to arrays, beside
healpy, ducc0 and TreeCorr:

    PYTHONPATH=build/openmp/python OMP_NUM_THREADS=2 python bench/peers/python_sky.py \\
      --siderum build/openmp/bench --output python_sky.json

The packages take turns of some calls, of which the first finds the caches and the waiting threads
that the other has left; of each the fastest call counts. Plans of siderum are kept between the
rounds, as they are between calls of one shape. Ratios are ours over theirs; `most` is what a ratio
is to be at most, on two cores that do nothing else. All takes five minutes at most there,
but where the host is busy: then cases are measured again (--siderum, --tries).
"""

import argparse
import importlib.metadata
import os

import numpy as np

from siderum import sky
from turns import add_options, fastest, tell


TURN = 0.1  # seconds


def row(case, peer, ours, theirs, most, options):
    mine, other = np.asarray(ours()), np.asarray(theirs())
    seconds = fastest([ours, theirs], options.rounds, options.seconds, TURN)
    ratio = seconds[0] / seconds[1]
    return {"case": case, "peer": peer, "ours": seconds[0], "theirs": seconds[1],
            "difference": float(np.abs(mine - other).max() / np.abs(other).max()),
            "ratio": ratio, "most": most, "is_met": ratio <= most,
            "version": importlib.metadata.version(peer.split(",")[0])}


def beside_healpy(options):
    import healpy
    from siderum.compat import healpy as ours

    for lmax in options.lmax:
        nside = (lmax + 1) // 2
        for rows, what in ((1, "T"), (3, "T, Q and U")):
            maps = np.random.default_rng(lmax).normal(size=(rows, 12 * nside**2))
            maps = maps[0] if rows == 1 else maps
            yield lambda: row(f"map2alm(iter=3), {what}, lmax {lmax}", "healpy",
                              lambda: ours.map2alm(maps, lmax=lmax),
                              lambda: healpy.map2alm(maps, lmax=lmax), 0.4, options)


def beside_ducc(options):
    import ducc0

    for lmax in options.lmax:
        if lmax < 1023:
            continue
        for spin in (0, 2):
            plan = sky.Plan(sky.Grid.gauss_legendre(lmax + 1, 2 * lmax + 2), lmax, spin=spin)
            rings = plan.grid.ring_table()
            shared = {"spin": spin, "lmax": lmax, "theta": rings["theta"],
                      "nphi": rings["nphi"].astype(np.uint64), "phi0": rings["phi0"],
                      "ringstart": rings["first"].astype(np.uint64),
                      "nthreads": int(os.environ.get("OMP_NUM_THREADS", 0))}
            spectrum = np.ones(lmax + 1)
            alm = sky.random(spectrum if spin == 0 else {"ee": spectrum, "bb": spectrum},
                             spin=spin).alm
            rows = alm.reshape(-1, alm.shape[-1])
            yield lambda: row(f"synthesis, spin {spin}, lmax {lmax}", "ducc0",
                              lambda: plan.synthesis(alm).reshape(len(rows), -1),
                              lambda: ducc0.sht.synthesis(alm=rows, **shared),
                              0.5 if spin else 0.6, options)
            map = plan.synthesis(alm)
            pixels = map.reshape(len(rows), -1)
            yield lambda: row(f"adjoint synthesis, spin {spin}, lmax {lmax}", "ducc0",
                              lambda: plan.adjoint_synthesis(map).reshape(rows.shape),
                              lambda: ducc0.sht.adjoint_synthesis(map=pixels, **shared),
                              0.5 if spin else 0.6, options)


def beside_treecorr(options):
    import treecorr
    from siderum.compat import treecorr as ours
    from siderum.pairs import random_points

    points = random_points(options.points, seed=1)
    columns = {"ra": points.ra, "dec": points.dec, "ra_units": "deg", "dec_units": "deg"}
    bins = {"min_sep": 0.01, "max_sep": 10.0, "nbins": 20, "sep_units": "deg"}

    def count(package, **more):
        pairs = package.NNCorrelation(**bins, **more)
        pairs.process(package.Catalog(**columns))
        return pairs.npairs

    for more, what, most in (({"metric": "Arc", "bin_slop": 0}, "exact", 0.07),
                             ({}, "by default", 0.15)):
        yield lambda: row(f"{options.points} points to 10 deg", f"TreeCorr, {what}",
                          lambda: count(ours, metric=more.get("metric")),
                          lambda: count(treecorr, **more), most, options)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lmax", type=int, nargs="+", default=(511, 1023))
    parser.add_argument("--points", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=12.0, help="of a case, about")
    add_options(parser)
    options = parser.parse_args()
    tell((beside(options) for beside in (beside_healpy, beside_ducc, beside_treecorr)), options)


if __name__ == "__main__":
    main()
