// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/multi_harmonic_models/launch.hpp>

namespace siderum::instance {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;
using MemorySpace = Exec::memory_space;

}  // namespace siderum::instance

namespace siderum::detail {

template void fit_multi_harmonic_models<backend::SIDERUM_BACKEND, instance::Exec, instance::Real>(
    instance::Exec const&, LightCurves<instance::Real, instance::MemorySpace> const&,
    Kokkos::View<double const*, instance::MemorySpace> const&,
    MultiHarmonicModels<instance::Exec> const&, MultiHarmonicOptions const&);

}  // namespace siderum::detail
