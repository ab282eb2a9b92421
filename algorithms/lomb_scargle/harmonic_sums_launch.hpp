// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <siderum/algorithms/lomb_scargle/harmonic_sums.hpp>
#include <siderum/backends/backend.hpp>
#include <siderum/core/lanes.hpp>

/// The definitions behind harmonic_sums.hpp; included where they are instantiated.
namespace siderum {

/// Epilogue of TrigSums at m times the frequencies: the sums go to memory.
template <class Real, class MemorySpace>
struct HarmonicSumWriter {
  using Sums = HarmonicSums<Real, MemorySpace>;
  Kokkos::View<CurveSummary const*, MemorySpace> summary;  // (objects)
  Sums sums;
  std::int64_t first;       // the frequency of column 0
  std::int64_t value;       // row of the values at f; -1: not wanted
  std::int64_t weight;      // row of the weights at f; -1: not wanted
  std::int64_t weight_2nd;  // row of the weights at 2f; -1: not wanted

  struct State {};
  static constexpr bool reduces = false;

  KOKKOS_FUNCTION bool wanted(std::int64_t object) const {
    return summary(object).status == ObjectStatus::ok;
  }
  KOKKOS_FUNCTION State begin(std::int64_t) const { return {}; }
  KOKKOS_FUNCTION void skip(std::int64_t object, std::int64_t k) const {
    constexpr Real nan = Kokkos::Experimental::quiet_NaN_v<Real>;
    State state;
    consume(state, object, k, TrigSumValues<Real>{nan, nan, nan, nan, nan, nan});
  }
  template <class Number>
  SIDERUM_NUMBER_FUNCTION TrigSumValues<Number> evaluate(
      State const&, TrigSumValues<Number> const& of_frequency) const {
    return of_frequency;
  }
  KOKKOS_FUNCTION void consume(State&, std::int64_t object, std::int64_t k,
                               TrigSumValues<Real> const& at) const {
    using Complex = Kokkos::complex<Real>;
    if (value >= 0) {
      sums.values(object, value, k - first) = Complex(at.yc, at.ys);
    }
    if (weight >= 0) {
      sums.weights(object, weight, k - first) = Complex(at.c, at.s);
    }
    if (weight_2nd >= 0) {
      sums.weights(object, weight_2nd, k - first) = Complex(at.c2, at.s2);
    }
  }
  template <int lanes>
  void consume(State& state, std::int64_t object, std::int64_t k,
               TrigSumValues<Lanes<Real, lanes>> const& at, int valid) const {
    for (int i = 0; i < valid; ++i) {
      consume(state, object, k + i,
              TrigSumValues<Real>{at.yc[i], at.ys[i], at.c[i], at.s[i], at.c2[i], at.s2[i]});
    }
  }
};

/// The sums of the lanes in the opposite order.
template <class Real, int count>
TrigSumValues<Lanes<Real, count>> reverse(TrigSumValues<Lanes<Real, count>> const& at) {
  return {reverse(at.yc), reverse(at.ys), reverse(at.c),
          reverse(at.s),  reverse(at.c2), reverse(at.s2)};
}

namespace detail {

template <class Backend, class Exec, class Real>
void harmonic_sums(Exec const& exec,
                   PreparedCurves<Real, typename Exec::memory_space> const& prepared,
                   FrequencyGrid const& grid, FrequencyRange range,
                   HarmonicSums<Real, typename Exec::memory_space> const& sums) {
  using Writer = HarmonicSumWriter<Real, typename Exec::memory_space>;
  auto const value_harmonics = static_cast<std::int64_t>(sums.values.extent(1));
  auto const weight_harmonics = static_cast<std::int64_t>(sums.weights.extent(1));
  std::vector<bool> known(static_cast<std::size_t>(2 * (value_harmonics + weight_harmonics) + 1));
  for (std::int64_t m = 1; m <= std::max(value_harmonics, weight_harmonics); ++m) {
    auto const at_f = static_cast<std::size_t>(m);
    if (m > value_harmonics && known[at_f]) {
      continue;
    }
    bool const weight = m <= weight_harmonics && !known[at_f];
    bool const weight_2nd = 2 * m <= weight_harmonics;
    known[at_f] = true;
    known[2 * at_f] = true;
    auto const multiple = static_cast<double>(m);
    FrequencyGrid const harmonic{multiple * grid.first, multiple * grid.step, grid.count};
    typename Backend::template TrigSums<Exec, Real> const sum(
        exec, prepared.series, harmonic, weight ? MeanSums::yes : MeanSums::no, range);
    sum(Writer{prepared.summary, sums, range.first, m <= value_harmonics ? m - 1 : -1,
               weight ? m - 1 : -1, weight_2nd ? 2 * m - 1 : -1},
        "siderum::harmonic_sums::direct[" + std::string(Backend::name) + "]");
  }
}

}  // namespace detail
}  // namespace siderum
