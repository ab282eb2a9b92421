// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <siderum/backends/backend.hpp>
#include <siderum/core/random.hpp>
#include <siderum/core/spaces.hpp>

#include "reference/turn.hpp"
#include "support/spaces.hpp"

/// Ragged series for the tests of TrigSums and of its other forms, and epilogues that show what
/// they hand over.
namespace siderum::test {

struct Series {
  std::vector<double> time;
  std::vector<double> strength;
  std::vector<double> weight;
  std::vector<std::int64_t> offsets{0};

  std::int64_t objects() const { return static_cast<std::int64_t>(offsets.size()) - 1; }
};

/// Objects with the given numbers of points over a baseline, the numbers rounded to Real.
template <class Real>
Series draw_series(std::vector<std::int64_t> const& points, double baseline) {
  Series series;
  for (std::size_t object = 0; object < points.size(); ++object) {
    CounterRandom random(31, object);
    for (std::int64_t j = 0; j < points[object]; ++j) {
      series.time.push_back(random.uniform(0.0, baseline));
      series.strength.push_back(static_cast<Real>(random.normal()));
      series.weight.push_back(static_cast<Real>(random.uniform(0.1, 1.0)));
    }
    series.offsets.push_back(static_cast<std::int64_t>(series.time.size()));
  }
  return series;
}

/// One object of a batch as a batch of its own.
inline Series only(Series const& batch, std::int64_t object) {
  auto const part = [&](std::vector<double> const& all) {
    return std::vector<double>(all.begin() + batch.offsets[object],
                               all.begin() + batch.offsets[object + 1]);
  };
  return {part(batch.time),
          part(batch.strength),
          part(batch.weight),
          {0, batch.offsets[object + 1] - batch.offsets[object]}};
}

template <class Real>
TrigSeries<Real, TestMemory> to_trig_series(Series const& series) {
  auto const reals = [](std::vector<double> const& values) {
    return to_space(std::vector<Real>(values.begin(), values.end()));
  };
  Kokkos::View<std::int64_t*, Kokkos::HostSpace> const offsets("test::offsets",
                                                               series.offsets.size());
  std::copy(series.offsets.begin(), series.offsets.end(), offsets.data());
  return {to_space(series.time), reals(series.strength), reals(series.weight),
          to_space(series.offsets), offsets};
}

enum Sum { yc, ys, c, s, c2, s2 };
constexpr Sum all_sums[] = {yc, ys, c, s, c2, s2};

/// Writes one of the six sums of each frequency, and counts the calls for each.
template <class Real>
struct SumWriter {
  Kokkos::View<Real**, Kokkos::LayoutRight, TestMemory> output;  // (objects, frequencies)
  Kokkos::View<int**, Kokkos::LayoutRight, TestMemory> calls;
  std::int64_t first;
  Sum which;
  std::int64_t unwanted = -1;  // the object that is not asked for

  using State = char;
  static constexpr bool reduces = false;
  static constexpr bool solves = false;

  KOKKOS_FUNCTION bool wanted(std::int64_t object) const { return object != unwanted; }
  KOKKOS_FUNCTION State begin(std::int64_t) const { return 0; }
  KOKKOS_FUNCTION void skip(std::int64_t object, std::int64_t k) const {
    output(object, k - first) = Real(-77);
    ++calls(object, k - first);
  }
  template <class Number>
  KOKKOS_FUNCTION Number evaluate(State const&, TrigSumValues<Number> const& sums) const {
    switch (which) {
      case yc:
        return sums.yc;
      case ys:
        return sums.ys;
      case c:
        return sums.c;
      case s:
        return sums.s;
      case c2:
        return sums.c2;
      default:
        return sums.s2;
    }
  }
  KOKKOS_FUNCTION void consume(State&, std::int64_t object, std::int64_t k, Real value) const {
    output(object, k - first) = value;
    ++calls(object, k - first);
  }
  template <int lanes>
  void consume(State& state, std::int64_t object, std::int64_t k, Lanes<Real, lanes> const& values,
               int valid) const {
    for (int i = 0; i < valid; ++i) {
      consume(state, object, k + i, values[i]);
    }
  }
};

/// Says of every frequency alike how well its sums determine what is solved.
template <class Real>
struct SolvingSumWriter : SumWriter<Real> {
  Real of_matrix;
  static constexpr bool solves = true;

  template <class Number>
  SIDERUM_NUMBER_FUNCTION Number condition(typename SumWriter<Real>::State const&,
                                           TrigSumValues<Number> const&) const {
    return Number(of_matrix);
  }
};

/// What one item saw of its frequencies.
struct Seen {
  std::int64_t count = 0;
  std::int64_t sum = 0;
  std::int64_t last = -1;
  int descents = 0;
};

/// An epilogue that reduces: it counts frequencies and watches their order.
template <class Real>
struct FrequencyCounter {
  Kokkos::View<Seen*, TestMemory> seen;  // (slots)

  using State = Seen;
  static constexpr bool reduces = true;
  static constexpr bool solves = false;

