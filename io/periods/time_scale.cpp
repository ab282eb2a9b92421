// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/periods/time_scale.hpp>

#include <optional>

#include <fmt/format.h>

#include <siderum/io/tables/text_fields.hpp>

namespace siderum::io {

UnitScale time_scale(std::string const& file, std::string const& column, std::string const& unit,
                     RowCollector& collector) {
  std::optional<UnitScale> const said = column_scale(file, column, unit, Quantity::time);
  collector.take_time_unit(said ? TimeUnit::days : TimeUnit::unknown);
  UnitScale const scale = said.value_or(UnitScale{});
  if (scale != UnitScale{}) {
    collector.note(fmt::format(
        "the times '{}' were converted to days: frequencies are per day, periods in days.",
        shown_text(unit.empty() ? column : fmt::format("{} [{}]", column, unit))));
  }
  return scale;
}

}  // namespace siderum::io
