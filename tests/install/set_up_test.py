# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What cmake/set_up.sh asks for, on systems that are made up: it finds no other programs than those
below, which write down that they were called."""

import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SH = shutil.which("sh")
CALL = 'echo "$(basename "$0") $* [${DEBIAN_FRONTEND:-}]" >> "$FOLDER/calls"\n'
# States stand in a line each, "package state", once for each architecture of a package.
DPKG_QUERY = """
[ "$1" = -W ] && [ "$2" = -f ] || exit 2
status=1
while read -r package state; do
  [ "$package" = "$4" ] || continue
  status=0
  printf '%s' "${3%%'${db:Status-Status}'*}$state${3#*'${db:Status-Status}'}"
done < "$FOLDER/states"
exit $status
"""
# By what find_package and pkg_check_modules call it.
PACKAGE_OF = {"BENCHMARK": "libbenchmark-dev", "CFITSIO": "libcfitsio-dev", "CLI11": "libcli11-dev",
              "FMT": "libfmt-dev", "GTEST": "libgtest-dev", "NLOHMANN_JSON": "nlohmann-json3-dev",
              "OPENBLAS": "libopenblas-pthread-dev", "PKGCONFIG": "pkg-config",
              "PYTHON3": "python3", "THREADS": "g++", "ZLIB": "zlib1g-dev"}
OF_MPI = {"libopenmpi-dev", "openmpi-bin"}
OF_CLANG = {"clang-16", "libomp-16-dev"}
OF_HIP = {"libamdhip64-dev", "rocm-device-libs", "clang-19", "lld-19", "clang-tools-19", "llvm-19",
          "libclang-rt-19-dev", "libomp-19-dev"}


class SetUp(unittest.TestCase):

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        (self.folder / "bin").mkdir()
        (self.folder / "bin/basename").symlink_to(shutil.which("basename"))
        for name in ("apt-get", "sudo", "pip", "pip3", "python3", "nvcc", "nvidia-smi", "curl"):
            self.program(name, CALL)
        self.program("dpkg-query", DPKG_QUERY)

    def program(self, name, body):
        path = self.folder / "bin" / name
        path.write_text(f"#!{SH}\n{body}", encoding="utf-8")
        path.chmod(0o755)

    def run_it(self, states=(), user=0, **choices):
        self.program("id", f'[ "$1" = -u ] && echo {user}\n')
        text = "".join(f"{line}\n" for line in states)
        (self.folder / "states").write_text(text, encoding="utf-8")
        (self.folder / "calls").write_text("", encoding="utf-8")
        outcome = subprocess.run(
            [SH, ROOT / "cmake/set_up.sh"], cwd=self.folder, text=True, capture_output=True,
            check=False,
            env={"PATH": str(self.folder / "bin"), "FOLDER": str(self.folder), **choices})
        self.calls = (self.folder / "calls").read_text(encoding="utf-8").splitlines()
        return outcome

    def installed(self, states=(), **choices):
        """What root installs."""
        outcome = self.run_it(states, **choices)
        self.assertEqual((outcome.returncode, outcome.stderr), (0, ""))
        self.assertEqual(len(self.calls), 2, self.calls)
        self.assertEqual(self.calls[0], "apt-get update -q [noninteractive]")
        call = re.fullmatch(
            r"apt-get install -q -y --no-install-recommends (.*) \[noninteractive\]", self.calls[1])
        self.assertIsNotNone(call, self.calls[1])
        packages = call[1].split()
        self.assertEqual(outcome.stdout, f"set-up: installing {' '.join(packages)}\n")
        self.assertEqual(len(set(packages)), len(packages))
        return set(packages)

    def test_presets_add_their_compilers(self):
        base = self.installed()
        for preset, more in (("openmp", set()), ("cuda", set()), ("dev", set()),
                             ("sanitize", set()), ("clang", OF_CLANG),
                             ("fuzz", OF_CLANG | {"libclang-rt-16-dev"}), ("hip", OF_HIP)):
            self.assertEqual(self.installed(PRESET=preset), base | more, preset)
            self.assertFalse(base & more)

    def test_every_preset_finds_the_compiler_that_it_names(self):
        presets = json.loads((ROOT / "CMakePresets.json").read_text(encoding="utf-8"))
        for preset in presets["configurePresets"]:
            compiler = preset.get("cacheVariables", {}).get("CMAKE_CXX_COMPILER", "g++")
            package = compiler.replace("clang++", "clang")
            self.assertIn(package, self.installed(PRESET=preset["name"]), preset["name"])

    def test_what_configuring_requires_is_there(self):
        lists = "".join((ROOT / "cmake" / name).read_text(encoding="utf-8")
                        for name in ("dependencies.cmake", "fetch_package.cmake"))
        # MPI and FFTW are asked for by name, below.
        required = {name.upper() for name in re.findall(r"find_package\((\w+)[^)]* REQUIRED", lists)
                    + re.findall(r"find_package\((\w+) REQUIRED", lists)
                    + re.findall(r"pkg_check_modules\((\w+) REQUIRED", lists)} - {"MPI"}
        self.assertGreaterEqual(len(required), 9)
        packages = self.installed()
        for name in required:
            self.assertIn(PACKAGE_OF.get(name), packages, name)
        # pip fetches Kokkos, and make and its tests make environments.
        self.assertLessEqual({"cmake", "ninja-build", "python3-pip", "python3-venv"}, packages)

    def test_mpi_and_fftw_where_they_are_asked_for(self):
        base = self.installed()
        self.assertEqual(self.installed(MPI="on"), base | OF_MPI)
        self.assertEqual(self.installed(FFT="fftw"), base | {"libfftw3-dev"})
        self.assertEqual(self.installed(PRESET="hip", MPI="on", FFT="fftw"),
                         base | OF_HIP | OF_MPI | {"libfftw3-dev"})
        self.assertEqual(self.installed(MPI="off", FFT="ducc0", PRESET="cuda"), base)

    def test_only_what_is_missing(self):
        base = self.installed()
        rest = {"g++", "cmake", "zlib1g-dev"}
        states = [f"{package} installed" for package in base - rest]
        # Removed ones may have left their settings; of others there is another architecture's too.
        states += ["cmake config-files", "zlib1g-dev not-installed", "libfmt-dev installed"]
        self.assertEqual(self.installed(states), rest)
        self.assertEqual(self.installed(states, MPI="on"), rest | OF_MPI)

    def test_programs_may_be_from_elsewhere(self):
        base = self.installed()
        for package, program in (("cmake", "cmake"), ("ninja-build", "ninja"),
                                 ("gnuplot-nox", "gnuplot")):
            self.program(program, CALL)
            base -= {package}
            self.assertEqual(self.installed(), base)

    def test_nothing_is_called_where_nothing_is_missing(self):
        states = [f"{package} installed" for package in self.installed(MPI="on", PRESET="fuzz")]
        for user in (0, 1000):
            for choices in ({}, {"PRESET": "cuda", "MPI": "on"}, {"PRESET": "clang"}):
                outcome = self.run_it(states, user, **choices)
                self.assertEqual((outcome.returncode, outcome.stdout, outcome.stderr), (0, "", ""))
                self.assertEqual(self.calls, [])

    def test_who_is_not_root_is_told_what_to_ask_for(self):
        states = [f"{package} installed" for package in self.installed() - {"cmake", "g++"}]
        for is_there in (True, False):
            if not is_there:
                (self.folder / "bin/sudo").unlink()
            outcome = self.run_it(states, user=1000, PRESET="cuda", FFT="fftw")
            self.assertEqual((outcome.returncode, outcome.stdout), (1, ""))
            self.assertEqual(
                outcome.stderr,
                "set-up: these Debian packages are missing (only root may install them): g++ cmake "
                "libfftw3-dev. Ask for: apt-get install --no-install-recommends g++ cmake "
                "libfftw3-dev\n")
            self.assertEqual(self.calls, [])

    def test_another_system_is_told_what_is_expected(self):
        (self.folder / "bin/dpkg-query").unlink()
        outcome = self.run_it(user=1000)
        self.assertEqual((outcome.returncode, outcome.stderr, self.calls), (0, "", []))
        self.assertRegex(outcome.stdout, r"^set-up: this is no Debian system; .*: .* g\+\+ cmake ")
        self.assertEqual(outcome.stdout.count("\n"), 1)

    def test_a_failure_of_apt_ends_it(self):
        for word in ("update", "install"):
            self.program("apt-get", f'{CALL}[ "$1" != {word} ] || exit 100\n')
            outcome = self.run_it(PRESET="cuda")
            self.assertEqual(outcome.returncode, 100)
            self.assertTrue(self.calls[-1].startswith(f"apt-get {word} "), self.calls)
            self.assertRegex(
                outcome.stderr, r"^set-up: apt could not install ca-certificates g\+\+ .* \(what"
                r" it says is above\)\. .* go on with: cmake --preset cuda\n$")


if __name__ == "__main__":
    unittest.main()
