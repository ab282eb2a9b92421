// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <siderum/algorithms/pairs/detail/pair_counts/build_tree.hpp>
#include <siderum/algorithms/pairs/detail/pair_counts/child_pairs.hpp>
#include <siderum/algorithms/pairs/detail/pair_counts/tally_keeper.hpp>
#include <siderum/backends/backend.hpp>
#include <siderum/core/separation_bins.hpp>
#include <siderum/core/work_space.hpp>

#include "operations/operation_run.hpp"
#include "pair_counts/skies.hpp"
#include "support/peaks.hpp"

namespace siderum::bench {

/// PairHistogram of one backend as counts of one catalogue ask for it: the pairs of tiles that are
/// left when whole nodes have been counted or dropped.
template <class Backend, class Exec, class Real>
class PairHistogramRun final : public OperationRun {
 public:
  explicit PairHistogramRun(PairSize const& size)
      : chords_(squared_chords(logarithmic_bins(0.01, size.upper_deg, 20))),
        tree_(build_tree(uniform_sky(size.points, 1).catalogue())),
        pairs_(pairs_of_tiles()),
        list_(copy_to_work(exec_, "siderum::bench::pairs", pairs_)),
        count_(counter_into(make_keeper(lasting_))) {}

  void operator()() const override { count(count_); }

  std::string complaint() const override {
    std::vector<std::int64_t> const found = counted();
    std::vector<std::int64_t> const expected = expected_counts();
    for (std::size_t bin = 0; bin < expected.size(); ++bin) {
      if (found[bin] != expected[bin]) {
        return "wrong: bin " + std::to_string(bin) + " holds " + std::to_string(found[bin]) +
               " pairs (one after another there are " + std::to_string(expected[bin]) + ")";
      }
    }
    return "";
  }

