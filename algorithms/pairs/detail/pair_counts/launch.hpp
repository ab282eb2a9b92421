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
#include <siderum/algorithms/pairs/detail/pair_counts/tile_patches.hpp>
#include <siderum/algorithms/pairs/detail/pair_counts/totals.hpp>
#include <siderum/algorithms/pairs/pair_counts.hpp>
#include <siderum/backends/backend.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/core/work_space.hpp>

/// Definitions of pair_counts.hpp; included where they are instantiated.
namespace siderum::detail {

/// Throws Error where catalogues that are counted together have other numbers of regions.
/// @param regions  of each; 0: none
inline void validate_regions(std::span<std::int64_t const> first,
                             std::span<std::int64_t const> second) {
  std::int64_t common = 0;
  for (auto const& sets : {first, second}) {
    for (std::int64_t const regions : sets) {
      SIDERUM_VALIDATE(common == 0 || regions == 0 || regions == common,
                       "One catalogue has " + std::to_string(common) + " regions and another " +
                           std::to_string(regions) +
                           " (a region is the same part of the sky in each). Label both alike.");
      common = std::max(common, regions);
    }
    for (std::int64_t const regions : sets) {
      SIDERUM_VALIDATE((regions > 0) == (sets.front() > 0),
                       "Some of the sets have regions and some have none (they are counted"
                       " together). Label all or none.");
    }
  }
}

template <class MemorySpace>
std::vector<std::int64_t> regions_of(std::span<Catalogue<MemorySpace> const> sets) {
  std::vector<std::int64_t> regions;
  for (auto const& set : sets) {
    regions.push_back(set.regions);
  }
  return regions;
}

/// Bytes of the lists of pairs of so many points.
inline std::int64_t bytes_of_lists(std::int64_t points) {
  return std::min<std::int64_t>(points * 200, std::int64_t{208} << 20) + (std::int64_t{1} << 20);
}

/// Bytes of the tiles of a point, and of their nodes.
inline std::int64_t bytes_of_sorted(TileContents contents) {
  return 24 + 4 + (contents.weights ? 8 : 0) + (contents.centered ? 12 : 0);
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
  std::int64_t const of_a_point =
      bytes_of_sorted(contents) + 32 + (first.size() + second.size() > 2 ? 32 : 0);
  return points * of_a_point + bytes_of_lists(points);
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

template <class MemorySpace>
using Sets = std::span<Catalogue<MemorySpace> const>;

/// What a call wants of its catalogues.
struct PairJob {
  PairKind kind;
  TileContents contents;
  PairSums sums;
  bool labelled_first;
  bool labelled_second;

  bool is_crossed() const { return kind == PairKind::cross_count; }
};

inline PairSums sums_of_pairs(bool weighted, MeanSeparation separation) {
  if (separation == MeanSeparation::yes) {
    return weighted ? PairSums::weighted_moment : PairSums::moment;
  }
  return weighted ? PairSums::weight : PairSums::count;
}

inline void validate_memory(PairCountOptions const& options) {
  SIDERUM_VALIDATE(options.memory_fraction > 0.0 && options.memory_fraction <= 1.0,
                   "The memory fraction is " + number_text(options.memory_fraction) +
                       " (it is a share of the free memory). Give one above 0 and up to 1.");
}

template <class MemorySpace>
PairJob job_of(PairKind kind, Sets<MemorySpace> first, Sets<MemorySpace> second,
               SeparationBins const& bins, PairCountOptions const& options) {
  validate(bins);
  validate_regions(regions_of(first), regions_of(second));
  validate_memory(options);
  auto const has_weights = [](auto const& set) { return set.has_weights(); };
  bool const weighted = std::any_of(first.begin(), first.end(), has_weights) ||
                        std::any_of(second.begin(), second.end(), has_weights);
  auto const labelled = [](auto const& sets) {
    return !sets.empty() && sets.front().has_regions();
  };
  return {kind,
          {weighted, options.precision == PairPrecision::fp32},
          sums_of_pairs(weighted, options.mean_separation),
          labelled(first),
          kind == PairKind::cross_count ? labelled(second) : labelled(first)};
}

/// The trees of both sides; of auto counts the same one twice.
template <class MemorySpace>
struct TwoTrees {
  TileTree<MemorySpace> first;
  TileTree<MemorySpace> second;
};

template <class Backend, class Exec>
TwoTrees<typename Exec::memory_space> build_trees(Exec const& exec, WorkPieces<Exec>& work_space,
                                                  PairJob const& job,
                                                  Sets<typename Exec::memory_space> first,
                                                  Sets<typename Exec::memory_space> second) {
  auto const build = [&](auto const& sets, bool one_set) {
    return TreeBuilder<Backend, Exec>(exec, work_space, work_space, sets, one_set, job.contents)
        .build();
  };
  auto const tree = build(first, job.is_crossed());
  return {tree, job.is_crossed() ? build(second, true) : tree};
}

/// The sums of both sides, of trees anywhere.
struct TwoSides {
  SideSums first;
  SideSums second;
};

inline void validate(PairKind kind, TwoSides const& sides) {
  validate_total(kind, sides.first, sides.second);
  validate_weights(sides.first);
  validate_weights(sides.second);
}

template <class Exec>
TwoSides sums_of_sides(Exec const& exec, PairJob const& job,
                       TwoTrees<typename Exec::memory_space> const& trees) {
  SideSums const first = sums_of(exec, trees.first, job.labelled_first);
  TwoSides const sides{first,
                       job.is_crossed() ? sums_of(exec, trees.second, job.labelled_second) : first};
  validate(job.kind, sides);
  return sides;
}

/// Counts the pairs of two trees whose tiles come from `tiles`.
template <class Backend, class Exec>
PairCounts count_in_trees(Exec const& exec, WorkPieces<Exec>& work_space, PairJob const& job,
                          TwoTrees<typename Exec::memory_space> const& trees,
                          TileSource<typename Exec::memory_space>& tiles, TwoSides const& sides,
                          SeparationBins const& bins, PairCountOptions const& options,
                          ProgressObserver* progress) {
  TallyShape shape{bins.count(), trees.first.regions, trees.second.regions, true};
  bool const keeps_matrix =
      options.region_matrix == RegionMatrix::yes && shape.cells() <= largest_region_matrix;
  shape.by_pair =
      shape.regions_first != shape.regions_second || shape.regions_first == 1 || keeps_matrix;
  TileWork<typename Exec::memory_space> const work{
      trees.first, trees.second, tiles,        !job.is_crossed(),       bins,     shape,
      job.sums,    sides.first,  sides.second, options.memory_fraction, progress, options.share};
  CellSums cells = options.precision == PairPrecision::fp64
                       ? count_tiles<Backend, Exec, double>(exec, work_space, work)
                       : count_tiles<Backend, Exec, float>(exec, work_space, work);
  return assemble(job.kind, bins, shape, sides.first, sides.second, std::move(cells),
                  keeps_matrix ? RegionMatrix::yes : RegionMatrix::no);
}

template <class Backend, class Exec>
PairCounts count_pairs(Exec const& exec, PairKind kind, Sets<typename Exec::memory_space> first,
                       Sets<typename Exec::memory_space> second, SeparationBins const& bins,
                       PairCountOptions const& options, ProgressObserver* progress) {
  PairJob const job = job_of(kind, first, second, bins, options);
  WorkPieces<Exec> work_space(exec, "siderum::pair_counts::work_space",
                              work_space_bytes(first, second, job.contents));
  auto const trees = build_trees<Backend>(exec, work_space, job, first, second);
  WholeTiles<typename Exec::memory_space> tiles(
      {trees.first.tiles, trees.second.tiles, !job.is_crossed()});
  return count_in_trees<Backend>(exec, work_space, job, trees, tiles,
                                 sums_of_sides(exec, job, trees), bins, options, progress);
}

/// The tree without its tiles, in the memory of a space.
template <class Exec>
TileTree<typename Exec::memory_space> nodes_there(Exec const& exec, WorkPieces<Exec>& work_space,
                                                  TileTree<Kokkos::HostSpace> const& tree) {
  TileTree<typename Exec::memory_space> there;
  for (auto const& level : tree.levels) {
    auto const nodes =
        work_space.template take<TreeNode>(static_cast<std::int64_t>(level.extent(0)));
    Kokkos::deep_copy(exec, nodes, level);
    there.levels.push_back(nodes);
  }
  there.group_begin = tree.group_begin;
  there.set_begin = tree.set_begin;
  there.group_points = tree.group_points;
  there.sets = tree.sets;
  there.regions = tree.regions;
  return there;
}

template <class Backend, class Exec>
PairCounts count_pairs_by_patches(Exec const& exec, PairKind kind, Sets<Kokkos::HostSpace> first,
                                  Sets<Kokkos::HostSpace> second, SeparationBins const& bins,
                                  PairCountOptions const& options, ProgressObserver* progress) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  using Facts = typename backend::default_for_t<Exec>::template DeviceFactsOf<Exec>;
  SIDERUM_VALIDATE(options.patch_bytes >= 0, "There cannot be " +
                                                 std::to_string(options.patch_bytes) +
                                                 " bytes for patches. Give a number of bytes, or 0"
                                                 " for a share of the free memory.");
  PairJob const job = job_of(kind, first, second, bins, options);
  Host const host;
  WorkPieces<Host> host_space(host, "siderum::pair_counts::host_space",
                              work_space_bytes(first, second, job.contents));
  auto const trees =
      build_trees<backend::default_for_t<Host>>(host, host_space, job, first, second);
  TwoSides const sides = sums_of_sides(host, job, trees);
  WorkPieces<Exec> work_space(exec, "siderum::pair_counts::work_space", std::int64_t{1} << 20);
  TileTree<typename Exec::memory_space> const nodes = nodes_there(exec, work_space, trees.first);
  TwoTrees<typename Exec::memory_space> const there{
      nodes, job.is_crossed() ? nodes_there(exec, work_space, trees.second) : nodes};
  // The other half is for lists of pairs of tiles. Of some devices nobody knows.
  std::int64_t const free = Facts()().free_memory;
  auto const share = static_cast<std::int64_t>(
      0.5 * options.memory_fraction * static_cast<double>(free > 0 ? free : std::int64_t{1} << 30));
  TilePatches<Exec> tiles(exec, trees.first, trees.second, !job.is_crossed(), squared_chords(bins),
                          job.contents.centered ? fp32_chord_rounding : 0.0,
                          options.patch_bytes > 0 ? options.patch_bytes : share);
  return count_in_trees<Backend>(exec, work_space, job, there, tiles, sides, bins, options,
                                 progress);
}

}  // namespace siderum::detail
