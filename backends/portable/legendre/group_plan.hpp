// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/legendre/alpha_walk.hpp>
#include <siderum/backends/portable/legendre/group_recurrence.hpp>
#include <siderum/backends/portable/legendre/scaled_power.hpp>

namespace siderum::portable::legendre {

/// Where pairs stand among groups: the pairs of a zone end at the end of a block, which is what
/// threads in step treat, so that blocks are of one zone; what is left free at its beginning,
/// towards the pole, costs nothing but the rest of a group.
struct Positions {
  std::int64_t pair_end[3];  // by Zone
  std::int64_t end[3];       // multiples of a block

  KOKKOS_FUNCTION static int zone_of(std::int64_t const (&ends)[3], std::int64_t index) {
    return index < ends[0] ? 0 : (index < ends[1] ? 1 : 2);
  }
  KOKKOS_FUNCTION std::int64_t of_pair(std::int64_t pair) const {
    int const zone = zone_of(pair_end, pair);
    return end[zone] - (pair_end[zone] - pair);
  }
  KOKKOS_FUNCTION Zone zone(std::int64_t position) const {
    return static_cast<Zone>(zone_of(end, position));
  }
  /// The pair, or `none`.
  static constexpr std::int64_t none = -1;
  KOKKOS_FUNCTION std::int64_t pair(std::int64_t position) const {
    int const zone = zone_of(end, position);
    std::int64_t const pair = pair_end[zone] - (end[zone] - position);
    return pair >= (zone == 0 ? 0 : pair_end[zone - 1]) ? pair : none;
  }
};

/// What the kernels of both Legendre stages know of a plan.
struct GroupPlan {
  static constexpr int never = 0x7fffffff;

  std::int64_t lmax;
  /// (rows): the orders that the tables name, ascending.
  std::int64_t const* order;
  std::int64_t rows;
  std::int64_t first_order;  ///< of these; 0 where there are none
  Positions positions;
  std::int64_t padded;  ///< positions
  double const* a;
  double const* b;
  double const* c;
  double const* start;
  std::int64_t const* offset;
  double const* cos_theta;
  double const* sin_theta;
  double const* has_second;
  std::int64_t const* orders;
  /// Where the one group begins that Form::last_by_differences is for; `padded` where none is.
  std::int64_t last_group;
  double* slope;         ///< of Form::differences, like a
  double* beta;          ///< likewise
  double* parity_scale;  ///< (mmax + 1): g
  /// (rows, padded): q and q_{-1} or d at the chunk in which |q| first exceeds 2^-60, and which
  /// chunk that is; `never` where none is.
  DoublePair* state;
  int* chunk;
  int* group_chunk;  ///< (rows, padded / group_pairs), likewise: the first of each group

  /// The place of the order of a row and a position in them.
  KOKKOS_FUNCTION std::int64_t place(std::int64_t row, std::int64_t position) const {
    return row * padded + position;
  }
  KOKKOS_FUNCTION int chunks(std::int64_t m) const {
    return static_cast<int>(((lmax - m) / 2 + chunk_steps) / chunk_steps);
  }
  /// The x of a pair for the recurrence.
  KOKKOS_FUNCTION double variable(Zone zone, std::int64_t pair) const {
    double const cosine = cos_theta[pair];
    double const sine = sin_theta[pair];
    return zone == Zone::near_pole ? -sine * sine : cosine * cosine;
  }
  /// The two tables that belong to it.
  struct Coefficients {
    double const* slope;
    double const* rest;
  };
  KOKKOS_FUNCTION Coefficients coefficients(Zone zone) const {
    return zone == Zone::near_equator ? Coefficients{slope, beta}
                                      : Coefficients{a, zone == Zone::near_pole ? c : b};
  }
  /// The form of `width` groups, of which the first begins at position `begin`.
  KOKKOS_FUNCTION Form form(std::int64_t begin, int width) const {
    if (positions.zone(begin) == Zone::near_equator) {
      return Form::differences;
    }
    return begin + width * group_pairs > last_group ? Form::last_by_differences : Form::products;
  }
};

/// g of Form::differences for one order that is treated.
template <class MemorySpace>
struct ParityScaleMaker {
  GroupPlan plan;
  AlphaStretches<MemorySpace> stretches;

