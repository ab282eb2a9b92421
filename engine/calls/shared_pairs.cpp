// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/calls/shared_pairs.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include <siderum/core/error.hpp>
#include <siderum/core/large_pages.hpp>
#include <siderum/engine/loader/communicator.hpp>
#include <siderum/engine/loader/made_on_module.hpp>
#include <siderum/engine/loader/module.hpp>
#include <siderum/engine/loader/session.hpp>

namespace siderum::engine {

namespace {

using distributed::Communicator;
using distributed::MessageReader;
using distributed::MessageWriter;

/// The counter of one rank.
class OwnCounter {
 public:
  OwnCounter(Communicator& all, SeparationBins const& bins, PairCountOptions options,
             std::vector<std::int64_t> const& labels, Execution const& execution)
      : all_(all),
        share_{all.rank(), all.size(),
               [this](std::uint64_t* numbers, std::int64_t count) {
                 link_->all_reduce(numbers, static_cast<std::size_t>(count));
               },
               [&all] { all.check(); },
               [&all](bool yes) {
                 std::array<std::uint64_t, 1> noes{yes ? 0U : 1U};
                 all.all_reduce(noes);
                 return noes.front() == 0;
               }},
        counter_(execution, [&](Module& module) {
          options.share = &share_;
          return module.make_counter(bins, options, labels, execution);
        }) {}

  template <class Job>
  auto operator()(Job const& job) const {
    return counter_([&](Module& module, CatalogueCounter& counter) {
      // After a job that failed there is another one.
      link_ = &link_of(module, counter_.execution().device, all_);
      return job(counter);
    });
  }

 private:
  Communicator& all_;
  mutable distributed::Link* link_ = nullptr;
  PairShare share_;
  MadeOnModule<CatalogueCounter> counter_;
};

/// What others know of a catalogue before it comes.
struct CatalogueHead {
  std::int64_t points;
  bool has_weight;
  bool has_region;
};

/// Which catalogues are counted against which; `second` of auto counts is -1.
struct CountHead {
  std::int64_t counter;
  std::int64_t first;
  std::int64_t second;
};

template <class T>
std::span<T const> span_of(Array<T const> const& array) {
  return {array.data, static_cast<std::size_t>(array.size())};
}

/// What rank 0 has in place of its own: each call is one of all ranks, and begins the job on its
/// module by itself.
class SharedCounter final : public CatalogueCounter {
 public:
  SharedCounter(Communicator& all, SeparationBins const& bins, PairCountOptions const& options,
                std::vector<std::int64_t> const& labels, Execution execution)
      : all_(all), kept_(all, SharedTask::end_counter) {
    execution.progress = nullptr;
    MessageWriter head;
    head << kept_.number() << execution << options << bins.edges << labels;
    SharedJob job(all, SharedTask::make_counter, head.take());
    own_.emplace(all, bins, options, labels, execution);
    job.end();
  }

  std::size_t add(std::span<CatalogueArrays const> sets) override {
    check_usable();
    std::vector<CatalogueHead> heads;
    for (CatalogueArrays const& set : sets) {
      SIDERUM_VALIDATE(set.ra.where.memory == MemoryKind::host,
                       "The points are in the memory of a GPU (processes that work together share"
                       " those of the host). Copy them there.");
      heads.push_back({set.ra.size(), set.weight.size() > 0, set.region.size() > 0});
    }
    MessageWriter head;
    head << kept_.number() << heads;
    is_alike_ = false;
    SharedJob job(all_, SharedTask::add_catalogues, head.take());
    for (CatalogueArrays const& set : sets) {
      hand_out(set);
    }
    std::size_t const group = (*own_)([&](CatalogueCounter& counter) { return counter.add(sets); });
    job.end();
    is_alike_ = true;
    return group;
  }

  PairCounts count(std::size_t group, ProgressObserver* progress) const override {
    return together({kept_.number(), static_cast<std::int64_t>(group), -1}, progress,
                    [&](CatalogueCounter const& counter, ProgressObserver* own) {
                      return counter.count(group, own);
                    });
  }

  PairCounts count(std::size_t first, std::size_t second,
                   ProgressObserver* progress) const override {
    return together(
        {kept_.number(), static_cast<std::int64_t>(first), static_cast<std::int64_t>(second)},
        progress, [&](CatalogueCounter const& counter, ProgressObserver* own) {
          return counter.count(first, second, own);
        });
  }

