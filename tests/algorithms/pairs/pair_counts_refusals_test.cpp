// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/pairs/pair_counts_support.hpp"
#include "support/sentence.hpp"

namespace siderum::test {
namespace {

using Double = Variant<backend::Portable, double>;
using Single = Variant<backend::Portable, float>;

TEST(PairCountsRefusals, EdgesThatAreTheSameNumber) {
  Sky const sky = draw_sky(10, 1);
  SeparationBins const narrow = make_bins(std::vector<double>{1.0, 1.0 + 1e-9, 2.0});
  EXPECT_EQ(sentence_of([&] { count<Double>(sky, narrow); }), "");
  EXPECT_EQ(sentence_of([&] { count<Single>(sky, narrow); }),
            "The edges 0 and 1 of the bins are the same number in this precision (their squared"
            " chords are compared). Ask for double precision, or for wider bins.");
  SeparationBins const too_narrow = make_bins(std::vector<double>{179.9999999, 179.99999991});
  EXPECT_EQ(sentence_of([&] { count<Double>(sky, too_narrow); }),
            "The edges 0 and 1 of the bins are the same number in this precision (their squared"
            " chords are compared). Ask for wider bins.");
}

TEST(PairCountsRefusals, EdgesThatWereNotChecked) {
  Sky const sky = draw_sky(10, 1);
  EXPECT_EQ(sentence_of([&] {
              count<Double>(sky, SeparationBins{{3.0, 2.0}});
            }),
            "Edge 1 of the bins, 2 degrees, is not above the one before it (a bin holds the"
            " separations from its edge to the next). Give increasing edges.");
}

TEST(PairCountsRefusals, RegionsOfTwoCataloguesThatDiffer) {
  Sky one = draw_sky(10, 1);
  Sky other = draw_sky(10, 2);
  draw_regions(one, 3);
  draw_regions(other, 4);
  EXPECT_EQ(sentence_of([&] { count<Double>(one, other, linear_bins(0, 10, 2)); }),
            "One catalogue has 3 regions and another 4 (a region is the same part of the sky in"
            " each). Label both alike.");
}

TEST(PairCountsRefusals, SetsOfWhichSomeHaveRegions) {
  Sky one = draw_sky(10, 1);
  draw_regions(one, 3);
  std::vector<Catalogue<TestMemory>> const sets{on_test_space(one.catalogue()),
                                                on_test_space(draw_sky(10, 2).catalogue())};
  EXPECT_EQ(sentence_of([&] {
              count_pairs_of_sets(TestSpace(), std::span<Catalogue<TestMemory> const>(sets),
                                  linear_bins(0, 10, 2));
            }),
            "Some of the sets have regions and some have none (they are counted together). Label"
            " all or none.");
}

TEST(PairCountsRefusals, MemoryFraction) {
  PairCountOptions options;
  options.memory_fraction = 0.0;
  EXPECT_EQ(sentence_of([&] { count<Double>(draw_sky(10, 1), linear_bins(0, 10, 2), options); }),
            "The memory fraction is 0 (it is a share of the free memory). Give one above 0"
            " and up to 1.");
}

}  // namespace
}  // namespace siderum::test
