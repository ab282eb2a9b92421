// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/algorithms/periods/detail/lomb_scargle/cost_model.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle/method.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle/multi_harmonic_sums_launch.hpp>
#include <siderum/backends/backend.hpp>
#include <siderum/core/error.hpp>

#include "algorithms/periods/lomb_scargle_support.hpp"
#include "support/sentence.hpp"

namespace siderum::test {
namespace {

// Sizes that no block divides, and objects that cannot be searched between those that can.
std::vector<std::int64_t> const ragged{597, 0, 43, 1, 130, 64};

/// Methods beside the direct sums, held to them.
template <class V>
class LombScargleMethods : public testing::Test {
 protected:
  using Real = typename V::Real;

  void SetUp() override {
    if (!has_transforms<V>) {
      GTEST_SKIP() << "this backend has no transforms for the space";
    }
  }

  static LombScargleOptions by(Method method, double tolerance, LombScargleOptions options = {}) {
    options.method = method;
    options.tolerance = tolerance;
    return options;
  }

  // The largest difference from the direct sums in FP64, the largest power there is being 1.
  static double largest_error(Batch const& batch, FrequencyGrid const& grid,
                              LombScargleOptions const& options) {
    using Exact = Variant<typename V::Backend, double>;
    auto direct = options;
    direct.method = Method::direct;
    auto const exact = search<Exact>(batch, grid, direct);
    auto const actual = search<V>(batch, grid, options);
    EXPECT_EQ(actual.status, exact.status);
    double worst = 0.0;
    for (std::size_t i = 0; i < exact.power.size(); ++i) {
      if (std::isnan(exact.power[i])) {
        EXPECT_TRUE(std::isnan(actual.power[i]));
        continue;
      }
      double const error = std::abs(static_cast<double>(actual.power[i]) - exact.power[i]);
      worst = error < 1.0 ? std::max(worst, error) : 1.0;
    }
    return worst;
  }

  // In FP32 transforms round to more than the tolerance.
  static double allowed(double tolerance) {
    return std::is_same_v<Real, float> ? 4.0 * tolerance : tolerance;
  }

  // What nufft can be asked for.
  static std::vector<double> tolerances() {
    if (std::is_same_v<Real, float>) {
      return {1e-2, 1e-3, 1e-4, 1e-5};
    }
    return {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13};
  }

