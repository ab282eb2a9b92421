// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <siderum/backends/portable/pair_histogram/host_block.hpp>
#include <siderum/backends/portable/pair_histogram/tile_moments.hpp>

namespace siderum::portable {

/// PairHistogram on a host: one thread per block of entries, the edges of an entry from the top
/// down, some at a time, until every pair is placed.
template <class Real, PairSums sums, class MemorySpace>
struct HostPairCounter {
  TilePoints<MemorySpace> first;
  TilePoints<MemorySpace> second;
  Kokkos::View<Real const*, MemorySpace> edges;  // (bins + 1)
  PairTallies<MemorySpace> tallies;
  TilePairList<MemorySpace> list;
  std::int64_t count;
  bool same_tiles;
  TileMomentsView<MemorySpace> moments_first;  // (tiles) where takes_tile_moments
  TileMomentsView<MemorySpace> moments_second;

  // Weights and moments are FP64: as many points at once as a register holds of these.
  using Pairs =
      HostPairs<Real, sums == PairSums::count ? native_lanes<Real> : native_lanes<double>>;
  static constexpr std::int64_t block = 8;
  static constexpr int edges_at_a_time = 4;
  static constexpr int bins_at_a_time = 3;
  // The moment of all pairs of two tiles comes from those of the tiles. In FP32 what is left of it
  // below all edges would be lost in the rounding of each c2.
  static constexpr bool takes_tile_moments =
      sums == PairSums::moment && std::is_same_v<Real, double>;

  void operator()(std::int64_t index) const {
    std::int64_t const end = std::min((index + 1) * block, count);
    for (std::int64_t entry = index * block; entry < end; ++entry) {
      TilePair const pair = list(entry);
      if constexpr (std::is_same_v<Real, double>) {
        resolve(pair, tile(first, pair.a), tile(second, pair.b), index);
      } else {
        Relative const relative(*this, pair);
        resolve(pair, relative.a, relative.b, index);
      }
    }
  }

 private:
  static double const* weights(TilePoints<MemorySpace> const& points, std::int64_t tile) {
    return points.weight.extent(0) > 0 ? points.weight.data() + tile * tile_size : nullptr;
  }

  static HostTile<double> tile(TilePoints<MemorySpace> const& points, std::int32_t index) {
    std::int64_t const begin = std::int64_t{index} * tile_size;
    return {points.x.data() + begin, points.y.data() + begin, points.z.data() + begin,
            weights(points, index), points.count(index)};
  }

  // The tiles of an entry relative to the centre of the second.
  struct Relative {
    Relative(HostPairCounter const& counter, TilePair const& pair)
        : a{a_xyz[0], a_xyz[1], a_xyz[2], weights(counter.first, pair.a),
            counter.first.count(pair.a)},
          b{b_xyz[0], b_xyz[1], b_xyz[2], weights(counter.second, pair.b),
            counter.second.count(pair.b)} {
      auto const& points = counter.second;
      double const center[] = {points.center_x(pair.b), points.center_y(pair.b),
                               points.center_z(pair.b)};
      subtract(counter.first, pair.a, center, a_xyz);
      subtract(points, pair.b, center, b_xyz);
    }

    static void subtract(TilePoints<MemorySpace> const& points, std::int32_t tile,
                         double const* center, Real (*xyz)[tile_size]) {
      std::int64_t const begin = std::int64_t{tile} * tile_size;
      for (int i = 0; i < tile_size; ++i) {
        xyz[0][i] = static_cast<Real>(points.x[begin + i] - center[0]);
        xyz[1][i] = static_cast<Real>(points.y[begin + i] - center[1]);
        xyz[2][i] = static_cast<Real>(points.z[begin + i] - center[2]);
      }
    }

    alignas(64) Real a_xyz[3][tile_size];
    alignas(64) Real b_xyz[3][tile_size];
    HostTile<Real> a;
    HostTile<Real> b;
  };

  void resolve(TilePair const& pair, HostTile<Real> const& a, HostTile<Real> const& b,
               std::int64_t worker) const {
    bool const same = same_tiles && pair.a == pair.b;
    std::int64_t const all =
        same ? std::int64_t{a.count} * (a.count - 1) / 2 : std::int64_t{a.count} * b.count;
    if constexpr (!has_weights(sums)) {
      count_from_the_top(pair, a, b, same, all, worker);
    } else {
      sum_from_the_top(pair, a, b, same, all, worker);
    }
  }

