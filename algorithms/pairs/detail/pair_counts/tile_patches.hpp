// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <siderum/algorithms/pairs/detail/pair_counts/caps.hpp>
#include <siderum/algorithms/pairs/detail/pair_counts/tile_source.hpp>
#include <siderum/core/allocate.hpp>
#include <siderum/core/error.hpp>

/// Catalogues that the memory of a space does not hold: their tiles lie in host memory, and patches
/// of the sky, stretches of the curve along which points are sorted, are brought two at a time. The
/// margin of a patch are the patches that the last edge reaches.
namespace siderum::detail {

/// Calls visit(column of one, column of the other, numbers of a tile) for each column of tiles.
template <class From, class To, class Visit>
void for_each_column(From const& from, To& to, Visit const& visit) {
  visit(from.x, to.x, tile_size);
  visit(from.y, to.y, tile_size);
  visit(from.z, to.z, tile_size);
  visit(from.weight, to.weight, tile_size);
  visit(from.near_x, to.near_x, tile_size);
  visit(from.near_y, to.near_y, tile_size);
  visit(from.near_z, to.near_z, tile_size);
  visit(from.center_x, to.center_x, 1);
  visit(from.center_y, to.center_y, 1);
  visit(from.center_z, to.center_z, 1);
  visit(from.count, to.count, 1);
  visit(from.region, to.region, 1);
}

/// How many tiles like these a memory holds.
inline std::int64_t tiles_in(std::int64_t bytes, TilePoints<Kokkos::HostSpace> const& tiles) {
  std::int64_t of_a_tile = 0;
  for_each_column(tiles, tiles, [&](auto const& column, auto const&, std::int64_t width) {
    using Value = typename std::decay_t<decltype(column)>::value_type;
    of_a_tile += column.extent(0) > 0 ? width * static_cast<std::int64_t>(sizeof(Value)) : 0;
  });
  return bytes / std::max<std::int64_t>(of_a_tile, 1);
}

/// Room for the tiles of a patch.
template <class Exec>
class PatchRoom {
 public:
  using MemorySpace = typename Exec::memory_space;
  using HostTiles = TilePoints<Kokkos::HostSpace>;

  void make(Exec const& exec, HostTiles const& like, std::int64_t tiles) {
    for_each_column(like, room_, [&](auto const& column, auto& room, std::int64_t width) {
      using Room = std::decay_t<decltype(room)>;
      room = allocate<Room>(exec, "siderum::pair_counts::patch",
                            column.extent(0) > 0 ? tiles * width : 0);
    });
  }

  /// The tiles begin .. end - 1, copied here.
  TilePoints<MemorySpace> bring(Exec const& exec, HostTiles const& from, std::int64_t begin,
                                std::int64_t end) {
    for_each_column(from, room_, [&](auto const& column, auto& room, std::int64_t width) {
      if (column.extent(0) > 0) {
        Kokkos::deep_copy(
            exec, Kokkos::subview(room, Kokkos::make_pair(std::int64_t{0}, (end - begin) * width)),
            Kokkos::subview(column, Kokkos::make_pair(begin * width, end * width)));
      }
    });
    TilePoints<MemorySpace> tiles;
    for_each_column(room_, tiles, [&](auto const& room, auto& part, std::int64_t width) {
      if (room.extent(0) > 0) {
        part = Kokkos::subview(room, Kokkos::make_pair(std::int64_t{0}, (end - begin) * width));
      }
    });
    return tiles;
  }

 private:
  template <class Value>
  using View = Kokkos::View<Value*, MemorySpace>;
  struct Columns {
    View<double> x, y, z, weight;
    View<float> near_x, near_y, near_z;
    View<double> center_x, center_y, center_z;
    View<std::int32_t> count, region;
  };

  Columns room_;
};

/// Where the tiles of a node begin. @param node  of the level, or their number
inline std::int64_t first_tile(TileTree<Kokkos::HostSpace> const& tree, std::size_t level,
                               std::int64_t node) {
  if (node == tree.nodes(level)) {
    return tree.nodes(0);
  }
  for (; level > 0; --level) {
    node = tree.levels[level](node).child;
  }
  return node;
}

template <class Exec>
class TilePatches final : public TileSource<typename Exec::memory_space> {
 public:
  using MemorySpace = typename Exec::memory_space;
  using HostTree = TileTree<Kokkos::HostSpace>;

  /// @param edges     (bins + 1) squared chords
  /// @param rounding  of a chord, as chord_range takes it
  /// @param bytes     for the points of two patches
  TilePatches(Exec const& exec, HostTree const& first, HostTree const& second, bool same_tree,
              std::vector<double> edges, double rounding, std::int64_t bytes)
      : exec_(exec),
        first_(first),
        second_(second),
        same_tree_(same_tree),
        edges_(std::move(edges)),
        rounding_(rounding),
        most_first_(tiles_in(bytes / 2, first.tiles)),
        most_second_(tiles_in(bytes / 2, second.tiles)) {}