  // Direct sums and nufft differ by their rounding as well.
  static double rounding(Batch const& batch, FrequencyGrid const& grid) {
    double worst = 0.0;
    for (std::int64_t object = 0; object < batch.objects(); ++object) {
      double const cycles = grid.frequency(grid.count) * batch.baseline(object);
      worst = std::max(worst, lomb_scargle_tolerance<Real>(batch.points(object), cycles));
    }
    return worst;
  }
};
TYPED_TEST_SUITE(LombScargleMethods, Variants, VariantNames);

TYPED_TEST(LombScargleMethods, NufftReachesEveryToleranceThatIsAskedFor) {
  auto const batch = draw_batch<typename TypeParam::Real>(ragged, 300.0, 1.37);
  FrequencyGrid const grid{0.05, 0.00033, 3001};
  double const rounding = this->rounding(batch, grid);
  for (double const tolerance : this->tolerances()) {
    if (tolerance < least_tolerance<typename TypeParam::Real>(grid.count)) {
      continue;
    }
    for (LombScargleOptions const& model : {generalized_periodogram(), standard_periodogram()}) {
      double const error =
          this->largest_error(batch, grid, this->by(Method::nufft, tolerance, model));
      EXPECT_LE(error, this->allowed(tolerance) + rounding) << tolerance;
      EXPECT_GT(error, 0.0) << tolerance;  // something else was computed
    }
  }
}

TYPED_TEST(LombScargleMethods, NufftSumsAreWithinTheTolerance) {
  if constexpr (has_transforms<TypeParam>) {
    using Value = typename TypeParam::Real;
    using Backend = typename TypeParam::Backend;
    TestSpace const exec;
    auto const batch = draw_batch<Value>({597, 43}, 300.0, 1.37);
    FrequencyGrid const grid{0.05, 0.00033, 3001};
    FrequencyRange const range{0, grid.count};
    auto const prepared = prepare(exec, to_curves<Value>(batch), LombScargleOptions{});
    auto const sums_by = [&](auto const& sum) {
      auto const sums =
          MultiHarmonicSums<Value, TestMemory>::allocate(exec, batch.objects(), 1, 2, grid.count);
      sum(MultiHarmonicSumWriter<Value, TestMemory>{prepared.summary, sums, 0, 1}, "test::sums");
      exec.fence();
      return std::pair(to_host(sums.values), to_host(sums.weights));
    };
    auto const exact = sums_by(typename Backend::template TrigSums<TestSpace, Value>(
        exec, prepared.series, grid, MeanSums::yes, range));
    double const rounding = 4.0 * std::numeric_limits<Value>::epsilon() * (std::sqrt(597.0) + 3.0) +
                            2.2e-16 * 8.0 * 30.0 * 300.0;
    for (double const tolerance : this->tolerances()) {
      auto const actual = sums_by(typename Backend::template NufftSums<TestSpace, Value>(
          exec, prepared.series, grid, MeanSums::yes, range, tolerance,
          LombScargleOptions{}.work_bytes));
      double worst = 0.0;
      for (std::size_t i = 0; i < exact.first.size(); ++i) {
        worst = std::max<double>(worst, Kokkos::abs(actual.first[i] - exact.first[i]));
      }
      for (std::size_t i = 0; i < exact.second.size(); ++i) {
        worst = std::max<double>(worst, Kokkos::abs(actual.second[i] - exact.second[i]));
      }
      EXPECT_LE(worst, tolerance + 2.0 * rounding) << tolerance;
    }
  }
}

TYPED_TEST(LombScargleMethods, NufftServesEveryOption) {
  auto const batch = draw_batch<typename TypeParam::Real>(ragged, 300.0, 1.37);
  FrequencyGrid const grid{0.05, 0.0217, 1131};
  double const tolerance = std::is_same_v<typename TypeParam::Real, float> ? 1e-5 : 1e-11;
  for (LombScargleOptions const& each : all_options()) {
    if (each.normalization != Normalization::standard) {
      continue;  // the others follow from it by what the direct sums share
    }
    EXPECT_LE(this->largest_error(batch, grid, this->by(Method::nufft, tolerance, each)),
              this->allowed(tolerance) + this->rounding(batch, grid))
        << name_of(each);
  }
}

// Powers that are infinite where a fit is perfect, of objects whose fits nearly are.
TYPED_TEST(LombScargleMethods, NufftHoldsItsToleranceInEveryNormalization) {
  using Value = typename TypeParam::Real;
  if (std::is_same_v<Value, float>) {
    GTEST_SKIP() << "Transforms in FP32 round to more than the tolerance.";
  }
  auto const batch = draw_batch<Value>({8, 9, 10, 11, 12, 13, 15, 17, 20, 150}, 100.0, 1.37);
  FrequencyGrid const grid{0.05, 0.0033, 3001};
  for (LombScargleOptions const& each : all_options()) {
    auto const options = this->by(Method::nufft, 0.0, each);
    auto expected = expected_powers<Value>(batch, frequencies_of(grid), options, reach_of(grid));
    for (std::int64_t object = 0; object < batch.objects(); ++object) {
      auto const row = expected.power.begin() + object * grid.count;
      auto const largest = static_cast<double>(*std::max_element(row, row + grid.count));
      for (std::int64_t k = 0; k < grid.count; ++k) {
        expected.tolerance[object * grid.count + k] +=
            tolerance_of<Value>(options, grid.count) * largest;
      }
    }
    auto const actual = search<TypeParam>(batch, grid, options);
    EXPECT_TRUE(agrees(actual.power, expected)) << name_of(each);
  }
}

TYPED_TEST(LombScargleMethods, NufftKeepsItsToleranceFarFromTheFirstCycle) {
  // 2.5e6 days and 1e7 cycles: phases are formed in FP64 whatever the method.
  auto const batch = draw_batch<typename TypeParam::Real>({150}, 2e5, 1.37);
  FrequencyGrid const grid{50.0, 1.1e-7, 2500};
  double const tolerance = std::is_same_v<typename TypeParam::Real, float> ? 1e-5 : 1e-9;
  EXPECT_LE(this->largest_error(batch, grid, this->by(Method::nufft, tolerance)),
            this->allowed(tolerance) + this->rounding(batch, grid));
}

// Objects that are far shorter than the first cycles of the grid, that have few points, and whose
// times repeat with a period of the grid.
template <class Real>
Batch draw_nearly_singular() {
  Batch batch;
  CounterRandom random(11, 0);
  auto const add = [&](std::int64_t points, double baseline, double unit) {
    for (std::int64_t j = 0; j < points; ++j) {
      double const t = baseline * random.uniform();
      batch.add_point(2'450'000.5 + (unit > 0.0 ? unit * std::floor(t / unit) : t), random.normal(),
                      0.5 + random.uniform());
    }
    batch.end_object();
  };
  add(200, 1000.0, 0.0);
  add(200, 0.3, 0.0);
  add(70, 0.01, 0.0);
  add(5, 900.0, 0.0);
  add(7, 2.0, 0.0);
  add(300, 800.0, 1.0);
  round_to<Real>(batch);
  return batch;
}

TYPED_TEST(LombScargleMethods, NufftIsRightWhereTheModelIsNearlySingular) {
  using Value = typename TypeParam::Real;
  auto const batch = draw_nearly_singular<Value>();
  FrequencyGrid const grid{0.0, 0.001, 4500};
  double const tolerance = std::is_same_v<Value, float> ? 1e-5 : 1e-9;
  for (LombScargleOptions const& model : {generalized_periodogram(), standard_periodogram()}) {
    auto const actual = search<TypeParam>(batch, grid, this->by(Method::nufft, tolerance, model));
    auto expected = expected_powers<Value>(batch, frequencies_of(grid), model, 128 * grid.step);
    for (double& most : expected.tolerance) {
      most += this->allowed(tolerance) * (std::is_same_v<Value, float> ? 95.0 : 1.0);
    }
    EXPECT_EQ(actual.status, expected.status);
    EXPECT_TRUE(agrees(actual.power, expected)) << name_of(model);
    auto const best = search_best<TypeParam>(batch, grid, this->by(Method::nufft, 0.0, model));
    for (std::int64_t object = 0; object < batch.objects(); ++object) {
      auto const row = actual.row(object);
      EXPECT_EQ(best.index[object], std::max_element(row.begin(), row.end()) - row.begin());
    }
  }
}

TYPED_TEST(LombScargleMethods, AStretchIsTheSameToTheLastBit) {
  using Value = typename TypeParam::Real;
  TestSpace const exec;
  auto const batch = draw_batch<Value>({3001, 40}, 300.0, 1.37);
  auto const curves = to_curves<Value>(batch);
  FrequencyGrid const grid{0.05, 0.0003, 20'000};
  auto const options = this->by(Method::nufft, 0.0);
  auto const whole = search<TypeParam>(batch, grid, options);
  FrequencyRange const range{stretch_unit, 2 * stretch_unit - 3};
  PowerView<Value, TestSpace> const part("test::power", 2, range.last - range.first);
  lomb_scargle_stretch<typename TypeParam::Backend>(exec, curves, grid, range, part,
                                                    StatusView<TestSpace>{}, options);
  exec.fence();
  auto const actual = to_host(part);
  for (std::int64_t object = 0; object < 2; ++object) {
    auto const row = whole.row(object);
    EXPECT_TRUE(std::equal(row.begin() + range.first, row.begin() + range.last,
                           actual.begin() + object * (range.last - range.first)));
  }
}

TYPED_TEST(LombScargleMethods, BestIsThatOfThePeriodogram) {
  auto const batch = draw_batch<typename TypeParam::Real>({301, 0, 597, 43}, 300.0, 1.37);
  FrequencyGrid const grid{0.05, 0.0003, 20'000};
  for (Method const method : {Method::nufft, Method::automatic}) {
    auto const options = this->by(method, 0.0);
    auto const best = search_best<TypeParam>(batch, grid, options);
    auto const all = search<TypeParam>(batch, grid, options);
    auto const direct = search_best<TypeParam>(batch, grid, this->by(Method::direct, 0.0));
    EXPECT_EQ(best.index, direct.index);
    EXPECT_EQ(best.status, direct.status);
    for (std::size_t object = 0; object < best.index.size(); ++object) {
      if (best.index[object] >= 0) {
        EXPECT_EQ(best.power[object], all.row(object)[best.index[object]]);
      }
    }
  }
}

TYPED_TEST(LombScargleMethods, AutomaticIsOneOfTheOthers) {
  using Value = typename TypeParam::Real;
  using Backend = typename TypeParam::Backend;
  TestSpace const exec;
  auto const method = [&](std::vector<std::int64_t> const& points, std::int64_t frequencies,
                          double tolerance) {
    return method_of<Backend>(exec, to_curves<Value>(draw_batch<Value>(points, 300.0, 1.0)),
                              FrequencyGrid{0.1, 1e-4, frequencies},
                              this->by(Method::automatic, tolerance));
  };
  EXPECT_EQ(method({10}, 5, 0.0), Method::direct);
  EXPECT_EQ(method({100'000}, 200'000, 0.0), Method::nufft);
  EXPECT_NE(method({100'000}, 200'000, 1e-15), Method::nufft);
  EXPECT_EQ(method_of<Backend>(exec, to_curves<Value>(draw_batch<Value>({9}, 300.0, 1.0)),
                               FrequencyGrid{0.1, 1e-4, 9}, this->by(Method::nufft, 0.0)),
            Method::nufft);
}

// Its products are slower than direct sums wherever those have room, and its transforms are not.
TEST(CostModel, KnowsThePortableBackendOfADevice) {
  siderum::detail::MethodRequest request;
  request.is_host = false;
  request.is_portable = true;
  std::int64_t ends[] = {0, 0};
  request.offsets = Kokkos::View<std::int64_t const*, Kokkos::HostSpace>(ends, 2);
  for (bool const is_double : {true, false}) {
    request.is_double = is_double;
    for (std::int64_t const points : {50, 1000, 30'000}) {
      ends[1] = points;
      for (std::int64_t const frequencies : {10'000, 1'000'000}) {
        request.frequencies = frequencies;
        EXPECT_NE(siderum::detail::resolve_method(request, {}), Method::product);
      }
    }
    EXPECT_EQ(siderum::detail::resolve_method(request, {}), Method::nufft);
  }
}

// One block of a device takes its points by itself, however few the frequencies.
TEST(CostModel, KnowsThatFewFrequenciesLeaveADeviceIdle) {
  MethodRates const rates = default_rates({.is_host = false, .is_double = true});
  auto const cost = [&](Method method, std::int64_t frequencies) {
    std::int64_t const section =
        portable::nufft::section_length(3554, frequencies, portable::nufft::Place::device);
    return cost_of(method, rates, 3554, frequencies, 3, section);
  };
  auto const of_all = [&](std::int64_t frequencies) { return cost(Method::direct, frequencies); };
  EXPECT_EQ(cost_of_direct(rates, of_all(1'000'000), 3554, 3),
            rates.direct_launch + of_all(1'000'000));
  EXPECT_GT(cost_of_direct(rates, of_all(1000), 3554, 3), 2.0 * rates.direct_launch);
  EXPECT_GT(cost_of_direct(rates, of_all(1000), 3554, 3),
            cost(Method::nufft, 1000) + rates.nufft_launch);
}

// Products of a whole device by built-in rates: 1.1 times faster than direct sums.
TEST(CostModel, TakesProductsThatAreALittleFaster) {
  std::int64_t const ends[] = {0, 3554};
  siderum::detail::MethodRequest request;
  request.offsets = Kokkos::View<std::int64_t const*, Kokkos::HostSpace>(ends, 2);
  request.is_host = false;
  request.has_nufft = false;
  request.device = "a device that was never tuned";
  auto const method = [&](std::int64_t frequencies) {
    request.frequencies = frequencies;
    return siderum::detail::resolve_method(request, LombScargleOptions{});
  };
  EXPECT_EQ(method(1'000'000), Method::product);
  EXPECT_EQ(method(100'000), Method::direct);
}

// 999 asteroids on an H200: 1.8 ms by direct sums and 3.4 by products at 28,608 frequencies, 9.4
// and 12.1 at 200,000, 45 and 51 at a million.
TEST(CostModel, SearchesShortLightCurvesOnDevicesDirectly) {
  std::vector<std::int64_t> ends(1000);
  for (std::size_t i = 0; i < ends.size(); ++i) {
    ends[i] = 158 * static_cast<std::int64_t>(i);
  }
  siderum::detail::MethodRequest request;
  request.offsets = Kokkos::View<std::int64_t const*, Kokkos::HostSpace>(ends.data(), ends.size());
  request.is_host = false;
  request.device = "a device that was never tuned";
  for (bool const is_double : {true, false}) {
    request.is_double = is_double;
    for (std::int64_t const frequencies : {28'608, 200'000, 1'000'000}) {
      request.frequencies = frequencies;
      EXPECT_EQ(siderum::detail::resolve_method(request, {}), Method::direct)
          << is_double << ' ' << frequencies;
    }
  }
}

// Their launches follow closely, and transforms have the more of them.
TEST(CostModel, KnowsThatHarmonicsAreLaunchedOneByOne) {
  auto const method = [](int harmonics, std::int64_t frequencies) {
    std::int64_t const ends[] = {0, 3000};
    siderum::detail::MethodRequest request;
    request.offsets = Kokkos::View<std::int64_t const*, Kokkos::HostSpace>(ends, 2);
    request.frequencies = frequencies;
    request.harmonics = harmonics;
    request.is_host = false;
    request.device = "a device that was never tuned";
    return siderum::detail::resolve_method(request, LombScargleOptions{});
  };
  EXPECT_EQ(method(1, 10'000), Method::nufft);
  EXPECT_EQ(method(2, 10'000), Method::nufft);
  EXPECT_EQ(method(4, 10'000), Method::direct);
  EXPECT_EQ(method(2, 100'000), Method::nufft);
  EXPECT_EQ(method(4, 100'000), Method::nufft);
}

/// Checked on the host before anything is launched.
TEST(LombScargleMethodRefusals, NameAMethodThatCan) {
  using V = Variant<DefaultBackend, double>;
  auto const batch = draw_batch<double>({43}, 300.0, 1.37);
  LombScargleOptions nufft{.method = Method::nufft};
  EXPECT_EQ(sentence_of([&] {
              search<V>(batch, to_list({0.1, 0.3}), nufft);
            }),
            "The method nufft cannot serve a list of frequencies (its transforms need equal"
            " steps). Use the method direct, or a regular grid.");
  FrequencyGrid const grid{0.1, 0.01, 100};
  nufft.tolerance = 5e-14;
  EXPECT_EQ(sentence_of([&] { search<V>(batch, grid, nufft); }),
            "The tolerance 5e-14 is too small for the method nufft (4e-12 is the least"
            " that it reaches here). Use the method direct, which is exact to rounding, or a "
            "larger tolerance.");
  for (double const tolerance : {-1e-9, 1.0, std::nan("")}) {
    nufft.tolerance = tolerance;
    EXPECT_NE(sentence_of([&] { search<V>(batch, grid, nufft); }).find("above 0"),
              std::string::npos);
  }
}

TEST(LombScargleMethodRefusals, NameWhatTheBuildLacks) {
  siderum::detail::MethodRequest request;
  request.has_nufft = false;
  EXPECT_EQ(sentence_of([&] {
              siderum::detail::resolve_method(request, LombScargleOptions{.method = Method::nufft});
            }),
            "The method nufft is not there for this space (the build has SIDERUM_FFT=off). Use the"
            " method direct.");
  EXPECT_EQ(siderum::detail::resolve_method(request, LombScargleOptions{}), Method::direct);
}

TEST(LombScargleMethodRefusals, GrowWithTheGrid) {
  siderum::detail::MethodRequest request;
  request.frequencies = 10'000'000;
  LombScargleOptions options{.method = Method::nufft, .tolerance = 2e-10};
  EXPECT_THROW(siderum::detail::resolve_method(request, options), Error);
  options.tolerance = 4e-10;
  EXPECT_EQ(siderum::detail::resolve_method(request, options), Method::nufft);
}

}  // namespace
}  // namespace siderum::test
