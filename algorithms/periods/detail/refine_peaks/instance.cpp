// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/refine_peaks/launch.hpp>

namespace siderum::instance {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;
using MemorySpace = Exec::memory_space;

}  // namespace siderum::instance

namespace siderum::detail {

template void refine_peaks<backend::SIDERUM_BACKEND, instance::Exec, instance::Real>(
    instance::Exec const&, LightCurves<instance::Real, instance::MemorySpace> const&,
    FrequencyGrid const&,
    Kokkos::View<std::int64_t const**, Kokkos::LayoutRight, instance::MemorySpace> const&,
    RefinedPeaks<instance::Exec> const&, LombScargleOptions const&, int);

}  // namespace siderum::detail
