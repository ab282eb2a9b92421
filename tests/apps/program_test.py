# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Runs the built program as a user does: results, sentences, exit statuses, files.

    python3 program_test.py PROGRAM [TEST...]
"""

import contextlib
import csv
import io
import math
import os
import pathlib
import resource
import shlex
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

from advised_options import strangers

ROOT = pathlib.Path(__file__).resolve().parents[2]
IDA = ROOT / "examples/data/ida_243_ztf_r.csv"
# The range of the published answer for Ida: 3.14159 .. 150.796 in angular frequency.
IDA_RANGE = ["--fmin", repr(3.14159 / (2 * math.pi)), "--fmax", repr(150.796 / (2 * math.pi)),
             "--count", "1e6"]
RANGE = ["--fmin", "9", "--fmax", "12", "--count", "3000"]
HEADER = "id,time,value\n"
TAKEN = "without a header the columns were taken as "
GUESS = TAKEN + "id, time, value"
GOOD_ROWS = "a,1,1\na,2,3\na,4,2\na,7,5\na,8,4\n"

PROGRAM = ""


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


class ProgramTest(unittest.TestCase):
    """Each test has an empty folder of its own, which is where the program runs."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="siderum_program_"))
        self.addCleanup(shutil.rmtree, self.folder)

    def run_program(self, *arguments, text=None, path=None):
        environment = dict(os.environ) if path is None else {**os.environ, "PATH": path}
        return subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, input=text,
                              capture_output=True, text=True, check=False, env=environment)

    def several_threads(self, *counts):
        """Options for these numbers of threads; none in a build that has one thread alone."""
        has_one = "Serial" in self.succeed("info").stdout
        return [] if has_one else [["--threads", str(count)] for count in counts]

    def limit_addresses(self, size):
        """What a child calls so that it has so many bytes of addresses and no more."""
        if b"__asan_init" in pathlib.Path(PROGRAM).read_bytes():
            self.skipTest("the address sanitizer needs terabytes of addresses")
        return lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size))

    def opened_by(self, run):
        """Files in the folder that it has open; others it may close while they are listed."""
        found = []
        with contextlib.suppress(OSError):  # it has ended
            for path in pathlib.Path(f"/proc/{run.pid}/fd").iterdir():
                with contextlib.suppress(OSError):
                    found.append(os.readlink(path))
        return [path for path in found if path.startswith(str(self.folder.resolve()) + "/")]

    def succeed(self, *arguments, text=None):
        outcome = self.run_program(*arguments, text=text)
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        return outcome

    def refuse(self, status, phrases, *arguments, text=None, path=None):
        """It ends with the status and one sentence that has the phrases, and writes nothing."""
        before = sorted(self.folder.iterdir())
        outcome = self.run_program(*arguments, text=text, path=path)
        self.assertEqual(outcome.returncode, status, outcome.stderr)
        self.assertEqual(outcome.stdout, "")
        self.assertTrue(outcome.stderr.startswith("siderum: "), outcome.stderr)
        # A sentence may end with a command line to be pasted, on a line of its own.
        sentences = [line for line in outcome.stderr.splitlines()
                     if TAKEN not in line and not line.startswith("  ")]
        self.assertEqual(len(sentences), 1, outcome.stderr)
        self.assertEqual(strangers(PROGRAM, list(map(str, arguments)), outcome.stderr), set())
        for phrase in [phrases] if isinstance(phrases, str) else phrases:
            self.assertIn(phrase, outcome.stderr)
        self.assertEqual(sorted(self.folder.iterdir()), before)
        return outcome

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return name

    def read(self, name):
        return (self.folder / name).read_text()

    def names(self):
        return sorted(path.name for path in self.folder.iterdir())


