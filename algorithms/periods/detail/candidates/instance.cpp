// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/candidates/launch.hpp>

namespace siderum::detail {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;

template void best_candidates<backend::SIDERUM_BACKEND, Exec, Real>(
    Exec const&, LightCurves<Real, Exec::memory_space> const&, FrequencyGrid const&,
    Kokkos::View<ExcludedIndices const*, Exec::memory_space> const&,
    BestPeriods<Real, Exec> const&, CandidateOptions const&);

}  // namespace siderum::detail
