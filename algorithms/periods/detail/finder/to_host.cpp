// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/finder/to_host.hpp>

namespace siderum::detail {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;

template void search_to_host<backend::SIDERUM_BACKEND, Exec, Real, SuperSmootherOptions>(
    Exec const&, LightCurves<Real, Kokkos::HostSpace> const&, FrequencyGrid const&,
    HostPowerView<Real> const&, HostStatusView const&, SuperSmootherOptions const&,
    StreamOptions const&);
template void search_to_host<backend::SIDERUM_BACKEND, Exec, Real, PhaseDispersionOptions>(
    Exec const&, LightCurves<Real, Kokkos::HostSpace> const&, FrequencyGrid const&,
    HostPowerView<Real> const&, HostStatusView const&, PhaseDispersionOptions const&,
    StreamOptions const&);
template void search_to_host<backend::SIDERUM_BACKEND, Exec, Real, ConditionalEntropyOptions>(
    Exec const&, LightCurves<Real, Kokkos::HostSpace> const&, FrequencyGrid const&,
    HostPowerView<Real> const&, HostStatusView const&, ConditionalEntropyOptions const&,
    StreamOptions const&);

}  // namespace siderum::detail
