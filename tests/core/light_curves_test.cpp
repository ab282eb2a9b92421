// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/light_curves.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/matchers.hpp"
#include "support/sentence.hpp"
#include "support/spaces.hpp"

namespace siderum::test {
namespace {

using Doubles = std::vector<double>;
using Offsets = std::vector<std::int64_t>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Three objects, the second of them empty.
struct Arrays {
  Doubles time{2458000.5, 2458001.25, 2458000.75, 3.0, 4.0};
  Doubles value{0.1, 0.2, 0.3, 0.4, 0.5};
  Doubles error{1e-3, 2e-3, 3e-3, 4e-3, 5e-3};
  Offsets offsets{0, 3, 3, 5};

  template <class Real>
  LightCurves<Real, Kokkos::HostSpace> curves() const {
    return make_light_curves<Real>(time, value, error, offsets);
  }

  template <class Real = double>
  std::string refusal() const {
    return sentence_of([this] { curves<Real>(); });
  }
};

template <class Real>
Doubles rounded(Doubles const& values) {
  Doubles result;
  for (double const value : values) {
    result.push_back(static_cast<double>(static_cast<Real>(value)));
  }
  return result;
}

template <class Real>
class LightCurvesOf : public testing::Test {};
TYPED_TEST_SUITE(LightCurvesOf, Precisions, PrecisionNames);

TYPED_TEST(LightCurvesOf, HoldTheUsersNumbers) {
  Arrays const arrays;
  auto const curves = arrays.curves<TypeParam>();
  EXPECT_EQ(curves.objects(), 3);
  EXPECT_EQ(curves.points(), 5);
  EXPECT_TRUE(curves.has_errors());
  EXPECT_TRUE(all_equal(to_host(curves.time), arrays.time));  // FP64 in every precision
  EXPECT_TRUE(all_equal(to_host(curves.value), rounded<TypeParam>(arrays.value)));
  EXPECT_TRUE(all_equal(to_host(curves.error), rounded<TypeParam>(arrays.error)));
  EXPECT_TRUE(all_equal(to_host(curves.offsets), arrays.offsets));
  EXPECT_TRUE(all_equal(to_host(curves.host_offsets), arrays.offsets));
}

TYPED_TEST(LightCurvesOf, AreACopy) {
  Arrays arrays;
  auto const curves = arrays.curves<TypeParam>();
  arrays.time[0] = -1.0;
  EXPECT_EQ(curves.time(0), 2458000.5);
}

TYPED_TEST(LightCurvesOf, MayBeViewsOfTheUsersMemory) {
  using Reals = std::vector<TypeParam>;
  Arrays const arrays;
  Reals value(arrays.value.begin(), arrays.value.end());
  Reals const error(arrays.error.begin(), arrays.error.end());
  auto const curves = view_light_curves<TypeParam>(arrays.time, value, error, arrays.offsets);
  EXPECT_EQ(curves.time.data(), arrays.time.data());
  EXPECT_EQ(curves.value.data(), value.data());
  EXPECT_EQ(curves.error.data(), error.data());
  EXPECT_EQ(curves.offsets.data(), arrays.offsets.data());
  EXPECT_EQ(curves.host_offsets.data(), arrays.offsets.data());
  EXPECT_EQ(curves.objects(), 3);
  EXPECT_EQ(curves.points(), 5);
  value[4] = std::numeric_limits<TypeParam>::infinity();
  EXPECT_EQ(
      sentence_of([&] { view_light_curves<TypeParam>(arrays.time, value, error, arrays.offsets); }),
      "The value of object 2, point 1 is not finite in the precision asked for. Remove or"
      " rescale it.");
}

TYPED_TEST(LightCurvesOf, MayHaveNoErrorsOrBeOneObject) {
  Arrays const arrays;
  auto const curves = make_light_curves<TypeParam>(arrays.time, arrays.value);
  EXPECT_EQ(curves.objects(), 1);
  EXPECT_EQ(curves.points(), 5);
  EXPECT_FALSE(curves.has_errors());
  EXPECT_TRUE(all_equal(to_host(curves.offsets), Offsets{0, 5}));
}

TYPED_TEST(LightCurvesOf, MayBeEmpty) {
  auto const no_object = make_light_curves<TypeParam>({}, {}, {}, Offsets{0});
  EXPECT_EQ(no_object.objects(), 0);
  EXPECT_EQ(no_object.points(), 0);
  EXPECT_EQ((LightCurves<TypeParam, Kokkos::HostSpace>{}.objects()), 0);
}

TYPED_TEST(LightCurvesOf, MirrorToCopiesAllToTheSpace) {
  Arrays const arrays;
  TestSpace const exec;
  auto const host = arrays.curves<TypeParam>();
  auto const curves = mirror_to(exec, host);
  exec.fence();
  EXPECT_TRUE(all_equal(to_host(curves.time), arrays.time));
  EXPECT_TRUE(all_equal(to_host(curves.value), rounded<TypeParam>(arrays.value)));
  EXPECT_TRUE(all_equal(to_host(curves.error), rounded<TypeParam>(arrays.error)));
  EXPECT_TRUE(all_equal(to_host(curves.offsets), arrays.offsets));
  EXPECT_EQ(curves.host_offsets.data(), host.host_offsets.data());
  if (std::is_same_v<TestMemory, Kokkos::HostSpace>) {
    EXPECT_EQ(static_cast<void const*>(curves.time.data()), host.time.data());
  }
  EXPECT_FALSE(
      mirror_to(exec, make_light_curves<TypeParam>(arrays.time, arrays.value)).has_errors());
}

TEST(LightCurves, RefuseArraysOfDifferentLengths) {
  Arrays arrays;
  arrays.value.pop_back();
  EXPECT_EQ(arrays.refusal(),
            "There are 5 times and 4 values (each point has both). Give as many of each.");
  arrays = {};
  arrays.error.pop_back();
  EXPECT_EQ(arrays.refusal(),
            "There are 5 times and 4 errors (each point has one, or none has). Give as many, or"
            " none.");
}

TEST(LightCurves, RefuseOffsetsThatDoNotDivideThePoints) {
  std::string const ends =
      "The offsets of the objects do not run from 0 to the number of points (5). Give one offset"
      " per object and the end.";
  for (Offsets const& offsets : {Offsets{}, Offsets{0, 3}, Offsets{1, 5}, Offsets{0, 6}}) {
    Arrays arrays;
    arrays.offsets = offsets;
    EXPECT_EQ(arrays.refusal(), ends);
  }
  Arrays arrays;
  arrays.offsets = {0, 4, 3, 5};
  EXPECT_EQ(arrays.refusal(),
            "The offset of object 2 is below that of the object before it (offsets count the points"
            " of all objects before). Give non-decreasing offsets.");
}

TEST(LightCurves, RefuseNumbersThatAreNotFinite) {
  for (double const bad : {nan, infinity, -infinity}) {
    Arrays arrays;
    arrays.time[1] = bad;
    EXPECT_EQ(arrays.refusal(), "The time of object 0, point 1 is not finite. Remove the point.");
    arrays = {};
    arrays.value[4] = bad;
    EXPECT_EQ(arrays.refusal(),
              "The value of object 2, point 1 is not finite in the precision asked for. Remove or"
              " rescale it.");
  }
}

TEST(LightCurves, OfManyPointsSayWhichIsRefused) {
  std::vector<double> const time(300'000, 1.0);
  std::vector<double> value = time;
  value[250'000] = value[299'999] = std::numeric_limits<double>::infinity();
  std::vector<std::int64_t> const offsets{0, 200'000, 300'000};
  EXPECT_NE(sentence_of([&] { make_light_curves<double>(time, value, {}, offsets); })
                .find("The value of object 1, point 50000 is not finite"),
            std::string::npos);
}

TEST(LightCurves, RefuseErrorsThatAreNotAboveZero) {
  for (double const bad : {nan, infinity, 0.0, -1e-3}) {
    Arrays arrays;
    arrays.error[3] = bad;
    EXPECT_EQ(arrays.refusal(),
              "The error of object 2, point 0 is not a finite number above zero (it weighs the"
              " point by error^-2). Remove the point.");
  }
}

TEST(LightCurves, RefuseInSinglePrecisionWhatOnlyDoubleHolds) {
  Arrays arrays;
  arrays.value[0] = 1e39;
  EXPECT_EQ(arrays.refusal<double>(), "");
  EXPECT_EQ(arrays.refusal<float>(),
            "The value of object 0, point 0 is not finite in the precision asked for. Remove or"
            " rescale it.");
  arrays = {};
  arrays.error[0] = 1e-50;
  EXPECT_EQ(arrays.refusal<double>(), "");
  EXPECT_NE(arrays.refusal<float>(), "");
}

}  // namespace
}  // namespace siderum::test
