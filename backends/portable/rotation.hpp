// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The operation Rotation: harmonic coefficients turned by Euler angles, each degree for itself,
///
///     b_lm = sum_{m' = -l}^{l} e^{-i m phi} d^l_{mm'}(theta) e^{-i m' psi} a_lm'
///
/// Contract, for every backend `Rotation<Exec, Real>`:
/// - constructed from (exec, degrees, rows, angles): those that calls turn, one or more, and the
///   most rows of a call; makes tables of O(lmax) numbers; one call at a time
/// - `operator()(from, to)`: these degrees of all rows of `from`, of mmax = lmax, into `to` of the
///   same extents, which may be `from` itself; what others have is neither read nor written
/// - imaginary parts of a_l0 are ignored where they are read and 0 where they are written
/// - in FP64 for float too, rounded once; error some 1e-13 of the rms at lmax 4095
/// - the same bits for every call and thread count, and whatever other degrees are turned with one;
///   on hosts also whatever other rows
/// - work space: at most 256 MiB, or that of 32 degrees, on devices; a few MB for each thread on
///   hosts
/// - enqueues on exec and does not fence
/// - cost (2 + K) lmax^3 / 3 fused multiply-adds for each of two products and K rows together
namespace siderum::portable {

template <class Exec, class Real>
class Rotation;

}  // namespace siderum::portable
