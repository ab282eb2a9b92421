// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/lomb_scargle/multi_harmonic_sums_launch.hpp>

namespace siderum::instance {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;

}  // namespace siderum::instance

namespace siderum::detail {

template void multi_harmonic_sums<backend::SIDERUM_BACKEND, instance::Exec, instance::Real>(
    instance::Exec const&, PreparedCurves<instance::Real, instance::Exec::memory_space> const&,
    FrequencyGrid const&, FrequencyRange,
    MultiHarmonicSums<instance::Real, instance::Exec::memory_space> const&,
    LombScargleOptions const&);

}  // namespace siderum::detail
