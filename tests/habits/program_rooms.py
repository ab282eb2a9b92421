# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The rooms of the program: which folder of apps/ may include which, and whose options are whose.

program.cpp and main.cpp stand above all rooms, the other files of apps/ itself below them. Only the
parser of the command line includes CLI11. A type named ...Options that a room declares is not seen
outside that room and its tests.
"""

import re

from sources import CPP, end, files, name

ROOT_ROOM = ""
MAY_INCLUDE = {
    ROOT_ROOM: {ROOT_ROOM},
    "command_line": {ROOT_ROOM, "command_line"},
    "pictures": {ROOT_ROOM, "command_line", "pictures"},
    "pairs": {ROOT_ROOM, "command_line", "pictures", "pairs"},
    "periods": {ROOT_ROOM, "command_line", "pictures", "periods"},
    "sky": {ROOT_ROOM, "command_line", "pictures", "sky"},
}
ABOVE_ALL = ("program", "main")
PARSER = "apps/command_line/parser.cpp"
INCLUDE = re.compile(r"^\s*#\s*include\s*<([^>]+)>", re.M)
DECLARED = re.compile(r"\b(?:struct|class)\s+(\w+Options)\b\s*(?:final\s*)?[{:]")


def room_of(path):
    """The folder of a path such as "apps/sky/rotate.cpp"; "" for a file of apps/ itself."""
    parts = path.split("/")
    return parts[1] if len(parts) > 2 else ROOT_ROOM


def stands_above(path):
    return room_of(path) == ROOT_ROOM and path.split("/")[-1].split(".")[0] in ABOVE_ALL


def include_complaints(path, text):
    """Of a file of apps/: what it includes and must not."""
    found = []
    for target in INCLUDE.findall(text):
        if target.startswith("CLI/") and path != PARSER:
            found.append(f"{path}: includes <{target}> ({PARSER} alone knows CLI11)")
        inner = target.removeprefix("siderum/")
        if not inner.startswith("apps/") or stands_above(path):
            continue
        if stands_above(inner) or room_of(inner) not in MAY_INCLUDE[room_of(path)]:
            found.append(f"{path}: includes <{target}>, which is no room below it")
    return found


def options_of_rooms(texts):
    """{type: room} of the options that rooms declare, from {path: text}."""
    return {
        declared: room_of(path)
        for path, text in texts.items()
        if path.startswith("apps/") and room_of(path) != ROOT_ROOM
        for declared in DECLARED.findall(text)
    }


def stranger_complaints(texts):
    """Options that are named outside the room that declares them, and outside its tests."""
    options = options_of_rooms(texts)
    if not options:
        return []
    any_of_them = re.compile(r"\b(" + "|".join(sorted(options)) + r")\b")
    found = []
    for path, text in texts.items():
        for option in sorted(set(any_of_them.findall(text))):
            room = options[option]
            if not path.startswith((f"apps/{room}/", f"tests/apps/{room}/")):
                found.append(f"{path}: names {option}, which is of apps/{room}/ alone")
    return found


def main():
    texts = {name(path): path.read_text() for path in files(["apps", "tests/apps", "bench"], CPP)}
    complaints = stranger_complaints(texts)
    if not options_of_rooms(texts):
        complaints.append("no room declares options")
    for path, text in texts.items():
        if path.startswith("apps/"):
            complaints += include_complaints(path, text)
    end(complaints, len(texts))


if __name__ == "__main__":
    main()
