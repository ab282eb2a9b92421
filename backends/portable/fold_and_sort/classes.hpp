// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <Kokkos_Core.hpp>

#include <siderum/backends/portable/trig_sums.hpp>

/// Objects by the number of their points: each class runs in a launch of its own.
namespace siderum::portable {

/// The largest number of points of each class, ascending; the last holds every object.
using SizeClasses = std::vector<std::int64_t>;

/// Reorders items by class, otherwise as they stand.
/// @return (classes + 1) where the items of each class begin
std::vector<std::int64_t> order_by_class(
    std::vector<WorkItem>& items,
    Kokkos::View<std::int64_t const*, Kokkos::HostSpace> const& offsets,
    SizeClasses const& classes);

/// The points of the longest curve of each class; 0: the class is empty.
std::vector<std::int64_t> longest_by_class(
    Kokkos::View<std::int64_t const*, Kokkos::HostSpace> const& offsets,
    SizeClasses const& classes);

/// Objects that have the same number of items each.
struct ObjectOrder {
  std::vector<std::int64_t> objects;     ///< by class
  std::vector<std::int64_t> slots;       ///< (objects + 1)
  std::vector<std::int64_t> item_begin;  ///< (classes + 1)
};

ObjectOrder objects_by_class(Kokkos::View<std::int64_t const*, Kokkos::HostSpace> const& offsets,
                             std::int64_t items_per_object, SizeClasses const& classes);

}  // namespace siderum::portable
