// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/portable/product.hpp>
#include <siderum/core/spaces.hpp>

/// Read before anything else, this makes a device of the threads of a host: operations take their
/// forms for devices there, with teams of SIDERUM_TEAM threads. What that cannot show is how
/// threads go in step: each is one of the host, and a vector is a loop.
namespace siderum {

template <>
inline constexpr bool is_host<Kokkos::OpenMP> = false;

template <>
struct DeviceShape<Kokkos::OpenMP> {
  static constexpr int team = SIDERUM_TEAM;
  static constexpr int large_team = SIDERUM_TEAM;
  static constexpr int widest_team = 64;
  static constexpr int lanes = SIDERUM_TEAM;
};

/// OpenBLAS stands for Kokkos Kernels, which hosts do without.
template <class Real>
class portable::DeviceProduct<Kokkos::OpenMP, Real> : public portable::HostProduct<Real> {
 public:
  explicit DeviceProduct(Kokkos::OpenMP const&) {}
};

}  // namespace siderum
