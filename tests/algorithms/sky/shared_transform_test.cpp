// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// Transforms that several processes do together, against one process.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include <siderum/algorithms/sky/iterative_analysis.hpp>
#include <siderum/algorithms/sky/ring_weights.hpp>

#include "algorithms/sky/harmonic_transform_support.hpp"
#include "algorithms/sky/iterative_analysis_support.hpp"
#include "algorithms/sky/several_ranks.hpp"
#include "support/matchers.hpp"
#include "support/sentence.hpp"
#include "support/tolerance.hpp"

namespace siderum::test {
namespace {

template <class V>
class SharedTransform : public testing::Test {};
TYPED_TEST_SUITE(SharedTransform, Variants, VariantNames);

/// Pixels or coefficients of some rows, all of one length.
template <class Value>
using Rows = std::vector<std::vector<Value>>;

/// The pixels that a process has of a map.
Rows<double> own_pixels(RingGrid const& grid, std::vector<std::int64_t> const& rings,
                        Rows<double> const& maps) {
  Rows<double> own(maps.size());
  for (std::size_t row = 0; row < maps.size(); ++row) {
    for (std::int64_t const i : rings) {
      Ring const& ring = grid.rings()[static_cast<std::size_t>(i)];
      for (std::int64_t j = 0; j < ring.nphi; ++j) {
        own[row].push_back(maps[row][static_cast<std::size_t>(ring.first + j * ring.stride)]);
      }
    }
  }
  return own;
}

/// What a process finds, with what it has.
struct Found {
  HarmonicParts parts;
  Rows<double> maps;
  Rows<std::complex<double>> a_lm;
  std::vector<double> residuals;
};

/// On hosts the same bits.
template <class V>
void expect_same(double found, double expected, double scale) {
  if constexpr (is_host<TestSpace>) {
    ASSERT_EQ(found, expected);
  } else {
    ASSERT_TRUE(near_value(found, expected,
                           scale * (std::is_same_v<typename V::Real, double> ? 1e-13 : 1e-5)));
  }
}

/// Every process has found of the maps and the coefficients what one has that is alone.
template <class V>
void expect_found(RingGrid const& grid, HarmonicRange range, std::vector<Found> const& ranks,
                  Found const& alone) {
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    HarmonicParts const& parts = ranks[rank].parts;
    Rows<double> const maps = own_pixels(grid, parts.rings[rank], alone.maps);
    ASSERT_EQ(ranks[rank].maps.size(), maps.size());
    for (std::size_t row = 0; row < maps.size(); ++row) {
      double const scale = root_mean_square(alone.maps[row]);
      ASSERT_EQ(ranks[rank].maps[row].size(), maps[row].size());
      for (std::size_t i = 0; i < maps[row].size(); ++i) {
        expect_same<V>(ranks[rank].maps[row][i], maps[row][i], scale);
      }
    }
    ASSERT_EQ(ranks[rank].a_lm.size(), alone.a_lm.size());
    for (std::size_t row = 0; row < alone.a_lm.size(); ++row) {
      double const scale = root_mean_square(alone.a_lm[row]);
      for (std::int64_t const m : parts.orders[rank]) {
        for (std::int64_t l = m; l <= range.lmax; ++l) {
          auto const at = static_cast<std::size_t>(range.index(l, m));
          expect_same<V>(ranks[rank].a_lm[row][at].real(), alone.a_lm[row][at].real(), scale);
          expect_same<V>(ranks[rank].a_lm[row][at].imag(), alone.a_lm[row][at].imag(), scale);
        }
      }
    }
    EXPECT_EQ(ranks[rank].residuals.size(), alone.residuals.size());
    for (std::size_t i = 0; i < alone.residuals.size(); ++i) {
      expect_same<V>(ranks[rank].residuals[i], alone.residuals[i], 1.0);
    }
  }
}

/// Coefficients of which a process has its own orders, and nothing that is a number of others.
Rows<std::complex<double>> own_coefficients(HarmonicRange range,
                                            std::vector<std::int64_t> const& orders,
                                            Rows<std::complex<double>> const& a_lm) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  Rows<std::complex<double>> own(a_lm.size(), Complexes(a_lm[0].size(), {nan, nan}));
  for (std::size_t row = 0; row < a_lm.size(); ++row) {
    for (std::int64_t const m : orders) {
      for (std::int64_t l = m; l <= range.lmax; ++l) {
        auto const at = static_cast<std::size_t>(range.index(l, m));
        own[row][at] = a_lm[row][at];
      }
    }
  }
  return own;
}