class KnownAnswers(ProgramTest):

    def test_ida(self):
        outcome = self.succeed("periods", IDA, "--model", "standard", *IDA_RANGE,
                               "--normalization", "raw")
        self.assertEqual(outcome.stderr.count("\n"), 1)
        self.assertIn(GUESS + ", which makes 1 object.", outcome.stderr)
        self.assertEqual(outcome.stdout.splitlines()[0], "id,points,frequency,period,power")
        (row,) = rows_of(outcome.stdout)
        self.assertEqual((row["id"], row["points"]), ("243", "29"))
        self.assertEqual(round(float(row["period"]), 6), 0.096536)
        self.assertEqual(round(float(row["power"]), 5), 1.08028)

    def test_switches_make_the_models(self):
        options = ["--normalization", "psd", *RANGE]
        rows = ["a,0.1,1.0,0.5", "a,0.3,2.0,0.1", "a,0.55,1.5,0.2", "a,0.71,0.5,0.3",
                "a,1.13,1.0,0.25", "a,1.64,2.5,0.4", "a,2.02,0.7,0.15"]
        data = "\n".join(rows)
        results = {}
        for name, switches in {
                "generalized": [], "standard": ["--model", "standard"],
                "as standard": ["--fit-mean", "no", "--errors", "ignore"],
                "as generalized": ["--model", "STANDARD", "--fit-mean", "yes", "--errors", "use"],
                "weights alone": ["--model", "standard", "--errors", "use"],
                "not centred": ["--model", "standard", "--center-data", "no"]}.items():
            results[name] = self.succeed("periods", "-", *options, *switches, text=data).stdout
        self.assertEqual(results["standard"], results["as standard"])
        self.assertEqual(results["generalized"], results["as generalized"])
        self.assertEqual(len(set(results.values())), 4)

    def test_normalizations_agree_on_the_best_frequency(self):
        power = {}
        for name in ["standard", "model", "log", "psd", "raw"]:
            (row,) = rows_of(self.succeed("periods", IDA, *RANGE, "--normalization", name).stdout)
            power[name] = float(row["power"])
            self.assertEqual(round(float(row["frequency"]), 3), 10.359)
        share = power["standard"]
        self.assertAlmostEqual(power["model"], share / (1 - share), places=9)
        self.assertAlmostEqual(power["log"], -math.log(1 - share), places=9)
        self.assertAlmostEqual(power["psd"], power["raw"], places=9)

    def test_precision_threads_and_backend_change_no_answer(self):
        best = rows_of(self.succeed("periods", IDA, *RANGE).stdout)[0]
        for extra in (["--precision", "single"], ["--threads", "1"], *self.several_threads(2),
                      ["--backend", "portable"], ["--device", "cpu"], ["--progress", "never"]):
            (row,) = rows_of(self.succeed("periods", IDA, *RANGE, *extra).stdout)
            self.assertEqual(row["frequency"], best["frequency"], extra)
            self.assertAlmostEqual(float(row["power"]), float(best["power"]), places=5)


