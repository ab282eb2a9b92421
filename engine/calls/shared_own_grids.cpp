// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/calls/shared_search.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include <siderum/distributed/shares.hpp>
#include <siderum/engine/calls/search_messages.hpp>
#include <siderum/engine/loader/communicator.hpp>
#include <siderum/engine/loader/module.hpp>
#include <siderum/engine/loader/session.hpp>

namespace siderum::engine {

namespace {

using distributed::Bytes;
using distributed::Communicator;
using distributed::MessageReader;
using distributed::MessageWriter;

using Objects = std::vector<std::int64_t>;

struct OwnGridsHead {
  OwnGridSearch search;
  Execution execution;
};

/// The objects of each grid.
std::vector<Objects> groups_of(std::vector<FrequencyGrid> const& grids) {
  std::map<std::tuple<double, double, std::int64_t>, Objects> groups;
  for (std::size_t object = 0; object < grids.size(); ++object) {
    FrequencyGrid const& grid = grids[object];
    groups[{grid.first, grid.step, grid.count}].push_back(static_cast<std::int64_t>(object));
  }
  std::vector<Objects> result;
  for (auto& [grid, objects] : groups) {
    result.push_back(std::move(objects));
  }
  return result;
}

/// Those of each rank, ascending: whole groups, of as equal cost as these allow.
std::vector<Objects> deal_groups(LightCurveTable const& curves,
                                 std::vector<FrequencyGrid> const& grids, int ranks) {
  std::vector<double> const of_objects = costs_of(curves);
  std::vector<std::pair<double, Objects>> groups;
  for (Objects& objects : groups_of(grids)) {
    double cost = 0.0;
    for (std::int64_t const object : objects) {
      auto const i = static_cast<std::size_t>(object);
      cost += of_objects[i] * static_cast<double>(grids[i].count);
    }
    groups.emplace_back(cost, std::move(objects));
  }
  // The costliest first, each to the rank that has least.
  std::stable_sort(groups.begin(), groups.end(),
                   [](auto const& a, auto const& b) { return a.first > b.first; });
  std::vector<Objects> dealt(static_cast<std::size_t>(ranks));
  std::vector<double> load(dealt.size(), 0.0);
  for (auto const& [cost, objects] : groups) {
    auto const rank =
        static_cast<std::size_t>(std::min_element(load.begin(), load.end()) - load.begin());
    load[rank] += cost;
    dealt[rank].insert(dealt[rank].end(), objects.begin(), objects.end());
  }
  for (Objects& objects : dealt) {
    std::sort(objects.begin(), objects.end());
  }
  return dealt;
}

LightCurveTable chosen(LightCurveTable const& curves, Objects const& objects) {
  LightCurveTable part;
  part.id.resize(objects.size());
  for (std::int64_t const object : objects) {
    auto const begin = curves.offsets[static_cast<std::size_t>(object)];
    auto const end = curves.offsets[static_cast<std::size_t>(object) + 1];
    auto const append = [&](std::vector<double> const& from, std::vector<double>& to) {
      if (!from.empty()) {
        to.insert(to.end(), from.begin() + begin, from.begin() + end);
      }
    };
    append(curves.time, part.time);
    append(curves.value, part.value);
    append(curves.error, part.error);
    part.offsets.push_back(std::ssize(part.time));
  }
  return part;
}

OwnGridResult search_part(LightCurveTable const& curves, std::vector<FrequencyGrid> grids,
                          OwnGridsHead const& head) {
  OwnGridResult found;
  found.grids = std::move(grids);
  if (curves.objects() > 0) {
    with_module(head.execution, [&](Module& module) {
      module.search_on_own_grids(curves, head.search, found, head.execution);
    });
  }
  return found;
}

}  // namespace

void search_own_grids_together(Communicator& all, LightCurveTable const& curves,
                               OwnGridSearch const& search, OwnGridResult& result,
                               Execution const& here) {
  std::vector<Objects> const dealt = deal_groups(curves, result.grids, all.size());
  auto const grids_of = [&](Objects const& objects) {
    std::vector<FrequencyGrid> grids;
    for (std::int64_t const object : objects) {
      grids.push_back(result.grids[static_cast<std::size_t>(object)]);
    }
    return grids;
  };
  OwnGridsHead head{search, here};
  head.execution.progress = nullptr;
  MessageWriter message;
  message << head;
  SharedJob job(all, SharedTask::own_grids, message.take());
  std::vector<Bytes> messages(1);
  for (std::size_t rank = 1; rank < dealt.size(); ++rank) {
    MessageWriter grids;
    grids << grids_of(dealt[rank]) << message_of({chosen(curves, dealt[rank]), {}});
    messages.push_back(grids.take());
  }
  distributed::scatter(all, std::move(messages));
  SharedProgress progress(all, here.progress);
  head.execution.progress = &progress;
  std::vector<OwnGridResult> found{search_part(chosen(curves, dealt[0]), grids_of(dealt[0]), head)};
  std::vector<Bytes> const answers = all.gather({});
  for (std::size_t rank = 1; rank < answers.size(); ++rank) {
    OwnGridResult& other = found.emplace_back();
    MessageReader(answers[rank]) >> other.status >> other.peaks;
  }
  job.end();
  auto const peaks = static_cast<std::size_t>(search.peaks);
  result.status.resize(result.grids.size());
  result.peaks.resize(result.grids.size() * peaks);
  for (std::size_t rank = 0; rank < found.size(); ++rank) {
    for (std::size_t i = 0; i < dealt[rank].size(); ++i) {
      auto const object = static_cast<std::size_t>(dealt[rank][i]);
      result.status[object] = found[rank].status[i];
      std::copy_n(found[rank].peaks.data() + i * peaks, peaks,
                  result.peaks.data() + object * peaks);
    }
  }
}

void serve_own_grids(Communicator& all, MessageReader& message) {
  OwnGridsHead head;
  message >> head;
  SharedProgress progress(all, nullptr);
  head.execution.progress = &progress;
  Bytes const bytes = distributed::scatter(all, {});
  MessageReader part(bytes);
  std::vector<FrequencyGrid> grids;
  Bytes curves;
  part >> grids >> curves;
  OwnGridResult const found = search_part(read_part(curves).curves, std::move(grids), head);
  MessageWriter answer;
  answer << found.status << found.peaks;
  all.gather(answer.take());
}

}  // namespace siderum::engine
