# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What takes the place of a portable operation on NVIDIA GPUs says in its header what it gains. The
figures are those of the table of docs/backends.md, to within a tenth, with the names of its
cases."""

import re

from sources import ROOT, end, name

SEAM = ROOT / "backends" / "backend.hpp"
PAGE = ROOT / "docs" / "backends.md"
TAKEN = re.compile(r"^#include <siderum/(backends/cuda/\w+\.cuh)>$", re.MULTILINE)
GAIN = re.compile(r"^/// Gain[:,] ", re.MULTILINE)
FIGURE = re.compile(r"^///     (\S+/\S+)(?: by (\w+))? +([\d.]+)$", re.MULTILINE)
ROW = re.compile(r"^\| (\S+/\S+) \| double \| (\S+) \|[^|]+\|[^|]+\| ([\d.]+) \|$", re.MULTILINE)


def measured_gains(page):
    """The ratio of each case and method, as it is written."""
    return {(case, method): ratio for case, method, ratio in ROW.findall(page)}


def wrong_gains(path, text, measured):
    if not GAIN.search(text):
        return [f"{name(path)}: does not say what it gains over the portable form"]
    complaints = []
    for case, method, figure in FIGURE.findall(text):
        ratio = measured.get((case, method or "-"), "nothing")
        # Each run of the benchmarks differs by some percent.
        if ratio == "nothing" or not 0.9 < float(figure) / float(ratio) < 1.1:
            by = f" by {method}" if method else ""
            complaints.append(f"{name(path)}: {case}{by} is {figure} ({name(PAGE)}: {ratio})")
    return complaints


def main():
    measured = measured_gains(PAGE.read_text())
    forms = [ROOT / header for header in TAKEN.findall(SEAM.read_text())]
    complaints = [] if measured else [f"{name(PAGE)}: has no table of gains"]
    for path in forms:
        complaints += wrong_gains(path, path.read_text(), measured)
    end(complaints, len(forms))


if __name__ == "__main__":
    main()
