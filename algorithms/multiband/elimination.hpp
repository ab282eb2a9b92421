// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Kokkos_Core.hpp>

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
namespace siderum::detail {

/// The sums of one band at the multiples of one frequency; element m, from 0.
template <int capacity>
struct BandSums {
  double c[2 * capacity + 1];
  double s[2 * capacity + 1];
  double yc[capacity + 1];
  double ys[capacity + 1];

  KOKKOS_FORCEINLINE_FUNCTION double element(int i, int j) const {
    int const a = (i + 1) / 2;
    int const b = (j + 1) / 2;
    int const difference = a > b ? a - b : b - a;
    bool const sine_i = i > 0 && i % 2 == 0;
    bool const sine_j = j > 0 && j % 2 == 0;
    if (sine_i == sine_j) {
      double const c_sum = sine_i ? -c[a + b] : c[a + b];
      return 0.5 * (c[difference] + c_sum);
    }
    // sin a cos b = (sin(a + b) + sin(a - b)) / 2, with the sine's multiple first.
    double const sign = (sine_i ? a >= b : b >= a) ? 1.0 : -1.0;
    return 0.5 * (s[a + b] + sign * s[difference]);
  }
  KOKKOS_FORCEINLINE_FUNCTION double right(int i) const {
    return i > 0 && i % 2 == 0 ? ys[i / 2] : yc[(i + 1) / 2];
  }
};

/// L D L^T of a small symmetric matrix in place of its lower triangle; `smallest` is relative to
/// the diagonal, so that rows of any scale are judged alike.
template <int size>
struct SmallSystem {
  double matrix[size][size] = {};

  /// False where a pivot is rounding.
  KOKKOS_FUNCTION bool factorize(int used, double smallest) {
    bool regular = true;
    for (int i = 0; i < used; ++i) {
      double const diagonal = matrix[i][i];
      for (int j = 0; j < i; ++j) {
        for (int k = 0; k < j; ++k) {
          matrix[i][j] -= matrix[i][k] * matrix[j][k];
        }
      }
      for (int j = 0; j < i; ++j) {
        double const scaled = matrix[i][j] / matrix[j][j];
        matrix[i][i] -= scaled * matrix[i][j];
        matrix[i][j] = scaled;
      }
      regular = regular && matrix[i][i] > smallest * diagonal && diagonal > 0.0;
    }
    return regular;
  }

  KOKKOS_FUNCTION void solve(int used, double* right) const {
    for (int i = 0; i < used; ++i) {
      for (int k = 0; k < i; ++k) {
        right[i] -= matrix[i][k] * right[k];
      }
    }
    for (int i = used - 1; i >= 0; --i) {
      right[i] /= matrix[i][i];
      for (int k = i + 1; k < used; ++k) {
        right[i] -= matrix[k][i] * right[k];
      }
    }
  }
};

/// Takes the bands of one object one after the other, then answers.
template <int capacity>
class FlexibleModel {
 public:
  static constexpr int most = 2 * capacity + 1;

  /// @param base, band  columns of the two parts: 2 terms + 1
  KOKKOS_FUNCTION FlexibleModel(int base, int band, double base_ridge, double band_ridge,
                                double smallest)
      : base_(base), band_(band), ridge_(band_ridge), smallest_(smallest) {
    for (int i = 0; i < base; ++i) {
      right_[i] = 0.0;
      for (int j = 0; j <= i; ++j) {
        schur_.matrix[i][j] = i == j ? base_ridge : 0.0;
      }
    }
  }

  KOKKOS_FUNCTION void add(BandSums<capacity> const& sums) {
    SmallSystem<most> band;
    double solved[most];  // D^-1 r
    for (int i = 0; i < band_; ++i) {
      solved[i] = sums.right(i);
      for (int j = 0; j <= i; ++j) {
        band.matrix[i][j] = sums.element(i, j) + (i == j ? ridge_ : 0.0);
      }
    }
    regular_ = band.factorize(band_, smallest_) && regular_;
    band.solve(band_, solved);
    for (int i = 0; i < band_; ++i) {
      reduction_ += sums.right(i) * solved[i];
    }
    for (int i = 0; i < base_; ++i) {
      double row[most];  // D^-1 of column i of the band's block, or of the unit vector
      for (int k = 0; k < band_; ++k) {
        row[k] = i < band_ ? (k == i ? 1.0 : 0.0) : sums.element(i, k);
      }
      band.solve(band_, row);
      for (int j = 0; j <= i; ++j) {
        schur_.matrix[i][j] += remainder(sums, i, j, row);
      }
      right_[i] += i < band_ ? ridge_ * solved[i] : sums.right(i) - product(sums, i, solved);
    }
  }

  /// p / YY; NaN where the model is singular.
  KOKKOS_FUNCTION double reduction() {
    double solution[most];
    for (int i = 0; i < base_; ++i) {
      solution[i] = right_[i];
    }
    bool const regular = schur_.factorize(base_, smallest_) && regular_;
    schur_.solve(base_, solution);
    double sum = reduction_;
    for (int i = 0; i < base_; ++i) {
      sum += right_[i] * solution[i];
    }
    return regular ? Kokkos::fmin(1.0, Kokkos::fmax(0.0, sum))
                   : Kokkos::Experimental::quiet_NaN_v<double>;
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION double product(BandSums<capacity> const& sums, int i,
                                             double const* vector) const {
    double sum = 0.0;
    for (int k = 0; k < band_; ++k) {
      sum += sums.element(i, k) * vector[k];
    }
    return sum;
  }

  KOKKOS_FORCEINLINE_FUNCTION double remainder(BandSums<capacity> const& sums, int i, int j,
                                               double const* row) const {
    if (i < band_) {
      return ridge_ * ((i == j ? 1.0 : 0.0) - ridge_ * row[j]);
    }
    return j < band_ ? ridge_ * row[j] : sums.element(i, j) - product(sums, j, row);
  }

  int base_;
  int band_;
  double ridge_;
  double smallest_;
  bool regular_ = true;
  double reduction_ = 0.0;
  double right_[most];
  SmallSystem<most> schur_;
};

}  // namespace siderum::detail
