// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pairs/pair_counting.hpp>

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/io/tables/table_files.hpp>

namespace siderum::apps {
namespace {

/// FITS files of so many points, which are exactly the rows that they tell.
class LeastWork : public testing::Test {
 protected:
  LeastWork() { std::filesystem::create_directories(folder_); }
  ~LeastWork() override { std::filesystem::remove_all(folder_); }

  std::string file(std::size_t points) const {
    io::Table table;
    table.add("ra", io::NumberColumn(points, 1.0));
    table.add("dec", io::NumberColumn(points, 1.0));
    std::string const path = folder_ + "/" + std::to_string(points) + ".fits";
    io::write_table(table, path);
    return path;
  }

  static void expect(CatalogueFiles const& files, double pairs, double points) {
    engine::PairWork const work = least_work(files);
    EXPECT_EQ(work.pairs, pairs);
    EXPECT_EQ(work.points, points);
    EXPECT_EQ(work.sky_share, 1.0);
  }

  std::string folder_ = testing::TempDir() + "least_work";
};

TEST_F(LeastWork, OfOneCatalogueAndItsRandoms) {
  CatalogueFiles files;
  files.data = file(10);
  expect(files, 50, 10);
  files.randoms = {file(20), file(30)};
  expect(files, 50 + 10 * 50 + 200 + 450, 60);
}

TEST_F(LeastWork, OfTwoCataloguesAndTheirRandoms) {
  CatalogueFiles files;
  files.data = file(10);
  files.data2 = file(7);
  expect(files, 70, 17);
  files.randoms = {file(20), file(30)};
  files.randoms2 = {file(2), file(3)};
  expect(files, 70 + 10 * 5 + 7 * 50 + 40 + 90, 72);
}

TEST_F(LeastWork, IsNoneOfFilesThatDoNotTell) {
  CatalogueFiles files;
  files.data = "-";
  files.randoms = {"no such file"};
  expect(files, 0, 0);
}

}  // namespace
}  // namespace siderum::apps
