// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/candidates.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/periods/super_smoother_support.hpp"
#include "reference/peaks.hpp"
#include "support/sentence.hpp"

/// Search and refine against the same steps on the host, from whole periodograms.
namespace siderum::test {
namespace {

/// Halves of its frequencies do not lie half-way between two of them.
FrequencyGrid const grid{0.10026, 0.001, 4000};

template <class V>
BestOnHost<typename V::Real> search_candidates(Batch const& batch, FrequencyGrid const& searched,
                                               CandidateOptions const& options,
                                               std::vector<ExcludedIndices> const& excluded = {}) {
  Kokkos::View<ExcludedIndices const*, TestMemory> const windows = to_space(excluded);
  return best_of<V>(batch, [&](auto const& exec, auto const& curves, auto const& best) {
    best_candidates<typename V::Backend>(exec, curves, searched, windows, best, options);
  });
}

template <class V>
class Candidates : public testing::Test {
 protected:
  using Value = typename V::Real;

  /// Which indices of a row may be scored.
  static std::vector<bool> scored(Batch const& batch, std::int64_t object,
                                  std::vector<Value> const& power, CandidateOptions const& options,
                                  std::vector<ExcludedIndices> const& excluded) {
    std::vector<std::uint8_t> allowed(power.size(), 1);
    for (auto const& [first, last] : excluded) {
      for (std::int64_t k = first; k <= last; ++k) {
        allowed[static_cast<std::size_t>(k)] = 0;
      }
    }
    std::vector<long double> const row(power.begin(), power.end());
    auto const peaks = reference::peaks(grid.count, row.data(), options.peaks,
                                        1.0 / (batch.baseline(object) * grid.step), allowed.data());
    std::vector<bool> some(power.size(), false);
    for (std::int64_t const peak : peaks) {
      double const f = grid.frequency(peak);
      for (double const candidate : {f, f / 2.0, 2.0 * f}) {
        auto const centre =
            static_cast<std::int64_t>(std::nearbyint((candidate - grid.first) / grid.step));
        if (centre < 0 || centre >= grid.count || allowed[centre] == 0) {
          continue;
        }
        std::int64_t const last = std::min(centre + options.half_window, grid.count - 1);
        for (std::int64_t k = std::max<std::int64_t>(centre - options.half_window, 0); k <= last;
             ++k) {
          some[static_cast<std::size_t>(k)] = allowed[k] != 0;
        }
      }
    }
    return some;
  }

