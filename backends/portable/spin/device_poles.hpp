// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/legendre_analysis.hpp>
#include <siderum/backends/portable/spin/pole_rings.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/spaces.hpp>

/// Rings next to the poles on devices: a thread has a pair of rings, a team an order, and what a
/// few degrees need is staged in scratch.
namespace siderum::portable::spin {

template <class Exec>
inline constexpr int pole_threads = DeviceShape<Exec>::team / 2;
inline constexpr int staged_degrees = 32;

/// Modes of these rings: a team has an order and pole_threads pairs.
template <class Exec, class Real>
struct DevicePoleSynthesizer {
  using MemorySpace = typename Exec::memory_space;
  using Member = typename TeamPerIndex<Exec>::member_type;

  PoleRings<MemorySpace> poles;
  HarmonicCoefficients<Real, MemorySpace> coefficients;
  std::int64_t blocks;  ///< of pairs

  static constexpr int staged_size = 7;  ///< a Step, and both weights
  static constexpr std::int64_t scratch_bytes() {
    return std::int64_t{staged_degrees} * staged_size * static_cast<std::int64_t>(sizeof(double));
  }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const m = poles.first_order + member.league_rank() / blocks;
    std::int64_t const first_pair =
        poles.pairs.begin + member.league_rank() % blocks * pole_threads<Exec>;
    std::int64_t const last_pair =
        Kokkos::min(first_pair + pole_threads<Exec>, poles.pairs.end) - 1;
    if (m >= poles.rings.orders(last_pair)) {
      return;
    }
    auto* const scratch = static_cast<double*>(
        member.team_scratch(0).get_shmem(static_cast<std::size_t>(scratch_bytes())));
    std::int64_t const pair = Kokkos::min(first_pair + member.team_rank(), last_pair);
    bool const counts =
        first_pair + member.team_rank() <= last_pair && m < poles.rings.orders(pair);
    std::int64_t const fields = coefficients.maps() / components(poles.field);
    for (std::int64_t field = 0; field < fields; ++field) {
      double sums[8] = {};
      sum_degrees(member, field, m, pair, scratch, sums);
      if (counts) {
        for (int ring = 0; ring < 2; ++ring) {
          bool const south = poles.is_mirrored(pair) != (ring == 1);
          poles.put(field, pair, ring, m,
                    south ? Complex(sums[4], sums[5]) : Complex(sums[0], sums[1]),
                    south ? Complex(sums[6], sums[7]) : Complex(sums[2], sums[3]));
        }
      }
    }
  }

 private:
  KOKKOS_FUNCTION void sum_degrees(Member const& member, std::int64_t field, std::int64_t m,
                                   std::int64_t pair, double* scratch, double* sums) const {
    Wigner<double> function;
    function.begin(poles.rings.sin_theta(pair), Kokkos::fabs(poles.rings.cos_theta(pair)), m,
                   poles.s(), poles.starts(m));
    std::int64_t const lmax = poles.range.lmax;
    for (std::int64_t l = poles.first_degree(m); l <= lmax; l += staged_degrees) {
      std::int64_t const count = Kokkos::min<std::int64_t>(staged_degrees, lmax + 1 - l);
      member.team_barrier();
      Kokkos::parallel_for(Kokkos::TeamThreadRange(member, count), [&](std::int64_t i) {
        stage(field, l + i, m, scratch + i * staged_size);
      });
      member.team_barrier();
      for (std::int64_t i = 0; i < count; ++i) {
        double const* const staged = scratch + i * staged_size;
        double const sign = (l + i - m) % 2 == 0 ? 1.0 : -1.0;
        double const a = function.plus.now;
        double const b = function.minus.now;
        for (int k = 0; k < 2; ++k) {
          sums[k] = Kokkos::fma(a, staged[3 + k], sums[k]);
          sums[2 + k] = Kokkos::fma(b, staged[5 + k], sums[2 + k]);
          sums[4 + k] = Kokkos::fma(sign * b, staged[3 + k], sums[4 + k]);
          sums[6 + k] = Kokkos::fma(sign * a, staged[5 + k], sums[6 + k]);
        }
        function.advance({staged[0], staged[1], staged[2]});
        if (i % legendre::steps_per_look == legendre::steps_per_look - 1) {
          function.bring_nearer();
        }
      }
    }
  }

