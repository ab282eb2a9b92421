// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/pairs/pair_estimators.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <siderum/algorithms/pairs/pair_sums.hpp>
#include <support/matchers.hpp>
#include <support/sentence.hpp>
#include <support/tolerance.hpp>
#include "algorithms/pairs/pair_estimators_support.hpp"

namespace siderum::test {
namespace {

using testing::HasSubstr;

constexpr std::array all_estimators{Estimator::landy_szalay, Estimator::hamilton,
                                    Estimator::davis_peebles, Estimator::natural};
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

PairCounts one_bin(PairKind kind, std::int64_t pairs, double total) {
  PairCounts counts;
  counts.kind = kind;
  counts.edges = {0.0, 1.0};
  counts.count = {pairs};
  counts.total = total;
  return counts;
}

TEST(Correlation, IsTheFormulaOfEachEstimator) {
  EXPECT_EQ(correlation(Estimator::landy_szalay, 0.5, 0.25, 0.125, 0.25), 1.5);
  EXPECT_EQ(correlation(Estimator::hamilton, 0.5, 0.25, 0.125, 0.25), 3.0);
  EXPECT_EQ(correlation(Estimator::davis_peebles, 0.5, 0.25, 0.125, 0.25), 1.0);
  EXPECT_EQ(correlation(Estimator::natural, 0.5, 0.125, 0.125, 0.25), 1.0);
}

TEST(Correlation, IsZeroWhereAllAreAlike) {
  for (Estimator const estimator : all_estimators) {
    EXPECT_EQ(correlation(estimator, 0.25, 0.25, 0.25, 0.25), 0.0);
  }
}

TEST(Correlation, IsNanWhereItsDivisorIsZero) {
  EXPECT_TRUE(std::isnan(correlation(Estimator::landy_szalay, 0.5, 0.25, 0.25, 0.0)));
  EXPECT_TRUE(std::isnan(correlation(Estimator::natural, 0.5, 0.25, 0.25, 0.0)));
  EXPECT_TRUE(std::isnan(correlation(Estimator::davis_peebles, 0.5, 0.0, 0.25, 0.25)));
  EXPECT_TRUE(std::isnan(correlation(Estimator::hamilton, 0.5, 0.25, 0.0, 0.25)));
  EXPECT_EQ(correlation(Estimator::davis_peebles, 0.5, 0.25, 0.25, 0.0), 1.0);
  EXPECT_EQ(correlation(Estimator::natural, 0.5, 0.0, 0.0, 0.25), 1.0);
}

TEST(CorrelationFunction, PoolsTheSetsOfRandoms) {
  // 10 data points; randoms of 20 and 5 points: T = 45, 200 + 50, 190 + 10.
  CorrelationCounts const counts{one_bin(PairKind::auto_count, 9, 45.0),
                                 one_bin(PairKind::cross_count, 25, 250.0),
                                 {},
                                 one_bin(PairKind::auto_count, 40, 200.0)};

  // dd = 0.2, dr = 0.1, rr = 0.2
  EXPECT_TRUE(all_near(correlation_function(counts, Estimator::landy_szalay),
                       std::vector<double>{1.0}, estimate_tolerance(1.0)));
  EXPECT_TRUE(all_near(correlation_function(counts, Estimator::hamilton), std::vector<double>{3.0},
                       estimate_tolerance(3.0)));
  EXPECT_TRUE(all_near(correlation_function(counts, Estimator::davis_peebles),
                       std::vector<double>{1.0}, estimate_tolerance(1.0)));
  EXPECT_TRUE(all_near(correlation_function(counts, Estimator::natural), std::vector<double>{0.0},
                       estimate_tolerance(1.0)));
}

TEST(CorrelationFunction, HasTheFormOverRandomSetsAsItsLimit) {
  // n_R sets of N = N_D points: unordered counts give (n_R DD - sum DR_i) / sum RR_i + 1 for large
  // N.
  constexpr double points = 1e6;
  constexpr double sets = 7.0;
  constexpr double dd = 3e6, sum_dr = 2e7, sum_rr = 8e6;
  CorrelationCounts const counts{
      one_bin(PairKind::auto_count, static_cast<std::int64_t>(dd), 0.5 * points * (points - 1.0)),
      one_bin(PairKind::cross_count, static_cast<std::int64_t>(sum_dr), sets * points * points),
      {},
      one_bin(PairKind::auto_count, static_cast<std::int64_t>(sum_rr),
              0.5 * sets * points * (points - 1.0))};

  EXPECT_TRUE(all_near(correlation_function(counts, Estimator::landy_szalay),
                       std::vector<double>{(sets * dd - sum_dr) / sum_rr + 1.0}, 10.0 / points));
}

TEST(CorrelationFunction, TakesFourCountsForCrossCorrelations) {
  CorrelationCounts const counts{
      one_bin(PairKind::cross_count, 50, 100.0), one_bin(PairKind::cross_count, 25, 100.0),
      one_bin(PairKind::cross_count, 25, 200.0), one_bin(PairKind::cross_count, 25, 100.0)};

  EXPECT_TRUE(
      all_equal(correlation_function(counts, Estimator::landy_szalay), std::vector<double>{1.5}));
  EXPECT_TRUE(
      all_equal(correlation_function(counts, Estimator::hamilton), std::vector<double>{3.0}));
}

TEST(CorrelationFunction, IsNanWithoutPairsOfRandomsOrOfAnySeparation) {
  CorrelationCounts counts{one_bin(PairKind::auto_count, 9, 45.0),
                           one_bin(PairKind::cross_count, 25, 250.0),
                           {},
                           one_bin(PairKind::auto_count, 0, 200.0)};
  EXPECT_TRUE(all_nan(correlation_function(counts, Estimator::landy_szalay)));
  counts.rr.count = {40};
  counts.dd.total = 0.0;  // one point
  EXPECT_TRUE(all_nan(correlation_function(counts, Estimator::landy_szalay)));
}

TEST(CorrelationFunction, RefusesOtherEdges) {
  CorrelationCounts counts{one_bin(PairKind::auto_count, 9, 45.0),
                           one_bin(PairKind::cross_count, 25, 250.0),
                           {},
                           one_bin(PairKind::auto_count, 4, 200.0)};
  counts.rr.edges = {0.0, 2.0};
  EXPECT_THAT(sentence_of([&] { correlation_function(counts, Estimator::natural); }),
              HasSubstr("different edges"));
}

constexpr std::int64_t regions = 6;
std::vector<double> const edges{10.0, 40.0, 90.0, 150.0};

CorrelationCounts example() {
  SkyPointList const data = random_list(80, regions, 1);
  SkyPointList const randoms = random_list(120, regions, 2);
  return {auto_counts({data}, edges, regions),
          cross_counts(data, randoms, edges, regions),
          {},
          auto_counts({randoms}, edges, regions)};
}

TEST(LeaveOneOut, IsTheEstimateOfCatalogsWithoutTheRegion) {
  SkyPointList const data = random_list(80, regions, 1);
  SkyPointList const randoms = random_list(120, regions, 2);
  CorrelationSamples const samples =
      leave_one_out(example(), Estimator::landy_szalay, JackknifeConvention::either);

  ASSERT_EQ(samples.samples, regions);
  ASSERT_EQ(samples.bins, 3);
  for (std::int64_t r = 0; r < regions; ++r) {
    SkyPointList const d = without(data, r);
    SkyPointList const x = without(randoms, r);
    CorrelationCounts const less{auto_counts({d}, edges, regions),
                                 cross_counts(d, x, edges, regions),
                                 {},
                                 auto_counts({x}, edges, regions)};
    EXPECT_TRUE(all_equal(std::span(samples.w).subspan(static_cast<std::size_t>(3 * r), 3),
                          correlation_function(less, Estimator::landy_szalay)));
  }
}

TEST(LeaveOneOut, RefusesOneRegionAndDifferentOnes) {
  CorrelationCounts counts = example();
  counts.dr = cross_counts(random_list(9, 2, 1), random_list(9, 2, 2), edges, 2);
  EXPECT_THAT(sentence_of([&] { leave_one_out(counts, Estimator::natural); }),
              HasSubstr("different numbers of regions"));
  counts.dd.regions = {};
  EXPECT_THAT(sentence_of([&] { leave_one_out(counts, Estimator::natural); }),
              HasSubstr("with 0 regions"));
}

TEST(JackknifeCovariance, IsItsFormula) {
  // Three samples of two bins: means 2 and 4.
  CorrelationSamples const samples{3, 2, {1.0, 6.0, 2.0, 4.0, 3.0, 2.0}};

  Covariance const covariance = jackknife_covariance(samples);

  // 2/3 of the sums of products 2, -4, 8.
  EXPECT_TRUE(all_near(covariance.values,
                       std::vector<double>{4.0 / 3.0, -8.0 / 3.0, -8.0 / 3.0, 16.0 / 3.0},
                       estimate_tolerance(6.0)));
  EXPECT_TRUE(all_near(standard_errors(covariance),
                       std::vector<double>{std::sqrt(4.0 / 3.0), std::sqrt(16.0 / 3.0)},
                       estimate_tolerance(6.0)));
}

TEST(BootstrapCovariance, IsItsFormula) {
  CorrelationSamples const samples{3, 2, {1.0, 6.0, 2.0, 4.0, 3.0, 2.0}};

  EXPECT_TRUE(all_near(bootstrap_covariance(samples).values,
                       std::vector<double>{1.0, -2.0, -2.0, 4.0}, estimate_tolerance(6.0)));
}

TEST(Covariances, AreNanOnlyWhereASampleIs) {
  CorrelationSamples const samples{2, 2, {1.0, not_a_number, 2.0, 4.0}};
  Covariance const covariance = jackknife_covariance(samples);
  EXPECT_EQ(covariance(0, 0), 0.25);
  EXPECT_TRUE(std::isnan(covariance(0, 1)) && std::isnan(covariance(1, 1)));
}

TEST(PoissonCovariance, IsThatOfUnorderedPairs) {
  PairCounts dd;
  dd.count = {16, 0};
  Covariance const covariance = poisson_covariance(std::vector<double>{1.0, -1.0}, dd);
  EXPECT_TRUE(all_equal(covariance.values, std::vector<double>{0.25, 0.0, 0.0, not_a_number}));
}

TEST(Errors, AreTheRootsOfTheDiagonals) {
  CorrelationCounts const counts = example();
  CorrelationSamples const samples = leave_one_out(counts, Estimator::landy_szalay);
  auto const expect = [](std::vector<double> const& errors, Covariance const& covariance) {
    EXPECT_TRUE(all_near(errors, standard_errors(covariance), estimate_tolerance(1.0)));
  };
  expect(jackknife_errors(samples), jackknife_covariance(samples));
  expect(bootstrap_errors(samples), bootstrap_covariance(samples));
  std::vector<double> const w = correlation_function(counts, Estimator::landy_szalay);
  expect(poisson_errors(w, counts.dd), poisson_covariance(w, counts.dd));
  CorrelationSamples const broken{2, 2, {1.0, not_a_number, 2.0, 4.0}};
  EXPECT_TRUE(all_equal(jackknife_errors(broken), std::vector<double>{0.5, not_a_number}));
}

TEST(Bootstrap, IsTheSameForTheSameSeedAndScattersAsTheJackknife) {
  CorrelationCounts const counts = example();
  RegionBootstrapOptions options;
  options.resamples = 400;
  auto const curves = [&](BootstrapKind kind, std::uint64_t seed) {
    options.kind = kind;
    options.seed = seed;
    return bootstrap(counts, Estimator::landy_szalay, options);
  };
  std::vector<double> const jackknife =
      standard_errors(jackknife_covariance(leave_one_out(counts, Estimator::landy_szalay)));

  for (BootstrapKind const kind : {BootstrapKind::pairs, BootstrapKind::marked}) {
    CorrelationSamples const samples = curves(kind, 1);
    ASSERT_EQ(samples.w.size(), 1200u);
    EXPECT_EQ(samples.w, curves(kind, 1).w);
    EXPECT_NE(samples.w, curves(kind, 2).w);
    std::vector<double> const errors = standard_errors(bootstrap_covariance(samples));
    for (std::size_t k = 0; k < errors.size(); ++k) {
      EXPECT_GT(errors[k], 0.3 * jackknife[k]);
      EXPECT_LT(errors[k], 3.0 * jackknife[k]);
    }
  }
}

TEST(Bootstrap, RefusesOneResample) {
  RegionBootstrapOptions options;
  options.resamples = 1;
  EXPECT_THAT(sentence_of([&] { bootstrap(example(), Estimator::natural, options); }),
              HasSubstr("1 resamples"));
}

}  // namespace
}  // namespace siderum::test
