// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/periods/detail/lomb_scargle/power.hpp>
#include <siderum/backends/portable/frequency_sums.hpp>
#include <siderum/backends/portable/trig_sums.hpp>

/// The least-squares fit of `terms` harmonics at one frequency, from its sums, in FP64.
///
/// The basis is b_0 = cos x, b_1 = sin x, b_2 = cos 2x, ..., x = 2 pi f t. With C_m, S_m the sums
/// of w cos m x and w sin m x (C_0 = 1), the normal matrix less the mean, where that floats, is
///
///     <cos a cos b> = (C_|a-b| + C_a+b) / 2 - C_a C_b
///     <sin a sin b> = (C_|a-b| - C_a+b) / 2 - S_a S_b
///     <sin a cos b> = (S_a+b + sign(a - b) S_|a-b|) / 2 - S_a C_b
///
/// and of (2 terms)^2: the constant is eliminated beforehand. The weights have the sum 1 and the
/// basis is bounded by 1, so the matrix has no unit: an axis is judged by its size alone.
namespace siderum::detail {

template <int capacity>
struct MultiHarmonicFit {
  double reduction;                  ///< p / YY, in 0 .. 1; NaN where the matrix is singular
  double coefficient[2 * capacity];  ///< of the basis, in units of sqrt(YY)
};

/// An element of the normal matrix, i >= j.
template <int capacity>
KOKKOS_FORCEINLINE_FUNCTION double normal_element(PointSums<capacity> const& sums, MeanSums mean,
                                                  int i, int j) {
  int const a = i / 2 + 1;
  int const b = j / 2 + 1;
  double const c_sum = sums.c[a + b - 1];
  double const s_sum = sums.s[a + b - 1];
  double const c_difference = a == b ? 1.0 : sums.c[a - b - 1];
  double const s_difference = a == b ? 0.0 : sums.s[a - b - 1];
  bool const sine_a = i % 2 == 1;
  bool const sine_b = j % 2 == 1;
  double element = 0.0;
  if (sine_a == sine_b) {
    element = 0.5 * (sine_a ? c_difference - c_sum : c_difference + c_sum);
  } else {
    element = 0.5 * (sine_a ? s_sum + s_difference : s_sum - s_difference);
  }
  if (mean == MeanSums::yes) {
    element -= (sine_a ? sums.s[a - 1] : sums.c[a - 1]) * (sine_b ? sums.s[b - 1] : sums.c[b - 1]);
  }
  return element;
}

/// One sinusoid, along the principal axes of its matrix, so that a vanishing one contributes
/// nothing: at f = 0, say, or where all times have the same phase.
template <int capacity>
KOKKOS_FUNCTION void fit_sinusoid(PointSums<capacity> const& sums, MeanSums mean, double smallest,
                                  MultiHarmonicFit<capacity>& fit) {
  double const cc = normal_element(sums, mean, 0, 0);
  double const ss = normal_element(sums, mean, 1, 1);
  double const cs = normal_element(sums, mean, 1, 0);
  // Eigenvectors (cos u, sin u) with 2u = atan2(2 cs, cc - ss).
  double const u = 0.5 * Kokkos::atan2(2.0 * cs, cc - ss);
  double const cu = Kokkos::cos(u);
  double const su = Kokkos::sin(u);
  double const spread = Kokkos::hypot(0.5 * (cc - ss), cs);
  double const larger = 0.5 * (cc + ss) + spread;
  double const smaller = 0.5 * (cc + ss) - spread;
  double const y_along = sums.yc[0] * cu + sums.ys[0] * su;
  double const y_across = sums.ys[0] * cu - sums.yc[0] * su;
  double const along = larger < smallest ? 0.0 : y_along / larger;
  double const across = smaller < smallest ? 0.0 : y_across / smaller;
  fit.coefficient[0] = along * cu - across * su;
  fit.coefficient[1] = along * su + across * cu;
  fit.reduction = Kokkos::fmin(1.0, Kokkos::fmax(0.0, along * y_along + across * y_across));
}

/// L D L^T of the normal matrix, with the right-hand side reduced along with it.
///
/// A pivot D_i = x^T A x, x row i of the inverse of L: what basis i leaves that those before it do
/// not explain. An error e in each element of A, of the sums or of rounding, changes it by up to
/// e |x|_1^2, so that D_i / |x|_1^2 tells whether it is more than that. The pivot alone does not:
/// where bases before it are nearly dependent, x is large, and so is what error leaves of a 0.
template <int capacity>
struct Factors {
  double lower[capacity * (2 * capacity - 1)];  ///< L below its diagonal, row by row
  double pivot[2 * capacity];                   ///< D
  double solution[2 * capacity];                ///< of L z = right-hand side
  double least = 1.0;                           ///< the smallest D / |x|_1^2; NaN after a D of 0
  double reduction = 0.0;                       ///< sum of z^2 / D
  double coefficients = 0.0;                    ///< sum of |z| |x|_1 / D: a bound of S, below

