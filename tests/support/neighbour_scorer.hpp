// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include <siderum/backends/portable/fold_and_sort/launch.hpp>
#include <siderum/core/lanes.hpp>

namespace siderum::test {

/// Scorer of FoldAndSort that asks for little more than the order of the points: sum_j w_j y_j
/// (A_j + B_j), A the sum of the values and B that of value times phase over the
/// 2 half + 1 neighbours of j in phase: it changes with any two points that change places.
template <WindowEnds window_ends>
struct NeighbourScorer {
  int half;

  static constexpr bool ordered = true;
  static constexpr int owned = 1;
  static constexpr WindowEnds ends = window_ends;

  KOKKOS_FUNCTION ScorerNeeds needs(int) const {
    return {owned, 2, ends == WindowEnds::wrap ? half : 0};
  }
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

/// Epilogue that writes each score, but -1 for an object that is not wanted.
template <class Real>
struct ScoreWriter {
  Real* output;  // (objects, stride)
  std::int64_t stride;
  std::int64_t unwanted;  // -1: all are wanted

  using State = char;
  static constexpr bool reduces = false;

  KOKKOS_FUNCTION bool wanted(std::int64_t object) const { return object != unwanted; }
  KOKKOS_FUNCTION State begin(std::int64_t) const { return 0; }
  KOKKOS_FUNCTION void skip(std::int64_t object, std::int64_t k) const {
    output[object * stride + k] = Real(-1);
  }
  KOKKOS_FUNCTION void consume(State&, std::int64_t object, std::int64_t k, Real score) const {
    output[object * stride + k] = score;
  }
  template <int lanes>
  void consume(State& state, std::int64_t object, std::int64_t k, Lanes<Real, lanes> const& score,
               int valid) const {
    for (int i = 0; i < valid; ++i) {
      consume(state, object, k + i, score[i]);
    }
  }
};

/// The score by sorting and adding, point for point.
inline double expected_score(std::vector<double> const& times, std::vector<double> const& values,
                             std::vector<double> const& weights, double frequency, int half,
                             WindowEnds ends) {
  auto const points = static_cast<int>(times.size());
  std::vector<long double> phase;
  for (double const time : times) {
    long double const cycles = static_cast<long double>(frequency) * time;
    long double const units = std::nearbyint((cycles - std::floor(cycles)) * 0x1p44L);
    phase.push_back(units < 0x1p44L ? units * 0x1p-44L : 0.0L);
  }
  std::vector<int> order(times.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return phase[a] < phase[b]; });
  long double score = 0.0L;
  for (int j = 0; j < points; ++j) {
    int const first =
        ends == WindowEnds::wrap ? j - half : std::clamp(j - half, 0, points - 1 - 2 * half);
    long double near = 0.0L;
    for (int i = first; i <= first + 2 * half; ++i) {
      int const turn = i < 0 ? -1 : (i >= points ? 1 : 0);
      int const point = order[i - turn * points];
      near += values[point] * (1.0L + phase[point] + turn);
    }
    score += static_cast<long double>(weights[order[j]]) * values[order[j]] * near;
  }
  return static_cast<double>(score);
}

}  // namespace siderum::test
