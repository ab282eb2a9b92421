# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Where the program finds its engine, what it says of one that cannot be used, and what engines and
the library of the engine show to others.

    python3 modules_test.py PROGRAM [TEST...]
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

import program_test
from program_test import IDA, RANGE, ProgramTest

FAKES = pathlib.Path(os.environ["SIDERUM_FAKE_MODULES"])
ENGINE = "siderum-engine-cpu.so"
COMMAND = ["periods", IDA, *RANGE, "--output", "a.csv"]


def libraries_of_program():
    """The folder of the library that the program is linked with, and of its engines."""
    text = subprocess.run(["ldd", program_test.PROGRAM], capture_output=True, text=True,
                          check=True).stdout
    return pathlib.Path(re.search(r"libsiderum_engine\.so\S* => (\S+)", text).group(1)).parent


class Modules(ProgramTest):

    def engine_path(self, *folders):
        self.addCleanup(os.environ.pop, "SIDERUM_ENGINE_PATH", None)
        os.environ["SIDERUM_ENGINE_PATH"] = ":".join(map(str, folders))

    def broken(self, name="broken"):
        (self.folder / name).mkdir()
        (self.folder / name / ENGINE).write_text("no library\n")
        return self.folder / name

    def is_refused(self, file, reason):
        """In one sentence; info reports it and ends well."""
        problem = f"{file} {reason}"
        self.refuse(1, [problem, "Install siderum again, or name its folder in "
                        "SIDERUM_ENGINE_PATH."], *COMMAND)
        info = self.succeed("info").stdout
        self.assertIn(f"engine cpu     cannot be used: {problem}", info)
        self.assertIn(f"\n  file         {file}\n", info)

    def test_the_engine_of_this_build(self):
        info = self.succeed("info").stdout
        self.assertRegex(info, r"engine cpu     (OpenMP|Serial), \d+ threads?, backends: portable")
        self.assertIn(f"\n  file         {libraries_of_program() / ENGINE}\n", info)

    def test_a_file_that_is_no_library(self):
        folder = self.broken()
        self.engine_path(folder)
        self.is_refused(folder / ENGINE, "cannot be opened (")

    def test_an_engine_of_another_version(self):
        self.engine_path(FAKES / "other_version")
        version = self.succeed("--version").stdout.split()[1]
        self.is_refused(FAKES / "other_version" / ENGINE,
                        f"is of another version (0.0.1, siderum is {version})")

    def test_a_library_that_is_no_engine(self):
        self.engine_path(FAKES / "no_engine")
        self.is_refused(FAKES / "no_engine" / ENGINE,
                        "is no engine (it lacks what an engine exports)")

    def test_the_first_file_counts(self):
        folder = self.broken()
        (self.folder / "empty").mkdir()
        self.engine_path(self.folder / "nowhere", self.folder / "empty", folder,
                         libraries_of_program())
        self.is_refused(folder / ENGINE, "cannot be opened (")
        self.engine_path(self.folder / "empty", libraries_of_program(), folder)
        self.succeed(*COMMAND)

    def test_the_working_directory_is_never_looked_into(self):
        self.broken("inner")
        (self.folder / ENGINE).write_text("no library\n")
        plain = self.succeed("periods", IDA, *RANGE).stdout
        for path in ("", ".", ":", "inner", "./inner", "inner:", "../" + self.folder.name):
            self.engine_path(path)
            self.assertEqual(self.succeed("periods", IDA, *RANGE).stdout, plain, path)

    def test_no_engine_at_all(self):
        built = libraries_of_program()
        alone = self.folder / "alone"
        alone.mkdir()
        for library in built.glob("libsiderum_engine.so*"):
            shutil.copy(library, alone)
        self.addCleanup(os.environ.pop, "LD_LIBRARY_PATH", None)
        os.environ["LD_LIBRARY_PATH"] = str(alone)
        problem = ("The engine cpu is not installed (no siderum-engine-cpu.so in "
                   "SIDERUM_ENGINE_PATH or beside the library)")
        self.refuse(1, problem + ". Install siderum again, or name its folder in "
                    "SIDERUM_ENGINE_PATH.", *COMMAND)
        self.assertIn(f"engine cpu     {problem}\n", self.succeed("info").stdout)
        self.assertRegex(self.succeed("--version").stdout, r"^siderum ")
        self.engine_path(built)
        self.succeed(*COMMAND)

    def test_no_engine_is_asked_for_before_it_is_needed(self):
        self.engine_path(self.broken())
        self.succeed("--help")
        self.succeed("simulate", "light-curves", "--objects", "2")
        self.refuse(1, "nothing.csv", "periods", "nothing.csv", *RANGE)

    def test_threads_of_a_build_with_one(self):
        if re.search(r"engine cpu     OpenMP", self.succeed("info").stdout):
            self.succeed("periods", IDA, *RANGE, "--threads", "4")
            return
        self.refuse(1, "There cannot be 4 threads (this build has one thread: its Kokkos lacks "
                    "OpenMP). Ask for no number.", *COMMAND, "--threads", "4")
        self.succeed("periods", IDA, *RANGE, "--threads", "1")


class Symbols(unittest.TestCase):
    """What a library shows, another one of the same process can be bound to."""

    def symbols(self, name):
        text = subprocess.run(["nm", "-D", "--defined-only",
                               libraries_of_program() / name], capture_output=True, text=True,
                              check=True).stdout
        lines = [line.split(maxsplit=2) for line in text.splitlines()]
        return [(kind, symbol) for _, kind, symbol in lines]

    def test_an_engine_shows_two_functions(self):
        self.assertEqual(sorted(self.symbols(ENGINE)),
                         [("T", "siderum_engine_module"), ("T", "siderum_engine_version")])

    def test_engines_open_large_libraries_when_a_job_needs_them(self):
        for engine in libraries_of_program().glob("siderum-engine-*.so"):
            text = subprocess.run(["readelf", "-d", engine], capture_output=True, text=True,
                                  check=True).stdout
            needed = re.findall(r"\(NEEDED\).*\[(.*)\]", text)
            self.assertIn("libc.so.6", needed)
            self.assertEqual([name for name in needed if re.match("libcu(blas|fft)", name)], [])

    def test_the_library_shows_its_own_names(self):
        shown = self.symbols("libsiderum_engine.so")
        own = re.compile(r"_Z(NK?|T[ISV]N)7siderum6engine")
        self.assertEqual([each for each in shown if not own.match(each[1])], [])
        self.assertEqual([each for each in shown if each[0] == "u"], [])
        for name in ("14search_periodsE", "10synthesiseE", "11PairCounter3addE", "12report_buildE",
                     "12periodogramsI"):
            self.assertTrue(any(each[1].startswith("_ZN7siderum6engine" + name) for each in shown),
                            name)


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
