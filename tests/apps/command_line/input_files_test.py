# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Input files that change while the built program reads them, or whose headers make no sense.

    python3 input_files_test.py PROGRAM [TEST...]
"""

import gzip
import os
import pathlib
import resource
import subprocess
import sys
import time
import unittest

import program_test
from program_test import ROOT, ProgramTest

GOLDEN = ROOT / "tests/golden"
RANGE = ["--fmin", "1", "--fmax", "2", "--count", "1"]
TRANSFORM = ["--lmax", "4", "--unseen", "zero"]
FITS_REFUSED = "cannot be read as FITS (HDU 2, "


def with_card(contents, keyword, value):
    """A FITS file whose card of that keyword, or else a blank one, has another value."""
    start = contents.find(f"{keyword:8}=".encode())
    start = start if start >= 0 else contents.index(b"END" + 77 * b" ", 2880)
    card = f"{keyword:8}= {value}".encode()[:80].ljust(80)
    behind = b"" if contents[start:start + 3] != b"END" else b"END".ljust(80)
    return contents[:start] + card + behind + contents[start + 80 + len(behind):]


def table(rows):
    """A FITS file with the columns time and value, all 0."""
    cards = ["SIMPLE  =                    T", "BITPIX  =                    8",
             "NAXIS   =                    0", "END"]
    extension = ["XTENSION= 'BINTABLE'", "BITPIX  = 8", "NAXIS   = 2", "NAXIS1  = 16",
                 f"NAXIS2  = {rows}", "PCOUNT  = 0", "GCOUNT  = 1", "TFIELDS = 2",
                 "TTYPE1  = 'time'", "TFORM1  = 'D'", "TTYPE2  = 'value'", "TFORM2  = 'D'", "END"]
    data = bytes((16 * rows + 2879) // 2880 * 2880)
    return b"".join("".join(card.ljust(80) for card in part).ljust(2880).encode()
                    for part in (cards, extension)) + data


class ChangingFiles(ProgramTest):

    def shrink(self, name, *arguments):
        """Runs the program and cuts the file as soon as it is open."""
        path = self.folder / name
        process = subprocess.Popen([program_test.PROGRAM, *map(str, arguments)], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        descriptors = pathlib.Path(f"/proc/{process.pid}/fd")
        while process.poll() is None:
            try:
                if any(link.resolve() == path for link in descriptors.iterdir()):
                    break
            except OSError:
                pass
        os.truncate(path, 200_000)
        output, messages = process.communicate()
        return process.returncode, output, messages

    @unittest.skipUnless(pathlib.Path("/proc/self/fd").exists(), "there is no /proc")
    def test_a_file_that_becomes_shorter_is_one_sentence(self):
        rows = "".join(f"{row},17.5\n" for row in range(5_000_000))
        files = {"a.csv": ("time,value\n" + rows).encode(), "a.fits": table(4_000_000)}
        commands = {"periods": ["periods", "FILE", *RANGE],
                    "pairs": ["pairs", "--data", "FILE", "--columns", "time,value", "--bins",
                              "1:2:1"]}
        for name, contents in files.items():
            for verb, command in commands.items():
                arguments = [name if word == "FILE" else word for word in command]
                # Where the machine is busy, all may be read before the file is cut.
                for _ in range(8):
                    (self.folder / name).write_bytes(contents)
                    status, output, messages = self.shrink(name, *arguments)
                    self.assertGreaterEqual(status, 0, f"{verb} {name}: ended by a signal")
                    if f"{name} changed while" in messages or f"{name} cannot be" in messages:
                        break
                self.assertEqual((status, output), (1, ""), messages)
                self.assertEqual(messages.count("\n"), 1, messages)
                self.assertEqual(self.names(), [name])
                (self.folder / name).unlink()

    def test_a_file_that_grows_is_one_sentence(self):
        (self.folder / "a.csv").write_bytes(
            ("time,value\n" + "".join(f"{row},1\n" for row in range(4_000_000))).encode())
        for _ in range(8):
            process = subprocess.Popen([program_test.PROGRAM, "periods", "a.csv", *RANGE],
                                       cwd=self.folder, stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, text=True)
            with open(self.folder / "a.csv", "ab") as file:
                while process.poll() is None:
                    file.write(b"1,2\n")
                    file.flush()
                    time.sleep(0.002)
            output, messages = process.communicate()
            if "changed while it was read" in messages:
                break
        self.assertEqual((process.returncode, output), (1, ""), messages)
        self.assertEqual(self.names(), ["a.csv"])


class Headers(ProgramTest):

    def write_bytes(self, name, contents):
        (self.folder / name).write_bytes(contents)
        return name

    def verbs(self, name):
        return [["periods", name, *RANGE], ["pairs", "--data", name, "--bins", "1:2:1"],
                ["anafast", name, "cl.csv", "--lmax", "4"],
                ["map2alm", name, "b.fits", "--lmax", "4"], ["regrade", name, "b.fits", "--nside",
                                                             "2"],
                ["picture", name, "m.png"], ["alm2map", name, "b.fits", "--nside", "2"],
                ["synalm", name, "b.fits", "--lmax", "4"]]

    def test_cards_are_checked_before_they_are_used(self):
        whole = (GOLDEN / "healpy_ring.fits").read_bytes()
        wrong = {"TTYPE1": ["'" + 90 * "x", 70 * "7", "'" + 67 * "x" + "''"],
                 "NSIDE": [70 * "1", "'" + 90 * "1"], "ORDERING": ["'RING"],
                 "TFORM1": ["'8A0'", "'99999999999999999999E'"], "TDIM1": ["'(-1)'"],
                 "THEAP": ["-5"], "TFIELDS": ["2000000000", "'two'"], "NAXIS1": ["-4"],
                 "NAXIS2": ["9000000000000000000"]}
        for keyword, values in wrong.items():
            for value in values:
                contents = with_card(whole, keyword, value)
                for name, there in (("a.fits", contents), ("a.fits.gz", gzip.compress(contents))):
                    self.write_bytes(name, there)
                    for command in self.verbs(name):
                        self.refuse(1, f"{name} {FITS_REFUSED}{keyword}: ", *command)
                    (self.folder / name).unlink()

    def test_a_card_of_a_stream(self):
        contents = with_card((GOLDEN / "healpy_ring.fits").read_bytes(), "TTYPE1", 70 * "7")
        outcome = subprocess.run([program_test.PROGRAM, "anafast", "-", "cl.csv", "--lmax", "4"],
                                 cwd=self.folder, input=contents, capture_output=True, check=False)
        self.assertEqual(outcome.returncode, 1)
        self.assertIn(b"standard input " + FITS_REFUSED.encode() + b"TTYPE1", outcome.stderr)

    def test_compressed_files(self):
        whole = (GOLDEN / "healpy_ring.fits").read_bytes()
        packed = gzip.compress(whole)
        self.write_bytes("whole.fits.gz", packed)
        self.write_bytes("plain.fits", whole)
        self.succeed("anafast", "plain.fits", "a.csv", *TRANSFORM)
        self.succeed("anafast", "whole.fits.gz", "b.csv", *TRANSFORM)
        self.assertEqual(self.read("a.csv"), self.read("b.csv"))
        # The size at the end of such a file is a claim that nobody checked.
        self.write_bytes("whole.fits.gz", packed[:-4] + b"\xff\xff\xff\xff")
        self.refuse(1, "cannot be unpacked", "anafast", "whole.fits.gz", "c.csv", "--lmax", "4")
        # Of a file that would be unpacked to gigabytes the beginning is enough.
        self.write_bytes("zeros.fits.gz", gzip.compress(bytes(1 << 20)))
        self.refuse(1, "cannot be unpacked", "anafast", "zeros.fits.gz", "c.csv", "--lmax", "4")
        for size in (20, len(packed) // 3):
            self.write_bytes("whole.fits.gz", packed[:size])
            self.refuse(1, "whole.fits.gz cannot be read as FITS (HDU ", "anafast",
                        "whole.fits.gz", "c.csv", "--lmax", "4")

    @unittest.skipUnless(pathlib.Path("/dev/zero").exists(), "there is no /dev/zero")
    def test_endless_files_are_refused_at_their_beginning(self):
        points = GOLDEN / "pair_counts_data.csv"
        for arguments in (["periods", "@/dev/zero", *RANGE], ["periods", "/dev/zero", *RANGE],
                          ["pairs", "--data", points, "--edges", "/dev/zero"],
                          ["pairs", "--data", points, "--bins", "1:2:3", "--use-counts",
                           "/dev/zero"],
                          ["synalm", "/dev/zero", "a.fits", "--lmax", "4"]):
            self.refuse(1, "binary data", *arguments)

    def test_lists_whose_rows_name_no_file(self):
        self.write("list.txt", "# files\n" + 4100 * "#\n" + "a\0b\n")
        self.refuse(1, "row 4102 of list.txt names no file ('a?b')", "periods", "@list.txt", *RANGE)
        self.write("list.txt", 10_000_000 * "x")
        outcome = self.refuse(1, "row 1 of list.txt names no file ('xxx", "periods", "@list.txt",
                              *RANGE)
        self.assertLess(len(outcome.stderr), 300)

    def test_paths_of_more_than_a_thousand_letters(self):
        folder = self.folder
        for _ in range(6):
            folder = folder / (200 * "d")
        folder.mkdir(parents=True)
        path = folder / "map.fits"
        self.assertGreater(len(str(path)), 1200)
        path.write_bytes((GOLDEN / "healpy_ring.fits").read_bytes())
        self.succeed("anafast", path, "a.csv", *TRANSFORM)
        self.succeed("anafast", GOLDEN / "healpy_ring.fits", "b.csv", *TRANSFORM)
        self.assertEqual(self.read("a.csv"), self.read("b.csv"))

    def test_numbers_that_ask_for_more_memory_than_there_is(self):
        limit = self.limit_addresses(2 << 30)

        def run(name, contents, *command):
            self.write_bytes(name, contents)
            outcome = subprocess.run([program_test.PROGRAM, *command], cwd=self.folder, text=True,
                                     capture_output=True, check=False, preexec_fn=limit)
            self.assertEqual(outcome.returncode, 1, outcome.stderr)
            return outcome.stderr

        whole = (GOLDEN / "healpy_coefficients.fits").read_bytes()
        to_map = ["alm2map", "a.fits", "m.fits", "--nside", "4"]
        at = whole.index((1).to_bytes(4, "big"), 5760)
        row = whole[:at] + (230_000_000).to_bytes(4, "big") + whole[at + 4:]
        self.assertIn("row 1 is of l = 15165, and l up to 15165 and m up to ",
                      run("a.fits", row, *to_map))
        self.assertIn("coefficients (the table has",
                      run("a.fits", with_card(whole, "MAX-LPOL", "1000000"), *to_map))
        partial = (GOLDEN / "healpy_partial.fits").read_bytes()
        self.assertIn("is of pixel", run("a.fits", with_card(
            partial.replace(b"NSIDE   ", b"NSYDE   "), "NSIDE", "1"), "anafast", "a.fits", "c.csv",
            "--lmax", "4"))
        self.assertRegex(
            run("a.fits", with_card(partial, "NSIDE", "8192"), "anafast", "a.fits", "c.csv",
                "--lmax", "4"),
            r"a.fits.*there is no memory for its map, 6.44e\+03 MB \(NSIDE is 8192, of whose"
            r" 805306368 pixels \d+ are listed\)")

    def test_a_line_without_an_end(self):
        for words in (["periods", "-"], ["pairs", "--data", "-", "--bins", "1:2:3"]):
            with subprocess.Popen(["sh", "-c", "yes | tr -d '\\n'"], stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL) as endless:
                outcome = subprocess.run([program_test.PROGRAM, *words], stdin=endless.stdout,
                                         cwd=self.folder, text=True, capture_output=True,
                                         check=False, timeout=120)
                endless.stdout.close()
            self.assertEqual(outcome.returncode, 1)
            self.assertIn("standard input has a line of more than 64 MB", outcome.stderr)

    def test_limits_of_open_files(self):
        """Each is the reason that is given, whatever it keeps from being opened."""
        self.limit_addresses(0)  # not under sanitizers, which look at objects through a pipe
        self.write("star.csv", "time,value\n1,2\n2,3\n3.5,1\n")
        whole = (GOLDEN / "healpy_ring.fits").read_bytes()
        (self.folder / "map.fits").write_bytes(whole)
        (self.folder / "map.fits.gz").write_bytes(gzip.compress(whole))
        commands = [["periods", "star.csv", "--fmin", "0.1", "--fmax", "0.4", "--count", "9",
                     "--output", "a.csv"],
                    ["anafast", "map.fits", "cl.csv", "--lmax", "4", "--unseen", "zero"],
                    ["anafast", "map.fits.gz", "cl.csv", "--lmax", "4", "--unseen", "zero"],
                    ["picture", "map.fits", "sky.png"]]
        for command in commands:
            for number in range(4, 12):
                outcome = subprocess.run(
                    [program_test.PROGRAM, *command], cwd=self.folder, text=True,
                    capture_output=True, check=False, env=dict(os.environ, HOME=str(self.folder)),
                    preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE,
                                                          (number, number)))
                self.assertNotIn("tuning.json", outcome.stderr)
                self.assertIn(outcome.returncode, (0, 1), outcome.stderr)
                if outcome.returncode == 1:
                    self.assertIn("Raise the limit of open files, as by ulimit -n.",
                                  outcome.stderr, f"{command} {number}")

    def test_names_look_like_no_message(self):
        messages = self.run_program("anafast", "a\nsiderum: fine.fits", "cl.csv").stderr
        self.assertEqual([line for line in messages.splitlines() if line.startswith("siderum: ")],
                         messages.splitlines()[:1])

    def test_long_words_make_no_long_sentence(self):
        word = "x" * 100_000
        self.write("edges.txt", f"1\n{word}\n")
        self.write("points.csv", "ra,dec\n1,2\n3,4\n")
        self.write("star.csv", f"id,time,value\n{word},1,2\n{word},2,3\n")
        for words in (["pairs", "--data", "points.csv", "--edges", "edges.txt"],
                      ["periods", "star.csv", "--fmin", "0.1", "--fmax", "0.4", "--count", "9"]):
            messages = self.run_program(*words).stderr
            self.assertIn("'" + word[:40] + "...'", messages)
            self.assertLess(len(messages), 1000)


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
