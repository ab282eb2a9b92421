// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/lomb_scargle/preparation.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/work_space.hpp>

namespace siderum {

/// Looks at one object per team: the summary first, then the series.
template <class Exec, class Real>
struct CurvePreparer {
  using MemorySpace = typename Exec::memory_space;
  using Policy = TeamPerIndex<Exec>;
  using Member = typename Policy::member_type;

  LightCurves<Real, MemorySpace> curves;
  LombScargleOptions options;
  Kokkos::View<double*, MemorySpace> time;
  Kokkos::View<Real*, MemorySpace> strength;
  Kokkos::View<Real*, MemorySpace> weight;
  Kokkos::View<CurveSummary*, MemorySpace> summary;
  Kokkos::View<PowerScale<Real>*, MemorySpace> scale;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const object = member.league_rank();
    std::int64_t const begin = curves.offsets(object);
    std::int64_t const end = curves.offsets(object + 1);
    CurveSummary const found = summarize(member, begin, end);
    Kokkos::single(Kokkos::PerTeam(member), [&]() {
      summary(object) = found;
      scale(object) = {factor(found), smallest_axis<Real>(found.points)};
    });
    double const root = found.variance > 0.0 ? 1.0 / Kokkos::sqrt(found.variance) : 0.0;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, begin, end), [&](std::int64_t const j) {
      double const w = weight_of(j) / found.inverse_variances;
      time(j) = curves.time(j) - found.epoch;
      weight(j) = static_cast<Real>(w);
      strength(j) = static_cast<Real>(
          w * ((static_cast<double>(curves.value(j)) - found.mean) - found.mean_rest) * root);
    });
  }

 private:
  KOKKOS_FUNCTION double weight_of(std::int64_t j) const {
    if (options.errors == Errors::ignore || !curves.has_errors()) {
      return 1.0;
    }
    double const error = static_cast<double>(curves.error(j));
    return 1.0 / (error * error);
  }

  KOKKOS_FUNCTION std::int64_t points_needed() const {
    if (options.minimum_points > 0) {
      return options.minimum_points;
    }
    return options.fit_mean == FitMean::yes ? 4 : 3;
  }

  KOKKOS_FUNCTION CurveSummary summarize(Member const& member, std::int64_t begin,
                                         std::int64_t end) const {
    CurveSummary found;
    found.points = end - begin;
    auto const range = Kokkos::TeamThreadRange(member, begin, end);
    CurveSums sums;
    Kokkos::parallel_reduce(
        range,
        [&](std::int64_t const j, CurveSums& partial) {
          double const w = weight_of(j);
          double const y = static_cast<double>(curves.value(j));
          partial += {curves.time(j), curves.time(j), w, w * y, w * y * y};
        },
        Kokkos::Sum<CurveSums>(sums));
    found.inverse_variances = sums.weights;
    if (options.fit_mean == FitMean::yes || options.center_data == CenterData::yes) {
      found.mean = found.points > 0 ? sums.values / sums.weights : 0.0;
    }
    CurveSums rest;
    Kokkos::parallel_reduce(
        range,
        [&](std::int64_t const j, CurveSums& partial) {
          double const w = weight_of(j);
          double const y = static_cast<double>(curves.value(j)) - found.mean;
          partial += {0.0, 0.0, w, w * y, w * y * y};
        },
        Kokkos::Sum<CurveSums>(rest));
    if (found.points > 0) {
      // What rounding left in the mean: it matters where one point outweighs all others.
      found.mean_rest = found.mean == 0.0 ? 0.0 : rest.values / rest.weights;
      found.variance = rest.squares / rest.weights - found.mean_rest * found.mean_rest;
      found.epoch = sums.earliest;
      found.baseline = sums.latest - sums.earliest;
    }
    found.status = judge(found, sums.squares / sums.weights);
    return found;
  }

  // A variance that rounding of the mean alone may leave is none.
  KOKKOS_FUNCTION ObjectStatus judge(CurveSummary const& found, double mean_square) const {
    constexpr double rounding = 4.0 * Kokkos::Experimental::epsilon_v<double>;
    if (found.points == 0) {
      return ObjectStatus::no_points;
    }
    if (found.points < points_needed()) {
      return ObjectStatus::too_few_points;
    }
    if (!(found.baseline > 0.0)) {
      return ObjectStatus::no_time_span;
    }
    if (!Kokkos::isfinite(found.variance) || !Kokkos::isfinite(found.inverse_variances)) {
      return ObjectStatus::out_of_range;
    }
    if (!(found.variance > rounding * rounding * mean_square)) {
      return ObjectStatus::constant;
    }
    Real const scaled = factor(found);
    bool const representable = Kokkos::isfinite(scaled) && scaled > Real(0);
    return representable ? ObjectStatus::ok : ObjectStatus::out_of_range;
  }

  KOKKOS_FUNCTION Real factor(CurveSummary const& found) const {
    switch (options.normalization) {
      case Normalization::psd:
        return static_cast<Real>(0.5 * found.variance * found.inverse_variances);
      case Normalization::raw:
        return static_cast<Real>(0.5 * found.variance * static_cast<double>(found.points));
      default:
        return Real(1);
    }
  }
};

template <class Exec, class Real>
PreparedCurves<Real, typename Exec::memory_space> prepare(
    Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
    LombScargleOptions const& options) {
  using MemorySpace = typename Exec::memory_space;
  using Reals = Kokkos::View<Real*, MemorySpace>;
  std::int64_t const points = curves.points();
  std::int64_t const objects = curves.objects();
  CurvePreparer<Exec, Real> const prepare_curve{
      curves,
      options,
      allocate_work<Kokkos::View<double*, MemorySpace>>(exec, "siderum::lomb_scargle::time",
                                                        points),
      allocate_work<Reals>(exec, "siderum::lomb_scargle::strength", points),
      allocate_work<Reals>(exec, "siderum::lomb_scargle::weight", points),
      allocate_work<Kokkos::View<CurveSummary*, MemorySpace>>(
          exec, "siderum::lomb_scargle::summary", objects),
      allocate_work<Kokkos::View<PowerScale<Real>*, MemorySpace>>(
          exec, "siderum::lomb_scargle::scale", objects)};
  if (objects > 0) {
    // A long object is looked at by one team all the same.
    int const threads = points / objects >= 8192 ? 512 : 128;
    int const team_size = portable::is_host_space<Exec> ? 1 : threads;
    Kokkos::parallel_for(
        "siderum::lomb_scargle::prepare[portable]",
        typename CurvePreparer<Exec, Real>::Policy(exec, static_cast<int>(objects), team_size),
        prepare_curve);
  }
  return {{prepare_curve.time, prepare_curve.strength, prepare_curve.weight, curves.offsets,
           curves.host_offsets},
          prepare_curve.summary,
          prepare_curve.scale};
}

}  // namespace siderum
