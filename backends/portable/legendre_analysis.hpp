// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/portable/legendre_synthesis.hpp>

/// The operation LegendreAnalysis, the transpose of LegendreSynthesis: harmonic coefficients from
/// Fourier modes of rings,
///
///     a_lm = sum over rings of P_lm(theta) F_m(ring)
///
/// for the orders that the tables name. A backend may treat others besides, whatever they hold.
///
/// With the two rings of a pair as p = F_first + F_second and r = (F_first - F_second) cos(theta),
///
///     QA_i = sum over pairs q_i p,   QB_i = sum over pairs q_i r
///     a_lm = low_i QA_i + high_{i-1} QA_{i-1},   a_{l+1,m} = alpha_i QB_i
///
/// Contract, for every backend `LegendreAnalysis<Exec, Real>`:
/// - constructed as LegendreSynthesis, with choices of its own
/// - `operator()(modes, range, coefficients, sum)`: ranges as in LegendreSynthesis, of which those
///   of a plan are given in order, the first with SumInto::nothing, into the same coefficients.
///   After the last one, all coefficients of these orders are the sums over all ranges, those that
///   no ring reaches too; before, what they are is the backend's affair
/// - imaginary parts of a_l0 become 0
/// - recurrences, and sums over the rings of a range, in FP64 for float too
/// - the same bits for every call and thread count: the order of sums is fixed
/// - enqueues on exec and does not fence
namespace siderum::portable {

/// What sums are added to: those of the ranges of pairs before, but for the first range.
enum class SumInto { nothing, present };

template <class Exec, class Real>
class LegendreAnalysis;

}  // namespace siderum::portable
