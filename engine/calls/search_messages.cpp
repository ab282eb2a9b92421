// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/calls/search_messages.hpp>

#include <algorithm>
#include <tuple>
#include <type_traits>

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

std::size_t size_of(Precision precision) {
  return precision == Precision::single_precision ? sizeof(float) : sizeof(double);
}

}  // namespace

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

LightCurveTable slice(LightCurveTable const& curves, std::int64_t first, std::int64_t last) {
  LightCurveTable part;
  std::int64_t const begin = curves.offsets[static_cast<std::size_t>(first)];
  std::int64_t const end = curves.offsets[static_cast<std::size_t>(last)];
  auto const points = [&](auto const& all) {
    return all.empty() ? all
                       : std::remove_cvref_t<decltype(all)>(all.begin() + begin, all.begin() + end);
  };
  part.id.resize(static_cast<std::size_t>(last - first));
  part.offsets.clear();
  for (std::int64_t object = first; object <= last; ++object) {
    part.offsets.push_back(curves.offsets[static_cast<std::size_t>(object)] - begin);
  }
  part.time = points(curves.time);
  part.value = points(curves.value);
  part.error = points(curves.error);
  part.band = points(curves.band);
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
                                         std::optional<std::int64_t> most) {
  constexpr std::int64_t many = 64;  // objects of a rank
  auto const objects = std::ssize(cost);
  std::vector<std::int64_t> ends;
  if (most) {
    for (std::int64_t end = *most; end < objects; end += *most) {
      ends.push_back(end);
    }
  } else if (objects >= many * ranks) {
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
