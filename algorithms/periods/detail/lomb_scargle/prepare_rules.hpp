// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/detail/lomb_scargle/preparation.hpp>

namespace siderum {

/// error^-2 of a point, or 1 where errors do not count.
template <class Real, class MemorySpace>
KOKKOS_FUNCTION double weight_of_point(LightCurves<Real, MemorySpace> const& curves, Errors errors,
                                       std::int64_t j) {
  if (errors == Errors::ignore || !curves.has_errors()) {
    return 1.0;
  }
  double const error = static_cast<double>(curves.error(j));
  return 1.0 / (error * error);
}

/// What p / YY is multiplied by in the normalisations that have a unit; 1 in the others.
template <class Real>
KOKKOS_FUNCTION Real power_factor(CurveSummary const& of, Normalization normalization) {
  switch (normalization) {
    case Normalization::psd:
      return static_cast<Real>(0.5 * of.variance * of.inverse_variances);
    case Normalization::raw:
      return static_cast<Real>(0.5 * of.variance * static_cast<double>(of.points));
    default:
      return Real(1);
  }
}

/// Whether so few points outweigh all others that a sinusoid meets them exactly: as many as it has
/// coefficients, the constant among them. Where the others have the part r of the weights, an axis
/// of the normal matrix is r large at many frequencies, and what a sinusoid leaves of the values
/// too: an error e of the sums moves a power by some e / r. The limit of 1,000 e lets none be off
/// by more than some 1e-3.
/// @param weight_of  of a point, from 0 on; asked for only where one point has much of all weight
template <class Real, class WeightOf>
KOKKOS_FUNCTION bool is_outweighed(CurveSums const& sums, std::int64_t points, FitMean fit_mean,
                                   WeightOf const& weight_of) {
  int const coefficients = fit_mean == FitMean::yes ? 3 : 2;
  double const least = 100.0 * static_cast<double>(smallest_axis<Real>(points)) * sums.weights;
  if (points <= coefficients || sums.weights - coefficients * sums.heaviest >= least) {
    return false;
  }
  double heaviest[3] = {};  // in descending order
  for (std::int64_t j = 0; j < points; ++j) {
    double weight = weight_of(j);
    for (double& kept : heaviest) {
      double const larger = weight > kept ? weight : kept;
      weight = weight > kept ? kept : weight;
      kept = larger;
    }
  }
  double const few = heaviest[0] + heaviest[1] + (coefficients == 3 ? heaviest[2] : 0.0);
  return sums.weights - few < least;
}

/// Whether an object can be searched. A variance that rounding of the mean alone may leave is none.
/// @param sums, rest   of all its points: of the values, and of what the mean leaves of them
/// @param outweighed   whether is_outweighed
template <class Real>
KOKKOS_FUNCTION ObjectStatus judge(CurveSummary const& found, CurveSums const& sums,
                                   CurveSums const& rest, std::int64_t points_needed,
                                   LombScargleOptions const& options, PreparedFor prepared_for,
                                   bool outweighed) {
  constexpr double rounding = 4.0 * Kokkos::Experimental::epsilon_v<double>;
  constexpr double smallest = Kokkos::Experimental::norm_min_v<double>;
  double const mean_square = sums.squares / sums.weights;
  if (found.points == 0) {
    return ObjectStatus::no_points;
  }
  if (found.points < points_needed) {
    return ObjectStatus::too_few_points;
  }
  if (!(found.baseline > 0.0)) {
    return ObjectStatus::no_time_span;
  }
  if (!Kokkos::isfinite(found.variance) || !Kokkos::isfinite(found.inverse_variances)) {
    return ObjectStatus::out_of_range;
  }
  // Squares of values below 1e-154 are lost, which must not pass for values without a variance, nor
  // must those that a few points outweigh.
  bool const is_flat = !(found.variance > rounding * rounding * mean_square);
  bool const is_drowned = outweighed && (is_flat || prepared_for == PreparedFor::equations);
  if ((mean_square < smallest || is_drowned) && rest.largest > rounding * sums.largest) {
    return ObjectStatus::out_of_range;
  }
  if (is_flat) {
    return ObjectStatus::constant;
  }
  Real const factor = power_factor<Real>(found, options.normalization);
  bool const representable = Kokkos::isfinite(factor) && factor > Real(0);
  return representable ? ObjectStatus::ok : ObjectStatus::out_of_range;
}

/// What is computed for a point and for an object, and where it goes.
template <class Exec, class Real>
struct PreparationRules {
  using MemorySpace = typename Exec::memory_space;

