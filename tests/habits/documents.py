# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The documents, the fenced blocks in them, and the commands in these.

A block says by its first word what it holds: `console` shows commands after "$ " with what they
print, `sh` commands alone, `cpp` a copy from a file of the sources, `c++` a sketch.
"""

import os
import re
import shutil
import subprocess

from sources import ROOT

DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md",
             *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "examples").rglob("*.md"))]
NOT_RUN = {ROOT / "docs/benchmarks.md"}  # its commands take minutes
RUNNABLE = ("siderum", "cat", "head", "printf")
FENCE = re.compile(r"^ *```(\S*)[ \t]*([^\n]*)\n(.*?)^ *```[ \t]*$", re.MULTILINE | re.DOTALL)


def blocks(text, *languages):
    """(language, further words, body) of the blocks of some languages."""
    return [(match.group(1), match.group(2).split(), match.group(3))
            for match in FENCE.finditer(text) if match.group(1) in languages]


def commands(body, console):
    """(command, lines shown below it) of a block."""
    found = []
    more = False
    for line in body.splitlines():
        if more:
            found[-1][0] += "\n" + line
        elif not console or line.startswith("$ "):
            found.append([line.removeprefix("$ "), []])
        else:
            found[-1][1].append(line)
        more = found[-1][0].endswith("\\") and not found[-1][1]
    return found


def command_blocks(text):
    """(further words, body, [(command, lines shown; None in `sh`)]) of the blocks of commands."""
    for language, words, body in blocks(text, "console", "sh"):
        console = language == "console"
        yield words, body, [(command, shown if console else None)
                            for command, shown in commands(body, console)]


def is_run(command):
    """Not what builds and installs; nor what draws, where gnuplot is missing."""
    draws = "--plot" in command or command.startswith("siderum picture ")
    return command.split(" ")[0] in RUNNABLE and not (draws and shutil.which("gnuplot") is None)


class Folder:
    """A new folder with the examples, in which `siderum` is a program.

    What the program keeps between runs (its cache) is beside the folder and begins empty.
    """

    def __init__(self, path, program):
        self.path = path / "here"
        self.path.mkdir(parents=True)
        (self.path / "examples").symlink_to(ROOT / "examples")
        (path / "bin").mkdir()
        (path / "bin/siderum").symlink_to(program)
        self._environment = {**os.environ, "XDG_CACHE_HOME": str(path / "cache"),
                             "PATH": f"{path / 'bin'}{os.pathsep}{os.environ['PATH']}"}

    def run(self, command, **streams):
        return subprocess.run(["sh", "-c", command], cwd=self.path, env=self._environment,
                              check=False, timeout=300, **streams)
