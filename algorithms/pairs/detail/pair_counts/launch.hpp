// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <siderum/algorithms/pairs/detail/pair_counts/build_tree.hpp>
#include <siderum/algorithms/pairs/detail/pair_counts/count_tiles.hpp>
#include <siderum/algorithms/pairs/detail/pair_counts/totals.hpp>
#include <siderum/algorithms/pairs/pair_counts.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/core/work_space.hpp>

/// Definitions of pair_counts.hpp; included where they are instantiated.
namespace siderum::detail {

template <class MemorySpace>
void validate_regions(std::span<Catalogue<MemorySpace> const> first,
                      std::span<Catalogue<MemorySpace> const> second) {
  std::int64_t regions = 0;
  for (auto const& sets : {first, second}) {
    for (auto const& set : sets) {
      SIDERUM_VALIDATE(regions == 0 || set.regions == 0 || set.regions == regions,
                       "One catalogue has " + std::to_string(regions) + " regions and another " +
                           std::to_string(set.regions) +
                           " (a region is the same part of the sky in each). Label both alike.");
      regions = std::max(regions, set.regions);
    }
    for (auto const& set : sets) {
      SIDERUM_VALIDATE(set.has_regions() == sets.front().has_regions(),
                       "Some of the sets have regions and some have none (they are counted"
                       " together). Label all or none.");
    }
  }
}

/// Bytes that most calls need: points sorted twice, in tiles and by their nodes, and room for
/// lists.
template <class MemorySpace>
std::int64_t work_space_bytes(std::span<Catalogue<MemorySpace> const> first,
                              std::span<Catalogue<MemorySpace> const> second,
                              TileContents contents) {
  std::int64_t points = 0;
  for (auto const& sets : {first, second}) {
    for (auto const& set : sets) {
      points += set.points() + (set.regions + 1) * tile_size;
    }
  }
  std::int64_t const of_a_point = 24 + 32 + 4 + (contents.weights ? 8 : 0) +
                                  (contents.centered ? 12 : 0) +
                                  (first.size() + second.size() > 2 ? 32 : 0);
  std::int64_t const lists = std::min<std::int64_t>(points * 200, std::int64_t{208} << 20);
  return points * of_a_point + lists + (std::int64_t{1} << 20);
}

/// The sums of each group, from the nodes of the highest level of groups in their order.
template <class Exec>
SideSums sums_of(Exec const& exec, TileTree<typename Exec::memory_space> const& tree,
                 bool labelled) {
  SideSums side{std::vector<GroupSums>(tree.group_points.size()), tree.sets, tree.regions,
                labelled};
  auto const& level = tree.levels[tree.group_begin.size() - 1];
  auto const nodes = allocate_on_host<Kokkos::View<TreeNode*, Kokkos::HostSpace>>(
      "siderum::pair_counts::nodes", level.extent(0));
  Kokkos::deep_copy(exec, nodes, level);
  exec.fence("siderum::pair_counts::sums");
  auto const& begin = tree.group_begin.back();
  for (std::size_t group = 0; group < side.groups.size(); ++group) {
    for (std::int64_t node = begin[group]; node < begin[group + 1]; ++node) {
      TreeNode const& from = nodes(node);
      side.groups[group] += {from.points, from.weight, from.weight2, from.size, from.inside};
    }
  }
  return side;
}

template <class Backend, class Exec>
PairCounts count_pairs(Exec const& exec, PairKind kind,
                       std::span<Catalogue<typename Exec::memory_space> const> first,
                       std::span<Catalogue<typename Exec::memory_space> const> second,
                       SeparationBins const& bins, PairCountOptions const& options,
                       ProgressObserver* progress) {
  bool const cross = kind == PairKind::cross_count;
  validate(bins);
  validate_regions(first, second);
  SIDERUM_VALIDATE(options.memory_fraction > 0.0 && options.memory_fraction <= 1.0,
                   "The memory fraction is " + number_text(options.memory_fraction) +
                       " (it is a share of the free memory). Give one above 0 and up to 1.");
  auto const has_weights = [](auto const& set) { return set.has_weights(); };
  bool const weighted = std::any_of(first.begin(), first.end(), has_weights) ||
                        std::any_of(second.begin(), second.end(), has_weights);
  bool const separation = options.mean_separation == MeanSeparation::yes;
  PairSums const sums = weighted ? (separation ? PairSums::weighted_moment : PairSums::weight)
                                 : (separation ? PairSums::moment : PairSums::count);
  TileContents const contents{weighted, options.precision == PairPrecision::fp32};
  WorkPieces<Exec> work_space(exec, "siderum::pair_counts::work_space",
                              work_space_bytes(first, second, contents));
  TileTree<typename Exec::memory_space> const tree =
      TreeBuilder<Backend, Exec>(exec, work_space, first, cross, contents).build();
  TileTree<typename Exec::memory_space> const other =
      cross ? TreeBuilder<Backend, Exec>(exec, work_space, second, true, contents).build() : tree;
  auto const labelled = [](auto const& sets) {
    return !sets.empty() && sets.front().has_regions();
  };
  SideSums const sums_first = sums_of(exec, tree, labelled(first));
  SideSums const sums_second = cross ? sums_of(exec, other, labelled(second)) : sums_first;
  validate_total(kind, sums_first, sums_second);
  validate_weights(sums_first);
  validate_weights(sums_second);

  TallyShape shape{bins.count(), tree.regions, other.regions, true};
  bool const keeps_matrix =
      options.region_matrix == RegionMatrix::yes && shape.cells() <= largest_region_matrix;
  shape.by_pair = tree.regions != other.regions || tree.regions == 1 || keeps_matrix;
  TileWork<typename Exec::memory_space> const work{
      tree,       other,        !cross,
      bins,       shape,        sums,
      sums_first, sums_second,  options.memory_fraction,
      progress,   options.share};
  CellSums cells = options.precision == PairPrecision::fp64
                       ? count_tiles<Backend, Exec, double>(exec, work_space, work)
                       : count_tiles<Backend, Exec, float>(exec, work_space, work);
  if (options.share != nullptr) {
    add_up(cells, *options.share);
  }
  return assemble(kind, bins, shape, sums_first, sums_second, std::move(cells),
                  keeps_matrix ? RegionMatrix::yes : RegionMatrix::no);
}

}  // namespace siderum::detail
