# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Periodograms, harmonic transforms and pair counts for survey astronomy, exact and fast.

    >>> import numpy, siderum
    >>> t = numpy.linspace(0.0, 30.0, 200) ** 1.1
    >>> y = numpy.sin(2 * numpy.pi * t / 0.7)
    >>> found = siderum.periods.find((t, y), siderum.periods.Grid.between(0.1, 5.0, 20_000))
    >>> round(float(found.period[0]), 3)
    0.7

Computing starts with the first call, not with the import. How many threads it takes and which GPU
is settled then, for the whole process. siderum.compat, siderum.pairs and siderum.sky are loaded
when they are first asked for.
"""

import importlib
from typing import TYPE_CHECKING

from siderum import distributed, periods
from siderum._engine import Error, __version__
from siderum._execution import devices, info
from siderum.periods import LombScargle, LombScargleMultiband

if TYPE_CHECKING:
    from siderum import compat, pairs, sky
else:
    def __getattr__(name):
        if name in ("compat", "pairs", "sky"):
            return importlib.import_module(f"siderum.{name}")
        raise AttributeError(f"module 'siderum' has no attribute {name!r}")

    def __dir__():
        return sorted({*globals(), *__all__})

__all__ = ["Error", "LombScargle", "LombScargleMultiband", "__version__", "compat", "devices",
           "distributed", "info", "pairs", "periods", "sky"]
