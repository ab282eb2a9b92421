// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/legendre/device_rings.hpp>
#include <siderum/backends/portable/legendre/recurrence.hpp>
#include <siderum/backends/portable/legendre/team_sums.hpp>
#include <siderum/backends/portable/legendre_analysis.hpp>

namespace siderum::portable::legendre {

/// Sums over rings of one map, in work space: for each step of the tables Re QA, Im QA, Re QB, Im
/// QB, and real and imaginary part of what the one-step form adds to a_lm itself.
inline constexpr std::int64_t device_sums = 6;
template <class MemorySpace>
using DeviceSums = Kokkos::View<double*, MemorySpace>;

/// Threads of a team, 64 at most: all of them meet for each few steps, which is cheap where they go
/// in step, by 64 or in two halves. Pairs of a thread: their sum is formed in registers, which
/// makes the sum over threads cheap.
template <class Exec>
inline constexpr int analysis_threads = Kokkos::min(DeviceShape<Exec>::team, 64);
inline constexpr int analysis_pairs = 8;

/// A thread holds some 150 registers: 168 where 6 teams share those of a multiprocessor, 256 where
/// 2 wavefronts of 64 share those of a SIMD.
template <class Exec>
using AnalysisPolicy = Kokkos::TeamPolicy<
    Exec, Kokkos::IndexType<std::int64_t>, LightWeight,
    Kokkos::LaunchBounds<analysis_threads<Exec>, DeviceShape<Exec>::lanes == 64 ? 2 : 6>>;

/// LegendreAnalysis on devices: a team has an order and takes all blocks of pairs one by one, so
/// that the order of sums is fixed; then it makes the coefficients of them. Steps before any thread
/// has a term that counts are taken without sums.
template <class Exec, class Real>
struct DeviceAnalyzer {
  using MemorySpace = typename Exec::memory_space;
  using Member = typename AnalysisPolicy<Exec>::member_type;

  LegendreTables<MemorySpace> tables;
  LegendreRings<MemorySpace> rings;
  RingModes<Real, MemorySpace> modes;
  std::int64_t map;
  PairRange two_step;  ///< pairs with the two-step form
  PairRange equator;   ///< pairs next to the equator, with the one-step form
  std::int64_t first_pair;
  DeviceSums<MemorySpace> sums;
  HarmonicCoefficients<Real, MemorySpace> coefficients;
  SumInto into;

  static constexpr int threads = analysis_threads<Exec>;
  static constexpr int scratch_bytes() { return static_cast<int>(scratch_size * sizeof(double)); }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const m = tables.order(member.league_rank());
    double* const of_order = sums.data() + tables.offset(m) * device_sums;
    std::int64_t const count = (tables.offset(m + 1) - tables.offset(m)) * device_sums;
    for (std::int64_t i = member.team_rank(); i < count; i += threads) {
      of_order[i] = 0.0;
    }
    Block block{member, static_cast<double*>(member.team_scratch(0).get_shmem(
                            static_cast<std::size_t>(scratch_bytes())))};
    block.m = m;
    block.of_order = of_order;
    constexpr std::int64_t pairs = std::int64_t{threads} * analysis_pairs;
    for (block.begin = two_step.begin; block.begin < two_step.end; block.begin += pairs) {
      block.end = Kokkos::min(block.begin + pairs, two_step.end);
      if (m < rings.orders(block.end - 1)) {
        add_two_step(block);
      }
    }
    for (block.begin = equator.begin; block.begin < equator.end; block.begin += threads) {
      block.end = Kokkos::min(block.begin + threads, equator.end);
      if (m < rings.orders(block.end - 1)) {
        add_one_step(block);
      }
    }
    member.team_barrier();
    for (std::int64_t i = member.team_rank(); i < tables.steps(m); i += threads) {
      finish(m, i, of_order);
    }
  }

 private:
  using Sums = TeamSums<threads>;
  using States = DeviceStates<analysis_pairs>;

  /// Scratch: staged steps, sums, and two flags.
  static constexpr int two_step_size = 3;  // a, b, c
  static constexpr int one_step_size = 4;  // OneStep
  static constexpr int scratch_size = device_staged_steps * one_step_size + Sums::size + 1;

  /// A block of pairs of an order as a thread sees it.
  struct Block {
    KOKKOS_FUNCTION Block(Member const& of, double* scratch)
        : member(of),
          staged(scratch),
          team_sums(scratch + device_staged_steps * one_step_size, of.team_rank()),
          flags(reinterpret_cast<int*>(scratch + scratch_size - 1)) {}

    Member const& member;
    double* staged;
    Sums team_sums;
    int* flags;
    std::int64_t m = 0;
    double* of_order = nullptr;
    std::int64_t begin = 0;
    std::int64_t end = 0;

