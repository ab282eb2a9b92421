// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/false_alarm_probability/bootstrap.hpp>

namespace siderum::instance {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;

}  // namespace siderum::instance

namespace siderum::detail {

template void bootstrap_maxima<backend::SIDERUM_BACKEND, instance::Exec, instance::Real>(
    instance::Exec const&, LightCurves<instance::Real, instance::Exec::memory_space> const&,
    FrequencyGrid const&, PeakTable<instance::Real, instance::Exec> const&,
    MultiHarmonicOptions const&, BootstrapOptions const&);

}  // namespace siderum::detail
