# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What is to be said of times of one thread, where that was measured on a part of the processors,
beside other work, or when the host was slower."""

from .words import TIMES, lines_of, number, rounded

HEADING = "One thread"  # of what is to be said of it once
BESIDE = "beside other work"
# Items that measure one job each by itself: one object, 1e6 frequencies, direct sums in FP64.
ONE_JOB = (("gowanlock2021-table3", "single, 1e6", "direct"),
           ("gowanlock2021-precisions", "single, 1e6", "FP64"),
           ("gowanlock2021-table6", "1e6, FP64", "siderum, direct"))


def beyond_ideal(item, found):
    """The speed-ups that are more than their threads can gain, where one of them is by a tenth."""
    above = [row for rows in found.values() for row in rows
             if item.axes.x == "threads" and row.unit == "x" and row.x and row.value > row.x]
    return above if any(row.value > 1.1 * row.x for row in above) else []


def slowed(item, threads, found, source=None):
    """Whether one thread takes longer than all of them one after the other would, by the rows of
    the item or those that it is derived from."""
    sources = (found, item.stands_on(source or {}) if item.stands_on else source or {})
    if any(beyond_ideal(item, rows) for rows in sources):
        return True
    if not threads or item.columns == ("gpu",):
        return False
    return any(unit in TIMES and at["one"].value > 1.1 * threads * at["all"].value
               for rows in sources for _, _, unit, _, at in lines_of(rows, [])
               if all(at.get(place) and at[place].value for place in ("one", "all")))


def part_of(made):
    """Of the processors, by which one thread was measured; nothing where it had all of them."""
    return next((facts["processors"] for facts in (made or {}).get("one", [])
                 if "processors" in facts), "")


def when(made):
    """How one thread was measured that took too long."""
    return f"at another time, {BESIDE if part_of(made) else 'when the host was slower'}"


def caveat(item, verdict_of, found, paper, source, threads, made=None):
    """What is to be said of a verdict that rests on one thread, where that was measured beside
    other work, or when the host was slower."""
    if not slowed(item, threads, found, source):
        return ""
    without = {place: rows for place, rows in found.items() if place != "one"}
    if item.source and not item.beside:
        without = item.derive({place: rows for place, rows in source.items() if place != "one"})
    if any(without.values()) and verdict_of(without, paper) == verdict_of(found, paper):
        return ""
    return f"; one thread was measured {when(made)}"


def again_and_again(results, made):
    """{part of the processors: (what one thread of it took for one job in several items, in words;
    the factor between the most and the least)}, where that is not one; made: {item: {place: facts
    of the folders}}"""
    found = {}
    for name, case, form in ONE_JOB:
        for row in results.get(name, {}).get("one", []):
            if (row.case, row.form) == (case, form) and row.value and not row.sample:
                found.setdefault(part_of((made or {}).get(name)), []).append((name, row))
    told = {}
    for part, rows in found.items():
        times = [row.value * TIMES[row.unit] for _, row in rows]
        if max(times) > 1.1 * min(times):
            told[part] = (", ".join(f"{number(row.value, row.unit)} in [{name}](#{name})"
                                    for name, row in rows), rounded(max(times) / min(times), 3))
    return told


def how(part):
    return f"on {part} processors, {BESIDE}" if part else "by itself"


def uncertain(again):
    """The paragraph that items of one thread point to, or nothing."""
    return " ".join(
        f"Measured {how(part)}, one thread took {times} for one search (3,554 points x 1e6, direct"
        f" sums): its times and their ratios are uncertain to a factor of {factor} at least."
        for part, (times, factor) in again.items())


def how_measured(item, made, again, found=None):
    """What is said beneath a table with times of one thread, or with what is derived from them:
    whether it had a part of the processors, and how much its times differ."""
    if item.columns == ("gpu",) or not (made or {}).get("one"):
        return ""
    part = part_of(made)
    if not part and part not in again:
        return ""
    but = (", but for what the notes tell" if not part and any(
        BESIDE in row.note for row in (found or {}).get("one", [])) else "")
    factor = (f"; its times and their ratios are [uncertain](#{HEADING.lower().replace(' ', '-')})"
              f" to a factor of {again[part][1]} at least" if part in again else "")
    return f"One thread was measured {how(part)}{but}{factor}."


def slow_thread(item, found, source, threads, made=None, again=None):
    """The sentences beneath a table, or nothing."""
    above = beyond_ideal(item, found)
    if above:
        told = ", ".join(f"{rounded(row.value, 3)} by {row.case}"
                         + (f" in {row.form}" if row.form else "") for row in above)
        return ("One thread was slow when it was measured: some speed-ups are more than their"
                f" threads can gain ({told}).")
    first = how_measured(item, made, again or {}, found)
    if not slowed(item, threads, found, source):
        return first
    begin = f"{first} Some" if first else f"One thread was measured {when(made)}: some"
    return (f"{begin} of its times are more than {1.1 * threads:.3g} times as long as those of"
            f" {threads} threads, which is more than {threads} threads can gain.")
