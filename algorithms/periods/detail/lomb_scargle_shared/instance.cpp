// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/lomb_scargle_shared/launch.hpp>

namespace siderum::instance {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;
using CurvesAtOnce = SharedCurves<Real, Exec::memory_space>;

}  // namespace siderum::instance

namespace siderum::detail {

template void lomb_scargle_shared<backend::SIDERUM_BACKEND, instance::Exec, instance::Real>(
    instance::Exec const&, instance::CurvesAtOnce const&, FrequencyGrid const&,
    PowerView<instance::Real, instance::Exec> const&, StatusView<instance::Exec> const&,
    LombScargleOptions const&);
template void best_periods_shared<backend::SIDERUM_BACKEND, instance::Exec, instance::Real>(
    instance::Exec const&, instance::CurvesAtOnce const&, FrequencyGrid const&,
    BestPeriods<instance::Real, instance::Exec> const&, LombScargleOptions const&);

}  // namespace siderum::detail
