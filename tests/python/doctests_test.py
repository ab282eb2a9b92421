# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The examples of the docstrings and of docs/python.md give what they show."""

import doctest
import importlib
import pathlib
import pkgutil
import unittest

import siderum

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/python.md"


def modules():
    """Those of Python. In a wheel the engines lie beside them, which look like modules."""
    for module in pkgutil.walk_packages(siderum.__path__, "siderum."):
        if module.name != "siderum.astropy" and "engine" not in module.name:
            yield importlib.import_module(module.name)


def load_tests(loader, tests, pattern):
    tests.addTests(doctest.DocTestSuite(module, globs={"siderum": siderum}, extraglobs=vars(module))
                   for module in (siderum, *modules()))
    tests.addTest(doctest.DocFileSuite(str(PAGE), module_relative=False))
    return tests


if __name__ == "__main__":
    unittest.main()
