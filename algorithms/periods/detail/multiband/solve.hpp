// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/detail/lomb_scargle/method.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle/multi_harmonic_sums.hpp>
#include <siderum/algorithms/periods/detail/multi_harmonic/direct_powers.hpp>
#include <siderum/algorithms/periods/detail/multi_harmonic/normal_equations.hpp>
#include <siderum/algorithms/periods/detail/multiband/elimination.hpp>
#include <siderum/algorithms/periods/detail/multiband/prepare.hpp>

namespace siderum::detail {

/// From the sums of a piece, a row for each object and band, to powers.
template <class Real, class MemorySpace, int most>
struct FlexibleSolver {
  static constexpr int capacity = most;
  MultiHarmonicSums<Real, MemorySpace> sums;  // of the piece
  PreparedBands<Real, MemorySpace> prepared;  // of all objects
  std::int64_t first;                         // object of the piece
  std::int64_t bands;
  int base_terms;
  int band_terms;
  double base_ridge;  // of a matrix whose weights have the sum 1; negative: times sum error^-2
  double band_ridge;
  SumErrors errors;
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
    auto model = model_of(object, errors);
    for (std::int64_t band = 0; band < bands; ++band) {
      model.add(gather(row * bands + band, object * bands + band, k));
    }
    result = static_cast<Real>(power_of(object, model, errors));
  }

  template <class Sums>
  SIDERUM_NUMBER_FUNCTION void solve_directly(std::int64_t row, std::int64_t k, double frequency,
                                              Sums const& direct) const {
    static_assert(__is_literal_type(FlexibleModel<capacity>));  // see number.hpp
    std::int64_t const object = first + row;
    auto model = model_of(object, SumErrors{});
    for (std::int64_t band = 0; band < bands; ++band) {
      auto const at = direct(row * bands + band, frequency);
      if (direct.is_writer()) {
        model.add(gather(at, object * bands + band));
      }
    }
    if (direct.is_writer()) {
      power[row * stride + k] = static_cast<Real>(power_of(object, model, SumErrors{}));
    }
  }

 private:
  // An axis is rounding below ten times what n terms leave of a sum.
  KOKKOS_FUNCTION FlexibleModel<capacity> model_of(std::int64_t object,
                                                   SumErrors const& of_sums) const {
    double const rounding = 0.1 * static_cast<double>(prepared.scale(object).smallest_axis);
    return {2 * base_terms + 1, 2 * band_terms + 1, in_unit(base_ridge, object),
            in_unit(band_ridge, object), rounding + of_sums.of_sums};
  }

  KOKKOS_FUNCTION double power_of(std::int64_t object, FlexibleModel<capacity>& model,
                                  SumErrors const& of_sums) const {
    FittedReduction const found = model.reduction();
    if (of_sums.exceed(found.magnification, found.x, normalization)) {
      return to_be_summed;
    }
    return normalized_power(found.x, normalization,
                            static_cast<double>(prepared.scale(object).factor));
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

  KOKKOS_FUNCTION BandSums<capacity> gather(PointSums<capacity> const& at,
                                            std::int64_t row_of_all) const {
    BandSums<capacity> band;
    band.c[0] = prepared.weight(row_of_all);
    band.s[0] = 0.0;
    band.yc[0] = prepared.strength(row_of_all);
    band.ys[0] = 0.0;
    for (int m = 1; m <= static_cast<int>(sums.weights.extent(1)); ++m) {
      band.c[m] = at.c[m - 1];
      band.s[m] = at.s[m - 1];
    }
    for (int m = 1; m <= static_cast<int>(sums.values.extent(1)); ++m) {
      band.yc[m] = at.yc[m - 1];
      band.ys[m] = at.ys[m - 1];
    }
    return band;
  }
};

/// The mean of the periodograms of the bands, weighted by the chi-square of their constant models.
template <class Real, class MemorySpace>
struct FastSolver {
  static constexpr int capacity = most_band_terms;
  MultiHarmonicSums<Real, MemorySpace> sums;                 // of the piece
  Kokkos::View<CurveSummary const*, MemorySpace> summary;    // (rows of the piece)
  Kokkos::View<PowerScale<Real> const*, MemorySpace> scale;  // (rows of the piece)
  std::int64_t bands;
  int terms;
  MeanSums mean;
  SumErrors errors;
  Normalization normalization;
  Real* power;  // of the first object and frequency of the piece
  std::int64_t stride;

