# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The periodogram of one light curve, with the interface of astropy's LombScargle."""

import functools
import warnings
from typing import Any

import numpy as np

from siderum import _engine
from siderum._arrays import Given, Numbers, check_finite, has_unit, real_array, refuse_masked
from siderum._engine import Error
from siderum._execution import Progress, execution, progress_of
from siderum._memory import check_room, empty
from siderum._options import flag, number_of, real, refusal, seed_of, whole
from siderum.periods import _finders, _grid
from siderum.periods._one_curve import (OneCurve, is_plain, is_there, times_of_series,
                                        values_of)
from siderum.periods._results import STATUS

FORMULAS = ("single", "naive", "davies", "baluev")
# What method_kwds may say: how astropy approximates its sums. Ours keep the tolerance instead.
FAST_KEYWORDS = {"use_fft", "trig_sum_kwds", "algorithm"}
TRIG_SUM_KEYWORDS = {"oversampling", "Mfft", "eps"}
METHODS = {"auto": "automatic", "slow": "direct", "chi2": "direct", "cython": "direct",
           "scipy": "direct", "fast": "nufft", "fastchi2": "nufft"}
LEAST_TOLERANCE = 4e-12


def assumed_grid(frequencies):
    """(first, step, count) of frequencies that are said to be a grid."""
    first, middle, count = frequencies[0], frequencies.size // 2, frequencies.size
    step = (frequencies[-1] - first) / (count - 1)
    if not abs(first + middle * step - frequencies[middle]) <= 1e-3 * abs(step):
        raise Error(f"The frequencies are no regular grid (that of their ends has"
                    f" {first + middle * step:g} in the place of {frequencies[middle]:g}). Leave"
                    " assume_regular_frequency out.")
    return first, step, count


def checked_keywords(keywords, what="method_kwds"):
    """A dictionary, an empty one for None."""
    if not isinstance(keywords, (dict, type(None))):
        raise refusal(keywords, what, "they are a dictionary")
    return keywords or {}


def range_end(number, name):
    """What the engine takes of an end of a range of frequencies: a negative one is none."""
    if number is not None and not 0.0 <= number < np.inf:
        raise Error(f"The {name} is {number:g} (frequencies are finite and not negative). Give a"
                    " frequency >= 0.")
    return -1.0 if number is None else number


def in_shape(power, shape):
    """Powers in the shape of their frequencies; of one frequency a number, as in astropy."""
    return power[0] if shape == () else power.reshape(shape)


def grid_of_numbers(first, step, count):
    return (real(first, "first frequency"), real(step, "step of the frequencies"),
            whole(count, "number of frequencies", 1))


@functools.lru_cache(maxsize=256, typed=True)
def array_search(fit_mean, center_data, errors, normalization, method, tolerance, nterms):
    options = _finders.lomb_scargle_options(fit_mean, center_data, errors, normalization, method,
                                            tolerance)
    return _engine.make_search(options, nterms, 1, "", {})


