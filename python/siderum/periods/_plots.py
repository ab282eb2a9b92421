# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Pictures by matplotlib: axes in, artists out."""

import numpy as np

from siderum import _engine
from siderum._engine import Error
from siderum._execution import execution
from siderum._options import whole
from siderum._output import axes_of
from siderum.periods._multiband import LombScargleMultiband

ALIASES = ("independent", "day", "sidereal day", "harmonic", "subharmonic")
LABELS = {"window": "spectral window", "super-smoother": "Super Smoother's score",
          "pdm": "1 - theta", "conditional-entropy": "conditional entropy, reversed"}


def plain_and_unit(quantity):
    unit = getattr(quantity, "unit", None)
    return (quantity, None) if unit is None else (quantity.value, unit)


def labelled(name, unit):
    return name if unit is None or str(unit) == "" else f"{name} [{unit}]"


def plot_power(ax, frequency, power, kind, power_unit=None, **style):
    """A periodogram as a line."""
    ax = axes_of(ax)
    values, unit = plain_and_unit(frequency)
    alone = {"marker": "."} if len(values) == 1 else {}
    artists = ax.plot(values, power, **{"linewidth": 0.8, **alone, **style})
    ax.set_xlabel(labelled("frequency", unit))
    ax.set_ylabel(labelled(LABELS.get(kind, f"power ({kind})"), power_unit))
    if len(values) > 1:
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
        if not found.finder.bands:
            curve.bands = None  # the search has told that it does not use them
        finder = found.finder
        if getattr(finder, "candidates", 0):
            finder = finder.of_whole_grid()
        power = periodograms(curve, grid, finder, **found.where).power[0]
    kind = found.finder.name or found.finder.normalization
    artists = plot_power(ax, grid.frequency, power, kind, found.power_unit, **style)
    frequency = row(found.frequency, number)
    there = np.isfinite(frequency)
    frequency, height = frequency[there], row(found.power, number)[there]
    at = frequency if grid.unit is None else frequency.to_value(grid.unit)
    artists += ax.plot(at, height, "v", color="C3", markersize=5)
    artists += mark_aliases(ax, plain_and_unit(frequency)[0], at, height, curve)
    if not found.finder.name and found.finder.nterms == 1 and not found.finder.bands:
        artists += draw_levels(ax, curve, grid, found)
    return artists


def mark_aliases(ax, frequency, at, power, curve):
    """Names the relation of each peak to a stronger one, where there is one. Frequencies are in the
    unit of the light curve, `at` in that of the axis."""
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
            for f, p, (relation, stronger, _) in zip(at, power, marks) if relation]


def draw_levels(ax, curve, grid, found, probabilities=(0.1, 0.01, 0.001)):
    from siderum.periods._find import highest_of

    t, y, dy = curve.in_precision(np.float64)
    levels = _engine.false_alarm_levels(
        t, y, dy, highest_of(*grid.plain_for(curve)), 3, found.finder.engine_options(),
        np.log(probabilities), execution(**found.where))
    artists = []
    for level, probability in zip(levels, probabilities):
        if np.isfinite(level):
            artists.append(ax.axhline(level, color="0.6", linewidth=0.7, linestyle="--"))
            # Beside the axes, where no mark of a peak comes.
            artists.append(ax.annotate(f"{probability:g}", (1.0, level), (2, 0),
                                       fontsize="x-small", xycoords=("axes fraction", "data"),
                                       textcoords="offset points", ha="left", va="center",
                                       color="0.4"))
    return artists


def plot_folded(found, number, ax, rank, bins, **style):
    ax = axes_of(ax)
    curve = found.curves[number]
    frequencies = plain_and_unit(row(found.frequency, number))[0]
    rank = whole(rank, "rank")
    if rank >= frequencies.size or not np.isfinite(frequencies[rank]):
        raise Error(f"Object {number} has no period of rank {rank} ({found.status[number]}). Draw"
                    " another one.")
    frequency, bins = float(frequencies[rank]), whole(bins, "number of bins", 2, 64)
    t, y, dy = curve.in_precision(np.float64)
    artists = []
    where = execution(**found.where)
    for mine, colours, label, fit in parts_of(found, curve, t, y, dy, frequency, where):
        artists += draw_part(ax, [None if array is None else array[mine] for array in (t, y, dy)],
                             t.min(), frequency, bins, colours, label, fit, where, style)
    if curve.labels is not None and found.finder.bands:
        artists.append(ax.legend())
    ax.set_xlabel("phase")
    ax.set_ylabel(labelled("value", curve.value_unit))
    if str(curve.value_unit) == "mag" and not ax.yaxis_inverted():
        ax.invert_yaxis()
    return artists


def parts_of(found, curve, t, y, dy, frequency, where):
    """(points, colours of points, means and model, label, (phase, value) of the model) of each part
    that has a model of its own: of each band, or of all points."""
    finder = found.finder
    if not finder.bands:
        yield slice(None), ("0.55", "C1", "C0"), None, model_of(finder, t, y, dy, frequency, where)
        return
    phase = np.linspace(0.0, 1.0, 200)
    bands = LombScargleMultiband(t, y, curve.labels[curve.bands], dy if finder.errors else None,
                                 nterms_base=finder.nterms, center_data=finder.center_data,
                                 threads=found.where["threads"])
    fits = bands.model(t.min() + phase / frequency, frequency)
    for band, (label, fit) in enumerate(zip(curve.labels, fits)):
        colour = f"C{band % 10}"
        yield curve.bands == band, (colour, colour, colour), str(label), (phase, fit)


def draw_part(ax, points, epoch, frequency, bins, colours, label, fit, where, style):
    t, y, dy = (None if array is None else np.ascontiguousarray(array) for array in points)
    phase = ((t - epoch) * frequency) % 1.0
    of_points, of_means, of_model = colours
    look = {"fmt": ".", "color": of_points, "zorder": 1, "markersize": 4, "elinewidth": 0.7,
            "label": label, **style}
    artists = []
    for turn in (0, 1):
        artists.append(ax.errorbar(phase + turn, y, dy, **look))
        look["label"] = None
    middle, mean = means_of_bins(*_engine.folded(t, y, dy, frequency, "pdm", {"bins": bins}, where),
                                 bins)
    middle = (middle + (t.min() - epoch) * frequency) % 1.0  # bins begin at the first of the part
    for turn in (0, 1):
        artists += ax.plot(middle + turn, mean, "o", color=of_means, markersize=5, zorder=3,
                           **({} if label is None else {"markeredgecolor": "0.2"}))
    at, values = fit
    for turn in (0, 1) if at.size else ():
        artists += ax.plot(at + turn, values, color=of_model, zorder=2)
    return artists


def means_of_bins(phase, mean, bins):
    """(phase, mean) once for each bin, of those of each point: at the mean phase of its points."""
    _, first, place = np.unique(np.floor(phase * bins), return_index=True, return_inverse=True)
    return np.bincount(place, phase) / np.bincount(place), mean[first]


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
