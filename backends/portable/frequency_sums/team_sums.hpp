// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

#include <siderum/backends/portable/frequency_sums.hpp>
#include <siderum/backends/portable/phase_rotation.hpp>
#include <siderum/backends/portable/sin_cos.hpp>
#include <siderum/backends/portable/trig_sums.hpp>
#include <siderum/core/phase.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/spaces.hpp>

template <int capacity>
struct Kokkos::reduction_identity<siderum::PointSums<capacity>> {
  KOKKOS_FORCEINLINE_FUNCTION static siderum::PointSums<capacity> sum() { return {}; }
};

/// FrequencySums on devices: a team shares the points.
namespace siderum::portable::frequency_sums {

template <int capacity, class Exec, class Real>
struct TeamSums {
  using Member = typename TeamPerIndex<Exec>::member_type;
  Member const& member;
  TrigSeries<Real, typename Exec::memory_space> const& series;
  int terms;

  KOKKOS_FUNCTION bool is_writer() const { return member.team_rank() == 0; }

  KOKKOS_FUNCTION PointSums<capacity> operator()(std::int64_t object, double frequency) const {
    PointSums<capacity> total;
    auto const add_point = [&](std::int64_t const j, PointSums<capacity>& sums) {
      auto const x = SinCos<double>{}(reduced_cycles(frequency, 0.0, series.time(j)));
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
        multiple = PhaseRotation{}(multiple, x);
      }
    };
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(member, series.offsets(object), series.offsets(object + 1)),
        add_point, Kokkos::Sum<PointSums<capacity>>(total));
    return total;
  }
};

template <class Exec, class Real, class Task>
struct TeamFunctor {
  using Sums = TeamSums<Task::capacity, Exec, Real>;
  static constexpr int team_size = DeviceShape<Exec>::team / 2;
  TrigSeries<Real, typename Exec::memory_space> series;
  int terms;
  Task task;

  KOKKOS_FUNCTION void operator()(typename Sums::Member const& member) const {
    task(static_cast<std::int64_t>(member.league_rank()), Sums{member, series, terms});
  }
};

}  // namespace siderum::portable::frequency_sums
