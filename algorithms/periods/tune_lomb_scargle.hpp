// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/detail/lomb_scargle/cost_model.hpp>

namespace siderum {

/// Measures what the methods cost on an execution space by searches of made-up light curves, a few
/// seconds of them; the fastest of several counts. The transforms are left as they are built in
/// where the space has none. Nothing is written: see TuningCache. Blocks.
/// Instantiated for float and double on the default and the default host execution space.
template <class Exec, class Real>
MethodRates measure_rates(Exec const& exec);

}  // namespace siderum
