// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <type_traits>

#include <siderum/algorithms/sky/detail/rotate_coefficients/device.hpp>
#include <siderum/algorithms/sky/detail/rotate_coefficients/host.hpp>
#include <siderum/algorithms/sky/rotate_coefficients.hpp>
#include <siderum/core/spaces.hpp>

/// Definition of rotate_coefficients.hpp; included where it is instantiated.
namespace siderum {

template <class Exec, class Real>
void rotate_coefficients(Exec const& exec,
                         HarmonicCoefficients<Real, typename Exec::memory_space> const& a_lm,
                         EulerAngles const& angles,
                         HarmonicCoefficients<Real, typename Exec::memory_space> const& rotated) {
  auto const extents = [](auto const& coefficients) {
    return detail::rotation::RotationExtents{
        coefficients.range.lmax, coefficients.range.mmax, coefficients.maps(),
        static_cast<std::int64_t>(coefficients.values.extent(1))};
  };
  detail::rotation::validate_rotation(extents(a_lm), extents(rotated), angles);
  using Rotation = std::conditional_t<is_host<Exec>, detail::rotation::HostRotation<Exec, Real>,
                                      detail::rotation::DeviceRotation<Exec, Real>>;
  constexpr std::int64_t most_rows = 3;
  if (a_lm.maps() == 0) {
    return;
  }
  Kokkos::Profiling::pushRegion("siderum::rotate_coefficients::rotate");
  Rotation const rotation(exec, a_lm.range.lmax, std::min(a_lm.maps(), most_rows), angles);
  for (std::int64_t row = 0; row < a_lm.maps(); row += most_rows) {
    switch (std::min(a_lm.maps() - row, most_rows)) {
      case 1:
        rotation.template turn<1>(a_lm, rotated, row);
        break;
      case 2:
        rotation.template turn<2>(a_lm, rotated, row);
        break;
      default:
        rotation.template turn<3>(a_lm, rotated, row);
    }
  }
  Kokkos::Profiling::popRegion();
}

}  // namespace siderum
