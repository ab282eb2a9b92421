// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "harmonic_transform/runs.hpp"

namespace siderum::bench {

template void run_stage<backend::SIDERUM_BACKEND, SIDERUM_SPACE, SIDERUM_REAL>(benchmark::State&,
                                                                               HarmonicCase const&,
                                                                               StageTuning const&);
template void run_whole<backend::SIDERUM_BACKEND, SIDERUM_SPACE, SIDERUM_REAL>(benchmark::State&,
                                                                               HarmonicCase const&);

}  // namespace siderum::bench
