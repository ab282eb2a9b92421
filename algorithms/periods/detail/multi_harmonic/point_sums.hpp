// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/periods/detail/multi_harmonic/normal_equations.hpp>
#include <siderum/backends/portable/phase_rotation.hpp>
#include <siderum/backends/portable/sin_cos.hpp>
#include <siderum/core/lanes.hpp>
#include <siderum/core/phase.hpp>
#include <siderum/core/policies.hpp>

template <int capacity>
struct Kokkos::reduction_identity<siderum::detail::PointSums<capacity>> {
  KOKKOS_FORCEINLINE_FUNCTION static siderum::detail::PointSums<capacity> sum() { return {}; }
};

/// The sums at one frequency of one object, directly and in FP64: for the few frequencies that
/// stand on no grid. One sine and cosine per point, its multiples by rotation.
namespace siderum::detail {

/// On a device: the points are shared by a team.
template <int capacity, class Member, class Real, class MemorySpace>
KOKKOS_FUNCTION PointSums<capacity> sum_by_team(Member const& member,
                                                TrigSeries<Real, MemorySpace> const& series,
                                                std::int64_t object, double frequency, int terms) {
  PointSums<capacity> total;
  auto const add_point = [&](std::int64_t const j, PointSums<capacity>& sums) {
    auto const x = portable::SinCos<double>{}(reduced_cycles(frequency, 0.0, series.time(j)));
    double const v = static_cast<double>(series.strength(j));
    double const w = static_cast<double>(series.weight(j));
    SinCosValue<double> multiple = x;
    for (int m = 0; m < 2 * terms; ++m) {
      if (m < terms) {
        sums.yc[m] += v * multiple.cos;
        sums.ys[m] += v * multiple.sin;
      }
      sums.c[m] += w * multiple.cos;
      sums.s[m] += w * multiple.sin;
      multiple = portable::PhaseRotation{}(multiple, x);
    }
  };
  Kokkos::parallel_reduce(
      Kokkos::TeamThreadRange(member, series.offsets(object), series.offsets(object + 1)),
      add_point, Kokkos::Sum<PointSums<capacity>>(total));
  return total;
}

/// On a host: the points stand side by side in lanes.
template <int capacity, class Real, class MemorySpace>
PointSums<capacity> sum_in_lanes(TrigSeries<Real, MemorySpace> const& series, std::int64_t object,
                                 double frequency, int terms) {
  constexpr int lanes = native_lanes<double>;
  using Vector = Lanes<double, lanes>;
  Vector sums[6 * capacity];
  std::fill_n(sums, 6 * terms, Vector(0.0));
  std::int64_t const end = series.offsets(object + 1);
  for (std::int64_t begin = series.offsets(object); begin < end; begin += lanes) {
    double time[lanes] = {};
    double strength[lanes] = {};
    double weight[lanes] = {};
    for (int i = 0; i < std::min<std::int64_t>(lanes, end - begin); ++i) {
      time[i] = series.time(begin + i);
      strength[i] = static_cast<double>(series.strength(begin + i));
      weight[i] = static_cast<double>(series.weight(begin + i));
    }
    auto const x = portable::SinCos<double>{}(
        reduced_cycles(Vector(frequency), Vector(0.0), Vector::load(time)));
    Vector const v = Vector::load(strength);
    Vector const w = Vector::load(weight);
    SinCosValue<Vector> multiple = x;
    Vector* sum = sums;
    for (int m = 0; m < 2 * terms; ++m) {
      if (m < terms) {
        sum[0] = multiply_add(v, multiple.cos, sum[0]);
        sum[1] = multiply_add(v, multiple.sin, sum[1]);
        sum += 2;
      }
      sum[0] = multiply_add(w, multiple.cos, sum[0]);
      sum[1] = multiply_add(w, multiple.sin, sum[1]);
      sum += 2;
      multiple = portable::PhaseRotation{}(multiple, x);
    }
  }
  PointSums<capacity> total;
  for (int i = 0; i < lanes; ++i) {
    Vector const* sum = sums;
    for (int m = 0; m < 2 * terms; ++m) {
      if (m < terms) {
        total.yc[m] += sum[0][i];
        total.ys[m] += sum[1][i];
        sum += 2;
      }
      total.c[m] += sum[0][i];
      total.s[m] += sum[1][i];
      sum += 2;
    }
  }
  return total;
}

}  // namespace siderum::detail
