// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/ring_weights.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "reference/harmonic_transform.hpp"
#include "support/matchers.hpp"
#include "support/sentence.hpp"
#include "support/tolerance.hpp"

namespace siderum::test {
namespace {

/// The highest even degree to 3.5 nside.
std::int64_t highest_degree(std::int64_t nside) {
  std::int64_t degree = 0;
  while (2 * (degree + 2) <= 7 * nside) {
    degree += 2;
  }
  return degree;
}

/// P_l(cos theta), l = 0, 2, .. of the rings from the north to the equator.
std::vector<std::vector<long double>> even_polynomials(RingGrid const& grid) {
  std::vector<std::vector<long double>> of_rings;
  std::int64_t const degree = highest_degree(grid.nside());
  std::vector<long double> values(static_cast<std::size_t>(degree + 1));
  for (std::int64_t r = 0; r < 2 * grid.nside(); ++r) {
    reference::legendre_functions(degree, 0, grid.rings()[static_cast<std::size_t>(r)].theta,
                                  values.data());
    std::vector<long double> even;
    for (std::int64_t l = 0; l <= degree; l += 2) {
      even.push_back(
          values[static_cast<std::size_t>(l)] *
          std::sqrt(4.0L * std::numbers::pi_v<long double> / static_cast<long double>(2 * l + 1)));
    }
    of_rings.push_back(even);
  }
  return of_rings;
}

/// The same equations by elimination, with the full matrix.
std::vector<long double> solve_directly(std::int64_t nside) {
  RingGrid const grid = healpix_grid(nside);
  auto const p = even_polynomials(grid);
  std::size_t const rings = p.size();
  std::size_t const size = p[0].size();
  std::vector<std::vector<long double>> matrix(size, std::vector<long double>(size + 1, 0.0L));
  for (std::size_t i = 0; i < size; ++i) {
    matrix[i][size] = i == 0 ? static_cast<long double>(grid.pixels()) : 0.0L;
    for (std::size_t r = 0; r < rings; ++r) {
      auto const n = static_cast<long double>(grid.rings()[r].nphi) * (r + 1 < rings ? 2 : 1);
      matrix[i][size] -= n * p[r][i];
      for (std::size_t j = 0; j < size; ++j) {
        matrix[i][j] += n * p[r][i] * p[r][j];
      }
    }
  }
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t k = 0; k < size; ++k) {
      long double const factor = k == i ? 0.0L : matrix[k][i] / matrix[i][i];
      for (std::size_t j = i; j <= size; ++j) {
        matrix[k][j] -= factor * matrix[i][j];
      }
    }
  }
  std::vector<long double> weight(rings, 1.0L);
  for (std::size_t r = 0; r < rings; ++r) {
    for (std::size_t i = 0; i < size; ++i) {
      weight[r] += p[r][i] * matrix[i][size] / matrix[i][i];
    }
  }
  return weight;
}

TEST(RingWeights, AreThoseOfTheFullMatrix) {
  for (std::int64_t const nside : {1, 2, 3, 4, 7, 16, 32}) {
    auto const weight = ring_weights(nside);
    auto const expected = solve_directly(nside);
    ASSERT_EQ(std::ssize(weight), 4 * nside - 1);
    for (std::size_t r = 0; r < weight.size(); ++r) {
      std::size_t const northern = std::min(r, weight.size() - 1 - r);
      ASSERT_TRUE(near_value(weight[r], expected[northern], ring_weight_tolerance(nside)))
          << nside << " " << r;
    }
  }
}

TEST(RingWeights, IntegratePolynomials) {
  for (std::int64_t const nside : {1, 5, 64, 256}) {
    RingGrid const grid = healpix_grid(nside);
    auto const weight = ring_weights(nside);
    auto const p = even_polynomials(grid);
    for (std::size_t i = 0; i < p[0].size(); ++i) {
      long double sum = 0.0L;
      for (std::size_t r = 0; r < p.size(); ++r) {
        sum += weight[r] * static_cast<long double>(grid.rings()[r].nphi) *
               (r + 1 < p.size() ? 2.0L : 1.0L) * p[r][i];
      }
      auto const pixels = static_cast<long double>(grid.pixels());
      ASSERT_TRUE(near_value(sum / pixels, i == 0 ? 1.0L : 0.0L, ring_weight_tolerance(nside)))
          << nside << " " << i;
    }
  }
}

TEST(RingWeights, RefuseAnNsideThatIsNone) {
  EXPECT_EQ(sentence_of([] { ring_weights(0); }), sentence_of([] { healpix_grid(0); }));
  EXPECT_NE(sentence_of([] { ring_weights(0); }), "");
}

