// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/spectral_window/launch.hpp>

namespace siderum::detail {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;

template void spectral_window<backend::SIDERUM_BACKEND, Exec, Real>(
    Exec const&, LightCurves<Real, Exec::memory_space> const&, FrequencyGrid const&,
    PowerView<Real, Exec> const&, Errors);

}  // namespace siderum::detail
