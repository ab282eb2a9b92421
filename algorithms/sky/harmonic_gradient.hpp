// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

#include <siderum/core/error.hpp>
#include <siderum/core/harmonic_coefficients.hpp>
#include <siderum/core/policies.hpp>

/// Derivatives of scalar maps: a gradient is a field of spin 1 without curl.
namespace siderum {

namespace detail {

/// One degree of one order.
template <class Real, class MemorySpace>
struct GradientMaker {
  HarmonicCoefficients<Real, MemorySpace> a_lm;
  HarmonicCoefficients<Real, MemorySpace> gradient;

  KOKKOS_FUNCTION void operator()(std::int64_t m, std::int64_t l) const {
    if (l < m) {
      return;
    }
    std::int64_t const at = a_lm.range.index(l, m);
    auto const degree = static_cast<double>(l);
    auto const factor = static_cast<Real>(Kokkos::sqrt(degree * (degree + 1.0)));
    for (std::int64_t map = 0; map < a_lm.maps(); ++map) {
      gradient.values(2 * map, at) = factor * a_lm.values(map, at);
      gradient.values(2 * map + 1, at) = Kokkos::complex<Real>(0);
    }
  }
};

}  // namespace detail

/// Coefficients of Field::spin_one of the gradient of scalar maps f:
///
///     E_lm = sqrt(l (l + 1)) a_lm,   B_lm = 0
///
/// whose synthesis is (df/dtheta, df/dphi / sin(theta)) [1 / rad]. At a pole that is its limit
/// along the meridian of the pixel.
/// @param gradient  output, of the same range, two rows for each of a_lm
/// Throws Error where ranges or rows do not fit. Enqueues on exec and does not fence; O(lmax^2).
template <class Exec, class Real>
void gradient_coefficients(
    Exec const& exec, HarmonicCoefficients<Real, typename Exec::memory_space> const& a_lm,
    HarmonicCoefficients<Real, typename Exec::memory_space> const& gradient) {
  SIDERUM_VALIDATE(
      gradient.range == a_lm.range && gradient.maps() == 2 * a_lm.maps(),
      "The coefficients of the gradient do not fit (they need the lmax and mmax of the "
      "scalars, and two rows for each). Allocate them so.");
  Kokkos::parallel_for("siderum::harmonic_transform::gradient[portable]",
                       PairPolicy<Exec>(exec, {0, 0}, {a_lm.range.mmax + 1, a_lm.range.lmax + 1}),
                       detail::GradientMaker<Real, typename Exec::memory_space>{a_lm, gradient});
}

}  // namespace siderum
