// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/pairs/pair_count_options.hpp>
#include <siderum/backends/choice.hpp>
#include <siderum/core/catalogue.hpp>
#include <siderum/core/pair_count_result.hpp>
#include <siderum/core/progress.hpp>
#include <siderum/core/separation_bins.hpp>

/// Catalogues that are counted more than once: sorted once, of what a count takes the part that
/// does not depend on the bins.
namespace siderum {

namespace detail {
template <class MemorySpace>
struct SortedSets;
}  // namespace detail

/// What catalogues are sorted for.
struct SortOptions {
  /// Whether pairs within each catalogue are counted, or those of all of them with others: of one
  /// catalogue both are the same.
  PairKind kind = PairKind::auto_count;
  /// Whether they are counted with catalogues that have weights; their own are kept anyway.
  bool weighted = false;
  PairPrecision precision = PairPrecision::fp64;
};

/// Sorted catalogues in the memory of a space, which do not need those any more from which they
/// were made. Copies share them. About 40 bytes a point, 8 more of weights and 12 of FP32.
template <class MemorySpace>
class SortedCatalogues {
 public:
  explicit SortedCatalogues(std::shared_ptr<detail::SortedSets<MemorySpace> const> sets)
      : sets_(std::move(sets)) {}

  detail::SortedSets<MemorySpace> const& sets() const { return *sets_; }

 private:
  std::shared_ptr<detail::SortedSets<MemorySpace> const> sets_;
};

namespace detail {

template <class Backend, class Exec>
SortedCatalogues<typename Exec::memory_space> sort_catalogues(
    Exec const& exec, std::span<Catalogue<typename Exec::memory_space> const> sets,
    SortOptions const& options);

template <class Backend, class Exec>
PairCounts count_sorted(Exec const& exec, PairKind kind,
                        SortedCatalogues<typename Exec::memory_space> const& first,
                        SortedCatalogues<typename Exec::memory_space> const& second,
                        SeparationBins const& bins, PairCountOptions const& options,
                        ProgressObserver* progress);

}  // namespace detail

/// Sorts catalogues. Blocks. Cost: O(points log points). Throws Error as count_pairs_of_sets does
/// for regions and numbers of points; OutOfMemory.
template <class Backend = backend::Default, class Exec>
SortedCatalogues<typename Exec::memory_space> sort_catalogues(
    Exec const& exec, std::span<Catalogue<typename Exec::memory_space> const> sets,
    SortOptions const& options = {}) {
  return detail::sort_catalogues<backend::resolve_t<Backend, Exec>>(exec, sets, options);
}

/// The counts of count_pairs_of_sets (pair_counts.hpp), to the bit, of catalogues that were sorted
/// for auto counts, in the precision of the options, by the same backend.
template <class Backend = backend::Default, class Exec>
PairCounts count_sorted(Exec const& exec,
                        SortedCatalogues<typename Exec::memory_space> const& within,
                        SeparationBins const& bins, PairCountOptions const& options = {},
                        ProgressObserver* progress = nullptr) {
  return detail::count_sorted<backend::resolve_t<Backend, Exec>>(exec, PairKind::auto_count, within,
                                                                 within, bins, options, progress);
}

/// The counts of all pairs of two sides that were sorted for cross counts, to the bit those of
/// count_pairs_with_sets. Throws Error where one side has weights and the other was not sorted for
/// such.
template <class Backend = backend::Default, class Exec>
PairCounts count_sorted(Exec const& exec,
                        SortedCatalogues<typename Exec::memory_space> const& first,
                        SortedCatalogues<typename Exec::memory_space> const& second,
                        SeparationBins const& bins, PairCountOptions const& options = {},
                        ProgressObserver* progress = nullptr) {
  return detail::count_sorted<backend::resolve_t<Backend, Exec>>(exec, PairKind::cross_count, first,
                                                                 second, bins, options, progress);
}

}  // namespace siderum
