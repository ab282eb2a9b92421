# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Every file opens with the two SPDX lines, and the labels of launches, regions and allocations
that stand as text in the library begin with siderum::. Labels that are put together at run time
are checked by the tests that listen to Kokkos Tools. Sentences of the layers below io and apps name
no option and no member of a struct: they are read by who calls a verb that may lack it. What is NVIDIA's is named in its backend
alone."""

import re

from sources import CPP, LAYERS, SCRIPTS, TREES, end, files, name

SPDX = (
    "SPDX-FileCopyrightText: 2026 The siderum developers",
    "SPDX-License-Identifier: Apache-2.0",
)
# The first argument of what takes a label on the host; ranges of a team are nested and take none.
FIRST_ARGUMENT = re.compile(
    r"\b(?:parallel_(?:for|reduce|scan)|for_each_on_host|ScopedRegion(?:\s+\w+)?|view_alloc)\s*\(\s*"
    r'(?P<label>"(?:\\.|[^"\\])*")?'
    r"(?P<policy>Kokkos::(?:Range|MDRange|Team)Policy\b|policy\b)?"
)

SPEAKERS = ("core", "backends", "algorithms", "engine")
LITERAL = re.compile(r'"((?:\\.|[^"\\\n])*)"')
# An option of the program, or a name that only code has. a_lm and what CUDA is called by are words.
OF_CODE = re.compile(r"(?<![\w-])--[a-z]\w*|(?<![\w:.])(?!a_lm\b|siderum_)[a-z]{2,}_[a-z]\w*")

VENDOR = re.compile(r"(?<![a-z])warps?(?![a-z])|cuda_?stream", re.IGNORECASE)


def missing_spdx(path, text):
    lines = [line for line in text.splitlines()[:4] if not line.startswith("#!")]
    mark = "//" if path.suffix in CPP else "#"
    if lines[:2] != [f"{mark} {line}" for line in SPDX]:
        return [f"{name(path)}: does not open with the two SPDX lines"]
    return []


def wrong_labels(path, text):
    complaints = []
    for match in FIRST_ARGUMENT.finditer(text):
        number = text.count("\n", 0, match.start()) + 1
        label = match.group("label")
        if label and not label.startswith('"siderum::'):
            complaints.append(f"{name(path)}:{number}: the label {label} lacks siderum::")
        if match.group("policy"):
            complaints.append(f"{name(path)}:{number}: a launch without a label")
    return complaints


def words_of_code(path, text):
    """Options and members in the sentences of a layer that does not know who reads them."""
    return [
        f"{name(path)}:{number}: a sentence names '{word.group()}', which its reader may lack"
        for number, line in enumerate(text.splitlines(), 1)
        if not line.lstrip().startswith(("//", "#include"))
        for text in LITERAL.findall(line)
        if " " in text
        for word in OF_CODE.finditer(text)
    ]


def vendor_words(path, text):
    if name(path).startswith("backends/cuda/"):
        return []
    return [
        f"{name(path)}:{number}: '{match.group()}' belongs to backends/cuda"
        for number, line in enumerate(text.splitlines(), 1)
        for match in VENDOR.finditer(line)
    ]


def main():
    complaints = []
    checked = 0
    library = set(files(LAYERS, CPP))
    for path in files(TREES, CPP + SCRIPTS):
        text = path.read_text()
        checked += 1
        complaints += missing_spdx(path, text)
        if path in library:
            complaints += wrong_labels(path, text)
            complaints += vendor_words(path, text)
        if name(path).split("/")[0] in SPEAKERS:
            complaints += words_of_code(path, text)
    end(complaints, checked)


if __name__ == "__main__":
    main()