class Simulation(ProgramTest):

    def test_most_of_the_survey_is_recovered(self):
        self.succeed("simulate", "light-curves", "--seed", "1", "--output",
                     "survey.csv", "--truth", "truth.csv")
        truth = rows_of(self.read("truth.csv"))
        outcome = self.succeed("periods", "survey.csv", "--model", "standard", "--fmin", "0.1",
                               "--fmax", "24.1", "--count", "28800")
        found = rows_of(outcome.stdout)
        self.assertEqual([row["id"] for row in found], [row["id"] for row in truth])
        self.assertEqual([row["points"] for row in found], [row["points"] for row in truth])
        close = [abs(float(a["period"]) - float(b["light_curve_period_d"])) * 24 <= 0.1
                 for a, b in zip(found, truth)]
        long = [good for good, row in zip(close, truth) if int(row["points"]) >= 50]
        # Published for the survey that this one follows: 94.9 % of all, 99 % of the long ones.
        self.assertEqual(len(truth), 1000)
        self.assertGreaterEqual(sum(close) / len(close), 0.98)
        self.assertGreaterEqual(sum(long) / len(long), 0.99)

    def test_is_the_same_for_the_same_seed(self):
        first = self.succeed("simulate", "light-curves", "--objects", "3", "--seed", "5").stdout
        second = self.succeed("simulate", "light-curves", "--objects", "3", "--seed", "5").stdout
        other = self.succeed("simulate", "light-curves", "--objects", "3", "--seed", "6").stdout
        self.assertEqual(first, second)
        self.assertNotEqual(first, other)
        self.assertEqual(first.splitlines()[0], "id,time,mag,mag_err")

    def test_seeds_are_64_bits(self):
        surveys = {self.succeed("simulate", "light-curves", "--objects", "1", "--seed", seed).stdout
                   for seed in ("9007199254740992", "9007199254740993", "18446744073709551615")}
        self.assertEqual(len(surveys), 3)

    def test_truth(self):
        self.succeed("simulate", "light-curves", "--objects", "4", "--output", "a.csv", "--truth",
                     "b.csv")
        self.assertEqual(self.read("b.csv").splitlines()[0],
                         "id,points,rotation_period_h,light_curve_period_d,amplitude")
        self.assertEqual(self.names(), ["a.csv", "b.csv"])

    def test_other_surveys(self):
        for survey, shapes in (("stripe-82", {"saw-tooth", "sinusoid"}),
                               ("linear", {"constant", "saw-tooth", "sinusoid", "eclipses"}),
                               ("tess-asteroids", {"two-humps"}), ("tess-planets", {"transits"})):
            self.succeed("simulate", "light-curves", "--survey", survey, "--objects", "100",
                         "--points", "20", "--period", "0.7", "--output", "a.csv", "--truth", "b")
            truth = rows_of(self.read("b"))
            self.assertLessEqual({row["shape"] for row in truth}, shapes)
            self.assertLessEqual({row["period_d"] for row in truth}, {"0.7", "0"})
            self.assertEqual(len(rows_of(self.read("a.csv"))), 2000)

    def test_refusals(self):
        for option in ("--points", "--period"):
            self.refuse(2, f"{option} has no meaning with --survey asteroids", "simulate",
                        "light-curves", option, "5")
        self.refuse(1, "--objects got '0'", "simulate", "light-curves", "--objects", "0")
        self.refuse(2, "are the same file", "simulate", "light-curves", "--objects", "2",
                    "--output", "a.csv", "--truth", "./a.csv")


