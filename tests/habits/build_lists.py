# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Every source and every public header stands in a CMakeLists.txt: a header in none would be
neither installed nor compiled on its own, a test in none would never run."""

import re

from sources import CPP, ROOT, end, files, name

PUBLIC = ("core", "backends", "algorithms", "io")
BUILT = PUBLIC + ("apps", "tests", "bench", "examples")


def listed_words():
    words = set()
    for path in ROOT.rglob("CMakeLists.txt"):
        if "build" in path.relative_to(ROOT).parts:
            continue
        folder = path.parent
        text = path.read_text()
        names = re.findall(r"[\w./]+\.(?:hpp|cpp|cuh|cu)\b", text)
        names += [f"{word}_bench.cpp" for word in re.findall(r"add_benchmark\((\w+)", text)]
        for word in names:
            for base in (folder, ROOT):
                words.add((base / word).resolve())
    # The test executables' own probe is made where the function for tests is.
    words.add(ROOT / "tests/support/gpu_probe.cpp")
    return words


def main():
    listed = listed_words()
    complaints = []
    checked = 0
    for path in files(BUILT, CPP):
        header = path.suffix in (".hpp", ".cuh")
        if header and path.relative_to(ROOT).parts[0] not in PUBLIC:
            continue
        checked += 1
        if path not in listed:
            complaints.append(f"{name(path)}: in no CMakeLists.txt")
    end(complaints, checked)


if __name__ == "__main__":
    main()