  LightCurves<Real, MemorySpace> curves;
  LombScargleOptions options;
  Kokkos::View<double*, MemorySpace> time;
  Kokkos::View<Real*, MemorySpace> strength;
  Kokkos::View<Real*, MemorySpace> weight;
  Kokkos::View<CurveSummary*, MemorySpace> summary;
  Kokkos::View<PowerScale<Real>*, MemorySpace> scale;
  PreparedFor prepared_for = PreparedFor::equations;

  /// What a point adds to the sums of its object.
  KOKKOS_FUNCTION CurveSums of_point(std::int64_t j) const { return of_value(j, curves.value(j)); }
  KOKKOS_FUNCTION CurveSums of_value(std::int64_t j, Real value) const {
    double const w = weight_of(j);
    double const y = static_cast<double>(value);
    return {curves.time(j), curves.time(j), w, w * y, w * y * y, Kokkos::abs(y), w};
  }

  /// The same of what the mean leaves.
  KOKKOS_FUNCTION CurveSums of_rest(std::int64_t j, double mean) const {
    return of_rest(j, curves.value(j), mean);
  }
  KOKKOS_FUNCTION CurveSums of_rest(std::int64_t j, Real value, double mean) const {
    double const w = weight_of(j);
    double const y = static_cast<double>(value) - mean;
    return {0.0, 0.0, w, w * y, w * y * y, Kokkos::abs(y), w};
  }

  KOKKOS_FUNCTION double mean_of(CurveSums const& sums, std::int64_t points) const {
    bool const centred = options.fit_mean == FitMean::yes || options.center_data == CenterData::yes;
    return centred && points > 0 ? sums.values / sums.weights : 0.0;
  }

  /// @param first       point of the object
  /// @param sums, rest  of all points of the object, by the two functions above
  KOKKOS_FUNCTION CurveSummary conclude(std::int64_t first, std::int64_t points,
                                        CurveSums const& sums, double mean,
                                        CurveSums const& rest) const {
    CurveSummary found;
    found.points = points;
    found.inverse_variances = sums.weights;
    found.mean = mean;
    if (points > 0) {
      // What rounding left in the mean: it matters where one point outweighs all others.
      found.mean_rest = mean == 0.0 ? 0.0 : rest.values / rest.weights;
      found.variance = rest.squares / rest.weights - found.mean_rest * found.mean_rest;
      found.epoch = sums.earliest;
      found.baseline = sums.latest - sums.earliest;
    }
    bool const outweighed = is_outweighed<Real>(
        sums, points, options.fit_mean, [&](std::int64_t j) { return weight_of(first + j); });
    found.status =
        judge<Real>(found, sums, rest, points_needed(), options, prepared_for, outweighed);
    return found;
  }

  KOKKOS_FUNCTION void store_object(std::int64_t object, CurveSummary const& found) const {
    summary(object) = found;
    scale(object) = {power_factor<Real>(found, options.normalization),
                     smallest_axis<Real>(found.points)};
  }

  KOKKOS_FUNCTION void store_point(std::int64_t j, CurveSummary const& of_object) const {
    time(j) = curves.time(j) - of_object.epoch;
    weight(j) = static_cast<Real>(normalized_weight(j, of_object));
    strength(j) = strength_of(j, curves.value(j), of_object);
  }

  KOKKOS_FUNCTION double normalized_weight(std::int64_t j, CurveSummary const& of_object) const {
    return weight_of(j) / of_object.inverse_variances;
  }

  KOKKOS_FUNCTION Real strength_of(std::int64_t j, Real value,
                                   CurveSummary const& of_object) const {
    double const root = of_object.variance > 0.0 ? 1.0 / Kokkos::sqrt(of_object.variance) : 0.0;
    double const y = (static_cast<double>(value) - of_object.mean) - of_object.mean_rest;
    return static_cast<Real>(normalized_weight(j, of_object) * y * root);
  }

 private:
  KOKKOS_FUNCTION double weight_of(std::int64_t j) const {
    return weight_of_point(curves, options.errors, j);
  }

  KOKKOS_FUNCTION std::int64_t points_needed() const {
    if (options.minimum_points > 0) {
      return options.minimum_points;
    }
    return options.fit_mean == FitMean::yes ? 4 : 3;
  }
};

}  // namespace siderum
