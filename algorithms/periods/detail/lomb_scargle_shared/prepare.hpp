// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <siderum/algorithms/periods/detail/lomb_scargle/prepare_rules.hpp>
#include <siderum/backends/portable/shared_sums.hpp>
#include <siderum/core/shared_curves.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/core/work_space.hpp>

namespace siderum::detail {

/// Shared light curves made ready for SharedProductSums and SharedNufftSums.
template <class Exec, class Real>
struct PreparedShared {
  using MemorySpace = typename Exec::memory_space;
  SharedSeries<Exec, Real> series;
  Kokkos::View<CurveSummary const*, MemorySpace> summary;    ///< (objects)
  Kokkos::View<PowerScale<Real> const*, MemorySpace> scale;  ///< (objects)
  PreparedCurves<Real, MemorySpace> weights;                 ///< one object, all points
  std::vector<std::int64_t> ends;  ///< of that object, in the memory of the host
};

/// Looks at one object per team; the first also makes the series of the weights.
template <class Exec, class Real>
struct SharedPreparer {
  using MemorySpace = typename Exec::memory_space;
  using Policy = TeamPerIndex<Exec>;
  using Member = typename Policy::member_type;
  static constexpr std::int64_t chunk = shared_chunk<Exec>;

  PreparationRules<Exec, Real> rules;
  Kokkos::View<Real const**, Kokkos::LayoutRight, MemorySpace> value;
  std::int64_t chunks;
  Kokkos::View<Real*, MemorySpace> strength;            // (chunks, objects, chunk)
  Kokkos::View<CurveSummary*, MemorySpace> of_weights;  // (1)

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const object = member.league_rank();
    auto const objects = static_cast<std::int64_t>(value.extent(0));
    auto const points = static_cast<std::int64_t>(value.extent(1));
    auto const range = Kokkos::TeamThreadRange(member, std::int64_t{0}, points);
    CurveSums sums;
    Kokkos::parallel_reduce(
        range,
        [&](std::int64_t const j, CurveSums& partial) {
          partial += rules.of_value(j, value(object, j));
        },
        Kokkos::Sum<CurveSums>(sums));
    double const mean = rules.mean_of(sums, points);
    CurveSums rest;
    Kokkos::parallel_reduce(
        range,
        [&](std::int64_t const j, CurveSums& partial) {
          partial += rules.of_rest(j, value(object, j), mean);
        },
        Kokkos::Sum<CurveSums>(rest));
    CurveSummary const found = rules.conclude(0, points, sums, mean, rest);
    Kokkos::single(Kokkos::PerTeam(member), [&]() { rules.store_object(object, found); });
    bool const is_searched = found.status == ObjectStatus::ok;
    Kokkos::parallel_for(
        Kokkos::TeamThreadRange(member, std::int64_t{0}, chunks * chunk),
        [&](std::int64_t const j) {
          strength((j / chunk * objects + object) * chunk + j % chunk) =
              is_searched && j < points ? rules.strength_of(j, value(object, j), found) : Real(0);
        });
    if (object == 0) {
      store_weights(member, found);
    }
  }

 private:
  KOKKOS_FUNCTION void store_weights(Member const& member, CurveSummary found) const {
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, std::int64_t{0}, found.points),
                         [&](std::int64_t const j) {
                           rules.time(j) = rules.curves.time(j) - found.epoch;
                           rules.weight(j) = static_cast<Real>(rules.normalized_weight(j, found));
                           rules.strength(j) = Real(0);
                         });
    found.status = ObjectStatus::ok;
    Kokkos::single(Kokkos::PerTeam(member), [&]() { of_weights(0) = found; });
  }
};

template <class Exec, class Real>
PreparedShared<Exec, Real> prepare_shared(
    Exec const& exec, SharedCurves<Real, typename Exec::memory_space> const& curves,
    LombScargleOptions const& options) {
  using MemorySpace = typename Exec::memory_space;
  using Reals = Kokkos::View<Real*, MemorySpace>;
  using Summaries = Kokkos::View<CurveSummary*, MemorySpace>;
  std::int64_t const points = curves.points();
  std::int64_t const objects = curves.objects();
  constexpr std::int64_t chunk = shared_chunk<Exec>;
  std::int64_t const chunks = (points + chunk - 1) / chunk;
  PreparationRules<Exec, Real> const rules{
      {curves.time, {}, curves.error, {}, {}},
      options,
      allocate_work<Kokkos::View<double*, MemorySpace>>(exec, "siderum::shared::time",
                                                        chunks * chunk),
      allocate_work<Reals>(exec, "siderum::shared::no_strength", points),
      allocate_work<Reals>(exec, "siderum::shared::weight", points),
      allocate_work<Summaries>(exec, "siderum::shared::summary", objects),
      allocate_work<Kokkos::View<PowerScale<Real>*, MemorySpace>>(exec, "siderum::shared::scale",
                                                                  objects)};
  SharedPreparer<Exec, Real> const prepare{
      rules, curves.value, chunks,
      allocate_work<Reals>(exec, "siderum::shared::strength", chunks * objects * chunk),
      allocate_work<Summaries>(exec, "siderum::shared::of_weights", 1)};
  Kokkos::deep_copy(exec, rules.time, 0.0);
  Kokkos::parallel_for(
      "siderum::shared::prepare[portable]",
      typename SharedPreparer<Exec, Real>::Policy(exec, static_cast<int>(objects), team_size<Exec>),
      prepare);
  std::vector<std::int64_t> ends{0, points};
  PreparedCurves<Real, MemorySpace> const weights{
      {rules.time, rules.strength, rules.weight,
       copy_to_work(exec, "siderum::shared::offsets", ends),
       Kokkos::View<std::int64_t const*, Kokkos::HostSpace>(ends.data(), ends.size())},
      prepare.of_weights,
      rules.scale};
  return {{weights.series, prepare.strength, objects, points},
          rules.summary,
          rules.scale,
          weights,
          std::move(ends)};
}

}  // namespace siderum::detail
