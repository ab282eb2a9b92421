// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/periodic_model.hpp>

#include <cmath>
#include <numbers>
#include <string>

#include <gmock/gmock.h>

#include "support/sentence.hpp"

namespace siderum {
namespace {

using test::sentence_of;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::Pointwise;

constexpr double two_pi = 2.0 * std::numbers::pi;

TEST(DesignMatrix, HasItsColumnsInOrder) {
  PeriodicModel const model{.frequency = 0.25, .terms = 2};
  std::vector<double> const matrix =
      design_matrix(model, std::vector{1.0, 3.0}, std::vector{1.0, 2.0});
  EXPECT_THAT(matrix, Pointwise(DoubleNear(1e-15), {1.0, 1.0, 0.0, 0.0, -1.0,  //
                                                    0.5, -0.5, 0.0, 0.0, -0.5}));
}

TEST(DesignMatrix, HasColumnsOfEachBand) {
  PeriodicModel const model{.frequency = 0.25, .terms = 0, .bands = 2, .band_terms = 1};
  std::vector<double> const matrix =
      design_matrix(model, std::vector{1.0, 2.0}, {}, std::vector<std::int32_t>{1, 0});
  EXPECT_THAT(matrix, Pointwise(DoubleNear(1e-15), {1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0,  //
                                                    1.0, 1.0, 0.0, -1.0, 0.0, 0.0, 0.0}));
}

TEST(FittedParameters, AreThoseThatMadeTheValues) {
  PeriodicModel const model{.frequency = 0.37, .terms = 2};
  std::vector<double> const wanted{3.0, 0.5, -2.0, 0.25, 1.0};
  std::vector<double> time;
  std::vector<double> error;
  for (int i = 0; i < 40; ++i) {
    time.push_back(0.71 * i + 0.1 * std::sin(3.0 * i));
    error.push_back(0.5 + 0.01 * i);
  }
  std::vector<double> const value = evaluate(model, wanted, time);
  EXPECT_NEAR(value[7],
              3.0 + 0.5 * std::sin(two_pi * 0.37 * time[7]) -
                  2.0 * std::cos(two_pi * 0.37 * time[7]) +
                  0.25 * std::sin(two_pi * 0.74 * time[7]) + std::cos(two_pi * 0.74 * time[7]),
              1e-13);
  EXPECT_THAT(fit_parameters(model, time, value, error), Pointwise(DoubleNear(1e-12), wanted));
}

TEST(FittedParameters, AreHeldByRidges) {
  // One constant of the one band: (n + r) p = sum y, r in units of the trace n, or as it is.
  PeriodicModel model{.terms = 0, .has_constant = false, .bands = 1, .band_ridge = 0.5};
  std::vector<double> const time{0.0, 1.0};
  std::vector<double> const value{3.0, 5.0};
  std::vector<std::int32_t> const band{0, 0};
  EXPECT_THAT(fit_parameters(model, time, value, {}, band),
              ElementsAre(DoubleNear(8.0 / 3.0, 1e-14)));
  model.ridge_unit = RidgeUnit::absolute;
  EXPECT_THAT(fit_parameters(model, time, value, {}, band), ElementsAre(DoubleNear(3.2, 1e-14)));
}

TEST(FittedParameters, AreNoneOfASingularModel) {
  PeriodicModel const model{.frequency = 1.0, .terms = 1};  // sin x is 0 at whole times
  for (double const parameter :
       fit_parameters(model, std::vector{0.0, 1.0, 2.0, 3.0}, std::vector{1.0, 2.0, 3.0, 5.0})) {
    EXPECT_TRUE(std::isnan(parameter));
  }
}

TEST(WeightedMeans, AreOfEachBand) {
  std::vector<double> const value{1.0, 3.0, 10.0};
  EXPECT_THAT(weighted_means(value), ElementsAre(DoubleNear(14.0 / 3.0, 1e-15)));
  EXPECT_THAT(
      weighted_means(value, std::vector{1.0, 0.5, 1.0}, std::vector<std::int32_t>{0, 0, 1}, 2),
      ElementsAre(DoubleNear(2.6, 1e-15), 10.0));
}

TEST(PeriodicModels, RefuseWhatDoesNotFit) {
  std::vector<double> const time{0.0, 1.0};
  EXPECT_EQ(sentence_of([&] { fit_parameters({}, time, std::vector{1.0}); }),
            "There are 1 values and 2 times (each point has one of each). Give as many.");
  EXPECT_EQ(sentence_of([&] { fit_parameters({}, {}, {}); }),
            "There are no points (a model is fitted to some). Give points.");
  EXPECT_EQ(sentence_of([&] { design_matrix({.terms = 0, .has_constant = false}, time); }),
            "The model has no parameter (it has nterms = 0 and no constant). Ask for a harmonic, or"
            " for the mean to be fitted.");
  EXPECT_EQ(sentence_of([&] {
              design_matrix({.bands = 2}, time, {}, std::vector<std::int32_t>{0, 2});
            }),
            "There is no band 2 (the model has 2). Give numbers from 0.");
}

}  // namespace
}  // namespace siderum
