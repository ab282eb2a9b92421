// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/finder/to_host.hpp>

namespace siderum::instance {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;

}  // namespace siderum::instance

namespace siderum::detail {

template void
search_to_host<backend::SIDERUM_BACKEND, instance::Exec, instance::Real, SuperSmootherOptions>(
    instance::Exec const&, LightCurves<instance::Real, Kokkos::HostSpace> const&,
    FrequencyGrid const&, HostPowerView<instance::Real> const&, HostStatusView const&,
    SuperSmootherOptions const&, StreamOptions const&);
template void
search_to_host<backend::SIDERUM_BACKEND, instance::Exec, instance::Real, PhaseDispersionOptions>(
    instance::Exec const&, LightCurves<instance::Real, Kokkos::HostSpace> const&,
    FrequencyGrid const&, HostPowerView<instance::Real> const&, HostStatusView const&,
    PhaseDispersionOptions const&, StreamOptions const&);
template void
search_to_host<backend::SIDERUM_BACKEND, instance::Exec, instance::Real, ConditionalEntropyOptions>(
    instance::Exec const&, LightCurves<instance::Real, Kokkos::HostSpace> const&,
    FrequencyGrid const&, HostPowerView<instance::Real> const&, HostStatusView const&,
    ConditionalEntropyOptions const&, StreamOptions const&);

}  // namespace siderum::detail
