// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/random_coefficients.hpp>

#include <cmath>
#include <numbers>
#include <string>

#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/core/random.hpp>

namespace siderum {

namespace {

/// Two independent standard normal numbers, as real and imaginary part.
std::complex<double> normal_pair(CounterRandom const& random, std::int64_t counter) {
  auto const at = static_cast<std::uint64_t>(2 * counter);
  double const radius = std::sqrt(-2.0 * std::log1p(-random.uniform_at(at)));
  return std::polar(radius, 2.0 * std::numbers::pi * random.uniform_at(at + 1));
}

}  // namespace

std::vector<std::complex<double>> random_coefficients(std::span<double const> spectrum,
                                                      HarmonicRange range, std::uint64_t seed) {
  SIDERUM_VALIDATE(std::ssize(spectrum) > range.lmax,
                   "The spectrum ends at l = " + std::to_string(std::ssize(spectrum) - 1) +
                       " (lmax is " + std::to_string(range.lmax) +
                       "). Give a longer one, or a smaller lmax.");
  for (std::int64_t l = 0; l <= range.lmax; ++l) {
    double const power = spectrum[static_cast<std::size_t>(l)];
    SIDERUM_VALIDATE(power >= 0.0 && std::isfinite(power),
                     "C_l of l = " + std::to_string(l) + " is " + number_text(power) +
                         " (variances are finite and not below 0). Correct the spectrum.");
  }
  std::vector<std::complex<double>> a_lm(static_cast<std::size_t>(range.count()));
  for (std::int64_t l = 0; l <= range.lmax; ++l) {
    CounterRandom const random(seed, static_cast<std::uint64_t>(l));
    double const deviation = std::sqrt(spectrum[static_cast<std::size_t>(l)]);
    for (std::int64_t m = 0; m <= std::min(l, range.mmax); ++m) {
      std::complex<double> const normal = normal_pair(random, m);
      a_lm[static_cast<std::size_t>(range.index(l, m))] =
          m == 0 ? deviation * normal.real() : deviation * std::sqrt(0.5) * normal;
    }
  }
  return a_lm;
}

}  // namespace siderum
