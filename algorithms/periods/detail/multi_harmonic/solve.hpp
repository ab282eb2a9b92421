// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/detail/lomb_scargle/multi_harmonic_sums.hpp>
#include <siderum/algorithms/periods/detail/multi_harmonic/normal_equations.hpp>

namespace siderum::detail {

/// From the sums of a piece to its powers. `exact`: terms is capacity, known when it is compiled.
template <class Real, class MemorySpace, int capacity, bool exact>
struct MultiHarmonicSolver {
  MultiHarmonicSums<Real, MemorySpace> sums;                 // of the piece
  Kokkos::View<CurveSummary const*, MemorySpace> summary;    // (objects of the piece)
  Kokkos::View<PowerScale<Real> const*, MemorySpace> scale;  // (objects of the piece)
  int terms_wanted;
  MeanSums mean;
  double smallest_pivot;  // of the method of the sums, beside that of rounding
  Normalization normalization;
  Real* power;  // of the first object and frequency of the piece
  std::int64_t stride;

  KOKKOS_FUNCTION int terms() const { return exact ? capacity : terms_wanted; }

  KOKKOS_FUNCTION void operator()(std::int64_t object, std::int64_t k) const {
    Real& result = power[object * stride + k];
    if (summary(object).status != ObjectStatus::ok) {
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
    PowerScale<Real> const of_object = scale(object);
    double const reduction =
        fit_reduction(at, terms(), mean,
                      Kokkos::fmax(static_cast<double>(of_object.smallest_axis), smallest_pivot));
    result = static_cast<Real>(
        normalized_power(reduction, normalization, static_cast<double>(of_object.factor)));
  }
};

}  // namespace siderum::detail
