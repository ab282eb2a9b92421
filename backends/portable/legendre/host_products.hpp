// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/legendre/host_recurrence.hpp>

/// The inner loop of analysis on hosts.
namespace siderum::portable::legendre {

/// Registers of rings that the loop takes at once: what it adds to memory, a fixed amount for each
/// step, is shared by all of them.
inline constexpr int host_product_vectors = siderum::detail::vector_registers == 32 ? 8 : 3;

/// sums_i += q_i times what the rings have, without adding up the lanes of registers: for each step
/// i and k < 4 maps one register.
template <int vectors, int maps>
class HostCollector {
 public:
  using Rings = legendre::Rings<HostVector, vectors>;

  explicit HostCollector(HostSteps const& steps) : recurrence_(steps) {}

  /// @param values  (vectors, 4 maps) registers
  /// @param sums    (steps, 4 maps) registers
  void operator()(Rings& rings, double const* values, double* sums) const {
    std::int64_t i = recurrence_.find_first(rings);
    while (i < recurrence_.count() && rings.has_pending()) {
      rings.set_bounds(no_bound);
      i = add<Look::yes>(rings, values, sums, i);
      rings.bring_nearer();
    }
    add<Look::no>(rings, values, sums, i);
  }

 private:
  enum class Look { no, yes };

  template <Look look>
  std::int64_t add(Rings& rings, double const* values, double* sums, std::int64_t i) const {
    HostVector q[vectors];
    HostVector p[vectors];
    HostVector x[vectors];
    for_registers<vectors>([&](auto v) {
      q[v] = rings.q[v];
      p[v] = rings.previous[v];
      x[v] = rings.x[v];
    });
    constexpr int stride = look == Look::yes ? steps_per_look : 2;
    for (; i < recurrence_.count(); i += stride) {
      for_registers<stride / 2>([&](auto k) __attribute__((always_inline)) {
        add_step(i + 2 * k, x, q, p, values, sums);
        add_step(i + 2 * k + 1, x, p, q, values, sums);
      });
      if constexpr (look == Look::yes) {
        if (recurrence_.exceeds(q, rings.bound)) {
          i += stride;
          break;
        }
      }
    }
    for_registers<vectors>([&](auto v) {
      rings.q[v] = q[v];
      rings.previous[v] = p[v];
    });
    return i;
  }

  [[gnu::always_inline]] void add_step(std::int64_t i, HostVector const* x, HostVector const* q,
                                       HostVector* previous, double const* values,
                                       double* sums) const {
    constexpr int size = HostVector::size;
    double* const to = sums + i * 4 * maps * size;
    HostVector sum[4 * maps];
    for_registers<4 * maps>([&](auto k) __attribute__((always_inline)) {
      sum[k] = HostVector::load(to + k * size);
    });
    for_registers<vectors>([&](auto v) __attribute__((always_inline)) {
      for_registers<4 * maps>([&](auto k) __attribute__((always_inline)) {
        sum[k] = multiply_add(HostVector::load(values + (v * 4 * maps + k) * size), q[v], sum[k]);
      });
    });
    for_registers<4 * maps>([&](auto k)
                                __attribute__((always_inline)) { sum[k].store(to + k * size); });
    recurrence_.advance(i, x, q, previous);
  }

  HostRecurrence<vectors> recurrence_;
};

}  // namespace siderum::portable::legendre
