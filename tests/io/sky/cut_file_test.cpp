// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include <siderum/io/sky/coefficients_file.hpp>
#include <siderum/io/sky/pixel_window.hpp>
#include <siderum/io/sky/power_spectrum_file.hpp>
#include <siderum/io/sky/sky_map.hpp>

#include "io/io_support.hpp"

/// FITS files whose end is missing, from the edge of a block on and within one.
namespace siderum::io {
namespace {

class CutFileTest : public testing::Test {
 protected:
  /// What each reader says, of the files of maps, coefficients, windows and spectra, and of a pipe.
  void expect(std::size_t size, std::string const& sentence) {
    std::map<std::string, std::function<void(std::string const&)>> const readers{
        {"a map", [](std::string const& path) { read_sky_map(path); }},
        {"coefficients", [](std::string const& path) { read_coefficients(path); }},
        {"a window", [](std::string const& path) { read_pixel_window(path); }},
        {"a spectrum", [](std::string const& path) { read_power_spectrum(path); }}};
    std::string const whole =
        test::contents_of(std::string(SIDERUM_GOLDEN) + "/healpy_coefficients.fits");
    for (auto const& [what, read] : readers) {
      std::string const path = folder_.write("a.fits", whole.substr(0, size));
      EXPECT_EQ(test::sentence_of([&] { read(path); }, folder_), "a.fits" + sentence) << what;
      test::StandardInput const input(path);
      EXPECT_EQ(test::sentence_of([&] { read("-"); }, folder_), "standard input" + sentence)
          << what;
    }
  }

  test::TemporaryFolder folder_;
};

TEST_F(CutFileTest, BehindTheFirstHeader) {
  expect(2880,
         " has no table (it holds only images, or is cut short). Give a FITS file with a binary or "
         "ASCII table.");
}

TEST_F(CutFileTest, BehindTheHeaderOfTheTable) {
  // 27 rows of an index of 4 bytes and two numbers of 8 bytes.
  expect(5760,
         " cannot be read as FITS (HDU 2: the file is cut short, 540 bytes of data are 0). Check "
         "the file, for example with fitsverify.");
}

TEST_F(CutFileTest, WithinTheBlanksBehindAHeader) {
  std::string const sentence =
      ": the file is cut short, within the blanks behind its header). Check the file, for example "
      "with fitsverify.";
  expect(2000, " cannot be read as FITS (HDU 1" + sentence);
  expect(5700, " cannot be read as FITS (HDU 2" + sentence);
}

}  // namespace
}  // namespace siderum::io
