// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <siderum/backends/portable/legendre/host_recurrence.hpp>

/// The inner loop of synthesis on hosts.
namespace siderum::portable::legendre {

/// Registers of rings for one map, as many as the loop has room for.
inline constexpr int host_sum_vectors = siderum::detail::vector_registers == 32 ? 3 : 2;

/// sum_i A_i q_i and sum_i B_i q_i of `vectors` registers of rings and `maps` maps. Where registers
/// are few, those of one map have room: the recurrence of the first leaves q of some steps in
/// memory, from which the others take it.
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

  static constexpr int size = HostVector::size;
  static constexpr bool is_by_maps = maps > 1 && siderum::detail::vector_registers < 32;
  static constexpr std::int64_t steps_kept = 32;

  // From step i to the end, or to where a ring is above its bound. All that the loop touches is
  // local, so that it stays in registers.
  template <Look look>
  std::int64_t add(Rings& rings, Sums& sums, std::int64_t i) const {
    if constexpr (is_by_maps) {
      return add_by_maps<look>(rings, sums, i);
    }
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

  template <Look look>
  std::int64_t add_by_maps(Rings& rings, Sums& sums, std::int64_t i) const {
    HostVector q[vectors];
    HostVector p[vectors];
    HostVector x[vectors];
    for (int v = 0; v < vectors; ++v) {
      q[v] = rings.q[v];
      p[v] = rings.previous[v];
      x[v] = rings.x[v];
    }
    alignas(64) double kept[steps_kept * vectors * size];
    bool found = false;
    while (!found && i < recurrence_.count()) {
      std::int64_t const end =
          look == Look::yes ? i + steps_per_look : std::min(i + steps_kept, recurrence_.count());
      HostVector s[4][vectors];
      copy(sums.of, s);
      double* to = kept;
      for (std::int64_t k = i; k < end; k += 2) {
        keep_and_add(k, x, q, p, s, to);
        keep_and_add(k + 1, x, p, q, s, to);
      }
      copy(s, sums.of);
      for (int map = 1; map < maps; ++map) {
        add_other(map, i, end, kept, sums.of + 4 * map);
      }
      i = end;
      found = look == Look::yes && recurrence_.exceeds(q, rings.bound);
    }
    for (int v = 0; v < vectors; ++v) {
      rings.q[v] = q[v];
      rings.previous[v] = p[v];
    }
    return i;
  }

  [[gnu::always_inline]] void keep_and_add(std::int64_t i, HostVector const* x, HostVector const* q,
                                           HostVector* previous, HostVector (&s)[4][vectors],
                                           double*& to) const {
    for_registers<vectors>([&](auto v)
                               __attribute__((always_inline)) { q[v].store(to + v * size); });
    to += vectors * size;
    add_weighted(weights_ + i * 4 * maps, q, s);
    recurrence_.advance(i, x, q, previous);
  }

  void add_other(int map, std::int64_t begin, std::int64_t end, double const* from,
                 HostVector (*sums)[vectors]) const {
    HostVector s[4][vectors];
    copy(sums, s);
    for (std::int64_t i = begin; i < end; ++i) {
      HostVector q[vectors];
      for_registers<vectors>([&](auto v) __attribute__((always_inline)) {
        q[v] = in_register(HostVector::load(from + v * size));
      });
      from += vectors * size;
      add_weighted(weights_ + (i * maps + map) * 4, q, s);
    }
    copy(s, sums);
  }

  // Of one map.
  [[gnu::always_inline]] static void add_weighted(double const* weights, HostVector const* q,
                                                  HostVector (&s)[4][vectors]) {
    for_registers<4>([&](auto part) __attribute__((always_inline)) {
      HostVector const weight = in_register(HostVector(weights[part]));
      for_registers<vectors>([&](auto v) __attribute__((always_inline)) {
        s[part][v] = multiply_add(weight, q[v], s[part][v]);
      });
    });
  }

  [[gnu::always_inline]] static void copy(HostVector const (*from)[vectors],
                                          HostVector (*to)[vectors]) {
    for_registers<4 * vectors>([&](auto i) __attribute__((always_inline)) {
      to[i / vectors][i % vectors] = from[i / vectors][i % vectors];
    });
  }

  HostRecurrence<vectors> recurrence_;
  double const* weights_;
};

}  // namespace siderum::portable::legendre
