// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include <siderum/backends/portable/pair_histogram/host_block.hpp>
#include <siderum/backends/portable/pair_histogram/tile_blocks.hpp>

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
  TileBlocksView<MemorySpace> blocks_first;   // (tiles)
  TileBlocksView<MemorySpace> blocks_second;  // (tiles)

  using Pairs = HostPairs<Real>;
  static constexpr std::int64_t block = 8;

  void operator()(std::int64_t index) const {
    std::int64_t const end = std::min((index + 1) * block, count);
    for (std::int64_t entry = index * block; entry < end; ++entry) {
      TilePair const pair = list(entry);
      if constexpr (std::is_same_v<Real, double>) {
        resolve(pair, tile(first, blocks_first, pair.a), tile(second, blocks_second, pair.b),
                index);
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

  static HostTile<double> tile(TilePoints<MemorySpace> const& points,
                               TileBlocksView<MemorySpace> const& blocks, std::int32_t index) {
    std::int64_t const begin = std::int64_t{index} * tile_size;
    return {points.x.data() + begin, points.y.data() + begin, points.z.data() + begin,
            weights(points, index),  blocks.data() + index,   points.count(index)};
  }

  // The tiles of an entry relative to the centre of the second.
  struct Relative {
    Relative(HostPairCounter const& counter, TilePair const& pair)
        : a{a_xyz[0],
            a_xyz[1],
            a_xyz[2],
            weights(counter.first, pair.a),
            counter.blocks_first.data() + pair.a,
            counter.first.count(pair.a)},
          b{b_xyz[0],
            b_xyz[1],
            b_xyz[2],
            weights(counter.second, pair.b),
            counter.blocks_second.data() + pair.b,
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

  // What rounding can do to a chord: of coordinates and of squares in FP64, several times over; in
  // FP32 as fp32_chord_rounding has it.
  double margin(TilePair const& pair) const {
    constexpr double of_a_chord = 1e-14;
    if constexpr (std::is_same_v<Real, double>) {
      return of_a_chord;
    }
    double const dx = first.center_x(pair.a) - second.center_x(pair.b);
    double const dy = first.center_y(pair.a) - second.center_y(pair.b);
    double const dz = first.center_z(pair.a) - second.center_z(pair.b);
    double const longest = std::sqrt(dx * dx + dy * dy + dz * dz) + blocks_first(pair.a).reach +
                           blocks_second(pair.b).reach;
    return of_a_chord + 0x1p-20 * longest;
  }

  void resolve(TilePair const& pair, HostTile<Real> const& a, HostTile<Real> const& b,
               std::int64_t worker) const {
    bool const same = same_tiles && pair.a == pair.b;
    std::int64_t const all =
        same ? std::int64_t{a.count} * (a.count - 1) / 2 : std::int64_t{a.count} * b.count;
    Pairs const pairs(a, b, same, margin(pair));
    if constexpr (sums == PairSums::count) {
      count_from_the_top(pair, pairs, all, worker);
    } else {
      sum_from_the_top(pair, pairs, all, worker);
    }
  }

  void add(TilePair const& pair, int bin, std::int64_t worker, std::int64_t pairs,
           double weight = 0.0, double moment = 0.0) const {
    if (pairs != 0 && bin >= 0 && bin < tallies.shape.bins) {
      tallies.add(worker, first.region(pair.a), second.region(pair.b), bin,
                  static_cast<std::uint64_t>(pairs), weight, moment);
    }
  }

  // What reaches no edge is in the bin `below`.
  void count_from_the_top(TilePair const& pair, Pairs const& pairs, std::int64_t all,
                          std::int64_t worker) const {
    int top = pair.highest + 1;
    int const lowest = std::max(pair.below + 1, 0);
    std::int64_t placed = 0;  // in the bins from `top` on
    while (top > lowest && placed < all) {
      int const step = std::min(Pairs::most_edges, top - lowest);
      std::int64_t above[Pairs::most_edges];
      pairs.count_above(edges.data() + top - step, step, above);
      for (int k = step - 1; k >= 0; --k) {
        add(pair, top - step + k, worker, above[k] - placed);
        placed = above[k];
      }
      top -= step;
    }
    add(pair, pair.below, worker, all - placed);
  }

  void sum_from_the_top(TilePair const& pair, Pairs const& pairs, std::int64_t all,
                        std::int64_t worker) const {
    std::int64_t placed = 0;
    int const lowest = std::max<int>(pair.below, 0);
    int top = std::min<int>(pair.highest + 1, static_cast<int>(tallies.shape.bins));
    while (top > lowest && placed < all) {
      int const step = std::min(Pairs::most_edges, top - lowest);
      typename Pairs::BinSums result[Pairs::most_edges];
      pairs.template sum_bins<sums>(edges.data() + top - step, step, result);
      for (int k = step - 1; k >= 0; --k) {
        add(pair, top - step + k, worker, result[k].count, result[k].weight, result[k].moment);
        placed += result[k].count;
      }
      top -= step;
    }
  }
};

}  // namespace siderum::portable
