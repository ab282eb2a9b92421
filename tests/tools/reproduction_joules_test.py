# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Looks at how bench/reproduce.py counts joules, on clocks and meters that are made here.

    python3 reproduction_joules_test.py
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))

from reproduction import joules, places  # noqa: E402

FAKE_NVML = """
#include <stdint.h>
static uint64_t energy;
int nvmlInit_v2(void) { return 0; }
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device) {
  *device = &energy;
  return index == 0 ? 0 : 2;
}
int nvmlDeviceGetTotalEnergyConsumption(void* device, unsigned long long* millijoules) {
  *millijoules = *(uint64_t*)device += 1500;
  return 0;
}
"""


class Joules(unittest.TestCase):

    def test_idle_power_is_subtracted(self):
        class Meter:
            now, power, total = 0.0, 50.0, 0.0

            def pass_time(self, seconds):
                self.now += seconds
                self.total += seconds * self.power

            def joules(self):
                return self.total
        meter = Meter()

        def job():
            meter.power = 350.0
            meter.pass_time(0.7)
        found = joules.joules_of(meter, job, 2.0, lambda: meter.now, meter.pass_time)
        for value, wanted in zip(found, (210.0, 0.7, 50.0, 3)):
            self.assertAlmostEqual(value, wanted)

    @unittest.skipUnless(shutil.which("cc"), "there is no C compiler")
    def test_nvml(self):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "nvml.c"
            source.write_text(FAKE_NVML)
            library = pathlib.Path(folder) / "libfake-ml.so"
            subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
            meter = joules.Nvml(str(library), 0)
            before = meter.joules()
            self.assertAlmostEqual(meter.joules() - before, 1.5)
            with self.assertRaises(OSError):
                joules.Nvml(str(library), 1)
        with self.assertRaises(OSError):
            joules.Nvml("libthere-is-none-ml.so.1", 0)

    def test_rapl(self):
        with tempfile.TemporaryDirectory() as folder:
            for number in (0, 1):
                zone = pathlib.Path(folder) / f"intel-rapl:{number}"
                zone.mkdir()
                (zone / "name").write_text(f"package-{number}\n")
                (zone / "max_energy_range_uj").write_text("100000000\n")
                (zone / "energy_uj").write_text("90000000\n")
            meter = joules.Rapl(pathlib.Path(folder))
            for number, count in ((0, 95_000_000), (1, 5_000_000)):  # the second has run over
                (pathlib.Path(folder) / f"intel-rapl:{number}/energy_uj").write_text(str(count))
            self.assertAlmostEqual(meter.joules(), 5.0 + 15.0)
        with self.assertRaises(OSError):
            joules.Rapl(pathlib.Path("/nowhere"))

    def test_nothing_is_counted(self):
        with tempfile.TemporaryDirectory() as folder:
            run = places.Run(places.Place("all", "cpu", 2), "check", pathlib.Path("nowhere"),
                             pathlib.Path(folder), None, None, None)
            run.siderum = lambda *words: None
            with mock.patch.object(joules, "meter_of", lambda device: None):
                time, energy = joules.measure(run, "a", ["version"])
            self.assertEqual((time.value, energy.value), (None, None))


if __name__ == "__main__":
    unittest.main()
