// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/iterative_analysis.hpp>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/algorithms/sky/ring_weights.hpp>

#include "algorithms/sky/harmonic_transform_support.hpp"
#include "algorithms/sky/iterative_analysis_support.hpp"
#include "support/golden_noise.hpp"
#include "support/matchers.hpp"
#include "support/sentence.hpp"
#include "support/tolerance.hpp"

namespace siderum::test {
namespace {

template <class V>
class IterativeAnalysis : public testing::Test {};
TYPED_TEST_SUITE(IterativeAnalysis, Variants, VariantNames);

enum class Weights { equal, of_rings };

RingGrid healpix(std::int64_t nside, Weights weights) {
  return weights == Weights::equal ? healpix_grid(nside)
                                   : healpix_grid_with_ring_weights(nside, "");
}

/// Coefficients that fall as 1 / (l + 1).
template <class Real>
Complexes sky_of(HarmonicRange range) {
  Complexes a_lm = golden_coefficients(range);
  for (auto& value : a_lm) {
    value = {static_cast<Real>(value.real()), static_cast<Real>(value.imag())};
  }
  return a_lm;
}

/// Relative error of the coefficients of a map that has no others.
template <class V>
double recovery_error(RingGrid const& grid, std::int64_t lmax,
                      IterativeAnalysisOptions const& options) {
  HarmonicRange const range = make_harmonic_range(lmax);
  Plan<V> const plan(TestSpace(), grid, range);
  Complexes const a_lm = sky_of<typename V::Real>(range);
  auto const map = make_maps<V>(plan, {a_lm});
  return relative_error(analyse<V>(plan, map, options).a_lm[0], a_lm);
}

IterativeAnalysisOptions jacobi(std::int64_t iterations) {
  IterativeAnalysisOptions options;
  options.iterations = iterations;
  return options;
}

TYPED_TEST(IterativeAnalysis, RecoversCoefficientsWithinTheTable) {
  // Relative errors of map2alm(alm2map(a)) on HEALPix that are published for other packages. Those
  // of three iterations with ring weights are 1.2 times healpy's with its weights (nside 32: at
  // lmax 1.5, 1.75 and 2 nside 4.3e-10, 8.7e-9 and 3.6e-7).
  struct Row {
    Weights weights;
    double lmax_over_nside;
    std::int64_t iterations;
    double error;
  };
  constexpr double of_float = std::is_same_v<typename TypeParam::Real, float> ? 4e-6 : 0.0;
  for (std::int64_t const nside : {32, 64}) {
    for (Row const& row :
         {Row{Weights::equal, 1.0, 0, 4e-3}, Row{Weights::equal, 1.0, 3, 1e-7},
          Row{Weights::equal, 1.5, 3, 5e-7}, Row{Weights::of_rings, 1.0, 3, 1e-11},
          Row{Weights::of_rings, 1.5, 3, 5.2e-10}, Row{Weights::of_rings, 1.75, 3, 1.05e-8},
          Row{Weights::of_rings, 2.0, 3, 4.3e-7}, Row{Weights::of_rings, 1.5, 8, 1e-13}}) {
      auto const lmax = static_cast<std::int64_t>(row.lmax_over_nside * static_cast<double>(nside));
      double const error =
          recovery_error<TypeParam>(healpix(nside, row.weights), lmax, jacobi(row.iterations));
      EXPECT_TRUE(near_value(error, 0.0, row.error + of_float))
          << nside << " " << lmax << " " << row.iterations;
    }
  }
}

TYPED_TEST(IterativeAnalysis, LsmrReachesWhatJacobiDoesNot) {
  bool const is_float = std::is_same_v<typename TypeParam::Real, float>;
  IterativeAnalysisOptions options;
  options.method = IterativeMethod::lsmr;
  options.iterations = 40;
  options.tolerance = is_float ? 1e-5 : 1e-9;
  for (Weights const weights : {Weights::equal, Weights::of_rings}) {
    RingGrid const grid = healpix(16, weights);
    HarmonicRange const range = make_harmonic_range(40);
    Plan<TypeParam> const plan(TestSpace(), grid, range);
    Complexes const a_lm = random_coefficients_of<typename TypeParam::Real>(range, 3);
    auto const found = analyse<TypeParam>(plan, make_maps<TypeParam>(plan, {a_lm}), options);
    EXPECT_TRUE(near_value(relative_error(found.a_lm[0], a_lm), 0.0, 10.0 * options.tolerance));
    EXPECT_EQ(found.result.outcome, IterationOutcome::tolerance_reached);
    EXPECT_LE(found.result.residual, options.tolerance);
    EXPECT_LT(found.result.iterations, 20);
  }
}

TYPED_TEST(IterativeAnalysis, OneStepSolvesWhereTheQuadratureIsExact) {
  bool const is_float = std::is_same_v<typename TypeParam::Real, float>;
  for (IterativeMethod const method : {IterativeMethod::jacobi, IterativeMethod::lsmr}) {
    IterativeAnalysisOptions options;
    options.method = method;
    options.iterations = 1;
    double const error = recovery_error<TypeParam>(gauss_legendre_grid(32, 64), 31, options);
    EXPECT_TRUE(near_value(error, 0.0, is_float ? 2e-6 : 1e-13));
  }
}

TYPED_TEST(IterativeAnalysis, LsmrNeedsNoWeights) {
  std::vector<Ring> rings;
  for (int i = 0; i < 12; ++i) {
    rings.push_back(next_ring(rings, 0.15 + 0.25 * i, 17, 0.1 * i));
    rings.back().weight = std::numeric_limits<double>::quiet_NaN();
  }
  IterativeAnalysisOptions options;
  options.method = IterativeMethod::lsmr;
  options.iterations = 60;
  double const error = recovery_error<TypeParam>(make_ring_grid(rings), 6, options);
  EXPECT_TRUE(
      near_value(error, 0.0, std::is_same_v<typename TypeParam::Real, float> ? 1e-5 : 1e-12));
}

TYPED_TEST(IterativeAnalysis, SolvesRowsOnTheirOwn) {
  RingGrid const grid = healpix_grid(8);
  HarmonicRange const range = make_harmonic_range(18, 11);
  HarmonicTransformOptions of_plan;
  of_plan.maps = 3;
  Plan<TypeParam> const plan(TestSpace(), grid, range, of_plan);
  std::vector<Pixels> maps;
  for (unsigned row = 0; row < 3; ++row) {
    maps.push_back(random_map<typename TypeParam::Real>(grid, 50 + row));
  }
  for (double& pixel : maps[1]) {
    pixel = 0.0;
  }
  for (IterativeMethod const method : {IterativeMethod::jacobi, IterativeMethod::lsmr}) {
    IterativeAnalysisOptions options;
    options.method = method;
    auto const together = analyse<TypeParam>(plan, maps, options);
    for (std::size_t row = 0; row < 3; ++row) {
      auto const alone = analyse<TypeParam>(plan, {maps[row]}, options);
      for (std::size_t i = 0; i < alone.a_lm[0].size(); ++i) {
        ASSERT_TRUE(near_value(std::abs(together.a_lm[row][i] - alone.a_lm[0][i]), 0.0,
                               adjoint_tolerance<typename TypeParam::Real>()));
      }
      EXPECT_GE(together.result.residual, alone.result.residual * (1.0 - 1e-6));
    }
    EXPECT_EQ(relative_error(together.a_lm[1], Complexes(together.a_lm[1].size())), 0.0);
  }
}

TYPED_TEST(IterativeAnalysis, MaskedPixelsDoNotMatter) {
  using Real = typename TypeParam::Real;
  RingGrid const grid = healpix_grid(16);
  HarmonicRange const range = make_harmonic_range(12);
  Plan<TypeParam> const plan(TestSpace(), grid, range);
  Complexes const a_lm = random_coefficients_of<Real>(range, 3);
  auto maps = make_maps<TypeParam>(plan, {a_lm});
  Pixels weight(maps[0].size(), 2.0);
  for (std::size_t i = 0; i < weight.size(); ++i) {
    if (i % 7 == 3 || (i > 1200 && i < 1500)) {
      weight[i] = 0.0;
      maps[0][i] = i % 2 == 0 ? -1.6375e30 : std::numeric_limits<double>::quiet_NaN();
    }
  }
  IterativeAnalysisOptions options;
  options.iterations = 200;
  options.tolerance = std::is_same_v<Real, float> ? 1e-5 : 1e-12;
  auto const found = analyse<TypeParam>(plan, maps, options, {weight});
  EXPECT_EQ(found.result.outcome, IterationOutcome::tolerance_reached);
  EXPECT_TRUE(near_value(relative_error(found.a_lm[0], a_lm), 0.0, 1e3 * options.tolerance));
}

TYPED_TEST(IterativeAnalysis, WeighsNoiseAsLeastSquares) {
  // lmax = 0: the mean with the weights.
  using Real = typename TypeParam::Real;
  RingGrid const grid = healpix_grid(4);
  Plan<TypeParam> const plan(TestSpace(), grid, make_harmonic_range(0));
  Pixels const map = random_map<Real>(grid, 1);
  Pixels weight(map.size());
  double sum = 0.0;
  double of_weights = 0.0;
  for (std::size_t i = 0; i < map.size(); ++i) {
    weight[i] = static_cast<Real>(0.1 + static_cast<double>(i % 13));
    sum += weight[i] * map[i];
    of_weights += weight[i];
  }
  auto const found = analyse<TypeParam>(plan, {map}, {}, {weight});
  EXPECT_TRUE(near_value(found.a_lm[0][0].real(),
                         sum / of_weights * std::sqrt(4.0 * 3.14159265358979),
                         adjoint_tolerance<Real>()));
}

struct Recorder : ResidualObserver {
  std::vector<std::pair<std::int64_t, double>> seen;
  void observe(std::int64_t iteration, double residual) override {
    seen.emplace_back(iteration, residual);
  }
};

using Double = Variant<DefaultBackend, double>;

TEST(IterativeAnalysisReport, ShowsTheResidualOfEachIteration) {
  RingGrid const grid = healpix_grid(16);
  HarmonicRange const range = make_harmonic_range(16);
  Plan<Double> const plan(TestSpace(), grid, range);
  Complexes const a_lm = random_coefficients_of<double>(range, 3);
  auto const map = make_maps<Double>(plan, {a_lm});
  for (IterativeMethod const method : {IterativeMethod::jacobi, IterativeMethod::lsmr}) {
    Recorder recorder;
    IterativeAnalysisOptions options;
    options.method = method;
    options.iterations = 6;
    options.observer = &recorder;
    auto const found = analyse<Double>(plan, map, options);
    ASSERT_EQ(recorder.seen.size(), 6u);
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_EQ(recorder.seen[i].first, static_cast<std::int64_t>(i + 1));
      EXPECT_LT(recorder.seen[i].second, i == 0 ? 0.1 : 0.2 * recorder.seen[i - 1].second);
    }
    EXPECT_EQ(found.result.iterations, 6);
    EXPECT_EQ(found.result.residual, recorder.seen.back().second);
    EXPECT_EQ(found.result.outcome, IterationOutcome::iterations_done);

    options.tolerance = 1.5 * recorder.seen[2].second;
    auto const early = analyse<Double>(plan, map, options);
    EXPECT_EQ(early.result.iterations, 3);
    EXPECT_EQ(early.result.outcome, IterationOutcome::tolerance_reached);
    options.iterations = 2;
    EXPECT_EQ(analyse<Double>(plan, map, options).result.outcome, IterationOutcome::not_converged);
  }
}

TEST(IterativeAnalysisReport, TellsTheResidualOfLsmrAsItIs) {
  // |S^T W (x - S a)| / |S^T W x| by its definition.
  RingGrid const grid = healpix_grid(8);
  HarmonicRange const range = make_harmonic_range(20);
  Plan<Double> const plan(TestSpace(), grid, range);
  Pixels const map = random_map<double>(grid, 4);
  IterativeAnalysisOptions options;
  options.method = IterativeMethod::lsmr;
  options.iterations = 2;
  auto const found = analyse<Double>(plan, {map}, options);
  Pixels rest = make_maps<Double>(plan, found.a_lm)[0];
  for (std::size_t i = 0; i < rest.size(); ++i) {
    rest[i] = map[i] - rest[i];
  }
  auto const norm = [&](Pixels const& pixels) {
    auto const a_lm = make_coefficients<Double>(plan, {pixels}, Back::analysis)[0];
    return std::sqrt(static_cast<double>(product_of(range, a_lm, a_lm)));
  };
  EXPECT_TRUE(near_value(found.result.residual, norm(rest) / norm(map), 1e-12));
}

TEST(IterativeAnalysisReport, SaysWhereNothingConverges) {
  RingGrid const grid = healpix_grid(4);
  Plan<Double> const plan(TestSpace(), grid, make_harmonic_range(4));
  Pixels map(static_cast<std::size_t>(grid.pixels()), 0.0);
  auto const still = analyse<Double>(plan, {map}, {});
  EXPECT_EQ(still.result.residual, 0.0);
  EXPECT_EQ(still.result.outcome, IterationOutcome::iterations_done);
  map[7] = std::nan("");
  for (IterativeMethod const method : {IterativeMethod::jacobi, IterativeMethod::lsmr}) {
    IterativeAnalysisOptions options;
    options.method = method;
    EXPECT_EQ(analyse<Double>(plan, {map}, options).result.outcome,
              IterationOutcome::not_converged);
  }
}

TEST(IterativeAnalysisRefusals, SayWhatIsWrong) {
  RingGrid const grid = healpix_grid(2);
  Plan<Double> const plan(TestSpace(), grid, make_harmonic_range(2));
  std::vector<Pixels> const map{Pixels(48, 1.0)};
  IterativeAnalysisOptions options;
  auto const sentence = [&](std::vector<Pixels> const& weight) {
    return sentence_of([&] { analyse<Double>(plan, map, options, weight); });
  };
  EXPECT_EQ(sentence({Pixels(47, 1.0)}),
            "There are weights of 47 pixels (the map has 48). Give one for each pixel.");
  EXPECT_EQ(sentence({Pixels(48, 1.0), Pixels(48, 1.0)}),
            "There are 2 rows of weights (there are 1 maps). Give one row for all, or one for each"
            " map.");
  Pixels negative(48, 1.0);
  negative[5] = -1.0;
  negative[6] = std::nan("");
  EXPECT_EQ(sentence({negative}),
            "2 weights of pixels are below 0 or no finite number (a weight is an inverse variance)."
            " Give 0 where a pixel is masked.");
  options.iterations = -1;
  EXPECT_EQ(sentence({}),
            "The analysis is to take -1 iterations (a number of times is not negative). Give 0 or"
            " more.");
  options.iterations = 1;
  options.tolerance = 1.5;
  EXPECT_EQ(sentence({}),
            "The tolerance is 1.5 (the residual it is compared with is 1 at first and falls). Give"
            " a number from 0 to 1.");
}

}  // namespace
}  // namespace siderum::test
