// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/pairs/detail/pair_counts/tile_source.hpp>
#include <siderum/algorithms/pairs/detail/pair_counts/tile_tree.hpp>
#include <siderum/algorithms/pairs/detail/pair_counts/totals.hpp>
#include <siderum/core/progress.hpp>
#include <siderum/core/separation_bins.hpp>
#include <siderum/core/work_space.hpp>

namespace siderum::detail {

/// What is counted: the pairs within one tree or of two.
template <class MemorySpace>
struct TileWork {
  TileTree<MemorySpace> const& first;
  TileTree<MemorySpace> const& second;
  TileSource<MemorySpace>& tiles;
  bool same_tree;
  SeparationBins const& bins;
  TallyShape shape;
  PairSums sums;
  SideSums const& sums_first;
  SideSums const& sums_second;
  double memory_fraction;
  ProgressObserver* progress;
  PairShare const* share;  ///< null: all of it
};

/// Counts the pairs of tiles, with squared chords in Real; waits for the result.
/// Throws Error where two edges are the same number in that precision.
template <class Backend, class Exec, class Real>
CellSums count_tiles(Exec const& exec, WorkPieces<Exec>& work_space,
                     TileWork<typename Exec::memory_space> const& work);

}  // namespace siderum::detail
