// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/pairs/detail/pair_counts/launch.hpp>

namespace siderum::detail {

using Exec = SIDERUM_SPACE;
using MemorySpace = Exec::memory_space;

template PairCounts count_pairs<backend::SIDERUM_BACKEND, Exec>(
    Exec const&, PairKind, std::span<Catalogue<MemorySpace> const>,
    std::span<Catalogue<MemorySpace> const>, SeparationBins const&, PairCountOptions const&,
    ProgressObserver*);

}  // namespace siderum::detail
