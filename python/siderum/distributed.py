# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Several processes that do one job together, by MPI through mpi4py.

    # mpirun -n 4 python survey.py
    from mpi4py import MPI
    import siderum

    if siderum.distributed.join(MPI.COMM_WORLD):
        found = siderum.periods.find(curves, grid)   # by all four, with the bits of one
        siderum.distributed.leave()

Rank 0 is the caller's: what siderum.periods.find searches and siderum.pairs counts is shared out,
and it alone needs the data. The other ranks serve it inside join until it leaves, and then go on
after it.
"""

import atexit
from typing import Any

from siderum import _engine
from siderum._engine import Error

__all__ = ["join", "leave"]


def join(communicator: Any) -> bool:
    """Lets the processes of a communicator work together; True on rank 0.

    communicator: of mpi4py; all its processes call this. Rank 0 goes on at once. The others serve
    it, and return False when it leaves, which it does at its end at the latest. Threads and GPUs
    are shared out among the processes of a host where this comes before the first call that
    computes.

    Raises siderum.Error where this installation has no MPI (wheels have none: build siderum with
    SIDERUM_ENABLE_MPI), where its MPI is not mpi4py's, and where others were joined already. A rank
    that fails in a call makes rank 0 raise its sentence; the next call is one of all again.
    """
    try:
        from mpi4py import MPI
    except (ImportError, RuntimeError) as problem:  # there is none, or it finds no MPI
        raise Error("Processes are joined by a communicator of mpi4py (which cannot be imported:"
                    f" {problem}). Install it, and an MPI.") from None
    if not isinstance(communicator, MPI.Comm) or communicator == MPI.COMM_NULL:
        raise Error(f"A communicator of mpi4py was expected, and {type(communicator).__name__} was"
                    " given (it says which processes work together). Give one, such as"
                    " MPI.COMM_WORLD.")
    # Without the zero byte at which MPI ends it.
    library = MPI.Get_library_version().rstrip("\0")
    rank, _ = _engine.join_processes(MPI._addressof(communicator), library)
    if rank == 0:
        atexit.register(leave)
        return True
    _engine.serve_processes()
    return False


def leave() -> None:
    """On rank 0: the others go on without it, and its calls are its own again. Nothing happens
    where no processes were joined."""
    atexit.unregister(leave)
    _engine.part_from_processes()
