// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/detail/finder/bins.hpp>
#include <siderum/backends/portable/fold_and_sort.hpp>

namespace siderum {

/// Scorer of FoldAndSort: -H (formula in conditional_entropy.hpp). The values of the group are the
/// numbers of their bins.
struct ConditionalEntropyScorer {
  int phase_bins;
  int value_bins;

  static constexpr bool ordered = false;
  static constexpr int owned = 0;
  static constexpr WindowEnds ends = WindowEnds::stop;

  KOKKOS_FUNCTION ScorerNeeds needs(int) const { return {owned, 2, 0}; }

  template <class Number>
  SIDERUM_NUMBER_FUNCTION Number place(Number const& phase) const {
    return phase_bin(phase, phase_bins);
  }

  template <class Group>
  SIDERUM_NUMBER_FUNCTION typename Group::Number score(Group& group) const {
    using Real = typename Group::Real;
    using Number = typename Group::Number;
    using Sum = typename Group::Total;
    Sum const one(1.0);
    Sum score(0.0);
    for (int b = 0; b < phase_bins; ++b) {
      Sum const in_bin = group.total([&](auto at) { return where_equal(group.x[at], b, one); });
      for (int v = 0; v < value_bins; ++v) {
        int const cell = b * value_bins + v;
        Sum const count = group.total([&](auto at) {
          Number const of_point = multiply_add(group.x[at], Number(Real(value_bins)), group.y[at]);
          return where_equal(of_point, cell, one);
        });
        // c ln(c_phi / c), 0 for an empty cell: its phase bin may be empty, too.
        Sum const ratio =
            select_less(Sum(0.0), count, in_bin, one) / select_less(Sum(0.0), count, count, one);
        score = score - count * log1p(ratio - one);
      }
    }
    return convert<Real>(score * Sum(1.0 / group.points()));
  }
};

}  // namespace siderum
