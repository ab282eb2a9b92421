// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <siderum/algorithms/periods/lomb_scargle_options.hpp>

/// Data for the tests, read by code that shares nothing with siderum's own readers.
namespace siderum::test {

/// The folder of survey data, for tests that are added with DATA (siderum_add_test.cmake): ctest
/// skips them where there is none. Throws std::runtime_error where SIDERUM_TEST_DATA is not set.
std::filesystem::path survey_data();

/// The rows of a text file, split at commas and blanks, without empty rows and what follows a #.
/// Throws std::runtime_error where the file cannot be read.
std::vector<std::vector<std::string>> read_rows(std::filesystem::path const& file);

/// The numbers of the row of tests/golden/polarisation.txt that begins with the name; none where
/// there is no such row.
std::vector<double> golden_row_of_polarisation(std::string const& name);

struct LightCurve {
  std::string id;
  std::vector<double> time;
  std::vector<double> value;
  std::vector<double> error;  ///< empty where the file has none
};

/// Objects of a file id, time, value[, error] without a heading, in order of first appearance.
std::vector<LightCurve> read_light_curves(std::filesystem::path const& file);

/// One periodogram of an outside program.
struct GoldenPowers {
  std::string program;
  LombScargleOptions options;
  std::vector<double> power;  ///< one for each frequency of its file
};

/// One file of tests/golden: a light curve with errors and what outside programs make of it.
struct GoldenLombScargle {
  LightCurve curve;  ///< the id is the file's name
  std::vector<double> frequency;
  std::vector<GoldenPowers> periodograms;
};

/// All files lomb_scargle_*.txt of tests/golden, in order of their names. Throws std::runtime_error
/// where one does not read, or there is none.
std::vector<GoldenLombScargle> read_golden_lomb_scargle();

}  // namespace siderum::test
