// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/peaks/launch.hpp>

namespace siderum {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;
using MemorySpace = Exec::memory_space;

template void find_peaks<Exec, Real>(
    Exec const&, Kokkos::View<Real const**, Kokkos::LayoutRight, MemorySpace> const&,
    Kokkos::View<double const*, MemorySpace> const&,
    Kokkos::View<ExcludedIndices const*, MemorySpace> const&, Peaks<Real, Exec> const&);

}  // namespace siderum
