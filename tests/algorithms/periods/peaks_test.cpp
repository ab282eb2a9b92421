// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/peaks.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/algorithms/periods/peak_separations.hpp>
#include <siderum/core/random.hpp>

#include "reference/peaks.hpp"
#include "support/matchers.hpp"
#include "support/sentence.hpp"
#include "support/spaces.hpp"

namespace siderum::test {
namespace {

template <class Real>
using Rows = std::vector<std::vector<Real>>;
using Windows = std::vector<ExcludedIndices>;

template <class Real>
struct PeaksOnHost {
  Rows<Real> power;
  std::vector<std::vector<std::int64_t>> index;
};

template <class Value>
std::vector<std::vector<Value>> to_rows(std::vector<Value> const& all, std::int64_t most) {
  std::vector<std::vector<Value>> rows;
  for (auto at = all.begin(); at != all.end(); at += most) {
    rows.emplace_back(at, at + most);
  }
  return rows;
}

template <class Real>
PeaksOnHost<Real> peaks_of(Rows<Real> const& power, std::vector<double> const& separation,
                           Windows const& windows, std::int64_t most) {
  TestSpace const exec;
  Kokkos::View<Real**, Kokkos::LayoutRight, Kokkos::HostSpace> const host(
      "test::host", power.size(), power.front().size());
  for (std::size_t object = 0; object < power.size(); ++object) {
    for (std::size_t k = 0; k < power[object].size(); ++k) {
      host(object, k) = power[object][k];
    }
  }
  using Table = Kokkos::View<Real const**, Kokkos::LayoutRight, TestMemory>;
  Table const table = Kokkos::create_mirror_view_and_copy(TestMemory{}, host);
  auto const peaks =
      Peaks<Real, TestSpace>::allocate(exec, static_cast<std::int64_t>(power.size()), most);
  find_peaks(exec, table, to_space(separation), to_space(windows), peaks);
  exec.fence();
  return {to_rows(to_host(peaks.power), most), to_rows(to_host(peaks.index), most)};
}

template <class Real>
class FindPeaks : public testing::Test {
 protected:
  /// Each row against the oracle's peaks, filled up with -1 and NaN.
  static void expect_peaks(Rows<Real> const& power, std::vector<double> const& separation,
                           Windows const& windows, std::int64_t most) {
    auto const actual = peaks_of(power, separation, windows, most);
    for (std::size_t object = 0; object < power.size(); ++object) {
      auto const count = static_cast<std::int64_t>(power[object].size());
      std::vector<long double> const row(power[object].begin(), power[object].end());
      std::vector<std::uint8_t> allowed(row.size(), 1);
      for (auto const& [first, last] : windows) {
        for (std::int64_t k = 0; k < count; ++k) {
          allowed[static_cast<std::size_t>(k)] &= first <= k && k <= last ? 0 : 1;
        }
      }
      auto expected = reference::peaks(count, row.data(), most, separation[object], allowed.data());
      std::vector<Real> heights;
      for (std::int64_t const k : expected) {
        heights.push_back(power[object][static_cast<std::size_t>(k)]);
      }
      expected.resize(static_cast<std::size_t>(most), -1);
      heights.resize(static_cast<std::size_t>(most), std::numeric_limits<Real>::quiet_NaN());
      EXPECT_EQ(actual.index[object], expected) << "object " << object;
      EXPECT_TRUE(all_equal(actual.power[object], heights)) << "object " << object;
    }
  }

