// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <siderum/algorithms/pairs/detail/pair_counts/child_pairs.hpp>
#include <siderum/algorithms/pairs/detail/pair_counts/fill.hpp>
#include <siderum/algorithms/pairs/detail/pair_counts/tile_source.hpp>
#include <siderum/algorithms/pairs/pair_count_options.hpp>
#include <siderum/backends/backend.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/progress.hpp>
#include <siderum/core/work_space.hpp>

namespace siderum::detail {

/// How FP32 rounds squared chords, as chord_range takes it.
template <class Real>
inline constexpr double rounding_of_chords =
    std::is_same_v<Real, float> ? fp32_chord_rounding : 0.0;

/// Numbers the tiles of entries as they stand at hand.
template <class MemorySpace>
struct TileNumbers {
  TilePairList<MemorySpace> list;
  std::int32_t begin_first = 0;
  std::int32_t begin_second = 0;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    list(i).a -= begin_first;
    list(i).b -= begin_second;
  }
};

/// Goes down two trees together, level by level, in pieces of bounded length, and hands the tile
/// pairs that are left to the operation PairHistogram.
template <class Backend, class Exec, class Real>
class TileCounter {
 public:
  using MemorySpace = typename Exec::memory_space;
  using Tree = TileTree<MemorySpace>;
  using Histogram = typename Backend::template PairHistogram<Exec, Real>;
  using Expand = typename Backend::template ExpandList<Exec>;

  TileCounter(Exec const& exec, WorkPieces<Exec>& work_space, Tree const& first, Tree const& second,
              TileSource<MemorySpace>& tiles, bool same_tree,
              Kokkos::View<double const*, MemorySpace> const& chords,
              Kokkos::View<Real const*, MemorySpace> const& edges,
              PairTallies<MemorySpace> const& tallies, PairSums sums, std::int64_t capacity)
      : exec_(exec),
        work_space_(work_space),
        first_(first),
        second_(second),
        tiles_(tiles),
        classifier_{chords, tallies, same_tree, rounding_of_chords<Real>},
        edges_(edges),
        sums_(sums),
        capacity_(capacity),
        count_(work_space.template take<std::int64_t>(1).data()) {}

  /// @param share  of the pairs; null: all of them
  void operator()(ProgressObserver* progress, PairShare const* share) {
    std::size_t const top = top_level();
    std::vector<TilePair> pairs = pairs_of_nodes(top);
    if (share != nullptr && share->parts > 1) {
      share_ = share;
      level_of_division_ = level_of_division(top);
    }
    std::vector<std::int64_t> const begin = tiles_.arrange(top, pairs);
    auto const total = static_cast<std::int64_t>(pairs.size());
    lists_.resize(top + 1);
    lists_[top] = work_space_.copy(pairs);
    for (std::size_t level = 0; level < top; ++level) {
      lists_[level] = list(std::min(capacity_, number_of_pairs(level)));
    }
    std::int64_t const steps = progress == nullptr ? 1 : 50;
    std::int64_t const step = std::max<std::int64_t>(1, (total + steps - 1) / steps);
    for (std::size_t stretch = 0; stretch + 1 < begin.size(); ++stretch) {
      if (begin[stretch] < begin[stretch + 1]) {
        take(tiles_.bring(stretch));
      }
      for (std::int64_t done = begin[stretch]; done < begin[stretch + 1]; done += step) {
        std::int64_t const end = std::min(done + step, begin[stretch + 1]);
        descend(top, done, end);
        if (progress != nullptr) {
          exec_.fence("siderum::pair_counts::progress");
          progress->advance(end, total);
        }
      }
    }
    exec_.fence("siderum::pair_counts::counted");
  }

 private:
  static std::string label(char const* step) {
    return std::string("siderum::pair_counts::") + step + "[" + std::string(Backend::name) + "]";
  }

  void take(TilesAtHand<MemorySpace> const& tiles) {
    histogram_.emplace(exec_, tiles.first, tiles.second,
                       tiles.are_same ? Histogram::Sides::same : Histogram::Sides::different,
                       edges_, classifier_.tallies, sums_);
    numbers_ = {lists_[0], tiles.begin_first, tiles.begin_second};
  }

  TilePairList<MemorySpace> list(std::int64_t length) const {
    return work_space_.template take<TilePair>(length);
  }

  std::size_t levels() const { return std::min(first_.levels.size(), second_.levels.size()); }

