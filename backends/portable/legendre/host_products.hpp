// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <siderum/backends/portable/legendre/host_joins.hpp>
#include <siderum/backends/portable/legendre/lane_sums.hpp>
#include <siderum/backends/portable/legendre/recurrence.hpp>
#include <siderum/core/host_facts.hpp>

/// The inner loop of analysis on hosts.
namespace siderum::portable::legendre {

/// Places of two maps, 11 registers each, that fit into the nearest cache beside 4 KiB of tables
/// and sums. One map has as many, so that two together have the bits of each alone.
inline std::int64_t usual_host_places() {
  static std::int64_t const places =
      (nearest_cache_bytes() - 4096) / (11 * siderum::detail::vector_bytes);
  return places;
}

/// Some steps of one order for places (registers of rings) that stay in the nearest cache: sums
/// over rings stay in registers, and what the rings have goes through them.
template <int maps>
class HostCollector {
 public:
  static constexpr int size = HostVector::size;
  /// Steps at once: their sums fill half of the registers.
  static constexpr int stride = std::max(1, siderum::detail::vector_registers / (8 * maps));
  /// Whether what a place has stays in registers for all steps. Where they are too few, all steps
  /// (two, or one) come first, whose q do.
  static constexpr bool values_stay = siderum::detail::vector_registers == 32;

  /// What the places of one order have, each at its index.
  struct Places {
    double* states;        ///< (places, 2, lanes): q and previous; 0 until a ring joins
    double const* x;       ///< (places, lanes)
    double const* values;  ///< (places, 4 maps, lanes)
  };

  /// @param b  constant where x is cos^2(theta), @param c  where it is -sin^2(theta)
  HostCollector(double const* a, double const* b, double const* c, std::int64_t steps,
                Places const& places, HostJoins const& joins)
      : a_(a), b_(b), c_(c), steps_(steps), places_(places), joins_(joins) {}

  /// Adds q_i times what the places begin .. end - 1 have to sums (steps, 4 maps). The form changes
  /// at place sine_end. Every few steps, in which memory is idle, turn() is called.
  template <class Turn>
  void operator()(std::int64_t begin, std::int64_t end, std::int64_t sine_end, double* sums,
                  Turn& turn) const {
    std::int64_t live = end;     // the first place of which a ring has joined
    std::int64_t settled = end;  // from which on all have
    for (std::int64_t i = joins_.first[end - 1]; i < steps_; i += stride) {
      if (i % steps_per_look == 0) {
        while (live > begin && joins_.first[live - 1] <= i) {
          --live;
        }
        for (std::int64_t place = live; place < settled; ++place) {
          joins_.join(place, i, places_.states + place * 2 * size);
        }
        while (settled > live && joins_.last[settled - 1] <= i) {
          --settled;
        }
      }
      turn();
      HostVector sum[stride * 4 * maps];
      for (HostVector& one : sum) {
        one = HostVector(0.0);
      }
      add(std::max(live, begin), std::min(sine_end, end), c_, i, sum);
      add(std::max(live, sine_end), end, b_, i, sum);
      add_lanes(sum, sums + i * 4 * maps);
    }
  }

 private:
  // All that the loop touches is local, so that it stays in registers.
  [[gnu::always_inline]] void add(std::int64_t begin, std::int64_t end, double const* constant,
                                  std::int64_t i, HostVector (&sums)[stride * 4 * maps]) const {
    if (begin >= end) {
      return;
    }
    HostVector s[stride * 4 * maps];
    HostVector slope[stride];
    HostVector rest[stride];
    for_registers<stride * 4 * maps>([&](auto k) { s[k] = sums[k]; });
    for_registers<stride>([&](auto k) {
      slope[k] = HostVector(a_[i + k]);
      rest[k] = HostVector(constant[i + k]);
    });
    double* state = places_.states + begin * 2 * size;
    double const* x = places_.x + begin * size;
    double const* values = places_.values + begin * 4 * maps * size;
    for (std::int64_t place = begin; place < end; ++place) {
      HostVector const variable = in_register(HostVector::load(x));
      HostVector q[2] = {HostVector::load(state), HostVector::load(state + size)};
      auto const advance = [&](auto k) __attribute__((always_inline)) {
        HostVector& before = q[1 - k % 2];
        before = next_value(slope[k], rest[k], variable, q[k % 2], before);
      };
      auto const add_step = [&](auto k, auto part, HostVector value)
          __attribute__((always_inline)) {
        HostVector& sum = s[k * 4 * maps + part];
        sum = multiply_add(value, q[k % 2], sum);
      };
      if constexpr (values_stay) {
        HostVector value[4 * maps];
        for_registers<4 * maps>([&](auto part) __attribute__((always_inline)) {
          value[part] = in_register(HostVector::load(values + part * size));
        });
        for_registers<stride>([&](auto k) __attribute__((always_inline)) {
          for_registers<4 * maps>([&](auto part) __attribute__((always_inline)) {
            add_step(k, part, value[part]);
          });
          advance(k);
        });
      } else {
        for_registers<stride - 1>(advance);
        for_registers<4 * maps>([&](auto part) __attribute__((always_inline)) {
          HostVector const there = HostVector::load(values + part * size);
          HostVector const value = stride > 1 ? in_register(there) : there;
          for_registers<stride>([&](auto k)
                                    __attribute__((always_inline)) { add_step(k, part, value); });
        });
        advance(std::integral_constant<int, stride - 1>{});
      }
      q[stride % 2].store(state);
      q[1 - stride % 2].store(state + size);
      state += 2 * size;
      x += size;
      values += 4 * maps * size;
    }
    for_registers<stride * 4 * maps>([&](auto k) { sums[k] = s[k]; });
  }

  double const* a_;
  double const* b_;
  double const* c_;
  std::int64_t steps_;
  Places places_;
  HostJoins joins_;
};

}  // namespace siderum::portable::legendre