    /// The sum that this thread adds to, of the look that begins with step i.
    KOKKOS_FORCEINLINE_FUNCTION double* sum(std::int64_t i) const {
      int const rank = member.team_rank();
      return of_order + (i + rank / device_numbers) * device_sums + rank % device_numbers;
    }
    KOKKOS_FORCEINLINE_FUNCTION bool adds() const {
      return member.team_rank() < Sums::numbers_of_look;
    }
  };

  /// The values of a thread's pairs, by number and pair.
  using Values = double[device_numbers][analysis_pairs];

  KOKKOS_FUNCTION void add_two_step(Block const& block) const {
    std::int64_t const first =
        block.begin + std::int64_t{block.member.team_rank()} * analysis_pairs;
    States of = load_states<analysis_pairs>(tables, rings, block.m, first, block.end);
    Values values;
    for (int r = 0; r < analysis_pairs; ++r) {
      std::int64_t const pair = Kokkos::min(first + r, block.end - 1);
      load(block, first + r, rings.cos_theta(pair), r, values);
    }
    block.flags[0] = block.flags[1] = 0;
    bool live = of.states.has_live();
    bool any_live = false;
    std::int64_t const steps = tables.steps(block.m);
    for (std::int64_t i = 0; i < steps; i += steps_per_look) {
      if (i % device_staged_steps == 0) {
        stage_two_step(block, i);
      }
      double const* const staged = block.staged + i % device_staged_steps * two_step_size;
      if (!live) {
        live = advance(block.team_sums, staged, of);
      }
      any_live = any_live || is_any(block, static_cast<int>(i / steps_per_look % 2), live);
      if (any_live) {
        if (!live) {
          block.team_sums.clear();
        }
        add_look(block, i, [&](int half) {
          if (live) {
            add_steps(block.team_sums, staged + half * steps_per_sum * two_step_size, of, values);
          }
        });
      }
      of.states.bring_nearer();
    }
  }

  /// Takes the steps of a look, unless a term of them counts, which is returned. The column keeps
  /// where they began: registers are scarce.
  KOKKOS_FORCEINLINE_FUNCTION static bool advance(Sums const& column, double const* staged,
                                                  States& of) {
    static_assert(Sums::rows >= 2 * analysis_pairs);
    for (int r = 0; r < analysis_pairs; ++r) {
      column[2 * r] = of.states.q[r];
      column[2 * r + 1] = of.states.previous[r];
    }
    device_advance<steps_per_look>(staged, staged + of.constant, two_step_size, of.states);
    bool const counts = of.states.has_live();
    if (counts) {
      for (int r = 0; r < analysis_pairs; ++r) {
        of.states.q[r] = column[2 * r];
        of.states.previous[r] = column[2 * r + 1];
      }
    }
    return counts;
  }

  /// Whether any thread is live. Two flags in turn, so that none is set before all have read it.
  KOKKOS_FUNCTION static bool is_any(Block const& block, int flag, bool live) {
    if (live) {
      block.flags[flag] = 1;
    }
    block.member.team_barrier();
    return block.flags[flag] != 0;
  }

