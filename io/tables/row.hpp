// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include <siderum/io/tables/columns.hpp>

namespace siderum::io {

/// One row of a light-curve file. `id` is not set in files without ids, `error` not without errors,
/// `band` not without bands.
struct Row {
  std::string_view id;
  std::string_view band;
  double time = 0.0;
  double value = 0.0;
  double error = 1.0;
};

enum class RowFaultKind : std::uint8_t {
  none,
  too_few_columns,
  unlike_header,
  unlike_first_row,
  missing,
  not_a_number,
  not_finite,
  error_not_positive,
  beyond_floats,
  open_quote,
  text_after_quote,
};

/// Why a row cannot be used.
struct RowFault {
  RowFaultKind kind = RowFaultKind::none;
  ColumnRole role = ColumnRole::skip;  ///< the field that is at fault
  double number = 0.0;                 ///< not_finite, error_not_positive, beyond_floats
  std::string_view text;               ///< not_a_number, text_after_quote
  int columns = 0;                     ///< too_few_columns, unlike_...: how many there are
  int expected = 0;                    ///< unlike_...: how many there should be
};

/// Checks the numbers of a row; the first fault in the order time, value, error.
inline RowFault check_numbers(Row const& row) {
  if (std::isfinite(row.time) && std::isfinite(row.value) && std::isfinite(row.error) &&
      row.error > 0.0) {
    return {};
  }
  using enum RowFaultKind;
  if (!std::isfinite(row.time)) {
    return {not_finite, ColumnRole::time, row.time, {}, 0};
  }
  if (!std::isfinite(row.value)) {
    return {not_finite, ColumnRole::value, row.value, {}, 0};
  }
  return {std::isfinite(row.error) ? error_not_positive : not_finite,
          ColumnRole::error,
          row.error,
          {},
          0};
}

/// The same of a row without those faults: is there a value that is infinite as a float, or an
/// error that is infinite or 0?
inline RowFault check_floats(Row const& row) {
  using enum RowFaultKind;
  if (!std::isfinite(static_cast<float>(row.value))) {
    return {beyond_floats, ColumnRole::value, row.value, {}, 0};
  }
  float const error = static_cast<float>(row.error);
  if (!std::isfinite(error) || !(error > 0.0F)) {
    return {beyond_floats, ColumnRole::error, row.error, {}, 0};
  }
  return {};
}

/// "the time is NaN (times must be finite)"
std::string describe(RowFault const& fault, ColumnLayout const& layout);

/// What to do about it, as the last sentence of an Error.
std::string remedy(RowFault const& fault, ColumnLayout const& layout);

}  // namespace siderum::io
