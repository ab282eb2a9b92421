// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/calls/dealt_curves.hpp>

#include <cstddef>
#include <utility>

#include <siderum/distributed/shares.hpp>
#include <siderum/engine/calls/search_messages.hpp>
#include <siderum/engine/calls/shared_search.hpp>

namespace siderum::engine {

using distributed::Bytes;
using distributed::MessageReader;
using distributed::MessageWriter;

DealtCurves::DealtCurves(distributed::Communicator& all, LightCurveTable const& curves)
    : kept_(all, SharedTask::end_curves),
      begin_(distributed::divide(costs_of(curves),
                                 std::vector<double>(static_cast<std::size_t>(all.size()), 1.0))) {
  std::vector<PartOfTable> parts;
  for (std::size_t rank = 0; rank + 1 < begin_.size(); ++rank) {
    parts.push_back({begin_[rank], begin_[rank + 1], {}});
  }
  MessageWriter number;
  number << kept_.number();
  SharedJob job(all, SharedTask::keep_curves, joined(number.take(), heads_of(curves, parts)));
  send_parts(all, curves, parts);
  own_ = slice(curves, 0, begin_[1]);
  job.end();
}

Bytes DealtCurves::message_of(Method method) const {
  MessageWriter message;
  message << kept_.number() << method << begin_;
  return message.take();
}

void CurvesOfRank::keep(MessageReader& head) {
  std::int64_t number = 0;
  head >> number;
  by_number_.emplace(number, receive_part(all_, head).curves);
}

void CurvesOfRank::search(MessageReader& head) {
  SearchRequest request = read_request(head);
  std::int64_t number = 0;
  Method method{};
  std::vector<std::int64_t> begin;
  head >> number >> method >> begin;
  answer_search(all_, by_number_.at(number),
                {method, begin[static_cast<std::size_t>(all_.rank())], {}}, std::move(request));
}

void CurvesOfRank::end(MessageReader& head) {
  std::int64_t number = 0;
  head >> number;
  by_number_.erase(number);
}

}  // namespace siderum::engine
