// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/detail/rotate_coefficients/launch.hpp>

namespace siderum::instance {

using Exec = SIDERUM_SPACE;
using Coefficients = HarmonicCoefficients<SIDERUM_REAL, Exec::memory_space>;

}  // namespace siderum::instance

namespace siderum::detail {

template void rotate_coefficients<backend::SIDERUM_BACKEND, instance::Exec, SIDERUM_REAL>(
    instance::Exec const&, instance::Coefficients const&, DegreeRange, EulerAngles const&,
    instance::Coefficients const&);

}  // namespace siderum::detail
