# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The pictures of items, by matplotlib, in one style: legible in print, also without colours."""

import dataclasses
import itertools
import math

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
import matplotlib.ticker  # noqa: E402
from matplotlib.transforms import offset_copy  # noqa: E402

from .head import TITLES  # noqa: E402
from .report import NAMES, uncertainty  # noqa: E402
from .style import (COLOURS, DASHES, HATCHES, MARKERS, OTHERS, PAPER, STARS, STYLE,  # noqa: E402
                    star_style, stars_of)
from .words import TIMES  # noqa: E402


def shown(item, found):
    """{place: rows} that belong into the picture."""
    wanted, units = item.axes.forms, [unit for unit, _ in item.axes.units]
    return {place: [row for row in rows if row.value is not None
                    and (row.draw or item.draw_all or row.unit in units)
                    and (not wanted or row.form in wanted)]
            for place, rows in found.items()}


def forms_of(found):
    return list(dict.fromkeys(row.form for rows in found.values() for row in rows))


def label_of(place, form, item, many):
    words = [] if item.once else [NAMES[place]]
    if item.once and many:
        words = ["host" if place != "gpu" else "GPU"]
    return ", ".join([*words, *([form] if form else [])]) or "siderum"


def named(paper, words=("",)):
    """{what published values are called: those}: by their machine, and by what they are of where a
    machine has several side by side in a panel; words: of the panels."""
    series = {}
    for row in paper:
        beside = [other for other in paper if (other.hardware, other.x) == (row.hardware, row.x)
                  and other.value != row.value
                  and any(word in row.case and word in other.case for word in words)]
        name = ", ".join(filter(None, (
            row.hardware, row.case.rpartition(", ")[2] if beside else "")))
        series.setdefault(name, []).append(row)
    return series


def near(rows, others):
    """Whether a mark of the ones would hide one of the others."""
    return any(row.x == other.x and abs(math.log(row.value / other.value)) < NEAR
               for row in rows for other in others)


# By how much two marks differ at least that do not hide one another, where an axis has decades.
NEAR = math.log(3)
ASIDE = 8  # points, by which those that would are moved


def draw_published(axes, series, stars):
    """Of a panel: marks that would hide one another stand side by side."""
    hidden = [name for name, rows in series.items() if any(
        near(rows, others) for other, others in series.items() if other != name)]
    for name, rows in series.items():
        aside = (ASIDE * (hidden.index(name) - (len(hidden) - 1) / 2) if name in hidden else 0)
        points = sorted({(row.x, row.value) for row in rows})
        axes.plot(*zip(*points), label=f"paper{': ' + name if name else ''}",
                  transform=offset_copy(axes.transData, axes.figure, aside, 0, "points"),
                  **star_style(stars[name]))


def draw_lines(axes, item, found, paper, stars, works):
    """One marker for each of the papers' machines, in all panels the same; paper: {what values are
    called: those} of a panel; works: see works_of."""
    forms = forms_of(found)
    many = sum(bool(rows) for rows in found.values()) > 1
    for place, rows in found.items():
        for number, form in enumerate(forms):
            points = sorted((row.x, row.value) for row in rows
                            if row.form == form and row.x is not None)
            if points:
                colour = COLOURS[place] if not item.once or many else OTHERS[number % 4]
                axes.plot(*zip(*points), color=colour, linestyle=DASHES[number % 5],
                          marker=MARKERS[number % 5], markersize=4 + 2 * (number > 0),
                          markerfacecolor="none" if number else colour,
                          label=label_of(place, form, item, many)
                          + (f" ({works[place]})" if place in works else ""))
    draw_published(axes, {name: of_name for name, of_name in (
        (name, [row for row in rows if row.x is not None]) for name, rows in paper.items())
        if of_name}, stars)
    if item.axes.levels:
        for number, row in enumerate(row for rows in paper.values() for row in rows):
            axes.axhline(row.value, color=PAPER, linewidth=1.0, linestyle=DASHES[number % 5],
                         label=f"paper: {row.value:g} {row.unit}, {row.hardware}")


