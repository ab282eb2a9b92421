// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/multiband.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/algorithms/periods/detail/lomb_scargle/method.hpp>

#include "algorithms/periods/lomb_scargle_support.hpp"
#include "algorithms/periods/multiband_support.hpp"
#include "reference/multi_harmonic_model.hpp"
#include "reference/multiband.hpp"
#include "support/sentence.hpp"

namespace siderum::test {
namespace {

/// A batch whose points have bands.
struct BandedBatch {
  Batch batch;
  std::vector<std::int32_t> band;
  std::vector<std::string> names;

  reference::BandedCurve curve(std::int64_t object, Errors errors) const {
    return {batch.points(object),
            batch.times(object),
            batch.values(object),
            errors == Errors::use ? batch.errors(object) : nullptr,
            band.data() + batch.offsets[object],
            static_cast<int>(names.size())};
  }
  /// The points of one object in one band.
  Batch only(std::int64_t object, std::int32_t of_band) const {
    Batch part;
    for (std::int64_t j = batch.offsets[object]; j < batch.offsets[object + 1]; ++j) {
      if (band[j] == of_band) {
        part.add_point(batch.time[j], batch.value[j], batch.error[j]);
      }
    }
    part.end_object();
    return part;
  }
};

template <class Real>
BandedBatch draw_bands(std::vector<std::int64_t> const& points, std::uint64_t seed = 83) {
  BandedBatch drawn;
  drawn.names = {"g", "r", "i"};
  for (std::size_t object = 0; object < points.size(); ++object) {
    CounterRandom random(seed, object);
    for (std::int64_t j = 0; j < points[object]; ++j) {
      auto const band = static_cast<std::int32_t>(random.uniform(0.0, 3.0));
      double const t = 2458000.5 + random.uniform(0.0, 60.0);
      double const x = 2.0 * std::numbers::pi * 0.731 * t + 0.4 * band;
      double const sigma = 0.03 * std::exp(0.5 * random.normal());
      drawn.batch.add_point(t,
                            15.0 + 0.7 * band + (0.2 + 0.1 * band) * std::cos(x) +
                                0.1 * std::sin(2.0 * x) + 2.0 * sigma * random.normal(),
                            sigma);
      drawn.band.push_back(band);
    }
    drawn.batch.end_object();
  }
  round_to<Real>(drawn.batch);
  return drawn;
}

template <class Real>
MultibandCurves<Real, TestMemory> to_multiband(BandedBatch const& banded) {
  TestSpace const exec;
  auto const curves = mirror_to(
      exec, make_multiband_curves<Real>(banded.batch.time, banded.batch.value, banded.batch.error,
                                        banded.band, banded.batch.offsets, banded.names));
  exec.fence();
  return curves;
}

template <class V>
Periodograms<typename V::Real> search_bands(BandedBatch const& banded, FrequencyGrid const& grid,
                                            MultibandOptions const& options = {}) {
  using Value = typename V::Real;
  TestSpace const exec;
  auto const objects = static_cast<std::size_t>(banded.batch.objects());
  PowerView<Value, TestSpace> const power("test::power", objects,
                                          static_cast<std::size_t>(grid.count));
  StatusView<TestSpace> const status("test::status", objects);
  multiband<typename V::Backend>(exec, to_multiband<Value>(banded), grid, power, status, options);
  exec.fence();
  return {to_host(power), to_host(status)};
}

template <class V>
BestOnHost<typename V::Real> best_of_bands(BandedBatch const& banded, FrequencyGrid const& grid,
                                           MultibandOptions const& options = {}) {
  using Value = typename V::Real;
  TestSpace const exec;
  auto const best = BestPeriods<Value, TestSpace>::allocate(exec, banded.batch.objects());
  best_multiband<typename V::Backend>(exec, to_multiband<Value>(banded), grid, best, options);
  exec.fence();
  return {to_host(best.index), to_host(best.power), to_host(best.status)};
}

/// What sums by transforms are within, in units of the sum of the strengths.
template <class Real>
constexpr double of_transforms = std::is_same_v<Real, float> ? 1e-6 : 1e-13;

/// The oracle solves the normal equations with 19 digits, of which it loses those of the axis.
constexpr long double least_axis_of_oracle = 1e-9L;

template <class V>
class Multiband : public testing::Test {};
TYPED_TEST_SUITE(Multiband, Variants, VariantNames);

TYPED_TEST(Multiband, FlexibleAgreesWithTheOracle) {
  using Value = typename TypeParam::Real;
  auto const banded = draw_bands<Value>({97, 61});
  FrequencyGrid const grid{0.21, 0.1913, 17};
  for (auto const& [base, band] :
       std::vector<std::pair<int, int>>{{1, 1}, {0, 1}, {1, 0}, {2, 1}, {1, 2}, {4, 1}, {2, 5}}) {
    for (double const ridge : {1e-9, 1e-6, 1e-2}) {
      for (Errors const errors : {Errors::use, Errors::ignore}) {
        MultibandOptions const options{.base_terms = base,
                                       .band_terms = band,
                                       .band_ridge = ridge,
                                       .periodogram = {.errors = errors}};
        auto const found = search_bands<TypeParam>(banded, grid, options);
        for (std::int64_t object = 0; object < 2; ++object) {
          for (std::int64_t k = 0; k < grid.count; ++k) {
            auto const expected = reference::flexible_power(
                banded.curve(object, errors), grid.frequency(k),
                {.base_terms = base, .band_terms = band, .band_ridge = ridge});
            int const terms = std::max(base, band);
            double const tolerance = multi_harmonic_tolerance<Value>(
                banded.batch.points(object), terms,
                (grid.frequency(16) + reach_of(grid)) * banded.batch.baseline(object),
                static_cast<double>(expected.smallest_axis));
            if (tolerance < 1.0) {
              EXPECT_TRUE(near_value(found.row(object)[static_cast<std::size_t>(k)], expected.power,
                                     tolerance))
                  << base << " and " << band << " terms, ridge " << ridge << ", k " << k;
            }
          }
        }
      }
    }
  }
}

// Of less than a cycle, where harmonics of the base are next to dependent.
TYPED_TEST(Multiband, FewCyclesHaveTheirPowers) {
  using Value = typename TypeParam::Real;
  auto const banded = draw_bands<Value>({97, 200});
  double const baseline = banded.batch.baseline(0);
  FrequencyGrid const grid{0.05 / baseline, 0.05 / baseline, 20};
  auto const list = mirror_to(TestSpace(), make_frequency_list(doubles_of(grid)));
  for (MultibandMethod const method : {MultibandMethod::flexible, MultibandMethod::fast}) {
    for (int const terms : {1, 2, 3}) {
      MultibandOptions const options{.method = method, .base_terms = terms};
      auto const found = search_bands<TypeParam>(banded, grid, options);
      PowerView<Value, TestSpace> const power("test::power", 2, 20);
      multiband<typename TypeParam::Backend>(TestSpace(), to_multiband<Value>(banded), list, power,
                                             {}, options);
      TestSpace().fence();
      std::vector<double> const wanted(found.power.begin(), found.power.end());
      EXPECT_TRUE(all_near(to_host(power), wanted, 2.0 * multiband_tolerance<Value>(200, 0.0)));
      for (std::int64_t object = 0; object < 2; ++object) {
        for (std::int64_t k = 0; k < grid.count; ++k) {
          double const actual = found.row(object)[static_cast<std::size_t>(k)];
          EXPECT_TRUE(std::isfinite(actual)) << k << ", " << terms << " terms";
          auto const expected =
              reference::flexible_power(banded.curve(object, Errors::use), grid.frequency(k),
                                        {.base_terms = terms, .band_terms = 1, .band_ridge = 1e-6});
          if (method == MultibandMethod::flexible &&
              expected.smallest_axis > least_axis_of_oracle) {
            EXPECT_NEAR(actual, static_cast<double>(expected.power),
                        multiband_tolerance<Value>(banded.batch.points(object), 0.0))
                << k << ", " << terms << " terms";
          }
        }
      }
    }
  }
}

TYPED_TEST(Multiband, FlexibleAgreesWithAstropy) {
  using Value = typename TypeParam::Real;
  auto const golden = read_golden_bands();
  BandedBatch banded{{golden.time, golden.value, golden.error, {}}, golden.band, {"0", "1", "2"}};
  banded.batch.offsets = {0, static_cast<std::int64_t>(golden.time.size())};
  FrequencyGrid const grid{golden.first, golden.step, 40};
  for (auto const& row : golden.flexible) {
    MultibandOptions const options{
        .base_terms = row.base_terms,
        .band_terms = row.band_terms,
        .base_ridge = row.base_ridge,
        .band_ridge = row.band_ridge,
        .ridge_unit = row.by_trace ? RidgeUnit::trace : RidgeUnit::absolute,
        .periodogram = {.center_data = row.center ? CenterData::yes : CenterData::no,
                        .errors = row.errors ? Errors::use : Errors::ignore}};
    double const largest = *std::max_element(row.power.begin(), row.power.end());
    // In float the values themselves are rounded.
    EXPECT_TRUE(all_near(search_bands<TypeParam>(banded, grid, options).power, row.power,
                         std::is_same_v<Value, float> ? 3e-4 : outside_program_tolerance(largest)))
        << row.base_terms << " and " << row.band_terms;
  }
}

TYPED_TEST(Multiband, FastIsTheWeightedMeanOfTheBands) {
  using Value = typename TypeParam::Real;
  auto const banded = draw_bands<Value>({97, 61});
  FrequencyGrid const grid{0.21, 0.1913, 17};
  for (int const terms : {1, 3}) {
    for (FitMean const fit_mean : {FitMean::no, FitMean::yes}) {
      LombScargleOptions const model{.fit_mean = fit_mean};
      auto const found = search_bands<TypeParam>(
          banded, grid,
          {.method = MultibandMethod::fast, .base_terms = terms, .periodogram = model});
      for (std::int64_t object = 0; object < 2; ++object) {
        for (std::int64_t k = 0; k < grid.count; ++k) {
          long double chi_square = 0;
          long double removed = 0;
          double tolerance = 0.0;
          for (std::int32_t band = 0; band < 3; ++band) {
            Batch const part = banded.only(object, band);
            auto psd = model;
            psd.normalization = Normalization::psd;
            long double const of_band = reference::lomb_scargle_largest_power(
                part.points(0), part.times(0), part.values(0), part.errors(0), psd);
            auto const fit = reference::fit_multi_harmonic(
                {part.points(0), part.times(0), part.values(0), part.errors(0)}, grid.frequency(k),
                terms, model);
            chi_square += of_band;
            removed += of_band * fit.power;
            tolerance =
                std::max(tolerance, multi_harmonic_tolerance<Value>(
                                        part.points(0), terms,
                                        (grid.frequency(16) + reach_of(grid)) * part.baseline(0),
                                        static_cast<double>(fit.smallest_axis)));
          }
          EXPECT_TRUE(near_value(found.row(object)[static_cast<std::size_t>(k)],
                                 removed / chi_square, std::min(tolerance, 1.0)));
        }
      }
    }
  }
}

TYPED_TEST(Multiband, FastAgreesWithAstropyButForItsWeights) {
  // astropy weights the bands with the sum of their squared powers over the frequencies.
  using Value = typename TypeParam::Real;
  auto const golden = read_golden_bands();
  BandedBatch banded{{golden.time, golden.value, golden.error, {}}, golden.band, {"0", "1", "2"}};
  banded.batch.offsets = {0, static_cast<std::int64_t>(golden.time.size())};
  round_to<Value>(banded.batch);
  FrequencyGrid const grid{golden.first, golden.step, 40};
  for (auto const& row : golden.fast) {
    std::vector<double> mean(40, 0.0);
    double weights = 0.0;
    for (std::int32_t band = 0; band < 3; ++band) {
      BandedBatch const alone{banded.only(0, band),
                              std::vector<std::int32_t>(banded.only(0, band).time.size(), 0),
                              {"one"}};
      auto const power = search_bands<TypeParam>(
                             alone, grid,
                             {.method = MultibandMethod::fast,
                              .base_terms = row.terms,
                              .periodogram = {.errors = row.errors ? Errors::use : Errors::ignore}})
                             .power;
      double weight = 0.0;
      for (auto const x : power) {
        weight += static_cast<double>(x) * static_cast<double>(x);
      }
      for (std::size_t k = 0; k < 40; ++k) {
        mean[k] += weight * static_cast<double>(power[k]);
      }
      weights += weight;
    }
    for (double& x : mean) {
      x /= weights;
    }
    double const largest = *std::max_element(row.power.begin(), row.power.end());
    EXPECT_TRUE(all_near(mean, row.power,
                         std::is_same_v<Value, float> ? 3e-4 : outside_program_tolerance(largest)))
        << row.terms;
  }
}

TYPED_TEST(Multiband, BestAndPiecesAreThoseOfTheWhole) {
  using Value = typename TypeParam::Real;
  auto const banded = draw_bands<Value>({97, 0, 61, 3, 80});
  FrequencyGrid const grid{0.05, 0.0003, 9001};
  for (auto const method : {MultibandMethod::flexible, MultibandMethod::fast}) {
    auto const whole = search_bands<TypeParam>(banded, grid, {.method = method});
    EXPECT_EQ(whole.status[1], ObjectStatus::no_points);
    EXPECT_EQ(whole.status[3], ObjectStatus::too_few_points);
    EXPECT_TRUE(all_nan(whole.row(1)));
    for (std::int64_t const bytes : {1, 3000000}) {
      MultibandOptions const options{.method = method, .work_bytes = bytes};
      EXPECT_TRUE(all_equal(search_bands<TypeParam>(banded, grid, options).power, whole.power));
      auto const best = best_of_bands<TypeParam>(banded, grid, options);
      EXPECT_EQ(best.status, whole.status);
      for (std::int64_t object = 0; object < 5; ++object) {
        auto const row = whole.row(object);
        std::vector<long double> const powers(row.begin(), row.end());
        EXPECT_EQ(best.index[static_cast<std::size_t>(object)],
                  reference::best_index(grid.count, powers.data()));
      }
      EXPECT_NEAR(grid.frequency(best.index[0]), 0.731, 0.005);
    }
  }
}

TYPED_TEST(Multiband, FindsAPeriodThatNoBandShowsAlone) {
  using Value = typename TypeParam::Real;
  BandedBatch banded;
  banded.names = {"u", "g", "r", "i", "z"};
  CounterRandom random(89, 0);
  for (int j = 0; j < 55; ++j) {  // eleven points a band
    double const t = random.uniform(0.0, 30.0);
    double const x = 2.0 * std::numbers::pi * 1.618 * t;
    banded.batch.add_point(t, 14.0 + 0.5 * (j % 5) + 0.3 * std::cos(x) + 0.17 * random.normal(),
                           0.17);
    banded.band.push_back(j % 5);
  }
  banded.batch.end_object();
  round_to<Value>(banded.batch);
  FrequencyGrid const grid{0.05, 0.003, 2000};
  auto const best =
      best_of_bands<TypeParam>(banded, grid, {.base_terms = 1, .band_terms = 0}).index[0];
  EXPECT_NEAR(grid.frequency(best), 1.618, 0.01);
  int found = 0;
  for (std::int32_t band = 0; band < 5; ++band) {
    auto const alone = search_best<TypeParam>(banded.only(0, band), grid).index[0];
    found += std::fabs(grid.frequency(alone) - 1.618) < 0.01 ? 1 : 0;
  }
  EXPECT_LT(found, 3);
}

// Also where a band has fewer points than its part of the model has coefficients, so that the
// ridge alone holds it, and where it has none.
TYPED_TEST(Multiband, MethodsAgree) {
  using Value = typename TypeParam::Real;
  using Backend = typename TypeParam::Backend;
  auto banded = draw_bands<Value>({97, 300, 40, 60});
  for (std::int64_t j = 397; j < 435; ++j) {
    banded.band[static_cast<std::size_t>(j)] %= 2;
  }
  banded.band[435] = banded.band[436] = 2;
  for (std::int64_t j = 437; j < 497; ++j) {
    banded.band[static_cast<std::size_t>(j)] &= 2;
  }
  FrequencyGrid const grid{0.21, 0.0017, 9000};
  double const transformed = 300.0 * of_transforms<Value>;
  for (MultibandMethod const method : {MultibandMethod::flexible, MultibandMethod::fast}) {
    for (int const terms : {1, 2}) {
      MultibandOptions options{.method = method, .base_terms = terms};
      options.periodogram.method = Method::direct;
      auto const expected = search_bands<TypeParam>(banded, grid, options);
      auto const compare = [&](Method by, double tolerance) {
        options.periodogram.method = by;
        auto const found = search_bands<TypeParam>(banded, grid, options);
        double worst = 0.0;
        for (std::int64_t object = 0; object < 4; ++object) {
          for (std::size_t k = 0; k < 9000; ++k) {
            double const difference = std::fabs(static_cast<double>(found.row(object)[k]) -
                                                static_cast<double>(expected.row(object)[k]));
            worst = difference <= worst ? worst : difference;  // NaN stays
          }
        }
        EXPECT_LE(worst, tolerance) << siderum::name_of(by) << ", " << terms << " terms, "
                                    << (method == MultibandMethod::fast ? "fast" : "flexible");
      };
      if constexpr (Backend::template Product<TestSpace, Value>::is_available) {
        compare(Method::product, transformed);
      }
      if constexpr (Backend::template Fft<TestSpace, Value>::is_available) {
        compare(Method::nufft, transformed);
      }
    }
  }
}

// Of few points for the model, which magnify errors most.
TYPED_TEST(Multiband, NufftHoldsItsTolerance) {
  using Value = typename TypeParam::Real;
  if (!has_transforms<TypeParam> || std::is_same_v<Value, float>) {
    GTEST_SKIP() << "There are no transforms, or they round to more than the tolerance.";
  }
  auto const banded = draw_bands<Value>({12, 15, 20, 30, 97});
  FrequencyGrid const grid{0.21, 0.0017, 6000};
  for (MultibandMethod const method : {MultibandMethod::flexible, MultibandMethod::fast}) {
    for (auto const normalization : {Normalization::standard, Normalization::model}) {
      MultibandOptions options{.method = method};
      options.periodogram.normalization = normalization;
      options.periodogram.method = Method::direct;
      auto const exact = search_bands<TypeParam>(banded, grid, options);
      options.periodogram.method = Method::nufft;
      for (double const asked : {0.0, 4e-12}) {
        options.periodogram.tolerance = asked;
        double const tolerance = tolerance_of<Value>(options.periodogram, grid.count);
        auto const found = search_bands<TypeParam>(banded, grid, options);
        for (std::int64_t object = 0; object < banded.batch.objects(); ++object) {
          auto const row = exact.row(object);
          auto const largest = static_cast<double>(*std::max_element(row.begin(), row.end()));
          double worst = 0.0;
          for (std::size_t k = 0; k < row.size(); ++k) {
            double const difference = std::fabs(static_cast<double>(found.row(object)[k] - row[k]));
            worst = difference <= worst ? worst : difference;  // NaN stays
          }
          EXPECT_LE(worst, tolerance * largest) << "object " << object;
        }
      }
    }
  }
}

/// The methods that sums of a space may be formed by.
template <class V>
std::vector<Method> methods_of() {
  std::vector<Method> methods{Method::direct};
  if (V::Backend::template Product<TestSpace, typename V::Real>::is_available) {
    methods.push_back(Method::product);
  }
  if (V::Backend::template Fft<TestSpace, typename V::Real>::is_available) {
    methods.push_back(Method::nufft);
  }
  return methods;
}

TYPED_TEST(Multiband, LeavesOutABandThatAnObjectLacks) {
  using Value = typename TypeParam::Real;
  auto banded = draw_bands<Value>({80, 97});
  for (std::size_t j = 0; j < 80; ++j) {
    banded.band[j] = banded.band[j] == 1 ? 2 : banded.band[j];
  }
  FrequencyGrid const grid{0.21, 0.0193, 40};
  for (Method const method : methods_of<TypeParam>()) {
    MultibandOptions options{};
    options.periodogram.method = method;
    auto const found = search_bands<TypeParam>(banded, grid, options);
    for (std::int64_t k = 0; k < grid.count; ++k) {
      auto const expected =
          reference::flexible_power(banded.curve(0, Errors::use), grid.frequency(k), {});
      EXPECT_TRUE(near_value(found.row(0)[static_cast<std::size_t>(k)], expected.power,
                             multiband_tolerance<Value>(80, of_transforms<Value>)))
          << siderum::name_of(method) << ", k " << k;
    }
  }
}

// From less than a hundredth of a cycle to more than two: harmonics of so few cycles are nearly
// dependent.
TYPED_TEST(Multiband, NearSingularPowersAreRightOrNoNumbers) {
  using Value = typename TypeParam::Real;
  auto const banded = draw_bands<Value>({300, 41}, 97);
  FrequencyGrid const grid{0.0, 0.0002, 200};
  double const transformed = of_transforms<Value>;
  for (int const terms : {1, 2, 3, 6}) {
    for (Method const method : methods_of<TypeParam>()) {
      MultibandOptions options{.base_terms = terms};
      options.periodogram.method = method;
      auto const found = search_bands<TypeParam>(banded, grid, options);
      for (std::int64_t object = 0; object < 2; ++object) {
        double const tolerance = multiband_tolerance<Value>(
            banded.batch.points(object), method == Method::nufft ? transformed : 0.0);
        std::int64_t last_singular = -1;
        for (std::int64_t k = 0; k < grid.count; ++k) {
          auto const power = static_cast<double>(found.row(object)[static_cast<std::size_t>(k)]);
          last_singular = std::isnan(power) ? k : last_singular;
          if (!std::isnan(power)) {
            auto const expected = reference::flexible_power(
                banded.curve(object, Errors::use), grid.frequency(k), {.base_terms = terms});
            EXPECT_TRUE(expected.smallest_axis < least_axis_of_oracle ||
                        near_value(power, expected.power, tolerance))
                << siderum::name_of(method) << ", " << terms << " terms, object " << object
                << ", k " << k;
          }
        }
        EXPECT_GE(last_singular, 0) << "frequency 0 has no sines";
        if (terms == 1 || object == 0) {
          EXPECT_LT(last_singular, 150) << siderum::name_of(method) << ", " << terms << " terms";
        }
      }
    }
  }
}

// Ten points of very unequal errors in three bands over 5,000 cycles: the phases of the harmonics
// are off by 1e-11, each by another amount, and coefficients are 1e6 large. Expected from 60
// digits.
TYPED_TEST(Multiband, UnequalErrorsOverManyCyclesHaveTheirPowers) {
  if (std::is_same_v<typename TypeParam::Real, float>) {
    GTEST_SKIP() << "rounded errors and values have another power";
  }
  BandedBatch banded;
  banded.names = {"0", "1", "2"};
  auto const add = [&banded](double time, double value, double error, int band) {
    banded.batch.add_point(time, value, error);
    banded.band.push_back(band);
  };
  add(558.176968705797, 14.890955575762451, 0.09157087261376828, 2);
  add(1120.9445434806032, 15.227649706035852, 0.0707916492259428, 0);
  add(2456.5280091327504, 14.936778187314546, 0.6923058322577844, 1);
  add(1278.1704384850286, 14.83240854256238, 0.8373804028508507, 2);
  add(2404.630810363654, 15.011072204004174, 0.06825336487764277, 1);
  add(1249.3658019375189, 15.165956640637768, 0.028782804913493484, 0);
  add(1093.0887732308422, 15.009308157989722, 0.2405927208789982, 0);
  add(2012.4625432437322, 15.1823991679242, 0.32275439014528684, 2);
  add(1385.4744435038283, 15.08604710884182, 0.002036606542583452, 2);
  add(2580.6821963283146, 14.892733654797865, 0.0010014840054933917, 1);
  banded.batch.end_object();
  FrequencyGrid const grid{2.602866666666667, 1e-3, 1};
  for (Method const method : methods_of<TypeParam>()) {
    MultibandOptions options{.base_terms = 4};
    options.periodogram.method = method;
    EXPECT_NEAR(search_bands<TypeParam>(banded, grid, options).power[0], 0.998127980499, 1e-6)
        << siderum::name_of(method);
    EXPECT_NEAR(best_of_bands<TypeParam>(banded, grid, options).power[0], 0.998127980499, 1e-6)
        << siderum::name_of(method);
  }
}

TYPED_TEST(Multiband, RefusesBandsAndModelsThatAreNone) {
  using Value = typename TypeParam::Real;
  auto banded = draw_bands<Value>({40});
  FrequencyGrid const grid{0.1, 0.1, 3};
  EXPECT_EQ(sentence_of([&] { search_bands<TypeParam>(banded, grid, {.base_terms = 7}); }),
            "The multiband model has 7 harmonics in the base and 1 in the bands (from 0 to 6 can be"
            " fitted, one at least in all). Ask for numbers in that range.");
  EXPECT_NE(sentence_of(
                [&] { search_bands<TypeParam>(banded, grid, {.base_terms = 0, .band_terms = 0}); }),
            "");
  EXPECT_EQ(sentence_of([&] { search_bands<TypeParam>(banded, grid, {.band_ridge = -1.0}); }),
            "A ridge of the multiband model is negative or not finite (it is added to the diagonal"
            " of the normal matrix). Give a number from 0 on.");
  banded.names.push_back("z");
  EXPECT_EQ(sentence_of([&] { to_multiband<Value>(banded); }),
            "Band z has no points (its part of the model would be undetermined). Leave the band"
            " out.");
  banded.names = {"g"};
  EXPECT_NE(sentence_of([&] { to_multiband<Value>(banded); }).find("there are 1 names"),
            std::string::npos);
}

}  // namespace
}  // namespace siderum::test
