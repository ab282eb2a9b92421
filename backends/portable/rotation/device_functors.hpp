// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/rotation/scale.hpp>
#include <siderum/core/harmonic_coefficients.hpp>
#include <siderum/core/number.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/spaces.hpp>

/// D = d^l(pi / 2) times the coefficients of many degrees, on devices: the sums of HostDegree.
namespace siderum::portable::rotation {

/// Orders that a thread computes with, neighbours of one parity.
template <int rows>
inline constexpr int orders_per_thread = rows == 1 ? 4 : 2;

/// O(lmax) numbers of a call.
template <class Memory>
struct DeviceTables {
  Kokkos::View<double const*, Memory> ratio;
  Kokkos::View<double const*, Memory> mantissa;
  Kokkos::View<std::int64_t const*, Memory> exponent;
  Kokkos::View<Kokkos::complex<double> const*, Memory> turn[3];
};

/// Degrees first .. last that are treated at once, row by row and degree by degree: Z of order m of
/// degree l, (-1)^k g_m (2 - delta_m0) x_m with k = l - m, is at (row, offset(l) + k).
template <class Memory>
struct Degrees {
  std::int64_t first;
  std::int64_t last;
  Kokkos::View<Kokkos::complex<double>**, Kokkos::LayoutRight, Memory> values;

  KOKKOS_FUNCTION std::int64_t offset(std::int64_t l) const {
    return (l - first) * (l + first + 1) / 2;
  }
};

template <class Memory>
KOKKOS_FUNCTION double weight_of(DeviceTables<Memory> const& tables, std::int64_t l,
                                 std::int64_t m) {
  double const g = Kokkos::sqrt(tables.ratio(l + m) * tables.ratio(l - m));
  return ((l - m) % 2 == 0 ? g : -g) * (m == 0 ? 1.0 : 2.0);
}

/// From coefficients, turned, to Z.
template <class Real, class Memory>
struct Gatherer {
  HarmonicCoefficients<Real, Memory> from;
  DeviceTables<Memory> tables;
  Degrees<Memory> to;
  std::int64_t first_row;
  int rows;

  KOKKOS_FUNCTION void operator()(std::int64_t m, std::int64_t i) const {
    std::int64_t const l = to.first + i;
    if (m > l) {
      return;
    }
    std::int64_t const place = from.range.index(l, m);
    auto const factor = weight_of(tables, l, m) * tables.turn[0](m);
    for (int row = 0; row < rows; ++row) {
      auto const value = from.values(first_row + row, place);
      double const imag = m == 0 ? 0.0 : static_cast<double>(value.imag());
      to.values(row, to.offset(l) + l - m) =
          factor * Kokkos::complex<double>(static_cast<double>(value.real()), imag);
    }
  }
};

/// Where a product with D goes.
enum class Product { first, second };

/// A team computes orders of one parity of one degree, from all of its Z.
template <class Exec, class Real, int rows>
struct Multiplier {
  using Memory = typename Exec::memory_space;
  static constexpr int team_threads = DeviceShape<Exec>::team;
  static constexpr int orders = orders_per_thread<rows>;
  static constexpr int tile = team_threads;  ///< steps that a team stages

  DeviceTables<Memory> tables;
  Degrees<Memory> from;
  Product which;
  Degrees<Memory> next;                   ///< of the first product
  HarmonicCoefficients<Real, Memory> to;  ///< of the second
  std::int64_t first_row;

  /// Teams of a degree.
  KOKKOS_FUNCTION std::int64_t teams_per_degree() const {
    return 2 * (from.last / (2 * team_threads * orders) + 1);
  }
  std::int64_t teams() const { return teams_per_degree() * (from.last - from.first + 1); }
  static constexpr int scratch_bytes() { return (1 + rows) * tile * int{sizeof(double)}; }

