// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/multi_harmonic_models/launch.hpp>

namespace siderum::instance {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;
using MemorySpace = Exec::memory_space;

}  // namespace siderum::instance

namespace siderum {

template void evaluate_multi_harmonic_models<instance::Exec, instance::Real>(
    instance::Exec const&, MultiHarmonicModels<instance::Exec> const&,
    Kokkos::View<double const*, instance::MemorySpace> const&,
    Kokkos::View<std::int64_t const*, instance::MemorySpace> const&,
    Kokkos::View<instance::Real*, instance::MemorySpace> const&);

}  // namespace siderum
