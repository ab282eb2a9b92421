// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <siderum/backends/portable/legendre/alpha_walk.hpp>
#include <siderum/backends/portable/legendre_tables.hpp>
#include <siderum/backends/portable/ring_pairs.hpp>
#include <siderum/core/allocate.hpp>
#include <siderum/core/host_loop.hpp>
#include <siderum/core/lanes.hpp>
#include <siderum/core/policies.hpp>

/// Definitions of legendre_tables.hpp; included where they are instantiated.
namespace siderum::portable {

namespace legendre {

/// What the tables hold of one step.
template <class Number>
struct TableStep {
  Number a, b, c, low, high, alpha;
};

/// In extended precision: P_lm is the small difference of what q_i and q_{i-1} add to it, so that
/// errors of alpha_i, did they add up, would count a hundredfold.
/// @param first, second  eps_{l+1}^2, eps_{l+2}^2
template <class Number>
SIDERUM_NUMBER_FUNCTION TableStep<Number> table_step(std::int64_t i,
                                                     Twofold<Number> const& alpha_squared,
                                                     Twofold<Number> const& first,
                                                     Twofold<Number> const& second) {
  Twofold<Number> const size_of_b = alpha_squared * (first + second);
  Number const sign_of_a(i % 2 == 0 ? 1.0 : -1.0);
  Number const sign_of_alpha(i % 4 < 2 ? 1.0 : -1.0);
  return {sign_of_a * alpha_squared.high,
          -(sign_of_a * size_of_b.high),
          sign_of_a * (alpha_squared - size_of_b).high,
          sign_of_alpha * root(alpha_squared * first),
          sign_of_alpha * root(alpha_squared * second),
          sign_of_alpha * root(alpha_squared)};
}

/// One stretch of one of the orders of the recurrence that are treated.
template <class MemorySpace>
struct TableMaker {
  using Table = Kokkos::View<double*, MemorySpace>;

  AlphaStretches<MemorySpace> stretches;
  Kokkos::View<std::int64_t const*, MemorySpace> offset;
  Table a;
  Table b;
  Table c;
  Table low;
  Table high;
  Table alpha;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const row = stretches.row(item);
    std::int64_t const m = stretches.orders(row);
    std::int64_t const begin = stretches.begin(item);
    std::int64_t const steps = stretches.steps(m);
    std::int64_t const rest = steps - begin;
    if (rest <= 0) {
      return;
    }
    std::int64_t const end = rest < stretches.length ? steps : begin + stretches.length;
    auto const make = [&](std::int64_t i, Twofold<double> alpha_squared, Twofold<double> first,
                          Twofold<double> second) {
      std::int64_t const at = offset(m) + i;
      TableStep<double> const step = table_step(i, alpha_squared, first, second);
      a(at) = step.a;
      b(at) = step.b;
      c(at) = step.c;
      low(at) = step.low;
      high(at) = step.high;
      alpha(at) = step.alpha;
    };
    walk_of(m).walk(begin, end, stretches.alpha_squared(row, begin), make);
    if (end == steps) {
      for (std::int64_t at = offset(m) + steps; at < offset(m + 1); ++at) {
        a(at) = b(at) = c(at) = low(at) = high(at) = alpha(at) = 0.0;
      }
    }
  }
};

/// The same of all steps on a host, several orders side by side.
struct HostTableMaker {
  using Table = Kokkos::View<double*, Kokkos::HostSpace>;
  static constexpr int lanes = native_lanes<double>;
  using Number = Lanes<double, lanes>;

  AlphaStretches<Kokkos::HostSpace> stretches;
  Kokkos::View<std::int64_t const*, Kokkos::HostSpace> offset;
  Table table[6];  // a, b, c, low, high, alpha

  static std::int64_t items(std::int64_t rows) { return (rows + lanes - 1) / lanes; }

  void operator()(std::int64_t item) const {
    std::int64_t m[lanes];
    double order[lanes];
    std::int64_t most = 0;
    for (int i = 0; i < lanes; ++i) {
      m[i] = stretches.orders(std::min(item * lanes + i, stretches.rows() - 1));
      order[i] = static_cast<double>(m[i]);
      most = std::max(most, stretches.steps(m[i]));
    }
    AlphaWalk<Number> const walk(Number::load(order));
    double block[6][block_steps][lanes];
    walk.walk(0, most, walk.first(),
              [&](std::int64_t i, Twofold<Number> const& alpha_squared,
                  Twofold<Number> const& first, Twofold<Number> const& second) {
                TableStep<Number> const step = table_step(i, alpha_squared, first, second);
                std::int64_t const at = i % block_steps;
                step.a.store(block[0][at]);
                step.b.store(block[1][at]);
                step.c.store(block[2][at]);
                step.low.store(block[3][at]);
                step.high.store(block[4][at]);
                step.alpha.store(block[5][at]);
                if (at == block_steps - 1 || i == most - 1) {
                  put(m, i - at, block);
                }
              });
  }

 private:
  // Tables have room for whole blocks.
  static constexpr int block_steps = 8;