  KOKKOS_FUNCTION void operator()(std::int64_t row) const {
    std::int64_t const m = stretches.orders(row);
    // So that |b_i| / g^2 and |b_{i+1}| g^2 are alike far out, beyond the steps that are used.
    std::int64_t const last = (stretches.steps(m) + 39) / 2 * 2;
    double before = 1.0;
    double here = 1.0;
    double after = 1.0;
    std::int64_t const begin = stretches.last_begin(m);
    walk_of(m).walk(begin, last + 2, stretches.alpha_squared(row, begin),
                    [&](std::int64_t i, Twofold<double> alpha_squared, Twofold<double> first,
                        Twofold<double> second) {
                      double const b = (alpha_squared * (first + second)).high;
                      before = i == last - 1 ? b : before;
                      here = i == last ? b : here;
                      after = i == last + 1 ? b : after;
                    });
    plan.parity_scale[m] = Kokkos::sqrt(Kokkos::sqrt(here / Kokkos::sqrt(before * after)));
  }
};

/// The coefficients of Form::differences for one stretch of an order.
template <class MemorySpace>
struct DifferenceMaker {
  GroupPlan plan;
  AlphaStretches<MemorySpace> stretches;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const row = stretches.row(item);
    std::int64_t const m = stretches.orders(row);
    std::int64_t const begin = stretches.begin(item);
    std::int64_t const steps = stretches.steps(m);
    if (begin >= steps) {
      return;
    }
    double* const slope = plan.slope + plan.offset[m];
    double* const beta = plan.beta + plan.offset[m];
    double const square = plan.parity_scale[m] * plan.parity_scale[m];
    Twofold<double> const even = reciprocal(Twofold<double>(square));
    std::int64_t const end = Kokkos::min(steps, begin + stretches.length);
    walk_of(m).walk(begin, end, stretches.alpha_squared(row, begin),
                    [&](std::int64_t i, Twofold<double> alpha_squared, Twofold<double> first,
                        Twofold<double> second) {
                      Twofold<double> const scale = i % 2 == 0 ? even : Twofold<double>(square);
                      Twofold<double> const b = alpha_squared * (first + second);
                      Twofold<double> const scaled = b * scale;
                      slope[i] = -(alpha_squared * scale).high;
                      beta[i] = (scaled.high - 2.0) + scaled.low;
                    });
    if (end == steps) {
      for (std::int64_t i = steps; i < plan.offset[m + 1] - plan.offset[m]; ++i) {
        slope[i] = 0.0;
        beta[i] = 0.0;
      }
    }
  }
};

/// The recurrence of one pair from i = 0, a value being value 2^(-800 scale).
template <Form form>
KOKKOS_INLINE_FUNCTION int find_start(GroupPlan const& plan, std::int64_t m, Zone zone,
                                      std::int64_t pair, double start, std::int64_t scale,
                                      DoublePair& state) {
  constexpr bool differences = form == Form::differences;
  auto const [slope, rest] = plan.coefficients(differences ? Zone::near_equator : zone);
  std::int64_t const offset = plan.offset[m];
  double const g = differences ? plan.parity_scale[m] : 1.0;
  PairStates<1> states{
      {plan.variable(zone, pair)}, {g * start}, {differences ? g * start : 0.0}, {1.0 / g, g}};
  for (int chunk = 0; chunk < plan.chunks(m); ++chunk) {
    state = {states.value[0], states.before[0]};
    int largest = -1023;  // exponent: FP64 compares slowly
    for (int step = 0; step < chunk_steps; ++step) {
      std::int64_t const at = offset + chunk * chunk_steps + step;
      double const value = advance<form>(states, 0, step, {{slope[at], rest[at]}, {}});
      largest = Kokkos::max(largest, exponent_of(value));
    }
    if (scale == 0 && largest >= -60) {
      return chunk;
    }
    if (scale > 0 &&
        Kokkos::fmax(Kokkos::fabs(states.value[0]), Kokkos::fabs(states.before[0])) > 0x1p400) {
      states.value[0] *= 0x1p-800;
      states.before[0] *= 0x1p-800;
      --scale;
    }
  }
  return GroupPlan::never;
}

/// Where a pair of an order starts, index = row padded + position. P_mm = start(m) sin^m theta is
/// taken in 2^(-800 scale), so that none vanishes.
struct StartFinder {
  GroupPlan plan;

  KOKKOS_FUNCTION void operator()(std::int64_t index) const {
    std::int64_t const m = plan.order[index / plan.padded];
    std::int64_t const position = index % plan.padded;
    std::int64_t const pair = plan.positions.pair(position);
    Zone const zone = plan.positions.zone(position);
    double const sine = pair == Positions::none ? 0.0 : plan.sin_theta[pair];
    std::int64_t const orders = pair == Positions::none ? 0 : plan.orders[pair];
    int chunk = GroupPlan::never;
    DoublePair state{0.0, 0.0};
    if (m < orders && (sine > 0.0 || m == 0)) {
      std::int64_t exponent = 0;
      double const power = m == 0 ? 1.0 : scaled_power(sine, m, exponent);
      std::int64_t const scale = exponent < -400 ? (-400 - exponent + 799) / 800 : 0;
      double const start =
          std::scalbn(power * plan.start[m], static_cast<int>(exponent + 800 * scale));
      chunk = plan.form(position / group_pairs * group_pairs, 1) != Form::products
                  ? find_start<Form::differences>(plan, m, zone, pair, start, scale, state)
                  : find_start<Form::products>(plan, m, zone, pair, start, scale, state);
    }
    plan.state[index] = state;
    plan.chunk[index] = chunk;
  }
};

/// The first chunk of each group, from the first row on.
struct GroupStartFinder {
  GroupPlan plan;

  KOKKOS_FUNCTION void operator()(std::int64_t group) const {
    int first = GroupPlan::never;
    for (int i = 0; i < group_pairs; ++i) {
      first = Kokkos::min(first, plan.chunk[group * group_pairs + i]);
    }
    plan.group_chunk[group] = first;
  }
};

}  // namespace siderum::portable::legendre
