// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <Kokkos_Core.hpp>

#include <siderum/backends/portable/legendre/host_recurrence.hpp>
#include <siderum/backends/portable/legendre_tables.hpp>
#include <siderum/backends/portable/ring_pairs.hpp>

/// How hosts divide rings and orders.
namespace siderum::portable::legendre {

/// Orders that one thread treats together: their modes of one ring fill a line of the cache.
template <class Real>
inline constexpr int host_orders = 64 / static_cast<int>(sizeof(Kokkos::complex<Real>));

/// Neighbouring pairs in whole registers; beyond the last one it is repeated.
struct HostBlock {
  std::int64_t begin;
  std::int64_t end;

  std::int64_t pair(int vector, int lane) const {
    return std::min(begin + vector * HostVector::size + lane, end - 1);
  }
};

using HostLegendreRings = LegendreRings<Kokkos::HostSpace>;

/// What a block gathers from a view with a value for each pair.
inline HostVector gather(Kokkos::View<double const*, Kokkos::HostSpace> const& values,
                         HostBlock const& block, int vector) {
  double gathered[HostVector::size];
  for (int lane = 0; lane < HostVector::size; ++lane) {
    gathered[lane] = values(block.pair(vector, lane));
  }
  return HostVector::load(gathered);
}

/// Which recurrence serves a block.
enum class HostForm { sine, cosine, one_step };

/// Calls treat(form, block) for all pairs of a range, in blocks of at most `pairs_in_block` that
/// have one form, but for those that no order from `m` on reaches. The few pairs of the one-step
/// form come in single registers: those beyond the last would cost as much as pairs.
template <class Treat>
void for_each_block(HostLegendreRings const& rings, PairRange range, std::int64_t m,
                    std::int64_t pairs_in_block, Treat const& treat) {
  auto const run = [&](HostForm form, std::int64_t begin, std::int64_t end) {
    std::int64_t const size = form == HostForm::one_step ? HostVector::size : pairs_in_block;
    for (std::int64_t at = std::max(begin, range.begin); at < std::min(end, range.end);
         at += size) {
      HostBlock const block{at, std::min({at + size, end, range.end})};
      if (m < rings.orders(block.end - 1)) {
        treat(form, block);
      }
    }
  };
  run(HostForm::sine, 0, std::min(rings.near_pole_end, rings.near_equator_begin));
  run(HostForm::cosine, rings.near_pole_end, rings.near_equator_begin);
  run(HostForm::one_step, rings.near_equator_begin, rings.pairs());
}

/// Steps of order m, whole turns of the loops.
inline std::int64_t host_step_count(std::int64_t steps) {
  return (steps + steps_per_turn - 1) / steps_per_turn * steps_per_turn;
}

/// Room for them.
inline std::int64_t host_step_room(std::int64_t steps) {
  return (steps + steps_per_look - 1) / steps_per_look * steps_per_look;
}

}  // namespace siderum::portable::legendre
