# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What a space is and what the host can read is asked by the traits of core/spaces.hpp alone: a GPU
whose memory the host reaches is no host, which an accessibility does not tell."""

import re

from sources import CPP, LAYERS, ROOT, end, files, name

TRAITS = ROOT / "core" / "spaces.hpp"


def home_made_traits(path, text):
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if "SpaceAccessibility" in line and path != TRAITS:
            found.append(f"{name(path)}:{number}: SpaceAccessibility (ask host_reaches or is_host)")
        if re.search(r"\?\s*1\s*:\s*128\b", line):
            found.append(f"{name(path)}:{number}: a team size of its own (ask team_size)")
    return found


def main():
    complaints = []
    sources = files([*LAYERS, "tests", "bench", "examples"], CPP)
    for path in sources:
        complaints += home_made_traits(path, path.read_text())
    end(complaints, len(sources))


if __name__ == "__main__":
    main()
