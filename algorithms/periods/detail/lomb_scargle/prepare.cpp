// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/lomb_scargle/prepare_launch.hpp>

namespace siderum::instance {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;

}  // namespace siderum::instance

namespace siderum {

template PreparedCurves<instance::Real, instance::Exec::memory_space>
prepare<instance::Exec, instance::Real>(
    instance::Exec const&, LightCurves<instance::Real, instance::Exec::memory_space> const&,
    LombScargleOptions const&, PreparedFor);

}  // namespace siderum
