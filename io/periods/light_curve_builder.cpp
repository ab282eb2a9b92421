// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/periods/light_curve_builder.hpp>

#include <algorithm>
#include <utility>

#include <siderum/core/error.hpp>
#include <siderum/core/large_pages.hpp>

namespace siderum::io {

void LightCurveBuilder::expect(std::int64_t points) {
  std::size_t const needed = time_.size() + static_cast<std::size_t>(points);
  if (needed <= time_.capacity()) {
    return;
  }
  // At least half as much again, so that thousands of small files do not copy everything each time.
  std::size_t const capacity =
      time_.empty() ? needed : std::max(needed, time_.size() + time_.size() / 2);
  reserve_large(object_, capacity);
  reserve_large(time_, capacity);
  reserve_large(value_, capacity);
  if (errors_ == Errors::present) {
    reserve_large(error_, capacity);
  }
}

void LightCurveBuilder::start_file(Errors errors, Bands bands, FileKind kind) {
  SIDERUM_EXPECT(file_ < 0 || errors == errors_);
  errors_ = errors;
  if (bands_ == Bands::absent && bands != Bands::absent && !too_many_bands_) {
    bands_ = bands;
    band_.assign(time_.size(), -1);
  }
  ++file_;
  kinds_.push_back(std::move(kind));
  file_is_scattered_ = false;
}

void LightCurveBuilder::note_objects() {
  for (ObjectIndex::Answer const& answer : index_.take_answers()) {
    std::int32_t const last = object_.empty() ? -1 : object_.back();
    change_object(answer.number, last);
    check_kinds(answer.number);
    object_.insert(object_.end(), static_cast<std::size_t>(answer.times), answer.number);
  }
}

void LightCurveBuilder::change_object(std::int32_t object, std::int32_t last) {
  std::size_t const place = static_cast<std::size_t>(object);
  if (place == last_file_.size()) {
    last_file_.push_back(file_);
    return;
  }
  if (object != last) {
    grouped_ = false;
    file_is_scattered_ = file_is_scattered_ || last_file_[place] == file_;
  }
  if (!file_is_scattered_) {
    last_file_[place] = file_;
  }
}

void LightCurveBuilder::check_kinds(std::int32_t object) {
  auto const place = static_cast<std::size_t>(object);
  if (place == knowing_files_.size()) {
    knowing_files_.emplace_back();
  }
  auto const check = [&](std::int32_t& first, std::string FileKind::*kind, bool is_of_times) {
    std::string const& here = kinds_.back().*kind;
    if (first == file_ || here.empty()) {
      return;
    }
    if (first < 0) {
      first = file_;
    } else if (!clash_ && kind_of(first).*kind != here) {
      clash_ = KindClash{object, first, is_of_times};
    }
  };
  check(knowing_files_[place].values, &FileKind::values, false);
  check(knowing_files_[place].times, &FileKind::times, true);
}

void LightCurveBuilder::forget_bands() {
  bands_ = Bands::absent;
  band_ = {};
  band_names_ = {};
}

BandUse LightCurveBuilder::band_use() const {
  constexpr std::int32_t none = -1;
  constexpr std::int32_t several = -2;
  BandUse use;
  use.bands = std::ssize(band_names_);
  std::vector<std::int32_t> band_of(static_cast<std::size_t>(index_.size()), none);
  for (std::size_t i = 0; i < band_.size(); ++i) {
    std::int32_t& known = band_of[static_cast<std::size_t>(object_[i])];
    if (band_[i] != none && known != band_[i]) {
      known = known == none ? band_[i] : several;
    }
  }
  use.mixed_objects = std::count(band_of.begin(), band_of.end(), several);
  use.objects = std::ssize(band_of) - std::count(band_of.begin(), band_of.end(), none);
  return use;
}

void LightCurveBuilder::add_band(std::string_view name) {
  if (name.empty()) {
    band_.push_back(-1);
    return;
  }
  // A survey has a handful of bands, and the band of the point before is the likeliest.
  if (!band_.empty() && band_.back() >= 0 &&
      band_names_[static_cast<std::size_t>(band_.back())] == name) {
    band_.push_back(band_.back());
    return;
  }
  auto const found = std::find(band_names_.begin(), band_names_.end(), name);
  band_.push_back(static_cast<std::int32_t>(found - band_names_.begin()));
  if (found == band_names_.end()) {
    if (std::ssize(band_names_) == most_bands) {
      if (bands_ == Bands::watched) {
        too_many_bands_ = true;
        forget_bands();
        return;
      }
      throw Error(
          "There are more than 1000 bands (a band is a filter, not a number of its own for"
          " each point). Name the column of the filters with --band-column.");
    }
    band_names_.emplace_back(name);
  }
}

template <class Value>
void LightCurveBuilder::group(std::vector<std::int64_t> const& offsets,
                              std::vector<Value>& column) const {
  std::vector<std::int64_t> next = offsets;
  std::vector<Value> sorted(column.size());
  for (std::size_t i = 0; i < column.size(); ++i) {
    std::int64_t& place = next[static_cast<std::size_t>(object_[i])];
    sorted[static_cast<std::size_t>(place)] = column[i];
    ++place;
  }
  column = std::move(sorted);
}

LightCurveTable LightCurveBuilder::finish() && {
  if (bands_ == Bands::watched) {
    forget_bands();
  }
  LightCurveTable table;
  table.offsets.assign(static_cast<std::size_t>(index_.size()) + 1, 0);
  for (std::int32_t const object : object_) {
    ++table.offsets[static_cast<std::size_t>(object) + 1];
  }
  for (std::size_t i = 1; i < table.offsets.size(); ++i) {
    table.offsets[i] += table.offsets[i - 1];
  }
  if (!grouped_) {
    group(table.offsets, time_);
    group(table.offsets, value_);
    group(table.offsets, error_);
    group(table.offsets, band_);
  }
  table.id = std::move(index_).take_ids();
  table.time = std::move(time_);
  table.value = std::move(value_);
  table.error = std::move(error_);
  table.band = std::move(band_);
  table.band_names = std::move(band_names_);
  return table;
}

}  // namespace siderum::io
