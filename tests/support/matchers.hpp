// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <iomanip>
#include <iterator>
#include <limits>
#include <ostream>

#include <gtest/gtest.h>

/// Comparisons for EXPECT_TRUE and ASSERT_TRUE that never let a NaN pass unseen.
namespace siderum::test {

/// Whether actual lies within tolerance of expected. NaN agrees with NaN alone, an infinity with
/// the same infinity alone; nothing agrees within a tolerance that is NaN or negative.
inline bool agree(long double actual, long double expected, long double tolerance) {
  if (!(tolerance >= 0)) {
    return false;
  }
  if (std::isnan(actual) || std::isnan(expected)) {
    return std::isnan(actual) && std::isnan(expected);
  }
  if (std::isinf(actual) || std::isinf(expected)) {
    return actual == expected;
  }
  return std::fabs(actual - expected) <= tolerance;
}

namespace detail {

/// The numbers that one element is judged by.
struct Comparison {
  long double actual;
  long double expected;
  long double tolerance;
};

inline std::ostream& operator<<(std::ostream& out, Comparison const& c) {
  return out << std::setprecision(std::numeric_limits<long double>::max_digits10) << "actual "
             << c.actual << ", expected " << c.expected << std::setprecision(3) << ", difference "
             << c.actual - c.expected << ", tolerance " << c.tolerance;
}

/// Compares element by element, with the tolerance that tolerance_at(index) gives.
template <class Actual, class Expected, class ToleranceAt>
testing::AssertionResult compare_all(Actual const& actual, Expected const& expected,
                                     ToleranceAt const& tolerance_at) {
  constexpr std::size_t shown = 5;
  if (std::size(actual) != std::size(expected)) {
    return testing::AssertionFailure()
           << std::size(actual) << " actual values, but " << std::size(expected) << " expected";
  }
  testing::AssertionResult failure = testing::AssertionFailure();
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < std::size(actual); ++i) {
    Comparison const element{static_cast<long double>(actual[i]),
                             static_cast<long double>(expected[i]), tolerance_at(i)};
    if (!agree(element.actual, element.expected, element.tolerance) && ++wrong <= shown) {
      failure << "[" << i << "] " << element << "\n";
    }
  }
  if (wrong == 0) {
    return testing::AssertionSuccess();
  }
  return failure << wrong << " of " << std::size(actual) << " values are wrong";
}

}  // namespace detail

/// EXPECT_TRUE(near_value(actual, expected, tolerance)).
inline testing::AssertionResult near_value(long double actual, long double expected,
                                           long double tolerance) {
  if (agree(actual, expected, tolerance)) {
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << detail::Comparison{actual, expected, tolerance};
}

/// EXPECT_TRUE(all_near(actual, expected, tolerance)): two ranges of numbers with size() and [], of
/// any floating-point or integer type, and one tolerance for all.
template <class Actual, class Expected>
testing::AssertionResult all_near(Actual const& actual, Expected const& expected,
                                  long double tolerance) {
  return detail::compare_all(actual, expected, [tolerance](std::size_t) { return tolerance; });
}

/// EXPECT_TRUE(all_near_each(actual, expected, tolerances)): a tolerance for every element.
template <class Actual, class Expected, class Tolerances>
testing::AssertionResult all_near_each(Actual const& actual, Expected const& expected,
                                       Tolerances const& tolerances) {
  if (std::size(tolerances) != std::size(expected)) {
    return testing::AssertionFailure() << std::size(tolerances) << " tolerances, but "
                                       << std::size(expected) << " expected values";
  }
  return detail::compare_all(actual, expected, [&tolerances](std::size_t i) {
    return static_cast<long double>(tolerances[i]);
  });
}

/// EXPECT_TRUE(all_equal(actual, expected)): exactly the same numbers (NaN where NaN is expected).
template <class Actual, class Expected>
testing::AssertionResult all_equal(Actual const& actual, Expected const& expected) {
  return all_near(actual, expected, 0);
}

/// EXPECT_TRUE(all_nan(actual)): what an object without a result must hold. Refuses an empty range.
template <class Actual>
testing::AssertionResult all_nan(Actual const& actual) {
  for (std::size_t i = 0; i < std::size(actual); ++i) {
    if (!std::isnan(actual[i])) {
      return testing::AssertionFailure()
             << "[" << i << "] actual " << actual[i] << ", expected NaN";
    }
  }
  if (std::size(actual) == 0) {
    return testing::AssertionFailure() << "there are no values";
  }
  return testing::AssertionSuccess();
}

}  // namespace siderum::test
