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

}  // namespace

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
