# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The periodogram of one light curve in several bands, with the interface of astropy's
LombScargleMultiband."""

from typing import Any

import numpy as np

from siderum import _engine
from siderum._arrays import Given, Numbers, has_unit, line
from siderum._engine import Error
from siderum._memory import empty
from siderum._options import flag, real, whole
from siderum.periods import _finders
from siderum.periods._curves import band_numbers, take_labels
from siderum.periods._lomb_scargle import METHODS, LombScargle, grid_of_numbers, in_shape
from siderum.periods._one_curve import check_labels, is_there, times_of_series, values_of


class LombScargleMultiband(LombScargle):
    """The Lomb-Scargle periodogram of one light curve in several bands (VanderPlas & Ivezic 2015,
    ApJ 812, 18), with the names, defaults and units of astropy.timeseries.LombScargleMultiband.

    t, y, dy:      (points) as of LombScargle: plain numbers, or with units.
    bands:         (points) a label of its band for each point, text or numbers: an array, a list or
                   a column. Points without one are left out.
    normalization: of the power, as of LombScargle.
    nterms_base:   harmonics that all bands share, 0 to 6; with method="fast" those of every band,
                   1 to 6.
    nterms_band:   harmonics of each band's own, 0 to 6; method="fast" has none.
    reg_base, reg_band: ridges on the two parts of the model, in units of the trace of its normal
                   matrix, or with regularize_by_trace=False as they are; None: none.
    center_data:   subtract the weighted mean of each band before.
    fit_mean:      of method="fast".
    device:        "auto" and "cpu" alone, precision "double", and progress False: the models of
                   this class have no others; siderum.periods.find has them, with
                   finder=LombScargleMultiband. threads: as there. seed: of no effect, since nothing
                   is drawn.
    The attribute `dropped` counts the points that are left out.
    Raises ValueError (siderum.Error) for numbers that are not finite, arrays that do not fit, and
    options that are none.

    >>> import numpy as np
    >>> t = 100 * np.random.default_rng(42).random(90)
    >>> bands = np.array(["g", "r", "i"])[np.arange(90) % 3]
    >>> y = np.sin(2 * np.pi * t) + 2.0 * (bands == "g")
    >>> frequency, power = LombScargleMultiband(t, y, bands).autopower(maximum_frequency=2)
    >>> float(frequency[power.argmax()].round(2))
    1.0
    """

    available_methods = ["fast", "flexible"]

    def __init__(self, t: Numbers, y: Numbers, bands: Numbers, dy: Numbers = None,
                 normalization: str = "standard", nterms_base: int = 1, nterms_band: int = 1,
                 reg_base: float | None = None, reg_band: float | None = 1e-6,
                 regularize_by_trace: bool = True, center_data: bool = True,
                 fit_mean: bool = True, *, device: str | None = "auto", precision: str = "double",
                 threads: int | None = 0, progress: Any = False, seed: int | None = None) -> None:
        labels, missing = labels_of(bands, t)
        self._missing = missing if missing.any() else None
        self.nterms_base = nterms_base
        self.nterms_band = nterms_band
        self.reg_base = reg_base
        self.reg_band = reg_band
        self.regularize_by_trace = regularize_by_trace
        super().__init__(t, y, dy, fit_mean, center_data, nterms_base, normalization,
                         device=device, precision=precision, threads=threads, progress=progress,
                         seed=seed)
        if self._where.is_single or self._progress or self._where.device.startswith("gpu"):
            raise Error("Models of several bands are computed on the CPU in double precision, and"
                        " tell no progress (this class has the sums of astropy's). Leave all three"
                        " out, or take siderum.periods.find with finder=LombScargleMultiband.")
        check_labels(labels, self._trel.size + self.dropped)
        labels = np.broadcast_to(labels, self._trel.size + self.dropped)
        self.bands = labels if self._keep is None else labels[self._keep]
        numbers, self.labels = band_numbers(self.bands)
        self._bands = numbers
        # The engine has the points of each band together.
        order = np.argsort(numbers, kind="stable")
        self._sorted = tuple(None if array is None else np.ascontiguousarray(array[order])
                             for array in self._numbers)
        # Without points there is one band all the same, for which the engine has an answer.
        counts = np.bincount(numbers, minlength=max(len(self.labels), 1))
        self._band_offsets = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])

    @staticmethod
    def finder(**options: Any) -> _finders.LombScargleFinder:
        """The options of several bands for siderum.periods.find: see LombScargleFinder. A search
        raises siderum.Error for those that are none."""
        return _finders.LombScargleFinder(**{"bands": True, **options})

    @classmethod
    def from_timeseries(cls, timeseries: Any, signal_column: Any = None,
                        uncertainty_column: Any = None, band_labels: Any = None,
                        **keywords: Any) -> "LombScargleMultiband":
        """Of columns of a TimeSeries or BinnedTimeSeries of astropy, one for each band, without
        rows that are masked or not finite.

        signal_column: the names of the columns of values. uncertainty_column: those of their
        errors, or None. band_labels: what the bands are called; None: as the columns. keywords: of
        the class. Times become days (MJD).
        Raises ValueError where no columns are named or the labels are not as many, and TypeError
        for another kind of series.
        """
        from astropy import units
        from astropy.timeseries import BinnedTimeSeries, TimeSeries

        if signal_column is None:
            raise ValueError("signal_column_name should be set to a list of valid column names")
        if band_labels is None:
            band_labels = signal_column
        elif len(band_labels) != len(signal_column):
            raise ValueError("band_labels have an equal number of elements to signal_column")
        time = times_of_series(timeseries, TimeSeries, BinnedTimeSeries)
        parts = []
        for i, name in enumerate(signal_column):
            y = timeseries[name]
            keep = is_there(y)
            dy = None
            if uncertainty_column is not None:
                dy = timeseries[uncertainty_column[i]]
                keep &= is_there(dy)
                dy = dy[keep]
            parts.append((time[keep].mjd * units.day, y[keep],
                          np.full(np.count_nonzero(keep), band_labels[i]), dy))
        t, y, bands = (np.hstack(column) for column in list(zip(*parts))[:3])
        dy = None if uncertainty_column is None else np.hstack([part[3] for part in parts])
        return cls(t, y, bands, dy=dy, **keywords)

    def _plain_grid(self, samples_per_peak, nyquist_factor, minimum, maximum):
        """As astropy counts frequencies: in days, whatever the unit of the times is."""
        if not has_unit(self._trel):
            return super()._plain_grid(samples_per_peak, nyquist_factor, minimum, maximum)
        from astropy import units

        factor = (units.day ** -1).to(self._trel.unit ** -1)
        ends = [end if end < 0.0 else end / factor  # none stays none
                for end in self._range_ends(minimum, maximum)]
        first, step, count = _engine.autofrequency(
            line(self._trel.to_value("day"), "times"), real(samples_per_peak, "samples per peak"),
            real(nyquist_factor, "Nyquist factor"), *ends)
        return first * factor, step * factor, count

    def autopower(self, method: str = "flexible", sb_method: str = "auto",
                  normalization: str = "standard", samples_per_peak: float = 5,
                  nyquist_factor: float = 5, minimum_frequency: Numbers = None,
                  maximum_frequency: Numbers = None) -> tuple[Any, Any]:
        """(frequency, power), both (frequencies), on the grid of autofrequency.

        method, sb_method, normalization: as of power. samples_per_peak, nyquist_factor and the
        ends: as of LombScargle.autofrequency, in 1 / unit of the times.
        Raises siderum.Error as power does.
        """
        frequency = self.autofrequency(samples_per_peak, nyquist_factor, minimum_frequency,
                                       maximum_frequency)
        return frequency, self.power(frequency, method, sb_method, normalization)

    def power(self, frequency: Numbers, method: str = "flexible", sb_method: str = "auto",
              normalization: str = "standard") -> Any:
        """The power at each frequency, in the shape of `frequency`.

        method: "flexible" (one model of all bands) or "fast" (a periodogram of each band, weighted
                by the chi-square of its constant model: eq. 31 of the paper; astropy's weights
                depend on the grid instead).
        sb_method: of "fast", as the methods of LombScargle.
        frequency: numbers, or a Quantity where the times have a unit. Powers are plain numbers, or
                in the square of the unit of y for "raw", and for "psd" without errors. NaN, with a
                RuntimeWarning, where there is no answer.
        Raises siderum.Error for words that are none, numbers that are not finite, and frequencies
        at which the phases cannot be told.
        """
        if not isinstance(method, str) or method not in self.available_methods:
            raise Error(f"Invalid Method: {method}")
        if method == "flexible" and self.nterms_base == 0 and self.nterms_band == 0:
            raise Error("At least one of nterms_base and nterms_band must be greater than 0.")
        if not isinstance(sb_method, str) or sb_method not in METHODS:
            raise Error(f"invalid method: {sb_method}")
        normalization = self._normalization(normalization)
        numbers = self._frequencies(frequency)
        flat = numbers.ravel()
        grid = _engine.regular_grid(flat) if flat.size > 1 else None
        power = self._multiband_power(grid, flat, method == "fast", sb_method, normalization)
        return in_shape(power, numbers.shape)

    def power_on_grid(self, first: float, step: float, count: int,
                      normalization: str | None = None, tolerance: float = 0.0) -> Any:
        """(count) the power of the flexible model at first + k step, k = 0 .. count - 1, numbers
        in 1 / unit of the times, by the fastest way; non-uniform FFTs are within the tolerance of
        the largest power (0: 1e-9). normalization, units and errors: as of power."""
        return self._multiband_power(grid_of_numbers(first, step, count), None, False, "auto",
                                     self._normalization(normalization),
                                     real(tolerance, "tolerance"))

    def _multiband_power(self, grid, flat, is_fast, sb_method, normalization, tolerance=0.0):
        first, step, count = grid or (0.0, 0.0, flat.size)
        self._check_phases(first + step * (count - 1) if grid
                           else _engine.largest_magnitude(flat))
        is_direct = grid is None or (is_fast and METHODS[sb_method] == "direct")
        options = _finders.lomb_scargle_options(
            bool(self.fit_mean), bool(self.center_data), True, normalization,
            "direct" if is_direct else "automatic", tolerance)
        bands = len(self.labels)
        base, band, *ridges = self._parts(is_fast)
        search = _engine.make_search(options, max(base, 1), max(bands, 1), "", {})
        _engine.set_multiband(search, is_fast, base, band, *ridges)
        power = empty((1, count), np.float64, "powers")
        status = np.empty(1, np.uint8)
        t, y, dy = self._sorted
        with Given(self._numbers, self._offsets):
            _engine.periodograms(t, y, dy, self._band_offsets, search, first, step, count,
                                 None if grid else flat, power, status, self._where)
        self._tell(status[0])
        unit = self._power_unit(normalization)
        return power[0] if unit is None else power[0] * unit

    # The model

    def _model(self, frequency):
        number = self._one_frequency(frequency)
        self._check_phases(abs(number))
        base, band, *ridges = self._parts()
        return _engine.make_model(number, base, True, len(self.labels), band, *ridges)

    def _parts(self, is_fast=False):
        """Harmonics and ridges of the shared part and of the bands' own, as the engine's."""
        base = whole(self.nterms_base, "nterms_base of method=\"fast\"", 1, 6) if is_fast \
            else whole(self.nterms_base, "nterms_base", 0, 6)
        reg_base, reg_band = (0.0 if ridge is None else ridge
                              for ridge in (self.reg_base, self.reg_band))
        return (base, whole(self.nterms_band, "nterms_band", 0, 6), real(reg_base, "reg_base"),
                real(reg_band, "reg_band"), flag(self.regularize_by_trace, "regularize_by_trace"))

    def _band_means(self):
        self._check_points()
        _, y, dy = self._numbers
        if not self.center_data:
            return np.zeros(len(self.labels))
        return _engine.weighted_means(y, dy, self._bands, len(self.labels))

    def _numbers_of(self, bands_fit):
        """The bands that are asked for, by their numbers."""
        asked = self.labels if bands_fit is None else np.atleast_1d(bands_fit)
        try:
            place = np.searchsorted(self.labels, asked)
        except TypeError:  # of what cannot be compared with a label
            place = np.full(asked.shape, len(self.labels))
        known = (place < len(self.labels)) & (self.labels[place % len(self.labels)] == asked)
        if not known.all():
            raise Error(f"bands_fit does not match training data: input: {set(self.labels)}"
                        f" output: {set(asked)}")
        return place.astype(np.int32)

    def _at(self, t, bands_fit, frequency):
        """Times and bands of every pair, flat, and their shape (bands, times)."""
        numbers = self._numbers_of(bands_fit)
        times = self._model_times(t, 0.0 if frequency is None else self._one_frequency(frequency))
        return (np.tile(times, numbers.size), np.repeat(numbers, times.size),
                (numbers.size, times.size))

    def offset(self, t_fit: Numbers = None, bands_fit: Any = None) -> Any:
        """(points) the mean of its band for each point, in the unit of y; with t_fit (bands x
        times), flat, for each band of bands_fit (None: all) and time. 0 without center_data.
        Raises siderum.Error for numbers that are not finite, and bands that are none."""
        if not self.center_data:
            return 0
        means = self._band_means()
        if t_fit is None and bands_fit is None:
            return means[self._bands] * self._value_unit()
        _, bands, _ = self._at(self.t if t_fit is None else t_fit, bands_fit, None)
        return means[bands] * self._value_unit()

    def design_matrix(self, frequency: Numbers, t_fit: Numbers = None,
                      bands_fit: Any = None) -> np.ndarray:
        """(points, parameters) of the data, divided by their errors; with t_fit of each band of
        bands_fit (None: all) and time. Columns: those of LombScargle, then the same for each band.
        frequency: one, a Quantity where the times have a unit.
        Raises siderum.Error for numbers that are not finite, and bands that are none."""
        model = self._model(frequency)
        if t_fit is None and bands_fit is None:
            self._check_points()
            return _engine.design_matrix(model, self._numbers[0], self._numbers[2], self._bands)
        times, bands, _ = self._at(self.t if t_fit is None else t_fit, bands_fit, frequency)
        return _engine.design_matrix(model, times, None, bands)

    def model_parameters(self, frequency: Numbers, units: bool = True) -> Any:
        """(parameters) of the best fit at a frequency, in the order of design_matrix's columns and
        the unit of y; with units=False plain numbers.
        Raises siderum.Error for numbers that are not finite."""
        t, y, dy = self._numbers
        parameters = _engine.fit_parameters(self._model(frequency), t,
                                            y - self._band_means()[self._bands], dy, self._bands)
        return parameters * self._value_unit() if units else parameters

    def model(self, t: Numbers, frequency: Numbers, bands_fit: Any = None) -> Any:
        """(bands, times) the best fit of a frequency at other times, in the unit of y.

        t: (times) as those of the data. bands_fit: labels; None: all bands, in ascending order.
        Raises siderum.Error for numbers that are not finite, and bands that are none.

        >>> import numpy as np
        >>> t, bands = np.arange(40.0) ** 1.1, np.arange(40) % 2
        >>> y = np.cos(t) + bands
        >>> LombScargleMultiband(t, y, bands).model(t[:3], 0.5 / np.pi).shape
        (2, 3)
        """
        model = self._model(frequency)
        times, bands, shape = self._at(t, bands_fit, frequency)
        values = _engine.evaluate(model, self.model_parameters(frequency, units=False), times,
                                  bands)
        return (self._band_means()[bands] + values).reshape(shape) * self._value_unit()

    def false_alarm_probability(self, *_: Any, **__: Any) -> Any:
        """There is none: it raises NotImplementedError, as in astropy."""
        raise NotImplementedError("false alarms of several bands have no formula")

    false_alarm_level = false_alarm_probability
    distribution = false_alarm_probability


def labels_of(bands, t):
    """The label of each point, and where there is none."""
    if bands is None:
        raise Error("The bands are missing (each point has a label of its band). Give bands, or"
                    " take LombScargle.")
    if np.ndim(bands) == 0 and not hasattr(bands, "__len__") or isinstance(bands, str):
        bands = np.full(np.shape(t) if np.ndim(t) else 1, bands)
    labels, missing, offsets = take_labels(bands)
    if offsets is not None:
        raise Error("There is a list of bands for each object (one light curve has one). Take"
                    " siderum.periods.find, or one object.")
    return labels, missing
