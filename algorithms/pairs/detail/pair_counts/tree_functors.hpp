// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/algorithms/pairs/detail/pair_counts/caps.hpp>
#include <siderum/algorithms/pairs/detail/pair_counts/sky_curve.hpp>
#include <siderum/algorithms/pairs/detail/pair_counts/tile_tree.hpp>
#include <siderum/core/catalogue.hpp>

/// The steps that make a TileTree.
namespace siderum::detail {

/// Key of each point: catalogue and region (the group), then place on the sky.
template <class MemorySpace>
struct KeyMaker {
  Catalogue<MemorySpace> points;
  std::int64_t first_group;
  std::int64_t first_index;
  Kokkos::View<std::uint64_t*, MemorySpace> keys;
  Kokkos::View<std::int32_t*, MemorySpace> indices;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    keep(i, curve_place(points.x(i), points.y(i), points.z(i)));
  }

  KOKKOS_FUNCTION void keep(std::int64_t i, std::uint64_t place) const {
    std::int64_t const region = points.region.extent(0) > 0 ? points.region(i) : 0;
    keys(first_index + i) = static_cast<std::uint64_t>(first_group + region) << curve_bits | place;
    indices(first_index + i) = static_cast<std::int32_t>(first_index + i);
  }
};

/// The same of several points at once, on a host.
template <class MemorySpace>
struct HostKeyMaker {
  KeyMaker<MemorySpace> of;

  static constexpr int points = 8;

  void operator()(std::int64_t index) const {
    std::int64_t const begin = index * points;
    std::int64_t const end = begin + points;
    if (end > of.points.points()) {
      for (std::int64_t i = begin; i < of.points.points(); ++i) {
        of(i);
      }
      return;
    }
    using Numbers = Lanes<double, points>;
    auto const places = CurvePlaces<points>::of(Numbers::load(of.points.x.data() + begin),
                                                Numbers::load(of.points.y.data() + begin),
                                                Numbers::load(of.points.z.data() + begin));
    for (int i = 0; i < points; ++i) {
      of.keep(begin + i, places[i]);
    }
  }
};

/// Index of the first sorted key of each group.
template <class MemorySpace>
struct GroupFinder {
  Kokkos::View<std::uint64_t const*, MemorySpace> keys;
  Kokkos::View<std::int64_t*, MemorySpace> begin;  // (groups + 1)

