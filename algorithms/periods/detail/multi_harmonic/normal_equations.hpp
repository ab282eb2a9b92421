// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/periods/detail/lomb_scargle/power.hpp>
#include <siderum/algorithms/periods/detail/multi_harmonic/precise_sums.hpp>
#include <siderum/backends/portable/frequency_sums.hpp>
#include <siderum/backends/portable/trig_sums.hpp>
#include <siderum/core/twofold.hpp>

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

/// The normal equations in FP64.
template <int most>
struct NormalSystem {
  static constexpr int capacity = most;
  using Number = double;
  PointSums<capacity> const& sums;
  MeanSums mean;

  KOKKOS_FORCEINLINE_FUNCTION double element(int i, int j) const {
    return normal_element(sums, mean, i, j);
  }
  KOKKOS_FORCEINLINE_FUNCTION double right(int i) const {
    return i % 2 == 0 ? sums.yc[i / 2] : sums.ys[i / 2];
  }
};

/// The same in twice the bits, in which the rounded weights do not have the sum 1, nor the
/// strengths 0; of the harmonics or of what they are combined to.
template <int most>
struct PreciseSystem {
  static constexpr int capacity = most;
  using Number = Twofold<double>;
  PreciseSums<capacity> const& sums;
  MeanSums mean;
  ModelBasis basis;

  KOKKOS_FUNCTION Number element(int i, int j) const {
    bool const sine_i = i % 2 == 1;
    bool const sine_j = j % 2 == 1;
    Number found = basis.is_arc() ? of_arc(i / 2 + 1, j / 2 + 1, sine_i, sine_j)
                                  : of_harmonics(i / 2 + 1, j / 2 + 1, sine_i, sine_j);
    if (mean == MeanSums::yes) {
      found -= first(i) * first(j) / sums.weight;
    }
    return found;
  }
  KOKKOS_FUNCTION Number right(int i) const {
    Number const found = i % 2 == 0 ? sums.yc[i / 2] : sums.ys[i / 2];
    return mean == MeanSums::yes ? found - first(i) * sums.strength / sums.weight : found;
  }

 private:
  KOKKOS_FUNCTION Number first(int i) const { return i % 2 == 1 ? sums.s[i / 2] : sums.c[i / 2]; }

  // v^2 q^(a-1) q^(b-1), of v^2 = u - (u / scale)^2 and u = (1 + q) / 2
  KOKKOS_FUNCTION Number of_arc(int a, int b, bool sine_a, bool sine_b) const {
    if (sine_a != sine_b) {
      return sums.s[a + b - 1];
    }
    if (!sine_a) {
      return sums.c[a + b - 1];
    }
    Number const half(0.5);
    Number const scale(basis.scale);
    Number const part = Number(0.25) / (scale * scale);
    Number const lowest = a + b == 2 ? sums.weight : sums.c[a + b - 3];
    return (half - part) * lowest + (half - part - part) * sums.c[a + b - 2] -
           part * sums.c[a + b - 1];
  }

  KOKKOS_FUNCTION Number of_harmonics(int a, int b, bool sine_a, bool sine_b) const {
    Number const half(0.5);
    Number const c_difference = a == b ? sums.weight : sums.c[a - b - 1];
    Number const s_difference = a == b ? Number(0.0) : sums.s[a - b - 1];
    if (sine_a == sine_b) {
      return half * (sine_a ? c_difference - sums.c[a + b - 1] : c_difference + sums.c[a + b - 1]);
    }
    return half * (sine_a ? sums.s[a + b - 1] + s_difference : sums.s[a + b - 1] - s_difference);
  }
};

/// What errors there may be, and what a model that has an answer may make of them.
struct ErrorLimits {
  double smallest;         ///< a D / |x|_1^2 below this is rounding
  double of_sums;          ///< e: an error of each element of A
  double of_phases = 0.0;  ///< of each phase, times twice the number of harmonics
  double of_power;         ///< errors may move x by so much

  /// Of sums in FP64, which round to e: singular below 10 e. Nearer to singular than where errors
  /// move x by 10 sqrt(e) it would be a number and wrong.
  /// @param smallest  10 e, as power.hpp has it
  /// @param phases    what errors of the phases add to e
  KOKKOS_FORCEINLINE_FUNCTION static ErrorLimits of_fp64(double smallest, double phases = 0.0) {
    double const e = 0.1 * smallest;
    return {.smallest = smallest + 10.0 * phases,
            .of_sums = e + phases,
            .of_power = 10.0 * Kokkos::sqrt(e)};
  }

