// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <siderum/algorithms/periods/lomb_scargle_options.hpp>

/// The only tolerances of the tests: k * epsilon * condition, one function per algorithm.
namespace siderum::test {

/// Largest difference in standard power P = p / YY (0 .. 1) between the library in Real and the
/// oracle, given the same values (those of Real, converted) and the same frequencies.
///
/// Notation: eps64 and eps the machine epsilons of double and of Real, u = eps / 2, K = condition.
///
/// Phases are formed in FP64 in every precision. Frequency, time less the first time and (in a
/// block of frequencies) the step are each rounded once; at the far end of the curve that is
/// eps64 / 2 of N = max_cycles, 2 pi times that in radians. A phase error that all points share
/// changes nothing, and what grows with time has rms 1 / sqrt(12) about its mean: 0.9 eps64 N for
/// each rounding, some 2 eps64 N for all. P is the maximum over the fitted sinusoid, so by the
/// envelope theorem the first order is 2 sum w residual A sin(x) dx / YY, with A^2 <= K P YY and
/// mean square residual (1 - P) YY: at most sqrt(K) times the rms of dx. Four more cycles stand for
/// the rounding of the phase itself.
///
/// Sums: each of the six has absolute error d in units of sum |term|, d = u (6 + sqrt(n) / 4). Six
/// units for each term: two for sine and cosine, four = sqrt(16) for a run of 16 rotations. The
/// rounding of one addition has rms 0.4 u |partial sum|, and partial sums that grow steadily to 1,
/// the worst there are, have rms 1 / sqrt(3): sqrt(n) / 4 after n of them (rounding errors as
/// random numbers: Higham & Mary 2019, SIAM J. Sci. Comput. 41, A2815). P = (YC^2 / CC + YS^2 / SS)
/// / YY, and neither 1 / CC nor 1 / SS exceeds K, which is 2 at least. So
///
///     |dP| <= 2 sqrt(2 K) d + 2.7 K d <= 5 K d
///
/// Where 1 / K is near 10 n eps, the limit under which a term is dropped, library and oracle may
/// judge differently: any power passes, 1.
///
/// About 7e-12 for double and 1e-5 for float at n = 3,554, N = 10,000, K = 2.
/// @param points      n
/// @param max_cycles  largest frequency times (last time - first time)
/// @param condition   reference::FittedPower::condition; 2, the least there is, where the phases
///                    are evenly covered
template <class Real>
double lomb_scargle_tolerance(std::int64_t points, double max_cycles, double condition = 2.0) {
  constexpr double eps64 = std::numeric_limits<double>::epsilon();
  constexpr double eps = std::numeric_limits<Real>::epsilon();
  double const n = static_cast<double>(points);
  double const k = std::max(condition, 2.0);
  if (20.0 * n * eps * k >= 1.0) {
    return 1.0;
  }
  double const phases = 2.0 * eps64 * (max_cycles + 4.0) * std::sqrt(k);
  double const sums = 2.5 * eps * (6.0 + std::sqrt(n) / 4.0) * k;
  return phases + sums;
}

/// The same difference in another normalization: what a change of `tolerance` upwards in the
/// standard power makes of it, which is more than one downwards.
/// @param standard_power  P of the oracle
/// @param tolerance       of P
/// @param largest_power   reference::lomb_scargle_largest_power, for psd and raw
inline double normalized_tolerance(Normalization normalization, double standard_power,
                                   double tolerance, double largest_power) {
  double const rest = 1.0 - standard_power;
  bool const may_reach_one = rest <= tolerance;
  switch (normalization) {
    case Normalization::standard:
      return tolerance;
    case Normalization::model:
      return may_reach_one ? std::numeric_limits<double>::infinity()
                           : tolerance / (rest * (rest - tolerance));
    case Normalization::log:
      return may_reach_one ? std::numeric_limits<double>::infinity()
                           : -std::log1p(-tolerance / rest);
    case Normalization::psd:
      return tolerance * largest_power;
    case Normalization::raw:
      return tolerance * largest_power;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

/// How near a smoother was to deciding otherwise and how far it magnifies rounding: the fields of
/// reference::SmootherMargin.
struct SmootherCondition {
  double choice;     ///< of a span, in units of the spread of the values
  double slope;      ///< of fitting a slope or none
  double leverage;   ///< smallest divisor of a residual
  double spread;     ///< smallest variance of the phases in a window
  double residuals;  ///< of the power, by residuals that are off by the values' own squares
};

/// Largest difference in normalized power 1 - chi2 / chi0 between the library in Real and the
/// oracle, given the same values (those of Real, converted), weights and frequencies.
///
/// Notation: eps64 and eps the machine epsilons of double and of Real, N = max_cycles, V = spread,
/// R = residuals.
///
/// Window sums are FP64 in every precision, but may be differences of sums over the whole curve,
/// whose squares of phases are of order n / 12 where those that are left are of order V times the
/// window: a relative error of eps64 sqrt(n) / V in slopes and fits (errors of n additions as
/// random numbers; the rest of the constant is in the 4). A phase is rounded to 2^-44 and has the
/// rounding of frequency and time before: d = 2^-44 + eps64 N of a window sqrt(V) wide. Values and
/// weights about their means are rounded to Real, eps of each. Residuals are divided by the
/// leverage, which magnifies all of this; the three later smooths and the power of the bass by
/// some 8. The single pass takes sums of squared residuals as differences of sums of squared
/// values, in Real, on lines of three windows whose divisions are one: some 16 roundings, each of
/// half an eps, each R of the power.
///
///     |dP| <= 8 (4 eps64 sqrt(n) / V + d / sqrt(V) + eps) / leverage + 8 eps R
///
/// Where a choice between spans, or between a slope and none, is nearer than that, library and
/// oracle may judge differently: any power passes, infinity.
///
/// About 8e-10 for double and 1e-6 for float at n = 60, N = 1,000, V = 1e-4, leverage 1.
/// @param points      n
/// @param max_cycles  largest frequency times (last time - first time)
template <class Real>
double super_smoother_tolerance(std::int64_t points, double max_cycles,
                                SmootherCondition const& condition) {
  constexpr double eps64 = std::numeric_limits<double>::epsilon();
  constexpr double eps = std::numeric_limits<Real>::epsilon();
  double const sums = 4.0 * eps64 * std::sqrt(static_cast<double>(points));
  double const phase = 0x1p-44 + eps64 * max_cycles;
  double const tolerance =
      8.0 * (sums / condition.spread + phase / std::sqrt(condition.spread) + eps) /
          condition.leverage +
      8.0 * eps * condition.residuals;
  bool const decided = condition.choice > tolerance && condition.slope > sums + 4.0 * phase;
  return decided ? tolerance : std::numeric_limits<double>::infinity();
}

/// Largest difference in the power of finders that count points in bins, where no phase and no
/// value is nearer to an edge than rounding: sums and logarithms over some dozens of bins, of order
/// 1, and for the dispersion of n values about their mean.
template <class Real>
double phase_bins_tolerance(std::int64_t points) {
  return 16.0 * std::numeric_limits<Real>::epsilon() * std::sqrt(static_cast<double>(points));
}

/// Largest difference between any of our powers in double and those of outside programs in
/// tests/golden, for a periodogram whose largest power is given.
///
/// Those programs work in double on up to 97 points and N = 12,000 cycles, with phases 2 pi f t
/// rounded as radians: lomb_scargle_tolerance gives 1.7e-11 for K = 10, their largest. The largest
/// standard power is 0.26 or more, and 1.7e-11 is 7e-11 of that.
inline double outside_program_tolerance(double largest_power) {
  return 1e-10 * largest_power;
}

/// Largest difference of a formula of pair counts from the same one in another order: at most 64
/// roundings of numbers no larger than `scale`.
inline double estimate_tolerance(double scale) {
  return 64.0 * std::numeric_limits<double>::epsilon() * scale;
}

/// Largest difference of a sum of up to 2e5 products of weights > 0 from that of an outside program
/// that adds in double, whatever the order: sqrt(n) roundings of the sum, ten times.
inline double weighted_pairs_tolerance(double sum) {
  return 4500.0 * std::numeric_limits<double>::epsilon() * sum;
}

/// Largest difference of w, or of its jackknife error, from an outside program: estimate_tolerance
/// of the largest w, of whose samples the error is the scatter. They agree in all but one part in
/// 50 or more (error over w), so that cancellation costs a factor of 50.
inline double outside_estimate_tolerance(double largest_w) {
  return 50.0 * estimate_tolerance(largest_w);
}

/// Largest difference in ln of a false-alarm probability between the library and the oracle, given
/// the same power.
///
/// The terms are exponents N_K L / 2 with L = -ln(1 - Z), rounded like the logarithm itself. Z is
/// the power, in psd and raw divided by a variance, a sum of n terms with (8 + sqrt(n) / 4) eps64:
/// dL is that times Z / (1 - Z). Two log-gammas below 50 cancel in small samples. In float the
/// weights of the times, and with them W, are rounded.
template <class Real>
double log_probability_tolerance(std::int64_t points, double standard_power,
                                 double log_probability) {
  constexpr double eps64 = std::numeric_limits<double>::epsilon();
  constexpr double eps = std::numeric_limits<Real>::epsilon();
  double const n = static_cast<double>(points);
  return 4.0 * eps64 * (25.0 + std::fabs(log_probability)) +
         0.5 * n * (8.0 + std::sqrt(n) / 4.0) * eps64 * standard_power / (1.0 - standard_power) +
         (eps > eps64 ? 4.0 * eps : 0.0);
}

/// The same difference as lomb_scargle_tolerance, for a model of several harmonics.
///
/// The highest harmonic has `terms` times the cycles. The normal matrix less the mean has 2 terms
/// rows, each with elements that carry the errors d of two sums and of a product: its norm is off
/// by at most 2 terms times what one sinusoid's is, and so is the right-hand side in the root. P is
/// y' M^-1 y with y' M^-1 y <= 1 and |M^-1| <= K, so that |dP| grows as 2 terms. The pivots of
/// L D L^T underestimate the least eigenvalue by no more than the number of rows: K is 2 terms over
/// the smallest.
/// @param smallest_axis  reference::MultiHarmonicModel::smallest_axis
template <class Real>
double multi_harmonic_tolerance(std::int64_t points, int terms, double max_cycles,
                                double smallest_axis) {
  return 2.0 * terms *
         lomb_scargle_tolerance<Real>(points, terms * max_cycles, 2.0 * terms / smallest_axis);
}

/// Largest error of a power of several harmonics, or of the flexible multiband model, however near
/// to singular: 10 sqrt(e), with e the error of a sum in units of the weights, what n terms round
/// off (n epsilon; in FP32 sqrt(n) epsilon, see detail::smallest_axis) and the tolerance of
/// transforms. Where the errors of the sums may move the power by more they are formed in more
/// bits.
///
/// About 3e-6 for double and 0.01 for float.
/// @param tolerance  of the transforms; 0 for exact sums
template <class Real>
double multiband_tolerance(std::int64_t points, double tolerance) {
  double const n = static_cast<double>(points);
  double const terms = std::is_same_v<Real, float> ? std::sqrt(n) : n;
  return 10.0 * std::sqrt(terms * std::numeric_limits<Real>::epsilon() + tolerance);
}

/// Largest error of a sum over degrees sum_l a_lm P_lm(theta), in units of sqrt(sum_l P_lm^2) times
/// the largest |a_lm|.
///
/// The rounding of a cos^2(theta) + b acts like one of eps / sin(2 theta) in theta, l times that in
/// P_lm, and adds up over l as random numbers do; that of theta itself, half of eps, adds half of
/// eps lmax. Measured: eps lmax / 2 for theta in [0.1, pi - 0.1], five times that at 1e-3; twice
/// that is let pass. 1e-12 and 1e-11 at lmax 4096.
inline double legendre_tolerance(std::int64_t lmax, double theta) {
  constexpr double eps64 = std::numeric_limits<double>::epsilon();
  double const from_pole = std::min(theta, 3.14159265358979 - theta);
  return eps64 * (1.1 * static_cast<double>(lmax) + 64.0) * (from_pole < 0.1 ? 10.0 : 1.0);
}

/// Largest difference between library and oracle in a pixel, in units of the rms of the map, or in
/// a coefficient, in units of their rms: sums over degrees as above, of which the largest of many
/// is some four times their rms, and Fourier transforms and results in Real.
template <class Real>
double harmonic_transform_tolerance(std::int64_t lmax) {
  constexpr double eps64 = std::numeric_limits<double>::epsilon();
  constexpr double eps = std::numeric_limits<Real>::epsilon();
  double const size = static_cast<double>(lmax) + 16.0;
  return 16.0 * eps64 * size + 4.0 * eps * std::log2(4.0 * size);
}

/// Largest relative difference (in the L2 norm) of coefficients from what analysis gives of their
/// map, where it is exact.
template <class Real>
double round_trip_tolerance(std::int64_t lmax) {
  constexpr double eps = std::numeric_limits<Real>::epsilon();
  return 2e-13 * static_cast<double>(lmax) / 1024.0 + 1e-13 + (eps > 1e-10 ? 10.0 * eps : 0.0);
}

/// Largest difference of two scalar products that are the same by definition, in units of the
/// product of the norms.
template <class Real>
double adjoint_tolerance() {
  constexpr double eps = std::numeric_limits<Real>::epsilon();
  return eps > 1e-10 ? 4.0 * eps : 1e-12;
}

/// Largest relative difference (in the L2 norm) of coefficients after a rotation there and back;
/// four times that in any power C_l after one, and in a coefficient in units of the largest.
///
/// Each of four products with d^l(pi / 2) loses what its recurrence over l steps adds up of
/// roundings, which are random and of a stable recurrence. Measured: 50 eps at lmax 1023, 110 eps
/// at 4095; twice that and more is let pass: 2e-13 at 8191.
template <class Real>
double rotation_tolerance(std::int64_t lmax) {
  constexpr double eps64 = std::numeric_limits<double>::epsilon();
  constexpr double eps = std::numeric_limits<Real>::epsilon();
  return eps64 * (32.0 + static_cast<double>(lmax) / 8.0) + (eps > 1e-10 ? 2.0 * eps : 0.0);
}

/// Largest error of a ring weight's factor: conjugate gradients stop at 1e-15 of what equal weights
/// miss, of equations whose condition is below 100 and whose sums over nside rings are rounded.
inline double ring_weight_tolerance(std::int64_t nside) {
  constexpr double eps64 = std::numeric_limits<double>::epsilon();
  return 8.0 * eps64 * (4.0 + std::sqrt(static_cast<double>(nside)));
}

}  // namespace siderum::test
