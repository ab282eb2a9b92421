// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/legendre/device_rings.hpp>
#include <siderum/backends/portable/legendre/equator.hpp>
#include <siderum/backends/portable/legendre/recurrence.hpp>
#include <siderum/backends/portable/legendre_analysis.hpp>

namespace siderum::portable::legendre {

/// Sums over rings of one map, in work space: for each step of the tables Re QA, Im QA, Re QB, Im
/// QB, and real and imaginary part of what the one-step form adds to a_lm itself.
inline constexpr std::int64_t device_sums = 6;
template <class MemorySpace>
using DeviceSums = Kokkos::View<double*, MemorySpace>;

/// What the two rings of a pair give to even and odd degrees less order.
struct PairValues {
  double of[4];  ///< Re and Im of F_first + F_second, and of F_first - F_second
};

template <class Real, class MemorySpace>
KOKKOS_FUNCTION PairValues pair_values(RingModes<Real, MemorySpace> const& modes, std::int64_t map,
                                       std::int64_t pair, std::int64_t m, bool has_second) {
  Kokkos::complex<double> const first(modes(map, 2 * pair, m));
  Kokkos::complex<double> const second = has_second
                                             ? Kokkos::complex<double>(modes(map, 2 * pair + 1, m))
                                             : Kokkos::complex<double>(0);
  return {{first.real() + second.real(), first.imag() + second.imag(), first.real() - second.real(),
           first.imag() - second.imag()}};
}

/// LegendreAnalysis on devices: a team has an order and takes all blocks of pairs one by one, so
/// that the order of sums is fixed. Sums of steps_per_look steps are added up over the team at a
/// time, through scratch.
template <class Exec, class Real>
struct DeviceAnalyzer {
  using MemorySpace = typename Exec::memory_space;
  using Member = typename TeamPerIndex<Exec>::member_type;

  LegendreTables<MemorySpace> tables;
  LegendreRings<MemorySpace> rings;
  RingModes<Real, MemorySpace> modes;
  std::int64_t map;
  PairRange range;
  std::int64_t first_pair;
  DeviceSums<MemorySpace> sums;

  static constexpr int values = 4 * steps_per_look;
  static constexpr int parts = device_threads<Exec> / values;
  static constexpr int row = device_threads<Exec> + 1;
  static constexpr std::int64_t scratch_bytes() {
    return (std::int64_t{values} * row + values * parts) *
           static_cast<std::int64_t>(sizeof(double));
  }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const m = tables.order(member.league_rank());
    std::int64_t const offset = tables.offset(m);
    std::int64_t const of_order = (tables.offset(m + 1) - offset) * device_sums;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, of_order),
                         [&](std::int64_t i) { sums(offset * device_sums + i) = 0.0; });
    auto* const scratch = static_cast<double*>(
        member.team_scratch(0).get_shmem(static_cast<std::size_t>(scratch_bytes())));
    constexpr std::int64_t block = std::int64_t{device_threads<Exec>} * device_pairs;
    for (std::int64_t begin = range.begin; begin < range.end; begin += block) {
      std::int64_t const end = Kokkos::min(begin + block, range.end);
      if (m < rings.orders(end - 1)) {
        add_block(member, m, begin, end, scratch);
      }
    }
  }

 private:
  KOKKOS_FUNCTION void add_block(Member const& member, std::int64_t m, std::int64_t begin,
                                 std::int64_t end, double* scratch) const {
    DeviceStates const of = load_states(tables, rings, m, begin, end, member);
    auto states = of.states;
    double p[device_pairs][4];
    load_values(of, m, end, p);
    bool live = states.has_live();
    std::int64_t const offset = tables.offset(m);
    for (std::int64_t i = 0; i < tables.steps(m); i += steps_per_look) {
      double local[values] = {};
      take_steps(offset + i, of.constant, states, p, local, live);
      int any_live = live ? 1 : 0;
      member.team_reduce(Kokkos::Max<int>(any_live));
      if (any_live != 0) {
        for (int k = 0; k < values; ++k) {
          scratch[k * row + member.team_rank()] = local[k];
        }
        add_up(member, (offset + i) * device_sums, scratch);
      }
    }
  }

  KOKKOS_FUNCTION void load_values(DeviceStates const& of, std::int64_t m, std::int64_t end,
                                   double (*p)[4]) const {
    for (int r = 0; r < device_pairs; ++r) {
      PairValues value{{0.0, 0.0, 0.0, 0.0}};
      if (of.pair[r] < end && m < rings.orders(of.pair[r])) {
        value = pair_values(modes, map, of.pair[r] - first_pair, m,
                            rings.has_second(of.pair[r]) != 0.0);
        value.of[2] *= rings.cos_theta(of.pair[r]);
        value.of[3] *= rings.cos_theta(of.pair[r]);
      }
      for (int k = 0; k < 4; ++k) {
        p[r][k] = value.of[k];
      }
    }
  }

  // The tables end with whole looks of steps.
  KOKKOS_FUNCTION void take_steps(std::int64_t at, int const* form, DeviceRings& states,
                                  double const (*p)[4], double* local, bool& live) const {
    DeviceRings const before = states;
    for (int attempt = 0; attempt < 2; ++attempt) {
      for (int i = 0; i < steps_per_look; ++i) {
        double const a = tables.a(at + i);
        double const constant[3] = {0.0, tables.b(at + i), tables.c(at + i)};
        for (int r = 0; r < device_pairs; ++r) {
          double const q = states.q[r];
          if (live) {
            for (int k = 0; k < 4; ++k) {
              local[4 * i + k] = Kokkos::fma(q, p[r][k], local[4 * i + k]);
            }
          }
          states.q[r] = next_value(a, constant[form[r]], states.x[r], q, states.previous[r]);
          states.previous[r] = q;
        }
      }
      if (live || !states.has_live()) {
        break;
      }
      live = true;
      states = before;
    }
    states.bring_nearer();
  }

  KOKKOS_FUNCTION void add_up(Member const& member, std::int64_t to, double* scratch) const {
    double* const of_parts = scratch + values * row;
    member.team_barrier();
    int const value = member.team_rank() / parts;
    int const part = member.team_rank() % parts;
    double sum = 0.0;
    for (int thread = part; thread < device_threads<Exec>; thread += parts) {
      sum += scratch[value * row + thread];
    }
    of_parts[member.team_rank()] = sum;
    member.team_barrier();
    if (member.team_rank() < values) {
      double total = 0.0;
      for (int k = 0; k < parts; ++k) {
        total += of_parts[member.team_rank() * parts + k];
      }
      sums(to + member.team_rank() / 4 * device_sums + member.team_rank() % 4) += total;
    }
    member.team_barrier();
  }
};

