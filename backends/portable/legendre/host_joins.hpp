// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <siderum/backends/portable/legendre/host_recurrence.hpp>

/// Where the rings of an order begin to count, so that the loop of analysis has no scale to mind.
namespace siderum::portable::legendre {

/// Registers of rings that are searched together, which hides the latency of the recurrence.
inline constexpr int host_join_vectors = siderum::detail::vector_registers == 32 ? 6 : 3;

/// For registers ("places") of rings one after the other: the step at which each ring joins, and
/// its recurrence there. Before, a ring counts as 0. All rings of a place join as the first of them
/// exceeds 2^-60 within steps_per_look, but for those that are so small that they have a scale yet.
struct HostJoins {
  static constexpr int size = HostVector::size;

  double* values;       ///< (places, 2, lanes): q and previous at the join
  double* steps;        ///< (places, lanes): the step, `never` where there is none
  std::int64_t* first;  ///< (places): the earliest step of a place, or of one before it
  std::int64_t* last;   ///< (places): the latest of a place

  static constexpr double never = 0x1p62;
  static constexpr std::int64_t never_step = std::int64_t{1} << 62;

  /// q and previous of the rings that join at `step` take the place of what is there.
  void join(std::int64_t place, std::int64_t step, double* state) const {
    HostVector const at = HostVector::load(steps + place * size);
    auto const here = static_cast<double>(step);
    for (int part = 0; part < 2; ++part) {
      double* const to = state + part * size;
      HostVector const old = HostVector::load(to);
      HostVector const mine = HostVector::load(values + (2 * place + part) * size);
      HostVector const not_later = select_less(at, HostVector(here + 0.5), mine, old);
      select_less(at, HostVector(here - 0.5), old, not_later).store(to);
    }
  }
};

/// Finds the joins of `vectors` neighbouring places.
template <int vectors>
class HostJoinFinder {
 public:
  using Rings = legendre::Rings<HostVector, vectors>;

  HostJoinFinder(HostSteps const& steps, HostJoins const& joins, std::int64_t first_place)
      : recurrence_(steps), joins_(joins), first_place_(first_place) {}

  /// @param rings   at step 0
  /// @param wanted  1 for rings that are looked for, 0 for the others
  void operator()(Rings& rings, HostVector const (&wanted)[vectors]) {
    for (int v = 0; v < vectors; ++v) {
      left_[v] = wanted[v];
      HostVector(HostJoins::never).store(steps_of(v));
      joins_.first[first_place_ + v] = HostJoins::never_step;
      joins_.last[first_place_ + v] = -1;
    }
    // What P_mm itself decides: for small orders, all.
    keep(rings.q, rings.previous, rings, 0);
    std::int64_t i = 0;
    while (i < recurrence_.count() && is_any_left()) {
      set_bounds(rings);
      i = run(rings, i);
    }
  }

 private:
  double* steps_of(int v) const { return joins_.steps + (first_place_ + v) * HostVector::size; }

  bool is_any_left() const {
    HostVector sum = left_[0];
    for (int v = 1; v < vectors; ++v) {
      sum = sum + left_[v];
    }
    return any_positive(sum);
  }

  // Those that have joined, or are not wanted, end no run.
  void set_bounds(Rings& rings) const {
    rings.set_bounds(dropped_bound);
    for (int v = 0; v < vectors; ++v) {
      rings.bound[v] =
          select_less(HostVector(0.0), left_[v], rings.bound[v], HostVector(no_bound * no_bound));
    }
  }

  // From step i to the end, or to behind the steps in which a ring exceeds its bound.
  std::int64_t run(Rings& rings, std::int64_t i) {
    typename HostRecurrence<vectors>::State before;
    if (recurrence_.run_below_bounds(rings, before, i)) {
      keep(before.q, before.previous, rings, i - steps_per_look);
      rings.bring_nearer();
    }
    return i;
  }

  // Where a ring counts by now, those of its place that have no scale join where they were at step
  // i.
  void keep(HostVector const* q, HostVector const* previous, Rings const& now, std::int64_t i) {
    HostVector const zero(0.0);
    HostVector const live(dropped_bound * dropped_bound);
    for (int v = 0; v < vectors; ++v) {
      HostVector const ready = select_less(now.scale[v], zero, zero, left_[v]);
      if (!any_positive(ready * (now.q[v] * now.q[v]) - live)) {
        continue;
      }
      auto const replace = [&](double* to, HostVector by) {
        select_less(zero, ready, by, HostVector::load(to)).store(to);
      };
      double* const values = joins_.values + (first_place_ + v) * 2 * HostVector::size;
      replace(values, q[v]);
      replace(values + HostVector::size, previous[v]);
      replace(steps_of(v), HostVector(static_cast<double>(i)));
      joins_.first[first_place_ + v] = std::min(joins_.first[first_place_ + v], i);
      joins_.last[first_place_ + v] = i;
      left_[v] = left_[v] - ready;
    }
  }

  HostRecurrence<vectors> recurrence_;
  HostJoins joins_;
  std::int64_t first_place_;
  HostVector left_[vectors];  // 1: not yet found
};

}  // namespace siderum::portable::legendre
