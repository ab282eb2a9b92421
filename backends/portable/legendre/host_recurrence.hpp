// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include <siderum/backends/portable/legendre/lane_sums.hpp>
#include <siderum/backends/portable/legendre/recurrence.hpp>
#include <siderum/backends/portable/legendre/rings.hpp>

/// The recurrence itself on hosts.
namespace siderum::portable::legendre {

using HostVector = Lanes<double, native_lanes<double>>;

/// The same value, which the compiler must have in a register: where it loads a value again for
/// each use, the loads take as long as the arithmetic.
[[gnu::always_inline]] inline HostVector in_register(HostVector value) {
#if defined(__AVX512F__)
  asm("" : "+v"(value.vector));
#elif defined(__SSE2__)
  asm("" : "+x"(value.vector));
#endif
  return value;
}

/// function(0), ..., function(count - 1) with constants, all inlined if the function is: loops over
/// registers that the compiler may neither keep nor make copies of memory of.
template <int count, int first = 0, class Function>
[[gnu::always_inline]] inline void for_registers(Function const& function) {
  if constexpr (first < count) {
    function(std::integral_constant<int, first>{});
    for_registers<count, first + 1>(function);
  }
}

/// function(count) with a constant count <= most.
template <int most, class Function>
inline void with_vectors(int count, Function const& function) {
  if constexpr (most > 1) {
    if (count < most) {
      return with_vectors<most - 1>(count, function);
    }
  }
  function(std::integral_constant<int, most>{});
}

/// scaled_power of several registers: each alone is a chain of operations that wait for each other.
/// All that it calls is inlined.
template <int count>
[[gnu::noinline, gnu::flatten]] void scaled_powers(HostVector const (&sine)[count],
                                                   std::int64_t power,
                                                   ScaledPower<HostVector> (&result)[count]) {
  HostVector const one(1.0);
  HostVector const zero(0.0);
  for_registers<count>([&](auto v) { result[v] = {one, zero, zero}; });
  int bit = 0;
  while ((power >> bit) > 1) {
    ++bit;
  }
  for (; bit >= 0; --bit) {
    for_registers<count>([&](auto v) { result[v].square(); });
    if (((power >> bit) & 1) != 0) {
      for_registers<count>([&](auto v) { result[v].multiply_by(sine[v]); });
    }
  }
}

/// Steps of one order as the loops read them, with 0 beyond the last up to a whole number of
/// steps_per_look.
struct HostSteps {
  double const* a;
  double const* constant;  ///< b where x is cos^2(theta), c where it is -sin^2(theta)
  std::int64_t count;      ///< a whole number of steps_per_turn
};

/// q_i of `vectors` registers of rings.
template <int vectors>
class HostRecurrence {
 public:
  using Rings = legendre::Rings<HostVector, vectors>;

  explicit HostRecurrence(HostSteps const& steps) : steps_(steps) {}

  std::int64_t count() const { return steps_.count; }

  /// Runs until a ring counts; the step is returned at which it did not yet.
  std::int64_t find_first(Rings& rings) const {
    rings.set_bounds(dropped_bound);
    std::int64_t i = 0;
    while (i < steps_.count && !rings.has_live()) {
      State before;
      if (!run_below_bounds(rings, before, i)) {
        break;
      }
      if (rings.has_live()) {
        for (int v = 0; v < vectors; ++v) {
          rings.q[v] = before.q[v];
          rings.previous[v] = before.previous[v];
        }
        return i - steps_per_look;
      }
      rings.bring_nearer();
      rings.set_bounds(dropped_bound);
    }
    return i;
  }

  /// previous becomes the next q.
  [[gnu::always_inline]] void advance(std::int64_t i, HostVector const* x, HostVector const* q,
                                      HostVector* previous) const {
    HostVector const a(steps_.a[i]);
    HostVector const constant(steps_.constant[i]);
    for (int v = 0; v < vectors; ++v) {
      previous[v] = next_value(a, constant, x[v], q[v], previous[v]);
    }
  }

  /// Whether a ring is above its bound.
  [[gnu::always_inline]] static bool exceeds(HostVector const* q, HostVector const* bound) {
    HostVector excess = multiply_add(q[0], q[0], -bound[0]);
    for (int v = 1; v < vectors; ++v) {
      HostVector const other = multiply_add(q[v], q[v], -bound[v]);
      excess = select_less(excess, other, other, excess);
    }
    return any_positive(excess);
  }

  /// The recurrence at a step.
  struct State {
    HostVector q[vectors];
    HostVector previous[vectors];
  };

  /// Whole looks of steps from i on, up to the one at whose end a ring is above its bound; before
  /// that look the rings were as `before` says. Returns whether there was one.
  [[gnu::always_inline]] bool run_below_bounds(Rings& rings, State& before, std::int64_t& i) const {
    HostVector x[vectors];
    HostVector q[vectors];
    HostVector p[vectors];
    for (int v = 0; v < vectors; ++v) {
      x[v] = rings.x[v];
      q[v] = rings.q[v];
      p[v] = rings.previous[v];
    }
    bool found = false;
    while (!found && i < steps_.count) {
      for (int v = 0; v < vectors; ++v) {
        before.q[v] = q[v];
        before.previous[v] = p[v];
      }
      take_steps(x, q, p, i);
      found = exceeds(q, rings.bound);
      i += steps_per_look;
    }
    for (int v = 0; v < vectors; ++v) {
      rings.q[v] = q[v];
      rings.previous[v] = p[v];
    }
    return found;
  }

  /// steps_per_look steps.
  [[gnu::always_inline]] void take_steps(HostVector const* x, HostVector* q, HostVector* p,
                                         std::int64_t i) const {
    for (int k = 0; k < steps_per_look; k += 2) {
      advance(i + k, x, q, p);
      advance(i + k + 1, x, p, q);
    }
  }

 private:
  HostSteps steps_;
};

}  // namespace siderum::portable::legendre
