# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""TreeCorr's counts of pairs on the sky, by its names, arguments and attributes, done by siderum.

    import siderum.compat.treecorr as treecorr

Counts are exact, as TreeCorr's are with bin_slop=0. Metrics are 'Euclidean' (the chord, TreeCorr's
default) and 'Arc'. Variances and covariances are those that TreeCorr's documentation defines, and
bootstraps with the same rng draw the same patches. What differs, knowingly: meanr is the mean
separation of siderum.pairs, and meanlogr its logarithm; where only the data have patches,
cross_patch_weight='simple' totals the pairs that are left. What is not here raises in a sentence.
"""

import os

import numpy as np

from siderum import _engine
from siderum._arrays import has_unit, line, refuse_masked
from siderum._options import real, whole
from siderum._engine import Error
from siderum._execution import execution
from siderum._files import whole_file
from siderum._memory import check_room
from siderum.pairs._catalogue import check_turns

# In degrees, by the names that TreeCorr takes.
UNITS = {180.0 / np.pi: ("rad", "radian", "radians"), 1.0: ("deg", "degree", "degrees"),
         15.0: ("hr", "hrs", "hour", "hours"),
         1.0 / 60.0: ("arcmin", "arcmins", "arcminute", "arcminutes"),
         1.0 / 3600.0: ("arcsec", "arcsecs", "arcsecond", "arcseconds")}
ANGLES = {name: scale for scale, names in UNITS.items() for name in names}
# The units in which right ascensions beyond one turn are refused, by the names of siderum.pairs.
TURNS = {180.0 / np.pi: "rad", 15.0: "hours"}
FLAT = ("x", "y", "z", "r")
METHODS = ("shot", "jackknife", "bootstrap", "marked_bootstrap")
# What becomes of a pair of two patches, one of which is left out (Mohammad & Percival 2022).
WEIGHTS = {"jackknife": ("simple", "mean", "match"), "bootstrap": ("simple", "mean", "geom"),
           "marked_bootstrap": ("simple",)}
# Arguments of TreeCorr that change nothing of exact counts, and others with their defaults there.
IDLE = ("verbose", "logger", "log_file", "split_method", "min_top", "max_top", "output_dots",
        "angle_slop", "brute", "m2_uform", "low_mem", "is_rand", "num", "cat_precision",
        "num_threads", "comm")
DEFAULTS = {"keep_zero_weight": False, "allow_xyz": False, "ok_flag": 0, "every_nth": 1,
            "first_row": 1, "initialize": True, "finalize": True, "patch_method": "global",
            "corr_only": False, "write_patch_results": False, "write_cov": False,
            "kmeans_alt": False}


def degrees_in(unit, what):
    if unit is None:
        raise Error(f"{what} is missing (an angle has a unit). Give one of"
                    f" {', '.join(sorted(ANGLES))}.")
    if str(unit) not in ANGLES:
        raise Error(f"There is no unit {str(unit)!r} for {what} (known are"
                    f" {', '.join(sorted(ANGLES))}). Give one of these.")
    return ANGLES[str(unit)]


def refuse(others, what):
    """Refuses what would change the answer; what changes nothing, or is TreeCorr's own default,
    passes."""
    for name, value in others.items():
        if value is None or name in IDLE or (name in DEFAULTS and value == DEFAULTS[name]):
            continue
        raise Error(f"{what} takes no {name!r} here ({value!r} would change what TreeCorr does, and"
                    " siderum has nothing like it, or TreeCorr has no such argument either). Leave"
                    " it out.")


def patches_of(patch, size):
    """(points) numbers of patches, from one for all or one for each."""
    given = np.asarray(patch)
    if given.dtype.kind not in "fiub" or given.shape not in ((), (size,)):
        raise Error(f"The patches have the shape {given.shape} and the type {given.dtype} (there"
                    f" are {size} points, each in one, by its number). Give as many.")
    patches = np.array(np.broadcast_to(given, size), np.int64)
    if size and (patches.min() < 0 or np.any(patches != given)):
        raise Error("There is a patch below 0 or with a fraction (patches are numbers from 0)."
                    " Correct them.")
    return patches


class Catalog:
    """Points on the sky: treecorr.Catalog of ra, dec, ra_units, dec_units, w and patch.

    patch: (points) numbers from 0 of parts of the sky, for covariances; or one number. Points of
    weight 0 are left out, as TreeCorr does.
    """

    def __init__(self, file_name=None, config=None, *, ra=None, dec=None, ra_units=None,
                 dec_units=None, w=None, patch=None, **others):
        flat = [name for name in FLAT if others.get(name) is not None]
        if flat:
            raise Error(f"The catalogue has {flat[0]!r} (points on the sky are counted here, not"
                        " in space or on a plane). Give ra and dec.")
        if file_name is not None or config is not None:
            raise Error("The catalogue has a file_name or a config (files are not read here). Read"
                        " the columns, and give ra and dec.")
        refuse(others, "A catalogue")
        if ra is None or dec is None:
            raise Error("ra or dec is missing (points on the sky have both). Give both.")
        self.ra_units, self.dec_units = ra_units, dec_units
        for one, what in ((ra, "ra"), (dec, "dec")):
            if has_unit(one):
                raise Error(f"The {what} has the unit {one.unit} (here {what}_units says it, of"
                            " plain numbers). Take its numbers in that unit.")
        for one, what in ((ra, "right ascensions"), (dec, "declinations"), (w, "weights"),
                          (patch, "patches")):
            refuse_masked(one, what)
        columns = [line(ra, "right ascensions") * degrees_in(ra_units, "ra_units"),
                   line(dec, "declinations") * degrees_in(dec_units, "dec_units"),
                   None if w is None else line(w, "weights"),
                   None if patch is None else patches_of(patch, len(np.atleast_1d(ra)))]
        for column, what in zip(columns, ("ra", "dec", "w", "patch")):
            if column is not None and len(column) != len(columns[0]):
                raise Error(f"There are {len(columns[0])} of ra, and {len(column)} of {what} (each"
                            " point has one). Give as many.")
        # Before points are left out, by their own place.
        ra = columns[0] if w is None else np.where(columns[2] == 0.0, 0.0, columns[0])
        check_turns(ra, TURNS.get(degrees_in(ra_units, "ra_units"), "deg"))
        if w is not None and np.any(columns[2] == 0.0):
            keep = columns[2] != 0.0
            columns = [None if column is None else column[keep] for column in columns]
        self._ra, self._dec, self._weight, self.patch = columns
        self.ntot = self.nobj = len(self._ra)

    @property
    def ra(self):
        """(points) [rad]."""
        return np.radians(self._ra)

    @property
    def dec(self):
        """(points) [rad]."""
        return np.radians(self._dec)

    @property
    def w(self):
        """(points)."""
        return np.ones(self.ntot) if self._weight is None else self._weight

    @property
    def sumw(self):
        return float(self.w.sum())

    @property
    def npatch(self):
        """How many there are: the largest number and 1 more; 1: none."""
        return 1 if self.patch is None or not self.ntot else int(self.patch.max()) + 1

    def engine_set(self, has_regions):
        """Its columns as the engine takes them; without patches all is in the first."""
        labels = self.patch if self.npatch > 1 else np.zeros(self.ntot, np.int64)
        return self._ra, self._dec, self._weight, labels if has_regions else None

    def sums(self, patches):
        """(patches) sums of weights."""
        if self.npatch == 1:
            return np.r_[self.sumw, np.zeros(patches - 1)]
        return np.bincount(self.patch, weights=self.w, minlength=patches)


def binning(bin_type, low, high, number, size):
    """The edges of bins of three of these four."""
    if bin_type not in ("Log", "Linear"):
        raise Error(f"There is no bin_type {bin_type!r} here (bins are Log or Linear). Give one of"
                    " these.")
    if [low, high, number, size].count(None) != 1:
        raise Error("Three of min_sep, max_sep, nbins and bin_size make the bins (more or fewer are"
                    " given). Give three.")
    low, high, size = (None if one is None else real(one, what) for one, what in (
        (low, "min_sep"), (high, "max_sep"), (size, "bin_size")))
    number = None if number is None else whole(number, "nbins", 1)
    check_room(number or 0, "bins")
    is_log = bin_type == "Log"
    if is_log and any(end is not None and end <= 0 for end in (low, high)):
        raise Error("A separation is not above 0 (logarithmic bins have no other). Correct it, or"
                    " give bin_type='Linear'.")
    if low is not None and high is not None and not low < high:
        raise Error(f"min_sep is {low:g} and max_sep {high:g} (bins lie between them). Give a"
                    " smaller and a larger one.")
    if size is not None and size <= 0.0:
        raise Error(f"bin_size is {size:g} (bins have a width above 0). Correct it.")
    to, back = (np.log, np.exp) if is_log else (float, float)
    if size is not None and number is None:
        number = int(np.ceil((to(high) - to(low)) / size * (1 - 1e-10)))
    if low is None:
        low = back(to(high) - number * size)
    if high is None:
        high = back(to(low) + number * size)
    edges = low + (high - low) * np.arange(number + 1) / number
    if is_log:
        edges = low * (high / low) ** (np.arange(number + 1) / number)
    edges[-1] = high
    return edges


class NNCorrelation:
    """Counts of pairs of points: treecorr.NNCorrelation.

    min_sep, max_sep, nbins, bin_size: three of these, in sep_units (radians where none are given);
    bin_type 'Log' or 'Linear'. metric: 'Euclidean' (chord) or 'Arc'. bin_slop: 0 or None, counts
    are exact. var_method: 'shot', 'jackknife', 'bootstrap', 'marked_bootstrap'; num_bootstrap;
    cross_patch_weight: 'simple', 'mean', of the jackknife 'match', of the bootstrap 'geom'; rng:
    that draws its patches, else one of the seed 1. num_threads: of the process, settled by its
    first call.

    Attributes as of TreeCorr: npairs, weight, tot, meanr, meanlogr, rnom, logr, left_edges,
    right_edges, xi, varxi, cov.

    >>> import numpy as np
    >>> points = Catalog(ra=[0, 1, 3], dec=[0, 0, 0], ra_units="deg", dec_units="deg")
    >>> pairs = NNCorrelation(min_sep=0.5, max_sep=4, nbins=2, sep_units="deg", metric="Arc")
    >>> pairs.process(points)
    >>> pairs.npairs
    array([1., 2.])
    """

    def __init__(self, config=None, *, min_sep=None, max_sep=None, nbins=None, bin_size=None,
                 sep_units=None, metric=None, bin_type="Log", bin_slop=None, var_method="shot",
                 num_bootstrap=500, cross_patch_weight=None, num_threads=None, rng=None,
                 precision=4, **others):
        if config is not None:
            raise Error("There is a config (no dictionaries or files of arguments are read here)."
                        " Give the arguments by name.")
        refuse(others, "NNCorrelation")
        if bin_slop is not None and real(bin_slop, "bin_slop") != 0.0:
            raise Error(f"bin_slop is {bin_slop} (counts are exact here, which is bin_slop=0)."
                        " Leave it out.")
        self.sep_units, self.bin_type, self.bin_slop = sep_units, bin_type, 0.0
        self._unit = degrees_in("rad" if sep_units is None else sep_units, "sep_units")
        edges = binning(bin_type, min_sep, max_sep, nbins, bin_size)
        self.left_edges, self.right_edges = edges[:-1], edges[1:]
        self.min_sep, self.max_sep, self.nbins = float(edges[0]), float(edges[-1]), len(edges) - 1
        is_log = bin_type == "Log"
        self.bin_size = float(np.log(edges[1] / edges[0]) if is_log else edges[1] - edges[0])
        self.rnom = np.sqrt(edges[:-1] * edges[1:]) if is_log else (edges[:-1] + edges[1:]) / 2
        self.logr = np.log(self.rnom)
        self._edges = edges
        self._set_metric(metric)
        self.var_method, self.num_bootstrap = method_of(var_method), num_bootstrap
        self.cross_patch_weight, self.num_threads = cross_patch_weight, num_threads
        if cross_patch_weight is not None:
            known = sorted({word for words in WEIGHTS.values() for word in words})
            check_weight(cross_patch_weight, known, "here")
        self.rng, self.precision = rng, precision
        self.npairs, self.weight, self.tot = np.zeros(self.nbins), np.zeros(self.nbins), 0.0
        self._job, self._patches, self._estimate, self._meanr = None, None, None, None
        self.npatch1 = self.npatch2 = 1

    def _set_metric(self, metric):
        metric = metric or "Euclidean"
        if metric not in ("Euclidean", "Arc"):
            raise Error(f"There is no metric {metric!r} here (separations on the sky are Euclidean,"
                        " the chord, or Arc). Give one of these.")
        self.metric = metric

    def _degrees(self):
        """Edges as angles [deg]: of chords theta = 2 asin(chord / 2)."""
        degrees = self._edges * self._unit
        if self.metric == "Arc":
            return degrees
        chords = np.radians(degrees)
        if chords[-1] > 2.0:
            raise Error(f"max_sep is a chord of {chords[-1]:g} (none is longer than 2 on the unit"
                        " sphere). Give a smaller one, or metric='Arc'.")
        return np.degrees(2.0 * np.arcsin(chords / 2.0))

    def process(self, cat1, cat2=None, metric=None, num_threads=None, **others):
        """Counts the pairs of one catalogue, each once, or of two."""
        refuse(others, "process")
        if metric is not None:
            self._set_metric(metric)
        groups = [cat1] if cat2 is None else [cat1, cat2]
        for one in groups:
            if not isinstance(one, Catalog):
                raise Error(f"A catalogue was expected, and {type(one).__name__} was given (lists"
                            " of catalogues are not taken). Give a Catalog with patches.")
        counts = {one.npatch for one in groups} - {1}
        if len(counts) > 1:
            raise Error(f"The catalogues have {' and '.join(map(str, sorted(counts)))} patches"
                        " (patches of one number are the same part of the sky). Give both the same"
                        " patches, or one of them none.")
        patches = max(counts, default=1)
        self.npatch1, self.npatch2 = groups[0].npatch, groups[-1].npatch
        threads = num_threads or self.num_threads or 0
        self._job = ([[one.engine_set(patches > 1)] for one in groups],
                     [(0, -1 if cat2 is None else 1)], self._degrees(), patches, threads)
        parts = self._count(False)
        self.npairs = parts["count"].astype(float)
        weight = parts["weight"]
        self.weight = weight if weight.size else self.npairs
        # TreeCorr counts the pairs of a point with itself here.
        self.tot = 0.5 * cat1.sumw**2 if cat2 is None else cat1.sumw * cat2.sumw
        self._estimate, self._meanr = None, None
        self._patches = None
        if patches > 1:
            sums = parts["matrix_weight"] if weight.size else parts["matrix"].astype(float)
            total = np.outer(groups[0].sums(patches), groups[-1].sums(patches))
            if cat2 is None:
                total = np.triu(total, 1) + 0.5 * np.diag(np.diag(total))
            self._patches = sums.reshape(patches, patches, self.nbins), total

    def _count(self, has_means):
        sets, tasks, degrees, patches, threads = self._job
        labels = np.arange(patches if patches > 1 else 0, dtype=np.int64)
        return _engine.count_pairs(sets, tasks, degrees, has_means,
                                   patches > 1 and not has_means, labels,
                                   execution(threads=threads), None)[0]

    @property
    def meanr(self):
        """(bins) mean separations, counted when they are first asked for."""
        self._check("meanr")
        if self._meanr is None:
            means = self._count(True)["mean_separation"]
            if self.metric == "Euclidean":
                means = np.degrees(2.0 * np.sin(np.radians(means) / 2.0))
            self._meanr = np.where(self.npairs > 0, means / self._unit, self.rnom)
        return self._meanr

    @property
    def meanlogr(self):
        """(bins) logarithms of meanr, which are above TreeCorr's by up to bin_size^2 / 8."""
        return np.log(self.meanr)

    def _check(self, what):
        if self._job is None:
            raise Error(f"{what} has no counts (process makes them). Call it first.")

    def _same_bins(self, other, what):
        """Refuses counts in other bins than these."""
        if not isinstance(other, NNCorrelation):
            raise Error(f"{what} is {type(other).__name__} (it is an NNCorrelation). Give one that"
                        " has been processed.")
        other._check(what)
        edges, others = self._degrees(), other._degrees()
        # Edges made in other units, or from bin_size, differ in their last digits.
        if len(edges) != len(others) or np.any(
                np.abs(edges - others) > 1e-9 * np.diff(edges).min()):
            raise Error(f"The bins of {what} are others (an estimator compares counts bin by bin)."
                        " Count them in the same.")

    def calculateXi(self, *, rr, dr=None, rd=None):  # noqa: N802  (TreeCorr's name)
        """(xi, varxi): dd / rr - 1, or with dr (and rd) Landy & Szalay."""
        self._check("dd")
        for what, one in (("rr", rr), ("dr", dr), ("rd", rd)):
            if one is not None or what == "rr":
                self._same_bins(one, what)
        dr, rd = (dr if dr is not None else rd), (rd if rd is not None else dr)
        self._estimate = [self, rr, dr, rd]
        self.xi = xi_of([None if one is None else (one.weight, one.tot)
                         for one in self._estimate])
        cov = self.estimate_cov(self.var_method)
        self.cov = np.diag(cov) if cov.ndim == 1 else cov
        self.varxi = np.diag(self.cov).copy()
        return self.xi, self.varxi

    def estimate_cov(self, method, *, num_bootstrap=None, cross_patch_weight=None, **others):
        """(bins, bins) covariance of xi, after calculateXi; of 'shot' its diagonal."""
        refuse(others, "estimate_cov")
        method_of(method)
        if self._estimate is None:
            raise Error("There is no xi yet (its covariance is asked for). Call calculateXi first.")
        if method == "shot":
            return shot_noise(*self._estimate)
        word = cross_patch_weight or self.cross_patch_weight or "simple"
        check_weight(word, WEIGHTS[method], f"for {method}")
        patches = self._patches_of_all(method)
        if method == "jackknife":
            factors = 1.0 - np.eye(patches)
        else:
            number = whole(num_bootstrap or self.num_bootstrap, "num_bootstrap", 2)
            rng = np.random.default_rng(1) if self.rng is None else self.rng
            factors = np.array([np.bincount(rng.choice(patches, patches), minlength=patches)
                                for _ in range(number)], float)
        samples = np.array([xi_of([None if one is None else one._resampled(row, method, word)
                                   for one in self._estimate]) for row in factors])
        apart = samples - samples.mean(axis=0)
        if method == "jackknife":
            return (1.0 - 1.0 / patches) * apart.T @ apart
        return apart.T @ apart / (len(samples) - 1)

    def _patches_of_all(self, method):
        numbers = {max(one.npatch1, one.npatch2) for one in self._estimate if one is not None} - {1}
        if max(self.npatch1, self.npatch2) == 1:
            raise Error(f"The catalogue has no patches ({method} takes them). Give patch, or"
                        " var_method='shot'.")
        if len(numbers) > 1:
            raise Error(f"The counts have {' and '.join(map(str, sorted(numbers)))} patches (each"
                        " is left out of all of them). Count them with the same patches.")
        return numbers.pop()

    def _resampled(self, factors, method, word):
        """(weights by bin, total) where each patch counts so often."""
        if self._patches is None:
            return self.weight, self.tot
        first, second = (np.asarray(factors) if number > 1 else np.ones(len(factors))
                         for number in (self.npatch1, self.npatch2))
        if method == "marked_bootstrap":
            pairs = np.outer(first, np.ones(len(factors)))
        else:
            pairs = np.outer(first, second)
        if self.npatch1 > 1 and self.npatch2 > 1 and method != "marked_bootstrap":
            pairs = weights_across(factors, word, pairs)
        sums, total = self._patches
        return np.einsum("ij,ijb->b", pairs, sums), float((pairs * total).sum())

    def write(self, file_name, *, rr=None, dr=None, rd=None, file_type=None, precision=None,
              **others):
        """The bins as text, one row each, as TreeCorr writes and reads them."""
        refuse(others, "write")
        if file_type not in (None, "ASCII") or os.fspath(file_name).lower().endswith(
                (".fits", ".fit", ".hdf", ".hdf5", ".h5")):
            raise Error(f"{os.fspath(file_name)!r} would be FITS or HDF (text is written here)."
                        " Give another ending, and file_type='ASCII'.")
        self._check("dd")
        if rr is not None:
            self.calculateXi(rr=rr, dr=dr, rd=rd)
        columns = {"r_nom": self.rnom, "meanr": self.meanr, "meanlogr": self.meanlogr}
        if self._estimate is not None:
            columns.update(xi=self.xi, sigma_xi=np.sqrt(self.varxi))
        columns["DD"] = self.weight
        for name, one in (("RR", rr), ("DR", dr), ("RD", rd)):
            if one is not None:
                columns[name] = one.weight * (self.tot / one.tot)
        columns["npairs"] = self.npairs
        precision = whole(self.precision if precision is None else precision, "precision", 0)
        about = {"min_sep": self.min_sep, "max_sep": self.max_sep, "nbins": self.nbins,
                 "bin_type": self.bin_type, "bin_slop": 0.0, "coords": "spherical",
                 "metric": self.metric, "corr": "NN", "tot": float(self.tot)}
        if self.sep_units is not None:
            about["sep_units"] = str(self.sep_units)
        width = precision + 8
        names = " ".join(f"{name:^{width}}" for name in columns)
        with whole_file(file_name) as name:
            np.savetxt(name, np.column_stack(list(columns.values())), fmt=f"%{width}.{precision}e",
                       header=f"# {about}\n{names[1:]}", comments="#")


