// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/lomb_scargle/sinusoids.hpp>

namespace siderum::instance {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;

}  // namespace siderum::instance

namespace siderum {

template void fit_sinusoids<instance::Exec, instance::Real>(
    instance::Exec const&, LightCurves<instance::Real, instance::Exec::memory_space> const&,
    Kokkos::View<double const*, instance::Exec::memory_space> const&,
    Sinusoids<instance::Exec> const&, LombScargleOptions const&);

}  // namespace siderum
