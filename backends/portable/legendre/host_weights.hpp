// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include <Kokkos_Core.hpp>

#include <siderum/backends/portable/legendre/equator.hpp>
#include <siderum/backends/portable/legendre/host_blocks.hpp>
#include <siderum/core/harmonic_coefficients.hpp>

/// Coefficients as the loops of hosts take them.
namespace siderum::portable::legendre {

/// A step has an even degree less order and an odd one, real and imaginary parts of each: four
/// values, so that a register may hold several steps. For those from the first-th on: of the
/// elements of a step `of_even` twice, then `of_odd` twice, so many times as there are maps.
template <int maps, int first, class Values, int... lane>
[[gnu::always_inline]] inline Values for_degrees(Values of_even, Values of_odd,
                                                 std::integer_sequence<int, lane...>) {
  return Values(
      siderum::detail::elements<(first + lane / (4 * maps) + (lane % 4 < 2 ? 0 : Values::size))...>(
          of_even.vector, of_odd.vector));
}
template <int maps, int first, class Values>
[[gnu::always_inline]] inline Values for_degrees(Values of_even, Values of_odd) {
  return for_degrees<maps, first>(of_even, of_odd, std::make_integer_sequence<int, Values::size>());
}

/// Steps of so many maps that fill a register.
template <int maps>
inline constexpr int host_steps_at_once = std::max(1, HostVector::size / (4 * maps));

/// 1, and 0 for imaginary parts where m = 0.
template <int count>
inline Lanes<double, count> real_only(std::int64_t m) {
  return alternate<count>(1.0, m == 0 ? 0.0 : 1.0);
}

/// A_i and B_i of order m (legendre_tables.hpp) of maps first .. first + maps - 1, step by step:
/// Re A, Im A, Re B, Im B of each; 0 beyond the last step. Imaginary parts of a_l0 count as 0.
template <int maps, class Real>
void combine_coefficients(LegendreTables<Kokkos::HostSpace> const& tables,
                          HarmonicCoefficients<Real, Kokkos::HostSpace> const& coefficients,
                          std::int64_t first_map, std::int64_t m, double* weights) {
  constexpr int at_once = maps == 1 ? host_steps_at_once<1> : 1;
  using Values = Lanes<double, 4 * at_once>;
  static_assert(steps_per_look % Values::size == 0);  // orders have whole registers of steps
  std::int64_t const offset = tables.offset(m);
  std::int64_t const room = host_step_room(tables.steps(m));
  std::int64_t const degrees = tables.range.lmax - m + 1;
  Values const keep = real_only<Values::size>(m);
  for (int map = 0; map < maps; ++map) {
    auto const* const a_lm = &coefficients.values(first_map + map, coefficients.place(m, m));
    auto const load = [](Kokkos::complex<Real> const* from) __attribute__((always_inline)) {
      return convert<double>(Lanes<Real, Values::size>::load(reinterpret_cast<Real const*>(from)));
    };
    for (std::int64_t first = 0; first < room; first += Values::size) {
      Values const low = Values::load(&tables.low(offset + first));
      Values const high = Values::load(&tables.high(offset + first));
      Values const alpha = Values::load(&tables.alpha(offset + first));
      for_registers<Values::size / at_once>([&](auto turn) __attribute__((always_inline)) {
        constexpr int step = decltype(turn)::value * at_once;
        constexpr int needed = 2 * at_once + 2;  // degrees
        std::int64_t const degree = 2 * (first + step);
        Kokkos::complex<Real> last[needed];
        Kokkos::complex<Real> const* from = a_lm + degree;
        if (degree + needed > degrees) {
          for (std::int64_t k = 0; k < needed; ++k) {
            last[k] = degree + k < degrees ? from[k] : Kokkos::complex<Real>(0);
          }
          from = last;
        }
        Values const sum = multiply_add(for_degrees<1, step>(low, alpha), load(from),
                                        for_degrees<1, step>(high, Values(0.0)) * load(from + 2));
        (keep * sum).store(weights + ((first + step) * maps + map) * 4);
      });
    }
  }
}

/// Of one order.
inline EquatorStepper equator_stepper(LegendreTables<Kokkos::HostSpace> const& tables,
                                      std::int64_t m) {
  std::int64_t const offset = tables.offset(m);
  return {&tables.a(offset), &tables.low(offset), &tables.high(offset), tables.steps(m)};
}

}  // namespace siderum::portable::legendre
