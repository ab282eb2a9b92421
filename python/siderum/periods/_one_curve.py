# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The points of one light curve, in the units and with the times that astropy has."""

import numpy as np

from siderum import _engine
from siderum._arrays import (array_of, check_finite, check_kept, check_phases, either, has_unit,
                             is_time, lies_well, mask_of, of_one_dimension, real_array,
                             refuse_masked, take, take_times)
from siderum._engine import Error


def is_plain(array):
    return type(array) is np.ndarray and array.dtype == np.float64 and array.ndim == 1 \
        and lies_well(array)


def broadcast(arrays):
    try:
        return np.broadcast_arrays(*arrays)
    except ValueError:
        raise Error("The times, values and errors have the shapes"
                    f" {', '.join(str(array.shape) for array in arrays)} (each point has one of"
                    " each). Give as many.") from None


def values_of(array):
    """The numbers of a Quantity or array."""
    return np.asarray(array.value if has_unit(array) else array)


def check_labels(labels, points):
    """One of each point, or one of all."""
    if labels.size not in (1, points):
        raise Error(f"There are {labels.size} bands and {points} points (each point has one of"
                    " each). Give as many.")


def taken_once(name):
    """An attribute that is set with the points and not again, when nothing would come of it."""
    def given(self):
        return self.__dict__[name]

    def take_it(self, value):
        if "_offsets" in self.__dict__:
            raise Error(f"The {name} of a {type(self).__name__} cannot be replaced (it has taken"
                        " its points). Make another one.")
        self.__dict__[name] = value

    return property(given, take_it)


