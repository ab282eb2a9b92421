// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/detail/lomb_scargle/prepare_rules.hpp>
#include <siderum/algorithms/periods/multiband.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/core/work_space.hpp>

namespace siderum::detail {

/// What one model of all bands is made from: times since the first of the object, weights whose sum
/// over the object is 1, strengths w (y - mean of the band) / sqrt(YY of the object).
template <class Real, class MemorySpace>
struct PreparedBands {
  PreparedCurves<Real, MemorySpace> rows;                    ///< (objects * bands)
  Kokkos::View<CurveSummary const*, MemorySpace> summary;    ///< (objects)
  Kokkos::View<PowerScale<Real> const*, MemorySpace> scale;  ///< (objects)
  Kokkos::View<double const*, MemorySpace> weight;           ///< (objects * bands) sum of w
  Kokkos::View<double const*, MemorySpace> strength;         ///< (objects * bands) sum of v
};

/// Looks at one object per team, band by band.
template <class Exec, class Real>
struct BandPreparer {
  using MemorySpace = typename Exec::memory_space;
  using Policy = TeamPerIndex<Exec>;
  using Member = typename Policy::member_type;

  MultibandCurves<Real, MemorySpace> from;
  LombScargleOptions options;
  std::int64_t points_needed;
  Kokkos::View<double*, MemorySpace> time;
  Kokkos::View<Real*, MemorySpace> strength;
  Kokkos::View<Real*, MemorySpace> weight;
  Kokkos::View<CurveSummary*, MemorySpace> row_summary;    // (objects * bands)
  Kokkos::View<PowerScale<Real>*, MemorySpace> row_scale;  // (objects * bands)
  Kokkos::View<CurveSummary*, MemorySpace> summary;        // (objects)
  Kokkos::View<PowerScale<Real>*, MemorySpace> scale;      // (objects)
  Kokkos::View<double*, MemorySpace> weight_sum;           // (objects * bands)
  Kokkos::View<double*, MemorySpace> strength_sum;         // (objects * bands)

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const object = member.league_rank();
    CurveSummary found;
    CurveSums all;
    CurveSums all_rest;
    for (std::int64_t row = object * from.bands; row < (object + 1) * from.bands; ++row) {
      CurveSums const sums = sum_band(member, row, 0.0);
      double const mean = mean_of(sums);
      CurveSums const rest = sum_band(member, row, mean);
      double const mean_rest = mean_of(rest);
      Kokkos::single(Kokkos::PerTeam(member), [&]() {
        row_summary(row) = {.mean = mean, .mean_rest = mean_rest};
        weight_sum(row) = sums.weights;
        strength_sum(row) = rest.values - mean_rest * rest.weights;
      });
      found.points += from.curves.offsets(row + 1) - from.curves.offsets(row);
      all += sums;
      all_rest += rest;
      found.variance += rest.squares - mean_rest * mean_rest * rest.weights;
    }
    member.team_barrier();
    found.inverse_variances = all.weights;
    if (found.points > 0) {
      found.variance /= found.inverse_variances;
      found.epoch = all.earliest;
      found.baseline = all.latest - all.earliest;
    }
    std::int64_t const first = from.curves.offsets(object * from.bands);
    bool const outweighed = is_outweighed<Real>(
        all, found.points, options.fit_mean, [&](std::int64_t j) { return weight_of(first + j); });
    found.status = judge<Real>(found, all, all_rest, points_needed, options, PreparedFor::equations,
                               outweighed);
    write(member, object, found);
  }

 private:
  KOKKOS_FUNCTION double weight_of(std::int64_t j) const {
    return weight_of_point(from.curves, options.errors, j);
  }

  KOKKOS_FUNCTION double mean_of(CurveSums const& sums) const {
    return options.center_data == CenterData::yes && sums.weights > 0.0 ? sums.values / sums.weights
                                                                        : 0.0;
  }

