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

namespace siderum::portable::frequency_sums {

/// What the threads of a team add up at once.
template <class Number>
struct FewSums {
  Number values[4] = {};

  KOKKOS_FUNCTION FewSums& operator+=(FewSums const& other) {
    for (int i = 0; i < 4; ++i) {
      values[i] += other.values[i];
    }
    return *this;
  }
};

}  // namespace siderum::portable::frequency_sums

template <class Number>
struct Kokkos::reduction_identity<siderum::portable::frequency_sums::FewSums<Number>> {
  KOKKOS_FORCEINLINE_FUNCTION static siderum::portable::frequency_sums::FewSums<Number> sum() {
    return {};
  }
};

namespace siderum::portable::frequency_sums {

/// The sums of a team, for all its threads, from those of each. One multiple at a time: all at once
/// are more numbers than a thread of a GPU has registers for.
template <class Member, int capacity, class Number>
KOKKOS_FUNCTION void add_up(Member const& member, int terms, PointSums<capacity, Number>& sums) {
  for (int m = 0; m < 2 * terms; ++m) {
    FewSums<Number> at{{sums.c[m], sums.s[m]}};
    if (m < terms) {
      at.values[2] = sums.yc[m];
      at.values[3] = sums.ys[m];
    }
    member.team_reduce(Kokkos::Sum<FewSums<Number>>(at));
    sums.c[m] = at.values[0];
    sums.s[m] = at.values[1];
    if (m < terms) {
      sums.yc[m] = at.values[2];
      sums.ys[m] = at.values[3];
    }
  }
}

template <int capacity, class Exec, class Real>
struct TeamSums {
  using Member = typename TeamPerIndex<Exec>::member_type;
  Member const& member;
  TrigSeries<Real, typename Exec::memory_space> const& series;
  int terms;

  KOKKOS_FUNCTION bool is_writer() const { return member.team_rank() == 0; }

  KOKKOS_FUNCTION PointSums<capacity> operator()(std::int64_t object, double frequency) const {
    PointSums<capacity> sums;
    auto const add_point = [&](std::int64_t const j) {
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
    Kokkos::parallel_for(
        Kokkos::TeamThreadRange(member, series.offsets(object), series.offsets(object + 1)),
        add_point);
    add_up(member, terms, sums);
    return sums;
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
