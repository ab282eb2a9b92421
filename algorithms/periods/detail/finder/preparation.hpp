// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/detail/lomb_scargle/preparation.hpp>
#include <siderum/backends/portable/fold_and_sort.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/core/work_space.hpp>

namespace siderum {

/// Light curves made ready for FoldAndSort.
template <class Real, class MemorySpace>
struct FoldedCurves {
  FoldSeries<Real, MemorySpace> series;
  Kokkos::View<CurveSummary const*, MemorySpace> summary;  // (objects)
};

/// The least of points that any finder searches.
inline constexpr std::int64_t least_folded_points = 5;

/// Values of weighted mean 0 and variance 1, weights of mean 1: their unit does not matter, and
/// float loses nothing to a large mean.
template <class Exec, class Real>
struct CurveNormalizer {
  using MemorySpace = typename Exec::memory_space;
  using Policy = TeamPerIndex<Exec>;
  using Member = typename Policy::member_type;

  LightCurves<Real, MemorySpace> curves;
  Errors errors;
  Kokkos::View<CurveSummary const*, MemorySpace> summary;
  Kokkos::View<Real*, MemorySpace> value;
  Kokkos::View<Real*, MemorySpace> weight;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const object = member.league_rank();
    CurveSummary const& of = summary(object);
    bool const weighs = errors == Errors::use && curves.has_errors();
    double const root = of.variance > 0.0 ? 1.0 / Kokkos::sqrt(of.variance) : 0.0;
    double const scale = static_cast<double>(of.points) / of.inverse_variances;
    Kokkos::parallel_for(
        Kokkos::TeamThreadRange(member, curves.offsets(object), curves.offsets(object + 1)),
        [&](std::int64_t const j) {
          double const error = weighs ? static_cast<double>(curves.error(j)) : 1.0;
          value(j) = static_cast<Real>(
              ((static_cast<double>(curves.value(j)) - of.mean) - of.mean_rest) * root);
          weight(j) = static_cast<Real>(scale / (error * error));
        });
  }
};

/// Values become the number of their bin of equal width, 0 .. bins - 1, from the least value of the
/// object to the largest.
template <class Exec, class Real>
struct ValueBinner {
  using MemorySpace = typename Exec::memory_space;
  using Policy = TeamPerIndex<Exec>;
  using Member = typename Policy::member_type;

  LightCurves<Real, MemorySpace> curves;
  int bins;
  Kokkos::View<Real*, MemorySpace> value;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const object = member.league_rank();
    auto const range =
        Kokkos::TeamThreadRange(member, curves.offsets(object), curves.offsets(object + 1));
    Kokkos::MinMaxScalar<double> limits;
    Kokkos::parallel_reduce(
        range,
        [&](std::int64_t const j, Kokkos::MinMaxScalar<double>& partial) {
          auto const y = static_cast<double>(curves.value(j));
          partial.min_val = y < partial.min_val ? y : partial.min_val;
          partial.max_val = y > partial.max_val ? y : partial.max_val;
        },
        Kokkos::MinMax<double>(limits));
    Kokkos::parallel_for(range, [&](std::int64_t const j) {
      double const share = (static_cast<double>(curves.value(j)) - limits.min_val) /
                           (limits.max_val - limits.min_val);
      int const bin = static_cast<int>(bins * share);
      value(j) = static_cast<Real>(bin < bins ? bin : bins - 1);
    });
  }
};

template <class Exec>
TeamPerIndex<Exec> object_teams(Exec const& exec, std::int64_t objects) {
  return {exec, static_cast<int>(objects), team_size<Exec>};
}

/// Enqueues the preparation; O(points) in time and memory.
template <class Exec, class Real>
FoldedCurves<Real, typename Exec::memory_space> prepare_fold(
    Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves, Errors errors) {
  using MemorySpace = typename Exec::memory_space;
  using Reals = Kokkos::View<Real*, MemorySpace>;
  LombScargleOptions options;
  options.errors = errors;
  options.minimum_points = least_folded_points;
  auto const prepared = prepare(exec, curves, options, PreparedFor::folding);
  CurveNormalizer<Exec, Real> const normalize{
      curves, errors, prepared.summary,
      allocate_work<Reals>(exec, "siderum::finder::value", curves.points()),
      allocate_work<Reals>(exec, "siderum::finder::weight", curves.points())};
  if (curves.objects() > 0) {
    Kokkos::parallel_for("siderum::finder::normalize[portable]",
                         object_teams(exec, curves.objects()), normalize);
  }
  return {{prepared.series.time, normalize.value, normalize.weight, curves.offsets,
           curves.host_offsets},
          prepared.summary};
}

}  // namespace siderum
