# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What is to be said of times of one thread, where that was measured on a part of the processors,
beside other work, or when the host was slower."""

from .words import TIMES, lines_of, number, rounded

HEADING = "One thread"  # of what is to be said of it once
# Items that measure one job each by itself: one object, 1e6 frequencies, direct sums in FP64.
ONE_JOB = (("gowanlock2021-table3", "single, 1e6", "direct"),
           ("gowanlock2021-precisions", "single, 1e6", "FP64"),
           ("gowanlock2021-table6", "1e6, FP64", "siderum, direct"),
           ("gowanlock2021-fig9", "single, 1,000,000", "FP64"))


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
    how = "beside other work" if part_of(made) else "when the host was slower"
    return f"at another time, {how}"


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
    """What one thread took for one job in several items, in words, and the factor between the most
    and the least; nothing where that is next to one. made: {item: {place: facts of the folders}}"""
    found = []
    for name, case, form in ONE_JOB:
        part = part_of((made or {}).get(name))
        found += [(row.value * TIMES[row.unit], f"{number(row.value, row.unit)} in"
                   f" [{name}](#{name})" + (f" ({how(part)})" if part else ""))
                  for row in results.get(name, {}).get("one", [])
                  if (row.case, row.form) == (case, form) and row.value and not row.sample]
    times = [seconds for seconds, _ in found]
    if not times or max(times) <= 1.1 * min(times):
        return None
    return ", ".join(words for _, words in found), rounded(max(times) / min(times), 3)


def how(part):
    return f"on {part} processors, beside other work" if part else "by itself"


def uncertain(again):
    """The paragraph that items of one thread point to."""
    times, factor = again
    return (f"One search (3,554 points x 1e6, direct sums in FP64) took one thread {times}. Why"
            " these differ was not looked into. Times of one thread and their ratios may be off by"
            f" a factor of {factor}, or more.")


def how_measured(item, made, again):
    """What is said beneath a table with times of one thread, or with what is derived from them:
    whether it had a part of the processors, and how much its times differ."""
    part = part_of(made)
    if item.columns == ("gpu",) or not (made or {}).get("one") or not (part or again):
        return ""
    off = (f"; its times and their ratios may be [off by a factor of {again[1]}]"
           f"(#{HEADING.lower().replace(' ', '-')}), or more" if again else "")
    return f"One thread was measured {how(part)}{off}."


def slow_thread(item, found, source, threads, made=None, again=None):
    """The sentences beneath a table, or nothing."""
    above = beyond_ideal(item, found)
    if above:
        told = ", ".join(f"{rounded(row.value, 3)} by {row.case}"
                         + (f" in {row.form}" if row.form else "") for row in above)
        return ("One thread was slow when it was measured: some speed-ups are more than their"
                f" threads can gain ({told}).")
    first = how_measured(item, made, again)
    if not slowed(item, threads, found, source):
        return first
    begin = f"{first} Some" if first else f"One thread was measured {when(made)}: some"
    return (f"{begin} of its times are more than {1.1 * threads:.3g} times as long as those of"
            f" {threads} threads, which is more than {threads} threads can gain.")
