// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/legendre/device_rings.hpp>
#include <siderum/backends/portable/legendre/recurrence.hpp>

namespace siderum::portable::legendre {

/// Threads of a team and pairs of a thread: a team has `pair_granule` pairs. A thread reads each
/// step from scratch, and with 2 pairs it would read as long as it computes.
template <class Exec>
inline constexpr int synthesis_threads = Kokkos::min(DeviceShape<Exec>::team, 64);
inline constexpr int synthesis_pairs = 4;

/// A thread holds some 126 registers for one map and 164 for two: 8 or 6 teams share those of a
/// multiprocessor; where threads go in step by 64, 2 wavefronts share those of a SIMD.
template <class Exec, int maps>
using SynthesisPolicy = Kokkos::TeamPolicy<
    Exec, Kokkos::IndexType<std::int64_t>, LightWeight,
    Kokkos::LaunchBounds<synthesis_threads<Exec>,
                         DeviceShape<Exec>::lanes == 64 ? 2 : (maps == 1 ? 8 : 6)>>;

/// LegendreSynthesis on devices: a team has an order and a block of pairs.
template <class Exec, class Real, int maps>
struct DeviceSynthesizer {
  using MemorySpace = typename Exec::memory_space;
  using Member = typename SynthesisPolicy<Exec, maps>::member_type;

  LegendreTables<MemorySpace> tables;
  LegendreRings<MemorySpace> rings;
  HarmonicCoefficients<Real, MemorySpace> coefficients;
  std::int64_t first_map;
  PairRange range;  ///< of pairs with the two-step form
  std::int64_t first_pair;
  RingModes<Real, MemorySpace> modes;
  std::int64_t blocks;

  static constexpr int threads = synthesis_threads<Exec>;
  /// A staged step: a and b, a and c, then the weights of each map.
  static constexpr int staged_size = 2 + 2 * maps;
  static constexpr int scratch_bytes() {
    return (device_staged_steps * staged_size + 1) * static_cast<int>(sizeof(DoublePair));
  }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    constexpr std::int64_t block = std::int64_t{threads} * synthesis_pairs;
    std::int64_t const m = tables.order(member.league_rank() / blocks);
    std::int64_t const begin = range.begin + member.league_rank() % blocks * block;
    std::int64_t const end = Kokkos::min(begin + block, range.end);
    if (m >= rings.orders(end - 1)) {
      return;
    }
    std::int64_t const first = begin + std::int64_t{member.team_rank()} * synthesis_pairs;
    std::int64_t const last = Kokkos::min(first + synthesis_pairs, end) - 1;
    bool const has_pairs = first <= last && m < rings.orders(last);
    State state(load_states<synthesis_pairs>(tables, rings, m, first, end));
    auto* const staged = static_cast<DoublePair*>(member.team_scratch(0).get_shmem_aligned(
        static_cast<std::size_t>(scratch_bytes()) - sizeof(DoublePair), alignof(DoublePair)));
    std::int64_t const steps = tables.steps(m);
    for (std::int64_t step = 0; step < steps; step += device_staged_steps) {
      member.team_barrier();
      stage(member, m, step, staged);
      member.team_barrier();
      if (has_pairs) {
        add_steps(staged, Kokkos::min(std::int64_t{device_staged_steps}, steps - step), state);
      }
    }
    for (int r = 0; r < synthesis_pairs; ++r) {
      write(m, first + r, end, state.sums, r);
    }
  }

 private:
  struct State {
    KOKKOS_FUNCTION explicit State(DeviceStates<synthesis_pairs> const& of)
        : rings(of.states),
          form(of.constant - 1),
          live(rings.has_live()),
          pending(rings.has_pending()) {}

    Rings<double, synthesis_pairs> rings;
    int form;  ///< place of its coefficients in a staged step
    bool live;
    bool pending;
    double sums[4 * maps][synthesis_pairs] = {};
  };

  KOKKOS_FUNCTION void stage(Member const& member, std::int64_t m, std::int64_t first,
                             DoublePair* staged) const {
    std::int64_t const steps = tables.steps(m);
    std::int64_t const offset = tables.offset(m);
    for (int k = member.team_rank(); k < device_staged_steps; k += threads) {
      DoublePair* const step = staged + k * staged_size;
      std::int64_t const i = first + k;
      if (i >= steps) {
        for (int part = 0; part < staged_size; ++part) {
          step[part] = {0.0, 0.0};
        }
        continue;
      }
      double const a = tables.a(offset + i);
      step[0] = {a, tables.b(offset + i)};
      step[1] = {a, tables.c(offset + i)};
      for (int map = 0; map < maps; ++map) {
        auto const weights = weights_of_step(
            tables, &coefficients.values(first_map + map, 0) - coefficients.first, m, i);
        step[2 + 2 * map] = {weights.even.real(), weights.even.imag()};
        step[3 + 2 * map] = {weights.odd.real(), weights.odd.imag()};
      }
    }
  }

  KOKKOS_FUNCTION static void add_steps(DoublePair const* staged, std::int64_t count,
                                        State& state) {
    auto& rings = state.rings;
    for (std::int64_t k = 0; k < count; k += steps_per_look) {
      DoublePair const* const step = staged + k * staged_size;
      if (!state.live) {
        auto const before = rings;
        device_advance<steps_per_look>(&step[state.form].x, &step[state.form].y, 2 * staged_size,
                                       rings);
        state.live = rings.has_live();
        if (state.live) {
          rings = before;
        }
      }
      if (state.live) {
        for (int i = 0; i < steps_per_look; i += 2) {
          add_step(step + i * staged_size, state.form, rings.x, rings.q, rings.previous,
                   state.sums);
          add_step(step + (i + 1) * staged_size, state.form, rings.x, rings.previous, rings.q,
                   state.sums);
        }
      }
      if (state.pending) {
        rings.bring_nearer();
        state.pending = rings.has_pending();
      }
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION static void add_step(DoublePair const* step, int form,
                                                   double const* x, double const* q,
                                                   double* previous,
                                                   double (*sums)[synthesis_pairs]) {
    for (int map = 0; map < maps; ++map) {
      DoublePair const even = step[2 + 2 * map];
      DoublePair const odd = step[3 + 2 * map];
      double const weights[4] = {even.x, even.y, odd.x, odd.y};
      for (int k = 0; k < 4; ++k) {
        for (int r = 0; r < synthesis_pairs; ++r) {
          sums[4 * map + k][r] = Kokkos::fma(weights[k], q[r], sums[4 * map + k][r]);
        }
      }
    }
    DoublePair const recurrence = step[form];
    for (int r = 0; r < synthesis_pairs; ++r) {
      previous[r] = next_value(recurrence.x, recurrence.y, x[r], q[r], previous[r]);
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
