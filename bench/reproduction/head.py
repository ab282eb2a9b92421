# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What the page of all items begins and ends with: how it is made, on what it was measured, and
what the papers left open."""

import re
import textwrap

from .places import limits

NAMES = {"one": "1 thread", "all": "all threads", "gpu": "GPU"}
# Facts that places have.
OF_PLACES = ("scale", "commit", "days", "seconds", "host seconds", "processors", "program",
             "public files")
TITLES = {"gowanlock2021": "Gowanlock et al. 2021: Lomb-Scargle on GPUs",
          "hupca2010": "Hupca et al. 2010: harmonic transforms on GPUs",
          "gowanlock2022": "Gowanlock et al. 2022: periodic signals of unknown shape",
          "roeh2009": "Roeh et al. 2009: pair counts on GPUs"}

HEAD = """# The tables and figures of four papers, again

siderum stands on four published systems. This page has what each of them showed, with figures of
siderum next to theirs. It is written by a script, which first measures what is not measured yet at
this commit on this machine by this build. The first line does so on a host, the second also on a
GPU of NVIDIA; the last, with the Python of the first (it has matplotlib), measures one item, whose
page goes to `build/reproduction/page`:

```console unchecked
$ make reproduction
$ make reproduction DEVICE=both SCALE=paper DATA=FOLDER PRESET=cuda
$ build/reproduction-tools/bin/python bench/reproduce.py gowanlock2022-table6 --data FOLDER
```

{options}

{parts}

Where the places have different commits or days, they were measured at different times, and their
ratios hold what the host had to do then. Commits are those of the programs that were measured,
which `make reproduction` builds first: the scripts that called them and drew this page may be later
ones. Where a note says two GPUs, each searched half of the seeds, and a script put their answers
together. A place with a part of the processors was measured beside others, which slow one another
down by sharing caches and power. Published values are those of the papers' text and tables, in
`bench/paper`; what is called derived was computed from them. Hardware is in brackets, by names that
stand in full beneath the title of each paper. What was published in FP64 or FP32 stands beside ours
in the same precision. The program tells its times in milliseconds: a ratio of them has as many
digits as that allows.

