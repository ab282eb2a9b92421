// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/detail/lomb_scargle/multi_harmonic_sums.hpp>
#include <siderum/algorithms/periods/detail/multi_harmonic/direct_powers.hpp>
#include <siderum/algorithms/periods/detail/multi_harmonic/normal_equations.hpp>

namespace siderum::detail {

/// From the sums of a piece to its powers. `exact`: terms is capacity, known when it is compiled.
template <class Real, class MemorySpace, int most, bool exact>
struct MultiHarmonicSolver {
  static constexpr int capacity = most;
  MultiHarmonicSums<Real, MemorySpace> sums;                 // of the piece
  Kokkos::View<CurveSummary const*, MemorySpace> summary;    // (objects of the piece)
  Kokkos::View<PowerScale<Real> const*, MemorySpace> scale;  // (objects of the piece)
  int terms_wanted;
  MeanSums mean;
  SumErrors errors;
  Normalization normalization;
  Real* power;  // of the first object and frequency of the piece
  std::int64_t stride;

  KOKKOS_FUNCTION int terms() const { return exact ? capacity : terms_wanted; }

  KOKKOS_FUNCTION bool wanted(std::int64_t object) const {
    return summary(object).status == ObjectStatus::ok;
  }

  KOKKOS_FUNCTION void operator()(std::int64_t object, std::int64_t k) const {
    Real& result = power[object * stride + k];
    if (!wanted(object)) {
      result = Kokkos::Experimental::quiet_NaN_v<Real>;
      return;
    }
    PointSums<capacity> at;
    for (int m = 0; m < terms(); ++m) {
      at.yc[m] = static_cast<double>(sums.values(object, m, k).real());
      at.ys[m] = static_cast<double>(sums.values(object, m, k).imag());
    }
    for (int m = 0; m < 2 * terms(); ++m) {
      at.c[m] = static_cast<double>(sums.weights(object, m, k).real());
      at.s[m] = static_cast<double>(sums.weights(object, m, k).imag());
    }
    double const smallest = static_cast<double>(scale(object).smallest_axis);
    FittedReduction const found =
        fit_reduction(at, terms(), mean,
                      ErrorLimits::of_fp64(Kokkos::fmax(smallest, errors.least_pivot()),
                                           errors.of_phases(k, summary(object).baseline)));
    bool const is_exact =
        found.x == found.x && !errors.exceed(found.magnification, found.x, normalization);
    result = static_cast<Real>(is_exact ? power_of(object, found) : to_be_summed);
  }

  template <class Sums>
  SIDERUM_NUMBER_FUNCTION void solve_directly(std::int64_t object, std::int64_t k, double frequency,
                                              Sums const& direct) const {
    CurveSummary const& of_object = summary(object);
    FittedModel const model{terms(), mean, of_object.points, of_object.baseline,
                            static_cast<double>(scale(object).smallest_axis)};
    FittedReduction const found = fit_directly<capacity>(direct, object, frequency, model);
    if (direct.is_writer()) {
      power[object * stride + k] = static_cast<Real>(power_of(object, found));
    }
  }

 private:
  KOKKOS_FUNCTION double power_of(std::int64_t object, FittedReduction const& found) const {
    return normalized_power(found.x, normalization, static_cast<double>(scale(object).factor));
  }
};

}  // namespace siderum::detail
