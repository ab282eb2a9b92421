// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/random_coefficients.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <siderum/algorithms/sky/power_spectrum.hpp>

#include "support/matchers.hpp"
#include "support/sentence.hpp"
#include "support/worker_threads.hpp"

namespace siderum::test {
namespace {

std::vector<double> power_law(std::int64_t lmax) {
  std::vector<double> spectrum;
  for (std::int64_t l = 0; l <= lmax; ++l) {
    spectrum.push_back(100.0 / static_cast<double>((l + 1) * (l + 2)));
  }
  return spectrum;
}

/// TT, EE, BB, TE, EB and TB of a law, with correlations 0.6, 0.3 and -0.2.
std::vector<std::vector<double>> correlated(std::int64_t lmax) {
  std::vector<double> const tt = power_law(lmax);
  std::vector<std::vector<double>> spectra(6, tt);
  for (std::size_t l = 0; l < tt.size(); ++l) {
    spectra[1][l] = 0.25 * tt[l];
    spectra[2][l] = 0.04 * tt[l];
    spectra[3][l] = 0.6 * 0.5 * tt[l];
    spectra[4][l] = -0.2 * 0.5 * 0.2 * tt[l];
    spectra[5][l] = 0.3 * 0.2 * tt[l];
  }
  return spectra;
}

TEST(RandomCoefficients, KeepTheRangeOfNumbers) {
  HarmonicRange const range{2, 2};
  for (double const unit : {1e280, 1e-280}) {
    auto const scaled = [&](double value) { return std::vector<double>(3, value * unit); };
    std::vector<std::vector<double>> const spectra{scaled(4), scaled(3), scaled(2),
                                                   scaled(1), scaled(0), scaled(0)};
    auto const a_lm = random_coefficients(Field::polarised, range, spectra, 5);
    for (std::size_t row = 0; row < 3; ++row) {
      EXPECT_GT(std::abs(a_lm[row * 6 + 2]), 1e-3 * std::sqrt(unit)) << row;
    }
  }
}

TEST(RandomCoefficients, HaveTheSpectrumThatIsAskedFor) {
  std::int64_t const lmax = 400;
  std::vector<double> const spectrum = power_law(lmax);
  HarmonicRange const range{lmax, lmax};
  auto const a_lm = random_coefficients(range, spectrum, 5);
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
  auto const a_lm = random_coefficients(range, std::vector<double>(501, 1.0), 1);
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
  auto const fine = random_coefficients(large, spectrum, 9);
  auto const coarse = random_coefficients(small, spectrum, 9);
  auto const other = random_coefficients(small, spectrum, 10);
  for (std::int64_t m = 0; m <= small.mmax; ++m) {
    for (std::int64_t l = m; l <= small.lmax; ++l) {
      auto const place = static_cast<std::size_t>(small.index(l, m));
      EXPECT_EQ(coarse[place], fine[static_cast<std::size_t>(large.index(l, m))]);
      EXPECT_NE(coarse[place], other[place]);
    }
  }
}

TEST(RandomCoefficients, AreTheSameForAnyNumberOfThreads) {
  HarmonicRange const range{300, 290};
  auto const spectra = correlated(300);
  auto const draw = [&] {
    auto a_lm = random_coefficients(range, spectra[0], 5);
    auto const polarised = random_coefficients(Field::polarised, range, spectra, 5);
    a_lm.insert(a_lm.end(), polarised.begin(), polarised.end());
    return a_lm;
  };
  WorkerThreads const now(1);
  auto const one = draw();
  with_threads({2, 3, 7}, [&](int) { EXPECT_EQ(draw(), one); });
  // Of seed 5 for ever, but for the rounding of logarithm and cosine.
  auto const place = static_cast<std::size_t>(range.index(200, 100));
  EXPECT_NEAR(one[place].real(), 0.02873350411103911, 1e-15);
  EXPECT_NEAR(one[place].imag(), 0.04187078303524799, 1e-15);
}

TEST(RandomCoefficients, ZeroPowerIsZero) {
  auto const a_lm = random_coefficients({1, 1}, std::vector<double>{0, 0, 1}, 3);
  EXPECT_EQ(a_lm, std::vector<std::complex<double>>(3));
}

TEST(CorrelatedCoefficients, HaveTheSpectraThatAreAskedFor) {
  std::int64_t const lmax = 400;
  HarmonicRange const range{lmax, lmax};
  auto const spectra = correlated(lmax);
  auto const a_lm = random_coefficients(Field::polarised, range, spectra, 5);
  auto const found = power_spectra(Field::polarised, range, a_lm, a_lm, SpectrumSet::own);
  std::array<std::size_t, 6> const first{0, 1, 2, 0, 1, 0};
  std::array<std::size_t, 6> const second{0, 1, 2, 1, 2, 2};
  for (std::size_t i = 0; i < 6; ++i) {
    // A spectrum scatters by sqrt((C_ij^2 + C_ii C_jj) / (2 l + 1)).
    double chi = 0.0;
    for (std::size_t l = 2; l < found[i].value.size(); ++l) {
      double const variance =
          (spectra[i][l] * spectra[i][l] + spectra[first[i]][l] * spectra[second[i]][l]) /
          (2.0 * static_cast<double>(l) + 1.0);
      double const deviation = found[i].value[l] - spectra[i][l];
      chi += deviation * deviation / variance;
    }
    EXPECT_NEAR(chi, 399.0, 4.5 * std::sqrt(2.0 * 399.0)) << found[i].name;
  }
}

TEST(CorrelatedCoefficients, HaveTheTemperatureOfTheScalarSky) {
  HarmonicRange const range{30, 12};
  auto const spectra = correlated(30);
  auto const a_lm = random_coefficients(Field::polarised, range, spectra, 7);
  auto const count = static_cast<std::size_t>(range.count());
  EXPECT_EQ(std::vector(a_lm.begin(), a_lm.begin() + range.count()),
            random_coefficients(range, spectra[0], 7));
  // Alone, E and B are those of a sky without temperature.
  std::vector<std::vector<double>> without = spectra;
  without[0].assign(31, 0.0);
  without[3] = without[5] = without[0];
  auto const polarised = random_coefficients(Field::polarised, range, without, 7);
  auto const spin_two = random_coefficients(Field::spin_two, range,
                                            std::vector{spectra[1], spectra[2], spectra[4]}, 7);
  EXPECT_EQ(std::vector(polarised.begin() + range.count(), polarised.end()), spin_two);
  for (std::int64_t m = 0; m <= 1; ++m) {
    for (std::int64_t l = m; l <= 1; ++l) {
      EXPECT_EQ(a_lm[count + static_cast<std::size_t>(range.index(l, m))], 0.0);
    }
  }
}

TEST(CorrelatedCoefficients, MayBeFullyCorrelated) {
  HarmonicRange const range{20, 20};
  std::vector<std::vector<double>> spectra(6, power_law(20));
  spectra[2].assign(21, 0.0);
  spectra[4] = spectra[5] = spectra[2];
  auto const a_lm = random_coefficients(Field::polarised, range, spectra, 3);
  auto const count = static_cast<std::size_t>(range.count());
  for (std::int64_t m = 0; m <= 20; ++m) {
    for (std::int64_t l = std::max<std::int64_t>(m, 2); l <= 20; ++l) {
      auto const place = static_cast<std::size_t>(range.index(l, m));
      EXPECT_NEAR(std::abs(a_lm[place] - a_lm[count + place]), 0.0, 1e-12);
      EXPECT_EQ(a_lm[2 * count + place], 0.0);
    }
  }
}

TEST(CorrelatedCoefficients, OfSomeOrdersAreThoseOfAll) {
  HarmonicRange const range = make_harmonic_range(30, 25);
  auto const spectra = correlated(30);
  auto const all = random_coefficients(Field::polarised, range, spectra, 7);
  std::array<std::int64_t, 3> const orders{0, 7, 25};
  auto const some = random_coefficients(Field::polarised, range, spectra, 7, orders);
  ASSERT_EQ(some.size(), all.size());
  for (std::int64_t row = 0; row < 3; ++row) {
    for (std::int64_t m = 0; m <= range.mmax; ++m) {
      bool const is_asked = std::find(orders.begin(), orders.end(), m) != orders.end();
      for (std::int64_t l = m; l <= range.lmax; ++l) {
        auto const at = static_cast<std::size_t>(row * range.count() + range.index(l, m));
        EXPECT_EQ(some[at], is_asked ? all[at] : 0.0) << l << m;
      }
    }
  }
}

TEST(CorrelatedCoefficients, RefuseSpectraOfNoSky) {
  auto spectra = correlated(5);
  spectra[3][4] = 0.51 * spectra[0][4];
  EXPECT_EQ(sentence_of([&] {
              random_coefficients(Field::polarised, {5, 5}, spectra, 1);
            }),
            "The spectra of l = 4 are those of no sky (a covariance is larger than the variances "
            "allow, as TE^2 > TT EE). Correct the spectra.");
  EXPECT_EQ(random_coefficients(Field::polarised, {3, 3}, spectra, 1).size(), 30u);
  spectra = correlated(5);
  spectra[0][3] = 0.0;
  EXPECT_EQ(sentence_of([&] {
              random_coefficients(Field::polarised, {5, 5}, spectra, 1);
            }).substr(0, 30),
            "The spectra of l = 3 are those");
  spectra = correlated(5);
  spectra[1][2] = -1.0;
  EXPECT_EQ(sentence_of([&] {
              random_coefficients(Field::polarised, {5, 5}, spectra, 1);
            }),
            "ee of l = 2 is -1 (variances are finite and not below 0). Correct the spectrum.");
  spectra.pop_back();
  EXPECT_EQ(sentence_of([&] {
              random_coefficients(Field::polarised, {5, 5}, spectra, 1);
            }),
            "There are 5 spectra (the field has 6). Give these.");
}

TEST(RandomCoefficients, RefuseSpectraThatAreNone) {
  EXPECT_EQ(sentence_of([] {
              random_coefficients({2, 2}, std::vector<double>{1, 2}, 1);
            }),
            "The spectrum ends at l = 1 (lmax is 2). Give a longer one, or a smaller lmax.");
  EXPECT_EQ(sentence_of([] {
              random_coefficients({1, 1}, std::vector<double>{1, -2}, 1);
            }),
            "C_l of l = 1 is -2 (variances are finite and not below 0). Correct the spectrum.");
  double const infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(sentence_of([&] {
              random_coefficients({0, 0}, std::vector<double>{infinity}, 1);
            }),
            "C_l of l = 0 is inf (variances are finite and not below 0). Correct the spectrum.");
}

TEST(RandomScalars, HaveTheirCovariances) {
  HarmonicRange const range = make_harmonic_range(150);
  std::vector<double> const one(151, 1.0);
  std::vector<double> const half(151, 0.5);
  std::vector<double> const none(151, 0.0);
  // By diagonals: 11, 22, 12; the second of a pair that no sky has, C12^2 > C11 C22.
  for (double const second : {1.0, 0.1}) {
    auto const a_lm =
        random_scalars(range, std::vector{one, std::vector<double>(151, second), half}, 3);
    auto const count = static_cast<std::size_t>(range.count());
    auto const mean = [&](std::size_t i, std::size_t j) {
      std::span<std::complex<double> const> const all(a_lm);
      auto const spectrum =
          power_spectrum(range, all.subspan(i * count, count), all.subspan(j * count, count));
      double sum = 0.0;
      for (std::size_t l = 50; l <= 150; ++l) {
        sum += spectrum[l] / 101.0;
      }
      return sum;
    };
    EXPECT_NEAR(mean(0, 0), 1.0, 0.05);
    EXPECT_NEAR(mean(0, 1), 0.5, 0.05);
    EXPECT_NEAR(mean(1, 1), second == 1.0 ? 1.0 : 0.25, 0.05);
  }
  // Of one map they are those of the scalar.
  EXPECT_EQ(random_scalars(range, std::vector<std::vector<double>>{one}, 3),
            random_coefficients(range, one, 3));
  // Three maps: the last spectrum is 13.
  auto const three = random_scalars(range, std::vector{one, one, one, none, none, one}, 3);
  auto const count = static_cast<std::size_t>(range.count());
  EXPECT_EQ(three[5], three[2 * count + 5]);
  EXPECT_NE(three[5], three[count + 5]);
  EXPECT_EQ(sentence_of([&] {
              random_scalars(range, std::vector{one, one}, 3);
            }),
            "There are 2 spectra (n maps have n (n + 1) / 2). Give as many.");
}

}  // namespace
}  // namespace siderum::test
