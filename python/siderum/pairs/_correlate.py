# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Counts of pairs and correlation functions."""

from typing import Any

import numpy as np

from siderum import _engine
from siderum._memory import check_room
from siderum._options import flag, seed_of, whole
from siderum._engine import Error
from siderum._execution import Progress, execution
from siderum.pairs._bins import Bins
from siderum.pairs._catalogue import METHODS, Catalogue, Regions, is_catalogue
from siderum.pairs._results import Correlation, PairCounts

ESTIMATORS = ("landy-szalay", "hamilton", "davis-peebles", "natural")
ERRORS = ("jackknife", "bootstrap", "marked-bootstrap", "poisson")
CONVENTIONS = ("match", "either", "first")


def number_of(word, words, what):
    if word not in words:
        raise Error(f"There is no {what} {word!r} (known are {', '.join(words)}). Give one of"
                    " these.")
    return words.index(word)


def is_list_of_catalogues(thing):
    return isinstance(thing, (list, tuple)) and len(thing) > 0 and all(map(is_catalogue, thing))


def group_of(thing):
    """Catalogues that are counted each by itself: a list of them, or one."""
    if is_list_of_catalogues(thing):
        return [Catalogue.of(one) for one in thing]
    return [Catalogue.of(thing)]


def one_of(thing):
    """A catalogue, not a list of them."""
    if is_list_of_catalogues(thing):
        raise Error(f"A list of {len(thing)} catalogues was given (the pairs of one are counted)."
                    " Join them, or count each.")
    return Catalogue.of(thing)


def labels_of(groups, names):
    """The labels of all regions; none, where no catalogue has any. A point without one, beside
    others that have one, would be counted in none."""
    catalogues = [(name, one) for name, group in zip(names, groups) for one in group]
    labelled = [name for name, one in catalogues if one.region is not None]
    without = [name for name, one in catalogues if one.region is None and len(one) > 0]
    if not labelled:
        return np.empty(0, np.int64)
    if without:
        raise Error(f"The argument {without[0]} has no regions (and {labelled[0]} has: each pair is"
                    " counted by those of both points). Give regions to both or to neither one.")
    return np.unique(np.concatenate([one.region for group in groups for one in group
                                     if one.region is not None]))


def count_groups(groups, labels, tasks, bins, means, matrix, where, progress):
    sets = [[one.engine_set(labels.size > 0) for one in group] for group in groups]
    means, matrix = flag(means, "mean_separation"), flag(matrix, "region_matrix")
    if matrix:
        check_room(labels.size**2 * len(bins), "pairs between regions")
    with Progress(progress, "pairs") as tell:
        answers = _engine.count_pairs(sets, tasks, bins.degrees, means, matrix, labels, where, tell)
    return [PairCounts(bins, answer) for answer in answers]


def count(catalogue: Any, other: Any = None, *, bins: Any, mean_separation: bool = False,
          region_matrix: bool = False, device: str = "auto", precision: str = "double",
          threads: int = 0, progress: Any = False, backend: str = "default") -> PairCounts:
    """The pairs of one catalogue, each once, or of each point of it with each of another: a
    PairCounts.

    catalogue, other: Catalogue, (ra, dec[, weight[, region]]) in degrees, a table or a SkyCoord.
    bins:             Bins, or their edges in degrees.
    mean_separation:  also the mean separation of the pairs of each bin.
    region_matrix:    also the pairs between any two regions: PairCounts.region_matrix.
    device, precision, threads, progress, backend: as of siderum.periods.find. "single" may count
                      a pair in the next bin where it is within 2^-20 of an edge.
    Raises siderum.Error for numbers that are not finite, with the point, and declinations beyond
    the poles. Cost O(points log points) and the pairs near an edge of a bin.

    >>> count(([0.0, 1.0, 3.0], [0.0, 0.0, 0.0]), bins=[0.5, 1.5, 4.0]).count.tolist()
    [1, 2]
    """
    bins = Bins.of(bins)
    groups = [[one_of(catalogue)]] + ([] if other is None else [[one_of(other)]])
    where = execution(device, precision, threads, 0.75, backend)
    labels = labels_of(groups, ("catalogue", "other"))
    return count_groups(groups, labels, [(0, -1 if other is None else 1)], bins, mean_separation,
                        region_matrix, where, progress)[0]


def check_own_regions(groups, regions, method):
    """Refuses regions of catalogues that have their own, and a way to make some where none are
    made."""
    if regions is not None and any(one.region is not None for group in groups for one in group):
        raise Error("regions is given, and catalogues have regions of their own (which would be"
                    " passed over). Leave the keyword out, or leave out their regions.")
    if method != METHODS[0] and (regions is None or isinstance(regions, Regions)):
        raise Error("The option region_method does nothing here (it divides the sky into a number"
                    " of regions). Leave it out, or give that number as regions.")


def with_regions(groups, regions, method, seed):
    """Catalogues labelled by regions of the first randoms."""
    if regions is None:
        return groups
    if not isinstance(regions, Regions):
        regions = whole(regions, "number of regions", 2)
        points = groups[-2 if len(groups) == 4 else -1][0]
        for group in groups:
            for one in group:
                if regions > len(one):
                    raise Error(f"There cannot be {regions} regions of {len(one)} points (most"
                                " would be empty). Ask for fewer.")
        regions = Regions(points.ra, points.dec, regions, method, seed)
    return [[one.labelled(regions) for one in group] for group in groups]


