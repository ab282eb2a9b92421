// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "support/data.hpp"

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace siderum::test {
namespace {

using Doubles = std::vector<double>;

/// A file of a text that goes with the test.
class TextFile {
 public:
  explicit TextFile(std::string const& text)
      : path_(
            std::filesystem::path(testing::TempDir()) /
            (std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + ".txt")) {
    std::ofstream(path_) << text;
  }
  ~TextFile() { std::filesystem::remove(path_); }
  TextFile(TextFile const&) = delete;
  TextFile& operator=(TextFile const&) = delete;

  std::filesystem::path const& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

TEST(ReadRows, SplitsAtCommasAndBlanksAndLeavesOutComments) {
  TextFile const file("# heading\n1, 2,\t3\n\n  four  # five\n");

  EXPECT_EQ(read_rows(file.path()),
            (std::vector<std::vector<std::string>>{{"1", "2", "3"}, {"four"}}));
}

TEST(ReadRows, ThrowsWhereThereIsNoFile) {
  EXPECT_THROW(read_rows("no/such/file"), std::runtime_error);
}

TEST(ReadLightCurves, GroupsObjectsInOrderOfFirstAppearance) {
  TextFile const file("b, 2458000.25, 1.5\na, 1, 2\nb, 3, -4e-1\n");

  std::vector<LightCurve> const curves = read_light_curves(file.path());

  ASSERT_EQ(curves.size(), 2U);
  EXPECT_EQ(curves[0].id, "b");
  EXPECT_EQ(curves[0].time, (Doubles{2458000.25, 3.0}));
  EXPECT_EQ(curves[0].value, (Doubles{1.5, -0.4}));
  EXPECT_EQ(curves[0].error, Doubles{});
  EXPECT_EQ(curves[1].id, "a");
}

TEST(ReadLightCurves, ReadsErrorsAndRefusesOtherColumns) {
  TextFile const file("a, 1, 2, 0.25\n");
  EXPECT_EQ(read_light_curves(file.path())[0].error, Doubles{0.25});

  TextFile const narrow("a, 1\n");
  EXPECT_THROW(read_light_curves(narrow.path()), std::runtime_error);
}

TEST(ReadGolden, ReadsEveryNumberOfTheFiles) {
  std::vector<GoldenLombScargle> const all = read_golden_lomb_scargle();

  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].curve.id, "lomb_scargle_ida.txt");
  EXPECT_EQ(all[0].curve.time.size(), 29U);
  EXPECT_EQ(all[0].curve.time[0], 2458652.9584375);
  EXPECT_EQ(all[0].curve.value[0], -0.38923902);
  for (GoldenLombScargle const& golden : all) {
    EXPECT_EQ(golden.curve.error.size(), golden.curve.time.size());
    EXPECT_EQ(golden.frequency.size(), 60U);
    for (GoldenPowers const& periodogram : golden.periodograms) {
      EXPECT_EQ(periodogram.power.size(), 60U);
    }
  }
}

}  // namespace
}  // namespace siderum::test
