// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// The three highest peaks of one light curve, and the sinusoid that fits it at the highest.
#include <cstdio>

#include <siderum/algorithms/periods/lomb_scargle.hpp>
#include <siderum/algorithms/periods/peak_separations.hpp>
#include <siderum/algorithms/periods/peaks.hpp>
#include <siderum/algorithms/periods/suggested_range.hpp>
#include <siderum/io/periods/read_light_curves.hpp>

using Exec = Kokkos::DefaultHostExecutionSpace;
using Numbers = Kokkos::View<double*, Exec::memory_space>;

int main(int, char** argv) {
  Kokkos::ScopeGuard const kokkos(Kokkos::InitializationSettings().set_disable_warnings(true));
  Exec const exec;
  auto const table = siderum::io::read_light_curves({argv[1]});
  auto const curves = siderum::make_light_curves<double>(table.time, table.value, table.error);
  double const baseline = siderum::longest_baseline(table.time, table.offsets);
  auto const grid = siderum::baseline_grid(0.5, 24.0, baseline);

  siderum::PowerView<double, Exec> const power("power", 1, grid.count);
  siderum::lomb_scargle(exec, curves, grid, power);
  auto const separation = siderum::peak_separations(exec, table.time, table.offsets, grid);
  auto const peaks = siderum::Peaks<double, Exec>::allocate(exec, 1, 3);
  siderum::find_peaks(exec, power, separation, {}, peaks);
  exec.fence();
  for (int rank = 0; rank < 3; ++rank) {
    std::printf("%.4f %.4f\n", grid.frequency(peaks.index(0, rank)), peaks.power(0, rank));
  }

  Numbers const frequency("frequency", 1);
  frequency(0) = grid.frequency(peaks.index(0, 0));
  siderum::Sinusoids<Exec> const fit{Numbers("amplitude", 1), Numbers("phase", 1),
                                     Numbers("offset", 1), Numbers("epoch", 1)};
  siderum::fit_sinusoids(exec, curves, frequency, fit);
  exec.fence();
  std::printf("amplitude %.3f, phase %.3f, offset %.3f\n", fit.amplitude(0), fit.phase(0),
              fit.offset(0));
}