  KOKKOS_FUNCTION void operator()(std::int64_t group) const {
    std::uint64_t const lowest = static_cast<std::uint64_t>(group) << curve_bits;
    auto low = std::int64_t{0};
    auto high = static_cast<std::int64_t>(keys.extent(0));
    while (low < high) {
      std::int64_t const middle = (low + high) / 2;
      if (keys(middle) < lowest) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    begin(group) = low;
  }
};

/// The group of a tile or node from the first one of each.
template <class Begins>
KOKKOS_FUNCTION std::int64_t group_of(Begins const& begin, std::int64_t node) {
  std::int64_t low = 0;
  auto high = static_cast<std::int64_t>(begin.extent(0)) - 1;
  while (high - low > 1) {
    std::int64_t const middle = (low + high) / 2;
    if (begin(middle) <= node) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

/// Where groups stand among the sorted points and among the nodes of a level.
template <class MemorySpace>
struct GroupLayout {
  Kokkos::View<std::int64_t const*, MemorySpace> points;  // (groups + 1)
  Kokkos::View<std::int64_t const*, MemorySpace> nodes;   // (groups + 1)
  std::int64_t regions;
};

/// Moves the points to their places in the tiles; fills up with NaN of weight 0.
template <class MemorySpace>
struct TileFiller {
  template <class Value>
  using View = Kokkos::View<Value*, MemorySpace>;

  Catalogue<MemorySpace> from;
  View<std::int32_t> order;
  GroupLayout<MemorySpace> layout;
  View<double> x, y, z, weight;
  std::int64_t tile_count;

  KOKKOS_FUNCTION void operator()(std::int64_t place) const {
    std::int64_t const tile = place / tile_size;
    std::int64_t const group = group_of(layout.nodes, tile);
    std::int64_t const at = layout.points(group) + place - layout.nodes(group) * tile_size;
    bool const holds = at < layout.points(group + 1);
    std::int64_t const index = holds ? order(at) : 0;
    double const none = Kokkos::Experimental::quiet_NaN_v<double>;
    x(place) = holds ? from.x(index) : none;
    y(place) = holds ? from.y(index) : none;
    z(place) = holds ? from.z(index) : none;
    if (weight.extent(0) > 0) {
      weight(place) = !holds ? 0.0 : from.weight.extent(0) > 0 ? from.weight(index) : 1.0;
    }
  }
};

/// The node of each tile, with a cap little larger than the smallest.
template <class MemorySpace>
struct TileBounder {
  TilePoints<MemorySpace> tiles;  // without count, region and centre
  GroupLayout<MemorySpace> layout;
  Kokkos::View<TreeNode*, MemorySpace> node;
  Kokkos::View<std::int32_t*, MemorySpace> count, region;
  Kokkos::View<double*, MemorySpace> center_x, center_y, center_z;

  static constexpr int moves = 12;

  KOKKOS_FUNCTION void operator()(std::int64_t tile) const {
    std::int64_t const group = group_of(layout.nodes, tile);
    std::int64_t const before = (tile - layout.nodes(group)) * tile_size;
    std::int64_t const rest = layout.points(group + 1) - layout.points(group) - before;
    int const points = static_cast<int>(rest < tile_size ? rest : tile_size);
    count(tile) = points;
    region(tile) = static_cast<std::int32_t>(group % layout.regions);
    TreeNode& made = node(tile);
    made = {};
    made.cap = enclose(tile, points);
    made.points = points;
    made.region = region(tile);
    made.child = -1;
    sum(tile, points, made);
    center_x(tile) = made.cap.x;
    center_y(tile) = made.cap.y;
    center_z(tile) = made.cap.z;
  }

 private:
  KOKKOS_FUNCTION Direction point(std::int64_t tile, int i) const {
    std::int64_t const at = tile * tile_size + i;
    return {tiles.x(at), tiles.y(at), tiles.z(at)};
  }

  KOKKOS_FUNCTION int farthest(std::int64_t tile, int points, Direction const& center,
                               double& distance) const {
    int found = 0;
    distance = -1.0;
    for (int i = 0; i < points; ++i) {
      double const square = squared_distance(center, point(tile, i));
      if (square > distance) {
        distance = square;
        found = i;
      }
    }
    return found;
  }

  // The centre moves towards the farthest point by ever smaller steps (Badoiu & Clarkson 2003,
  // "Smaller core-sets for balls").
  KOKKOS_FUNCTION Cap enclose(std::int64_t tile, int points) const {
    Direction mean{0.0, 0.0, 0.0};
    for (int i = 0; i < points; ++i) {
      Direction const p = point(tile, i);
      mean = {mean.x + p.x, mean.y + p.y, mean.z + p.z};
    }
    Direction center = normalized(mean);
    Direction best = center;
    double smallest = 5.0;
    for (int move = 0; move <= moves; ++move) {
      double square = 0.0;
      Direction const p = point(tile, farthest(tile, points, center, square));
      if (square < smallest) {
        smallest = square;
        best = center;
      }
      double const step = 1.0 / (3.0 + move);
      center = normalized({Kokkos::fma(step, p.x - center.x, center.x),
                           Kokkos::fma(step, p.y - center.y, center.y),
                           Kokkos::fma(step, p.z - center.z, center.z)});
    }
    // Beyond a half sphere the cosine would lose digits: the whole sphere is near enough.
    double const sine = Kokkos::fmin(0.5 * Kokkos::sqrt(smallest) + half_chord_margin, 1.0);
    return sine > 0.8
               ? Cap{best.x, best.y, best.z, 1.0, 0.0}
               : Cap{best.x, best.y, best.z, sine, Kokkos::sqrt(Kokkos::fma(-sine, sine, 1.0))};
  }

  KOKKOS_FUNCTION void sum(std::int64_t tile, int points, TreeNode& made) const {
    bool const weighted = tiles.weight.extent(0) > 0;
    for (int i = 0; i < points; ++i) {
      double const w = weighted ? tiles.weight(tile * tile_size + i) : 1.0;
      Direction const p = point(tile, i);
      Direction const u{p.x - made.cap.x, p.y - made.cap.y, p.z - made.cap.z};
      made.inside += w * made.weight;
      made.weight += w;
      made.weight2 += w * w;
      made.size += Kokkos::fabs(w);
      made.ux += w * u.x;
      made.uy += w * u.y;
      made.uz += w * u.z;
      made.square += w * squared_distance(u, {0.0, 0.0, 0.0});
    }
  }
};

/// The nodes of a level from those below, of which each is of one group, or of one catalogue.
template <class MemorySpace>
struct NodeMerger {
  Kokkos::View<TreeNode const*, MemorySpace> below;
  Kokkos::View<std::int64_t const*, MemorySpace> below_begin;  // (groups + 1)
  Kokkos::View<std::int64_t const*, MemorySpace> begin;        // (groups + 1)
  Kokkos::View<TreeNode*, MemorySpace> node;

  KOKKOS_FUNCTION void operator()(std::int64_t index) const {
    std::int64_t const group = group_of(begin, index);
    std::int64_t const first = below_begin(group) + (index - begin(group)) * fanout;
    std::int64_t const end =
        first + fanout < below_begin(group + 1) ? first + fanout : below_begin(group + 1);
    TreeNode made{};
    made.child = static_cast<std::int32_t>(first);
    made.children = static_cast<std::int32_t>(end - first);
    made.region = below(first).region;
    Direction mean{0.0, 0.0, 0.0};
    for (std::int64_t child = first; child < end; ++child) {
      Cap const& cap = below(child).cap;
      mean = {mean.x + cap.x, mean.y + cap.y, mean.z + cap.z};
    }
    Direction const center = normalized(mean);
    HalfAngle radius{0.0, 1.0};
    for (std::int64_t child = first; child < end; ++child) {
      Cap const& cap = below(child).cap;
      HalfAngle const reach =
          half_sum(half_angle(center, {cap.x, cap.y, cap.z}), {cap.half_sine, cap.half_cosine});
      radius = reach.sine > radius.sine ? reach : radius;
    }
    made.cap = {center.x, center.y, center.z, radius.sine, radius.cosine};
    for (std::int64_t child = first; child < end; ++child) {
      add(below(child), made);
      if (below(child).region != made.region) {
        made.region = many_regions;
      }
    }
    node(index) = made;
  }

 private:
  // Sums about another centre: u' = u + d, so sum w u'^2 = sum w u^2 + 2 d.(sum w u) + d^2 sum w.
  KOKKOS_FUNCTION static void add(TreeNode const& child, TreeNode& made) {
    Direction const d{child.cap.x - made.cap.x, child.cap.y - made.cap.y, child.cap.z - made.cap.z};
    made.points += child.points;
    made.inside += child.inside + child.weight * made.weight;
    made.weight += child.weight;
    made.weight2 += child.weight2;
    made.size += child.size;
    made.ux += child.ux + d.x * child.weight;
    made.uy += child.uy + d.y * child.weight;
    made.uz += child.uz + d.z * child.weight;
    made.square += child.square + 2.0 * (d.x * child.ux + d.y * child.uy + d.z * child.uz) +
                   child.weight * squared_distance(d, {0.0, 0.0, 0.0});
  }
};

/// Coordinates relative to the centre of the tile, for FP32.
template <class MemorySpace>
struct Centerer {
  TilePoints<MemorySpace> tiles;
  Kokkos::View<float*, MemorySpace> near_x, near_y, near_z;

  KOKKOS_FUNCTION void operator()(std::int64_t place) const {
    std::int64_t const tile = place / tile_size;
    near_x(place) = static_cast<float>(tiles.x(place) - tiles.center_x(tile));
    near_y(place) = static_cast<float>(tiles.y(place) - tiles.center_y(tile));
    near_z(place) = static_cast<float>(tiles.z(place) - tiles.center_z(tile));
  }
};

}  // namespace siderum::detail
