// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/algorithms/periods/candidates.hpp>
#include <siderum/core/spaces.hpp>

#include "algorithms/periods/super_smoother_support.hpp"

/// The 136 RR Lyrae stars of Stripe 82 (Sesar et al. 2010, ApJ 708, 717) on the grid of Gowanlock
/// et al. 2022. One process each runs them with 1, 2 and 4 threads: all are held to the same
/// numbers.
namespace siderum::test {
namespace {

constexpr std::int64_t stars = 136;
constexpr bool on_host = is_host<TestSpace>;

/// Half a unit of the last digit that is given.
double half_unit(int digits) {
  return 0.5 * std::pow(10.0, -digits);
}

class SmootherStripe82 : public testing::Test {
 protected:
  using Indices = std::vector<std::int64_t>;

  void SetUp() override {
    auto const curves = read_light_curves(survey_data() / "light_curves/stripe82_rr_lyrae_z.csv");
    ASSERT_EQ(curves.size(), static_cast<std::size_t>(stars));
    batch = to_batch(curves);
    std::map<std::string, double> period_of;
    auto rows = read_rows(survey_data() / "light_curves/stripe82_rr_lyrae_periods.csv");
    rows.erase(rows.begin());  // id, type, period_days
    for (auto const& row : rows) {
      period_of[row.at(0)] = std::stod(row.at(2));
    }
    for (LightCurve const& curve : curves) {
      catalogued.push_back(period_of.at(curve.id));
    }
    auto const answers = read_rows(SIDERUM_GOLDEN "/stripe82_super_smoother.txt");
    ASSERT_EQ(answers.size(), static_cast<std::size_t>(stars));
    for (std::size_t star = 0; star < answers.size(); ++star) {
      ASSERT_EQ(answers[star].at(0), curves[star].id);
      open_ends.push_back(std::stoll(answers[star].at(1)));
      periodic_ends.push_back(std::stoll(answers[star].at(2)));
      single_pass.push_back(std::stoll(answers[star].at(3)));
    }
  }

  /// The whole grid on a device, in parts that run side by side. On a host, where that takes
  /// minutes: about the answer, its half and double, and a stretch elsewhere for each star.
  WindowRows windows_about(Indices const& answer) const {
    if (!on_host) {
      constexpr std::int64_t parts = 60;
      std::vector<IndexRange> whole;
      for (std::int64_t part = 0; part < parts; ++part) {
        whole.push_back({part * grid.count / parts, (part + 1) * grid.count / parts - 1});
      }
      return WindowRows(stars, whole);
    }
    CounterRandom random(82, 0);
    WindowRows rows;
    for (std::int64_t const k : answer) {
      auto const half = static_cast<std::int64_t>((grid.frequency(k) / 2.0 - 0.1) / grid.step);
      auto const twice = static_cast<std::int64_t>((grid.frequency(k) * 2.0 - 0.1) / grid.step);
      auto const elsewhere =
          static_cast<std::int64_t>(random.uniform() * static_cast<double>(grid.count));
      rows.push_back({{k - 40, k + 40},
                      {half - 20, half + 20},
                      {twice - 20, twice + 20},
                      {elsewhere, elsewhere + 400}});
    }
    return rows;
  }

  /// Stars from the one with the fewest points to the one with the most.
  std::vector<std::int64_t> stars_of_all_lengths(std::int64_t count) const {
    std::vector<std::int64_t> order(stars);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
      return batch.points(a) < batch.points(b);
    });
    std::vector<std::int64_t> some;
    for (std::int64_t i = 0; i < count; ++i) {
      some.push_back(order[i * (stars - 1) / (count - 1)]);
    }
    return some;
  }

  template <class Backend>
  void expect_answer(Indices const& answer, SuperSmootherOptions const& options) const {
    auto const rows = windows_about(answer);
    EXPECT_EQ((best_in_windows<Variant<Backend, double>>(batch, grid, rows, options).index), answer)
        << Backend::name;
    EXPECT_EQ((best_in_windows<Variant<Backend, float>>(batch, grid, rows, options).index), answer)
        << Backend::name;
  }

