// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <siderum/algorithms/periods/detail/lomb_scargle/multi_harmonic_sums.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle/power_sums.hpp>
#include <siderum/backends/backend.hpp>
#include <siderum/core/frequency_range.hpp>
#include <siderum/core/lanes.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/work_space.hpp>

/// The definitions behind multi_harmonic_sums.hpp; included where they are instantiated.
namespace siderum {

/// Epilogue of TrigSums for a batch of objects at several multiples of the frequencies: the sums go
/// to memory. Its objects are (multiple, object), the second fastest.
template <class Real, class MemorySpace>
struct MultiHarmonicSumWriter {
  using Sums = MultiHarmonicSums<Real, MemorySpace>;
  Kokkos::View<CurveSummary const*, MemorySpace> summary;  // (objects)
  Sums sums;
  std::int64_t first;           // the frequency of column 0
  std::int64_t first_multiple;  // 1: all odd ones, with mean sums; 2: all even ones, without

  struct State {};
  static constexpr bool reduces = false;
  static constexpr bool solves = false;

  KOKKOS_FUNCTION bool wanted(std::int64_t item) const {
    return summary(item % objects()).status == ObjectStatus::ok;
  }
  KOKKOS_FUNCTION State begin(std::int64_t) const { return {}; }
  KOKKOS_FUNCTION void skip(std::int64_t item, std::int64_t k) const {
    constexpr Real nan = Kokkos::Experimental::quiet_NaN_v<Real>;
    State state;
    consume(state, item, k, TrigSumValues<Real>{nan, nan, nan, nan, nan, nan});
  }
  template <class Number>
  SIDERUM_NUMBER_FUNCTION TrigSumValues<Number> evaluate(
      State const&, TrigSumValues<Number> const& of_frequency) const {
    return of_frequency;
  }
  KOKKOS_FUNCTION void consume(State&, std::int64_t item, std::int64_t k,
                               TrigSumValues<Real> const& at) const {
    using Complex = Kokkos::complex<Real>;
    std::int64_t const object = item % objects();
    std::int64_t const multiple = first_multiple + 2 * (item / objects());
    auto const weights = static_cast<std::int64_t>(sums.weights.extent(1));
    if (multiple <= static_cast<std::int64_t>(sums.values.extent(1))) {
      sums.values(object, multiple - 1, k - first) = Complex(at.yc, at.ys);
    }
    if (multiple % 2 == 1 && multiple <= weights) {
      sums.weights(object, multiple - 1, k - first) = Complex(at.c, at.s);
    }
    if (2 * multiple <= weights) {
      sums.weights(object, 2 * multiple - 1, k - first) = Complex(at.c2, at.s2);
    }
  }
  template <int lanes>
  void consume(State& state, std::int64_t item, std::int64_t k,
               TrigSumValues<Lanes<Real, lanes>> const& at, int valid) const {
    for (int i = 0; i < valid; ++i) {
      consume(state, item, k + i,
              TrigSumValues<Real>{at.yc[i], at.ys[i], at.c[i], at.s[i], at.c2[i], at.s2[i]});
    }
  }

 private:
  KOKKOS_FUNCTION std::int64_t objects() const {
    return static_cast<std::int64_t>(summary.extent(0));
  }
};

/// The sums of the lanes in the opposite order.
template <class Real, int count>
TrigSumValues<Lanes<Real, count>> reverse(TrigSumValues<Lanes<Real, count>> const& at) {
  return {reverse(at.yc), reverse(at.ys), reverse(at.c),
          reverse(at.s),  reverse(at.c2), reverse(at.s2)};
}

/// The points of a batch once for each of several multiples of the frequencies.
template <class Real, class MemorySpace>
struct MultipleTimes {
  TrigSeries<Real, MemorySpace> from;
  std::int64_t begin;   // the first point of the batch
  std::int64_t points;  // of the batch
  std::int64_t first_multiple;
  Kokkos::View<double*, MemorySpace> time;  // (multiples, points)
  Kokkos::View<Real*, MemorySpace> strength;
  Kokkos::View<Real*, MemorySpace> weight;

