// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/core/lanes.hpp>

#include "backends/trig_sums_support.hpp"
#include "support/matchers.hpp"
#include "support/spaces.hpp"

namespace siderum::test {
namespace {

constexpr std::int64_t stretch = 8192;
constexpr std::int64_t work_bytes = std::int64_t{320} << 20;
constexpr double tolerance_of_transforms = 1e-5;

// More points than a chunk of a host has, and a second stretch that no strip divides.
constexpr std::int64_t points = 270;
constexpr std::int64_t objects = 3;
FrequencyGrid const grid{0.37, 0.00123, stretch + 777};

/// Objects with the times and weights of the first.
template <class Real>
Series draw_shared_series() {
  Series series = draw_series<Real>(std::vector<std::int64_t>(objects, points), 700.0);
  for (std::int64_t j = points; j < objects * points; ++j) {
    series.time[j] = series.time[j - points];
    series.weight[j] = series.weight[j - points];
  }
  return series;
}

/// As the operations take it.
template <class Real>
SharedSeries<TestSpace, Real> to_shared_series(Series const& series, std::int64_t count = objects) {
  constexpr std::int64_t chunk = shared_chunk<TestSpace>;
  std::int64_t const chunks = (points + chunk - 1) / chunk;
  std::vector<Real> strength(static_cast<std::size_t>(chunks * count * chunk), Real(0));
  for (std::int64_t object = 0; object < count; ++object) {
    for (std::int64_t j = 0; j < points; ++j) {
      strength[(j / chunk * count + object) * chunk + j % chunk] =
          static_cast<Real>(series.strength[object * points + j]);
    }
  }
  auto weights = to_trig_series<Real>(only(series, 0));
  auto time = only(series, 0).time;
  time.resize(static_cast<std::size_t>(chunks * chunk), 0.0);
  weights.time = to_space(time);
  return {weights, to_space(strength), count, points};
}

/// The sums of the weights, which are given: any numbers, the same in every call.
template <class Real>
struct GivenWeights {
  std::vector<Kokkos::complex<Real>> sums;                  // (2, frequencies of the grid)
  Kokkos::View<Kokkos::complex<Real>*, TestMemory> room{};  // of a stretch

  GivenWeights() {
    CounterRandom random(41, 0);
    for (std::int64_t k = 0; k < 2 * grid.count; ++k) {
      sums.emplace_back(static_cast<Real>(random.normal()), static_cast<Real>(random.normal()));
    }
  }

  SharedWeights<Real, TestMemory> of(FrequencyRange range) {
    std::vector<Kokkos::complex<Real>> part;
    for (int row = 0; row < 2; ++row) {
      auto const from = sums.begin() + row * grid.count;
      part.insert(part.end(), from + range.first, from + range.last);
    }
    part.resize(part.size() + native_lanes<Real>);
    room = to_space(part);
    return {{room.data(), 2, static_cast<std::size_t>(range.last - range.first)}, range};
  }

  std::vector<Real> row(Sum which) const {
    std::vector<Real> values;
    for (std::int64_t k = 0; k < grid.count; ++k) {
      auto const& sum = sums[(which == c || which == s ? 0 : grid.count) + k];
      values.push_back(which == c || which == c2 ? sum.real() : sum.imag());
    }
    return values;
  }
};

/// Calls the operation for one stretch after another.
template <class Real, class Sums, class Epilogue>
void sum_stretches(Sums const& sum, Epilogue const& epilogue) {
  GivenWeights<Real> weights;
  for (std::int64_t first = 0; first < grid.count; first += stretch) {
    sum(weights.of({first, std::min(first + stretch, grid.count)}), epilogue, "test::shared_sums");
    TestSpace().fence();
  }
}

/// The contract in backends/portable/shared_sums.hpp, for both operations.
template <class V>
class SharedSums : public testing::Test {
 protected:
  using Value = typename V::Real;
  using Products = typename V::Backend::template SharedProductSums<TestSpace, Value>;
  using Transforms = typename V::Backend::template SharedNufftSums<TestSpace, Value>;

  // Calls work(operation, tolerance) with those that there are.
  template <class Work>
  static void with_operations(SharedSeries<TestSpace, Value> const& series, MeanSums mean,
                              Work const& work, std::int64_t bytes = work_bytes) {
    TestSpace const exec;
    if constexpr (Products::is_available) {
      work(Products(exec, series, grid, mean, stretch), 0.0);
    }
    if constexpr (Transforms::is_available) {
      work(Transforms(exec, series, grid, mean, stretch, tolerance_of_transforms, bytes),
           tolerance_of_transforms);
    }
  }

  void SetUp() override {
    if (!Products::is_available && !Transforms::is_available) {
      GTEST_SKIP() << "this backend has neither products nor transforms for the space";
    }
  }

