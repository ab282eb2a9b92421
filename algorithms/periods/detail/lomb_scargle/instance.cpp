// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/lomb_scargle/launch.hpp>

namespace siderum::instance {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;
using MemorySpace = Exec::memory_space;
using List = FrequencyList<MemorySpace>;
using Curves = LightCurves<Real, MemorySpace>;
using Sums = detail::PowerSums<backend::SIDERUM_BACKEND, Exec, Real>;
using Prepared = PreparedCurves<Real, MemorySpace>;

}  // namespace siderum::instance

namespace siderum::detail {

template instance::Sums plan_power<backend::SIDERUM_BACKEND, instance::Exec, instance::Real,
                                   FrequencyGrid>(instance::Exec const&, instance::Prepared const&,
                                                  FrequencyGrid const&, FrequencyRange,
                                                  LombScargleOptions const&);
template instance::Sums plan_power<backend::SIDERUM_BACKEND, instance::Exec, instance::Real,
                                   instance::List>(instance::Exec const&, instance::Prepared const&,
                                                   instance::List const&, FrequencyRange,
                                                   LombScargleOptions const&);
template void enqueue_power<backend::SIDERUM_BACKEND, instance::Exec, instance::Real>(
    instance::Sums const&, instance::Prepared const&, LombScargleOptions const&, instance::Real*,
    std::int64_t, std::int64_t);
template void lomb_scargle<backend::SIDERUM_BACKEND, instance::Exec, instance::Real, FrequencyGrid>(
    instance::Exec const&, instance::Curves const&, FrequencyGrid const&, FrequencyRange,
    PowerView<instance::Real, instance::Exec> const&, StatusView<instance::Exec> const&,
    LombScargleOptions const&);
template void lomb_scargle<backend::SIDERUM_BACKEND, instance::Exec, instance::Real,
                           instance::List>(instance::Exec const&, instance::Curves const&,
                                           instance::List const&, FrequencyRange,
                                           PowerView<instance::Real, instance::Exec> const&,
                                           StatusView<instance::Exec> const&,
                                           LombScargleOptions const&);
template void best_periods<backend::SIDERUM_BACKEND, instance::Exec, instance::Real, FrequencyGrid>(
    instance::Exec const&, instance::Curves const&, FrequencyGrid const&, FrequencyRange,
    BestPeriods<instance::Real, instance::Exec> const&, LombScargleOptions const&);
template void best_periods<backend::SIDERUM_BACKEND, instance::Exec, instance::Real,
                           instance::List>(instance::Exec const&, instance::Curves const&,
                                           instance::List const&, FrequencyRange,
                                           BestPeriods<instance::Real, instance::Exec> const&,
                                           LombScargleOptions const&);

}  // namespace siderum::detail