/// A folder of one test.
class RingWeightsCache : public testing::Test {
 protected:
  void SetUp() override {
    auto const* const test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              ("siderum_ring_weights_" + std::to_string(getpid()) + test->name());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path file() const { return folder_ / "nside_3_degree_10.txt"; }
  std::string content() const {
    std::ifstream stream(file());
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  }
  void write(std::string const& text) const { std::ofstream(file()) << text; }

  std::filesystem::path folder_;
};

TEST_F(RingWeightsCache, IsWrittenAndReadBack) {
  auto const computed = ring_weights(3);
  EXPECT_EQ(cached_ring_weights(3, folder_), computed);
  ASSERT_TRUE(std::filesystem::exists(file()));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
  EXPECT_EQ(cached_ring_weights(3, folder_), computed);
}

TEST_F(RingWeightsCache, IsWhatIsRead) {
  auto const computed = cached_ring_weights(3, folder_);
  // Two rings of the belt have as many pixels: moving weight between them keeps the sum.
  std::ifstream stream(file());
  std::vector<std::string> line(8);
  for (auto& each : line) {
    std::getline(stream, each);
  }
  write(line[0] + "\n" + line[1] + "\n" + line[2] + "\n" + line[4] + "\n" + line[3] + "\n" +
        line[5] + "\n" + line[6] + "\nend\n");
  auto const read = cached_ring_weights(3, folder_);
  EXPECT_EQ(read[2], computed[3]);
  EXPECT_EQ(read[3], computed[2]);
  EXPECT_EQ(read[8], computed[3]);
}

TEST_F(RingWeightsCache, MendsFilesThatHoldAnythingElse) {
  auto const computed = cached_ring_weights(3, folder_);
  std::string const good = content();
  for (std::string const& bad :
       {std::string(), std::string("siderum ring weights, nside 4") + good.substr(29),
        std::string("siderum ring weights, nside 3") + good.substr(good.find('\n')),
        std::string("siderum ring weights, nside 3, exact to degree 6") +
            good.substr(good.find('\n')),
        good.substr(0, good.size() - 5), good.substr(0, good.size() - 4) + "1\nend\n",
        good.substr(0, good.find('\n')) + "\n", good.substr(0, good.size() - 4) + "x\nend\n",
        good.substr(0, good.find('\n')) + "\n1\n1\n1\n1\n1.5\n1\nend\n"}) {
    write(bad);
    EXPECT_EQ(cached_ring_weights(3, folder_), computed);
    EXPECT_EQ(content(), good);
  }
}

TEST_F(RingWeightsCache, WaitsForNoPipe) {
  auto const computed = cached_ring_weights(3, folder_);
  std::filesystem::remove(file());
  ASSERT_EQ(::mkfifo(file().c_str(), 0600), 0);
  EXPECT_EQ(cached_ring_weights(3, folder_), computed);
  EXPECT_TRUE(std::filesystem::is_regular_file(file()));
}

TEST_F(RingWeightsCache, CountsFilesOfAnotherDegreeAsNone) {
  std::filesystem::create_directories(folder_);
  std::string const older = "siderum ring weights, nside 3\n1\n1\n1\n1\n1\n1\nend\n";
  std::ofstream(folder_ / "nside_3.txt") << older;
  EXPECT_EQ(cached_ring_weights(3, folder_), ring_weights(3));
  EXPECT_EQ(content().substr(0, content().find('\n')),
            "siderum ring weights, nside 3, exact to degree 10");
}

TEST_F(RingWeightsCache, MayBeMissing) {
  EXPECT_EQ(cached_ring_weights(3, ""), ring_weights(3));
  std::ofstream(folder_.string()) << "no folder";
  EXPECT_EQ(cached_ring_weights(3, folder_), ring_weights(3));
}

TEST_F(RingWeightsCache, MakesAGrid) {
  RingGrid const grid = healpix_grid_with_ring_weights(3, folder_);
  auto const factor = ring_weights(3);
  EXPECT_EQ(grid.nside(), 3);
  for (std::size_t r = 0; r < factor.size(); ++r) {
    EXPECT_EQ(grid.rings()[r].weight, factor[r] * healpix_grid(3).rings()[r].weight);
  }
}

TEST_F(RingWeightsCache, LiesBesideTheTuningCache) {
  char const* const before = std::getenv("XDG_CACHE_HOME");
  std::string const kept = before == nullptr ? "" : before;
  ::setenv("XDG_CACHE_HOME", folder_.c_str(), 1);
  EXPECT_EQ(ring_weights_folder(), folder_ / "siderum/ring_weights");
  if (before == nullptr) {
    ::unsetenv("XDG_CACHE_HOME");
  } else {
    ::setenv("XDG_CACHE_HOME", kept.c_str(), 1);
  }
}

}  // namespace
}  // namespace siderum::test
