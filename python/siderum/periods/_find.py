# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Searches of many light curves on one grid, or on grids of their own."""

import warnings
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from siderum import _engine
from siderum._arrays import Given, Numbers
from siderum._engine import Error
from siderum._execution import Progress, execution, progress_of
from siderum._memory import check_room, empty
from siderum._options import flag, number_of, real, seed_of, whole
from siderum.periods._curves import LightCurves
from siderum.periods._finders import Folding, LombScargleFinder, finder_of
from siderum.periods._grid import Grid, grid_of, plain
from siderum.periods._results import STATUS, Periodograms, Periods, power_unit

FALSE_ALARMS = ("none", "naive", "davies", "baluev", "bootstrap")
METHODS = ("automatic", "direct", "product", "nufft")
# Of a search for powers.
BEST_ALONE = {"peaks": 1, "refine": False, "false_alarm": 0, "samples": 1, "seed": 0, "exclude": []}
# In annotations.
Curves = LightCurves | tuple[Any, ...]
Finder = str | LombScargleFinder | Folding | type
Tell = bool | Callable[[int, int], object]


def dtype_of(precision):
    return np.float32 if precision == "single" else np.float64


def highest_of(first, step, count):
    return first + step * (count - 1)


def given(curves):
    """Around calls of the engine: see Given."""
    return Given((curves.t, curves.y, curves.dy), curves.offsets)


def keywords_of_place(device, precision, threads, memory_fraction, backend):
    """The keywords of a call that say where it is computed."""
    return {"device": device, "precision": precision, "threads": threads,
            "memory_fraction": memory_fraction, "backend": backend}


def array_search(finder):
    return _engine.make_search(finder.engine_options(), finder.nterms, 1, finder.name,
                               finder.finder_options())


def best_in_place(curves, grid, finder, where, dtype):
    """The best of each object, from the arrays as they lie."""
    t, y, dy = curves.in_precision(dtype)
    index = np.empty(len(curves), np.int64)
    power = np.empty(len(curves), dtype)
    status = np.empty(len(curves), np.uint8)
    with given(curves):
        method, tolerance = _engine.best_periods(t, y, dy, curves.offsets, array_search(finder),
                                                 *grid, index, power, status, where)
    power = power.astype(np.float64)
    if not finder.name:  # a power of 0 is none: no sinusoid fits better than a constant
        index[power == 0.0] = -1
    first, step, _ = grid
    frequency = np.empty(len(curves))
    _engine.frequencies_at(first, step, index, frequency)
    frequency[index < 0] = np.nan
    nothing = np.full(len(curves), np.nan)
    return {"index": index, "power": power, "frequency": frequency, "status": status,
            "uncertainty": nothing, "false_alarm": nothing, "log_false_alarm": nothing,
            "method": method, "tolerance": tolerance}


