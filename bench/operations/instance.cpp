// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "operations/fold_and_sort_run.hpp"
#include "operations/pair_histogram_run.hpp"

namespace siderum::bench {

template std::unique_ptr<OperationRun>
make_fold_and_sort<backend::SIDERUM_BACKEND, SIDERUM_SPACE, SIDERUM_REAL>(FoldSize const&);
template std::unique_ptr<OperationRun>
make_pair_histogram<backend::SIDERUM_BACKEND, SIDERUM_SPACE, SIDERUM_REAL>(PairSize const&);

}  // namespace siderum::bench