class Results(ProgramTest):

    def test_objects_in_order_of_appearance_with_nan_where_there_is_no_answer(self):
        data = ("z,1,1\nz,2,3\nfew,1,2\nz,4,2\nflat,1,5\nflat,2,5\nflat,3,5\nflat,4,5\n"
                "now,3,1\nnow,3,2\nnow,3,4\nnow,3,3\nz,7,5\nz,8,4\n")
        outcome = self.succeed("periods", "-", "--fmin", "0.1", "--fmax", "0.4", "--count", "50",
                               text=data)
        rows = rows_of(outcome.stdout)
        self.assertEqual([row["id"] for row in rows], ["z", "few", "flat", "now"])
        self.assertEqual([row["points"] for row in rows], ["5", "1", "4", "4"])
        self.assertGreater(float(rows[0]["power"]), 0)
        for row in rows[1:]:
            self.assertEqual([row["frequency"], row["period"], row["power"]], ["nan"] * 3)
        for sentence in ("'few': too few points", "'flat': constant values", "'now': no time span"):
            self.assertEqual(outcome.stderr.count(sentence), 1, outcome.stderr)

    def test_peaks_are_ranked_and_apart(self):
        outcome = self.succeed("periods", IDA, "--fmin", "5", "--fmax", "15", "--count", "30000",
                               "--peaks", "4")
        self.assertEqual(outcome.stdout.splitlines()[0], "id,points,frequency,period,power,rank")
        rows = rows_of(outcome.stdout)
        self.assertEqual([row["rank"] for row in rows], ["1", "2", "3", "4"])
        powers = [float(row["power"]) for row in rows]
        self.assertEqual(powers, sorted(powers, reverse=True))
        frequencies = sorted(float(row["frequency"]) for row in rows)
        self.assertTrue(all(b - a >= 1 / 207.672 for a, b in zip(frequencies, frequencies[1:])))

    def test_excluded_windows(self):
        options = ["periods", IDA, "--fmin", "5", "--fmax", "15", "--count", "30000"]
        second = rows_of(self.succeed(*options, "--peaks", "2").stdout)[1]
        (row,) = rows_of(self.succeed(*options, "--exclude", "10.36:0.2,1:0.1").stdout)
        self.assertEqual(row["frequency"], second["frequency"])
        outcome = self.succeed(*options, "--exclude", "10:20")
        self.assertEqual(rows_of(outcome.stdout)[0]["period"], "nan")
        self.assertIn("no peak outside the excluded windows", outcome.stderr)

    def test_the_three_ways_of_a_range(self):
        by_count = self.succeed("periods", IDA, "--fmin", "10", "--fmax", "11", "--count", "1024")
        by_step = self.succeed("periods", IDA, "--fmin", "10", "--step", repr(1 / 1024), "--count",
                               "1024")
        by_rule = self.succeed("periods", IDA, "--fmin", "10", "--fmax", "11")
        self.assertEqual(by_count.stdout, by_step.stdout)
        self.assertAlmostEqual(float(rows_of(by_rule.stdout)[0]["frequency"]), 10.3588, places=3)

    def test_files_and_formats(self):
        self.succeed("periods", IDA, *RANGE, "--output", "a.csv", "--periodogram", "p.npy")
        self.assertEqual(self.names(), ["a.csv", "p.npy"])
        self.assertEqual(self.read("a.csv"), self.succeed("periods", IDA, *RANGE).stdout)
        array = (self.folder / "p.npy").read_bytes()
        self.assertEqual(array[:6], b"\x93NUMPY")
        start = 10 + struct.unpack("<H", array[8:10])[0]
        self.assertIn(b"(1, 3000)", array[:start])
        powers = struct.unpack("<3000d", array[start:])
        row = rows_of(self.read("a.csv"))[0]
        self.assertEqual(max(powers), float(row["power"]))
        self.assertEqual(9 + powers.index(max(powers)) * (3 / 3000), float(row["frequency"]))

        self.succeed("periods", IDA, *RANGE, "--output", "a.fits", "--periodogram", "p.csv",
                     "--precision", "single")
        self.assertEqual((self.folder / "a.fits").read_bytes()[:9], b"SIMPLE  =")
        table = rows_of(self.read("p.csv"))
        self.assertEqual(len(table), 3000)
        self.assertAlmostEqual(max(float(line["power"]) for line in table), max(powers), places=5)

    def test_dropped_rows_are_counted(self):
        data = GOOD_ROWS + "a,9,nan\na,10,inf\n"
        outcome = self.succeed("periods", "-", "--invalid", "drop", "--fmin", "0.1", "--fmax",
                               "0.4", "--count", "9", text=data)
        self.assertEqual(rows_of(outcome.stdout)[0]["points"], "5")
        self.assertIn("2 of 7 rows were dropped", outcome.stderr)
        self.assertIn("row 6", outcome.stderr)

    def test_columns(self):
        data = "1 a 1 1\n1 a 2 3\n1 a 4 2\n1 a 7 5\n1 a 8 4\n"
        options = ["--fmin", "0.1", "--fmax", "0.4", "--count", "9"]
        outcome = self.succeed("periods", "-", "--columns", "-,id,time,value", *options,
                               text=data)
        plain = self.succeed("periods", "-", *options, text=GOOD_ROWS)
        self.assertEqual(outcome.stdout, plain.stdout)


