// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/false_alarm_probability/bootstrap.hpp>

namespace siderum {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;
using MemorySpace = Exec::memory_space;
using Curves = LightCurves<Real, MemorySpace>;
using Powers = PeakTable<Real const, Exec>;

template void describe_noise<Exec, Real>(Exec const&, Curves const&, double,
                                         Kokkos::View<NoiseSearch*, MemorySpace> const&,
                                         LombScargleOptions const&);
template void log_false_alarm_probabilities<Exec, Real>(
    Exec const&, FalseAlarmMethod, Kokkos::View<NoiseSearch const*, MemorySpace> const&,
    Powers const&, PeakTable<double, Exec> const&);
template void count_exceeding<Exec, Real>(Exec const&, Powers const&, Powers const&,
                                          PeakTable<std::int64_t, Exec> const&);
template void bootstrap_levels<Exec, Real>(Exec const&, Powers const&, double,
                                           Kokkos::View<Real*, MemorySpace> const&);

}  // namespace siderum