  KOKKOS_FORCEINLINE_FUNCTION double* row(int i) { return lower + i * (i - 1) / 2; }

  KOKKOS_FORCEINLINE_FUNCTION Factors(PointSums<capacity> const& sums, int terms, MeanSums mean) {
    for (int i = 0; i < 2 * terms; ++i) {
      double diagonal = normal_element(sums, mean, i, i);
      double right = i % 2 == 0 ? sums.yc[i / 2] : sums.ys[i / 2];
      for (int j = 0; j < i; ++j) {
        double element = normal_element(sums, mean, i, j);
        for (int k = 0; k < j; ++k) {
          element -= row(i)[k] * row(j)[k];
        }
        row(i)[j] = element;  // L_ij D_j, until the row is complete
      }
      for (int j = 0; j < i; ++j) {
        double const scaled = row(i)[j] / pivot[j];
        diagonal -= scaled * row(i)[j];
        right -= scaled * solution[j];
        row(i)[j] = scaled;
      }
      pivot[i] = diagonal;
      solution[i] = right;
      double const size = size_of_inverse_row(i);
      double const above_errors = diagonal / (size * size);
      least = above_errors < least || above_errors != above_errors ? above_errors : least;
      reduction += right * right / diagonal;
      coefficients += Kokkos::fabs(right) * size / diagonal;
    }
  }

  /// Whether the model has an answer: no pivot is what errors e leave of a 0, and they do not move
  /// x by more than 10 sqrt(e). Nearer to singular the power would be a number and wrong.
  /// @param smallest  10 e: a D / |x|_1^2 below this is rounding
  KOKKOS_FORCEINLINE_FUNCTION bool is_regular(double smallest) const {
    double const e = 0.1 * smallest;
    double const error = e * coefficients * (2.0 + 3.0 * coefficients);
    return least >= smallest && error <= 10.0 * Kokkos::sqrt(e);
  }

  /// |x|_1 of the row i of the inverse of L, of which the rows 0 .. i are known.
  KOKKOS_FORCEINLINE_FUNCTION double size_of_inverse_row(int i) {
    double x[2 * capacity];
    double size = 1.0;
    for (int k = i - 1; k >= 0; --k) {
      double value = -row(i)[k];
      for (int j = k + 1; j < i; ++j) {
        value -= row(j)[k] * x[j];
      }
      x[k] = value;
      size += Kokkos::fabs(value);
    }
    return size;
  }
};

/// p / YY = x, and by how much errors e of the sums may move it, in units of e and of the largest x
/// at any frequency. With S the sum of the absolute coefficients a of the fit, 2 a . db - a . dA a
/// is within e (2 S + 3 S^2), as an element of A is the mean of two sums less a product of two.
/// What transforms add to a sum of values is at most e times that sum at another frequency: the
/// magnification is 2 s + 3 s^2, s = S / sqrt(x).
struct FittedReduction {
  double x;  ///< NaN where singular
  double magnification;
};

/// The fit of `terms` harmonics, 2 .. capacity.
/// @param smallest  as of Factors::is_regular
template <int capacity>
KOKKOS_FORCEINLINE_FUNCTION FittedReduction fit_reduction(PointSums<capacity> const& sums,
                                                          int terms, MeanSums mean,
                                                          double smallest) {
  Factors<capacity> const factors(sums, terms, mean);
  if (!factors.is_regular(smallest)) {
    return {Kokkos::Experimental::quiet_NaN_v<double>, Kokkos::Experimental::infinity_v<double>};
  }
  double const s =
      factors.reduction > 0.0 ? factors.coefficients / Kokkos::sqrt(factors.reduction) : 0.0;
  return {Kokkos::fmin(1.0, Kokkos::fmax(0.0, factors.reduction)), s * (2.0 + 3.0 * s)};
}

/// The same with the coefficients, for 1 .. capacity terms; with one term as fit_sinusoid.
template <int capacity>
KOKKOS_FUNCTION void fit_multi_harmonic(PointSums<capacity> const& sums, int terms, MeanSums mean,
                                        double smallest, MultiHarmonicFit<capacity>& fit) {
  if (terms == 1) {
    fit_sinusoid(sums, mean, smallest, fit);
    return;
  }
  Factors<capacity> factors(sums, terms, mean);
  bool const singular = !factors.is_regular(smallest);
  double const nan = Kokkos::Experimental::quiet_NaN_v<double>;
  for (int i = 2 * terms - 1; i >= 0; --i) {
    double value = factors.solution[i] / factors.pivot[i];
    for (int k = i + 1; k < 2 * terms; ++k) {
      value -= factors.row(k)[i] * fit.coefficient[k];
    }
    fit.coefficient[i] = singular ? nan : value;
  }
  fit.reduction = singular ? nan : Kokkos::fmin(1.0, Kokkos::fmax(0.0, factors.reduction));
}

}  // namespace siderum::detail
