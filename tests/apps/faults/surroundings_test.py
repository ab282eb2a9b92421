# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Every verb in surroundings that are odd: closed descriptors, folders and disks that take nothing,
inputs that vanish, a locale with decimal commas, a strange home.

    python3 surroundings_test.py PROGRAM [TEST...]
"""

import itertools
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

import program_test
from every_verb import verbs, without_root
from fault_runs import OLD, RUNS, FaultTest, outputs_of


class Verbs(FaultTest):

    def test_all_have_a_run(self):
        own_tests = {"tune"}  # tune_test.py
        self.assertEqual(verbs() - own_tests, {words[0] for words in RUNS.values()})


class Descriptors(FaultTest):

    def test_closed_in_all_combinations(self):
        for closed in itertools.product((False, True), repeat=3):
            numbers = [number for number in range(3) if closed[number]]
            redirections = " ".join(f"{number}{'<' if number == 0 else '>'}&-"
                                    for number in numbers)
            for name, words in RUNS.items():
                folder = self.folder_for(words)
                outcome = subprocess.run(
                    ["sh", "-c", f'exec "$@" {redirections}', "sh", program_test.PROGRAM, *words],
                    cwd=folder, env=self.environment(), capture_output=True, check=False)
                files, expected, notes = self.answer(name)
                context = (name, numbers, outcome)
                shows = not outputs_of(words)
                self.assertEqual(outcome.returncode, 1 if shows and 1 in numbers else 0, context)
                self.check_files(name, folder, not shows, context)
                self.assertEqual(outcome.stdout, b"" if 1 in numbers else expected, context)
                lines = [line for line in outcome.stderr.decode().splitlines() if line not in notes]
                said = shows and 1 in numbers and 2 not in numbers
                self.assertEqual(len(lines), 1 if said else 0, context)
                shutil.rmtree(folder)


class Folders(FaultTest):

    def run_mounted(self, options, prepare=""):
        """Every verb with outputs, in a folder that is mounted for it alone."""
        mount = ["unshare", "--mount"]
        mount += [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
        script = ('set -e; folder=$1; shift; cp -P "$folder"/* "$0" 2>/dev/null; '
                  f'mount -t tmpfs -o {options} none "$folder"; mv "$0"/* "$folder"; '
                  f'cd "$folder"; {prepare} set +e; "$@"; status=$?; '
                  'cp -a "$folder"/. "$0"; exit $status')
        probe = subprocess.run([*mount, "sh", "-c", "mount -t tmpfs none /mnt"],
                               capture_output=True, check=False)
        if probe.returncode != 0:
            self.skipTest(f"no file system can be mounted here: {probe.stderr.decode().strip()}")
        failed = 0
        for name, words in RUNS.items():
            if not outputs_of(words):
                continue
            folder = self.folder_for(words)
            aside = self.folder_for([])
            for path in aside.iterdir():
                path.unlink()
            outcome = subprocess.run(
                [*mount, "sh", "-c", script, aside, folder, program_test.PROGRAM, *words],
                env=self.environment(), capture_output=True, check=False)
            context = (name, outcome)
            self.assertIn(outcome.returncode, (0, 1), context)
            self.check_files(name, aside, outcome.returncode == 0, context)
            if outcome.returncode == 1:
                failed += 1
                lines = [line for line in outcome.stderr.decode().splitlines()
                         if line not in self.answer(name)[2]]
                self.assertEqual(len(lines), 1, context)
                self.assertTrue(any(path in lines[0] for path in outputs_of(words)), context)
            shutil.rmtree(folder)
            shutil.rmtree(aside)
        return failed

    def test_a_disk_of_few_bytes(self):
        self.assertGreater(self.run_mounted("size=40k"), 0)

    def test_a_disk_that_may_only_be_read(self):
        failed = self.run_mounted("size=1m", 'mount -o remount,ro "$folder";')
        self.assertEqual(failed, sum(bool(outputs_of(words)) for words in RUNS.values()))

    def test_a_folder_that_takes_no_new_file(self):
        home = self.top / "own home"
        home.mkdir()
        self.top.chmod(0o755)
        somebody = without_root(self)
        owner = somebody.get("user", -1)
        os.chown(home, owner, -1)
        for name, words in RUNS.items():
            folder = self.folder_for(words)
            for path in [folder, *folder.iterdir()]:
                os.chown(path, owner, -1, follow_symlinks=False)
            folder.chmod(0o500)
            process = self.start(words, folder, self.environment(HOME=str(home)), **somebody)
            process.wait()
            folder.chmod(0o700)
            self.assertEqual(process.returncode, 1 if outputs_of(words) else 0, name)
            self.check(name, folder, process, "folder")


class Inputs(FaultTest):

    def test_that_are_gone(self):
        for name, words in RUNS.items():
            for path in self.inputs.iterdir():
                if path.name not in words and f"@{path.name}" not in words:
                    continue
                folder = self.folder_for(words)
                (folder / path.name).unlink()
                process = self.start(words, folder)
                process.wait()
                self.assertEqual(process.returncode, 1, (name, path))
                shutil.copy(path, folder)  # as check() expects it
                self.check(name, folder, process, path)

    def test_that_end_anywhere(self):
        for name, words in RUNS.items():
            for path in self.inputs.iterdir():
                if path.name not in words:
                    continue
                content = path.read_bytes()
                for share in range(8):
                    folder = self.folder_for(words)
                    (folder / path.name).unlink()
                    (folder / path.name).write_bytes(content[:len(content) * share // 8])
                    process = self.start(words, folder)
                    err = process.communicate()[1].decode()
                    context = (name, path, share, process.returncode, err)
                    self.assertIn(process.returncode, (0, 1), context)
                    whole = [(folder / output).read_bytes() != OLD for output in outputs_of(words)]
                    self.assertEqual(all(whole) if process.returncode == 0 else any(whole),
                                     process.returncode == 0, context)
                    self.assertEqual(err.count("siderum: ") > 0 or process.returncode == 0, True,
                                     context)
                    shutil.rmtree(folder)


class Locales(FaultTest):

    def test_decimal_commas(self):
        locales = self.top / "locales"
        locales.mkdir()
        try:
            made = subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8",
                                   locales / "de_DE.UTF-8"], capture_output=True, check=False)
        except FileNotFoundError:
            self.skipTest("there is no localedef")
        if not (locales / "de_DE.UTF-8/LC_NUMERIC").exists():
            self.skipTest(f"localedef makes no German locale: {made.stderr.decode().strip()}")
        # What the C library leaks where LOCPATH is set is its own.
        commas = {"LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8", "LOCPATH": str(locales),
                  "LSAN_OPTIONS": "detect_leaks=0"}
        shown = subprocess.run(["printf", "%.1f", "1,5"], env={**os.environ, **commas},
                               capture_output=True, check=False).stdout
        self.assertEqual(shown, b"1,5")
        for name, words in RUNS.items():
            self.answer(name)
            folder = self.folder_for(words)
            process = self.start(words, folder, self.environment(**commas))
            process.wait()
            self.assertEqual(process.returncode, 0, name)
            self.check(name, folder, process, "locale")


class Homes(FaultTest):

    def test_strange_ones(self):
        file = self.top / "file"
        file.write_text("")
        for home in (None, "", "relative", "./here", str(file), "/proc", str(file / "below")):
            for cache in (None, "", "relative", str(file)):
                before = self.everything()
                for name, words in RUNS.items():  # map2alm keeps ring weights
                    self.answer(name)
                    folder = self.folder_for(words)
                    process = self.start(words, folder,
                                         self.environment(HOME=home, XDG_CACHE_HOME=cache))
                    process.wait()
                    self.assertEqual(process.returncode, 0, (home, cache, process.stderr.read()))
                    self.check(name, folder, process, (home, cache))
                self.assertEqual(self.everything(), before, (home, cache))

    def everything(self):
        return sorted(path for path in self.top.rglob("*") if self.home not in path.parents)


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
