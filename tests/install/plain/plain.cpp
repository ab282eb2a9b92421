// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdio>
#include <numbers>
#include <vector>

#include <siderum/engine/machine.hpp>
#include <siderum/engine/periods.hpp>

int main() {
  double const frequency = 0.25;
  std::vector<double> time, value;
  for (int j = 0; j < 100; ++j) {
    time.push_back(j + 0.3 * std::sin(j * j));
    value.push_back(5.0 + std::sin(2.0 * std::numbers::pi * frequency * time[j]));
  }
  siderum::engine::PeriodSearch search;
  search.grid = siderum::half_open_grid(0.0, 1.0, 1000);
  auto const result = siderum::engine::search_periods(siderum::light_curve(time, value), search);
  std::printf("period %.3f\n", 1.0 / result.peaks[0].frequency);
  for (auto const& engine : siderum::engine::report_build().engines) {
    std::printf("%s: %s\n", engine.name.c_str(), engine.file.c_str());
  }
}
