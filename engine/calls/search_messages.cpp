// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/calls/search_messages.hpp>

#include <algorithm>
#include <tuple>

#include <siderum/core/large_pages.hpp>
#include <siderum/core/worker_threads.hpp>
#include <siderum/distributed/shares.hpp>

namespace siderum::engine {

using distributed::Bytes;
using distributed::MessageReader;
using distributed::MessageWriter;

namespace {

/// What of a search goes into a message.
template <class Search>
auto members_of(Search& search) {
  return std::tie(search.grid, search.finder, search.options, search.candidates, search.terms,
                  search.bands, search.refine, search.false_alarm, search.bootstrap_samples,
                  search.bootstrap_seed, search.peaks, search.excluded);
}

template <class Table>
auto members_of_table(Table& curves) {
  return std::tie(curves.offsets, curves.time, curves.value, curves.error, curves.band,
                  curves.band_names);
}

/// What a rank is told of its part.
struct PartHead {
  SearchShare share;
  std::int64_t objects;
  std::int64_t points;
  bool has_error;
  bool has_band;
};

/// The numbers first .. first + count - 1 of some values, where there are any.
template <class Value>
std::span<std::byte const> bytes_of(std::vector<Value> const& values, std::int64_t first,
                                    std::int64_t count) {
  return values.empty() ? std::span<std::byte const>()
                        : std::as_bytes(std::span(values).subspan(static_cast<std::size_t>(first),
                                                                  static_cast<std::size_t>(count)));
}

/// From rank 0.
template <class Value>
void receive(distributed::Communicator& all, std::vector<Value>& values, std::int64_t count) {
  resize_large(values, static_cast<std::size_t>(count));
  auto const ranks = static_cast<std::size_t>(all.size());
  std::vector<std::span<std::byte const>> const sent(ranks);
  std::vector<std::span<std::byte>> received(ranks);
  received.front() = std::as_writable_bytes(std::span(values));
  all.exchange(sent, received);
}

std::size_t size_of(Precision precision) {
  return precision == Precision::single_precision ? sizeof(float) : sizeof(double);
}

}  // namespace

Bytes joined(Bytes first, Bytes const& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

Bytes message_of(PeriodSearch const& search, Execution const& execution) {
  Execution plain = execution;
  plain.progress = nullptr;
  MessageWriter message;
  std::apply([&](auto const&... member) { (message << ... << member); }, members_of(search));
  message << static_cast<bool>(search.sink) << plain;
  return message.take();
}

SearchRequest read_request(MessageReader& message) {
  SearchRequest request;
  std::apply([&](auto&... member) { (message >> ... >> member); }, members_of(request.search));
  message >> request.wants_rows >> request.execution;
  return request;
}

Bytes message_of(Part const& part) {
  MessageWriter message;
  message << part.share;
  std::apply([&](auto const&... member) { (message << ... << member); },
             members_of_table(part.curves));
  return message.take();
}

Part read_part(Bytes const& bytes) {
  Part part;
  MessageReader message(bytes);
  message >> part.share;
  std::apply([&](auto&... member) { (message >> ... >> member); }, members_of_table(part.curves));
  part.curves.id.resize(part.curves.offsets.size() - 1);
  return part;
}

Bytes heads_of(LightCurveTable const& curves, std::vector<PartOfTable> const& parts) {
  MessageWriter message;
  std::vector<PartHead> heads;
  for (PartOfTable const& part : parts) {
    heads.push_back({part.share, part.end_object - part.first_object,
                     curves.offsets[static_cast<std::size_t>(part.end_object)] -
                         curves.offsets[static_cast<std::size_t>(part.first_object)],
                     !curves.error.empty(), !curves.band.empty()});
  }
  message << heads << curves.band_names;
  return message.take();
}

void send_parts(distributed::Communicator& all, LightCurveTable const& curves,
                std::vector<PartOfTable> const& parts) {
  std::vector<std::span<std::byte>> const received(parts.size());
  auto const send = [&](auto const& values, auto const& first_of, auto const& count_of) {
    std::vector<std::span<std::byte const>> sent(parts.size());
    for (std::size_t rank = 1; rank < parts.size(); ++rank) {
      sent[rank] = bytes_of(values, first_of(parts[rank]), count_of(parts[rank]));
    }
    all.exchange(sent, received);
  };
  send(
      curves.offsets, [](PartOfTable const& part) { return part.first_object; },
      [](PartOfTable const& part) { return part.end_object - part.first_object + 1; });
  auto const send_points = [&](auto const& values) {
    send(
        values,
        [&](PartOfTable const& part) {
          return curves.offsets[static_cast<std::size_t>(part.first_object)];
        },
        [&](PartOfTable const& part) {
          return curves.offsets[static_cast<std::size_t>(part.end_object)] -
                 curves.offsets[static_cast<std::size_t>(part.first_object)];
        });
  };
  send_points(curves.time);
  send_points(curves.value);
  if (!curves.error.empty()) {
    send_points(curves.error);
  }
  if (!curves.band.empty()) {
    send_points(curves.band);
  }
}

Part receive_part(distributed::Communicator& all, MessageReader& message) {
  std::vector<PartHead> heads;
  Part part;
  message >> heads >> part.curves.band_names;
  PartHead const& head = heads[static_cast<std::size_t>(all.rank())];
  part.share = head.share;
  part.curves.id.resize(static_cast<std::size_t>(head.objects));
  receive(all, part.curves.offsets, head.objects + 1);
  std::int64_t const first = part.curves.offsets.front();
  for (std::int64_t& offset : part.curves.offsets) {
    offset -= first;
  }
  receive(all, part.curves.time, head.points);
  receive(all, part.curves.value, head.points);
  if (head.has_error) {
    receive(all, part.curves.error, head.points);
  }
  if (head.has_band) {
    receive(all, part.curves.band, head.points);
  }
  return part;
}

LightCurveTable slice(LightCurveTable const& curves, std::int64_t first, std::int64_t last) {
  LightCurveTable part;
  std::int64_t const begin = curves.offsets[static_cast<std::size_t>(first)];
  std::int64_t const end = curves.offsets[static_cast<std::size_t>(last)];
  // One thread alone has a part of the memory's rate.
  constexpr std::int64_t piece = std::int64_t{1} << 19;
  auto const copy = [&](auto const& from, auto& to) {
    if (from.empty()) {
      return;
    }
    resize_large(to, static_cast<std::size_t>(end - begin));
    for_each_piece(end - begin, piece, [&] {
      return [&](std::int64_t at, std::int64_t last_of_piece) {
        std::copy(from.begin() + begin + at, from.begin() + begin + last_of_piece, to.begin() + at);
      };
    });
  };
  part.id.resize(static_cast<std::size_t>(last - first));
  part.offsets.clear();
  for (std::int64_t object = first; object <= last; ++object) {
    part.offsets.push_back(curves.offsets[static_cast<std::size_t>(object)] - begin);
  }
  copy(curves.time, part.time);
  copy(curves.value, part.value);
  copy(curves.error, part.error);
  copy(curves.band, part.band);
  part.band_names = curves.band_names;
  return part;
}

PeriodogramSink kept_in(std::vector<std::byte>& bytes) {
  return [&bytes](PeriodogramRows const& rows) {
    auto const* const first = static_cast<std::byte const*>(rows.power);
    auto const values = static_cast<std::size_t>(rows.objects * rows.frequencies);
    bytes.insert(bytes.end(), first, first + values * size_of(rows.precision));
  };
}

std::vector<double> costs_of(LightCurveTable const& curves) {
  constexpr double of_object = 16.0;
  std::vector<double> cost;
  cost.reserve(curves.id.size());
  for (std::size_t object = 0; object < curves.id.size(); ++object) {
    cost.push_back(of_object +
                   static_cast<double>(curves.offsets[object + 1] - curves.offsets[object]));
  }
  return cost;
}

std::vector<std::int64_t> ends_of_rounds(std::vector<double> const& cost, std::int64_t ranks,
                                         std::optional<std::int64_t> most, Rounds rounds) {
  constexpr std::int64_t many = 64;  // objects of a rank
  auto const objects = std::ssize(cost);
  std::vector<std::int64_t> ends;
  if (most) {
    for (std::int64_t end = *most; end < objects; end += *most) {
      ends.push_back(end);
    }
  } else if (rounds == Rounds::several && objects >= many * ranks) {
    std::vector<double> const shares{2.0, 1.0, 1.0};
    std::vector<std::int64_t> const begin = distributed::divide(cost, shares);
    ends.assign(begin.begin() + 1, begin.end() - 1);
  }
  ends.push_back(objects);
  return ends;
}

std::int64_t rows_of_round(FrequencyGrid const& grid, Precision precision) {
  constexpr double most_bytes = 0x1p30;
  double const bytes = static_cast<double>(grid.count) * static_cast<double>(size_of(precision));
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(most_bytes / bytes));
}

}  // namespace siderum::engine
