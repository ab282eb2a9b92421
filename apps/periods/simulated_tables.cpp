// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/periods/simulated_tables.hpp>

#include <string>
#include <utility>

namespace siderum::apps {

io::Table light_curve_table(SimulatedSurvey const& survey) {
  io::TextColumn id;
  id.reserve(survey.time.size());
  for (std::size_t object = 0; object + 1 < survey.offsets.size(); ++object) {
    auto const points =
        static_cast<std::size_t>(survey.offsets[object + 1] - survey.offsets[object]);
    id.insert(id.end(), points, std::to_string(object + 1));
  }
  io::Table table;
  table.add("id", std::move(id));
  table.add("time", survey.time, "d");
  table.add("value", survey.value, "mag");
  table.add("error", survey.error, "mag");
  return table;
}

io::Table truth_table(SimulatedSurvey const& survey) {
  io::TextColumn id;
  io::IntegerColumn points;
  for (std::size_t object = 0; object + 1 < survey.offsets.size(); ++object) {
    id.push_back(std::to_string(object + 1));
    points.push_back(survey.offsets[object + 1] - survey.offsets[object]);
  }
  io::Table table;
  table.add("id", std::move(id));
  table.add("points", std::move(points));
  table.add("rotation_period_h", survey.rotation_period_h, "h");
  table.add("light_curve_period_d", survey.light_curve_period_d, "d");
  table.add("amplitude", survey.amplitude, "mag");
  return table;
}

}  // namespace siderum::apps