def method_of(method):
    if method not in METHODS:
        raise Error(f"There is no method {method!r} for covariances here (known are"
                    f" {', '.join(METHODS)}). Give one of these.")
    return method


def check_weight(word, known, where):
    if word not in known:
        raise Error(f"There is no cross_patch_weight {word!r} {where} (known are"
                    f" {', '.join(known)}). Give one of these.")


def xi_of(counts):
    """xi of (weights, total) of dd, rr and, or None, dr and rd; NaN where rr has no pairs."""
    with np.errstate(invalid="ignore", divide="ignore"):
        dd, rr, dr, rd = (None if one is None else one[0] / one[1] for one in counts)
        rr = np.where(rr == 0.0, np.nan, rr)
        return dd / rr - 1.0 if dr is None else (dd - dr - rd + rr) / rr


def shot_noise(dd, rr, dr, rd):
    """(bins) variance of xi by the noise of counts: that of dd where xi is 0, and those of the
    randoms with it, as if they were one: w / R (1 + N_dd / N_rr + N_dd / N_dr + N_dd / N_rd)^2, R
    the weighted pairs of randoms on the scale of dd, w the mean weight of the pairs of dd, N the
    numbers of pairs of any separation. TreeCorr 5.1 has this value."""
    def number(one):
        mean = one.weight.sum() / one.npairs.sum() if one.npairs.any() else 1.0
        return one.tot / mean

    share = 1.0 + sum(number(dd) / number(one) for one in (rr, dr, rd) if one is not None)
    randoms = np.where(rr.weight == 0.0, np.nan, rr.weight) * (dd.tot / rr.tot)
    return dd.tot / number(dd) * share**2 / randoms


def weights_across(factors, word, pairs):
    """(patches, patches) of how often a pair counts, whose patches count so often."""
    one, other = factors[:, None], factors[None]
    if word == "mean":
        pairs = 0.5 * (one + other)
    elif word == "geom":
        pairs = np.sqrt(one * other)
    elif word == "match":
        left = len(factors)
        share = 1.0 - left / (2.0 + np.sqrt(2.0) * (left - 1))
        pairs = np.where(one * other > 0, 1.0, np.where(one + other > 0, share, 0.0))
    pairs = pairs.copy()
    np.fill_diagonal(pairs, factors)
    return pairs


def __getattr__(name):
    raise AttributeError(f"siderum.compat.treecorr has no {name!r} (it has Catalog and"
                         " NNCorrelation). Take it from treecorr.")
