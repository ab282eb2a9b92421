// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <Kokkos_Core.hpp>

#include <siderum/backends/portable/pair_histogram.hpp>

namespace siderum::detail {

/// Children of a node, at most.
inline constexpr int fanout = 8;

/// A cap of the sphere: the directions within an angle r of the centre.
struct Cap {
  double x, y, z;      ///< centre, a unit vector
  double half_sine;    ///< sin(r / 2)
  double half_cosine;  ///< cos(r / 2), >= 0
};

/// A tile, or a group of neighbouring nodes: where its points are, and their sums.
struct TreeNode {
  Cap cap;
  std::int64_t points;
  double weight;       ///< sum w
  double weight2;      ///< sum w^2
  double inside;       ///< sum w_i w_j over the pairs i < j
  double size;         ///< sum |w|
  double ux, uy, uz;   ///< sum w u, u = point - centre
  double square;       ///< sum w u^2
  std::int32_t child;  ///< the first of its children one level below
  std::int32_t children;
  std::int32_t region;  ///< or many_regions
};

/// In place of the region of a node of several.
inline constexpr std::int32_t many_regions = -1;

/// Points sorted by catalogue, region and place on the sky, in tiles, and the nodes above them.
/// Level 0 are the tiles; nodes of one catalogue and region (a group) stand together. On the levels
/// of groups a node lies in one group, of which each that is not empty has a node at least. Where
/// there are many regions, nodes of higher levels join neighbouring groups of a catalogue.
template <class MemorySpace>
struct TileTree {
  TilePoints<MemorySpace> tiles;
  std::vector<Kokkos::View<TreeNode*, MemorySpace>> levels;
  std::vector<std::vector<std::int64_t>> group_begin;  ///< (group levels, groups + 1) first node
  std::vector<std::vector<std::int64_t>> set_begin;    ///< (levels, sets + 1) first node
  std::vector<std::int64_t> group_points;              ///< (groups)
  std::int64_t sets = 1;
  std::int64_t regions = 1;  ///< groups of a catalogue

  std::int64_t nodes(std::size_t level) const { return set_begin[level].back(); }
};

}  // namespace siderum::detail
