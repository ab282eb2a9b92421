// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <Kokkos_Core.hpp>

#include <siderum/backends/portable/trig_sums/launch.hpp>
#include <siderum/core/allocate.hpp>
#include <siderum/core/number.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/spaces.hpp>

#include "support/dispatch.hpp"
#include "support/program.hpp"
#include "support/timing.hpp"

/// What the machine can do at most, measured in the process that reports a share of it.
namespace siderum::bench {

/// A Real, or Lanes of several.
template <class Real, int lanes>
using number_of = std::conditional_t<lanes == 1, Real, Lanes<Real, lanes>>;

template <RealNumber Real>
KOKKOS_FORCEINLINE_FUNCTION Real first_lane(Real x) {
  return x;
}
template <class Real, int lanes>
Real first_lane(Lanes<Real, lanes> const& x) {
  return x[0];
}

/// Chains of fused multiply-adds that do not wait for one another, on hosts in Lanes.
template <class Exec, class Real>
struct MultiplyAddChains {
  static constexpr bool on_host = is_host<Exec>;
  static constexpr int chains = on_host ? 12 : 8;
  static constexpr int width = on_host ? native_lanes<Real> : 1;

  using Number = number_of<Real, width>;

  std::int64_t steps;
  Real factor;
  Real summand;
  Kokkos::View<Real*, typename Exec::memory_space> result;

  template <class Vector>
  SIDERUM_NUMBER_FUNCTION void run(std::int64_t worker) const {
    Vector const a(factor);
    Vector const b(summand);
    Vector x[chains];
    for (int i = 0; i < chains; ++i) {
      x[i] = Vector(Real(i));
    }
    for (std::int64_t step = 0; step < steps; ++step) {
      for (int i = 0; i < chains; ++i) {
        x[i] = multiply_add(x[i], a, b);
      }
    }
    Vector sum = x[0];
    for (int i = 1; i < chains; ++i) {
      sum = sum + x[i];
    }
    result(worker) = first_lane(sum);
  }
};

/// Floating-point operations per second (a multiply-add is 2).
struct Rate {
  double fastest;
  double median;
};

/// That of `workers` threads of the space. On a host each worker is a short run that the next free
/// thread takes: with one long run for each thread, one processor that something else slows down
/// would halve the peak of all.
template <class Exec, class Real>
Rate measure_multiply_add_rate(Exec const& exec, std::int64_t workers) {
  using Chains = MultiplyAddChains<Exec, Real>;
  using View = Kokkos::View<Real*, typename Exec::memory_space>;
  std::int64_t const steps = workers == 1 ? 1 << 18 : 1 << 13;
  Chains const multiply{steps, Real(0.999), Real(1e-3),
                        allocate<View>(exec, "siderum::bench::chains", workers)};
  Timing const timing =
      time_fastest(exec,
                   [&] {
                     if constexpr (Chains::on_host) {
                       using Policy = IndexPolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>>;
                       Kokkos::parallel_for("siderum::bench::multiply_add_peak",
                                            Policy(exec, 0, workers, Kokkos::ChunkSize(1)),
                                            LoopFunctor<Exec, Chains>{multiply});
                     } else {
                       enqueue(exec, "siderum::bench::multiply_add_peak", workers, multiply);
                     }
                   },
                   {.least = 20, .most = 1000, .seconds = std::min(0.5, 5.0 * settings().seconds)});
  double const operations = 2.0 * Chains::chains * Chains::width * static_cast<double>(steps) *
                            static_cast<double>(workers);
  return {operations / timing.fastest, operations / timing.median};
}

template <class Exec>
struct Triad {
  using View = Kokkos::View<double*, typename Exec::memory_space>;
  View a;
  View b;
  View c;
  using Number = double;
  template <class>
  SIDERUM_NUMBER_FUNCTION void run(std::int64_t i) const {
    a(i) = b(i) + 3.0 * c(i);
  }
};

/// Bytes per second of a(i) = b(i) + s c(i) on arrays beyond any cache, three times 8 bytes each;
/// on smaller ones where so few seconds are asked for that nobody counts on the figures.
template <class Exec>
double measure_bandwidth(Exec const& exec) {
  using View = typename Triad<Exec>::View;
  std::int64_t const count = settings().seconds < 0.1 ? 1 << 22 : 1 << 26;
  auto const array = [&] {
    auto const view = allocate<View>(exec, "siderum::bench::triad", count);
    Kokkos::deep_copy(exec, view, 1.0);
    return view;
  };
  Triad<Exec> const triad{array(), array(), array()};
  Timing const timing =
      time_fastest(exec, [&] { enqueue(exec, "siderum::bench::triad", count, triad); },
                   {.least = 5, .most = 20, .seconds = std::min(0.3, 5.0 * settings().seconds)});
  return 3.0 * sizeof(double) * static_cast<double>(count) / timing.fastest;
}

/// The peak of the whole space, measured now.
template <class Exec, class Real>
Rate measure_multiply_add_peak() {
  Exec const exec;
  return measure_multiply_add_rate<Exec, Real>(
      exec, std::int64_t{exec.concurrency()} * (is_host<Exec> ? 64 : 4));
}

/// The same, measured at the first call.
template <class Exec, class Real>
double multiply_add_peak() {
  static double const peak = measure_multiply_add_peak<Exec, Real>().fastest;
  return peak;
}

/// The peak of one thread of a host space.
template <class Exec, class Real>
double multiply_add_peak_of_one_thread() {
  static double const peak = measure_multiply_add_rate<Exec, Real>(Exec(), 1).fastest;
  return peak;
}

template <class Exec>
double bandwidth_peak() {
  static double const peak = measure_bandwidth(Exec());
  return peak;
}

}  // namespace siderum::bench
