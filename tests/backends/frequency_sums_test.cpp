// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/core/number.hpp>
#include <siderum/core/random.hpp>

#include "reference/turn.hpp"
#include "support/matchers.hpp"
#include "support/spaces.hpp"

namespace siderum::test {
namespace {

constexpr int most_terms_of_test = 5;
using Sums = PointSums<most_terms_of_test>;

/// Keeps the sums of each index, and who has written them.
struct Keeper {
  static constexpr int capacity = most_terms_of_test;
  Kokkos::View<double const*, TestMemory> frequency;  // (indices)
  Kokkos::View<Sums*, TestMemory> found;              // (indices)
  Kokkos::View<int*, TestMemory> writers;             // (indices)
  std::int64_t objects;

  template <class Summer>
  SIDERUM_NUMBER_FUNCTION void operator()(std::int64_t index, Summer const& sums) const {
    Sums const here = sums(index % objects, frequency(index));
    if (sums.is_writer()) {
      found(index) = here;
      Kokkos::atomic_add(&writers(index), 1);
    }
  }
};

template <class V>
class FrequencySums : public testing::Test {
 protected:
  using Real = typename V::Real;

  FrequencySums() {
    CounterRandom random(5, 0);
    std::vector<std::int64_t> offsets{0};
    for (int const points : {1, 0, 43, 597}) {
      for (int j = 0; j < points; ++j) {
        time.push_back(random.uniform(0.0, 1000.0));
        strength.push_back(static_cast<Real>(random.normal()));
        weight.push_back(static_cast<Real>(random.uniform(0.0, 1.0)));
      }
      offsets.push_back(static_cast<std::int64_t>(time.size()));
    }
    series = {to_space(time), to_space(strength), to_space(weight), to_space(offsets), {}};
    ends = offsets;
  }

  /// sum of x_j e^{2 pi i m f t_j} of the points of an object, and of |x_j|.
  struct Expected {
    long double cosine = 0.0L;
    long double sine = 0.0L;
    long double size = 0.0L;
  };
  Expected expected(std::vector<Real> const& x, std::size_t object, double f, int m) const {
    Expected sums;
    for (auto j = static_cast<std::size_t>(ends[object]);
         j < static_cast<std::size_t>(ends[object + 1]); ++j) {
      long double const cycles = static_cast<long double>(f) * time[j];
      reference::Turn const turn = reference::turn_by(m * (cycles - std::floor(cycles)));
      sums.cosine += x[j] * turn.cosine;
      sums.sine += x[j] * turn.sine;
      sums.size += std::fabs(static_cast<long double>(x[j]));
    }
    return sums;
  }

  std::vector<double> time;
  std::vector<Real> strength;
  std::vector<Real> weight;
  std::vector<std::int64_t> ends;
  TrigSeries<Real, TestMemory> series;
};
TYPED_TEST_SUITE(FrequencySums, Variants, VariantNames);

TYPED_TEST(FrequencySums, AgreeWithLongDouble) {
  using Operation =
      typename TypeParam::Backend::template FrequencySums<TestSpace, typename TypeParam::Real>;
  TestSpace const exec;
  std::vector<double> const frequency{0.0, 0.1, 3.7, 12.34, 100.0, 0.5, 7.0, 1e-3, 55.5, 2.0, 1.1};
  for (int const terms : {1, 2, 5}) {
    Keeper const keep{to_space(frequency), Kokkos::View<Sums*, TestMemory>("test::found", 11),
                      make_view<int>(11), 4};
    Operation const sum(exec, this->series, terms);
    sum(keep, 11, "siderum::test::sums[portable]");
    exec.fence();
    EXPECT_EQ(to_host(keep.writers), std::vector<int>(11, 1));
    auto const found = to_host(keep.found);
    for (std::size_t i = 0; i < found.size(); ++i) {
      auto const points = static_cast<double>(this->ends[i % 4 + 1] - this->ends[i % 4]);
      for (int m = 1; m <= 2 * terms; ++m) {
        double const error =
            (5.0 * m + std::sqrt(points) + 4.0) * std::numeric_limits<double>::epsilon();
        auto const w = this->expected(this->weight, i % 4, frequency[i], m);
        double const tolerance = error * static_cast<double>(w.size);
        EXPECT_TRUE(near_value(found[i].c[m - 1], w.cosine, tolerance)) << i << " " << m;
        EXPECT_TRUE(near_value(found[i].s[m - 1], w.sine, tolerance)) << i << " " << m;
        if (m <= terms) {
          auto const v = this->expected(this->strength, i % 4, frequency[i], m);
          double const of_values = error * static_cast<double>(v.size);
          EXPECT_TRUE(near_value(found[i].yc[m - 1], v.cosine, of_values)) << i << " " << m;
          EXPECT_TRUE(near_value(found[i].ys[m - 1], v.sine, of_values)) << i << " " << m;
        }
      }
    }
  }
}

}  // namespace
}  // namespace siderum::test
