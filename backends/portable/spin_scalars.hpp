// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The operation SpinScalars: coefficients of fields of spin s as those of two scalars q and u up
/// to lmax + s, with which Q and U are sin^(-s)(theta) times scalar transforms (spin/terms.hpp),
/// and the transpose. A row without spin (T) is the same in both, 0 beyond lmax.
///
/// Contract, for every backend `SpinScalars<Exec, Real>`:
/// - constructed from (exec, field, range, orders): lmax and mmax of the field, and which of its
///   orders are meant, in memory of the space: coefficients of others are not touched, and tables
///   need not have them
/// - `to_scalars(coefficients, scalars)`: rows as they are; `scalars` in FP64, of lmax + s and mmax
/// - `from_scalars(scalars, others, coefficients)`: writes all coefficients of these; `others` are
///   sums that E and B (two rows for each field) have besides, of orders up to others.range.mmax
/// - degrees below s are ignored, and 0 where they are written; imaginary parts of a_l0 too
/// - error 8 epsilon of the largest term; in FP64 for float too, since what 1 / sin^s(theta)
///   amplifies cancels in sums
/// - enqueues on exec and does not fence
/// - cost about 60 operations for each (l, m)
namespace siderum::portable {

template <class Exec, class Real>
class SpinScalars;

}  // namespace siderum::portable
