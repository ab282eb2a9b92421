// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/algorithms/periods/detail/lomb_scargle/method.hpp>
#include <siderum/core/error.hpp>

#include "algorithms/periods/lomb_scargle_support.hpp"
#include "support/sentence.hpp"

namespace siderum::test {
namespace {

/// The method product, held to the oracle as the direct sums are.
template <class V>
class LombScargleProduct : public testing::Test {
 protected:
  using Real = typename V::Real;

  void SetUp() override {
    if (!V::Backend::template Product<TestSpace, Real>::is_available) {
      GTEST_SKIP() << "this backend has no products for the space";
    }
  }

  static LombScargleOptions by_product(LombScargleOptions options = {}) {
    options.method = Method::product;
    return options;
  }

  // A centre is at most half a row of 1024 frequencies away.
  static ExpectedPowers expect(Batch const& batch, FrequencyGrid const& grid,
                               LombScargleOptions const& options) {
    return expected_powers<Real>(batch, frequencies_of(grid), options, 512.0 * grid.step);
  }

  // Powers and best periods are those of the direct sums in FP64.
  static void expect_direct(Batch const& batch, FrequencyGrid const& grid) {
    using Exact = Variant<typename V::Backend, double>;
    LombScargleOptions const direct{.method = Method::direct};
    auto const exact = search<Exact>(batch, grid, direct);
    auto const actual = search<V>(batch, grid, by_product());
    double const tolerance = 2.0 * lomb_scargle_tolerance<Real>(597, 20.0 * 300.0);
    double worst = 0.0;
    for (std::size_t i = 0; i < exact.power.size(); ++i) {
      ASSERT_EQ(std::isnan(actual.power[i]), std::isnan(exact.power[i]));
      double const error = std::abs(static_cast<double>(actual.power[i]) - exact.power[i]);
      worst = std::max(worst, std::isnan(error) ? 0.0 : error);
    }
    EXPECT_LE(worst, tolerance);
    auto const best = search_best<V>(batch, grid, by_product());
    EXPECT_EQ(best.status, exact.status);
    for (std::size_t object = 0; object < best.index.size(); ++object) {
      if (best.index[object] >= 0) {
        auto const row = actual.row(static_cast<std::int64_t>(object));
        EXPECT_EQ(best.index[object], std::max_element(row.begin(), row.end()) - row.begin());
        EXPECT_EQ(best.power[object], row[static_cast<std::size_t>(best.index[object])]);
      }
    }
  }
};
TYPED_TEST_SUITE(LombScargleProduct, Variants, VariantNames);

TYPED_TEST(LombScargleProduct, AgreesWithTheOracleForEveryOption) {
  using Value = typename TypeParam::Real;
  // Objects that cannot be searched between those that can, and more points than one product has.
  auto const batch = draw_batch<Value>({597, 0, 43, 1, 130, 64}, 300.0, 1.37);
  FrequencyGrid const grid{0.05, 0.0217, 131};
  for (LombScargleOptions const& each : all_options()) {
    auto const options = this->by_product(each);
    auto const actual = search<TypeParam>(batch, grid, options);
    auto const expected = this->expect(batch, grid, options);
    EXPECT_TRUE(agrees(actual.power, expected)) << name_of(each);
    EXPECT_EQ(actual.status, expected.status) << name_of(each);
  }
}

TYPED_TEST(LombScargleProduct, AddsUpThePointsOfLongObjects) {
  using Value = typename TypeParam::Real;
  auto const batch = draw_batch<Value>({9001, 4096, 4097}, 300.0, 1.37);
  FrequencyGrid const grid{1.3, 0.0007, 61};
  auto const actual = search<TypeParam>(batch, grid, this->by_product());
  EXPECT_TRUE(agrees(actual.power, this->expect(batch, grid, this->by_product())));
}

TYPED_TEST(LombScargleProduct, WorksInAsLittleMemoryAsIsGiven) {
  using Value = typename TypeParam::Real;
  auto const batch = draw_batch<Value>({5001, 40, 597, 597, 1200}, 300.0, 1.37);
  FrequencyGrid const grid{0.05, 0.0009, 20'000};
  auto options = this->by_product();
  auto const whole = search<TypeParam>(batch, grid, options);
  double const tolerance = lomb_scargle_tolerance<Value>(5001, 20.0 * 300.0);
  for (std::int64_t const bytes : {std::int64_t{1}, std::int64_t{30} << 20}) {
    options.work_bytes = bytes;
    auto const actual = search<TypeParam>(batch, grid, options);
    for (std::size_t i = 0; i < whole.power.size(); ++i) {
      ASSERT_NEAR(actual.power[i], whole.power[i], tolerance) << bytes;
    }
  }
  options.work_bytes = 0;
  EXPECT_NE(sentence_of([&] { search<TypeParam>(batch, grid, options); }).find("work space"),
            std::string::npos);
}

TYPED_TEST(LombScargleProduct, KeepsPhasesFarFromTheFirstCycle) {
  using Value = typename TypeParam::Real;
  // 2.5e6 days and 1e7 cycles.
  auto const batch = draw_batch<Value>({150}, 2e5, 1.37);
  FrequencyGrid const grid{50.0, 1.1e-7, 500};
  auto const actual = search<TypeParam>(batch, grid, this->by_product());
  EXPECT_TRUE(agrees(actual.power, this->expect(batch, grid, this->by_product())));
}

TYPED_TEST(LombScargleProduct, HasThePowersOfTheDirectSumsOnALongGrid) {
  auto const batch = draw_batch<typename TypeParam::Real>({301, 0, 597, 43, 597}, 300.0, 1.37);
  this->expect_direct(batch, FrequencyGrid{0.05, 0.0009, 20'000});
}

TYPED_TEST(LombScargleProduct, HasThemInEveryStripOfAVeryLongGrid) {
  auto const batch = draw_batch<typename TypeParam::Real>({40}, 300.0, 1.37);
  this->expect_direct(batch, FrequencyGrid{0.05, 0.00003, 600'001});
}

TYPED_TEST(LombScargleProduct, AStretchAgreesWithTheWhole) {
  using Value = typename TypeParam::Real;
  TestSpace const exec;
  auto const batch = draw_batch<Value>({3001, 40}, 300.0, 1.37);
  FrequencyGrid const grid{0.05, 0.0003, 20'000};
  auto const options = this->by_product();
  auto const whole = search<TypeParam>(batch, grid, options);
  FrequencyRange const range{stretch_unit, 2 * stretch_unit - 3};
  PowerView<Value, TestSpace> const part("test::power", 2, range.last - range.first);
  lomb_scargle_stretch<typename TypeParam::Backend>(exec, to_curves<Value>(batch), grid, range,
                                                    part, StatusView<TestSpace>{}, options);
  exec.fence();
  auto const actual = to_host(part);
  double const tolerance = lomb_scargle_tolerance<Value>(3001, 6.0 * 300.0);
  for (std::int64_t object = 0; object < 2; ++object) {
    auto const row = whole.row(object);
    for (std::int64_t k = range.first; k < range.last; ++k) {
      ASSERT_NEAR(actual[object * (range.last - range.first) + k - range.first], row[k], tolerance);
    }
  }
}

TEST(LombScargleProductRefusals, NameAMethodThatCan) {
  using V = Variant<DefaultBackend, double>;
  auto const batch = draw_batch<double>({43}, 300.0, 1.37);
  LombScargleOptions const options{.method = Method::product};
  EXPECT_EQ(sentence_of([&] {
              search<V>(batch, to_list({0.1, 0.3}), options);
            }),
            "The method product cannot serve a list of frequencies (its factors need equal steps)."
            " Use the method direct, or a regular grid.");
  siderum::detail::MethodRequest request;
  request.has_product = false;
  EXPECT_EQ(sentence_of([&] { siderum::detail::resolve_method(request, options); }),
            "The method product is not there for this space (the build has no OpenBLAS). Use the"
            " method direct.");
  request.is_host = false;
  EXPECT_EQ(sentence_of([&] { siderum::detail::resolve_method(request, options); }),
            "The method product is not there for this space (the build has no Kokkos Kernels). Use"
            " the method direct.");
}

}  // namespace
}  // namespace siderum::test
