// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>

#include <siderum/backends/portable/legendre/plan_tables.hpp>
#include <siderum/backends/portable/ring_pairs.hpp>
#include <siderum/core/stage_tuning.hpp>

namespace siderum::portable::legendre {

/// What both Legendre stages hold, and choose, that compute pairs in groups of threads in step.
template <class ExecType>
class GroupStage {
 public:
  using Exec = ExecType;
  using Tables = typename PlanTables<Exec>::Tables;
  using Rings = typename PlanTables<Exec>::Rings;

  static constexpr int most_blocks_of_team = 4;

  /// @param blocks  of groups that a team treats, or 0
  /// @param staged  steps of the recurrence, in scratch at once
  GroupStage(Exec const& exec, Tables const& tables, Rings const& rings, int blocks, int staged)
      : exec_(exec),
        tables_(tables),
        alignment_(alignment_for(rings.pairs())),
        blocks_of_team_(blocks <= 0 ? most_blocks_of_team
                                    : power_of_two(blocks, 1, most_blocks_of_team)),
        staged_(power_of_two(staged, 16, 128)),
        plan_(PlanTables<Exec>::of(exec, tables, rings, alignment_)) {}

  Exec const& exec() const { return exec_; }
  Tables const& tables() const { return tables_; }
  GroupPlan const& plan() const { return plan_->plan(); }
  std::int64_t steps() const { return static_cast<std::int64_t>(tables_.a.extent(0)); }
  /// That the tables name.
  std::int64_t orders() const { return plan().rows; }
  std::int64_t table_bytes() const { return plan_->bytes(); }

  /// Blocks of `width` groups that the pairs of a range reach.
  int first_block(PairRange range, int width) const {
    return static_cast<int>(plan().positions.of_pair(range.begin) / (width * group_pairs));
  }
  int blocks(PairRange range, int width) const {
    return static_cast<int>(plan().positions.of_pair(range.end - 1) / (width * group_pairs)) + 1 -
           first_block(range, width);
  }
  /// The most groups of pairs in a block.
  int widest() const { return alignment_; }

  /// Blocks of a team, steps that they stage at once.
  int blocks_of_team() const { return blocks_of_team_; }
  int staged() const { return staged_; }

  static int value_or(StageTuning const& tuning, char const* choice, int otherwise) {
    int const value = tuning.value(choice);
    return value > 0 ? value : otherwise;
  }

  /// The largest power of two that is neither above `wanted` nor `most`, but at least `least`.
  static int power_of_two(int wanted, int least, int most) {
    int value = least;
    while (2 * value <= std::min(wanted, most)) {
      value *= 2;
    }
    return value;
  }

 private:
  /// Wide blocks load the coefficients less often, narrow ones leave none of the device idle.
  static int alignment_for(std::int64_t pairs) {
    constexpr std::int64_t fewest_for_eight = 900;
    constexpr std::int64_t fewest_for_four = 250;
    return pairs >= fewest_for_eight ? 8 : (pairs >= fewest_for_four ? 4 : 2);
  }

  Exec exec_;
  Tables tables_;
  int alignment_;
  int blocks_of_team_;
  int staged_;
  std::shared_ptr<PlanTables<Exec> const> plan_;
};

}  // namespace siderum::portable::legendre