  KOKKOS_FUNCTION void stage(std::int64_t field, std::int64_t l, std::int64_t m, double* to) const {
    Step const step = step_of(l, m, poles.s());
    Complex sum;
    Complex difference;
    poles.load(coefficients, field, l, m, sum, difference);
    to[0] = step.of_plus;
    to[1] = step.of_minus;
    to[2] = step.growth;
    to[3] = sum.real();
    to[4] = sum.imag();
    to[5] = difference.real();
    to[6] = difference.imag();
  }
};

/// What these rings add to E and B: a team has an order. Functions of pole_threads pairs and
/// staged_degrees degrees go through scratch, after which a thread sums over pairs for one degree
/// and one of E + i B and E - i B, so that the order of sums is fixed.
template <class Exec>
struct DevicePoleAnalyzer {
  using MemorySpace = typename Exec::memory_space;
  using Member = typename TeamPerIndex<Exec>::member_type;

  PoleRings<MemorySpace> poles;
  HarmonicCoefficients<double, MemorySpace> sums;  ///< E and B of each field
  SumInto into;

  static constexpr int row = pole_threads<Exec> + 1;
  static constexpr int function_size = 2 * staged_degrees * row;
  static constexpr int value_size = 8 * pole_threads<Exec>;
  static constexpr std::int64_t scratch_bytes() {
    return (std::int64_t{function_size} + value_size + 3 * staged_degrees + 4 * staged_degrees) *
           static_cast<std::int64_t>(sizeof(double));
  }

