# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The package in its process: what an import costs and starts, threads, forks, Ctrl-C."""

import importlib.util
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import unittest

import numpy as np

import siderum
from siderum.periods import Grid, LombScargle, find

RNG = np.random.default_rng(1)
# Ctrl-C ends a call within 0.3 s: what this promises is a time, so it alone is tested by one. The
# best of three counts, with a margin for a machine that does other work meanwhile.
MOST_SECONDS = 1.0


def run(code):
    """What a fresh Python prints."""
    return subprocess.run([sys.executable, "-c", code], check=True, text=True,
                          capture_output=True).stdout.strip()


class Imports(unittest.TestCase):
    def test_start_nothing(self):
        loaded = run("import siderum, os; print(open('/proc/self/maps').read())")
        self.assertNotIn("siderum-engine-", loaded)
        self.assertIn("_engine", loaded)

    def test_load_what_is_asked_for(self):
        code = ("import sys, siderum; first = set(sys.modules); assert 'sky' in dir(siderum)\n"
                "siderum.periods.find, siderum.LombScargle\n"
                "print(any(name.startswith(('siderum.sky', 'siderum.pairs', 'tempfile'))"
                " for name in first))\n"
                "siderum.sky.Grid; from siderum import pairs; pairs.count\n"
                "print({'siderum.sky', 'siderum.pairs'} <= set(sys.modules))\n"
                "try: siderum.skies\n"
                "except AttributeError as error: print(error)")
        self.assertEqual(run(code).splitlines(),
                         ["False", "True", "module 'siderum' has no attribute 'skies'"])

    def test_bring_no_other_package_than_numpy(self):
        brought = run("import numpy, sys; before = set(sys.modules); import siderum;"
                      "print({name.split('.')[0] for name in set(sys.modules) - before})")
        for package in ("astropy", "matplotlib", "tqdm", "pandas", "pyarrow", "scipy"):
            self.assertNotIn(f"'{package}'", brought)

    def test_print_nothing(self):
        output = subprocess.run(
            [sys.executable, "-c", "import siderum; siderum.LombScargle([0, 1, 2.5, 3, 4.2, 5],"
             "[1, 2, 1, 3, 2, 4.]).autopower()"], check=True, capture_output=True)
        self.assertEqual((output.stdout, output.stderr), (b"", b""))


class Threads(unittest.TestCase):
    def test_of_python_get_the_same_bits(self):
        t = np.sort(RNG.uniform(0, 100, 500))
        y = RNG.normal(size=500)
        expected = LombScargle(t, y).autopower()[1]
        powers = [None] * 8

        def work(i):
            powers[i] = LombScargle(t, y).autopower()[1]

        threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for power in powers:
            np.testing.assert_array_equal(power, expected)

    def test_wait_for_the_next_job(self):
        # As OpenMP's threads are those of the one that computes, which would be started anew.
        started = run("import os\n"
                      "os.environ.update(OMP_NUM_THREADS='1', OPENBLAS_NUM_THREADS='1')\n"
                      "import numpy as np; from siderum import sky\n"
                      "threads = lambda: set(os.listdir('/proc/self/task'))\n"
                      "before = threads()\n"
                      "plan = sky.Plan(sky.Grid.gauss_legendre(9), lmax=8)\n"
                      "first = threads() - before\n"
                      "plan.analysis(np.ones(plan.grid.pixels), progress=lambda *_: None)\n"
                      "print(len(first), first == threads() - before)")
        self.assertEqual(started, "1 True")

    def test_go_on_while_the_engine_works(self):
        t = np.sort(RNG.uniform(0, 100, 3000))
        y = RNG.normal(size=3000)
        counted = [0]
        is_over = threading.Event()

        def count():
            while not is_over.is_set():
                counted[0] += 1
                time.sleep(0.001)

        counter = threading.Thread(target=count)
        counter.start()
        before = counted[0]
        find((t, y), Grid.between(0.1, 50, 300_000), LombScargle.finder(method="direct"))
        after = counted[0]
        is_over.set()
        counter.join()
        self.assertGreater(after, before)


# What workers of a pool do, in a file of its own: fresh ones read it anew.
WORKERS = """
import os
import numpy as np
import siderum

t = np.arange(300.0) ** 1.1
y = np.sin(t)

def power(threads):
    return float(siderum.LombScargle(t, y, threads=threads).autopower()[1].max())

def threads_of(asked):
    if asked["environment"]:
        os.environ["OMP_NUM_THREADS"] = str(asked["environment"])
    try:
        found = power(asked["threads"])
    except siderum.Error as error:
        return str(error)
    return siderum.info()["engines"][0]["threads"], found, power(0)
"""