/// The pairs next to the equator and the coefficients themselves: a thread has an order.
template <class Exec, class Real>
struct DeviceFinisher {
  using MemorySpace = typename Exec::memory_space;

  LegendreTables<MemorySpace> tables;
  LegendreRings<MemorySpace> rings;
  RingModes<Real, MemorySpace> modes;
  std::int64_t map;
  PairRange equator;
  std::int64_t first_pair;
  DeviceSums<MemorySpace> sums;
  HarmonicCoefficients<Real, MemorySpace> coefficients;
  SumInto into;

  KOKKOS_FUNCTION void operator()(std::int64_t index) const {
    std::int64_t const m = tables.order(index);
    for (std::int64_t pair = equator.begin; pair < equator.end; ++pair) {
      add_pair(m, pair);
    }
    std::int64_t const offset = tables.offset(m);
    auto* const a_lm = &coefficients.values(map, tables.range.index(m, m));
    double before[2] = {0.0, 0.0};
    for (std::int64_t i = 0; i < tables.steps(m); ++i) {
      double const* const of = &sums((offset + i) * device_sums);
      double even[2];
      for (int part = 0; part < 2; ++part) {
        double const high = i > 0 ? tables.high(offset + i - 1) : 0.0;
        even[part] = tables.low(offset + i) * of[part] + high * before[part] + of[4 + part];
        before[part] = of[part];
      }
      put(m, even[0], even[1], a_lm[2 * i]);
      if (m + 2 * i + 1 <= tables.range.lmax) {
        double const alpha = tables.alpha(offset + i);
        put(m, alpha * of[2], alpha * of[3], a_lm[2 * i + 1]);
      }
    }
  }

 private:
  KOKKOS_FUNCTION void add_pair(std::int64_t m, std::int64_t pair) const {
    if (m >= rings.orders(pair)) {
      return;
    }
    std::int64_t const offset = tables.offset(m);
    PairValues const value =
        pair_values(modes, map, pair - first_pair, m, rings.has_second(pair) != 0.0);
    EquatorStepper const step{&tables.a(offset), &tables.low(offset), &tables.high(offset),
                              tables.steps(m)};
    double const cosine[1] = {rings.cos_theta(pair)};
    auto const power = scaled_power(rings.sin_theta(pair), m);
    double const start[1] = {(power.high + power.low) * tables.start(m)};
    step(cosine, start, [&](std::int64_t i, double const* p, double const* v) {
      double* const of = &sums((offset + i) * device_sums);
      of[2] += v[0] * value.of[2];
      of[3] += v[0] * value.of[3];
      of[4] += p[0] * value.of[0];
      of[5] += p[0] * value.of[1];
    });
  }

  KOKKOS_FUNCTION void put(std::int64_t m, double real, double imag,
                           Kokkos::complex<Real>& to) const {
    Kokkos::complex<Real> const value(static_cast<Real>(real),
                                      m == 0 ? Real(0) : static_cast<Real>(imag));
    to = into == SumInto::present ? to + value : value;
  }
};

}  // namespace siderum::portable::legendre
