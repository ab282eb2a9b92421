// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/cuda/legendre/extended.cuh>
#include <siderum/backends/cuda/legendre/recurrence.cuh>

namespace siderum::cuda::legendre {

/// Where pairs stand among the lanes of warps: the pairs of a zone end at the end of a block, which
/// is what a warp treats, so that blocks are of one zone; what is left free at its beginning,
/// towards the pole, costs nothing but the rest of a group.
struct Positions {
  std::int64_t pair_end[3];  // by Zone
  std::int64_t end[3];       // multiples of a block

  __host__ __device__ static int zone_of(std::int64_t const (&ends)[3], std::int64_t index) {
    return index < ends[0] ? 0 : (index < ends[1] ? 1 : 2);
  }
  __host__ __device__ std::int64_t of_pair(std::int64_t pair) const {
    int const zone = zone_of(pair_end, pair);
    return end[zone] - (pair_end[zone] - pair);
  }
  __device__ Zone zone(std::int64_t position) const {
    return static_cast<Zone>(zone_of(end, position));
  }
  /// The pair, or `none`.
  static constexpr std::int64_t none = -1;
  __device__ std::int64_t pair(std::int64_t position) const {
    int const zone = zone_of(end, position);
    std::int64_t const pair = pair_end[zone] - (end[zone] - position);
    return pair >= (zone == 0 ? 0 : pair_end[zone - 1]) ? pair : none;
  }
};

/// What the kernels of both Legendre stages know of a plan.
struct Plan {
  static constexpr int never = 0x7fffffff;

  std::int64_t lmax;
  std::int64_t mmax;
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
  int const* is_treated;  ///< (mmax + 1): 1 of orders that the tables name; others never start
  /// Where the one group begins that Form::last_by_differences is for; `padded` where none is.
  std::int64_t last_group;
  double* slope;         ///< of Form::differences, like a
  double* beta;          ///< likewise
  double* parity_scale;  ///< (mmax + 1): g
  /// (mmax + 1, padded): q and q_{-1} or d at the chunk in which |q| first exceeds 2^-60, and which
  /// chunk that is; `never` where none is.
  double2* state;
  int* chunk;
  int* group_chunk;  ///< (mmax + 1, padded / group_pairs): the first of each group

  __device__ int chunks(std::int64_t m) const {
    return static_cast<int>(((lmax - m) / 2 + chunk_steps) / chunk_steps);
  }
  /// The x of a pair for the recurrence.
  __device__ double variable(Zone zone, std::int64_t pair) const {
    double const cosine = cos_theta[pair];
    double const sine = sin_theta[pair];
    return zone == Zone::near_pole ? -sine * sine : cosine * cosine;
  }
  /// The two tables that belong to it.
  struct Coefficients {
    double const* slope;
    double const* rest;
  };
  __device__ Coefficients coefficients(Zone zone) const {
    return zone == Zone::near_equator ? Coefficients{slope, beta}
                                      : Coefficients{a, zone == Zone::near_pole ? c : b};
  }
  /// The form of `width` groups, of which the first begins at position `begin`.
  __device__ Form form(std::int64_t begin, int width) const {
    if (positions.zone(begin) == Zone::near_equator) {
      return Form::differences;
    }
    return begin + width * group_pairs > last_group ? Form::last_by_differences : Form::products;
  }
};

/// The coefficients of Form::differences for one order.
class DifferenceMaker {
 public:
  __device__ DifferenceMaker(Plan const& plan, std::int64_t m) : plan_(plan), m_(m) {}

  __device__ void operator()() const {
    std::int64_t const steps = (plan_.lmax - m_) / 2 + 1;
    double const square = scale_squared(steps);
    plan_.parity_scale[m_] = sqrt(square);
    double* const slope = plan_.slope + plan_.offset[m_];
    double* const beta = plan_.beta + plan_.offset[m_];
    Extended const even = reciprocal({square, 0.0});
    walk(steps, [&](std::int64_t i, Extended alpha_squared, Extended b) {
      Extended const scale = i % 2 == 0 ? even : Extended{square, 0.0};
      Extended const scaled = multiply(b, scale);
      slope[i] = -multiply(alpha_squared, scale).high;
      beta[i] = (scaled.high - 2.0) + scaled.low;
    });
    for (std::int64_t i = steps; i < plan_.offset[m_ + 1] - plan_.offset[m_]; ++i) {
      slope[i] = 0.0;
      beta[i] = 0.0;
    }
  }

