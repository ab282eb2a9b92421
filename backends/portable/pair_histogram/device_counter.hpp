// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/pair_histogram.hpp>
#include <siderum/core/policies.hpp>

namespace siderum::portable {

/// Sums over the pairs that one thread has met, for a few bins.
template <int bins, PairSums sums>
struct DeviceBinSums {
  std::uint32_t count[bins] = {};
  double weight[has_weights(sums) ? bins : 1] = {};
  double moment[has_moments(sums) ? bins : 1] = {};

  KOKKOS_FUNCTION DeviceBinSums& operator+=(DeviceBinSums const& other) {
    for (int k = 0; k < bins; ++k) {
      count[k] += other.count[k];
      if constexpr (has_weights(sums)) {
        weight[k] += other.weight[k];
      }
      if constexpr (has_moments(sums)) {
        moment[k] += other.moment[k];
      }
    }
    return *this;
  }
};

}  // namespace siderum::portable

template <int bins, siderum::PairSums sums>
struct Kokkos::reduction_identity<siderum::portable::DeviceBinSums<bins, sums>> {
  KOKKOS_FUNCTION static siderum::portable::DeviceBinSums<bins, sums> sum() { return {}; }
};

namespace siderum::portable {

/// PairHistogram on a device: one vector of threads per entry. Each thread holds one point or a few
/// of the first tile and meets the points of the second one by one; the sums of a few bins stay in
/// registers, from the highest bin down, until every pair is placed.
template <class Exec, class Real, PairSums sums, int lanes>
struct DevicePairCounter : PairTask<Real, typename Exec::memory_space> {
  using Task = PairTask<Real, typename Exec::memory_space>;
  using Policy = TeamPerIndex<Exec>;
  using Member = typename Policy::member_type;
  static_assert(tile_size % lanes == 0);
  static constexpr int threads = lanes;
  static constexpr int points_each = tile_size / threads;
  static constexpr int bins_at_a_time = 4;

  using Task::count;
  using Task::edges;
  using Task::first;
  using Task::list;
  using Task::same_tiles;
  using Task::second;
  using Task::tallies;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const entry =
        std::int64_t{member.league_rank()} * member.team_size() + member.team_rank();
    if (entry >= count) {
      return;
    }
    TilePair const pair = list(entry);
    bool const same = same_tiles && pair.a == pair.b;
    std::uint32_t const count_a = first.count(pair.a);
    std::uint32_t const all = same ? count_a * (count_a - 1) / 2 : count_a * second.count(pair.b);
    std::uint32_t placed = 0;
    int const lowest = Kokkos::max<int>(pair.below, 0);
    int top = Kokkos::min<int>(pair.highest, static_cast<int>(tallies.shape.bins) - 1) + 1;
    while (top > lowest && placed < all) {
      int const step = top - lowest < bins_at_a_time ? top - lowest : bins_at_a_time;
      top -= step;
      if (step <= 2) {
        placed += place<2>(member, pair, same, top, step);
      } else {
        placed += place<bins_at_a_time>(member, pair, same, top, step);
      }
    }
  }

 private:
  struct Point {
    Real x, y, z;
    double weight;
  };

  KOKKOS_FUNCTION Point first_point(TilePair const& pair, int i) const {
    auto const at = position_of_first<Real>(first, second, pair, i);
    double const weight =
        has_weights(sums) ? first.weight(std::int64_t{pair.a} * tile_size + i) : 1.0;
    return {at.x, at.y, at.z, weight};
  }

  KOKKOS_FUNCTION Point second_point(TilePair const& pair, int j) const {
    auto const at = position_of_second<Real>(second, pair, j);
    double const weight =
        has_weights(sums) ? second.weight(std::int64_t{pair.b} * tile_size + j) : 1.0;
    return {at.x, at.y, at.z, weight};
  }

  // The pairs of one thread in the bins lowest .. lowest + bins - 1.
  template <int bins>
  KOKKOS_FUNCTION void sum(TilePair const& pair, bool same, Real const* limit, int thread,
                           DeviceBinSums<bins, sums>& partial) const {
    Point point[points_each];
    int const count_a = first.count(pair.a);
    for (int own = 0; own < points_each; ++own) {
      point[own] = first_point(pair, thread + own * threads);
    }
    int const count_b = second.count(pair.b);
    for (int j = 0; j < count_b; ++j) {
      Point const other = second_point(pair, j);
      for (int own = 0; own < points_each; ++own) {
        Real const dx = point[own].x - other.x;
        Real const dy = point[own].y - other.y;
        Real const dz = point[own].z - other.z;
        Real const c2 = Kokkos::fma(dz, dz, Kokkos::fma(dy, dy, dx * dx));
        int const i = thread + own * threads;
        bool const met = i < (same ? j : count_a);
        for (int k = 0; k < bins; ++k) {
          bool const inside = met && c2 >= limit[k] && c2 < limit[k + 1];
          partial.count[k] += inside ? 1u : 0u;
          double weight = inside ? 1.0 : 0.0;
          if constexpr (has_weights(sums)) {
            weight = inside ? point[own].weight * other.weight : 0.0;
            partial.weight[k] += weight;
          }
          if constexpr (has_moments(sums)) {
            partial.moment[k] += inside ? weight * static_cast<double>(c2) : 0.0;
          }
        }
      }
    }
  }

  // Adds the pairs of `used` bins from `lowest` on. @return how many there are
  template <int bins>
  KOKKOS_FUNCTION std::uint32_t place(Member const& member, TilePair const& pair, bool same,
                                      int lowest, int used) const {
    Real limit[bins + 1];
    for (int k = 0; k <= bins; ++k) {
      limit[k] = edges(Kokkos::min(lowest + k, lowest + used));
    }
    DeviceBinSums<bins, sums> result;
    Kokkos::parallel_reduce(
        Kokkos::ThreadVectorRange(member, threads),
        [&](int const thread, DeviceBinSums<bins, sums>& partial) {
          sum<bins>(pair, same, limit, thread, partial);
        },
        Kokkos::Sum<DeviceBinSums<bins, sums>>(result));
    std::uint32_t placed = 0;
    for (int k = 0; k < bins; ++k) {
      placed += result.count[k];
    }
    Kokkos::single(Kokkos::PerThread(member), [&]() {
      for (int k = 0; k < used; ++k) {
        if (result.count[k] > 0) {
          tallies.add(member.league_rank(), first.region(pair.a), second.region(pair.b), lowest + k,
                      result.count[k],
                      has_weights(sums) ? result.weight[has_weights(sums) ? k : 0] : 0.0,
                      has_moments(sums) ? result.moment[has_moments(sums) ? k : 0] : 0.0);
        }
      }
    });
    return placed;
  }
};

}  // namespace siderum::portable
