// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/peaks/launch.hpp>

namespace siderum::instance {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;
using MemorySpace = Exec::memory_space;

}  // namespace siderum::instance

namespace siderum {

template void find_peaks<instance::Exec, instance::Real>(
    instance::Exec const&,
    Kokkos::View<instance::Real const**, Kokkos::LayoutRight, instance::MemorySpace> const&,
    Kokkos::View<double const*, instance::MemorySpace> const&,
    Kokkos::View<ExcludedIndices const*, instance::MemorySpace> const&,
    Peaks<instance::Real, instance::Exec> const&);

}  // namespace siderum
