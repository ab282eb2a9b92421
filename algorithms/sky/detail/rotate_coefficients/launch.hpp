// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <siderum/algorithms/sky/detail/rotate_coefficients/validate.hpp>
#include <siderum/algorithms/sky/rotate_coefficients.hpp>
#include <siderum/backends/backend.hpp>

/// Definition of rotate_coefficients.hpp; included where it is instantiated.
namespace siderum::detail {

template <class Backend, class Exec, class Real>
void rotate_coefficients(Exec const& exec,
                         HarmonicCoefficients<Real, typename Exec::memory_space> const& a_lm,
                         DegreeRange degrees, EulerAngles const& angles,
                         HarmonicCoefficients<Real, typename Exec::memory_space> const& rotated) {
  auto const extents = [](auto const& coefficients) {
    return RotationExtents{coefficients.range.lmax, coefficients.range.mmax, coefficients.maps(),
                           static_cast<std::int64_t>(coefficients.values.extent(1))};
  };
  validate_rotation(extents(a_lm), extents(rotated), degrees, angles);
  if (a_lm.maps() == 0 || degrees.count() == 0) {
    return;
  }
  Kokkos::Profiling::ScopedRegion const region("siderum::rotate_coefficients::rotate");
  typename Backend::template Rotation<Exec, Real> const rotate(exec, degrees, a_lm.maps(), angles);
  rotate(a_lm, rotated);
}

}  // namespace siderum::detail
