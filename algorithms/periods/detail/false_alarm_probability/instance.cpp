// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/false_alarm_probability/bootstrap.hpp>

namespace siderum::instance {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;
using MemorySpace = Exec::memory_space;
using Curves = LightCurves<Real, MemorySpace>;
using Powers = PeakTable<Real const, Exec>;

}  // namespace siderum::instance

namespace siderum {

template void describe_noise<instance::Exec, instance::Real>(
    instance::Exec const&, instance::Curves const&, double,
    Kokkos::View<NoiseSearch*, instance::MemorySpace> const&, LombScargleOptions const&);
template void bootstrap_levels<instance::Exec, instance::Real>(
    instance::Exec const&, instance::Powers const&, double,
    Kokkos::View<instance::Real*, instance::MemorySpace> const&);

namespace detail {

template void log_false_alarm_probabilities<instance::Exec, instance::Real>(
    instance::Exec const&, FalseAlarmMethod,
    Kokkos::View<NoiseSearch const*, instance::MemorySpace> const&, instance::Powers const&,
    PeakTable<double, instance::Exec> const&);
template void count_exceeding<instance::Exec, instance::Real>(
    instance::Exec const&, instance::Powers const&, instance::Powers const&,
    PeakTable<std::int64_t, instance::Exec> const&);

}  // namespace detail
}  // namespace siderum
