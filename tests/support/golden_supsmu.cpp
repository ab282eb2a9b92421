// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "support/golden_supsmu.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "support/data.hpp"

namespace siderum::test {
namespace {

GoldenSupsmu read_golden(std::filesystem::path const& file) {
  auto const rows = read_rows(file);
  GoldenSupsmu golden;
  golden.name = file.filename().string();
  std::size_t const points = std::stoul(rows.at(0).at(1));
  for (std::size_t j = 1; j <= points; ++j) {
    golden.x.push_back(std::stod(rows.at(j).at(0)));
    golden.y.push_back(std::stod(rows.at(j).at(1)));
    golden.weight.push_back(std::stod(rows.at(j).at(2)));
  }
  for (std::size_t row = points + 1; row < rows.size(); row += points + 1) {
    // fits periodic yes|no weighted yes|no bass NUMBER span NUMBER
    auto const& heading = rows[row];
    if (heading.at(0) != "fits" || row + points >= rows.size()) {
      throw std::runtime_error(file.string() + ": cannot use the data row after " +
                               std::to_string(row) + " rows");
    }
    GoldenSmooth curve{.periodic = heading.at(2) == "yes",
                       .weighted = heading.at(4) == "yes",
                       .bass = std::stod(heading.at(6)),
                       .span = std::stod(heading.at(8)),
                       .fit = {}};
    for (std::size_t j = 1; j <= points; ++j) {
      curve.fit.push_back(std::stod(rows[row + j].at(0)));
    }
    golden.curves.push_back(curve);
  }
  return golden;
}

}  // namespace

std::vector<GoldenSupsmu> read_golden_supsmu() {
  std::vector<GoldenSupsmu> all;
  for (auto const& entry : std::filesystem::directory_iterator(SIDERUM_GOLDEN)) {
    std::string const name = entry.path().filename().string();
    if (name.starts_with("supsmu_") && name.ends_with(".txt")) {
      all.push_back(read_golden(entry.path()));
    }
  }
  if (all.empty()) {
    throw std::runtime_error("no files supsmu_*.txt in " + std::string(SIDERUM_GOLDEN));
  }
  std::sort(all.begin(), all.end(),
            [](auto const& a, auto const& b) { return a.x.size() < b.x.size(); });
  return all;
}

}  // namespace siderum::test
