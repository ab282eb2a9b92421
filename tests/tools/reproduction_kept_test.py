#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Draws docs/reproduction.md and its CSV files again from the results that are kept, all but the
pictures: no figure of theirs may be typed. And looks at how results are taken among the kept ones.

    python3 reproduction_kept_test.py
"""

import contextlib
import filecmp
import io
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
sys.path.insert(0, str(ROOT / "bench"))

import reproduce  # noqa: E402
import reproduction  # noqa: E402
from reproduction import kept  # noqa: E402

ITEM = reproduce.ITEMS[0].name


def published_picture(item, found, curves, paper, path):
    """In place of one that is drawn."""
    return (DOCS / "reproduction" / path.name).exists()


def is_drawn_anew():
    """Whether make reproduction has written this machine's own page."""
    done = subprocess.run(["git", "-C", str(ROOT), "status", "--porcelain", "--", "docs",
                           "bench/results"], capture_output=True, text=True, check=False)
    return done.returncode != 0 or bool(done.stdout.strip())


class Kept(unittest.TestCase):

    @unittest.skipIf(is_drawn_anew(), "the page is not that of the repository")
    def test_the_page_is_what_the_results_give(self):
        pictures = types.SimpleNamespace(draw=published_picture)
        with tempfile.TemporaryDirectory() as name, contextlib.redirect_stdout(io.StringIO()):
            page, before = pathlib.Path(name), getattr(reproduction, "pictures", None)
            modules = sys.modules.get("reproduction.pictures")
            reproduction.pictures = sys.modules["reproduction.pictures"] = pictures
            try:
                reproduce.draw_kept(page)
            finally:
                reproduction.pictures, sys.modules["reproduction.pictures"] = before, modules
            made = {path.relative_to(page) for path in page.rglob("*") if path.is_file()}
            there = {path.relative_to(DOCS) for path in (DOCS / "reproduction").glob("*.csv")}
            self.assertEqual(made, there | {pathlib.Path("reproduction.md")})
            _, other, failed = filecmp.cmpfiles(page, DOCS, sorted(map(str, made)), shallow=False)
            self.assertEqual((other, failed), ([], []),
                             "draw it again: python3 bench/reproduce.py --keep")


class Taken(unittest.TestCase):

    def test_newer_results_supersede_older_ones(self):
        def measured(name, places, **facts):
            folder = self.folder / name
            kept.write(folder / "machine.json",
                       {"commit": name, "scale": "paper", "days": ["2026-01-01"], **facts})
            for item, of_places in places.items():
                kept.write(folder / f"{item}.json", {
                    "places": {place: [f"{name} {place}"] for place in of_places},
                    "curves": {"line": name}, "parts": {"all": {"a": 1}}})
            return folder
        with tempfile.TemporaryDirectory() as name:
            self.folder, there = pathlib.Path(name), pathlib.Path(name) / "kept"
            old = kept.take(measured("old", {"a": ("all", "gpu"), "b": ("gpu",)}), there)
            new = kept.take(measured("new", {"a": ("gpu",)}, days=["2026-01-02"]), there)
            self.assertEqual([new, old], kept.folders(there))
            self.assertEqual([new.name, old.name], ["2026-01-02-new", "2026-01-01-old"])
            self.assertEqual(kept.read(old / "a.json")["places"], {"all": ["old all"]})
            self.assertEqual(kept.read(new / "a.json"),
                             {"places": {"gpu": ["new gpu"]}, "curves": {"line": "new"}})
            # More of the same commit and day; what has nothing left goes.
            kept.take(measured("new", {"a": ("all",), "b": ("gpu",)}, days=["2026-01-02"]), there)
            self.assertEqual(kept.folders(there), [new])
            self.assertEqual(kept.read(new / "a.json")["places"],
                             {"gpu": ["new gpu"], "all": ["new all"]})
            # The GPU that the page names is one that was used.
            for other, gpu in (("none", "none"), ("used", "G")):
                kept.write(there / f"2026-01-03-{other}/machine.json", {"host": other, "GPU": gpu})
            kept.write(there / f"2026-01-03-none/{ITEM}.json", {"places": {"one": ["x"]}})
            kept.write(there / f"2026-01-03-used/{ITEM}.json", {"places": {"gpu": ["x"]}})
            folders = [there / f"2026-01-03-{other}" for other in ("none", "used")]
            self.assertEqual(reproduce.head_of(reproduce.Store(*folders)),
                             {"host": "none", "GPU": "G"})
            self.assertEqual(reproduce.head_of(reproduce.Store(folders[0]))["GPU"], "none")
            for folder in folders:
                kept.remove(folder)
            # What had another limit stands by itself.
            short = kept.take(measured("short", {"c": ("one",)}, **{"host seconds": 10.0}), there)
            self.assertEqual(short.name, "2026-01-01-short-10s")
            kept.remove(short)
            # One run at the scale quick, which is no part of the page's own.
            for commit in ("first", "second"):
                quick = kept.take(measured(commit, {"a": ("all",)}, scale="quick"), there)
            self.assertEqual((quick.name, kept.folders(there)), ("quick", [new]))
            self.assertEqual(kept.read(quick / "machine.json")["commit"], "second")
            self.assertEqual(kept.read(new / "a.json")["places"]["all"], ["new all"])


if __name__ == "__main__":
    unittest.main()
