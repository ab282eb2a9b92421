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
std::vector<double> whole_periodogram(engine::Execution const& execution,
                                      LightCurveTable const& single, engine::PeriodSearch search) {
  std::vector<double> power;
  search.candidates.reset();
  search.sink = [&power, all = search.grid.count](engine::PeriodogramRows const& rows) {
    append_power(rows, all, power);
  };
  engine::search_periods(single, search, execution);
  return power;
}

std::string power_name(engine::PeriodSearch const& search) {
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
void add_fit(engine::Execution const& execution, LightCurveTable const& single,
             engine::PeriodSearch const& search, PeriodPicture& picture) {
  double const frequency = search.grid.frequency(picture.peak.index);
  picture.sinusoid.frequency = frequency;
  picture.sinusoid.epoch = *std::min_element(single.time.begin(), single.time.end());
  if (!search.finder) {
    picture.sinusoid = engine::fit_sinusoid(single, 0, frequency, search.options, execution);
    return;
  }
  std::visit([&]<class Options>(
                 Options const& options) { FinderProgram<Options>::shape_fit(options, picture); },
             *search.finder);
  picture.curve = engine::fit_folded(single, 0, frequency, *search.finder, execution);
}

}  // namespace

std::int64_t first_answer(engine::PeriodSearchResult const& result,
                          engine::PeriodSearch const& search) {
  for (std::size_t object = 0; object < result.status.size(); ++object) {
    if (result.peaks[object * static_cast<std::size_t>(search.peaks)].index >= 0) {
      return static_cast<std::int64_t>(object);
    }
  }
  return -1;
}

LightCurveTable single_object(LightCurveTable const& curves, std::int64_t object) {
  auto const first = curves.offsets[static_cast<std::size_t>(object)];
  auto const last = curves.offsets[static_cast<std::size_t>(object) + 1];
  LightCurveTable single;
  single.id = {curves.id[static_cast<std::size_t>(object)]};
  single.offsets = {0, last - first};
  single.time.assign(curves.time.begin() + first, curves.time.begin() + last);
  single.value.assign(curves.value.begin() + first, curves.value.begin() + last);
  if (!curves.error.empty()) {
    single.error.assign(curves.error.begin() + first, curves.error.begin() + last);
  }
  return single;
}

PeriodPicture object_picture(engine::Execution const& execution, LightCurveTable const& curves,
                             std::int64_t object, engine::PeriodSearch search) {
  LightCurveTable single = single_object(curves, object);
  search.peaks = 1;
  search.sink = nullptr;
  search.false_alarm = engine::FalseAlarm::none;
  PeriodPicture picture;
  picture.peak = engine::search_periods(single, search, execution).peaks.front();
  picture.id = single.id.front();
  picture.grid = search.grid;
  search.refine = engine::Refine::no;
  std::vector<double> const power = whole_periodogram(execution, single, search);
  picture.periodogram = envelope(power, picture_columns);
  if (picture.peak.is_refined) {  // the curve shows its power on the grid
    picture.peak.power = power[static_cast<std::size_t>(picture.peak.index)];
  }
  picture.excluded = search.excluded;
  picture.power_name = power_name(search);
  add_fit(execution, single, search, picture);
  picture.time = std::move(single.time);
  picture.value = std::move(single.value);
  picture.error = std::move(single.error);
  return picture;
}

}  // namespace siderum::apps