  static void expect_best(Batch const& batch, CandidateOptions const& options,
                          std::vector<ExcludedIndices> const& excluded = {}) {
    auto const actual = search_candidates<V>(batch, grid, options, excluded);
    auto const sinusoids = search<V>(batch, grid, options.lomb_scargle);
    auto const smooth = smooth_search<V>(batch, grid, options.super_smoother);
    for (std::int64_t object = 0; object < batch.objects(); ++object) {
      auto const row = smooth.row(object);
      auto const some = scored(batch, object, sinusoids.row(object), options, excluded);
      std::vector<long double> power(row.size());
      for (std::size_t k = 0; k < row.size(); ++k) {
        power[k] = some[k] ? static_cast<long double>(row[k]) : std::nanl("");
      }
      auto const expected = reference::best_index(grid.count, power.data());
      ASSERT_GE(expected, 0);
      EXPECT_EQ(actual.index[object], expected) << "object " << object;
      EXPECT_EQ(actual.power[object], row[expected]) << "object " << object;
    }
  }
};
TYPED_TEST_SUITE(Candidates, Variants, VariantNames);

TYPED_TEST(Candidates, AreTheWindowsAboutPeaksHalvesAndDoubles) {
  auto const batch = draw_batch<typename TypeParam::Real>({43, 17, 130, 60}, 100.0, 1.37);
  for (CandidateOptions const& options : {CandidateOptions{},
                                          {.peaks = 1, .half_window = 3},
                                          {.peaks = 5, .half_window = 0},
                                          {.peaks = 3,
                                          .half_window = 7,
                                          .lomb_scargle = standard_periodogram(),
                                          .super_smoother = published_single_pass()}}) {
    this->expect_best(batch, options);
  }
}

// One object at a time where no two periodograms may be in memory, and of the longest, which is
// smoothed through memory on a device, as few frequencies at a time.
TYPED_TEST(Candidates, AreTheSameInPieces) {
  auto const batch = draw_batch<typename TypeParam::Real>({43, 17, 0, 130, 4100}, 100.0, 1.37);
  auto const whole = search_candidates<TypeParam>(batch, grid, {});
  auto const pieces = search_candidates<TypeParam>(batch, grid, {.memory_fraction = 1e-12});
  EXPECT_EQ(pieces.index, whole.index);
  EXPECT_EQ(pieces.status, whole.status);
  for (std::int64_t object = 0; object < batch.objects(); ++object) {
    if (whole.status[object] == ObjectStatus::ok) {
      EXPECT_EQ(pieces.power[object], whole.power[object]) << "object " << object;
    }
  }
}

TYPED_TEST(Candidates, DoNotComeFromExcludedWindows) {
  auto const batch = draw_batch<typename TypeParam::Real>({43, 130, 60}, 100.0, 1.37);
  std::vector<ExcludedIndices> const excluded{{1240, 1300}, {600, 612}};
  this->expect_best(batch, {.peaks = 4}, excluded);
  for (std::int64_t const index :
       search_candidates<TypeParam>(batch, grid, {.peaks = 4}, excluded).index) {
    EXPECT_FALSE(1240 <= index && index <= 1300) << index;
  }
}

// Half the frequency of a saw tooth of two unequal halves, which Lomb-Scargle sees at the double.
TYPED_TEST(Candidates, FindTheTurnOfTwoHumps) {
  Batch batch;
  CounterRandom random(83, 0);
  for (int j = 0; j < 150; ++j) {
    double const t = random.uniform(0.0, 100.0);
    double const turn = 0.61 * t - std::floor(0.61 * t);
    double const humps = std::cos(4.0 * 3.14159265358979 * turn) + (turn < 0.5 ? 0.4 : -0.4);
    batch.add_point(t, humps + 0.05 * random.normal(), 0.05);
  }
  batch.end_object();
  FrequencyGrid const fine = half_open_grid(0.1, 4.1, 8000);
  auto const best = search_candidates<TypeParam>(batch, fine, {.peaks = 3});
  EXPECT_NEAR(fine.frequency(best.index[0]), 0.61, 0.002);
}

TYPED_TEST(Candidates, ObjectsThatCannotBeSearchedHaveAStatus) {
  auto batch = draw_batch<typename TypeParam::Real>({43, 0, 4, 5, 9}, 100.0, 1.37);
  auto const best = search_candidates<TypeParam>(batch, grid, {});
  EXPECT_EQ(best.status, (std::vector<ObjectStatus>{ObjectStatus::ok, ObjectStatus::no_points,
                                                    ObjectStatus::too_few_points, ObjectStatus::ok,
                                                    ObjectStatus::ok}));
  for (std::size_t object = 0; object < best.status.size(); ++object) {
    bool const searched = best.status[object] == ObjectStatus::ok;
    EXPECT_EQ(best.index[object] >= 0, searched) << "object " << object;
    EXPECT_EQ(std::isnan(best.power[object]), !searched) << "object " << object;
  }
}

// The checks do not depend on backend and precision.
TYPED_TEST(Candidates, NumbersOutOfRangeAreRefused) {
  auto const batch = draw_batch<typename TypeParam::Real>({43}, 100.0, 1.37);
  auto const refusal = [&](CandidateOptions const& options) {
    return sentence_of([&] { search_candidates<TypeParam>(batch, grid, options); });
  };
  EXPECT_EQ(refusal({.peaks = 1, .half_window = 0}), "");
  EXPECT_NE(refusal({.peaks = 0}), "");
  EXPECT_NE(refusal({.half_window = -1}), "");
  EXPECT_NE(refusal({.memory_fraction = 0.0}), "");
  EXPECT_NE(refusal({.memory_fraction = 1.5}), "");
  EXPECT_NE(refusal({.super_smoother = {.alpha = 11.0}}), "");
}

}  // namespace
}  // namespace siderum::test
