// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/legendre_analysis.hpp>
#include <siderum/backends/portable/ring_pairs.hpp>

/// The operation SpinPoles: fields of spin s on the rings next to the poles, where their sums of
/// scalar functions (spin_scalars.hpp) lose what 1 / sin^s(theta) amplifies. With F+- of
/// algorithms/sky/harmonic_transform.hpp, for every order that reaches the ring,
///
///     synthesis   Q_m = - sum_l (E_lm F+ + i B_lm F-),  U_m = - sum_l (B_lm F+ - i E_lm F-)
///     analysis    E_lm = - sum over rings (F+ Q_m + i F- U_m),  B_lm the same of U_m, -Q_m
///
/// Contract, for every backend `SpinPoles<Exec>`:
/// - constructed from (exec, rings, pairs, field, range, orders, maps): the rings of a plan; lmax
///   and mmax of the field, and which of its orders are meant; the most rows of a call
/// - `synthesis(coefficients, run, modes)`: writes the modes of those pairs of `run` for the rows
///   with spin; coefficients in float or double
/// - `analysis(modes, run, rows, into)`: keeps their sums, E and B of each field, or adds to them,
///   and makes these modes 0
/// - `sums()`: the sums, of those orders that any of the pairs has
/// - recurrence and sums in FP64; terms with |lam| below 2^-60 may be dropped; error 1e-12 of
///   sqrt(sum_l F^2) max |a_lm| up to lmax 4096, at any theta
/// - the same bits for every call, thread count and run that covers a pair
/// - enqueues on exec and does not fence
/// - cost some 15 fused multiply-adds for each (l, m, pair)
namespace siderum::portable {

template <class Exec>
class SpinPoles;

}  // namespace siderum::portable
