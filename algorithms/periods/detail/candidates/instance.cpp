// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/candidates/launch.hpp>

namespace siderum::instance {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;

}  // namespace siderum::instance

namespace siderum::detail {

// Its instance is that of the Super Smoother.
extern template void search<backend::SIDERUM_BACKEND, instance::Exec, instance::Real>(
    instance::Exec const&, LightCurves<instance::Real, instance::Exec::memory_space> const&,
    SearchedFrequencies<instance::Exec::memory_space> const&,
    SearchOutput<instance::Real, instance::Exec> const&, SuperSmootherOptions const&);

template void best_candidates<backend::SIDERUM_BACKEND, instance::Exec, instance::Real>(
    instance::Exec const&, LightCurves<instance::Real, instance::Exec::memory_space> const&,
    FrequencyGrid const&, Kokkos::View<ExcludedIndices const*, instance::Exec::memory_space> const&,
    BestPeriods<instance::Real, instance::Exec> const&, CandidateOptions const&);

}  // namespace siderum::detail
