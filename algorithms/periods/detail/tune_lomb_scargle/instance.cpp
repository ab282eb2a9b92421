// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/tune_lomb_scargle/launch.hpp>

namespace siderum {

template MethodRates measure_rates<SIDERUM_SPACE, SIDERUM_REAL>(SIDERUM_SPACE const&);

}  // namespace siderum