  KOKKOS_FUNCTION void operator()(std::int64_t object, std::int64_t k) const {
    Joined joined;
    for (std::int64_t row = object * bands; row < (object + 1) * bands; ++row) {
      if (summary(row).status == ObjectStatus::ok) {
        add(joined, row, gather(row, k), errors);
      }
    }
    power[object * stride + k] = static_cast<Real>(power_of(joined, errors));
  }

  template <class Sums>
  SIDERUM_NUMBER_FUNCTION void solve_directly(std::int64_t object, std::int64_t k, double frequency,
                                              Sums const& direct) const {
    Joined joined;
    for (std::int64_t row = object * bands; row < (object + 1) * bands; ++row) {
      if (summary(row).status == ObjectStatus::ok) {
        auto const at = direct(row, frequency);
        if (direct.is_writer()) {
          add(joined, row, at, SumErrors{});
        }
      }
    }
    if (direct.is_writer()) {
      power[object * stride + k] = static_cast<Real>(power_of(joined, SumErrors{}));
    }
  }

 private:
  // What the bands give together.
  struct Joined {
    double chi_square = 0.0;
    double removed = 0.0;
    double factor = 0.0;
    double magnification = 0.0;  // the largest
  };

  KOKKOS_FUNCTION void add(Joined& joined, std::int64_t row, PointSums<most_band_terms> const& at,
                           SumErrors const& of_sums) const {
    double const of_band = summary(row).variance * summary(row).inverse_variances;
    FittedReduction const found = reduction(row, at, of_sums);
    joined.chi_square += of_band;
    joined.removed += of_band * found.x;
    joined.factor += static_cast<double>(scale(row).factor);
    joined.magnification =
        found.magnification > joined.magnification ? found.magnification : joined.magnification;
  }

  KOKKOS_FUNCTION double power_of(Joined const& joined, SumErrors const& of_sums) const {
    // Without any band this is 0 / 0, and NaN as it should be.
    double const x = joined.removed / joined.chi_square;
    if (joined.chi_square > 0.0 && of_sums.exceed(joined.magnification, x, normalization)) {
      return to_be_summed;
    }
    bool const has_unit =
        normalization == Normalization::psd || normalization == Normalization::raw;
    return normalized_power(x, normalization, has_unit ? joined.factor : 1.0);
  }

  KOKKOS_FUNCTION PointSums<most_band_terms> gather(std::int64_t row, std::int64_t k) const {
    PointSums<most_band_terms> at;
    for (int m = 0; m < terms; ++m) {
      at.yc[m] = static_cast<double>(sums.values(row, m, k).real());
      at.ys[m] = static_cast<double>(sums.values(row, m, k).imag());
    }
    for (int m = 0; m < 2 * terms; ++m) {
      at.c[m] = static_cast<double>(sums.weights(row, m, k).real());
      at.s[m] = static_cast<double>(sums.weights(row, m, k).imag());
    }
    return at;
  }

  KOKKOS_FUNCTION FittedReduction reduction(std::int64_t row, PointSums<most_band_terms> const& at,
                                            SumErrors const& of_sums) const {
    double const smallest = static_cast<double>(scale(row).smallest_axis);
    if (terms > 1) {
      return fit_reduction(at, terms, mean, Kokkos::fmax(smallest, of_sums.least_pivot()));
    }
    double const used = mean == MeanSums::yes ? 1.0 : 0.0;
    TrigSumValues<double> const sums_of_one{at.yc[0],       at.ys[0], used * at.c[0],
                                            used * at.s[0], at.c[1],  at.s[1]};
    double const determinant = NormalMatrix<double>::of(sums_of_one).determinant();
    return {siderum::reduction(sums_of_one, smallest),
            determinant > 0.0 ? magnification_of_errors / determinant
                              : Kokkos::Experimental::infinity_v<double>};
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
