// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/tables/row.hpp>

#include <fmt/format.h>

#include <siderum/io/tables/number_text.hpp>
#include <siderum/io/tables/text_fields.hpp>

namespace siderum::io {
namespace {

/// Is this text what decimal commas make of numbers: "16,5" in quotes, or "5 16" between the commas
/// of "2458652,5 16,25"?
bool is_cut_number(std::string_view text) {
  return text.find_first_of("0123456789") != std::string_view::npos &&
         text.find_first_of(", \t") != std::string_view::npos &&
         text.find_first_not_of("0123456789+-, \t") == std::string_view::npos;
}

/// Is this text an upper or lower limit, such as ">15.3"?
bool is_limit(std::string_view text) {
  return (text.starts_with('>') || text.starts_with('<')) && is_number(text.substr(1));
}

/// How else a row with that fault could be read: what stands between the two usual ways.
std::string another_way(RowFault const& fault, ColumnLayout const& layout) {
  if (fault.kind == RowFaultKind::unlike_header || fault.kind == RowFaultKind::unlike_first_row) {
    return fault.columns > fault.expected
               ? " (decimals need a point, text with separators needs double quotes)"
               : "";
  }
  bool const quotes =
      fault.kind == RowFaultKind::open_quote || fault.kind == RowFaultKind::text_after_quote;
  bool const short_row = fault.kind == RowFaultKind::too_few_columns;  // is so without errors, too
  if (fault.role == ColumnRole::error && !quotes && !short_row) {
    return fmt::format(", leave the errors out with --columns {}", layout.without_errors);
  }
  bool const guessed = layout.origin == LayoutOrigin::counted;
  return guessed && fault.kind == RowFaultKind::not_a_number ? ", name the columns with --columns"
                                                             : "";
}

}  // namespace

std::string describe(RowFault const& fault, ColumnLayout const& layout) {
  std::string_view const role = role_name(fault.role);
  switch (fault.kind) {
    case RowFaultKind::none:
      return "nothing is wrong";
    case RowFaultKind::too_few_columns:
      return fmt::format("the row has {} (the columns are {})", shown_columns(fault.columns),
                         layout.description());
    case RowFaultKind::unlike_header:
      return fmt::format("the row has {} (the header has {})", shown_columns(fault.columns),
                         fault.expected);
    case RowFaultKind::unlike_first_row:
      return fmt::format("the row has {} (the first row has {})", shown_columns(fault.columns),
                         fault.expected);
    case RowFaultKind::missing:
      return fmt::format("the {} is missing (its field is empty)", role);
    case RowFaultKind::not_a_number:
      if (is_limit(fault.text)) {
        return fmt::format("the {} '{}' is a limit (a limit is no measurement)", role,
                           shown_text(fault.text));
      }
      return fmt::format("the {} '{}' is not a number (the columns are {})", role,
                         shown_text(fault.text), layout.description());
    case RowFaultKind::not_finite:
      return fmt::format("the {} is {} ({}s must be finite)", role,
                         std::isnan(fault.number) ? "NaN" : "infinite", role);
    case RowFaultKind::error_not_positive: {
      std::string number;
      append_number(number, fault.number);
      return fmt::format("the error is {} (errors must be greater than 0)", number);
    }
    case RowFaultKind::beyond_floats: {
      std::string number;
      append_number(number, fault.number);
      return fmt::format("the {} is {} (single precision {})", role, number,
                         std::abs(fault.number) > 1.0 ? "ends at 3.4e38" : "begins at 1.4e-45");
    }
    case RowFaultKind::open_quote:
      return "a quote is not closed (quoted text ends on its line)";
    case RowFaultKind::text_after_quote:
      return fmt::format("text follows the closing quote of \"{}\" (quoted text is a whole field)",
                         shown_text(fault.text));
  }
  return "the row cannot be read";
}

std::string remedy(RowFault const& fault, ColumnLayout const& layout) {
  if (fault.kind == RowFaultKind::beyond_floats) {
    return "Use --precision double, correct the row, or drop such rows with --invalid drop.";
  }
  // Half of a decimal: text that is cut at its comma, or an error of 0.
  bool const cut = fault.kind == RowFaultKind::not_a_number && is_cut_number(fault.text);
  bool const half = fault.kind == RowFaultKind::error_not_positive && fault.number == 0.0 &&
                    layout.commas == Commas::perhaps_decimal;
  return advise(cut || half ? Commas::perhaps_decimal : Commas::separators,
                fmt::format("correct the row{}, or drop such rows with --invalid drop.",
                            another_way(fault, layout)));
}

}  // namespace siderum::io
