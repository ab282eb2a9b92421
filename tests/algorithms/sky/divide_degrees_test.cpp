// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/divide_degrees.hpp>

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace siderum {
namespace {

double cost_of(DegreeRange degrees) {
  double cost = 0.0;
  for (std::int64_t l = degrees.begin; l < degrees.end; ++l) {
    cost += static_cast<double>((l + 1) * (l + 1));
  }
  return cost;
}

TEST(DivideDegrees, GivesEachOnceAndAllAsMuchButForADegree) {
  for (std::int64_t const lmax : {0, 1, 7, 40, 1023}) {
    for (int const parts : {1, 2, 3, 4, 17}) {
      std::vector<DegreeRange> const degrees = divide_degrees(lmax, parts);
      ASSERT_EQ(std::ssize(degrees), parts);
      double const all = cost_of({0, lmax + 1});
      double const most_of_degree = static_cast<double>((lmax + 1) * (lmax + 1));
      std::int64_t next = 0;
      for (DegreeRange const& part : degrees) {
        EXPECT_EQ(part.begin, next);
        EXPECT_LE(part.begin, part.end);
        EXPECT_NEAR(cost_of(part), all / parts, most_of_degree) << lmax << " " << parts;
        next = part.end;
      }
      EXPECT_EQ(next, lmax + 1);
    }
  }
}

TEST(DivideDegrees, LeavesSomeWithoutWhereThereAreFew) {
  std::vector<DegreeRange> const degrees = divide_degrees(1, 4);
  std::int64_t turned = 0;
  for (DegreeRange const& part : degrees) {
    EXPECT_LE(part.count(), 1);
    turned += part.count();
  }
  EXPECT_EQ(turned, 2);
}

}  // namespace
}  // namespace siderum
