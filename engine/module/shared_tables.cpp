// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/module/shared_tables.hpp>

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

std::vector<Stretches> stretches_of_orders(HarmonicRange range, HarmonicParts const& parts) {
  std::vector<Stretches> of_ranks(parts.orders.size());
  for (std::size_t rank = 0; rank < of_ranks.size(); ++rank) {
    for (std::int64_t const m : parts.orders[rank]) {
      of_ranks[rank].append({range.index(m, m), 1, range.lmax - m + 1});
    }
  }
  return of_ranks;
}

}  // namespace siderum::engine
