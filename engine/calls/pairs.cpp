// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/pairs.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

#include <siderum/engine/calls/check_arrays.hpp>
#include <siderum/engine/loader/cost_model.hpp>
#include <siderum/engine/loader/module.hpp>
#include <siderum/engine/loader/session.hpp>

namespace siderum::engine {

Placement place(double pairs, SeparationBins const& bins, Execution const& execution) {
  return place(expected_time(pairs, bins, execution), execution);
}

namespace {

CatalogueArrays arrays_of(CatalogueTable const& table) {
  return {host_array(std::span(table.ra)), host_array(std::span(table.dec)),
          host_array(std::span(table.weight)), host_array(std::span(table.region))};
}

void check(CatalogueArrays const& set, Execution const& counter) {
  ArrayChecks const checks("right ascensions", set.ra.where);
  std::int64_t const points = set.ra.size();
  checks.line(set.ra, "right ascensions", points, "points");
  checks.line(set.dec, "declinations", points, "points");
  if (set.weight.size() != 0) {
    checks.line(set.weight, "weights", points, "points");
  }
  if (set.region.size() != 0) {
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
      : execution_(execution) {
    execution_.device = wanted_device(execution);
    if (execution_.device.kind == DeviceKind::automatic) {
      execution_.device.kind = DeviceKind::cpu;
    }
    counter_ = with_module(execution_, [&](Module& module) {
      return module.make_counter(std::move(bins), options, std::move(labels), execution_);
    });
  }

  /// Calls job with the counter, as jobs of this device are called.
  template <class Job>
  auto operator()(Job const& job) const {
    return with_module(execution_, [&](Module&) { return job(*counter_); });
  }

  Execution const& execution() const { return execution_; }
  ProgressObserver* progress() const { return execution_.progress; }

 private:
  Execution execution_;
  std::unique_ptr<CatalogueCounter> counter_;
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
    check(set, session_->execution());
  }
  return (*session_)([&](CatalogueCounter& counter) { return counter.add(sets); });
}

PairCounts PairCounter::count(std::size_t group) const {
  return (*session_)(
      [&](CatalogueCounter& counter) { return counter.count(group, session_->progress()); });
}

PairCounts PairCounter::count(std::size_t first, std::size_t second) const {
  return (*session_)([&](CatalogueCounter& counter) {
    return counter.count(first, second, session_->progress());
  });
}

}  // namespace siderum::engine
