# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""No circle between the rooms of a layer: what a room includes does not include it back, not by way
of others either.

A room is a folder. Where folders lie beneath a folder, each of its own files is a room together
with the folder of that name: wing/x.hpp, wing/x.cpp and what is in wing/detail/x/ or wing/x/.
"""

import re

from sources import CPP, ROOT, end, files, name

# The rooms of apps/ are in an order of their own: program_rooms.py.
CHECKED_LAYERS = ("core", "backends", "algorithms", "distributed", "engine", "io")
INCLUDE = re.compile(r"^\s*#\s*include\s*<siderum/([^>]+)>", re.MULTILINE)


def room_of(path, parents):
    """The room of a file, of its path; parents are the folders with folders beneath."""
    folder, _, file = path.rpartition("/")
    room = "/".join(part for part in folder.split("/") if part != "detail")
    return f"{room}/{file.split('.')[0]}" if folder in parents else room


def graph_of(texts):
    """room -> {room that it includes: the file that does}, of {path: text}."""
    folders = {path.rpartition("/")[0] for path in texts}
    parents = {"/".join(parts[:i]) for folder in folders for parts in [folder.split("/")]
               for i in range(1, len(parts))}
    graph = {}
    for path, text in texts.items():
        room = room_of(path, parents)
        graph.setdefault(room, {})
        for target in INCLUDE.findall(text):
            other = room_of(target, parents)
            if target in texts and other != room:
                graph[room].setdefault(other, path)
    return graph


def circles(graph):
    """Each circle once: its rooms in the order in which they include each other."""
    found = []
    done = set()

    def visit(room, way):
        if room in way:
            found.append(way[way.index(room) :])
        elif room not in done:
            for other in sorted(graph[room]):
                visit(other, [*way, room])
            done.add(room)

    for room in sorted(graph):
        visit(room, [])
    return found


def complaint(circle, graph):
    steps = [
        f"{room} -> {other} ({graph[room][other]})"
        for room, other in zip(circle, circle[1:] + circle[:1])
    ]
    return "a circle between rooms: " + ", ".join(steps)


def main():
    texts = {name(path): path.read_text() for path in files(CHECKED_LAYERS, CPP)}
    graph = graph_of(texts)
    end([complaint(circle, graph) for circle in circles(graph)], len(texts))


if __name__ == "__main__":
    main()