  // Pairs of nodes of the same catalogue, a <= b, or of both trees.
  std::int64_t number_of_pairs(std::size_t level) const {
    if (!classifier_.same_tree) {
      return first_.nodes(level) * second_.nodes(level);
    }
    std::int64_t pairs = 0;
    for (std::int64_t set = 0; set < first_.sets; ++set) {
      std::int64_t const nodes = end_of_set(level, set) - begin_of_set(level, set);
      pairs += nodes * (nodes + 1) / 2;
    }
    return pairs;
  }

  std::int64_t begin_of_set(std::size_t level, std::int64_t set) const {
    return first_.set_begin[level][set];
  }
  std::int64_t end_of_set(std::size_t level, std::int64_t set) const {
    return begin_of_set(level, set + 1);
  }

  // The lowest level that is above the tiles and has few pairs, or the highest there is.
  std::size_t top_level() const {
    std::size_t level = 1;
    while (level + 1 < levels() && number_of_pairs(level) > Expand::first_entries) {
      ++level;
    }
    return level;
  }

  // The highest level below the top whose nodes are so many that chance deals their pairs alike, to
  // a few per cent; else the tiles.
  std::size_t level_of_division(std::size_t top) const {
    std::int64_t const least = 500 * std::int64_t{share_->parts};
    std::size_t level = top - 1;
    while (level > 0 && std::max(first_.nodes(level), second_.nodes(level)) < least) {
      --level;
    }
    return level;
  }

  PairPart part_of(std::size_t level) const {
    return share_ == nullptr || level < level_of_division_
               ? PairPart{}
               : PairPart{share_->part, share_->parts, level == level_of_division_};
  }

  std::vector<TilePair> pairs_of_nodes(std::size_t level) const {
    std::vector<TilePair> pairs;
    pairs.reserve(static_cast<std::size_t>(number_of_pairs(level)));
    auto const add = [&](std::int64_t a, std::int64_t begin, std::int64_t end) {
      for (std::int64_t b = begin; b < end; ++b) {
        pairs.push_back({static_cast<std::int32_t>(a), static_cast<std::int32_t>(b), 0, 0});
      }
    };
    for (std::int64_t set = 0; set < first_.sets; ++set) {
      std::int64_t const end = end_of_set(level, set);
      for (std::int64_t a = begin_of_set(level, set); a < end; ++a) {
        if (classifier_.same_tree) {
          add(a, a, end);
        } else {
          add(a, 0, second_.nodes(level));
        }
      }
    }
    return pairs;
  }

  // The entries begin .. end - 1 of the list of a level.
  void descend(std::size_t level, std::int64_t begin, std::int64_t end) {
    if (level == 0) {
      if (numbers_.begin_first != 0 || numbers_.begin_second != 0) {
        Kokkos::parallel_for(label("number_tiles"), IndexPolicy<Exec>(exec_, 0, end), numbers_);
      }
      (*histogram_)(lists_[0], end, label("resolve"));
      return;
    }
    std::int64_t const piece = capacity_ / (fanout * fanout);
    for (std::int64_t first = begin; first < end; first += piece) {
      std::int64_t const found = expand(level, first, std::min(first + piece, end));
      if (found > 0) {
        descend(level - 1, 0, found);
      }
    }
  }

  std::int64_t expand(std::size_t level, std::int64_t begin, std::int64_t end) {
    fill(exec_, Kokkos::View<std::int64_t*, MemorySpace>(count_.data(), 1), std::int64_t{0});
    expand_(exec_,
            ChildPairs<MemorySpace>{classifier_, first_.levels[level], second_.levels[level],
                                    first_.levels[level - 1], second_.levels[level - 1],
                                    lists_[level], part_of(level - 1)},
            begin, end, lists_[level - 1], count_, label("expand"));
    std::int64_t found = 0;
    Kokkos::deep_copy(exec_, found, count_);
    exec_.fence("siderum::pair_counts::listed");
    if (share_ != nullptr) {
      share_->check();
    }
    return found;
  }

  Exec exec_;
  WorkPieces<Exec>& work_space_;
  Tree first_;
  Tree second_;
  TileSource<MemorySpace>& tiles_;
  PairClassifier<MemorySpace> classifier_;
  Kokkos::View<Real const*, MemorySpace> edges_;
  PairSums sums_;
  PairShare const* share_ = nullptr;   ///< null: all is counted here
  std::size_t level_of_division_ = 0;  ///< of several parts, among the levels
  Expand expand_;
  std::optional<Histogram> histogram_;
  TileNumbers<MemorySpace> numbers_;
  std::int64_t capacity_;
  Kokkos::View<std::int64_t, MemorySpace> count_;
  std::vector<TilePairList<MemorySpace>> lists_;
};

}  // namespace siderum::detail
