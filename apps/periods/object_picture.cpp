// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/periods/object_picture.hpp>

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include <siderum/apps/periods/finders.hpp>
#include <siderum/apps/periods/periodogram_writer.hpp>
#include <siderum/apps/periods/periods_choices.hpp>

namespace siderum::apps {

namespace {

// Twice the pixels of the left half of the picture.
constexpr std::int64_t picture_columns = 1200;

/// The powers of one object on the whole grid, also where candidates alone were searched.
std::vector<double> whole_periodogram(Compute const& compute, io::LightCurveTable const& single,
                                      PeriodSearch search) {
  std::vector<double> power;
  search.candidates.reset();
  search.sink = [&power](PeriodogramRows const& rows) {
    std::vector<double> const piece = power_of(rows);
    power.insert(power.end(), piece.begin(), piece.end());
  };
  compute.search_periods(single, search);
  return power;
}

std::string power_name(PeriodSearch const& search) {
  if (!search.finder) {
    return std::string(name_of(search.options.normalization, normalization_choices));
  }
  return std::visit(
      []<class Options>(Options const& options) {
        return FinderProgram<Options>::power_name(options);
      },
      *search.finder);
}

/// What the finder fitted at the peak, if that is a curve.
void add_fit(Compute const& compute, io::LightCurveTable const& single, PeriodSearch const& search,
             PeriodPicture& picture) {
  double const frequency = search.grid.frequency(picture.peak.index);
  picture.sinusoid.frequency = frequency;
  picture.sinusoid.epoch = *std::min_element(single.time.begin(), single.time.end());
  if (!search.finder) {
    picture.sinusoid = compute.fit_sinusoid(single, 0, frequency, search.options);
    return;
  }
  std::visit(
      [&]<class Options>(Options const& options) {
        FinderProgram<Options>::add_fit(single, frequency, options, picture);
      },
      *search.finder);
}

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
  search.peaks = 1;
  search.sink = nullptr;
  search.false_alarm = FalseAlarm::none;
  PeriodPicture picture;
  picture.peak = compute.search_periods(single, search).peaks.front();
  picture.id = single.id.front();
  picture.grid = search.grid;
  search.refine = Refine::no;
  std::vector<double> const power = whole_periodogram(compute, single, search);
  picture.periodogram = envelope(power, picture_columns);
  if (!std::isnan(picture.peak.frequency)) {  // refined: the curve shows its power on the grid
    picture.peak.power = power[static_cast<std::size_t>(picture.peak.index)];
  }
  picture.excluded = search.excluded;
  picture.power_name = power_name(search);
  add_fit(compute, single, search, picture);
  picture.time = std::move(single.time);
  picture.value = std::move(single.value);
  picture.error = std::move(single.error);
  return picture;
}

}  // namespace siderum::apps
