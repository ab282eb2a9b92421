// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "backends/trig_sums_support.hpp"
#include "support/matchers.hpp"
#include "support/spaces.hpp"

namespace siderum::test {
namespace {

constexpr std::int64_t ample = std::int64_t{320} << 20;  // bytes of work space

// No chunk of points divides these.
std::vector<std::int64_t> const ragged{43, 0, 1, 597, 64};

/// The contract in backends/portable/product_sums.hpp.
template <class V>
class ProductSums : public testing::Test {
 protected:
  using Value = typename V::Real;
  using Sums = typename V::Backend::template ProductSums<TestSpace, Value>;

  void SetUp() override {
    if (!Sums::is_available) {
      GTEST_SKIP() << "this backend has no products for the space";
    }
  }

  static std::vector<Value> sums(Series const& series, FrequencyGrid const& grid,
                                 FrequencyRange range, MeanSums mean, Sum which,
                                 std::int64_t unwanted = -1, std::int64_t work_bytes = ample) {
    if constexpr (Sums::is_available) {
      Sums const sum(TestSpace{}, to_trig_series<Value>(series), grid, mean, range, work_bytes);
      return sums_written_by<Value>(series.objects(), range, which, unwanted,
                                    [&](auto const& write) { sum(write, "test::product_sums"); });
    }
    return {};
  }

  // A centre is at most 512 steps away, where those of direct sums are 32 on hosts.
  static ExpectedSums expect(Series const& series, FrequencyGrid const& grid, FrequencyRange range,
                             Sum which) {
    double const step = (is_host<TestSpace> ? 16.0 : 0.5) * grid.step;
    return expected_sums<Value>(series, frequencies_of(grid, range), step, which);
  }
};
TYPED_TEST_SUITE(ProductSums, Variants, VariantNames);

TYPED_TEST(ProductSums, AreExactToRounding) {
  using Real = typename TypeParam::Real;
  Series const series = draw_series<Real>(ragged, 700.0);
  for (std::int64_t const count : {1, 33, 2049}) {
    FrequencyGrid const grid{0.37, 0.00123, count};
    for (Sum const which : all_sums) {
      ExpectedSums const expected = this->expect(series, grid, {0, count}, which);
      for (MeanSums const mean : {MeanSums::no, MeanSums::yes}) {
        auto const actual = this->sums(series, grid, {0, count}, mean, which);
        if (mean == MeanSums::no && (which == c || which == s)) {
          EXPECT_TRUE(all_equal(actual, std::vector<Real>(actual.size(), Real(0))));
        } else {
          EXPECT_TRUE(all_near_each(actual, expected.value, expected.tolerance))
              << "sum " << which << ", " << count << " frequencies";
        }
      }
    }
  }
}

TYPED_TEST(ProductSums, OfAStretchAreAsExact) {
  using Real = typename TypeParam::Real;
  Series const series = draw_series<Real>({43, 0, 130}, 700.0);
  FrequencyGrid const grid{0.37, 0.00123, 2 * 8192 + 777};
  for (FrequencyRange const range :
       {FrequencyRange{8192, 8192 + 1500}, FrequencyRange{2 * 8192, grid.count}}) {
    ExpectedSums const expected = this->expect(series, grid, range, s2);
    EXPECT_TRUE(all_near_each(this->sums(series, grid, range, MeanSums::yes, s2), expected.value,
                              expected.tolerance));
  }
}

TYPED_TEST(ProductSums, AreAsExactInLittleWorkSpace) {
  using Real = typename TypeParam::Real;
  Series const series = draw_series<Real>(ragged, 700.0);
  FrequencyGrid const grid{0.37, 0.00123, 2049};
  ExpectedSums const expected = this->expect(series, grid, {0, grid.count}, ys);
  EXPECT_TRUE(all_near_each(this->sums(series, grid, {0, grid.count}, MeanSums::yes, ys, -1, 1),
                            expected.value, expected.tolerance));
}

TYPED_TEST(ProductSums, SkipAnObjectThatIsNotWanted) {
  using Real = typename TypeParam::Real;
  Series const series = draw_series<Real>({5, 7, 6}, 700.0);
  FrequencyGrid const grid{0.37, 0.00123, 333};
  auto expected = this->sums(series, grid, {0, 333}, MeanSums::no, yc);
  std::fill_n(expected.begin() + 333, 333, Real(-77));
  EXPECT_TRUE(all_equal(this->sums(series, grid, {0, 333}, MeanSums::no, yc, 1), expected));
}

TYPED_TEST(ProductSums, HandEveryFrequencyToOneSlotInOrder) {
  using Real = typename TypeParam::Real;
  if constexpr (TestFixture::Sums::is_available) {
    FrequencyGrid const grid{0.1, 0.001, 30'001};
    for (FrequencyRange const range : {FrequencyRange{0, 30'001}, FrequencyRange{8192, 16'390}}) {
      typename TestFixture::Sums const sum(TestSpace{},
                                           to_trig_series<Real>(draw_series<Real>(ragged, 700.0)),
                                           grid, MeanSums::yes, range, ample);
      FrequencyCounter<Real> const counter{
          make_view<Seen>(static_cast<std::size_t>(sum.slot_count()))};
      sum(counter, "test::product_sums");
      TestSpace().fence();
      auto const slots = to_host(sum.slots());
      auto const seen = to_host(counter.seen);
      ASSERT_EQ(slots.size(), ragged.size() + 1);
      EXPECT_EQ(slots.back(), sum.slot_count());
      for (std::size_t object = 0; object < ragged.size(); ++object) {
        EXPECT_EQ(fault_of_slots(seen, slots[object], slots[object + 1], range), "");
      }
    }
  }
}

TYPED_TEST(ProductSums, OfNoObjectAreNone) {
  EXPECT_TRUE(this->sums(Series{}, {0.1, 0.1, 50}, {0, 50}, MeanSums::yes, yc).empty());
}

}  // namespace
}  // namespace siderum::test
