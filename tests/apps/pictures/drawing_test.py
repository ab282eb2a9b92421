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
import struct
import subprocess
import sys
import unittest
import xml.dom.minidom
import zlib

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
        home = dict(os.environ, HOME=str(self.folder), GNUTERM="no-such-terminal")
        subprocess.run([program_test.PROGRAM, "picture", str(MAP), "a.svg", "--width", "64"],
                       cwd=self.folder, env=home, check=True, capture_output=True)
        self.assertEqual(self.names(), [".gnuplot", "a.svg"])


def png(width, height, element):
    """A PNG with opacity of one colour."""
    def chunk(name, content):
        return (struct.pack(">I", len(content)) + name + content
                + struct.pack(">I", zlib.crc32(name + content)))

    rows = (b"\0" + bytes(element) * width) * height
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def elements_of(data):
    """Width, height and the rows of a PNG without opacity, three numbers for each element."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    place, packed, header = 8, b"", b""
    while place < len(data):
        length, = struct.unpack_from(">I", data, place)
        name, content = data[place + 4:place + 8], data[place + 8:place + 8 + length]
        header = content if name == b"IHDR" else header
        packed += content if name == b"IDAT" else b""
        place += 12 + length
    width, height, *kind = struct.unpack(">IIBBBBB", header)
    assert kind == [8, 2, 0, 0, 0], kind
    filtered, above, rows = zlib.decompress(packed), bytes(3 * width), []
    for start in range(0, len(filtered), 3 * width + 1):
        row = bytearray(filtered[start + 1:start + 3 * width + 1])
        for i, upper in enumerate(above):
            left, between = (row[i - 3], above[i - 3]) if i > 2 else (0, 0)
            to = [abs(upper - between), abs(left - between), abs(left + upper - 2 * between)]
            nearest = (left, upper, between)[to.index(min(to))]
            expected = (0, left, upper, (left + upper) // 2, nearest)[filtered[start]]
            row[i] = (row[i] + expected) % 256
        rows.append([tuple(row[i:i + 3]) for i in range(0, 3 * width, 3)])
        above = row
    return width, height, rows


@unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not installed")
class Axes(ProgramTest):
    FEW = ["--fmin", "0.1", "--fmax", "0.4", "--count", "9", "--plot", "a.svg"]

    def test_units_of_times(self):
        for name, axis, period in (("time", "cycles per unit of time", "folded at period [0-9.]+"),
                                   ("time [h]", "cycles per day", "folded at period [0-9.]+ days")):
            self.succeed("periods", "-", *self.FEW, text=f"id,{name},mag\n" + GOOD_ROWS)
            self.assertIn(f"frequency [{axis}]", self.read("a.svg"))
            self.assertRegex(self.read("a.svg"), f">{period}<")

    def test_magnitudes_of_a_simulated_survey(self):
        self.succeed("simulate", "light-curves", "--objects", "1", "--output", "survey.csv")
        self.succeed("periods", "survey.csv", *self.FEW)
        self.assertIn(">magnitude<", self.read("a.svg"))


class Sky(ProgramTest):
    """PNG: the sky, below what gnuplot draws."""

    # At a width of 64: 1 element around the sky, 3 above it for the title, 4 below for the bar.
    WIDTH, HEIGHT = 66, 40

    def put_gnuplot(self, picture):
        """A program of that name, found before all others, that writes these bytes."""
        folder = self.folder / "bin"
        folder.mkdir(exist_ok=True)
        (folder / "made.png").write_bytes(picture)
        (folder / "gnuplot").write_text(f"#!/bin/sh\ncat >/dev/null\ncat {folder}/made.png\n",
                                        encoding="utf-8")
        (folder / "gnuplot").chmod(0o755)
        return f"{folder}:{os.environ['PATH']}"

    def drawn(self, element):
        path = self.put_gnuplot(png(self.WIDTH, self.HEIGHT, element))
        outcome = self.run_program("picture", MAP, "a.png", "--width", "64", path=path)
        self.assertEqual((outcome.returncode, outcome.stderr), (0, ""))
        width, height, rows = elements_of((self.folder / "a.png").read_bytes())
        self.assertEqual((width, height), (self.WIDTH, self.HEIGHT))
        return rows

    def test_is_below_what_gnuplot_draws(self):
        sky = self.drawn((9, 9, 9, 0))
        white = (255, 255, 255)
        for row in (0, 3, 36, 39):
            self.assertEqual(set(sky[row]), {white}, row)
        self.assertEqual({row[0] for row in sky} | {row[-1] for row in sky}, {white})
        seen = [i for i, row in enumerate(sky) if row[33] != white]
        self.assertEqual(seen, list(range(4, 36)))
        self.assertGreater(len({element for row in sky for element in row}), 100)

        over = self.drawn((200, 100, 0, 51))
        for row, row_below in zip(over, sky):
            for element, below in zip(row, row_below):
                for share, colour, under in zip(element, (200, 100, 0), below):
                    self.assertLessEqual(abs(share - (0.2 * colour + 0.8 * under)), 0.5)
        self.assertEqual({element for row in self.drawn((1, 2, 3, 255)) for element in row},
                         {(1, 2, 3)})

    def test_another_picture_than_was_asked_for(self):
        for picture in (png(self.WIDTH, self.HEIGHT + 1, (0, 0, 0, 0)),
                        png(self.WIDTH - 1, self.HEIGHT, (0, 0, 0, 0)),
                        png(self.WIDTH, self.HEIGHT, (0, 0, 0, 0))[:-13], b"GIF89a"):
            path = self.put_gnuplot(picture)
            self.write("a.png", "old")
            self.refuse(1, "gnuplot did not draw 'a.png' (what came is no PNG of its size)",
                        "picture", MAP, "a.png", "--width", "64", path=path)
            self.assertEqual(self.read("a.png"), "old")
            self.assertEqual(self.names(), ["a.png", "bin"])

    @unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not installed")
    def test_has_its_title_outline_and_bar(self):
        def rows_of(*options):
            self.succeed("picture", MAP, "a.png", "--width", "400", *options)
            return elements_of((self.folder / "a.png").read_bytes())[2]

        rows = rows_of("--title", "Title", "--polarisation", "none")
        white = (255, 255, 255)
        self.assertEqual((len(rows[0]), len(rows)), (420, 260))
        title = {element for row in rows[:25] for element in row}
        self.assertIn(white, title)
        self.assertLess(min(sum(element) for element in title), 300, "letters")
        bar = [len({row[i] for i in range(120, 300)}) for row in rows[232:]]
        self.assertGreater(max(bar), 100, "its colours")
        edge = rows[30 + 100][8:14]
        self.assertLess(min(sum(element) for element in edge), 450, "the outline")


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
