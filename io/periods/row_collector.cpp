// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/periods/row_collector.hpp>

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/io/files/input_file.hpp>
#include <siderum/io/periods/curve_doubts.hpp>
#include <siderum/io/tables/column_advice.hpp>
#include <siderum/io/tables/number_text.hpp>
#include <siderum/io/tables/text_fields.hpp>

namespace siderum::io {
namespace {

/// Of columns that were taken by their places.
constexpr std::string_view rename = "name them with --columns if they are others.";

/// "g, r, i", of more than six the first ones.
std::string list_bands(std::vector<std::string> const& names) {
  constexpr std::size_t most = 6;
  std::string list;
  for (std::size_t i = 0; i < std::min(most, names.size()); ++i) {
    list += (i > 0 ? ", " : "") + shown_text(names[i]);
  }
  return names.size() > most ? list + ", ..." : list;
}

Bands bands_of(ColumnLayout const& layout) {
  return layout.has(ColumnRole::band) ? Bands::present
         : layout.watched_band >= 0   ? Bands::watched
                                      : Bands::absent;
}

}  // namespace

void RowCollector::start_file(std::string const& path, ColumnLayout const& layout, int columns,
                              std::int64_t rows) {
  check_errors(input_name(path), layout);
  file_ = input_name(path);
  layout_ = layout;
  has_ids_ = layout.has(ColumnRole::id);
  builder_.start_file(layout.has(ColumnRole::error) ? Errors::present : Errors::absent,
                      bands_of(layout),
                      {std::string(quantity_kind(layout.value_name)), date_kind(layout.time_name)});
  file_names_.push_back(file_);
  builder_.expect(rows);
  ++files_;
  if (!layout.note.empty()) {
    note(layout.note);
  }
  if (bands_of(layout) != Bands::absent) {
    first_banded_ = first_banded_.empty() ? file_ : first_banded_;
    band_column_ = band_column_.empty() ? layout.band_name : band_column_;
    ++banded_files_;
  }
  bool const magnitudes = names_magnitudes(layout.value_name);
  report_.values = magnitudes && (files_ == 1 || report_.values == ValueKind::magnitudes)
                       ? ValueKind::magnitudes
                       : ValueKind::unknown;
  all_guessed_ = all_guessed_ && layout.origin == LayoutOrigin::counted;
  if (!has_ids_ && layout.origin == LayoutOrigin::counted) {
    note(taken_by_position(layout.description(), advise(layout.commas, rename)));
  }
  if (has_ids_ && layout.origin == LayoutOrigin::counted) {
    ++guessed_files_;
    if (guessed_file_.empty()) {
      guessed_file_ = file_;
      guess_ = layout;
    }
  }
  all_three_columns_ =
      all_three_columns_ && layout.origin == LayoutOrigin::counted && layout.roles.size() == 3;
  if (has_ids_) {
    return;
  }
  object_name_ = io::object_name(path);
  auto const [entry, is_new] = file_of_object_.emplace(object_name_, file_);
  if (!is_new && merged_.empty()) {
    merged_ = fmt::format(
        "{} and {}: neither has ids, both are named '{}'; their points are one "
        "object.",
        entry->second, file_, object_name_);
  }
  int const used =
      static_cast<int>(std::count_if(layout.roles.begin(), layout.roles.end(),
                                     [](ColumnRole role) { return role != ColumnRole::skip; }));
  if (layout.origin == LayoutOrigin::header && columns > used) {
    unnamed_ = fmt::format("{}: the header names no id; all rows are one object, '{}'.", file_,
                           object_name_);
  }
}

void RowCollector::check_errors(std::string const& file, ColumnLayout const& layout) const {
  bool const has_errors = layout.has(ColumnRole::error);
  if (files_ == 0 || has_errors == layout_.has(ColumnRole::error)) {
    return;
  }
  std::string const problem = fmt::format(
      "{} has errors and {} has none (a batch has errors for all its points or for none).",
      has_errors ? file : file_, has_errors ? file_ : file);
  if (layout.without_errors != layout_.without_errors) {
    throw Error(problem + " Read them apart.");
  }
  throw ColumnError(problem,
                    {"Read them apart, or leave the errors out by", layout.without_errors, {}, {}});
}

void RowCollector::refuse(RowFault const& fault, std::int64_t row_number, std::string_view band) {
  if (!layout_.has(ColumnRole::band)) {
    band = {};
  }
  ++report_.rows;
  ++report_.dropped;
  auto const dropped =
      std::find_if(dropped_bands_.begin(), dropped_bands_.end(),
                   [band](DroppedBand const& known) { return known.name == band; });
  bool const is_new_band = !band.empty() && dropped == dropped_bands_.end();
  if (dropped != dropped_bands_.end()) {
    ++dropped->rows;
  }
  if (invalid_ == InvalidRows::drop && report_.dropped > 1 && !is_new_band) {
    return;
  }
  std::string const problem =
      fmt::format("{}, row {}: {}", file_, row_number, describe(fault, layout_));
  if (invalid_ == InvalidRows::error) {
    throw Error(fmt::format("{}. {}", problem, remedy(fault, layout_)));
  }
  if (report_.dropped == 1) {
    report_.first_dropped = problem;
  }
  if (is_new_band && std::ssize(dropped_bands_) < LightCurveBuilder::most_bands) {
    dropped_bands_.push_back({std::string(band), 1, problem});
  }
}

void RowCollector::take_time_unit(TimeUnit unit, bool is_date) {
  bool const agrees = files_ == 1 || report_.times == unit;
  report_.times = agrees ? unit : TimeUnit::unknown;
  if (unit == TimeUnit::days) {
    first_with_unit_ = first_with_unit_.empty() ? file_ : first_with_unit_;
  } else if (!is_date) {
    first_without_unit_ = first_without_unit_.empty() ? file_ : first_without_unit_;
    ++files_without_unit_;
  }
}

void RowCollector::check_bands() const {
  std::vector<std::string> const& there = builder_.band_names();
  for (DroppedBand const& band : dropped_bands_) {
    if (std::find(there.begin(), there.end(), band.name) == there.end()) {
      throw Error(fmt::format(
          "The band '{}' has no points ({}, {}). Correct the data, or take the band out of them.",
          shown_text(band.name),
          band.rows == 1 ? "its only row was dropped"
                         : fmt::format("all {} rows of it were dropped", band.rows),
          band.rows == 1 ? band.first : "the first being " + band.first));
    }
  }
}

void RowCollector::check_kinds() const {
  if (!builder_.clash()) {
    return;
  }
  KindClash const& clash = *builder_.clash();
  auto const kind = [&](std::int32_t file) {
    FileKind const& all = builder_.kind_of(file);
    return clash.is_of_times ? "dates in " + all.times : all.values;
  };
  throw Error(fmt::format(
      "{} has {} and {} has {} of the same object, '{}' (its points are searched as one curve). "
      "Read the files apart, or convert one of them.",
      file_names_[static_cast<std::size_t>(clash.file)], kind(clash.file), file_,
      kind(static_cast<std::int32_t>(file_names_.size()) - 1),
      shown_text(builder_.ids()[static_cast<std::size_t>(clash.object)])));
}

void RowCollector::end_file() {
  builder_.end_file();
  check_kinds();
  if (builder_.file_is_scattered()) {
    ++scattered_files_;
    first_scattered_ = first_scattered_.empty() ? file_ : first_scattered_;
  }
}

void RowCollector::check_guess() const {
  std::vector<std::string> const& ids = builder_.ids();
  std::int64_t const objects = static_cast<std::int64_t>(ids.size());
  if (!all_guessed_ || guessed_files_ == 0 || objects < 2) {
    return;
  }
  std::int64_t const numbers =
      std::count_if(ids.begin(), ids.end(), [](std::string const& id) { return is_number(id); });
  // Written with integers: at least 9 of 10.
  bool const numbered = 10 * numbers >= 9 * objects;
  std::string_view problem;
  if (objects == builder_.points()) {
    problem = "every object has a single point";
  } else if (all_three_columns_ && numbered && 10 * objects >= 9 * builder_.points()) {
    problem = "nearly all ids are different numbers";
  } else {
    return;
  }
  std::string_view const example = numbered                   ? "time,value,error"
                                   : guess_.roles.size() == 3 ? "-,time,value"
                                                              : "-,time,value,error";
  throw ColumnError(
      fmt::format("{}: {} (the columns were taken as {}).", guessed_file_, problem,
                  guess_.description()),
      {advise(guess_.commas, "name the columns, for example by"), std::string(example), {}, {}});
}

/// All files of a batch have the same frequencies, and points of one object may be in several.
void RowCollector::add_unit_note() {
  if (!first_with_unit_.empty() && files_without_unit_ > 0) {
    report_.notes.push_back(
        fmt::format("{}: the times have no unit and were taken as days, since {} says the unit of"
                    " its times. Give them theirs if they are in another.",
                    first_of(first_without_unit_, files_without_unit_), first_with_unit_));
  }
}

void RowCollector::add_band_notes() {
  BandUse const use = builder_.band_use();
  if (use.bands < 2) {
    return;
  }
  std::string const where = first_of(first_banded_, banded_files_);
  if (use.mixed_objects > 0 && !layout_.has(ColumnRole::band)) {
    report_.notes.push_back(fmt::format(
        "{}: the points of {} bands ({}) are searched as if they were of one, although "
        "the column '{}' tells them apart. Give each band its own mean with "
        "--band-column {}, or search one band at a time.",
        where, use.bands, list_bands(builder_.band_names()), band_column_, band_column_));
  } else if (use.mixed_objects == 0 && use.objects > 1) {
    report_.notes.push_back(
        fmt::format("{}: each object has points of a single band, although there are {} ({}): the "
                    "bands are searched apart. Where the bands of a star have ids of their own, "
                    "name a column that they share with --columns id=NAME, and that of the bands "
                    "with --band-column {}.",
                    where, use.bands, list_bands(builder_.band_names()), band_column_));
  }
}

void RowCollector::add_notes() {
  if (scattered_files_ > 0) {
    report_.notes.push_back(
        fmt::format("{}: the rows of an object are not contiguous; they are grouped by id.",
                    first_of(first_scattered_, scattered_files_)));
  }
  if (guessed_files_ > 0) {
    std::size_t const objects = builder_.ids().size();
    report_.notes.push_back(fmt::format(
        "{}: {}", first_of(guessed_file_, guessed_files_),
        taken_by_position(fmt::format("{}, which makes {} object{}", guess_.description(), objects,
                                      objects == 1 ? "" : "s"),
                          advise(guess_.commas, rename))));
  }
  for (std::string& note : file_notes_.sentences()) {
    report_.notes.push_back(std::move(note));
  }
  add_unit_note();
  add_band_notes();
  if (!merged_.empty()) {
    report_.notes.push_back(merged_);
  }
  if (!unnamed_.empty() && files_ == 1) {
    report_.notes.push_back(unnamed_);
  }
}

LightCurveTable RowCollector::finish() && {
  if (builder_.points() == 0) {
    throw Error(
        fmt::format("No row is left (all {} are dropped, the first: {}). Correct the data, or "
                    "name the columns with --columns.",
                    report_.rows, report_.first_dropped));
  }
  check_bands();
  check_guess();
  add_notes();
  LightCurveTable table = std::move(builder_).finish();
  for (std::string const& doubt : doubts_about(table)) {
    report_.notes.push_back(fmt::format("{}, {}", first_of(file_names_.front(), files_), doubt));
  }
  return table;
}

}  // namespace siderum::io
