// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/shared_curves.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <siderum/core/error.hpp>
#include <siderum/core/light_curves.hpp>

namespace siderum {

namespace {

/// Of values that are to become Real; the number of objects.
template <class Real, class Given>
std::size_t validate_values(std::span<double const> time, std::span<Given const> value) {
  SIDERUM_VALIDATE(!time.empty() && value.size() % time.size() == 0,
                   "There are " + std::to_string(time.size()) + " times and " +
                       std::to_string(value.size()) +
                       " values (every object has one value at each time). Give whole rows of"
                       " values.");
  for (std::size_t i = 0; i < value.size(); ++i) {
    SIDERUM_VALIDATE(std::isfinite(static_cast<Real>(value[i])),
                     "The value of object " + std::to_string(i / time.size()) + ", point " +
                         std::to_string(i % time.size()) +
                         " is not finite in the precision asked for. Remove or rescale it.");
  }
  return value.size() / time.size();
}

}  // namespace

template <class Real>
SharedCurves<Real, Kokkos::HostSpace> make_shared_curves(std::span<double const> time,
                                                         std::span<double const> value,
                                                         std::span<double const> error) {
  std::size_t const objects = validate_values<Real>(time, value);
  auto const values =
      allocate_on_host<Kokkos::View<Real**, Kokkos::LayoutRight, Kokkos::HostSpace>>(
          "siderum::shared_curves::value", objects, time.size());
  std::transform(value.begin(), value.end(), values.data(),
                 [](double number) { return static_cast<Real>(number); });
  // Times and errors are checked as those of one object.
  std::vector<double> const none(time.size(), 0.0);
  auto const curve = make_light_curves<Real>(time, none, error);
  return {curve.time, values, curve.error};
}

template <class Real>
SharedCurves<Real, Kokkos::HostSpace> view_shared_curves(std::span<double const> time,
                                                         std::span<Real const> value,
                                                         std::span<Real const> error) {
  std::size_t const objects = validate_values<Real>(time, value);
  std::vector<Real> const none(time.size(), Real(0));
  std::int64_t const offsets[] = {0, static_cast<std::int64_t>(time.size())};
  auto const curve = view_light_curves<Real>(time, none, error, offsets);
  return {curve.time, {value.data(), objects, time.size()}, curve.error};
}

template SharedCurves<float, Kokkos::HostSpace> make_shared_curves<float>(std::span<double const>,
                                                                          std::span<double const>,
                                                                          std::span<double const>);
template SharedCurves<double, Kokkos::HostSpace> make_shared_curves<double>(
    std::span<double const>, std::span<double const>, std::span<double const>);
template SharedCurves<float, Kokkos::HostSpace> view_shared_curves<float>(std::span<double const>,
                                                                          std::span<float const>,
                                                                          std::span<float const>);
template SharedCurves<double, Kokkos::HostSpace> view_shared_curves<double>(
    std::span<double const>, std::span<double const>, std::span<double const>);

}  // namespace siderum
