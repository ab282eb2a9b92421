// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include <Kokkos_Core.hpp>

#include <siderum/core/allocate.hpp>

namespace siderum {

/// Points on the sky as unit vectors, in any order: a = (cos dec cos ra, cos dec sin ra, sin dec).
///
/// A view of the data: copies share the memory. Build it with make_catalogue, which checks the data
/// once and makes the vectors on the host, so that they are the same for every space.
template <class MemorySpace>
struct Catalogue {
  using memory_space = MemorySpace;

  Kokkos::View<double const*, MemorySpace> x;             ///< (points)
  Kokkos::View<double const*, MemorySpace> y;             ///< (points)
  Kokkos::View<double const*, MemorySpace> z;             ///< (points)
  Kokkos::View<double const*, MemorySpace> weight;        ///< (points); no extent: all 1
  Kokkos::View<std::int32_t const*, MemorySpace> region;  ///< (points), < regions; no extent: none
  std::int64_t regions = 0;                               ///< 0: none

  std::int64_t points() const { return static_cast<std::int64_t>(x.extent(0)); }
  bool has_weights() const { return weight.extent(0) > 0; }
  bool has_regions() const { return regions > 0; }
};

/// Copies a user's arrays into host memory and checks them.
///
/// @param ra_deg   (points) right ascension [deg], any finite number
/// @param dec_deg  (points) declination [deg], -90 .. 90
/// @param weight   (points) finite, may be negative; or empty: all points weigh 1
/// @param region   (points) 0 .. regions - 1; or empty: none
/// @param regions  number of regions, of which some may be empty; 0 where there are none
/// Throws Error that names the first point (from 0) that cannot be used and their number.
Catalogue<Kokkos::HostSpace> make_catalogue(std::span<double const> ra_deg,
                                            std::span<double const> dec_deg,
                                            std::span<double const> weight = {},
                                            std::span<std::int32_t const> region = {},
                                            std::int64_t regions = 0);

/// The same from vectors of any length but 0, which are normalised.
Catalogue<Kokkos::HostSpace> make_catalogue_from_vectors(std::span<double const> x,
                                                         std::span<double const> y,
                                                         std::span<double const> z,
                                                         std::span<double const> weight = {},
                                                         std::span<std::int32_t const> region = {},
                                                         std::int64_t regions = 0);

/// The same catalogue in the memory of `exec`: a copy that is enqueued on the instance, or the same
/// views where that memory is the host's.
template <class Exec>
Catalogue<typename Exec::memory_space> mirror_to(Exec const& exec,
                                                 Catalogue<Kokkos::HostSpace> const& host) {
  return {mirror_to(exec, "siderum::catalogue::x", host.x),
          mirror_to(exec, "siderum::catalogue::y", host.y),
          mirror_to(exec, "siderum::catalogue::z", host.z),
          mirror_to(exec, "siderum::catalogue::weight", host.weight),
          mirror_to(exec, "siderum::catalogue::region", host.region),
          host.regions};
}

}  // namespace siderum
