// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/detail/lomb_scargle/multi_harmonic_sums.hpp>
#include <siderum/algorithms/periods/detail/multi_harmonic/normal_equations.hpp>
#include <siderum/algorithms/periods/detail/multiband/elimination.hpp>
#include <siderum/algorithms/periods/detail/multiband/prepare.hpp>

namespace siderum::detail {

/// From the sums of a piece, a row for each object and band, to powers.
template <class Real, class MemorySpace, int capacity>
struct FlexibleSolver {
  MultiHarmonicSums<Real, MemorySpace> sums;  // of the piece
  PreparedBands<Real, MemorySpace> prepared;  // of all objects
  std::int64_t first;                         // object of the piece
  std::int64_t bands;
  int base_terms;
  int band_terms;
  double base_ridge;  // of a matrix whose weights have the sum 1; negative: times sum error^-2
  double band_ridge;
  double tolerance;  // of the sums, beside rounding
  Normalization normalization;
  Real* power;  // of the first object and frequency of the piece
  std::int64_t stride;

  KOKKOS_FUNCTION void operator()(std::int64_t row, std::int64_t k) const {
    std::int64_t const object = first + row;
    Real& result = power[row * stride + k];
    if (prepared.summary(object).status != ObjectStatus::ok) {
      result = Kokkos::Experimental::quiet_NaN_v<Real>;
      return;
    }
    PowerScale<Real> const scale = prepared.scale(object);
    FlexibleModel<capacity> model(2 * base_terms + 1, 2 * band_terms + 1,
                                  in_unit(base_ridge, object), in_unit(band_ridge, object),
                                  sum_error(static_cast<double>(scale.smallest_axis)));
    for (std::int64_t band = 0; band < bands; ++band) {
      model.add(gather(row * bands + band, object * bands + band, k));
    }
    result = static_cast<Real>(
        normalized_power(model.reduction(), normalization, static_cast<double>(scale.factor)));
  }

 private:
  // An axis is rounding below ten times what n terms leave of a sum.
  KOKKOS_FUNCTION double sum_error(double smallest_axis) const {
    return 0.1 * smallest_axis + tolerance;
  }

  KOKKOS_FUNCTION double in_unit(double ridge, std::int64_t object) const {
    return ridge < 0.0 ? -ridge / prepared.summary(object).inverse_variances : ridge;
  }

  KOKKOS_FUNCTION BandSums<capacity> gather(std::int64_t row, std::int64_t row_of_all,
                                            std::int64_t k) const {
    BandSums<capacity> band;
    band.c[0] = prepared.weight(row_of_all);
    band.s[0] = 0.0;
    band.yc[0] = prepared.strength(row_of_all);
    band.ys[0] = 0.0;
    for (int m = 1; m <= static_cast<int>(sums.weights.extent(1)); ++m) {
      band.c[m] = static_cast<double>(sums.weights(row, m - 1, k).real());
      band.s[m] = static_cast<double>(sums.weights(row, m - 1, k).imag());
    }
    for (int m = 1; m <= static_cast<int>(sums.values.extent(1)); ++m) {
      band.yc[m] = static_cast<double>(sums.values(row, m - 1, k).real());
      band.ys[m] = static_cast<double>(sums.values(row, m - 1, k).imag());
    }
    return band;
  }
};

/// The mean of the periodograms of the bands, weighted by the chi-square of their constant models.
template <class Real, class MemorySpace>
struct FastSolver {
  MultiHarmonicSums<Real, MemorySpace> sums;                 // of the piece
  Kokkos::View<CurveSummary const*, MemorySpace> summary;    // (rows of the piece)
  Kokkos::View<PowerScale<Real> const*, MemorySpace> scale;  // (rows of the piece)
  std::int64_t bands;
  int terms;
  MeanSums mean;
  double smallest_pivot;  // of the method of the sums, beside that of rounding
  Normalization normalization;
  Real* power;  // of the first object and frequency of the piece
  std::int64_t stride;

  KOKKOS_FUNCTION void operator()(std::int64_t object, std::int64_t k) const {
    double chi_square = 0.0;
    double removed = 0.0;
    double factor = 0.0;
    for (std::int64_t row = object * bands; row < (object + 1) * bands; ++row) {
      if (summary(row).status == ObjectStatus::ok) {
        double const of_band = summary(row).variance * summary(row).inverse_variances;
        chi_square += of_band;
        removed += of_band * reduction(row, k);
        factor += static_cast<double>(scale(row).factor);
      }
    }
    // Without any band this is 0 / 0, and NaN as it should be.
    bool const has_unit =
        normalization == Normalization::psd || normalization == Normalization::raw;
    power[object * stride + k] = static_cast<Real>(
        normalized_power(removed / chi_square, normalization, has_unit ? factor : 1.0));
  }

 private:
  KOKKOS_FUNCTION double reduction(std::int64_t row, std::int64_t k) const {
    PointSums<most_band_terms> at;
    for (int m = 0; m < terms; ++m) {
      at.yc[m] = static_cast<double>(sums.values(row, m, k).real());
      at.ys[m] = static_cast<double>(sums.values(row, m, k).imag());
    }
    for (int m = 0; m < 2 * terms; ++m) {
      at.c[m] = static_cast<double>(sums.weights(row, m, k).real());
      at.s[m] = static_cast<double>(sums.weights(row, m, k).imag());
    }
    double const smallest = static_cast<double>(scale(row).smallest_axis);
    if (terms > 1) {
      return fit_reduction(at, terms, mean, Kokkos::fmax(smallest, smallest_pivot));
    }
    double const used = mean == MeanSums::yes ? 1.0 : 0.0;
    return siderum::reduction(
        TrigSumValues<double>{at.yc[0], at.ys[0], used * at.c[0], used * at.s[0], at.c[1], at.s[1]},
        smallest);
  }
};

/// One status for an object of several rows: ok where one of them is, else that of the row with
/// most points, with all points counted.
template <class MemorySpace>
struct RowJudge {
  Kokkos::View<CurveSummary const*, MemorySpace> rows;
  std::int64_t bands;
  Kokkos::View<CurveSummary*, MemorySpace> summary;  // (objects)

  KOKKOS_FUNCTION void operator()(std::int64_t object) const {
    CurveSummary found = rows(object * bands);
    std::int64_t points = 0;
    for (std::int64_t row = object * bands; row < (object + 1) * bands; ++row) {
      points += rows(row).points;
      bool const better = rows(row).status == ObjectStatus::ok ||
                          (found.status != ObjectStatus::ok && rows(row).points > found.points);
      found = better ? rows(row) : found;
    }
    found.points = points;
    summary(object) = found;
  }
};

}  // namespace siderum::detail
