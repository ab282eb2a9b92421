// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>

#include <siderum/algorithms/pairs/detail/pair_counts/launch.hpp>
#include <siderum/algorithms/pairs/sorted_catalogues.hpp>

/// Definitions of sorted_catalogues.hpp; included where they are instantiated.
namespace siderum::detail {

template <class MemorySpace>
struct SortedSets {
  TileTree<MemorySpace> tree;
  SideSums sums;
  TileContents contents;
  bool weighted;                       ///< some of the catalogues have weights
  std::shared_ptr<void const> memory;  ///< that the tree lies in
};

template <class Backend, class Exec>
SortedCatalogues<typename Exec::memory_space> sort_catalogues(
    Exec const& exec, Sets<typename Exec::memory_space> sets, SortOptions const& options) {
  using MemorySpace = typename Exec::memory_space;
  validate_regions(regions_of(sets), {});
  bool const weighted =
      std::any_of(sets.begin(), sets.end(), [](auto const& set) { return set.has_weights(); });
  TileContents const contents{weighted || options.weighted,
                              options.precision == PairPrecision::fp32};
  std::int64_t points = 0;
  for (auto const& set : sets) {
    points += set.points() + (set.regions + 1) * tile_size;
  }
  constexpr std::int64_t of_small_parts = 1 << 16;
  auto const memory = std::make_shared<WorkPieces<Exec>>(
      exec, "siderum::pair_counts::sorted", points * bytes_of_sorted(contents) + of_small_parts);
  WorkPieces<Exec> passing(exec, "siderum::pair_counts::work_space",
                           points * (sets.size() > 1 ? 64 : 32) + of_small_parts);
  bool const one_set = options.kind == PairKind::cross_count;
  auto const tree =
      TreeBuilder<Backend, Exec>(exec, *memory, passing, sets, one_set, contents).build();
  bool const labelled = !sets.empty() && sets.front().has_regions();
  return SortedCatalogues<MemorySpace>(std::make_shared<SortedSets<MemorySpace> const>(
      SortedSets<MemorySpace>{tree, sums_of(exec, tree, labelled), contents, weighted, memory}));
}

template <class Backend, class Exec>
PairCounts count_sorted(Exec const& exec, PairKind kind,
                        SortedCatalogues<typename Exec::memory_space> const& first,
                        SortedCatalogues<typename Exec::memory_space> const& second,
                        SeparationBins const& bins, PairCountOptions const& options,
                        ProgressObserver* progress) {
  using MemorySpace = typename Exec::memory_space;
  auto const& a = first.sets();
  auto const& b = second.sets();
  validate(bins);
  validate_memory(options);
  auto const regions = [](auto const& side) { return side.sums.labelled ? side.tree.regions : 0; };
  std::int64_t const both[] = {regions(a), regions(b)};
  validate_regions(std::span(both, 1), std::span(both + 1, 1));
  bool const weighted = a.weighted || b.weighted;
  SIDERUM_VALIDATE(!weighted || (a.contents.weights && b.contents.weights),
                   "Catalogues have weights, and those that they are counted with were sorted"
                   " without (they have no room for any). Sort these for weights.");
  bool const centered = options.precision == PairPrecision::fp32;
  SIDERUM_VALIDATE(a.contents.centered == centered && b.contents.centered == centered,
                   "The catalogues were sorted for another precision (the points of tiles are kept"
                   " in it). Sort them for that of the count.");
  SIDERUM_VALIDATE(kind == PairKind::auto_count || (a.tree.sets == 1 && b.tree.sets == 1),
                   "Catalogues of a cross count were sorted for auto counts (each for itself). Sort"
                   " them for cross counts.");
  TwoSides const sides{a.sums, b.sums};
  validate(kind, sides);
  PairJob const job{kind, a.contents, sums_of_pairs(weighted, options.mean_separation),
                    a.sums.labelled, b.sums.labelled};
  std::int64_t const points = std::max(a.sums.all().points, b.sums.all().points);
  WorkPieces<Exec> work_space(exec, "siderum::pair_counts::work_space", bytes_of_lists(points));
  TwoTrees<MemorySpace> const trees{a.tree, b.tree};
  WholeTiles<MemorySpace> tiles({a.tree.tiles, b.tree.tiles, !job.is_crossed()});
  return count_in_trees<Backend>(exec, work_space, job, trees, tiles, sides, bins, options,
                                 progress);
}

}  // namespace siderum::detail