def find(curves: Curves, grid: Grid, finder: Finder = "lomb-scargle", *, peaks: int | None = None,
         refine: bool = False, fap: str | None = None, bootstrap_samples: int | None = None,
         exclude: Iterable[tuple[Numbers, Numbers]] = (), keep_powers: bool = False,
         device: str | None = "auto", precision: str = "double", threads: int | None = 0,
         progress: Tell = False, seed: int | None = 0, backend: str = "default",
         memory_fraction: float = 0.75) -> Periods:
    """The best period of each object: a Periods.

    curves:      LightCurves, or a tuple (t, y), (t, y, dy) or (t, y, dy, offsets).
    grid:        a Grid, searched for every object.
    finder:      "lomb-scargle", "super-smoother", "pdm", "conditional-entropy", or one with its
                 options: LombScargle.finder(nterms=2), SuperSmoother(alpha=0), ..
    peaks:       the K highest peaks of each object: results are (objects, peaks), highest first,
                 with NaN where there are fewer. None: the best alone, and results are (objects).
    refine:      place peaks between the frequencies of the grid, with their uncertainty.
    fap:         false-alarm probability of each peak: "naive", "davies", "baluev" (formulas of one
                 sinusoid) or "bootstrap".
    bootstrap_samples: searches of resampled values, of the bootstrap alone; None: 1000.
    exclude:     (frequency, half width) of windows that no peak may come from.
    keep_powers: the periodograms are kept in `powers`, (objects, frequencies).
    device:      "auto" (where it is done soonest), "cpu", "gpu" or "gpu:1".
    precision:   "double" or "single", of values and sums; phases are always double.
    threads:     of the CPU; 0: as the environment says. The first call settles them.
    progress:    True (tqdm), or a function of (done, total).
    seed:        of the bootstrap; the same gives the same numbers on every machine. None: another
                 one each time.
    backend:     "default", or "portable": without what is written for one vendor's devices.
    memory_fraction: of the free memory of a device that a search may take.
    Raises siderum.Error for numbers that are not finite, with the object and the point, and for
    options that do not go together or do nothing. An object without an answer has NaN, and a
    status. Warns where light curves have several bands and the finder is of one.

    >>> import numpy as np
    >>> t = np.sort(np.random.default_rng(3).uniform(0, 40, 120))
    >>> grid = Grid.between(0.05, 5.0, 20_000)
    >>> found = find((t, np.cos(2 * np.pi * 1.25 * t)), grid)
    >>> float(found.frequency[0].round(3)), str(found.status[0])
    (1.25, 'ok')
    """
    keywords = keywords_of_place(device, precision, threads, memory_fraction, backend)
    curves, finder, where, plain_grid = checked(curves, grid, finder, keywords)
    tell_of_bands(curves, finder)
    keep_powers, progress = flag(keep_powers, "keep_powers"), progress_of(progress)
    check_peaks(curves, peaks)
    more = {"peaks": min(peaks_of(peaks), plain_grid[2]), "refine": flag(refine, "refine"),
            **false_alarm_of(fap, bootstrap_samples), "seed": seed_of(seed),
            "exclude": plain_windows(exclude, curves)}
    simple = (peaks is None and not more["refine"] and not more["false_alarm"]
              and not more["exclude"] and not keep_powers and not progress and not finder.bands
              and not getattr(finder, "candidates", 0))
    powers = None
    if simple and _engine.is_on_cpu(where, plain_grid[2] * curves.t.size):
        answer = best_in_place(curves, plain_grid, finder, where, dtype_of(precision))
    else:
        if keep_powers:
            powers = empty((len(curves), plain_grid[2]), dtype_of(precision), "powers")
        answer = search(curves, plain_grid, finder, where, powers, progress, more)
        pad_or_take_first(answer, peaks)
    answer |= method_of(answer, finder)
    return Periods.of(answer, curves, grid, finder, powers, refine=more["refine"],
                      fap=FALSE_ALARMS[more["false_alarm"]], where=keywords)


def checked(curves, grid, finder, keywords):
    """(LightCurves, finder, execution, plain grid) that go with each other."""
    curves, finder, where = LightCurves.of(curves), finder_of(finder), execution(**keywords)
    plain_grid = grid_of(grid).plain_for(curves)
    curves.check_times(highest_of(*plain_grid))
    if finder.bands and curves.bands is None:
        raise Error("The light curves have no bands (the model is one of several). Give their"
                    " labels, or leave bands out.")
    return curves, finder, where, plain_grid


def tell_of_bands(curves, finder):
    """Warns where an object has points of several bands that the finder takes for those of one."""
    if curves.bands is None or finder.bands:
        return
    owner = np.repeat(np.arange(len(curves)), np.diff(curves.offsets))
    if np.any((np.diff(curves.bands) != 0) & (np.diff(owner) == 0)):
        warnings.warn("The bands of the light curves are not used (this finder takes all points of"
                      " an object for those of one band). Give LombScargle.finder(bands=True) to"
                      " find, or light curves of one band.", UserWarning, stacklevel=3)


def false_alarm_of(fap, samples):
    number = number_of("none" if fap is None else fap, FALSE_ALARMS, "false-alarm probability")
    if samples is not None and fap != "bootstrap":
        raise Error("The number of bootstrap samples does nothing without the bootstrap (which"
                    " alone draws them). Give fap=\"bootstrap\", or leave it out.")
    return {"false_alarm": number, "samples": 1000 if samples is None
            else whole(samples, "number of bootstrap samples", 1)}


def method_of(answer, finder):
    """How the sums were formed, in words; None where there are none."""
    if finder.name and not getattr(finder, "candidates", 0):
        return {"method": None, "tolerance": None}
    if answer["method"] == 0:  # nothing was summed, of no objects
        return {"method": None, "tolerance": None}
    return {"method": METHODS[answer["method"]], "tolerance": answer["tolerance"]}


def peaks_of(peaks):
    return 1 if peaks is None else whole(peaks, "number of peaks", 1)


def check_peaks(curves, peaks):
    check_room(6 * len(curves) * peaks_of(peaks), "peaks")  # of six numbers each


def plain_windows(windows, curves):
    unit = None if curves.time_unit is None else curves.time_unit ** -1
    try:
        if isinstance(windows, (str, bytes, dict)):  # an empty one would be no window
            raise TypeError
        pairs = [(centre, width) for centre, width in (() if windows is None else windows)]
    except (TypeError, ValueError):
        raise Error("What is excluded are pairs of a frequency and a half width (and something else"
                    " was given). Give a list of them: exclude=[(1.0, 0.01)].") from None
    return [(plain(centre, unit), plain(width, unit, "half width")) for centre, width in pairs]