  void put(std::int64_t const (&m)[lanes], std::int64_t begin,
           double const (&block)[6][block_steps][lanes]) const {
    for (int lane = 0; lane < lanes; ++lane) {
      std::int64_t const steps = stretches.steps(m[lane]);
      if (begin >= steps) {
        continue;
      }
      for (int k = 0; k < 6; ++k) {
        double* const to = table[k].data() + offset(m[lane]) + begin;
        for (int i = 0; i < block_steps; ++i) {
          to[i] = begin + i < steps ? block[k][i][lane] : 0.0;
        }
      }
    }
  }
};

/// (-1)^m mu_m, mu_m = mu_{m-1} sqrt((2 m + 1) / (2 m)), mu_0 = 1 / sqrt(4 pi).
inline std::vector<double> start_values(std::int64_t mmax) {
  std::vector<double> start;
  long double value = 0.5L / std::sqrt(std::numbers::pi_v<long double>);
  start.push_back(static_cast<double>(value));
  for (std::int64_t m = 1; m <= mmax; ++m) {
    auto const twice = static_cast<long double>(2 * m);
    value *= -std::sqrt((twice + 1.0L) / twice);
    start.push_back(static_cast<double>(value));
  }
  return start;
}

}  // namespace legendre

template <class Exec>
LegendreTables<typename Exec::memory_space> make_legendre_tables(
    Exec const& exec, HarmonicRange range, std::vector<std::int64_t> const& order) {
  using MemorySpace = typename Exec::memory_space;
  std::vector<std::int64_t> offset(static_cast<std::size_t>(range.mmax) + 2, 0);
  for (std::int64_t const m : order) {
    std::int64_t const steps = (range.lmax - m) / 2 + 1;
    offset[static_cast<std::size_t>(m) + 1] = (steps + 7) / 8 * 8;
  }
  std::partial_sum(offset.begin(), offset.end(), offset.begin());
  // In one piece: a device allocates slowly.
  auto const tables = allocate<Kokkos::View<double*, MemorySpace>>(
      exec, "siderum::harmonic_transform::tables", 6 * offset.back());
  auto const table = [&](std::int64_t which) {
    return Kokkos::subview(tables, std::pair<std::int64_t, std::int64_t>(
                                       which * offset.back(), (which + 1) * offset.back()));
  };
  auto const offsets = copy_to_memory(exec, "siderum::harmonic_transform::offset", offset);
  auto const treated = copy_to_memory(exec, "siderum::harmonic_transform::order", order);
  using Stretches = legendre::AlphaStretches<MemorySpace>;
  // Low orders have many steps, high ones few.
  using Policy = IndexPolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>>;
  std::string const label = "siderum::harmonic_transform::tables[portable]";
  legendre::for_each_alpha_stretches(exec, range, treated, [&](Stretches const& stretches) {
    if constexpr (is_host<Exec>) {
      using Maker = legendre::HostTableMaker;
      for_each_on_host(
          label, Policy(exec, 0, Maker::items(stretches.rows()), Kokkos::ChunkSize(1)),
          Maker{stretches, offsets, {table(0), table(1), table(2), table(3), table(4), table(5)}});
    } else {
      Kokkos::parallel_for(
          label, Policy(exec, 0, stretches.items(), Kokkos::ChunkSize(1)),
          legendre::TableMaker<MemorySpace>{stretches, offsets, table(0), table(1), table(2),
                                            table(3), table(4), table(5)});
    }
  });
  auto const start = copy_to_memory(exec, "siderum::harmonic_transform::start",
                                    legendre::start_values(range.mmax));
  return {range,    table(0), table(1), table(2), table(3),
          table(4), table(5), start,    offsets,  treated};
}

template <class Exec>
LegendreTables<typename Exec::memory_space> make_legendre_tables(Exec const& exec,
                                                                 HarmonicRange range) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(range.mmax) + 1);
  std::iota(order.begin(), order.end(), std::int64_t{0});
  return make_legendre_tables(exec, range, order);
}

/// The rings of a plan as the Legendre stages take them.
template <class Exec>
LegendreRings<typename Exec::memory_space> make_legendre_rings(Exec const& exec,
                                                               std::vector<RingPair> const& pairs) {
  std::vector<double> cosine;
  std::vector<double> sine;
  std::vector<double> has_second;
  std::vector<std::int64_t> orders;
  LegendreRings<typename Exec::memory_space> rings;
  for (RingPair const& pair : pairs) {
    cosine.push_back(pair.first.cos_theta);
    sine.push_back(pair.first.sin_theta);
    has_second.push_back(pair.has_second ? 1.0 : 0.0);
    orders.push_back(pair.orders);
    rings.near_pole_end += pair.first.sin_theta < 0.5 ? 1 : 0;
    rings.near_equator_begin += std::fabs(pair.first.cos_theta) < 0.01 ? 0 : 1;
  }
  std::string const label = "siderum::harmonic_transform::";
  rings.cos_theta = copy_to_memory(exec, label + "cos_theta", cosine);
  rings.sin_theta = copy_to_memory(exec, label + "sin_theta", sine);
  rings.has_second = copy_to_memory(exec, label + "has_second", has_second);
  rings.orders = copy_to_memory(exec, label + "orders", orders);
  return rings;
}

}  // namespace siderum::portable
