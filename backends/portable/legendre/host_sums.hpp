// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/legendre/host_recurrence.hpp>

/// The inner loop of synthesis on hosts.
namespace siderum::portable::legendre {

/// Registers of rings for one map, as many as the loop has room for.
inline constexpr int host_sum_vectors = siderum::detail::vector_registers == 32 ? 3 : 2;

/// sum_i A_i q_i and sum_i B_i q_i of `vectors` registers of rings and `maps` maps.
template <int vectors, int maps>
class HostSummer {
 public:
  using Rings = legendre::Rings<HostVector, vectors>;
  struct Sums {
    HostVector of[4 * maps][vectors];
  };

  /// @param weights  Re A, Im A, Re B, Im B of each map, step by step
  HostSummer(HostSteps const& steps, double const* weights)
      : recurrence_(steps), weights_(weights) {}

  void operator()(Rings& rings, Sums& sums) const {
    for (auto& of_map : sums.of) {
      for (auto& sum : of_map) {
        sum = HostVector(0.0);
      }
    }
    std::int64_t i = recurrence_.find_first(rings);
    while (i < recurrence_.count() && rings.has_pending()) {
      rings.set_bounds(no_bound);
      i = add<Look::yes>(rings, sums, i);
      rings.bring_nearer();
    }
    add<Look::no>(rings, sums, i);
  }

 private:
  enum class Look { no, yes };

  // From step i to the end, or to where a ring is above its bound. All that the loop touches is
  // local, so that it stays in registers.
  template <Look look>
  std::int64_t add(Rings& rings, Sums& sums, std::int64_t i) const {
    HostVector q[vectors];
    HostVector p[vectors];
    HostVector x[vectors];
    HostVector s[4 * maps][vectors];
    for (int v = 0; v < vectors; ++v) {
      q[v] = rings.q[v];
      p[v] = rings.previous[v];
      x[v] = rings.x[v];
      for (int k = 0; k < 4 * maps; ++k) {
        s[k][v] = sums.of[k][v];
      }
    }
    constexpr int stride = look == Look::yes ? steps_per_look : steps_per_turn;
    for (; i < recurrence_.count(); i += stride) {
      for (int k = 0; k < stride; k += 2) {
        add_step(i + k, x, q, p, s);
        add_step(i + k + 1, x, p, q, s);
      }
      if constexpr (look == Look::yes) {
        if (recurrence_.exceeds(q, rings.bound)) {
          i += stride;
          break;
        }
      }
    }
    for (int v = 0; v < vectors; ++v) {
      rings.q[v] = q[v];
      rings.previous[v] = p[v];
      for (int k = 0; k < 4 * maps; ++k) {
        sums.of[k][v] = s[k][v];
      }
    }
    return i;
  }

  [[gnu::always_inline]] void add_step(std::int64_t i, HostVector const* x, HostVector const* q,
                                       HostVector* previous, HostVector (*s)[vectors]) const {
    for (int k = 0; k < 4 * maps; ++k) {
      HostVector const weight(weights_[i * 4 * maps + k]);
      for (int v = 0; v < vectors; ++v) {
        s[k][v] = multiply_add(weight, q[v], s[k][v]);
      }
    }
    recurrence_.advance(i, x, q, previous);
  }

  HostRecurrence<vectors> recurrence_;
  double const* weights_;
};

}  // namespace siderum::portable::legendre