def pad_or_take_first(answer, peaks):
    """The best alone, (objects), or as many as were asked for: a grid of fewer frequencies has no
    others."""
    for key in ("index", "power", "frequency", "uncertainty", "false_alarm", "log_false_alarm"):
        found = answer[key]
        if peaks is None:
            answer[key] = found[:, 0]
        elif found.shape[1] < peaks:
            answer[key] = np.full((len(found), int(peaks)), -1 if key == "index" else np.nan,
                                  found.dtype)
            answer[key][:, :found.shape[1]] = found


def table_search(curves, grid, finder, more):
    """What the engine's jobs on tables take first."""
    more = {"terms": finder.nterms, "bands": finder.bands,
            "candidates": getattr(finder, "candidates", 0),
            "half_window": getattr(finder, "half_window", 10), **more}
    return (*curves.in_precision(np.float64), curves.offsets,
            curves.bands if finder.bands else None, finder.engine_options(), grid, finder.name,
            finder.finder_options(), more)


def search(curves, grid, finder, where, powers, progress, more):
    """By the engine's job on tables, which copies the points."""
    with given(curves), Progress(progress, "periods") as tell:
        return _engine.search(*table_search(curves, grid, finder, more), powers, where, tell)


def place(curves: Curves, grid: Grid, finder: Finder = "lomb-scargle", *,
          device: str | None = "auto", precision: str = "double", threads: int | None = 0,
          backend: str = "default", memory_fraction: float = 0.75) -> str:
    """Where find would look for the best periods, and why, as the program says with --verbose.
    Starts that device. Arguments and errors: as of find, which raises siderum.Error.

    >>> place(([0.0, 1.0, 2.5], [1, 2, 1]), Grid(0.1, 0.1, 5), device="cpu").split(": ")[1]
    'it was asked for'
    """
    keywords = keywords_of_place(device, precision, threads, memory_fraction, backend)
    curves, finder, where, plain_grid = checked(curves, grid, finder, keywords)
    is_small = where.device == "auto" and _engine.is_on_cpu(where, plain_grid[2] * curves.t.size)
    if is_small:
        where = execution(**{**keywords, "device": "cpu"})
    with given(curves):
        found, why = _engine.place_search(*table_search(curves, plain_grid, finder, BEST_ALONE),
                                          where)
    return f"{found}: {'so small a search wakes no GPU' if is_small else why}"


def periodograms(curves: Curves, grid: Grid, finder: Finder = "lomb-scargle", *,
                 device: str | None = "auto", precision: str = "double", threads: int | None = 0,
                 progress: Tell = False, seed: int | None = 0, backend: str = "default",
                 memory_fraction: float = 0.75) -> Periodograms:
    """The powers of every object at every frequency: a Periodograms.

    curves, grid, finder, device, precision, threads, progress, backend, memory_fraction: as of
    find. seed: of no effect, since nothing is drawn.
    The powers are (objects, frequencies): 8 bytes each, in single precision 4.
    Raises siderum.Error as find does, and for candidates, which score windows alone. An object
    without an answer is NaN, and has a status.

    >>> import numpy as np
    >>> t = np.sort(np.random.default_rng(3).uniform(0, 40, 120))
    >>> periodograms((t, np.cos(2 * np.pi * 1.25 * t)), Grid.between(1.2, 1.3, 50)).power.shape
    (1, 50)
    """
    keywords = keywords_of_place(device, precision, threads, memory_fraction, backend)
    curves, finder, where, plain_grid = checked(curves, grid, finder, keywords)
    tell_of_bands(curves, finder)
    if getattr(finder, "candidates", 0):
        raise Error("Candidates do not go with the periodogram (the smoother scores windows, of"
                    " which the best is kept). Leave them out, or take find.")
    seed_of(seed)
    progress = progress_of(progress)
    dtype = dtype_of(precision)
    powers = empty((len(curves), plain_grid[2]), dtype, "powers")
    evaluations, answer = plain_grid[2] * curves.t.size, {}
    if not finder.bands and not progress and _engine.is_on_cpu(where, evaluations):
        status = np.empty(len(curves), np.uint8)
        t, y, dy = curves.in_precision(dtype)
        with given(curves):
            answer["method"], answer["tolerance"] = _engine.periodograms(
                t, y, dy, curves.offsets, array_search(finder), *plain_grid, None, powers, status,
                where)
    else:
        answer = search(curves, plain_grid, finder, where, powers, progress, BEST_ALONE)
        status = answer["status"]
    how = method_of(answer, finder)
    return Periodograms(grid, powers, STATUS[status], curves.time_unit, curves.value_unit,
                        finder.name or finder.normalization, power_unit(finder, curves), curves.ids,
                        how["method"], how["tolerance"])


