// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/own_grids/launch.hpp>

namespace siderum {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;
using HostCurves = LightCurves<Real, Kokkos::HostSpace>;

template void best_periods_on_own_grids<Exec, Real>(Exec const&, HostCurves const&,
                                                    std::span<FrequencyGrid const>,
                                                    HostBestPeriods<Real> const&,
                                                    LombScargleOptions const&);
template void peaks_on_own_grids<Exec, Real>(Exec const&, HostCurves const&,
                                             std::span<FrequencyGrid const>, HostPeaks<Real> const&,
                                             HostStatus const&, LombScargleOptions const&,
                                             std::int64_t);

}  // namespace siderum
