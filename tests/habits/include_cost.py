#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What including siderum costs a user's compiler: no test, since no test asserts a time.

Each public header of core/, algorithms/ and io/ in a source of its own against bare
<Kokkos_Core.hpp>, and each example with views against bare_examples/<example>, which is the same
source without its calls of siderum. User and system time of the compiler, the median of several
rounds in which all sources take turns, without precompiled headers.
"""

import argparse
import json
import os
import pathlib
import re
import shlex
import statistics
import subprocess
import sys
import tempfile

from sources import ROOT, name

BARE = "<Kokkos_Core.hpp>"
OF_HEADER = 1.1
OF_EXAMPLE = 1.3


def public_headers():
    patterns = ("core/*.hpp", "algorithms/*/*.hpp", "io/*/*.hpp")
    return sorted(path for pattern in patterns for path in ROOT.glob(pattern))


def has_views(example):
    return not example.name.startswith("engine_")


def compile_command(build, level):
    """How the build compiles an example, with a level of optimisation in place of its own."""
    database = build / "compile_commands.json"
    if not database.is_file():
        sys.exit(f"{database} does not exist (configure the build first).")
    for entry in json.loads(database.read_text()):
        example = pathlib.Path(entry["file"])
        if example.parent == ROOT / "examples" and has_views(example):
            words = shlex.split(entry["command"])
            del words[words.index("-c") : words.index("-c") + 2]
            del words[words.index("-o") : words.index("-o") + 2]
            return [word for word in words if not re.fullmatch("-O.", word)] + [level]
    sys.exit(f"{database} has no example (configure with SIDERUM_ENABLE_TESTS=ON).")


def seconds(command, source):
    """User and system time of one run, with those of the compiler's own processes."""
    before = os.times()
    subprocess.run([*command, "-c", str(source), "-o", os.devnull], check=True)
    after = os.times()
    return (after.children_user - before.children_user
            + after.children_system - before.children_system)


def write_sources(folder, headers):
    """One source for each header: {what it is called: (path, what it is measured against)}."""
    sources = {BARE: (folder / "bare.cpp", BARE)}
    sources[BARE][0].write_text(f"#include {BARE}\n")
    for header in headers:
        path = folder / (name(header).replace("/", "_") + ".cpp")
        path.write_text(f"#include <siderum/{name(header)}>\n")
        sources[name(header)] = (path, BARE)
    return sources


def example_sources(examples):
    sources = {}
    for path in examples:
        bare = ROOT / "tests/habits/bare_examples" / path.name
        sources[name(bare)] = (bare, name(bare))
        sources[name(path)] = (path, name(bare))
    return sources


def print_table(sources, median):
    above = 0
    print(f"{'seconds':>8} {'ratio':>6}  source")
    for source, (_, reference) in sources.items():
        ratio = median[source] / median[reference]
        most = OF_EXAMPLE if source.startswith("examples/") else OF_HEADER
        mark = "" if ratio <= most else f"  above {most}"
        above += ratio > most
        print(f"{median[source]:8.2f} {ratio:6.2f}  {source}{mark}")
    return above


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/openmp",
                        help="a configured build, whose compile command is taken")
    parser.add_argument("--rounds", type=int, default=5, help="of which the median counts")
    parser.add_argument("--level", default="-O2", help="of optimisation")
    parser.add_argument("--only", default="", help="a regular expression that a name must match")
    arguments = parser.parse_args()

    command = compile_command(arguments.build, arguments.level)
    chosen = re.compile(arguments.only)
    headers = [path for path in public_headers() if chosen.search(name(path))]
    examples = [path for path in sorted((ROOT / "examples").glob("*.cpp"))
                if has_views(path) and chosen.search(name(path))]
    with tempfile.TemporaryDirectory() as folder:
        sources = write_sources(pathlib.Path(folder), headers) | example_sources(examples)
        taken = {source: [] for source in sources}
        for _ in range(arguments.rounds):
            for source, (path, _) in sources.items():
                taken[source].append(seconds(command, path))
    above = print_table(sources, {s: statistics.median(times) for s, times in taken.items()})
    sys.exit(1 if above else 0)


if __name__ == "__main__":
    main()
