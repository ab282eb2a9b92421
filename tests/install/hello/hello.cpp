// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include <Kokkos_Core.hpp>

#include <siderum/core/error.hpp>
#include <siderum/core/light_curves.hpp>
#include <siderum/version.hpp>

int main() {
  Kokkos::ScopeGuard const kokkos(Kokkos::InitializationSettings().set_disable_warnings(true));
  double const time[] = {0.0, 1.0, 2.5};
  double const value[] = {1.0, 2.0, 1.5};
  auto const curves = siderum::make_light_curves<double>(time, value);
  std::printf("siderum %s: %lld points\n", siderum::build::version,
              static_cast<long long>(curves.points()));
  return curves.points() == 3 ? 0 : 1;
}
