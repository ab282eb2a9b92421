// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

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
#include <siderum/core/policies.hpp>

/// Definitions of legendre_tables.hpp; included where they are instantiated.
namespace siderum::portable {

namespace legendre {

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

  /// In extended precision: P_lm is the small difference of what q_i and q_{i-1} add to it, so that
  /// errors of alpha_i, did they add up, would count a hundredfold.
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
      Twofold<double> const size_of_b = alpha_squared * (first + second);
      double const sign_of_a = i % 2 == 0 ? 1.0 : -1.0;
      double const sign_of_alpha = i % 4 < 2 ? 1.0 : -1.0;
      a(at) = sign_of_a * alpha_squared.high;
      b(at) = -sign_of_a * size_of_b.high;
      c(at) = sign_of_a * (alpha_squared - size_of_b).high;
      low(at) = sign_of_alpha * root(alpha_squared * first);
      high(at) = sign_of_alpha * root(alpha_squared * second);
      alpha(at) = sign_of_alpha * root(alpha_squared);
    };
    AlphaWalk(m).walk(begin, end, stretches.alpha_squared(row, begin), make);
    if (end == steps) {
      for (std::int64_t at = offset(m) + steps; at < offset(m + 1); ++at) {
        a(at) = b(at) = c(at) = low(at) = high(at) = alpha(at) = 0.0;
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
  legendre::for_each_alpha_stretches(exec, range, treated, [&](Stretches const& stretches) {
    Kokkos::parallel_for("siderum::harmonic_transform::tables[portable]",
                         Policy(exec, 0, stretches.items(), Kokkos::ChunkSize(1)),
                         legendre::TableMaker<MemorySpace>{stretches, offsets, table(0), table(1),
                                                           table(2), table(3), table(4), table(5)});
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
