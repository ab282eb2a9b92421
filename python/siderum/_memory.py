# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Room for results, or a sentence before anything is allocated."""

import math
import os

import numpy as np

from siderum._engine import Error


# Below this nobody asks how much there is, which takes longer than a short search may.
LITTLE = 2**26


def has_room_for(size):
    """Whether the machine has so many bytes, and the process may have them; where the system does
    not say it, it has."""
    if size < LITTLE:
        return True
    try:
        import resource

        limit = resource.getrlimit(resource.RLIMIT_AS)[0]
        there = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        return size <= (there if limit == resource.RLIM_INFINITY else min(there, limit))
    except (ImportError, AttributeError, OSError, ValueError):
        return True


def size_text(size):
    """As the engine has it, in powers of 1000."""
    place = min(max(0, int(math.log10(max(size, 1)) // 3)), 5)
    return f"{size / 1000**place:.3g} {('B', 'kB', 'MB', 'GB', 'TB', 'PB')[place]}"


def no_room(size, what):
    return Error(f"There is not enough memory ({size_text(size)} for the {what} could not be had)."
                 " Ask for less at once, or free some.")


def check_room(numbers, what, size=8):
    """Refuses so many numbers of so many bytes where the machine has no memory for them."""
    if not has_room_for(numbers * size):
        raise no_room(numbers * size, what)


def empty(shape, dtype, what):
    """An array to be filled."""
    size = math.prod(shape) * np.dtype(dtype).itemsize
    try:
        if has_room_for(size):
            return np.empty(shape, dtype)
    except MemoryError:
        pass
    raise no_room(size, what)
