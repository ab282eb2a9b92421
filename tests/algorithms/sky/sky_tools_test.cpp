// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/algorithms/sky/change_resolution.hpp>
#include <siderum/algorithms/sky/remove_dipole.hpp>

#include "support/data.hpp"
#include "support/golden_noise.hpp"
#include "support/matchers.hpp"
#include "support/sentence.hpp"
#include "support/worker_threads.hpp"

namespace siderum::test {
namespace {

constexpr double unseen = -1.6375e30;

/// The map of tests/golden/make_sky_tools.py.
std::vector<double> sky(std::int64_t nside) {
  std::vector<double> map;
  for (std::int64_t p = 0; p < 12 * nside * nside; ++p) {
    map.push_back(p % 7 == 3 ? unseen : golden_noise(static_cast<std::uint64_t>(p)));
  }
  return map;
}

TEST(RemoveDipole, FitsWhatHealpyFits) {
  int cases = 0;
  for (auto const& row : read_rows(std::string(SIDERUM_GOLDEN) + "/sky_tools.txt")) {
    if (row.at(0) == "dipole") {
      std::int64_t const nside = std::stoll(row.at(1));
      auto map = sky(nside);
      auto const before = map;
      SkyDipole const found = remove_dipole(healpix_grid(nside), map);
      EXPECT_TRUE(near_value(found.monopole, std::stod(row.at(2)), 1e-14));
      for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_TRUE(near_value(found.dipole[i], std::stod(row.at(3 + i)), 1e-14));
      }
      EXPECT_EQ(map[3], unseen);
      EXPECT_TRUE(near_value(
          before[0] - map[0],
          found.monopole +
              [&] {
                Ring const ring = healpix_grid(nside).rings()[0];
                return found.dipole[0] * ring.sin_theta * std::cos(ring.phi0) +
                       found.dipole[1] * ring.sin_theta * std::sin(ring.phi0) +
                       found.dipole[2] * ring.cos_theta;
              }(),
          1e-15));
      ++cases;
    }
  }
  EXPECT_EQ(cases, 2);
}

/// 2 + 3 x - 4 y + 5 z at the pixels of a grid.
std::vector<double> plane(RingGrid const& grid) {
  std::vector<double> map(static_cast<std::size_t>(grid.pixels()));
  for (Ring const& ring : grid.rings()) {
    for (std::int64_t j = 0; j < ring.nphi; ++j) {
      double const phi = ring.phi0 + 2.0 * 3.14159265358979324 * static_cast<double>(j) /
                                         static_cast<double>(ring.nphi);
      map[static_cast<std::size_t>(ring.first + j * ring.stride)] =
          2.0 + ring.sin_theta * (3.0 * std::cos(phi) - 4.0 * std::sin(phi)) + 5.0 * ring.cos_theta;
    }
  }
  return map;
}

TEST(RemoveDipole, LeavesNothingOfAPlane) {
  for (RingGrid const& grid : {healpix_grid(8), gauss_legendre_grid(9, 12),
                               equidistant_grid(EquidistantRule::clenshaw_curtis, 7, 9)}) {
    auto map = plane(grid);
    std::vector<double> mask(map.size(), 1.0);
    for (std::size_t i = 0; i < map.size(); i += 3) {
      mask[i] = 0.0;
      map[i] += 100.0;
    }
    SkyDipole const found = remove_dipole(grid, map, mask);
    EXPECT_TRUE(near_value(found.monopole, 2.0, 1e-13));
    EXPECT_TRUE(all_near(found.dipole, std::vector<double>{3.0, -4.0, 5.0}, 1e-13));
    EXPECT_EQ(found.pixels, std::ssize(map) - (std::ssize(map) + 2) / 3);
    for (std::size_t i = 0; i < map.size(); ++i) {
      ASSERT_TRUE(near_value(map[i], i % 3 == 0 ? 100.0 : 0.0, 1e-12)) << i;
    }
  }
}

TEST(RemoveDipole, MayTakeTheMonopoleAlone) {
  std::vector<double> map{1.0, 2.0, 3.0, std::nan(""), 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 6.0};
  SkyDipole const found = remove_dipole(healpix_grid(1), map, {}, RemovedPart::monopole);
  EXPECT_TRUE(near_value(found.monopole, 26.0 / 11.0, 1e-15));
  EXPECT_EQ(found.dipole[2], 0.0);
  EXPECT_EQ(found.pixels, 11);
  EXPECT_TRUE(near_value(map[11], 6.0 - 26.0 / 11.0, 1e-15));
  EXPECT_TRUE(std::isnan(map[3]));
}

TEST(RemoveDipole, RefusesWhatCannotBeFitted) {
  RingGrid const grid = healpix_grid(2);
  std::vector<double> map(48, 1.0);
  std::vector<double> mask(48, 0.0);
  auto const sentence = [&] { return sentence_of([&] { remove_dipole(grid, map, mask); }); };
  std::string const refusal =
      "pixels that are left do not tell monopole and dipole apart (too few of them are seen, or"
      " they lie on one circle). Mask less.";
  EXPECT_EQ(sentence(), "The 0 " + refusal);
  mask[0] = mask[1] = mask[2] = mask[3] = 1.0;  // one ring
  EXPECT_EQ(sentence(), "The 4 " + refusal);
  mask[4] = 1.0;
  EXPECT_EQ(sentence(), "");
  mask.pop_back();
  EXPECT_EQ(sentence(), "The mask has 47 pixels (the map has 48). Give a mask of this grid.");
  map.pop_back();
  EXPECT_EQ(sentence(), "The map has 47 pixels (HEALPix nside 2 has 48). Give a map of this grid.");
}

TEST(ChangeResolution, DoesAsHealpyDoes) {
  int cases = 0;
  for (auto const& row : read_rows(std::string(SIDERUM_GOLDEN) + "/sky_tools.txt")) {
    if (row.at(0) == "grade") {
      ChangeResolutionOptions options;
      options.from = row.at(3)[0] == 'R' ? PixelOrder::ring : PixelOrder::nested;
      options.to = row.at(3)[1] == 'R' ? PixelOrder::ring : PixelOrder::nested;
      options.power = std::stod(row.at(4));
      options.most_unseen = row.at(5) == "1" ? 0.0 : 1.0;
      auto const result =
          change_resolution(sky(std::stoll(row.at(1))), std::stoll(row.at(2)), options);
      ASSERT_EQ(result.size(), row.size() - 6);
      for (std::size_t i = 0; i < result.size(); ++i) {
        double const expected = std::stod(row[6 + i]);
        if (expected < -1e30) {
          EXPECT_TRUE(std::isnan(result[i])) << cases << " " << i;
        } else {
          EXPECT_TRUE(near_value(result[i], expected, 1e-15)) << cases << " " << i;
        }
      }
      ++cases;
    }
  }
  EXPECT_EQ(cases, 5);
}

TEST(ChangeResolution, CountsUnseenPixels) {
  std::vector<double> map(48, 1.0);
  map[0] = map[1] = unseen;
  map[2] = std::nan("");
  ChangeResolutionOptions options;
  options.from = options.to = PixelOrder::nested;
  options.most_unseen = 0.75;
  EXPECT_EQ(change_resolution(map, 1, options)[0], 1.0);
  options.most_unseen = 0.74;
  EXPECT_TRUE(std::isnan(change_resolution(map, 1, options)[0]));
  map[3] = unseen;
  options.most_unseen = 1.0;
  EXPECT_TRUE(std::isnan(change_resolution(map, 1, options)[0]));
}

TEST(ChangeResolution, IsTheSameForAnyNumberOfThreads) {
  std::vector<double> const map = sky(64);
  for (std::int64_t const nside : {1, 16, 64, 256}) {
    for (PixelOrder const order : {PixelOrder::ring, PixelOrder::nested}) {
      ChangeResolutionOptions options;
      options.from = order;
      options.power = -2.0;
      WorkerThreads const one(1);
      auto const expected = change_resolution(map, nside, options);
      with_threads({2, 3}, [&](int) {
        EXPECT_TRUE(all_equal(change_resolution(map, nside, options), expected)) << nside;
      });
    }
  }
}

TEST(ChangeResolution, NamesTheFirstOfSeveralRefusedPixels) {
  std::vector<double> map(12 * 128 * 128, 1.0);
  ChangeResolutionOptions options;
  options.from = options.to = PixelOrder::nested;
  for (std::size_t const pixel : {70'001U, 70'003U, 100'000U, 196'607U}) {
    map[pixel] = HUGE_VAL;
  }
  for (std::int64_t const nside : {32, 128, 256}) {
    with_threads({1, 2, 3}, [&](int) {
      EXPECT_EQ(sentence_of([&] { change_resolution(map, nside, options); }),
                "Pixel 70001 is inf (the sum of the pixels it belongs to leaves the range of"
                " numbers). Replace it, or take another unit or power.");
    });
  }
}

TEST(ChangeResolution, RefusesWhatVanishesByThePower) {
  std::vector<double> map(48, 0.0);
  map[5] = 1e-300;  // in NESTED order, of pixel 1 of nside 1
  ChangeResolutionOptions options;
  options.from = options.to = PixelOrder::nested;
  options.power = 30.0;
  EXPECT_EQ(sentence_of([&] { change_resolution(map, 1, options); }),
            "Pixel 1 of nside 1 vanishes (the mean 2.5e-301 times 9.313225746154785e-10 by the"
            " power 30 of the resolutions' ratio is less than numbers go). Give a power that is"
            " nearer to 0, or take another unit.");
  map[5] = 1e-290;
  EXPECT_EQ(change_resolution(map, 1, options)[1], 2.5e-291 * std::pow(0.5, 30));
  options.power = -1080.0;
  EXPECT_EQ(sentence_of([&] { change_resolution(map, 4, options); }),
            "The power of the resolutions' ratio is -1080 (by it nside 4 over 2 is 0, which leaves"
            " the range of numbers). Give one that is nearer to 0.");
}

TEST(ChangeResolution, RefusesWhatIsNoResolution) {
  auto const sentence = [](std::size_t pixels, std::int64_t nside,
                           ChangeResolutionOptions options) {
    return sentence_of([&] { change_resolution(std::vector<double>(pixels), nside, options); });
  };
  EXPECT_EQ(sentence(48, 3, {}),
            "nside is 3 (pixels of one resolution make up those of another for powers of two from 1"
            " to 8192). Give a power of two.");
  EXPECT_EQ(sentence(108, 2, {}), sentence(48, 3, {}));
  EXPECT_NE(sentence(47, 2, {}), "");
  ChangeResolutionOptions options;
  options.most_unseen = 1.1;
  EXPECT_EQ(sentence(48, 1, options),
            "The share of unseen pixels is 1.1 (it is a part of 1). Give a number from 0 to 1.");
  options.power = std::nan("");
  EXPECT_EQ(sentence(48, 1, options),
            "The power of the resolutions' ratio is nan (it scales the result). Give a finite"
            " number.");
}

}  // namespace
}  // namespace siderum::test