class NoAnswers(ProgramTest):
    """What would be 0, or noise, is not shown as a period."""

    def test_powers_that_are_all_zero(self):
        data = HEADER + "".join(f"a,{8 * k},{k % 3}\n" for k in range(12))
        data += GOOD_ROWS.replace("a,", "b,")
        for extra in ([], ["--peaks", "3"], ["--exclude", "0.9:0.01"]):
            outcome = self.succeed("periods", "-", "--fmin", "0.125", "--step", "0.125", "--count",
                                   "3", *extra, text=data)
            rows = rows_of(outcome.stdout)
            self.assertEqual([rows[0]["period"], rows[0]["power"]], ["nan", "nan"])
            self.assertGreater(float(rows[1]["power"]), 0)
            self.assertIn("no period for object 'a': no power is above 0", outcome.stderr)

    def test_times_too_large_for_phases(self):
        rows = [f"{1e16 + 100 * k},{k % 3}\n" for k in range(9)]
        text = "time,value\n" + "".join(rows)
        options = ["periods", "-", "--count", "50"]
        self.refuse(1, ["The phases cannot be told", "0.2 cycles at the frequency 0.1"], *options,
                    "--fmin", "0.1", "--step", "1e-9", text=text)
        self.succeed(*options, "--fmin", "0.001", "--fmax", "0.01", text=text)
        self.refuse(1, "The phases cannot be told", "periods", IDA, "--fmin", "1e9", "--step", "1",
                    "--count", "9")

    def test_times_too_far_apart_or_too_close(self):
        for times, phrase in ((("1e308", "-1e308"), "too far apart"),
                              (("0", "1e-320"), "too close together")):
            data = "time,value\n" + "".join(f"{t},{k}\n" for k, t in enumerate(times * 2))
            for options in ([], ["--fmin", "0.1", "--fmax", "2"], [*RANGE]):
                self.refuse(1, phrase, "periods", "-", *options, text=data)
        self.refuse(1, "No object was observed at two different times", "periods", "-", "--fmin",
                    "1", "--fmax", "2", text="time,value\n1,1\n1,2\n1,3\n1,4\n")

    def test_a_large_mean_in_single_precision(self):
        noise = [math.sin(1.7 * k * k) for k in range(60)]
        times = [k + 0.3 * noise[k] for k in range(60)]
        shape = [math.sin(2 * math.pi * 0.2137 * t) + 0.3 * noise[k] for k, t in enumerate(times)]
        options = ["periods", "-", "--fmin", "0.05", "--fmax", "0.45", "--count", "4000"]
        for mean, size in ((0, 1), (1e6, 0.1), (1e12, 0.05)):
            data = "time,value\n" + "".join(f"{t!r},{mean + size * y!r}\n"
                                            for t, y in zip(times, shape))
            (double,) = rows_of(self.succeed(*options, text=data).stdout)
            (single,) = rows_of(self.succeed(*options, "--precision", "single", text=data).stdout)
            self.assertAlmostEqual(float(double["frequency"]), 0.2137, places=2)
            self.assertEqual(single["frequency"], double["frequency"])
            self.assertAlmostEqual(float(single["power"]), float(double["power"]), places=5)
        flat = self.succeed(*options, "--precision", "single",
                            text="time,value\n" + "".join(f"{t!r},0.1\n" for t in times))
        self.assertIn("constant values", flat.stderr)


class CoarseGrids(ProgramTest):

    def test_are_noticed_once_with_a_count_that_resolves(self):
        data = HEADER + GOOD_ROWS + GOOD_ROWS.replace("a,", "b,")
        options = ["periods", "-", "--fmin", "0.1", "--fmax", "2.1", "--count"]
        outcome = self.succeed(*options, "9", text=data)
        self.assertEqual(outcome.stderr.count("apart, which is more than 1 / longest baseline"), 1)
        self.assertIn("= 1 / 7 =", outcome.stderr)
        self.assertEqual(len(rows_of(outcome.stdout)), 2)
        count = outcome.stderr.split("--count ")[1].split(" ")[0]
        self.assertEqual(self.succeed(*options, count, text=data).stderr, "")


class Interruptions(ProgramTest):

    def test_leave_no_file_behind(self):
        self.write("a.csv", "old\n")
        for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGUSR1,
                       signal.SIGXCPU):
            with subprocess.Popen(
                    [PROGRAM, "periods", str(IDA), "--fmin", "0.1", "--fmax", "24", "--count",
                     "1e12", "--output", "a.csv"], cwd=self.folder, stderr=subprocess.DEVNULL,
                    preexec_fn=lambda: signal.signal(number, signal.SIG_DFL)) as run:
                try:
                    # The new output has begun, with or without a name beside what was there.
                    for _ in range(3000):
                        if self.opened_by(run) or run.poll() is not None:
                            break
                        time.sleep(0.01)
                    self.assertTrue(self.opened_by(run))
                    run.send_signal(number)
                    self.assertEqual(run.wait(60), 128 + number)
                finally:
                    run.kill()
            self.assertEqual(self.names(), ["a.csv"])
            self.assertEqual(self.read("a.csv"), "old\n")


