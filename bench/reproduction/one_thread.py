# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What is to be said of times of one thread, where that was measured on a part of the processors,
beside other work, or when the host was slower."""

from .words import TIMES, lines_of, number, rounded

# Items that measure one job each by itself: one object, 1e6 frequencies, direct sums in FP64.
ONE_JOB = (("gowanlock2021-table3", "single, 1e6", "direct"),
           ("gowanlock2021-precisions", "single, 1e6", "FP64"),
           ("gowanlock2021-table6", "1e6, FP64", "siderum, direct"))


def beyond_ideal(item, found):
    """The speed-ups that are more than their threads can gain, where one of them is by a tenth."""
    above = [row for rows in found.values() for row in rows
             if item.axes.x == "threads" and row.unit == "x" and row.x and row.value > row.x]
    return above if any(row.value > 1.1 * row.x for row in above) else []


def slowed(item, threads, *sources):
    """Whether one thread takes longer than all of them one after the other would; sources: the
    rows of the item, and of that which it is derived from."""
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


def again_and_again(results):
    """What one thread took for one job in several items, in words; nothing where that is one."""
    found = [(name, row) for name, case, form in ONE_JOB
             for row in results.get(name, {}).get("one", [])
             if (row.case, row.form) == (case, form) and row.value and not row.sample]
    if len(found) < 2:
        return ""
    times = [row.value * TIMES[row.unit] for _, row in found]
    told = ", ".join(f"{number(row.value, row.unit)} in {name}" for name, row in found)
    return (f"one search took it {told}, so that its times and their ratios are uncertain to a"
            f" factor of {rounded(max(times) / min(times), 3)} at least")


def beside_others(item, made, again):
    """What is said beneath a table with times of one thread on a part of the processors, or with
    what is derived from them."""
    if item.columns == ("gpu",) or not part_of(made):
        return ""
    return (f"One thread was measured on {part_of(made)} processors, beside other work"
            f"{': ' if again else ''}{again}.")


def slow_thread(item, found, source, threads, made=None, again=""):
    """The sentences beneath a table, or nothing."""
    above = beyond_ideal(item, found)
    if above:
        told = ", ".join(f"{rounded(row.value, 3)} by {row.case}"
                         + (f" in {row.form}" if row.form else "") for row in above)
        return ("One thread was slow when it was measured: some speed-ups are more than their"
                f" threads can gain ({told}).")
    first = beside_others(item, made, again)
    if not slowed(item, threads, found, source):
        return first
    begin = f"{first} Some" if first else f"One thread was measured {when(made)}: some"
    return (f"{begin} of its times are more than {1.1 * threads:.3g} times as long as those of"
            f" {threads} threads, which is more than {threads} threads can gain.")
