// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/power_spectrum.hpp>

#include <algorithm>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include <siderum/io/sky/coefficients_file.hpp>

#include "support/data.hpp"
#include "support/golden_noise.hpp"
#include "support/matchers.hpp"
#include "support/sentence.hpp"
#include "support/worker_threads.hpp"

namespace siderum::test {
namespace {

using Complex = std::complex<double>;

TEST(PowerSpectrum, OrdersAboveZeroCountTwice) {
  HarmonicRange const range{2, 1};  // a_00, a_10, a_20, a_11, a_21
  std::vector<Complex> const a{{2, 9}, 3, 0, {1, 2}, {0, -1}};
  std::vector<Complex> const b{1, 2, 5, {3, 1}, {4, 2}};
  EXPECT_TRUE(all_near(power_spectrum(range, a), std::vector<double>{4, 19.0 / 3, 0.4}, 1e-15));
  EXPECT_TRUE(all_near(power_spectrum(range, a, b), std::vector<double>{2, 16.0 / 3, -0.8}, 1e-15));
}

TEST(PowerSpectrum, IsThatOfHealpy) {
  std::string const golden = SIDERUM_GOLDEN;
  io::CoefficientTable const table = io::read_coefficients(golden + "/healpy_coefficients.fits");
  std::vector<double> expected;
  for (auto const& row : read_rows(golden + "/healpy_spectrum.txt")) {
    expected.push_back(std::stod(row.at(0)));
  }
  EXPECT_TRUE(all_near(power_spectrum(table.range, table.a_lm), expected, 1e-16));
}

/// Components first .. first + 2 of tests/golden/make_polarisation.py.
std::vector<Complex> golden_field(HarmonicRange range, std::size_t first) {
  std::vector<Complex> a_lm;
  for (std::size_t component = first; component < first + 3; ++component) {
    std::vector<Complex> one(static_cast<std::size_t>(range.count()));
    for (std::int64_t m = 0; m <= range.mmax; ++m) {
      for (std::int64_t l = component % 3 == 0 ? m : std::max<std::int64_t>(m, 2); l <= range.lmax;
           ++l) {
        auto const place = static_cast<std::size_t>(range.index(l, m));
        auto const scale = static_cast<double>(l + 1);
        one[place] = {golden_noise(2 * (place + 1000 * component)) / scale,
                      m == 0 ? 0.0 : golden_noise(2 * (place + 1000 * component) + 1) / scale};
      }
    }
    a_lm.insert(a_lm.end(), one.begin(), one.end());
  }
  return a_lm;
}

TEST(PowerSpectra, AreThoseOfHealpy) {
  HarmonicRange const range{6, 6};
  std::vector<Complex> const a = golden_field(range, 0);
  std::vector<Complex> const b = golden_field(range, 3);
  std::vector<std::string> names;
  for (NamedSpectrum const& own : power_spectra(Field::polarised, range, a, a, SpectrumSet::own)) {
    names.push_back(own.name);
    EXPECT_TRUE(all_near(own.value, golden_row_of_polarisation("own_" + own.name), 1e-16))
        << own.name;
  }
  EXPECT_EQ(names, (std::vector<std::string>{"tt", "ee", "bb", "te", "eb", "tb"}));
  names.clear();
  for (NamedSpectrum const& cross :
       power_spectra(Field::polarised, range, a, b, SpectrumSet::cross)) {
    names.push_back(cross.name);
    EXPECT_TRUE(all_near(cross.value, golden_row_of_polarisation("cross_" + cross.name), 1e-16))
        << cross.name;
  }
  EXPECT_EQ(names,
            (std::vector<std::string>{"tt", "ee", "bb", "te", "eb", "tb", "et", "be", "bt"}));
}

TEST(PowerSpectra, OfOtherFields) {
  HarmonicRange const range{1, 0};
  std::vector<Complex> const a{1, 2, 3, 4};
  auto const spectra = power_spectra(Field::spin_one, range, a, a, SpectrumSet::own);
  ASSERT_EQ(spectra.size(), 3u);
  EXPECT_EQ(spectra[2].name, "gc");
  EXPECT_TRUE(all_near(spectra[2].value, std::vector<double>{3, 8.0 / 3}, 1e-15));
  EXPECT_EQ(sentence_of([&] { power_spectra(Field::polarised, range, a, a, SpectrumSet::own); }),
            "There are 4 coefficients (3 components of lmax 1 and mmax 0 make 6). Give as many.");
}

TEST(PowerSpectrum, IsTheSameForAnyNumberOfThreads) {
  HarmonicRange const range{700, 600};
  auto const a = golden_coefficients(range);
  std::vector<double> expected(static_cast<std::size_t>(range.lmax + 1));
  for (std::int64_t l = 0; l <= range.lmax; ++l) {
    double sum = 0.0;
    for (std::int64_t m = 0; m <= std::min(l, range.mmax); ++m) {
      std::complex<double> const value = a[static_cast<std::size_t>(range.index(l, m))];
      double const real = value.real() * value.real();
      sum += m == 0 ? real : 2.0 * (real + value.imag() * value.imag());
    }
    expected[static_cast<std::size_t>(l)] = sum / static_cast<double>(2 * l + 1);
  }
  std::vector<std::vector<double>> found;
  with_threads({1, 2, 5}, [&](int) { found.push_back(power_spectrum(range, a)); });
  EXPECT_EQ(found[1], found[0]);
  EXPECT_EQ(found[2], found[0]);
  // The rounding of as many terms, of which compilers may make others than here.
  double const rounding = std::numeric_limits<double>::epsilon() * static_cast<double>(range.mmax);
  for (std::size_t l = 0; l < expected.size(); ++l) {
    EXPECT_NEAR(found[0][l], expected[l], rounding * expected[l]) << l;
  }
}

TEST(PowerSpectrum, CountsCoefficients) {
  std::vector<Complex> const a(5);
  EXPECT_EQ(sentence_of([&] {
              power_spectrum({2, 2}, a);
            }),
            "There are 5 coefficients (lmax 2 and mmax 2 make 6). Give as many.");
}

}  // namespace
}  // namespace siderum::test
