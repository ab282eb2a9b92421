// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/lomb_scargle_shared.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/periods/lomb_scargle_support.hpp"
#include "support/sentence.hpp"

namespace siderum::test {
namespace {

/// `objects` light curves at the same times with the same errors, as one batch that repeats them.
template <class Real>
Batch draw_shared(std::int64_t objects, std::int64_t points) {
  Batch const one = draw_batch<Real>({points}, 200.0, 1.37);
  Batch batch;
  for (std::int64_t object = 0; object < objects; ++object) {
    CounterRandom random(5, static_cast<std::uint64_t>(object));
    double const frequency = 0.4 + 0.31 * static_cast<double>(object);
    for (std::int64_t j = 0; j < points; ++j) {
      double const y = std::cos(6.283185307179586 * frequency * one.time[j]) + random.normal();
      // The second object does not vary.
      batch.add_point(one.time[j], object == 1 ? 3.5 : 12.0 + y, one.error[j]);
    }
    batch.end_object();
  }
  round_to<Real>(batch);
  return batch;
}

template <class Real>
SharedCurves<Real, TestMemory> to_shared(Batch const& batch) {
  TestSpace const exec;
  auto const points = static_cast<std::size_t>(batch.points(0));
  auto const shared = mirror_to(
      exec, make_shared_curves<Real>({batch.time.data(), points}, batch.value,
                                     {batch.error.data(), batch.error.empty() ? 0 : points}));
  exec.fence();
  return shared;
}

template <class V>
class LombScargleShared : public testing::Test {
 protected:
  using Real = typename V::Real;
  using Backend = typename V::Backend;

  static constexpr bool has_product = Backend::template Product<TestSpace, Real>::is_available;
  static constexpr bool has_nufft = Backend::template Fft<TestSpace, Real>::is_available;

  void SetUp() override {
    if (!has_product && !has_nufft) {
      GTEST_SKIP() << "this backend has neither products nor transforms for the space";
    }
  }

  static std::vector<Method> methods() {
    std::vector<Method> some;
    if (has_product) {
      some.push_back(Method::product);
    }
    if (has_nufft) {
      some.push_back(Method::nufft);
    }
    return some;
  }

  static Periodograms<Real> search_shared(Batch const& batch, FrequencyGrid const& grid,
                                          LombScargleOptions const& options) {
    TestSpace const exec;
    auto const objects = static_cast<std::size_t>(batch.objects());
    PowerView<Real, TestSpace> const power("test::power", objects,
                                           static_cast<std::size_t>(grid.count));
    StatusView<TestSpace> const status("test::status", objects);
    lomb_scargle<Backend>(exec, to_shared<Real>(batch), grid, power, status, options);
    exec.fence();
    return {to_host(power), to_host(status)};
  }

  /// What they promise: the tolerance in units of the largest power of an object.
  static void allow_for_transforms(ExpectedPowers& expected, double tolerance) {
    std::size_t const frequencies = expected.power.size() / expected.status.size();
    for (std::size_t begin = 0; begin < expected.power.size(); begin += frequencies) {
      long double largest = 0.0L;
      for (std::size_t i = begin; i < begin + frequencies; ++i) {
        largest = std::fmax(largest, expected.power[i]);  // passes over NaN
      }
      for (std::size_t i = begin; i < begin + frequencies; ++i) {
        expected.tolerance[i] += tolerance * static_cast<double>(largest);
      }
    }
  }

