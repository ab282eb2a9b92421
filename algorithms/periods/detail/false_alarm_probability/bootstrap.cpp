// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/false_alarm_probability/bootstrap.hpp>

namespace siderum::detail {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;

template void bootstrap_maxima<backend::SIDERUM_BACKEND, Exec, Real>(
    Exec const&, LightCurves<Real, Exec::memory_space> const&, FrequencyGrid const&,
    PeakTable<Real, Exec> const&, HarmonicOptions const&, BootstrapOptions const&);

}  // namespace siderum::detail
