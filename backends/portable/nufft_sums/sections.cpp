// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/backends/portable/nufft_sums/sections.hpp>

#include <algorithm>
#include <bit>
#include <vector>

namespace siderum::portable::nufft {

namespace {

// Of a long section 3/4 and 5/8 serve as well: the last one of a grid ends behind it, for nothing,
// and of an odd number one is left when two threads have shared out the others.
std::int64_t fitting(std::int64_t longest, std::int64_t points, std::int64_t frequencies) {
  constexpr std::int64_t parts_of_stretches = std::int64_t{1} << 16;  // 8 of 8192
  if (longest < parts_of_stretches) {
    return longest;
  }
  auto const cost = [&](std::int64_t length) {
    std::int64_t const sections = (frequencies + length - 1) / length;
    return (sections + sections % 2) * (2 * points + length);
  };
  return std::min({longest, longest / 4 * 3, longest / 8 * 5},
                  [&](std::int64_t a, std::int64_t b) { return cost(a) < cost(b); });
}

}  // namespace

std::int64_t section_length(std::int64_t points, std::int64_t frequencies, Place where) {
  auto const power_of_two = [](std::int64_t n) {
    return static_cast<std::int64_t>(
        std::bit_ceil(static_cast<std::uint64_t>(std::max<std::int64_t>(n, 1))));
  };
  // A short grid is cut in two all the same, of which the second may be short.
  std::int64_t const halved = power_of_two(frequencies / 2);
  if (where == Place::host) {
    // Spreading a point costs about what two frequencies do: with four frequencies for each point
    // it is a third of the work, and longer sections gain little.
    return fitting(
        std::clamp<std::int64_t>(std::min(power_of_two(4 * points), halved), 1 << 10, 1 << 20),
        points, frequencies);
  }
  return std::clamp<std::int64_t>(std::min(power_of_two(8 * points), halved), 1 << 12, 1 << 19);
}

DividedWork divide_sections(Kokkos::View<std::int64_t const*, Kokkos::HostSpace> const& offsets,
                            FrequencyRange range, std::int64_t frequencies, std::int64_t target) {
  std::int64_t const objects = std::max<std::int64_t>(0, std::int64_t(offsets.extent(0)) - 1);
  struct Object {
    std::int64_t length;  // of a section
    std::int64_t first;   // section
    std::int64_t last;    // section, behind the last
    double cost;          // of a section
  };
  std::vector<Object> all;
  all.reserve(static_cast<std::size_t>(objects));
  double total = 0.0;
  for (std::int64_t i = 0; i < objects; ++i) {
    std::int64_t const points = offsets(i + 1) - offsets(i);
    std::int64_t const length = section_length(points, frequencies, Place::host);
    Object const object{length, range.first / length, (range.last + length - 1) / length,
                        static_cast<double>(2 * points + length)};
    total += object.cost * static_cast<double>(object.last - object.first);
    all.push_back(object);
  }

  DividedWork work;
  work.slots.push_back(0);
  auto& items = work.items;
  for (std::int64_t i = 0; i < objects; ++i) {
    Object const& object = all[static_cast<std::size_t>(i)];
    std::int64_t const sections = object.last - object.first;
    double const share = object.cost * static_cast<double>(sections) / total;
    std::int64_t const parts = std::min(
        std::max<std::int64_t>(static_cast<std::int64_t>(share * static_cast<double>(target)), 1),
        sections);
    for (std::int64_t part = 0; part < parts; ++part) {
      std::int64_t const begin = object.first + sections * part / parts;
      std::int64_t const end = object.first + sections * (part + 1) / parts;
      items.push_back({i, std::max(begin * object.length, range.first),
                       std::min(end * object.length, range.last),
                       static_cast<std::int64_t>(items.size())});
    }
    work.slots.push_back(static_cast<std::int64_t>(items.size()));
  }
  auto const cost = [&](WorkItem const& item) {
    Object const& object = all[static_cast<std::size_t>(item.object)];
    return object.cost * static_cast<double>(item.last - item.first) /
           static_cast<double>(object.length);
  };
  std::stable_sort(items.begin(), items.end(),
                   [&](WorkItem const& a, WorkItem const& b) { return cost(a) > cost(b); });
  return work;
}

SectionCount count_sections(Kokkos::View<std::int64_t const*, Kokkos::HostSpace> const& offsets,
                            FrequencyRange range, std::int64_t frequencies) {
  SectionCount found;
  for (std::size_t i = 0; i + 1 < offsets.extent(0); ++i) {
    std::int64_t const points = offsets(i + 1) - offsets(i);
    std::int64_t const length = section_length(points, frequencies, Place::host);
    std::int64_t const sections = (range.last + length - 1) / length - range.first / length;
    found.sections += sections;
    found.frequencies += sections * length;
    found.cost += sections * (2 * points + length);
  }
  return found;
}

bool is_worth_sharing(SectionCount const& all, std::int64_t threads) {
  if (all.sections == 0 || all.sections >= threads) {
    return false;
  }
  // The grids of all sections at once fit no cache, and their pages are new: about as much again
  // as is read off them. Then six loops of all threads wait for the last of these.
  constexpr std::int64_t waiting = std::int64_t{1} << 15;
  return (all.cost + all.frequencies) / threads + waiting < all.cost / all.sections;
}

DividedWork divide_within_sections(
    Kokkos::View<std::int64_t const*, Kokkos::HostSpace> const& offsets, FrequencyRange range,
    std::int64_t frequencies, std::int64_t items_of_section) {
  constexpr std::int64_t least = 512;  // frequencies, whole groups of lanes
  DividedWork work;
  work.slots.push_back(0);
  for (std::size_t i = 0; i + 1 < offsets.extent(0); ++i) {
    std::int64_t const length =
        section_length(offsets(i + 1) - offsets(i), frequencies, Place::host);
    std::int64_t const piece =
        (length + least * items_of_section - 1) / (least * items_of_section) * least;
    for (std::int64_t section = range.first / length * length; section < range.last;
         section += length) {
      for (std::int64_t first = section; first < section + length; first += piece) {
        WorkItem const item{static_cast<std::int64_t>(i), std::max(first, range.first),
                            std::min({first + piece, section + length, range.last}),
                            static_cast<std::int64_t>(work.items.size())};
        if (item.first < item.last) {
          work.items.push_back(item);
        }
      }
    }
    work.slots.push_back(static_cast<std::int64_t>(work.items.size()));
  }
  return work;
}

}  // namespace siderum::portable::nufft
