// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/periods/lomb_scargle_support.hpp"

/// Answers on real light curves, each found before by other programs. One process each runs them
/// with 1, 2 and 4 threads: all are held to the same numbers.
namespace siderum::test {
namespace {

/// Half a unit of the last digit that is given.
double half_unit(int digits) {
  return 0.5 * std::pow(10.0, -digits);
}

std::vector<double> periods_of(FrequencyGrid const& grid, std::vector<std::int64_t> const& index) {
  std::vector<double> periods;
  for (std::int64_t const k : index) {
    periods.push_back(1.0 / grid.frequency(k));
  }
  return periods;
}

template <class V>
class KnownAnswers : public testing::Test {};
TYPED_TEST_SUITE(KnownAnswers, Variants, VariantNames);

TYPED_TEST(KnownAnswers, Ida) {
  Batch const batch = to_batch(read_light_curves("examples/data/ida_243_ztf_r.csv"));
  FrequencyGrid const grid = angular_grid(3.14159, 150.796, 1'000'000);
  LombScargleOptions options = standard_periodogram();
  options.normalization = Normalization::raw;
  auto const best = search_best<TypeParam>(batch, grid, options);
  EXPECT_EQ(best.index[0], 419'526);
  EXPECT_NEAR(1.0 / grid.frequency(best.index[0]), 0.096536, half_unit(6));
  EXPECT_NEAR(best.power[0], 1.08028, half_unit(5));
}

TYPED_TEST(KnownAnswers, SyntheticAsteroid) {
  Batch const batch =
      to_batch(read_light_curves(survey_data() / "light_curves/synthetic_8205_with_errors.csv"));
  ASSERT_EQ(batch.points(0), 3555);
  FrequencyGrid const grid = angular_grid(3.14159, 150.79645, 1'000'000);
  double const allowed =
      half_unit(6) + tolerance_of<typename TypeParam::Real>(LombScargleOptions{}, grid.count);
  auto const weighted = search_best<TypeParam>(batch, grid);
  EXPECT_EQ(weighted.index[0], 54'074);
  EXPECT_NEAR(weighted.power[0], 0.712905, allowed);
  EXPECT_NEAR(1.0 / grid.frequency(weighted.index[0]), 0.564736, half_unit(6));
  auto const unweighted = search_best<TypeParam>(batch, grid, {.errors = Errors::ignore});
  EXPECT_EQ(unweighted.index[0], 54'074);
  EXPECT_NEAR(unweighted.power[0], 0.712308, allowed);
}

/// The 136 RR Lyrae stars of Stripe 82 (Sesar et al. 2010, ApJ 708, 717) on the grid of the papers.
class Stripe82 : public testing::Test {
 protected:
  void SetUp() override {
    auto const stars = read_light_curves(survey_data() / "light_curves/stripe82_rr_lyrae_z.csv");
    ASSERT_EQ(stars.size(), 136U);
    batch = to_batch(stars);
    std::map<std::string, double> period_of;
    auto rows = read_rows(survey_data() / "light_curves/stripe82_rr_lyrae_periods.csv");
    rows.erase(rows.begin());  // id, type, period_days
    for (auto const& row : rows) {
      period_of[row.at(0)] = std::stod(row.at(2));
    }
    for (LightCurve const& star : stars) {
      catalogued.push_back(period_of.at(star.id));
    }
  }

  /// Best indices of one backend in both precisions, which must be the same.
  template <class Backend>
  std::vector<std::int64_t> best_indices(LombScargleOptions const& options) const {
    auto const twofold = search_best<Variant<Backend, double>>(batch, grid, options);
    auto const single = search_best<Variant<Backend, float>>(batch, grid, options);
    EXPECT_EQ(single.index, twofold.index) << Backend::name;
    return twofold.index;
  }

  void expect_answer(std::vector<std::int64_t> const& index, int matches, double sum) const {
    std::vector<double> const periods = periods_of(grid, index);
    int found = 0;
    double total = 0.0;
    for (std::size_t star = 0; star < periods.size(); ++star) {
      found += std::fabs(periods[star] - catalogued[star]) < 0.01 * catalogued[star] ? 1 : 0;
      total += periods[star];
    }
    EXPECT_EQ(found, matches);
    EXPECT_NEAR(total, sum, half_unit(6));
  }

  FrequencyGrid const grid = half_open_grid(0.1, 10.0, 330'000);
  Batch batch;
  std::vector<double> catalogued;
};

TEST_F(Stripe82, Generalized) {
  expect_answer(best_indices<backend::Portable>(generalized_periodogram()), 85, 110.669732);
  if (!std::is_same_v<DefaultBackend, backend::Portable>) {
    expect_answer(best_indices<DefaultBackend>(generalized_periodogram()), 85, 110.669732);
  }
}

TEST_F(Stripe82, Standard) {
  expect_answer(best_indices<backend::Portable>(standard_periodogram()), 83, 93.604976);
  if (!std::is_same_v<DefaultBackend, backend::Portable>) {
    expect_answer(best_indices<DefaultBackend>(standard_periodogram()), 83, 93.604976);
  }
}

}  // namespace
}  // namespace siderum::test
