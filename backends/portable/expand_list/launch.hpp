// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include <Kokkos_Core.hpp>

#include <siderum/backends/portable/expand_list.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/spaces.hpp>

namespace siderum::portable {

namespace expand_list {

template <class Exec, class Candidates>
struct Arguments {
  using MemorySpace = typename Exec::memory_space;
  using Value = typename Candidates::Value;

  Candidates candidates;
  std::int64_t begin;
  std::int64_t end;
  Kokkos::View<Value*, MemorySpace> list;
  Kokkos::View<std::int64_t, MemorySpace> count;
};

/// On a device: a team for some entries, a thread for each of their candidates.
template <class Exec, class Candidates>
struct DeviceExpander : Arguments<Exec, Candidates> {
  using Member = typename TeamPerIndex<Exec>::member_type;
  static constexpr int entries = std::max(1, DeviceShape<Exec>::large_team / 64);
  static constexpr int team_size = entries * Candidates::of_entry;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    int const thread = member.team_rank();
    std::int64_t const entry =
        this->begin + std::int64_t{member.league_rank()} * entries + thread / Candidates::of_entry;
    typename Candidates::Value value{};
    bool const remains =
        entry < this->end &&
        this->candidates.remains(entry, thread % Candidates::of_entry, member.league_rank(), value);
    std::int64_t const place =
        member.team_scan(static_cast<std::int64_t>(remains), this->count.data());
    if (remains) {
      this->list(place) = value;
    }
  }
};

/// On a host: a thread for a block of entries.
template <class Exec, class Candidates>
struct HostExpander : Arguments<Exec, Candidates> {
  static constexpr int entries = 8;

  void operator()(std::int64_t block) const {
    typename Candidates::Value kept[entries * Candidates::of_entry];
    std::int64_t found = 0;
    std::int64_t const first = this->begin + block * entries;
    std::int64_t const last = std::min(first + entries, this->end);
    for (std::int64_t entry = first; entry < last; ++entry) {
      for (int candidate = 0; candidate < Candidates::of_entry; ++candidate) {
        found += this->candidates.remains(entry, candidate, block, kept[found]) ? 1 : 0;
      }
    }
    std::int64_t const place = Kokkos::atomic_fetch_add(this->count.data(), found);
    std::copy(kept, kept + found, this->list.data() + place);
  }
};

}  // namespace expand_list

/// The operation ExpandList (contract in expand_list.hpp) with Kokkos alone.
template <class Exec>
class ExpandList {
 public:
  using MemorySpace = typename Exec::memory_space;
  static constexpr std::int64_t first_entries = is_host<Exec> ? 1 << 14 : 1 << 16;
  static constexpr std::int64_t longest_list = is_host<Exec> ? 1 << 17 : 1 << 22;

  template <class Candidates>
  void operator()(Exec const& exec, Candidates const& candidates, std::int64_t begin,
                  std::int64_t end,
                  Kokkos::View<typename Candidates::Value*, MemorySpace> const& list,
                  Kokkos::View<std::int64_t, MemorySpace> const& count,
                  std::string const& label) const {
    if constexpr (is_host<Exec>) {
      using Expander = expand_list::HostExpander<Exec, Candidates>;
      using Policy = IndexPolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>>;
      std::int64_t const blocks = (end - begin + Expander::entries - 1) / Expander::entries;
      Kokkos::parallel_for(label, Policy(exec, 0, blocks, Kokkos::ChunkSize(1)),
                           Expander{{candidates, begin, end, list, count}});
    } else {
      using Expander = expand_list::DeviceExpander<Exec, Candidates>;
      auto const teams =
          static_cast<int>((end - begin + Expander::entries - 1) / Expander::entries);
      Kokkos::parallel_for(label, TeamPerIndex<Exec>(exec, teams, Expander::team_size),
                           Expander{{candidates, begin, end, list, count}});
    }
  }
};

}  // namespace siderum::portable
