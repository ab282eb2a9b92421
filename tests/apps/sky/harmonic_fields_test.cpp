// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/sky/harmonic_fields.hpp>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

namespace siderum::apps {
namespace {

/// A file of so many bytes, which is gone at the end of the test.
struct SizedFile {
  explicit SizedFile(std::int64_t bytes) {
    std::ofstream(path).close();
    std::filesystem::resize_file(path, static_cast<std::uintmax_t>(bytes));
  }
  ~SizedFile() { std::filesystem::remove(path); }
  std::string path = testing::TempDir() + "least_range.fits";
};

TEST(LeastRange, IsNoLargerThanThatOfTheFile) {
  for (std::int64_t const lmax : {2, 10, 767, 4095}) {
    std::int64_t const rows = make_harmonic_range(lmax).count();
    std::int64_t const header = 2 * 2880;
    for (Field const field : {Field::scalar, Field::polarised}) {
      // Rows of 12 bytes to 24, as single and double precision have them.
      for (std::int64_t const row : {12, 16, 20, 24}) {
        SizedFile const file(header + components(field) * rows * row);
        auto const found = least_range(file.path, field, {});
        std::int64_t const spare = header / 24 / (lmax + 1) + 1;
        if (found) {
          EXPECT_LE(found->lmax, lmax + spare) << lmax << ", rows of " << row;
          EXPECT_GT(3 * found->lmax, 2 * (lmax - 3)) << lmax << ", rows of " << row;
        }
      }
    }
  }
}

TEST(LeastRange, EndsAtTheDegreesThatAreAskedFor) {
  SizedFile const file(24 * make_harmonic_range(100).count());
  EXPECT_EQ(least_range(file.path, Field::scalar, 30), make_harmonic_range(30));
  EXPECT_EQ(least_range(file.path, Field::scalar, 1000), make_harmonic_range(100));
}

TEST(LeastRange, IsNoneOfWhatHasNoSize) {
  EXPECT_FALSE(least_range("no such file", Field::scalar, {}));
  EXPECT_FALSE(least_range(testing::TempDir(), Field::scalar, {}));
  SizedFile const file(10);
  EXPECT_FALSE(least_range(file.path, Field::scalar, {}));
}

}  // namespace
}  // namespace siderum::apps
