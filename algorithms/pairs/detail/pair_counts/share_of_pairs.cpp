// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/pairs/detail/pair_counts/share_of_pairs.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>

namespace siderum::detail {

namespace {
constexpr double of_a_look = 1.0;
}

double cost_of_pair(TreeNode const& a, TreeNode const& b, std::span<double const> edges) {
  // Most pairs are so far apart that the chords of their caps say so, without a root of their own.
  double const reach = std::sqrt(edges.back()) + 2.0 * (a.cap.half_sine + b.cap.half_sine);
  if (squared_distance({a.cap.x, a.cap.y, a.cap.z}, {b.cap.x, b.cap.y, b.cap.z}) > reach * reach) {
    return of_a_look;
  }
  ChordRange const range = chord_range(a.cap, b.cap, 0.0);
  auto const below = std::upper_bound(edges.begin(), edges.end(), range.least);
  bool const is_in_one_bin =
      below == std::upper_bound(edges.begin(), edges.end(), range.greatest) &&
      a.region != many_regions && b.region != many_regions;
  return below == edges.end() || range.greatest < edges.front() || is_in_one_bin
             ? of_a_look
             : of_a_look + static_cast<double>(a.points) * static_cast<double>(b.points);
}

std::vector<int> deal(std::span<double const> cost, int parts) {
  std::vector<int> result(cost.size());
  std::vector<std::size_t> order;
  int next = 0;
  for (std::size_t i = 0; i < cost.size(); ++i) {
    if (cost[i] > of_a_look) {
      order.push_back(i);
    } else {
      result[i] = next;
      next = next + 1 < parts ? next + 1 : 0;
    }
  }
  // Many cost the same by this measure and not in truth: neighbours in the list, such as a node
  // with itself and with the next one, go by turns to no part. (Multiples of an odd number differ.)
  auto const mixed = [](std::size_t i) { return std::uint64_t{i} * 0x9e3779b97f4a7c15u; };
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return cost[i] != cost[j] ? cost[i] > cost[j] : mixed(i) < mixed(j);
  });
  using Load = std::pair<double, int>;
  std::priority_queue<Load, std::vector<Load>, std::greater<>> loads;
  for (int part = 0; part < parts; ++part) {
    loads.emplace(0.0, part);
  }
  for (std::size_t const item : order) {
    auto const [load, part] = loads.top();
    loads.pop();
    result[item] = part;
    loads.emplace(load + cost[item], part);
  }
  return result;
}

}  // namespace siderum::detail
