# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What `siderum tune` keeps in the user's cache, whatever happens to it: it is as it was before, or
whole, and nothing lies beside it. An engine that measures nothing makes it short.

    python3 tune_test.py PROGRAM [TEST...]
"""

import itertools
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import program_test
from every_verb import without_root

# Of another version, and so forgotten without a word.
OLD = b'{"devices": {}, "version": "0.0.1"}\n'


class Tune(unittest.TestCase):

    def setUp(self):
        self.top = pathlib.Path(tempfile.mkdtemp(prefix="siderum_tune_"))
        self.addCleanup(shutil.rmtree, self.top)
        self.build = pathlib.Path(program_test.PROGRAM).parent.parent
        self.cache = self.top / "cache"
        self.file = self.cache / "siderum/tuning.json"
        self.expected = None
        self.prepare()
        outcome = self.run_tune()
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        self.expected = outcome.stdout, outcome.stderr, self.file.read_bytes()
        self.assertIn("first", json.loads(self.expected[2])["devices"])

    def prepare(self):
        shutil.rmtree(self.cache, ignore_errors=True)
        self.file.parent.mkdir(parents=True)
        self.file.write_bytes(OLD)

    def environment(self, **changes):
        """None removes a variable."""
        fake = self.build / "tests/engine/fake_modules/measuring"
        environment = {**os.environ, "SIDERUM_ENGINE_PATH": str(fake), "HOME": str(self.top),
                       "XDG_CACHE_HOME": str(self.cache), **changes}
        return {name: value for name, value in environment.items() if value is not None}

    def run_tune(self, *before, user=None, **changes):
        return subprocess.run([*before, program_test.PROGRAM, "tune", "--device", "cpu"],
                              cwd=self.top, env=self.environment(**changes), check=False,
                              capture_output=True, user=user)

    def check(self, status, out, err, context):
        """@param status  0 of a run that succeeded, 1 of one that says why it did not"""
        context = (context, status, out, err)
        kept = self.file.read_bytes()
        self.assertIn(kept, (self.expected[2],) if status == 0 else (OLD, self.expected[2]),
                      context)
        self.assertEqual([path.name for path in self.file.parent.iterdir()], [self.file.name],
                         context)
        if status == 0:
            self.assertEqual(out, self.expected[0], context)
        elif status == 1:
            self.assertRegex(err.decode(), r"^siderum: [^\n]*\.\n$", context)

    def sweep(self, how):
        witness = self.top / "failed"
        asan = ":".join(filter(None, [os.environ.get("ASAN_OPTIONS"), "verify_asan_link_order=0"]))
        for number in range(1, 1000):
            witness.unlink(missing_ok=True)
            self.prepare()
            outcome = self.run_tune(
                LD_PRELOAD=str(self.build / "tests/failing_calls.so"), ASAN_OPTIONS=asan,
                SIDERUM_FAIL_AT=str(number), SIDERUM_FAIL_WITH=how, SIDERUM_FAILED=str(witness))
            self.assertIn(outcome.returncode, (0, 1), outcome)
            self.check(outcome.returncode, outcome.stdout, outcome.stderr, (how, number))
            if not witness.exists():
                break
        self.assertGreater(number, 3)
        self.assertLess(number, 999)

    def test_a_disk_that_is_full_from_some_call_on(self):
        self.sweep("full")

    def test_a_call_that_fails(self):
        self.sweep("broken")

    def test_signals_at_random_times(self):
        times = random.Random(20)
        begin = time.monotonic()
        self.run_tune()
        duration = time.monotonic() - begin
        ended = 0
        for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
            for share in [times.uniform(0.2, 1.1) for _ in range(20)]:
                self.prepare()
                process = subprocess.Popen(
                    [program_test.PROGRAM, "tune", "--device", "cpu"], cwd=self.top,
                    env=self.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                time.sleep(share * duration)
                process.send_signal(number)
                out, err = process.communicate()
                status = process.returncode
                self.assertIn(status, (0, -number, 128 + number), err)
                if status == -signal.SIGKILL:
                    # In the instant in which it replaces the file.
                    for path in self.file.parent.glob(f"{self.file.name}.*"):
                        path.unlink()
                self.check(status, out, err, (number, share))
                ended += status != 0
        self.assertGreater(ended, 3)

    def test_signals_while_it_measures(self):
        for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
            self.prepare()
            process = subprocess.Popen(
                [program_test.PROGRAM, "tune", "--device", "cpu"], cwd=self.top,
                env=self.environment(SIDERUM_ENGINE_PATH=None), stdout=subprocess.PIPE,
                stderr=subprocess.PIPE)
            time.sleep(0.5)
            process.send_signal(number)
            out, err = process.communicate()
            self.assertIn(process.returncode, (-number, 128 + number), err)
            self.assertEqual(out, b"")
            self.check(process.returncode, out, err, number)
            self.assertEqual(self.file.read_bytes(), OLD)

    def test_closed_descriptors(self):
        for closed in itertools.product((False, True), repeat=3):
            numbers = [number for number in range(3) if closed[number]]
            redirections = " ".join(f"{number}{'<' if number == 0 else '>'}&-"
                                    for number in numbers)
            self.prepare()
            outcome = self.run_tune("sh", "-c", f'exec "$@" {redirections}', "sh")
            self.assertEqual(outcome.returncode, 1 if 1 in numbers else 0, (numbers, outcome))
            self.assertEqual(outcome.stdout, b"" if 1 in numbers else self.expected[0])
            if 1 not in numbers:
                self.assertEqual(outcome.stderr, b"" if 2 in numbers else self.expected[1])
                self.assertEqual(self.file.read_bytes(), self.expected[2], numbers)
            else:
                self.assertEqual(self.file.read_bytes(), OLD, numbers)

    def test_a_stream_that_takes_nothing_keeps_nothing(self):
        outcome = self.run_tune("sh", "-c", 'exec "$@" >/dev/full', "sh")
        self.assertEqual((outcome.returncode, outcome.stdout), (1, b""))
        self.assertRegex(outcome.stderr.decode(), r"^siderum: [^\n]*\.\n$")

    def test_a_cache_that_is_not_there(self):
        shutil.rmtree(self.cache)
        outcome = self.run_tune()
        self.check(outcome.returncode, outcome.stdout, outcome.stderr, "new")
        self.assertEqual(outcome.returncode, 0)

    def test_caches_that_take_nothing_are_refused_before_anything_is_measured(self):
        file = self.top / "file"
        file.write_text("")
        odd = [(None, None), ("", None), ("relative", "relative"), (str(file), None),
               (str(file / "below"), ""), (str(self.top), str(file)), ("/proc/sys", None),
               ("/proc", "/proc/sys/none")]
        self.top.chmod(0o755)
        somebody = without_root(self)  # to root /proc looks as if it took files
        for home, cache in odd:
            before = sorted(self.top.rglob("*"))
            # An engine that measures would take long, and one that is none would be told of first.
            outcome = self.run_tune(HOME=home, XDG_CACHE_HOME=cache, SIDERUM_ENGINE_PATH="/none",
                                    **somebody)
            context = (home, cache, outcome)
            self.assertEqual((outcome.returncode, outcome.stdout), (1, b""), context)
            self.assertRegex(outcome.stderr.decode(),
                             r"^siderum: (There is no place for what is measured|The tuning cache"
                             r" [^\n]* cannot be written \([A-Z][a-z ]*\))[^\n]*\.\n$", context)
            self.assertEqual(sorted(self.top.rglob("*")), before, context)

    def test_a_disk_that_may_only_be_read_and_one_of_few_bytes(self):
        mount = ["unshare", "--mount"]
        mount += [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
        probe = subprocess.run([*mount, "sh", "-c", "mount -t tmpfs none /mnt"],
                               capture_output=True, check=False)
        if probe.returncode != 0:
            self.skipTest(f"no file system can be mounted here: {probe.stderr.decode().strip()}")
        for prepare, reason in (
                ('mount -o remount,ro "$folder"', "Read-only file system"),
                ('head -c 100k /dev/zero >"$folder/fill" 2>/dev/null', "No space left on device")):
            script = ('folder=$1; shift; mount -t tmpfs -o size=8k none "$folder"; '
                      f'{prepare}; "$@"; status=$?; ls -R "$folder" >&2; exit $status')
            outcome = self.run_tune(*mount, "sh", "-c", script, "sh", str(self.cache))
            self.assertEqual(outcome.returncode, 1, outcome)
            lines = outcome.stderr.decode()
            self.assertIn(f"tuning.json cannot be written ({reason})", lines)
            self.assertNotIn("tuning.json.", lines)

    def test_decimal_commas(self):
        locales = self.top / "locales"
        locales.mkdir()
        try:
            subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", locales / "de_DE.UTF-8"],
                           capture_output=True, check=False)
        except FileNotFoundError:
            self.skipTest("there is no localedef")
        if not (locales / "de_DE.UTF-8/LC_NUMERIC").exists():
            self.skipTest("localedef makes no German locale")
        outcome = self.run_tune(LC_ALL="de_DE.UTF-8", LOCPATH=str(locales),
                                LSAN_OPTIONS="detect_leaks=0")
        self.check(outcome.returncode, outcome.stdout, outcome.stderr, "locale")
        self.assertEqual(outcome.returncode, 0)


if __name__ == "__main__":
    program_test.PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
