// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/calls/shared_search.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <siderum/distributed/shares.hpp>
#include <siderum/engine/calls/dealt_curves.hpp>
#include <siderum/engine/calls/search_messages.hpp>
#include <siderum/engine/loader/communicator.hpp>
#include <siderum/engine/loader/cost_model.hpp>
#include <siderum/engine/loader/module.hpp>
#include <siderum/engine/loader/session.hpp>

namespace siderum::engine {

namespace {

using distributed::Bytes;
using distributed::Communicator;
using distributed::MessageReader;
using distributed::MessageWriter;

/// What came of a part.
struct Found {
  double seconds = 0.0;
  std::vector<ObjectStatus> status;
  std::vector<Peak> peaks;
  std::vector<std::byte> rows;
};

Found search_part(LightCurveTable const& curves, SearchShare const& share,
                  PeriodSearch const& search, Execution const& execution) {
  Found found;
  if (curves.objects() == 0 || (share.stretch && share.stretch->first == share.stretch->last)) {
    return found;
  }
  auto const before = std::chrono::steady_clock::now();
  PeriodSearchResult result = with_module(execution, [&](Module& module) {
    return module.search_periods(curves, search, execution, share);
  });
  found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
  found.status = std::move(result.status);
  found.peaks = std::move(result.peaks);
  return found;
}

/// Rank 0's side of a search.
class SearchDriver {
 public:
  SearchDriver(Communicator& all, LightCurveTable const& curves, DealtCurves const* dealt,
               PeriodSearch const& search, Execution const& here)
      : all_(all),
        curves_(curves),
        dealt_(dealt),
        search_(search),
        execution_(here),
        progress_(all, here.progress),
        cost_(costs_of(curves)),
        speed_(static_cast<std::size_t>(all.size()), 1.0) {
    how_ =
        with_module(here, [&](Module& module) { return module.method_of(curves, search, here); });
    execution_.progress = &progress_;
  }

  PeriodSearchResult operator()() {
    result_.method = how_.method;
    result_.tolerance = how_.tolerance;
    constexpr double worth_of_stretches = 1.25;
    bool const is_uneven =
        distributed::imbalance(cost_, distributed::divide(cost_, speed_)) > worth_of_stretches;
    if (how_.stretch_unit > 0 && is_uneven) {
      search_stretches();
    } else if (dealt_ != nullptr && !search_.sink) {
      search_dealt();
    } else {
      search_objects();
    }
    return std::move(result_);
  }

 private:
  // Each rank searches all objects, at frequencies of its own.
  void search_stretches() {
    auto const begin = distributed::divide(search_.grid.count, how_.stretch_unit, speed_);
    std::vector<PartOfTable> parts;
    for (std::size_t rank = 0; rank < speed_.size(); ++rank) {
      parts.push_back(
          {0, curves_.objects(), {how_.method, 0, FrequencyRange{begin[rank], begin[rank + 1]}}});
    }
    for (Found& found : search_round(parts, search_)) {
      if (result_.peaks.empty()) {
        result_.status = std::move(found.status);
        result_.peaks = std::move(found.peaks);
        continue;
      }
      for (std::size_t object = 0; object < found.peaks.size(); ++object) {
        keep_better(found.peaks[object], found.status[object], object);
      }
    }
  }

  // Stretches ascend: of equal powers the earlier, lower index stays.
  void keep_better(Peak const& peak, ObjectStatus status, std::size_t object) {
    Peak& best = result_.peaks[object];
    if (best.index < 0 || (peak.index >= 0 && peak.power > best.power)) {
      best = peak;
      result_.status[object] = status;
    }
  }

  // Each rank searches the objects that it has.
  void search_dealt() {
    SharedJob job(all_, SharedTask::search_kept,
                  joined(message_of(search_, execution_), dealt_->message_of(how_.method)));
    for (Found const& found :
         with_others(search_part(dealt_->own(), {how_.method, 0, {}}, search_, execution_))) {
      append(found);
    }
    job.end();
  }

  void search_objects() {
    auto const most = search_.sink
                          ? std::optional(rows_of_round(search_.grid, execution_.precision))
                          : std::nullopt;
    double const whole = std::accumulate(cost_.begin(), cost_.end(), 0.0);
    double done = 0.0;
    std::int64_t first = 0;
    for (std::int64_t const last : ends_of_rounds(cost_, all_.size(), most, rounds())) {
      auto const cost = std::span(cost_).subspan(static_cast<std::size_t>(first),
                                                 static_cast<std::size_t>(last - first));
      double const of_round = std::accumulate(cost.begin(), cost.end(), 0.0);
      progress_.expect(done / whole, (done + of_round) / whole);
      search_block(first, cost);
      done += of_round;
      first = last;
    }
  }

