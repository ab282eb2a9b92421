# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Files and streams of the built program that are odd: too large, named twice, badly named.

    python3 program_files_test.py PROGRAM [TEST...]
"""

import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import time
import unittest

import program_test
from program_test import GOOD_ROWS, HEADER, IDA, RANGE, ROOT, ProgramTest

ROWS = HEADER + GOOD_ROWS
DATA, RANDOMS = (ROOT / f"tests/golden/pair_counts_{name}.csv" for name in ("data", "randoms"))


class Outputs(ProgramTest):

    def test_a_file_larger_than_the_limit(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)

        for name in ("p.npy", "p.csv", "p.fits"):
            outcome = subprocess.run(
                [program_test.PROGRAM, "periods", str(IDA), *RANGE, "--periodogram", name],
                cwd=self.folder, capture_output=True, text=True, check=False, preexec_fn=limit)
            self.assertEqual(outcome.returncode, 1, outcome.stderr)
            self.assertIn(f"{name} cannot be written (File too large)", outcome.stderr)
            self.assertEqual(self.names(), [])

    @unittest.skipUnless(pathlib.Path("/dev/full").exists(), "there is no /dev/full")
    def test_a_full_disk_leaves_all_files_as_they_were(self):
        periods = ["periods", IDA, "--fmin", "9", "--fmax", "12"]
        pairs = ["pairs", "--data", DATA, "--bins", "0.5:10:4"]
        w = [*pairs, "--randoms", RANDOMS, "--regions", "5"]
        tables = ["--save-regions", "a.csv", "--per-region", "b.csv", "--covariance", "c.csv",
                  "--leave-one-out", "d.csv", "--save-counts", "e.json"]
        runs = [[*periods, "--window", "a.csv", "--periodogram", "b.npy"],
                [*periods, "--periodogram", "c.csv"], [*pairs, "--save-counts", "e.json"],
                [*w, *tables], ["simulate", "light-curves", "--objects", "3", "--truth", "a.csv"]]
        if shutil.which("gnuplot"):
            runs += [[*periods, "--window", "a.csv", "--plot", "f.png"], [*w, "--plot", "f.png"]]
        for run in runs:
            names = [word for word in run if str(word)[1:] in (".csv", ".npy", ".json", ".png")]
            for target in names[:-1]:
                self.write(target, "old")
            before = self.names()
            with open("/dev/full", "w") as full:
                outcome = subprocess.run([program_test.PROGRAM, *map(str, run)], cwd=self.folder,
                                         stdout=full, stderr=subprocess.PIPE, text=True,
                                         check=False)
            self.assertEqual(outcome.returncode, 1, outcome.stderr)
            self.assertIn("standard output cannot be written (No space left", outcome.stderr)
            self.refuse(1, "/dev/full cannot be written (No space left", *run, "--output",
                        "/dev/full")
            self.assertEqual(self.names(), before)
            for target in before:
                self.assertEqual(self.read(target), "old")
            for target in before:
                (self.folder / target).unlink()
            self.succeed(*run, "--output", "z.csv")
            self.assertEqual(self.names(), sorted([*names, "z.csv"]))
            for target in self.names():
                (self.folder / target).unlink()

    @unittest.skipUnless(pathlib.Path("/dev/full").exists(), "there is no /dev/full")
    def test_residuals_come_with_the_result_or_not_at_all(self):
        self.succeed("synalm", ROOT / "examples/data/cmb_like_spectrum.csv", "alm.fits", "--lmax",
                     "8")
        self.succeed("alm2map", "alm.fits", "map.fits", "--nside", "8")
        self.write("r.csv", "old")
        for verb in (["anafast", "map.fits", "--lmax", "8"],
                     ["map2alm", "map.fits", "/dev/full", "--lmax", "8"],
                     ["smooth", "map.fits", "/dev/full", "--fwhm", "60", "--lmax", "8"],
                     ["rotate", "map.fits", "/dev/full", "--angles", "1:2:3", "--lmax", "8"]):
            with open("/dev/full", "w") as full:
                outcome = subprocess.run(
                    [program_test.PROGRAM, *verb, "--residuals", "r.csv"], cwd=self.folder,
                    stdout=full, stderr=subprocess.PIPE, text=True, check=False)
            self.assertEqual(outcome.returncode, 1, outcome.stderr)
            self.assertIn("cannot be written (No space left", outcome.stderr)
            self.assertEqual(self.read("r.csv"), "old")
        self.succeed("anafast", "map.fits", "cl.csv", "--lmax", "8", "--residuals", "r.csv")
        self.assertTrue(self.read("r.csv").startswith("iteration,residual\n1,"))

    @unittest.skipUnless(pathlib.Path("/dev/full").exists(), "there is no /dev/full")
    def test_info_says_that_it_was_not_written(self):
        with open("/dev/full", "w") as full:
            outcome = subprocess.run([program_test.PROGRAM, "info"], stdout=full,
                                     stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(outcome.returncode, 1)
        self.assertIn("standard output cannot be written (No space left", outcome.stderr)

    def test_two_tables_to_one_stream(self):
        simulate = ["simulate", "light-curves", "--objects", "2"]
        for options in (["--truth", "-"], ["--output", "-", "--truth", "/dev/stdout"]):
            self.refuse(2, "--output and --truth both go to standard output", *simulate, *options)
        self.succeed(*simulate, "--output", "a.csv", "--truth", "-")
        self.assertEqual(self.names(), ["a.csv"])

    def test_endings_of_other_kinds(self):
        for name in ("a.npy", "a.csv.gz", "a.png"):
            self.refuse(1, ["--output cannot write", "or .csv"], "periods", IDA, *RANGE, "--output",
                        name)
            self.refuse(1, "--truth cannot write", "simulate", "light-curves", "--truth", name)

    def test_long_paths_and_names(self):
        deep = "/".join([200 * "d"] * 12)
        (self.folder / deep).mkdir(parents=True)
        spectrum = ROOT / "examples/data/cmb_like_spectrum.csv"
        alm = f"{deep}/{250 * 'a'}.fits"
        self.succeed("synalm", spectrum, "alm.fits", "--lmax", "8")
        self.succeed("synalm", spectrum, alm, "--lmax", "8")
        self.assertEqual((self.folder / alm).read_bytes(),
                         (self.folder / "alm.fits").read_bytes())
        for verb, name in ((["alm2map", "alm.fits"], "map.fits"),
                           (["periods", IDA, *RANGE, "--output"], "table.fits"),
                           (["periods", IDA, *RANGE, "--output", "a.csv", "--periodogram"],
                            "powers.npy")):
            end = ["--nside", "4"] if verb[0] == "alm2map" else []
            self.succeed(*verb, f"{deep}/{name}", *end)
            self.assertTrue((self.folder / deep / name).is_file())
        self.refuse(1, "cannot be written (File name too long). Choose another file.", "synalm",
                    spectrum, 256 * "a", "--lmax", "8")

    def test_what_only_takes_more(self):
        """Refused before the work, with nothing left beside it."""
        folder = self.folder / "kept"
        folder.mkdir()
        (folder / "a.csv").write_text("before")
        for path in (folder, folder / "a.csv"):
            if shutil.which("chattr") is None or subprocess.run(
                    ["chattr", "+a", path], capture_output=True, check=False).returncode != 0:
                self.skipTest("nothing can be marked so here")
            try:
                self.refuse(1, "kept/a.csv cannot be replaced (it or its folder may only be"
                            " appended to).", "periods", IDA, *RANGE, "--output", "kept/a.csv")
                self.assertEqual([each.name for each in folder.iterdir()], ["a.csv"])
            finally:
                subprocess.run(["chattr", "-a", path], check=True)

    def test_a_folder_that_is_not_there(self):
        self.refuse(1, "(the folder nodir is not there). Make the folder", "periods", IDA, *RANGE,
                    "--output", "nodir/a.csv")


class Inputs(ProgramTest):
    """No run writes over what it reads."""

    def keep(self, phrase, *arguments, name="mine.csv", **streams):
        before = self.read(name)
        outcome = subprocess.run([program_test.PROGRAM, *map(str, arguments)], cwd=self.folder,
                                 capture_output="stdout" not in streams, text=True, check=False,
                                 **({"stderr": subprocess.PIPE} if "stdout" in streams else {}),
                                 **streams)
        self.assertEqual(outcome.returncode, 1, outcome.stderr)
        self.assertIn(phrase, outcome.stderr)
        self.assertEqual(self.read(name), before)

    def setUp(self):
        super().setUp()
        self.write("mine.csv", ROWS)
        self.write("list.txt", "mine.csv\n")

    def test_in_lists_and_the_list_itself(self):
        for option in ("--output", "--periodogram", "--window"):
            self.keep(f"{option} is the input file 'mine.csv'", "periods", "@list.txt", *RANGE,
                      option, "mine.csv")
        self.keep("--output is the input file 'list.txt'", "periods", "@list.txt", *RANGE,
                  "--output", "list.txt", name="list.txt")

    def test_what_is_kept_for_later_runs(self):
        (self.folder / "siderum").mkdir()
        self.write("siderum/tuning.json", "{}")
        variables = dict(os.environ, XDG_CACHE_HOME=str(self.folder))
        self.write("points.csv", "ra,dec\n1,2\n3,4\n")
        self.keep("--save-counts is the input file", "pairs", "--data", "points.csv", "--bins",
                  "1:5:2", "--save-counts", "siderum/tuning.json", name="siderum/tuning.json",
                  env=variables)

    def test_by_other_names(self):
        os.link(self.folder / "mine.csv", self.folder / "hard.csv")
        os.symlink("mine.csv", self.folder / "soft.csv")
        for name in ("hard.csv", "soft.csv", "./mine.csv"):
            self.keep("--output is the input file", "periods", "@list.txt", *RANGE, "--output",
                      name)

    def test_inputs_by_other_names(self):
        os.link(self.folder / "mine.csv", self.folder / "hard.csv")
        os.symlink("mine.csv", self.folder / "soft.csv")
        for name in ("hard.csv", "soft.csv", "./mine.csv"):
            for files in (["mine.csv", name], ["@list.txt", name]):
                self.refuse(1, f"mine.csv and {name} are one file (its points would count twice)",
                            "periods", *files, *RANGE)

    def test_behind_the_streams(self):
        with open(self.folder / "mine.csv") as data:
            self.keep("--output is the input file 'mine.csv'", "periods", "-", *RANGE,
                      "--output", "mine.csv", stdin=data)
        with open(self.folder / "mine.csv", "a") as more:
            self.keep("standard output is the input file 'mine.csv'", "periods", "mine.csv",
                      *RANGE, stdout=more)
        with open(self.folder / "list.txt") as files:
            self.keep("--output is the input file 'list.txt'", "periods", "@-", *RANGE, "--output",
                      "list.txt", name="list.txt", stdin=files)

    def test_lists_from_pipes_are_read_once(self):
        self.succeed("periods", "@-", *RANGE, text="mine.csv\n")

    def test_two_outputs_in_one_file_by_redirection(self):
        with open(self.folder / "truth.csv", "w") as out:
            outcome = subprocess.run(
                [program_test.PROGRAM, "simulate", "light-curves", "--objects", "2", "--truth",
                 "truth.csv"], cwd=self.folder, stdout=out, stderr=subprocess.PIPE, text=True,
                check=False)
        self.assertEqual(outcome.returncode, 2)
        self.assertIn("are the same file 'truth.csv'", outcome.stderr)

    def test_two_outputs_by_links_to_what_is_not_there_yet(self):
        os.symlink("a.csv", self.folder / "b.csv")
        os.symlink("b.csv", self.folder / "c.csv")
        for first, second in (("a.csv", "b.csv"), ("b.csv", "c.csv"), ("c.csv", "./a.csv")):
            self.refuse(2, f"are the same file '{second}'", "simulate", "light-curves",
                        "--objects", "2", "--output", first, "--truth", second)
        self.assertFalse((self.folder / "a.csv").exists())

    def test_paths_that_lead_nowhere_are_not_the_same(self):
        os.symlink("loop", self.folder / "loop")
        os.symlink("pool", self.folder / "pool")
        for first, second, reason in (("loop", "pool", "Too many levels of symbolic links"),
                                      ("a" * 260, "b" * 260, "File name too long"),
                                      ("none/a.csv", "none/b.csv", "the folder none is not there")):
            self.refuse(1, reason, "simulate", "light-curves", "--objects", "2", "--output",
                        first, "--truth", second)

    def test_two_outputs_in_a_folder_with_a_very_long_path(self):
        script = f"""import os, subprocess, sys
