// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

/// What SimulatedSurvey and SimulatedVariables have in common.
namespace siderum::test {

/// Of an even number of values the upper one of the two in the middle.
inline double median(std::vector<double> values) {
  auto const middle = values.begin() + std::ssize(values) / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// How many points each object has.
template <class Survey>
std::vector<double> points_of_objects(Survey const& survey) {
  std::vector<double> points;
  for (std::size_t i = 1; i < survey.offsets.size(); ++i) {
    points.push_back(static_cast<double>(survey.offsets[i] - survey.offsets[i - 1]));
  }
  return points;
}

template <class Survey>
void expect_ascending_times(Survey const& survey) {
  for (std::size_t i = 1; i < survey.offsets.size(); ++i) {
    auto const first = survey.time.begin() + survey.offsets[i - 1];
    auto const last = survey.time.begin() + survey.offsets[i];
    EXPECT_EQ(std::adjacent_find(first, last, std::greater_equal<>()), last) << "object " << i - 1;
  }
}

/// The values of objects that do not vary scatter about the mean of their object by their errors
/// alone.
template <class Survey, class IsConstant>
void expect_noise_of_errors(Survey const& survey, IsConstant const& is_constant) {
  double chi_squared = 0.0;
  double freedom = 0.0;
  for (std::size_t i = 0; i + 1 < survey.offsets.size(); ++i) {
    if (!is_constant(i)) {
      continue;
    }
    auto const first = static_cast<std::size_t>(survey.offsets[i]);
    auto const last = static_cast<std::size_t>(survey.offsets[i + 1]);
    double weights = 0.0;
    double mean = 0.0;
    for (std::size_t j = first; j < last; ++j) {
      double const weight = 1.0 / (survey.error[j] * survey.error[j]);
      weights += weight;
      mean += weight * survey.value[j];
    }
    mean /= weights;
    for (std::size_t j = first; j < last; ++j) {
      chi_squared += std::pow((survey.value[j] - mean) / survey.error[j], 2);
    }
    freedom += static_cast<double>(last - first - 1);
  }
  // Five standard deviations of chi squared.
  EXPECT_NEAR(chi_squared / freedom, 1.0, 5.0 * std::sqrt(2.0 / freedom));
}

}  // namespace siderum::test
