// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// The best period of every object in a file, on the device where there is one.
#include <cstdio>

#include <siderum/algorithms/periods/lomb_scargle.hpp>
#include <siderum/io/periods/read_light_curves.hpp>

int main(int, char** argv) {
  Kokkos::ScopeGuard const kokkos(Kokkos::InitializationSettings().set_disable_warnings(true));
  Kokkos::DefaultExecutionSpace const exec;
  auto const table = siderum::io::read_light_curves({argv[1]});
  auto const host =
      siderum::make_light_curves<double>(table.time, table.value, table.error, table.offsets);
  auto const curves = siderum::mirror_to(exec, host);
  auto const grid = siderum::half_open_grid(0.5, 24.0, 1'000'000);  // [1/d]
  auto const best =
      siderum::BestPeriods<double, Kokkos::DefaultExecutionSpace>::allocate(exec, curves.objects());
  siderum::best_periods(exec, curves, grid, best, siderum::standard_periodogram());

  auto const index = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, best.index);
  for (std::int64_t object = 0; object < curves.objects(); ++object) {
    std::printf("%s: %.6f d\n", table.id[object].c_str(), 1.0 / grid.frequency(index(object)));
  }
}
