// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/algorithms/periods/detail/piece_stream/pieces.hpp>

namespace siderum::detail {
namespace {

constexpr std::int64_t frequencies = 1'000'000;

SearchWork work_of_three(std::int64_t unit) {
  return {{0.0, 10.0, 10.0, 40.0}, unit};
}

TEST(SearchPieces, AreCutWhereNothingIsDoneTwice) {
  constexpr std::int64_t section = std::int64_t{1} << 19;
  auto const pieces =
      divide_into_pieces(work_of_three(section), 1, 2, frequencies, std::int64_t{1} << 22, 1);
  std::int64_t values = 0;
  for (PowerPiece const& piece : pieces) {
    EXPECT_EQ(piece.range.first % section, 0);
    values += piece.values();
  }
  EXPECT_EQ(values, 2 * frequencies);
  EXPECT_EQ(pieces.front().first_object, 1);
  EXPECT_EQ(pieces.size(), 4U);
  EXPECT_EQ(pieces[1].work_done, 0.0);
  EXPECT_EQ(pieces.back().work_done, 30.0);
}

TEST(SearchPieces, HaveASectionForEachThread) {
  constexpr std::int64_t section = std::int64_t{1} << 19;
  SearchWork const work = work_of_three(section);
  constexpr std::int64_t most = std::int64_t{1} << 23;
  for (std::int64_t const threads : {2, 3, 16}) {
    auto const pieces = divide_into_pieces(work, 0, 1, 16 * section, most, threads);
    for (PowerPiece const& piece : pieces) {
      EXPECT_TRUE(piece.range.last == 16 * section || piece.frequencies() >= threads * section);
      EXPECT_EQ(piece.range.first % section, 0);
    }
  }
  EXPECT_EQ(divide_into_pieces(work, 0, 1, 2 * section, most, 2).size(), 1U);
}

TEST(SearchPieces, FitTheirMemoryAllTheSame) {
  constexpr std::int64_t most = 10 * stretch_unit;
  for (PowerPiece const& piece :
       divide_into_pieces(work_of_three(std::int64_t{1} << 19), 0, 3, frequencies, most, 1)) {
    EXPECT_LE(piece.values(), most);
    EXPECT_EQ(piece.range.first % stretch_unit, 0);
  }
}

TEST(SearchPieces, OfShortRowsAreWholeRows) {
  auto const pieces = divide_into_pieces(work_of_three(stretch_unit), 0, 3, 1000, 1 << 20, 1);
  ASSERT_EQ(pieces.size(), 1U);
  EXPECT_EQ(pieces[0].objects, 3);
  EXPECT_EQ(pieces[0].work_done, 40.0);
}

}  // namespace
}  // namespace siderum::detail
