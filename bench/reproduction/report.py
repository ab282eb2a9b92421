# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The page of all items, with a CSV file for each; pictures are in pictures.py."""

import csv
import re
import textwrap

from .clock import digits_of
from .items import hardware
from .places import limits

NAMES = {"one": "1 thread", "all": "all threads", "gpu": "GPU"}
TIMES = {"s": 1.0, "ms": 1e-3}
SCALED = {*TIMES, "J"}  # what a part of the work stands for the whole of
PART = re.compile(r"\d of [\d,]+ (objects|frequencies|sets)|by their pairs")
FEWER = re.compile(r"\d of [\d,]+ (objects|stars)")  # than a catalogue has
SAMPLE = " (sample)"
# Facts that places have.
OF_PLACES = ("scale", "commit", "days", "seconds", "host seconds", "processors", "program",
             "public files")
NTH = {2: "second", 3: "third", 4: "fourth", 5: "fifth"}

HEAD = """# The tables and figures of four papers, again

siderum stands on four published systems. This page has what each of them showed, with figures of
siderum next to theirs. It is written by a script, which first measures what is not measured yet at
this commit on this machine by this build. The first line does so on a host, the second also on a
GPU of NVIDIA; the last measures one item, whose page goes to `build/reproduction/page`:

```console unchecked
$ make reproduction
$ make reproduction DEVICE=both SCALE=paper DATA=FOLDER PRESET=cuda
$ python3 bench/reproduce.py gowanlock2022-table6 --device both --scale paper --data FOLDER
```

{options}

{parts}

Where the places have different commits or days, they were measured at different times, and their
ratios hold what the host had to do then. Commits are those of the programs that were measured: the
scripts that drew this page may be later ones. A place with a part of the processors was measured
beside others, which slow one another down by sharing caches and power. Published values are those
of the papers' text and tables, in `bench/paper`; what is called derived was computed from them.
Hardware is in brackets, by names that stand in full beneath the title of each paper. What was
published in FP64 or FP32 stands beside ours in the same. The program tells its times in
milliseconds: a ratio of them has as many digits as that allows.

"""

OPTIONS = """With `--list` it prints the names of the items below. At the scale `quick` {quick};
`paper` has the published sizes{paper}. With a GPU asked for it takes the programs of `build/cuda`,
else of `build/openmp`, unless `--build` names others. The folder of `--data` has all public files
of light curves that [CONTRIBUTING.md](../CONTRIBUTING.md) lists; without it those of
[`siderum simulate`](program.md#siderum-simulate-light-curves) stand in. With `--measure-only` no
matplotlib is needed; with `--draw-only` it draws what was measured elsewhere. Where the measuring
of an item fails no page is written."""

PARTS = """What takes a host longer than the limit that is named below is measured on a part of the
work, and what takes less than the program's clock tells on more of it: on a host on copies, on a
GPU on more frequencies. Some parts are fixed, whatever the limit, since the whole would take hours:
of a catalogue that is timed a host searches 1,000 objects at most, and of the published plain forms
1e5 frequencies of one object and 1e4 of a batch (at the scale `paper`; fewer at the others, where a
GPU searches a part of a catalogue as well). All of these are scaled to the whole and marked
"scaled"; what was measured stands beneath the table.{gpu} Ratios of such times are marked "sample",
and so are other figures of a part: powers and stages of some of the frequencies, and shares of
right answers, for which a host searches no more objects than the limit allows.{shares} What cannot
be cut and takes a host longer is left out ("-"), as is what a benchmark has no case of; a column
without a figure is left out altogether."""

OPEN = """## What the papers left open

Hupca et al. have synthesis alone, and name analysis as future work. siderum has analysis and fields
with spin on GPUs in FP64, too, and a tuner that measures what is best on a machine. The smoother
may score candidates of Lomb-Scargle alone ([search and refine](super_smoother.md)), whole surveys
are searched by NUFFTs on GPUs, and peaks are refined between frequencies. FP32 keeps periods and
pairs, as phases and tiles are formed in FP64. Pairs are counted in any number of bins of
separation, with three [conventions of the jackknife](pair_counts.md). None of the papers says what
its jobs cost in energy: the items that end in joules do, where a machine counts it.
"""