  template <class Sums>
  static std::vector<Value> written_by(Sums const& sum, Sum which, std::int64_t unwanted = -1,
                                       std::int64_t count = objects) {
    return sums_written_by<Value>(count, {0, grid.count}, which, unwanted,
                                  [&](auto const& write) { sum_stretches<Value>(sum, write); });
  }
};
TYPED_TEST_SUITE(SharedSums, Variants, VariantNames);

TYPED_TEST(SharedSums, AreThoseOfEachObject) {
  using Real = typename TypeParam::Real;
  Series const series = draw_shared_series<Real>();
  auto const exact = frequencies_of(grid, {0, grid.count});
  for (Sum const which : {yc, ys}) {
    // Centres of products are at most 512 steps away, those of direct sums 32 on hosts.
    ExpectedSums const expected =
        expected_sums<Real>(series, exact, (is_host<TestSpace> ? 16.0 : 0.5) * grid.step, which);
    this->with_operations(
        to_shared_series<Real>(series), MeanSums::yes, [&](auto const& sum, double tolerance) {
          auto allowed = expected.tolerance;
          for (std::size_t i = 0; i < allowed.size(); ++i) {
            allowed[i] += tolerance * expected.size[i];
          }
          EXPECT_TRUE(all_near_each(this->written_by(sum, which), expected.value, allowed))
              << "sum " << which << ", tolerance " << tolerance;
        });
  }
}

TYPED_TEST(SharedSums, HandOverTheSumsOfTheWeights) {
  using Real = typename TypeParam::Real;
  Series const series = draw_shared_series<Real>();
  GivenWeights<Real> const weights;
  for (MeanSums const mean : {MeanSums::no, MeanSums::yes}) {
    for (Sum const which : {c, s, c2, s2}) {
      bool const is_none = mean == MeanSums::no && (which == c || which == s);
      auto const row = is_none ? std::vector<Real>(grid.count, Real(0)) : weights.row(which);
      std::vector<Real> expected;
      for (std::int64_t object = 0; object < objects; ++object) {
        expected.insert(expected.end(), row.begin(), row.end());
      }
      this->with_operations(to_shared_series<Real>(series), mean, [&](auto const& sum, double) {
        EXPECT_TRUE(all_equal(this->written_by(sum, which), expected)) << "sum " << which;
      });
    }
  }
}

TYPED_TEST(SharedSums, SkipAnObjectThatIsNotWanted) {
  using Real = typename TypeParam::Real;
  this->with_operations(to_shared_series<Real>(draw_shared_series<Real>()), MeanSums::yes,
                        [&](auto const& sum, double) {
                          auto expected = this->written_by(sum, yc);
                          std::fill_n(expected.begin() + grid.count, grid.count, Real(-77));
                          EXPECT_TRUE(all_equal(this->written_by(sum, yc, 1), expected));
                        });
}

TYPED_TEST(SharedSums, HandEveryFrequencyToItsStrip) {
  using Real = typename TypeParam::Real;
  this->with_operations(
      to_shared_series<Real>(draw_shared_series<Real>()), MeanSums::yes,
      [&](auto const& sum, double) {
        FrequencyCounter<Real> const counter{
            make_view<Seen>(static_cast<std::size_t>(objects * sum.strips()))};
        sum_stretches<Real>(sum, counter);
        auto const seen = to_host(counter.seen);
        for (std::int64_t object = 0; object < objects; ++object) {
          std::int64_t const begin = object * sum.strips();
          EXPECT_EQ(fault_of_slots(seen, begin, begin + sum.strips(), {0, grid.count}), "");
          for (std::int64_t strip = 1; strip + 1 < sum.strips(); ++strip) {
            EXPECT_EQ(seen[static_cast<std::size_t>(begin + strip)].count, seen[0].count);
          }
        }
      });
}

TYPED_TEST(SharedSums, OfTransformsDependNeitherOnOtherObjectsNorOnTheWorkSpace) {
  using Real = typename TypeParam::Real;
  Series const series = draw_shared_series<Real>();
  std::vector<Real> together;
  auto const keep = [&](auto const& sum, double) { together = this->written_by(sum, ys); };
  this->with_operations(to_shared_series<Real>(series), MeanSums::yes, keep);
  for (std::int64_t const bytes : {work_bytes, std::int64_t{1}}) {
    this->with_operations(
        to_shared_series<Real>(series, 1), MeanSums::yes,
        [&](auto const& sum, double tolerance) {
          if (tolerance > 0.0) {
            EXPECT_TRUE(
                all_equal(this->written_by(sum, ys, -1, 1),
                          std::vector<Real>(together.begin(), together.begin() + grid.count)));
          }
        },
        bytes);
  }
}

TYPED_TEST(SharedSums, OfTransformsAreFormedDirectlyWhereTheMatrixIsNearlySingular) {
  using Real = typename TypeParam::Real;
  Series const series = draw_shared_series<Real>();
  auto const exact = frequencies_of(grid, {0, grid.count});
  this->with_operations(
      to_shared_series<Real>(series), MeanSums::yes, [&](auto const& sum, double tolerance) {
        if (tolerance == 0.0) {
          return;
        }
        auto const to_solve = [&](Sum which, double determinant) {
          return sums_written_by<
              Real>(objects, {0, grid.count}, which, -1, [&](SumWriter<Real> const& write) {
            sum_stretches<Real>(sum, SolvingSumWriter<Real>{write, static_cast<Real>(determinant)});
          });
        };
        for (Sum const which : {yc, s2}) {  // also those of the weights
          ExpectedSums const expected = expected_sums<Real>(series, exact, 0.0, which);
          EXPECT_TRUE(
              all_near_each(to_solve(which, 1.0 / 96.0), expected.value, expected.tolerance));
          EXPECT_TRUE(all_equal(to_solve(which, 1.0 / 95.0), this->written_by(sum, which)));
        }
      });
}

}  // namespace
}  // namespace siderum::test
