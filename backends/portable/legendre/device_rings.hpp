// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/legendre/recurrence.hpp>
#include <siderum/backends/portable/legendre/rings.hpp>
#include <siderum/backends/portable/legendre/step_sums.hpp>
#include <siderum/backends/portable/legendre_tables.hpp>
#include <siderum/backends/portable/ring_modes.hpp>
#include <siderum/core/harmonic_coefficients.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/spaces.hpp>

/// What both Legendre stages share on devices.
namespace siderum::portable::legendre {

/// Steps of the tables that a team has in scratch at once.
inline constexpr int device_staged_steps = 64;

/// The neighbouring pairs of a thread and where their recurrence starts. All take the form of the
/// first.
template <int pairs>
struct DeviceStates {
  Rings<double, pairs> states;
  int constant;  ///< place of the constant in a staged step: 1 is b, 2 is c
};

/// Of pair `first` and those behind it; in place of those from `end` on, the last one.
template <int pairs, class MemorySpace>
KOKKOS_FUNCTION DeviceStates<pairs> load_states(LegendreTables<MemorySpace> const& tables,
                                                LegendreRings<MemorySpace> const& rings,
                                                std::int64_t m, std::int64_t first,
                                                std::int64_t end) {
  DeviceStates<pairs> of;
  bool const near_pole = Kokkos::min(first, end - 1) < rings.near_pole_end;
  of.constant = near_pole ? 2 : 1;
  for (int r = 0; r < pairs; ++r) {
    std::int64_t const pair = Kokkos::min(first + r, end - 1);
    double const sine = rings.sin_theta(pair);
    double const cosine = rings.cos_theta(pair);
    of.states.x[r] = near_pole ? -(sine * sine) : cosine * cosine;
    of.states.begin(r, scaled_power(sine, m), tables.start(m));
  }
  return of;
}

/// `steps` steps without sums, whose coefficients a and constants lie `size` apart.
template <int steps, int pairs>
KOKKOS_FORCEINLINE_FUNCTION void device_advance(double const* a, double const* constant, int size,
                                                Rings<double, pairs>& states) {
  for (int i = 0; i < steps; i += 2) {
    for (int r = 0; r < pairs; ++r) {
      states.previous[r] =
          next_value(a[0], constant[0], states.x[r], states.q[r], states.previous[r]);
      states.q[r] =
          next_value(a[size], constant[size], states.x[r], states.previous[r], states.q[r]);
    }
    a += 2 * size;
    constant += 2 * size;
  }
}

/// A step of the one-step form (EquatorStepper) as P_l = up cos(theta) v + keep P_{l-2} and v =
/// odd_up cos(theta) P_l + odd_keep v. The first one starts from P_m and v = 0; those beyond the
/// last are 0.
struct OneStep {
  double up;
  double keep;
  double odd_up;
  double odd_keep;
};

template <class MemorySpace>
KOKKOS_FUNCTION OneStep one_step(LegendreTables<MemorySpace> const& tables, std::int64_t m,
                                 std::int64_t i) {
  if (i == 0 || i >= tables.steps(m)) {
    double const one = i == 0 ? 1.0 : 0.0;
    return {0.0, one, one, 0.0};
  }
  std::int64_t const at = tables.offset(m) + i;
  double const sign = i % 2 == 1 ? 1.0 : -1.0;
  double const before = tables.high(at - 1);
  return {tables.low(at) * tables.a(at - 1), -sign * tables.low(at) * tables.low(at - 1),
          sign * before, -sign * before * before};
}

/// Modes of both rings from what even and odd degrees less order add.
template <class Real, class MemorySpace>
KOKKOS_FUNCTION void put_pair(RingModes<Real, MemorySpace> const& modes, std::int64_t map,
                              std::int64_t pair, std::int64_t m, Kokkos::complex<double> even,
                              Kokkos::complex<double> odd) {
  modes(map, 2 * pair, m) = Kokkos::complex<Real>(static_cast<Real>(even.real() + odd.real()),
                                                  static_cast<Real>(even.imag() + odd.imag()));
  modes(map, 2 * pair + 1, m) = Kokkos::complex<Real>(static_cast<Real>(even.real() - odd.real()),
                                                      static_cast<Real>(even.imag() - odd.imag()));
}

}  // namespace siderum::portable::legendre
