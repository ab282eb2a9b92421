// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/lomb_scargle_shared/launch.hpp>

namespace siderum::detail {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;
using CurvesAtOnce = SharedCurves<Real, Exec::memory_space>;

template void lomb_scargle_shared<backend::SIDERUM_BACKEND, Exec, Real>(
    Exec const&, CurvesAtOnce const&, FrequencyGrid const&, PowerView<Real, Exec> const&,
    StatusView<Exec> const&, LombScargleOptions const&);
template void best_periods_shared<backend::SIDERUM_BACKEND, Exec, Real>(
    Exec const&, CurvesAtOnce const&, FrequencyGrid const&, BestPeriods<Real, Exec> const&,
    LombScargleOptions const&);

}  // namespace siderum::detail
