// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <vector>

#include <siderum/backends/backend.hpp>
#include <siderum/core/frequency_range.hpp>

#include "support/inputs.hpp"

namespace siderum::bench {

/// The cheapest epilogue there is: the largest yc^2 + ys^2 + c2^2 + s2^2 of each work item.
template <class Real, class MemorySpace>
struct LargestSquare {
  using State = Real;
  static constexpr bool reduces = true;

  Kokkos::View<Real*, MemorySpace> largest;  ///< (slots)

  KOKKOS_FUNCTION bool wanted(std::int64_t) const { return true; }
  KOKKOS_FUNCTION void skip(std::int64_t, std::int64_t) const {}
  KOKKOS_FUNCTION State begin(std::int64_t) const { return Real(0); }

  template <class Number>
  SIDERUM_NUMBER_FUNCTION Number evaluate(State const&, TrigSumValues<Number> const& x) const {
    Number const values = multiply_add(x.yc, x.yc, x.ys * x.ys);
    Number const mean = multiply_add(x.c, x.c, x.s * x.s);
    return values + mean + multiply_add(x.c2, x.c2, x.s2 * x.s2);
  }
  KOKKOS_FORCEINLINE_FUNCTION void consume(State& state, std::int64_t, std::int64_t,
                                           Real value) const {
    state = value > state ? value : state;
  }
  template <int count>
  void consume(State& state, std::int64_t object, std::int64_t k, Lanes<Real, count> const& values,
               int valid) const {
    for (int i = 0; i < valid; ++i) {
      consume(state, object, k + i, values[i]);
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION static void join(State& state, State const& other) {
    state = other > state ? other : state;
  }
  KOKKOS_FUNCTION void finish(std::int64_t slot, State const& state) const {
    largest(slot) = state;
  }
};

/// TrigSums of one backend for one object of 3,554 points.
template <class Backend, class Exec, class Real, MeanSums mean>
class TrigSumsRun {
 public:
  using MemorySpace = typename Exec::memory_space;
  using Sums = typename Backend::template TrigSums<Exec, Real>;

  explicit TrigSumsRun(std::int64_t frequencies)
      : grid_(search_grid(frequencies)),
        series_(make_series()),
        sum_(exec_, series_, grid_, mean, FrequencyRange{0, frequencies}),
        keeper_{Kokkos::View<Real*, MemorySpace>("siderum::bench::largest", sum_.slot_count())} {}

  Exec const& exec() const { return exec_; }
  void operator()() const { sum_(keeper_, "siderum::bench::trig_sums"); }

  double evaluations() const {
    return static_cast<double>(series_.time.extent(0)) * static_cast<double>(grid_.count);
  }
  static constexpr double operations = mean == MeanSums::yes ? 12.0 : 8.0;

  /// The largest of all items.
  double largest() const {
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), keeper_.largest);
    double largest = 0.0;
    for (std::size_t slot = 0; slot < host.extent(0); ++slot) {
      largest = std::fmax(largest, static_cast<double>(host(slot)));
    }
    return largest;
  }

  /// The same in long double at every `every`-th frequency: no more than the largest of all.
  double largest_of_some(std::int64_t every) const {
    double best = 0.0;
    for (std::int64_t k = 0; k < grid_.count; k += every) {
      best = std::fmax(best, square_at(k));
    }
    return best;
  }

 private:
  double square_at(std::int64_t k) const {
    long double sums[6] = {};
    long double const weight = 1.0L / static_cast<long double>(curves_.points());
    for (std::int64_t j = 0; j < curves_.points(); ++j) {
      long double const since = curves_.time[j] - epoch;
      long double const turns = grid_.frequency(k) * since;
      long double const x = 6.283185307179586476925286766559L * (turns - std::floor(turns));
      long double const v = weight * (curves_.value[j] - level);
      long double const terms[6] = {v * std::cos(x),          v * std::sin(x),
                                    weight * std::cos(x),     weight * std::sin(x),
                                    weight * std::cos(2 * x), weight * std::sin(2 * x)};
      for (int i = 0; i < 6; ++i) {
        sums[i] += terms[i];
      }
    }
    long double square = 0.0L;
    for (int i = 0; i < 6; ++i) {
      square += mean == MeanSums::yes || (i != 2 && i != 3) ? sums[i] * sums[i] : 0.0L;
    }
    return static_cast<double>(square);
  }

  TrigSeries<Real, MemorySpace> make_series() {
    curves_ = one_object(3554);
    std::vector<double> time(curves_.time);
    std::vector<Real> strength(time.size());
    std::vector<Real> weight(time.size(),
                             static_cast<Real>(1.0 / static_cast<double>(time.size())));
    for (std::size_t j = 0; j < time.size(); ++j) {
      time[j] -= epoch;
      strength[j] =
          static_cast<Real>((curves_.value[j] - level) / static_cast<double>(time.size()));
    }
    auto const moved = [&](auto const& from, char const* label) {
      using Value = typename std::remove_cvref_t<decltype(from)>::value_type;
      auto const to = allocate<Kokkos::View<Value*, MemorySpace>>(exec_, label, from.size());
      Kokkos::deep_copy(to,
                        Kokkos::View<Value const*, Kokkos::HostSpace>(from.data(), from.size()));
      return to;
    };
    auto const offsets = moved(curves_.offsets, "siderum::bench::offsets");
    return {moved(time, "siderum::bench::time"), moved(strength, "siderum::bench::strength"),
            moved(weight, "siderum::bench::weight"), offsets,
            Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), offsets)};
  }

  static constexpr double epoch = 58600.0;
  static constexpr double level = 18.0;

  Exec exec_;
  FrequencyGrid grid_;
  Curves curves_;
  TrigSeries<Real, MemorySpace> series_;
  Sums sum_;
  LargestSquare<Real, MemorySpace> keeper_;
};

}  // namespace siderum::bench
