# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What the tests share that run every verb, or run the program as somebody without rights."""

import os
import re
import shutil
import subprocess

import program_test

NOBODY = 65534


def verbs():
    """Those that the program names in its help, of those that can run here."""
    told = subprocess.run([program_test.PROGRAM, "--help"], capture_output=True, text=True,
                          check=True).stdout
    found = set(re.findall(r"^  ([\w-]+)  ", told.partition("Subcommands:")[2], re.MULTILINE))
    assert "periods" in found, told
    return found if shutil.which("gnuplot") else found - {"picture"}


def without_root(test):
    """The options of subprocess.Popen that start the program as somebody whom folders keep out."""
    if os.geteuid() != 0:
        return {}
    try:
        subprocess.run([program_test.PROGRAM, "--version"], capture_output=True, check=True,
                       user=NOBODY)
    except PermissionError:
        test.skipTest("nobody else may run the program here")
    return {"user": NOBODY}
