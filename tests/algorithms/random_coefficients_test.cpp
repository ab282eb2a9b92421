// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/random_coefficients.hpp>

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <siderum/algorithms/power_spectrum.hpp>

#include "support/matchers.hpp"
#include "support/sentence.hpp"

namespace siderum::test {
namespace {

std::vector<double> power_law(std::int64_t lmax) {
  std::vector<double> spectrum;
  for (std::int64_t l = 0; l <= lmax; ++l) {
    spectrum.push_back(100.0 / static_cast<double>((l + 1) * (l + 2)));
  }
  return spectrum;
}

TEST(RandomCoefficients, HaveTheSpectrumThatIsAskedFor) {
  std::int64_t const lmax = 400;
  std::vector<double> const spectrum = power_law(lmax);
  HarmonicRange const range{lmax, lmax};
  auto const a_lm = random_coefficients(spectrum, range, 5);
  // C_l of a map scatters by sqrt(2 / (2 l + 1)); their sum over l in that unit by sqrt(lmax).
  std::vector<double> const found = power_spectrum(range, a_lm);
  double chi = 0.0;
  double largest = 0.0;
  for (std::size_t l = 0; l < found.size(); ++l) {
    double const deviation =
        (found[l] / spectrum[l] - 1.0) * std::sqrt((2.0 * static_cast<double>(l) + 1.0) / 2.0);
    chi += deviation * deviation;
    largest = std::max(largest, std::abs(deviation));
  }
  EXPECT_NEAR(chi, 401.0, 4.0 * std::sqrt(2.0 * 401.0));
  EXPECT_LT(largest, 6.0);
  for (std::int64_t l = 0; l <= lmax; ++l) {
    EXPECT_EQ(a_lm[static_cast<std::size_t>(range.index(l, 0))].imag(), 0.0);
  }
}

TEST(RandomCoefficients, RealAndImaginaryPartsAreAlike) {
  HarmonicRange const range{500, 500};
  auto const a_lm = random_coefficients(std::vector<double>(501, 1.0), range, 1);
  double real = 0.0;
  double imaginary = 0.0;
  double product = 0.0;
  auto const begin = static_cast<std::size_t>(range.index(1, 1));
  for (std::size_t i = begin; i < a_lm.size(); ++i) {
    real += a_lm[i].real() * a_lm[i].real();
    imaginary += a_lm[i].imag() * a_lm[i].imag();
    product += a_lm[i].real() * a_lm[i].imag();
  }
  auto const count = static_cast<double>(a_lm.size() - begin);
  // Variances 1/2: their estimates scatter by sqrt(2 / count) of them.
  EXPECT_NEAR(real / count, 0.5, 4.0 * 0.5 * std::sqrt(2.0 / count));
  EXPECT_NEAR(imaginary / count, 0.5, 4.0 * 0.5 * std::sqrt(2.0 / count));
  EXPECT_NEAR(product / count, 0.0, 4.0 * 0.5 / std::sqrt(count));
}

TEST(RandomCoefficients, AreOneSkyAtAnyResolution) {
  std::vector<double> const spectrum = power_law(60);
  HarmonicRange const large{60, 60};
  HarmonicRange const small{20, 7};
  auto const fine = random_coefficients(spectrum, large, 9);
  auto const coarse = random_coefficients(spectrum, small, 9);
  auto const other = random_coefficients(spectrum, small, 10);
  for (std::int64_t m = 0; m <= small.mmax; ++m) {
    for (std::int64_t l = m; l <= small.lmax; ++l) {
      auto const place = static_cast<std::size_t>(small.index(l, m));
      EXPECT_EQ(coarse[place], fine[static_cast<std::size_t>(large.index(l, m))]);
      EXPECT_NE(coarse[place], other[place]);
    }
  }
}

TEST(RandomCoefficients, ZeroPowerIsZero) {
  auto const a_lm = random_coefficients(std::vector<double>{0, 0, 1}, {1, 1}, 3);
  EXPECT_EQ(a_lm, std::vector<std::complex<double>>(3));
}

TEST(RandomCoefficients, RefuseSpectraThatAreNone) {
  EXPECT_EQ(sentence_of([] {
              random_coefficients(std::vector<double>{1, 2}, {2, 2}, 1);
            }),
            "The spectrum ends at l = 1 (lmax is 2). Give a longer one, or a smaller lmax.");
  EXPECT_EQ(sentence_of([] {
              random_coefficients(std::vector<double>{1, -2}, {1, 1}, 1);
            }),
            "C_l of l = 1 is -2 (variances are finite and not below 0). Correct the spectrum.");
  double const infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(sentence_of([&] {
              random_coefficients(std::vector<double>{infinity}, {0, 0}, 1);
            }),
            "C_l of l = 0 is inf (variances are finite and not below 0). Correct the spectrum.");
}

}  // namespace
}  // namespace siderum::test
