# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Where a job is computed, and what this installation can do."""

import functools
import sys
from typing import Any

from siderum import _engine
from siderum._options import flag, real, refusal, whole

PRECISIONS = ("double", "single")


@functools.lru_cache(maxsize=64, typed=True)  # True equals 1
def made_execution(device, precision, threads, memory_fraction, backend):
    device = "auto" if device is None else device
    threads = whole(0 if threads is None else threads, "number of threads")
    if not isinstance(device, str) or not device:
        raise refusal(device, "device", "it is a word of siderum.devices()")
    if precision not in PRECISIONS:
        raise _engine.Error(f"There is no precision {precision!r} (numbers are double or single)."
                            " Give one of these.")
    if backend not in ("default", "portable"):
        raise _engine.Error(f"There is no backend {backend!r} (kernels are default or portable)."
                            " Give one of these.")
    return _engine.make_execution(
        device, precision == "single", min(threads, 2 ** 31 - 1),
        real(memory_fraction, "memory fraction", 0), backend == "portable")


def execution(device="auto", precision="double", threads=0, memory_fraction=0.75,
              backend="default"):
    """What the engine takes; the keywords of every call here."""
    try:
        return made_execution(device, precision, threads, memory_fraction, backend)
    except TypeError:  # what cannot be looked up
        raise refusal((device, precision, threads, memory_fraction, backend), "place of a job",
                      "device, precision and backend are words, the others numbers") from None


def progress_of(progress):
    """False, True, or a function of (done, total); for None False."""
    if callable(progress):
        return progress
    return progress is not None and flag(progress, "progress", "it is True, False, or a function of"
                                         " (done, total)")


class Progress:
    """Shows how far a call has come.

    progress: False, True (a bar of tqdm, where that is installed), or a function of (done, total).
    """

    def __init__(self, progress, what):
        self.bar = None
        progress = progress_of(progress)
        self.tell = progress if callable(progress) else None
        if progress is True:
            try:
                from tqdm.auto import tqdm
            except ImportError:
                raise _engine.Error("Progress is shown by tqdm (which is not installed). Install"
                                    " it, or give a function of (done, total).") from None
            self.bar = tqdm(desc=what, file=sys.stderr, unit="piece")
            self.tell = self._draw

    def _draw(self, done, total):
        self.bar.total = total
        self.bar.update(done - self.bar.n)

    def __enter__(self):
        return self.tell

    def __exit__(self, *_):
        if self.bar is not None:
            self.bar.close()


def info() -> dict[str, Any]:
    """What this installation can do here, as a dictionary.

    version, compiler, processor_target: of the package. libraries: name -> version.
    engines: one dictionary for each kind of device, with its file, its cards, the threads of a
    host (those to come where it has not begun), and in `problem` why it cannot be used; empty where
    it can. Starts nothing.

    >>> siderum.info()["engines"][0]["name"]
    'cpu'
    """
    return _engine.report()


def devices() -> list[str]:
    """What `device` may be here: "auto", "cpu", and "gpu", "gpu:0", .. where there are GPUs.

    >>> siderum.devices()[:2]
    ['auto', 'cpu']
    """
    names = ["auto", "cpu"]
    for engine in info()["engines"]:
        if engine["name"] != "cpu" and not engine["problem"] and engine["cards"]:
            names += ["gpu"] + [f"gpu:{card}" for card in range(len(engine["cards"]))]
    return names
