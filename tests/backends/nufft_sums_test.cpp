// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "backends/trig_sums_support.hpp"
#include "support/matchers.hpp"
#include "support/spaces.hpp"

namespace siderum::test {
namespace {

constexpr std::int64_t work_bytes = std::int64_t{320} << 20;

// No section and no chunk of points divides these.
std::vector<std::int64_t> const ragged{43, 0, 1, 597, 64};

/// What is asked of NufftSums.
struct Request {
  FrequencyGrid grid;
  FrequencyRange range;
  MeanSums mean = MeanSums::yes;
  double tolerance = 1e-5;
  std::int64_t bytes = work_bytes;
};

Request whole(FrequencyGrid const& grid) {
  return {grid, {0, grid.count}};
}

/// The contract in backends/portable/nufft_sums.hpp.
template <class V>
class NufftSums : public testing::Test {
 protected:
  using Value = typename V::Real;
  using Sums = typename V::Backend::template NufftSums<TestSpace, Value>;

  void SetUp() override {
    if (!Sums::is_available) {
      GTEST_SKIP() << "this backend has no transforms for the space";
    }
  }

  static Sums make(Series const& series, Request const& request) {
    return Sums(TestSpace{}, to_trig_series<Value>(series), request.grid, request.mean,
                request.range, request.tolerance, request.bytes);
  }

  // Hands `change(SumWriter)` as the epilogue.
  template <class Change>
  static std::vector<Value> sums_by(Series const& series, Request const& request, Sum which,
                                    std::int64_t unwanted, Change const& change) {
    if constexpr (Sums::is_available) {
      Sums const sum = make(series, request);
      return sums_written_by<Value>(
          series.objects(), request.range, which, unwanted,
          [&](auto const& write) { sum(change(write), "test::nufft_sums"); });
    }
    return {};
  }

  static std::vector<Value> sums(Series const& series, Request const& request, Sum which,
                                 std::int64_t unwanted = -1) {
    return sums_by(series, request, which, unwanted, [](auto const& write) { return write; });
  }

  // With an epilogue that finds this condition at every frequency.
  static std::vector<Value> sums_to_solve(Series const& series, Request const& request, Sum which,
                                          double condition) {
    return sums_by(series, request, which, -1, [&](SumWriter<Value> const& write) {
      return SolvingSumWriter<Value>{write, static_cast<Value>(condition)};
    });
  }

  // That of the contract: what an FP32 transform rounds is divided by the kernel's own transform,
  // which is small at the ends of a section. (In FP64 it is below every tolerance.)
  static constexpr double rounding_of_transforms = 256.0 * std::numeric_limits<Value>::epsilon();

  static std::vector<double> tolerances() {
    if (std::is_same_v<Value, float>) {
      return {1e-2, 1e-5};
    }
    return {1e-2, 1e-5, 1e-9, 1e-12};
  }