class Suggestion(ProgramTest):

    def test_the_suggested_line_finds_ida(self):
        outcome = self.run_program("periods", IDA, "--model", "standard")
        self.assertEqual(outcome.returncode, 2)
        self.assertEqual(outcome.stdout, "")
        self.assertIn("0.349", outcome.stderr)
        line = shlex.split(outcome.stderr.splitlines()[-1])
        self.assertEqual(line[:2], [PROGRAM, "periods"])
        (row,) = rows_of(self.succeed(*line[1:]).stdout)
        self.assertAlmostEqual(float(row["period"]), 0.096536, places=5)


class Pictures(ProgramTest):

    @unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not installed")
    def test_each_format(self):
        for name, beginning in (("a.png", b"\x89PNG"), ("a.svg", b"<?xml"), ("a.pdf", b"%PDF")):
            self.succeed("periods", IDA, *RANGE, "--plot", name)
            self.assertTrue((self.folder / name).read_bytes().startswith(beginning), name)
        self.assertEqual(self.names(), ["a.pdf", "a.png", "a.svg"])

    @unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not installed")
    def test_the_first_object_with_an_answer(self):
        data = "few,1,1\n" + GOOD_ROWS + GOOD_ROWS.replace("a,", "b,")
        outcome = self.succeed("periods", "-", "--fmin", "0.1", "--fmax", "0.4", "--count", "9",
                               "--plot", "a.svg", text=data)
        self.assertIn("shows object 'a' only", outcome.stderr)
        self.assertIn("a: 5 points", self.read("a.svg"))

    @unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not installed")
    def test_magnitudes(self):
        for name, label in (("mag", "magnitude"), ("flux", "value")):
            self.succeed("periods", "-", "--fmin", "0.1", "--fmax", "0.4", "--count", "9", "--plot",
                         "a.svg", text=f"id,time,{name}\n" + GOOD_ROWS)
            self.assertIn(f">{label}<", self.read("a.svg"))

    def test_without_gnuplot(self):
        self.refuse(1, ["--plot needs gnuplot", "apt install"], "periods", IDA, *RANGE, "--plot",
                    "a.png", path="/nowhere")

    def test_unknown_ending(self):
        self.refuse(1, "Use .png, .svg or .pdf", "periods", IDA, *RANGE, "--plot", "a.gif")