  /// Random rows; `levels` different heights make plateaus and ties.
  static Rows<Real> draw(std::size_t objects, std::size_t count, double levels) {
    Rows<Real> rows;
    for (std::size_t object = 0; object < objects; ++object) {
      CounterRandom random(59, object);
      auto& row = rows.emplace_back();
      for (std::size_t k = 0; k < count; ++k) {
        row.push_back(static_cast<Real>(std::floor(random.uniform() * levels) / levels));
      }
    }
    return rows;
  }
};
TYPED_TEST_SUITE(FindPeaks, Precisions, PrecisionNames);

TYPED_TEST(FindPeaks, AgreeWithTheOracleOnRandomRows) {
  for (std::size_t const count : {1U, 2U, 31U, 1024U, 1025U, 4999U}) {
    this->expect_peaks(this->draw(3, count, 1e6), {0.0, 10.0, 37.5}, {}, 7);
  }
}

TYPED_TEST(FindPeaks, AgreeWithTheOracleOnPlateausAndTies) {
  for (double const levels : {1.0, 2.0, 3.0, 10.0}) {
    this->expect_peaks(this->draw(4, 2100, levels), {0.0, 1.0, 2.5, 400.0}, {}, 12);
  }
}

TYPED_TEST(FindPeaks, AgreeWithTheOracleOnSmoothRows) {
  Rows<TypeParam> rows(2);
  for (int k = 0; k < 6000; ++k) {
    double const x = 1e-3 * k;
    rows[0].push_back(static_cast<TypeParam>(1.0 + std::sin(40.0 * x) * std::exp(-x)));
    rows[1].push_back(static_cast<TypeParam>(x));  // its only peak is the last index
  }
  this->expect_peaks(rows, {20.0, 20.0}, {}, 50);
  this->expect_peaks(rows, {1e9, 0.0}, {}, 3);
}

TYPED_TEST(FindPeaks, PassOverExcludedIndices) {
  auto const rows = this->draw(3, 3000, 1e6);
  this->expect_peaks(rows, {5.0, 5.0, 5.0}, {{0, 99}, {1000, 1099}, {2900, 3500}}, 9);
  this->expect_peaks(rows, {5.0, 5.0, 5.0}, {{-5, -1}, {17, 17}}, 9);
  this->expect_peaks(rows, {5.0, 5.0, 5.0}, {{0, 2999}}, 2);
}

TYPED_TEST(FindPeaks, ARowOfNaNHasNone) {
  auto rows = this->draw(2, 300, 1e6);
  rows[0].assign(300, std::numeric_limits<TypeParam>::quiet_NaN());
  this->expect_peaks(rows, {1.0, 1.0}, {}, 3);
}

TYPED_TEST(FindPeaks, BelowZeroAndAtInfinityArePeaksToo) {
  Rows<TypeParam> const rows{{-3, -1, -2, -4, -1, -5}, {0, 1, 0, INFINITY, 0, 2}};
  this->expect_peaks(rows, {1.0, 1.0}, {}, 4);
}

TYPED_TEST(FindPeaks, RefuseExtentsThatDoNotFit) {
  auto const rows = this->draw(2, 30, 1e6);
  EXPECT_NE(sentence_of([&] { peaks_of(rows, {1.0}, {}, 3); }), "");
  EXPECT_NE(sentence_of([&] { peaks_of(rows, {1.0, 1.0, 1.0}, {}, 3); }), "");
  EXPECT_EQ(sentence_of([&] { peaks_of(rows, {1.0, 1.0}, {}, 3); }), "");
}

TEST(PeakSeparations, AreResolutionElementsInStepsOfTheGrid) {
  std::vector<double> const time{3.0, 1.0, 5.0, 7.0, 2.0, 2.0, 4.0, 4.5};
  std::vector<std::int64_t> const offsets{0, 3, 3, 4, 6, 8};
  FrequencyGrid const grid{0.1, 0.0625, 10};
  std::vector<double> const expected{4.0, 0.0, 0.0, 0.0, 32.0};
  EXPECT_EQ(peak_separations(time, offsets, grid), expected);
  EXPECT_EQ(to_host(peak_separations(TestSpace(), time, offsets, grid)), expected);
  std::vector<std::int64_t> const last_two{4, 6, 8};
  EXPECT_EQ(peak_separations(time, last_two, grid), (std::vector<double>{0.0, 32.0}));
}

}  // namespace
}  // namespace siderum::test
