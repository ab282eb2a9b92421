// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "algorithms/sky/harmonic_transform_support.hpp"
#include "support/sentence.hpp"

namespace siderum::test {
namespace {

using Double = Variant<DefaultBackend, double>;
using Map = Plan<Double>::Map;

TEST(HarmonicTransformRefusals, RangesThatAreNone) {
  EXPECT_EQ(sentence_of([] {
              Plan<Double>(TestSpace(), healpix_grid(1), {4, 5});
            }),
            "mmax is 5 with an lmax of 4 (a degree l has the orders 0 to l). Give an mmax of 0 to"
            " 4.");
}

TEST(HarmonicTransformRefusals, OptionsOutOfRange) {
  HarmonicTransformOptions options;
  options.maps = -1;
  EXPECT_EQ(sentence_of([&] {
              Plan<Double>(TestSpace(), healpix_grid(1), {1, 1}, options);
            }),
            "The plan is for -1 maps (it transforms at least one). Give 1 or more.");
  options.maps = 1;
  options.work_bytes = -1;
  EXPECT_EQ(sentence_of([&] {
              Plan<Double>(TestSpace(), healpix_grid(1), {1, 1}, options);
            }),
            "The work space is -1 bytes (it cannot be negative). Give 0 for the default.");
}

TEST(HarmonicTransformRefusals, FieldsThatAreNotWhole) {
  HarmonicTransformOptions options;
  options.field = Field::polarised;
  options.maps = 4;
  EXPECT_EQ(sentence_of([&] {
              Plan<Double>(TestSpace(), healpix_grid(1), {2, 2}, options);
            }),
            "There are 4 maps (a polarised field has three, T, Q and U). Give whole fields, one"
            " after the other.");
  options.field = Field::spin_two;
  Plan<Double> const plan(TestSpace(), healpix_grid(1), {2, 2}, options);
  EXPECT_EQ(
      sentence_of([&] {
        plan.synthesis(allocate_coefficients<double>(TestSpace(), {2, 2}), Map("test::map", 1, 12));
      }),
      "There is 1 map (polarisation has two, Q and U). Give whole fields, one after the"
      " other.");
}

TEST(HarmonicTransformRefusals, ExtentsThatDoNotFit) {
  Plan<Double> const plan(TestSpace(), healpix_grid(2), {3, 2});
  auto const fitting = allocate_coefficients<double>(TestSpace(), {3, 2});
  auto const sentence = [&](auto const& coefficients, Map const& map) {
    return sentence_of([&] { plan.synthesis(coefficients, map); });
  };
  EXPECT_EQ(sentence(fitting, Map("test::map", 1, 48)), "");
  EXPECT_EQ(sentence(fitting, Map("test::map", 1, 47)),
            "A map has 47 pixels (HEALPix nside 2 has 48). Give maps of this grid.");
  EXPECT_EQ(sentence(fitting, Map("test::map", 2, 48)),
            "There are 2 maps and coefficients of 1 (each map has its own). Give as many of each.");
  EXPECT_EQ(sentence(allocate_coefficients<double>(TestSpace(), {3, 3}), Map("test::map", 1, 48)),
            "The coefficients have lmax 3 and mmax 3 (the plan was made for 3 and 2). Make a plan"
            " for them.");
  EXPECT_EQ(
      sentence(allocate_coefficients<double>(TestSpace(), {3, 2}, 2), Map("test::map", 2, 48)),
      "There are 2 maps (the plan was made for 1 at most). Give fewer, or make a plan for them.");
  auto short_one = fitting;
  short_one.values = decltype(short_one.values)("test::coefficients", 1, 8);
  EXPECT_EQ(sentence(short_one, Map("test::map", 1, 48)),
            "There are 8 coefficients of a map (lmax 3 and mmax 2 have 9). Give as many.");
}

TEST(HarmonicTransformRefusals, AnalysisWithoutWeights) {
  Ring ring;
  ring.theta = 1.0;
  RingGrid const grid = make_ring_grid(std::vector<Ring>{ring});
  Plan<Double> const plan(TestSpace(), grid, {1, 1});
  auto const coefficients = allocate_coefficients<double>(TestSpace(), {1, 1});
  Map const map("test::map", 1, 1);
  EXPECT_EQ(sentence_of([&] { plan.adjoint_synthesis(map, coefficients); }), "");
  std::string const expected =
      "The rings have no weights (1 rings; an integral over the sphere needs them). Give each ring"
      " a weight.";
  EXPECT_EQ(sentence_of([&] { plan.analysis(map, coefficients); }), expected);
  EXPECT_EQ(sentence_of([&] { plan.adjoint_analysis(coefficients, map); }), expected);
}

}  // namespace
}  // namespace siderum::test