"""

OPTIONS = """With `--list` it prints the names of the items below. At the scale `quick` {quick};
`paper` has the published sizes, {paper}. With a GPU asked for it takes the programs of
`build/cuda`, else of `build/openmp`, unless `--build` names others. The folder of `--data` has the
four public files that [CONTRIBUTING.md](../CONTRIBUTING.md) names for it; without it those of
[`siderum simulate`](program.md#siderum-simulate-light-curves) stand in, which at the scale `paper`
take some gigabytes of `build/reproduction`. With `--measure-only` no matplotlib is needed; with
`--draw-only` it draws what was measured elsewhere. Where the measuring of an item fails no page is
written. What this page is drawn from is kept in `bench/results/reproduction`: `--keep FOLDER` takes
further results into it and draws the page again."""

PARTS = """What takes a host longer than the limit that is named below is measured on a part of the
work, and what takes less than the program's clock tells on more of it: on a host on copies, on a
GPU on more frequencies. Some parts are fixed: of a catalogue that takes it longer a host searches
1,000 objects (in the first results in any case), and of the published plain forms 1e5 frequencies
of one object and 1e4 of a batch, or fewer where these take longer (at the scale `paper`; fewer at
the others, where a GPU searches a part of a catalogue as well). All of these are scaled to the
whole and marked "scaled"; what was measured stands beneath the table.{gpu} Ratios of such times are
marked "sample", and so are other figures of a part: powers and stages of some of the frequencies,
and shares of right answers, for which a host searches as many objects as the limit allows, or as
few as the item has at least.{shares} What cannot be cut is measured whole, or left out ("-") where
it is known beforehand to take longer; what a benchmark has no case of is left out as well, and so
is a column without a figure."""

CLAIMS = """A claim holds where all that was measured for it is as published, by the criterion in
its brackets. It holds in kind alone where that is not so, but what the brackets say behind "in
kind" is."""

OPEN = """## What the papers left open

Hupca et al. have synthesis alone, and name analysis as future work. siderum has analysis and fields
with spin on GPUs in FP64, too, and a tuner that measures what is best on a machine. The smoother
may score candidates of Lomb-Scargle alone ([search and refine](super_smoother.md)), whole surveys
are searched by NUFFTs on GPUs, and peaks are refined between frequencies. FP32 moves few of a
million pairs and of 10,000 periods, as tiles and phases are formed in FP64. Pairs are counted in
any number of bins of separation, with three [conventions of the jackknife](pair_counts.md). None of
the papers says what its jobs cost in energy: the items that end in joules do, where a machine
counts it.
"""


def how_long(took):
    """took: (seconds of all items at the scale quick, where that was), or None"""
    if not took:
        return "all of them take some minutes on two cores, and the script prints how many seconds"
    seconds, where = took
    return f"all of them took {max(1, round(seconds / 60))} minutes on {where}"


def how_long_published(took):
    """The same of the published sizes: seconds of all places together, or None."""
    return (f"which took {took / 3600:.2g} hours, all places together" if took else
            "which take some hours")


def in_paragraph(text):
    """In lines, none of which ends within the words of a link."""
    whole = re.sub(r"\[[^]]*\]", lambda link: link[0].replace(" ", "\0"), " ".join(text.split()))
    return textwrap.fill(whole, 100, break_long_words=False,
                         break_on_hyphens=False).replace("\0", " ")


def limit_of(place, facts):
    """What is told of the limits of hosts, of which GPUs have none."""
    if place == "gpu":
        return "none"
    of_time, of_curve, of_shares = (f"{seconds:g} s" for seconds in limits(
        facts["scale"], facts.get("host seconds")).values())
    if of_time == of_curve == of_shares:
        return of_time
    return (f"{of_time}, {of_curve} for a point of a curve, {of_shares} at most for shares of right"
            " answers")


def places_table(measured):
    """measured: {place, or a machine in words: [(facts of a folder, how many items it gave)]}"""
    def told(of_facts, place):
        counts = {}
        for facts, count in measured[place]:
            text = of_facts(place, facts)
            counts[text] = counts.get(text, 0) + count
        if len(counts) == 1:
            return next(iter(counts))
        return "; ".join(f"{text} ({count} item{'s' if count > 1 else ''})"
                         for text, count in counts.items())
    places = [*(place for place in NAMES if place in measured),
              *(place for place in measured if place not in NAMES)]
    lines = [("scale", lambda _, facts: facts["scale"]),
             ("commit of the programs", lambda _, facts: facts["commit"]),
             ("public files, with a hash of them", lambda _, facts: facts.get("public files",
                                                                        "not noted")),
             ("day", lambda _, facts: days_of(facts) or "not noted"),
             ("processors", lambda _, facts: facts.get("processors", "all")),
             ("limit of a host", limit_of)]
    every = [facts for found in measured.values() for facts, _ in found]
    if not any("processors" in facts for facts in every):
        del lines[4]
    if not any(map(days_of, every)):
        del lines[3]
    return ("| | " + " | ".join(NAMES.get(place, place) for place in places) + " |\n"
            + "|---|" + "---|" * len(places) + "\n"
            + "".join(f"| {name} | " + " | ".join(told(of_facts, place) for place in places)
                      + " |\n" for name, of_facts in lines))


def days_of(facts):
    """The first and the last day of a folder of results; nothing of those of earlier versions."""
    days = sorted(facts.get("days", []))
    return " to ".join(dict.fromkeys((days[0], days[-1]))) if days else ""


def made_of(every):
    """The commits of folders of results, their days, and processors where they are a part."""
    def told(facts):
        used = facts.get("processors")
        return ", ".join([facts.get("commit", "unknown"), days_of(facts) or "day not noted",
                          *([f"{used} processors"] if used else [])])
    return " and ".join(dict.fromkeys(map(told, every)))
