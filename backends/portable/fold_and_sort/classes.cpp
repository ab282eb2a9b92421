// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/backends/portable/fold_and_sort/classes.hpp>

#include <algorithm>
#include <numeric>

namespace siderum::portable {

namespace {

using Offsets = Kokkos::View<std::int64_t const*, Kokkos::HostSpace>;

std::size_t class_of(Offsets const& offsets, SizeClasses const& classes, std::int64_t object) {
  std::int64_t const points = offsets(object + 1) - offsets(object);
  auto const found = std::lower_bound(classes.begin(), classes.end() - 1, points);
  return static_cast<std::size_t>(found - classes.begin());
}

}  // namespace

std::vector<std::int64_t> order_by_class(std::vector<WorkItem>& items, Offsets const& offsets,
                                         SizeClasses const& classes) {
  std::stable_sort(items.begin(), items.end(), [&](WorkItem const& a, WorkItem const& b) {
    return class_of(offsets, classes, a.object) < class_of(offsets, classes, b.object);
  });
  std::vector<std::int64_t> begin(classes.size() + 1, 0);
  for (WorkItem const& item : items) {
    ++begin[class_of(offsets, classes, item.object) + 1];
  }
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  return begin;
}

std::vector<std::int64_t> longest_by_class(Offsets const& offsets, SizeClasses const& classes) {
  std::vector<std::int64_t> longest(classes.size(), 0);
  for (std::int64_t object = 0; object + 1 < std::int64_t(offsets.extent(0)); ++object) {
    std::int64_t& of_class = longest[class_of(offsets, classes, object)];
    of_class = std::max(of_class, offsets(object + 1) - offsets(object));
  }
  return longest;
}

ObjectOrder objects_by_class(Offsets const& offsets, std::int64_t items_per_object,
                             SizeClasses const& classes) {
  std::int64_t const count = std::max<std::int64_t>(0, std::int64_t(offsets.extent(0)) - 1);
  ObjectOrder order{std::vector<std::int64_t>(count), std::vector<std::int64_t>(count + 1),
                    std::vector<std::int64_t>(classes.size() + 1, 0)};
  std::iota(order.objects.begin(), order.objects.end(), std::int64_t{0});
  std::stable_sort(order.objects.begin(), order.objects.end(), [&](std::int64_t a, std::int64_t b) {
    return class_of(offsets, classes, a) < class_of(offsets, classes, b);
  });
  for (std::int64_t object = 0; object < count; ++object) {
    order.item_begin[class_of(offsets, classes, object) + 1] += items_per_object;
  }
  std::partial_sum(order.item_begin.begin(), order.item_begin.end(), order.item_begin.begin());
  for (std::int64_t object = 0; object <= count; ++object) {
    order.slots[object] = object * items_per_object;
  }
  return order;
}

}  // namespace siderum::portable
