# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The sizes that keep the sources readable: files, functions, lines, preprocessor conditionals."""

import re
import statistics

from sources import CPP, LAYERS, TREES, SCRIPTS, end, files, name
from functions import function_lengths

MEDIAN_LINES = 120
NINETIETH_PERCENTILE_LINES = 360
FILE_LINES = 600
FUNCTION_LINES = 60
COLUMNS = 100
CONDITIONALS_PER_1000_LINES = 3.0
CONDITIONAL = re.compile(r"^\s*#\s*(if|ifdef|ifndef|elif)\b")


def of_each_file(path, lines):
    complaints = []
    if len(lines) > FILE_LINES:
        complaints.append(f"{name(path)}: {len(lines)} lines (at most {FILE_LINES})")
    for number, line in enumerate(lines, 1):
        if len(line) > COLUMNS:
            complaints.append(f"{name(path)}:{number}: {len(line)} columns (at most {COLUMNS})")
        if line != line.rstrip() or "\t" in line:
            complaints.append(f"{name(path)}:{number}: a tab or blanks at the end of the line")
    if path.suffix in CPP:
        for number, length in function_lengths("\n".join(lines)):
            if length > FUNCTION_LINES:
                sentence = f"a function of {length} lines (at most {FUNCTION_LINES})"
                complaints.append(f"{name(path)}:{number}: {sentence}")
    return complaints


def of_all_files(counts, conditionals, lines):
    complaints = []
    median = statistics.median(counts)
    percentile = sorted(counts)[int(0.9 * (len(counts) - 1))]
    share = 1000.0 * conditionals / lines
    print(f"{len(counts)} files, median {median}, 90th percentile {percentile} lines")
    print(f"{share:.2f} preprocessor conditionals per 1,000 lines of the library")
    if median > MEDIAN_LINES:
        complaints.append(f"the median file has {median} lines (at most {MEDIAN_LINES})")
    if percentile > NINETIETH_PERCENTILE_LINES:
        complaints.append(
            f"the 90th percentile file has {percentile} lines"
            f" (at most {NINETIETH_PERCENTILE_LINES})"
        )
    if share > CONDITIONALS_PER_1000_LINES:
        complaints.append(
            f"{share:.2f} preprocessor conditionals per 1,000 lines"
            f" (at most {CONDITIONALS_PER_1000_LINES})"
        )
    return complaints


def main():
    complaints = []
    counts = []
    conditionals = 0
    library_lines = 0
    library = set(files(LAYERS, CPP))
    for path in files(TREES, CPP + SCRIPTS):
        lines = path.read_text().splitlines()
        complaints += of_each_file(path, lines)
        if path.suffix in CPP:
            counts.append(len(lines))
        if path in library:
            library_lines += len(lines)
            conditionals += sum(bool(CONDITIONAL.match(line)) for line in lines)
    complaints += of_all_files(counts, conditionals, library_lines)
    end(complaints, len(counts))


if __name__ == "__main__":
    main()
