// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/conditional_entropy/launch.hpp>

namespace siderum::detail {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;

template void search<backend::SIDERUM_BACKEND, Exec, Real>(
    Exec const&, LightCurves<Real, Exec::memory_space> const&,
    SearchedFrequencies<Exec::memory_space> const&, SearchOutput<Real, Exec> const&,
    ConditionalEntropyOptions const&);

}  // namespace siderum::detail
