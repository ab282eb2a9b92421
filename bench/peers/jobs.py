#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Whole jobs by the packages that people use now: processes from file to answer, on the files that
bench/process_bench.py has made.

    build/peers/bin/python bench/peers/jobs.py --folder /data --scale jobs --output jobs.json

Each job is a process of its own, with the start of Python in its time, and the fastest of some
counts. Of periodograms a sample of the curves is searched, of the Super Smoother's at a sample
of the frequencies, since all would take minutes to hours: what the search takes is scaled to all of
them, and said to be. Names are those of the rows of process_bench.py, the output is of the form of
bench/results.py. A package that is not installed has no row. With --siderum (the folder of
operations_bench) jobs are run again where the host was busy.
"""

import argparse
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import process_bench
import quiet
import results

SAMPLE = 10  # curves of a survey that other packages search
STAR = 1.39122  # cycles per day: where siderum finds the first star of stars.csv
STAR_SAMPLE = 1000  # frequencies of the grid, around it, at which gatspy scores that star


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


def search_astropy(curve, frequency):
    from astropy.timeseries import LombScargle

    t, y, dy = curve
    power = LombScargle(t, y, dy, fit_mean=False).power(frequency, method="fast",
                                                        assume_regular_frequency=True)
    return frequency[power.argmax()]


def search_nifty(curve, frequency):
    import nifty_ls

    t, y, dy = curve
    found = nifty_ls.lombscargle(t, y, dy, fmin=frequency[0], fmax=frequency[-1],
                                 Nf=len(frequency), fit_mean=False)
    return frequency[found.power.argmax()]


def periods(search):
    def run(folder, scale, count, file):
        curves = curves_of(folder / file)
        frequency = grid(count)
        start = time.perf_counter()
        for curve in curves[:SAMPLE]:
            search(curve, frequency)
        seconds = time.perf_counter() - start
        return seconds * max(0, len(curves) - SAMPLE) / SAMPLE  # of those that were not searched

    return run


def one_star(folder, scale, count):
    import numpy as np

    t, y = np.loadtxt(process_bench.IDA, delimiter=",", usecols=(1, 2), unpack=True)
    search_astropy((t, y, np.ones_like(t)), grid(count))


def stars(folder, scale):
    from gatspy.periodic import SuperSmoother

    curves = curves_of(folder / "stars.csv")
    frequency = grid(process_bench.SCALES["jobs"].stars_frequencies)
    begin = frequency.searchsorted(STAR) - STAR_SAMPLE // 2
    sample = frequency[begin:begin + STAR_SAMPLE]
    start = time.perf_counter()
    best = sample[SuperSmoother().fit(*curves[0]).score(1.0 / sample).argmax()]
    seconds = time.perf_counter() - start
    # What finds another period does another job.
    if abs(best - STAR) > 2.0 * (sample[1] - sample[0]):
        raise ValueError(f"gatspy finds the first star at {best} 1/d, siderum at {STAR}")
    return seconds * (len(curves) * scale.stars_frequencies / STAR_SAMPLE - 1.0)


def synalm(folder, scale, lmax):
    import healpy
    import numpy as np

    cl = np.loadtxt(folder / f"cl{lmax}.csv", delimiter=",", skiprows=1)[:, 1]
    healpy.write_alm(folder / "peer.fits", healpy.synalm(cl, lmax=lmax), overwrite=True)


def alm2map(folder, scale):
    import healpy

    a_lm = healpy.read_alm(folder / f"alm{scale.lmax}.fits")
    healpy.write_map(folder / "peer.fits", healpy.alm2map(a_lm, scale.nside), overwrite=True,
                     dtype=float)


def map2alm(folder, scale):
    import healpy

    sky = healpy.read_map(folder / f"map{scale.nside}.fits", dtype=float)
    a_lm = healpy.map2alm(sky, lmax=scale.lmax, iter=3)
    healpy.write_alm(folder / "peer.fits", a_lm, overwrite=True)


def anafast(folder, scale):
    import healpy

    sky = healpy.read_map(folder / f"map{scale.nside}.fits", dtype=float)
    healpy.write_cl(folder / "peer.fits", healpy.anafast(sky, lmax=scale.lmax, iter=0),
                    overwrite=True)


def smooth(folder, scale):
    import healpy
    import numpy as np

    sky = healpy.read_map(folder / f"map{scale.nside}.fits", dtype=float)
    smoothed = healpy.smoothing(sky, fwhm=np.radians(0.5), lmax=scale.lmax, iter=0)
    healpy.write_map(folder / "peer.fits", smoothed, overwrite=True, dtype=float)


def rotate(folder, scale):
    import healpy

    a_lm = healpy.read_alm(folder / f"alm{scale.lmax}.fits")
    healpy.Rotator(rot=(10, 20, 30), eulertype="ZYZ").rotate_alm(a_lm, inplace=True)
    healpy.write_alm(folder / "peer.fits", a_lm, overwrite=True)


def picture(folder, scale):
    import matplotlib

    matplotlib.use("Agg")
    import healpy
    import matplotlib.pyplot as plt

    healpy.mollview(healpy.read_map(folder / f"map{process_bench.PICTURE}.fits", dtype=float))
    plt.savefig(folder / "peer.png")


def pairs(folder, scale, points, reach, form):
    import treecorr

    catalogue = treecorr.Catalog(str(folder / f"points{points}.{form}"), ra_col="ra",
                                 dec_col="dec", ra_units="deg", dec_units="deg")
    treecorr.NNCorrelation(min_sep=reach / 100, max_sep=reach, nbins=10, sep_units="deg",
                           metric="Arc", bin_slop=0).process(catalogue)


def correlation(folder, scale):
    import treecorr

    def catalogue(name, **more):
        return treecorr.Catalog(str(folder / name), ra_col="ra", dec_col="dec", ra_units="deg",
                                dec_units="deg", **more)

    def counted(first, second=None):
        found = treecorr.NNCorrelation(
            min_sep=process_bench.REACH / 100, max_sep=process_bench.REACH, nbins=10,
            sep_units="deg", metric="Arc", bin_slop=0, var_method="jackknife")
        found.process(first, second)
        return found

    randoms = catalogue(f"randoms{scale.randoms}.fits", npatch=process_bench.REGIONS)
    data = catalogue(f"points{scale.randoms // 5}.fits", patch_centers=randoms.patch_centers)
    counted(data).calculateXi(rr=counted(randoms), dr=counted(data, randoms))


def jobs(scale):
    """{row of process_bench.py: [(package, function, arguments)]}"""
    curves, count = scale.objects, scale.frequencies
    packages = (("astropy", periods(search_astropy)), ("nifty_ls", periods(search_nifty)))
    searches = {f"periods, {curves} curves x {count}, best, {form.upper()}": [
        (package, run, (count, f"survey{curves}.{form}")) for package, run in packages]
        for form in ("csv", "fits")}
    many = process_bench.SERIES_FREQUENCIES
    searches[f"periods, one curve of {scale.series} points x {many}"] = [
        (package, run, (many, f"series{scale.series}.csv")) for package, run in packages]
    return {
        "periods, 29 points": [("astropy", one_star, (1000,))],
        **searches,
        f"super smoother, {process_bench.STARS} stars x {scale.stars_frequencies}": [
            ("gatspy", stars, ())],
        f"synalm, lmax {scale.lmax}": [("healpy", synalm, (scale.lmax,))],
        f"alm2map, nside {scale.nside}": [("healpy", alm2map, ())],
        f"map2alm, nside {scale.nside}, 3 iterations": [("healpy", map2alm, ())],
        f"anafast, nside {scale.nside}": [("healpy", anafast, ())],
        f"smooth, nside {scale.nside}": [("healpy", smooth, ())],
        f"rotate, lmax {scale.lmax}": [("healpy", rotate, ())],
        f"picture, nside {process_bench.PICTURE}": [("healpy", picture, ())],
        f"pairs, {scale.points} points, FITS": [
            ("treecorr", pairs, (scale.points, 1.0, "fits"))],
        f"pairs, {scale.many_points} points to {scale.many_reach} degrees": [
            ("treecorr", pairs, (scale.many_points, scale.many_reach, "fits"))],
        f"w(theta), {scale.randoms // 5} points, {scale.randoms} randoms, "
        f"{process_bench.REGIONS} regions": [("treecorr", correlation, ())],
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
    parser.add_argument("--tries", type=int, default=quiet.MOST_TRIES,
                        help="measure so often at most where the host is busy (default 5)")
    parser.add_argument("--filter", default="", help="only jobs that match this expression")
    parser.add_argument("--siderum", type=pathlib.Path, default=pathlib.Path("."),
                        help="folder of operations_bench, which sees whether the host is busy")
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
    threads = int(os.environ.get("OMP_NUM_THREADS", os.cpu_count()))
    watch = quiet.Watch(options.siderum / "operations_bench", quiet.all_peaks(),
                        tries=options.tries)
    wanted = process_bench.job_rows() if options.scale == "jobs" else known
    found = []
    for name in wanted:
        for package, _, _ in known.get(name, []):
            if importlib.util.find_spec(package) and re.search(options.filter, name):
                print(f"== {name}, {package}", file=sys.stderr, flush=True)
                found.append(watch.run(threads, lambda name=name, package=package: measure(
                    options, name, package)))
    watch.finish()
    told = results.complete({"job_peers": [
        {**entry, "threads": threads, **results.stamp(), **how} for entry, how in found if entry]})
    if options.output:
        results.write(options.output, told)
    for entry in told["job_peers"]:
        print(f"{entry['name']}: {entry['package']} {entry['seconds']:.3f} s")


if __name__ == "__main__":
    main()
