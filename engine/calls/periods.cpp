// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/periods.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <numbers>
#include <string>
#include <utility>

#include <siderum/core/error.hpp>
#include <siderum/engine/calls/check_search.hpp>
#include <siderum/engine/calls/dealt_curves.hpp>
#include <siderum/engine/calls/shared_search.hpp>
#include <siderum/engine/loader/communicator.hpp>
#include <siderum/engine/loader/module.hpp>
#include <siderum/engine/loader/observers.hpp>
#include <siderum/engine/loader/placement.hpp>
#include <siderum/engine/loader/session.hpp>

namespace siderum::engine {

namespace {

/// Values that differ, and are all 0 as floats, look constant to a search in single precision.
void find_lost_values(LightCurveTable const& curves, std::vector<ObjectStatus>& status) {
  for (std::size_t object = 0; object < status.size(); ++object) {
    auto const first = curves.value.begin() + curves.offsets[object];
    auto const last = curves.value.begin() + curves.offsets[object + 1];
    if (status[object] != ObjectStatus::constant || first == last) {
      continue;
    }
    auto const [lowest, highest] = std::minmax_element(first, last);
    constexpr double smallest = std::numeric_limits<float>::min();
    if (*lowest < *highest && std::max(-*lowest, *highest) < smallest) {
      status[object] = ObjectStatus::out_of_range;
    }
  }
}

/// Peaks that were not refined lie on the grid.
void find_frequencies(FrequencyGrid const& grid, std::vector<Peak>& peaks) {
  for (Peak& peak : peaks) {
    bool const is_there = peak.index >= 0;
    peak.is_refined = is_there && !std::isnan(peak.frequency);
    if (!peak.is_refined) {
      peak.frequency =
          is_there ? grid.frequency(peak.index) : std::numeric_limits<double>::quiet_NaN();
    }
  }
}

}  // namespace

Placement place(LightCurveTable const& curves, PeriodSearch const& search,
                Execution const& execution) {
  check_search(curves, search);
  check_memory_fraction(execution);
  return place(execution, [&](MachineRates const& rates) {
    return expected_time(curves, search, execution, rates);
  });
}

void foresee(std::int64_t points, PeriodSearch const& search, Execution const& execution) {
  foresee(execution,
          [&](MachineRates const& rates) { return surest_time(points, search, execution, rates); });
}

OwnGridResult search_on_own_grids(LightCurveTable const& curves, OwnGridSearch const& search,
                                  Execution const& execution) {
  validate(curves);
  check_peaks(search.peaks);
  check_memory_fraction(execution);
  OwnGridResult result;
  result.grids = own_grids(curves.time, curves.offsets, search.range);
  // As long as one on a common grid with as many points times frequencies.
  double work = 0.0;
  for (std::size_t object = 0; object < result.grids.size(); ++object) {
    work += static_cast<double>(curves.offsets[object + 1] - curves.offsets[object]) *
            static_cast<double>(result.grids[object].count);
  }
  PeriodSearch common;
  common.options = search.options;
  common.grid.count =
      static_cast<std::int64_t>(work / std::max(1.0, static_cast<double>(curves.points())));
  Execution here = place(execution, [&](MachineRates const& rates) {
                     return expected_time(curves, common, execution, rates);
                   }).execution;
  WatchedProgress progress(execution.progress);
  here.progress = progress.get();
  if (distributed::Communicator* const all = communicator()) {
    search_own_grids_together(*all, curves, search, result, here);
  } else {
    with_module(here,
                [&](Module& module) { module.search_on_own_grids(curves, search, result, here); });
  }
  if (execution.precision == Precision::single_precision) {
    find_lost_values(curves, result.status);
  }
  return result;
}

namespace {

PeriodSearchResult search_periods(LightCurveTable const& curves, DealtCurves const* dealt,
                                  PeriodSearch const& search, Execution const& execution) {
  WatchedProgress progress(execution.progress);
  PeriodSearch observed = search;
  observed.sink = watched(search.sink);
  Execution here = place(curves, search, execution).execution;
  here.progress = progress.get();
  distributed::Communicator* const all = communicator();
  PeriodSearchResult result = all != nullptr && curves.objects() > 0
                                  ? search_together(*all, curves, dealt, observed, here)
                                  : with_module(here, [&](Module& module) {
                                      return module.search_periods(curves, observed, here);
                                    });
  find_frequencies(search.grid, result.peaks);
  if (execution.precision == Precision::single_precision) {
    find_lost_values(curves, result.status);
  }
  return result;
}

}  // namespace

PeriodSearchResult search_periods(LightCurveTable const& curves, PeriodSearch const& search,
                                  Execution const& execution) {
  return search_periods(curves, nullptr, search, execution);
}

KeptCurves::KeptCurves(LightCurveTable table) : table_(std::move(table)) {
  validate(table_);
  if (distributed::Communicator* const all = communicator()) {
    dealt_ = std::make_unique<DealtCurves>(*all, table_);
  }
}

KeptCurves::~KeptCurves() = default;

PeriodSearchResult KeptCurves::search(PeriodSearch const& search,
                                      Execution const& execution) const {
  if (dealt_) {
    dealt_->check_still_joined();
  }
  return search_periods(table_, dealt_.get(), search, execution);
}

void spectral_windows(LightCurveTable const& curves, FrequencyGrid const& grid, Errors errors,
                      PeriodogramSink const& sink, Execution const& execution) {
  validate(curves);
  validate(grid);
  check_memory_fraction(execution);
  SIDERUM_VALIDATE(sink,
                   "The sink is empty (spectral windows are handed to it, and not kept). Give"
                   " a function.");
  PeriodogramSink const observed = watched(sink);
  WatchedProgress progress(execution.progress);
  Execution here = place(execution, [&](MachineRates const& rates) {
                     return expected_time(curves, grid, execution, rates);
                   }).execution;
  here.progress = progress.get();
  if (distributed::Communicator* const all = communicator()) {
    windows_together(*all, curves, grid, errors, observed, here);
    return;
  }
  with_module(
      here, [&](Module& module) { module.spectral_windows(curves, grid, errors, observed, here); });
}

Sinusoid fit_sinusoid(LightCurveTable const& curves, std::int64_t object, double frequency,
                      LombScargleOptions const& options, Execution const& execution) {
  check_object(curves, object);
  return with_module(on_cpu(execution), [&](Module& module) {
    return module.fit_sinusoid(curves, object, frequency, options);
  });
}

std::vector<HarmonicModel> fit_harmonics(LightCurveTable const& curves,
                                         std::span<double const> frequency, int terms,
                                         LombScargleOptions const& options,
                                         Execution const& execution) {
  validate(curves);
  SIDERUM_VALIDATE(std::ssize(frequency) == curves.objects(),
                   "There are " + std::to_string(frequency.size()) + " frequencies and " +
                       std::to_string(curves.objects()) +
                       " objects (each is fitted at one of its own). Give as many of each.");
  return with_module(on_cpu(execution), [&](Module& module) {
    return module.fit_harmonics(curves, frequency, terms, options);
  });
}

double HarmonicModel::operator()(double time) const {
  double const cycles = frequency * (time - epoch);
  double const phase = 2.0 * std::numbers::pi * (cycles - std::floor(cycles));
  double value = offset;
  for (std::size_t i = 0; i + 1 < coefficient.size(); i += 2) {
    double const angle = static_cast<double>(i / 2 + 1) * phase;
    value += coefficient[i] * std::cos(angle) + coefficient[i + 1] * std::sin(angle);
  }
  return value;
}

FoldedCurve fit_folded(LightCurveTable const& curves, std::int64_t object, double frequency,
                       FinderOptions const& finder, Execution const& execution) {
  check_object(curves, object);
  return with_module(on_cpu(execution), [&](Module& module) {
    return module.fit_folded(curves, object, frequency, finder);
  });
}

}  // namespace siderum::engine
