// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/own_grids/launch.hpp>

namespace siderum::instance {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;
using HostCurves = LightCurves<Real, Kokkos::HostSpace>;

}  // namespace siderum::instance

namespace siderum {

template void best_periods_on_own_grids<instance::Exec, instance::Real>(
    instance::Exec const&, instance::HostCurves const&, std::span<FrequencyGrid const>,
    HostBestPeriods<instance::Real> const&, LombScargleOptions const&, ProgressObserver*);
template void peaks_on_own_grids<instance::Exec, instance::Real>(
    instance::Exec const&, instance::HostCurves const&, std::span<FrequencyGrid const>,
    HostPeaks<instance::Real> const&, HostStatus const&, LombScargleOptions const&,
    ProgressObserver*, std::int64_t);

}  // namespace siderum
