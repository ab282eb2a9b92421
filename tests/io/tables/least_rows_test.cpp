// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/tables/least_rows.hpp>

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include <siderum/io/tables/table_files.hpp>

namespace siderum::io {
namespace {

class LeastRows : public testing::Test {
 protected:
  ~LeastRows() override { std::filesystem::remove(path_); }

  std::int64_t of(std::string const& content) const {
    std::ofstream(path_, std::ios::binary) << content;
    return least_rows(path_);
  }

  std::string path_ = testing::TempDir() + "least_rows.fits";
};

/// So many rows of seven bytes.
std::string rows(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += "12,345\n";
  }
  return text;
}

TEST_F(LeastRows, OfTextAreHalfOfWhatItsSizeTells) {
  std::string const comment = "# " + std::string(2000, 'c') + "\n";
  for (int const count : {1000, 100'000}) {
    std::int64_t const found = of(rows(count));
    EXPECT_LE(found, count / 2);
    EXPECT_GT(found, count / 3);
    EXPECT_LE(of(comment + "a,b\n" + rows(count)), count);
  }
  EXPECT_EQ(of("12,345"), 0) << "nothing tells how long a row is";
}

TEST_F(LeastRows, OfFitsAreThoseOfItsHeader) {
  NumberColumn numbers(1234, 0.5);
  Table table;
  table.add("a", numbers);
  table.add("b", numbers);
  write_table(table, path_);
  EXPECT_EQ(least_rows(path_), 1234);
  // Of a file that was cut no more than it has room for.
  std::filesystem::resize_file(path_, 2880 * 3);
  EXPECT_LE(least_rows(path_), 540);
}

TEST_F(LeastRows, AreNoneWhereTheFileDoesNotTell) {
  EXPECT_EQ(least_rows("-"), 0);
  EXPECT_EQ(least_rows("no such file"), 0);
  EXPECT_EQ(least_rows(testing::TempDir()), 0);
  EXPECT_EQ(of(""), 0);
  EXPECT_EQ(of(std::string("\x1f\x8b\b\0\n\n\n", 7)), 0) << "gzip";
  EXPECT_EQ(of("SIMPLE  =                    T"), 0);
  EXPECT_EQ(of("XTENSION= 'BINTABLE'\n"), 0);
}

}  // namespace
}  // namespace siderum::io
