// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Kokkos_Core.hpp>

#include <siderum/backends/choice.hpp>
#include <siderum/core/euler_angles.hpp>
#include <siderum/core/harmonic_coefficients.hpp>
#include <siderum/core/harmonic_range.hpp>

namespace siderum {

namespace detail {

template <class Backend, class Exec, class Real>
void rotate_coefficients(Exec const& exec,
                         HarmonicCoefficients<Real, typename Exec::memory_space> const& a_lm,
                         DegreeRange degrees, EulerAngles const& angles,
                         HarmonicCoefficients<Real, typename Exec::memory_space> const& rotated);

}  // namespace detail

/// Turns functions on the sphere with what they stand for: g(R n) = f(n) with the rotation R of the
/// angles, given and made as coefficients,
///
///     b_lm = sum_{m' = -l}^{l} e^{-i m phi} d^l_{mm'}(theta) e^{-i m' psi} a_lm'
///
/// Every row is turned alike: E and B of a field of spin turn as scalars do. From coordinates to
/// others: euler_angles(frame_rotation(from, to)).
///
/// R_y(theta) is made of turns about z and two by pi / 2 about y, as d(theta) = D z(theta) D up to
/// phases: D_mm' = d^l_{mm'}(pi / 2) needs no angle, has twice the symmetries, and is orthogonal to
/// rounding whatever theta is. D_mm' = g_m' q_m' comes from a recurrence in m' from l down to 0,
///
///     q_{m'-1} = - 2 g_m'^2 m q_m' - q_{m'+1},   g_m'^2 = W(l + m') W(l - m'),
///     W(n) = (n - 1)!! / n!!,   D_ml = 2^-l sqrt((2 l)! / ((l - m)! (l + m)!))
///
/// which is stable: it runs from where D vanishes to where it oscillates. Values below the range of
/// double carry a power of 2^600.
///
/// - Error: some 1e-13 of the rms at lmax 4095 in FP64, in C_l and there and back alike. float
///   coefficients are turned in FP64 and rounded once.
/// - Results are the same bits for every call, and on hosts for any number of threads and of rows.
/// - Cost: (2 + K) lmax^3 / 3 fused multiply-adds for each of the two D and K rows together; K
/// <= 3.
/// - Work space: at most 256 MiB, or that of 32 degrees, on devices; a few MB for each thread on
///   hosts. A value that is no finite number spreads to all coefficients of its degree.
///
/// Enqueues, and returns. Instantiated for the default and the default host execution space, float
/// and double.
///
/// @param a_lm     (rows, coefficients), mmax = lmax
/// @param rotated  output, of the same range and rows; may be a_lm itself
/// Throws Error where mmax < lmax, extents differ or an angle is not finite. OutOfMemory.
template <class Backend = backend::Default, class Exec, class Real>
void rotate_coefficients(Exec const& exec,
                         HarmonicCoefficients<Real, typename Exec::memory_space> const& a_lm,
                         EulerAngles const& angles,
                         HarmonicCoefficients<Real, typename Exec::memory_space> const& rotated) {
  detail::rotate_coefficients<backend::resolve_t<Backend, Exec>>(
      exec, a_lm, {0, a_lm.range.lmax + 1}, angles, rotated);
}

/// Some of their degrees, with the bits that all of them would have: each turns by itself. What
/// others have is neither read nor written, so that several processes or devices may divide them.
///
/// @param degrees  0 <= begin <= end <= lmax + 1
/// Throws Error also where there are not these degrees.
template <class Backend = backend::Default, class Exec, class Real>
void rotate_coefficients(Exec const& exec,
                         HarmonicCoefficients<Real, typename Exec::memory_space> const& a_lm,
                         DegreeRange degrees, EulerAngles const& angles,
                         HarmonicCoefficients<Real, typename Exec::memory_space> const& rotated) {
  detail::rotate_coefficients<backend::resolve_t<Backend, Exec>>(exec, a_lm, degrees, angles,
                                                                 rotated);
}

}  // namespace siderum
