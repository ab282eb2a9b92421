// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <siderum/algorithms/pairs/detail/pair_counts/count_tiles.hpp>
#include <siderum/algorithms/pairs/detail/pair_counts/tally_keeper.hpp>
#include <siderum/algorithms/pairs/detail/pair_counts/tile_counter.hpp>
#include <siderum/backends/backend.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/work_space.hpp>

/// Definitions of count_tiles.hpp; included where they are instantiated.
namespace siderum::detail {

/// Squared chords of the edges in the memory of exec, rounded to Real.
/// Throws Error where two become the same number.
template <class Real, class Exec>
Kokkos::View<Real const*, typename Exec::memory_space> edges_in(Exec const& exec,
                                                                SeparationBins const& bins) {
  std::vector<Real> rounded;
  for (double const chord : squared_chords(bins)) {
    rounded.push_back(static_cast<Real>(chord));
    SIDERUM_VALIDATE(rounded.size() < 2 || rounded.back() > rounded[rounded.size() - 2],
                     "The edges " + std::to_string(rounded.size() - 2) + " and " +
                         std::to_string(rounded.size() - 1) +
                         " of the bins are the same number in this precision (their squared chords"
                         " are compared). Ask for " +
                         (std::is_same_v<Real, float> ? "double precision, or for " : "") +
                         "wider bins.");
  }
  return copy_to_work(exec, "siderum::pair_counts::edges", rounded);
}

/// Entries of the list of tile pairs that a share of the free memory holds, within reason.
template <class Backend, class Exec>
std::int64_t list_capacity(double memory_fraction) {
  constexpr std::int64_t most = Backend::template ExpandList<Exec>::longest_list;
  constexpr std::int64_t levels = 8;
  std::int64_t const free =
      typename backend::default_for_t<Exec>::template DeviceFactsOf<Exec>()().free_memory;
  double const share = memory_fraction * static_cast<double>(free) / (levels * sizeof(TilePair));
  return free == 0 ? most
                   : std::clamp<std::int64_t>(static_cast<std::int64_t>(share),
                                              std::int64_t{64} * fanout * fanout, most);
}

template <class Backend, class Exec, class Real>
CellSums count_tiles(Exec const& exec, WorkPieces<Exec>& work_space,
                     TileWork<typename Exec::memory_space> const& work) {
  // A squared chord is 4 at most.
  constexpr std::int64_t most_copies = Backend::template PairHistogram<Exec, Real>::most_copies;
  TallyKeeper<Exec> const keeper(exec, work_space, work.shape, work.sums, most_copies,
                                 fixed_point_scale(work.sums_first, work.sums_second, 1.0),
                                 fixed_point_scale(work.sums_first, work.sums_second, 8.0));
  auto const edges = edges_in<Real>(exec, work.bins);
  if (work.first.nodes(0) > 0 && work.second.nodes(0) > 0) {
    TileCounter<Backend, Exec, Real> count(exec, work_space, work.first, work.second, work.tiles,
                                           work.same_tree, edges_in<double>(exec, work.bins), edges,
                                           keeper.tallies(), work.sums,
                                           list_capacity<Backend, Exec>(work.memory_fraction));
    count(work.progress, work.share);
  }
  return keeper.sums(work_space, work.share);
}

}  // namespace siderum::detail
