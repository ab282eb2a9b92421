# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Figures in words, and the lines of tables that they stand in."""

TIMES = {"s": 1.0, "ms": 1e-3}
SCALED = {*TIMES, "J"}  # what a part of the work stands for the whole of
SAMPLE = " (sample)"


def number(value, unit="", digits=4):
    if value is None:
        return "not measured"
    if unit in TIMES:
        value *= TIMES[unit]
        for name, scale in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
            if value >= scale or name == "µs":
                return f"{rounded(value / scale)} {name}"
    if unit == "%":
        return f"{share(value)} %"
    return f"{rounded(value)} {unit}".strip() if unit != "x" else rounded(value, digits)


def share(value):
    """In per cent, not rounded to all where some are missing."""
    text, digits = rounded(value), 4
    while value < 100 <= float(text):
        digits += 1
        text = f"{value:.{digits}g}"
    return text


def rounded(value, digits=4):
    if digits < 4:
        value = float(f"{value:.{digits}g}")
    if value == 0:
        return "0"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.1e}" if abs(value) < 1e-3 else f"{value:.4g}"


def lines_of(found, paper):
    """[(case, form, unit, [Published], {place: Row})] in the order of the rows; what one place has
    alone follows what it follows there. A published value of one form, FP64 or FP32, stands beside
    that form alone."""
    lines, order = {}, []
    for place, rows in found.items():
        following = len(order)
        for row in rows:
            key = row.case, row.form
            if key not in lines:
                lines[key] = row.unit, {}
                order.insert(following, key)
            lines[key][1][place] = row
            following = order.index(key) + 1
    result, told = [], set()
    for case, form in order:
        unit, at = lines[case, form]
        beside = [row for row in paper if row.case == case and row.form in ("", form)]
        told.update(map(id, beside))
        result.append((case, form, unit, beside, at))
    rest = [row for row in paper if id(row) not in told]
    for case, form in dict.fromkeys((row.case, row.form) for row in rest):
        alone = [row for row in rest if (row.case, row.form) == (case, form)]
        result.append((case, form, alone[0].unit, alone, {}))
    return result


def marked(*rows):
    """What stands behind a figure that rests on these rows, where one was measured on a part."""
    return SAMPLE if any(row.sample for row in rows) else ""
