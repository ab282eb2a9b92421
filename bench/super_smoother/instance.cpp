// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "super_smoother/runs.hpp"

namespace siderum::bench {

template void run_finder<backend::SIDERUM_BACKEND, SIDERUM_SPACE, SIDERUM_REAL>(benchmark::State&,
                                                                                FinderCase const&);

}  // namespace siderum::bench
