// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/pairs.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <siderum/core/error.hpp>
#include <siderum/core/sin_cos_degrees.hpp>
#include <siderum/engine/calls/check_arrays.hpp>
#include <siderum/engine/calls/shared_pairs.hpp>
#include <siderum/engine/loader/communicator.hpp>
#include <siderum/engine/loader/made_on_module.hpp>
#include <siderum/engine/loader/module.hpp>
#include <siderum/engine/loader/observers.hpp>
#include <siderum/engine/loader/placement.hpp>
#include <siderum/engine/loader/session.hpp>

namespace siderum::engine {

namespace {

struct Extremes {
  double least;
  double greatest;
};

// (std::minmax_element looks at one number at a time.)
Extremes extremes_of(std::vector<double> const& values) {
  double least = values.front();
  double greatest = values.front();
  double const* const value = values.data();
  std::size_t const count = values.size();
#pragma omp simd reduction(min : least) reduction(max : greatest)
  for (std::size_t i = 0; i < count; ++i) {
    least = value[i] < least ? value[i] : least;
    greatest = value[i] > greatest ? value[i] : greatest;
  }
  return {least, greatest};
}

}  // namespace

double sky_share(CatalogueTable const& points) {
  if (points.points() == 0) {
    return 1.0;
  }
  Extremes const ra = extremes_of(points.ra);
  Extremes const dec = extremes_of(points.dec);
  double const around = std::min((ra.greatest - ra.least) / 360.0, 1.0);
  double const upwards =
      0.5 * (sin_cos_degrees(dec.greatest).sine - sin_cos_degrees(dec.least).sine);
  return std::clamp(around * upwards, 1e-6, 1.0);
}

Placement place(PairWork const& work, SeparationBins const& bins, Execution const& execution) {
  return place(execution, [&](MachineRates const& rates) {
    return expected_time(work, bins, execution, rates);
  });
}

void foresee(PairWork const& work, SeparationBins const& bins, Execution const& execution) {
  foresee(execution,
          [&](MachineRates const& rates) { return expected_time(work, bins, execution, rates); });
}

CatalogueArrays arrays_of(CatalogueTable const& table) {
  return {host_array(std::span(table.ra)), host_array(std::span(table.dec)),
          host_array(std::span(table.weight)), host_array(std::span(table.region))};
}

namespace {

void check(std::vector<std::int64_t> const& labels) {
  auto const place = std::adjacent_find(labels.begin(), labels.end(), std::greater_equal<>());
  SIDERUM_VALIDATE(place == labels.end(), "The region labels do not ascend (" +
                                              std::to_string(*place) + " stands before " +
                                              std::to_string(*(place + 1)) +
                                              "). Sort them, and give each once.");
}

void check(CatalogueArrays const& set, bool has_regions, Execution const& counter) {
  ArrayChecks const checks("right ascensions", set.ra.where);
  std::int64_t const points = set.ra.size();
  checks.line(set.ra, "right ascensions", points, "points");
  checks.line(set.dec, "declinations", points, "points");
  if (set.weight.size() != 0) {
    checks.line(set.weight, "weights", points, "points");
  }
  if (set.region.size() != 0) {
    SIDERUM_VALIDATE(has_regions,
                     "The points of a catalogue have regions (the counter was made without their"
                     " labels). Make it with the labels of all catalogues, or leave the regions"
                     " out.");
    checks.line(set.region, "regions", points, "points");
  }
  if (set.ra.where.memory != MemoryKind::host) {
    static_cast<void>(where_arrays_are(set.ra.where, counter));
  }
}

}  // namespace

class PairCounter::Session {
 public:
  Session(SeparationBins bins, PairCountOptions const& options, std::vector<std::int64_t> labels,
          Execution const& execution)
      : execution_(on_named_device(execution)), has_regions_(!labels.empty()) {
    check(labels);
    if (distributed::Communicator* const all = communicator()) {
      shared_ = make_counter_together(*all, bins, options, labels, execution_);
      return;
    }
    own_.emplace(execution_, [&](Module& module) {
      return module.make_counter(std::move(bins), options, std::move(labels), execution_);
    });
  }

  /// Calls job with the counter and its observer, as jobs of this device are called.
  template <class Job>
  auto operator()(Job const& job) const {
    WatchedProgress progress(execution_.progress);
    if (shared_) {
      return job(*shared_, progress.get());
    }
    return (*own_)(
        [&](Module&, CatalogueCounter& counter) { return job(counter, progress.get()); });
  }

  Execution const& execution() const { return execution_; }
  bool has_regions() const { return has_regions_; }

 private:
  Execution execution_;
  bool has_regions_;
  std::optional<MadeOnModule<CatalogueCounter>> own_;
  std::unique_ptr<CatalogueCounter> shared_;  ///< of several processes; begins jobs by itself
};

PairCounter::PairCounter(SeparationBins bins, PairCountOptions options,
                         std::vector<std::int64_t> region_labels, Execution const& execution)
    : session_(std::make_unique<Session>(std::move(bins), options, std::move(region_labels),
                                         execution)) {}

PairCounter::~PairCounter() = default;

std::size_t PairCounter::add(std::span<CatalogueTable const> sets) {
  std::vector<CatalogueArrays> arrays;
  std::transform(sets.begin(), sets.end(), std::back_inserter(arrays), arrays_of);
  return add(std::span<CatalogueArrays const>(arrays));
}

std::size_t PairCounter::add(std::span<CatalogueArrays const> sets) {
  for (CatalogueArrays const& set : sets) {
    check(set, session_->has_regions(), session_->execution());
  }
  return (*session_)(
      [&](CatalogueCounter& counter, ProgressObserver*) { return counter.add(sets); });
}

PairCounts PairCounter::count(std::size_t group) const {
  return (*session_)([&](CatalogueCounter& counter, ProgressObserver* progress) {
    return counter.count(group, progress);
  });
}

PairCounts PairCounter::count(std::size_t first, std::size_t second) const {
  return (*session_)([&](CatalogueCounter& counter, ProgressObserver* progress) {
    return counter.count(first, second, progress);
  });
}

}  // namespace siderum::engine
