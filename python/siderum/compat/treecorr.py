# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""TreeCorr's counts of pairs on the sky, by its names, arguments and attributes, done by siderum.

    import siderum.compat.treecorr as treecorr

Counts are exact, as TreeCorr's are with bin_slop=0. Metrics are 'Euclidean' (the chord, TreeCorr's
default) and 'Arc'. What differs, knowingly: there is no meanlogr; meanr is the mean separation of
siderum.pairs; the variance of shot noise is (1 + xi)^2 / npairs; covariances by patches total the
pairs of regions without those of points with themselves; bootstraps draw other random numbers.
What is not here raises in a sentence.
"""

import os

import numpy as np

from siderum import _engine
from siderum._arrays import line
from siderum._engine import Error
from siderum._execution import execution
from siderum.pairs._correlate import CONVENTIONS, ERRORS, ESTIMATORS

ANGLES = {"rad": 180.0 / np.pi, "radians": 180.0 / np.pi, "deg": 1.0, "degrees": 1.0,
          "hour": 15.0, "hours": 15.0, "arcmin": 1.0 / 60.0, "arcmins": 1.0 / 60.0,
          "arcsec": 1.0 / 3600.0, "arcsecs": 1.0 / 3600.0}
FLAT = ("x", "y", "z", "r")
METHODS = {"jackknife": "jackknife", "bootstrap": "bootstrap",
           "marked_bootstrap": "marked-bootstrap", "shot": "poisson"}
WEIGHTS = {"simple": "either", "match": "match"}


def degrees_in(unit, what):
    if unit is None:
        raise Error(f"{what} is missing (an angle has a unit). Give one of"
                    f" {', '.join(sorted(ANGLES))}.")
    if str(unit) not in ANGLES:
        raise Error(f"There is no unit {str(unit)!r} for {what} (known are"
                    f" {', '.join(sorted(ANGLES))}). Give one of these.")
    return ANGLES[str(unit)]


def refuse(others, what):
    given = [name for name, value in others.items() if value is not None]
    if given:
        raise Error(f"{what} takes no {given[0]!r} here (it has no effect on exact counts of points"
                    " on the sky, or is not done). Leave it out.")


class Catalog:
    """Points on the sky: treecorr.Catalog of ra, dec, ra_units, dec_units, w and patch.

    patch: (points) numbers from 0 of parts of the sky, for covariances; or one number.
    """

    def __init__(self, file_name=None, config=None, *, ra=None, dec=None, ra_units=None,
                 dec_units=None, w=None, patch=None, **others):
        flat = [name for name in FLAT if others.get(name) is not None]
        if flat:
            raise Error(f"The catalogue has {flat[0]!r} (points on the sky are counted here, not"
                        " in space or on a plane). Give ra and dec.")
        refuse({"file_name": file_name, "config": config, **others}, "A catalogue")
        if ra is None or dec is None:
            raise Error("ra or dec is missing (points on the sky have both). Give both.")
        self.ra_units, self.dec_units = ra_units, dec_units
        self._ra = line(ra, "right ascensions") * degrees_in(ra_units, "ra_units")
        self._dec = line(dec, "declinations") * degrees_in(dec_units, "dec_units")
        self.ntot = len(self._ra)
        self._weight = None if w is None else line(w, "weights")
        self.patch = None
        if patch is not None:
            self.patch = np.array(np.broadcast_to(np.asarray(patch), self.ntot), np.int64)
            if self.ntot and (self.patch.min() < 0 or np.any(self.patch != patch)):
                raise Error("There is a patch below 0 or with a fraction (patches are numbers from"
                            " 0). Correct them.")

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

    def engine_set(self):
        return self._ra, self._dec, self._weight, self.patch if self.npatch > 1 else None


def binning(bin_type, low, high, number, size):
    """The edges of bins of three of these four."""
    if bin_type not in ("Log", "Linear"):
        raise Error(f"There is no bin_type {bin_type!r} here (bins are Log or Linear). Give one of"
                    " these.")
    if [low, high, number, size].count(None) != 1:
        raise Error("Three of min_sep, max_sep, nbins and bin_size make the bins (more or fewer are"
                    " given). Give three.")
    is_log = bin_type == "Log"
    if is_log and any(end is not None and end <= 0 for end in (low, high)):
        raise Error("A separation is not above 0 (logarithmic bins have no other). Correct it, or"
                    " give bin_type='Linear'.")
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
    cross_patch_weight: 'simple' or 'match'. num_threads: of the process, settled by its first call.

    Attributes as of TreeCorr: npairs, weight, tot, meanr, rnom, logr, left_edges, right_edges, xi,
    varxi, cov.

    >>> import numpy as np
    >>> points = Catalog(ra=[0, 1, 3], dec=[0, 0, 0], ra_units="deg", dec_units="deg")
    >>> pairs = NNCorrelation(min_sep=0.5, max_sep=4, nbins=2, sep_units="deg", metric="Arc")
    >>> pairs.process(points)
    >>> pairs.npairs
    array([1., 2.])
    """

    def __init__(self, config=None, *, min_sep=None, max_sep=None, nbins=None, bin_size=None,
                 sep_units=None, metric=None, bin_type="Log", bin_slop=None, var_method="shot",
                 num_bootstrap=500, cross_patch_weight="simple", num_threads=None, **others):
        refuse({"config": config, **others}, "NNCorrelation")
        if bin_slop:
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
        self._method(var_method)
        self.var_method, self.num_bootstrap = var_method, num_bootstrap
        self.cross_patch_weight, self.num_threads = cross_patch_weight, num_threads
        self._parts, self._estimate, self._meanr, self._again = None, None, None, None
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
        groups = []
        for one in [cat1] if cat2 is None else [cat1, cat2]:
            if not isinstance(one, Catalog):
                raise Error(f"A catalogue was expected, and {type(one).__name__} was given (lists"
                            " of catalogues are not taken). Give a Catalog with patches.")
            groups.append(one)
        patches = max(one.npatch for one in groups)
        labels = np.arange(patches if patches > 1 else 0, dtype=np.int64)
        where = execution(threads=num_threads or self.num_threads or 0)
        sets = [[one.engine_set()] for one in groups]
        tasks, degrees = [(0, -1 if cat2 is None else 1)], self._degrees()
        (self._parts,) = _engine.count_pairs(sets, tasks, degrees, False, patches > 1, labels,
                                             where, None)
        self.npatch1, self.npatch2 = groups[0].npatch, groups[-1].npatch
        self.npairs = self._parts["count"].astype(float)
        weight = self._parts["weight"]
        self.weight = weight if weight.size else self.npairs
        # TreeCorr counts the pairs of a point with itself here.
        self.tot = 0.5 * cat1.sumw**2 if cat2 is None else cat1.sumw * cat2.sumw
        self._estimate, self._meanr = None, None
        self._again = lambda: _engine.count_pairs(sets, tasks, degrees, True, False, labels, where,
                                                  None)

    @property
    def meanr(self):
        """(bins) mean separations, counted when they are first asked for."""
        self._counts("meanr")
        if self._meanr is None:
            means = self._again()[0]["mean_separation"]
            if self.metric == "Euclidean":
                means = np.degrees(2.0 * np.sin(np.radians(means) / 2.0))
            self._meanr = np.where(self.npairs > 0, means / self._unit, self.rnom)
        return self._meanr

    def _counts(self, what):
        if self._parts is None:
            raise Error(f"{what} has no counts (process makes them). Call it first.")
        return {**self._parts, "total": self.tot}

    def calculateXi(self, *, rr, dr=None, rd=None):  # noqa: N802  (TreeCorr's name)
        """(xi, varxi): dd / rr - 1, or with dr (and rd) Landy & Szalay."""
        dd, rr = self._counts("dd"), rr._counts("rr")
        cross = dr if dr is not None else rd
        other = None
        if cross is not None and dd["is_cross"]:
            other = (rd if rd is not None else dr)._counts("rd")
        cross = rr if cross is None else cross._counts("dr")
        number = ESTIMATORS.index("natural" if dr is None and rd is None else "landy-szalay")
        self._estimate = dd, cross, other, rr, number
        self.xi = _engine.w_of_counts(*self._estimate)
        self.cov = self.estimate_cov(self.var_method)
        self.varxi = np.diag(self.cov).copy()
        return self.xi, self.varxi

    @staticmethod
    def _method(method):
        if method not in METHODS:
            raise Error(f"There is no method {method!r} for covariances here (known are"
                        f" {', '.join(METHODS)}). Give one of these.")
        return METHODS[method]

    def estimate_cov(self, method, *, num_bootstrap=None, cross_patch_weight=None, **others):
        """(bins, bins) covariance of xi, after calculateXi."""
        refuse(others, "estimate_cov")
        word = self._method(method)
        if self._estimate is None:
            raise Error("There is no xi yet (its covariance is asked for). Call calculateXi first.")
        if word == "poisson":
            return _engine.shot_noise(self.xi, self._estimate[0])
        pair = cross_patch_weight or self.cross_patch_weight
        if pair not in WEIGHTS:
            raise Error(f"There is no cross_patch_weight {pair!r} here (known are"
                        f" {', '.join(WEIGHTS)}). Give one of these.")
        if not self._estimate[0]["regions"]:
            raise Error(f"The catalogue has no patches ({method} takes them). Give patch, or"
                        " var_method='shot'.")
        return _engine.resample(*self._estimate, ERRORS.index(word),
                                CONVENTIONS.index(WEIGHTS[pair]),
                                int(num_bootstrap or self.num_bootstrap), 1)[1]

    def write(self, file_name, *, rr=None, dr=None, rd=None, precision=4, **others):
        """The bins as text, one row each: TreeCorr's columns but meanlogr."""
        refuse(others, "write")
        if os.fspath(file_name).lower().endswith((".fits", ".fit", ".hdf", ".hdf5", ".h5")):
            raise Error(f"{os.fspath(file_name)!r} would be FITS or HDF (text is written here)."
                        " Give another ending.")
        self._counts("dd")
        if rr is not None:
            self.calculateXi(rr=rr, dr=dr, rd=rd)
        columns = {"r_nom": self.rnom, "meanr": self.meanr}
        if self._estimate is not None:
            columns.update(xi=self.xi, sigma_xi=np.sqrt(self.varxi))
        columns["DD"] = self.weight
        for name, one in (("RR", rr), ("DR", dr), ("RD", rd)):
            if one is not None:
                columns[name] = one.weight * (self.tot / one.tot)
        columns["npairs"] = self.npairs
        width = precision + 8
        np.savetxt(file_name, np.column_stack(list(columns.values())),
                   fmt=f"%{width}.{precision}e",
                   header=" ".join(f"{name:^{width}}" for name in columns))
