// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/multiband/launch.hpp>

namespace siderum::instance {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;
using BandedCurves = MultibandCurves<Real, Exec::memory_space>;

}  // namespace siderum::instance

namespace siderum::detail {

template void multiband<backend::SIDERUM_BACKEND, instance::Exec, instance::Real>(
    instance::Exec const&, instance::BandedCurves const&, FrequencyGrid const&,
    PowerView<instance::Real, instance::Exec> const&, StatusView<instance::Exec> const&,
    MultibandOptions const&);
template void multiband<backend::SIDERUM_BACKEND, instance::Exec, instance::Real>(
    instance::Exec const&, instance::BandedCurves const&,
    FrequencyList<instance::Exec::memory_space> const&,
    PowerView<instance::Real, instance::Exec> const&, StatusView<instance::Exec> const&,
    MultibandOptions const&);
template void best_multiband<backend::SIDERUM_BACKEND, instance::Exec, instance::Real>(
    instance::Exec const&, instance::BandedCurves const&, FrequencyGrid const&,
    BestPeriods<instance::Real, instance::Exec> const&, MultibandOptions const&);

}  // namespace siderum::detail
