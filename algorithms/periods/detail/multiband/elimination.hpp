// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/periods/detail/multi_harmonic/normal_equations.hpp>

/// The solution of the flexible multiband model at one frequency, in FP64.
///
/// With the basis b_0 = 1, b_1 = cos x, b_2 = sin x, b_3 = cos 2x, ... and M the normal matrix of
/// the points of one band, r its right-hand side, the whole system has the blocks
///
///     base x base:  sum of M + R_base      base x band:  M      band x band:  M + R_band
///
/// (each cut to the columns of its part). Elimination of a band with D = M + R over its n_band
/// columns leaves for the base, for columns i, j
///
///     i, j < n_band:      R (delta_ij - R (D^-1)_ij)
///     i >= n_band > j:    R (M_i. D^-1)_j
///     i, j >= n_band:     M_ij - M_i. D^-1 M_.j
///
/// and on the right R (D^-1 r)_i or r_i - M_i. D^-1 r: the first two forms in place of
/// M - M D^-1 M, which for small R is a difference of nearly equal numbers.
///
/// Errors. Of a column i of the base the band leaves b . u_i, with u_i = R D^-1 e_i or
/// e_i - D^-1 M_.i. Errors of up to e w in the sums of a band, w its part of the weights, change
/// the element (i, j) by up to e w |u_i|_1 |u_j|_1: small where the ridge is and the band is not,
/// so that a ridge below e need not be lost. Over all bands that is e g_i g_j at most, g_i^2 = sum
/// of w |u_i|_1^2, and the diagonal element is added to g_i^2 for the rounding of the elimination.
/// The power p is the maximum over the coefficients a of 2 a . r - a . A a, so that it changes by
/// up to
///
///     e (2 S + S^2),    S = sqrt(sum of w |D^-1 r|_1^2) + sum of |a_i| g_i
///
/// (S^2 bounds the sum over bands of w times the square of the sum of coefficients; by Minkowski's
/// inequality), with a the coefficients of the base.
namespace siderum::detail {

/// The sums of one band at the multiples of one frequency; element m, from 0.
template <int most, class Value = double>
struct BandSums {
  static constexpr int capacity = most;
  using Number = Value;
  Number c[2 * capacity + 1];
  Number s[2 * capacity + 1];
  Number yc[capacity + 1];
  Number ys[capacity + 1];

  KOKKOS_FORCEINLINE_FUNCTION Number element(int i, int j) const {
    int const a = (i + 1) / 2;
    int const b = (j + 1) / 2;
    int const difference = a > b ? a - b : b - a;
    bool const sine_i = i > 0 && i % 2 == 0;
    bool const sine_j = j > 0 && j % 2 == 0;
    if (sine_i == sine_j) {
      Number const c_sum = sine_i ? -c[a + b] : c[a + b];
      return Number(0.5) * (c[difference] + c_sum);
    }
    // sin a cos b = (sin(a + b) + sin(a - b)) / 2, with the sine's multiple first.
    Number const s_difference = (sine_i ? a >= b : b >= a) ? s[difference] : -s[difference];
    return Number(0.5) * (s[a + b] + s_difference);
  }
  KOKKOS_FORCEINLINE_FUNCTION Number right(int i) const {
    return i > 0 && i % 2 == 0 ? ys[i / 2] : yc[(i + 1) / 2];
  }
};

/// L D L^T of a small symmetric matrix in place of its lower triangle.
///
/// A pivot is D_i = x^T A x, x row i of the inverse of L. Errors of up to e g_j g_k in the elements
/// (j, k) of A change it by up to e s_i^2, s_i = sum_j |x_j| g_j, so that D_i / s_i^2 tells whether
/// it is more than these errors, whatever the scale of rows and however dependent those before.
template <int size, class Number>
struct SmallSystem {
  Number matrix[size][size] = {};

  /// The least D_i / s_i^2; no number, or not above 0, where a pivot vanishes.
  /// @param scale  (used) g
  KOKKOS_FUNCTION double factorize(int used, double const* scale) {
    double least = Kokkos::Experimental::infinity_v<double>;
    for (int i = 0; i < used; ++i) {
      for (int j = 0; j < i; ++j) {
        for (int k = 0; k < j; ++k) {
          matrix[i][j] -= matrix[i][k] * matrix[j][k];
        }
      }
      for (int j = 0; j < i; ++j) {
        Number const scaled = matrix[i][j] / matrix[j][j];
        matrix[i][i] -= scaled * matrix[i][j];
        matrix[i][j] = scaled;
      }
      double const sum = size_of_inverse_row(i, scale);
      double const above_errors = rounded(matrix[i][i]) / (sum * sum);
      least = above_errors < least || above_errors != above_errors ? above_errors : least;
    }
    return least;
  }

