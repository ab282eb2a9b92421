// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/multi_harmonic/launch.hpp>

namespace siderum::instance {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;
using Curves = LightCurves<Real, Exec::memory_space>;

}  // namespace siderum::instance

namespace siderum::detail {

template void multi_harmonic<backend::SIDERUM_BACKEND, instance::Exec, instance::Real>(
    instance::Exec const&, instance::Curves const&, FrequencyGrid const&,
    PowerView<instance::Real, instance::Exec> const&, StatusView<instance::Exec> const&,
    MultiHarmonicOptions const&);
template void multi_harmonic<backend::SIDERUM_BACKEND, instance::Exec, instance::Real>(
    instance::Exec const&, instance::Curves const&,
    FrequencyList<instance::Exec::memory_space> const&,
    PowerView<instance::Real, instance::Exec> const&, StatusView<instance::Exec> const&,
    MultiHarmonicOptions const&);
template void best_multi_harmonic<backend::SIDERUM_BACKEND, instance::Exec, instance::Real>(
    instance::Exec const&, instance::Curves const&, FrequencyGrid const&,
    BestPeriods<instance::Real, instance::Exec> const&, MultiHarmonicOptions const&);

}  // namespace siderum::detail
