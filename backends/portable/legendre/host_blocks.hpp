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
  int vectors;

  std::int64_t pair(int vector, int lane) const {
    return std::min(begin + vector * HostVector::size + lane, end - 1);
  }
};

using HostLegendreRings = LegendreRings<Kokkos::HostSpace>;

/// What a block gathers from a view with a value for each pair.
inline HostVector gather(Kokkos::View<double const*, Kokkos::HostSpace> const& values,
                         HostBlock const& block, int vector) {
  std::int64_t const first = block.begin + vector * HostVector::size;
  if (first + HostVector::size <= block.end) {
    return HostVector::load(values.data() + first);
  }
  double gathered[HostVector::size];
  for (int lane = 0; lane < HostVector::size; ++lane) {
    gathered[lane] = values(block.pair(vector, lane));
  }
  return HostVector::load(gathered);
}

/// Which recurrence serves a block.
enum class HostForm { sine, cosine, one_step };

/// Calls treat(form, block) for all pairs of a range, in blocks of at most `most_vectors` registers
/// that have one form, but for those that no order from `m` on reaches. Blocks of a form are of one
/// size, or two. The few pairs of the one-step form come in single registers.
template <class Treat>
void for_each_block(HostLegendreRings const& rings, PairRange range, std::int64_t m,
                    int most_vectors, Treat const& treat) {
  auto const run = [&](HostForm form, std::int64_t form_begin, std::int64_t form_end) {
    std::int64_t const begin = std::max(form_begin, range.begin);
    std::int64_t const end = std::min(form_end, range.end);
    std::int64_t const most = form == HostForm::one_step ? 1 : most_vectors;
    std::int64_t const vectors = (end - begin + HostVector::size - 1) / HostVector::size;
    std::int64_t const blocks = (vectors + most - 1) / most;
    for (std::int64_t i = 0; i < blocks; ++i) {
      std::int64_t const first = vectors * i / blocks;
      std::int64_t const last = vectors * (i + 1) / blocks;
      HostBlock const block{begin + first * HostVector::size,
                            std::min(begin + last * HostVector::size, end),
                            static_cast<int>(last - first)};
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
