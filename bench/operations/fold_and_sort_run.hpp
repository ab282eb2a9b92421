// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <siderum/backends/backend.hpp>
#include <siderum/core/work_space.hpp>

#include "operations/operation_run.hpp"
#include "super_smoother/inputs.hpp"
#include "support/neighbour_scorer.hpp"

namespace siderum::bench {

/// FoldAndSort of one backend as finders ask for it: a grid for all of a few curves.
template <class Backend, class Exec, class Real>
class FoldAndSortRun final : public OperationRun {
 public:
  explicit FoldAndSortRun(FoldSize const& size)
      : curves_(*size.curves),
        grid_(pulsation_grid(size.frequencies)),
        fold_and_sort_(exec_, make_series(), {grid_, {}}, FrequencyRange{0, grid_.count}),
        scores_(allocate_work<Scores>(exec_, "siderum::bench::scores",
                                      curves_.objects() * grid_.count)) {}

  void operator()() const override {
    fold_and_sort_(test::NeighbourScorer<WindowEnds::wrap>{half},
                   test::ScoreWriter<Real>{scores_.data(), grid_.count, -1},
                   "siderum::bench::fold_and_sort");
  }

  std::string complaint() const override {
    (*this)();
    exec_.fence("siderum::bench::folded");
    auto const scores = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), scores_);
    // Objects and frequencies from the first to the last.
    constexpr std::int64_t samples = 24;
    for (std::int64_t sample = 0; sample < samples; ++sample) {
      std::int64_t const object = sample * (curves_.objects() - 1) / (samples - 1);
      std::int64_t const k = sample * (grid_.count - 1) / (samples - 1);
      auto const score = static_cast<double>(scores(object * grid_.count + k));
      double const expected = expected_score(object, grid_.frequency(k));
      if (!(std::fabs(score - expected) <= tolerance(object))) {
        return "wrong: the score of object " + std::to_string(object) + " at frequency " +
               std::to_string(k) + " is " + std::to_string(score) + " (the reference finds " +
               std::to_string(expected) + ")";
      }
    }
    return "";
  }

  void report(benchmark::State& state, double seconds) const override {
    state.counters["evals"] =
        static_cast<double>(curves_.points()) * static_cast<double>(grid_.count) / seconds;
  }

 private:
  static constexpr int half = 2;  // neighbours in phase on either side, of which each score is made

  using MemorySpace = typename Exec::memory_space;
  using Scores = Kokkos::View<Real*, MemorySpace>;

  std::int64_t points_of(std::int64_t object) const {
    return curves_.offsets[object + 1] - curves_.offsets[object];
  }

  // Values and weights are about 1 at most, and so each window adds no more than 2 (2 half + 1):
  // rounding of values, and of phases to 2^-phase_bits.
  double tolerance(std::int64_t object) const {
    return 2.0 * (2 * half + 1) * static_cast<double>(points_of(object)) *
           (sizeof(Real) == 4 ? 5e-7 : 3e-13);
  }

  double expected_score(std::int64_t object, double frequency) const {
    auto const of_object = [&](auto const& numbers) {
      return std::vector<double>(numbers.begin() + curves_.offsets[object],
                                 numbers.begin() + curves_.offsets[object + 1]);
    };
    return test::expected_score(of_object(time_), of_object(value_), of_object(weight_), frequency,
                                half, WindowEnds::wrap);
  }

  /// Times since the first of each object, values less their mean, and weights by the errors, the
  /// largest 1.
  FoldSeries<Real, MemorySpace> make_series() {
    for (std::int64_t object = 0; object < curves_.objects(); ++object) {
      auto const begin = static_cast<std::ptrdiff_t>(curves_.offsets[object]);
      auto const end = static_cast<std::ptrdiff_t>(curves_.offsets[object + 1]);
      double const first =
          *std::min_element(curves_.time.begin() + begin, curves_.time.begin() + end);
      double const least =
          *std::min_element(curves_.error.begin() + begin, curves_.error.begin() + end);
      double const mean =
          std::accumulate(curves_.value.begin() + begin, curves_.value.begin() + end, 0.0) /
          static_cast<double>(end - begin);
      for (std::ptrdiff_t j = begin; j < end; ++j) {
        double const part = least / curves_.error[j];
        time_.push_back(curves_.time[j] - first);
        value_.push_back(static_cast<Real>(curves_.value[j] - mean));
        weight_.push_back(static_cast<Real>(part * part));
      }
    }
    auto const offsets = copy_to_work(exec_, "siderum::bench::offsets", curves_.offsets);
    return {copy_to_work(exec_, "siderum::bench::time", time_),
            copy_to_work(exec_, "siderum::bench::value", value_),
            copy_to_work(exec_, "siderum::bench::weight", weight_), offsets,
            Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), offsets)};
  }

  Exec exec_;
  Curves const& curves_;
  FrequencyGrid grid_;
  std::vector<double> time_;
  std::vector<Real> value_;
  std::vector<Real> weight_;
  typename Backend::template FoldAndSort<Exec, Real> fold_and_sort_;
  Scores scores_;
};

template <class Backend, class Exec, class Real>
std::unique_ptr<OperationRun> make_fold_and_sort(FoldSize const& size) {
  return std::make_unique<FoldAndSortRun<Backend, Exec, Real>>(size);
}

}  // namespace siderum::bench
