// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/detail/finder/bins.hpp>
#include <siderum/backends/portable/fold_and_sort.hpp>

namespace siderum {

/// Scorer of FoldAndSort: 1 - theta (formula in phase_dispersion.hpp). With values of mean 0,
/// sum_b (n_b - 1) s_b^2 = sum y^2 - sum_b (sum_b y)^2 / n_b.
struct PhaseDispersionScorer {
  int bins;

  static constexpr bool ordered = false;
  static constexpr int owned = 0;
  static constexpr WindowEnds ends = WindowEnds::stop;

  KOKKOS_FUNCTION ScorerNeeds needs(int) const { return {owned, 2, 0}; }

  template <class Number>
  SIDERUM_NUMBER_FUNCTION Number place(Number const& phase) const {
    return phase_bin(phase, bins);
  }

  template <class Group>
  SIDERUM_NUMBER_FUNCTION typename Group::Number score(Group& group) const {
    using Sum = typename Group::Total;
    Sum const none(0.0);
    Sum const one(1.0);
    Sum explained(0.0);
    Sum freedom(static_cast<double>(group.points()));
    Sum const all = group.total([&](auto at) {
      Sum const y = convert<double>(group.y[at]);
      return y * y;
    });
    for (int b = 0; b < bins; ++b) {
      Sum const count = group.total([&](auto at) { return where_equal(group.x[at], b, one); });
      Sum const sum = group.total(
          [&](auto at) { return where_equal(group.x[at], b, Sum(convert<double>(group.y[at]))); });
      Sum const filled = select_less(none, count, count, one);
      explained = explained + sum * sum / filled;
      freedom = freedom - select_less(none, count, one, none);
    }
    Sum const theta = (all - explained) * Sum(static_cast<double>(group.points() - 1)) /
                      (all * select_less(none, freedom, freedom, one));
    return convert<typename Group::Real>(select_less(none, freedom, one - theta, none));
  }
};

}  // namespace siderum