  KOKKOS_FUNCTION bool wanted(std::int64_t) const { return true; }
  KOKKOS_FUNCTION State begin(std::int64_t) const { return {}; }
  KOKKOS_FUNCTION void skip(std::int64_t, std::int64_t) const {}
  template <class Number>
  KOKKOS_FUNCTION Number evaluate(State const&, TrigSumValues<Number> const& sums) const {
    return sums.yc;
  }
  KOKKOS_FUNCTION void consume(State& state, std::int64_t, std::int64_t k, Real) const {
    ++state.count;
    state.sum += k;
    state.descents += k <= state.last ? 1 : 0;
    state.last = k;
  }
  template <int lanes>
  void consume(State& state, std::int64_t object, std::int64_t k, Lanes<Real, lanes> const& values,
               int valid) const {
    for (int i = 0; i < valid; ++i) {
      consume(state, object, k + i, values[i]);
    }
  }
  KOKKOS_FUNCTION static void join(State& state, State const& other) {
    state.count += other.count;
    state.sum += other.sum;
    state.descents += other.descents;
  }
  KOKKOS_FUNCTION void finish(std::int64_t slot, State const& state) const { seen(slot) = state; }
};

/// What of the slots of one object is wrong: every frequency of the range belongs to one of them.
inline std::string fault_of_slots(std::vector<Seen> const& seen, std::int64_t begin,
                                  std::int64_t end, FrequencyRange range) {
  std::int64_t count = 0;
  std::int64_t sum = 0;
  int descents = 0;
  for (std::int64_t slot = begin; slot < end; ++slot) {
    count += seen[static_cast<std::size_t>(slot)].count;
    sum += seen[static_cast<std::size_t>(slot)].sum;
    descents += seen[static_cast<std::size_t>(slot)].descents;
  }
  std::int64_t const wanted = range.last - range.first;
  if (count != wanted || sum != wanted * (range.first + range.last - 1) / 2) {
    return std::to_string(count) + " frequencies, which add up to " + std::to_string(sum);
  }
  return descents == 0 ? "" : std::to_string(descents) + " descents";
}

/// What a SumWriter, which is given to `run`, is handed: one of the sums of every object and
/// frequency of a range, row by row.
template <class Real, class Run>
std::vector<Real> sums_written_by(std::int64_t objects, FrequencyRange range, Sum which,
                                  std::int64_t unwanted, Run const& run) {
  auto const rows = static_cast<std::size_t>(objects);
  auto const columns = static_cast<std::size_t>(range.last - range.first);
  SumWriter<Real> const write{make_table<Real>(rows, columns), make_table<int>(rows, columns),
                              range.first, which, unwanted};
  run(write);
  TestSpace().fence();
  for (int const calls : to_host(write.calls)) {
    if (calls != 1) {
      throw std::logic_error("a frequency was handed over " + std::to_string(calls) + " times");
    }
  }
  return to_host(write.output);
}

/// One of the sums of every object and frequency of a range, row by row, by TrigSums.
template <class V, class Frequencies>
std::vector<typename V::Real> sums_of(Series const& series, Frequencies const& frequencies,
                                      FrequencyRange range, MeanSums mean, Sum which,
                                      std::int64_t unwanted = -1) {
  using Real = typename V::Real;
  typename V::Backend::template TrigSums<TestSpace, Real> const sum(
      TestSpace{}, to_trig_series<Real>(series), frequencies, mean, range);
  return sums_written_by<Real>(series.objects(), range, which, unwanted,
                               [&](auto const& write) { sum(write, "test::trig_sums"); });
}

/// What the contract in backends/portable/trig_sums.hpp allows, for sum |v_j| = 1.
template <class Real>
double sum_tolerance(double points, double frequency, double step, double latest) {
  constexpr double epsilon64 = std::numeric_limits<double>::epsilon();
  constexpr double epsilon = std::numeric_limits<Real>::epsilon();
  double const reach = (is_host<TestSpace> ? 32.0 : 1024.0) * step;
  return 4 * epsilon * (std::sqrt(points) + 3) + 8 * epsilon64 * (frequency + reach) * latest;
}

/// The same sums, one term after the other in long double, and for each what the contract allows.
struct ExpectedSums {
  std::vector<long double> value;
  std::vector<double> tolerance;
  std::vector<double> size;  ///< sum |v_j|
};

/// @param step  of the grid that the frequencies are on; 0 for a list
template <class Real>
ExpectedSums expected_sums(Series const& series, std::vector<long double> const& frequency,
                           double step, Sum which) {
  bool const of_values = which == yc || which == ys;
  bool const is_sine = which == ys || which == s || which == s2;
  int const multiple = which == c2 || which == s2 ? 2 : 1;
  ExpectedSums expected;
  for (std::int64_t object = 0; object < series.objects(); ++object) {
    for (long double const f : frequency) {
      long double sum = 0;
      double size = 0.0;
      double latest = 0.0;
      for (std::int64_t j = series.offsets[object]; j < series.offsets[object + 1]; ++j) {
        reference::Turn const turn = reference::turn_by(multiple * f * series.time[j]);
        double const factor = of_values ? series.strength[j] : series.weight[j];
        sum += factor * (is_sine ? turn.sine : turn.cosine);
        size += std::fabs(factor);
        latest = std::max(latest, series.time[j]);
      }
      auto const points = static_cast<double>(series.offsets[object + 1] - series.offsets[object]);
      expected.value.push_back(sum);
      expected.size.push_back(size);
      expected.tolerance.push_back(
          size * sum_tolerance<Real>(points, static_cast<double>(f), step, latest));
    }
  }
  return expected;
}

inline std::vector<long double> frequencies_of(FrequencyGrid const& grid, FrequencyRange range) {
  std::vector<long double> frequency;
  for (std::int64_t k = range.first; k < range.last; ++k) {
    frequency.push_back(std::fma(static_cast<long double>(k), static_cast<long double>(grid.step),
                                 static_cast<long double>(grid.first)));
  }
  return frequency;
}

}  // namespace siderum::test