/// A sky of random numbers.
template <class V>
struct Sky {
  using Real = typename V::Real;

  Sky(RingGrid const& of_grid, HarmonicRange of_range, Field of_field, std::int64_t fields)
      : grid(of_grid), range(of_range), field(of_field) {
    for (std::int64_t row = 0; row < fields * components(field); ++row) {
      auto const seed = static_cast<unsigned>(row);
      a_lm.push_back(random_coefficients_of<Real>(range, 3 + seed));
      maps.push_back(random_map<Real>(grid, 40 + seed));
    }
  }

  HarmonicTransformOptions options(HarmonicShare const* share, std::int64_t work_bytes) const {
    HarmonicTransformOptions options;
    options.field = field;
    options.maps = static_cast<std::int64_t>(maps.size());
    options.work_bytes = work_bytes;
    options.share = share;
    return options;
  }

  RingGrid grid;
  HarmonicRange range;
  Field field;
  Rows<std::complex<double>> a_lm;
  Rows<double> maps;
};

/// Both ways of one process, or of one that is alone (null).
template <class V>
Found transform(Sky<V> const& sky, HarmonicShare const* share, Direction direction, Back back,
                std::int64_t work_bytes) {
  Plan<V> const plan(TestSpace(), sky.grid, sky.range, sky.options(share, work_bytes));
  if (share == nullptr) {
    return {plan.parts(),
            make_maps<V>(plan, sky.a_lm, direction),
            make_coefficients<V>(plan, sky.maps, back),
            {}};
  }
  auto const rank = static_cast<std::size_t>(share->rank);
  return {
      plan.parts(),
      make_maps<V>(plan, own_coefficients(sky.range, plan.parts().orders[rank], sky.a_lm),
                   direction),
      make_coefficients<V>(plan, own_pixels(sky.grid, plan.parts().rings[rank], sky.maps), back),
      {}};
}

template <class V>
void expect_same_transforms(Sky<V> const& sky, std::vector<int> const& numbers,
                            std::int64_t work_bytes = 0) {
  SCOPED_TRACE(sky.grid.name());
  bool const weighted = sky.grid.has_weights();
  for (bool const is_other : {false, true}) {
    if (is_other && !weighted) {
      continue;
    }
    auto const direction = is_other ? Direction::adjoint_analysis : Direction::synthesis;
    auto const back = is_other ? Back::analysis : Back::adjoint_synthesis;
    Found const alone = transform<V>(sky, nullptr, direction, back, work_bytes);
    for (int const ranks : numbers) {
      for (Reach const reach : reaches()) {
        SCOPED_TRACE(std::to_string(ranks) + (reach == Reach::memory ? " by memory" : ""));
        SeveralRanks play(ranks, reach);
        expect_found<V>(sky.grid, sky.range, play([&](HarmonicShare const& share) {
                          return transform<V>(sky, &share, direction, back, work_bytes);
                        }),
                        alone);
      }
    }
  }
}

TYPED_TEST(SharedTransform, OfScalarsIsThatOfOneProcess) {
  expect_same_transforms<TypeParam>({healpix_grid(16), make_harmonic_range(47), Field::scalar, 1},
                                    {1, 2, 3, 4});
  expect_same_transforms<TypeParam>(
      {gauss_legendre_grid(65, 20), make_harmonic_range(64, 50), Field::scalar, 3}, {2, 3});
  expect_same_transforms<TypeParam>({equidistant_grid(EquidistantRule::clenshaw_curtis, 131, 130),
                                     make_harmonic_range(64), Field::scalar, 2},
                                    {2, 5});
  expect_same_transforms<TypeParam>({scattered_grid(), make_harmonic_range(35), Field::scalar, 1},
                                    {2, 3, 4});
}

TYPED_TEST(SharedTransform, OfFieldsIsThatOfOneProcess) {
  for (Field const field : {Field::spin_one, Field::spin_two, Field::polarised}) {
    expect_same_transforms<TypeParam>({healpix_grid(16), make_harmonic_range(40), field, 1},
                                      {2, 3});
    expect_same_transforms<TypeParam>({scattered_grid(), make_harmonic_range(24), field, 2}, {2});
  }
}

TYPED_TEST(SharedTransform, InRunsOfRingsIsThatOfOneProcess) {
  expect_same_transforms<TypeParam>(
      {gauss_legendre_grid(1300, 7), make_harmonic_range(20), Field::scalar, 1}, {2, 3}, 1);
  expect_same_transforms<TypeParam>(
      {gauss_legendre_grid(1300, 7), make_harmonic_range(20), Field::spin_two, 1}, {2}, 1);
}

