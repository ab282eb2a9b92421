// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/multi_harmonic/launch.hpp>

namespace siderum::detail {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;
using Curves = LightCurves<Real, Exec::memory_space>;

template void multi_harmonic<backend::SIDERUM_BACKEND, Exec, Real>(
    Exec const&, Curves const&, FrequencyGrid const&, PowerView<Real, Exec> const&,
    StatusView<Exec> const&, HarmonicOptions const&);
template void best_multi_harmonic<backend::SIDERUM_BACKEND, Exec, Real>(
    Exec const&, Curves const&, FrequencyGrid const&, BestPeriods<Real, Exec> const&,
    HarmonicOptions const&);

}  // namespace siderum::detail
