// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/detail/lomb_scargle/preparation.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle/prepare_long.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle/prepare_rules.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/core/work_space.hpp>

namespace siderum {

/// Looks at one object per team: the summary first, then the series.
template <class Exec, class Real>
struct CurvePreparer {
  using Policy = TeamPerIndex<Exec>;
  using Member = typename Policy::member_type;

  PreparationRules<Exec, Real> rules;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const object = member.league_rank();
    std::int64_t const begin = rules.curves.offsets(object);
    std::int64_t const end = rules.curves.offsets(object + 1);
    auto const range = Kokkos::TeamThreadRange(member, begin, end);
    CurveSums sums;
    Kokkos::parallel_reduce(
        range, [&](std::int64_t const j, CurveSums& partial) { partial += rules.of_point(j); },
        Kokkos::Sum<CurveSums>(sums));
    double const mean = rules.mean_of(sums, end - begin);
    CurveSums rest;
    Kokkos::parallel_reduce(
        range, [&](std::int64_t const j, CurveSums& partial) { partial += rules.of_rest(j, mean); },
        Kokkos::Sum<CurveSums>(rest));
    CurveSummary const found = rules.conclude(begin, end - begin, sums, mean, rest);
    Kokkos::single(Kokkos::PerTeam(member), [&]() { rules.store_object(object, found); });
    Kokkos::parallel_for(range, [&](std::int64_t const j) { rules.store_point(j, found); });
  }
};

template <class Exec, class Real>
PreparedCurves<Real, typename Exec::memory_space> prepare(
    Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
    LombScargleOptions const& options, PreparedFor prepared_for) {
  using MemorySpace = typename Exec::memory_space;
  using Reals = Kokkos::View<Real*, MemorySpace>;
  std::int64_t const points = curves.points();
  std::int64_t const objects = curves.objects();
  PreparationRules<Exec, Real> const rules{
      curves,
      options,
      allocate_work<Kokkos::View<double*, MemorySpace>>(exec, "siderum::lomb_scargle::time",
                                                        points),
      allocate_work<Reals>(exec, "siderum::lomb_scargle::strength", points),
      allocate_work<Reals>(exec, "siderum::lomb_scargle::weight", points),
      allocate_work<Kokkos::View<CurveSummary*, MemorySpace>>(
          exec, "siderum::lomb_scargle::summary", objects),
      allocate_work<Kokkos::View<PowerScale<Real>*, MemorySpace>>(
          exec, "siderum::lomb_scargle::scale", objects),
      prepared_for};
  if (objects > 0 && longest_of(curves.host_offsets) > LongCurvePreparer<Exec, Real>::long_from) {
    LongCurvePreparer<Exec, Real>::enqueue(exec, rules);
  } else if (objects > 0) {
    Kokkos::parallel_for("siderum::lomb_scargle::prepare[portable]",
                         typename CurvePreparer<Exec, Real>::Policy(exec, static_cast<int>(objects),
                                                                    team_size<Exec>),
                         CurvePreparer<Exec, Real>{rules});
  }
  return {{rules.time, rules.strength, rules.weight, curves.offsets, curves.host_offsets},
          rules.summary,
          rules.scale};
}

}  // namespace siderum
