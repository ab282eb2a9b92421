// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// The best period of every object in a file, by the engine: on the GPU where that is faster.
#include <cstdio>

#include <siderum/engine/periods.hpp>
#include <siderum/io/periods/read_light_curves.hpp>

int main(int, char** argv) {
  auto const curves = siderum::io::read_light_curves({argv[1]});
  siderum::engine::PeriodSearch search;
  search.grid = siderum::half_open_grid(0.5, 24.0, 1'000'000);  // [1/d]
  search.options = siderum::standard_periodogram();  // as fit_mean=False
  auto const result = siderum::engine::search_periods(curves, search);
  for (std::int64_t object = 0; object < curves.objects(); ++object) {
    std::printf("%s: %.6f d\n", curves.id[object].c_str(), 1.0 / result.peaks[object].frequency);
  }
}