  /// What a team has in scratch.
  struct Scratch {
    double* functions;  ///< (lam^s or lam^{-s}, degrees, row)
    double* values;     ///< (pairs, 8): V and W of the northern ring, then of the southern one
    double* steps;      ///< (degrees, 3)
    double* totals;     ///< (degrees, 4): E + i B and E - i B
  };

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const m = poles.first_order + member.league_rank();
    auto* const memory = static_cast<double*>(
        member.team_scratch(0).get_shmem(static_cast<std::size_t>(scratch_bytes())));
    Scratch const scratch{memory, memory + function_size, memory + function_size + value_size,
                          memory + function_size + value_size + 3 * staged_degrees};
    for (std::int64_t field = 0; field < sums.maps() / 2; ++field) {
      if (into == SumInto::nothing) {
        clear(member, field, m);
      }
      for (std::int64_t begin = poles.pairs.begin; begin < poles.pairs.end;
           begin += pole_threads<Exec>) {
        std::int64_t const end = Kokkos::min(begin + pole_threads<Exec>, poles.pairs.end);
        if (m < poles.rings.orders(end - 1)) {
          add_pairs(member, field, m, begin, end, scratch);
        }
      }
    }
  }

 private:
  KOKKOS_FUNCTION void clear(Member const& member, std::int64_t field, std::int64_t m) const {
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, poles.range.lmax - m + 1),
                         [&](std::int64_t i) {
                           std::int64_t const at = sums.place(m + i, m);
                           sums.values(2 * field, at) = Complex(0.0, 0.0);
                           sums.values(2 * field + 1, at) = Complex(0.0, 0.0);
                         });
    member.team_barrier();
  }

  KOKKOS_FUNCTION void add_pairs(Member const& member, std::int64_t field, std::int64_t m,
                                 std::int64_t begin, std::int64_t end,
                                 Scratch const& scratch) const {
    std::int64_t const pair = Kokkos::min<std::int64_t>(begin + member.team_rank(), end - 1);
    member.team_barrier();
    load_values(field, m, begin + member.team_rank(), end, scratch.values + 8 * member.team_rank());
    Wigner<double> function;
    function.begin(poles.rings.sin_theta(pair), Kokkos::fabs(poles.rings.cos_theta(pair)), m,
                   poles.s(), poles.starts(m));
    std::int64_t const lmax = poles.range.lmax;
    for (std::int64_t l = poles.first_degree(m); l <= lmax; l += staged_degrees) {
      std::int64_t const count = Kokkos::min<std::int64_t>(staged_degrees, lmax + 1 - l);
      Kokkos::parallel_for(Kokkos::TeamThreadRange(member, count), [&](std::int64_t i) {
        Step const step = step_of(l + i, m, poles.s());
        scratch.steps[3 * i] = step.of_plus;
        scratch.steps[3 * i + 1] = step.of_minus;
        scratch.steps[3 * i + 2] = step.growth;
      });
      member.team_barrier();
      write_functions(member, count, scratch, function);
      member.team_barrier();
      int const pairs = static_cast<int>(end - begin);
      Kokkos::parallel_for(Kokkos::TeamThreadRange(member, 2 * count), [&](std::int64_t i) {
        double const sign = (l + i / 2 - m) % 2 == 0 ? 1.0 : -1.0;
        sum_pairs(scratch, pairs, static_cast<int>(i / 2), static_cast<int>(i % 2), sign);
      });
      member.team_barrier();
      Kokkos::parallel_for(Kokkos::TeamThreadRange(member, count), [&](std::int64_t i) {
        double const* const of = scratch.totals + 4 * i;
        Complex e;
        Complex b;
        poles.split({of[0], of[1]}, {of[2], of[3]}, e, b);
        std::int64_t const at = sums.place(l + i, m);
        sums.values(2 * field, at) += e;
        sums.values(2 * field + 1, at) += b;
      });
    }
  }

  KOKKOS_FUNCTION void load_values(std::int64_t field, std::int64_t m, std::int64_t pair,
                                   std::int64_t end, double* to) const {
    for (int k = 0; k < 8; ++k) {
      to[k] = 0.0;
    }
    if (pair >= end || m >= poles.rings.orders(pair)) {
      return;
    }
    for (int ring = 0; ring < (poles.rings.has_second(pair) != 0.0 ? 2 : 1); ++ring) {
      Complex v;
      Complex w;
      poles.take(field, pair, ring, m, v, w);
      double* const of_ring = to + (poles.is_mirrored(pair) ? 4 - 4 * ring : 4 * ring);
      of_ring[0] = v.real();
      of_ring[1] = v.imag();
      of_ring[2] = w.real();
      of_ring[3] = w.imag();
    }
  }

  KOKKOS_FUNCTION static void write_functions(Member const& member, std::int64_t count,
                                              Scratch const& scratch, Wigner<double>& function) {
    double* const to = scratch.functions + member.team_rank();
    for (std::int64_t i = 0; i < count; ++i) {
      to[i * row] = function.plus.now;
      to[(staged_degrees + i) * row] = function.minus.now;
      double const* const step = scratch.steps + 3 * i;
      function.advance({step[0], step[1], step[2]});
      if (i % legendre::steps_per_look == legendre::steps_per_look - 1) {
        function.bring_nearer();
      }
    }
  }

  /// One of E + i B (which = 0) and E - i B of one degree.
  KOKKOS_FUNCTION static void sum_pairs(Scratch const& scratch, int pairs, int degree, int which,
                                        double sign) {
    double const* const here = scratch.functions + (which * staged_degrees + degree) * row;
    double const* const there = scratch.functions + ((1 - which) * staged_degrees + degree) * row;
    double real = 0.0;
    double imag = 0.0;
    for (int p = 0; p < pairs; ++p) {
      double const* const value = scratch.values + 8 * p + 2 * which;
      double const a = here[p];
      double const b = sign * there[p];
      real = Kokkos::fma(a, value[0], Kokkos::fma(b, value[4], real));
      imag = Kokkos::fma(a, value[1], Kokkos::fma(b, value[5], imag));
    }
    scratch.totals[4 * degree + 2 * which] = real;
    scratch.totals[4 * degree + 2 * which + 1] = imag;
  }
};

}  // namespace siderum::portable::spin
