// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>

#include <Kokkos_Core.hpp>

#include <siderum/core/allocate.hpp>

namespace siderum {

/// Light curves of objects that were all observed at the same times, with the same errors, as by a
/// space mission: what depends on the times alone is then computed once for all.
///
/// A view of the data, as LightCurves is: build it with make_shared_curves.
template <class Real, class MemorySpace>
struct SharedCurves {
  using value_type = Real;
  using memory_space = MemorySpace;

  Kokkos::View<double const*, MemorySpace> time;                       ///< (points) [time unit]
  Kokkos::View<Real const**, Kokkos::LayoutRight, MemorySpace> value;  ///< (objects, points)
  Kokkos::View<Real const*, MemorySpace> error;  ///< (points), > 0; no extent: all 1

  std::int64_t objects() const { return static_cast<std::int64_t>(value.extent(0)); }
  std::int64_t points() const { return static_cast<std::int64_t>(time.extent(0)); }
};

/// Copies a user's arrays into host memory and checks them as make_light_curves does.
///
/// @param time   (points) finite
/// @param value  (objects * points), object by object, finite, also as Real
/// @param error  (points) finite and > 0, also as Real; or empty: all points weigh the same
/// Throws Error that names the object and the point, both counted from 0. Instantiated for float
/// and double.
template <class Real>
SharedCurves<Real, Kokkos::HostSpace> make_shared_curves(std::span<double const> time,
                                                         std::span<double const> value,
                                                         std::span<double const> error = {});

/// The same without a copy: checked views of the user's arrays, which must outlive them.
/// Instantiated for float and double.
template <class Real>
SharedCurves<Real, Kokkos::HostSpace> view_shared_curves(std::span<double const> time,
                                                         std::span<Real const> value,
                                                         std::span<Real const> error = {});

/// The same in the memory of exec: a copy that is enqueued, or the same views on a host.
template <class Exec, class Real>
SharedCurves<Real, typename Exec::memory_space> mirror_to(
    Exec const& exec, SharedCurves<Real, Kokkos::HostSpace> const& host) {
  SharedCurves<Real, typename Exec::memory_space> device;
  device.time = mirror_to(exec, "siderum::shared_curves::time", host.time);
  device.error = mirror_to(exec, "siderum::shared_curves::error", host.error);
  if constexpr (is_host<Exec>) {
    device.value = host.value;
  } else {
    auto const value =
        allocate<Kokkos::View<Real**, Kokkos::LayoutRight, typename Exec::memory_space>>(
            exec, "siderum::shared_curves::value", host.value.extent(0), host.value.extent(1));
    Kokkos::deep_copy(exec, value, host.value);
    device.value = value;
  }
  return device;
}

}  // namespace siderum
