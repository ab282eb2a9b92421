// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/refine_peaks/launch.hpp>

namespace siderum {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;
using MemorySpace = Exec::memory_space;

template void refine_peaks<Exec, Real>(
    Exec const&, LightCurves<Real, MemorySpace> const&, FrequencyGrid const&,
    Kokkos::View<std::int64_t const**, Kokkos::LayoutRight, MemorySpace> const&,
    RefinedPeaks<Exec> const&, LombScargleOptions const&, int);

}  // namespace siderum
