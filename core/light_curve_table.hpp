// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace siderum {

/// Light curves as files give them: ragged, in plain host memory, grouped by object. From arrays:
///
///     siderum::LightCurveTable const curves = siderum::light_curve(time, value, error);
///
/// Object i holds the points offsets[i] .. offsets[i + 1] - 1. Objects stand in the order in which
/// their ids first appear, the points of one object in the order of the rows. Everything was
/// checked: times and values are finite, errors are finite and > 0.
struct LightCurveTable {
  std::vector<std::string> id;           ///< (objects)
  std::vector<std::int64_t> offsets{0};  ///< (objects + 1)
  std::vector<double> time;              ///< (points) [time unit of the file]
  std::vector<double> value;             ///< (points)
  std::vector<double> error;             ///< (points), or empty where the files have no errors
  std::vector<std::int32_t> band;        ///< (points) index into band_names, or empty without bands
  std::vector<std::string> band_names;   ///< in order of first appearance; all have points

  std::int64_t objects() const { return static_cast<std::int64_t>(id.size()); }
  std::int64_t points() const { return static_cast<std::int64_t>(time.size()); }
};

/// Throws Error unless the vectors of a table fit each other: one id and one range of points for
/// each object, and as many values, errors and bands as times, where there are any. Numbers are not
/// looked at. Cost O(objects).
void validate(LightCurveTable const& table);

/// Adds one object, of points in any order, to a table without bands.
///
/// @param time   (points) finite
/// @param value  (points) finite
/// @param error  (points) finite and > 0; or empty, where no object of the table has errors
/// Throws Error that names the point, counted from 0, and leaves the table as it was.
void add_light_curve(LightCurveTable& table, std::string id, std::span<double const> time,
                     std::span<double const> value, std::span<double const> error = {});

/// A table of one object, without an id.
inline LightCurveTable light_curve(std::span<double const> time, std::span<double const> value,
                                   std::span<double const> error = {}) {
  LightCurveTable table;
  add_light_curve(table, {}, time, value, error);
  return table;
}

}  // namespace siderum
