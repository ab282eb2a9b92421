// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/lomb_scargle/prepare_launch.hpp>

namespace siderum {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;

template PreparedCurves<Real, Exec::memory_space> prepare<Exec, Real>(
    Exec const&, LightCurves<Real, Exec::memory_space> const&, LombScargleOptions const&);

}  // namespace siderum
