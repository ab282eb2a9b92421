// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

#include <siderum/backends/portable/legendre_tables.hpp>
#include <siderum/backends/portable/ring_modes.hpp>
#include <siderum/core/harmonic_coefficients.hpp>
#include <siderum/core/stage_tuning.hpp>

/// The operation LegendreSynthesis: Fourier modes of rings from harmonic coefficients,
///
///     F_m(theta) = sum_{l=m}^{lmax} a_lm P_lm(theta),   m < orders(pair)
///
/// for the orders that the tables name. A backend may treat others besides, whatever they hold.
///
/// Contract, for every backend `LegendreSynthesis<Exec, Real>`:
/// - constructed from (exec, tables, rings, maps, tuning): tables and rings of one plan, the most
///   maps of a call; holds its own work space; one call at a time
/// - `choices()`, static: what of a StageTuning it heeds, and the values that are worth a try
/// - `operator()(coefficients, range, modes)`: all pairs of `range` (whose begin is a multiple of
///   `pair_granule`) and all maps of `coefficients` (at most those of the constructor), whose
///   HarmonicRange is that of the tables; slots of `modes` are counted from range.begin
/// - imaginary parts of a_l0 are ignored; F_0 is real
/// - recurrences in FP64 for float too; sums in FP64
/// - terms with |P_lm| below 2^-60 may be dropped
/// - error, in units of sqrt(sum_l P_lm^2) max |a_lm|: 1e-12 for theta in [0.1, pi - 0.1], 1e-11
///   from 1e-3, up to lmax 4096
/// - the same bits for every call and thread count, and whichever orders the tables name; another
///   range that covers a pair may drop other terms
/// - `bytes()`: what it holds; tables that both stages share, synthesis alone counts
/// - enqueues on exec and does not fence
/// - cost (1 + 2 maps) fused multiply-adds for each (l, m, pair) that is not skipped
namespace siderum::portable {

/// Every backend's ranges of pairs begin at multiples of this.
inline constexpr std::int64_t pair_granule = 256;

template <class Exec, class Real>
class LegendreSynthesis;

}  // namespace siderum::portable
