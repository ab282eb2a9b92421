// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/harmonic_range.hpp>

#include <gtest/gtest.h>

#include "support/sentence.hpp"

namespace siderum::test {
namespace {

TEST(HarmonicRange, PlacesCoefficientsOrderByOrder) {
  for (HarmonicRange const range : {make_harmonic_range(0), make_harmonic_range(5),
                                    make_harmonic_range(7, 3), make_harmonic_range(4, 0)}) {
    std::int64_t next = 0;
    for (std::int64_t m = 0; m <= range.mmax; ++m) {
      for (std::int64_t l = m; l <= range.lmax; ++l) {
        EXPECT_EQ(range.index(l, m), next++);
      }
    }
    EXPECT_EQ(range.count(), next);
  }
}

TEST(HarmonicRange, DoesNotOverflow) {
  HarmonicRange const range = make_harmonic_range(largest_lmax);
  EXPECT_EQ(range.index(largest_lmax, largest_lmax) + 1, range.count());
  EXPECT_GT(range.count(), std::int64_t{1} << 38);
}

TEST(HarmonicRange, RefusesWhatIsNone) {
  EXPECT_EQ(sentence_of([] { make_harmonic_range(-1); }),
            "lmax is -1 (degrees go from 0 to 1048576). Give an lmax in this range.");
  EXPECT_EQ(sentence_of([] { make_harmonic_range(4, 5); }),
            "mmax is 5 with an lmax of 4 (a degree l has the orders 0 to l). Give an mmax of 0 to"
            " 4.");
  EXPECT_EQ(sentence_of([] { make_harmonic_range(4, -1); }),
            "mmax is -1 with an lmax of 4 (a degree l has the orders 0 to l). Give an mmax of 0 to"
            " 4.");
}

}  // namespace
}  // namespace siderum::test