  static BestOnHost<Real> best_shared(Batch const& batch, FrequencyGrid const& grid,
                                      LombScargleOptions const& options) {
    TestSpace const exec;
    auto const best = BestPeriods<Real, TestSpace>::allocate(exec, batch.objects());
    best_periods<Backend>(exec, to_shared<Real>(batch), grid, best, options);
    exec.fence();
    return {to_host(best.index), to_host(best.power), to_host(best.status)};
  }
};
TYPED_TEST_SUITE(LombScargleShared, Variants, VariantNames);

TYPED_TEST(LombScargleShared, AgreesWithTheOracleForEveryOption) {
  using Value = typename TypeParam::Real;
  auto const batch = draw_shared<Value>(5, 301);
  FrequencyGrid const grid{0.05, 0.0217, 131};
  for (LombScargleOptions options : all_options()) {
    auto const exact = expected_powers<Value>(batch, frequencies_of(grid), options, 128 * 0.0217);
    for (Method const method : this->methods()) {
      options.method = method;
      options.tolerance = std::is_same_v<Value, double> ? 4e-12 : 1e-6;
      auto const actual = this->search_shared(batch, grid, options);
      auto expected = exact;
      if (method == Method::nufft) {
        this->allow_for_transforms(expected, options.tolerance);
      }
      EXPECT_TRUE(agrees(actual.power, expected)) << name_of(options) << name_of(method);
      EXPECT_EQ(actual.status, expected.status) << name_of(options) << name_of(method);
    }
  }
}

TYPED_TEST(LombScargleShared, HasThePowersOfTheObjectsOneByOne) {
  using Value = typename TypeParam::Real;
  // More points, objects and frequencies than one product, group or strip has, none a multiple.
  auto const batch = draw_shared<Value>(131, 1100);
  FrequencyGrid const grid{0.05, 0.0007, 9001};
  LombScargleOptions direct;
  direct.method = Method::direct;
  auto const exact = search<Variant<typename TypeParam::Backend, double>>(batch, grid, direct);
  for (Method const method : this->methods()) {
    LombScargleOptions options;
    options.method = method;
    auto const actual = this->search_shared(batch, grid, options);
    EXPECT_EQ(actual.status, exact.status);
    double const tolerance =
        2.0 * lomb_scargle_tolerance<Value>(1100, 7.0 * 200.0) +
        (method == Method::nufft ? tolerance_of<Value>(options, grid.count) : 0.0);
    for (std::size_t i = 0; i < exact.power.size(); ++i) {
      ASSERT_EQ(std::isnan(actual.power[i]), std::isnan(exact.power[i])) << i;
      if (!std::isnan(exact.power[i])) {
        ASSERT_NEAR(static_cast<double>(actual.power[i]), exact.power[i], tolerance)
            << i << name_of(method);
      }
    }
    auto const best = this->best_shared(batch, grid, options);
    for (std::int64_t object = 0; object < batch.objects(); ++object) {
      auto const row = actual.row(object);
      if (object == 1) {
        EXPECT_EQ(best.index[object], -1);
        continue;
      }
      auto const largest = std::max_element(row.begin(), row.end());
      EXPECT_EQ(best.index[object], largest - row.begin());
      EXPECT_EQ(best.power[object], *largest);
    }
  }
}

TYPED_TEST(LombScargleShared, ReachesTheToleranceOfTransforms) {
  using Value = typename TypeParam::Real;
  if (!this->has_nufft || std::is_same_v<Value, float>) {
    GTEST_SKIP() << "the sweep is that of transforms in double precision";
  }
  // One long series with the times of a mission, so that sections are long and objects few.
  auto const batch = draw_shared<Value>(3, 5000);
  FrequencyGrid const grid{0.0, 0.0004, 20000};
  LombScargleOptions options;
  options.method = Method::direct;
  auto const exact = search<TypeParam>(batch, grid, options);
  options.method = Method::nufft;
  for (double const tolerance : {1e-3, 1e-5, 1e-7, 1e-9, 1e-11}) {
    options.tolerance = tolerance;
    auto const actual = this->search_shared(batch, grid, options);
    for (std::size_t i = 0; i < exact.power.size(); ++i) {
      if (!std::isnan(exact.power[i])) {
        ASSERT_NEAR(actual.power[i], exact.power[i], tolerance) << i << " " << tolerance;
      }
    }
  }
}

TYPED_TEST(LombScargleShared, TransformsInSmallBatchesAreTheSame) {
  using Value = typename TypeParam::Real;
  if (!this->has_nufft) {
    GTEST_SKIP() << "no transforms for this space";
  }
  // More sections than a batch holds, more objects than a team, neither a multiple.
  auto const batch = draw_shared<Value>(21, 130);
  FrequencyGrid const grid{0.05, 0.0007, 40'000};
  LombScargleOptions options;
  options.method = Method::nufft;
  auto const whole = this->search_shared(batch, grid, options);
  double const tolerance = std::is_same_v<Value, double> ? 1e-12 : 1e-5;
  for (std::int64_t const work_bytes : {std::int64_t{1}, std::int64_t{1} << 22}) {
    options.work_bytes = work_bytes;
    auto const actual = this->search_shared(batch, grid, options);
    for (std::size_t i = 0; i < whole.power.size(); ++i) {
      ASSERT_EQ(std::isnan(actual.power[i]), std::isnan(whole.power[i])) << i;
      if (!std::isnan(whole.power[i])) {
        ASSERT_NEAR(actual.power[i], whole.power[i], tolerance) << i << " " << work_bytes;
      }
    }
  }
}

TYPED_TEST(LombScargleShared, TellsTheMethodThatIsTaken) {
  using Chosen = typename TypeParam::Backend;
  TestSpace const exec;
  auto const curves = to_shared<typename TypeParam::Real>(draw_shared<double>(3, 50));
  FrequencyGrid const grid{0.1, 0.1, 500};
  auto const all = this->methods();
  Method const taken = method_of<Chosen>(exec, curves, grid);
  EXPECT_EQ(std::count(all.begin(), all.end(), taken), 1);
  for (Method const method : all) {
    EXPECT_EQ(method_of<Chosen>(exec, curves, grid, {.method = method}), method);
  }
  EXPECT_NE(sentence_of([&] {
              method_of<Chosen>(exec, curves, grid, {.method = Method::direct});
            }).find("Use the method product"),
            std::string::npos);
}

TYPED_TEST(LombScargleShared, OfFewPointsHasAStatus) {
  auto const batch = draw_shared<typename TypeParam::Real>(2, 3);
  FrequencyGrid const grid{0.1, 0.1, 5};
  auto const actual = this->search_shared(batch, grid, {});
  EXPECT_EQ(actual.status[0], ObjectStatus::too_few_points);
  EXPECT_TRUE(std::all_of(actual.power.begin(), actual.power.end(),
                          [](auto power) { return std::isnan(power); }));
}

TEST(SharedCurvesTest, RefusesWhatIsNoTable) {
  std::vector<double> const time{0.0, 1.0, 2.0};
  std::vector<double> value{1.0, 2.0, 3.0, 4.0};
  EXPECT_EQ(sentence_of([&] { make_shared_curves<double>(time, value); }),
            "There are 3 times and 4 values (every object has one value at each time). Give whole"
            " rows of values.");
  value = {1.0, 2.0, 3.0, 4.0, std::nan(""), 6.0};
  EXPECT_EQ(sentence_of([&] { make_shared_curves<double>(time, value); }),
            "The value of object 1, point 1 is not finite in the precision asked for. Remove or"
            " rescale it.");
}

TEST(SharedCurvesTest, MayBeAViewOfTheUsersMemory) {
  std::vector<double> const time{1.0, 2.0, 4.0};
  std::vector<float> value{1.0F, 2.0F, 3.0F, 4.0F, 5.0F, 6.0F};
  std::vector<float> const error{0.1F, 0.2F, 0.1F};
  auto const curves = view_shared_curves<float>(time, value, error);
  EXPECT_EQ(curves.objects(), 2);
  EXPECT_EQ(curves.points(), 3);
  EXPECT_EQ(curves.time.data(), time.data());
  EXPECT_EQ(curves.value.data(), value.data());
  EXPECT_EQ(curves.error.data(), error.data());
  EXPECT_EQ(curves.value(1, 2), 6.0F);
  value[5] = std::numeric_limits<float>::infinity();
  EXPECT_EQ(sentence_of([&] { view_shared_curves<float>(time, value); }),
            "The value of object 1, point 2 is not finite in the precision asked for. Remove or"
            " rescale it.");
}

TEST(SharedCurvesTest, RefusesSpacesWithoutProducts) {
  std::int64_t const ends[] = {0, 9};
  siderum::detail::MethodRequest request;
  request.offsets = Kokkos::View<std::int64_t const*, Kokkos::HostSpace>(ends, 2);
  request.frequencies = 5;
  request.has_product = false;
  request.has_nufft = false;
  EXPECT_EQ(sentence_of([&] { siderum::detail::resolve_shared_method(request, 3, {}); }),
            "Light curves that share their times need matrix products (the build has no OpenBLAS)."
            " Search them as LightCurves, each with its own times.");
  request.is_host = false;
  EXPECT_EQ(sentence_of([&] { siderum::detail::resolve_shared_method(request, 3, {}); }),
            "Light curves that share their times need matrix products (the build has no Kokkos"
            " Kernels). Search them as LightCurves, each with its own times.");
}

}  // namespace
}  // namespace siderum::test