// Near the poles, of so high degrees, fewer orders reach a ring, and messages have fewer.
TYPED_TEST(SharedTransform, OfRingsThatFewOrdersReachIsThatOfOneProcess) {
  RingGrid const grid = gauss_legendre_grid(1300, 7);
  expect_same_transforms<TypeParam>({grid, make_harmonic_range(300), Field::scalar, 1}, {3});
  expect_same_transforms<TypeParam>({grid, make_harmonic_range(300), Field::scalar, 5}, {2}, 1);
  expect_same_transforms<TypeParam>({grid, make_harmonic_range(300), Field::spin_two, 1}, {2});
}

TYPED_TEST(SharedTransform, IsDividedAlikeByAll) {
  Sky<TypeParam> const sky(gauss_legendre_grid(2600, 7), make_harmonic_range(20), Field::scalar, 1);
  SeveralRanks play(2);
  EXPECT_THAT(sentence_of([&] {
                play([&](HarmonicShare const& share) {
                  return transform<TypeParam>(sky, &share, Direction::synthesis,
                                              Back::adjoint_synthesis, share.rank == 0 ? 0 : 1);
                });
              }),
              testing::HasSubstr("Another process divides the transform otherwise than this one"));
}

TYPED_TEST(SharedTransform, OfMoreProcessesThanOrdersOrRings) {
  expect_same_transforms<TypeParam>({healpix_grid(1), make_harmonic_range(2), Field::polarised, 1},
                                    {4, 7});
  expect_same_transforms<TypeParam>(
      {gauss_legendre_grid(3, 9), make_harmonic_range(40), Field::scalar, 1}, {4, 7});
}

TYPED_TEST(SharedTransform, HasItsAdjointAcrossProcesses) {
  using Real = typename TypeParam::Real;
  Sky<TypeParam> const sky(healpix_grid(16), make_harmonic_range(40), Field::scalar, 1);
  SeveralRanks play(3);
  long double of_maps = 0;
  long double of_coefficients = 0;
  long double squares = 0;
  for (Found const& found : play([&](HarmonicShare const& share) {
         Found result =
             transform<TypeParam>(sky, &share, Direction::synthesis, Back::adjoint_synthesis, 0);
         auto const rank = static_cast<std::size_t>(share.rank);
         auto const own = own_pixels(sky.grid, result.parts.rings[rank], sky.maps);
         result.residuals = {static_cast<double>(product_of(result.maps[0], own[0])),
                             static_cast<double>(product_of(result.maps[0], result.maps[0])), 0.0};
         for (std::int64_t const m : result.parts.orders[rank]) {
           for (std::int64_t l = m; l <= sky.range.lmax; ++l) {
             auto const at = static_cast<std::size_t>(sky.range.index(l, m));
             result.residuals[2] +=
                 (m == 0 ? 1.0 : 2.0) * (sky.a_lm[0][at] * std::conj(result.a_lm[0][at])).real();
           }
         }
         return result;
       })) {
    of_maps += found.residuals[0];
    squares += found.residuals[1];
    of_coefficients += found.residuals[2];
  }
  long double const scale = std::sqrt(squares * product_of(sky.maps[0], sky.maps[0]));
  EXPECT_TRUE(
      near_value(of_maps, of_coefficients, adjoint_tolerance<Real>() * static_cast<double>(scale)));
}

class Residuals final : public ResidualObserver {
 public:
  void observe(std::int64_t, double residual) override { seen.push_back(residual); }
  std::vector<double> seen;
};

/// @param weight  (pixels) of the maps; empty: none
template <class V>
Found iterate(Sky<V> const& sky, HarmonicShare const* share, IterativeMethod method,
              Pixels const& weight) {
  Plan<V> const plan(TestSpace(), sky.grid, sky.range, sky.options(share, 0));
  auto const own = [&](Rows<double> const& maps) {
    return share == nullptr
               ? maps
               : own_pixels(sky.grid, plan.parts().rings[static_cast<std::size_t>(share->rank)],
                            maps);
  };
  auto const a_lm = allocate_coefficients<typename V::Real>(
      TestSpace(), sky.range, static_cast<std::int64_t>(sky.maps.size()));
  Residuals residuals;
  IterativeAnalysisOptions options;
  options.method = method;
  options.iterations = 3;
  options.observer = &residuals;
  if (weight.empty()) {
    iterative_analysis(TestSpace(), plan, to_space<V>(own(sky.maps)), a_lm, options);
  } else {
    weighted_analysis(TestSpace(), plan, to_space<V>(own(sky.maps)), to_space<V>(own({weight})),
                      a_lm, options);
  }
  Kokkos::fence();
  return {plan.parts(), {}, to_host<V>(a_lm), residuals.seen};
}

