// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// examples/peaks.cpp without its calls of siderum, with its views: what that costs is the rest.
#include <cstdio>

#include <Kokkos_Core.hpp>

using Exec = Kokkos::DefaultHostExecutionSpace;
using Numbers = Kokkos::View<double*, Exec::memory_space>;
template <class Value>
using Table = Kokkos::View<Value**, Kokkos::LayoutRight, Exec::memory_space>;

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Exec const exec;
  Kokkos::View<double const*, Exec::memory_space> const time, value, error;
  Kokkos::View<std::int64_t const*, Exec::memory_space> const offsets;
  double const step = 0.1;

  Table<double> const power("power", 1, 1000);
  Numbers const separation("separation", 1);
  separation(0) = 1.0 / step;  // one resolution element, in steps
  Table<std::int64_t> const peak_index("index", 1, 3);
  Table<double> const peak_power("power", 1, 3);
  exec.fence();
  for (int rank = 0; rank < 3; ++rank) {
    std::printf("%.4f %.4f\n", step * static_cast<double>(peak_index(0, rank)),
                peak_power(0, rank));
  }

  Numbers const frequency("frequency", 1);
  frequency(0) = step * static_cast<double>(peak_index(0, 0));
  Numbers const amplitude("amplitude", 1), phase("phase", 1), offset("offset", 1),
      epoch("epoch", 1);
  exec.fence();
  std::printf("amplitude %.3f, phase %.3f, offset %.3f\n", amplitude(0), phase(0), offset(0));
}
