// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/periods/object_picture.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

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
  search.folding.candidates.reset();
  search.sink = [&power](PeriodogramRows const& rows) {
    std::vector<double> const piece = power_of(rows);
    power.insert(power.end(), piece.begin(), piece.end());
  };
  compute.search_periods(single, search);
  return power;
}

std::string power_name(PeriodSearch const& search) {
  switch (search.finder) {
    case Finder::lomb_scargle:
      return std::string(name_of(search.options.normalization, normalization_choices));
    case Finder::super_smoother:
      return search.folding.super_smoother.score == SmootherScore::power ? "n/2 (1 - chi2/chi0)"
                                                                         : "1 - chi2/chi0";
    case Finder::phase_dispersion:
      return "1 - theta";
    case Finder::conditional_entropy:
      return "-H";
  }
  return {};
}

/// What the finder fitted at the peak, if that is a curve.
void add_fit(Compute const& compute, io::LightCurveTable const& single, PeriodSearch const& search,
             PeriodPicture& picture) {
  double const frequency = search.grid.frequency(picture.peak.index);
  SuperSmootherOptions const& smoother = search.folding.super_smoother;
  picture.sinusoid.frequency = frequency;
  picture.sinusoid.epoch = *std::min_element(single.time.begin(), single.time.end());
  switch (search.finder) {
    case Finder::lomb_scargle:
      picture.sinusoid = compute.fit_sinusoid(single, 0, frequency, search.options);
      break;
    case Finder::super_smoother:
      picture.shape =
          smoother.ends == PhaseEnds::periodic ? FitShape::closed_curve : FitShape::open_curve;
      picture.curve = smooth_folded(single.time, single.value, single.error, frequency, smoother);
      break;
    case Finder::phase_dispersion:
      picture.shape = FitShape::steps;
      picture.phase_bins = search.folding.phase_bins;
      picture.curve = phase_bin_means(single.time, single.value, frequency, picture.phase_bins);
      break;
    case Finder::conditional_entropy:
      picture.shape = FitShape::none;
      break;
  }
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
