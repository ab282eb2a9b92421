// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "support/inputs.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

#include <siderum/algorithms/periods/simulate_light_curves.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/random.hpp>

namespace siderum::bench {

namespace {

// One line of text; numbers in the shortest form that reads back the same.
struct Row {
  char text[160];
  std::size_t length = 0;

  template <class Number>
  void append(Number number, char after) {
    char* const end = std::to_chars(text + length, text + sizeof text - 1, number).ptr;
    *end = after;
    length = static_cast<std::size_t>(end + 1 - text);
  }
};

// Numbers of points that the benchmarks keep, whatever the defaults are.
SimulatedSurvey simulate(std::int64_t objects, double median_points) {
  return simulate_light_curves({.objects = objects,
                                .median_points = median_points,
                                .points_spread = 1.1,
                                .minimum_points = 14,
                                .maximum_points = 4000});
}

}  // namespace

Curves one_object(std::int64_t points) {
  return equal_objects(1, points);
}

Curves equal_objects(std::int64_t objects, std::int64_t points) {
  constexpr std::uint64_t seed = 20'210'100'472;
  Curves curves;
  curves.offsets = {0};
  for (std::int64_t object = 0; object < objects; ++object) {
    CounterRandom times(seed, 2 * static_cast<std::uint64_t>(object));
    CounterRandom noise(seed, 2 * static_cast<std::uint64_t>(object) + 1);
    std::int64_t const begin = curves.points();
    for (std::int64_t j = 0; j < points; ++j) {
      double const night = std::floor(times.uniform(0.0, 120.0));
      curves.time.push_back(58600.0 + night + times.uniform(0.0, 1.0 / 3.0));
    }
    std::sort(curves.time.begin() + begin, curves.time.end());
    for (std::int64_t j = begin; j < curves.points(); ++j) {
      double const error = 0.02 * std::pow(10.0, noise.uniform());
      double const turns = 3.7 * (curves.time[j] - 58600.0);
      curves.value.push_back(18.0 + 0.3 * std::sin(6.283185307179586 * turns) +
                             error * noise.normal());
      curves.error.push_back(error);
    }
    curves.offsets.push_back(curves.points());
  }
  return curves;
}

Curves survey_of(std::int64_t objects) {
  SimulatedSurvey simulated = simulate(objects, 85.0);
  return Curves{std::move(simulated.offsets), std::move(simulated.time), std::move(simulated.value),
                std::move(simulated.error)};
}

Curves const& survey() {
  static Curves const curves = survey_of(999);
  return curves;
}

Curves const& asteroids() {
  constexpr std::int64_t points = 165'221;
  static Curves const curves = [] {
    SimulatedSurvey simulated = simulate(999, 90.0);
    auto& offsets = simulated.offsets;
    std::int64_t const surplus = simulated.points() - points;
    std::size_t longest = 0;
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
      if (offsets[i + 1] - offsets[i] > offsets[longest + 1] - offsets[longest]) {
        longest = i;
      }
    }
    SIDERUM_VALIDATE(0 <= surplus && surplus < offsets[longest + 1] - offsets[longest],
                     "The simulated survey has " + std::to_string(simulated.points()) +
                         " points (a little more than " + std::to_string(points) +
                         " are wanted). Choose another median.");
    auto const end = offsets[longest + 1];
    for (auto* const column : {&simulated.time, &simulated.value, &simulated.error}) {
      column->erase(column->begin() + (end - surplus), column->begin() + end);
    }
    for (std::size_t i = longest + 1; i < offsets.size(); ++i) {
      offsets[i] -= surplus;
    }
    return Curves{std::move(simulated.offsets), std::move(simulated.time),
                  std::move(simulated.value), std::move(simulated.error)};
  }();
  return curves;
}

FrequencyGrid search_grid(std::int64_t count) {
  return half_open_grid(0.5, 24.0, count);
}

void write_curves(Curves const& curves, std::string const& path, std::int64_t copies) {
  std::FILE* const file = std::fopen(path.c_str(), "w");
  SIDERUM_VALIDATE(file != nullptr, path +
                                        " cannot be written (the folder is missing or "
                                        "read-only). Name another file.");
  std::fputs("id,time,value,error\n", file);
  for (std::int64_t copy = 0; copy < copies; ++copy) {
    for (std::int64_t object = 0; object < curves.objects(); ++object) {
      for (std::int64_t j = curves.offsets[object]; j < curves.offsets[object + 1]; ++j) {
        Row row;
        row.append(copy * curves.objects() + object, ',');
        row.append(curves.time[j], ',');
        row.append(curves.value[j], ',');
        row.append(curves.error[j], '\n');
        std::fwrite(row.text, 1, row.length, file);
      }
    }
  }
  bool const failed = std::ferror(file) != 0;
  SIDERUM_VALIDATE(std::fclose(file) == 0 && !failed,
                   path +
                       " could not be written whole (is the disk full?). Make room or name "
                       "another file.");
}

}  // namespace siderum::bench
