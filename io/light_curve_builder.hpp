// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <siderum/io/light_curve_table.hpp>
#include <siderum/io/object_index.hpp>
#include <siderum/io/row.hpp>

namespace siderum::io {

enum class Errors { absent, present };

/// Takes points in any order of objects and groups them by object.
///
/// Grouping is a counting sort, column by column, and stable: points of one object keep their
/// order. Points that come grouped are not moved.
class LightCurveBuilder {
 public:
  /// Says that about so many more points will come.
  void expect(std::int64_t points);

  /// To be called before the points of each file. What the first file has, all must have.
  void start_file(Errors errors);

  /// Adds a point to the object of that id.
  void add(std::string_view id, Row const& row) {
    std::int32_t const objects_before = index_.size();
    std::int32_t const object = index_.number_of(id);
    if (object != last_object_) {
      change_object(object, objects_before);
    }
    object_.push_back(object);
    time_.push_back(row.time);
    value_.push_back(row.value);
    if (errors_ == Errors::present) {
      error_.push_back(row.error);
    }
  }

  std::int64_t points() const { return static_cast<std::int64_t>(object_.size()); }
  std::vector<std::string> const& ids() const { return index_.ids(); }

  /// Did an object of this file come back after points of another one?
  bool file_is_scattered() const { return file_is_scattered_; }

  LightCurveTable finish() &&;

 private:
  void change_object(std::int32_t object, std::int32_t objects_before);
  void group(std::vector<std::int64_t> const& offsets, std::vector<double>& column) const;

  Errors errors_ = Errors::absent;
  ObjectIndex index_;
  std::vector<std::int32_t> object_;
  std::vector<double> time_;
  std::vector<double> value_;
  std::vector<double> error_;
  std::vector<std::int32_t> last_file_;  ///< per object, kept while the file is not scattered
  std::int32_t file_ = -1;
  std::int32_t last_object_ = -1;
  bool file_is_scattered_ = false;
  bool grouped_ = true;
};

}  // namespace siderum::io
