// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/row.hpp>

#include <fmt/format.h>

#include <siderum/io/number_text.hpp>

namespace siderum::io {
namespace {

/// A field as a sentence may show it: one short line of printable text.
std::string shown(std::string_view field) {
  constexpr std::size_t longest = 40;
  std::string text;
  for (char const letter : field.substr(0, longest)) {
    text += static_cast<unsigned char>(letter) < 32 || letter == 127 ? '?' : letter;
  }
  return field.size() > longest ? text + "..." : text;
}

}  // namespace

std::string describe(RowFault const& fault, ColumnLayout const& layout) {
  std::string_view const role = role_name(fault.role);
  switch (fault.kind) {
    case RowFaultKind::none:
      return "nothing is wrong";
    case RowFaultKind::too_few_columns:
      return fmt::format("the row has {} column{} (the columns are {})", fault.columns,
                         fault.columns == 1 ? "" : "s", layout.description());
    case RowFaultKind::too_many_columns:
      return fmt::format("the row has more columns than the first one (the columns are {})",
                         layout.description());
    case RowFaultKind::missing:
      return fmt::format("the {} is missing (its field is empty)", role);
    case RowFaultKind::not_a_number:
      return fmt::format("the {} '{}' is not a number (the columns are {})", role,
                         shown(fault.text), layout.description());
    case RowFaultKind::not_finite:
      return fmt::format("the {} is {} ({}s must be finite)", role,
                         std::isnan(fault.number) ? "NaN" : "infinite", role);
    case RowFaultKind::error_not_positive: {
      std::string number;
      append_number(number, fault.number);
      return fmt::format("the error is {} (errors must be greater than 0)", number);
    }
    case RowFaultKind::open_quote:
      return "a quote is not closed (quoted text ends on its line)";
  }
  return "the row cannot be read";
}

std::string remedy(RowFault const& fault, ColumnLayout const& layout) {
  bool const guess = layout.origin == LayoutOrigin::counted;
  bool const may_be_other_columns =
      fault.kind == RowFaultKind::not_a_number || fault.kind == RowFaultKind::error_not_positive;
  return guess && may_be_other_columns
             ? "Correct the row, name the columns with --columns, or drop such rows with --invalid "
               "drop."
             : "Correct the row, or drop such rows with --invalid drop.";
}

}  // namespace siderum::io