class LombScargle(OneCurve):
    """The Lomb-Scargle periodogram of one light curve (Zechmeister & Kuerster 2009, A&A 496, 577),
    with the names, defaults and units of astropy.timeseries.LombScargle.

    t:             (points) times: numbers, a Quantity, a Time or a TimeDelta.
    y:             (points) values: numbers or a Quantity.
    dy:            errors > 0, one for each point or one for all; None: points weigh the same.
    fit_mean:      fit a constant at each frequency.
    center_data:   subtract the weighted mean before.
    nterms:        harmonics of the model, 0 to 12.
    normalization: "standard", "model", "log", "psd", or "raw" (Lomb's and Scargle's own).
    device, precision, threads, progress, backend, memory_fraction: as in siderum.periods.find.
                   precision="single": values, sums and powers are float32. Progress is that of
                   powers on a grid, and of bootstraps. Models, formulas of false alarms, and powers
                   at frequencies that are no grid are computed on the CPU.
    seed:          of bootstraps that are given none; None: another one each time.
    Points that a mask covers, or that are null or NA, are left out; the attribute `dropped` counts
    them. float32 times are refused where their rounding shows at the frequencies asked for.
    Raises ValueError (siderum.Error) for numbers that are not finite and arrays that do not fit.

    >>> import numpy as np
    >>> t = 100 * np.random.default_rng(42).random(100)
    >>> frequency, power = LombScargle(t, np.sin(2 * np.pi * t)).autopower()
    >>> float(frequency[power.argmax()].round(2))
    1.0
    """

    available_methods = list(METHODS)

    def __init__(self, t: Numbers, y: Numbers, dy: Numbers = None, fit_mean: bool = True,
                 center_data: bool = True, nterms: int = 1, normalization: str = "standard", *,
                 device: str | None = "auto", precision: str = "double", threads: int | None = 0,
                 progress: Any = False, seed: int | None = None, backend: str = "default",
                 memory_fraction: float = 0.75) -> None:
        self.fit_mean = flag(fit_mean, "fit_mean")
        self.center_data = flag(center_data, "center_data")
        self.nterms = nterms
        self.normalization = normalization
        self._where = execution(device, precision, threads, memory_fraction, backend)
        self._progress = progress_of(progress)
        self._seed = None if seed is None else seed_of(seed)
        self._take(t, y, dy)

    @classmethod
    def from_timeseries(cls, timeseries: Any, signal_column_name: str | None = None,
                        uncertainty: Numbers = None, **keywords: Any) -> "LombScargle":
        """Of a column of a TimeSeries or BinnedTimeSeries of astropy, without its rows that are
        masked or not finite.

        signal_column_name: of the values. uncertainty: a column's name, or a value for all; None:
        there are no errors. keywords: of the class.
        Raises ValueError where no column is named, and TypeError for another kind of series.
        """
        from astropy.timeseries import BinnedTimeSeries, TimeSeries

        if signal_column_name is None:
            raise ValueError("signal_column_name should be set to a valid column name")
        y = timeseries[signal_column_name]
        keep = is_there(y)
        dy = uncertainty
        if isinstance(uncertainty, str):
            dy = timeseries[uncertainty]
            keep &= is_there(dy)
            dy = dy[keep]
        return cls(times_of_series(timeseries, TimeSeries, BinnedTimeSeries)[keep], y[keep],
                   dy=dy, **keywords)

    @staticmethod
    def finder(**options: Any) -> _finders.LombScargleFinder:
        """The options of Lomb-Scargle for siderum.periods.find: see LombScargleFinder. A search
        raises siderum.Error for those that are none."""
        return _finders.LombScargleFinder(**options)

    def _power_unit(self, normalization):
        """What powers are multiplied with; None: they are plain numbers."""
        if not has_unit(self.y):
            return None
        from astropy import units

        raw = normalization == "raw" or (normalization == "psd" and self.dy is None)
        return self.y.unit ** 2 if raw else units.dimensionless_unscaled

    # Frequencies

    def _plain_grid(self, samples_per_peak, nyquist_factor, minimum, maximum):
        """(first, step, count) of autofrequency, in 1 / unit of the times."""
        ends = self._range_ends(minimum, maximum)
        if not self._are_checked:
            check_finite(self._numbers[0], "time")
        return _engine.autofrequency(self._numbers[0], real(samples_per_peak, "samples per peak"),
                                     real(nyquist_factor, "Nyquist factor"), *ends)

    def _range_ends(self, minimum, maximum):
        return [range_end(None if end is None else self._one_frequency(end), name)
                for end, name in ((minimum, "minimum_frequency"), (maximum, "maximum_frequency"))]

    def _with_frequency_unit(self, frequency):
        return frequency / self._trel.unit if has_unit(self._trel) else frequency

    def autofrequency(self, samples_per_peak: float = 5, nyquist_factor: float = 5,
                      minimum_frequency: Numbers = None, maximum_frequency: Numbers = None,
                      return_freq_limits: bool = False) -> Any:
        """(frequencies) the grid of astropy: steps of 1 / (samples_per_peak x baseline), from half
        a step up to nyquist_factor times the mean Nyquist frequency, or as the ends say.

        minimum_frequency, maximum_frequency: numbers, or Quantities where the times have a unit;
        None: as above. return_freq_limits: the two ends alone. A Quantity in 1 / unit of the times
        where they have one.
        Raises siderum.Error for times that are not finite, and a range that is empty.

        For sparse times that end is far below the frequencies which they can tell apart: give
        maximum_frequency from what the physics allows.
        """
        first, step, count = self._plain_grid(samples_per_peak, nyquist_factor, minimum_frequency,
                                              maximum_frequency)
        if return_freq_limits:
            return (self._with_frequency_unit(first),
                    self._with_frequency_unit(first + step * (count - 1)))
        return self._with_frequency_unit(_grid.frequencies(first, step, count))

    # Powers

    def autopower(self, method: str = "auto", method_kwds: dict[str, Any] | None = None,
                  normalization: str | None = None, samples_per_peak: float = 5,
                  nyquist_factor: float = 5, minimum_frequency: Numbers = None,
                  maximum_frequency: Numbers = None) -> tuple[Any, Any]:
        """(frequency, power), both (frequencies), on the grid of autofrequency.

        method, method_kwds, normalization: as of power. The others: as of autofrequency.
        Raises siderum.Error as these two do.
        """
        grid = self._plain_grid(samples_per_peak, nyquist_factor, minimum_frequency,
                                maximum_frequency)
        power = self._power(grid, None, self._normalization(normalization), method, method_kwds)
        return self._with_frequency_unit(_grid.frequencies(*grid)), power

    def power(self, frequency: Numbers, normalization: str | None = None, method: str = "auto",
              assume_regular_frequency: bool = False,
              method_kwds: dict[str, Any] | None = None) -> Any:
        """The power at each frequency, in the shape of `frequency`.

        method: "auto" takes the fastest way, "fast" and "fastchi2" non-uniform FFTs (on a regular
                grid, within 4e-12 of the largest power), "slow", "cython", "chi2" and "scipy"
                direct sums. Names as astropy's; all agree to more digits than theirs.
        assume_regular_frequency: the frequencies are a grid, which "auto", "fast" and "fastchi2"
                need not look for.
        method_kwds: use_fft=False takes direct sums with "auto", "fast" and "fastchi2". What tells
                astropy how coarse its own sums may be (algorithm, trig_sum_kwds) is accepted: ours
                are finer in any case.
        normalization: in place of the object's; None: that.
        frequency: numbers, or a Quantity where the times have a unit. Powers are plain numbers, or
                in the square of the unit of y for "raw", and for "psd" without errors. NaN, with a
                RuntimeWarning, where there is no answer.
        Raises siderum.Error for numbers that are not finite, frequencies below 0 or at which the
        phases cannot be told, and methods that do not fit.

        >>> LombScargle([0.0, 1.0, 2.5, 3.0, 4.2, 5.0], [1, 2, 1, 3, 2, 4]).power(0.1).shape
        ()
        """
        if is_plain(frequency) and type(self._trel) is np.ndarray:
            numbers = flat = frequency
        else:
            numbers = self._frequencies(frequency)
            flat = numbers.ravel()
        grid = None
        word, is_grid = str(method), flag(assume_regular_frequency, "assume_regular_frequency")
        if is_grid and flat.size > 1 and word.startswith(("auto", "fast")):
            grid = assumed_grid(flat)
        elif flat.size > 1 or word.startswith("fast"):
            grid = _engine.regular_grid(flat)
        power = self._power(grid, flat, self._normalization(normalization), method, method_kwds)
        return power if numbers.ndim == 1 else in_shape(power, numbers.shape)

    def power_on_grid(self, first: float, step: float, count: int,
                      normalization: str | None = None, tolerance: float = 0.0) -> Any:
        """(count) the power at first + k step, k = 0 .. count - 1, numbers in 1 / unit of the
        times, by the fastest way; non-uniform FFTs are within the tolerance of the largest power
        (0: 1e-9). normalization, units and errors: as of power."""
        return self._with_power_unit(grid_of_numbers(first, step, count), None,
                                     self._normalization(normalization), "automatic",
                                     real(tolerance, "tolerance"))

    def _method(self, method, method_kwds, grid, normalization):
        """The engine's method and its tolerance."""
        if not isinstance(method, str) or method not in METHODS:
            raise Error(f"invalid method: {method}")
        if method == "auto" and method_kwds is None:
            return "automatic", 0.0
        keywords = checked_keywords(method_kwds)
        if (keywords and not method.startswith(("auto", "fast"))) or set(keywords) - FAST_KEYWORDS:
            raise Error(f"The method {method!r} has no keywords {sorted(keywords)} (fast and"
                        f" fastchi2 have {', '.join(sorted(FAST_KEYWORDS))}). Leave them out.")
        of_sums = checked_keywords(keywords.get("trig_sum_kwds"), "trig_sum_kwds")
        if set(of_sums) - TRIG_SUM_KEYWORDS:
            raise Error(f"Trigonometric sums have no keywords {of_sums!r} (they have"
                        f" {', '.join(sorted(TRIG_SUM_KEYWORDS))}). Leave them out.")
        if method.startswith("fast") and grid is None:
            raise Error("frequency must be a regular grid")
        if self.nterms != 1 and not method.endswith("chi2") and method != "auto":
            raise Error("nterms != 1 only supported with 'chi2' or 'fastchi2' methods")
        if method == "scipy":
            if self.fit_mean:
                raise Error("scipy method does not support fit_mean=True")
            dy = self._numbers[2]
            if dy is not None and not np.allclose(dy[0], dy):
                raise Error("scipy method only supports uniform uncertainties dy")
        if not flag(keywords.get("use_fft", True), "use_fft"):
            return "direct", 0.0
        return METHODS[method], LEAST_TOLERANCE if method.startswith("fast") else 0.0

    def _power(self, grid, frequencies, normalization, method, method_kwds):
        method, tolerance = self._method(method, method_kwds, grid, normalization)
        if method == "nufft" and (self._where.is_single or grid[2] * 3e-17 > tolerance):
            tolerance = 0.0  # the least that so long a grid has
        return self._with_power_unit(grid, frequencies, normalization, method, tolerance)

    def _with_power_unit(self, grid, frequencies, normalization, method, tolerance):
        if self.nterms == 0:
            if not self.fit_mean:
                raise Error("The model has nterms = 0 and no mean (it is nothing). Ask for a"
                            " harmonic, or for fit_mean.")
            # A constant takes nothing off the variance about the mean.
            count = grid[2] if frequencies is None else frequencies.size
            check_room(count, "powers")
            power = np.zeros(count)
        else:
            power = self._power_of_sinusoids(grid, frequencies, normalization, method, tolerance)
        unit = self._power_unit(normalization)
        return power if unit is None else power * unit

    def _normalization(self, normalization):
        """As it is asked for, else the object's: a word that can be looked up."""
        word = self.normalization if normalization is None else normalization
        number_of(word, _finders.NORMALIZATIONS, "normalization")
        return word

    def _terms(self):
        return whole(self.nterms, "nterms", 0, 12)

    def _options(self, normalization):
        return _finders.lomb_scargle_options(bool(self.fit_mean), bool(self.center_data), True,
                                             normalization)

    def _power_of_sinusoids(self, grid, frequencies, normalization, method, tolerance):
        search = array_search(bool(self.fit_mean), bool(self.center_data), True, normalization,
                              method, tolerance, self._terms())
        first, step, count = grid or (0.0, 0.0, frequencies.size)
        if not grid and count == 0:
            return np.empty(0)
        self._check_phases(first + step * (count - 1) if grid
                           else _engine.largest_magnitude(frequencies))
        t, y, dy = self._numbers
        where = self._where
        if not grid and where.device.startswith("gpu"):
            if count > 1:
                raise Error("Frequencies that are no regular grid are not summed on a GPU (its sums"
                            " are those of a grid). Give a grid, or device=\"cpu\".")
            grid = first, step, count = float(frequencies[0]), 1.0, 1
        if grid and (self._progress or not _engine.is_on_cpu(where, count * t.size)):
            return self._power_on_device(grid, normalization, method, tolerance)
        if where.is_single:
            y, dy = y.astype(np.float32), None if dy is None else dy.astype(np.float32)
        power = empty((1, count), y.dtype, "powers")
        status = np.empty(1, np.uint8)
        with Given(self._numbers, self._offsets):
            _engine.periodograms(t, y, dy, self._offsets, search, first, step, count,
                                 None if grid else frequencies, power, status, where)
        self._tell(status[0])
        return power[0]

    def _power_on_device(self, grid, normalization, method, tolerance):
        """Where the engine chooses, or on the GPU that was asked for."""
        from siderum.periods._curves import LightCurves
        from siderum.periods._find import BEST_ALONE, search

        finder = _finders.LombScargleFinder(
            bool(self.fit_mean), bool(self.center_data), True, self.nterms,
            normalization=normalization, method=method, tolerance=tolerance)
        power = empty((1, grid[2]), np.float32 if self._where.is_single else np.float64, "powers")
        answer = search(LightCurves(*self._numbers), grid, finder, self._where, power,
                        self._progress, BEST_ALONE)
        self._tell(answer["status"][0])
        return power[0]

    def _tell(self, status):
        if status:
            warnings.warn(f"The periodogram is NaN: {STATUS[status]}.", RuntimeWarning,
                          stacklevel=5)

    # The model

    def _model(self, frequency):
        number = self._one_frequency(frequency)
        self._check_phases(abs(number))
        return _engine.make_model(number, self._terms(), bool(self.fit_mean), 0, 0, 0.0, 0.0, True)

    def _centred(self):
        self._check_points()
        _, y, dy = self._numbers
        mean = _engine.weighted_means(y, dy, None, 1)[0] if self.center_data else 0.0
        return y - mean, mean

    def offset(self) -> Any:
        """The weighted mean of the values, in their unit, which center_data subtracts; else 0.
        Raises siderum.Error for numbers that are not finite."""
        return self._centred()[1] * self._value_unit()

    def design_matrix(self, frequency: Numbers, t: Numbers = None) -> np.ndarray:
        """(points, parameters) columns 1 (with fit_mean), sin x, cos x, sin 2x, ..; x = 2 pi f t.
        Without `t` at the times of the data, and divided by their errors. frequency: one, a
        Quantity where the times have a unit.
        Raises siderum.Error for numbers that are not finite, and for several frequencies."""
        model = self._model(frequency)
        if t is None:
            self._check_points()
            return _engine.design_matrix(model, self._numbers[0], self._numbers[2], None)
        times = self._model_times(t, self._one_frequency(frequency))
        return _engine.design_matrix(model, times, None, None)

    def model_parameters(self, frequency: Numbers, units: bool = True) -> Any:
        """(parameters) of the best fit, in the order of design_matrix's columns and the unit of y;
        with units=False as plain numbers.
        Raises siderum.Error as design_matrix does."""
        t, _, dy = self._numbers
        parameters = _engine.fit_parameters(self._model(frequency), t, self._centred()[0], dy, None)
        return parameters * self._value_unit() if units else parameters

    def model(self, t: Numbers, frequency: Numbers) -> Any:
        """(times) the best fit of a frequency at other times, in the unit of y: offset +
        design_matrix . model_parameters.

        t: (times) as those of the data: numbers, a Quantity, or Time. frequency: one.
        Raises siderum.Error as design_matrix does, and TypeError for relative times where those of
        the data are absolute.

        >>> import numpy as np
        >>> t = np.arange(20.0) ** 1.1
        >>> LombScargle(t, np.cos(2 * t)).model([0.0, np.pi / 2], 1 / np.pi).round(6).tolist()
        [1.0, -1.0]
        """
        model = self._model(frequency)
        t = self._model_times(t, self._one_frequency(frequency))
        values = _engine.evaluate(model, self.model_parameters(frequency, units=False), t, None)
        return (self._centred()[1] + values) * self._value_unit()

    # Significance

    def _check_significance(self):
        if self.nterms != 1:
            raise NotImplementedError(
                "false alarm probability is not implemented for multiterm periodograms.")
        if not (self.fit_mean or self.center_data):
            raise NotImplementedError("false alarm probability is implemented only for"
                                      " periodograms of centered data.")

    def _plain_powers(self, power):
        unit = self._power_unit(self.normalization)
        if has_unit(power):
            power = power.to_value(unit)
        refuse_masked(power, "powers")
        power = real_array(power, "powers")
        return self._in_range(power.ravel()), power.shape

    def _in_range(self, power):
        """Powers that there can be; what rounding or a tolerance puts beyond an end is that end.
        NaN stays so: it is the power of an object without an answer."""
        highest = self._noise(_engine.false_alarm_levels, np.array([-np.inf]), 1.0, "single")[0]
        if highest > 1e300:  # a perfect fit's are infinite
            highest = np.inf
        slack = 1e-4 * highest if np.isfinite(highest) else 1e-4
        bad = np.flatnonzero((power < -slack) | (power > highest + slack))
        if bad.size:
            ends = f"0 to {highest:g}" if highest < np.inf else "0 or more"
            raise Error(f"The power of place {bad[0]} is {power[bad[0]]:g} (powers in the"
                        f" normalization {self.normalization!r} are {ends} here). Give those of"
                        " this periodogram.")
        return np.clip(power, 0.0, highest if highest >= 0 else np.inf)

    def _noise(self, question, numbers, highest, formula):
        with Given(self._numbers, self._offsets):
            return question(*self._numbers, highest, FORMULAS.index(formula),
                            self._options(self.normalization), numbers, self._where)

    def distribution(self, power: Numbers, cumulative: bool = False) -> Any:
        """The density of the power of noise at one frequency, in the shape of `power`; cumulative:
        its distribution. Raises NotImplementedError where there is no formula (several terms), and
        siderum.Error for powers that the normalization does not have."""
        if self.nterms != 1 or not (self.fit_mean or self.center_data):
            raise NotImplementedError("Degrees of freedom != 2")
        numbers, shape = self._plain_powers(power)
        if cumulative:
            logarithm = self._noise(_engine.log_false_alarms, numbers, 1.0, "single")
            return -np.expm1(logarithm).reshape(shape)[()]
        return self._noise(_engine.noise_densities, numbers, 1.0, "single").reshape(shape)[()]

    def _highest(self, *grid):
        first, step, count = self._plain_grid(*grid)
        return first + step * (count - 1)

    def _maxima(self, keywords, highest):
        """(samples) of the bootstrap, ascending."""
        grid = self._plain_grid(5, 5, None, self._with_frequency_unit(highest))
        keywords = dict(checked_keywords(keywords))
        samples = whole(keywords.pop("n_bootstraps", 1000), "number of bootstrap samples", 1)
        seed = keywords.pop("random_seed", self._seed)
        if keywords:
            raise Error(f"The bootstrap has no keywords {sorted(keywords)} (it has n_bootstraps and"
                        " random_seed). Leave them out.")
        self._check_phases(highest)
        with Given(self._numbers, self._offsets), Progress(self._progress, "bootstrap") as tell:
            return _engine.bootstrap_maxima(*self._numbers, grid, self.nterms,
                                            self._options(self.normalization), samples,
                                            seed_of(seed), self._where, tell)

    def _check_formula(self, method, keywords):
        if not isinstance(method, str) or method not in FORMULAS:
            raise Error(f"Unrecognized method: {method}")
        if checked_keywords(keywords):
            raise Error(f"The method {method!r} has no keywords (the bootstrap has). Leave them"
                        " out.")

    def false_alarm_probability(self, power: Numbers, method: str = "baluev",
                                samples_per_peak: float = 5, nyquist_factor: float = 5,
                                minimum_frequency: Numbers = None,
                                maximum_frequency: Numbers = None,
                                method_kwds: dict[str, Any] | None = None) -> Any:
        """The probability that noise alone makes a maximum as high as `power`, in its shape.

        method: "baluev", "davies", "naive" (formulas of siderum's docs/lomb_scargle.md), "single"
        (at one frequency), or "bootstrap", with method_kwds n_bootstraps (1000) and random_seed.
        power: in the object's normalization. The grid is that of autofrequency, by the other
        arguments.
        Raises NotImplementedError for several terms and values that are not centred, and
        siderum.Error for methods that are none, numbers that are not finite, and powers that the
        normalization does not have. Of a power that is NaN it is NaN.
        """
        self._check_significance()
        highest = self._highest(samples_per_peak, nyquist_factor, minimum_frequency,
                                maximum_frequency)
        numbers, shape = self._plain_powers(power)
        if isinstance(method, str) and method == "bootstrap":
            maxima = self._maxima(method_kwds, highest)
            found = 1 - np.searchsorted(maxima, numbers) / len(maxima)
            return np.where(np.isnan(numbers), np.nan, found).reshape(shape)[()]
        self._check_formula(method, method_kwds)
        logarithm = self._noise(_engine.log_false_alarms, numbers, highest, method)
        return np.exp(logarithm).reshape(shape)[()]

    def false_alarm_level(self, false_alarm_probability: Numbers, method: str = "baluev",
                          samples_per_peak: float = 5, nyquist_factor: float = 5,
                          minimum_frequency: Numbers = None, maximum_frequency: Numbers = None,
                          method_kwds: dict[str, Any] | None = None) -> Any:
        """The power that noise alone reaches with that probability (0 to 1), in its shape and the
        unit of power; arguments and errors as those of false_alarm_probability."""
        self._check_significance()
        highest = self._highest(samples_per_peak, nyquist_factor, minimum_frequency,
                                maximum_frequency)
        refuse_masked(false_alarm_probability, "probabilities")
        asked = real_array(values_of(false_alarm_probability), "probabilities")
        bad = np.flatnonzero(~((asked >= 0.0) & (asked <= 1.0)))
        if bad.size:
            raise Error(f"The false-alarm probability of place {bad[0]} is {asked.flat[bad[0]]:g}"
                        " (probabilities are 0 to 1). Give one of these.")
        if isinstance(method, str) and method == "bootstrap":
            maxima = self._maxima(method_kwds, highest)
            place = np.clip(np.floor((1 - asked) * len(maxima)).astype(int), 0, len(maxima) - 1)
            levels = maxima[place]
        else:
            self._check_formula(method, method_kwds)
            with np.errstate(divide="ignore", invalid="ignore"):
                logarithm = np.log(asked.ravel())
            levels = self._noise(_engine.false_alarm_levels, logarithm, highest, method)
            levels = levels.reshape(asked.shape)[()]
        unit = self._power_unit(self.normalization)
        return levels if unit is None or unit.is_equivalent(1) else levels * unit