class Workers(unittest.TestCase):
    """Pools of processes keep limits of their own."""

    def check(self, pool, threads=2):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "workers.py").write_text(WORKERS, encoding="utf-8")
            code = f"import sys; sys.path.insert(0, {folder!r}); from workers import *\n{pool}"
            return subprocess.run([sys.executable, "-c", code], check=True, text=True, timeout=100,
                                  capture_output=True,
                                  env={**os.environ, "OMP_NUM_THREADS": str(threads),
                                       "PYTHONPATH": os.pathsep.join(
                                           [folder, *sys.path[1:],
                                            os.environ.get("PYTHONPATH", "")])}
                                  ).stdout.split("\n")

    POOL = textwrap.dedent("""
        import multiprocessing
        expected = power(2)
        for way in ("fork", "spawn"):
            # A worker each: the first call of a process settles its threads.
            for asked in ({"threads": 0, "environment": 0}, {"threads": 1, "environment": 0},
                          {"threads": 0, "environment": 1}, {"threads": 2, "environment": 1},
                          {"threads": 3, "environment": 0}):
                with multiprocessing.get_context(way).Pool(1) as pool:
                    told = pool.map(threads_of, [asked])[0]
                is_answer = not isinstance(told, str)
                print(way, told[0] if is_answer else told,
                      abs(told[1] - expected) < 1e-12 if is_answer else "")
        print(siderum.info()["engines"][0]["threads"], power(0) == expected)
    """)

    def test_of_multiprocessing(self):
        said = [line.strip() for line in self.check(self.POOL)]
        forked, spawned = said[:5], said[5:10]
        self.assertEqual(forked[:4], ["fork 2 True", "fork 1 True", "fork 1 True", "fork 2 True"])
        self.assertRegex(forked[4], "^fork There cannot be 3 threads now .this process has begun")
        self.assertEqual(spawned, ["spawn 2 True", "spawn 1 True", "spawn 1 True", "spawn 2 True",
                                   "spawn 3 True"])
        self.assertEqual(said[10], "2 True")
        # What was asked for in the parent goes on where the environment has not changed since.
        asked = ("import multiprocessing; power(2)\n"
                 "with multiprocessing.get_context('fork').Pool(1) as pool:"
                 " print(pool.map(threads_of, [{'threads': 0, 'environment': 0}])[0][0])")
        self.assertEqual(self.check(asked, threads=1)[0], "2")

    def test_of_joblib(self):
        if importlib.util.find_spec("joblib") is None:
            self.skipTest("joblib is not installed")
        said = self.check(textwrap.dedent("""
            import joblib
            expected = power(2)
            with joblib.parallel_config("loky", inner_max_num_threads=1):
                told = joblib.Parallel(n_jobs=2)(
                    joblib.delayed(threads_of)({"threads": 0, "environment": 0}) for _ in range(2))
            print(*(one[0] for one in told), abs(told[0][1] - expected) < 1e-12)
        """))
        self.assertEqual(said[0], "1 1 True")


@unittest.skipUnless(hasattr(os, "fork"), "there is no fork")
class Forks(unittest.TestCase):
    def test_compute_on_the_cpu(self):
        t = np.sort(RNG.uniform(0, 100, 200))
        y = RNG.normal(size=200)
        expected = float(LombScargle(t, y).autopower()[1].max())
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.write(writing, repr(float(LombScargle(t, y).autopower()[1].max())).encode())
            os._exit(0)
        os.waitpid(child, 0)
        self.assertEqual(float(os.read(reading, 100)), expected)
        os.close(reading)
        os.close(writing)

    def test_within_what_is_told_of_progress_end_the_job_in_the_child(self):
        code = """if True:
            import os
            import numpy as np, siderum
            from siderum.periods import Grid, find

            children = []
            def fork(done, total):
                if not children:
                    children.append(os.fork())

            t = np.arange(500.0) ** 1.1
            try:
                found = find((t, np.sin(t)), Grid.between(0.1, 0.4, 100_000), progress=fork)
                os.waitpid(children[0], 0)
                print("found", found.status[0])
            except siderum.Error as error:
                print(error, flush=True)
                os._exit(0)
        """
        said = run(code)
        self.assertIn("cannot go on in this process", said)
        self.assertIn("found ok", said)