  /// Of sums of n points in twice the bits. What harmonics leave of each other must be more than
  /// the roundings of their phases make of it; but for points of up to half a cycle, whose models
  /// are nearly polynomials of time and have no slopes that matter, however large their
  /// coefficients are.
  /// @param cycles  frequency times baseline
  KOKKOS_FUNCTION static ErrorLimits of_precise(std::int64_t points, int terms, double cycles) {
    constexpr double epsilon = Kokkos::Experimental::epsilon_v<double>;
    double const e = 0x1p-103 * static_cast<double>(points);
    double const phase = cycles <= most_cycles_of_arc ? 0.0 : 2.0 * terms * epsilon;
    return {.smallest = Kokkos::fmax(10.0 * e, 64.0 * phase * phase),
            .of_sums = e,
            .of_phases = 2.0 * phase,
            .of_power = of_fp64(siderum::smallest_axis<double>(points)).of_power};
  }
};

/// L D L^T of the normal matrix, with the right-hand side reduced along with it.
///
/// A pivot D_i = x^T A x, x row i of the inverse of L: what basis i leaves that those before it do
/// not explain. An error e in each element of A, of the sums or of rounding, changes it by up to
/// e |x|_1^2, so that D_i / |x|_1^2 tells whether it is more than that. The pivot alone does not:
/// where bases before it are nearly dependent, x is large, and so is what error leaves of a 0.
template <class System>
struct Factors {
  static constexpr int capacity = System::capacity;
  using Number = typename System::Number;
  Number lower[capacity * (2 * capacity - 1)];  ///< L below its diagonal, row by row
  Number pivot[2 * capacity];                   ///< D
  Number solution[2 * capacity];                ///< of L z = right-hand side
  double least = 1.0;                           ///< the smallest D / |x|_1^2; NaN after a D of 0
  double reduction = 0.0;                       ///< sum of z^2 / D
  double coefficients = 0.0;                    ///< sum of |z| |x|_1 / D: a bound of S, below

  KOKKOS_FORCEINLINE_FUNCTION Number* row(int i) { return lower + i * (i - 1) / 2; }

  KOKKOS_FORCEINLINE_FUNCTION Factors(System const& system, int terms) {
    for (int i = 0; i < 2 * terms; ++i) {
      Number diagonal = system.element(i, i);
      Number right = system.right(i);
      for (int j = 0; j < i; ++j) {
        Number element = system.element(i, j);
        for (int k = 0; k < j; ++k) {
          element -= row(i)[k] * row(j)[k];
        }
        row(i)[j] = element;  // L_ij D_j, until the row is complete
      }
      for (int j = 0; j < i; ++j) {
        Number const scaled = row(i)[j] / pivot[j];
        diagonal -= scaled * row(i)[j];
        right -= scaled * solution[j];
        row(i)[j] = scaled;
      }
      pivot[i] = diagonal;
      solution[i] = right;
      double const size = size_of_inverse_row(i);
      double const of_axis = rounded(diagonal);
      double const above_errors = of_axis / (size * size);
      least = above_errors < least || above_errors != above_errors ? above_errors : least;
      reduction += rounded(right) * rounded(right) / of_axis;
      coefficients += Kokkos::fabs(rounded(right)) * size / of_axis;
    }
  }

  /// Whether the model has an answer: no pivot is what errors leave of a 0, and they do not move x
  /// by more than is allowed.
  KOKKOS_FORCEINLINE_FUNCTION bool is_regular(ErrorLimits const& limits) const {
    double const error = limits.of_sums * coefficients * (2.0 + 3.0 * coefficients) +
                         limits.of_phases * coefficients;
    return least >= limits.smallest && error <= limits.of_power;
  }

  /// The coefficients of the basis.
  KOKKOS_FORCEINLINE_FUNCTION void solve(int terms, double* coefficient) {
    for (int i = 2 * terms - 1; i >= 0; --i) {
      Number value = solution[i] / pivot[i];
      for (int k = i + 1; k < 2 * terms; ++k) {
        value -= row(k)[i] * solution[k];
      }
      solution[i] = value;
      coefficient[i] = rounded(value);
    }
  }