  /// By all pairs of points of the list, of which blocks may be placed as a whole.
  void report(benchmark::State& state, double seconds) const override {
    auto const points = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), tree_.tiles.count);
    double pairs = 0.0;
    for (TilePair const& pair : pairs_) {
      double const others = pair.a == pair.b ? 0.5 * (points(pair.b) - 1) : points(pair.b);
      pairs += points(pair.a) * others;
    }
    double const rate = pairs / seconds;
    state.counters["evals"] = rate;
    state.counters["gflops"] = rate * operations * 1e-9;
    state.counters["peak_share"] = rate * operations / multiply_add_peak<Exec, Real>();
  }

 private:
  using MemorySpace = typename Exec::memory_space;
  using Tree = detail::TileTree<MemorySpace>;
  using Histogram = typename Backend::template PairHistogram<Exec, Real>;
  using Keeper = detail::TallyKeeper<Exec>;

  // Subtractions, multiplications and additions of a squared chord.
  static constexpr double operations = 8.0;
  static constexpr bool is_fp32 = sizeof(Real) == 4;

  Tree build_tree(Catalogue<Kokkos::HostSpace> const& sky) {
    auto const there = mirror_to(exec_, sky);
    WorkPieces<Exec> passing(exec_, "siderum::bench::passing", piece);
    Tree const tree =
        detail::TreeBuilder<Backend, Exec>(exec_, lasting_, passing, std::span(&there, 1), true,
                                           {.weights = false, .centered = is_fp32})
            .build();
    exec_.fence("siderum::bench::tree");
    return tree;
  }

  std::int64_t bins() const { return static_cast<std::int64_t>(chords_.size()) - 1; }
  TallyShape shape() const { return {bins(), 1, 1, true}; }

  /// Down the tree from all pairs of the highest nodes, as TileCounter goes.
  std::vector<TilePair> pairs_of_tiles() const {
    using Host = Kokkos::HostSpace;
    PairTallies<Host> whole;  // of nodes that are counted as they are: not looked at
    whole.shape = shape();
    whole.count = Kokkos::View<std::uint64_t*, Host>("siderum::bench::whole", bins());
    detail::PairClassifier<Host> const classifier{
        Kokkos::View<double const*, Host>(chords_.data(), chords_.size()), whole, true,
        is_fp32 ? detail::fp32_chord_rounding : 0.0};
    std::size_t level = tree_.levels.size() - 1;
    auto nodes = Kokkos::create_mirror_view_and_copy(Host(), tree_.levels[level]);
    std::vector<TilePair> pairs;
    auto const top = static_cast<std::int32_t>(nodes.extent(0));
    for (std::int32_t a = 0; a < top; ++a) {
      for (std::int32_t b = a; b < top; ++b) {
        pairs.push_back({a, b, 0, 0});
      }
    }
    for (; level > 0; --level) {
      auto const below = Kokkos::create_mirror_view_and_copy(Host(), tree_.levels[level - 1]);
      TilePairList<Host> const parents(pairs.data(), pairs.size());
      detail::ChildPairs<Host> const children{classifier, nodes, nodes, below, below, parents, {}};
      std::vector<TilePair> left;
      TilePair pair{};
      for (std::size_t parent = 0; parent < pairs.size(); ++parent) {
        for (int child = 0; child < children.of_entry; ++child) {
          if (children.remains(static_cast<std::int64_t>(parent), child, 0, pair)) {
            left.push_back(pair);
          }
        }
      }
      pairs = std::move(left);
      nodes = below;
    }
    return pairs;
  }

  std::vector<Real> edges() const { return std::vector<Real>(chords_.begin(), chords_.end()); }

  Keeper make_keeper(WorkPieces<Exec>& memory) const {
    return Keeper(exec_, memory, shape(), PairSums::count, Histogram::most_copies, 1.0, 1.0);
  }

  Histogram counter_into(Keeper const& keeper) const {
    return Histogram(exec_, tree_.tiles, tree_.tiles, Histogram::Sides::same,
                     copy_to_work(exec_, "siderum::bench::edges", edges()), keeper.tallies(),
                     PairSums::count);
  }

  void count(Histogram const& histogram) const {
    histogram(list_, static_cast<std::int64_t>(pairs_.size()), "siderum::bench::pair_histogram");
  }

  /// Of one run.
  std::vector<std::int64_t> counted() const {
    WorkPieces<Exec> memory(exec_, "siderum::bench::tallies", 1 << 20);
    Keeper const keeper = make_keeper(memory);
    count(counter_into(keeper));
    return keeper.sums(memory, nullptr).count;
  }

  /// The same, one pair of points after another.
  std::vector<std::int64_t> expected_counts() const {
    TilePoints<Kokkos::HostSpace> const tiles = tiles_on_host();
    std::vector<Real> const limits = edges();
    std::vector<std::int64_t> counts(static_cast<std::size_t>(bins()));
    for (TilePair const& pair : pairs_) {
      TilePosition<Real> second[tile_size];
      for (int j = 0; j < tiles.count(pair.b); ++j) {
        second[j] = position_of_second<Real>(tiles, pair, j);
      }
      for (int i = 0; i < tiles.count(pair.a); ++i) {
        auto const first = position_of_first<Real>(tiles, tiles, pair, i);
        for (int j = pair.a == pair.b ? i + 1 : 0; j < tiles.count(pair.b); ++j) {
          Real const dx = first.x - second[j].x;
          Real const dy = first.y - second[j].y;
          Real const dz = first.z - second[j].z;
          Real const c2 = std::fma(dz, dz, std::fma(dy, dy, dx * dx));
          if (limits.front() <= c2 && c2 < limits.back()) {
            auto const above = std::upper_bound(limits.begin(), limits.end(), c2);
            ++counts[above - limits.begin() - 1];
          }
        }
      }
    }
    return counts;
  }

  TilePoints<Kokkos::HostSpace> tiles_on_host() const {
    auto const host = [](auto const& view) {
      return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
    };
    auto const& there = tree_.tiles;
    return {host(there.x),        host(there.y),        host(there.z),      host(there.weight),
            host(there.near_x),   host(there.near_y),   host(there.near_z), host(there.center_x),
            host(there.center_y), host(there.center_z), host(there.count),  host(there.region)};
  }

  static constexpr std::int64_t piece = std::int64_t{64} << 20;

  Exec exec_;
  std::vector<double> chords_;
  WorkPieces<Exec> lasting_{exec_, "siderum::bench::lasting", piece};
  Tree tree_;
  std::vector<TilePair> pairs_;
  TilePairList<MemorySpace> list_;
  Histogram count_;
};

template <class Backend, class Exec, class Real>
std::unique_ptr<OperationRun> make_pair_histogram(PairSize const& size) {
  return std::make_unique<PairHistogramRun<Backend, Exec, Real>>(size);
}

}  // namespace siderum::bench
