// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/detail/rotate_coefficients/launch.hpp>

template void siderum::rotate_coefficients<SIDERUM_SPACE, SIDERUM_REAL>(
    SIDERUM_SPACE const&,
    siderum::HarmonicCoefficients<SIDERUM_REAL, SIDERUM_SPACE::memory_space> const&,
    siderum::EulerAngles const&,
    siderum::HarmonicCoefficients<SIDERUM_REAL, SIDERUM_SPACE::memory_space> const&);