class Refusals(ProgramTest):

    def test_syntax(self):
        self.refuse(2, ["No FILE is given", "'siderum periods --help'"], "periods")
        self.refuse(2, ["'--bogus' is an unknown option", "'siderum periods --help'"], "periods",
                    IDA, *RANGE, "--bogus")
        self.refuse(2, "Did you mean '--count'?", "periods", IDA, "--fmin", "1", "--cuont=9")
        self.refuse(2, "'-x' is an unknown option", "periods", IDA, *RANGE, "-x")
        self.refuse(2, ["--output has no value (it is the last word)", "'siderum periods --help'"],
                    "periods", IDA, *RANGE, "--output")
        self.refuse(2, "--output has no value (the next word, '--peaks', is an option)", "periods",
                    IDA, *RANGE, "--output", "--peaks", "3")
        self.refuse(2, "--output has no value (nothing stands after =)", "periods", IDA, *RANGE,
                    "--output=", "a.csv")
        self.refuse(2, "--fmax is given twice", "periods", IDA, *RANGE, "--fmax=13")
        self.refuse(2, "'x' is one word too many", "info", "x")
        self.refuse(2, "--step needs --count", "periods", IDA, "--fmin", "1", "--step", "0.1")
        self.refuse(2, "no --fmin", "periods", IDA, "--fmax", "1")
        self.refuse(2, "both --fmax and --step", "periods", IDA, "--fmin", "1", "--fmax", "2",
                    "--step", "0.1")

    def test_verbs(self):
        self.refuse(2, ["A verb is missing (info, periods, pairs, alm2map, map2alm, ",
                        "'siderum --help'"])
        self.refuse(2, ["'bogus' is an unknown verb", "'siderum --help'"], "bogus")
        self.refuse(2, ["'help' is no verb (help is an option", "See 'siderum --help'"], "help")
        self.refuse(2, ["'perids' is an unknown verb", "Did you mean 'periods'?"], "perids", "-h")
        self.refuse(2, ["'--fmin' stands where a verb should", "'siderum --help'"], "--fmin", "1",
                    "periods", IDA)
        self.refuse(2, ["A verb is missing (light-curves, sky-points)",
                        "'siderum simulate --help'"],
                    "simulate")
        self.refuse(2, "Did you mean 'light-curves'?", "simulate", "lightcurves")
        self.refuse(2, ["'--bogus'", "'siderum simulate light-curves --help'"], "simulate",
                    "light-curves", "--bogus")
        self.refuse(1, "info cannot be read", "periods", IDA, "info", *RANGE)

    def test_help_and_version(self):
        for verb in ([], ["info"], ["periods"], ["simulate"], ["simulate", "light-curves"]):
            for word in ("--help", "-h"):
                self.assertIn("--help", self.succeed(*verb, word).stdout)
        self.assertIn("--fmin", self.succeed("periods", IDA, "--help", "--count").stdout)
        self.assertIn("--fmin", self.succeed("periods", "--help", "--bogus").stdout)
        self.assertRegex(self.succeed("--version").stdout, r"^siderum \d+\.\d+\.\d+\n$")

    def test_words_that_look_like_options(self):
        self.write("-1.csv", GOOD_ROWS)
        self.write("--odd", GOOD_ROWS)
        options = ["--fmin", "0.1", "--fmax", "0.4", "--count", "9"]
        self.succeed("periods", *options, "-1.csv")
        plain = self.succeed("periods", *options, "./--odd", "-1.csv").stdout
        self.assertEqual(self.succeed("periods", *options, "--", "--odd", "-1.csv").stdout, plain)
        self.assertEqual(self.succeed("periods", "./--odd", *options, "--", "-1.csv").stdout, plain)
        self.succeed("periods", "-", *options, "--output=-", text=GOOD_ROWS)
        self.refuse(1, "The lowest frequency", "periods", "-1.csv", "--fmin", "-1", "--fmax", "1")

    def test_advice_is_accepted(self):
        self.write("data.csv", GOOD_ROWS)
        for words in (*(["periods", "data.csv", *RANGE, *wrong]
                        for wrong in self.several_threads(0, 1000)),
                      ["periods", "data.csv", *RANGE, "--peaks", "10001"],
                      ["periods", "data.csv", "--fmin", "1", "--fmax", "2", "--count", "0"],
                      ["periods", "data.csv", *RANGE, "--exclude", "1"],
                      ["simulate", "light-curves", "--objects", "0"],
                      ["simulate", "light-curves", "--objects", "1e15"],
                      ["simulate", "light-curves", "--objects", "2", "--seed", "-1"]):
            outcome = self.run_program(*words)
            self.assertEqual(outcome.returncode, 1, outcome.stderr)
            advice = outcome.stderr.split("Write for example ")[1].rstrip(".\n").split(" ")
            self.assertEqual(advice[0], words[-2])
            self.succeed(*words[:-2], *advice)

    def test_values(self):
        for phrase, options in (
                ("--model does not know", ["--model", "generalised"]),
                ("--finder does not know", ["--finder", "magic"]),
                ("--exclude does not understand", ["--exclude", "1"]),
                ("--peaks got '0'", ["--peaks", "0"]),
                ("--peaks got '10001' (it takes a whole number from 1 to 10000)",
                 ["--peaks", "10001"]),
                ("--output got an empty name", ["--output", ""]),
                ("--periodogram got an empty name", ["--periodogram", ""]),
                ("--plot got an empty name", ["--plot", ""]),
                ("--errors use needs errors", ["--errors", "use"]),
                ("--threads got '-1'", ["--threads", "-1"]),
                ("Use .npy", ["--periodogram", "p.txt"])):
            self.refuse(1, phrase, "periods", IDA, *RANGE, *options)

    def test_grids(self):
        for options in (["--fmin", "1", "--fmax", "2", "--count", "0"],
                        ["--fmin", "1", "--fmax", "2", "--count", "-5"],
                        ["--fmin", "2", "--fmax", "1", "--count", "5"],
                        ["--fmin", "2", "--fmax", "2"],
                        ["--fmin", "-1", "--fmax", "2"],
                        ["--fmin", "1", "--step", "0", "--count", "5"],
                        ["--fmin", "1", "--step", "-1", "--count", "5"],
                        ["--fmin", "nan", "--fmax", "2"],
                        ["--fmin", "1", "--fmax", "1e9"]):
            self.refuse(1, "", "periods", IDA, *options, "--output", "a.csv")

    def test_rows(self):
        for bad, phrase in (("a,nan,1", "row 6"), ("a,9,inf", "row 6"), ("a,9", "row 6"),
                            ("a,nine,1", "row 6")):
            self.refuse(1, phrase, "periods", "-", *RANGE, "--output", "a.csv",
                        text=GOOD_ROWS + bad + "\n")
        with_errors = GOOD_ROWS.replace("\n", ",0.1\n")
        for error in ("0", "-0.1", "nan"):
            self.refuse(1, "row 6", "periods", "-", *RANGE, text=f"{with_errors}a,9,1,{error}\n")

    def test_a_guessed_id_is_told(self):
        data = "".join(f"{2458652 + k // 5},{10000 + 700 * k},16,{13 + k % 4}\n" for k in range(20))
        outcome = self.succeed("periods", "-", *RANGE, text=data)
        self.assertIn("standard input: without a header the columns were taken as id, time, value, "
                      "error, which makes 4 objects. If commas stand in decimals, write points "
                      "there;", outcome.stderr)
        self.assertEqual(outcome.stderr.count("without a header"), 1)

    def test_rows_longer_than_the_header(self):
        commas = "time,value\n" + "".join(f"{k},{k % 7},{k % 5},{k % 3}\n" for k in range(30))
        self.refuse(1, "row 2: the row has 4 columns (the header has 2)", "periods", "-", *RANGE,
                    text=commas)

    def test_errors_that_are_ignored_must_be_left_out(self):
        data = "id,time,value,error\n" + GOOD_ROWS.replace("\n", ",0\n")
        options = ["--errors", "ignore", "--fmin", "0.1", "--fmax", "0.4", "--count", "9"]
        self.refuse(1, "leave the errors out with --columns error=-", "periods", "-", *options,
                    text=data)
        self.succeed("periods", "-", *options, "--columns", "error=-", text=data)

    def test_one_frequency_is_no_picture(self):
        self.refuse(1, "--plot needs more than one frequency", "periods", IDA, "--fmin", "1",
                    "--step", "1", "--count", "1", "--plot", "a.svg")

    def test_files(self):
        self.refuse(1, "nothing.csv", "periods", "nothing.csv", *RANGE)
        self.refuse(1, "", "periods", self.write("empty.csv", ""), *RANGE)
        self.refuse(1, "--columns", "periods", "-", *RANGE,
                    text="".join(f"{k},{k},{k}\n" for k in range(50)))
        self.refuse(1, "brightness", "periods", "-", *RANGE, "--columns", "value=brightness",
                    text="id,time,mag\n" + GOOD_ROWS)

    def test_outputs(self):
        self.write("data.csv", GOOD_ROWS)
        self.refuse(1, "nowhere/a.csv", "periods", IDA, *RANGE, "--output", "nowhere/a.csv")
        self.refuse(2, "are the same file", "periods", IDA, *RANGE, "--output", "a.csv",
                    "--periodogram", "./a.csv")
        self.refuse(1, "is the input file", "periods", "data.csv", *RANGE, "--output", "./data.csv")
        self.refuse(1, "cannot hold the periodograms of 2 objects", "periods", "-", *RANGE,
                    "--periodogram", "p.csv",
                    text=HEADER + GOOD_ROWS + GOOD_ROWS.replace("a,", "b,"))

    def test_what_was_there_stays(self):
        self.write("a.csv", "old\n")
        self.refuse(1, "row 6", "periods", "-", *RANGE, "--output", "a.csv",
                    text=GOOD_ROWS + "a,9,nan\n")
        self.assertEqual(self.read("a.csv"), "old\n")
        self.succeed("periods", IDA, *RANGE, "--output", "a.csv")
        self.assertTrue(self.read("a.csv").startswith("id,points"))

    def test_more_memory_than_there_is(self):
        self.refuse(1, "memory", "periods", IDA, "--fmin", "1", "--fmax", "2", "--count", "1e12",
                    "--periodogram", "p.npy")


if __name__ == "__main__":
    PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
