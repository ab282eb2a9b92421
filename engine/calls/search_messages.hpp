// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <siderum/distributed/communicator.hpp>
#include <siderum/distributed/message.hpp>
#include <siderum/engine/loader/module.hpp>
#include <siderum/engine/periods.hpp>

/// How processes share out light curves, and what they tell each other of them.
namespace siderum::engine {

/// One message of two, the second behind the first.
distributed::Bytes joined(distributed::Bytes first, distributed::Bytes const& second);

/// What all ranks are told of a search: all but its sink.
distributed::Bytes message_of(PeriodSearch const& search, Execution const& execution);

struct SearchRequest {
  PeriodSearch search;  ///< without a sink
  bool wants_rows = false;
  Execution execution;
};

SearchRequest read_request(distributed::MessageReader& message);

/// What one rank searches.
struct Part {
  LightCurveTable curves;
  SearchShare share;
};

distributed::Bytes message_of(Part const& part);
Part read_part(distributed::Bytes const& bytes);

/// The part of a rank, as rank 0 has it.
struct PartOfTable {
  std::int64_t first_object;  ///< of the table
  std::int64_t end_object;
  SearchShare share;
};

/// What all ranks are told of their parts before these come.
/// @param parts  by rank
distributed::Bytes heads_of(LightCurveTable const& curves, std::vector<PartOfTable> const& parts);

/// On rank 0: the light curves of the others go from where they lie; nothing is copied.
void send_parts(distributed::Communicator& all, LightCurveTable const& curves,
                std::vector<PartOfTable> const& parts);

/// On the others.
/// @param message  what heads_of has written
Part receive_part(distributed::Communicator& all, distributed::MessageReader& message);

/// The objects first .. last - 1, without their ids.
LightCurveTable slice(LightCurveTable const& curves, std::int64_t first, std::int64_t last);

/// A sink that keeps what it is handed.
PeriodogramSink kept_in(std::vector<std::byte>& bytes);

/// What each object costs: points, and a little for itself.
std::vector<double> costs_of(LightCurveTable const& curves);

/// Whether rounds are worth what they take: each begins and ends a search on every rank.
enum class Rounds : std::uint8_t { one, several };

/// Where rounds end, each of which is shared out by how fast the ranks were until then: a half, a
/// quarter and the rest of many objects, or `most` objects each.
std::vector<std::int64_t> ends_of_rounds(std::vector<double> const& cost, std::int64_t ranks,
                                         std::optional<std::int64_t> most, Rounds rounds);

/// Rows of one round, of all ranks, in the memory of rank 0: a gigabyte, or one.
std::int64_t rows_of_round(FrequencyGrid const& grid, Precision precision);

}  // namespace siderum::engine