def how_long(took):
    """took: (seconds of all items at the scale quick, where that was), or None"""
    if not took:
        return "all of them take some minutes on two cores, and the script prints how many seconds"
    seconds, where = took
    return f"all of them took {max(1, round(seconds / 60))} minutes on {where}"


def how_long_published(took):
    """The same of the published sizes: seconds of all places together, or None."""
    return f", which took {took / 3600:.2g} hours, all places together" if took else ""


def of_gpu_in(items, results, elsewhere, is_part):
    """The names of the items that a GPU measured on a part, as a list in words."""
    names = [item.name for item in items
             if item.on_page and item.measure and item.name not in elsewhere
             and any(map(is_part, results.get(item.name, {}).get("gpu", [])))]
    return f"{', '.join(names[:-1])} and {names[-1]}" if names[1:] else "".join(names)


def on_parts(items, results, elsewhere):
    """What is said of the times that a GPU took for a part of the work: in which items."""
    told = of_gpu_in(items, results, elsewhere,
                     lambda row: row.unit in SCALED and PART.search(row.sample))
    return f" A GPU has no limit, but some of its times are of a part in {told}." if told else ""


def shares_on_parts(items, results, elsewhere):
    """The same of shares, for which it searched fewer objects than the catalogue has."""
    told = of_gpu_in(items, results, elsewhere,
                     lambda row: row.unit == "%" and FEWER.search(row.sample))
    return (f" A GPU, too, searches a part in {told}: what all would cost is said there." if told
            else "")


def in_paragraph(text):
    return textwrap.fill(" ".join(text.split()), 100, break_long_words=False,
                         break_on_hyphens=False)


def limit_of(place, facts):
    """What is told of the limits of hosts, of which GPUs have none."""
    if place == "gpu":
        return "none"
    of_time, of_curve, of_shares = (f"{seconds:g} s" for seconds in limits(
        facts["scale"], facts.get("host seconds")).values())
    if of_time == of_curve == of_shares:
        return of_time
    return f"{of_time}, {of_curve} for a point of a curve, {of_shares} for shares of right answers"


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
             ("public files", lambda _, facts: facts.get("public files", "not noted")),
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


def stand_ins(item, made):
    """Said of an item at the places that had no public files to measure it with."""
    without = [NAMES[place] for place, every in (made or {}).items()
               if any(facts.get("public files", "").startswith("no") for facts in every)]
    if not item.files or not without:
        return ""
    return f"Without the public files ({', '.join(without)}): simulated ones stand in."


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


def machine_of(row):
    """What stands in brackets behind a published value."""
    return ", ".join(filter(None, (row.hardware, "derived" if row.derived else "")))


def published_text(rows):
    return "; ".join(f"{row.bound} {number(row.value, row.unit)}".strip()
                     + (f" ({machine_of(row)})" if machine_of(row) else "")
                     for row in rows) or "-"


def cell(row, place, found):
    if row is None:
        return "-" if found.get(place) else "not measured"
    if row.value is None:
        return "not measured"
    mark = " (scaled)" if row.sample and row.unit in SCALED else marked(row)
    off = uncertainty(row)
    if off is not None:
        return f"{rounded(row.value)} ± {rounded(off, 2)} {row.unit}{mark}"
    return number(row.value, row.unit, row.digits or 4) + mark


def marked(*rows):
    """What stands behind a figure that rests on these rows, where one was measured on a part."""
    return SAMPLE if any(row.sample for row in rows) else ""


def times_of(row):
    """A ratio in the words of a verdict."""
    return f"{rounded(row.value, min(3, row.digits or 3))} times{marked(row)}"


def uncertainty(row):
    """Of an energy; None where it is not known."""
    return row.high - row.value if row.unit == "J" and row.high is not None else None


def note_of(row):
    """The note, of an energy with what it is uncertain to; earlier versions stored that with it, in
    words of their own."""
    off = uncertainty(row)
    if off is None or not row.note:
        return row.note
    much = next((f", more than {words} of it" for share, words in ((1.0, "all"), (0.1, "a tenth"))
                 if off > share * abs(row.value)), "")
    return f"{row.note.partition(': uncertain to')[0]}: uncertain to {rounded(off, 2)} J{much}"


