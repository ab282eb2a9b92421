// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/legendre/device_rings.hpp>
#include <siderum/backends/portable/legendre/recurrence.hpp>

namespace siderum::portable::legendre {

/// Threads of a team and pairs of a thread: a team has `pair_granule` pairs.
template <class Exec>
inline constexpr int synthesis_threads = DeviceShape<Exec>::team;
inline constexpr int synthesis_pairs = 2;

/// LegendreSynthesis on devices: a team has an order and a block of pairs.
template <class Exec, class Real, int maps>
struct DeviceSynthesizer {
  using MemorySpace = typename Exec::memory_space;
  using Member = typename TeamPerIndex<Exec>::member_type;

  LegendreTables<MemorySpace> tables;
  LegendreRings<MemorySpace> rings;
  HarmonicCoefficients<Real, MemorySpace> coefficients;
  std::int64_t first_map;
  PairRange range;  ///< of pairs with the two-step form
  std::int64_t first_pair;
  RingModes<Real, MemorySpace> modes;
  std::int64_t blocks;

  /// Doubles of a staged step: a, b, c, then the weights of each map.
  static constexpr int staged_size = 3 + 4 * maps;
  static constexpr int scratch_bytes() {
    return device_staged_steps * staged_size * static_cast<int>(sizeof(double));
  }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const m = tables.order(member.league_rank() / blocks);
    std::int64_t const begin =
        range.begin + member.league_rank() % blocks * member.team_size() * synthesis_pairs;
    std::int64_t const end =
        Kokkos::min(begin + std::int64_t{member.team_size()} * synthesis_pairs, range.end);
    if (m >= rings.orders(end - 1)) {
      return;
    }
    std::int64_t const first = begin + std::int64_t{member.team_rank()} * synthesis_pairs;
    auto const of = load_states<synthesis_pairs>(tables, rings, m, first, end);
    auto states = of.states;
    double sums[4 * maps][synthesis_pairs] = {};
    auto* const staged = static_cast<double*>(
        member.team_scratch(0).get_shmem(static_cast<std::size_t>(scratch_bytes())));
    bool live = states.has_live();
    std::int64_t const steps = tables.steps(m);
    for (std::int64_t step = 0; step < steps; step += device_staged_steps) {
      member.team_barrier();
      stage(member, m, step, staged);
      member.team_barrier();
      add_steps(staged, of.constant, Kokkos::min(std::int64_t{device_staged_steps}, steps - step),
                states, sums, live);
    }
    for (int r = 0; r < synthesis_pairs; ++r) {
      write(m, first + r, end, sums, r);
    }
  }

