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

namespace siderum::bench {

/// Scorer of FoldAndSort that asks for little more than the order of the points, on which it
/// depends: sum_j w_j y_j (A_j + B_j), A_j the sum of the values and B_j that of value times phase
/// over point j and the two on either side of it.
struct NeighbourScorer {
  static constexpr int half = 2;
  static constexpr bool ordered = true;
  static constexpr int owned = 1;
  static constexpr WindowEnds ends = WindowEnds::wrap;

  KOKKOS_FUNCTION ScorerNeeds needs(int) const { return {owned, 2, half}; }

  template <class Number>
  SIDERUM_NUMBER_FUNCTION Number place(Number const& phase) const {
    return phase;
  }

  template <class Group>
  SIDERUM_NUMBER_FUNCTION typename Group::Number score(Group& group) const {
    using Sum = typename Group::Sum;
    using SumReal = value_type_t<Sum>;
    typename Group::Owned const near = group.owned();
    group.template accumulate<2>(half, [&](auto at) {
      Sum const y = convert<SumReal>(group.masked(at, group.y[at]));
      return portable::Moments<Sum, 2>{{y, y * convert<SumReal>(group.x[at])}};
    });
    group.for_each([&](auto at) {
      auto const sums = group.template window<2>(at, half);
      near[at] = convert<typename Group::Real>(sums.of[0] + sums.of[1]);
    });
    return convert<typename Group::Real>(group.total([&](auto at) -> typename Group::Total {
      return convert<double>(group.w[at] * group.y[at] * near[at]);
    }));
  }
};

/// Epilogue that writes each score.
template <class Real>
struct ScoreWriter {
  Real* scores;  // (objects, frequencies)
  std::int64_t frequencies;

  using State = char;
  static constexpr bool reduces = false;

  KOKKOS_FUNCTION bool wanted(std::int64_t) const { return true; }
  KOKKOS_FUNCTION State begin(std::int64_t) const { return 0; }
  KOKKOS_FUNCTION void skip(std::int64_t, std::int64_t) const {}
  KOKKOS_FUNCTION void consume(State&, std::int64_t object, std::int64_t k, Real score) const {
    scores[object * frequencies + k] = score;
  }
  template <int lanes>
  void consume(State& state, std::int64_t object, std::int64_t k, Lanes<Real, lanes> const& score,
               int valid) const {
    for (int i = 0; i < valid; ++i) {
      consume(state, object, k + i, score[i]);
    }
  }
};

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
    fold_and_sort_(NeighbourScorer{}, ScoreWriter<Real>{scores_.data(), grid_.count},
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
  using MemorySpace = typename Exec::memory_space;
  using Scores = Kokkos::View<Real*, MemorySpace>;

  std::int64_t points_of(std::int64_t object) const {
    return curves_.offsets[object + 1] - curves_.offsets[object];
  }

  // Values and weights are about 1 at most, and so each window adds no more than 2 (2 half + 1):
  // rounding of values, and of phases to 2^-phase_bits.
  double tolerance(std::int64_t object) const {
    return 2.0 * (2 * NeighbourScorer::half + 1) * static_cast<double>(points_of(object)) *
           (sizeof(Real) == 4 ? 5e-7 : 3e-13);
  }

  /// The score in long double, by sorting and adding.
  double expected_score(std::int64_t object, double frequency) const {
    std::int64_t const begin = curves_.offsets[object];
    auto const points = static_cast<int>(points_of(object));
    std::vector<long double> phase;
    for (int j = 0; j < points; ++j) {
      long double const cycles = static_cast<long double>(frequency) * time_[begin + j];
      long double const units = std::nearbyint((cycles - std::floor(cycles)) * 0x1p44L);
      phase.push_back(units < 0x1p44L ? units * 0x1p-44L : 0.0L);
    }
    std::vector<int> order(phase.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return phase[a] < phase[b]; });
    long double score = 0.0L;
    for (int j = 0; j < points; ++j) {
      long double near = 0.0L;
      for (int i = j - NeighbourScorer::half; i <= j + NeighbourScorer::half; ++i) {
        int const turn = i < 0 ? -1 : (i >= points ? 1 : 0);
        int const point = order[i - turn * points];
        near += static_cast<long double>(value_[begin + point]) * (1.0L + phase[point] + turn);
      }
      score +=
          static_cast<long double>(weight_[begin + order[j]]) * value_[begin + order[j]] * near;
    }
    return static_cast<double>(score);
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