TYPED_TEST(SharedTransform, IteratesAsOneProcess) {
  RingGrid const grid = healpix_grid_with_ring_weights(8);
  Pixels weight(static_cast<std::size_t>(grid.pixels()));
  for (std::size_t i = 0; i < weight.size(); ++i) {
    weight[i] = static_cast<double>(i % 5);
  }
  for (Field const field : {Field::scalar, Field::polarised}) {
    Sky<TypeParam> const sky(grid, make_harmonic_range(16), field, 1);
    auto const expect_same_steps = [&](IterativeMethod method, Pixels const& weights) {
      Found const alone = iterate<TypeParam>(sky, nullptr, method, weights);
      EXPECT_EQ(alone.residuals.size(), 3U);
      SeveralRanks play(3);
      expect_found<TypeParam>(sky.grid, sky.range, play([&](HarmonicShare const& share) {
                                return iterate<TypeParam>(sky, &share, method, weights);
                              }),
                              alone);
    };
    expect_same_steps(IterativeMethod::jacobi, {});
    expect_same_steps(IterativeMethod::lsmr, {});
    expect_same_steps(IterativeMethod::lsmr, weight);
  }
}

TYPED_TEST(SharedTransform, SharesOrdersAndRingsEvenly) {
  constexpr int ranks = 4;
  SeveralRanks play(ranks);
  HarmonicRange const range = make_harmonic_range(511);
  RingGrid const grid = healpix_grid(64);
  auto const parts = play([&](HarmonicShare const& share) {
    HarmonicTransformOptions options;
    options.share = &share;
    return Plan<TypeParam>(TestSpace(), grid, range, options).parts();
  });
  // A pixel of the caps takes as long as 2.5 of the rings that are transformed together.
  auto const cost = [&](Ring const& ring) {
    return (ring.nphi < 4 * grid.nside() ? 2.5 : 1.0) * static_cast<double>(ring.nphi);
  };
  double all = 0.0;
  for (Ring const& ring : grid.rings()) {
    all += cost(ring);
  }
  std::vector<std::int64_t> orders;
  std::vector<std::int64_t> rings;
  for (int rank = 0; rank < ranks; ++rank) {
    auto const i = static_cast<std::size_t>(rank);
    EXPECT_EQ(parts[i].orders, parts[0].orders);
    EXPECT_EQ(parts[i].rings, parts[0].rings);
    std::int64_t degrees = 0;
    for (std::int64_t const m : parts[0].orders[i]) {
      degrees += range.lmax + 1 - m;
    }
    EXPECT_NEAR(static_cast<double>(ranks * degrees) / static_cast<double>(range.count()), 1.0,
                0.02);
    double taken = 0.0;
    for (std::int64_t const ring : parts[0].rings[i]) {
      taken += cost(grid.rings()[static_cast<std::size_t>(ring)]);
    }
    // To half a pair of rings at either end.
    EXPECT_NEAR(ranks * taken / all, 1.0, 0.07);
    orders.insert(orders.end(), parts[0].orders[i].begin(), parts[0].orders[i].end());
    rings.insert(rings.end(), parts[0].rings[i].begin(), parts[0].rings[i].end());
  }
  auto const expect_all = [](std::vector<std::int64_t> found, std::size_t count) {
    std::sort(found.begin(), found.end());
    std::vector<std::int64_t> wanted(count);
    std::iota(wanted.begin(), wanted.end(), std::int64_t{0});
    EXPECT_EQ(found, wanted);
  };
  expect_all(orders, static_cast<std::size_t>(range.mmax + 1));
  expect_all(rings, grid.rings().size());
}

TYPED_TEST(SharedTransform, TakesMapsOfItsPart) {
  SeveralRanks play(2);
  play([&](HarmonicShare const& share) {
    HarmonicTransformOptions options;
    options.share = &share;
    Plan<TypeParam> const plan(TestSpace(), healpix_grid(2), make_harmonic_range(4), options);
    typename Plan<TypeParam>::Map const map("test::map", 1, 48);
    auto const a_lm = allocate_coefficients<typename TypeParam::Real>(TestSpace(), plan.range());
    EXPECT_THAT(
        sentence_of([&] { plan.synthesis(a_lm, map); }),
        testing::HasSubstr("A map has 48 pixels (the part of this process of HEALPix nside 2 has"));
    return true;
  });
}

}  // namespace
}  // namespace siderum::test
