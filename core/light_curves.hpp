// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include <Kokkos_Core.hpp>

#include <siderum/core/allocate.hpp>

namespace siderum {

/// Light curves of any number of objects, ragged: object i holds the points
/// offsets(i) .. offsets(i + 1) - 1 of the concatenated arrays. One object is a batch of one.
///
/// A view of the data: copies share the memory. Build it with make_light_curves, which checks the
/// data once; algorithms check extents and options only. The points of an object may stand in any
/// order.
template <class Real, class MemorySpace>
struct LightCurves {
  using value_type = Real;
  using memory_space = MemorySpace;

  Kokkos::View<double const*, MemorySpace> time;           ///< (points) [time unit]
  Kokkos::View<Real const*, MemorySpace> value;            ///< (points)
  Kokkos::View<Real const*, MemorySpace> error;            ///< (points), > 0; no extent: all 1
  Kokkos::View<std::int64_t const*, MemorySpace> offsets;  ///< (objects + 1), offsets(0) = 0
  /// The same offsets where the host can plan with them.
  Kokkos::View<std::int64_t const*, Kokkos::HostSpace> host_offsets;

  std::int64_t objects() const {
    return host_offsets.extent(0) == 0 ? 0 : static_cast<std::int64_t>(host_offsets.extent(0)) - 1;
  }
  std::int64_t points() const { return static_cast<std::int64_t>(time.extent(0)); }
  KOKKOS_INLINE_FUNCTION bool has_errors() const { return error.extent(0) > 0; }
};

/// Copies a user's arrays into host memory and checks them, in FP64, before anything is rounded.
///
/// @param time     (points) finite
/// @param value    (points) finite, also as Real
/// @param error    (points) finite and > 0, also as Real; or empty: all points weigh the same
/// @param offsets  (objects + 1) non-decreasing, from 0 to points; equal neighbours are an empty
/// object Throws Error that names the object and the point, both counted from 0. Instantiated for
/// float and double.
template <class Real>
LightCurves<Real, Kokkos::HostSpace> make_light_curves(std::span<double const> time,
                                                       std::span<double const> value,
                                                       std::span<double const> error,
                                                       std::span<std::int64_t const> offsets);

/// Throws Error for offsets that are not as make_light_curves has them.
void validate_offsets(std::span<std::int64_t const> offsets, std::size_t points);

/// The same without a copy: checked views of the user's arrays, which must outlive them.
/// Instantiated for float and double.
template <class Real>
LightCurves<Real, Kokkos::HostSpace> view_light_curves(std::span<double const> time,
                                                       std::span<Real const> value,
                                                       std::span<Real const> error,
                                                       std::span<std::int64_t const> offsets);

/// One object: offsets are {0, points}.
template <class Real>
LightCurves<Real, Kokkos::HostSpace> make_light_curves(std::span<double const> time,
                                                       std::span<double const> value,
                                                       std::span<double const> error = {}) {
  std::int64_t const offsets[] = {0, static_cast<std::int64_t>(time.size())};
  return make_light_curves<Real>(time, value, error, std::span<std::int64_t const>(offsets));
}

/// The objects first .. last - 1 alone: the points are shared, the offsets are new.
template <class Real>
LightCurves<Real, Kokkos::HostSpace> slice(LightCurves<Real, Kokkos::HostSpace> const& curves,
                                           std::int64_t first, std::int64_t last) {
  std::int64_t const begin = curves.host_offsets(first);
  auto const points = Kokkos::make_pair(begin, curves.host_offsets(last));
  auto const offsets = allocate_on_host<Kokkos::View<std::int64_t*, Kokkos::HostSpace>>(
      "siderum::light_curves::offsets", last - first + 1);
  for (std::int64_t object = first; object <= last; ++object) {
    offsets(object - first) = curves.host_offsets(object) - begin;
  }
  LightCurves<Real, Kokkos::HostSpace> part{Kokkos::subview(curves.time, points),
                                            Kokkos::subview(curves.value, points),
                                            {},
                                            offsets,
                                            offsets};
  if (curves.has_errors()) {
    part.error = Kokkos::subview(curves.error, points);
  }
  return part;
}

/// The same light curves in the memory of `exec`: a copy that is enqueued on the instance, or the
/// same views where that memory is the host's.
template <class Exec, class Real>
LightCurves<Real, typename Exec::memory_space> mirror_to(
    Exec const& exec, LightCurves<Real, Kokkos::HostSpace> const& host) {
  return {mirror_to(exec, "siderum::light_curves::time", host.time),
          mirror_to(exec, "siderum::light_curves::value", host.value),
          mirror_to(exec, "siderum::light_curves::error", host.error),
          mirror_to(exec, "siderum::light_curves::offsets", host.offsets), host.host_offsets};
}

}  // namespace siderum