def quotient(first, second):
    """Of two rows, or of a published value and a row, both in the same unit."""
    if not first or not second or not first.value or not second.value:
        return "-"
    value = first.value / second.value
    return rounded(value, digits_of(value, first, second) or 4)


def ratio(first, second):
    """The same of two rows, marked where one of them was measured on a part."""
    told = quotient(first, second)
    return told + (marked(first, second) if told != "-" else "")


def over_ours(of_paper, row):
    """Marked once, as all of them are over one row."""
    told = "; ".join(quotient(one, row) for one in of_paper if row and one.unit == row.unit)
    return told + marked(row) if told.strip("-; ") else "-"


def table(item, found, paper):
    lines = lines_of(found, paper)
    with_form = any(form for _, form, *_ in lines)
    timed = any(unit in TIMES for _, _, unit, *_ in lines) and not item.once
    compared = timed and bool(paper) and item.compared
    places = item.columns or (("all", "gpu") if item.once else ("one", "all", "gpu"))
    header = ["case", *(["form"] if with_form else []), "paper",
              *("siderum, host" if item.once and place == "all" else NAMES[place]
                for place in places),
              *(["1 thread / all", "all threads / GPU"] if timed else []),
              *(["paper / all threads", "paper / GPU"] if compared else [])]
    table_of = []
    for case, form, unit, of_paper, at in lines:
        cells = [case, *([form or "-"] if with_form else []), published_text(of_paper),
                 *(cell(at.get(place), place, found) for place in places)]
        is_time = unit in TIMES
        if timed:
            cells += [ratio(at.get("one"), at.get("all")) if is_time else "-",
                      ratio(at.get("all"), at.get("gpu"))
                      if is_time and (item.alike is None or item.alike(case)) else "-"]
        if compared:
            cells += [over_ours(of_paper, at.get(place)) if is_time else "-"
                      for place in ("all", "gpu")]
        table_of.append(cells)
    kept = told_columns(header, table_of)
    lines = [[cells[number] for number in kept] for cells in (header, *table_of)]
    text = ["| " + " | ".join(cells) + " |" for cells in lines]
    return "\n".join([text[0], "|" + "---|" * len(kept), *text[1:]]) + "\n"


def told_columns(header, lines):
    """Their numbers, without those that have nothing where others have something."""
    first = header.index("paper") + 1
    measured = [number for number in range(first, len(header))
                if any(cells[number] not in ("-", "not measured") for cells in lines)]
    return [*range(first), *(measured or range(first, len(header)))]


def samples(found):
    """What stands beneath a table: the parts that were measured, and notes."""
    lines = []
    for place, rows in found.items():
        for row in rows:
            if row.sample or row.note:
                form = f", {row.form}" if row.form else ""
                told = "; ".join(text for text in (row.sample, note_of(row)) if text)
                lines.append(f"{NAMES[place]}, {row.case}{form}: {told}")
    return lines


def size_of(row):
    """Where a row stands in the figure, without the last digits, in which forms may differ."""
    return None if row.x is None else float(f"{row.x:.6g}")