def draw_bars(axes, item, found, paper, stars):
    """Cases one below the other, a bar for each place and form; a mark on a logarithmic axis, where
    a bar would have no beginning. The papers' machines of a case stand one below the other."""
    cases = list(dict.fromkeys([row.case for rows in found.values() for row in rows]
                               + [row.case for row in paper]))
    forms = forms_of(found)
    series = [(place, form) for place, rows in found.items() for form in forms
              if any(row.form == form for row in rows)]
    many = len({place for place, _ in series}) > 1
    of_case = {case: [one for one in series if any(
        row.case == case and row.form == one[1] for row in found[one[0]])] for case in cases}
    height = 0.8 / max(1, *map(len, of_case.values()))
    marks = []
    for place, form in series:
        rows = {row.case: row for row in found[place] if row.form == form}
        at = [place_of + (of_case[case].index((place, form)) - (len(of_case[case]) - 1) / 2)
              * height for place_of, case in enumerate(cases) if case in rows]
        values = [rows[case].value for case in cases if case in rows]
        draw_uncertain(axes, [rows[case] for case in cases if case in rows], at, COLOURS[place])
        style = {"color": COLOURS[place], "label": label_of(place, form, item, many)}
        if "y" in item.axes.log:
            marks += zip(values, at)
            axes.plot(values, at, linestyle="none", marker="osD^v"[forms.index(form) % 5],
                      markersize=6, markerfacecolor="none" if forms.index(form) else None, **style)
        else:
            axes.barh(at, values, height=0.92 * height, hatch=HATCHES[forms.index(form) % 5],
                      edgecolor="0.15", linewidth=0.6, **style)
    up_to = {row.hardware for row in paper if row.bound} - {
        row.hardware for row in paper if not row.bound}
    told = set()
    for place_of, case in enumerate(cases):
        beside = [row for row in paper if row.case == case]
        for number, row in enumerate(beside):
            at = place_of + (number - (len(beside) - 1) / 2) * 0.7 / max(3, len(beside))
            if any(abs(math.log(value / row.value)) < 0.15 and abs(mark - at) < 0.1
                   for value, mark in marks):
                at += 0.2  # beneath the mark, which it would hide
            label = (f"paper{', ' + row.bound if row.hardware in up_to else ''}"
                     f"{': ' + row.hardware if row.hardware else ''}")
            axes.plot([row.value], [at], label=None if row.hardware in told else label,
                      **star_style(stars[row.hardware]))
            told.add(row.hardware)
    axes.set_yticks(range(len(cases)), cases)
    axes.set_ylim(len(cases) - 0.45, -0.55)
    axes.grid(axis="y", visible=False)


def draw_uncertain(axes, rows, at, colour):
    """A line through what is uncertain; to what may be 0, which a logarithmic axis has not, an
    arrow to its end."""
    for row, height in zip(rows, at):
        off = uncertainty(row)
        if off is None or row.value <= 0:
            continue
        if off < row.value:
            axes.hlines(height, row.value - off, row.value + off, color=colour, linewidth=1.2)
            continue
        axes.hlines(height, row.value, row.value + off, color=colour, linewidth=1.2)
        axes.annotate("", (0.0, height), (row.value, height), ("axes fraction", "data"), "data",
                      {"arrowstyle": "->", "color": colour, "linewidth": 1.2, "shrinkA": 0,
                       "shrinkB": 0})
        axes.plot([], [], linestyle="none", marker="<", color=colour,
                  label="arrow to the end of the axis: may be 0")


def label_axes(axes, item, found, paper=(), panels=1):
    points = sorted({row.x for rows in found.values() for row in rows if row.x is not None})
    if points:
        axes.set_xlabel(item.axes.x)
        axes.set_ylabel(item.axes.y)
        if item.axes.x == "threads":
            most = int(max([*points, *(row.x for row in paper if row.x is not None)]))
            axes.plot([1, most], [1, most], color="0.6", linewidth=0.8, label="ideal")
            marks = [1 << i for i in range(most.bit_length())]
            axes.loglog(base=2)
            axes.set_xticks(marks, marks)
            axes.set_yticks(marks, marks)
        for which in item.axes.log:
            (axes.set_xscale if which == "x" else axes.set_yscale)("log")
            tidy(axes.xaxis if which == "x" else axes.yaxis)
        if item.axes.at_points:
            ticks_at(axes, points, panels)
    else:
        axes.set_xlabel(item.axes.y)
        if "y" in item.axes.log:
            axes.set_xscale("log")
            tidy(axes.xaxis)
        if item.axes.line is not None:
            axes.axvline(item.axes.line, color="0.3", linewidth=1.0, linestyle="--", zorder=0.5)


