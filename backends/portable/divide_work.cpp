// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <vector>

#include <siderum/backends/portable/trig_sums.hpp>
#include <siderum/core/allocate.hpp>

namespace siderum::portable {

DividedWork divide_work(Kokkos::View<std::int64_t const*, Kokkos::HostSpace> const& offsets,
                        FrequencyRange range, std::int64_t unit, std::int64_t target) {
  std::int64_t const objects = std::max<std::int64_t>(0, std::int64_t(offsets.extent(0)) - 1);
  std::int64_t const units = (range.last - range.first + unit - 1) / unit;
  // The power that follows the sums costs about as much as a few dozen points.
  constexpr double points_of_the_epilogue = 32.0;
  auto const cost = [&](std::int64_t object) {
    return static_cast<double>(offsets(object + 1) - offsets(object)) + points_of_the_epilogue;
  };
  double total = 0.0;
  for (std::int64_t object = 0; object < objects; ++object) {
    total += cost(object);
  }

  DividedWork work;
  work.slots = allocate_on_host<Kokkos::View<std::int64_t*, Kokkos::HostSpace>>(
      "siderum::trig_sums::slots", objects + 1);
  work.slots(0) = 0;
  std::vector<WorkItem> items;
  items.reserve(objects);
  for (std::int64_t object = 0; object < objects; ++object) {
    double const share = cost(object) / total * static_cast<double>(target);
    std::int64_t const parts =
        std::min(std::max<std::int64_t>(static_cast<std::int64_t>(share), 1), units);
    for (std::int64_t part = 0; part < parts; ++part) {
      items.push_back({object, range.first + units * part / parts * unit,
                       std::min(range.first + units * (part + 1) / parts * unit, range.last),
                       static_cast<std::int64_t>(items.size())});
    }
    work.slots(object + 1) = static_cast<std::int64_t>(items.size());
  }
  std::stable_sort(items.begin(), items.end(), [&](WorkItem const& a, WorkItem const& b) {
    return cost(a.object) * static_cast<double>(a.last - a.first) >
           cost(b.object) * static_cast<double>(b.last - b.first);
  });
  work.items = allocate_on_host<Kokkos::View<WorkItem*, Kokkos::HostSpace>>(
      "siderum::trig_sums::items", items.size());
  std::copy(items.begin(), items.end(), work.items.data());
  return work;
}

}  // namespace siderum::portable
