// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/harmonic_filters.hpp>

#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/data.hpp"
#include "support/golden_noise.hpp"
#include "support/matchers.hpp"
#include "support/sentence.hpp"
#include "support/worker_threads.hpp"

namespace siderum::test {
namespace {

TEST(GaussianBeam, IsThatOfHealpy) {
  double const width = 5.0 * std::numbers::pi / 180.0;
  EXPECT_TRUE(all_near(gaussian_beam(6, width), golden_row_of_polarisation("beam_t"), 1e-15));
  std::vector<double> expected = golden_row_of_polarisation("beam_e");
  expected[0] = expected[1] = 0.0;  // there are no such degrees
  EXPECT_TRUE(all_near(gaussian_beam(6, width, 2), expected, 1e-15));
}

TEST(GaussianBeam, HalvesAtItsHalfWidth) {
  // The beam of its own window: sum (2 l + 1) / (4 pi) b_l P_l(cos theta), at theta = 0 and fwhm/2.
  double const width = 0.1;
  std::vector<double> const window = gaussian_beam(400, width);
  auto const profile = [&](double theta) {
    double sum = 0.0;
    double before = 0.0;
    double value = 1.0;
    for (std::size_t l = 0; l < window.size(); ++l) {
      auto const degree = static_cast<double>(l);
      sum += (2.0 * degree + 1.0) * window[l] * value;
      double const next =
          ((2.0 * degree + 1.0) * std::cos(theta) * value - degree * before) / (degree + 1.0);
      before = value;
      value = next;
    }
    return sum;
  };
  EXPECT_NEAR(profile(0.5 * width) / profile(0.0), 0.5, 1e-3);
}

TEST(GaussianBeam, OfNoWidthIsOne) {
  EXPECT_EQ(gaussian_beam(3, 0.0), std::vector<double>(4, 1.0));
  EXPECT_EQ(gaussian_beam(3, 0.0, 1), (std::vector<double>{0, 1, 1, 1}));
  EXPECT_EQ(gaussian_beam(1, 0.1, 2), (std::vector<double>{0, 0}));
}

TEST(GaussianBeam, RefusesOtherWidths) {
  EXPECT_EQ(sentence_of([] { gaussian_beam(3, -0.5); }),
            "The beam is -0.5 rad wide (widths are finite and not below 0). Give a width.");
  EXPECT_EQ(sentence_of([] { gaussian_beam(3, std::numeric_limits<double>::quiet_NaN()); }),
            "The beam is nan rad wide (widths are finite and not below 0). Give a width.");
  EXPECT_EQ(sentence_of([] { gaussian_beam(3, 0.5, -1); }),
            "The spin is -1 (beams are those of spins from 0 on). Give its size.");
}

TEST(ScaleDegrees, MultipliesEveryOrder) {
  HarmonicRange const range{2, 1};  // a_00, a_10, a_20, a_11, a_21
  std::vector<std::complex<double>> a_lm{1, 1, 1, {1, 2}, {3, 4}};
  scale_degrees(range, a_lm, std::vector<double>{5, 3, -1, 7});
  EXPECT_EQ(a_lm, (std::vector<std::complex<double>>{5, 3, -1, {3, 6}, {-3, -4}}));
  EXPECT_EQ(sentence_of([&] {
              scale_degrees(range, a_lm, std::vector<double>{1, 2});
            }),
            "The factors end at l = 1 (lmax is 2). Give one for each degree.");
  a_lm.pop_back();
  EXPECT_EQ(sentence_of([&] {
              scale_degrees(range, a_lm, std::vector<double>{1, 2, 3});
            }),
            "There are 4 coefficients (lmax 2 and mmax 1 make 5). Give as many.");
}

TEST(ScaleDegrees, IsTheSameForAnyNumberOfThreads) {
  HarmonicRange const range{300, 290};
  std::vector<std::complex<double>> const a_lm = golden_coefficients(range);
  std::vector<double> const factor = gaussian_beam(range.lmax, 0.01);
  std::vector<std::complex<double>> expected = a_lm;
  for (std::int64_t m = 0; m <= range.mmax; ++m) {
    for (std::int64_t l = m; l <= range.lmax; ++l) {
      expected[static_cast<std::size_t>(range.index(l, m))] *= factor[static_cast<std::size_t>(l)];
    }
  }
  with_threads({1, 2, 5}, [&](int) {
    std::vector<std::complex<double>> scaled = a_lm;
    scale_degrees(range, scaled, factor);
    EXPECT_EQ(scaled, expected);
  });
}

}  // namespace
}  // namespace siderum::test
