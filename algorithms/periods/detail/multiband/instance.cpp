// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/multiband/launch.hpp>

namespace siderum::detail {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;
using BandedCurves = MultibandCurves<Real, Exec::memory_space>;

template void multiband<backend::SIDERUM_BACKEND, Exec, Real>(
    Exec const&, BandedCurves const&, FrequencyGrid const&, PowerView<Real, Exec> const&,
    StatusView<Exec> const&, MultibandOptions const&);
template void best_multiband<backend::SIDERUM_BACKEND, Exec, Real>(
    Exec const&, BandedCurves const&, FrequencyGrid const&, BestPeriods<Real, Exec> const&,
    MultibandOptions const&);

}  // namespace siderum::detail
