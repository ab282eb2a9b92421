// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "super_smoother/runs.hpp"

namespace siderum::bench {

template void run_stages<SIDERUM_SPACE, SIDERUM_REAL, SmootherVariant::single_pass>(
    benchmark::State&, FinderCase const&);
template void run_stages<SIDERUM_SPACE, SIDERUM_REAL, SmootherVariant::multi_pass>(
    benchmark::State&, FinderCase const&);

}  // namespace siderum::bench
