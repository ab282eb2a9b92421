// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/algorithms/pairs/detail/pair_counts/count_tiles_launch.hpp>
#include <siderum/algorithms/pairs/detail/pair_counts/launch.hpp>
#include <siderum/algorithms/periods/detail/multi_harmonic_models/launch.hpp>
#include <siderum/algorithms/periods/detail/refine_peaks/launch.hpp>
#include <siderum/algorithms/sky/detail/rotate_coefficients/launch.hpp>
#include <siderum/backends/backend.hpp>

#include "support/spaces.hpp"

/// What a backend replaces is what the algorithms call.
namespace siderum::test {
namespace {

/// Counts the calls of the operations that it hands on.
struct Counting : backend::Portable {
  static inline int rotations = 0;
  static inline int sums = 0;
  static inline int expansions = 0;

  template <class Exec, class Real>
  struct Rotation : portable::Rotation<Exec, Real> {
    using Base = portable::Rotation<Exec, Real>;
    using Base::Base;
    template <class... Arguments>
    void operator()(Arguments const&... arguments) const {
      ++rotations;
      Base::operator()(arguments...);
    }
  };

  template <class Exec, class Real>
  struct FrequencySums : portable::FrequencySums<Exec, Real> {
    using Base = portable::FrequencySums<Exec, Real>;
    using Base::Base;
    template <class... Arguments>
    void operator()(Arguments const&... arguments) const {
      ++sums;
      Base::operator()(arguments...);
    }
  };

  template <class Exec>
  struct ExpandList : portable::ExpandList<Exec> {
    template <class... Arguments>
    void operator()(Arguments const&... arguments) const {
      ++expansions;
      portable::ExpandList<Exec>::operator()(arguments...);
    }
  };
};

/// Refuses every rotation, in the region of its algorithm.
struct Refusing : backend::Portable {
  template <class Exec, class Real>
  struct Rotation {
    template <class... Arguments>
    explicit Rotation(Arguments const&...) {
      throw OutOfMemory("too much");
    }
    template <class... Arguments>
    void operator()(Arguments const&...) const {}
  };
};

}  // namespace
}  // namespace siderum::test

template <>
inline constexpr bool siderum::backend::is_backend<siderum::test::Counting> = true;
template <>
inline constexpr bool siderum::backend::is_backend<siderum::test::Refusing> = true;

namespace siderum::test {
namespace {

LightCurves<double, TestMemory> ten_points() {
  std::vector<double> time, value;
  for (int j = 0; j < 10; ++j) {
    time.push_back(0.7 * j * j);
    value.push_back(j % 3);
  }
  return mirror_to(TestSpace(), make_light_curves<double>(time, value));
}

TEST(Overrides, OfRotation) {
  TestSpace const exec;
  auto const a_lm = allocate_coefficients<double>(exec, make_harmonic_range(5), 2);
  Kokkos::deep_copy(exec, a_lm.values, Kokkos::complex<double>(1.0));
  Counting::rotations = 0;
  rotate_coefficients<Counting>(exec, a_lm, {0.1, 0.2, 0.3}, a_lm);
  exec.fence();
  EXPECT_EQ(Counting::rotations, 1);
}

int open_regions = 0;

TEST(Overrides, RegionsEndWhereAnOperationThrows) {
  namespace tools = Kokkos::Tools::Experimental;
  TestSpace const exec;
  auto const a_lm = allocate_coefficients<double>(exec, make_harmonic_range(5));
  tools::EventSet const before = tools::get_callbacks();
  tools::set_push_region_callback([](char const*) { ++open_regions; });
  tools::set_pop_region_callback([] { --open_regions; });
  open_regions = 0;
  EXPECT_THROW(rotate_coefficients<Refusing>(exec, a_lm, {0.1, 0.2, 0.3}, a_lm), OutOfMemory);
  tools::set_callbacks(before);
  EXPECT_EQ(open_regions, 0);
}

TEST(Overrides, OfSumsAtFrequencies) {
  TestSpace const exec;
  auto const refined = RefinedPeaks<TestSpace>::allocate(exec, 1, 2);
  Counting::sums = 0;
  refine_peaks<Counting>(exec, ten_points(), {0.1, 0.01, 50}, make_table<std::int64_t>(1, 2),
                         refined);
  exec.fence();
  EXPECT_EQ(Counting::sums, 4);  // three rounds and the vertex

  auto const models = MultiHarmonicModels<TestSpace>::allocate(exec, 1, 1);
  fit_multi_harmonic_models<Counting>(exec, ten_points(), to_space(std::vector<double>{0.2}),
                                      models);
  exec.fence();
  EXPECT_EQ(Counting::sums, 5);
}

TEST(Overrides, OfTheExpansionOfLists) {
  TestSpace const exec;
  std::vector<double> const ra{1.0, 2.0, 3.0}, dec{0.0, 1.0, 2.0};
  Counting::expansions = 0;
  PairCounts const counts = count_pairs<Counting>(exec, mirror_to(exec, make_catalogue(ra, dec)),
                                                  linear_bins(0.1, 10.0, 1));
  EXPECT_EQ(counts.count, (std::vector<std::int64_t>{3}));
  EXPECT_EQ(Counting::expansions, 1);
}

}  // namespace
}  // namespace siderum::test
