// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/remove_dipole.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/core/unseen.hpp>

#include "support/golden_noise.hpp"
#include "support/sentence.hpp"
#include "support/worker_threads.hpp"

namespace siderum::test {
namespace {

struct MaskedMap {
  std::vector<double> value;
  std::vector<double> mask;
};

/// Noise of which some pixels are not seen and others masked.
MaskedMap noise(RingGrid const& grid) {
  MaskedMap map;
  for (std::int64_t p = 0; p < grid.pixels(); ++p) {
    double const value = golden_noise(static_cast<std::uint64_t>(p));
    map.value.push_back(p % 7 == 3 ? unseen_pixel : value);
    map.mask.push_back(p % 5 == 1 ? 0.0 : 1.0);
  }
  return map;
}

/// Sums of w_p map_p (1, x, y, z) over the pixels that are used, in units of the sum of w_p: of
/// what least squares leave they are 0.
std::array<long double, 4> projections(RingGrid const& grid, MaskedMap const& map) {
  std::array<long double, 4> sum{};
  long double area = 0.0L;
  for (Ring const& ring : grid.rings()) {
    for (std::int64_t j = 0; j < ring.nphi; ++j) {
      auto const place = static_cast<std::size_t>(ring.first + j * ring.stride);
      if (is_unseen(map.value[place]) || map.mask[place] == 0.0) {
        continue;
      }
      long double const phi = ring.phi0 + 2.0L * 3.14159265358979323846L *
                                              static_cast<long double>(j) /
                                              static_cast<long double>(ring.nphi);
      std::array<long double, 4> const part{1.0L, ring.sin_theta * std::cos(phi),
                                            ring.sin_theta * std::sin(phi), ring.cos_theta};
      for (std::size_t i = 0; i < 4; ++i) {
        sum[i] += ring.weight * part[i] * map.value[place];
      }
      area += ring.weight;
    }
  }
  for (long double& one : sum) {
    one /= area;
  }
  return sum;
}

std::int64_t used_pixels(MaskedMap const& map) {
  std::int64_t used = 0;
  for (std::size_t p = 0; p < map.value.size(); ++p) {
    used += !is_unseen(map.value[p]) && map.mask[p] != 0.0 ? 1 : 0;
  }
  return used;
}

TEST(RemoveDipole, LeavesNoPartInManyBlocksOfRings) {
  for (RingGrid const& grid : {healpix_grid(96), gauss_legendre_grid(200, 403)}) {
    MaskedMap map = noise(grid);
    remove_dipole(grid, map.value, map.mask);
    for (long double const part : projections(grid, map)) {
      // Four parts are taken away in double precision.
      EXPECT_NEAR(static_cast<double>(part), 0.0, 2e-15) << grid.name();
    }
    map = noise(grid);
    remove_dipole(grid, map.value, map.mask, RemovedPart::monopole);
    EXPECT_NEAR(static_cast<double>(projections(grid, map)[0]), 0.0, 2e-15) << grid.name();
  }
}

TEST(RemoveDipole, GivesTheSameBitsForAnyNumberOfThreads) {
  RingGrid const grid = healpix_grid(96);
  for (RemovedPart const part : {RemovedPart::monopole, RemovedPart::monopole_and_dipole}) {
    MaskedMap first;
    with_threads({1, 2, 3}, [&](int threads) {
      MaskedMap map = noise(grid);
      SkyDipole const found = remove_dipole(grid, map.value, map.mask, part);
      EXPECT_EQ(found.pixels, used_pixels(map));
      first = threads == 1 ? map : first;
      EXPECT_EQ(map.value, first.value);
    });
  }
}

TEST(RemoveDipole, NamesTheFirstInfinitePixelForAnyNumberOfThreads) {
  RingGrid const grid = healpix_grid(96);
  std::vector<double> map(static_cast<std::size_t>(grid.pixels()), 1.0);
  map[30'000] = map[80'000] = -std::numeric_limits<double>::infinity();
  with_threads({1, 2, 3}, [&](int) {
    EXPECT_EQ(sentence_of([&] { remove_dipole(grid, map); }),
              "Pixel 30000 is -inf (a fit needs finite numbers). Replace it, or mask it.");
  });
}

}  // namespace
}  // namespace siderum::test