def find_on_own_grids(curves: Curves, minimum: Numbers, maximum: Numbers, *,
                      samples_per_peak: float = 10.0, peaks: int | None = None,
                      finder: Finder = "lomb-scargle", device: str | None = "auto",
                      precision: str = "double", threads: int | None = 0, progress: Tell = False,
                      seed: int | None = 0, memory_fraction: float = 0.75) -> Periods:
    """The best period of each object on a grid of its own, which resolves its own baseline: much
    sooner done than find where some objects were observed for longer than others. By Lomb-Scargle
    with one term. The Periods have the grids (objects) in `grid`.

    minimum, maximum: frequencies, the second excluded, in cycles per time unit, or Quantities.
    samples_per_peak: above 0: steps are 1 / (samples_per_peak x baseline of the object).
    curves, peaks, finder, device, precision, threads, progress, memory_fraction: as of find. seed:
    of no effect, since nothing is drawn.
    Raises siderum.Error as find does, and for other finders. An object without an answer has NaN,
    and a status.

    >>> import numpy as np
    >>> t = np.sort(np.random.default_rng(3).uniform(0, 40, 120))
    >>> curves = LightCurves([t, t[:60]], [np.cos(7 * t), np.cos(8 * t[:60])])
    >>> [len(grid) for grid in find_on_own_grids(curves, 0.1, 3.0).grid]
    [1218, 609]
    """
    curves = LightCurves.of(curves)
    finder = finder_of(finder)
    if not isinstance(finder, LombScargleFinder) or finder.nterms != 1 or finder.bands:
        raise Error("Grids of their own are searched by Lomb-Scargle with one term (no other"
                    " search has them). Take find.")
    tell_of_bands(curves, finder)
    keywords = keywords_of_place(device, precision, threads, memory_fraction, "default")
    where = execution(**keywords)
    seed_of(seed)
    unit = None if curves.time_unit is None else curves.time_unit ** -1
    low, high = plain(minimum, unit), plain(maximum, unit)
    element = 1.0 / real(samples_per_peak, "samples per peak", 0)
    curves.check_times(high)
    check_peaks(curves, peaks)
    t, y, dy = curves.in_precision(np.float64)
    with given(curves), Progress(progress, "periods") as tell:
        answer = _engine.search_own_grids(t, y, dy, curves.offsets, finder.engine_options(), low,
                                          high, element, peaks_of(peaks), where, tell)
    pad_or_take_first(answer, peaks)
    grids = [Grid(float(first), float(step), int(count), unit)
             for first, step, count in answer["grids"]]
    answer |= {"method": None if finder.method == "automatic" else finder.method,
               "tolerance": None}
    return Periods.of(answer, curves, grids, finder, None, where=keywords)


def windows(curves: Curves, grid: Grid, *, errors: bool = True, device: str | None = "auto",
            precision: str = "double", threads: int | None = 0, progress: Tell = False,
            seed: int | None = 0, backend: str = "default",
            memory_fraction: float = 0.75) -> Periodograms:
    """The spectral window of the times of every object, |sum w exp(2 pi i f t)|^2, in 0 .. 1
    (Roberts, Lehar & Dreher 1987, AJ 93, 968): a Periodograms. Its peaks are the distances of a
    true frequency from its aliases.

    errors: points weigh error^-2; False: all the same. Bands are of no effect: the window is that
    of all points.
    curves, grid, device, precision, threads, progress, backend, memory_fraction: as of find. seed:
    of no effect, since nothing is drawn.
    Raises siderum.Error as find does. Of an object without points the window is NaN.

    >>> windows(([0.0, 1.0, 2.0], [5.0, 6.0, 5.5]), Grid(0.0, 0.5, 3)).power.round(3).tolist()
    [[1.0, 0.111, 1.0]]
    """
    keywords = keywords_of_place(device, precision, threads, memory_fraction, backend)
    curves, _, where, plain_grid = checked(curves, grid, "lomb-scargle", keywords)
    seed_of(seed)
    t, _, dy = curves.in_precision(np.float64)
    powers = empty((len(curves), plain_grid[2]), dtype_of(precision), "powers")
    with Given((curves.t, None, curves.dy), curves.offsets), Progress(progress, "windows") as tell:
        _engine.windows(t, dy, curves.offsets, plain_grid, flag(errors, "errors"), powers, where,
                        tell)
    status = np.where(np.diff(curves.offsets) > 0, STATUS[0], STATUS[1])
    return Periodograms(grid, powers, status, curves.time_unit, curves.value_unit, "window",
                        ids=curves.ids)
