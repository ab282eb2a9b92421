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

  KOKKOS_FUNCTION int terms() const { return base_terms > band_terms ? base_terms : band_terms; }
  KOKKOS_FUNCTION bool wanted(std::int64_t row) const {
    return prepared.summary(first + row).status == ObjectStatus::ok;
  }

  KOKKOS_FUNCTION void operator()(std::int64_t row, std::int64_t k) const {
    std::int64_t const object = first + row;
    Real& result = power[row * stride + k];
    if (!wanted(row)) {
      result = Kokkos::Experimental::quiet_NaN_v<Real>;
      return;
    }
    double const of_phases = errors.of_phases(k, prepared.summary(object).baseline);
    auto model =
        model_of<double>(object, limits_of(rounding_of(object) + errors.of_sums, of_phases));
    for (std::int64_t band = 0; band < bands; ++band) {
      model.add(gather(row * bands + band, object * bands + band, k));
    }
    FittedReduction const found = model.reduction();
    bool const is_exact =
        found.x == found.x && !errors.exceed(found.magnification, found.x, normalization);
    result = static_cast<Real>(is_exact ? power_of(object, found) : to_be_summed);
  }

  template <class Sums>
  SIDERUM_NUMBER_FUNCTION void solve_directly(std::int64_t row, std::int64_t k, double frequency,
                                              Sums const& direct) const {
    static_assert(__is_literal_type(FlexibleModel<capacity, Twofold<double>>));  // see number.hpp
    std::int64_t const object = first + row;
    auto model = model_of<double>(object, limits_of(rounding_of(object)));
    for (std::int64_t band = 0; band < bands; ++band) {
      PointSums<capacity> const at = direct(row * bands + band, frequency);
      model.add(gather(at, object * bands + band));
    }
    FittedReduction found = model.reduction();
    if (!(found.x == found.x)) {
      found = fit_precisely(row, frequency, direct);
    }
    if (direct.is_writer()) {
      power[row * stride + k] = static_cast<Real>(power_of(object, found));
    }
  }

 private:
  // Ridges are of harmonics, which are not combined therefore.
  template <class Sums>
  SIDERUM_NUMBER_FUNCTION FittedReduction fit_precisely(std::int64_t row, double frequency,
                                                        Sums const& direct) const {
    std::int64_t const object = first + row;
    ModelBasis const harmonics{frequency};
    CurveSummary const& of_object = prepared.summary(object);
    auto model = model_of<Twofold<double>>(
        object, ErrorLimits::of_precise(of_object.points, terms(), frequency * of_object.baseline));
    for (std::int64_t band = 0; band < bands; ++band) {
      PreciseSums<capacity> const at = precise_sums(direct, row * bands + band, harmonics);
      model.add(gather(at));
    }
    return model.reduction();
  }

  // An axis is rounding below ten times what n terms leave of a sum. In single precision that is
  // also what rounded weights and strengths leave of those that prepared has of the bands.
  KOKKOS_FUNCTION double rounding_of(std::int64_t object) const {
    return 0.1 * static_cast<double>(prepared.scale(object).smallest_axis);
  }

  KOKKOS_FUNCTION static ErrorLimits limits_of(double sum_error, double of_phases = 0.0) {
    return {.smallest = sum_error + of_phases,
            .of_sums = sum_error + of_phases,
            .of_power = 10.0 * Kokkos::sqrt(sum_error)};
  }

  template <class Number>
  KOKKOS_FUNCTION FlexibleModel<capacity, Number> model_of(std::int64_t object,
                                                           ErrorLimits const& limits) const {
    return {2 * base_terms + 1, 2 * band_terms + 1, in_unit(base_ridge, object),
            in_unit(band_ridge, object), limits};
  }

  KOKKOS_FUNCTION double power_of(std::int64_t object, FittedReduction const& found) const {
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
    for (int m = 1; m <= 2 * terms(); ++m) {
      band.c[m] = static_cast<double>(sums.weights(row, m - 1, k).real());
      band.s[m] = static_cast<double>(sums.weights(row, m - 1, k).imag());
    }
    for (int m = 1; m <= terms(); ++m) {
      band.yc[m] = static_cast<double>(sums.values(row, m - 1, k).real());
      band.ys[m] = static_cast<double>(sums.values(row, m - 1, k).imag());
    }
    return band;
  }

  KOKKOS_FUNCTION BandSums<capacity> gather(PointSums<capacity> const& at,
                                            std::int64_t row_of_all) const {
    return gather(at, prepared.weight(row_of_all), prepared.strength(row_of_all));
  }
  KOKKOS_FUNCTION BandSums<capacity, Twofold<double>> gather(
      PreciseSums<capacity> const& at) const {
    return gather(at, at.weight, at.strength);
  }

  template <class Sums, class Number>
  KOKKOS_FUNCTION BandSums<capacity, Number> gather(Sums const& at, Number const& weight,
                                                    Number const& strength) const {
    BandSums<capacity, Number> band;
    band.c[0] = weight;
    band.s[0] = Number(0.0);
    band.yc[0] = strength;
    band.ys[0] = Number(0.0);
    for (int m = 1; m <= 2 * terms(); ++m) {
      band.c[m] = at.c[m - 1];
      band.s[m] = at.s[m - 1];
    }
    for (int m = 1; m <= terms(); ++m) {
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

  // Objects without a band that is left have no chi-square either.
  KOKKOS_FUNCTION static bool wanted(std::int64_t) { return true; }

  KOKKOS_FUNCTION void operator()(std::int64_t object, std::int64_t k) const {
    Joined joined;
    for (std::int64_t row = object * bands; row < (object + 1) * bands; ++row) {
      if (summary(row).status == ObjectStatus::ok) {
        add(joined, row, reduction(row, k, gather(row, k)));
      }
    }
    double const x = joined.removed / joined.chi_square;
    bool const is_exact = joined.chi_square == 0.0 ||
                          (x == x && !errors.exceed(joined.magnification, x, normalization));
    power[object * stride + k] = static_cast<Real>(is_exact ? power_of(joined) : to_be_summed);
  }

  template <class Sums>
  SIDERUM_NUMBER_FUNCTION void solve_directly(std::int64_t object, std::int64_t k, double frequency,
                                              Sums const& direct) const {
    Joined joined;
    for (std::int64_t row = object * bands; row < (object + 1) * bands; ++row) {
      if (summary(row).status == ObjectStatus::ok) {
        add(joined, row, reduction_directly(row, frequency, direct));
      }
    }
    if (direct.is_writer()) {
      power[object * stride + k] = static_cast<Real>(power_of(joined));
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

  KOKKOS_FUNCTION void add(Joined& joined, std::int64_t row, FittedReduction const& found) const {
    double const of_band = summary(row).variance * summary(row).inverse_variances;
    joined.chi_square += of_band;
    joined.removed += of_band * found.x;
    joined.factor += static_cast<double>(scale(row).factor);
    joined.magnification =
        found.magnification > joined.magnification ? found.magnification : joined.magnification;
  }

  KOKKOS_FUNCTION double power_of(Joined const& joined) const {
    // Without any band this is 0 / 0, and NaN as it should be.
    double const x = joined.removed / joined.chi_square;
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

  KOKKOS_FUNCTION FittedReduction reduction(std::int64_t row, std::int64_t k,
                                            PointSums<most_band_terms> const& at) const {
    if (terms == 1) {
      return reduction_of_one(row, at);
    }
    double const smallest = static_cast<double>(scale(row).smallest_axis);
    return fit_reduction(at, terms, mean,
                         ErrorLimits::of_fp64(Kokkos::fmax(smallest, errors.least_pivot()),
                                              errors.of_phases(k, summary(row).baseline)));
  }

  template <class Sums>
  SIDERUM_NUMBER_FUNCTION FittedReduction reduction_directly(std::int64_t row, double frequency,
                                                             Sums const& direct) const {
    if (terms > 1) {
      return fit_directly<capacity>(
          direct, row, frequency,
          FittedModel{terms, mean, summary(row).points, summary(row).baseline,
                      static_cast<double>(scale(row).smallest_axis)});
    }
    PointSums<capacity> const at = direct(row, frequency);
    return reduction_of_one(row, at);
  }

  KOKKOS_FUNCTION FittedReduction reduction_of_one(std::int64_t row,
                                                   PointSums<most_band_terms> const& at) const {
    double const smallest = static_cast<double>(scale(row).smallest_axis);
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
