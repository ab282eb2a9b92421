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


def table(header, rows):
    if not rows:
        return ""
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"
