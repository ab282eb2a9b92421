# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""compare_programs.py is shown what it must report, and its commands name every option.

    python3 compare_programs_test.py PROGRAM [TEST...]
"""

import contextlib
import io
import math
import os
import pathlib
import re
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

import compare_programs
from compare_programs import COMMANDS, DOCUMENTS, NOT_RUN, command_blocks, plain
from written_numbers import change_of_text, largest_change

PROGRAM = ""


class Pair(unittest.TestCase):
    """A program, and the same with a change, run by a document of two commands."""

    OUTPUT = r"printf 'period\n0.25\n'; echo told >&2; printf 'a,1.5\n' > table.csv"

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="siderum_tools_"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.document = self.folder / "document.md"
        self.document.write_text("```sh\nprintf 'x' > input.csv\n```\n"
                                 "```console\n$ siderum periods input.csv\nperiod\n0.25\n```\n")

    def program(self, name, body):
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)
        return str(path)

    def compare(self, body, *options):
        """(exit status, what was printed) for the program above and one of another body."""
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            status = compare_programs.main(
                [self.program("before", self.OUTPUT), self.program("after", body), *options,
                 "--documents", str(self.document)])
        return status, printed.getvalue()

    def test_the_same_program_is_the_same(self):
        status, printed = self.compare(self.OUTPUT)
        self.assertEqual(printed, "2 commands compared: 0 differ, 0 in a way that is allowed\n")
        self.assertEqual(status, 0)

    def test_every_difference_is_reported(self):
        for old, new, words in (
                ("0.25", "0.26", "standard output: line 2: '0.25' became '0.26'"),
                ("told", "Told", "standard error: line 1: 'told' became 'Told'"),
                ("a,1.5", "a,1.6", "table.csv: line 1: 'a,1.5' became 'a,1.6'"),
                ("a,1.5", r"a,1.5\n", "table.csv: 6 and 7 characters"),
                ("a,1.5", r"\001\377", "table.csv: 6 bytes of 6 and 3"),
                ("> table.csv", "> other.csv", "table.csv: written by BEFORE alone"),
                ("> table.csv", "> other.csv", "other.csv: written by AFTER alone"),
                ("> table.csv", "> table.csv; rm input.csv", "input.csv: written by AFTER alone"),
                ("> table.csv", "> table.csv; exit 3", "exit status 0 became 3")):
            status, printed = self.compare(self.OUTPUT.replace(old, new))
            line = f"DIFFERS: document.md: siderum periods input.csv: {words}"
            self.assertIn(line, printed.splitlines(), new)
            self.assertIn("2 commands compared: 1 differ,", printed)
            self.assertEqual(status, 1, new)

    def test_what_is_allowed(self):
        changed = self.OUTPUT.replace("told", "else")
        status, printed = self.compare(changed, "--allow", "siderum periods")
        self.assertIn("allowed: document.md: siderum periods", printed)
        self.assertIn("0 differ, 1 in a way that is allowed", printed)
        self.assertEqual(status, 0)
        self.assertEqual(self.compare(changed, "--allow", "siderum info")[0], 1)

    def test_last_digits(self):
        for old, new, digits, status in (("0.25", "0.26", 1, 0), ("0.25", "0.24999", 1, 0),
                                         ("0.25", "0.35", 1, 1), ("0.25", "0.35", 2, 0),
                                         ("a,1.5", "a,1.6", 1, 0), ("a,1.5", "b,1.5", 5, 1),
                                         ("0.25", r"0.25\n0.25", 5, 1)):
            found, printed = self.compare(self.OUTPUT.replace(old, new),
                                          "--tolerance-last-digits", str(digits))
            self.assertEqual(found, status, (old, new, digits, printed))
        self.assertIn("1 outputs in the last digits of numbers, by at most 2 units: 1.5 and 1.7",
                      self.compare(self.OUTPUT.replace("1.5", "1.7"),
                                   "--tolerance-last-digits", "1")[1])
        self.assertEqual(change_of_text("1e-9", "1.25e-9")[0], 25)

    def test_the_folder_does_not_count(self):
        here = self.OUTPUT + "; pwd; echo $PATH > path.txt"
        self.OUTPUT = here
        self.assertEqual(self.compare(here)[0], 0)

    def test_nothing_compared_is_no_success(self):
        self.document.write_text("No commands.\n")
        self.assertEqual(self.compare(self.OUTPUT)[0], 1)


class Binary(unittest.TestCase):
    """Columns of numbers in files."""

    @staticmethod
    def npy(*numbers, kind="<f8"):
        header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': ({len(numbers)},), }}\n"
        return (b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header.encode()
                + struct.pack(f"<{len(numbers)}{'d' if kind == '<f8' else 'f'}", *numbers))

    @staticmethod
    def fits(numbers, integer=7, column="A"):
        cards = {"SIMPLE": "T"}, {"XTENSION": "'BINTABLE'", "NAXIS1": 12, "NAXIS2": len(numbers),
                                  "TFIELDS": 2, "TFORM1": "'D'", "TFORM2": "'J'",
                                  "TTYPE1": f"'{column}'"}
        parts = ["".join(f"{key:8}= {value}".ljust(80) for key, value in part.items()) + "END"
                 for part in cards]
        data = b"".join(struct.pack(">di", number, integer) for number in numbers)
        return b"".join(part.encode().ljust(2880) for part in parts) + data.ljust(2880, b"\0")

    def test_units_are_those_of_the_largest_of_the_column(self):
        for write in (self.npy, lambda *numbers: self.fits(numbers)):
            self.assertEqual(largest_change(write(2.0, 1e-9), write(2.0, 1e-9))[0], 0.0)
            change = largest_change(write(2.0, 1e-9), write(2.0, 1e-9 + 3e-16))
            self.assertAlmostEqual(change[0], 3.0, places=5)
        single = largest_change(self.npy(2.0, 1e-3, kind="<f4"),
                                self.npy(2.0, 1e-3 + 3e-8, kind="<f4"))
        self.assertAlmostEqual(single[0], 3.0, places=1)

    def test_what_is_more_than_numbers(self):
        self.assertIsNone(largest_change(self.npy(1.0), self.npy(1.0, 2.0)))
        self.assertIsNone(largest_change(self.npy(1.0), self.npy(1.0, kind="<f4")))
        self.assertIsNone(largest_change(self.npy(1.0, 2.0), self.npy(1.0, math.nan)))
        self.assertIsNone(largest_change(self.fits([1.0]), self.fits([1.0], integer=8)))
        self.assertIsNone(largest_change(self.fits([1.0]), self.fits([1.0], column="B")))
        self.assertIsNone(largest_change(b"\0a1", b"\0a2"))


class Plain(unittest.TestCase):

    def test_dates_and_versions_do_not_count_and_the_rest_does(self):
        def card(key, value):
            return f"{key:8}= '{value}'".ljust(80).encode()
        end = b"END".ljust(80)
        one = card("DATE", "2026-01-01") + card("OBJECT", "a") + card("CREATOR", "x 1") + end
        two = card("DATE", "2027-01-01") + card("OBJECT", "a") + card("CREATOR", "x 2") + end
        self.assertEqual(plain(one), plain(two))
        self.assertNotEqual(plain(one), plain(two.replace(b"'a'", b"'b'")))
        self.assertNotEqual(plain(card("DATE-OBS", "1")), plain(card("DATE-OBS", "2")))
        self.assertEqual(plain(b'{"siderum_version": "1", "n": 1}'),
                         plain(b'{"siderum_version": "2", "n": 1}'))
        self.assertNotEqual(plain(b'{"format_version": 1}'), plain(b'{"format_version": 2}'))


class Commands(unittest.TestCase):

    def options_of(self, verb):
        usage = subprocess.run([PROGRAM, *verb.split(), "--help"], capture_output=True, text=True,
                               check=True).stdout
        return set(re.findall(r"^ +(?:-\w,)?(--[a-z0-9-]+)", usage, re.MULTILINE))

    def verbs(self):
        usage = subprocess.run([PROGRAM, "--help"], capture_output=True, text=True,
                               check=True).stdout
        verbs = re.findall(r"^  ([a-z0-9]+) ", usage[usage.index("Subcommands:"):], re.MULTILINE)
        self.assertIn("periods", verbs)
        return [verb for verb in verbs if verb != "simulate"] + ["simulate light-curves",
                                                                 "simulate sky-points"]

    def test_every_option_of_every_verb_is_in_a_command(self):
        documents = [path for path in DOCUMENTS if path not in NOT_RUN] + [COMMANDS]
        words = [shlex.split(command.replace("|", " ")) for document in documents
                 for _, _, steps in command_blocks(document.read_text()) for command, _ in steps
                 if "siderum " in command]
        self.assertGreater(len(words), 300)
        for verb in self.verbs():
            taken = set()
            for command in words:
                if f"siderum {verb}" in " ".join(command):
                    taken |= set(command)
            with self.subTest(verb=verb):
                self.assertEqual(self.options_of(verb) - taken - {"--help"}, set())


if __name__ == "__main__":
    PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    os.environ["OMP_NUM_THREADS"] = "1"
    unittest.main()
