// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/finder/to_host.hpp>
#include <siderum/algorithms/periods/detail/super_smoother/launch.hpp>

namespace siderum::instance {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;

}  // namespace siderum::instance

namespace siderum::detail {

template void search<backend::SIDERUM_BACKEND, instance::Exec, instance::Real>(
    instance::Exec const&, LightCurves<instance::Real, instance::Exec::memory_space> const&,
    SearchedFrequencies<instance::Exec::memory_space> const&,
    SearchOutput<instance::Real, instance::Exec> const&, SuperSmootherOptions const&);
template void search_to_host<backend::SIDERUM_BACKEND, instance::Exec, instance::Real>(
    instance::Exec const&, LightCurves<instance::Real, Kokkos::HostSpace> const&,
    FrequencyGrid const&, HostPowerView<instance::Real> const&, HostStatusView const&,
    SuperSmootherOptions const&, StreamOptions const&);

}  // namespace siderum::detail
