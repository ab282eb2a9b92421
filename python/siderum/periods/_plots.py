# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Pictures by matplotlib: axes in, artists out."""

import numpy as np

from siderum import _engine
from siderum._engine import Error
from siderum._execution import execution
from siderum._output import axes_of

ALIASES = ("independent", "day", "sidereal day", "harmonic", "subharmonic")
LABELS = {"window": "spectral window", "super-smoother": "Super Smoother's score",
          "pdm": "1 - theta", "conditional-entropy": "conditional entropy, reversed"}


def plain_and_unit(quantity):
    unit = getattr(quantity, "unit", None)
    return (quantity, None) if unit is None else (quantity.value, unit)


def labelled(name, unit):
    return name if unit is None or str(unit) == "" else f"{name} [{unit}]"


def plot_power(ax, frequency, power, kind, **style):
    """A periodogram as a line."""
    ax = axes_of(ax)
    values, unit = plain_and_unit(frequency)
    artists = ax.plot(values, power, **{"linewidth": 0.8, **style})
    ax.set_xlabel(labelled("frequency", unit))
    ax.set_ylabel(LABELS.get(kind, f"power ({kind})"))
    ax.set_xlim(values[0], values[-1])
    return artists


def grid_of(found, number):
    return found.grid[number] if isinstance(found.grid, list) else found.grid


def row(array, number):
    """What was found of one object, as a list of ranks."""
    return np.atleast_1d(array[number])


def plot_periods(found, number, ax, **style):
    from siderum.periods._find import periodograms

    ax = axes_of(ax)
    curve, grid = found.curves[number], grid_of(found, number)
    if found.powers is not None:
        power = found.powers[number]
    else:
        power = periodograms(curve, grid, found.finder).power[0]
    kind = found.finder.name or found.finder.normalization
    artists = plot_power(ax, grid.frequency, power, kind, **style)
    frequency, _ = plain_and_unit(row(found.frequency, number))
    there = np.isfinite(frequency)
    artists += ax.plot(frequency[there], row(found.power, number)[there], "v", color="C3",
                       markersize=5)
    artists += mark_aliases(ax, frequency[there], row(found.power, number)[there], curve)
    if not found.finder.name and found.finder.nterms == 1 and not found.finder.bands:
        artists += draw_levels(ax, curve, grid, found.finder)
    return artists


def mark_aliases(ax, frequency, power, curve):
    """Names the relation of each peak to a stronger one, where there is one."""
    if len(frequency) < 2:
        return []
    day = 1.0
    if curve.time_unit is not None:
        from astropy import units

        day = units.day.to(curve.time_unit)
    width = 1.0 / _engine.longest_baseline(curve.t, curve.offsets)
    marks = _engine.mark_aliases(frequency.tolist(), width, day)
    return [ax.annotate(f"{ALIASES[relation]} of {stronger + 1}", (f, p), fontsize="x-small",
                        xytext=(3, 3), textcoords="offset points")
            for f, p, (relation, stronger, _) in zip(frequency, power, marks) if relation]


def draw_levels(ax, curve, grid, finder, probabilities=(0.1, 0.01, 0.001)):
    from siderum.periods._find import highest_of

    t, y, dy = curve.in_precision(np.float64)
    levels = _engine.false_alarm_levels(
        t, y, dy, highest_of(*grid.plain_for(curve)), 3, finder.engine_options(),
        np.log(probabilities), execution())
    artists = []
    for level, probability in zip(levels, probabilities):
        if np.isfinite(level):
            artists.append(ax.axhline(level, color="0.6", linewidth=0.7, linestyle="--"))
            artists.append(ax.annotate(f"{probability:g}", (1.0, level), fontsize="x-small",
                                       xycoords=("axes fraction", "data"), ha="right",
                                       va="bottom", color="0.4"))
    return artists


def plot_folded(found, number, ax, rank, bins, **style):
    ax = axes_of(ax)
    curve = found.curves[number]
    frequency = float(plain_and_unit(row(found.frequency, number))[0][rank])
    if not np.isfinite(frequency):
        raise Error(f"Object {number} has no period of rank {rank} ({found.status[number]}). Draw"
                    " another one.")
    t, y, dy = curve.in_precision(np.float64)
    phase = ((t - t.min()) * frequency) % 1.0
    artists = [ax.errorbar(phase + turn, y, dy, fmt=".", color="0.55", zorder=1,
                           **{"markersize": 4, "elinewidth": 0.7, **style}) for turn in (0, 1)]
    where = execution("cpu")
    middle, mean = means_of_bins(*_engine.folded(t, y, dy, frequency, "pdm", {"bins": bins}, where))
    for turn in (0, 1):
        artists += ax.plot(middle + turn, mean, "o", color="C1", markersize=5, zorder=3)
    at, fit = model_of(found.finder, t, y, dy, frequency, where)
    if at.size:
        for turn in (0, 1):
            artists += ax.plot(at + turn, fit, color="C0", zorder=2)
    ax.set_xlabel("phase")
    ax.set_ylabel(labelled("value", curve.value_unit))
    if str(curve.value_unit) == "mag" and not ax.yaxis_inverted():
        ax.invert_yaxis()
    return artists


def means_of_bins(phase, mean):
    """(phase, mean) once for each bin, of those of each point: at the mean phase of its points."""
    mean, place = np.unique(mean, return_inverse=True)
    return np.bincount(place, phase) / np.bincount(place), mean


def model_of(finder, t, y, dy, frequency, where):
    """(phase, value) of the curve that the finder has fitted."""
    if finder.name:
        return _engine.folded(t, y, dy, frequency, finder.name, finder.finder_options(), where)
    epoch, offset, coefficient = _engine.harmonics(
        t, y, dy, np.array([0, t.size]), np.array([frequency]), max(finder.nterms, 1),
        finder.engine_options(), where)
    phase = np.linspace(0.0, 1.0, 200)
    return phase, _engine.values_of_harmonics(frequency, epoch[0], offset[0], coefficient[0],
                                              epoch[0] + phase / frequency)