 private:
  /// Calls use(i, alpha_i^2, |b_i|).
  template <class Use>
  __device__ void walk(std::int64_t steps, Use const& use) const {
    auto const of_degree = [this](std::int64_t above) {
      return epsilon_squared(static_cast<double>(m_ + above), static_cast<double>(m_));
    };
    Extended first = of_degree(1);
    Extended alpha_squared = reciprocal(first);
    for (std::int64_t i = 0; i < steps; ++i) {
      Extended const second = of_degree(2 * i + 2);
      use(i, alpha_squared, multiply(alpha_squared, add(first, second)));
      first = of_degree(2 * i + 3);
      alpha_squared = reciprocal(multiply(multiply(second, first), alpha_squared));
    }
  }

  /// g^2, so that |b_i| / g^2 and |b_{i+1}| g^2 are alike far out, beyond the steps that are used.
  __device__ double scale_squared(std::int64_t steps) const {
    std::int64_t const last = (steps + 39) / 2 * 2;
    double before = 1.0;
    double here = 1.0;
    double after = 1.0;
    walk(last + 2, [&](std::int64_t i, Extended, Extended b) {
      before = i == last - 1 ? b.high : before;
      here = i == last ? b.high : here;
      after = i == last + 1 ? b.high : after;
    });
    return sqrt(here / sqrt(before * after));
  }

  Plan const& plan_;
  std::int64_t m_;
};

// A template, as the next, since kernels in headers cannot be inline.
template <class AnyPlan>
__global__ void make_differences(AnyPlan const plan) {
  std::int64_t const m = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (m <= plan.mmax) {
    DifferenceMaker(plan, m)();
  }
}

/// The recurrence of one pair from i = 0, a value being value 2^(-800 scale).
template <Form form>
__device__ inline int find_start(Plan const& plan, std::int64_t m, Zone zone, std::int64_t pair,
                                 double start, std::int64_t scale, double2& state) {
  constexpr bool differences = form == Form::differences;
  auto const [slope, rest] = plan.coefficients(differences ? Zone::near_equator : zone);
  std::int64_t const offset = plan.offset[m];
  double const g = differences ? plan.parity_scale[m] : 1.0;
  PairStates<1> states{
      {plan.variable(zone, pair)}, {g * start}, {differences ? g * start : 0.0}, {1.0 / g, g}};
  for (int chunk = 0; chunk < plan.chunks(m); ++chunk) {
    state = {states.value[0], states.before[0]};
    double largest = 0.0;
    for (int step = 0; step < chunk_steps; ++step) {
      std::int64_t const at = offset + chunk * chunk_steps + step;
      double const value = advance<form>(states, 0, step, {{slope[at], rest[at]}, {}});
      largest = fmax(largest, fabs(value));
    }
    if (scale == 0 && largest >= 0x1p-60) {
      return chunk;
    }
    if (scale > 0 && fmax(fabs(states.value[0]), fabs(states.before[0])) > 0x1p400) {
      states.value[0] *= 0x1p-800;
      states.before[0] *= 0x1p-800;
      --scale;
    }
  }
  return Plan::never;
}

/// Where every pair (blockIdx.x, lane) of every order (blockIdx.y, and on in steps of gridDim.y)
/// starts. P_mm = start(m) sin^m theta is taken in 2^(-800 scale), so that none vanishes.
template <class AnyPlan>
__global__ void find_starts(AnyPlan const plan) {
  std::int64_t const group = std::int64_t{blockIdx.x} * group_pairs;
  std::int64_t const position = group + threadIdx.x;
  std::int64_t const pair = plan.positions.pair(position);
  Zone const zone = plan.positions.zone(position);
  double const sine = pair == Positions::none ? 0.0 : plan.sin_theta[pair];
  std::int64_t const orders = pair == Positions::none ? 0 : plan.orders[pair];
  for (std::int64_t m = blockIdx.y; m <= plan.mmax; m += gridDim.y) {
    int chunk = Plan::never;
    double2 state{0.0, 0.0};
    if (m < orders && plan.is_treated[m] != 0 && (sine > 0.0 || m == 0)) {
      std::int64_t exponent = 0;
      double const power = m == 0 ? 1.0 : scaled_power(sine, m, exponent);
      std::int64_t const scale = exponent < -400 ? (-400 - exponent + 799) / 800 : 0;
      double const start = scalbn(power * plan.start[m], static_cast<int>(exponent + 800 * scale));
      chunk = plan.form(group, 1) != Form::products
                  ? find_start<Form::differences>(plan, m, zone, pair, start, scale, state)
                  : find_start<Form::products>(plan, m, zone, pair, start, scale, state);
    }
    plan.state[m * plan.padded + position] = state;
    plan.chunk[m * plan.padded + position] = chunk;
    int first = chunk;
    for (int distance = group_pairs / 2; distance > 0; distance /= 2) {
      first = min(first, __shfl_xor_sync(~0u, first, distance));
    }
    if (threadIdx.x == 0) {
      plan.group_chunk[m * (plan.padded / group_pairs) + blockIdx.x] = first;
    }
  }
}

}  // namespace siderum::cuda::legendre
