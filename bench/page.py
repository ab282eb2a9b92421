#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Writes measured tables into a page, so that no number in it is typed.

    python3 bench/page.py docs/benchmarks.md h200=h200/results.json cores2=results/results.json

Between the markers

    <!-- table h200 device_ratios 1x3554x1000000 -->
    <!-- end of table -->

goes the table `device_ratios` of the results h200, of which only rows that match the expression
are kept (all, where there is none). `<!-- table cores2,h200 jobs -->` is what whole jobs take by
the results of several machines. Tables of machines that are not named stay as they are.
"""

import json
import pathlib
import re
import sys

import tables

# Each marker is a line of its own: a page may also tell of them.
BLOCK = re.compile(r"^<!-- table (?P<labels>[\w,-]+) (?P<name>\w+)(?: (?P<rows>[^\n]*?))? -->\n"
                   r"(?P<old>.*?)^<!-- end of table -->\n", re.DOTALL | re.MULTILINE)


def chosen_rows(text, expression):
    lines = text.splitlines(keepends=True)
    return "".join(lines[:2] + [line for line in lines[2:] if re.search(expression, line)])


def table_of(block, results):
    name = block["name"]
    if name not in tables.NAMED:
        raise ValueError(f"there is no table '{name}' (there are {', '.join(tables.NAMED)})")
    found = [results[label] for label in block["labels"].split(",")]
    text = chosen_rows(tables.NAMED[name](*found), block["rows"] or "")
    if text.count("\n") < 3:
        raise ValueError(f"the table '{name}' of {block['labels']} has no row"
                         f"{' like ' + block['rows'] if block['rows'] else ''}")
    return text


def written(page, results):
    """The page with its tables of these results."""
    def replace(match):
        if not set(match["labels"].split(",")) <= set(results):
            return match[0]
        begin, end = match.start("old") - match.start(), match.end("old") - match.start()
        return match[0][:begin] + "\n" + table_of(match, results) + "\n" + match[0][end:]

    return BLOCK.sub(replace, page)


def main():
    if len(sys.argv) < 3 or not all("=" in text for text in sys.argv[2:]):
        sys.exit(__doc__)
    path = pathlib.Path(sys.argv[1])
    results = {}
    for text in sys.argv[2:]:
        label, _, file = text.partition("=")
        results[label] = json.loads(pathlib.Path(file).read_text())
    try:
        page = written(path.read_text(), results)
    except ValueError as error:
        sys.exit(f"{path}: {error}")
    path.write_text(page)


if __name__ == "__main__":
    main()
