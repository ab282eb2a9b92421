#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Whole jobs by the packages that people use now: processes from file to answer, on the files that
bench/process_bench.py has made.

    build/peers/bin/python bench/peers/jobs.py --folder /data --scale full --output jobs.json

Each job is a process of its own, with the start of Python in its time, and the fastest of some
counts. Of periodograms by astropy a sample of the curves is searched, since all would take hours:
what the search takes is scaled to all of them, and said to be. Names are those of the rows of
process_bench.py. A package that is not installed has no row.
"""

import argparse
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import process_bench

SAMPLE = 10  # curves of a survey that astropy searches


def curves_of(path):
    """[(t, y, dy)] of a survey as process_bench.py makes it."""
    import numpy as np
    from astropy.table import Table

    table = Table.read(path)
    ids = np.asarray(table[table.colnames[0]])
    starts = np.flatnonzero(np.r_[True, ids[1:] != ids[:-1]])
    columns = [np.asarray(table[name], float) for name in table.colnames[1:4]]
    return [[column[begin:end] for column in columns]
            for begin, end in zip(starts, [*starts[1:], len(ids)])]


def grid(count):
    import numpy as np

    return np.linspace(0.5, 24.0, count)


def periods_astropy(folder, scale, count, form):
    from astropy.timeseries import LombScargle

    curves = curves_of(folder / f"survey.{form}")
    frequency = grid(count)
    start = time.perf_counter()
    for t, y, dy in curves[:SAMPLE]:
        power = LombScargle(t, y, dy, fit_mean=False).power(
            frequency, method="fast", assume_regular_frequency=True)
        frequency[power.argmax()]
    seconds = time.perf_counter() - start
    return seconds * (len(curves) - SAMPLE) / SAMPLE  # of those that were not searched


def periods_nifty(folder, scale, count, form):
    import nifty_ls

    frequency = grid(count)
    for t, y, dy in curves_of(folder / f"survey.{form}"):
        found = nifty_ls.lombscargle(t, y, dy, fmin=0.5, fmax=24.0, Nf=count, fit_mean=False)
        frequency[found.power.argmax()]


def synalm(folder, scale, lmax):
    import healpy
    import numpy as np

    cl = np.loadtxt(folder / f"cl{lmax}.csv", delimiter=",", skiprows=1)[:, 1]
    healpy.write_alm(folder / "peer.fits", healpy.synalm(cl, lmax=lmax), overwrite=True)


def alm2map(folder, scale):
    import healpy

    a_lm = healpy.read_alm(folder / "alm.fits")
    healpy.write_map(folder / "peer.fits", healpy.alm2map(a_lm, scale.nside), overwrite=True,
                     dtype=float)


def map2alm(folder, scale):
    import healpy

    sky = healpy.read_map(folder / "map.fits", dtype=float)
    a_lm = healpy.map2alm(sky, lmax=scale.lmax, iter=3)
    healpy.write_alm(folder / "peer.fits", a_lm, overwrite=True)


def anafast(folder, scale):
    import healpy

    sky = healpy.read_map(folder / "map.fits", dtype=float)
    healpy.write_cl(folder / "peer.fits", healpy.anafast(sky, lmax=scale.lmax, iter=0),
                    overwrite=True)


def smooth(folder, scale):
    import healpy
    import numpy as np

    sky = healpy.read_map(folder / "map.fits", dtype=float)
    smoothed = healpy.smoothing(sky, fwhm=np.radians(0.5), lmax=scale.lmax, iter=0)
    healpy.write_map(folder / "peer.fits", smoothed, overwrite=True, dtype=float)


def rotate(folder, scale):
    import healpy

    a_lm = healpy.read_alm(folder / "alm.fits")
    healpy.Rotator(rot=(10, 20, 30), eulertype="ZYZ").rotate_alm(a_lm, inplace=True)
    healpy.write_alm(folder / "peer.fits", a_lm, overwrite=True)


def picture(folder, scale):
    import matplotlib

    matplotlib.use("Agg")
    import healpy
    import matplotlib.pyplot as plt

    healpy.mollview(healpy.read_map(folder / "map.fits", dtype=float))
    plt.savefig(folder / "peer.png")


def pairs(folder, scale, points, reach, form):
    import treecorr

    catalogue = treecorr.Catalog(str(folder / f"points{points}.{form}"), ra_col="ra",
                                 dec_col="dec", ra_units="deg", dec_units="deg")
    treecorr.NNCorrelation(min_sep=reach / 100, max_sep=reach, nbins=10, sep_units="deg",
                           bin_slop=0).process(catalogue)


def jobs(scale):
    """{row of process_bench.py: [(package, function, arguments)]}"""
    curves, count = scale.objects, scale.frequencies
    searches = {f"periods, {curves} curves x {count}, best, {form.upper()}": [
        ("astropy", periods_astropy, (count, form)), ("nifty_ls", periods_nifty, (count, form))]
        for form in ("csv", "fits")}
    return {
        **searches,
        f"synalm, lmax {scale.lmax}": [("healpy", synalm, (scale.lmax,))],
        f"alm2map, nside {scale.nside}": [("healpy", alm2map, ())],
        f"map2alm, nside {scale.nside}, 3 iterations": [("healpy", map2alm, ())],
        f"anafast, nside {scale.nside}": [("healpy", anafast, ())],
        f"smooth, nside {scale.nside}": [("healpy", smooth, ())],
        f"rotate, lmax {scale.lmax}": [("healpy", rotate, ())],
        f"picture, nside {scale.nside}": [("healpy", picture, ())],
        f"pairs, {scale.points} points, FITS": [
            ("treecorr", pairs, (scale.points, 1.0, "fits"))],
        f"pairs, {scale.many_points} points to {scale.many_reach} degrees": [
            ("treecorr", pairs, (scale.many_points, scale.many_reach, "fits"))],
    }


def measure(options, name, package):
    """The fastest of some processes, or None where one failed."""
    command = [sys.executable, __file__, "--folder", options.folder, "--scale", options.scale,
               "--job", name, "--package", package]
    best = None
    for _ in range(options.runs):
        start = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        seconds = time.perf_counter() - start
        if done.returncode:
            print(f"{name}, {package}: {done.stderr.strip()[-300:]}", file=sys.stderr)
            return None
        added = float(done.stdout.split()[-1])
        if best is None or seconds + added < best["seconds"]:
            best = {"name": name, "package": package, "seconds": seconds + added,
                    "scaled": added > 0}
        if seconds > options.limit:
            break
    return best


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    parser.add_argument("--scale", choices=process_bench.SCALES, default="quick")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--limit", type=float, default=20.0,
                        help="a job that takes longer runs but once (seconds, default 20)")
    parser.add_argument("--output", type=pathlib.Path)
    parser.add_argument("--job", help=argparse.SUPPRESS)
    parser.add_argument("--package", help=argparse.SUPPRESS)
    return parser.parse_args()


def main():
    options = arguments()
    known = jobs(process_bench.SCALES[options.scale])
    if options.job:
        _, run, more = next(job for job in known[options.job] if job[0] == options.package)
        print(run(options.folder, process_bench.SCALES[options.scale], *more) or 0.0)
        return
    entries = []
    for name, listed in known.items():
        for package, _, _ in listed:
            if importlib.util.find_spec(package):
                entries.append(measure(options, name, package))
    entries = [{**entry, "threads": os.environ.get("OMP_NUM_THREADS", str(os.cpu_count()))}
               for entry in entries if entry]
    text = json.dumps(entries, indent=1) + "\n"
    if options.output:
        options.output.write_text(text)
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
