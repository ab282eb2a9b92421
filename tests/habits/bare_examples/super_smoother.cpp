// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// examples/super_smoother.cpp without its calls of siderum, with its views: what that costs is the
// rest.
#include <cstdio>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  using Memory = Kokkos::DefaultExecutionSpace::memory_space;
  Kokkos::DefaultExecutionSpace const exec;
  std::vector<std::string> const id{argv[1]};
  Kokkos::View<double const*, Memory> const time, value, error;
  Kokkos::View<std::int64_t const*, Memory> const offsets;
  Kokkos::View<std::int64_t*, Memory> const best_index("index", 1);
  Kokkos::View<double*, Memory> const best_power("power", 1);
  Kokkos::View<std::uint8_t*, Memory> const best_status("status", 1);

  auto const index = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, best_index);
  for (std::int64_t object = 0; object < 1; ++object) {
    std::printf("%s: %.6f d\n", id[object].c_str(), 1.0 / static_cast<double>(index(object)));
  }
  std::vector<double> const phase(10), fit(10);
  std::size_t const middle = phase.size() / 2;
  std::printf("%s at phase %.3f: %.2f mag\n", id[0].c_str(), phase[middle], fit[middle]);
}
