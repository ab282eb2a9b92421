// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <siderum/algorithms/sky/harmonic_share.hpp>
#include <siderum/backends/portable/ring_pairs.hpp>

namespace siderum::detail {

/// A run of pairs of rings, and which of them belong to whom.
struct SharedRun {
  portable::PairRange pairs;        ///< among those of the grid
  std::vector<std::int64_t> begin;  ///< (ranks + 1) first pair of each process, and pairs.end
  portable::PairRange own;          ///< those of this process, among all of its own
  std::int64_t own_slot = 0;        ///< the first of these, among the slots of the run

  portable::PairRange of_rank(int rank) const {
    auto const i = static_cast<std::size_t>(rank);
    return {begin[i], begin[i + 1]};
  }
};

/// The runs of a plan, each divided into stretches whose Fourier transforms take each process as
/// long, so that all have something to do in each run.
class SharedRuns {
 public:
  /// @param pairs  of the grid
  /// @param most   pairs of a run
  /// @param share  null: all belong to one, whose maps are those of the grid
  /// @param price  of a pixel of a ring whose neighbours have other lengths, as in the caps of
  ///               HEALPix, in those of rings that are transformed together
  SharedRuns(std::vector<portable::RingPair> const& pairs, std::int64_t most,
             HarmonicShare const* share, double price = 1.0);

  std::vector<SharedRun> const& runs() const { return runs_; }
  /// The pairs of this process, with their places in its maps.
  std::vector<portable::RingPair> const& own() const { return own_; }
  /// The most own pairs of a run.
  std::int64_t longest() const { return longest_; }
  /// Elements of a map of this process, where the grid is shared.
  std::int64_t pixels() const { return pixels_; }

 private:
  void append(portable::RingPair const& pair);

  std::vector<SharedRun> runs_;
  std::vector<portable::RingPair> own_;
  std::int64_t longest_ = 0;
  std::int64_t pixels_ = 0;
};

/// Where groups of orders begin in a row of modes in which those of a process follow each other
/// (RingModes::groups).
std::vector<std::int64_t> groups_by_process(std::vector<std::vector<std::int64_t>> const& orders);

/// Orders and rings of all processes.
HarmonicParts parts_of(RingGrid const& grid, std::int64_t mmax,
                       std::vector<portable::RingPair> const& pairs, SharedRuns const& runs,
                       int ranks);

}  // namespace siderum::detail
