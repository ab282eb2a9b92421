# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Every public name says what it is: in a docstring, and in types, by which a checker of types
finds nothing wrong with a right program and what is wrong with a wrong one."""

import importlib.util
import inspect
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import siderum

ROOMS = ("siderum", "siderum.distributed", "siderum.pairs", "siderum.periods", "siderum.sky")

PROGRAM = '''
import numpy as np
import siderum
from siderum.periods import Grid, LightCurves, LombScargle, SuperSmoother, find, periodograms

t = np.linspace(0.0, 30.0, 100) ** 1.1
y = np.sin(t)
curves = LightCurves(t, y, 0.1, offsets=np.array([0, 40, 100]))
grid: Grid = Grid.between(0.1, 3.0, 1000)
found = find(curves, grid, SuperSmoother(alpha=3.0), peaks=2, fap=None, exclude=[(1.0, 0.01)])
found.status.tolist()
print(float(found.frequency[0, 0]), found.power.max(), len(found), found.to_table())
count: int = len(curves) + periodograms((t, y), grid, LombScargle.finder(nterms=2)).power.size
frequency, power = siderum.LombScargle(t, y, dy=0.1).autopower(maximum_frequency=4)
best = float(frequency[power.argmax()])
names: list[str] = siderum.devices()

from siderum import pairs, sky
points = pairs.random_points(300, cap=(10.0, 20.0, 5.0))
w = pairs.correlate(points, ([9.0, 11.0], [19.0, 21.0]), bins=pairs.Bins.linear(0.5, 2.0, 3))
total: float = float(w.w.sum()) + pairs.count(points, bins=[0.5, 1.0]).total
alm = sky.random(np.ones(9), seed=3, frame="galactic")
sphere = sky.synthesis(alm, sky.Grid.healpix(4))
lmax: int = sky.analysis(sphere, lmax=8, iterations=2).lmax + sky.smooth(sphere, 0.1).grid.nside
spectrum: np.ndarray = sky.rotate(alm, to="ecliptic").spectrum()["cl"]
plan = sky.Plan(sky.Grid.gauss_legendre(9), 8, precision="single")
plan.synthesis(alm.alm, out=None)
'''
WRONG = '''
import siderum
from siderum.periods import Grid, find
grid: str = Grid.between(0.1, 3.0, 1000)
find(([0.0], [1.0]), Grid(0.1, 0.1, 3), peaks="two")
siderum.devices(1)
from siderum import pairs, sky
sky.Grid.healpix("64")
size: str = pairs.random_points(10).to_table
sky.synthesis([1.0], sky.Grid.healpix(2), lmax=0.5)
'''
ERRORS_OF_WRONG = 6
# What takes nothing that could be refused.
UNFAILING = ("Periodograms", "Periods", "Periods.of", "LightCurves.in_precision")


def is_ours(thing):
    return getattr(thing, "__module__", "").startswith("siderum")


def public_names():
    """(name, thing) of all rooms, and of the members of their classes."""
    for room in ROOMS:
        module = importlib.import_module(room)
        for name in module.__all__:
            thing = getattr(module, name)
            if not is_ours(thing):
                continue
            yield f"{room}.{name}", thing
            if inspect.isclass(thing):
                yield from members(f"{room}.{name}", thing)


def members(name, thing):
    for key, member in vars(thing).items():
        member = getattr(member, "__func__", getattr(member, "fget", member))
        if inspect.isfunction(member) and (not key.startswith("_") or key == "__init__"):
            yield f"{name}.{key}", member


def functions():
    return [(name, thing) for name, thing in public_names() if inspect.isfunction(thing)]


def parameters_of(function):
    return [parameter for parameter in inspect.signature(function).parameters.values()
            if parameter.name not in ("self", "cls")]


class Docstrings(unittest.TestCase):
    def test_every_name_has_one(self):
        names = list(public_names())
        self.assertGreater(len(names), 40)
        for name, thing in names:
            if not name.endswith("__init__"):  # its class says it
                self.assertGreater(len((thing.__doc__ or "").strip()), 20, name)

    def test_options_are_named(self):
        """Each parameter of a search and each field of its options."""
        periods = siderum.periods
        for thing in (periods.find, periods.periodograms, periods.find_on_own_grids,
                      periods.windows, periods.LombScargle, periods.LombScargleMultiband,
                      periods.LightCurves, periods.LightCurves.from_arrow, periods.Grid,
                      periods.Grid.resolving, periods.Grid.suggested, periods.SuperSmoother,
                      periods.LombScargleFinder, periods.PhaseDispersion,
                      periods.ConditionalEntropy, periods.Periods.plot_folded):
            said = thing.__doc__ or ""
            for parameter in parameters_of(thing):
                if parameter.kind != parameter.VAR_KEYWORD:
                    self.assertRegex(said, rf"\b{parameter.name}\b", str(thing))

    def test_errors_are_told(self):
        """Of what takes arguments in siderum.periods, but for what an engine takes of a finder."""
        for name, thing in public_names():
            is_told = re.search(r"aises?\s+(siderum\.Error|ValueError|NotImpl)|errors.* as ",
                                thing.__doc__ or "")
            if name.startswith("siderum.periods.") and not name.endswith(("__init__", "__len__")):
                if "_options" not in name and parameters_of(thing):
                    self.assertTrue(is_told or name.split(".", 2)[2] in UNFAILING, name)

    def test_units_and_errors_are_told(self):
        for thing, words in ((siderum.periods.find, ("Raises siderum.Error", "0:", "None:")),
                             (siderum.periods.Grid, ("Raises", "cycles per time unit")),
                             (siderum.periods.LightCurves, ("Raises", "Quantity", "unit")),
                             (siderum.LombScargle, ("Raises ValueError", "Quantity"))):
            for word in words:
                self.assertIn(word, thing.__doc__)


class Types(unittest.TestCase):
    def test_every_parameter_and_result_has_one(self):
        found = functions()
        self.assertGreater(len(found), 30)
        for name, function in found:
            signature = inspect.signature(function)
            if not re.search(r"\.(__post_init__|__init__)$", name):
                self.assertIsNot(signature.return_annotation, signature.empty, name)
            for parameter in parameters_of(function):
                self.assertIsNot(parameter.annotation, parameter.empty, f"{name}: {parameter}")

    def test_the_module_of_cxx_has_a_stub(self):
        self.assertTrue(pathlib.Path(siderum._engine.__file__).with_name("_engine.pyi").is_file())
        self.assertTrue(pathlib.Path(siderum.__file__).with_name("py.typed").is_file())

    def test_a_checker_finds_what_is_wrong_alone(self):
        if importlib.util.find_spec("mypy") is None:
            self.skipTest("mypy is not installed")
        # A package that is not installed is found by mypy's own variable alone.
        root = pathlib.Path(siderum.__file__).parents[1]
        where = {} if root.name == "site-packages" else {"MYPYPATH": str(root)}
        with tempfile.TemporaryDirectory() as folder:
            for program, errors in ((PROGRAM, 0), (WRONG, ERRORS_OF_WRONG)):
                file = pathlib.Path(folder, "program.py")
                file.write_text(program, encoding="utf-8")
                answer = subprocess.run(
                    [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent",
                     "--cache-dir", folder, str(file)],
                    capture_output=True, text=True, cwd=folder, check=False,
                    env={**os.environ, **where})
                self.assertEqual(answer.stdout.count(": error:"), errors, answer.stdout)


if __name__ == "__main__":
    unittest.main()
