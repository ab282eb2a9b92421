// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <siderum/backends/portable/rotation.hpp>
#include <siderum/backends/portable/rotation/device_launch.hpp>
#include <siderum/backends/portable/rotation/host_launch.hpp>
#include <siderum/core/spaces.hpp>

namespace siderum::portable {

/// The operation Rotation (contract in rotation.hpp) with Kokkos alone.
template <class Exec, class Real>
class Rotation {
 public:
  using Coefficients = HarmonicCoefficients<Real, typename Exec::memory_space>;

  Rotation(Exec const& exec, DegreeRange degrees, std::int64_t rows, EulerAngles const& angles)
      : launch_(exec, degrees, std::min(rows, most_rows), angles) {}

  void operator()(Coefficients const& from, Coefficients const& to) const {
    for (std::int64_t row = 0; row < from.maps(); row += most_rows) {
      switch (std::min(from.maps() - row, most_rows)) {
        case 1:
          launch_.template turn<1>(from, to, row);
          break;
        case 2:
          launch_.template turn<2>(from, to, row);
          break;
        default:
          launch_.template turn<3>(from, to, row);
      }
    }
  }

 private:
  static constexpr std::int64_t most_rows = 3;  // together
  using Launch = std::conditional_t<is_host<Exec>, rotation::HostLaunch<Exec, Real>,
                                    rotation::DeviceLaunch<Exec, Real>>;

  Launch launch_;
};

}  // namespace siderum::portable
