// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include <siderum/algorithms/pairs/pair_counts.hpp>
#include <siderum/algorithms/pairs/pair_sums.hpp>
#include <siderum/core/error.hpp>
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
    std::vector<Points> group;
    for (CatalogueArrays const& set : sets) {
      auto const ra = on_host(exec_, set.ra);
      auto const dec = on_host(exec_, set.dec);
      auto const weight = on_host(exec_, set.weight);
      auto const label = on_host(exec_, set.region);
      std::vector<std::int32_t> const region =
          labels_.empty() ? std::vector<std::int32_t>() : compact(span_of(label), labels_);
      group.push_back(mirror_to(exec_, make_catalogue(span_of(ra), span_of(dec), span_of(weight),
                                                      region, std::ssize(labels_))));
    }
    // The host's catalogues end with this call.
    exec_.fence("siderum::pairs::copy");
    groups_.push_back(std::move(group));
    return groups_.size() - 1;
  }

  PairCounts count(std::size_t group, ProgressObserver* progress) const override {
    return count_pairs_of_sets<Backend>(exec_, sets_of(group), bins_, options_, progress);
  }

  PairCounts count(std::size_t first, std::size_t second,
                   ProgressObserver* progress) const override {
    auto const firsts = sets_of(first);
    auto const sets = sets_of(second);
    if (firsts.size() == 1) {
      return count_pairs_with_sets<Backend>(exec_, firsts[0], sets, bins_, options_, progress);
    }
    SIDERUM_VALIDATE(firsts.size() == sets.size(),
                     "There are " + std::to_string(firsts.size()) + " catalogues and " +
                         std::to_string(sets.size()) +
                         " to count them against (one goes with any number, several go with as many"
                         " others). Give as many of each.");
    std::vector<PairCounts> parts;
    for (std::size_t i = 0; i < sets.size(); ++i) {
      Piece piece(progress, i, sets.size());
      parts.push_back(count_pairs<Backend>(exec_, firsts[i], sets[i], bins_, options_, &piece));
    }
    return pool(parts);
  }

 private:
  using Points = Catalogue<typename Exec::memory_space>;

  std::span<Points const> sets_of(std::size_t group) const {
    SIDERUM_VALIDATE(group < groups_.size(),
                     "There is no group " + std::to_string(group) + " of catalogues (" +
                         std::to_string(groups_.size()) +
                         " were added, counted from 0). Give a number that add has answered.");
    return groups_[group];
  }

  Exec exec_;
  SeparationBins bins_;
  PairCountOptions options_;
  std::vector<std::int64_t> labels_;
  std::vector<std::vector<Points>> groups_;
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
