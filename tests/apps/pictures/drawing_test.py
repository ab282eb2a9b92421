# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What pictures say of odd names, and what becomes of results where no picture comes of them.

    python3 drawing_test.py PROGRAM [TEST...]
"""

import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import unittest
import xml.dom.minidom

import program_test
from program_test import GOOD_ROWS, ROOT, ProgramTest

DATA, RANDOMS = (ROOT / f"tests/golden/pair_counts_{name}.csv" for name in ("data", "randoms"))
MAP = ROOT / "tests/golden/healpy_ring.fits"
GRID = ["--fmin", "0.1", "--fmax", "0.4", "--count", "9"]
# Each begins with what could end or begin something in gnuplot.
ODD = ("'a'b", "''", '"b"', "\\c\\n\\101", "`touch owned`", "$(touch owned)d", "_e^{f}{/Symbol g}",
       "@h@reset", "&i~j", "#k", "%l %s", "<m>&amp;", "é θ", "; exit", "\" ; exit #",
       "]]>o")


def texts_of(svg):
    """All that the picture shows."""
    document = xml.dom.minidom.parseString(svg)

    def shown(data):
        return data.replace("\u200b", "")

    def text(node):
        return "".join(shown(child.data) if child.nodeType == child.TEXT_NODE else text(child)
                       for child in node.childNodes)

    return [text(node) for node in document.getElementsByTagName("text")]


@unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not installed")
class OddText(ProgramTest):
    """Shown as it is written."""

    def has(self, text):
        self.assertIn(text, [each.strip() for each in texts_of(self.read("a.svg"))])
        self.assertFalse((self.folder / "owned").exists())
        (self.folder / "a.svg").unlink()

    def test_ids_of_light_curves(self):
        for name in ODD:
            if name.endswith("exit #"):
                continue
            quoted = '"' + name.replace('"', '""') + '"'
            rows = "id,time,value\n" + GOOD_ROWS.replace("a,", quoted + ",")
            self.succeed("periods", "-", *GRID, "--plot", "a.svg", text=rows)
            self.has(f"{name}: 5 points")

    def test_names_of_files(self):
        for name in ODD:
            file = name.replace("/", "")
            shutil.copy(DATA, self.folder / (file + ".csv"))
            self.succeed("pairs", "--data", f"./{file}.csv", "--bins", "0.5:10:4", "--plot",
                         "a.svg", "--output", "a.csv")
            shown = [text for text in texts_of(self.read("a.svg")) if text.endswith(" points")]
            self.assertEqual([text.rsplit(":", 1)[0] for text in shown], [file])
            self.has(shown[0])

    def test_titles_and_units(self):
        for text in ODD:
            self.succeed("picture", MAP, "a.svg", "--width", "64", f"--title={text}",
                         f"--unit={text}")
            written = [each.strip() for each in texts_of(self.read("a.svg"))]
            self.assertEqual(written.count(text), 2, (text, written))
            self.has(text)

    def test_line_breaks_and_bytes_that_are_no_text(self):
        for text, lines in ((b"two\nlines", ["two", "lines"]), (b"a\x1b[31m\x07", ["a�[31m�"]),
                            (b"\xff\xfe", ["��"])):
            self.succeed("picture", MAP, "a.svg", "--width", "64", "--unit", "",
                         os.fsdecode(b"--title=" + text))
            self.assertLessEqual(set(lines), set(texts_of(self.read("a.svg"))))

    def test_names_of_pictures(self):
        for name in ODD:
            file = name.replace("/", "") + ".png"
            self.succeed("picture", MAP, "./" + file, "--width", "64")
            self.assertEqual(self.names(), [file])
            self.assertTrue((self.folder / file).read_bytes().startswith(b"\x89PNG"))
            (self.folder / file).unlink()

    def test_the_settings_of_the_user_do_not_count(self):
        self.write(".gnuplot", "set terminal dumb\nset output 'elsewhere'\nset title 'mine'\n")
        home = dict(os.environ, HOME=str(self.folder))
        subprocess.run([program_test.PROGRAM, "picture", str(MAP), "a.svg", "--width", "64"],
                       cwd=self.folder, env=home, check=True, capture_output=True)
        self.assertEqual(self.names(), [".gnuplot", "a.svg"])


class Failures(ProgramTest):
    """Every result that is computed is there when no picture comes of it."""

    RUNS = (["periods", "-", *GRID, "--window", "window.csv", "--periodogram", "powers.npy"],
            ["pairs", "--data", DATA, "--randoms", RANDOMS, "--bins", "0.5:10:4", "--regions", "5",
             "--covariance", "cov.csv", "--save-counts", "counts.json"])

    def put_gnuplot(self, script):
        """A program of that name, found before all others."""
        folder = self.folder / "bin"
        folder.mkdir(exist_ok=True)
        (folder / "gnuplot").write_text("#!/bin/sh\n" + script, encoding="utf-8")
        (folder / "gnuplot").chmod(0o755)
        return f"{folder}:{os.environ['PATH']}"

    def runs(self):
        """(the run, its other files, the table without a picture)."""
        for run in self.RUNS:
            plain = self.succeed(*run, text=GOOD_ROWS)
            files = {name: (self.folder / name).read_bytes() for name in self.names()
                     if name not in ("bin", "old.png")}
            for name in files:
                (self.folder / name).unlink()
            yield [*run, "--plot", "old.png"], files, plain.stdout

    def keeps_all_but_the_picture(self, run, files, table, sentence, **streams):
        """Once to standard output, once to a file."""
        for output in ([], ["--output", "table.csv"]):
            self.write("old.png", "old")
            outcome = subprocess.run([program_test.PROGRAM, *map(str, run), *output],
                                     cwd=self.folder, input=GOOD_ROWS, text=True, check=False,
                                     capture_output=True, **streams)
            self.assertEqual(outcome.returncode, 1, outcome.stderr)
            self.assertIn(sentence, outcome.stderr)
            expected = set(files) | {"old.png"} | ({"table.csv"} if output else set())
            self.assertEqual(set(self.names()) - {"bin"}, expected)
            self.assertEqual(self.read("table.csv") if output else outcome.stdout, table)
            for name, content in files.items():
                self.assertEqual((self.folder / name).read_bytes(), content)
            self.assertEqual(self.read("old.png"), "old")
            for name in expected:
                (self.folder / name).unlink()

    def test_a_gnuplot_that_fails(self):
        for script, reason in (("cat >/dev/null; echo no >&2; exit 3", "(exit status 3: no)"),
                               ("exit 0", "(exit status 0)"),
                               ("echo; kill -9 $$", "(exit status 137)"),
                               ("exec <&-; exit 1", "(exit status 1)")):
            path = self.put_gnuplot(script)
            for run, files, table in self.runs():
                self.keeps_all_but_the_picture(
                    run, files, table, f"gnuplot did not draw 'old.png' {reason}",
                    env=dict(os.environ, PATH=path))
            self.write("old.png", "old")
            self.refuse(1, f"gnuplot did not draw 'old.png' {reason}", "picture", MAP, "old.png",
                        path=path)
            self.assertEqual(self.read("old.png"), "old")
            (self.folder / "old.png").unlink()

    def test_a_gnuplot_that_cannot_be_started(self):
        self.put_gnuplot("")
        (self.folder / "bin/gnuplot").write_text("#!/no/such/interpreter\n", encoding="utf-8")
        for run, files, table in self.runs():
            self.keeps_all_but_the_picture(run, files, table, "gnuplot' could not be started",
                                           env=dict(os.environ, PATH=f"{self.folder}/bin"))

    def test_no_room_for_the_picture(self):
        path = self.put_gnuplot("cat >/dev/null; head -c 2000000 /dev/zero")

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)

        for run, files, table in self.runs():
            self.keeps_all_but_the_picture(run, files, table, "old.png cannot be written",
                                           preexec_fn=limit, env=dict(os.environ, PATH=path))

    def test_nothing_to_draw(self):
        path = self.put_gnuplot("cat >/dev/null; echo")
        rows = "a,1,1\nb,2,3\n"
        plain = self.run_program("periods", "-", "--columns", "id,time,value", *GRID, text=rows)
        outcome = self.run_program("periods", "-", "--columns", "id,time,value", *GRID, "--plot",
                                   "a.png", text=rows, path=path)
        if plain.returncode == 0:
            self.assertEqual(outcome.returncode, 1)
            self.assertIn("'a.png' was not drawn", outcome.stderr)
        self.assertEqual(outcome.stdout, plain.stdout)

    def test_without_gnuplot_nothing_is_begun(self):
        for run, _, _ in self.runs():
            self.refuse(1, "--plot needs gnuplot", *run, path="/nowhere")
            self.assertEqual(self.names(), [])


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
