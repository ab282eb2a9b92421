#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Writes measured tables and figures into the pages, so that no number in them is typed.

    python3 bench/page.py                                 # the pages, from bench/results/
    python3 bench/page.py amd2=results/results.json       # takes these results in first
    python3 bench/page.py --check                         # whether the pages are what it writes

bench/results/ holds a file for each machine, whose name is a label in the pages. Between the
markers

    <!-- table h200 device_ratios 1x3554x1000000 -->
    <!-- end of table -->

goes the table `device_ratios` of the results h200, of which only rows that match the expression
are kept (all, where there is none). Tables of several machines follow on one another, with a column
of their names, but for some that set them side by side: `<!-- table amd2,h200 jobs -->`. In a
sentence

    <!-- figure h200 NAME -->521 us<!-- end of figure -->

is one figure by its name (goals.py), or `NAME over NAME` the ratio of two, and

    <!-- sentence h200 watched -->Of 9 measurements ...<!-- end of sentence -->

one of tables.SENTENCES. Under tables of ratios stands how busy the host was, and of which commits
both sides are. Results that are taken in replace those of other commits; of one commit those stay
during which the host was quieter.
"""

import pathlib
import re
import sys

import goals
import names
import quiet
import results as form
import tables
from cells import ALL_UNCHECKED, MARKS, UNCHECKED, mark

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGES = ("README.md", "docs/backends.md", "docs/benchmark_rows.md", "docs/benchmarks.md",
         "docs/distributed.md", "docs/harmonic_transform.md", "docs/lomb_scargle.md",
         "docs/pair_counts.md", "docs/program.md", "docs/python.md", "docs/super_smoother.md")
# Each marker is a line of its own: a page may also tell of them.
BLOCK = re.compile(r"^<!-- table (?P<labels>[\w,-]+) (?P<name>\w+)(?: (?P<rows>[^\n]*?))? -->\n"
                   r"(?P<old>.*?)^<!-- end of table -->\n", re.DOTALL | re.MULTILINE)
FIGURE = re.compile(r"(?P<begin><!-- figure (?P<label>[\w-]+)\s(?P<name>[^>]+?) -->)[^<]*"
                    r"(?P<end><!-- end of figure -->)")
SENTENCE = re.compile(r"(?P<begin><!-- sentence (?P<labels>[\w,-]+)\s(?P<name>\w+) -->)[^<]*"
                      r"(?P<end><!-- end of sentence -->)")


# Whose cases keep their names, by which headers of backends/cuda tell what they gain.
NAMED_BY_OTHERS = ("backend_ratios",)


def combined(name, expression, found):
    """[head, its line, rows that match] of a table of these results: side by side, or one after the
    other with a column of machines; nothing where none of them has such a table."""
    tables_of = tables.NAMED[name]
    if name in tables.OF_SEVERAL:
        found, texts = found[:1], [tables_of(*found)]
    else:
        texts = list(map(tables_of, found))
    head, rows = [], []
    for results, text in zip(found, texts):
        lines = text.splitlines()
        beside = ["", "", ""]
        if len(found) > 1:
            device = "cpu" if name in tables.OF_HOSTS else None
            beside = ["| machine ", "|---", f"| {names.short_name(results, device)} "]
        head = head or [first + line for first, line in zip(beside, lines[:2])]
        rows += [beside[2] + row for row in lines[2:] if re.search(expression, row)]
    return head + rows


def shown(lines, in_words=names.readable):
    """With names in words, without columns that say nothing in any row."""
    cells = [line[1:].rstrip("|").split("|") for line in lines]
    kept = [i for i in range(len(cells[0])) if any(row[i].strip() not in ("", "-")
                                                   for row in cells[2:])]
    cells[2:] = [[f" {in_words(cell.strip())} " for cell in row] for row in cells[2:]]
    return "".join("|" + "|".join(row[i] for i in kept) + "|\n" for row in cells)


def explained(text):
    """With what the mark of unchecked figures means; marks of all rows are but one sentence."""
    unchecked = MARKS["unchecked"]
    if unchecked in text and MARKS["busy"] not in text and all(
            unchecked in row for row in text.splitlines()[2:]):
        return f"{text.replace(unchecked, '')}\n{ALL_UNCHECKED}\n"
    return f"{text}\n{UNCHECKED}\n" if unchecked in text else text


def table_of(block, results):
    name = block["name"]
    if name not in tables.NAMED:
        raise ValueError(f"there is no table '{name}' (there are {', '.join(tables.NAMED)})")
    found = [results[label] for label in block["labels"].split(",")]
    lines = combined(name, block["rows"] or "", found)
    if not lines:
        return "Not measured.\n"
    if len(lines) < 3:
        raise ValueError(f"the table '{name}' of {block['labels']} has no row"
                         f"{' like ' + block['rows'] if block['rows'] else ''}")
    beneath = tables.told_beneath(name, block["rows"] or "", *found)
    return (explained(shown(lines, str if name in NAMED_BY_OTHERS else names.readable))
            + (f"\n{beneath}\n" if beneath else ""))


def figure_of(match, results):
    found = goals.figures(results[match["label"]])
    names = re.sub(r"\s+", " ", match["name"]).split(" over ")
    missing = [name for name in names if name not in found]
    if missing:
        raise ValueError(f"there is no figure '{missing[0]}' of {match['label']}"
                         " (those of hosts end in their threads, as /16_threads)")
    first, *second = told = [found[name] for name in names]
    text = f"{first.value / second[0].value:.3g}" if second else tables.duration(first.value)
    return text + mark(*(one.quiet for one in told))


def sentence_of(match, results):
    if match["name"] not in tables.SENTENCES:
        raise ValueError(f"there is no sentence '{match['name']}'"
                         f" (there are {', '.join(tables.SENTENCES)})")
    return tables.SENTENCES[match["name"]](*(results[label]
                                             for label in match["labels"].split(",")))


def written(page, results):
    """The page with its tables, figures and sentences of these results."""
    def replace(match):
        if not set(match["labels"].split(",")) <= set(results):
            return match[0]
        begin, end = match.start("old") - match.start(), match.end("old") - match.start()
        return match[0][:begin] + "\n" + table_of(match, results) + "\n" + match[0][end:]

    def replace_figure(match):
        if match["label"] not in results:
            return match[0]
        return match["begin"] + figure_of(match, results) + match["end"]

    def replace_sentence(match):
        if not set(match["labels"].split(",")) <= set(results):
            return match[0]
        return match["begin"] + sentence_of(match, results) + match["end"]

    return SENTENCE.sub(replace_sentence,
                        FIGURE.sub(replace_figure, BLOCK.sub(replace, page)))


def stale(pages, results):
    """[(path, what it should hold)] of pages that differ."""
    found = []
    for path in pages:
        try:
            text = written(path.read_text(), results)
        except ValueError as error:
            sys.exit(f"{path}: {error}")
        if text != path.read_text():
            found.append((path, text))
    return found


def main():
    words = sys.argv[1:]
    check = words == ["--check"]
    if not check and not all(re.fullmatch(r"[\w-]+=.+", word) for word in words):
        sys.exit(__doc__)
    for word in [] if check else words:
        label, _, file = word.partition("=")
        try:
            form.keep(label, form.read(file))
        except (OSError, ValueError) as failure:
            sys.exit(f"{file} holds no results ({failure}). Name a results.json of bench/run.py.")
    if words and not check:
        kept = form.all_kept()
        quiet.judge_again(kept)
        for label, results in kept.items():
            form.write(form.FOLDER / f"{label}.json", results)
    found = stale([ROOT / page for page in PAGES], form.all_kept())
    for path, text in found:
        if check:
            print(f"{path} is not what bench/page.py writes: run it")
        else:
            path.write_text(text)
            print(path)
    sys.exit(1 if check and found else 0)


if __name__ == "__main__":
    main()
