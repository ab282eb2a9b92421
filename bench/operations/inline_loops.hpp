// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

#include <Kokkos_Core.hpp>

#include <siderum/backends/backend.hpp>
#include <siderum/core/number.hpp>
#include <siderum/core/spaces.hpp>

#include "support/peaks.hpp"

/// Loops that do one inline operation and keep what it gives, so that nothing but the operation
/// costs time. Each offers `expected(worker)`, what the reference makes of the same loop.
namespace siderum::bench {

inline constexpr long double two_pi = 6.283185307179586476925286766559L;

/// How wide a loop computes: as the algorithms do (Lanes on hosts), or one number at a time.
enum class Width { algorithms, one };

template <class Exec, class Real, Width width>
inline constexpr int lanes_of = is_host<Exec>&& width == Width::algorithms ? native_lanes<Real> : 1;

/// Sines and cosines of `steps` arguments for each lane of a worker, up to 1e6 cycles.
template <class Backend, class Exec, class Real, Width width = Width::algorithms>
struct SinCosLoop {
  static constexpr int lanes = lanes_of<Exec, Real, width>;
  static constexpr int steps = 256;
  using Number = number_of<Real, lanes>;
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

  template <class Vector>
  SIDERUM_NUMBER_FUNCTION void run(std::int64_t worker) const {
    using Cycles = rebind_t<Vector, double>;
    typename Backend::template SinCos<Real> const sin_cos;
    Vector sines(Real(0));
    Vector cosines(Real(0));
    for (int step = 0; step < steps; ++step) {
      auto const x = sin_cos(Cycles(first(worker) + step * stride));
      sines = sines + x.sin;
      cosines = cosines + x.cos;
    }
    sum(worker) = first_lane(sines + Vector(Real(2)) * cosines);
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
  using Number = number_of<Real, lanes>;
  static constexpr double operations = 6.0;  // two products and two multiply-adds
  static constexpr double results = double{chains} * steps * lanes;

  Kokkos::View<Real*, typename Exec::memory_space> sum;

  KOKKOS_FUNCTION static constexpr double first(std::int64_t worker, int chain) {
    return static_cast<double>(worker % 1000) / 1024.0 + chain / 64.0;
  }
  static constexpr double stride = 0.0123;

  template <class Vector>
  SIDERUM_NUMBER_FUNCTION void run(std::int64_t worker) const {
    portable::SinCos<Real> const sin_cos;
    typename Backend::PhaseRotation const rotate;
    SinCosValue<Real> const step = sin_cos(stride);
    SinCosValue<Vector> const step_phase{Vector(step.sin), Vector(step.cos)};
    SinCosValue<Vector> phase[chains];
    for (int i = 0; i < chains; ++i) {
      SinCosValue<Real> const start = sin_cos(first(worker, i));
      phase[i] = {Vector(start.sin), Vector(start.cos)};
    }
    for (int turn = 0; turn < steps; ++turn) {
      for (int i = 0; i < chains; ++i) {
        phase[i] = rotate(phase[i], step_phase);
      }
    }
    Vector total(Real(0));
    for (int i = 0; i < chains; ++i) {
      total = total + phase[i].sin + Vector(Real(2)) * phase[i].cos;
    }
    sum(worker) = first_lane(total);
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
