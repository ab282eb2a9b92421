// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <vector>

#include <siderum/backends/portable/trig_sums.hpp>
#include <siderum/core/frequency_range.hpp>

namespace siderum::portable {

namespace {

/// How many of `units` belong to each of about `wanted` items.
std::vector<std::int64_t> even_sizes(std::int64_t units, std::int64_t wanted) {
  std::int64_t const parts = std::min(wanted, units);
  std::vector<std::int64_t> sizes;
  for (std::int64_t part = 0; part < parts; ++part) {
    sizes.push_back(units * (part + 1) / parts - units * part / parts);
  }
  return sizes;
}

/// The same, each a fixed share of what is left (guided self-scheduling: Polychronopoulos & Kuck
/// 1987, IEEE Trans. Comput. C-36, 1425): large items have little overhead, small ones end the
/// work evenly. The first takes 8 / `wanted` of the whole, the last a sixteenth of it.
std::vector<std::int64_t> shrinking_sizes(std::int64_t units, std::int64_t wanted) {
  if (wanted < 16) {
    return even_sizes(units, wanted);
  }
  std::int64_t const rounds = wanted / 8;
  std::int64_t const first = (units + rounds - 1) / rounds;
  // Below four units the tables of an item would cost more than an even end saves.
  std::int64_t const smallest =
      std::max({first / 16, std::min<std::int64_t>(first / 4, 4), std::int64_t{1}});
  std::vector<std::int64_t> sizes;
  for (std::int64_t left = units; left > 0; left -= sizes.back()) {
    sizes.push_back(std::min(std::max((left + rounds - 1) / rounds, smallest), left));
  }
  return sizes;
}

}  // namespace

DividedWork divide_work(Kokkos::View<std::int64_t const*, Kokkos::HostSpace> const& offsets,
                        FrequencyRange range, std::int64_t unit, std::int64_t target,
                        ItemSizes sizes) {
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
  work.slots = {0};
  work.slots.reserve(objects + 1);
  std::vector<WorkItem>& items = work.items;
  items.reserve(objects);
  for (std::int64_t object = 0; object < objects; ++object) {
    double const share = cost(object) / total * static_cast<double>(target);
    std::int64_t const wanted = std::max<std::int64_t>(static_cast<std::int64_t>(share), 1);
    std::int64_t done = 0;  // units
    for (std::int64_t const size :
         sizes == ItemSizes::even ? even_sizes(units, wanted) : shrinking_sizes(units, wanted)) {
      items.push_back({object, range.first + done * unit,
                       std::min(range.first + (done + size) * unit, range.last),
                       static_cast<std::int64_t>(items.size())});
      done += size;
    }
    work.slots.push_back(static_cast<std::int64_t>(items.size()));
  }
  std::stable_sort(items.begin(), items.end(), [&](WorkItem const& a, WorkItem const& b) {
    return cost(a.object) * static_cast<double>(a.last - a.first) >
           cost(b.object) * static_cast<double>(b.last - b.first);
  });
  return work;
}

}  // namespace siderum::portable
