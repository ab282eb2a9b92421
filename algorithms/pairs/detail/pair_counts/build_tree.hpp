// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <siderum/algorithms/pairs/detail/pair_counts/fill.hpp>
#include <siderum/algorithms/pairs/detail/pair_counts/tree_functors.hpp>
#include <siderum/backends/backend.hpp>
#include <siderum/backends/portable/key_sort.hpp>
#include <siderum/core/catalogue.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/core/work_space.hpp>

namespace siderum::detail {

/// What the tiles hold beside the FP64 coordinates.
struct TileContents {
  bool weights;  ///< all 1 where the catalogues have none
  bool centered;
};

/// Sorts catalogues into a TileTree.
template <class Backend, class Exec>
class TreeBuilder {
 public:
  using MemorySpace = typename Exec::memory_space;
  template <class Value>
  using View = Kokkos::View<Value*, MemorySpace>;
  using Keyed = portable::KeyedValues<MemorySpace>;
  using HostOffsets = std::vector<std::int64_t>;

  /// @param lasting  where the tree lies
  /// @param passing  for what only its making takes
  TreeBuilder(Exec const& exec, WorkPieces<Exec>& lasting, WorkPieces<Exec>& passing,
              std::span<Catalogue<MemorySpace> const> sets, bool one_set, TileContents contents)
      : exec_(exec), lasting_(lasting), passing_(passing), sets_(sets), contents_(contents) {
    tree_.sets = one_set ? 1 : static_cast<std::int64_t>(sets.size());
    for (auto const& set : sets) {
      points_ += set.points();
      tree_.regions = std::max<std::int64_t>(tree_.regions, set.regions);
      weighted_ = weighted_ || set.has_weights();
    }
    groups_ = tree_.sets * tree_.regions;
    group_bits_ = 1;
    while ((std::int64_t{1} << group_bits_) <= groups_) {
      ++group_bits_;
    }
    SIDERUM_VALIDATE(group_bits_ + curve_bits <= 64 && points_ < (std::int64_t{1} << 31),
                     "There are " + std::to_string(points_) + " points in " +
                         std::to_string(groups_) +
                         " sets and regions (2^31 - 1 and 2^18 at most can be sorted at once)."
                         " Count them in several calls.");
  }

  TileTree<MemorySpace> build() {
    sort();
    lay_out_tiles();
    fill_tiles();
    while (largest_group() > 1) {
      add_level();
    }
    // So many nodes are met with each other at once.
    constexpr std::int64_t few = 256;
    while (largest_set() > few) {
      join_groups();
    }
    if (tree_.levels.size() == 1) {
      add_level();
    }
    return tree_;
  }

 private:
  static std::string label(char const* step) {
    return std::string("siderum::pair_counts::") + step + "[" + std::string(Backend::name) + "]";
  }

  template <class Value>
  View<Value> make(std::int64_t count) const {
    return lasting_.template take<Value>(count);
  }

  template <class Value>
  View<Value> scratch(std::int64_t count) const {
    return passing_.template take<Value>(count);
  }

  template <class Functor>
  void run(char const* step, std::int64_t count, Functor const& functor) const {
    Kokkos::parallel_for(label(step), IndexPolicy<Exec>(exec_, 0, count), functor);
  }

  // One catalogue as it is; several, copied one after another.
  Catalogue<MemorySpace> gathered() const {
    if (sets_.size() == 1) {
      return sets_.front();
    }
    auto const x = scratch<double>(points_);
    auto const y = scratch<double>(points_);
    auto const z = scratch<double>(points_);
    auto const weight = scratch<double>(weighted_ ? points_ : 0);
    std::int64_t begin = 0;
    for (auto const& set : sets_) {
      auto const range = Kokkos::make_pair(begin, begin + set.points());
      Kokkos::deep_copy(exec_, Kokkos::subview(x, range), set.x);
      Kokkos::deep_copy(exec_, Kokkos::subview(y, range), set.y);
      Kokkos::deep_copy(exec_, Kokkos::subview(z, range), set.z);
      if (set.has_weights()) {
        Kokkos::deep_copy(exec_, Kokkos::subview(weight, range), set.weight);
      } else if (weighted_) {
        fill(exec_, View<double>(Kokkos::subview(weight, range)), 1.0);
      }
      begin += set.points();
    }
    return {x, y, z, weight, {}, 0};
  }

  void make_keys(KeyMaker<MemorySpace> const& maker) const {
    if constexpr (is_host<Exec>) {
      using Maker = HostKeyMaker<MemorySpace>;
      run("make_keys", (maker.points.points() + Maker::points - 1) / Maker::points, Maker{maker});
    } else {
      run("make_keys", maker.points.points(), maker);
    }
  }

  void sort() {
    Keyed const unsorted{scratch<std::uint64_t>(points_), scratch<std::int32_t>(points_)};
    Keyed const spare{scratch<std::uint64_t>(points_), scratch<std::int32_t>(points_)};
    std::int64_t begin = 0;
    for (std::size_t set = 0; set < sets_.size(); ++set) {
      std::int64_t const first_group =
          tree_.sets == 1 ? 0 : static_cast<std::int64_t>(set) * tree_.regions;
      make_keys({sets_[set], first_group, begin, unsorted.keys, unsorted.values});
      begin += sets_[set].points();
    }
    typename Backend::template KeySort<Exec> const sort_keys;
    keyed_ = sort_keys(exec_, unsorted, spare, scratch<std::byte>(sort_keys.scratch_bytes(points_)),
                       curve_bits + group_bits_);
    points_begin_ = scratch<std::int64_t>(groups_ + 1);
    run("find_groups", groups_ + 1, GroupFinder<MemorySpace>{keyed_.keys, points_begin_});
  }

