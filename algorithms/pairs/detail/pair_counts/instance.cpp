// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/pairs/detail/pair_counts/launch.hpp>
#include <siderum/algorithms/pairs/detail/pair_counts/sorted_sets.hpp>

namespace siderum::instance {

using Exec = SIDERUM_SPACE;
using MemorySpace = Exec::memory_space;

}  // namespace siderum::instance

namespace siderum::detail {

template PairCounts count_pairs<backend::SIDERUM_BACKEND, instance::Exec>(
    instance::Exec const&, PairKind, std::span<Catalogue<instance::MemorySpace> const>,
    std::span<Catalogue<instance::MemorySpace> const>, SeparationBins const&,
    PairCountOptions const&, ProgressObserver*);

template PairCounts count_pairs_by_patches<backend::SIDERUM_BACKEND, instance::Exec>(
    instance::Exec const&, PairKind, std::span<Catalogue<Kokkos::HostSpace> const>,
    std::span<Catalogue<Kokkos::HostSpace> const>, SeparationBins const&, PairCountOptions const&,
    ProgressObserver*);

template SortedCatalogues<instance::MemorySpace>
sort_catalogues<backend::SIDERUM_BACKEND, instance::Exec>(
    instance::Exec const&, std::span<Catalogue<instance::MemorySpace> const>, SortOptions const&);

template PairCounts count_sorted<backend::SIDERUM_BACKEND, instance::Exec>(
    instance::Exec const&, PairKind, SortedCatalogues<instance::MemorySpace> const&,
    SortedCatalogues<instance::MemorySpace> const&, SeparationBins const&, PairCountOptions const&,
    ProgressObserver*);

}  // namespace siderum::detail
