// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/object_picture.hpp>

#include <utility>

#include <siderum/apps/choices.hpp>
#include <siderum/apps/periodogram_writer.hpp>

namespace siderum::apps {

namespace {

// Twice the pixels of the left half of the picture.
constexpr std::int64_t picture_columns = 1200;

}  // namespace

std::int64_t first_answer(PeriodSearchResult const& result, PeriodSearch const& search) {
  for (std::size_t object = 0; object < result.status.size(); ++object) {
    if (result.peaks[object * static_cast<std::size_t>(search.peaks)].index >= 0) {
      return static_cast<std::int64_t>(object);
    }
  }
  return -1;
}

io::LightCurveTable single_object(io::LightCurveTable const& curves, std::int64_t object) {
  auto const first = curves.offsets[static_cast<std::size_t>(object)];
  auto const last = curves.offsets[static_cast<std::size_t>(object) + 1];
  io::LightCurveTable single;
  single.id = {curves.id[static_cast<std::size_t>(object)]};
  single.offsets = {0, last - first};
  single.time.assign(curves.time.begin() + first, curves.time.begin() + last);
  single.value.assign(curves.value.begin() + first, curves.value.begin() + last);
  if (!curves.error.empty()) {
    single.error.assign(curves.error.begin() + first, curves.error.begin() + last);
  }
  return single;
}

PeriodPicture object_picture(Compute const& compute, io::LightCurveTable const& curves,
                             std::int64_t object, PeriodSearch search) {
  io::LightCurveTable single = single_object(curves, object);
  std::vector<double> power;
  search.peaks = 1;
  search.sink = [&power](PeriodogramRows const& rows) {
    std::vector<double> const piece = power_of(rows);
    power.insert(power.end(), piece.begin(), piece.end());
  };
  PeriodPicture picture;
  picture.peak = compute.search_periods(single, search).peaks.front();
  picture.id = single.id.front();
  picture.grid = search.grid;
  picture.periodogram = envelope(power, picture_columns);
  picture.excluded = search.excluded;
  picture.power_name = name_of(search.options.normalization, normalization_choices);
  picture.sinusoid =
      compute.fit_sinusoid(single, 0, search.grid.frequency(picture.peak.index), search.options);
  picture.time = std::move(single.time);
  picture.value = std::move(single.value);
  picture.error = std::move(single.error);
  return picture;
}

}  // namespace siderum::apps
