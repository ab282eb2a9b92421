# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Where the built program computes, what it says of it, and what it knows of its engines.

    python3 devices_test.py PROGRAM [TEST...]
"""

import os
import pathlib
import re
import shutil
import sys
import unittest
from unittest import mock

import program_test
from program_test import IDA, RANGE, ProgramTest, ROOT

SPECTRUM = ROOT / "examples/data/cmb_like_spectrum.csv"
GALAXIES = ROOT / "examples/data/galaxies.csv"
COMPUTED = r"siderum: computed on .*(OpenMP|Threads|Serial).*, backend portable: "
# Each verb that computes, with an input that is not there.
VERBS = (["periods", "missing.csv", *RANGE],
         ["pairs", "--data", "missing.csv", "--bins", "0.1:1:3"],
         ["alm2map", "missing.fits", "out.fits", "--nside", "4"],
         ["map2alm", "missing.fits", "out.fits", "--lmax", "4"],
         ["anafast", "missing.fits", "out.csv", "--lmax", "4"],
         ["smooth", "missing.fits", "out.fits", "--fwhm", "60"],
         ["rotate", "missing.fits", "out.fits", "--angles", "1:2:3"],
         ["tune"])


class DevicesTest(ProgramTest):

    def setUp(self):
        super().setUp()
        self.set("SIDERUM_DEVICE", "")

    def set(self, variable, value):
        change = mock.patch.dict(os.environ, {variable: value})
        change.start()
        self.addCleanup(change.stop)

    def has_gpu(self):
        return "gpu:0" in self.succeed("info").stdout

    def put_engine(self, name, text="no engine"):
        """A file in the place of an engine, found before all others."""
        self.set("SIDERUM_ENGINE_PATH", str(self.folder))
        return self.write(f"siderum-engine-{name}.so", text)

    def put_stand_in(self):
        """The engine for CPUs in the place of that for GPUs: a machine with one GPU."""
        lines = self.succeed("info").stdout.splitlines()
        files = [line.split(maxsplit=1)[1] for line in lines if line.startswith("  file")]
        shutil.copy(files[0], self.folder / self.put_engine("cuda"))


class Refusals(DevicesTest):

    def test_a_variable_that_names_no_device(self):
        self.set("SIDERUM_DEVICE", "gpu:x")
        for verb in VERBS:
            self.refuse(1, ["SIDERUM_DEVICE", "'gpu:x'", "auto, cpu, gpu"], *verb)
        self.refuse(1, "SIDERUM_DEVICE", *VERBS[0], "--device", "auto")
        self.refuse(1, "missing.csv cannot be read", *VERBS[0], "--device", "cpu")

    def test_a_gpu_that_is_not_there(self):
        if self.has_gpu():
            self.skipTest("there is a GPU")
        for verb in VERBS:
            self.refuse(1, "GPU", *verb, "--device", "gpu")
        self.refuse(1, "GPU", *VERBS[0], "--device", "gpu:7")
        self.set("SIDERUM_DEVICE", "GPU")
        self.refuse(1, "GPU", *VERBS[0])

    def test_outputs_stay_as_they_were(self):
        if self.has_gpu():
            self.skipTest("there is a GPU")
        self.write("out.fits", "old")
        self.refuse(1, "GPU", *VERBS[2], "--device", "gpu")
        self.assertEqual(self.read("out.fits"), "old")

    def test_a_number_beyond_the_gpus(self):
        self.put_stand_in()
        self.refuse(1, "There is no GPU 7 (there is 1, counted from 0)", *VERBS[0], "--device",
                    "gpu:7")

    def test_a_broken_engine_for_gpus(self):
        engine = self.put_engine("cuda")
        self.refuse(1, [f"{engine} cannot be opened ("], *VERBS[0], "--device", "gpu")
        # Who asks for no GPU does not notice.
        self.assertEqual(self.succeed("periods", IDA, *RANGE).stdout,
                         self.succeed("periods", IDA, *RANGE, "--device", "cpu").stdout)


class Sentences(DevicesTest):

    def verbs_that_compute(self):
        self.succeed("synalm", SPECTRUM, "alm.fits", "--lmax", "20")
        self.succeed("alm2map", "alm.fits", "map.fits", "--nside", "16")
        return (["periods", IDA, *RANGE], ["pairs", "--data", GALAXIES, "--bins", "0.1:1:3"],
                ["alm2map", "alm.fits", "out.fits", "--nside", "8"],
                ["map2alm", "map.fits", "out.fits", "--lmax", "20"],
                ["anafast", "map.fits", "--lmax", "20", "--with", "map.fits"],
                ["smooth", "map.fits", "out.fits", "--fwhm", "60"],
                ["rotate", "map.fits", "out.fits", "--angles", "1:2:3", "--lmax", "20"],
                ["rotate", "alm.fits", "out.fits", "--angles", "1:2:3"])

    def test_every_verb_that_computes_says_once_where_and_why(self):
        for verb in self.verbs_that_compute():
            plain = self.succeed(*verb, "--device", "cpu")
            self.assertNotIn("computed on", plain.stderr)
            outcome = self.succeed(*verb, "--device", "cpu", "--threads", "2", "--verbose")
            self.assertEqual(outcome.stdout, plain.stdout)
            self.assertRegex(outcome.stderr, COMPUTED + r"it was asked for\.")
            self.assertEqual(outcome.stderr.count("computed on"), 1, outcome.stderr)
            self.check_time_line(outcome.stderr.splitlines()[-1], verb)

    def check_time_line(self, sentence, verb):
        """The parts make the whole, and bytes are those of the files."""
        self.assertRegex(sentence, r"^siderum: \d+\.\d{3} s in all: .*\.$")
        whole = float(sentence.split()[1])
        computing = re.search(r"computing (\S+) s \(GPU (\S+) s, host (\S+) s\)", sentence)
        if computing:
            self.assertIn("gpu", verb)
            of_both, *each = map(float, computing.groups())
            self.assertAlmostEqual(sum(each), of_both, delta=0.0015, msg=sentence)
            sentence = sentence.replace(computing[0], f"computing {computing[1]} s")
        parts = {name: float(seconds)
                 for name, seconds in re.findall(r"(\w+) (\d+\.\d{3}) s", sentence)}
        self.assertLessEqual(set(parts),
                             {"reading", "waking", "computing", "writing", "drawing", "other"})
        # What takes less than half a millisecond is not named, and each part is rounded.
        self.assertAlmostEqual(sum(parts.values()), whole, delta=0.004, msg=sentence)
        if "reading" in parts:
            self.assertRegex(sentence, r"reading \S+ s \(\S+ k?B, ", verb)

    def test_the_variable_counts_where_no_device_is_named(self):
        self.set("SIDERUM_DEVICE", "cpu")
        for device in ([], ["--device", "auto"]):
            outcome = self.succeed("periods", IDA, *RANGE, "--verbose", *device)
            self.assertRegex(outcome.stderr, COMPUTED + r"SIDERUM_DEVICE names it\.")
        self.set("SIDERUM_DEVICE", "gpu:1000")
        outcome = self.succeed("periods", IDA, *RANGE, "--verbose", "--device", "cpu")
        self.assertRegex(outcome.stderr, COMPUTED + r"it was asked for\.")

    def test_a_gpu_that_is_asked_for_is_used(self):
        self.put_stand_in()
        for environment, device, reason in (("cpu", ["--device", "gpu:0"], "it was asked for"),
                                            ("gpu:0", [], "SIDERUM_DEVICE names it")):
            self.set("SIDERUM_DEVICE", environment)
            outcome = self.succeed("periods", IDA, *RANGE, "--verbose", *device)
            self.assertRegex(outcome.stderr, COMPUTED + reason)
        self.assertIn("gpu:0", self.succeed("info").stdout)

    def test_a_small_job_stays_on_the_cpu(self):
        reason = (r"the CPU would take about 0\.\d+ s, a GPU \S+ s with its start\."
                  if self.has_gpu() else "there is no GPU that this installation could use\\.")
        outcome = self.succeed("periods", IDA, *RANGE, "--verbose")
        self.assertRegex(outcome.stderr, COMPUTED + reason)


class Info(DevicesTest):

    def facts(self):
        """[(name, value)] of the lines, whose names end where the column of values begins."""
        lines = self.succeed("info").stdout.splitlines()
        column = lines[0].index(lines[0].split()[1])
        for line in lines:
            self.assertEqual(line[column - 2:column], "  ", line)
        return [(line[:column].strip(), line[column:]) for line in lines]

    def test_engines_and_where_they_lie(self):
        facts = self.facts()
        names = [name for name, _ in facts]
        for name in ("siderum", "compiler", "processor", "Kokkos", "CFITSIO"):
            self.assertIn(name, names)
        engine = names.index("engine cpu")
        self.assertRegex(facts[engine][1], r"backends: portable; methods: direct.*\(rates ")
        self.assertEqual(facts[engine + 1][0], "file")
        self.assertTrue(pathlib.Path(facts[engine + 1][1]).is_file())
        self.assertEqual(facts[engine + 2][0], "cpu")
        self.assertRegex(facts[engine + 2][1], r".*, \d+\.\d GiB")
        self.assertEqual(names[-1] if not self.has_gpu() else "engine cuda", "engine cuda")

    def test_an_engine_that_does_not_load(self):
        file = self.put_engine("cuda")
        facts = dict(self.facts())
        self.assertRegex(facts["engine cuda"], f"cannot be used: .*{file}")
        self.assertEqual(facts["file"], str(self.folder / file))
        self.put_engine("cpu")
        facts = dict(self.facts())
        self.assertIn("cannot be used", facts["engine cpu"])


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
