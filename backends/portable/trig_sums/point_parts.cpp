// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/backends/portable/trig_sums/point_parts.hpp>

#include <algorithm>

namespace siderum::portable {

PartedWork share_points(std::vector<WorkItem> const& items,
                        Kokkos::View<std::int64_t const*, Kokkos::HostSpace> const& offsets,
                        std::int64_t unit, std::int64_t teams_at_a_time,
                        std::int64_t most_partials) {
  auto const count = static_cast<std::int64_t>(items.size());
  bool can_share = count < 2 * teams_at_a_time;
  PartedWork work{{}, 0, 0};
  for (std::int64_t i = 0; i < count; ++i) {
    WorkItem const& item = items[static_cast<std::size_t>(i)];
    std::int64_t const parts = PointParts(offsets(item.object + 1) - offsets(item.object)).count;
    if (parts == 1 && can_share) {
      work.shares.push_back({i, Share::all_parts, 0});
    } else if (parts > 1) {
      can_share =
          can_share && item.last - item.first <= unit && work.partials + parts <= most_partials;
      for (std::int64_t part = 0; can_share && part < parts; ++part) {
        work.shares.push_back({i, part, work.partials});
      }
      work.partials += parts;
    }
  }
  if (work.partials > 0 && can_share) {
    work.teams = std::min(static_cast<std::int64_t>(work.shares.size()), teams_at_a_time);
    return work;
  }
  work.shares.clear();
  // With parts, each team that runs at a time has room for one sum.
  bool const parted = work.partials > 0;
  work.teams = parted ? std::min(count, teams_at_a_time) : count;
  work.partials = parted ? work.teams : 0;
  return work;
}

}  // namespace siderum::portable
