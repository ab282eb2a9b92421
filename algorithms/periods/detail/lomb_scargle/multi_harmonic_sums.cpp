// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/lomb_scargle/multi_harmonic_sums_launch.hpp>

namespace siderum::detail {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;

template void harmonic_sums<backend::SIDERUM_BACKEND, Exec, Real>(
    Exec const&, PreparedCurves<Real, Exec::memory_space> const&, FrequencyGrid const&,
    FrequencyRange, HarmonicSums<Real, Exec::memory_space> const&,
    LombScargleOptions const&);

}  // namespace siderum::detail
