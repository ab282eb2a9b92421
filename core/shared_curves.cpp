// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/shared_curves.hpp>

#include <cmath>
#include <string>
#include <vector>

#include <siderum/core/error.hpp>
#include <siderum/core/light_curves.hpp>

namespace siderum {

template <class Real>
SharedCurves<Real, Kokkos::HostSpace> make_shared_curves(std::span<double const> time,
                                                         std::span<double const> value,
                                                         std::span<double const> error) {
  SIDERUM_VALIDATE(!time.empty() && value.size() % time.size() == 0,
                   "There are " + std::to_string(time.size()) + " times and " +
                       std::to_string(value.size()) +
                       " values (every object has one value at each time). Give whole rows of"
                       " values.");
  std::size_t const objects = value.size() / time.size();
  auto const values =
      allocate_on_host<Kokkos::View<Real**, Kokkos::LayoutRight, Kokkos::HostSpace>>(
          "siderum::shared_curves::value", objects, time.size());
  for (std::size_t object = 0; object < objects; ++object) {
    for (std::size_t j = 0; j < time.size(); ++j) {
      auto const rounded = static_cast<Real>(value[object * time.size() + j]);
      SIDERUM_VALIDATE(std::isfinite(rounded),
                       "The value of object " + std::to_string(object) + ", point " +
                           std::to_string(j) +
                           " is not finite in the precision asked for. Remove or rescale it.");
      values(object, j) = rounded;
    }
  }
  // Times and errors are checked as those of one object.
  std::vector<double> const none(time.size(), 0.0);
  auto const curve = make_light_curves<Real>(time, none, error);
  return {curve.time, values, curve.error};
}

template SharedCurves<float, Kokkos::HostSpace> make_shared_curves<float>(std::span<double const>,
                                                                          std::span<double const>,
                                                                          std::span<double const>);
template SharedCurves<double, Kokkos::HostSpace> make_shared_curves<double>(
    std::span<double const>, std::span<double const>, std::span<double const>);

}  // namespace siderum
