// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <siderum/core/light_curve_table.hpp>
#include <siderum/io/periods/object_index.hpp>
#include <siderum/io/tables/row.hpp>

namespace siderum::io {

enum class Errors { absent, present };

/// `watched` ones were not asked for: a point may have none, and the table gets none.
enum class Bands { absent, watched, present };

/// What the values and the times of a file are, where their names say so; empty: they do not.
struct FileKind {
  std::string values;  ///< as quantity_kind has it
  std::string times;   ///< as date_kind has it
};

/// A file of which an object has points although it has others of another kind.
struct KindClash {
  std::int32_t object;
  std::int32_t file;  ///< from 0, in the order of start_file
  bool is_of_times;   ///< or of values
};

/// How the bands spread over the objects.
struct BandUse {
  std::int64_t bands = 0;          ///< how many there are
  std::int64_t objects = 0;        ///< with a band
  std::int64_t mixed_objects = 0;  ///< of these, with several
};

/// Takes points in any order of objects and groups them by object.
///
/// Grouping is a counting sort, column by column, and stable: points of one object keep their
/// order. Points that come grouped are not moved.
class LightCurveBuilder {
 public:
  static constexpr std::ptrdiff_t most_bands = 1000;

  /// Says that about so many more points will come.
  void expect(std::int64_t points);

  /// To be called before the points of each file. What the first file has, all must have.
  void start_file(Errors errors, Bands bands, FileKind kind = {});

  /// Adds a point to the object of that id.
  void add(std::string_view id, Row const& row) {
    if (index_.is_full()) {
      note_objects();
    }
    index_.ask(id);
    time_.push_back(row.time);
    value_.push_back(row.value);
    if (errors_ == Errors::present) {
      error_.push_back(row.error);
    }
    if (bands_ != Bands::absent) {
      add_band(row.band);
    }
  }

  /// To be called after the points of each file.
  void end_file() { note_objects(); }

  /// Did an object of the file that ended last come back after points of another one?
  bool file_is_scattered() const { return file_is_scattered_; }

  /// The first one of the file that ended last with one before.
  std::optional<KindClash> const& clash() const { return clash_; }
  FileKind const& kind_of(std::int32_t file) const {
    return kinds_[static_cast<std::size_t>(file)];
  }

  std::int64_t points() const { return static_cast<std::int64_t>(time_.size()); }
  std::vector<std::string> const& ids() const { return index_.ids(); }
  std::vector<std::string> const& band_names() const { return band_names_; }

  /// To be called after the last file.
  BandUse band_use() const;

  LightCurveTable finish() &&;

 private:
  /// The first files of an object that say their kinds; -1: none.
  struct KnowingFiles {
    std::int32_t values = -1;
    std::int32_t times = -1;
  };

  void note_objects();
  void change_object(std::int32_t object, std::int32_t last);
  void check_kinds(std::int32_t object);
  void add_band(std::string_view name);
  void forget_bands();
  template <class Value>
  void group(std::vector<std::int64_t> const& offsets, std::vector<Value>& column) const;

  Errors errors_ = Errors::absent;
  Bands bands_ = Bands::absent;
  ObjectIndex index_;
  std::vector<std::int32_t> object_;  ///< (points), behind the others by what index_ was asked
  std::vector<double> time_;
  std::vector<double> value_;
  std::vector<double> error_;
  std::vector<std::int32_t> band_;  ///< -1: none
  std::vector<std::string> band_names_;
  std::vector<std::int32_t> last_file_;  ///< per object, kept while the file is not scattered
  std::int32_t file_ = -1;
  std::vector<FileKind> kinds_;              ///< of all files
  std::vector<KnowingFiles> knowing_files_;  ///< per object
  std::optional<KindClash> clash_;
  bool file_is_scattered_ = false;
  bool too_many_bands_ = false;  ///< for watched ones to be bands
  bool grouped_ = true;
};

}  // namespace siderum::io