 private:
  void check_usable() const {
    kept_.check_still_joined();
    SIDERUM_VALIDATE(is_alike_,
                     "The counter cannot be used any more (catalogues were given to it which not"
                     " all processes could take). Make another one.");
  }

  /// What there is of a catalogue, from where it lies.
  void hand_out(CatalogueArrays const& set) const {
    auto const hand_out = [&](auto const& array) {
      if (array.size() > 0) {
        all_.broadcast(std::as_bytes(span_of(array)), {});
      }
    };
    hand_out(set.ra);
    hand_out(set.dec);
    hand_out(set.weight);
    hand_out(set.region);
  }

  template <class Count>
  PairCounts together(CountHead const& what, ProgressObserver* progress, Count const& count) const {
    check_usable();
    MessageWriter head;
    head << what;
    SharedJob job(all_, SharedTask::count_pairs, head.take());
    // Counting in steps that can be told takes longer.
    SharedProgress told(all_, progress);
    PairCounts counts = (*own_)([&](CatalogueCounter const& counter) {
      return count(counter, progress == nullptr ? nullptr : &told);
    });
    job.end();
    return counts;
  }

  Communicator& all_;
  KeptByAll kept_;
  bool is_alike_ = true;  ///< all ranks have the same groups
  std::optional<OwnCounter> own_;
};

/// A catalogue that comes from rank 0.
CatalogueTable receive_catalogue(Communicator& all, CatalogueHead const& head) {
  CatalogueTable table;
  auto const receive = [&](auto& values, bool is_there) {
    if (is_there && head.points > 0) {
      resize_large(values, static_cast<std::size_t>(head.points));
      all.broadcast({}, std::as_writable_bytes(std::span(values)));
    }
  };
  receive(table.ra, true);
  receive(table.dec, true);
  receive(table.weight, head.has_weight);
  receive(table.region, head.has_region);
  return table;
}

}  // namespace

std::unique_ptr<CatalogueCounter> make_counter_together(Communicator& all,
                                                        SeparationBins const& bins,
                                                        PairCountOptions const& options,
                                                        std::vector<std::int64_t> const& labels,
                                                        Execution const& execution) {
  return std::make_unique<SharedCounter>(all, bins, options, labels, execution);
}

class CountersOfRank::Counters {
 public:
  explicit Counters(Communicator& processes) : all(processes) {}

  OwnCounter& of(std::int64_t number) { return *by_number.at(number); }

  Communicator& all;
  std::map<std::int64_t, std::unique_ptr<OwnCounter>> by_number;
};

CountersOfRank::CountersOfRank(Communicator& all) : counters_(std::make_unique<Counters>(all)) {}

CountersOfRank::~CountersOfRank() = default;

void CountersOfRank::make(MessageReader& head) {
  std::int64_t number = 0;
  Execution execution;
  PairCountOptions options;
  SeparationBins bins;
  std::vector<std::int64_t> labels;
  head >> number >> execution >> options >> bins.edges >> labels;
  counters_->by_number.emplace(
      number, std::make_unique<OwnCounter>(counters_->all, bins, options, labels, execution));
}

void CountersOfRank::add(MessageReader& head) {
  std::int64_t number = 0;
  std::vector<CatalogueHead> heads;
  head >> number >> heads;
  std::vector<CatalogueTable> tables;
  for (CatalogueHead const& each : heads) {
    tables.push_back(receive_catalogue(counters_->all, each));
  }
  std::vector<CatalogueArrays> arrays;
  for (CatalogueTable const& table : tables) {
    arrays.push_back(arrays_of(table));
  }
  counters_->of(number)([&](CatalogueCounter& counter) { counter.add(arrays); });
}

void CountersOfRank::count(MessageReader& head) {
  CountHead what{};
  head >> what;
  auto const first = static_cast<std::size_t>(what.first);
  counters_->of(what.counter)([&](CatalogueCounter& counter) {
    if (what.second < 0) {
      counter.count(first, nullptr);
    } else {
      counter.count(first, static_cast<std::size_t>(what.second), nullptr);
    }
  });
}

void CountersOfRank::end(MessageReader& head) {
  std::int64_t number = 0;
  head >> number;
  counters_->by_number.erase(number);
}

}  // namespace siderum::engine