class Interrupts(unittest.TestCase):
    def test_end_a_long_call_soon(self):
        # A shell starts what runs in the background with the signal ignored.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        t = np.sort(RNG.uniform(0, 1e4, 100_000))
        y = RNG.normal(size=t.size)
        grid = Grid.between(0.1, 100, 5_000_000)
        seconds = []
        for _ in range(3):
            told = []

            def interrupt():
                told.append(time.monotonic())
                os.kill(os.getpid(), signal.SIGINT)

            threading.Timer(0.6, interrupt).start()
            with self.assertRaises(KeyboardInterrupt):
                find((t, y), grid, LombScargle.finder(method="direct"), progress=lambda *_: None)
            seconds.append(time.monotonic() - told[0])
        self.assertLess(min(seconds), MOST_SECONDS)

    # What goes before the calls that wait: a job of hours that is not done in pieces, and a call of
    # which the seconds between a signal and its end are printed.
    BEFORE = textwrap.dedent("""
        import os, signal, threading, time
        import numpy as np, siderum
        from siderum.periods import Grid, LombScargle, LightCurves, SuperSmoother, find

        signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's & turns it off
        t = np.arange(20_000.0) ** 1.01
        y = np.sin(t)

        def long():
            find((t, y), Grid.between(0.1, 10.0, 50_000_000), SuperSmoother(), device="cpu")

        def long_in_pieces():
            find((t, y), Grid.between(0.1, 10.0, 500_000_000), LombScargle.finder(method="direct"),
                 device="cpu")

        def seconds_to_end(call, after=0.5):
            told = []
            def tell():
                told.append(time.monotonic())
                os.kill(os.getpid(), signal.SIGINT)
            threading.Timer(after, tell).start()
            try:
                call()
            except KeyboardInterrupt:
                print(time.monotonic() - told[0], flush=True)

        def short():
            LombScargle([0, 1, 2.5, 3, 4.2, 5], [1, 2, 1, 3, 2, 4.0]).power([0.1, 0.2])

    """)

    def check_ends(self, calls, expected):
        longest = []
        while len(longest) < 3 and (not longest or min(longest) >= MOST_SECONDS):
            answer = subprocess.run([sys.executable, "-c", self.BEFORE + calls], text=True,
                                    timeout=100, capture_output=True, check=False)
            self.assertEqual((answer.returncode, answer.stderr), (0, ""))
            seconds = [float(line) for line in answer.stdout.split()]
            self.assertEqual(len(seconds), expected)
            longest.append(max(seconds))
        self.assertLess(min(longest), MOST_SECONDS)

    def test_end_calls_that_wait_for_a_job_that_was_left(self):
        self.check_ends("seconds_to_end(long); seconds_to_end(short); seconds_to_end(siderum.info);"
                        "seconds_to_end(long); os._exit(0)", 4)

    def test_end_what_they_leave(self):
        # The call after it would wait for an hour.
        self.check_ends("seconds_to_end(long_in_pieces); short(); os._exit(0)", 1)

    def test_end_calls_that_wait_for_another_thread(self):
        self.check_ends("threading.Thread(target=long, daemon=True).start(); time.sleep(0.3);"
                        "seconds_to_end(short);"
                        "seconds_to_end(lambda: LombScargle(t, y).false_alarm_probability(0.1));"
                        "os._exit(0)", 2)

    def test_end_models_of_many_times(self):
        self.check_ends("times = np.arange(2e7); few = LombScargle(t[:100], y[:100], nterms=12);"
                        "seconds_to_end(lambda: few.model(times, 0.5)); os._exit(0)", 1)


class Ends(unittest.TestCase):
    def test_of_python_while_a_daemon_computes(self):
        code = Interrupts.BEFORE + ("threading.Thread(target=long, daemon=True).start();"
                                    "time.sleep(0.6); print('end')")
        for _ in range(3):
            answer = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True,
                                    check=False)
            self.assertEqual((answer.returncode, answer.stdout, answer.stderr), (0, "end\n", ""))

    def test_of_python_after_a_job_that_was_left(self):
        self.assertEqual(len(run(Interrupts.BEFORE + "seconds_to_end(long)").split()), 1)


    def test_leave_a_process_that_ends_well(self):
        code = ("import os, signal, threading, numpy as np, siderum\n"
                "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
                "random = np.random.default_rng(1)\n"
                "t = np.sort(random.uniform(0, 1e4, 20_000))\n"
                "model = siderum.LombScargle(t, random.normal(size=t.size), nterms=3)\n"
                "threading.Timer(0.6, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
                "try: model.power(np.sort(random.uniform(0.1, 10, 200_000)))\n"
                "except KeyboardInterrupt: print('left')")
        for _ in range(2):
            ended = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True,
                                   timeout=60)
            self.assertEqual((ended.returncode, ended.stdout, ended.stderr), (0, "left\n", ""))


class Devices(unittest.TestCase):
    def test_are_listed_without_starting_one(self):
        threads = run("import siderum; devices = siderum.devices(); info = siderum.info()\n"
                      "curve = siderum.periods.LightCurves(range(30), [i % 7 for i in range(30)])\n"
                      "grid = siderum.periods.Grid.between(0.1, 0.4, 100)\n"
                      "siderum.periods.find(curve, grid, threads=1)\n"
                      "print(siderum.info()['engines'][0]['threads'])")
        self.assertEqual(threads, "1")

    def test_are_those_that_the_environment_names(self):
        code = ("import siderum; t = [0, 1, 2.5, 3, 4.2, 5]\n"
                "try: siderum.LombScargle(t, t).autopower()\n"
                "except siderum.Error as error: print(error)")
        refusal = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True,
                                 env={**os.environ, "SIDERUM_DEVICE": "toaster"}, check=True)
        self.assertIn("SIDERUM_DEVICE does not name a device by 'toaster'", refusal.stdout)


class Errors(unittest.TestCase):
    def test_are_value_errors_with_a_sentence(self):
        self.assertTrue(issubclass(siderum.Error, ValueError))
        with self.assertRaisesRegex(siderum.Error, r"^There is no device 'tpu' \(.*\)\. Give"):
            LombScargle([0.0, 1.0], [1.0, 2.0], device="tpu")


if __name__ == "__main__":
    unittest.main()
