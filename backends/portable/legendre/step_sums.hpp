// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/legendre_tables.hpp>

/// Between the coefficients of an order and the steps of its recurrence, on devices.
namespace siderum::portable::legendre {

/// a_lm as the sums take it: 0 beyond lmax; a_l0 is real.
/// @param of_order  where that of degree 0 would be
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION Kokkos::complex<double> coefficient(
    Kokkos::complex<Real> const* of_order, std::int64_t lmax, std::int64_t l, std::int64_t m) {
  if (l > lmax) {
    return {0.0, 0.0};
  }
  Kokkos::complex<Real> const value = of_order[l];
  return {static_cast<double>(value.real()), m == 0 ? 0.0 : static_cast<double>(value.imag())};
}

/// A_i and B_i of a map.
struct StepWeights {
  Kokkos::complex<double> even;
  Kokkos::complex<double> odd;
};

template <class Real, class MemorySpace>
KOKKOS_FORCEINLINE_FUNCTION StepWeights weights_of_step(LegendreTables<MemorySpace> const& tables,
                                                        Kokkos::complex<Real> const* a_lm,
                                                        std::int64_t m, std::int64_t i) {
  std::int64_t const at = tables.offset(m) + i;
  std::int64_t const l = m + 2 * i;
  auto const* const of_order = a_lm + tables.range.index(0, m);
  auto const here = coefficient(of_order, tables.range.lmax, l, m);
  auto const next = coefficient(of_order, tables.range.lmax, l + 1, m);
  auto const after = coefficient(of_order, tables.range.lmax, l + 2, m);
  double const low = tables.low(at);
  double const high = tables.high(at);
  double const alpha = tables.alpha(at);
  return {{low * here.real() + high * after.real(), low * here.imag() + high * after.imag()},
          {alpha * next.real(), alpha * next.imag()}};
}

/// The same for the one-step form, whose sums are those of a_l P_l and of alpha_i a_{l+1} v_i; 0
/// beyond the last step.
template <class Real, class MemorySpace>
KOKKOS_FORCEINLINE_FUNCTION StepWeights
weights_of_one_step(LegendreTables<MemorySpace> const& tables, Kokkos::complex<Real> const* a_lm,
                    std::int64_t m, std::int64_t i) {
  std::int64_t const l = m + 2 * i;
  auto const* const of_order = a_lm + tables.range.index(0, m);
  auto const here = coefficient(of_order, tables.range.lmax, l, m);
  auto const next = coefficient(of_order, tables.range.lmax, l + 1, m);
  double const alpha = i < tables.steps(m) ? tables.alpha(tables.offset(m) + i) : 0.0;
  return {here, {alpha * next.real(), alpha * next.imag()}};
}

/// Writes a coefficient of order m, or adds it to what is there.
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION void put_coefficient(std::int64_t m, double real, double imag,
                                                 bool adds, Kokkos::complex<Real>& to) {
  Kokkos::complex<Real> const value(static_cast<Real>(real),
                                    m == 0 ? Real(0) : static_cast<Real>(imag));
  to = adds ? to + value : value;
}

}  // namespace siderum::portable::legendre
