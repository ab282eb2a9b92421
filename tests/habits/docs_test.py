# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The documentation holds: links lead somewhere, names exist, commands give the output shown.

    python3 docs_test.py PROGRAM [TEST...]

Blocks (documents.py) of `console` and `sh`: commands of siderum are run, in order, in a folder of
their own for each document. More words: `status=1` is the exit status of the last command,
`unchecked` means that the output depends on the machine. A line of three dots stands for any lines.
Numbers agree to 1e-6. `cpp` is copied from a file of the sources.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from documents import (DOCUMENTS, FENCE, Folder, NOT_RUN, blocks, command_blocks, commands,
                       is_run)
from sources import ROOT, name

CODE = (".hpp", ".cpp", ".cuh", ".cu")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w.])")

PROGRAM = ""


def slug(heading):
    """The anchor that a heading gets: GitHub's rule."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def anchors(path):
    text = FENCE.sub("", path.read_text())
    return {slug(heading) for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}


def broken_links(path):
    broken = []
    for target in LINK.findall(FENCE.sub("", path.read_text())):
        if re.match(r"\w+:", target):
            continue
        file, _, anchor = target.partition("#")
        goal = (path.parent / file).resolve() if file else path
        if not goal.exists() or (anchor and anchor not in anchors(goal)):
            broken.append(f"{name(path)}: {target} leads nowhere")
    return broken


def missing_tests(text, folder):
    """Links of the form [Test](test file) whose file has no such test, case or suite."""
    missing = []
    for test, file in re.findall(r"\[(\w+)\]\(([^)\s]*_test\.(?:cpp|py))\)", text):
        code = (folder / file).read_text()
        known = rf"\b(?:\w*TEST\w*\((?:\w+,\s*)?{test}\b|(?:def|class) {test}\()"
        if not re.search(known, code):
            missing.append(f"{file} has no {test}")
    return missing


def same_line(shown, printed):
    if NUMBER.sub("#", shown) != NUMBER.sub("#", printed):
        return False
    pairs = zip(NUMBER.findall(shown), NUMBER.findall(printed))
    return all(abs(float(a) - float(b)) <= 1e-6 * abs(float(b)) + 1e-9 for a, b in pairs)


def same_output(shown, printed):
    if not shown:
        return not printed
    if shown[0] == "...":
        return any(same_output(shown[1:], printed[start:]) for start in range(len(printed) + 1))
    return bool(printed) and same_line(shown[0], printed[0]) and same_output(shown[1:], printed[1:])


def sources(suffixes):
    for folder in ("core", "backends", "algorithms", "engine", "io", "apps", "examples", "tests"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in suffixes:
                yield path


class Checkers(unittest.TestCase):
    """The functions above are shown what they must refuse."""

    def test_output(self):
        self.assertTrue(same_output(["a,1.5,b", "...", "z"], ["a,1.5000000001,b", "x", "y", "z"]))
        for printed in (["a,1.6,b", "z"], ["b,1.5,b", "z"], ["a,1.5,b"], []):
            self.assertFalse(same_output(["a,1.5,b", "...", "z"], printed), printed)
        self.assertFalse(same_output(["nan"], ["1.0"]))
        self.assertFalse(same_output([], ["more"]))

    def test_commands(self):
        self.assertEqual(commands("$ siderum a \\\n  b\nc\n$ siderum d\n", console=True),
                         [["siderum a \\\n  b", ["c"]], ["siderum d", []]])

    def test_tests(self):
        text = "[{}](docs_test.py), [other words](docs_test.py)"
        for test in ("test_tests", "Checkers"):
            self.assertEqual(missing_tests(text.format(test), pathlib.Path(__file__).parent), [])
        self.assertEqual(missing_tests(text.format("test_test"), pathlib.Path(__file__).parent),
                         ["docs_test.py has no test_test"])

    def test_slug(self):
        self.assertEqual(slug("Where to put what, and `why`"), "where-to-put-what-and-why")


class Text(unittest.TestCase):

    def test_links_lead_somewhere(self):
        self.assertEqual([line for path in DOCUMENTS for line in broken_links(path)], [])

    def test_tests_are_there(self):
        for path in DOCUMENTS:
            self.assertEqual(missing_tests(path.read_text(), path.parent), [], name(path))

    def test_what_skips_is_named(self):
        text = (ROOT / "docs/backends.md").read_text()
        section = re.search(r"^## What tests skip\n(.*?)^## ", text, re.MULTILINE | re.DOTALL)[1]
        skip = [path.name.removesuffix("_test.cpp") for path in sources((".cpp",))
                if "GTEST_SKIP" in path.read_text()]
        self.assertGreater(len(skip), 10)
        self.assertEqual([test for test in skip if f"`{test}`" not in section], [])

    def test_code_is_that_of_the_sources(self):
        texts = [re.sub(r"^[ \t]+", "", path.read_text(), flags=re.MULTILINE)
                 for path in sources(CODE)]
        for path in DOCUMENTS:
            for _, _, body in blocks(path.read_text(), "cpp"):
                lines = re.sub(r"^[ \t]+", "", body, flags=re.MULTILINE)
                self.assertTrue(any(lines in text for text in texts), f"{name(path)}:\n{body}")

    def test_names_exist(self):
        build = "\n".join(path.read_text() for path in
                          [*ROOT.glob("*.txt"), *ROOT.glob("*.json"), *(ROOT / "cmake").glob("*.*"),
                           ROOT / "Makefile", *sources(CODE), *sources((".txt",))])
        for path in DOCUMENTS:
            text = path.read_text()
            wanted = set(re.findall(r"SIDERUM_[A-Z_]*[A-Z]", text))
            wanted |= {f'"{preset}"' for preset in re.findall(r"--preset ([a-z]+)", text)}
            wanted |= {f"\n{goal}:" for goal in re.findall(r"(?:`|^ {4}|^)make ([a-z-]+)", text,
                                                           re.MULTILINE)}
            missing = sorted(word for word in wanted if word not in build)
            self.assertEqual(missing, [], name(path))


class Commands(unittest.TestCase):

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="siderum_docs_"))
        self.addCleanup(shutil.rmtree, self.folder)

    def run_command(self, command, folder):
        return folder.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def run_block(self, path, folder, words, steps):
        status = next((int(word[7:]) for word in words if word.startswith("status=")), 0)
        for step, (command, shown) in enumerate(steps):
            if not is_run(command):
                continue
            outcome = self.run_command(command, folder)
            where = f"{name(path)}: {command}\n{outcome.stdout}"
            self.assertEqual(outcome.returncode, status if step + 1 == len(steps) else 0, where)
            if shown is not None and "unchecked" not in words:
                self.assertTrue(same_output(shown, outcome.stdout.splitlines()), where)
            self.ran += 1

    def test_commands_do_what_is_shown(self):
        self.ran = 0
        for path in DOCUMENTS:
            if path in NOT_RUN:
                continue
            folder = Folder(self.folder / name(path), PROGRAM)
            for words, body, steps in command_blocks(path.read_text()):
                with self.subTest(block=f"{name(path)}: {body[:60]}"):
                    self.run_block(path, folder, words, steps)
        self.assertGreater(self.ran, 20)

    def test_every_option_is_documented(self):
        text = (ROOT / "docs/program.md").read_text()
        folder = Folder(self.folder / "usage", PROGRAM)
        for verb in ("alm2map", "anafast", "info", "map2alm", "pairs", "periods", "picture",
                     "simulate light-curves", "simulate sky-points", "synalm"):
            usage = self.run_command(f"siderum {verb} --help", folder).stdout
            options = set(re.findall(r"^ +(?:-\w,)?(--[a-z-]+)", usage, re.MULTILINE))
            missing = {option for option in options if f"`{option}" not in text}
            self.assertEqual(missing, set(), verb)
            self.assertIn("--help", options)


if __name__ == "__main__":
    PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
