// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "reference/phase_bins.hpp"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/algorithms/periods/conditional_entropy.hpp>
#include <siderum/algorithms/periods/phase_dispersion.hpp>

#include "algorithms/periods/lomb_scargle_support.hpp"
#include "support/sentence.hpp"

/// Phase dispersion minimisation and conditional entropy against brute force.
namespace siderum::test {
namespace {

std::vector<std::int64_t> const ragged{43, 0, 1, 5, 4, 9, 64, 65, 597, 25};

std::vector<PhaseDispersionOptions> const dispersions{{}, {.bins = 2}, {.bins = 64}, {.bins = 7}};
std::vector<ConditionalEntropyOptions> const entropies{{},
                                                       {.phase_bins = 2, .value_bins = 2},
                                                       {.phase_bins = 64, .value_bins = 16},
                                                       {.phase_bins = 7}};

/// One finder with its options, called and asked of the oracle alike.
struct Dispersion {
  using Options = PhaseDispersionOptions;

  template <class V, class Frequencies>
  static void run(TestSpace const& exec, LightCurves<typename V::Real, TestMemory> const& curves,
                  Frequencies const& frequencies,
                  PowerView<typename V::Real, TestSpace> const& power,
                  StatusView<TestSpace> const& status, Options const& options) {
    phase_dispersion<typename V::Backend>(exec, curves, frequencies, power, status, options);
  }
  template <class V, class Frequencies>
  static void best(TestSpace const& exec, LightCurves<typename V::Real, TestMemory> const& curves,
                   Frequencies const& frequencies,
                   BestPeriods<typename V::Real, TestSpace> const& best, Options const& options) {
    best_phase_dispersion<typename V::Backend>(exec, curves, frequencies, best, options);
  }
  static void oracle(Batch const& batch, std::int64_t object,
                     std::vector<long double> const& frequency, Options const& options,
                     long double* power) {
    reference::phase_dispersion(batch.points(object), batch.times(object), batch.values(object),
                                static_cast<std::int64_t>(frequency.size()), frequency.data(),
                                options.bins, power);
  }
};

struct Entropy {
  using Options = ConditionalEntropyOptions;

  template <class V, class Frequencies>
  static void run(TestSpace const& exec, LightCurves<typename V::Real, TestMemory> const& curves,
                  Frequencies const& frequencies,
                  PowerView<typename V::Real, TestSpace> const& power,
                  StatusView<TestSpace> const& status, Options const& options) {
    conditional_entropy<typename V::Backend>(exec, curves, frequencies, power, status, options);
  }
  template <class V, class Frequencies>
  static void best(TestSpace const& exec, LightCurves<typename V::Real, TestMemory> const& curves,
                   Frequencies const& frequencies,
                   BestPeriods<typename V::Real, TestSpace> const& best, Options const& options) {
    best_conditional_entropy<typename V::Backend>(exec, curves, frequencies, best, options);
  }
  static void oracle(Batch const& batch, std::int64_t object,
                     std::vector<long double> const& frequency, Options const& options,
                     long double* power) {
    reference::conditional_entropy(batch.points(object), batch.times(object), batch.values(object),
                                   static_cast<std::int64_t>(frequency.size()), frequency.data(),
                                   options.phase_bins, options.value_bins, power);
  }
};

template <class Finder, class V, class Frequencies>
Periodograms<typename V::Real> bin_search(Batch const& batch, Frequencies const& frequencies,
                                          typename Finder::Options const& options = {}) {
  return powers_of<V>(batch, frequencies, [&](auto const&... arguments) {
    Finder::template run<V>(arguments..., options);
  });
}

template <class Finder, class V, class Frequencies>
BestOnHost<typename V::Real> best_bin_search(Batch const& batch, Frequencies const& frequencies,
                                             typename Finder::Options const& options = {}) {
  return best_of<V>(batch, [&](auto const& exec, auto const& curves, auto const& best) {
    Finder::template best<V>(exec, curves, frequencies, best, options);
  });
}

template <class V>
class PhaseBins : public testing::Test {
 protected:
  using Value = typename V::Real;

