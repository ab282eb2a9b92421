// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/light_curves.hpp>

#include <cmath>
#include <string>

#include <siderum/core/allocate.hpp>
#include <siderum/core/error.hpp>

namespace siderum {

namespace {

std::string of_point(std::int64_t object, std::int64_t point) {
  return "object " + std::to_string(object) + ", point " + std::to_string(point);
}

void validate_offsets(std::span<std::int64_t const> offsets, std::size_t points) {
  SIDERUM_VALIDATE(!offsets.empty() && offsets.front() == 0 &&
                       offsets.back() == static_cast<std::int64_t>(points),
                   "The offsets of the objects do not run from 0 to the number of points (" +
                       std::to_string(points) + "). Give one offset per object and the end.");
  for (std::size_t i = 1; i < offsets.size(); ++i) {
    SIDERUM_VALIDATE(offsets[i] >= offsets[i - 1],
                     "The offset of object " + std::to_string(i) +
                         " is below that of the object before it (offsets count the points of all"
                         " objects before). Give non-decreasing offsets.");
  }
}

template <class Real>
void validate_point(double time, double value, double const* error, std::int64_t object,
                    std::int64_t point) {
  SIDERUM_VALIDATE(std::isfinite(time),
                   "The time of " + of_point(object, point) + " is not finite. Remove the point.");
  SIDERUM_VALIDATE(std::isfinite(static_cast<Real>(value)),
                   "The value of " + of_point(object, point) +
                       " is not finite in the precision asked for. Remove or rescale it.");
  if (error != nullptr) {
    SIDERUM_VALIDATE(
        std::isfinite(static_cast<Real>(*error)) && static_cast<Real>(*error) > Real(0),
        "The error of " + of_point(object, point) +
            " is not a finite number above zero (it weighs the point by error^-2)."
            " Remove the point.");
  }
}

}  // namespace

template <class Real>
LightCurves<Real, Kokkos::HostSpace> make_light_curves(std::span<double const> time,
                                                       std::span<double const> value,
                                                       std::span<double const> error,
                                                       std::span<std::int64_t const> offsets) {
  SIDERUM_VALIDATE(value.size() == time.size(), "There are " + std::to_string(time.size()) +
                                                    " times and " + std::to_string(value.size()) +
                                                    " values (each point has both). Give as many of"
                                                    " each.");
  SIDERUM_VALIDATE(error.empty() || error.size() == time.size(),
                   "There are " + std::to_string(time.size()) + " times and " +
                       std::to_string(error.size()) +
                       " errors (each point has one, or none has). Give as many, or none.");
  validate_offsets(offsets, time.size());

  using Reals = Kokkos::View<Real*, Kokkos::HostSpace>;
  auto const times = allocate_on_host<Kokkos::View<double*, Kokkos::HostSpace>>(
      "siderum::light_curves::time", time.size());
  auto const values = allocate_on_host<Reals>("siderum::light_curves::value", time.size());
  auto const errors = allocate_on_host<Reals>("siderum::light_curves::error", error.size());
  auto const starts = allocate_on_host<Kokkos::View<std::int64_t*, Kokkos::HostSpace>>(
      "siderum::light_curves::offsets", offsets.size());
  for (std::size_t object = 0; object + 1 < offsets.size(); ++object) {
    for (std::int64_t j = offsets[object]; j < offsets[object + 1]; ++j) {
      validate_point<Real>(time[j], value[j], error.empty() ? nullptr : &error[j],
                           static_cast<std::int64_t>(object), j - offsets[object]);
      times(j) = time[j];
      values(j) = static_cast<Real>(value[j]);
      if (!error.empty()) {
        errors(j) = static_cast<Real>(error[j]);
      }
    }
  }
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    starts(i) = offsets[i];
  }
  return {times, values, errors, starts, starts};
}

template LightCurves<float, Kokkos::HostSpace> make_light_curves<float>(
    std::span<double const>, std::span<double const>, std::span<double const>,
    std::span<std::int64_t const>);
template LightCurves<double, Kokkos::HostSpace> make_light_curves<double>(
    std::span<double const>, std::span<double const>, std::span<double const>,
    std::span<std::int64_t const>);

}  // namespace siderum
