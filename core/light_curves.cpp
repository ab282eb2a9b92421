// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/light_curves.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <string>

#include <siderum/core/allocate.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/host_loop.hpp>

namespace siderum {

namespace {

std::string of_point(std::int64_t object, std::int64_t point) {
  return "object " + std::to_string(object) + ", point " + std::to_string(point);
}

template <class Real, class Given>
bool is_usable(double time, Given value, Given const* error) {
  bool const is_weighted = error == nullptr || (std::isfinite(static_cast<Real>(*error)) &&
                                                static_cast<Real>(*error) > Real(0));
  return std::isfinite(time) && std::isfinite(static_cast<Real>(value)) && is_weighted;
}

/// Says what is wrong with a point that cannot be used.
template <class Real, class Given>
void validate_point(double time, Given value, Given const* error, std::int64_t object,
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

/// Of numbers that are to become Real.
template <class Real, class Given>
void validate_curves(std::span<double const> time, std::span<Given const> value,
                     std::span<Given const> error, std::span<std::int64_t const> offsets) {
  SIDERUM_VALIDATE(value.size() == time.size(), "There are " + std::to_string(time.size()) +
                                                    " times and " + std::to_string(value.size()) +
                                                    " values (each point has both). Give as many of"
                                                    " each.");
  SIDERUM_VALIDATE(error.empty() || error.size() == time.size(),
                   "There are " + std::to_string(time.size()) + " times and " +
                       std::to_string(error.size()) +
                       " errors (each point has one, or none has). Give as many, or none.");
  validate_offsets(offsets, time.size());
  std::atomic<bool> are_usable = true;
  for_each_stretch(
      "siderum::light_curves::check", time.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t j = begin; j < end; ++j) {
          if (!is_usable<Real>(time[j], value[j], error.empty() ? nullptr : &error[j])) {
            are_usable = false;
            return;
          }
        }
      });
  if (are_usable) {
    return;
  }
  for (std::size_t object = 0; object + 1 < offsets.size(); ++object) {
    for (std::int64_t j = offsets[object]; j < offsets[object + 1]; ++j) {
      validate_point<Real>(time[j], value[j], error.empty() ? nullptr : &error[j],
                           static_cast<std::int64_t>(object), j - offsets[object]);
    }
  }
}

template <class Value, class Given>
Kokkos::View<Value const*, Kokkos::HostSpace> rounded_copy(std::string const& label,
                                                           std::span<Given const> given) {
  auto const copy = allocate_on_host<Kokkos::View<Value*, Kokkos::HostSpace>>(label, given.size());
  for_each_stretch(label, given.size(), [&](std::size_t begin, std::size_t end) {
    std::transform(given.begin() + begin, given.begin() + end, copy.data() + begin,
                   [](Given number) { return static_cast<Value>(number); });
  });
  return copy;
}

template <class Value>
Kokkos::View<Value const*, Kokkos::HostSpace> view_of(std::span<Value const> given) {
  return {given.data(), given.size()};
}

}  // namespace

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
LightCurves<Real, Kokkos::HostSpace> make_light_curves(std::span<double const> time,
                                                       std::span<double const> value,
                                                       std::span<double const> error,
                                                       std::span<std::int64_t const> offsets) {
  validate_curves<Real>(time, value, error, offsets);
  auto const starts = rounded_copy<std::int64_t>("siderum::light_curves::offsets", offsets);
  return {rounded_copy<double>("siderum::light_curves::time", time),
          rounded_copy<Real>("siderum::light_curves::value", value),
          rounded_copy<Real>("siderum::light_curves::error", error), starts, starts};
}

template <class Real>
LightCurves<Real, Kokkos::HostSpace> view_light_curves(std::span<double const> time,
                                                       std::span<Real const> value,
                                                       std::span<Real const> error,
                                                       std::span<std::int64_t const> offsets) {
  validate_curves<Real>(time, value, error, offsets);
  return {view_of(time), view_of(value), view_of(error), view_of(offsets), view_of(offsets)};
}

template LightCurves<float, Kokkos::HostSpace> make_light_curves<float>(
    std::span<double const>, std::span<double const>, std::span<double const>,
    std::span<std::int64_t const>);
template LightCurves<double, Kokkos::HostSpace> make_light_curves<double>(
    std::span<double const>, std::span<double const>, std::span<double const>,
    std::span<std::int64_t const>);
template LightCurves<float, Kokkos::HostSpace> view_light_curves<float>(
    std::span<double const>, std::span<float const>, std::span<float const>,
    std::span<std::int64_t const>);
template LightCurves<double, Kokkos::HostSpace> view_light_curves<double>(
    std::span<double const>, std::span<double const>, std::span<double const>,
    std::span<std::int64_t const>);

}  // namespace siderum
