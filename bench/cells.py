# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""How figures are written, and tables of them in Markdown."""

import re

NOT_MEASURED = "not measured"
# How a figure is marked by how quiet the host was meanwhile, the worst last.
MARKS = {"quiet": "", "unchecked": " (?)", "busy": " (busy)"}
UNCHECKED = "(?): nobody looked whether other work slowed the host down."
ALL_UNCHECKED = "Nobody looked whether other work slowed the host down meanwhile."


def quietness(entry):
    """How quiet the host was while the entry was measured: one of MARKS."""
    told = entry.get("quiet")
    return "unchecked" if told is None else "quiet" if told else "busy"


def reached(entry):
    """What shares of its best peak the host reached before and after; none where nobody looked, or
    where it was not noted."""
    return tuple(peak / entry["best_peak"] for peak in entry.get("peaks", ())
                 if entry.get("best_peak"))


class Row(tuple):
    """Cells of a table, with what the host reached() for each of the times in them that it ran or
    kept waiting, and (side, commit) for each time where what stands side by side may be of
    different commits; the side as a sentence calls it: "the host"."""

    def __new__(cls, cells, times=(), commits=()):
        row = super().__new__(cls, cells)
        row.times = list(times)
        row.commits = list(commits)
        return row


def host_told(machine, rows, both):
    """How busy the host was while what these rows hold was measured, and how wrong their ratios
    may be for it: too high where the host stands on one side alone, either way where on both."""
    times = [told for row in rows for told in row.times]
    shares = [share for told in times for share in told]
    if not shares:
        return ""
    unknown = sum(not told for told in times)
    return (f"{machine[0].upper()}{machine[1:]} reached {percent(min(shares))} to"
            f" {percent(max(shares))} of their best peak while this was measured"
            f"{f' (of {len(times)} times, {unknown} without a note of it)' if unknown else ''}, so"
            f" that a ratio may be up to {max(1.0, 1.0 / min(shares)):.3g} times too high"
            f"{' or too low' if both else ''}.")


def commits_told(rows, where=""):
    """A sentence for each side, or for sides that are alike: of which commits how many of its
    times are, on the machine that is told. Nothing where no commit was noted."""
    counts = {}
    for side, commit in (told for row in rows for told in row.commits):
        of_side = counts.setdefault(side, {})
        of_side[commit] = of_side.get(commit, 0) + 1
    if not any(commit for of_side in counts.values() for commit in of_side):
        return ""

    def listed(of_side):
        most_first = sorted(of_side.items(), key=lambda told: (-told[1], not told[0], told[0]))
        *first, last = (f"{commit or 'none noted'} ({count})" for commit, count in most_first)
        return f"s {', '.join(first)} and {last}" if first else f" {last}"

    sides = {}
    for side, of_side in counts.items():
        sides.setdefault(listed(of_side), []).append(side)
    return " ".join(f"Times of {' and of '.join(alike)}{where} are{' each' * (len(alike) > 1)} of"
                    f" commit{told}." for told, alike in sides.items())


def worst_of(*told):
    """How quiet it was for a figure of several."""
    return max(told, key=list(MARKS).index)


def mark(*told):
    return MARKS[worst_of(*told)]


def number(value):
    """Three digits that need no power of ten below a million."""
    if 1e3 <= value < 999_500:
        return f"{float(f'{value:.3g}'):,.0f}"
    return re.sub(r"e\+0?", "e", f"{value:.3g}")


def duration(value):
    if value >= 120.0:
        return f"{value / 3600.0:.3g} h" if value >= 7200.0 else f"{value / 60.0:.3g} min"
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if value >= scale:
            return f"{value / scale:.3g} {unit}"
    return f"{value * 1e9:.3g} ns"


def percent(value):
    return f"{100 * value:.3g} %"


def line(row):
    return "| " + " | ".join(str(cell) for cell in row) + " |"


def table(header, rows):
    if not rows:
        return ""
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    lines += map(line, rows)
    return "\n".join(lines) + "\n"
