# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Transforms of one shape, whose tables are made once."""

import collections
import sys
import threading
import warnings
from typing import Any

import numpy as np

from siderum import _engine
from siderum._arrays import Numbers, array_of
from siderum._memory import empty
from siderum._options import flag, whole
from siderum._engine import Error
from siderum._execution import Progress, execution
from siderum.sky._fields import (check_rows, count_of, field_of, numbers, range_of,
                                 steps_of, tolerance_of)
from siderum.sky._grid import Grid
from siderum.sky._map import checked_mask, refuse_unseen, without_mask

# Of the plans that functions keep, together [bytes].
MOST_KEPT = 2**30


def iterations_on(grid, lmax, iterations, tolerance):
    """How many an analysis makes; None: 3 on HEALPix, none where one is exact."""
    if iterations is not None:
        return steps_of(iterations)
    if not tolerance and 0 <= grid.exact_lmax < lmax:
        raise Error(f"The lmax {lmax} is too large (the weights of {grid.name} are exact up to"
                    f" {grid.exact_lmax}). Give no more, or say how many iterations or what"
                    " tolerance.")
    return _engine.usual_iterations(grid.kind == "healpix", tolerance)


def warn(text):
    """A warning that names the line of the caller, however deep within the package this is."""
    level, frame = 1, sys._getframe()
    while frame is not None and frame.f_globals.get("__name__", "").startswith("siderum."):
        level, frame = level + 1, frame.f_back
    warnings.warn(text, RuntimeWarning, stacklevel=level)


def warn_beyond(grid, lmax, mmax, residual):
    """Tells of an analysis that cannot give what was asked for, as the program does."""
    last = 3 * grid.nside - 1
    # Rings of one length: of other ones the short ones may lie where high orders vanish.
    nphi = grid.parameters[1] if grid.kind not in ("healpix", "rings") else 2 * mmax + 1
    if grid.nside and lmax > last:
        warn(f"lmax {lmax} is above 3 nside - 1 = {last} (the pixels cannot tell the degrees above"
             f" that from lower ones). Ask for lmax {last} or less.")
    elif nphi <= 2 * mmax:
        warn(f"The rings have {nphi} pixels (enough to tell orders up to {(nphi - 1) // 2} apart),"
             f" and mmax is {mmax}. Ask for mmax {(nphi - 1) // 2} or less.")
    elif residual > 1.0:
        warn(f"The iterations end with a residual of {residual:.3g}, farther from the map than they"
             " began (they do not converge). Ask for a smaller lmax, or for a tolerance.")


