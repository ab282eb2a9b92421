// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/periods/simulated_tables.hpp>

#include <algorithm>
#include <string>
#include <utility>

#include <siderum/core/worker_threads.hpp>

namespace siderum::apps {

namespace {

template <class Survey>
io::Table points_of(Survey&& survey) {
  io::TextColumn id(survey.time.size());
  constexpr std::int64_t objects_at_a_time = 64;
  for_each_index(survey.offsets.size() - 1, objects_at_a_time, [&](std::size_t object) {
    std::fill(id.begin() + survey.offsets[object], id.begin() + survey.offsets[object + 1],
              std::to_string(object + 1));
  });
  io::Table table;
  table.add("id", std::move(id));
  table.add("time", std::move(survey.time), "d");
  table.add("mag", std::move(survey.value), "mag");
  table.add("mag_err", std::move(survey.error), "mag");
  return table;
}

/// id, points: one row per object.
io::Table objects_of(std::vector<std::int64_t> const& offsets) {
  io::TextColumn id;
  io::IntegerColumn points;
  for (std::size_t object = 0; object + 1 < offsets.size(); ++object) {
    id.push_back(std::to_string(object + 1));
    points.push_back(offsets[object + 1] - offsets[object]);
  }
  io::Table table;
  table.add("id", std::move(id));
  table.add("points", std::move(points));
  return table;
}

}  // namespace

io::Table light_curve_table(SimulatedSurvey&& survey) {
  return points_of(std::move(survey));
}

io::Table light_curve_table(SimulatedVariables&& survey) {
  return points_of(std::move(survey));
}

io::Table truth_table(SimulatedSurvey const& survey) {
  io::Table table = objects_of(survey.offsets);
  table.add("rotation_period_h", survey.rotation_period_h, "h");
  table.add("light_curve_period_d", survey.light_curve_period_d, "d");
  table.add("amplitude", survey.amplitude, "mag");
  return table;
}

io::Table truth_table(SimulatedVariables const& survey) {
  io::Table table = objects_of(survey.offsets);
  table.add("shape", io::TextColumn(survey.shape.begin(), survey.shape.end()));
  table.add("period_d", survey.period, "d");
  table.add("amplitude", survey.amplitude, "mag");
  return table;
}

}  // namespace siderum::apps