  // What the contract allows, from the rounding of direct sums.
  static void allow(double tolerance, ExpectedSums& expected) {
    for (std::size_t i = 0; i < expected.tolerance.size(); ++i) {
      expected.tolerance[i] =
          2.0 * expected.tolerance[i] + (tolerance + rounding_of_transforms) * expected.size[i];
    }
  }
};
TYPED_TEST_SUITE(NufftSums, Variants, VariantNames);

TYPED_TEST(NufftSums, AreWithinTheToleranceThatIsAskedFor) {
  using Real = typename TypeParam::Real;
  Series const series = draw_series<Real>(ragged, 700.0);
  Request request = whole({0.37, 0.00123, 3001});
  auto const exact = frequencies_of(request.grid, request.range);
  for (Sum const which : all_sums) {
    ExpectedSums const rounded = expected_sums<Real>(series, exact, request.grid.step, which);
    for (double const tolerance : this->tolerances()) {
      request.tolerance = tolerance;
      ExpectedSums expected = rounded;
      this->allow(tolerance, expected);
      EXPECT_TRUE(
          all_near_each(this->sums(series, request, which), expected.value, expected.tolerance))
          << "sum " << which << ", tolerance " << tolerance;
    }
  }
}

// Times in order: a team of a device passes over runs of points that are far from its cells.
TYPED_TEST(NufftSums, OfMorePointsThanARunAreWithinTheTolerance) {
  using Real = typename TypeParam::Real;
  constexpr std::int64_t run =
      std::int64_t{DeviceShape<TestSpace>::team} * DeviceShape<TestSpace>::team;
  Series series = draw_series<Real>({43, run + 76}, 700.0);
  for (std::size_t object = 0; object < 2; ++object) {
    std::sort(series.time.begin() + series.offsets[object],
              series.time.begin() + series.offsets[object + 1]);
  }
  Request const request = whole({0.37, 0.00123, 100});
  auto const exact = frequencies_of(request.grid, request.range);
  for (Sum const which : {yc, s2}) {
    ExpectedSums expected = expected_sums<Real>(series, exact, request.grid.step, which);
    this->allow(request.tolerance, expected);
    EXPECT_TRUE(
        all_near_each(this->sums(series, request, which), expected.value, expected.tolerance))
        << "sum " << which;
  }
}

// So many sections that teams take groups of them; and so few, of so many points, that all threads
// of a host share them.
TYPED_TEST(NufftSums, OfManyAndOfLongSectionsAreWithinTheTolerance) {
  using Real = typename TypeParam::Real;
  Series const few_points = draw_series<Real>({43}, 700.0);
  Series many_points = draw_series<Real>({40'000}, 700.0);
  std::sort(many_points.time.begin(), many_points.time.end());
  struct Case {
    Series const& series;
    FrequencyGrid grid;
  };
  for (auto const& [series, grid] :
       {Case{few_points, {0.37, 0.00123, 30'001}}, Case{many_points, {0.37, 0.0001, 3001}}}) {
    Request const request = whole(grid);
    constexpr std::size_t stride = 97;
    auto const exact = frequencies_of(request.grid, request.range);
    std::vector<long double> some;
    for (std::size_t k = 0; k < exact.size(); k += stride) {
      some.push_back(exact[k]);
    }
    for (Sum const which : {ys, c2}) {
      ExpectedSums expected = expected_sums<Real>(series, some, request.grid.step, which);
      this->allow(request.tolerance, expected);
      auto const all = this->sums(series, request, which);
      std::vector<Real> found;
      for (std::size_t k = 0; k < all.size(); k += stride) {
        found.push_back(all[k]);
      }
      EXPECT_TRUE(all_near_each(found, expected.value, expected.tolerance))
          << "sum " << which << ", " << grid.count << " frequencies";
    }
  }
}

TYPED_TEST(NufftSums, HaveNoMeanSumsWhereNoneAreAskedFor) {
  using Real = typename TypeParam::Real;
  Series const series = draw_series<Real>({43, 130}, 700.0);
  Request request = whole({0.37, 0.00123, 1131});
  auto const with_mean = this->sums(series, request, c2);
  request.mean = MeanSums::no;
  for (Sum const which : {c, s}) {
    EXPECT_TRUE(all_equal(this->sums(series, request, which),
                          std::vector<Real>(with_mean.size(), Real(0))));
  }
  EXPECT_TRUE(all_equal(this->sums(series, request, c2), with_mean));
}

TYPED_TEST(NufftSums, AStretchAndAnObjectAloneHaveTheSameBits) {
  using Real = typename TypeParam::Real;
  Series const series = draw_series<Real>({43, 0, 130}, 700.0);
  Request const request = whole({0.37, 0.00123, 2 * 8192 + 777});
  for (Sum const which : {ys, s2}) {
    auto const all = this->sums(series, request, which);
    for (FrequencyRange const range :
         {FrequencyRange{8192, request.grid.count}, FrequencyRange{2 * 8192, 2 * 8192 + 5}}) {
      Request stretch = request;
      stretch.range = range;
      auto const row = all.begin() + 2 * request.grid.count;
      EXPECT_TRUE(all_equal(this->sums(only(series, 2), stretch, which),
                            std::vector<Real>(row + range.first, row + range.last)));
    }
  }
}

// Alone its sections are fewer than the threads of a host, which share each; beside others they are
// not. The places of its points run through the grid, round its ends, or all over it.
TYPED_TEST(NufftSums, OfALongObjectHaveTheSameBitsAloneAndBesideOthers) {
  using Real = typename TypeParam::Real;
  constexpr std::int64_t points = 40'000;
  Series const drawn = draw_series<Real>({points, 5, 7, 6, 5, 8}, 700.0);
  Series in_order = drawn;
  std::sort(in_order.time.begin(), in_order.time.begin() + points);
  Series about_zero = in_order;
  for (double& time : about_zero.time) {
    time -= 300.0;
  }
  Series at_once = in_order;
  std::fill(at_once.time.begin(), at_once.time.begin() + points, 5.25);
  for (Series const& series : {in_order, about_zero, at_once, drawn}) {
    for (double const step : {0.0001, 0.00123}) {
      Request const request = whole({0.37, step, 3001});
      // Where all points lie at one time, each frequency is summed directly.
      Request const of_few = whole({0.37, step, 301});
      auto const alone_as_beside = [&](std::int64_t frequencies, auto const& sums_of) {
        auto all = sums_of(series);
        all.resize(static_cast<std::size_t>(frequencies));
        return all_equal(sums_of(only(series, 0)), all);
      };
      for (Sum const which : {ys, s2}) {
        EXPECT_TRUE(alone_as_beside(
            request.grid.count, [&](Series const& of) { return this->sums(of, request, which); }))
            << "sum " << which << ", step " << step;
      }
      EXPECT_TRUE(alone_as_beside(
          of_few.grid.count,
          [&](Series const& of) { return this->sums_to_solve(of, of_few, c, 1.0 / 96.0); }))
          << "step " << step;
    }
  }
}

TYPED_TEST(NufftSums, DoNotDependOnTheWorkSpace) {
  using Real = typename TypeParam::Real;
  Series const series = draw_series<Real>(ragged, 700.0);
  Request request = whole({0.37, 0.00123, 20'001});
  auto const ample = this->sums(series, request, ys);
  request.bytes = 1;
  EXPECT_TRUE(all_equal(this->sums(series, request, ys), ample));
}

TYPED_TEST(NufftSums, SkipAnObjectThatIsNotWanted) {
  using Real = typename TypeParam::Real;
  Series const series = draw_series<Real>({5, 7, 6}, 700.0);
  Request const request = whole({0.37, 0.00123, 333});
  auto expected = this->sums(series, request, yc);
  std::fill_n(expected.begin() + 333, 333, Real(-77));
  EXPECT_TRUE(all_equal(this->sums(series, request, yc, 1), expected));
}

TYPED_TEST(NufftSums, AreFormedDirectlyWhereTheMatrixIsNearlySingular) {
  using Real = typename TypeParam::Real;
  Series const series = draw_series<Real>({43, 130}, 700.0);
  Request request = whole({0.37, 0.00123, 1131});
  request.tolerance = 1e-2;
  for (Sum const which : {ys, c, s2}) {
    ExpectedSums const expected =
        expected_sums<Real>(series, frequencies_of(request.grid, request.range), 0.0, which);
    auto const by_transforms = this->sums(series, request, which);
    EXPECT_FALSE(all_near_each(by_transforms, expected.value, expected.tolerance));
    EXPECT_TRUE(all_near_each(this->sums_to_solve(series, request, which, 1.0 / 96.0),
                              expected.value, expected.tolerance));
    EXPECT_TRUE(all_equal(this->sums_to_solve(series, request, which, 1.0 / 95.0), by_transforms));
  }
}

TYPED_TEST(NufftSums, HandEveryFrequencyToOneSlot) {
  using Real = typename TypeParam::Real;
  if constexpr (TestFixture::Sums::is_available) {
    Series const series = draw_series<Real>(ragged, 700.0);
    FrequencyGrid const grid{0.1, 0.001, 30'001};
    for (FrequencyRange const range : {FrequencyRange{0, 30'001}, FrequencyRange{8192, 16'390}}) {
      Request request = whole(grid);
      request.range = range;
      auto const sum = this->make(series, request);
      FrequencyCounter<Real> const counter{
          make_view<Seen>(static_cast<std::size_t>(sum.slot_count()))};
      sum(counter, "test::nufft_sums");
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

TYPED_TEST(NufftSums, OfNoObjectAreNone) {
  EXPECT_TRUE(this->sums(Series{}, whole({0.1, 0.1, 50}), yc).empty());
}

TEST(SectionLength, IsAPowerOfTwoOrAPartOfOne) {
  using portable::nufft::Place;
  for (Place const where : {Place::host, Place::device}) {
    for (std::int64_t const points : {0, 1, 43, 597, 100'000}) {
      for (std::int64_t const frequencies : {1, 3001, 1'000'000, 100'000'000}) {
        auto const length = portable::nufft::section_length(points, frequencies, where);
        auto const whole = std::bit_ceil(static_cast<std::uint64_t>(length));
        bool const is_part =
            where == Place::host && length % 8192 == 0 &&
            (length * 4 == std::int64_t(whole) * 3 || length * 8 == std::int64_t(whole) * 5);
        EXPECT_TRUE(length == std::int64_t(whole) || is_part) << length;
        EXPECT_GE(length, 1024);
        EXPECT_LE(length, 1 << 20);
      }
    }
  }
}

// Of one curve. On 16 cores shared sections of 3,554 points took longer than sections of their own,
// those of 100,000 and more points half as long. The last two are those of the tests above.
TEST(Sections, AreSharedWhereOneTakesLong) {
  struct Case {
    std::int64_t points;
    std::int64_t frequencies;
    std::int64_t threads;
    bool shared;
  };
  for (auto const& [points, frequencies, threads, shared] :
       {Case{3554, 100'000, 16, false}, Case{3554, 10'000, 16, false},
        Case{3554, 100'000, 8, false}, Case{100'000, 1'000'000, 16, true},
        Case{100'000, 1'000'000, 8, true}, Case{1'000'000, 1'000'000, 16, true},
        Case{1'000'000, 1'000'000, 4, true}, Case{1'000'000, 1'000'000, 2, false},
        Case{0, 0, 16, false}, Case{40'000, 3001, 4, true}, Case{40'000, 301, 4, true}}) {
    std::int64_t const ends[] = {0, points};
    Kokkos::View<std::int64_t const*, Kokkos::HostSpace> const offsets(ends, 2);
    auto const all = portable::nufft::count_sections(offsets, {0, frequencies}, frequencies);
    EXPECT_EQ(portable::nufft::is_worth_sharing(all, threads), shared)
        << points << " points x " << frequencies << ", " << threads << " threads";
  }
}

TEST(SectionLength, LeavesNoThreadOfTwoWithoutASection) {
  using portable::nufft::Place;
  std::int64_t const length = portable::nufft::section_length(100'000, 1'250'000, Place::host);
  EXPECT_EQ((1'250'000 + length - 1) / length % 2, 0);
  EXPECT_LT(length * 4, 1'450'000) << "little of the last section is behind the grid";
}

}  // namespace
}  // namespace siderum::test