  template <class Finder, class Frequencies>
  static void expect_powers(Batch const& batch, Frequencies const& frequencies,
                            std::vector<long double> const& exact,
                            typename Finder::Options const& options) {
    auto const actual = bin_search<Finder, V>(batch, frequencies, options);
    auto const best = best_bin_search<Finder, V>(batch, frequencies, options);
    for (std::int64_t object = 0; object < batch.objects(); ++object) {
      auto const row = actual.row(object);
      if (batch.points(object) < 5) {
        EXPECT_NE(actual.status[object], ObjectStatus::ok);
        EXPECT_TRUE(all_nan(row)) << "object " << object;
        EXPECT_EQ(best.index[object], -1) << "object " << object;
        continue;
      }
      std::vector<long double> expected(exact.size());
      Finder::oracle(batch, object, exact, options, expected.data());
      EXPECT_TRUE(all_near(row, expected, phase_bins_tolerance<Value>(batch.points(object))))
          << "object " << object;
      std::vector<long double> const ours(row.begin(), row.end());
      EXPECT_EQ(best.index[object],
                reference::best_index(static_cast<std::int64_t>(ours.size()), ours.data()))
          << "object " << object;
      EXPECT_EQ(best.power[object], row[best.index[object]]) << "object " << object;
    }
  }

  template <class Finder>
  static std::string refusal(typename Finder::Options const& options) {
    Batch const batch = draw_batch<Value>({20}, 300.0, 1.37);
    return sentence_of([&] {
      best_bin_search<Finder, V>(batch, FrequencyGrid{0.1, 0.01, 9}, options);
    });
  }
};
TYPED_TEST_SUITE(PhaseBins, Variants, VariantNames);

TYPED_TEST(PhaseBins, DispersionAgreesWithBruteForce) {
  auto const batch = draw_batch<typename TypeParam::Real>(ragged, 300.0, 1.37);
  FrequencyGrid const grid{0.05, 0.0217, 131};
  std::vector<double> const list{1.37, 0.685, 3.3, 1.37, 0.01};
  for (PhaseDispersionOptions const& options : dispersions) {
    this->template expect_powers<Dispersion>(batch, grid, frequencies_of(grid), options);
    this->template expect_powers<Dispersion>(batch, to_list(list), {list.begin(), list.end()},
                                             options);
  }
}

TYPED_TEST(PhaseBins, EntropyAgreesWithBruteForce) {
  auto const batch = draw_batch<typename TypeParam::Real>(ragged, 300.0, 1.37);
  FrequencyGrid const grid{0.05, 0.0217, 131};
  std::vector<double> const list{1.37, 0.685, 3.3, 1.37, 0.01};
  for (ConditionalEntropyOptions const& options : entropies) {
    this->template expect_powers<Entropy>(batch, grid, frequencies_of(grid), options);
    this->template expect_powers<Entropy>(batch, to_list(list), {list.begin(), list.end()},
                                          options);
  }
}

TYPED_TEST(PhaseBins, FindThePlantedFrequencyOrItsHalf) {
  auto const batch = draw_batch<typename TypeParam::Real>({200, 300}, 100.0, 1.37);
  FrequencyGrid const grid = half_open_grid(0.4, 3.0, 5200);
  auto const by_dispersion = best_bin_search<Dispersion, TypeParam>(batch, grid).index;
  auto const by_entropy = best_bin_search<Entropy, TypeParam>(batch, grid).index;
  for (std::size_t object = 0; object < by_dispersion.size(); ++object) {
    for (std::int64_t const k : {by_dispersion[object], by_entropy[object]}) {
      double const turns = 1.37 / grid.frequency(k);
      EXPECT_NEAR(turns, std::round(turns), 0.01) << grid.frequency(k);
    }
  }
}

// Six points on six phases of ten bins: every bin has one, and theta is not defined.
TYPED_TEST(PhaseBins, OnePointInEveryBinIsNoDispersion) {
  Batch batch;
  for (int j = 0; j < 6; ++j) {
    batch.add_point(j / 8.0, j * j % 5, 1.0);
  }
  batch.end_object();
  auto const power = bin_search<Dispersion, TypeParam>(batch, to_list({1.0})).power;
  EXPECT_EQ(power[0], typename TypeParam::Real(0));
}

// The refusal names the range. It does not depend on backend and precision.
TYPED_TEST(PhaseBins, NumbersOfBinsOutOfRangeAreRefused) {
  EXPECT_EQ(this->template refusal<Dispersion>({.bins = 2}), "");
  EXPECT_NE(this->template refusal<Dispersion>({.bins = 1}).find("2 to 64"), std::string::npos);
  EXPECT_NE(this->template refusal<Dispersion>({.bins = 65}).find("2 to 64"), std::string::npos);
  EXPECT_NE(this->template refusal<Entropy>({.phase_bins = 0}).find("2 to 64"), std::string::npos);
  EXPECT_NE(this->template refusal<Entropy>({.value_bins = 17}).find("2 to 16"), std::string::npos);
}

}  // namespace
}  // namespace siderum::test
