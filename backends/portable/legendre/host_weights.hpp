// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

#include <siderum/backends/portable/legendre/host_blocks.hpp>
#include <siderum/core/harmonic_coefficients.hpp>

/// Coefficients as the loops of hosts take them.
namespace siderum::portable::legendre {

/// {low, low, alpha, alpha}: of a degree and the next, real and imaginary parts.
inline Lanes<double, 4> of_two_degrees(double even, double odd) {
  return Lanes<double, 4>(Lanes<double, 4>::Vector{even, even, odd, odd});
}

template <class Real>
Lanes<double, 4> load_two_degrees(Kokkos::complex<Real> const* from) {
  return convert<double>(Lanes<Real, 4>::load(reinterpret_cast<Real const*>(from)));
}

/// A_i and B_i of order m (legendre_tables.hpp) of maps first .. first + maps - 1, step by step:
/// Re A, Im A, Re B, Im B of each; 0 beyond the last step. Imaginary parts of a_l0 count as 0.
template <int maps, class Real>
void combine_coefficients(LegendreTables<Kokkos::HostSpace> const& tables,
                          HarmonicCoefficients<Real, Kokkos::HostSpace> const& coefficients,
                          std::int64_t first, std::int64_t m, double* weights) {
  HarmonicRange const range = tables.range;
  std::int64_t const steps = tables.steps(m);
  std::int64_t const offset = tables.offset(m);
  double const* const low = &tables.low(offset);
  double const* const high = &tables.high(offset);
  double const* const alpha = &tables.alpha(offset);
  for (int map = 0; map < maps; ++map) {
    auto const* const a_lm = &coefficients.values(first + map, coefficients.place(m, m));
    Lanes<double, 4> const real_only(
        Lanes<double, 4>::Vector{1.0, m == 0 ? 0.0 : 1.0, 1.0, m == 0 ? 0.0 : 1.0});
    auto const put = [&](std::int64_t i, Lanes<double, 4> here, Lanes<double, 4> next) {
      auto const sum =
          multiply_add(of_two_degrees(low[i], alpha[i]), here, of_two_degrees(high[i], 0.0) * next);
      (real_only * sum).store(weights + (i * maps + map) * 4);
    };
    // Degrees m + 2 i .. m + 2 i + 3 of all but the last two steps are within lmax.
    for (std::int64_t i = 0; i < steps - 2; ++i) {
      put(i, load_two_degrees(a_lm + 2 * i), load_two_degrees(a_lm + 2 * i + 2));
    }
    for (std::int64_t i = std::max<std::int64_t>(0, steps - 2); i < steps; ++i) {
      Kokkos::complex<Real> last[4] = {};
      for (std::int64_t k = 0; k < 4 && m + 2 * i + k <= range.lmax; ++k) {
        last[k] = a_lm[2 * i + k];
      }
      put(i, load_two_degrees(last), load_two_degrees(last + 2));
    }
    for (std::int64_t i = steps; i < host_step_room(steps); ++i) {
      Lanes<double, 4>(0.0).store(weights + (i * maps + map) * 4);
    }
  }
}

}  // namespace siderum::portable::legendre
