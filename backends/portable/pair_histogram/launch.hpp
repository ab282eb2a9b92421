// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include <siderum/backends/portable/pair_histogram.hpp>
#include <siderum/backends/portable/pair_histogram/device_counter.hpp>
#include <siderum/backends/portable/pair_histogram/host_counter.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/spaces.hpp>

namespace siderum::portable {

/// The operation PairHistogram (contract in pair_histogram.hpp) with Kokkos alone. On a device
/// `lanes` threads share an entry, a power of two up to 64.
template <class Exec, class Real, int lanes = DeviceShape<Exec>::lanes>
class PairHistogram {
 public:
  using MemorySpace = typename Exec::memory_space;
  using Points = TilePoints<MemorySpace>;
  using Edges = Kokkos::View<Real const*, MemorySpace>;
  using List = TilePairList<MemorySpace>;
  static constexpr std::int64_t most_copies = is_host<Exec> ? 64 : 1024;

  /// Whether the tiles of both sides are the same ones: an entry (a, a) is then a tile with itself.
  enum class Sides : std::uint8_t { same, different };

  PairHistogram(Exec const& exec, Points const& first, Points const& second, Sides sides,
                Edges const& edges, PairTallies<MemorySpace> const& tallies, PairSums sums)
      : exec_(exec),
        first_(first),
        second_(second),
        sides_(sides),
        edges_(edges),
        tallies_(tallies),
        sums_(sums) {
    if constexpr (on_host) {
      blocks_first_ = blocks_of_tiles(exec, first, has_weights(sums));
      blocks_second_ =
          sides == Sides::same ? blocks_first_ : blocks_of_tiles(exec, second, has_weights(sums));
    }
  }

  void operator()(List const& list, std::int64_t count, std::string const& label) const {
    switch (sums_) {
      case PairSums::count:
        return launch<PairSums::count>(list, count, label);
      case PairSums::weight:
        return launch<PairSums::weight>(list, count, label);
      case PairSums::moment:
        return launch<PairSums::moment>(list, count, label);
      case PairSums::weighted_moment:
        return launch<PairSums::weighted_moment>(list, count, label);
    }
  }

  // What a backend needs that replaces the loop alone.
  Exec const& exec() const { return exec_; }
  Points const& first() const { return first_; }
  Points const& second() const { return second_; }
  bool same_tiles() const { return sides_ == Sides::same; }
  Edges const& edges() const { return edges_; }
  PairTallies<MemorySpace> const& tallies() const { return tallies_; }
  PairSums sums() const { return sums_; }

 private:
  static constexpr bool on_host = is_host<Exec>;
  template <PairSums sums>
  void launch(List const& list, std::int64_t count, std::string const& label) const {
    if (count == 0) {
      return;
    }
    if constexpr (on_host) {
      using Counter = HostPairCounter<Real, sums, MemorySpace>;
      using Policy = IndexPolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>>;
      Kokkos::parallel_for(
          label,
          Policy(exec_, 0, (count + Counter::block - 1) / Counter::block, Kokkos::ChunkSize(1)),
          Counter{first_, second_, edges_, tallies_, list, count, same_tiles(), blocks_first_,
                  blocks_second_});
    } else {
      using Counter = DevicePairCounter<Exec, Real, sums, lanes>;
      constexpr int entries = std::max(1, DeviceShape<Exec>::team / lanes);  // of a team
      auto const teams = static_cast<int>((count + entries - 1) / entries);
      Kokkos::parallel_for(label, typename Counter::Policy(exec_, teams, entries, Counter::threads),
                           Counter{{first_, second_, edges_, tallies_, list, count, same_tiles()}});
    }
  }

  Exec exec_;
  Points first_;
  Points second_;
  Sides sides_;
  Edges edges_;
  PairTallies<MemorySpace> tallies_;
  PairSums sums_;
  TileBlocksView<MemorySpace> blocks_first_;
  TileBlocksView<MemorySpace> blocks_second_;
};

}  // namespace siderum::portable
