// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/periods/lomb_scargle_options.hpp>

/// The false-alarm probability of one power, on hosts and devices. Every step is taken on
/// logarithms: a probability of 1e-4000 is as exact as one of 0.1.
namespace siderum {

/// How the maximum of a periodogram of noise is described.
enum class FalseAlarmMethod : std::uint8_t {
  single,  ///< at one frequency that was chosen beforehand
  naive,   ///< as the largest of f_max T independent powers
  davies,  ///< upper bound, after Davies 1977, Biometrika 64, 247; held to at most 1
  baluev,  ///< Baluev 2008, MNRAS 385, 1279, eq. 6: an upper bound, sharp for small probabilities
};

/// Whether the errors tell the size of the noise, or the residuals do.
enum class Noise : std::uint8_t { estimated, known };

/// What the false alarms of one object depend on, beside the power.
struct NoiseSearch {
  double points = 0.0;         ///< n
  double cycles = 0.0;         ///< f_max T, of the independent frequencies of `naive`
  double bandwidth = 0.0;      ///< W = f_max sqrt(4 pi var t), var weighted as the points are
  double largest_power = 1.0;  ///< the power of a fit without residual; for psd and raw
  Normalization normalization = Normalization::standard;
  Noise noise = Noise::estimated;  ///< known: psd of points with errors
};

namespace detail {

/// ln(e^a + e^b).
KOKKOS_INLINE_FUNCTION double log_sum(double a, double b) {
  double const larger = Kokkos::fmax(a, b);
  double const smaller = Kokkos::fmin(a, b);
  return larger == -Kokkos::Experimental::infinity_v<double>
             ? larger
             : larger + Kokkos::log1p(Kokkos::exp(smaller - larger));
}

/// ln(1 - exp(-e^a)): from the number of events expected to the probability of any.
KOKKOS_INLINE_FUNCTION double log_of_any(double a) {
  double const expected = Kokkos::exp(a);
  if (expected < 1e-9) {
    return a - 0.5 * expected;
  }
  return expected < 1.0 ? Kokkos::log(-Kokkos::expm1(-expected))
                        : Kokkos::log1p(-Kokkos::exp(-expected));
}

/// ln(-ln(1 - e^a)), the inverse of log_of_any.
KOKKOS_INLINE_FUNCTION double log_of_expected(double a) {
  double const probability = Kokkos::exp(a);
  return probability < 1e-9 ? a + 0.5 * probability : Kokkos::log(-Kokkos::log1p(-probability));
}

/// ln(Gamma(a + 1/2) / Gamma(a)), a >= 0: where both are large, by the series of their ratio.
KOKKOS_INLINE_FUNCTION double log_gamma_ratio(double a) {
  if (a < 20.0) {
    return a > 0.0 ? Kokkos::lgamma(a + 0.5) - Kokkos::lgamma(a)
                   : -Kokkos::Experimental::infinity_v<double>;
  }
  double const u = 1.0 / a;
  double const uu = u * u;
  double const series =
      -1.0 / 8.0 + uu * (1.0 / 192.0 - uu * (1.0 / 640.0 - uu * (17.0 / 14336.0)));
  return 0.5 * Kokkos::log(a) + u * series;
}

/// -ln(1 - x) of the standard power x; with known noise the power itself. Either rises with the
/// power from 0 without bound.
KOKKOS_INLINE_FUNCTION double unbounded_power(NoiseSearch const& search, double power) {
  switch (search.normalization) {
    case Normalization::standard:
      return -Kokkos::log1p(-power);
    case Normalization::model:
      return Kokkos::log1p(power);
    case Normalization::log:
      return power;
    default:
      return search.noise == Noise::known ? power : -Kokkos::log1p(-power / search.largest_power);
  }
}

/// The inverse of unbounded_power.
KOKKOS_INLINE_FUNCTION double bounded_power(NoiseSearch const& search, double unbounded) {
  switch (search.normalization) {
    case Normalization::standard:
      return -Kokkos::expm1(-unbounded);
    case Normalization::model:
      return Kokkos::expm1(unbounded);
    case Normalization::log:
      return unbounded;
    default:
      return search.noise == Noise::known ? unbounded
                                          : -search.largest_power * Kokkos::expm1(-unbounded);
  }
}

/// ln F1, the probability of one frequency.
KOKKOS_INLINE_FUNCTION double log_single(NoiseSearch const& search, double unbounded) {
  return search.noise == Noise::known ? -unbounded : -0.5 * (search.points - 3.0) * unbounded;
}

/// d unbounded_power / d power.
KOKKOS_INLINE_FUNCTION double unbounded_slope(NoiseSearch const& search, double power) {
  switch (search.normalization) {
    case Normalization::standard:
      return 1.0 / (1.0 - power);
    case Normalization::model:
      return 1.0 / (1.0 + power);
    case Normalization::log:
      return 1.0;
    default:
      return search.noise == Noise::known ? 1.0 : 1.0 / (search.largest_power - power);
  }
}

/// ln tau, the number of upward crossings that is expected between 0 and f_max.
KOKKOS_INLINE_FUNCTION double log_crossings(NoiseSearch const& search, double unbounded) {
  double const bandwidth = Kokkos::log(search.bandwidth);
  if (search.noise == Noise::known) {
    return bandwidth - unbounded + 0.5 * Kokkos::log(unbounded);
  }
  // gamma_N sqrt(N / 2) of Baluev's table 1: N_H for powers relative to the constant model, N_K for
  // those relative to the residuals.
  bool const of_residuals =
      search.normalization == Normalization::model || search.normalization == Normalization::log;
  double const freedom = of_residuals ? search.points - 3.0 : search.points - 1.0;
  return log_gamma_ratio(0.5 * (freedom - 1.0)) + bandwidth -
         0.5 * (search.points - 4.0) * unbounded + 0.5 * Kokkos::log(-Kokkos::expm1(-unbounded));
}

KOKKOS_INLINE_FUNCTION double log_probability(FalseAlarmMethod method, NoiseSearch const& search,
                                              double unbounded) {
  double const single = log_single(search, unbounded);
  switch (method) {
    case FalseAlarmMethod::single:
      return single;
    case FalseAlarmMethod::naive:
      return log_of_any(Kokkos::log(search.cycles) + log_of_expected(single));
    case FalseAlarmMethod::davies:
      return Kokkos::fmin(0.0, log_sum(single, log_crossings(search, unbounded)));
    default:
      return log_of_any(log_sum(log_of_expected(single), log_crossings(search, unbounded)));
  }
}

}  // namespace detail

/// ln of the probability that noise alone reaches `power` somewhere in 0 .. f_max, formulas in
/// false_alarm_probability.hpp.
///
/// @param power  in search.normalization, from 0 to the largest there is
/// NaN where the power is NaN or n < 4; -infinity where the power is the largest there is.
KOKKOS_INLINE_FUNCTION double log_false_alarm_probability(FalseAlarmMethod method,
                                                          NoiseSearch const& search, double power) {
  double const unbounded = detail::unbounded_power(search, power);
  if (!(search.points >= 4.0) || !(unbounded >= 0.0)) {
    return Kokkos::Experimental::quiet_NaN_v<double>;
  }
  if (unbounded == 0.0) {
    return 0.0;
  }
  return Kokkos::isfinite(unbounded) ? detail::log_probability(method, search, unbounded)
                                     : -Kokkos::Experimental::infinity_v<double>;
}

/// The probability density of the power that noise alone has at one frequency.
///
/// @param power  in search.normalization, from 0 to the largest there is
/// NaN where the power is NaN or n < 4.
KOKKOS_INLINE_FUNCTION double noise_density(NoiseSearch const& search, double power) {
  if (!(search.points >= 4.0)) {
    return Kokkos::Experimental::quiet_NaN_v<double>;
  }
  double const decay = search.noise == Noise::known ? 1.0 : 0.5 * (search.points - 3.0);
  return decay * Kokkos::exp(detail::log_single(search, detail::unbounded_power(search, power))) *
         detail::unbounded_slope(search, power);
}

/// The power that noise alone reaches with a given probability: the inverse, by bisection to the
/// last bits.
///
/// @param log_probability  ln p, < 0; 0 gives the power 0
/// NaN where n < 4 or ln p is NaN or above 0.
KOKKOS_INLINE_FUNCTION double false_alarm_level(FalseAlarmMethod method, NoiseSearch const& search,
                                                double log_probability) {
  if (!(search.points >= 4.0) || !(log_probability <= 0.0)) {
    return Kokkos::Experimental::quiet_NaN_v<double>;
  }
  if (log_probability == 0.0) {
    return 0.0;
  }
  double below = 0.0;
  double above = 1.0;
  while (detail::log_probability(method, search, above) > log_probability) {
    below = above;
    above *= 2.0;
  }
  for (int bisection = 0; bisection < 200; ++bisection) {
    double const middle = 0.5 * (below + above);
    if (middle == below || middle == above) {
      break;
    }
    (detail::log_probability(method, search, middle) > log_probability ? below : above) = middle;
  }
  return detail::bounded_power(search, above);
}

}  // namespace siderum
