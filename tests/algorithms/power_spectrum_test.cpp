// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/power_spectrum.hpp>

#include <string>

#include <gtest/gtest.h>

#include <siderum/io/coefficients_file.hpp>

#include "support/data.hpp"
#include "support/matchers.hpp"
#include "support/sentence.hpp"

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

TEST(PowerSpectrum, CountsCoefficients) {
  std::vector<Complex> const a(5);
  EXPECT_EQ(sentence_of([&] {
              power_spectrum({2, 2}, a);
            }),
            "There are 5 coefficients (lmax 2 and mmax 2 make 6). Give as many.");
}

}  // namespace
}  // namespace siderum::test
