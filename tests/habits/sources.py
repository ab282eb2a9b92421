# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What the habit checks share: the list of source files, and how a check ends."""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LAYERS = ("core", "backends", "algorithms", "distributed", "engine", "io", "apps")
TREES = LAYERS + ("python", "tests", "bench", "examples", "cmake")
CPP = (".hpp", ".cpp", ".cuh", ".cu")
SCRIPTS = (".py", ".sh", ".cmake")


def files(trees, suffixes, root=ROOT):
    """Every file below the named folders with one of the suffixes, and each CMakeLists.txt where
    .cmake is asked for."""
    found = []
    for tree in trees:
        for path in sorted((root / tree).rglob("*")):
            is_list = path.name == "CMakeLists.txt" and ".cmake" in suffixes
            if path.is_file() and (path.suffix in suffixes or is_list):
                found.append(path)
    return found


def end(complaints, checked):
    """Prints the complaints and exits: a check that looked at nothing has failed as well."""
    for complaint in complaints:
        print(complaint)
    if not checked:
        print("no file was checked")
    print(f"{checked} checked, {len(complaints)} complaints")
    sys.exit(1 if complaints or not checked else 0)


def name(path, root=ROOT):
    return path.relative_to(root).as_posix()