  KOKKOS_FUNCTION void solve(int used, Number* right) const {
    for (int i = 0; i < used; ++i) {
      for (int k = 0; k < i; ++k) {
        right[i] -= matrix[i][k] * right[k];
      }
    }
    for (int i = used - 1; i >= 0; --i) {
      right[i] = right[i] / matrix[i][i];
      for (int k = i + 1; k < used; ++k) {
        right[i] -= matrix[k][i] * right[k];
      }
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION double size_of_inverse_row(int i, double const* scale) const {
    double x[size] = {};
    double sum = scale[i];
    for (int k = i - 1; k >= 0; --k) {
      double value = -rounded(matrix[i][k]);
      for (int j = k + 1; j < i; ++j) {
        value -= rounded(matrix[j][k]) * x[j];
      }
      x[k] = value;
      sum += Kokkos::fabs(value) * scale[k];
    }
    return sum;
  }
};

/// Takes the bands of one object one after the other, then answers.
///
/// The model is singular where a pivot is no more than errors of the sums make of 0. It also has no
/// answer where these may move the power by more than is allowed: nearer to singular the power
/// would be a number and wrong.
/// @tparam Number  what it computes with: double, or Twofold<double> for sums in twice the bits
template <int capacity, class Number = double>
class FlexibleModel {
 public:
  static constexpr int most = 2 * capacity + 1;

  /// @param base, band  columns of the two parts: 2 terms + 1
  /// @param limits      of errors of a sum over a band, in units of the band's weights
  KOKKOS_FUNCTION constexpr FlexibleModel(int base, int band, double base_ridge, double band_ridge,
                                          ErrorLimits const& limits)
      : base_(base), band_(band), ridge_(band_ridge), limits_(limits) {
    for (int i = 0; i < base; ++i) {
      right_[i] = Number(0.0);
      scale_squared_[i] = 0.0;
      for (int j = 0; j <= i; ++j) {
        schur_.matrix[i][j] = Number(i == j ? base_ridge : 0.0);
      }
    }
  }

  KOKKOS_FUNCTION void add(BandSums<capacity, Number> const& sums) {
    double const weight = rounded(sums.c[0]);
    if (weight == 0.0) {  // no points: only the ridge sees its coefficients, which are 0
      return;
    }
    SmallSystem<most, Number> band;
    Number solved[most];  // D^-1 r
    double scale[most] = {};
    for (int i = 0; i < band_; ++i) {
      scale[i] = Kokkos::sqrt(weight);
      solved[i] = sums.right(i);
      for (int j = 0; j <= i; ++j) {
        band.matrix[i][j] = sums.element(i, j) + Number(i == j ? ridge_ : 0.0);
      }
    }
    regular_ = band.factorize(band_, scale) > limits_.smallest && regular_;
    band.solve(band_, solved);
    double size_of_solved = 0.0;
    for (int i = 0; i < band_; ++i) {
      reduction_ += sums.right(i) * solved[i];
      size_of_solved += Kokkos::fabs(rounded(solved[i]));
    }
    solved_squared_ += weight * size_of_solved * size_of_solved;
    for (int i = 0; i < base_; ++i) {
      Number row[most];  // D^-1 of column i of the band's block, or of the unit vector
      for (int k = 0; k < band_; ++k) {
        row[k] = i < band_ ? Number(k == i ? 1.0 : 0.0) : sums.element(i, k);
      }
      band.solve(band_, row);
      double const size = size_of_rest(i, row);
      scale_squared_[i] += weight * size * size;
      for (int j = 0; j <= i; ++j) {
        schur_.matrix[i][j] += remainder(sums, i, j, row);
      }
      right_[i] +=
          i < band_ ? Number(ridge_) * solved[i] : sums.right(i) - product(sums, i, solved);
    }
  }

  /// p / YY = x, NaN where the model is singular, and by how much errors of the sums may move it,
  /// in units of the errors and of the largest x at any frequency, as what transforms add to a sum
  /// is at most its error times that sum at another frequency.
  KOKKOS_FUNCTION FittedReduction reduction() {
    Number solution[most];
    double scale[most] = {};
    for (int i = 0; i < base_; ++i) {
      solution[i] = right_[i];
      scale[i] = Kokkos::sqrt(scale_squared_[i] + rounded(schur_.matrix[i][i]));
    }
    bool const regular = schur_.factorize(base_, scale) > limits_.smallest && regular_;
    schur_.solve(base_, solution);
    Number total = reduction_;
    double coefficients = Kokkos::sqrt(solved_squared_);
    for (int i = 0; i < base_; ++i) {
      total += right_[i] * solution[i];
      coefficients += Kokkos::fabs(rounded(solution[i])) * Kokkos::sqrt(scale_squared_[i]);
    }
    double const sum = rounded(total);
    double const error =
        limits_.of_sums * coefficients * (2.0 + coefficients) + limits_.of_phases * coefficients;
    if (!regular || !(error <= limits_.of_power)) {
      return {Kokkos::Experimental::quiet_NaN_v<double>, Kokkos::Experimental::infinity_v<double>};
    }
    double const s = sum > 0.0 ? coefficients / Kokkos::sqrt(sum) : 0.0;
    return {Kokkos::fmin(1.0, Kokkos::fmax(0.0, sum)), s * (2.0 + s)};
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION Number product(BandSums<capacity, Number> const& sums, int i,
                                             Number const* vector) const {
    Number sum(0.0);
    for (int k = 0; k < band_; ++k) {
      sum += sums.element(i, k) * vector[k];
    }
    return sum;
  }

  KOKKOS_FORCEINLINE_FUNCTION Number remainder(BandSums<capacity, Number> const& sums, int i, int j,
                                               Number const* row) const {
    Number const ridge(ridge_);
    if (i < band_) {
      return ridge * (Number(i == j ? 1.0 : 0.0) - ridge * row[j]);
    }
    return j < band_ ? ridge * row[j] : sums.element(i, j) - product(sums, j, row);
  }

  // |u_i|_1 from D^-1 of the column i of the band's block, or of the unit vector.
  KOKKOS_FORCEINLINE_FUNCTION double size_of_rest(int i, Number const* row) const {
    double sum = 0.0;
    for (int k = 0; k < band_; ++k) {
      sum += Kokkos::fabs(rounded(row[k]));
    }
    return i < band_ ? ridge_ * sum : 1.0 + sum;
  }

  int base_;
  int band_;
  double ridge_;
  ErrorLimits limits_;
  bool regular_ = true;
  Number reduction_ = Number(0.0);
  double solved_squared_ = 0.0;  // sum over bands of w |D^-1 r|_1^2
  Number right_[most];
  double scale_squared_[most];
  SmallSystem<most, Number> schur_;
};

}  // namespace siderum::detail