def errors_word(errors, has_regions):
    word = errors or ("jackknife" if has_regions else "poisson")
    number_of(word, ERRORS, "method for errors")
    if word != "poisson" and not has_regions:
        raise Error(f"Errors by {word} take regions (the catalogues have none). Give regions, or"
                    ' errors="poisson".')
    return word


def correlate(data: Any, randoms: Any, *, bins: Any, data2: Any = None, randoms2: Any = None,
              estimator: str = "landy-szalay", errors: str | None = None, regions: Any = None,
              region_method: str = "bisection", jackknife: str = "match", resamples: int = 1000,
              mean_separation: bool = False, device: str = "auto", precision: str = "double",
              threads: int = 0, progress: Any = False, seed: int = 1,
              backend: str = "default") -> Correlation:
    """The angular correlation function of points: a Correlation.

    data, randoms:   Catalogue, (ra, dec[, weight[, region]]) in degrees, a table or a SkyCoord;
                     randoms may be a list of such, whose counts are pooled.
    data2, randoms2: of a cross correlation of two catalogues.
    bins:            Bins, or their edges in degrees.
    estimator:       "landy-szalay", "hamilton", "davis-peebles", "natural".
    errors:          "jackknife", "bootstrap", "marked-bootstrap" (of regions), "poisson"; None:
                     jackknife where there are regions, else poisson.
    regions:         how many the sky is divided into by the randoms, or a Regions; None: those that
                     the catalogues have, all of them or none. Not both.
    region_method:   "bisection" or "k-means".
    jackknife:       "match" (Mohammad & Percival 2022), "either", "first": what becomes of a pair
                     with one point in the region that is left out.
    resamples:       of the bootstrap. seed: of k-means and the bootstrap.
    Other keywords as of count.

    >>> from siderum.pairs import Bins, random_points
    >>> sky = random_points(500, cap=(0, 0, 5), seed=1)
    >>> found = correlate(sky, random_points(2000, cap=(0, 0, 5), seed=2), regions=10,
    ...                   bins=Bins.linear(0.5, 2.0, 3))
    >>> bool(abs(found.w).max() < 0.2), found.covariance.shape
    (True, (3, 3))
    """
    bins = Bins.of(bins)
    number = number_of(estimator, ESTIMATORS, "estimator")
    seed, resamples = seed_of(seed), whole(resamples, "number of resamples", 2)
    check_room(resamples * len(bins), "resamples")
    convention = number_of(jackknife, CONVENTIONS, "convention of the jackknife")
    number_of(region_method, METHODS, "method for regions")
    if (data2 is None) != (randoms2 is None):
        raise Error("A cross correlation has two catalogues and two of randoms (one of data2 and"
                    " randoms2 is missing). Give both.")
    is_cross = data2 is not None
    given = [data, data2, randoms, randoms2] if is_cross else [data, randoms]
    groups = [group_of(one) for one in given]
    check_own_regions(groups, regions, region_method)
    groups = with_regions(groups, regions, region_method, seed)
    check_weights(groups)
    labels = labels_of(groups, ("data", "data2", "randoms", "randoms2") if is_cross
                       else ("data", "randoms"))
    word = errors_word(errors, labels.size > 0)
    for is_given, acts, option, what in (
            (jackknife != "match", word == "jackknife", "jackknife", "the jackknife"),
            (resamples != 1000, word.endswith("bootstrap"), "resamples", "the bootstraps"),
            (regions is not None, word != "poisson", "regions", "the jackknife and bootstraps")):
        if is_given and not acts:
            raise Error(f"The option {option} does nothing with errors by {word} (it is of {what})."
                        " Leave it out, or ask for these.")
    tasks = [(0, 1), (0, 3), (1, 2), (2, 3)] if is_cross else [(0, -1), (0, 1), (1, -1)]
    names = ("d1d2", "d1r2", "d2r1", "r1r2") if is_cross else ("dd", "dr", "rr")
    counts = count_groups(groups, labels, tasks, bins, mean_separation, word == "bootstrap",
                          execution(device, precision, threads, 0.75, backend), progress)
    return estimate(dict(zip(names, counts)), number, word, convention, resamples, seed)


def check_weights(groups):
    for group in groups:
        if any(one.weight is not None for one in group) and sum(
                len(one) if one.weight is None else one.weight.sum() for one in group) == 0:
            raise Error("Points have a total weight of 0 (pairs are divided by their total weight)."
                        " Correct the weights.")


def estimate(counts, number, word, convention, resamples, seed):
    """A Correlation of counts by name."""
    dd, dr, *rd, rr = (one.parts for one in counts.values())
    parts = (dd, dr, rd[0] if rd else None, rr)
    w = _engine.w_of_counts(*parts, number)
    samples = None
    if word == "poisson":
        covariance = _engine.shot_noise(w, dd)
    else:
        samples, covariance = _engine.resample(*parts, number, ERRORS.index(word), convention,
                                               resamples, seed)
    return Correlation(next(iter(counts.values())).bins, w, _engine.errors_of(covariance),
                       covariance, samples, counts, ESTIMATORS[number], word)
