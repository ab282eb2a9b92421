// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <siderum/backends/portable/frequency_sums.hpp>
#include <siderum/backends/portable/phase_rotation.hpp>
#include <siderum/backends/portable/sin_cos.hpp>
#include <siderum/backends/portable/trig_sums.hpp>
#include <siderum/core/lanes.hpp>
#include <siderum/core/phase.hpp>

/// FrequencySums on hosts: a thread takes the points side by side in lanes.
namespace siderum::portable::frequency_sums {

template <int capacity, class Real, class MemorySpace>
struct LaneSums {
  TrigSeries<Real, MemorySpace> const& series;
  int terms;

  static constexpr bool is_writer() { return true; }

  PointSums<capacity> operator()(std::int64_t object, double frequency) const {
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
      auto const x =
          SinCos<double>{}(reduced_cycles(Vector(frequency), Vector(0.0), Vector::load(time)));
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
        multiple = PhaseRotation{}(multiple, x);
      }
    }
    return added(sums);
  }

 private:
  static constexpr int lanes = native_lanes<double>;
  using Vector = Lanes<double, lanes>;

  PointSums<capacity> added(Vector const* sums) const {
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
};

template <class Real, class MemorySpace, class Task>
struct LaneFunctor {
  TrigSeries<Real, MemorySpace> series;
  int terms;
  Task task;

  void operator()(std::int64_t index) const {
    task(index, LaneSums<Task::capacity, Real, MemorySpace>{series, terms});
  }
};

}  // namespace siderum::portable::frequency_sums
