// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <benchmark/benchmark.h>

#include "support/inputs.hpp"

namespace siderum::bench {

/// An operation of one backend with what it works on, to be run again and again on the default
/// instance of its space.
class OperationRun {
 public:
  virtual ~OperationRun() = default;

  /// Brings back what a run changes; not timed.
  virtual void prepare() const {}
  virtual void operator()() const = 0;
  /// Of one run more: the sentence that says what is wrong, or nothing.
  virtual std::string complaint() const = 0;
  /// The counters of a run that takes so long.
  virtual void report(benchmark::State& state, double seconds) const = 0;
};

/// What is folded, with `frequencies` of the grid of the published searches.
struct FoldSize {
  Curves const* curves;
  std::int64_t frequencies;

  std::string name() const {
    return std::to_string(curves->objects()) + "x" + std::to_string(curves->points()) + "x" +
           std::to_string(frequencies);
  }
};

/// The auto pairs of a uniform sky from 0.01 degrees on, in 20 logarithmic bins.
struct PairSize {
  std::int64_t points;
  int upper_deg;

  std::string name() const {
    return std::to_string(points) + "x0.01-" + std::to_string(upper_deg) + "deg";
  }
};

// Defined in fold_and_sort_run.hpp and pair_histogram_run.hpp, and compiled for each space, backend
// and precision by itself.

template <class Backend, class Exec, class Real>
std::unique_ptr<OperationRun> make_fold_and_sort(FoldSize const& size);

template <class Backend, class Exec, class Real>
std::unique_ptr<OperationRun> make_pair_histogram(PairSize const& size);

}  // namespace siderum::bench
