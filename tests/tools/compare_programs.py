# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Whether two builds of the program do the same, to the byte.

    python3 compare_programs.py BEFORE AFTER [--allow PATTERN]... [--tolerance-last-digits N]

Runs the commands of the documents, and those of commands.md beside this file, with either program
in a new folder for each document, and compares exit status, both streams and every file written.
A line for each difference; the exit status is 1 where one is not allowed.

Not compared: the cards DATE and CREATOR of FITS files, the version in saved pair counts, the date
of a PDF, how much memory is free, and the path of the folder. What times the machine (`siderum
tune`) is in no list.
"""

import argparse
import dataclasses
import pathlib
import re
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "habits"))

from documents import DOCUMENTS, NOT_RUN, Folder, command_blocks, is_run  # noqa: E402
from sources import ROOT  # noqa: E402
from written_numbers import largest_change, text_of  # noqa: E402

COMMANDS = HERE / "commands.md"
VARIES = (
    re.compile(rb"(?<=DATE    = ).{70}|(?<=CREATOR = ).{70}", re.DOTALL),
    re.compile(rb'(?<="siderum_version":) ?"[^"]*"'),
    re.compile(rb"(?<=/CreationDate \()[^)]*"),
    re.compile(rb"(?<=the memory has )[0-9.]+ [A-Z]*(?= free)"),
    re.compile(rb"(?<=siderum: )\d+\.\d+ s in all.*"),  # the time line of --verbose
)


@dataclasses.dataclass
class Result:
    """What a command did: everything that is compared, by its name."""

    status: int
    parts: dict


class Side:
    """One program and the folders that it works in."""

    def __init__(self, root, program):
        self._root = root
        self._program = program
        self._folder = None
        self._seen = {}

    def enter(self, number):
        self._folder = Folder(self._root / str(number), self._program)
        (self._folder.path / "golden").symlink_to(ROOT / "tests/golden")
        self._seen = {}

    def _files(self):
        states = {}
        for path in sorted(self._folder.path.rglob("*")):
            if path.is_file() and not path.is_symlink():
                state = path.stat()
                states[path.relative_to(self._folder.path).as_posix()] = (
                    state.st_mtime_ns, state.st_ino, state.st_size)
        return states

    def run(self, command):
        outcome = self._folder.run(command, capture_output=True)
        files = self._files()
        parts = {"standard output": outcome.stdout, "standard error": outcome.stderr}
        for path in sorted(files.keys() | self._seen.keys()):
            if path not in files:
                parts[path] = b"(removed)"
            elif files[path] != self._seen.get(path):
                parts[path] = (self._folder.path / path).read_bytes()
        self._seen = files
        here = str(self._folder.path.parent).encode()
        return Result(outcome.returncode,
                      {key: plain(value.replace(here, b"FOLDER")) for key, value in parts.items()})


def plain(contents):
    """Without what two runs of one program need not share."""
    for pattern in VARIES:
        contents = pattern.sub(b"(varies)", contents)
    return contents


def first_difference(before, after):
    a, b = text_of(before), text_of(after)
    if a is None or b is None:
        changed = sum(x != y for x, y in zip(before, after)) + abs(len(before) - len(after))
        words = f"{changed} bytes of {len(before)} and {len(after)}"
        change = largest_change(before, after)
        return f"{words}, by {change[0]:.3g} last digits: {change[1]}" if change else words
    for number, (x, y) in enumerate(zip(a.splitlines(), b.splitlines()), 1):
        if x != y:
            return f"line {number}: {x!r} became {y!r}"
    return f"{len(a)} and {len(b)} characters"


class Comparison:
    """Counts what was compared, and prints what differs."""

    def __init__(self, allowed, digits):
        self._allowed = [re.compile(pattern) for pattern in allowed]
        self._digits = digits
        self.compared = 0
        self.different = 0
        self.allowed = 0
        self.near = 0
        self.largest = None

    def _is_near(self, before, after):
        change = largest_change(before, after) if self._digits else None
        if change is None or change[0] >= 10.0 ** self._digits:
            return False
        self.near += 1
        self.largest = max(change, self.largest or change)
        return True

    def _differences(self, before, after):
        if before.status != after.status:
            yield f"exit status {before.status} became {after.status}"
        for key in sorted(before.parts.keys() | after.parts.keys()):
            a, b = before.parts.get(key), after.parts.get(key)
            if a is None or b is None:
                yield f"{key}: written by {'AFTER' if a is None else 'BEFORE'} alone"
            elif a != b and not self._is_near(a, b):
                yield f"{key}: {first_difference(a, b)}"

    def add(self, where, command, before, after):
        self.compared += 1
        found = list(self._differences(before, after))
        is_allowed = any(pattern.search(command) for pattern in self._allowed)
        self.allowed += bool(found) and is_allowed
        self.different += bool(found) and not is_allowed
        for difference in found:
            print(f"{'allowed' if is_allowed else 'DIFFERS'}: {where}: {command}: {difference}")

    def summary(self):
        words = (f"{self.compared} commands compared: {self.different} differ, {self.allowed} in a"
                 " way that is allowed")
        if self.largest:
            words += (f"; {self.near} outputs in the last digits of numbers, by at most"
                      f" {self.largest[0]:.3g} units: {self.largest[1]}")
        return words


def listed_commands(documents):
    """(document, command) of all commands of siderum and of what prepares their input."""
    for document in documents:
        for _, _, steps in command_blocks(document.read_text()):
            for command, _ in steps:
                if is_run(command):
                    yield document, command


def compare(programs, documents, comparison, root):
    sides = [Side(root / side, program)
             for side, program in zip(("before", "after"), programs)]
    current = None
    for number, (document, command) in enumerate(listed_commands(documents)):
        if document != current:
            current = document
            for side in sides:
                side.enter(number)
        comparison.add(document.name, command, *[side.run(command) for side in sides])


def main(arguments):
    parser = argparse.ArgumentParser(
        description="Whether two builds of the program do the same, to the byte.")
    parser.add_argument("before", metavar="BEFORE", type=pathlib.Path)
    parser.add_argument("after", metavar="AFTER", type=pathlib.Path)
    parser.add_argument("--allow", metavar="PATTERN", action="append", default=[],
                        help="commands that match may differ, for example 'siderum info'")
    parser.add_argument("--tolerance-last-digits", metavar="N", type=int, default=0,
                        help="numbers may differ in the last N digits: of text as written, of"
                        " binary files of the 17 (9) of the largest of their column")
    parser.add_argument("--documents", metavar="FILE", type=pathlib.Path, nargs="+",
                        default=[path for path in DOCUMENTS if path not in NOT_RUN] + [COMMANDS],
                        help="take the commands of these instead")
    options = parser.parse_args(arguments)
    comparison = Comparison(options.allow, options.tolerance_last_digits)
    with tempfile.TemporaryDirectory(prefix="siderum_compare_") as root:
        programs = [options.before.resolve(), options.after.resolve()]
        compare(programs, options.documents, comparison, pathlib.Path(root))
    print(comparison.summary())
    return 1 if comparison.different or not comparison.compared else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
