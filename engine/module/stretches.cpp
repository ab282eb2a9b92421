// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/module/stretches.hpp>

#include <algorithm>
#include <numeric>

namespace siderum::engine {

void Stretches::append(Stretch const& stretch) {
  list.push_back(stretch);
  begin.push_back(begin.back() + stretch.count);
}

std::vector<Stretches> stretches_of_rings(RingGrid const& grid, HarmonicParts const& parts) {
  std::vector<Stretches> of_ranks(parts.rings.size());
  for (std::size_t rank = 0; rank < of_ranks.size(); ++rank) {
    for (std::int64_t const i : parts.rings[rank]) {
      Ring const& ring = grid.rings()[static_cast<std::size_t>(i)];
      of_ranks[rank].append({ring.first, ring.stride, ring.nphi});
    }
  }
  return of_ranks;
}

Stretches stretches_of(HarmonicRange range, std::span<std::int64_t const> orders,
                       DegreeRange degrees) {
  Stretches stretches;
  for (std::int64_t const m : orders) {
    std::int64_t const first = std::max(degrees.begin, m);
    if (first < degrees.end) {
      stretches.append({range.index(first, m), 1, degrees.end - first});
    }
  }
  return stretches;
}

std::vector<Stretches> stretches_of_orders(HarmonicRange range,
                                           std::span<std::vector<std::int64_t> const> orders) {
  std::vector<Stretches> of_ranks;
  for (std::vector<std::int64_t> const& own : orders) {
    of_ranks.push_back(stretches_of(range, own, {0, range.lmax + 1}));
  }
  return of_ranks;
}

std::vector<Stretches> stretches_of_degrees(HarmonicRange range,
                                            std::span<DegreeRange const> degrees) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(range.mmax + 1));
  std::iota(all.begin(), all.end(), std::int64_t{0});
  std::vector<Stretches> of_ranks;
  for (DegreeRange const& own : degrees) {
    of_ranks.push_back(stretches_of(range, all, own));
  }
  return of_ranks;
}

}  // namespace siderum::engine