  void add(TilePair const& pair, int bin, std::int64_t worker, std::int64_t pairs,
           double weight = 0.0, double moment = 0.0) const {
    if (pairs != 0 && bin >= 0 && bin < tallies.shape.bins) {
      tallies.add(worker, first.region(pair.a), second.region(pair.b), bin,
                  static_cast<std::uint64_t>(pairs), weight, moment);
    }
  }

  using BinSums = typename Pairs::BinSums;

  // What reaches no edge is in the bin `below`. Where there is one bin only and its moment is
  // wanted, its own edge is looked at.
  void count_from_the_top(TilePair const& pair, HostTile<Real> const& a, HostTile<Real> const& b,
                          bool same, std::int64_t all, std::int64_t worker) const {
    int top = pair.highest + 1;
    int const lowest =
        std::max(has_moments(sums) ? std::min(pair.below + 1, top - 1) : pair.below + 1, 0);
    BinSums placed;  // in the bins from `top` on
    double moment = 0.0;
    while (top > lowest && placed.count < all) {
      int const step = std::min(edges_at_a_time, top - lowest);
      BinSums above[edges_at_a_time];
      moment = sum_above(step, a, b, same, edges.data() + top - step, above);
      for (int k = step - 1; k >= 0; --k) {
        add(pair, top - step + k, worker, above[k].count - placed.count, 0.0,
            above[k].moment - placed.moment);
        placed = above[k];
      }
      top -= step;
    }
    if constexpr (takes_tile_moments) {
      moment = all > placed.count && pair.below >= 0 ? moment_of_all(pair, same) : placed.moment;
    }
    add(pair, pair.below, worker, all - placed.count, 0.0, moment - placed.moment);
  }

  double moment_of_all(TilePair const& pair, bool same) const {
    if (same) {
      return sum_over_pairs(moments_first(pair.a), first.count(pair.a));
    }
    return sum_over_pairs(moments_first(pair.a), first.count(pair.a), moments_second(pair.b),
                          second.count(pair.b), first.center_x(pair.a) - second.center_x(pair.b),
                          first.center_y(pair.a) - second.center_y(pair.b),
                          first.center_z(pair.a) - second.center_z(pair.b));
  }

  static double sum_above(int step, HostTile<Real> const& a, HostTile<Real> const& b, bool same,
                          Real const* edge, BinSums* above) {
    constexpr bool moments = has_moments(sums);
    constexpr bool all = moments && !takes_tile_moments;
    switch (step) {
      case 1:
        return Pairs::template sum_above<1, moments, all>(a, b, same, edge, above);
      case 2:
        return Pairs::template sum_above<2, moments, all>(a, b, same, edge, above);
      case 3:
        return Pairs::template sum_above<3, moments, all>(a, b, same, edge, above);
      default:
        return Pairs::template sum_above<4, moments, all>(a, b, same, edge, above);
    }
  }

  void sum_from_the_top(TilePair const& pair, HostTile<Real> const& a, HostTile<Real> const& b,
                        bool same, std::int64_t all, std::int64_t worker) const {
    std::int64_t placed = 0;
    int const lowest = std::max<int>(pair.below, 0);
    int top = std::min<int>(pair.highest + 1, static_cast<int>(tallies.shape.bins));
    while (top > lowest && placed < all) {
      int const step = std::min(bins_at_a_time, top - lowest);
      BinSums result[bins_at_a_time];
      sum_bins(step, a, b, same, edges.data() + top - step, result);
      for (int k = step - 1; k >= 0; --k) {
        add(pair, top - step + k, worker, result[k].count, result[k].weight, result[k].moment);
        placed += result[k].count;
      }
      top -= step;
    }
  }

  static void sum_bins(int step, HostTile<Real> const& a, HostTile<Real> const& b, bool same,
                       Real const* edge, BinSums* result) {
    switch (step) {
      case 1:
        return Pairs::template sum_bins<1, sums>(a, b, same, edge, result);
      case 2:
        return Pairs::template sum_bins<2, sums>(a, b, same, edge, result);
      default:
        return Pairs::template sum_bins<3, sums>(a, b, same, edge, result);
    }
  }
};

}  // namespace siderum::portable
