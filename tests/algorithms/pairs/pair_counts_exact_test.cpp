// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/pairs/pair_counts_support.hpp"

namespace siderum::test {
namespace {

using Vector = std::array<double, 3>;

/// Counts that geometry gives.
template <class V>
class PairCountsExact : public testing::Test {
 protected:
  static std::vector<std::int64_t> count_vectors(std::vector<Vector> const& vectors,
                                                 std::vector<double> const& edges) {
    std::vector<double> x, y, z;
    for (Vector const& vector : vectors) {
      x.push_back(vector[0]);
      y.push_back(vector[1]);
      z.push_back(vector[2]);
    }
    return count_pairs<typename V::Backend>(TestSpace(),
                                            on_test_space(make_catalogue_from_vectors(x, y, z)),
                                            make_bins(edges), options_of<V>())
        .count;
  }
};

TYPED_TEST_SUITE(PairCountsExact, Variants, VariantNames);

// By Euler's angles; the same for each vector.
std::vector<Vector> rotated(std::vector<Vector> const& vectors, double a, double b) {
  std::vector<Vector> result;
  for (auto const& [x, y, z] : vectors) {
    double const u = std::cos(a) * x - std::sin(a) * y;
    double const v = std::sin(a) * x + std::cos(a) * y;
    result.push_back({u, std::cos(b) * v - std::sin(b) * z, std::sin(b) * v + std::cos(b) * z});
  }
  return result;
}

struct Polyhedron {
  std::vector<Vector> vertices;
  std::vector<double> edges;  // [deg]
  std::vector<std::int64_t> expected;
};

std::vector<Vector> signs_of(double x, double y, double z) {
  std::vector<Vector> vectors;
  for (double const sx : {-1.0, 1.0}) {
    for (double const sy : {-1.0, 1.0}) {
      for (double const sz : {-1.0, 1.0}) {
        if ((x != 0 || sx > 0) && (y != 0 || sy > 0) && (z != 0 || sz > 0)) {
          vectors.push_back({sx * x, sy * y, sz * z});
        }
      }
    }
  }
  return vectors;
}

std::vector<Vector> cyclic(double x, double y, double z) {
  std::vector<Vector> all;
  for (auto const& part : {signs_of(x, y, z), signs_of(y, z, x), signs_of(z, x, y)}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

std::vector<Polyhedron> polyhedra() {
  double const phi = std::numbers::phi;
  std::vector<Vector> dodecahedron = signs_of(1, 1, 1);
  auto const rest = cyclic(0, 1 / phi, phi);
  dodecahedron.insert(dodecahedron.end(), rest.begin(), rest.end());
  return {{{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}, {0, 109, 110, 180}, {0, 6, 0}},
          {cyclic(1, 0, 0), {0, 89, 91, 179, 180}, {0, 12, 0, 3}},
          {signs_of(1, 1, 1), {10, 70, 71, 109, 110, 170, 180}, {0, 12, 0, 12, 0, 4}},
          {cyclic(0, 1, phi), {60, 64, 116, 117, 175, 180}, {30, 0, 30, 0, 6}},
          {dodecahedron,
           {41, 42, 70, 71, 109, 110, 138, 139, 179, 180},
           {30, 0, 60, 0, 60, 0, 30, 0, 10}}};
}

TYPED_TEST(PairCountsExact, PolyhedraInAnyOrientation) {
  for (Polyhedron const& solid : polyhedra()) {
    for (double const a : {0.0, 0.3, 1.9}) {
      for (double const b : {0.0, 0.7, 2.5}) {
        EXPECT_EQ(this->count_vectors(rotated(solid.vertices, a, b), solid.edges), solid.expected)
            << solid.vertices.size() << " vertices turned by " << a << ", " << b;
      }
    }
  }
}

TYPED_TEST(PairCountsExact, EquallySpacedPointsOfTheEquator) {
  for (std::int64_t const n : {12, 37, 360}) {
    Sky sky;
    std::vector<double> edges;
    for (std::int64_t j = 0; j < n; ++j) {
      sky.add(360.0 * static_cast<double>(j) / static_cast<double>(n), 0.0);
    }
    for (std::int64_t j = 0; 2 * j < n; ++j) {
      edges.push_back(360.0 * (static_cast<double>(j) + 0.5) / static_cast<double>(n));
    }
    edges.back() = std::min(edges.back(), 180.0);
    if (n % 2 == 0) {
      edges.push_back(180.0);
    }
    std::vector<std::int64_t> expected(edges.size() - 1, n);
    if (n % 2 == 0) {
      expected.back() = n / 2;
    }
    EXPECT_EQ(count<TypeParam>(sky, make_bins(edges)).count, expected) << n << " points";
  }
}

TYPED_TEST(PairCountsExact, EveryPairHasASeparation) {
  Sky const sky = draw_sky(1234, 40);
  Sky const other = draw_sky(567, 41);
  for (std::int64_t const bins : {1, 2, 33}) {
    EXPECT_EQ(sum_of(count<TypeParam>(sky, linear_bins(0, 180, bins)).count), 1234 * 1233 / 2);
    EXPECT_EQ(sum_of(count<TypeParam>(sky, other, linear_bins(0, 180, bins)).count), 1234 * 567);
  }
}

TYPED_TEST(PairCountsExact, AntipodesAreInTheLastBin) {
  Sky sky;
  for (std::int64_t i = 0; i < 200; ++i) {
    double const ra = 1.7 * static_cast<double>(i);
    double const dec = 89.0 * std::sin(static_cast<double>(i));
    sky.add(ra, dec);
    sky.add(ra + 180.0, -dec);
  }
  auto const counts = count<TypeParam>(sky, make_bins(std::vector<double>{0, 179.9, 180}));
  EXPECT_GE(counts.count[1], 200);
  EXPECT_EQ(sum_of(counts.count), 400 * 399 / 2);
}

TYPED_TEST(PairCountsExact, PointsOnEdgesAreInTheUpperBin) {
  if (std::is_same_v<typename TypeParam::Real, float>) {
    GTEST_SKIP() << "Coordinates relative to a tile are rounded in FP32.";
  }
  // 90 degrees apart, exactly, on the axes: also beyond 360 degrees.
  Sky sky;
  for (double const ra : {0.0, 90.0, 180.0, -90.0}) {
    sky.add(ra + 720.0, 0.0);
  }
  sky.add(12.0, 90.0);
  sky.add(34.0, -90.0);
  EXPECT_EQ(count<TypeParam>(sky, make_bins(std::vector<double>{1, 90, 180})).count,
            (std::vector<std::int64_t>{0, 15}));
  EXPECT_EQ(count<TypeParam>(sky, make_bins(std::vector<double>{0, 90})).count,
            (std::vector<std::int64_t>{0}));
  EXPECT_EQ(count<TypeParam>(sky, make_bins(std::vector<double>{90, 91})).count,
            (std::vector<std::int64_t>{12}));
}

TYPED_TEST(PairCountsExact, PointsAtThePolesHaveNoRightAscension) {
  Sky sky;
  for (std::int64_t i = 0; i < 100; ++i) {
    sky.add(3.6 * static_cast<double>(i), i % 2 == 0 ? 90.0 : -90.0);
  }
  auto const counts = count<TypeParam>(sky, make_bins(std::vector<double>{0, 1e-3, 179.9, 180}));
  EXPECT_EQ(counts.count, (std::vector<std::int64_t>{2450, 0, 2500}));
}

TYPED_TEST(PairCountsExact, IdenticalPoints) {
  Sky sky;
  for (std::int64_t i = 0; i < 300; ++i) {
    sky.add(123.4, -56.7);
  }
  EXPECT_EQ(count<TypeParam>(sky, make_bins(std::vector<double>{0, 0.5, 180})).count,
            (std::vector<std::int64_t>{300 * 299 / 2, 0}));
  EXPECT_EQ(count<TypeParam>(sky, make_bins(std::vector<double>{1e-3, 0.5, 180})).count,
            (std::vector<std::int64_t>{0, 0}));
}

TYPED_TEST(PairCountsExact, UniformPointsFollowTheAreaOfRings) {
  constexpr std::int64_t points = 30000;
  auto const bins = logarithmic_bins(0.5, 180.0, 25);
  auto const counts = count<TypeParam>(draw_sky(points, 42), bins);
  double const pairs = 0.5 * points * (points - 1);
  for (std::int64_t k = 0; k < bins.count(); ++k) {
    auto const cosine = [&](std::int64_t edge) {
      return std::cos(bins.edges[edge] * std::numbers::pi / 180.0);
    };
    double const p = 0.5 * (cosine(k) - cosine(k + 1));
    EXPECT_TRUE(near_value(static_cast<long double>(counts.count[k]), pairs * p,
                           5.0 * std::sqrt(pairs * p * (1.0 - p))))
        << "bin " << k;
  }
}

}  // namespace
}  // namespace siderum::test