class OneCurve:
    """t, y and dy as they were given, or as Quantities; `_numbers` are plain arrays of them, which
    the engine takes, and `_trel` are the times that they were made of."""

    dropped = 0
    _tstart = None  # of absolute times, the first
    _missing = None  # points that are left out whatever their numbers are
    _keep = None  # the others, where some are left out
    _rounding = 0.0  # of the times
    _highest_checked = -1.0
    _are_checked = False

    t, y, dy = taken_once("t"), taken_once("y"), taken_once("dy")

    def _take(self, t, y, dy):
        self.t = t
        if is_plain(t) and is_plain(y) and t.size == y.size and self._missing is None and (
                dy is None or (is_plain(dy) and dy.size == t.size)):
            self._trel, self.y, self.dy = t, y, dy
            self._numbers = t, y, dy
        else:
            self._take_others(t, y, dy)
        self._offsets = np.array([0, self._numbers[0].size], np.int64)

    def _take_others(self, t, y, dy):
        """What is no plain array."""
        times, self._tstart = take_times(t)
        values, errors = take(y, "values"), None if dy is None else take(dy, "errors")
        taken = [one for one in (times, values, errors) if one is not None]
        if any(one.offsets is not None for one in taken):
            raise Error("There is a list for each object (one light curve has flat arrays). Take"
                        " siderum.periods.find, or one object.")
        numbers = broadcast([one.numbers for one in taken])
        if numbers[0].ndim != 1:
            raise Error("Inputs (t, y, dy) must be 1-dimensional")
        if self._missing is not None:
            check_labels(self._missing, numbers[0].size)
        drop = either([self._missing] + [one.mask for one in taken])
        if drop is not None:
            self._keep = keep = ~np.broadcast_to(drop, numbers[0].shape)
            self.dropped = int(np.count_nonzero(~keep))
            check_kept([*numbers, None][:3], [0], ~keep)
            numbers = [array[keep] for array in numbers]
        self._rounding = times.rounding
        self._set(*map(np.ascontiguousarray, numbers), *[one.unit for one in taken])
        if not is_time(t):
            self.t = self._trel
        else:
            times = t if self._tstart is not None else t.to("day")
            self.t = times if self._keep is None or t.isscalar else times[self._keep]

    def _set(self, *numbers_and_units):
        """Keeps numbers, and Quantities of them where one has a unit."""
        half = len(numbers_and_units) // 2
        numbers, given = list(numbers_and_units[:half]), numbers_and_units[half:]
        self._trel, self.y = numbers[:2]
        self.dy = numbers[2] if half > 2 else None
        if any(unit is not None for unit in given):
            from astropy import units

            of = [unit or units.dimensionless_unscaled for unit in given]
            self._trel, self.y = (units.Quantity(array, unit, copy=False)
                                  for array, unit in zip(numbers[:2], of))
            if half > 2:
                self.dy = self._with_unit(numbers[2] * of[2], of[1], "dy", "y")
                numbers[2] = np.ascontiguousarray(self.dy.value)
        self._numbers = *numbers[:2], numbers[2] if half > 2 else None

    def _with_unit(self, quantity, unit, name, other):
        from astropy import units

        try:
            return units.Quantity(units.Quantity(quantity), unit=unit)
        except units.UnitConversionError:
            raise Error(f"Units of {name} not equivalent to units of {other}") from None

    def _check_phases(self, highest):
        """Refuses frequencies at which the phases cannot be told."""
        if highest > self._highest_checked:
            check_phases(self._numbers[0], self._rounding, highest)
            self._highest_checked = highest

    def _check_points(self):
        """Refuses numbers that the sums refuse, where none is formed."""
        if not self._are_checked:
            for numbers, what in zip(self._numbers, ("time", "value", "error")):
                if numbers is not None:
                    check_finite(numbers, what)
            dy = self._numbers[2]
            if dy is not None and not np.all(dy > 0):
                raise Error(f"The error of point {np.argmin(dy)} is not above 0 (it weighs the"
                            " point by error^-2). Remove the point.")
            self._are_checked = True

    def _validate_frequency(self, frequency):
        if has_unit(self._trel):
            return self._with_unit(frequency, 1.0 / self._trel.unit, "frequency", "1/t")
        frequency = array_of(frequency, "frequencies")
        if has_unit(frequency):
            raise Error("frequency have units while 1/t doesn't.")
        return frequency

    def _frequencies(self, frequency):
        """As plain numbers of any shape, in 1 / unit of the times."""
        refuse_masked(frequency, "frequencies")
        return real_array(values_of(self._validate_frequency(frequency)), "frequencies")

    def _one_frequency(self, frequency):
        number = self._frequencies(frequency)
        if number.ndim != 0:
            raise Error("frequency should be a scalar")
        return float(number)

    def _as_relative_time(self, name, times):
        if is_time(times) and type(times).__name__ == "TimeDelta":
            times = times.to("day")
        is_absolute = is_time(times)
        if is_absolute != (self._tstart is not None):
            words = ("an absolute", "relative") if is_absolute else ("a relative", "absolute")
            raise TypeError(f"{name} was provided as {words[0]} time but the LombScargle class was"
                            f" initialized with {words[1]} times.")
        return (times - self._tstart).to("day") if is_absolute else times

    def _validate_t(self, t):
        return self._with_unit(t, self._trel.unit, "t", "input self.t") \
            if has_unit(self._trel) else t

    def _value_unit(self):
        return self.y.unit if has_unit(self.y) else 1

    def _model_times(self, t, frequency):
        """The times of a model: plain numbers, at which the phases can be told."""
        times = take(self._validate_t(self._as_relative_time("t", t)), "times")
        if times.mask is not None:
            raise Error(f"{np.count_nonzero(times.mask)} of the times are masked (the model has a"
                        " value at each). Leave them out.")
        check_phases(of_one_dimension(times.numbers, "times"), times.rounding, abs(frequency))
        return times.numbers


def times_of_series(timeseries, series, binned):
    """The times of a series of astropy: the middles of bins."""
    if isinstance(timeseries, series):
        return timeseries.time
    if isinstance(timeseries, binned):
        return timeseries.time_bin_center
    raise TypeError("Input time series should be an instance of TimeSeries or BinnedTimeSeries")


def is_there(column):
    """Rows that are neither masked nor NaN."""
    mask = mask_of(column)
    there = ~np.isnan(np.asarray(getattr(values_of(column), "unmasked", values_of(column))))
    return there if mask is None else there & ~mask
