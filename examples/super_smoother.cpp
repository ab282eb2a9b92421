// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// The periods of stars whose light curves are saw teeth, and the smooth curve of the first.
#include <cstdio>

#include <siderum/algorithms/periods/folded_fit.hpp>
#include <siderum/algorithms/periods/super_smoother.hpp>
#include <siderum/io/periods/read_light_curves.hpp>

int main(int, char** argv) {
  Kokkos::ScopeGuard const kokkos(Kokkos::InitializationSettings().set_disable_warnings(true));
  Kokkos::DefaultExecutionSpace const exec;
  auto const table = siderum::io::read_light_curves({argv[1]});
  auto const host =
      siderum::make_light_curves<double>(table.time, table.value, table.error, table.offsets);
  auto const curves = siderum::mirror_to(exec, host);
  auto const grid = siderum::half_open_grid(0.1, 10.0, 330'000);  // [1/d]
  auto const best =
      siderum::BestPeriods<double, Kokkos::DefaultExecutionSpace>::allocate(exec, curves.objects());
  siderum::best_super_smoother(exec, curves, grid, best);  // options: SuperSmootherOptions

  auto const index = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, best.index);
  for (std::int64_t object = 0; object < curves.objects(); ++object) {
    std::printf("%s: %.6f d\n", table.id[object].c_str(), 1.0 / grid.frequency(index(object)));
  }
  auto const points = static_cast<std::size_t>(table.offsets[1]);
  auto const smooth =
      siderum::smooth_folded({table.time.data(), points}, {table.value.data(), points},
                             {table.error.data(), points}, grid.frequency(index(0)));
  std::printf("%s at phase %.3f: %.2f mag\n", table.id[0].c_str(), smooth.phase[points / 2],
              smooth.fit[points / 2]);
}
