// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/distributed/shares.hpp>

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace siderum::distributed {

std::vector<std::int64_t> divide(std::span<double const> cost, std::span<double const> speed) {
  double const all = std::accumulate(cost.begin(), cost.end(), 0.0);
  double const fastest = std::accumulate(speed.begin(), speed.end(), 0.0);
  std::vector<std::int64_t> begin{0};
  std::size_t item = 0;
  double before = 0.0;  // the cost of all items before this one
  double share = 0.0;
  for (std::size_t rank = 0; rank + 1 < speed.size(); ++rank) {
    share += speed[rank];
    double const end = all * (share / fastest);
    // An item belongs to the block in which its middle lies.
    while (item < cost.size() && before + 0.5 * cost[item] < end) {
      before += cost[item++];
    }
    begin.push_back(static_cast<std::int64_t>(item));
  }
  begin.push_back(std::ssize(cost));
  return begin;
}

std::vector<std::int64_t> divide(std::int64_t count, std::int64_t unit,
                                 std::span<double const> speed) {
  std::int64_t const units = (count + unit - 1) / unit;
  double const fastest = std::accumulate(speed.begin(), speed.end(), 0.0);
  std::vector<std::int64_t> begin{0};
  double share = 0.0;
  for (std::size_t rank = 0; rank + 1 < speed.size(); ++rank) {
    share += speed[rank];
    auto const end =
        static_cast<std::int64_t>(static_cast<double>(units) * (share / fastest) + 0.5);
    begin.push_back(std::clamp(end * unit, begin.back(), count));
  }
  begin.push_back(count);
  return begin;
}

double imbalance(std::span<double const> cost, std::span<std::int64_t const> begin) {
  double const all = std::accumulate(cost.begin(), cost.end(), 0.0);
  double most = 0.0;
  for (std::size_t rank = 0; rank + 1 < begin.size(); ++rank) {
    most = std::max(
        most, std::accumulate(cost.begin() + begin[rank], cost.begin() + begin[rank + 1], 0.0));
  }
  return all > 0.0 ? most * static_cast<double>(begin.size() - 1) / all : 1.0;
}

}  // namespace siderum::distributed
