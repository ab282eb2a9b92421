// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/peak_aliases.hpp>

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "support/sentence.hpp"

namespace siderum::test {
namespace {

constexpr AliasOptions three_years{.tolerance = 1.0 / 1100.0};

void expect_alias(PeakAlias const& alias, PeakRelation relation, int stronger, int multiple) {
  EXPECT_EQ(alias.relation, relation);
  EXPECT_EQ(alias.stronger, stronger);
  EXPECT_EQ(alias.multiple, multiple);
}

TEST(PeakAliases, AreMarkedWithTheirRelation) {
  double const f = 1.7313;
  auto const aliases = mark_aliases(
      {f, f + 1.0, f - 1.00273790935, 2.0 - f + 0.0002, 3.0 * f, 0.5 * f, 4.119, f}, three_years);
  expect_alias(aliases[0], PeakRelation::independent, -1, 0);
  expect_alias(aliases[1], PeakRelation::day, 0, 1);
  expect_alias(aliases[2], PeakRelation::sidereal_day, 0, -1);
  expect_alias(aliases[3], PeakRelation::day, 0, -2);  // mirrored at zero
  expect_alias(aliases[4], PeakRelation::harmonic, 0, 3);
  expect_alias(aliases[5], PeakRelation::subharmonic, 0, 2);
  expect_alias(aliases[6], PeakRelation::independent, -1, 0);
  expect_alias(aliases[7], PeakRelation::independent, -1, 0);  // the same is no relation
}

TEST(PeakAliases, BelongToAnIndependentPeak) {
  // 3.2 is a day from 2.2, which itself is an alias of 1.2: it is two days from that.
  auto const aliases = mark_aliases({1.2, 2.2, 3.2, 4.2}, three_years);
  expect_alias(aliases[2], PeakRelation::day, 0, 2);
  expect_alias(aliases[3], PeakRelation::independent, -1, 0);
}

TEST(PeakAliases, KnowTheirOptions) {
  auto options = three_years;
  options.day = 24.0;  // hours
  options.most_days = 1;
  options.most_harmonics = 1;
  auto const aliases = mark_aliases({0.05, 0.05 + 1.0 / 24.0, 0.05 + 2.0 / 24.0, 0.1}, options);
  expect_alias(aliases[1], PeakRelation::day, 0, 1);
  expect_alias(aliases[2], PeakRelation::independent, -1, 0);
  expect_alias(aliases[3], PeakRelation::independent, -1, 0);
}

TEST(PeakAliases, TakeNaNAndRefuseBadOptions) {
  auto const aliases = mark_aliases({1.2, std::nan("")}, three_years);
  expect_alias(aliases[1], PeakRelation::independent, -1, 0);
  EXPECT_EQ(sentence_of([] { mark_aliases({1.0}, {}); }),
            "The options of the aliases are out of range (tolerance and day are above 0, at least"
            " 0 days and 1 harmonic). Give 1 / baseline as the tolerance.");
}

}  // namespace
}  // namespace siderum::test
