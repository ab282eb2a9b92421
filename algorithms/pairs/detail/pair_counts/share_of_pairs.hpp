// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <siderum/algorithms/pairs/detail/pair_counts/caps.hpp>
#include <siderum/algorithms/pairs/pair_count_options.hpp>
#include <siderum/backends/portable/pair_histogram.hpp>
#include <siderum/core/allocate.hpp>

/// Pairs of nodes dealt to processes that count them together.
namespace siderum::detail {

/// What a pair of nodes costs: its pairs of points, unless the edges show that none of them, or all
/// in one bin, count. (Of these next to nothing is done.)
/// @param edges  (bins + 1) squared chords
double cost_of_pair(TreeNode const& a, TreeNode const& b, std::span<double const> edges);

/// Deals items to parts, the costliest first, each to the part that has the least; those that cost
/// a look, most where bins are narrow, in turn: alike wherever it is called.
/// @return (items) the part of each
std::vector<int> deal(std::span<double const> cost, int parts);

/// The nodes of a level of both trees.
template <class MemorySpace>
struct NodesOfPairs {
  Kokkos::View<TreeNode const*, MemorySpace> a, b;
};

/// The pairs of one part, in their order.
template <class Exec>
std::vector<TilePair> share_of_pairs(Exec const& exec, std::vector<TilePair> const& pairs,
                                     NodesOfPairs<typename Exec::memory_space> const& nodes,
                                     Kokkos::View<double const*, typename Exec::memory_space> edges,
                                     PairShare const& share) {
  auto const a = Kokkos::create_mirror_view(nodes.a);
  auto const b = Kokkos::create_mirror_view(nodes.b);
  auto const chords = Kokkos::create_mirror_view(edges);
  Kokkos::deep_copy(exec, a, nodes.a);
  Kokkos::deep_copy(exec, b, nodes.b);
  Kokkos::deep_copy(exec, chords, edges);
  exec.fence("siderum::pair_counts::share");
  std::vector<double> cost;
  cost.reserve(pairs.size());
  for (TilePair const& pair : pairs) {
    cost.push_back(cost_of_pair(a(pair.a), b(pair.b), std::span(chords.data(), chords.extent(0))));
  }
  std::vector<int> const part = deal(cost, share.parts);
  std::vector<TilePair> own;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (part[i] == share.part) {
      own.push_back(pairs[i]);
    }
  }
  return own;
}

}  // namespace siderum::detail
