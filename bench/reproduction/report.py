# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The page of all items, with a CSV file for each; pictures are in pictures.py."""

import csv
import re

from .clock import digits_of
from .head import (CLAIMS, HEAD, NAMES, OF_PLACES, OPEN, OPTIONS, PARTS, TITLES, how_long,
                   how_long_published, in_paragraph, made_of, places_table)
from .items import hardware
from .one_thread import HEADING, again_and_again, caveat, slow_thread, uncertain
from .words import SCALED, TIMES, lines_of, marked, number, rounded

PART = re.compile(r"\d of [\d,]+ (objects|frequencies|sets)|by their pairs")
FEWER = re.compile(r"\d of [\d,]+ (objects|stars)")  # than a catalogue has
NTH = {2: "second", 3: "third", 4: "fourth", 5: "fifth"}


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
    return f" A GPU, too, searches a part in {told}." if told else ""


def stand_ins(item, made):
    """Said of an item at the places that had no public files to measure it with."""
    without = [NAMES[place] for place, every in (made or {}).items()
               if any(facts.get("public files", "").startswith("no") for facts in every)]
    if not item.files or not without:
        return ""
    return f"Without the public files ({', '.join(without)}): simulated ones stand in."


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


def forms_told(found, paper=()):
    """Whether some form is not in the name of its case already."""
    rows = [*(row for of_place in found.values() for row in of_place), *paper]
    return any(row.form not in row.case for row in rows)


def heading(item, place, found):
    """Of a column. Answers, which are no times, are the program's, on whichever device."""
    if not item.once:
        return NAMES[place]
    if place == "all":
        return "siderum, host"
    return "siderum, GPU" if found.get("all") else "siderum"


def table(item, found, paper):
    lines = lines_of(found, paper)
    with_form = forms_told(found, paper)
    timed = any(unit in TIMES for _, _, unit, *_ in lines) and not item.once
    compared = timed and bool(paper) and item.compared
    places = item.columns or (("all", "gpu") if item.once else ("one", "all", "gpu"))
    header = ["case", *(["form"] if with_form else []), "paper",
              *(heading(item, place, found) for place in places),
              *(["1 thread / all", "all threads / GPU"] if timed else []),
              *(["paper / all threads", "paper / GPU"] if compared else [])]
    table_of = []
    for case, form, unit, of_paper, at in lines:
        cells = [case, *([form or "-"] if with_form else []), published_text(of_paper),
                 *(cell(at.get(place), place, found) for place in places)]
        is_time = unit in TIMES
        if timed:
            cells += [ratio(at.get("one"), at.get("all")) if is_time else "-",
                      ratio(at.get("all"), at.get("gpu")) if is_time else "-"]
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
    lines, with_form = [], forms_told(found)
    for place, rows in found.items():
        for row in rows:
            if row.sample or row.note:
                form = f", {row.form}" if row.form and with_form else ""
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


def why_not(item, source):
    """Why an item is not measured; source: the rows that it is derived from."""
    if item.derive and not item.source:
        return "it takes several GPUs"
    if item.columns != ("gpu",):
        return (f"the results of {item.source} have nothing of it" if any(source.values()) else
                "there are no results of this machine")
    if item.measure:
        return "it takes a GPU"
    lacking = [f"{words}, of which there are no times" for place, words in
               (("all", "all threads of a host"), ("gpu", "a GPU")) if not source.get(place)]
    return f"it takes {lacking[0] if len(lacking) == 1 else 'all threads of a host and a GPU'}"


def tabled(item, found, paper, source, threads, made=None, again=None):
    """The table with what is to be said of it."""
    kept, step = (item.tabled(found), 1) if item.tabled else shortened(found, paper)
    text = [table(item, kept, paper)]
    if sum(map(len, kept.values())) < sum(map(len, found.values())) and step == 1:
        text += [f"All cases are in [the CSV file](reproduction/{item.name}.csv).", ""]
    if step > 1:
        text += [f"Every {NTH.get(step, f'{step}th')} case; all are in"
                 f" [the CSV file](reproduction/{item.name}.csv).", ""]
    told = slow_thread(item, found, source, threads, made, again)
    text += [told, ""] if told else []
    told = item.remark(found, source) if item.remark else ""
    return [*text, told, ""] if told else text


def workload(item, found):
    """With what holds of hosts alone, where there are rows of one."""
    of_host = item.on_hosts and any(found.get(place) for place in ("one", "all"))
    return f"{item.workload} {item.on_hosts}" if of_host else item.workload


def section(item, found, paper, pictured, elsewhere, source, threads, made=None, again=None):
    """elsewhere: another machine that it was measured on, or nothing; source: the rows that it is
    derived from; threads: of that machine; made: {place: facts of the folders}; again: see
    again_and_again"""
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
        text += tabled(item, found, paper, source, threads, made, again)
    for claim, verdict_of in item.claims:
        told = verdict(verdict_of, found, paper) + caveat(
            item, verdict_of, found, paper, source, threads, made
        ) if measured else "It is not measured"
        text += [f"Claim: {claim}. {told}.", ""]
    text += [f"What differs: {item.differs}", ""]
    told = [*(f"{NAMES[place]}: {made_of(every)}" for place, every in (made or {}).items()),
            *samples(item.tabled(found) if item.tabled else found)]
    if told:
        text += ["<details><summary>Commits of the programs, parts that were measured, and notes"
                 "</summary>", "",
                 *(f"- {line}" for line in told), "", "</details>", ""]
    return "\n".join(text)


def verdict(verdict_of, found, paper):
    """As a sentence, without its end."""
    text = verdict_of(found, paper)
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
        found, of_paper = results.get(item.name, {}), paper.get(item.name, [])
        for claim, verdict_of in item.claims:
            told = verdict_of(found, of_paper) + caveat(
                item, verdict_of, found, of_paper, results.get(item.source, {}),
                threads_of(item, elsewhere, machine), (made or {}).get(item.name)) if any(
                    found.values()) else "not measured"
            told += f" (on {elsewhere[item.name]})" if item.name in elsewhere else ""
            lines.append(f"| {claim} | [{item.name}](#{item.name}) | {told} |")
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
    text.append("\n")
    again = again_and_again({name: found for name, found in results.items()
                             if name not in elsewhere}, made)
    if again:
        text.append(f"## {HEADING}\n\n{in_paragraph(uncertain(again))}\n\n")
    if any(item.claims for item in items):
        text.append(f"## Claims\n\n{in_paragraph(CLAIMS)}\n\n"
                    + claims(items, results, paper, elsewhere, machine, made) + "\n")
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
                            (made or {}).get(item.name),
                            None if item.name in elsewhere else again) + "\n")
    text.append("## Left out\n\n| what | why |\n|---|---|\n"
                + "".join(f"| {what} | {why} |\n" for what, why in left_out) + "\n")
    return "".join(text) + OPEN


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