  // The objects from `first` on, of these costs.
  void search_block(std::int64_t first, std::span<double const> cost) {
    std::vector<std::int64_t> const begin = distributed::divide(cost, speed_);
    std::vector<PartOfTable> parts;
    for (std::size_t rank = 0; rank < speed_.size(); ++rank) {
      std::int64_t const own = first + begin[rank];
      parts.push_back({own, first + begin[rank + 1], {how_.method, own, {}}});
    }
    // Those of rank 0 come first, and need no room.
    PeriodSearch own = search_;
    if (search_.sink) {
      own.sink = [this, first](PeriodogramRows rows) {
        rows.first_object += first;
        search_.sink(rows);
      };
    }
    std::vector<Found> found = search_round(parts, own);
    for (std::size_t rank = 0; rank < found.size(); ++rank) {
      append(found[rank]);
      std::int64_t const objects = begin[rank + 1] - begin[rank];
      if (rank > 0 && search_.sink && objects > 0) {
        search_.sink({first + begin[rank], objects, search_.grid.count, execution_.precision,
                      found[rank].rows.data()});
      }
      double const of_rank =
          std::accumulate(cost.begin() + begin[rank], cost.begin() + begin[rank + 1], 0.0);
      new_speed(rank, of_rank, found[rank].seconds);
    }
  }

  void append(Found const& found) {
    result_.status.insert(result_.status.end(), found.status.begin(), found.status.end());
    result_.peaks.insert(result_.peaks.end(), found.peaks.begin(), found.peaks.end());
  }

  void new_speed(std::size_t rank, double cost, double seconds) {
    constexpr double least_seconds = 0.02;  // below it the clock tells little
    is_timed_ = (rank == 0 || is_timed_) && seconds > least_seconds;
    measured_.resize(speed_.size());
    measured_[rank] = is_timed_ ? cost / seconds : 0.0;
    if (is_timed_ && rank + 1 == speed_.size()) {
      speed_ = measured_;
    }
  }

  // Each rank searches its part.
  std::vector<Found> search_round(std::vector<PartOfTable> const& parts, PeriodSearch const& own) {
    SharedJob job(all_, SharedTask::search,
                  joined(message_of(search_, execution_), heads_of(curves_, parts)));
    send_parts(all_, curves_, parts);
    PartOfTable const& first = parts.front();
    std::vector<Found> found = with_others(search_part(
        slice(curves_, first.first_object, first.end_object), first.share, own, execution_));
    job.end();
    return found;
  }

  // What rank 0 has found, and what the others answer.
  std::vector<Found> with_others(Found own) {
    std::vector<Found> found{std::move(own)};
    std::vector<Bytes> const answers = all_.gather({});
    for (std::size_t rank = 1; rank < answers.size(); ++rank) {
      Found& other = found.emplace_back();
      MessageReader(answers[rank]) >> other.seconds >> other.status >> other.peaks >> other.rows;
    }
    return found;
  }

  /// What would take a GPU alone no longer than this is shared out once. On CPUs rounds cost
  /// little, and even out what other work takes from a process.
  Rounds rounds() const {
    constexpr double short_time = 0.5;  // [s]
    return execution_.device.kind == DeviceKind::gpu &&
                   expected_time(curves_, search_, execution_, machine_rates()).gpu <= short_time
               ? Rounds::one
               : Rounds::several;
  }

  Communicator& all_;
  LightCurveTable const& curves_;
  DealtCurves const* dealt_;
  PeriodSearch const& search_;
  Execution execution_;
  SharedProgress progress_;
  std::vector<double> cost_;
  std::vector<double> speed_;
  std::vector<double> measured_;
  bool is_timed_ = false;
  SearchMethod how_;
  PeriodSearchResult result_;
};

}  // namespace

PeriodSearchResult search_together(Communicator& all, LightCurveTable const& curves,
                                   DealtCurves const* dealt, PeriodSearch const& search,
                                   Execution const& here) {
  return SearchDriver(all, curves, dealt, search, here)();
}

void answer_search(Communicator& all, LightCurveTable const& curves, SearchShare const& share,
                   SearchRequest request) {
  SharedProgress progress(all, nullptr);
  request.execution.progress = &progress;
  std::vector<std::byte> rows;
  if (request.wants_rows) {
    request.search.sink = kept_in(rows);
  }
  Found const found = search_part(curves, share, request.search, request.execution);
  MessageWriter answer;
  answer << found.seconds << found.status << found.peaks << rows;
  all.gather(answer.take());
}

void serve_search(Communicator& all, MessageReader& message) {
  SearchRequest request = read_request(message);
  Part const part = receive_part(all, message);
  answer_search(all, part.curves, part.share, std::move(request));
}

}  // namespace siderum::engine
