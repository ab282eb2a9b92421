// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// examples/correlation.cpp without its calls of siderum, with its views: what that costs is the
// rest.
#include <cstdio>
#include <vector>

#include <Kokkos_Core.hpp>

using Exec = Kokkos::DefaultExecutionSpace;
using Angles = std::vector<double>;  // [deg]

struct Points {
  Kokkos::View<double const*, Exec::memory_space> x, y, z, weight;
  Kokkos::View<std::int32_t const*, Exec::memory_space> region;
};

Points catalogue(Angles const& ra) {
  std::vector<std::int32_t> const region(ra.begin(), ra.end());
  return {Kokkos::View<double*, Exec::memory_space>("x", region.size()), {}, {}, {}, {}};
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Exec const exec;
  Angles const edges{0.02, 0.2, 2.0};
  auto const data = catalogue(edges);
  auto const randoms = catalogue(edges);
  Angles const w(2), error(2);
  for (std::size_t k = 0; k < w.size(); ++k) {
    std::printf("%.3f - %.3f deg: %.3f +- %.3f\n", edges[k], edges[k + 1], w[k], error[k]);
  }
}
