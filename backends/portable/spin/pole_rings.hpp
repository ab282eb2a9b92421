// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/legendre_tables.hpp>
#include <siderum/backends/portable/ring_modes.hpp>
#include <siderum/backends/portable/spin/wigner.hpp>
#include <siderum/core/harmonic_coefficients.hpp>
#include <siderum/core/harmonic_field.hpp>

/// Sums over degrees and rings of functions of spin s, on rings next to a pole.
///
/// With V = Q + i U, W = Q - i U, and a, b for lam^s, lam^{-s} on a ring at theta < pi / 2,
///
///     synthesis   X = sum_l a (E + i B),  Y = (-1)^s sum_l b (E - i B)
///                 Q = -(X + Y) / 2,  U = i (X - Y) / 2
///     analysis    E + i B = - sum over rings of a V,  E - i B = -(-1)^s sum over rings of b W
///
/// and on the mirror ring with (-1)^(l + m) b for a, (-1)^(l + m) a for b.
namespace siderum::portable::spin {

using Complex = Kokkos::complex<double>;

KOKKOS_FORCEINLINE_FUNCTION Complex times_i(Complex z) {
  return {-z.imag(), z.real()};
}

/// What both directions and all spaces share.
template <class MemorySpace>
struct PoleRings {
  LegendreRings<MemorySpace> rings;
  Kokkos::View<Start const*, MemorySpace> starts;
  Field field;
  HarmonicRange range;       ///< of the field
  std::int64_t first_order;  ///< that of the first index or team
  PairRange pairs;
  std::int64_t first_pair;  ///< that of slot 0
  RingModes<double, MemorySpace> modes;

  KOKKOS_FORCEINLINE_FUNCTION int s() const { return siderum::spin(field); }
  /// Row of Q of a field.
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t first_row(std::int64_t of_field) const {
    return of_field * components(field) + components(field) - 2;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t first_degree(std::int64_t m) const {
    return Kokkos::max<std::int64_t>(m, s());
  }
  /// Whether the first ring of a pair lies in the south.
  KOKKOS_FORCEINLINE_FUNCTION bool is_mirrored(std::int64_t pair) const {
    return rings.cos_theta(pair) < 0.0;
  }

  /// E_lm and B_lm as E + i B and (-1)^s (E - i B).
  template <class Real>
  KOKKOS_FORCEINLINE_FUNCTION void load(HarmonicCoefficients<Real, MemorySpace> const& from,
                                        std::int64_t of_field, std::int64_t l, std::int64_t m,
                                        Complex& sum, Complex& difference) const {
    std::int64_t const row = first_row(of_field);
    Complex const e = real_if(m == 0, Complex(from.values(row, from.place(l, m))));
    Complex const b = real_if(m == 0, Complex(from.values(row + 1, from.place(l, m))));
    double const sign = s() == 1 ? -1.0 : 1.0;
    sum = e + times_i(b);
    difference = sign * (e - times_i(b));
  }

  /// Q and U of one ring from X and Y.
  KOKKOS_FORCEINLINE_FUNCTION void put(std::int64_t of_field, std::int64_t pair,
                                       std::int64_t second, std::int64_t m, Complex x,
                                       Complex y) const {
    std::int64_t const slot = 2 * (pair - first_pair) + second;
    std::int64_t const row = first_row(of_field);
    modes(row, slot, m) = -0.5 * (x + y);
    modes(row + 1, slot, m) = 0.5 * times_i(x - y);
  }

  /// -V and -(-1)^s W of one ring, whose modes become 0: no other stage is to count them.
  KOKKOS_FORCEINLINE_FUNCTION void take(std::int64_t of_field, std::int64_t pair,
                                        std::int64_t second, std::int64_t m, Complex& v,
                                        Complex& w) const {
    std::int64_t const slot = 2 * (pair - first_pair) + second;
    std::int64_t const row = first_row(of_field);
    Complex const q = modes(row, slot, m);
    Complex const u = modes(row + 1, slot, m);
    v = -(q + times_i(u));
    w = s() == 1 ? q - times_i(u) : times_i(u) - q;
    modes(row, slot, m) = Complex(0.0, 0.0);
    modes(row + 1, slot, m) = Complex(0.0, 0.0);
  }

  /// E and B from the sums E + i B and E - i B.
  KOKKOS_FORCEINLINE_FUNCTION static void split(Complex sum, Complex difference, Complex& e,
                                                Complex& b) {
    e = 0.5 * (sum + difference);
    b = -0.5 * times_i(sum - difference);
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION static Complex real_if(bool is_real, Complex value) {
    return {value.real(), is_real ? 0.0 : value.imag()};
  }
};

}  // namespace siderum::portable::spin