for _ in range(30):
    os.mkdir("d" * 200)
    os.chdir("d" * 200)
done = subprocess.run([{program_test.PROGRAM!r}, "simulate", "light-curves", "--objects", "2",
                       "--output", "a.csv", "--truth", "b.csv"], check=False)
sys.exit(done.returncode or len(os.listdir(".")) != 2)"""
        done = subprocess.run([sys.executable, "-c", script], cwd=self.folder, check=False,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        subprocess.run(["rm", "-rf", "d" * 200], cwd=self.folder, check=True)

    def test_a_hard_link_that_breaks_is_told(self):
        self.write("old.csv", "old")
        os.link(self.folder / "old.csv", self.folder / "other.csv")
        outcome = self.succeed("periods", "mine.csv", *RANGE, "--output", "old.csv")
        self.assertEqual(outcome.stderr.count("'old.csv' has other names (hard links)"), 1)
        self.assertEqual(self.read("other.csv"), "old")


class Streams(ProgramTest):
    """Standard streams that are closed or full."""

    def shell(self, status, command):
        outcome = subprocess.run(["sh", "-c", command, "sh", program_test.PROGRAM],
                                 cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(outcome.returncode, status, (command, outcome.stderr))
        return outcome

    def setUp(self):
        super().setUp()
        self.write("mine.csv", ROWS)
        self.run = '"$1" periods mine.csv --fmin 0.11 --fmax 0.113 --count 3 '
        self.result = self.shell(0, self.run).stdout

    def test_a_message_that_cannot_be_written_loses_no_result(self):
        for redirection in ("2>/dev/full", "2>&-", "<&- 2>&-"):
            self.shell(0, self.run + "--output r.csv " + redirection)
            self.assertEqual(self.read("r.csv"), self.result, redirection)
            (self.folder / "r.csv").unlink()

    def test_a_message_that_nobody_reads_loses_no_result(self):
        reading, writing = os.pipe()
        os.close(reading)
        outcome = subprocess.run(
            ["sh", "-c", self.run + "--output r.csv", "sh", program_test.PROGRAM],
            cwd=self.folder, stderr=writing, check=False)
        os.close(writing)
        self.assertEqual(outcome.returncode, 0)
        self.assertEqual(self.read("r.csv"), self.result)

    def test_a_closed_standard_output(self):
        self.assertIn("standard output cannot be written (it is closed)",
                      self.shell(1, self.run + ">&-").stderr)
        self.shell(0, self.run + "--output r.csv >&-")
        self.assertEqual(self.read("r.csv"), self.result)

    def test_streams_that_do_not_block(self):
        command = [program_test.PROGRAM, "simulate", "light-curves", "--objects", "100"]
        whole = subprocess.run(command, capture_output=True, check=True).stdout
        self.assertGreater(len(whole), 1 << 17)
        reading, writing = os.pipe()
        os.set_blocking(writing, False)
        with subprocess.Popen(command, stdout=writing) as run, open(reading, "rb") as stream:
            os.close(writing)
            time.sleep(0.3)
            self.assertEqual(stream.read(), whole)
        self.assertEqual(run.returncode, 0)
        data = (self.folder / "mine.csv").read_bytes()
        reading, writing = os.pipe()
        os.set_blocking(reading, False)
        with subprocess.Popen([program_test.PROGRAM, "periods", "-", *RANGE], stdin=reading,
                              stdout=subprocess.PIPE) as run:
            os.close(reading)
            time.sleep(0.3)
            with open(writing, "wb") as stream:
                stream.write(data)
            self.assertEqual(run.stdout.read().decode(),
                             self.succeed("periods", "mine.csv", *RANGE).stdout)
        self.assertEqual(run.returncode, 0)

    @unittest.skipUnless(pathlib.Path("/dev/full").exists(), "there is no /dev/full")
    def test_answers_that_cannot_be_written(self):
        for word in ("--help", "--version", "periods --help"):
            for redirection in (">/dev/full", ">&-"):
                self.assertIn("standard output cannot be written",
                              self.shell(1, f'"$1" {word} {redirection}').stderr)

    def test_no_temporary_file_while_it_runs(self):
        self.write("old.csv", "old")
        self.shell(0, 'ulimit -f 0; "$1" periods mine.csv --fmin 9 --fmax 12 --output old.csv'
                      ' 2>/dev/null; test $? = 1')
        self.assertEqual(self.names(), ["mine.csv", "old.csv"])
        self.assertEqual(self.read("old.csv"), "old")


class Messages(ProgramTest):

    def test_show_no_characters_that_command_the_terminal(self):
        outcome = self.run_program("periods", "a\x1b[31m\x07.csv", *RANGE)
        self.assertEqual(outcome.returncode, 1)
        self.assertEqual(outcome.stderr.splitlines()[0][:30], "siderum: a?[31m?.csv cannot be")

    def test_hold_no_names_of_the_source(self):
        outcome = subprocess.run(
            [program_test.PROGRAM, "periods", str(IDA), "--fmin", "1", "--fmax", "2", "--count",
             "3e8", "--threads", "1", "--periodogram", "p.npy"],
            cwd=self.folder, capture_output=True, text=True, check=False,
            preexec_fn=self.limit_addresses(1 << 31))
        self.assertEqual(outcome.returncode, 1, outcome.stderr)
        self.assertIn("memory", outcome.stderr)
        self.assertNotIn("::", outcome.stderr)
        self.assertEqual(self.names(), [])

    def test_one_row_was_dropped(self):
        outcome = self.succeed("periods", "-", "--invalid", "drop", "--fmin", "0.1", "--fmax",
                               "0.4", "--count", "9", text=ROWS + "a,9,nan\n")
        self.assertIn("1 of 6 rows was dropped, the first being", outcome.stderr)

    def test_values_too_small_for_their_squares_are_not_called_constant(self):
        for size, precision, reason in (
                ("1e-300", "double", "values out of range"), ("1e-300", "single", "values out of"),
                ("1e-50", "single", "values out of range"), ("0e0", "double", "constant values"),
                ("0e0", "single", "constant values")):
            data = "".join(f"a,{t},{'-' if t % 3 else ''}{t % 4}{size[1:]}\n" for t in range(9)
                           ) if size[0] != "0" else "".join(f"a,{t},{size}\n" for t in range(9))
            for options in ([], ["--model", "standard"], ["--finder", "pdm"]):
                outcome = self.succeed("periods", "-", "--fmin", "0.1", "--fmax", "0.4", "--count",
                                       "9", "--precision", precision, *options, text=HEADER + data)
                self.assertIn(f"no period for object 'a': {reason}", outcome.stderr)
                self.assertTrue(outcome.stdout.endswith("a,9,nan,nan,nan\n"))

    def test_errors_that_are_too_small_are_named(self):
        rows = [f"a,{t},{t % 4},{{}}" for t in range(9)]
        data = "id,time,value,error\n" + "\n".join(rows) + "\n"
        grid = ["--fmin", "0.1", "--fmax", "0.4", "--count", "9"]
        for options in ([], ["--normalization", "psd"], ["--nterms", "2"],
                        ["--finder", "super-smoother"]):
            outcome = self.succeed("periods", "-", *grid, *options,
                                   text=data.replace("{}", "1e-200"))
            self.assertIn("no period for object 'a': errors out of range (points: 9).",
                          outcome.stderr)
        self.write("star.csv", data.replace("{}", "0.1", 4).replace("{}", "1e-50"))
        self.refuse(1, ["star.csv, row 6: the error is 1e-50 (single precision begins at",
                        "Use --precision double"],
                    "periods", "star.csv", *grid, "--precision", "single")

    def test_columns_that_are_not_there(self):
        self.write("star.csv", "id,time,flux\na,1,2\na,2,3\n")
        self.refuse(1, ["star.csv: 'wert' in --columns is no role (roles are id, time, value,",
                        "--columns id=id,time=time,value=flux"],
                    "periods", "star.csv", *RANGE, "--columns", "id,time,wert")

    def test_copies_and_values_for_missing_ones_are_told(self):
        rows = "".join(f"{t},{15 + t % 3 / 10},0.1\n" for t in range(20))
        self.write("a.csv", "time,mag,mag_err\n" + rows)
        self.assertEqual(self.succeed("periods", "a.csv", *RANGE).stderr, "")
        self.write("b.csv", "time,mag,mag_err\n" + rows + rows)
        self.assertEqual(
            self.succeed("periods", "b.csv", *RANGE).stderr,
            "siderum: b.csv, object 'b': 20 of 40 points have the time, value and error of another"
            " one; remove copies, which count twice.\n")
        self.write("c.csv", "time,mag,mag_err\n" + rows + "20,99.99,0.1\n21,99.99,0.1\n")
        self.assertEqual(
            self.succeed("periods", "c.csv", *RANGE).stderr,
            "siderum: c.csv, object 'c': 2 of 22 values are 99.99, far from all others; if they"
            " stand for missing ones, remove their rows, as --invalid drop leaves out only what is"
            " no number.\n")

    def test_a_band_whose_rows_are_all_dropped(self):
        rows = "".join(f"{t},{t % 3},{'gr'[t % 2]}\n" for t in range(20))
        self.write("star.csv", "time,value,band\n" + rows + "20,nan,z\n21,nan,z\n")
        self.refuse(1, ["The band 'z' has no points (all 2 rows of it were dropped",
                        "star.csv, row 22: the value is NaN"],
                    "periods", "star.csv", *RANGE, "--band-column", "band", "--invalid", "drop")

    def test_the_end_of_a_range_is_told_once(self):
        data = ROWS + GOOD_ROWS.replace("a,", "b,")
        outcome = self.succeed("periods", "-", "--fmin", "0.11", "--fmax", "0.113", "--count", "3",
                               text=data)
        self.assertEqual(outcome.stderr.count("lies at an end of the range"), 1, outcome.stderr)
        self.assertIn("2 objects, the first being 'a'", outcome.stderr)

    def test_guesses_whatever_the_case(self):
        self.refuse(2, "Did you mean '--output'?", "periods", IDA, *RANGE, "--OUTPUT=x")

    def test_empty_columns(self):
        self.refuse(1, "--columns is empty", "periods", IDA, *RANGE, "--columns", "")


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
