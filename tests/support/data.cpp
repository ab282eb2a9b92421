// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "support/data.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

namespace siderum::test {
namespace {

using Row = std::vector<std::string>;
using Rows = std::vector<Row>;

/// Takes one row after the other and says which file was at fault.
class RowReader {
 public:
  explicit RowReader(std::filesystem::path const& file) : file_(file), rows_(read_rows(file)) {}

  bool at_end() const { return next_ == rows_.size(); }

  Row const& take(std::size_t columns) {
    if (at_end() || rows_[next_].size() != columns) {
      fail();
    }
    return rows_[next_++];
  }

  std::vector<double> take_numbers(std::size_t columns) {
    std::vector<double> numbers;
    for (std::string const& word : take(columns)) {
      numbers.push_back(std::stod(word));
    }
    return numbers;
  }

  [[noreturn]] void fail() const {
    throw std::runtime_error(file_.string() + ": cannot use the data row after " +
                             std::to_string(next_) + " rows");
  }

 private:
  std::filesystem::path file_;
  Rows rows_;
  std::size_t next_ = 0;
};

Normalization normalization_of(RowReader const& reader, std::string const& word) {
  static std::map<std::string, Normalization> const names = {
      {"standard", Normalization::standard}, {"model", Normalization::model},
      {"log", Normalization::log},           {"psd", Normalization::psd},
      {"raw", Normalization::raw},
  };
  auto const found = names.find(word);
  if (found == names.end()) {
    reader.fail();
  }
  return found->second;
}

/// powers PROGRAM errors yes|no fit_mean yes|no center_data yes|no normalization NAME
GoldenPowers take_powers(RowReader& reader, std::size_t frequencies) {
  Row const heading = reader.take(10);
  GoldenPowers periodogram;
  periodogram.program = heading[1];
  periodogram.options.errors = heading[3] == "yes" ? Errors::use : Errors::ignore;
  periodogram.options.fit_mean = heading[5] == "yes" ? FitMean::yes : FitMean::no;
  periodogram.options.center_data = heading[7] == "yes" ? CenterData::yes : CenterData::no;
  periodogram.options.normalization = normalization_of(reader, heading[9]);
  for (std::size_t k = 0; k < frequencies; ++k) {
    periodogram.power.push_back(reader.take_numbers(1)[0]);
  }
  return periodogram;
}

GoldenLombScargle read_golden(std::filesystem::path const& file) {
  RowReader reader(file);
  GoldenLombScargle golden;
  golden.curve.id = file.filename().string();
  std::size_t const points = std::stoul(reader.take(2)[1]);
  for (std::size_t j = 0; j < points; ++j) {
    std::vector<double> const row = reader.take_numbers(3);
    golden.curve.time.push_back(row[0]);
    golden.curve.value.push_back(row[1]);
    golden.curve.error.push_back(row[2]);
  }
  std::size_t const frequencies = std::stoul(reader.take(2)[1]);
  for (std::size_t k = 0; k < frequencies; ++k) {
    golden.frequency.push_back(reader.take_numbers(1)[0]);
  }
  while (!reader.at_end()) {
    golden.periodograms.push_back(take_powers(reader, frequencies));
  }
  return golden;
}

}  // namespace

std::filesystem::path survey_data() {
  char const* const folder = std::getenv("SIDERUM_TEST_DATA");
  if (folder == nullptr) {
    throw std::runtime_error(
        "SIDERUM_TEST_DATA is not set (this test reads the survey data that CONTRIBUTING.md "
        "describes). Set it to their folder, or run the test by ctest.");
  }
  return folder;
}

Rows read_rows(std::filesystem::path const& file) {
  std::ifstream stream(file);
  if (!stream) {
    throw std::runtime_error("cannot read " + file.string());
  }
  Rows rows;
  for (std::string line; std::getline(stream, line);) {
    line.erase(std::min(line.find('#'), line.size()));
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream words(line);
    Row row;
    for (std::string word; words >> word;) {
      row.push_back(word);
    }
    if (!row.empty()) {
      rows.push_back(row);
    }
  }
  return rows;
}

std::vector<double> golden_row_of_polarisation(std::string const& name) {
  std::vector<double> values;
  for (Row const& row : read_rows(std::string(SIDERUM_GOLDEN) + "/polarisation.txt")) {
    if (row.at(0) == name) {
      for (std::size_t i = 1; i < row.size(); ++i) {
        values.push_back(std::stod(row[i]));
      }
    }
  }
  return values;
}

std::vector<LightCurve> read_light_curves(std::filesystem::path const& file) {
  std::vector<LightCurve> curves;
  std::map<std::string, std::size_t> index_of;
  for (Row const& row : read_rows(file)) {
    if (row.size() != 3 && row.size() != 4) {
      throw std::runtime_error(file.string() + ": a row has neither 3 nor 4 columns");
    }
    auto const [entry, is_new] = index_of.try_emplace(row[0], curves.size());
    if (is_new) {
      curves.push_back({.id = row[0], .time = {}, .value = {}, .error = {}});
    }
    LightCurve& curve = curves[entry->second];
    curve.time.push_back(std::stod(row[1]));
    curve.value.push_back(std::stod(row[2]));
    if (row.size() == 4) {
      curve.error.push_back(std::stod(row[3]));
    }
  }
  return curves;
}

std::vector<GoldenLombScargle> read_golden_lomb_scargle() {
  std::vector<std::filesystem::path> files;
  for (auto const& entry : std::filesystem::directory_iterator(SIDERUM_GOLDEN)) {
    std::string const name = entry.path().filename().string();
    if (name.starts_with("lomb_scargle_") && name.ends_with(".txt")) {
      files.push_back(entry.path());
    }
  }
  if (files.empty()) {
    throw std::runtime_error("no files lomb_scargle_*.txt in " + std::string(SIDERUM_GOLDEN));
  }
  std::sort(files.begin(), files.end());
  std::vector<GoldenLombScargle> all;
  for (std::filesystem::path const& file : files) {
    all.push_back(read_golden(file));
  }
  return all;
}

}  // namespace siderum::test
