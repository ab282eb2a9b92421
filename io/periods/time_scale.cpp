// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/periods/time_scale.hpp>

#include <optional>

#include <fmt/format.h>

#include <siderum/io/tables/column_names.hpp>
#include <siderum/io/tables/text_fields.hpp>

namespace siderum::io {

UnitScale time_scale(std::string const& file, std::string const& column, std::string const& unit,
                     RowCollector& collector, std::string const& timeunit) {
  std::optional<UnitScale> said = column_scale(file, column, unit, Quantity::time);
  bool const is_date = !date_kind(column).empty();
  bool const asks_keyword = !said && unit.empty() && !timeunit.empty();
  UnitText const of_keyword = read_unit(timeunit, Quantity::time);
  bool const is_days =
      of_keyword.is_understood && of_keyword.scale.value_or(UnitScale{}) == UnitScale{};
  if (asks_keyword && is_date && !is_days) {
    collector.note(fmt::format(
        "TIMEUNIT is '{}', which does not count for '{}', a Julian date by its name: its times are"
        " days.",
        shown_text(timeunit), shown_text(column)));
  } else if (asks_keyword) {
    said = column_scale(file, column, timeunit, Quantity::time);
  }
  collector.take_time_unit(said ? TimeUnit::days : TimeUnit::unknown, is_date);
  UnitScale const scale = said.value_or(UnitScale{});
  if (scale != UnitScale{}) {
    std::string const name = unit.empty() ? column : fmt::format("{} [{}]", column, unit);
    std::string const source =
        asks_keyword ? fmt::format(", by TIMEUNIT in '{}',", shown_text(timeunit)) : std::string();
    collector.note(fmt::format(
        "the times '{}'{} were converted to days: frequencies are per day, periods in days.",
        shown_text(name), source));
  }
  return scale;
}

}  // namespace siderum::io