  /// |x|_1 of the row i of the inverse of L, of which the rows 0 .. i are known.
  KOKKOS_FORCEINLINE_FUNCTION double size_of_inverse_row(int i) {
    double x[2 * capacity] = {};
    double size = 1.0;
    for (int k = i - 1; k >= 0; --k) {
      double value = -rounded(row(i)[k]);
      for (int j = k + 1; j < i; ++j) {
        value -= rounded(row(j)[k]) * x[j];
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
template <class System>
KOKKOS_FORCEINLINE_FUNCTION FittedReduction fit_reduction(System const& system, int terms,
                                                          ErrorLimits const& limits) {
  Factors<System> const factors(system, terms);
  if (!factors.is_regular(limits)) {
    return {Kokkos::Experimental::quiet_NaN_v<double>, Kokkos::Experimental::infinity_v<double>};
  }
  double const s =
      factors.reduction > 0.0 ? factors.coefficients / Kokkos::sqrt(factors.reduction) : 0.0;
  return {Kokkos::fmin(1.0, Kokkos::fmax(0.0, factors.reduction)), s * (2.0 + 3.0 * s)};
}

/// The same from sums in FP64.
template <int capacity>
KOKKOS_FORCEINLINE_FUNCTION FittedReduction fit_reduction(PointSums<capacity> const& sums,
                                                          int terms, MeanSums mean,
                                                          ErrorLimits const& limits) {
  return fit_reduction(NormalSystem<capacity>{sums, mean}, terms, limits);
}

/// What a fit needs beside its sums.
struct FittedModel {
  int terms;
  MeanSums mean;
  std::int64_t points;
  double baseline;
  /// Of ErrorLimits::of_fp64. That of Real: sums in FP64 of weights that were rounded to single
  /// precision are not those whose sum is 1, which the normal equations in FP64 take them for.
  double smallest;
};

/// The same by a task of FrequencySums, which calls it on all who work on an index alike: from sums
/// in FP64 where they will do, else in twice the bits. NaN where the model is singular in FP64.
template <int capacity, class Sums>
SIDERUM_NUMBER_FUNCTION FittedReduction fit_directly(Sums const& direct, std::int64_t object,
                                                     double frequency, FittedModel const& model) {
  PointSums<capacity> const at = direct(object, frequency);
  FittedReduction const found =
      fit_reduction(at, model.terms, model.mean, ErrorLimits::of_fp64(model.smallest));
  if (found.x == found.x) {
    return found;
  }
  ModelBasis const basis = ModelBasis::of(frequency, model.baseline, model.mean);
  PreciseSums<capacity> const precise = precise_sums(direct, object, basis);
  return fit_reduction(
      PreciseSystem<capacity>{precise, model.mean, basis}, model.terms,
      ErrorLimits::of_precise(model.points, model.terms, frequency * model.baseline));
}

/// Coefficients and power of a system; false, and NaN, where it is singular.
template <class System, int capacity>
KOKKOS_FUNCTION bool fit_multi_harmonic(System const& system, int terms, ErrorLimits const& limits,
                                        MultiHarmonicFit<capacity>& fit) {
  Factors<System> factors(system, terms);
  factors.solve(terms, fit.coefficient);
  fit.reduction = Kokkos::fmin(1.0, Kokkos::fmax(0.0, factors.reduction));
  bool const regular = factors.is_regular(limits);
  double const nan = Kokkos::Experimental::quiet_NaN_v<double>;
  for (int i = 0; !regular && i < 2 * terms; ++i) {
    fit.coefficient[i] = nan;
  }
  fit.reduction = regular ? fit.reduction : nan;
  return regular;
}

/// The same with the coefficients, for 1 .. capacity terms; with one term as fit_sinusoid.
template <int capacity, class Sums>
SIDERUM_NUMBER_FUNCTION MultiHarmonicFit<capacity> fit_multi_harmonic(Sums const& direct,
                                                                      PointSums<capacity> const& at,
                                                                      std::int64_t object,
                                                                      double frequency,
                                                                      FittedModel const& model) {
  MultiHarmonicFit<capacity> fit{};
  if (model.terms == 1) {
    fit_sinusoid(at, model.mean, model.smallest, fit);
    return fit;
  }
  if (fit_multi_harmonic(NormalSystem<capacity>{at, model.mean}, model.terms,
                         ErrorLimits::of_fp64(model.smallest), fit)) {
    return fit;
  }
  // The power first, then the coefficients, which there are of harmonics only.
  double const power = fit_directly<capacity>(direct, object, frequency, model).x;
  ModelBasis const harmonics{frequency};
  PreciseSums<capacity> const precise = precise_sums(direct, object, harmonics);
  fit_multi_harmonic(PreciseSystem<capacity>{precise, model.mean, harmonics}, model.terms,
                     ErrorLimits::of_precise(model.points, model.terms, frequency * model.baseline),
                     fit);
  fit.reduction = power;
  return fit;
}

}  // namespace siderum::detail