  std::vector<std::int64_t> arrange(std::size_t level, std::vector<TilePair>& pairs) override {
    std::erase_if(pairs, [&](TilePair const& pair) { return is_out_of_reach(level, pair); });
    patches_first_ = divide(first_, level, most_first_);
    patches_second_ = same_tree_ ? patches_first_ : divide(second_, level, most_second_);
    auto const patches_of = [&](TilePair const& pair) {
      return std::pair(patch_of(patches_first_, pair.a), patch_of(patches_second_, pair.b));
    };
    std::stable_sort(pairs.begin(), pairs.end(), [&](TilePair const& one, TilePair const& other) {
      return patches_of(one) < patches_of(other);
    });
    std::vector<std::int64_t> begin;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (stretches_.empty() || stretches_.back() != patches_of(pairs[i])) {
        stretches_.push_back(patches_of(pairs[i]));
        begin.push_back(static_cast<std::int64_t>(i));
      }
    }
    begin.push_back(static_cast<std::int64_t>(pairs.size()));
    room_first_.make(exec_, first_.tiles, largest(patches_first_));
    bool const is_one = same_tree_ && patches_first_.size() == 1;
    room_second_.make(exec_, second_.tiles, is_one ? 0 : largest(patches_second_));
    return begin;
  }

  TilesAtHand<MemorySpace> bring(std::size_t stretch) override {
    auto const [one, other] = stretches_[stretch];
    if (one != at_hand_first_) {
      Patch const& patch = patches_first_[one];
      now_.first = room_first_.bring(exec_, first_.tiles, patch.begin_tile, patch.end_tile);
      now_.begin_first = static_cast<std::int32_t>(patch.begin_tile);
      at_hand_first_ = one;
    }
    TilesAtHand<MemorySpace> both = now_;
    if (same_tree_ && one == other) {
      both.second = both.first;
      both.begin_second = both.begin_first;
      both.are_same = true;
      return both;
    }
    if (other != at_hand_second_) {
      Patch const& patch = patches_second_[other];
      now_.second = room_second_.bring(exec_, second_.tiles, patch.begin_tile, patch.end_tile);
      now_.begin_second = static_cast<std::int32_t>(patch.begin_tile);
      at_hand_second_ = other;
    }
    return now_;
  }

 private:
  /// Neighbouring nodes of a level.
  struct Patch {
    std::int64_t end;  ///< the node behind the last
    std::int64_t begin_tile;
    std::int64_t end_tile;
  };
  using Patches = std::vector<Patch>;
  static constexpr std::size_t none = ~std::size_t{0};

  bool is_out_of_reach(std::size_t level, TilePair const& pair) const {
    ChordRange const range =
        chord_range(first_.levels[level](pair.a).cap, second_.levels[level](pair.b).cap, rounding_);
    return range.least >= edges_.back() || range.greatest < edges_.front();
  }

  /// As many nodes each as have so many tiles at most.
  static Patches divide(HostTree const& tree, std::size_t level, std::int64_t most) {
    Patches patches;
    for (std::int64_t node = 0; node < tree.nodes(level); ++node) {
      std::int64_t const begin = first_tile(tree, level, node);
      std::int64_t const end = first_tile(tree, level, node + 1);
      SIDERUM_VALIDATE(end - begin <= most,
                       "The memory allowed holds no two patches of the points (" +
                           std::to_string(end - begin) + " tiles of " + std::to_string(tile_size) +
                           " points are the least, and there is room for " + std::to_string(most) +
                           "). Allow more, or count parts of the catalogues.");
      if (patches.empty() || end - patches.back().begin_tile > most) {
        patches.push_back({node, begin, begin});
      }
      patches.back().end = node + 1;
      patches.back().end_tile = end;
    }
    return patches;
  }

  static std::size_t patch_of(Patches const& patches, std::int64_t node) {
    auto const found = std::upper_bound(
        patches.begin(), patches.end(), node,
        [](std::int64_t number, Patch const& patch) { return number < patch.end; });
    return static_cast<std::size_t>(found - patches.begin());
  }

  static std::int64_t largest(Patches const& patches) {
    std::int64_t tiles = 0;
    for (Patch const& patch : patches) {
      tiles = std::max(tiles, patch.end_tile - patch.begin_tile);
    }
    return tiles;
  }

  Exec exec_;
  HostTree const& first_;
  HostTree const& second_;
  bool same_tree_;
  std::vector<double> edges_;
  double rounding_;
  std::int64_t most_first_;
  std::int64_t most_second_;
  Patches patches_first_;
  Patches patches_second_;
  std::vector<std::pair<std::size_t, std::size_t>> stretches_;
  PatchRoom<Exec> room_first_;
  PatchRoom<Exec> room_second_;
  TilesAtHand<MemorySpace> now_;
  std::size_t at_hand_first_ = none;
  std::size_t at_hand_second_ = none;
};

}  // namespace siderum::detail
