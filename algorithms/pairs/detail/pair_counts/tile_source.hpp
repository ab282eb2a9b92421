// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <siderum/algorithms/pairs/detail/pair_counts/tile_tree.hpp>

namespace siderum::detail {

/// Tiles in the memory of the space.
template <class MemorySpace>
struct TilesAtHand {
  TilePoints<MemorySpace> first;
  TilePoints<MemorySpace> second;
  bool are_same = false;         ///< both are one and the same tiles
  std::int32_t begin_first = 0;  ///< the number, in its tree, of the tile that stands first
  std::int32_t begin_second = 0;
};

/// Where the tiles of two trees come from when their pairs are counted.
template <class MemorySpace>
class TileSource {
 public:
  virtual ~TileSource() = default;

  /// Puts pairs of nodes of a level, of which some may be dropped that have no pair of points
  /// between the edges, into stretches whose tiles are at hand together.
  /// @return where each begins, and the end of the last
  virtual std::vector<std::int64_t> arrange(std::size_t level, std::vector<TilePair>& pairs) = 0;

  /// The tiles of a stretch, in place of those of the last one that was brought, behind what the
  /// instance has been given.
  virtual TilesAtHand<MemorySpace> bring(std::size_t stretch) = 0;
};

/// All of them are there.
template <class MemorySpace>
class WholeTiles final : public TileSource<MemorySpace> {
 public:
  explicit WholeTiles(TilesAtHand<MemorySpace> all) : all_(std::move(all)) {}

  std::vector<std::int64_t> arrange(std::size_t, std::vector<TilePair>& pairs) override {
    return {0, static_cast<std::int64_t>(pairs.size())};
  }
  TilesAtHand<MemorySpace> bring(std::size_t) override { return all_; }

 private:
  TilesAtHand<MemorySpace> all_;
};

}  // namespace siderum::detail
