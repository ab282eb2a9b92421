// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/detail/super_smoother/scorer.hpp>

/// The stages of a search as searches of their own: each does what those before it do, and more.
namespace siderum::bench {

enum class Stage {
  fold,   ///< phases, and one sum over the points
  sort,   ///< phases in order, and one sum
  reduce  ///< phases, and two sums: its excess over fold is what one sum takes
};

/// Scorer of FoldAndSort: sums over the points that no compiler can foresee.
template <Stage stage>
struct StageScorer {
  static constexpr bool ordered = stage == Stage::sort;
  static constexpr int owned = 0;
  static constexpr WindowEnds ends = WindowEnds::wrap;

  KOKKOS_FUNCTION ScorerNeeds needs(int) const { return {owned, 2, 0}; }

  template <class Number>
  SIDERUM_NUMBER_FUNCTION Number place(Number const& phase) const {
    return phase;
  }

  template <class Group>
  SIDERUM_NUMBER_FUNCTION typename Group::Number score(Group& group) const {
    using Total = typename Group::Total;
    Total sum = group.total(
        [&](auto at) { return Total(convert<double>(group.w[at] * group.y[at] * group.x[at])); });
    if constexpr (stage == Stage::reduce) {
      sum = sum + group.total([&](auto at) {
        return Total(convert<double>(group.w[at] * group.y[at] * group.y[at] * group.x[at]));
      });
    }
    return convert<typename Group::Real>(sum);
  }
};

}  // namespace siderum::bench