  KOKKOS_FUNCTION CurveSums sum_band(Member const& member, std::int64_t row, double mean) const {
    CurveSums sums;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(member, from.curves.offsets(row), from.curves.offsets(row + 1)),
        [&](std::int64_t const j, CurveSums& partial) {
          double const w = weight_of(j);
          double const y = static_cast<double>(from.curves.value(j)) - mean;
          partial +=
              {from.curves.time(j), from.curves.time(j), w, w * y, w * y * y, Kokkos::abs(y), w};
        },
        Kokkos::Sum<CurveSums>(sums));
    return sums;
  }

  KOKKOS_FUNCTION void write(Member const& member, std::int64_t object,
                             CurveSummary const& found) const {
    double const root = found.variance > 0.0 ? 1.0 / Kokkos::sqrt(found.variance) : 0.0;
    Kokkos::single(Kokkos::PerTeam(member), [&]() {
      summary(object) = found;
      scale(object) = {power_factor<Real>(found, options.normalization),
                       smallest_axis<Real>(found.points)};
    });
    for (std::int64_t row = object * from.bands; row < (object + 1) * from.bands; ++row) {
      double const mean = row_summary(row).mean;
      double const mean_rest = row_summary(row).mean_rest;
      Kokkos::parallel_for(
          Kokkos::TeamThreadRange(member, from.curves.offsets(row), from.curves.offsets(row + 1)),
          [&](std::int64_t const j) {
            double const w = weight_of(j) / found.inverse_variances;
            double const y = static_cast<double>(from.curves.value(j));
            time(j) = from.curves.time(j) - found.epoch;
            weight(j) = static_cast<Real>(w);
            strength(j) = static_cast<Real>(w * ((y - mean) - mean_rest) * root);
          });
      Kokkos::single(Kokkos::PerTeam(member), [&]() {
        row_summary(row).status = found.status;
        row_scale(row) = {Real(1), smallest_axis<Real>(found.points)};
        weight_sum(row) /= found.inverse_variances;
        strength_sum(row) *= root / found.inverse_variances;
      });
    }
  }
};

template <class Exec, class Real>
PreparedBands<Real, typename Exec::memory_space> prepare_bands(
    Exec const& exec, MultibandCurves<Real, typename Exec::memory_space> const& from,
    MultibandOptions const& options) {
  using Preparer = BandPreparer<Exec, Real>;
  auto const make = [&]<class Value>(Value, char const* label, std::int64_t count) {
    return allocate_work<Kokkos::View<Value*, typename Exec::memory_space>>(exec, label, count);
  };
  std::int64_t const rows = from.curves.objects();
  std::int64_t const points = from.curves.points();
  std::int64_t const needed = options.periodogram.minimum_points > 0
                                  ? options.periodogram.minimum_points
                                  : 2 * std::max(options.base_terms, 1) + 2;
  Preparer const prepare_object{
      from,
      options.periodogram,
      needed,
      make(double{}, "siderum::multiband::time", points),
      make(Real{}, "siderum::multiband::strength", points),
      make(Real{}, "siderum::multiband::weight", points),
      make(CurveSummary{}, "siderum::multiband::row_summary", rows),
      make(PowerScale<Real>{}, "siderum::multiband::row_scale", rows),
      make(CurveSummary{}, "siderum::multiband::summary", from.objects()),
      make(PowerScale<Real>{}, "siderum::multiband::scale", from.objects()),
      make(double{}, "siderum::multiband::weight_sum", rows),
      make(double{}, "siderum::multiband::strength_sum", rows)};
  if (rows > 0) {
    Kokkos::parallel_for(
        "siderum::multiband::prepare[portable]",
        typename Preparer::Policy(exec, static_cast<int>(from.objects()), team_size<Exec>),
        prepare_object);
  }
  return {{{prepare_object.time, prepare_object.strength, prepare_object.weight,
            from.curves.offsets, from.curves.host_offsets},
           prepare_object.row_summary,
           prepare_object.row_scale},
          prepare_object.summary,
          prepare_object.scale,
          prepare_object.weight_sum,
          prepare_object.strength_sum};
}

}  // namespace siderum::detail
