// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

#include <siderum/core/harmonic_coefficients.hpp>

/// What acts on coefficients by their degrees, where they lie, for some of the orders.
namespace siderum::engine {

template <class Memory>
using Orders = Kokkos::View<std::int64_t const*, Memory>;  ///< ascending

/// a_lm factor(row, l), in FP64: a team for each row and order.
template <class Real, class Memory>
struct DegreeScaler {
  HarmonicCoefficients<Real, Memory> a_lm;
  Orders<Memory> order;
  Kokkos::View<double const*, Memory> factor;  ///< (rows, lmax + 1) row by row

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const row = member.league_rank() % a_lm.maps();
    std::int64_t const m = order(member.league_rank() / a_lm.maps());
    std::int64_t const first = a_lm.place(m, m);
    std::int64_t const of_row = row * (a_lm.range.lmax + 1) + m;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, a_lm.range.lmax - m + 1),
                         [&](std::int64_t i) {
                           double const by = factor(of_row + i);
                           auto& value = a_lm.values(row, first + i);
                           value = Kokkos::complex<Real>(static_cast<Real>(value.real() * by),
                                                         static_cast<Real>(value.imag() * by));
                         });
  }
};

/// What the orders add to (2 l + 1) C_l of two rows (power_spectrum.hpp), one order after the
/// other: a thread for each degree.
template <class Real, class Memory>
struct DegreeSummer {
  HarmonicCoefficients<Real, Memory> a_lm;
  Orders<Memory> order;
  std::int64_t first;
  std::int64_t second;
  Kokkos::View<double*, Memory> sums;  ///< (spectra, lmax + 1) row by row
  std::int64_t begin;                  ///< of those of this spectrum

  KOKKOS_FUNCTION void operator()(std::int64_t l) const {
    double sum = 0.0;
    for (std::size_t k = 0; k < order.extent(0) && order(k) <= l; ++k) {
      auto const a = a_lm.values(first, a_lm.place(l, order(k)));
      auto const b = a_lm.values(second, a_lm.place(l, order(k)));
      double const real = static_cast<double>(a.real()) * static_cast<double>(b.real());
      double const both = real + static_cast<double>(a.imag()) * static_cast<double>(b.imag());
      sum += order(k) == 0 ? real : 2.0 * both;
    }
    sums(begin + l) = sum;
  }
};

}  // namespace siderum::engine