class Plan:
    """Tables and work space for transforms of one grid, range and field, kept for many calls.

    grid:       a Grid.
    lmax, mmax: largest degree and order; mmax None: lmax.
    spin, polarised: the field, as of siderum.sky.
    maps:       how many each call transforms, together: they share the recurrence.
    precision:  "double", or "single": float32 maps and complex64 coefficients.
    device, threads, backend: as everywhere. "auto" is where one transform is done soonest.

    Arrays go in and out bare, (.., pixels) and (.., coefficients); with `out` results are written
    into a contiguous array of that shape, apart from what goes in. Raises siderum.Error for other
    shapes, numbers that are not finite, pixels that are UNSEEN or masked, and where a plan does not
    fit in memory.

    >>> import numpy as np
    >>> from siderum.sky import Grid
    >>> plan = Plan(Grid.gauss_legendre(9), lmax=8)
    >>> a_lm = np.zeros(45, complex)
    >>> a_lm[0] = np.sqrt(4 * np.pi)
    >>> bool(np.allclose(plan.synthesis(a_lm), 1.0))
    True
    >>> bool(np.allclose(plan.analysis(plan.synthesis(a_lm)), a_lm))
    True
    """

    def __init__(self, grid: Grid, lmax: int, mmax: int | None = None, *, spin: int = 0,
                 polarised: bool = False, maps: int = 1, precision: str = "double",
                 device: str = "auto", threads: int = 0, backend: str = "default") -> None:
        where = execution(device, precision, threads, 0.75, backend)
        grid = Grid.given(grid)
        maps = whole(maps, "number of maps", 1)
        self._given = (grid, lmax, mmax, spin, polarised, maps, precision, device, threads, backend)
        self._make(grid, *range_of(lmax, mmax), field_of(spin, polarised), maps, where, 1)

    def _make(self, grid, lmax, mmax, field, maps, where, transforms):
        self.grid, self.lmax, self.mmax, self.field, self.maps = grid, lmax, mmax, field, maps
        placed = _engine.place_transforms(grid.engine, lmax, mmax, field, maps * transforms, where)
        self.device = placed.device
        self.is_single = where.is_single
        kind = _engine.SkyPlanSingle if where.is_single else _engine.SkyPlan
        self._plan = kind(grid.engine, lmax, mmax, field, maps, placed)

    def __reduce__(self):
        return _remake, self._given

    @property
    def bytes(self) -> int:
        """That the plan holds on the CPU."""
        return self._plan.bytes

    @property
    def _real(self):
        return np.float32 if self.is_single else np.float64

    @property
    def _complex(self):
        return np.complex64 if self.is_single else np.complex128

    def _change(self, function, array, what, columns, out, out_columns, dtype):
        check_rows(array, columns, self.field, what, self.maps)
        shape = (*array.shape[:-1], out_columns)
        if out is None:
            out = empty(shape, dtype, "results")
        elif (type(out) is not np.ndarray or out.shape != shape or out.dtype != dtype
              or not out.flags.c_contiguous or not out.flags.writeable):
            raise Error(f"The array for the result does not fit (it is one of NumPy, of the type"
                        f" {np.dtype(dtype)} and the shape {shape}, contiguous and writable). Give"
                        " such a one.")
        elif np.may_share_memory(array, out):  # both are contiguous, so that this is exact
            raise Error(f"The array for the result overlaps the {what} (which are read while it is"
                        " written). Give another one.")
        answer = function(array.reshape(-1, columns), out.reshape(-1, out_columns))
        return out, answer

    def _pixels(self, map):
        """The map as an array, whose masked pixels are NaN."""
        pixels = array_of(map, "maps")
        check_rows(pixels, self.grid.pixels, self.field, "maps", self.maps)
        return without_mask(pixels)

    def _with_seen(self, pixels, function):
        """What function says. The engine refuses pixels that are not seen, and names one of them;
        they are counted only then, which takes longer than its own look."""
        try:
            return function()
        except Error:
            refuse_unseen(pixels, self.grid.pixels)
            raise

    def synthesis(self, alm: Any, out: np.ndarray | None = None) -> np.ndarray:
        """The maps of coefficients, map_p = sum a_lm Y_lm(p)."""
        alm = numbers(alm, "coefficients", "cfiu", self._complex)
        return self._change(self._plan.synthesise, alm, "coefficients",
                            count_of(self.lmax, self.mmax), out, self.grid.pixels, self._real)[0]

    def analysis(self, map: Any, out: np.ndarray | None = None, *, iterations: int | None = None,
                 tolerance: float = 0.0, ring_weights: bool = False, weight: Numbers = None,
                 progress: Any = False) -> np.ndarray:
        """The coefficients of maps. Keywords as of siderum.sky.analysis; weight: of the pixels, of
        the least squares that a tolerance asks for."""
        map = self._pixels(map)
        if weight is not None:
            weight = checked_mask(weight, self.grid, "weight", "weights")
            refuse_unseen(map, self.grid.pixels)  # which the engine takes where they weigh nothing
        return self._with_seen(map, lambda: self._analyse(map, out, iterations, tolerance,
                                                          ring_weights, weight, progress)[0])

    def _analyse(self, map, out, iterations, tolerance, ring_weights, weight, progress):
        map = numbers(map, "maps", "fiub", self._real)
        tolerance = tolerance_of(tolerance)
        iterations = iterations_on(self.grid, self.lmax, iterations, tolerance)
        ring_weights = flag(ring_weights, "ring_weights")
        if ring_weights and self.grid.kind != "healpix":
            raise Error(f"{self.grid.name} takes no ring weights (they are those of HEALPix). Leave"
                        " them out.")
        if weight is not None and not tolerance:
            raise Error("Weights of pixels have no effect here (they are of the least squares that"
                        " a tolerance asks for). Give a tolerance, or leave them out.")
        with Progress(progress, "analysis") as tell:
            def analyse(rows, found):
                return self._plan.analyse(rows, found, iterations, tolerance, ring_weights,
                                          weight, tell)
            found, answer = self._change(analyse, map, "maps", self.grid.pixels, out,
                                         count_of(self.lmax, self.mmax), self._complex)
        warn_beyond(self.grid, self.lmax, self.mmax, answer[1])
        return found, answer

    def adjoint_synthesis(self, map: Any, out: np.ndarray | None = None) -> np.ndarray:
        """a_lm = sum_p map_p conj(Y_lm(p)): the transpose of synthesis in the sum over pixels and
        <a, b> = sum_l a_l0 b_l0 + 2 sum_{m > 0} Re(a_lm conj b_lm)."""
        pixels = self._pixels(map)
        map = numbers(pixels, "maps", "fiub", self._real)
        return self._with_seen(pixels, lambda: self._change(
            self._plan.adjoint_synthesise, map, "maps", self.grid.pixels, out,
            count_of(self.lmax, self.mmax), self._complex)[0])

    def adjoint_analysis(self, alm: Any, out: np.ndarray | None = None) -> np.ndarray:
        """map_p = w_p sum a_lm Y_lm(p), w the weight of the ring: the transpose of an analysis
        without iterations."""
        alm = numbers(alm, "coefficients", "cfiu", self._complex)
        return self._change(self._plan.adjoint_analyse, alm, "coefficients",
                            count_of(self.lmax, self.mmax), out, self.grid.pixels, self._real)[0]


def _remake(grid, lmax, mmax, spin, polarised, maps, precision, device, threads, backend):
    return Plan(grid, lmax, mmax, spin=spin, polarised=polarised, maps=maps, precision=precision,
                device=device, threads=threads, backend=backend)


_kept = collections.OrderedDict()
_lock = threading.Lock()


def kept_plan(grid, lmax, mmax, field, maps, where_key, transforms):
    """The plan of a call of a function: that of an earlier one of the same shape, or a new one."""
    where = execution(*where_key)
    placed = _engine.place_transforms(grid.engine, lmax, mmax, field, maps * transforms, where)
    key = (grid, lmax, mmax, field, maps, where_key, placed.device)
    with _lock:
        plan = _kept.pop(key, None)
    if plan is None:
        plan = Plan.__new__(Plan)
        plan._make(grid, lmax, mmax, field, maps, where, transforms)
    with _lock:
        _kept[key] = plan
        while sum(one.bytes for one in _kept.values()) > MOST_KEPT and _kept:
            _kept.popitem(last=False)
    return plan


def forget_plans() -> None:
    """Gives back the memory of the plans that functions have kept, at most 1 GiB."""
    with _lock:
        _kept.clear()
