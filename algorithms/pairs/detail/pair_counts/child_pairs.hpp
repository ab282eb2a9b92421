// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/algorithms/pairs/detail/pair_counts/caps.hpp>
#include <siderum/backends/portable/pair_histogram.hpp>

namespace siderum::detail {

/// Which pairs of nodes of a level one of several processes counts: those that fall to it by a
/// mixture of their numbers, alike wherever it is asked. Where nodes are many, so many fall to each
/// that all have as much to do, whatever single ones cost.
struct PairPart {
  int part = 0;
  int parts = 1;
  bool is_divided_here = false;  ///< from here on each goes down its own; above, all are looked at

  KOKKOS_FUNCTION bool has(TilePair const& pair) const {
    if (parts == 1) {
      return true;
    }
    std::uint64_t mixed = static_cast<std::uint64_t>(static_cast<std::uint32_t>(pair.a)) << 32 |
                          static_cast<std::uint32_t>(pair.b);
    // (The finaliser of splitmix64.)
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    mixed ^= mixed >> 31;
    return static_cast<int>((mixed >> 32) * static_cast<std::uint64_t>(parts) >> 32) == part;
  }
};

/// Looks at pairs of nodes: of no use, all in one bin, or to be looked at more closely.
template <class MemorySpace>
struct PairClassifier {
  Kokkos::View<double const*, MemorySpace> edges;  // (bins + 1) squared chords
  PairTallies<MemorySpace> tallies;
  bool same_tree;
  double rounding;  // of a chord, as chord_range takes it

  /// The bin of a squared chord: -1 below the first edge, the number of bins above the last.
  KOKKOS_FUNCTION int bin_of(double c2) const {
    int low = 0;
    int high = static_cast<int>(edges.extent(0));
    while (low < high) {
      int const middle = (low + high) / 2;
      if (edges(middle) <= c2) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  /// Adds the pairs of two nodes that are all in one bin, where they fall to this process; @return
  /// whether some remain to be looked at, with the bins in which they may be.
  KOKKOS_FUNCTION bool remains(TreeNode const& a, TreeNode const& b, bool same, bool is_own,
                               std::int64_t worker, TilePair& pair) const {
    ChordRange const range = chord_range(a.cap, b.cap, rounding);
    int const bins = static_cast<int>(tallies.shape.bins);
    int const below = bin_of(range.least);
    if (below == bins) {
      return false;
    }
    int const highest = bin_of(range.greatest);
    if (highest < 0) {
      return false;
    }
    bool const one_region_each = a.region != many_regions && b.region != many_regions;
    if (below == highest && one_region_each) {
      if (is_own) {
        accept(a, b, same, worker, below);
      }
      return false;
    }
    pair.below = below;
    pair.highest = highest;
    return true;
  }

 private:
  // sum w_i w_j |a_i - b_j|^2 with a = A + u, b = B + v, D = A - B:
  // W_b sum w u^2 + W_a sum w v^2 + 2 D.(U W_b - V W_a) + D^2 W_a W_b - 2 U.V
  KOKKOS_FUNCTION void accept(TreeNode const& a, TreeNode const& b, bool same, std::int64_t worker,
                              int bin) const {
    std::int64_t pairs = a.points * b.points;
    double weight = a.weight * b.weight;
    double moment = 0.0;
    if (same) {
      pairs = a.points * (a.points - 1) / 2;
      weight = a.inside;
      moment = a.weight * a.square - (a.ux * a.ux + a.uy * a.uy + a.uz * a.uz);
    } else {
      Direction const d{a.cap.x - b.cap.x, a.cap.y - b.cap.y, a.cap.z - b.cap.z};
      Direction const lean{a.ux * b.weight - b.ux * a.weight, a.uy * b.weight - b.uy * a.weight,
                           a.uz * b.weight - b.uz * a.weight};
      moment = b.weight * a.square + a.weight * b.square +
               2.0 * (d.x * lean.x + d.y * lean.y + d.z * lean.z) +
               squared_distance(d, {0.0, 0.0, 0.0}) * weight -
               2.0 * (a.ux * b.ux + a.uy * b.uy + a.uz * b.uz);
    }
    if (pairs > 0) {
      tallies.add(worker, a.region, b.region, bin, static_cast<std::uint64_t>(pairs), weight,
                  moment);
    }
  }
};

/// The pairs of children of the entries of a list, as candidates of ExpandList.
template <class MemorySpace>
struct ChildPairs {
  using Value = TilePair;
  static constexpr int of_entry = fanout * fanout;

  PairClassifier<MemorySpace> classifier;
  Kokkos::View<TreeNode const*, MemorySpace> parents_a, parents_b;
  Kokkos::View<TreeNode const*, MemorySpace> nodes_a, nodes_b;
  TilePairList<MemorySpace> parents;
  PairPart part;

  /// False: there is no such pair of children, or nothing remains of it.
  KOKKOS_FUNCTION bool remains(std::int64_t parent, int child, std::int64_t worker,
                               TilePair& pair) const {
    TilePair const& entry = parents(parent);
    TreeNode const& a = parents_a(entry.a);
    TreeNode const& b = parents_b(entry.b);
    int const child_a = child / fanout;
    int const child_b = child % fanout;
    if (child_a >= a.children || child_b >= b.children) {
      return false;
    }
    pair.a = a.child + child_a;
    pair.b = b.child + child_b;
    bool const same = classifier.same_tree && pair.a == pair.b;
    if (classifier.same_tree && pair.a > pair.b) {
      return false;
    }
    bool const is_own = part.has(pair);
    if (part.is_divided_here && !is_own) {
      return false;
    }
    return classifier.remains(nodes_a(pair.a), nodes_b(pair.b), same, is_own, worker, pair);
  }
};

}  // namespace siderum::detail
