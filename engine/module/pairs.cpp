// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <compare>
#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <siderum/algorithms/pairs/pair_counts.hpp>
#include <siderum/algorithms/pairs/pair_sums.hpp>
#include <siderum/algorithms/pairs/sorted_catalogues.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/core/work_space.hpp>
#include <siderum/engine/module/array_views.hpp>
#include <siderum/engine/module/dispatch.hpp>
#include <siderum/engine/module/jobs.hpp>

namespace siderum::engine::on_space {

namespace {

/// One of several equal pieces of work, as part of the whole.
class Piece : public ProgressObserver {
 public:
  Piece(ProgressObserver* whole, std::size_t piece, std::size_t pieces)
      : whole_(whole), piece_(piece), pieces_(pieces) {}

  void advance(std::int64_t done, std::int64_t total) override {
    if (whole_ != nullptr) {
      double const share = static_cast<double>(done) / static_cast<double>(total);
      double const steps = 1e6 * (static_cast<double>(piece_) + share);
      whole_->advance(static_cast<std::int64_t>(steps),
                      static_cast<std::int64_t>(pieces_) * 1'000'000);
    }
  }

 private:
  ProgressObserver* whole_;
  std::size_t piece_;
  std::size_t pieces_;
};

/// From any labels to places in their list, which ascends.
std::vector<std::int32_t> compact(std::span<std::int64_t const> region,
                                  std::vector<std::int64_t> const& labels) {
  std::vector<std::int32_t> result;
  result.reserve(region.size());
  for (std::int64_t const label : region) {
    auto const place = std::lower_bound(labels.begin(), labels.end(), label);
    SIDERUM_VALIDATE(place != labels.end() && *place == label,
                     "The region of point " + std::to_string(result.size()) + " is " +
                         std::to_string(label) +
                         " (counted from 0; the counter has no such label). Make the counter with"
                         " the labels of all catalogues.");
    result.push_back(static_cast<std::int32_t>(place - labels.begin()));
  }
  return result;
}

template <class T>
std::span<T const> span_of(Kokkos::View<T const*, Kokkos::HostSpace> const& view) {
  return {view.data(), view.extent(0)};
}

template <class Backend, class Exec>
class CounterOnSpace final : public CatalogueCounter {
 public:
  CounterOnSpace(SeparationBins bins, PairCountOptions const& options,
                 std::vector<std::int64_t> labels)
      : bins_(std::move(bins)), options_(options), labels_(std::move(labels)) {}

  std::size_t add(std::span<CatalogueArrays const> sets) override {
    std::vector<Host> group;
    for (CatalogueArrays const& set : sets) {
      auto const ra = on_host(exec_, set.ra);
      auto const dec = on_host(exec_, set.dec);
      auto const weight = on_host(exec_, set.weight);
      auto const label = on_host(exec_, set.region);
      std::vector<std::int32_t> const region =
          labels_.empty() ? std::vector<std::int32_t>() : compact(span_of(label), labels_);
      group.push_back(
          make_catalogue(span_of(ra), span_of(dec), span_of(weight), region, std::ssize(labels_)));
    }
    bool const is_weighted =
        std::any_of(group.begin(), group.end(), [](Host const& set) { return set.has_weights(); });
    has_weights_ = has_weights_ || is_weighted;
    groups_.push_back({std::move(group), is_weighted, {}});
    return groups_.size() - 1;
  }

  PairCounts count(std::size_t group, ProgressObserver* progress) const override {
    Group& sets = group_of(group);
    Side const all{&sets, {0, sets.host.size(), PairKind::auto_count}};
    if (brings({all})) {
      return count_sorted<Backend>(exec_, sorted(all, sets.is_weighted), bins_, options_, progress);
    }
    return count_pairs_by_patches<Backend>(exec_, PairKind::auto_count, all.host(), {}, bins_,
                                           options_, progress);
  }

  PairCounts count(std::size_t first, std::size_t second,
                   ProgressObserver* progress) const override {
    Group& firsts = group_of(first);
    Group& sets = group_of(second);
    bool const has_one = firsts.host.size() == 1;
    SIDERUM_VALIDATE(has_one || firsts.host.size() == sets.host.size(),
                     "There are " + std::to_string(firsts.host.size()) + " catalogues and " +
                         std::to_string(sets.host.size()) +
                         " to count them against (one goes with any number, several go with as many"
                         " others). Give as many of each.");
    if (has_one) {
      return crossed(firsts, sets, {0, sets.host.size(), PairKind::cross_count}, progress);
    }
    std::vector<PairCounts> parts;
    for (std::size_t i = 0; i < sets.host.size(); ++i) {
      Piece piece(progress, i, sets.host.size());
      parts.push_back(crossed(firsts, sets, {i, 1, PairKind::cross_count}, &piece));
    }
    return pool(parts);
  }

 private:
  using Host = Catalogue<Kokkos::HostSpace>;
  using Points = Catalogue<typename Exec::memory_space>;
  using Sorted = SortedCatalogues<typename Exec::memory_space>;

  /// Some of the sets of a group, and what they are sorted for.
  struct Sets {
    Sets(std::size_t first, std::size_t number, PairKind what)
        : begin(first), count(number), kind(number == 1 ? PairKind::cross_count : what) {}

