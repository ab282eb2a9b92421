// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/lomb_scargle/launch.hpp>

namespace siderum::detail {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;
using MemorySpace = Exec::memory_space;
using List = FrequencyList<MemorySpace>;
using Curves = LightCurves<Real, MemorySpace>;

using Sums = PowerSums<backend::SIDERUM_BACKEND, Exec, Real>;
using Prepared = PreparedCurves<Real, MemorySpace>;

template Sums plan_power<backend::SIDERUM_BACKEND, Exec, Real, FrequencyGrid>(
    Exec const&, Prepared const&, FrequencyGrid const&, FrequencyRange, LombScargleOptions const&);
template Sums plan_power<backend::SIDERUM_BACKEND, Exec, Real, List>(
    Exec const&, Prepared const&, List const&, FrequencyRange, LombScargleOptions const&);
template void enqueue_power<backend::SIDERUM_BACKEND, Exec, Real>(
    Sums const&, Prepared const&, LombScargleOptions const&, Real*, std::int64_t, std::int64_t);
template void lomb_scargle<backend::SIDERUM_BACKEND, Exec, Real, FrequencyGrid>(
    Exec const&, Curves const&, FrequencyGrid const&, FrequencyRange, PowerView<Real, Exec> const&,
    StatusView<Exec> const&, LombScargleOptions const&);
template void lomb_scargle<backend::SIDERUM_BACKEND, Exec, Real, List>(
    Exec const&, Curves const&, List const&, FrequencyRange, PowerView<Real, Exec> const&,
    StatusView<Exec> const&, LombScargleOptions const&);
template void best_periods<backend::SIDERUM_BACKEND, Exec, Real, FrequencyGrid>(
    Exec const&, Curves const&, FrequencyGrid const&, FrequencyRange,
    BestPeriods<Real, Exec> const&, LombScargleOptions const&);
template void best_periods<backend::SIDERUM_BACKEND, Exec, Real, List>(
    Exec const&, Curves const&, List const&, FrequencyRange, BestPeriods<Real, Exec> const&,
    LombScargleOptions const&);

}  // namespace siderum::detail
