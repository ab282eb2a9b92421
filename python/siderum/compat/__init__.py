# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Functions of other packages by their names and arguments, done by siderum: siderum.compat.healpy
and siderum.compat.treecorr, which are loaded when they are first asked for."""

import importlib


def __getattr__(name):
    if name in ("healpy", "treecorr"):
        return importlib.import_module(f"siderum.compat.{name}")
    raise AttributeError(f"module 'siderum.compat' has no attribute {name!r}")


def __dir__():
    return sorted({*globals(), "healpy", "treecorr"})