    auto operator<=>(Sets const&) const = default;

    std::size_t begin;
    std::size_t count;
    PairKind kind;  ///< of one set there is one order for both
  };

  struct Kept {
    Sorted sorted;
    bool is_for_weights;
  };

  /// Catalogues that were added together, and how they were sorted, in the memory of the space.
  struct Group {
    std::vector<Host> host;
    bool is_weighted;
    std::map<Sets, Kept> kept;
  };

  /// What is counted, or one side of it.
  struct Side {
    Group* group;
    Sets sets;

    std::span<Host const> host() const {
      return std::span<Host const>(group->host).subspan(sets.begin, sets.count);
    }
  };

  Group& group_of(std::size_t group) const {
    SIDERUM_VALIDATE(group < groups_.size(),
                     "There is no group " + std::to_string(group) + " of catalogues (" +
                         std::to_string(groups_.size()) +
                         " were added, counted from 0). Give a number that add has answered.");
    return groups_[group];
  }

  /// The only catalogue of the first group, or that beside the only one of these sets.
  PairCounts crossed(Group& firsts, Group& sets, Sets const& which,
                     ProgressObserver* progress) const {
    std::size_t const begin = firsts.host.size() == 1 ? 0 : which.begin;
    Side const first{&firsts, {begin, 1, PairKind::cross_count}};
    Side const second{&sets, which};
    if (brings({first, second})) {
      bool const is_weighted = firsts.is_weighted || sets.is_weighted;
      Sorted const one = sorted(first, is_weighted);
      return count_sorted<Backend>(exec_, one, sorted(second, is_weighted), bins_, options_,
                                   progress);
    }
    return count_pairs_by_patches<Backend>(exec_, PairKind::cross_count, first.host(),
                                           second.host(), bins_, options_, progress);
  }

  /// These sets in the memory of the space, sorted by the first count that needs them so.
  Sorted sorted(Side const& side, bool is_weighted) const {
    auto& kept = side.group->kept;
    auto const found = kept.find(side.sets);
    if (found != kept.end() && (found->second.is_for_weights || !is_weighted)) {
      return found->second.sorted;
    }
    kept.erase(side.sets);
    std::optional<Sorted> made;
    try {
      made = sort(side);
    } catch (OutOfMemory const&) {
      keep_none_but({});
      made = sort(side);
    }
    kept.emplace(side.sets, Kept{*made, has_weights_});
    return *made;
  }

  Sorted sort(Side const& side) const {
    std::vector<Points> there;
    for (Host const& set : side.host()) {
      there.push_back(mirror_to(exec_, set));
    }
    return sort_catalogues<Backend>(exec_, std::span<Points const>(there),
                                    {side.sets.kind, has_weights_, options_.precision});
  }

  /// Whether the memory of the space holds the sorted points. @return false: some of the processes
  /// that count together have no room for them, so that all count by patches
  bool brings(std::vector<Side> const& wanted) const {
    if constexpr (!is_host<Exec>) {
      bool has = has_room(wanted);
      if (!has) {
        keep_none_but(wanted);
        has = has_room(wanted);
      }
      if (!all_say(has)) {
        keep_none_but({});
        return false;
      }
    }
    return true;
  }

  /// Whether the memory of the device holds what is missing of these and the work space of their
  /// count; where nobody knows, it is tried.
  bool has_room(std::vector<Side> const& wanted) const {
    using Facts = typename backend::default_for_t<Exec>::template DeviceFactsOf<Exec>;
    constexpr double of_a_point = 140.0;
    constexpr double of_lists = 300e6;
    double needed = of_lists;
    for (Side const& side : wanted) {
      if (!side.group->kept.contains(side.sets)) {
        for (Host const& set : side.host()) {
          needed += static_cast<double>(set.points()) * of_a_point;
        }
      }
    }
    std::int64_t const free = Facts()().free_memory;
    return free == 0 || needed <= static_cast<double>(free);
  }

  void keep_none_but(std::vector<Side> const& wanted) const {
    for (Group& group : groups_) {
      std::erase_if(group.kept, [&](auto const& kept) {
        return std::none_of(wanted.begin(), wanted.end(), [&](Side const& side) {
          return side.group == &group && side.sets == kept.first;
        });
      });
    }
    release_work_space();
  }

  bool all_say(bool yes) const {
    return options_.share == nullptr ? yes : options_.share->all_say(yes);
  }

  Exec exec_;
  SeparationBins bins_;
  PairCountOptions options_;
  std::vector<std::int64_t> labels_;
  mutable std::deque<Group> groups_;
  bool has_weights_ = false;  ///< some catalogues that were added
};

}  // namespace

std::unique_ptr<CatalogueCounter> make_counter(SeparationBins bins, PairCountOptions options,
                                               std::vector<std::int64_t> region_labels,
                                               Execution const& execution) {
  options.precision = execution.precision == Precision::single_precision ? PairPrecision::fp32
                                                                         : PairPrecision::fp64;
  return with_backend(execution, [&]<class Exec, class Backend>(Exec const&, Backend) {
    return std::unique_ptr<CatalogueCounter>(std::make_unique<CounterOnSpace<Backend, Exec>>(
        std::move(bins), options, std::move(region_labels)));
  });
}

}  // namespace siderum::engine::on_space
