// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/light_curve_table.hpp>

#include <cmath>
#include <cstddef>
#include <utility>

#include <siderum/core/error.hpp>

namespace siderum {

namespace {

void validate_sizes(LightCurveTable const& table, std::size_t times, std::size_t values,
                    std::size_t errors) {
  SIDERUM_VALIDATE(table.band.empty(),
                   "The table has bands (each of its points has one). Add the object to a table"
                   " without.");
  SIDERUM_VALIDATE(values == times, "There are " + std::to_string(times) + " times and " +
                                        std::to_string(values) +
                                        " values (each point has both). Give as many of each.");
  SIDERUM_VALIDATE(errors == 0 || errors == times,
                   "There are " + std::to_string(times) + " times and " + std::to_string(errors) +
                       " errors (each point has one, or none has). Give as many, or none.");
  bool const agrees = table.points() == 0 || times == 0 || table.error.empty() == (errors == 0);
  SIDERUM_VALIDATE(agrees, errors == 0 ? "The object has no errors (the others of the table have"
                                         " some). Give errors to all objects or to none."
                                       : "The object has errors (the others of the table have"
                                         " none). Give errors to all objects or to none.");
}

void validate_number(bool is_right, char const* name, std::size_t point, char const* why) {
  SIDERUM_VALIDATE(is_right, std::string("The ") + name + " of point " + std::to_string(point) +
                                 " is not a finite number" + why + ". Remove the point.");
}

void validate_count(std::size_t count, std::int64_t points, char const* what) {
  SIDERUM_VALIDATE(static_cast<std::int64_t>(count) == points,
                   "The table has " + std::to_string(points) + " times and " +
                       std::to_string(count) + " " + what +
                       " (each of its points has one). Give as many of each.");
}

}  // namespace

void validate(LightCurveTable const& table) {
  std::vector<std::int64_t> const& offsets = table.offsets;
  SIDERUM_VALIDATE(offsets.size() == table.id.size() + 1,
                   "The table has " + std::to_string(table.id.size()) + " ids and " +
                       std::to_string(offsets.size()) +
                       " offsets (there is one of each for an object, and the end). Give an id, "
                       "which may be empty, and an offset for each.");
  SIDERUM_VALIDATE(offsets.front() == 0 && offsets.back() == table.points(),
                   "The offsets of the table run from " + std::to_string(offsets.front()) + " to " +
                       std::to_string(offsets.back()) + " (it has " +
                       std::to_string(table.points()) +
                       " points). Begin at 0, and end at the number of points.");
  for (std::size_t i = 1; i < offsets.size(); ++i) {
    SIDERUM_VALIDATE(offsets[i] >= offsets[i - 1],
                     "The points of object " + std::to_string(i - 1) +
                         " of the table end before they begin (offsets count the points of all"
                         " objects before). Give offsets that do not descend.");
  }
  validate_count(table.value.size(), table.points(), "values");
  if (!table.error.empty()) {
    validate_count(table.error.size(), table.points(), "errors");
  }
  if (!table.band.empty()) {
    validate_count(table.band.size(), table.points(), "bands");
  }
}

void add_light_curve(LightCurveTable& table, std::string id, std::span<double const> time,
                     std::span<double const> value, std::span<double const> error) {
  validate_sizes(table, time.size(), value.size(), error.size());
  for (std::size_t j = 0; j < time.size(); ++j) {
    validate_number(std::isfinite(time[j]), "time", j, "");
    validate_number(std::isfinite(value[j]), "value", j, "");
  }
  for (std::size_t j = 0; j < error.size(); ++j) {
    validate_number(std::isfinite(error[j]) && error[j] > 0.0, "error", j,
                    " above zero (it weighs the point by error^-2)");
  }
  table.id.push_back(std::move(id));
  table.time.insert(table.time.end(), time.begin(), time.end());
  table.value.insert(table.value.end(), value.begin(), value.end());
  table.error.insert(table.error.end(), error.begin(), error.end());
  table.offsets.push_back(table.points());
}

}  // namespace siderum