def shortened(found, paper):
    """Of a long table the lines that the paper has, and every nth size, or case where there are
    few sizes: the same at all places. Returns the rows and n."""
    cases = {row.case for row in paper}
    others = [row for rows in found.values() for row in rows if row.case not in cases]
    step = -(-len({(row.case, row.form) for row in others}) // 24)
    if step < 2:
        return found, 1
    sizes = sorted({size_of(row) for row in others} - {None}, reverse=True)
    if len(sizes) > 4:
        chosen = {row.case for row in others if size_of(row) in (None, *sizes[::step])}
    else:
        chosen = set(list(dict.fromkeys(row.case for row in others))[::step])
    return {place: [row for row in rows if row.case in cases | chosen]
            for place, rows in found.items()}, step


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


def when(made):
    """How one thread was measured that took too long."""
    beside = any("processors" in facts for facts in (made or {}).get("one", []))
    return f"at another time, {'beside other work' if beside else 'when the host was slower'}"


def caveat(item, found, paper, source, threads, made=None):
    """What is to be said of a verdict that rests on one thread, where that was measured beside
    other work, or when the host was slower."""
    if not slowed(item, threads, found, source):
        return ""
    without = {place: rows for place, rows in found.items() if place != "one"}
    if item.source and not item.beside:
        without = item.derive({place: rows for place, rows in source.items() if place != "one"})
    if any(without.values()) and item.verdict(without, paper) == item.verdict(found, paper):
        return ""
    return f"; one thread was measured {when(made)}"


def why_not(item, source):
    """Why an item is not measured; source: the rows that it is derived from."""
    if item.derive and not item.source:
        return "it takes several GPUs"
    if item.columns != ("gpu",):
        return "there are no results of this machine"
    if item.measure:
        return "it takes a GPU"
    lacking = [f"{words}, of which there are no times" for place, words in
               (("all", "all threads of a host"), ("gpu", "a GPU")) if not source.get(place)]
    return f"it takes {lacking[0] if len(lacking) == 1 else 'all threads of a host and a GPU'}"


def tabled(item, found, paper, source, threads, made=None):
    """The table with what is to be said of it."""
    kept, step = (item.tabled(found), 1) if item.tabled else shortened(found, paper)
    text = [table(item, kept, paper)]
    if sum(map(len, kept.values())) < sum(map(len, found.values())) and step == 1:
        text += [f"All cases are in [the CSV file](reproduction/{item.name}.csv).", ""]
    if step > 1:
        text += [f"Every {NTH.get(step, f'{step}th')} case; all are in"
                 f" [the CSV file](reproduction/{item.name}.csv).", ""]
    above = beyond_ideal(item, found)
    if above:
        told = ", ".join(f"{rounded(row.value, 3)} by {row.case}"
                         + (f" in {row.form}" if row.form else "") for row in above)
        text += ["One thread was slow when it was measured: some speed-ups are more than their"
                 f" threads can gain ({told}).", ""]
    elif slowed(item, threads, found, source):
        text += [f"One thread was measured {when(made)}: some of its times are more than"
                 f" {1.1 * threads:.3g} times as long as those of {threads} threads, which is more"
                 f" than {threads} threads can gain.", ""]
    told = item.remark(found, source) if item.remark else ""
    return [*text, told, ""] if told else text


def workload(item, found):
    """With what holds of hosts alone, where there are rows of one."""
    of_host = item.on_hosts and any(found.get(place) for place in ("one", "all"))
    return f"{item.workload} {item.on_hosts}" if of_host else item.workload


def section(item, found, paper, pictured, elsewhere, source, threads, made=None):
    """elsewhere: another machine that it was measured on, or nothing; source: the rows that it is
    derived from; threads: of that machine; made: {place: facts of the folders}"""
    text = [f"### {item.name}", "", f"**{item.title}.** {item.question}", "",
            f"Workload: {workload(item, found)}", ""]
    if elsewhere:
        text += [f"Measured on another machine: {elsewhere}.", ""]
    if stand_ins(item, made):
        text += [stand_ins(item, made), ""]
    measured = any(found.values())
    if not measured:
        text += [f"Not measured here: {why_not(item, source)}.", ""]
    if pictured:
        text += [f"![{item.title}](reproduction/{item.name}.png)", ""]
    if measured or paper:
        text += tabled(item, found, paper, source, threads, made)
    if item.claim and item.verdict:
        told = verdict(item, found, paper) + caveat(
            item, found, paper, source, threads, made) if measured else "It is not measured"
        text += [f"Claim: {item.claim}. {told}.", ""]
    text += [f"What differs: {item.differs}", ""]
    told = [*(f"{NAMES[place]}: {made_of(every)}" for place, every in (made or {}).items()),
            *samples(found)]
    if told:
        text += ["<details><summary>Commits of the programs, parts that were measured, and notes"
                 "</summary>", "",
                 *(f"- {line}" for line in told), "", "</details>", ""]
    return "\n".join(text)


def verdict(item, found, paper):
    """As a sentence, without its end."""
    text = item.verdict(found, paper)
    by = re.match(r"by simulated objects.*?: |", text)[0]
    text = text.removeprefix(by)
    text = text if text.startswith(("holds", "does")) else f"is {text}"
    return f"B{by[1:]}it {text}" if by else f"It {text}"


def threads_of(item, elsewhere, machine):
    """Of the machine that it was measured on."""
    found = re.search(r"(\d+) threads", elsewhere.get(item.name) or machine["host"])
    return int(found[1]) if found else None


def claims(items, results, paper, elsewhere, machine, made=None):
    lines = ["| claim | item | verdict |", "|---|---|---|"]
    for item in items:
        if item.claim:
            found, of_paper = results.get(item.name, {}), paper.get(item.name, [])
            told = item.verdict(found, of_paper) + caveat(
                item, found, of_paper, results.get(item.source, {}),
                threads_of(item, elsewhere, machine), (made or {}).get(item.name)) if any(
                    found.values()) else "not measured"
            told += f" (on {elsewhere[item.name]})" if item.name in elsewhere else ""
            lines.append(f"| {item.claim} | [{item.name}](#{item.name}) | {told} |")
    return "\n".join(lines) + "\n"


def page(items, results, paper, left_out, machine, measured, pictured, elsewhere, quick=None,
         published=None, made=None):
    """measured: of the table of places; elsewhere: {item: another machine}; quick: (seconds of all
    items at that scale, where that was); published: seconds at the scale paper; made: {item:
    {place: facts of the folders}}"""
    text = [HEAD.format(
        options=in_paragraph(OPTIONS.format(quick=how_long(quick),
                                            paper=how_long_published(published))),
        parts=in_paragraph(PARTS.format(gpu=on_parts(items, results, elsewhere),
                                        shares=shares_on_parts(items, results, elsewhere))))]
    text.append("| measured on | |\n|---|---|\n" + "".join(
        f"| {name} | {value} |\n" for name, value in machine.items() if name not in OF_PLACES))
    if measured:
        text.append("\n" + places_table(measured))
    text.append("\n## Claims\n\n" + claims(items, results, paper, elsewhere, machine, made)
                + "\n")
    heading, of_papers = None, hardware()
    for item in items:
        if not item.on_page:
            continue
        name = item.name.split("-")[0]
        if name != heading:
            heading = name
            text.append(f"## {TITLES[name]}\n\nHardware of the paper: {of_papers[name]}.\n\n")
        text.append(section(item, results.get(item.name, {}), paper.get(item.name, []),
                            item.name in pictured, elsewhere.get(item.name),
                            results.get(item.source, {}), threads_of(item, elsewhere, machine),
                            (made or {}).get(item.name)) + "\n")
    text.append("## Left out\n\n| what | why |\n|---|---|\n"
                + "".join(f"| {what} | {why} |\n" for what, why in left_out) + "\n")
    return "".join(text) + OPEN


TITLES = {"gowanlock2021": "Gowanlock et al. 2021: Lomb-Scargle on GPUs",
          "hupca2010": "Hupca et al. 2010: harmonic transforms on GPUs",
          "gowanlock2022": "Gowanlock et al. 2022: periodic signals of unknown shape",
          "roeh2009": "Roeh et al. 2009: pair counts on GPUs"}


def write_csv(path, found, paper, made=None):
    """made: {place: facts of the folders}"""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["case", "form", "unit", "paper", "paper_hardware", "one_thread",
                         "all_threads", "gpu", "sample", "commits"])
        for case, form, unit, of_paper, at in lines_of(found, paper):
            values = ["" if place not in at or at[place].value is None else at[place].value
                      for place in NAMES]
            measured = "; ".join(f"{NAMES[place]}: {row.sample}" for place, row in at.items()
                                 if row.sample)
            writer.writerow([case, form, unit, "; ".join(f"{row.value:g}" for row in of_paper),
                             "; ".join(", ".join(filter(None, (machine_of(row), row.bound)))
                                       for row in of_paper), *values, measured,
                             "; ".join(f"{NAMES[place]}: {made_of(every)}" for place, every
                                       in (made or {}).items() if place in at)])
