// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <siderum/distributed/message.hpp>
#include <siderum/engine/loader/module.hpp>
#include <siderum/engine/periods.hpp>

/// How processes share out light curves, and what they tell each other of them.
namespace siderum::engine {

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

  bool is_empty() const {
    return curves.objects() == 0 || (share.stretch && share.stretch->first == share.stretch->last);
  }
};

distributed::Bytes message_of(Part const& part);
Part read_part(distributed::Bytes const& bytes);

/// The objects first .. last - 1, without their ids.
LightCurveTable slice(LightCurveTable const& curves, std::int64_t first, std::int64_t last);

/// A sink that keeps what it is handed.
PeriodogramSink kept_in(std::vector<std::byte>& bytes);

/// What each object costs: points, and a little for itself.
std::vector<double> costs_of(LightCurveTable const& curves);

/// Where rounds end, each of which is shared out by how fast the ranks were until then: a half, a
/// quarter and the rest of many objects, or `most` objects each.
std::vector<std::int64_t> ends_of_rounds(std::vector<double> const& cost, std::int64_t ranks,
                                         std::optional<std::int64_t> most);

/// Rows of one round, of all ranks, in the memory of rank 0: a gigabyte, or one.
std::int64_t rows_of_round(FrequencyGrid const& grid, Precision precision);

}  // namespace siderum::engine
