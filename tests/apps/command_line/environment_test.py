# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Odd variables of the environment, and odd measurements in the user's cache.

    python3 environment_test.py PROGRAM [TEST...]
"""

import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import unittest

import program_test
from program_test import ProgramTest, ROOT

SURVEY = ["simulate", "light-curves", "--objects", "40", "--output", "survey.csv"]
SEARCH = ["periods", "survey.csv", "--fmin", "0.1", "--fmax", "8", "--count", "2000", "--device",
          "cpu"]
SPECTRUM = ROOT / "examples/data/cmb_like_spectrum.csv"


class EnvironmentTest(ProgramTest):

    def setUp(self):
        super().setUp()
        self.succeed(*SURVEY)

    def run_with(self, variables, *arguments):
        environment = dict(os.environ, **variables)
        return subprocess.run([program_test.PROGRAM, *map(str, arguments)], cwd=self.folder,
                              capture_output=True, text=True, check=False, env=environment,
                              timeout=120)

    def has_threads(self):
        return "OpenMP" in self.succeed("info").stdout


class Threads(EnvironmentTest):

    def test_numbers_that_are_none_are_refused(self):
        for name in ("KOKKOS_NUM_THREADS", "OMP_NUM_THREADS"):
            for value in ("junk", "0", "-3", "3x", "999999"):
                for verb in (SEARCH, ["pairs", "--data", "none", "--bins", "1:2:3"],
                             ["map2alm", "none", "a.fits", "--lmax", "4"], ["tune"]):
                    outcome = self.run_with({name: value}, *verb)
                    self.assertEqual(
                        (outcome.returncode, outcome.stdout, outcome.stderr),
                        (1, "", f"siderum: {name} cannot be '{value}' (it takes 1 to 512 threads)."
                                " Set it to one of these, or unset it.\n"))
        self.refuse(1, "--threads", *SEARCH, "--threads", "999999")

    def test_small_stacks_are_refused(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_STACK, (128 << 10, resource.RLIM_INFINITY))

        outcome = subprocess.run([program_test.PROGRAM, *SEARCH], cwd=self.folder,
                                 capture_output=True, text=True, check=False, preexec_fn=limit)
        sentence = "siderum: A thread has {} KiB of stack (256 are needed; ulimit -s and" \
                   " OMP_STACKSIZE decide). Allow more.\n"
        self.assertEqual((outcome.returncode, outcome.stdout), (1, ""))
        self.assertRegex(outcome.stderr, re.escape(sentence).replace(r"\{\}", r"\d+"))
        if self.has_threads() and len(os.sched_getaffinity(0)) > 1:
            outcome = self.run_with({"OMP_STACKSIZE": "128k"}, *SEARCH, "--threads", "2")
            # LLVM's OpenMP gives some bytes more, that is a page.
            self.assertEqual((outcome.returncode, outcome.stdout), (1, ""))
            self.assertIn(outcome.stderr, (sentence.format(128), sentence.format(132)))

    def test_an_option_overrides_the_variable(self):
        expected = self.succeed(*SEARCH).stdout
        outcome = self.run_with({"OMP_NUM_THREADS": "999999"}, *SEARCH, "--threads", "1")
        self.assertEqual((outcome.returncode, outcome.stdout, outcome.stderr), (0, expected, ""))

    def test_lists_of_levels_are_understood(self):
        outcome = self.run_with({"OMP_NUM_THREADS": "2,1"}, *SEARCH, "--verbose")
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        if self.has_threads():
            self.assertIn("OpenMP, 2 threads", outcome.stderr)

    def test_threads_that_openmp_keeps_back(self):
        """Fewer threads than Kokkos shares the work out to leave results unwritten."""
        expected = self.succeed(*SEARCH).stdout
        for variables in ({"OMP_DYNAMIC": "true"}, {"OMP_MAX_ACTIVE_LEVELS": "0"},
                          {"OMP_NESTED": "true"}, {"OMP_THREAD_LIMIT": "8"}):
            for option in ([], ["--threads", "4"] if self.has_threads() else []):
                outcome = self.run_with(variables, *SEARCH, *option)
                self.assertEqual((outcome.returncode, outcome.stdout, outcome.stderr),
                                 (0, expected, ""), variables)
        limit = {"OMP_THREAD_LIMIT": "1"}
        self.assertEqual(self.run_with(dict(limit, OMP_NUM_THREADS=""), *SEARCH).stdout, expected)
        if self.has_threads():
            outcome = self.run_with(limit, *SEARCH, "--threads", "4")
            self.assertEqual((outcome.returncode, outcome.stdout), (1, ""))
            self.assertEqual(outcome.stderr,
                             "siderum: There cannot be 4 threads (OpenMP gives 1, see "
                             "OMP_THREAD_LIMIT). Ask for so many, or for no number.\n")


class Libraries(EnvironmentTest):

    def test_what_kokkos_would_abort_over_is_refused(self):
        for name, value in (("KOKKOS_PRINT_CONFIGURATION", "junk"),
                            ("KOKKOS_DISABLE_WARNINGS", "junk"), ("KOKKOS_TUNE_INTERNALS", ""),
                            ("KOKKOS_DEVICE_ID", "junk"), ("KOKKOS_DEVICE_ID", "-1"),
                            ("KOKKOS_MAP_DEVICE_ID_BY", "junk")):
            outcome = self.run_with({name: value}, *SEARCH)
            self.assertEqual((outcome.returncode, outcome.stdout), (1, ""), name)
            self.assertRegex(outcome.stderr, rf"^siderum: {name} cannot be '{value}' \(it takes "
                             r"[^\n]*\)\. Set it to one of these, or unset it\.\n$")

    def test_no_library_writes_into_results(self):
        expected = self.succeed(*SEARCH).stdout
        for name, value in (("KOKKOS_PRINT_CONFIGURATION", "1"), ("OMP_DISPLAY_ENV", "verbose"),
                            ("OMP_DISPLAY_AFFINITY", "true"), ("OPENBLAS_VERBOSE", "2"),
                            ("KOKKOS_TOOLS_LIBS", "/no/such/library.so")):
            outcome = self.run_with({name: value}, *SEARCH)
            self.assertEqual((outcome.returncode, outcome.stdout), (0, expected), name)

    def test_values_that_do_not_matter(self):
        expected = self.succeed(*SEARCH).stdout
        for name in ("OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS", "OMP_PROC_BIND", "OMP_PLACES",
                     "OMP_SCHEDULE", "OMP_WAIT_POLICY", "OMP_STACKSIZE", "OMP_THREAD_LIMIT",
                     "GOMP_CPU_AFFINITY", "GOMP_SPINCOUNT", "KOKKOS_VISIBLE_DEVICES"):
            for value in ("junk", "-1", "999999"):
                if (name, value) == ("OMP_STACKSIZE", "999999"):
                    continue  # 1 GB for each thread: as much as is asked for
                outcome = self.run_with({name: value}, *SEARCH)
                self.assertEqual((outcome.returncode, outcome.stdout), (0, expected),
                                 (name, value, outcome.stderr))

    def test_a_pipe_in_the_place_of_an_engine(self):
        os.mkfifo(self.folder / "siderum-engine-cpu.so")
        os.mkfifo(self.folder / "siderum-engine-cuda.so")
        outcome = self.run_with({"SIDERUM_ENGINE_PATH": str(self.folder)}, *SEARCH)
        self.assertEqual((outcome.returncode, outcome.stderr), (0, ""))


class Measurements(EnvironmentTest):
    """tuning.json is a cache: what is odd in it is told and not used."""

    def setUp(self):
        super().setUp()
        self.expected = self.succeed(*SEARCH, "--method", "automatic").stdout
        (self.folder / "cache/siderum").mkdir(parents=True)
        self.file = self.folder / "cache/siderum/tuning.json"
        self.version = self.succeed("--version").stdout.split()[1]
        facts = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
        self.cpu = next((line.split(":")[1].strip() for line in facts
                         if line.startswith("model name")), "host processor")

    def rates(self, **rates):
        values = {f"lomb_scargle/double/{name}": value for name, value in rates.items()}
        return json.dumps({"version": self.version, "devices": {self.cpu: values}})

    def search(self, *arguments):
        return self.run_with({"XDG_CACHE_HOME": str(self.folder / "cache")}, *SEARCH, "--method",
                             "automatic", *arguments)

    def is_not_used(self, reason):
        outcome = self.search()
        self.assertEqual((outcome.returncode, outcome.stdout), (0, self.expected), reason)
        self.assertEqual(outcome.stderr.count("\n"), 1, outcome.stderr)
        self.assertIn(reason, outcome.stderr)
        self.assertIn(f"{self.file}", outcome.stderr)
        self.assertIn("Run siderum tune again, or remove the file.", outcome.stderr)
        outcome = self.run_with({"XDG_CACHE_HOME": str(self.folder / "cache")}, "info")
        self.assertEqual(outcome.returncode, 0)
        self.assertIn(reason, outcome.stderr)
        self.assertNotIn("rates measured", outcome.stdout)

    def test_what_is_no_file_of_siderum(self):
        self.file.mkdir()
        self.is_not_used("are not used (it is a folder)")
        self.file.rmdir()
        os.mkfifo(self.file)
        self.is_not_used("are not used (it is no regular file)")
        self.file.unlink()
        os.symlink("/dev/zero", self.file)
        self.is_not_used("are not used (it is no regular file)")
        self.file.unlink()
        os.symlink(self.file, self.file)
        self.is_not_used("are not used (Too many levels of symbolic links)")
        self.file.unlink()
        with open(self.file, "w") as file:
            file.truncate(1 << 40)
        self.is_not_used("are not used (it is too large)")

    def test_text_that_is_no_measurement(self):
        version = f'{{"version": "{self.version}", "devices": '
        for text, reason in (("no json", "it is no JSON"), ("{", "it is no JSON"),
                             ("[" * 1000000, "it is no JSON"), ("\0" * 9, "it is no JSON"),
                             ("[]", "it is not what siderum writes"),
                             ("{}", "it is not what siderum writes"),
                             ('{"version": 1}', "it is not what siderum writes"),
                             (version + "[]}", "it is not what siderum writes"),
                             (version + '{"a": 3}}', "it is not what siderum writes"),
                             (version + '{"a": {"b": 1e999}}}', "it is no JSON"),
                             (version + '{"a": {"b": "1"}}}', "a value in it is none that is"),
                             (version + '{"a": {"b": null}}}', "a value in it is none that is"),
                             (version + '{"a": {"b": -1}}}', "a value in it is none that is")):
            self.file.write_text(text)
            self.is_not_used(f"are not used ({reason}")

    def test_rates_that_are_none(self):
        for value in (0, 1e308, 1e-300, 1e13):
            # Products would be the choice if these were rates.
            self.file.write_text(self.rates(direct_term=1e6, nufft_spread=1e6,
                                            nufft_frequency=1e6, product_term=value))
            self.is_not_used(f"lomb_scargle/double/product_term of '{self.cpu}' is none that is"
                             " measured")

    def test_numbers_that_may_be_zero(self):
        name = "harmonic_transform/lmax511/pairs256/width"
        document = json.loads(self.rates(direct_point=0, direct_term=1e6, nufft_frequency=1e6))
        document["devices"][self.cpu][name] = 0
        self.file.write_text(json.dumps(document))
        outcome = self.search()
        self.assertEqual((outcome.returncode, outcome.stderr), (0, ""))
        self.assertIn(",product\n", outcome.stdout)

    def test_a_choice_that_is_none(self):
        name = "harmonic_transform/lmax511/pairs256/width"
        document = json.loads(self.rates(direct_point=0, direct_term=1e6, nufft_frequency=1e6))
        document["devices"][self.cpu][name] = 1e308
        self.file.write_text(json.dumps(document))
        outcome = self.search()
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        self.assertIn(f"{name} of '{self.cpu}' is none that is measured, and not used. ",
                      outcome.stderr)
        self.assertIn(",product\n", outcome.stdout, "the rates beside it are")

    def test_another_version_is_forgotten_without_a_word(self):
        self.file.write_text(self.rates(direct_term=-1).replace(self.version, "0.0.1"))
        outcome = self.search()
        self.assertEqual((outcome.returncode, outcome.stdout, outcome.stderr),
                         (0, self.expected, ""))

    def test_tuning_says_at_once_that_it_cannot_keep_anything(self):
        self.file.mkdir()
        outcome = self.run_with({"XDG_CACHE_HOME": str(self.folder / "cache")}, "tune")
        self.assertEqual((outcome.returncode, outcome.stdout), (1, ""))
        self.assertIn(f"{self.file} is a folder", outcome.stderr)

    def test_ring_weights_that_are_no_file(self):
        self.succeed("synalm", SPECTRUM, "alm.fits", "--lmax", "8")
        self.succeed("alm2map", "alm.fits", "map.fits", "--nside", "4")
        command = ["anafast", "map.fits", "--lmax", "8", "--ring-weights", "on"]
        cache = {"XDG_CACHE_HOME": str(self.folder / "cache")}
        expected = self.run_with(cache, *command)
        self.assertEqual(expected.returncode, 0, expected.stderr)
        (file,) = (self.folder / "cache/siderum/ring_weights").iterdir()
        file.unlink()
        os.mkfifo(file)
        self.assertEqual(self.run_with(cache, *command).stdout, expected.stdout)
        self.assertTrue(file.is_file(), "computed and kept")
        file.unlink()
        file.mkdir()
        self.assertEqual(self.run_with(cache, *command).stdout, expected.stdout)


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
