// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/portable/fold_and_sort/folded_frequencies.hpp>
#include <siderum/backends/portable/fold_and_sort/team_group.hpp>
#include <siderum/backends/portable/fold_and_sort/team_sort.hpp>
#include <siderum/core/policies.hpp>

namespace siderum::portable {

/// FoldAndSort on a device: a team per item in turn, one frequency after the other, in the team's
/// scratch where a curve fits there, else in a piece of memory that each team of the league has.
template <class Real, class Scorer, class Epilogue, class Exec>
struct TeamFoldSorter {
  using MemorySpace = typename Exec::memory_space;
  using Policy = TeamPerIndex<Exec>;
  using Member = typename Policy::member_type;
  using Team = KokkosTeam<Member>;
  using Group = TeamGroup<Real, Team>;

  FoldSeries<Real, MemorySpace> series;
  FoldedFrequencies<MemorySpace> frequencies;
  Kokkos::View<WorkItem const*, MemorySpace> items;
  std::int64_t first_item;
  std::int64_t last_item;
  std::int64_t bytes;  // of a team
  Scorer scorer;
  Epilogue epilogue;
  Kokkos::View<char*, MemorySpace> memory;  // (teams, bytes); no extent: scratch

  static std::int64_t bytes_for(std::int64_t points, Scorer const& scorer) {
    std::int64_t const keys = 16 * points + (4 * points + 7) / 8 * 8;
    auto const needs = scorer.needs(static_cast<int>(points));
    return keys + static_cast<std::int64_t>(Group::bytes(points, needs));
  }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    char* const mine = memory.extent(0) > 0
                           ? memory.data() + member.league_rank() * bytes
                           : static_cast<char*>(member.team_shmem().get_shmem_aligned(bytes, 8));
    for (std::int64_t i = first_item + member.league_rank(); i < last_item;
         i += member.league_size()) {
      search(member, items(i), mine);
    }
  }

 private:
  KOKKOS_FUNCTION void search(Member const& member, WorkItem const& item, char* mine) const {
    auto state = epilogue.begin(item.object);
    if (epilogue.wanted(item.object)) {
      for (std::int64_t k = item.first; k < item.last; ++k) {
        Real const score = score_of(member, item.object, frequencies(k), mine);
        if (member.team_rank() == 0) {
          epilogue.consume(state, item.object, k, score);
        }
      }
    } else {
      for (std::int64_t k = item.first + member.team_rank(); k < item.last;
           k += member.team_size()) {
        epilogue.skip(item.object, k);
      }
    }
    if constexpr (Epilogue::reduces) {
      if (member.team_rank() == 0) {
        epilogue.finish(item.slot, state);
      }
    }
  }

  KOKKOS_FUNCTION Real score_of(Member const& member, std::int64_t object, double frequency,
                                char* mine) const {
    Team const team{member};
    std::int64_t const begin = series.offsets(object);
    auto const points = static_cast<int>(series.offsets(object + 1) - begin);
    auto* const keys = reinterpret_cast<std::uint64_t*>(mine);
    auto* const counts = reinterpret_cast<std::uint32_t*>(keys + 2 * points);
    char* const arrays = mine + 16 * std::int64_t{points} + (4 * std::int64_t{points} + 7) / 8 * 8;
    team.barrier();
    for (int j = team.rank(); j < points; j += team.size()) {
      keys[j] = fold_key(frequency, series.time(begin + j), j);
    }
    team.barrier();
    if constexpr (Scorer::ordered) {
      TeamSort<Team>{team, points, keys, keys + points, counts}();
    }
    Group group(team, keys, arrays, points, scorer.needs(points).columns, Scorer::ends);
    group.for_each([&](int at) {
      std::int64_t const j = begin + static_cast<std::int64_t>(keys[at] & index_mask);
      group.x[at] = static_cast<Real>(scorer.place(phase_of(keys[at])));
      group.y[at] = series.value(j);
      group.w[at] = series.weight(j);
    });
    group.find_ties();
    return scorer.score(group);
  }
};

}  // namespace siderum::portable