  KOKKOS_FUNCTION void operator()(std::int64_t at) const {
    std::int64_t const j = begin + at % points;
    auto const multiple = static_cast<double>(first_multiple + 2 * (at / points));
    time(at) = multiple * from.time(j);
    strength(at) = from.strength(j);
    weight(at) = from.weight(j);
  }
};

namespace detail {

/// The sums at first_multiple, first_multiple + 2, ... up to last_multiple.
template <class Backend, class Exec, class Real>
void sum_multiples(Exec const& exec,
                   PreparedCurves<Real, typename Exec::memory_space> const& prepared,
                   FrequencyGrid const& grid, FrequencyRange range,
                   MultiHarmonicSums<Real, typename Exec::memory_space> const& sums,
                   LombScargleOptions const& options, std::int64_t first_multiple,
                   std::int64_t last_multiple) {
  using MemorySpace = typename Exec::memory_space;
  using Reals = Kokkos::View<Real*, MemorySpace>;
  auto const& ends = prepared.series.host_offsets;
  std::int64_t const objects = std::max<std::int64_t>(std::int64_t(ends.extent(0)) - 1, 0);
  std::int64_t const multiples = (last_multiple - first_multiple) / 2 + 1;
  if (objects == 0 || last_multiple < first_multiple) {
    return;
  }
  std::int64_t const points = ends(objects) - ends(0);
  std::vector<std::int64_t> offsets{0};
  for (std::int64_t item = 0; item < multiples * objects; ++item) {
    std::int64_t const object = item % objects;
    offsets.push_back(offsets.back() + ends(object + 1) - ends(object));
  }
  MultipleTimes<Real, MemorySpace> const multiply{
      prepared.series,
      ends(0),
      points,
      first_multiple,
      allocate_work<Kokkos::View<double*, MemorySpace>>(exec, "siderum::multi_harmonic_sums::time",
                                                        multiples * points),
      allocate_work<Reals>(exec, "siderum::multi_harmonic_sums::strength", multiples * points),
      allocate_work<Reals>(exec, "siderum::multi_harmonic_sums::weight", multiples * points)};
  Kokkos::parallel_for("siderum::multi_harmonic_sums::multiply[portable]",
                       IndexPolicy<Exec>(exec, 0, multiples * points), multiply);
  TrigSeries<Real, MemorySpace> const series{
      multiply.time, multiply.strength, multiply.weight,
      copy_to_work(exec, "siderum::multi_harmonic_sums::offsets", offsets),
      Kokkos::View<std::int64_t const*, Kokkos::HostSpace>(offsets.data(), offsets.size())};
  LombScargleOptions with_mean = options;
  with_mean.fit_mean = first_multiple == 1 ? FitMean::yes : FitMean::no;
  PowerSums<Backend, Exec, Real> const sum(exec, series, grid, range, with_mean);
  sum(MultiHarmonicSumWriter<Real, MemorySpace>{prepared.summary, sums, range.first,
                                                first_multiple},
      "siderum::multi_harmonic_sums::" + std::string(name_of(options.method)) + "[" +
          std::string(Backend::name) + "]");
}

template <class Backend, class Exec, class Real>
void multi_harmonic_sums(Exec const& exec,
                         PreparedCurves<Real, typename Exec::memory_space> const& prepared,
                         FrequencyGrid const& grid, FrequencyRange range,
                         MultiHarmonicSums<Real, typename Exec::memory_space> const& sums,
                         LombScargleOptions const& options) {
  auto const values = static_cast<std::int64_t>(sums.values.extent(1));
  auto const weights = static_cast<std::int64_t>(sums.weights.extent(1));
  // Weights at even multiples come with half of those.
  sum_multiples<Backend, Exec, Real>(exec, prepared, grid, range, sums, options, 1,
                                     std::max(values, weights));
  sum_multiples<Backend, Exec, Real>(exec, prepared, grid, range, sums, options, 2,
                                     std::max(values, weights / 2));
}

}  // namespace detail
}  // namespace siderum