  /// Calls put(half), which leaves numbers in team_sums, and adds up the look.
  template <class Put>
  KOKKOS_FORCEINLINE_FUNCTION static void add_look(Block const& block, std::int64_t i,
                                                   Put const& put, int offset = 0) {
    double* const to = block.sum(i) + offset;
    double const before = block.adds() ? *to : 0.0;
    for (int half = 0; half < Sums::halves; ++half) {
      put(half);
      block.team_sums.add_up(block.member, half);
    }
    if (block.adds()) {
      *to = before + block.team_sums.total();
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION static void add_steps(Sums const& team_sums, double const* staged,
                                                    States& of, Values const& values) {
    for (int i = 0; i < steps_per_sum; ++i) {
      double const a = staged[i * two_step_size];
      double const constant = staged[i * two_step_size + of.constant];
      double sum[device_numbers] = {};
      for (int r = 0; r < analysis_pairs; ++r) {
        double const q = of.states.q[r];
        for (int k = 0; k < device_numbers; ++k) {
          sum[k] = Kokkos::fma(q, values[k][r], sum[k]);
        }
        of.states.q[r] = next_value(a, constant, of.states.x[r], q, of.states.previous[r]);
        of.states.previous[r] = q;
      }
      for (int k = 0; k < device_numbers; ++k) {
        team_sums[device_numbers * i + k] = sum[k];
      }
    }
  }

  /// Re and Im of F_first + F_second, and of F_first - F_second times `factor`.
  template <int count>
  KOKKOS_FORCEINLINE_FUNCTION void load(Block const& block, std::int64_t pair, double factor, int r,
                                        double (&values)[device_numbers][count]) const {
    for (int k = 0; k < device_numbers; ++k) {
      values[k][r] = 0.0;
    }
    if (pair < block.end && block.m < rings.orders(pair)) {
      Kokkos::complex<double> const first(modes(map, 2 * (pair - first_pair), block.m));
      Kokkos::complex<double> const second =
          rings.has_second(pair) != 0.0
              ? Kokkos::complex<double>(modes(map, 2 * (pair - first_pair) + 1, block.m))
              : Kokkos::complex<double>(0);
      values[0][r] = first.real() + second.real();
      values[1][r] = first.imag() + second.imag();
      values[2][r] = (first.real() - second.real()) * factor;
      values[3][r] = (first.imag() - second.imag()) * factor;
    }
  }

  // The tables end with whole looks of steps.
  KOKKOS_FUNCTION void stage_two_step(Block const& block, std::int64_t first) const {
    std::int64_t const offset = tables.offset(block.m) + first;
    auto const left =
        Kokkos::min(tables.offset(block.m + 1) - offset, std::int64_t{device_staged_steps});
    block.member.team_barrier();
    for (int k = block.member.team_rank(); k < left; k += threads) {
      double* const step = block.staged + k * two_step_size;
      step[0] = tables.a(offset + k);
      step[1] = tables.b(offset + k);
      step[2] = tables.c(offset + k);
    }
    block.member.team_barrier();
  }

  KOKKOS_FUNCTION void stage_one_step(Block const& block, std::int64_t first) const {
    block.member.team_barrier();
    for (int k = block.member.team_rank(); k < device_staged_steps; k += threads) {
      OneStep const step = one_step(tables, block.m, first + k);
      double* const to = block.staged + k * one_step_size;
      to[0] = step.up;
      to[1] = step.keep;
      to[2] = step.odd_up;
      to[3] = step.odd_keep;
    }
    block.member.team_barrier();
  }

  /// A pair for each thread: v times F_first - F_second, and P_l times F_first + F_second.
  KOKKOS_FUNCTION void add_one_step(Block const& block) const {
    std::int64_t const pair = block.begin + block.member.team_rank();
    std::int64_t const present = Kokkos::min(pair, block.end - 1);
    double const cosine = rings.cos_theta(present);
    auto const power = scaled_power(rings.sin_theta(present), block.m);
    double p = (power.high + power.low) * tables.start(block.m);
    double v = 0.0;
    double values[device_numbers][1];
    load(block, pair, 1.0, 0, values);
    std::int64_t const steps = tables.steps(block.m);
    for (std::int64_t i = 0; i < steps; i += steps_per_look) {
      if (i % device_staged_steps == 0) {
        stage_one_step(block, i);
      }
      double const* const staged = block.staged + i % device_staged_steps * one_step_size;
      auto const put = [&](int half) {
        for (int j = 0; j < steps_per_sum; ++j) {
          double const* const step = staged + (half * steps_per_sum + j) * one_step_size;
          p = Kokkos::fma(step[0] * cosine, v, step[1] * p);
          v = Kokkos::fma(step[2] * cosine, p, step[3] * v);
          block.team_sums[device_numbers * j] = v * values[2][0];
          block.team_sums[device_numbers * j + 1] = v * values[3][0];
          block.team_sums[device_numbers * j + 2] = p * values[0][0];
          block.team_sums[device_numbers * j + 3] = p * values[1][0];
        }
      };
      add_look(block, i, put, 2);
    }
  }

  /// a_lm and a_{l+1,m} of step i.
  KOKKOS_FUNCTION void finish(std::int64_t m, std::int64_t i, double const* of_order) const {
    std::int64_t const at = tables.offset(m) + i;
    double const* const of = of_order + i * device_sums;
    auto* const a_lm = &coefficients.values(map, coefficients.place(m, m)) + 2 * i;
    double const low = tables.low(at);
    double const high = i > 0 ? tables.high(at - 1) : 0.0;
    double even[2];
    for (int part = 0; part < 2; ++part) {
      double const before = i > 0 ? (of - device_sums)[part] : 0.0;
      even[part] = low * of[part] + high * before + of[4 + part];
    }
    bool const adds = into == SumInto::present;
    put_coefficient(m, even[0], even[1], adds, a_lm[0]);
    if (m + 2 * i + 1 <= tables.range.lmax) {
      double const alpha = tables.alpha(at);
      put_coefficient(m, alpha * of[2], alpha * of[3], adds, a_lm[1]);
    }
  }
};

}  // namespace siderum::portable::legendre
