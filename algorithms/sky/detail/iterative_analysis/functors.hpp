// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <siderum/core/harmonic_coefficients.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/work_space.hpp>

/// Sums and updates of maps and coefficients. Factors are one number for each row, in FP64. Updates
/// take a column of their tables at a time: the same pixel, or the same l and m, of all rows.
namespace siderum::detail::iterative {

template <class Memory>
using Factors = Kokkos::View<double const*, Memory>;

/// Partial sums, (rows, blocks): a block is a ring of pixels or an order of coefficients, so that
/// the order of all sums is fixed.
template <class Memory>
using Sums = Kokkos::View<double**, Kokkos::LayoutRight, Memory>;

/// to = of_first * first + of_second * second, element by element.
template <class Value, class Memory>
struct Combiner {
  using Table = Kokkos::View<Value**, Kokkos::LayoutRight, Memory>;
  using ConstantTable = Kokkos::View<Value const**, Kokkos::LayoutRight, Memory>;

  ConstantTable first;
  ConstantTable second;
  Factors<Memory> of_first;
  Factors<Memory> of_second;
  Table to;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    for (std::size_t row = 0; row < to.extent(0); ++row) {
      combine(row, i);
    }
  }

  KOKKOS_FUNCTION void combine(std::int64_t row, std::int64_t i) const {
    auto const a = of_first(row);
    auto const b = of_second(row);
    if constexpr (std::is_floating_point_v<Value>) {
      to(row, i) = static_cast<Value>(a * first(row, i) + b * second(row, i));
    } else {
      auto const x = first(row, i);
      auto const y = second(row, i);
      to(row, i) = Value(a * x.real() + b * y.real(), a * x.imag() + b * y.imag());
    }
  }
};

/// What LSMR does to its coefficients; see Lsmr.
template <class Real, class Memory>
struct LsmrUpdater {
  using Table = Kokkos::View<Kokkos::complex<Real>**, Kokkos::LayoutRight, Memory>;

  Table v;
  Factors<Memory> to_hbar;
  Factors<Memory> to_solution;
  Factors<Memory> to_h;
  Factors<Memory> of_v;
  Table hbar;
  Table h;
  Table solution;

  KOKKOS_FUNCTION static Kokkos::complex<double> wide(Kokkos::complex<Real> const& value) {
    return {value.real(), value.imag()};
  }
  KOKKOS_FUNCTION static Kokkos::complex<Real> narrow(Kokkos::complex<double> const& value) {
    return {static_cast<Real>(value.real()), static_cast<Real>(value.imag())};
  }

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    for (std::size_t row = 0; row < v.extent(0); ++row) {
      update(row, i);
    }
  }

  KOKKOS_FUNCTION void update(std::int64_t row, std::int64_t i) const {
    auto const step = wide(h(row, i)) - to_hbar(row) * wide(hbar(row, i));
    hbar(row, i) = narrow(step);
    solution(row, i) = narrow(wide(solution(row, i)) + to_solution(row) * step);
    h(row, i) = narrow(of_v(row) * wide(v(row, i)) - to_h(row) * wide(h(row, i)));
  }
};

/// sum |a_lm|^2 over m = -mmax .. mmax of each row, a block for each order.
template <class Real, class Memory>
struct CoefficientSummer {
  HarmonicCoefficients<Real, Memory> a_lm;
  Sums<Memory> sums;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const row = member.league_rank() % sums.extent(0);
    std::int64_t const m = member.league_rank() / sums.extent(0);
    std::int64_t const first = a_lm.range.index(m, m);
    double sum = 0.0;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(member, a_lm.range.lmax - m + 1),
        [&](std::int64_t i, double& part) {
          auto const value = a_lm.values(row, first + i);
          double const real = value.real();
          double const imag = m == 0 ? 0.0 : static_cast<double>(value.imag());
          part += real * real + imag * imag;
        },
        sum);
    Kokkos::single(Kokkos::PerTeam(member), [&]() { sums(row, m) = (m == 0 ? 1.0 : 2.0) * sum; });
  }
};

/// The rings of a grid.
template <class Memory>
struct RingPlaces {
  Kokkos::View<std::int64_t const*, Memory> first;
  Kokkos::View<std::int64_t const*, Memory> stride;
  Kokkos::View<std::int64_t const*, Memory> nphi;
  Kokkos::View<double const*, Memory> weight;
};

enum class PixelSum {
  squares,     ///< sum of w map^2, pixels of weight 0 left out
  bad_weights  ///< number of weights below 0 or not finite
};

/// A sum over the pixels of each row, a block for each ring. Elements that no ring has are not
/// looked at.
template <class Real, class Memory>
struct PixelSummer {
  using ConstantMap = Kokkos::View<Real const**, Kokkos::LayoutRight, Memory>;

  PixelSum what;
  RingPlaces<Memory> rings;
  ConstantMap map;
  ConstantMap weight;  ///< no extent: the weights of the rings; one row: for all
  Sums<Memory> sums;

  KOKKOS_FUNCTION double term(std::int64_t row, std::int64_t ring, std::int64_t pixel) const {
    double const w = weight.extent(0) == 0
                         ? rings.weight(ring)
                         : static_cast<double>(weight(weight.extent(0) == 1 ? 0 : row, pixel));
    if (what == PixelSum::bad_weights) {
      return w >= 0.0 && w <= Kokkos::Experimental::finite_max_v<double> ? 0.0 : 1.0;
    }
    double const value = map(row, pixel);
    return w == 0.0 ? 0.0 : w * value * value;
  }

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const row = member.league_rank() % sums.extent(0);
    std::int64_t const ring = member.league_rank() / sums.extent(0);
    double sum = 0.0;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(member, rings.nphi(ring)),
        [&](std::int64_t j, double& part) {
          part += term(row, ring, rings.first(ring) + j * rings.stride(ring));
        },
        sum);
    Kokkos::single(Kokkos::PerTeam(member), [&]() { sums(row, ring) = sum; });
  }
};

/// to = weight map, 0 where the weight is.
template <class Real, class Memory>
struct PixelWeighter {
  using ConstantMap = Kokkos::View<Real const**, Kokkos::LayoutRight, Memory>;

  ConstantMap map;
  ConstantMap weight;
  Kokkos::View<Real**, Kokkos::LayoutRight, Memory> to;

  KOKKOS_FUNCTION void operator()(std::int64_t pixel) const {
    for (std::size_t row = 0; row < to.extent(0); ++row) {
      Real const w = weight(weight.extent(0) == 1 ? 0 : row, pixel);
      to(row, pixel) = w == Real(0) ? Real(0) : w * map(row, pixel);
    }
  }
};

}  // namespace siderum::detail::iterative
