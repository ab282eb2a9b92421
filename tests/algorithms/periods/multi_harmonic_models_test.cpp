// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/multi_harmonic_models.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/lomb_scargle_support.hpp"
#include "reference/multi_harmonic_model.hpp"
#include "support/sentence.hpp"

namespace siderum::test {
namespace {

struct ModelsOnHost {
  std::vector<double> epoch;
  std::vector<double> offset;
  std::vector<double> coefficient;
};

/// Fits, and evaluates at the times of the curves where `value` is wanted.
template <class Real>
ModelsOnHost fit(Batch const& batch, std::vector<double> const& frequency,
                 MultiHarmonicOptions const& options, std::vector<Real>* value = nullptr) {
  TestSpace const exec;
  auto const curves = to_curves<Real>(batch);
  auto const models =
      MultiHarmonicModels<TestSpace>::allocate(exec, batch.objects(), options.terms);
  Kokkos::View<double const*, TestMemory> const at = to_space(frequency);
  fit_multi_harmonic_models(exec, curves, at, models, options);
  if (value != nullptr) {
    auto const values = make_view<Real>(batch.time.size());
    evaluate_multi_harmonic_models(exec, models, curves.time, curves.offsets, values);
    exec.fence();
    *value = to_host(values);
  }
  exec.fence();
  return {to_host(models.epoch), to_host(models.offset), to_host(models.coefficient)};
}

template <class Real>
class MultiHarmonicModelFits : public testing::Test {
 protected:
  static constexpr double tolerance = std::is_same_v<Real, float> ? 1e-5 : 1e-10;
};
TYPED_TEST_SUITE(MultiHarmonicModelFits, Precisions, PrecisionNames);

TYPED_TEST(MultiHarmonicModelFits, AgreeWithTheOracleAndSoDoTheirValues) {
  auto const batch = draw_batch<TypeParam>({143, 97}, 60.0, 1.37);
  std::vector<double> const frequency{1.37, 0.8};
  for (int const terms : {1, 2, 4, 7}) {
    for (FitMean const fit_mean : {FitMean::no, FitMean::yes}) {
      for (CenterData const center_data : {CenterData::no, CenterData::yes}) {
        MultiHarmonicOptions const options{
            .terms = terms, .periodogram = {.fit_mean = fit_mean, .center_data = center_data}};
        std::vector<TypeParam> value;
        auto const found = fit<TypeParam>(batch, frequency, options, &value);
        for (std::int64_t object = 0; object < 2; ++object) {
          auto const model =
              reference::fit_multi_harmonic({batch.points(object), batch.times(object),
                                             batch.values(object), batch.errors(object)},
                                            frequency[object], terms, options.periodogram);
          double const scale = center_data == CenterData::no ? 16.0 : 1.0;
          EXPECT_TRUE(near_value(found.offset[object], model.offset, 16.0 * this->tolerance));
          for (int m = 0; m < terms; ++m) {
            std::size_t const at = static_cast<std::size_t>(2 * (object * terms + m));
            EXPECT_TRUE(
                near_value(found.coefficient[at], model.cosine[m], scale * this->tolerance));
            EXPECT_TRUE(
                near_value(found.coefficient[at + 1], model.sine[m], scale * this->tolerance));
          }
          for (std::int64_t j = 0; j < batch.points(object); ++j) {
            long double const since =
                batch.times(object)[j] - static_cast<long double>(found.epoch[object]);
            EXPECT_TRUE(near_value(value[static_cast<std::size_t>(batch.offsets[object] + j)],
                                   model.at(since, frequency[object]), 64.0 * this->tolerance));
          }
        }
      }
    }
  }
}

TYPED_TEST(MultiHarmonicModelFits, OneTermIsTheSinusoid) {
  auto const batch = draw_batch<TypeParam>({57}, 60.0, 1.37);
  auto const found = fit<TypeParam>(batch, {1.37}, {});
  auto const expected =
      reference::sinusoid(57, batch.times(0), batch.values(0), batch.errors(0), 1.37, {});
  EXPECT_TRUE(near_value(std::hypot(found.coefficient[0], found.coefficient[1]), expected.amplitude,
                         this->tolerance));
  EXPECT_TRUE(near_value(found.offset[0], expected.offset, 16.0 * this->tolerance));
}

TYPED_TEST(MultiHarmonicModelFits, WhatCannotBeFittedIsNaN) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  auto const batch = draw_batch<TypeParam>({20, 5, 30}, 60.0, 1.37);
  std::vector<TypeParam> value;
  auto const found = fit<TypeParam>(batch, {nan, 1.0, 0.0}, {.terms = 2}, &value);
  EXPECT_TRUE(all_nan(found.offset));
  EXPECT_TRUE(all_nan(found.coefficient));
  EXPECT_TRUE(all_nan(value));
}

TYPED_TEST(MultiHarmonicModelFits, RefuseExtentsThatDoNotFit) {
  auto const batch = draw_batch<TypeParam>({20, 5}, 60.0, 1.37);
  EXPECT_EQ(sentence_of([&] { fit<TypeParam>(batch, {1.0}, {}); }),
            "The frequencies are not one per object, or the coefficients not two per harmonic."
            " Allocate them with these extents.");
  EXPECT_NE(sentence_of([&] { fit<TypeParam>(batch, {1.0, 1.0}, {.terms = 0}); }), "");
}

}  // namespace
}  // namespace siderum::test
