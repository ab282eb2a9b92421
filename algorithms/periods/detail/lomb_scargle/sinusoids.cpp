// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/lomb_scargle/sinusoids.hpp>

namespace siderum {

using Exec = SIDERUM_SPACE;
using Real = SIDERUM_REAL;

template void fit_sinusoids<Exec, Real>(
    Exec const&, LightCurves<Real, Exec::memory_space> const&,
    Kokkos::View<double const*, Exec::memory_space> const&, Sinusoids<Exec> const&,
    LombScargleOptions const&);

}  // namespace siderum
