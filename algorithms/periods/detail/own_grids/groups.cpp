// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/own_grids/groups.hpp>

#include <map>
#include <tuple>

namespace siderum::detail {

std::vector<GridGroup> groups_of(std::span<FrequencyGrid const> grids) {
  std::map<std::tuple<std::int64_t, double, double>, std::vector<std::int64_t>> objects_of;
  for (std::size_t object = 0; object < grids.size(); ++object) {
    validate(grids[object]);
    objects_of[{grids[object].count, grids[object].first, grids[object].step}].push_back(
        static_cast<std::int64_t>(object));
  }
  std::vector<GridGroup> groups;
  for (auto& [key, objects] : objects_of) {
    groups.push_back({grids[static_cast<std::size_t>(objects.front())], std::move(objects)});
  }
  return groups;
}

}  // namespace siderum::detail