  void expect_known(Indices const& answer, int matches, double sum,
                    SuperSmootherOptions const& options) const {
    EXPECT_EQ(count_matches(answer), matches);
    EXPECT_NEAR(sum_of_periods(answer), sum, half_unit(6));
    expect_answer<backend::Portable>(answer, options);
    if (!std::is_same_v<DefaultBackend, backend::Portable>) {
      expect_answer<DefaultBackend>(answer, options);
    }
  }

  int count_matches(Indices const& index) const {
    int found = 0;
    for (std::size_t star = 0; star < catalogued.size(); ++star) {
      double const period = 1.0 / grid.frequency(index[star]);
      found += std::fabs(period - catalogued[star]) < 0.01 * catalogued[star] ? 1 : 0;
    }
    return found;
  }

  double sum_of_periods(Indices const& index) const {
    double sum = 0.0;
    for (std::int64_t const k : index) {
      sum += 1.0 / grid.frequency(k);
    }
    return sum;
  }

  FrequencyGrid const grid = half_open_grid(0.1, 10.0, 330'000);
  Batch batch;
  std::vector<double> catalogued;
  Indices open_ends;
  Indices periodic_ends;
  Indices single_pass;
};

TEST_F(SmootherStripe82, MultiPassWithOpenEnds) {
  expect_known(open_ends, 114, 75.901102, published_multi_pass());
}

TEST_F(SmootherStripe82, MultiPassWithPeriodicEnds) {
  expect_known(periodic_ends, 115, 73.719076, {});
}

TEST_F(SmootherStripe82, SinglePass) {
  expect_known(single_pass, 115, 76.472459, published_single_pass());
}

// On a host too, the whole grid: of the stars with the fewest points, the most and some between.
TEST_F(SmootherStripe82, WholeGridOfADozenStars) {
  if (!on_host) {
    GTEST_SKIP() << "a device searches the whole grid for every star";
  }
  std::vector<std::int64_t> const dozen = stars_of_all_lengths(12);
  Batch some;
  for (std::int64_t const star : dozen) {
    Batch const one = batch.only(star);
    for (std::int64_t j = 0; j < one.points(0); ++j) {
      some.add_point(one.time[j], one.value[j], one.error[j]);
    }
    some.end_object();
  }
  auto const expect_best = [&](Indices const& answer, SuperSmootherOptions const& options) {
    Indices wanted;
    for (std::int64_t const star : dozen) {
      wanted.push_back(answer[star]);
    }
    using InDouble = Variant<backend::Portable, double>;
    using InFloat = Variant<backend::Portable, float>;
    EXPECT_EQ(best_smooth_search<InDouble>(some, grid, options).index, wanted) << name_of(options);
    EXPECT_EQ(best_smooth_search<InFloat>(some, grid, options).index, wanted) << name_of(options);
  };
  expect_best(periodic_ends, {});
  expect_best(single_pass, published_single_pass());
}

// The powers that win are those of the oracle.
TEST_F(SmootherStripe82, PowersOfTheAnswersAreThoseOfTheOracle) {
  WindowRows at_answer;
  for (std::int64_t const k : periodic_ends) {
    at_answer.push_back({{k, k}});
  }
  auto const best = best_in_windows<Variant<DefaultBackend, double>>(batch, grid, at_answer, {});
  for (std::int64_t star = 0; star < stars; ++star) {
    std::vector<long double> const frequency{
        frequencies_of({grid.frequency(periodic_ends[star]), grid.step, 1}).front()};
    auto const expected = expected_smooth<double>(batch.only(star), frequency, {});
    EXPECT_TRUE(near_value(best.power[star], expected.power[0], 1e-8)) << "star " << star;
  }
}

// Peaks of Lomb-Scargle, their halves and doubles hold every period that the whole grid finds.
TEST_F(SmootherStripe82, CandidatesKeepEveryMatch) {
  TestSpace const exec;
  auto const best = BestPeriods<double, TestSpace>::allocate(exec, stars);
  Kokkos::View<ExcludedIndices const*, TestMemory> const none;
  best_candidates(exec, to_curves<double>(batch), grid, none, best, {});
  exec.fence();
  EXPECT_GE(count_matches(to_host(best.index)), 115);
}

}  // namespace
}  // namespace siderum::test
