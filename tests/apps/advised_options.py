# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What sentences advise can be done with the verb that says it."""

import re
import subprocess

OPTION = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]*")
OF_VERBS = {}


def options_of(program, words):
    verbs = [word for word in words[:2] if not word.startswith("-")]
    verb = tuple(verbs if verbs[:1] == ["simulate"] else verbs[:1])
    if verb not in OF_VERBS:
        described = subprocess.run([program, *verb, "--help"], capture_output=True, text=True,
                                   check=False)
        OF_VERBS[verb] = {"--help", "--version", *OPTION.findall(described.stdout)}
    return OF_VERBS[verb]


def strangers(program, words, sentence):
    """Options in a sentence that neither its verb has nor the user has given."""
    given = {option for word in words for option in OPTION.findall(word)}
    return set(OPTION.findall(sentence)) - options_of(program, words) - given
