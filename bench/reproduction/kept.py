# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The results that docs/reproduction.md is drawn from, in bench/results/reproduction: a folder of
those of one commit, day, part of the processors and limit of hosts, as bench/reproduce.py measures
them, and one of a run at the scale quick, which the page tells the time of."""

import json
import pathlib
import re

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "results/reproduction"
QUICK = "quick"


def folders(kept=FOLDER):
    """The last by their names first (day, commit), whose machine heads the page, but for its
    GPU."""
    return sorted((path for path in kept.glob("*") if path.is_dir() and path.name != QUICK),
                  reverse=True)


def name_of(facts):
    if facts["scale"] == QUICK:
        return QUICK
    told = [facts.get("days", ["0"])[-1], facts["commit"], facts.get("processors", ""),
            *([f"{facts['host seconds']:g}s"] if "host seconds" in facts else [])]
    return re.sub(r"[^a-z0-9]+", "-", " ".join(told).lower()).strip("-")


def read(path):
    return json.loads(path.read_text()) if path.exists() else {}


def write(path, found):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(found, separators=(",", ":")) + "\n")


def take(folder, kept=FOLDER):
    """Adds what was measured there, in place of what others have of the same items and places."""
    facts = read(folder / "machine.json")
    target = kept / name_of(facts)
    others = [other for other in folders(kept) if other != target]
    if target.name == QUICK:
        remove(target)
        others = []
    for path in sorted(folder.glob("*.json")):
        found = read(path)
        if found.get("places"):  # facts have none, nor what was cut off
            for other in others:
                leave(other / path.name, found["places"])
            known = read(target / path.name)
            write(target / path.name, {name: {**known.get(name, {}), **found.get(name, {})}
                                       for name in ("places", "curves")})
    write(target / "machine.json", {**read(target / "machine.json"), **facts})
    for other in folders(kept):
        if [path.name for path in other.iterdir()] == ["machine.json"]:
            remove(other)
    return target


def leave(path, places):
    """Without these places, which another folder has now; without any the file goes."""
    found = read(path)
    rest = {place: rows for place, rows in found.get("places", {}).items() if place not in places}
    if rest:
        write(path, {**found, "places": rest})
    else:
        path.unlink(missing_ok=True)


def remove(folder):
    for path in folder.glob("*.json"):
        path.unlink()
    if folder.exists():
        folder.rmdir()
