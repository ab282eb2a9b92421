// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>

namespace siderum {

struct SinCosDegrees {
  double sine;
  double cosine;
};

namespace detail {

inline constexpr long double radians_of_a_degree = 0.0174532925199432957692369076848861L;

/// Taylor's series of sin (odd = 1) and cos (odd = 0) in degrees: term k is (-1)^k d^n / n! for
/// n = 2 k + odd. What comes after these terms is below 8e-20 and 2e-18 within 45 degrees.
template <int odd>
constexpr std::array<double, 9> degree_terms() {
  std::array<double, 9> terms{};
  long double term = odd == 1 ? radians_of_a_degree : 1.0L;
  for (int k = 0; k < 9; ++k) {
    terms[k] = static_cast<double>(term);
    int const n = 2 * k + odd;
    term *=
        -radians_of_a_degree * radians_of_a_degree / static_cast<long double>((n + 1) * (n + 2));
  }
  return terms;
}

}  // namespace detail

/// Whether 90 times the number of right angles in it is exact.
inline bool has_few_turns(double angle_deg) {
  return std::fabs(angle_deg) <= 1e12;
}

/// sin_cos_degrees of an angle that has few turns: without a branch, so that a loop over it becomes
/// instructions on vectors.
inline SinCosDegrees sin_cos_of_few_turns(double angle_deg) {
  constexpr auto sine_terms = detail::degree_terms<1>();
  constexpr auto cosine_terms = detail::degree_terms<0>();
  constexpr double degree = sine_terms[0];
  constexpr double degree_rest = static_cast<double>(detail::radians_of_a_degree - degree);
  double const right_angles = std::nearbyint(angle_deg * (1.0 / 90.0));
  double const rest = angle_deg - 90.0 * right_angles;
  double const quadrant = right_angles - 4.0 * std::nearbyint(0.25 * right_angles - 0.375);
  double const u = rest * rest;
  double odd = sine_terms[8];
  double even = cosine_terms[8];
  for (int k = 7; k > 0; --k) {
    odd = odd * u + sine_terms[k];
    even = even * u + cosine_terms[k];
  }
  // A degree in two pieces: its rounding is the largest error otherwise.
  double const sine = std::fma(rest, degree, rest * (odd * u + degree_rest));
  double const cosine = std::fma(even, u, 1.0);
  bool const swapped = quadrant == 1.0 || quadrant == 3.0;
  double const along = swapped ? cosine : sine;
  double const across = swapped ? sine : cosine;
  return {quadrant >= 2.0 ? -along : along, quadrant == 1.0 || quadrant == 2.0 ? -across : across};
}

/// sin and cos of an angle in degrees: to 2e-16, exact at multiples of 90 (0, 1, -1), for any
/// finite angle, without loss for large ones.
inline SinCosDegrees sin_cos_degrees(double angle_deg) {
  return sin_cos_of_few_turns(has_few_turns(angle_deg) ? angle_deg : std::fmod(angle_deg, 360.0));
}

}  // namespace siderum
