// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/calls/shared_pairs.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include <siderum/core/error.hpp>
#include <siderum/engine/loader/communicator.hpp>
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
        execution_(execution) {
    options.share = &share_;
    counter_ = with_module(execution_, [&](Module& module) {
      return module.make_counter(bins, options, labels, execution_);
    });
  }
  ~OwnCounter() {
    end_on_module(execution_.device, [this] { counter_.reset(); });
    static_cast<void>(counter_.release());
  }
  OwnCounter(OwnCounter const&) = delete;
  OwnCounter& operator=(OwnCounter const&) = delete;

  template <class Job>
  auto operator()(Job const& job) const {
    return with_module(execution_, [&](Module& module) {
      // After a job that failed there is another one.
      link_ = &link_of(module, execution_.device, all_);
      return job(*counter_);
    });
  }

 private:
  Communicator& all_;
  mutable distributed::Link* link_ = nullptr;
  PairShare share_;
  Execution execution_;
  std::unique_ptr<CatalogueCounter> counter_;
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
      : all_(all), joined_(times_joined()) {
    static std::atomic<std::int64_t> made = 0;
    number_ = made++;
    execution.progress = nullptr;
    MessageWriter head;
    head << number_ << execution << options << bins.edges << labels;
    SharedJob job(all, SharedTask::make_counter, head.take());
    own_.emplace(all, bins, options, labels, execution);
    job.end();
  }

  ~SharedCounter() override {
    try {
      check_still_joined(joined_);
      MessageWriter head;
      head << number_;
      SharedJob(all_, SharedTask::end_counter, head.take()).end();
    } catch (std::exception const&) {
      // The others have ended theirs when they parted, or end with this process.
    }
  }

  std::size_t add(std::span<CatalogueArrays const> sets) override {
    check_usable();
    MessageWriter head;
    head << number_ << static_cast<std::int64_t>(sets.size());
    for (CatalogueArrays const& set : sets) {
      SIDERUM_VALIDATE(set.ra.where.memory == MemoryKind::host,
                       "The points are in the memory of a GPU (processes that work together share"
                       " those of the host). Copy them there.");
      head << span_of(set.ra) << span_of(set.dec) << span_of(set.weight) << span_of(set.region);
    }
    is_alike_ = false;
    SharedJob job(all_, SharedTask::add_catalogues, head.take());
    std::size_t const group = (*own_)([&](CatalogueCounter& counter) { return counter.add(sets); });
    job.end();
    is_alike_ = true;
    return group;
  }

  PairCounts count(std::size_t group, ProgressObserver* progress) const override {
    return together({number_, static_cast<std::int64_t>(group), -1}, progress,
                    [&](CatalogueCounter const& counter, ProgressObserver* own) {
                      return counter.count(group, own);
                    });
  }

  PairCounts count(std::size_t first, std::size_t second,
                   ProgressObserver* progress) const override {
    return together({number_, static_cast<std::int64_t>(first), static_cast<std::int64_t>(second)},
                    progress, [&](CatalogueCounter const& counter, ProgressObserver* own) {
                      return counter.count(first, second, own);
                    });
  }

 private:
  void check_usable() const {
    check_still_joined(joined_);
    SIDERUM_VALIDATE(is_alike_,
                     "The counter cannot be used any more (catalogues were given to it which not"
                     " all processes could take). Make another one.");
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
  int joined_;
  std::int64_t number_ = 0;
  bool is_alike_ = true;  ///< all ranks have the same groups
  std::optional<OwnCounter> own_;
};

/// Catalogues as they came.
std::vector<CatalogueTable> read_catalogues(MessageReader& message) {
  std::int64_t count = 0;
  message >> count;
  std::vector<CatalogueTable> tables(static_cast<std::size_t>(count));
  for (CatalogueTable& table : tables) {
    message >> table.ra >> table.dec >> table.weight >> table.region;
  }
  return tables;
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
  head >> number;
  std::vector<CatalogueTable> const tables = read_catalogues(head);
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
