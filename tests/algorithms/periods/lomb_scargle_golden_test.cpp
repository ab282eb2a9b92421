// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/periods/lomb_scargle_support.hpp"

namespace siderum::test {
namespace {

template <class Backend>
class LombScargleGolden : public testing::Test {};
TYPED_TEST_SUITE(LombScargleGolden, Backends, BackendNames);

TYPED_TEST(LombScargleGolden, AgreesWithOutsideProgramsForEveryOption) {
  double worst = 0.0;
  for (GoldenLombScargle const& golden : read_golden_lomb_scargle()) {
    Batch const batch = to_batch({golden.curve});
    auto const list = to_list(golden.frequency);
    for (auto const& [program, options, expected] : golden.periodograms) {
      auto const actual = search<Variant<TypeParam, double>>(batch, list, options).power;
      double const largest = *std::max_element(expected.begin(), expected.end());
      EXPECT_TRUE(all_near(actual, expected, outside_program_tolerance(largest)))
          << golden.curve.id << ", " << program << ", " << name_of(options);
      for (std::size_t k = 0; k < std::min(actual.size(), expected.size()); ++k) {
        worst = std::max(worst, std::fabs(actual[k] - expected[k]) / largest);
      }
    }
  }
  this->RecordProperty("worst_of_largest_1e-14", std::to_string(worst * 1e14));
}

}  // namespace
}  // namespace siderum::test
