# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Finds the functions of C++ text by its braces, without a compiler."""

import re

NOT_A_FUNCTION = re.compile(r"\b(namespace|class|struct|union|enum|concept)\b[^()]*$|=\s*$")
COMMENT_OR_LITERAL = re.compile(
    r"""//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'""", re.DOTALL
)


def blank(match):
    """Braces and semicolons inside comments and literals do not count; their line ends do.
    An apostrophe between the digits of a number is no literal."""
    text = match.group(0)
    return "".join(c if c == "\n" else "_" for c in text)


def strip(text):
    text = re.sub(r"(?<=[0-9a-fA-F])'(?=[0-9a-fA-F])", "_", text)
    text = COMMENT_OR_LITERAL.sub(blank, text)
    return re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", lambda m: "\n" * m.group(0).count("\n"),
                  text, flags=re.MULTILINE)


def opens_function(head):
    """Whether the text between the last ; { or } and a { is the head of a function."""
    return "(" in head and not NOT_A_FUNCTION.search(head)


def function_lengths(text):
    """(line of the head, number of lines) of each outermost function: a lambda or a local struct
    belongs to the function that it stands in."""
    text = strip(text)
    lengths = []
    open_braces = []
    head_start = 0
    inside = False
    for position, character in enumerate(text):
        if character == "{":
            is_function = not inside and opens_function(text[head_start:position])
            first = text[head_start:position]
            start = head_start + len(first) - len(first.lstrip())
            open_braces.append((is_function, start))
            inside = inside or is_function
        elif character == "}" and open_braces:
            is_function, start = open_braces.pop()
            if is_function:
                inside = False
                line = text.count("\n", 0, start) + 1
                lengths.append((line, text.count("\n", start, position) + 1))
        if character in ";{}":
            head_start = position + 1
    return lengths