  struct State {
    double m[orders];
    double r[orders];
    double before[orders];
    int scale[orders];
    double even[rows][orders];
    double odd[rows][orders];
  };

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const per_degree = teams_per_degree();
    std::int64_t const l = from.last - member.league_rank() / per_degree;
    std::int64_t const share = member.league_rank() % per_degree;
    std::int64_t const parity = share % 2;
    std::int64_t const first_of_team = parity + share / 2 * (2 * team_threads * orders);
    if (first_of_team > l) {
      return;
    }
    auto* const factor = static_cast<double*>(member.team_shmem().get_shmem(scratch_bytes()));
    double* const weight = factor + tile;
    std::int64_t const first = first_of_team + 2 * orders * member.team_rank();
    State state = start(l, first);
    for (std::int64_t k = 0; k <= l; k += tile) {
      member.team_barrier();
      stage(l, k + member.team_rank(), parity, factor + member.team_rank(),
            weight + rows * member.team_rank());
      member.team_barrier();
      run(factor, weight, l - k < tile ? static_cast<int>(l - k) + 1 : tile, state);
    }
    for (int i = 0; i < orders; ++i) {
      if (first + 2 * i <= l) {
        store(l, first + 2 * i, state, i);
      }
    }
  }

  KOKKOS_FUNCTION State start(std::int64_t l, std::int64_t first) const {
    State state = {};
    double const mantissa = tables.mantissa(l) * tables.mantissa(l);
    for (int i = 0; i < orders; ++i) {
      std::int64_t const m = first + 2 * i;
      state.m[i] = static_cast<double>(m);
      if (m <= l) {
        auto const r =
            scaled(mantissa / (tables.mantissa(l - m) * tables.mantissa(l + m)),
                   2 * tables.exponent(l) - tables.exponent(l - m) - tables.exponent(l + m));
        state.r[i] = r.value;
        state.scale[i] = static_cast<int>(r.scale);
      }
    }
    return state;
  }

  /// Step k's factor, and its X of each row, 0 beyond the last step.
  KOKKOS_FUNCTION void stage(std::int64_t l, std::int64_t k, std::int64_t parity, double* factor,
                             double* weight) const {
    bool const is_step = k <= l;
    *factor = is_step ? 2.0 * tables.ratio(2 * l - k) * tables.ratio(k) : 0.0;
    for (int row = 0; row < rows; ++row) {
      auto const z = is_step ? from.values(row, from.offset(l) + k) : Kokkos::complex<double>(0.0);
      weight[row] = k % 2 == parity ? z.real() : z.imag();
    }
  }

  /// Whole looks of steps: those beyond the last add nothing.
  KOKKOS_FUNCTION void run(double const* factor, double const* weight, int steps,
                           State& state) const {
    for (int begin = 0; begin < steps; begin += steps_per_look) {
      for (int k = 0; k < steps_per_look; k += 2) {
        step(factor[begin + k], weight + rows * (begin + k), state.m, state.r, state.before,
             state.even);
        step(factor[begin + k + 1], weight + rows * (begin + k + 1), state.m, state.before, state.r,
             state.odd);
      }
      bring_nearer(state);
    }
  }

  /// before becomes the next r.
  KOKKOS_FORCEINLINE_FUNCTION static void step(double factor, double const* weight, double const* m,
                                               double const* r, double* before,
                                               double (*sum)[orders]) {
    for (int row = 0; row < rows; ++row) {
      for (int i = 0; i < orders; ++i) {
        sum[row][i] = Kokkos::fma(weight[row], r[i], sum[row][i]);
      }
    }
    for (int i = 0; i < orders; ++i) {
      before[i] = Kokkos::fma(factor * m[i], r[i], -before[i]);
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION static void bring_nearer(State& state) {
    for (int i = 0; i < orders; ++i) {
      if (state.scale[i] < 0 && Kokkos::fabs(state.r[i]) > pending_bound) {
        state.r[i] *= scale_down;
        state.before[i] *= scale_down;
        ++state.scale[i];
      }
    }
  }

  KOKKOS_FUNCTION void store(std::int64_t l, std::int64_t m, State const& state, int i) const {
    bool const is_even = m % 2 == 0;
    for (int row = 0; row < rows; ++row) {
      double const even = state.even[row][i];
      double const odd = state.odd[row][i];
      Kokkos::complex<double> const y(is_even ? even : odd, is_even ? odd : even);
      if (which == Product::first) {
        next.values(row, next.offset(l) + l - m) = weight_of(tables, l, m) * tables.turn[1](m) * y;
      } else {
        auto const turned = tables.turn[2](m) * y;
        to.values(first_row + row, to.range.index(l, m)) = Kokkos::complex<Real>(
            static_cast<Real>(turned.real()), m == 0 ? Real(0) : static_cast<Real>(turned.imag()));
      }
    }
  }
};

}  // namespace siderum::portable::rotation
