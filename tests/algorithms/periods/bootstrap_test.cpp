// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/algorithms/periods/false_alarm_probability.hpp>

#include "algorithms/periods/lomb_scargle_support.hpp"
#include "support/sentence.hpp"

namespace siderum::test {
namespace {

constexpr FrequencyGrid grid{0.05, 0.01, 400};

template <class V>
std::vector<typename V::Real> maxima_of(Batch const& batch, BootstrapOptions const& bootstrap,
                                        MultiHarmonicOptions const& options = {}) {
  using Real = typename V::Real;
  TestSpace const exec;
  auto const maxima = make_table<Real>(static_cast<std::size_t>(batch.objects()),
                                       static_cast<std::size_t>(bootstrap.samples));
  bootstrap_maxima<typename V::Backend>(exec, to_curves<Real>(batch), grid, maxima, options,
                                        bootstrap);
  exec.fence();
  return to_host(maxima);
}

/// The sample as the header promises it: the values and errors of drawn points at the old times.
Batch resampled(Batch const& batch, std::int64_t object, std::int64_t sample, std::uint64_t seed) {
  Batch drawn = batch.only(object);
  std::int64_t const n = batch.points(object);
  CounterRandom const random(seed, static_cast<std::uint64_t>(object));
  for (std::int64_t j = 0; j < n; ++j) {
    double const share = random.uniform_at(static_cast<std::uint64_t>(sample * n + j));
    auto const from = static_cast<std::int64_t>(share * static_cast<double>(n));
    drawn.value[static_cast<std::size_t>(j)] = batch.values(object)[from];
    drawn.error[static_cast<std::size_t>(j)] = batch.errors(object)[from];
  }
  return drawn;
}

template <class V>
class Bootstrap : public testing::Test {};
TYPED_TEST_SUITE(Bootstrap, Variants, VariantNames);

TYPED_TEST(Bootstrap, MaximaAreThoseOfResampledCurves) {
  using Real = typename TypeParam::Real;
  auto const batch = draw_batch<Real>({43, 1, 29}, 40.0, 1.37);
  auto const maxima = maxima_of<TypeParam>(batch, {.samples = 6, .seed = 7});
  for (std::int64_t const object : {0, 2}) {
    for (std::int64_t sample = 0; sample < 6; ++sample) {
      auto const best = search_best<TypeParam>(resampled(batch, object, sample, 7), grid);
      EXPECT_EQ(maxima[static_cast<std::size_t>(object * 6 + sample)], best.power.front());
    }
  }
  for (std::size_t sample = 6; sample < 12; ++sample) {
    EXPECT_TRUE(std::isnan(maxima[sample]));
  }
}

TYPED_TEST(Bootstrap, MaximaOfSeveralHarmonics) {
  using Real = typename TypeParam::Real;
  auto const batch = draw_batch<Real>({43}, 40.0, 1.37);
  auto const maxima = maxima_of<TypeParam>(batch, {.samples = 3, .seed = 7}, {.terms = 2});
  TestSpace const exec;
  for (std::int64_t sample = 0; sample < 3; ++sample) {
    auto const best = BestPeriods<Real, TestSpace>::allocate(exec, 1);
    best_multi_harmonic<typename TypeParam::Backend>(
        exec, to_curves<Real>(resampled(batch, 0, sample, 7)), grid, best, {.terms = 2});
    exec.fence();
    EXPECT_EQ(maxima[static_cast<std::size_t>(sample)], to_host(best.power).front());
  }
}

TYPED_TEST(Bootstrap, PiecesDoNotChangeTheSamples) {
  using Real = typename TypeParam::Real;
  auto const batch = draw_batch<Real>({43, 0, 29, 17}, 40.0, 1.37);
  auto const whole = maxima_of<TypeParam>(batch, {.samples = 9, .seed = 3});
  for (std::int64_t const points : {1, 60, 300}) {
    EXPECT_TRUE(all_equal(
        maxima_of<TypeParam>(batch, {.samples = 9, .seed = 3, .points_at_a_time = points}), whole));
  }
  // How many objects there are may change the method, and with it the last bits.
  MultiHarmonicOptions const direct{.periodogram = {.method = Method::direct}};
  std::vector<Real> apart;
  for (std::int64_t object = 0; object < 4; ++object) {
    auto const own = maxima_of<TypeParam>(
        batch.only(object), {.samples = 9, .seed = 3, .first_object = object}, direct);
    apart.insert(apart.end(), own.begin(), own.end());
  }
  EXPECT_TRUE(all_equal(apart, maxima_of<TypeParam>(batch, {.samples = 9, .seed = 3}, direct)));
  auto const other = maxima_of<TypeParam>(batch, {.samples = 9, .seed = 4});
  EXPECT_NE(other.front(), whole.front());
}

TYPED_TEST(Bootstrap, CountsAndLevelsAreThoseOfTheSortedMaxima) {
  using Real = typename TypeParam::Real;
  TestSpace const exec;
  auto const maxima = make_table<Real>(2, 99);
  auto const host = Kokkos::create_mirror_view(maxima);
  for (std::size_t sample = 0; sample < 99; ++sample) {
    host(0, sample) = static_cast<Real>((sample * 37) % 99);  // 0 .. 98, mixed
    host(1, sample) = std::numeric_limits<Real>::quiet_NaN();
  }
  Kokkos::deep_copy(maxima, host);
  auto const power = make_table<Real>(2, 3);
  auto const powers = Kokkos::create_mirror_view(power);
  powers(0, 0) = powers(1, 0) = Real(98);
  powers(0, 1) = powers(1, 1) = Real(89.5);
  powers(0, 2) = powers(1, 2) = std::numeric_limits<Real>::quiet_NaN();
  Kokkos::deep_copy(power, powers);
  auto const counts = make_table<std::int64_t>(2, 3);
  count_exceeding(exec, maxima, power, counts);
  exec.fence();
  EXPECT_EQ(to_host(counts), (std::vector<std::int64_t>{1, 9, -1, -1, -1, -1}));
  EXPECT_DOUBLE_EQ(bootstrap_probability(9, 99), 0.1);
  EXPECT_TRUE(std::isnan(bootstrap_probability(-1, 99)));

  auto const level = make_view<Real>(2);
  for (auto const& [probability, expected] :
       std::vector<std::pair<double, Real>>{{0.01, 98}, {0.05, 94}, {0.99, 0}}) {
    bootstrap_levels(exec, maxima, probability, level);
    exec.fence();
    EXPECT_EQ(to_host(level)[0], expected) << probability;
    EXPECT_TRUE(std::isnan(to_host(level)[1]));
  }
  bootstrap_levels(exec, maxima, 0.009, level);
  exec.fence();
  EXPECT_TRUE(std::isnan(to_host(level)[0]));
}

TYPED_TEST(Bootstrap, TellsASignalFromNoise) {
  using Real = typename TypeParam::Real;
  Batch batch;
  CounterRandom random(11, 0);
  for (int object = 0; object < 2; ++object) {
    for (int j = 0; j < 80; ++j) {
      double const t = random.uniform(0.0, 40.0);
      double const signal = object == 0 ? 1.2 * std::cos(6.283185307179586 * 1.37 * t) : 0.0;
      batch.add_point(t, signal + random.normal(), 1.0);
    }
    batch.end_object();
  }
  round_to<Real>(batch);
  BootstrapOptions const bootstrap{.samples = 199, .seed = 1};
  auto const maxima = maxima_of<TypeParam>(batch, bootstrap);
  auto const best = search_best<TypeParam>(batch, grid);
  auto const exceeding = [&](std::size_t object) {
    return std::count_if(maxima.begin() + 199 * static_cast<std::ptrdiff_t>(object),
                         maxima.begin() + 199 * static_cast<std::ptrdiff_t>(object + 1),
                         [&](Real maximum) { return maximum >= best.power[object]; });
  };
  EXPECT_EQ(exceeding(0), 0);
  EXPECT_GT(exceeding(1), 5);
}

TYPED_TEST(Bootstrap, RefusesNoSamplesAndNoProbability) {
  using Real = typename TypeParam::Real;
  auto const batch = draw_batch<Real>({43}, 40.0, 1.37);
  EXPECT_EQ(sentence_of([&] { maxima_of<TypeParam>(batch, {.samples = 0}); }),
            "The bootstrap has 0 samples and 4194304 points at a time (it needs at least one of"
            " each). Ask for more.");
  TestSpace const exec;
  EXPECT_EQ(
      sentence_of([&] { bootstrap_levels(exec, make_table<Real>(1, 5), 0.0, make_view<Real>(1)); }),
      "The probability 0 is none (a false-alarm probability is above 0 and at most 1). Give"
      " one.");
}

}  // namespace
}  // namespace siderum::test
