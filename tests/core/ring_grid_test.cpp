// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/core/ring_grid.hpp>

#include "support/matchers.hpp"
#include "support/sentence.hpp"

namespace siderum::test {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double rounding = 4.0 * std::numeric_limits<double>::epsilon();

Ring make_ring(double theta, std::int64_t nphi, std::int64_t first, std::int64_t stride = 1) {
  Ring ring;
  ring.theta = theta;
  ring.nphi = nphi;
  ring.first = first;
  ring.stride = stride;
  return ring;
}

/// sum over pixels of weight P_l(cos theta), which is 4 pi for l = 0 and else 0 where a rule is
/// exact.
long double integral(RingGrid const& grid, int l) {
  long double sum = 0;
  for (Ring const& ring : grid.rings()) {
    long double const x = std::cos(static_cast<long double>(ring.theta));
    sum += static_cast<long double>(ring.weight) * ring.nphi *
           std::legendre(static_cast<unsigned>(l), x);
  }
  return sum;
}

void expect_exact_to(RingGrid const& grid, int degree) {
  for (int l = 0; l <= degree; ++l) {
    EXPECT_TRUE(near_value(integral(grid, l), l == 0 ? 4 * pi : 0.0, 1e-13))
        << grid.name() << ", l = " << l;
  }
}

TEST(RingGrid, HealpixOfNsideOneIsThreeRingsOfFour) {
  RingGrid const grid = healpix_grid(1);
  ASSERT_EQ(grid.rings().size(), 3u);
  EXPECT_EQ(grid.pixels(), 12);
  EXPECT_EQ(grid.nside(), 1);
  EXPECT_EQ(grid.exact_lmax(), -1);
  EXPECT_TRUE(near_value(grid.rings()[0].theta, std::acos(2.0 / 3.0), rounding));
  EXPECT_TRUE(near_value(grid.rings()[0].phi0, pi / 4, rounding));
  EXPECT_EQ(grid.rings()[1].theta, std::acos(0.0));
  EXPECT_EQ(grid.rings()[1].phi0, 0.0);
  EXPECT_EQ(grid.rings()[2].first, 8);
  EXPECT_TRUE(near_value(grid.rings()[2].weight, pi / 3, rounding));
}

TEST(RingGrid, HealpixRingsFollowTheFormulasOfTheirPixels) {
  for (std::int64_t const nside : {2, 3, 4, 7, 64}) {
    RingGrid const grid = healpix_grid(nside);
    ASSERT_EQ(grid.rings().size(), static_cast<std::size_t>(4 * nside - 1));
    std::int64_t next = 0;
    for (std::int64_t i = 1; i < 4 * nside; ++i) {
      Ring const& ring = grid.rings()[static_cast<std::size_t>(i - 1)];
      std::int64_t const k = std::min({i, 4 * nside - i, nside});
      double const n = static_cast<double>(nside);
      double const cap = 1 - static_cast<double>(k * k) / (3 * n * n);
      double const z = i < nside       ? cap
                       : i > 3 * nside ? -cap
                                       : 4.0 / 3.0 - 2 * static_cast<double>(i) / (3 * n);
      EXPECT_TRUE(near_value(ring.cos_theta, z, rounding));
      EXPECT_TRUE(near_value(std::cos(ring.theta), z, rounding));
      EXPECT_TRUE(near_value(ring.sin_theta / std::sin(ring.theta), 1.0, 1e-12));
      EXPECT_EQ(ring.nphi, 4 * k);
      EXPECT_EQ(ring.first, next);
      next += ring.nphi;
      bool const is_shifted = k < nside || (i - nside) % 2 == 0;
      EXPECT_TRUE(
          near_value(ring.phi0, is_shifted ? pi / static_cast<double>(4 * k) : 0.0, rounding));
    }
    EXPECT_EQ(next, grid.pixels());
  }
}

TEST(RingGrid, SinesNearThePolesAreExactToTheLastBit) {
  Ring const first = healpix_grid(8192).rings().front();
  long double const sine = std::sin(2 * std::asin(1 / (std::sqrt(6.0L) * 8192)));
  EXPECT_EQ(first.sin_theta, static_cast<double>(sine));
}

TEST(RingGrid, GaussLegendreIsExactToTwiceItsRings) {
  for (int const rings : {1, 2, 3, 8, 43}) {
    RingGrid const grid = gauss_legendre_grid(rings, 2 * rings);
    expect_exact_to(grid, 2 * rings - 1);
    EXPECT_EQ(grid.exact_lmax(), rings - 1);
    EXPECT_EQ(grid.pixels(), 2 * rings * rings);
  }
  // The root of P_2 is 1 / sqrt 3.
  EXPECT_TRUE(
      near_value(gauss_legendre_grid(2, 1).rings()[0].cos_theta, std::sqrt(1.0 / 3.0), rounding));
}

TEST(RingGrid, EquidistantRulesAreExactToTheirRings) {
  for (int const rings : {2, 4, 10, 42}) {
    for (auto const rule : {EquidistantRule::clenshaw_curtis, EquidistantRule::fejer1,
                            EquidistantRule::fejer2, EquidistantRule::driscoll_healy}) {
      expect_exact_to(equidistant_grid(rule, rings, 2), rings - 1);
    }
  }
  EXPECT_EQ(equidistant_grid(EquidistantRule::clenshaw_curtis, 9, 9).exact_lmax(), 4);
  EXPECT_EQ(equidistant_grid(EquidistantRule::driscoll_healy, 10, 99).exact_lmax(), 4);
  EXPECT_EQ(equidistant_grid(EquidistantRule::fejer1, 9, 3).exact_lmax(), 1);
}

TEST(RingGrid, HalvesMirrorEachOtherToTheLastBit) {
  for (RingGrid const& grid : {gauss_legendre_grid(21, 4), healpix_grid(5),
                               equidistant_grid(EquidistantRule::fejer2, 12, 4)}) {
    auto const& rings = grid.rings();
    for (std::size_t i = 0; i < rings.size(); ++i) {
      Ring const& mirror = rings[rings.size() - 1 - i];
      EXPECT_EQ(rings[i].sin_theta, mirror.sin_theta);
      EXPECT_EQ(rings[i].cos_theta, -mirror.cos_theta);
      EXPECT_EQ(rings[i].weight, mirror.weight);
    }
  }
}

TEST(RingGrid, RingsOfOnesOwnTakeTheirSinesFromTheta) {
  std::vector<Ring> const rings{make_ring(pi, 2, 5, -1), make_ring(0.25, 4, 0)};
  RingGrid const grid = make_ring_grid(rings);
  EXPECT_EQ(grid.pixels(), 6);
  EXPECT_FALSE(grid.has_weights());
  EXPECT_EQ(grid.rings()[0].cos_theta, -1.0);
  EXPECT_EQ(grid.rings()[1].sin_theta, std::sin(0.25));
  EXPECT_TRUE(with_weights(grid, std::vector<double>{1.0, 2.0}).has_weights());
}

TEST(RingGrid, LengthsForFourierTransforms) {
  EXPECT_EQ(good_fourier_length(1), 1);
  EXPECT_EQ(good_fourier_length(7), 8);
  EXPECT_EQ(good_fourier_length(11), 12);
  EXPECT_EQ(good_fourier_length(2047), 2048);
  EXPECT_EQ(good_fourier_length(1026), 1080);
}

TEST(RingGrid, RefusesWhatIsNoGrid) {
  auto const sentence = [](std::vector<Ring> const& rings, std::int64_t pixels = -1) {
    return sentence_of([&] { make_ring_grid(rings, pixels); });
  };
  EXPECT_EQ(sentence({}), "The grid has no ring (a map needs a pixel). Give one.");
  EXPECT_EQ(sentence({make_ring(1.0, 2, 0), make_ring(-0.1, 2, 2)}),
            "theta of a ring is -0.100000 (ring 1, counted from 0; colatitudes go from 0 to pi)."
            " Give theta in radians from the pole.");
  EXPECT_EQ(sentence({make_ring(1.0, 0, 0)}),
            "A ring has 0 pixels (ring 0, counted from 0; it takes one at least). Leave empty rings"
            " out.");
  EXPECT_EQ(sentence({make_ring(1.0, 3, 0, 0)}),
            "The stride of a ring is 0 (ring 0, counted from 0; its pixels would be one element)."
            " Give 1 or more.");
  EXPECT_EQ(sentence({make_ring(1.0, 3, 1, -1)}),
            "Pixels of a ring leave the map (ring 0, counted from 0 starts at element 1 of 2)."
            " Check first, stride and nphi.");
  for (std::int64_t const far : {std::int64_t{1} << 60, -(std::int64_t{1} << 60)}) {
    EXPECT_NE(sentence({make_ring(1.0, 1 << 30, 1, far)}).find("Pixels of a ring leave the map"),
              std::string::npos);
  }
  EXPECT_NE(sentence({make_ring(1.0, 2, std::numeric_limits<std::int64_t>::max(), -1)})
                .find("Pixels of a ring leave the map"),
            std::string::npos);
  std::string const overlap =
      "Pixels of two rings are the same element of the map (one is ring 1, counted from 0). Give"
      " every ring elements of its own.";
  EXPECT_EQ(sentence({make_ring(1.0, 3, 0), make_ring(2.0, 3, 2)}, 9), overlap);
  EXPECT_EQ(sentence({make_ring(1.0, 3, 0, 2), make_ring(2.0, 2, 3)}, 9), overlap);
  EXPECT_EQ(sentence({make_ring(1.0, 3, 0, 2), make_ring(2.0, 2, 1, 2)}, 9), "");
}

TEST(RingGrid, RefusesNumbersOutOfRange) {
  EXPECT_EQ(sentence_of([] { healpix_grid(0); }),
            "nside is 0 (HEALPix maps have 12 nside^2 pixels; nside goes from 1 to 8192 here). Give"
            " an nside in this range.");
  EXPECT_EQ(sentence_of([] { gauss_legendre_grid(0, 4); }),
            "The grid has 0 rings (it takes 1 to 65536). Give a number in this range.");
  EXPECT_EQ(sentence_of([] { gauss_legendre_grid(4, 0); }),
            "A ring has 0 pixels (1 to 2^30 can be). Give a number in this range.");
  EXPECT_EQ(sentence_of([] { equidistant_grid(EquidistantRule::driscoll_healy, 5, 4); }),
            "A Driscoll-Healy grid has 5 rings (their number is even). Give one ring more.");
}

}  // namespace
}  // namespace siderum::test