  void lay_out_tiles() {
    HostOffsets begin(static_cast<std::size_t>(groups_) + 1);
    Kokkos::View<std::int64_t*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const
        host(begin.data(), begin.size());
    Kokkos::deep_copy(exec_, host, points_begin_);
    exec_.fence("siderum::pair_counts::groups");
    HostOffsets tiles(begin.size(), 0);
    for (std::int64_t group = 0; group < groups_; ++group) {
      std::int64_t const points = begin[group + 1] - begin[group];
      tree_.group_points.push_back(points);
      tiles[group + 1] = tiles[group] + (points + tile_size - 1) / tile_size;
    }
    keep_begins(tiles);
    nodes_begin_ = passing_.copy(tiles);
  }

  void fill_tiles() {
    std::int64_t const tiles = tree_.nodes(0);
    std::int64_t const places = tiles * tile_size;
    auto const x = make<double>(places);
    auto const y = make<double>(places);
    auto const z = make<double>(places);
    auto const weight = make<double>(contents_.weights ? places : 0);
    GroupLayout<MemorySpace> const layout{points_begin_, nodes_begin_, tree_.regions};
    run("fill_tiles", places,
        TileFiller<MemorySpace>{gathered(), keyed_.values, layout, x, y, z, weight, tiles});
    auto const count = make<std::int32_t>(tiles);
    auto const region = make<std::int32_t>(tiles);
    auto const center_x = make<double>(tiles);
    auto const center_y = make<double>(tiles);
    auto const center_z = make<double>(tiles);
    auto const node = make<TreeNode>(tiles);
    TilePoints<MemorySpace>& made = tree_.tiles;
    made = {x, y, z, weight, {}, {}, {}, center_x, center_y, center_z, count, region};
    run("bound_tiles", tiles,
        TileBounder<MemorySpace>{made, layout, node, count, region, center_x, center_y, center_z});
    tree_.levels.push_back(node);
    if (contents_.centered) {
      auto const near_x = make<float>(places);
      auto const near_y = make<float>(places);
      auto const near_z = make<float>(places);
      run("center_tiles", places, Centerer<MemorySpace>{made, near_x, near_y, near_z});
      made.near_x = near_x;
      made.near_y = near_y;
      made.near_z = near_z;
    }
  }

  static std::int64_t largest_of(HostOffsets const& begin) {
    std::int64_t largest = 0;
    for (std::size_t part = 0; part + 1 < begin.size(); ++part) {
      largest = std::max(largest, begin[part + 1] - begin[part]);
    }
    return largest;
  }
  std::int64_t largest_group() const { return largest_of(tree_.group_begin.back()); }
  std::int64_t largest_set() const { return largest_of(tree_.set_begin.back()); }

  void keep_begins(HostOffsets const& groups) {
    tree_.group_begin.push_back(groups);
    HostOffsets sets;
    for (std::int64_t set = 0; set <= tree_.sets; ++set) {
      sets.push_back(groups[set * tree_.regions]);
    }
    tree_.set_begin.push_back(sets);
  }

  // Where the parts begin one level up.
  static HostOffsets merged(HostOffsets const& below) {
    HostOffsets begin(below.size(), 0);
    for (std::size_t part = 0; part + 1 < below.size(); ++part) {
      begin[part + 1] = begin[part] + (below[part + 1] - below[part] + fanout - 1) / fanout;
    }
    return begin;
  }

  void add_level() {
    HostOffsets const begin = merged(tree_.group_begin.back());
    auto const begin_on_device = passing_.copy(begin);
    merge(begin, nodes_begin_, begin_on_device);
    keep_begins(begin);
    nodes_begin_ = begin_on_device;
  }

  // One level more whose nodes may be of several regions of a set.
  void join_groups() {
    HostOffsets const begin = merged(tree_.set_begin.back());
    merge(begin, passing_.copy(tree_.set_begin.back()), passing_.copy(begin));
    tree_.set_begin.push_back(begin);
  }

  void merge(HostOffsets const& begin, View<std::int64_t> const& below_begin,
             View<std::int64_t> const& begin_on_device) {
    auto const node = make<TreeNode>(begin.back());
    run("merge_nodes", begin.back(),
        NodeMerger<MemorySpace>{tree_.levels.back(), below_begin, begin_on_device, node});
    tree_.levels.push_back(node);
  }

  Exec exec_;
  WorkPieces<Exec>& lasting_;
  WorkPieces<Exec>& passing_;
  std::span<Catalogue<MemorySpace> const> sets_;
  TileContents contents_;
  TileTree<MemorySpace> tree_;
  std::int64_t points_ = 0;
  std::int64_t groups_ = 1;
  int group_bits_ = 1;
  bool weighted_ = false;
  Keyed keyed_;
  View<std::int64_t> points_begin_;
  View<std::int64_t> nodes_begin_;
};

}  // namespace siderum::detail
