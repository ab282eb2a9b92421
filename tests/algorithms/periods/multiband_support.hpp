// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "support/data.hpp"

namespace siderum::test {

/// tests/golden/multiband.txt: a light curve in bands and what astropy makes of it.
struct GoldenBands {
  struct Flexible {
    bool errors;
    int base_terms;
    int band_terms;
    double base_ridge;
    double band_ridge;
    bool by_trace;
    bool center;
    std::vector<double> power;
  };
  struct Fast {
    bool errors;
    int terms;
    std::vector<double> power;
  };
  std::vector<double> time;
  std::vector<double> value;
  std::vector<double> error;
  std::vector<std::int32_t> band;
  std::vector<Flexible> flexible;
  std::vector<Fast> fast;
  static constexpr double first = 0.31;  // frequencies
  static constexpr double step = 0.173;
};

inline GoldenBands read_golden_bands() {
  GoldenBands golden;
  auto const numbers = [](std::vector<std::string> const& row, std::size_t from) {
    std::vector<double> values;
    for (std::size_t i = from; i < row.size(); ++i) {
      values.push_back(std::stod(row[i]));
    }
    return values;
  };
  for (auto const& row : read_rows(std::string(SIDERUM_GOLDEN) + "/multiband.txt")) {
    if (row[0] == "flexible") {
      golden.flexible.push_back({row.at(1) == "yes", std::stoi(row.at(2)), std::stoi(row.at(3)),
                                 std::stod(row.at(4)), std::stod(row.at(5)), row.at(6) == "yes",
                                 row.at(7) == "yes", numbers(row, 8)});
    } else if (row[0] == "fast") {
      golden.fast.push_back({row.at(1) == "yes", std::stoi(row.at(2)), numbers(row, 3)});
    } else if (row[0] != "points") {
      golden.time.push_back(std::stod(row.at(0)));
      golden.value.push_back(std::stod(row.at(1)));
      golden.error.push_back(std::stod(row.at(2)));
      golden.band.push_back(std::stoi(row.at(3)));
    }
  }
  return golden;
}

}  // namespace siderum::test
