// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/multi_harmonic_models/launch.hpp>

namespace siderum {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;
using MemorySpace = Exec::memory_space;

template void fit_models<Exec, Real>(Exec const&, LightCurves<Real, MemorySpace> const&,
                                     Kokkos::View<double const*, MemorySpace> const&,
                                     HarmonicModels<Exec> const&, HarmonicOptions const&);
template void evaluate_models<Exec, Real>(Exec const&, HarmonicModels<Exec> const&,
                                          Kokkos::View<double const*, MemorySpace> const&,
                                          Kokkos::View<std::int64_t const*, MemorySpace> const&,
                                          Kokkos::View<Real*, MemorySpace> const&);

}  // namespace siderum
