// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

#include <Kokkos_Core.hpp>

#include <siderum/backends/backend.hpp>
#include <siderum/core/lanes.hpp>
#include <siderum/core/number.hpp>

/// Loops that do one inline operation and keep what it gives, so that nothing but the operation
/// costs time. Each offers `expected(worker)`, what the reference makes of the same loop.
namespace siderum::bench {

inline constexpr long double two_pi = 6.283185307179586476925286766559L;

/// How wide a loop computes: as the algorithms do (Lanes on hosts), or one number at a time.
enum class Width { algorithms, one };

template <class Exec, class Real, Width width>
inline constexpr int lanes_of =
    portable::is_host_space<Exec>&& width == Width::algorithms ? native_lanes<Real> : 1;

namespace detail {
template <class Real, int lanes>
struct NumberOf {
  using type = Lanes<Real, lanes>;
};
template <class Real>
struct NumberOf<Real, 1> {
  using type = Real;
};
}  // namespace detail

/// Sines and cosines of `steps` arguments for each lane of a worker, up to 1e6 cycles.
template <class Backend, class Exec, class Real, Width width = Width::algorithms>
struct SinCosLoop {
  static constexpr int lanes = lanes_of<Exec, Real, width>;
  static constexpr int steps = 256;
  using Cycles = typename detail::NumberOf<double, lanes>::type;
  using Number = typename detail::NumberOf<Real, lanes>::type;
  using Coefficients = portable::SinCosCoefficients<Real>;
  // A multiply-add for each term of both polynomials, six and two products around them.
  static constexpr double operations =
      2.0 * (Coefficients::sin_terms + Coefficients::cos_terms + 4) + 2.0;
  static constexpr double results = double{steps} * lanes;

  Kokkos::View<Real*, typename Exec::memory_space> sum;

  KOKKOS_FUNCTION static constexpr double first(std::int64_t worker) {
    return 0.37 * static_cast<double>(worker % 100'000);
  }
  static constexpr double stride = 3.90625 + 0x1p-9;

  KOKKOS_FUNCTION void operator()(std::int64_t worker) const {
    typename Backend::template SinCos<Real> const sin_cos;
    Number sines(Real(0));
    Number cosines(Real(0));
    for (int step = 0; step < steps; ++step) {
      auto const x = sin_cos(Cycles(first(worker) + step * stride));
      sines = sines + x.sin;
      cosines = cosines + x.cos;
    }
    Number const total = sines + Number(Real(2)) * cosines;
    if constexpr (lanes == 1) {
      sum(worker) = total;
    } else {
      sum(worker) = total[0];
    }
  }

  static double expected(std::int64_t worker) {
    long double total = 0.0L;
    for (int step = 0; step < steps; ++step) {
      long double const x = first(worker) + step * stride;
      long double const angle = two_pi * (x - std::nearbyint(x));
      total += std::sin(angle) + 2.0L * std::cos(angle);
    }
    return static_cast<double>(total);
  }
  /// Of `steps` sines and cosines, each within 8e-8 (float) or 1.2e-16, and of their sums.
  static constexpr double tolerance = steps * (sizeof(Real) == 4 ? 1e-6 : 2e-15);
};

/// Phases that are rotated `steps` times, as many chains side by side as hide the latency.
template <class Backend, class Exec, class Real>
struct RotationLoop {
  static constexpr int lanes = lanes_of<Exec, Real, Width::algorithms>;
  static constexpr int chains = 8;
  static constexpr int steps = 64;
  using Number = typename detail::NumberOf<Real, lanes>::type;
  static constexpr double operations = 6.0;  // two products and two multiply-adds
  static constexpr double results = double{chains} * steps * lanes;

  Kokkos::View<Real*, typename Exec::memory_space> sum;

  KOKKOS_FUNCTION static constexpr double first(std::int64_t worker, int chain) {
    return static_cast<double>(worker % 1000) / 1024.0 + chain / 64.0;
  }
  static constexpr double stride = 0.0123;

  KOKKOS_FUNCTION void operator()(std::int64_t worker) const {
    portable::SinCos<Real> const sin_cos;
    typename Backend::PhaseRotation const rotate;
    auto const wide = [](SinCosValue<Real> const& x) {
      return SinCosValue<Number>{Number(x.sin), Number(x.cos)};
    };
    SinCosValue<Number> const step_phase = wide(sin_cos(stride));
    SinCosValue<Number> phase[chains];
    for (int i = 0; i < chains; ++i) {
      phase[i] = wide(sin_cos(first(worker, i)));
    }
    for (int step = 0; step < steps; ++step) {
      for (int i = 0; i < chains; ++i) {
        phase[i] = rotate(phase[i], step_phase);
      }
    }
    Number total(Real(0));
    for (int i = 0; i < chains; ++i) {
      total = total + phase[i].sin + Number(Real(2)) * phase[i].cos;
    }
    if constexpr (lanes == 1) {
      sum(worker) = total;
    } else {
      sum(worker) = total[0];
    }
  }

  static double expected(std::int64_t worker) {
    long double total = 0.0L;
    for (int i = 0; i < chains; ++i) {
      long double const angle =
          two_pi * (first(worker, i) + static_cast<long double>(steps) * stride);
      total += std::sin(angle) + 2.0L * std::cos(angle);
    }
    return static_cast<double>(total);
  }
  /// 2.5 units of rounding for each rotation, over all chains.
  static constexpr double tolerance =
      3.0 * chains * 2.5 * steps * (sizeof(Real) == 4 ? 1.2e-7 : 2.3e-16);
};

}  // namespace siderum::bench