 private:
  KOKKOS_FUNCTION void stage(Member const& member, std::int64_t m, std::int64_t first,
                             double* staged) const {
    std::int64_t const steps = tables.steps(m);
    std::int64_t const offset = tables.offset(m);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, device_staged_steps), [&](int k) {
      double* const step = staged + k * staged_size;
      std::int64_t const i = first + k;
      if (i >= steps) {
        for (int part = 0; part < staged_size; ++part) {
          step[part] = 0.0;
        }
        return;
      }
      step[0] = tables.a(offset + i);
      step[1] = tables.b(offset + i);
      step[2] = tables.c(offset + i);
      for (int map = 0; map < maps; ++map) {
        auto const weights = weights_of_step(
            tables, &coefficients.values(first_map + map, 0) - coefficients.first, m, i);
        step[3 + 4 * map] = weights.even.real();
        step[4 + 4 * map] = weights.even.imag();
        step[5 + 4 * map] = weights.odd.real();
        step[6 + 4 * map] = weights.odd.imag();
      }
    });
  }

  KOKKOS_FUNCTION static void add_steps(double const* staged, int constant, std::int64_t count,
                                        Rings<double, synthesis_pairs>& states,
                                        double (*sums)[synthesis_pairs], bool& live) {
    for (std::int64_t k = 0; k < count; k += steps_per_look) {
      double const* const step = staged + k * staged_size;
      if (!live) {
        auto const before = states;
        device_advance<steps_per_look>(step, staged_size, constant, states);
        live = states.has_live();
        if (live) {
          states = before;
        }
      }
      if (live) {
        for (int i = 0; i < steps_per_look; i += 2) {
          add_step(step + i * staged_size, constant, states.x, states.q, states.previous, sums);
          add_step(step + (i + 1) * staged_size, constant, states.x, states.previous, states.q,
                   sums);
        }
      }
      states.bring_nearer();
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION static void add_step(double const* step, int constant,
                                                   double const* x, double const* q,
                                                   double* previous,
                                                   double (*sums)[synthesis_pairs]) {
    for (int r = 0; r < synthesis_pairs; ++r) {
      for (int k = 0; k < 4 * maps; ++k) {
        sums[k][r] = Kokkos::fma(step[3 + k], q[r], sums[k][r]);
      }
      previous[r] = next_value(step[0], step[constant], x[r], q[r], previous[r]);
    }
  }

  KOKKOS_FUNCTION void write(std::int64_t m, std::int64_t pair, std::int64_t end,
                             double (*sums)[synthesis_pairs], int r) const {
    if (pair >= end || m >= rings.orders(pair)) {
      return;
    }
    double const cosine = rings.cos_theta(pair);
    for (int map = 0; map < maps; ++map) {
      double const odd_real = cosine * sums[4 * map + 2][r];
      double const odd_imag = cosine * sums[4 * map + 3][r];
      put_pair(modes, first_map + map, pair - first_pair, m,
               {sums[4 * map][r], sums[4 * map + 1][r]}, {odd_real, odd_imag});
    }
  }
};

/// Threads of a team next to the equator, where grids have few pairs: those without a pair help to
/// stage.
template <class Exec>
inline constexpr int equator_threads = Kokkos::min(DeviceShape<Exec>::team, 64);

/// The pairs next to the equator: a team has an order and a block of pairs, one in each thread.
template <class Exec, class Real, int maps>
struct DeviceEquatorSynthesizer {
  using MemorySpace = typename Exec::memory_space;
  using Member = typename TeamPerIndex<Exec>::member_type;

  LegendreTables<MemorySpace> tables;
  LegendreRings<MemorySpace> rings;
  HarmonicCoefficients<Real, MemorySpace> coefficients;
  std::int64_t first_map;
  PairRange range;  ///< of pairs with the one-step form
  std::int64_t first_pair;
  RingModes<Real, MemorySpace> modes;
  std::int64_t blocks;

  static constexpr int threads = equator_threads<Exec>;
  /// A staged step: up and keep, those of odd degrees less order, then the weights of each map.
  static constexpr int staged_size = 2 + 2 * maps;
  static constexpr int scratch_bytes() {
    return (device_staged_steps * staged_size + 1) * static_cast<int>(sizeof(DoublePair));
  }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const m = tables.order(member.league_rank() / blocks);
    std::int64_t const begin = range.begin + member.league_rank() % blocks * threads;
    std::int64_t const end = Kokkos::min(begin + threads, range.end);
    if (m >= rings.orders(end - 1)) {
      return;
    }
    std::int64_t const pair = begin + member.team_rank();
    State state(tables, rings, m, Kokkos::min(pair, end - 1));
    auto* const staged = static_cast<DoublePair*>(member.team_scratch(0).get_shmem_aligned(
        static_cast<std::size_t>(scratch_bytes()) - sizeof(DoublePair), alignof(DoublePair)));
    std::int64_t const steps = tables.steps(m);
    for (std::int64_t step = 0; step < steps; step += device_staged_steps) {
      member.team_barrier();
      stage(member, m, step, staged);
      member.team_barrier();
      if (pair < end) {
        add_steps(staged, Kokkos::min(std::int64_t{device_staged_steps}, steps - step), state);
      }
    }
    if (pair < end && m < rings.orders(pair)) {
      for (int map = 0; map < maps; ++map) {
        double const* const sums = state.sums + 4 * map;
        put_pair(modes, first_map + map, pair - first_pair, m, {sums[0], sums[1]},
                 {sums[2], sums[3]});
      }
    }
  }

 private:
  struct State {
    KOKKOS_FUNCTION State(LegendreTables<MemorySpace> const& tables,
                          LegendreRings<MemorySpace> const& rings, std::int64_t m,
                          std::int64_t pair)
        : cosine(rings.cos_theta(pair)) {
      auto const power = scaled_power(rings.sin_theta(pair), m);
      p = (power.high + power.low) * tables.start(m);
    }

    double cosine;
    double p;
    double v = 0.0;
    double sums[4 * maps] = {};
  };

  // Steps beyond the last are 0.
  KOKKOS_FUNCTION void stage(Member const& member, std::int64_t m, std::int64_t first,
                             DoublePair* staged) const {
    for (int k = member.team_rank(); k < device_staged_steps; k += threads) {
      DoublePair* const to = staged + k * staged_size;
      OneStep const step = one_step(tables, m, first + k);
      to[0] = {step.up, step.keep};
      to[1] = {step.odd_up, step.odd_keep};
      for (int map = 0; map < maps; ++map) {
        auto const weights = weights_of_one_step(
            tables, &coefficients.values(first_map + map, 0) - coefficients.first, m, first + k);
        to[2 + 2 * map] = {weights.even.real(), weights.even.imag()};
        to[3 + 2 * map] = {weights.odd.real(), weights.odd.imag()};
      }
    }
  }

  KOKKOS_FUNCTION static void add_steps(DoublePair const* staged, std::int64_t count,
                                        State& state) {
    for (std::int64_t k = 0; k < count; k += steps_per_look) {
      for (int i = 0; i < steps_per_look; ++i) {
        add_step(staged + (k + i) * staged_size, state);
      }
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION static void add_step(DoublePair const* step, State& state) {
    DoublePair const even = step[0];
    DoublePair const odd = step[1];
    state.p = Kokkos::fma(even.x * state.cosine, state.v, even.y * state.p);
    state.v = Kokkos::fma(odd.x * state.cosine, state.p, odd.y * state.v);
    for (int map = 0; map < maps; ++map) {
      double* const sums = state.sums + 4 * map;
      sums[0] = Kokkos::fma(state.p, step[2 + 2 * map].x, sums[0]);
      sums[1] = Kokkos::fma(state.p, step[2 + 2 * map].y, sums[1]);
      sums[2] = Kokkos::fma(state.v, step[3 + 2 * map].x, sums[2]);
      sums[3] = Kokkos::fma(state.v, step[3 + 2 * map].y, sums[3]);
    }
  }
};

}  // namespace siderum::portable::legendre