# Of the width of a picture, a character of a label and the room between two.
CHARACTER, ROOM = 0.017, 0.02


def with_room(points, place, panels):
    """Those whose labels do not touch, the last first; place: of one along its axis."""
    span, kept = place(points[-1]) - place(points[0]), []
    for point in points[::-1]:
        wide = panels * (ROOM + CHARACTER * sum(
            len(short(one)) for one in (point, *kept[-1:])) / 2)
        if not kept or place(kept[-1]) - place(point) >= wide * span:
            kept.append(point)
    return kept[::-1]


def ticks_at(axes, points, panels=1):
    """Where the points are; of many as many as there is room for."""
    step = max(1, -(-len(points) // 8))
    place = math.log if axes.get_xscale() == "log" else float
    kept = with_room(points[::-1][::step][::-1], place, panels)
    axes.xaxis.set_major_locator(matplotlib.ticker.FixedLocator(kept))
    axes.xaxis.set_major_formatter(matplotlib.ticker.FuncFormatter(lambda value, _: short(value)))
    axes.xaxis.set_minor_locator(matplotlib.ticker.FixedLocator(points))
    axes.xaxis.set_minor_formatter(matplotlib.ticker.NullFormatter())


def short(value):
    if value >= 1e6:
        return f"{value / 1e6:g}M"
    return f"{value / 1e3:g}k" if value >= 1e4 else f"{value:g}"


def tidy(axis):
    """Numbers as 1, 2, 5 where a logarithmic axis spans less than two decades."""
    low, high = axis.get_view_interval()
    if high < 100 * low:
        axis.set_major_locator(matplotlib.ticker.LogLocator(subs=(1.0, 2.0, 5.0)))
        axis.set_major_formatter(matplotlib.ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_minor_formatter(matplotlib.ticker.NullFormatter())


def widen(axes):
    """To a decade about, so that the numbers of a logarithmic axis have room."""
    axes.set_xscale("log")
    low, high = axes.get_xlim()
    middle = math.sqrt(low * high)
    axes.set_xlim(min(low, middle / 3.5), max(high, 3.5 * middle))


def legend_of(figure, panels):
    """One beneath all panels, where it hides nothing."""
    handles = {}
    for axes in panels:
        for handle, label in zip(*axes.get_legend_handles_labels()):
            handles.setdefault(label, handle)
    if list(handles) not in ([], ["siderum"]):
        longest = max(map(len, handles))
        figure.legend(handles.values(), handles.keys(), loc="upper center",
                      bbox_to_anchor=(0.5, 0.0), ncols=2 if longest > 28 else 3)


def works_of(found, words):
    """{place: what its cases begin with} of the first panel where that is another work at each;
    nothing where all do the same."""
    for word in words:
        begun = {place: {row.case.rpartition(", ")[0] for row in rows if word in row.case}
                 for place, rows in found.items()}
        told = {place: begin.pop() for place, begin in begun.items() if len(begin) == 1}
        if len(set(told.values())) > 1:
            return told
    return {}


def draw_panels(figure, item, found, paper):
    """Lines, in as many panels as the item has."""
    words = item.axes.panels or ("",)
    series = named(paper, words)
    stars = dict(zip((name for name, rows in series.items()
                      if any(row.x is not None for row in rows)), itertools.cycle(STARS)))
    panels, works = figure.subplots(1, len(words), squeeze=False)[0], works_of(found, words)
    for axes, word in zip(panels, words):
        part = {place: [row for row in rows if word in row.case] for place, rows in found.items()}
        of_word = {name: [row for row in rows if word in row.case] for name, rows in series.items()}
        draw_lines(axes, item, part, of_word, stars, works)
        label_axes(axes, item, part, paper, len(words))
        axes.set_title(word)
    return list(panels)


def draw_units(figure, item, found):
    """Bars, in a panel for each unit, where cases end in what is told of them; None where a unit
    was not measured at all."""
    parts = {unit: {place: [dataclasses.replace(row, case=row.case.rpartition(", ")[0])
                            for row in rows if row.unit == unit] for place, rows in found.items()}
             for unit, _ in item.axes.units}
    if not all(any(part.values()) for part in parts.values()):
        return []
    figure.set_figheight(0.35 + max(tall_of(part, ()) for part in parts.values()))
    panels = figure.subplots(1, len(parts), squeeze=False)[0]
    for axes, (unit, words) in zip(panels, item.axes.units):
        draw_bars(axes, item, {place: rows for place, rows in parts[unit].items() if rows}, [], {})
        if "y" in item.axes.log:
            widen(axes)
        label_axes(axes, item, parts[unit])
        axes.set_xlabel(words)
    for axes in panels[1:]:
        axes.set_yticklabels([])
    return list(panels)


def narrow(rows):
    """Whether a linear axis tells their values apart better than one with decades."""
    values = [row.value for row in rows]
    return max(values) < 3 * min(values)


def draw_bar_panels(figure, item, found, paper):
    """Bars, in a panel for the cases with each of the words, one below the other: with the first of
    these that they have."""
    def of_word(rows, word):
        return [row for row in rows if word == next(
            (one for one in item.axes.panels if one in row.case), None)]
    parts = [({place: kept for place, rows in found.items() if (kept := of_word(rows, word))},
              of_word(paper, word)) for word in item.axes.panels]
    parts = [part for part in parts if part[0]]
    if not parts:
        return []
    figure.set_figheight(0.4 + sum(tall_of(*part) for part in parts))
    panels = figure.subplots(len(parts), 1, squeeze=False,
                             height_ratios=[tall_of(*part) for part in parts])[:, 0]
    for axes, (of_places, of_paper) in zip(panels, parts):
        draw_bars(axes, item, of_places, of_paper, stars_of(paper))
        linear = narrow([*of_paper, *(row for rows in of_places.values() for row in rows)])
        label_axes(axes, dataclasses.replace(item, axes=dataclasses.replace(
            item.axes, log="" if linear else item.axes.log)), of_places)
    return list(panels)


def tall_of(found, paper):
    """The height of a picture of bars [inches]."""
    cases = {row.case for row in [*paper, *(row for rows in found.values() for row in rows)]}
    of_case = max((sum(row.case == case for row in paper) for case in cases), default=0)
    bars = sum(len(rows) for rows in found.values())
    return max(1.3, min(8.0, 0.7 + max((0.13 if bars > 24 else 0.17) * bars,
                                       (0.17 + 0.11 * of_case) * len(cases))))


def heading(item):
    """A picture that is passed on without its page says itself what it is of."""
    paper = TITLES[item.name.partition("-")[0]].partition(":")[0]
    return f"{paper}, {item.title[0].lower()}{item.title[1:]}"


def draw(item, found, curves, paper, path):
    """False where there is nothing to draw."""
    found = {place: rows for place, rows in shown(item, found).items() if rows}
    if not (item.draw or item.axes.y) or not (found or paper):
        return False
    if item.draw and not found:
        return False
    scaled = {row.unit for rows in found.values() for row in rows}
    unit = scaled.pop() if len(scaled) == 1 else None
    of_paper = [row for row in paper if unit is None or row.unit == unit
                or (row.unit in TIMES) == (unit in TIMES)]
    with plt.rc_context(STYLE):
        by_x = any(row.x is not None for rows in found.values() for row in rows)
        tall = 3.2 if by_x or item.draw else tall_of(found, of_paper)
        figure = plt.figure(figsize=(6.4, tall), layout="constrained")
        if item.draw:
            panels = item.draw(figure, found, curves, paper)
        elif item.axes.units:
            panels = draw_units(figure, item, found)
        elif by_x:
            panels = draw_panels(figure, item, found, of_paper)
        elif item.axes.panels:
            panels = draw_bar_panels(figure, item, found, of_paper)
        else:
            panels = [figure.subplots()]
            draw_bars(panels[0], item, found, of_paper, stars_of(of_paper))
            label_axes(panels[0], item, found)
        if not panels:
            plt.close(figure)
            return False
        legend_of(figure, panels)
        figure.suptitle(heading(item), fontsize=9, x=0.01, ha="left")
        figure.savefig(path, metadata={"Software": None})
        plt.close(figure)
    return True
