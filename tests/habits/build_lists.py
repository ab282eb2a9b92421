# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Every source and every public header stands in the CMakeLists.txt of its own folder: a header in
none would be neither installed nor compiled on its own, a test in none would never run."""

import re

from sources import CPP, ROOT, end, files, name

PUBLIC = ("core", "backends", "algorithms", "distributed", "engine", "io")
BUILT = PUBLIC + ("apps", "python", "tests", "bench", "examples")


def listed_words():
    words = set()
    for path in ROOT.rglob("CMakeLists.txt"):
        if "build" in path.relative_to(ROOT).parts:
            continue
        folder = path.parent
        text = path.read_text()
        names = re.findall(r"[\w./]+\.(?:hpp|cpp|cuh|cu)\b", text)
        names += [f"{word}_bench.cpp" for word in re.findall(r"add_benchmark\((\w+)", text)]
        names += [f"{word}_test.cpp" for word in re.findall(r"siderum_add_test\((\w+)", text)]
        names += [f"{word}.cpp" for line in re.findall(r"foreach\(name IN ITEMS ([\w ]+)\)", text)
                  for word in line.split()]
        words |= {folder / word for word in names if "/" not in word}
    # The test executables' own probes are made where the function for tests is.
    words |= {ROOT / "tests/support/gpu_probe.cpp", ROOT / "tests/support/hip_probe.cpp"}
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
            complaints.append(f"{name(path)}: not in the CMakeLists.txt of its folder")
    end(complaints, checked)


if __name__ == "__main__":
    main()
