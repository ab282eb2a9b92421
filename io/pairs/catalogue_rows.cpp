// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/pairs/catalogue_rows.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/core/large_pages.hpp>
#include <siderum/core/number_text.hpp>

namespace siderum::io {
namespace {

// Above 2^53 not every whole number is a double.
constexpr double largest_label = 9007199254740992.0;

constexpr UnitScale hours{15.0, 1.0};
constexpr UnitScale radians{180.0, std::numbers::pi};
constexpr double turn = 360.0;  // [deg]

/// How far right ascensions may be from 0 [deg]. 370 and 10 degrees are one place. Who counts in
/// hours or radians leaves a turn by mistake only: the numbers are degrees.
double largest_ra(UnitScale const& scale) {
  constexpr double rounding = 1e-7;  // of a single-precision number
  return scale == hours || scale == radians ? turn * (1.0 + rounding) : 2.0 * turn;
}

bool is_good(CatalogueRole role, double number) {
  switch (role) {
    case CatalogueRole::dec:
      return std::abs(number) <= 90.0;
    case CatalogueRole::region:
      return std::abs(number) <= largest_label && number == std::floor(number);
    case CatalogueRole::ra:
    case CatalogueRole::weight:
      break;
  }
  return std::isfinite(number);
}

/// What the rounding of a single-precision number puts beyond a pole is at the pole.
double to_degrees(double declination, UnitScale const& scale) {
  constexpr double pole = 90.0;
  constexpr double rounding = 1e-7;
  double const degrees = scale(declination);
  bool const is_pole = scale != UnitScale{} && std::abs(degrees) <= pole * (1.0 + rounding);
  return is_pole ? std::clamp(degrees, -pole, pole) : degrees;
}

/// @param number  as it stands in the file
std::string problem_of_ra(double number, UnitScale const& scale) {
  std::string const text = number_text(number);
  if (scale == hours) {
    return fmt::format("the ra is {} hours (24 are a whole turn, so it may be in degrees)", text);
  }
  if (scale == radians) {
    return fmt::format("the ra is {} radians (2 pi are a whole turn, so it may be in degrees)",
                       text);
  }
  return fmt::format("the ra is {} (beyond two turns, 720 degrees, it may stand for a missing one)",
                     text);
}

std::string problem_of(CatalogueRole role, double number) {
  if (!std::isfinite(number)) {
    return fmt::format("the {} is {} (it must be a finite number)", role_name(role),
                       std::isnan(number) ? "NaN" : "infinite");
  }
  return role == CatalogueRole::dec
             ? fmt::format("the dec is {} (declinations lie in -90 .. 90 degrees)",
                           number_text(number))
             : fmt::format("the region is {} (regions are whole numbers)", number_text(number));
}

}  // namespace

CatalogueRows::CatalogueRows(std::string file, CatalogueLayout const& layout,
                             CatalogueScales const& scales, std::int64_t expected_rows)
    : file_(std::move(file)), layout_(layout), scales_(scales), most_ra_(largest_ra(scales.ra)) {
  auto const rows = static_cast<std::size_t>(expected_rows);
  reserve_large(table_.ra, rows);
  reserve_large(table_.dec, rows);
  reserve_large(table_.weight, layout.has(CatalogueRole::weight) ? rows : 0);
  reserve_large(table_.region, layout.has(CatalogueRole::region) ? rows : 0);
}

void CatalogueRows::add(std::array<double, catalogue_roles> number, std::int64_t row) {
  double const ra_as_it_stands = number[0];
  number[0] = scales_.ra(number[0]);
  number[1] = to_degrees(number[1], scales_.dec);
  largest_ra_ = std::max(largest_ra_, std::abs(number[0]));
  if (std::isfinite(number[0]) && std::abs(number[0]) > most_ra_) [[unlikely]] {
    refuse(row, bad_rows_ == 0 ? problem_of_ra(ra_as_it_stands, scales_.ra) : std::string());
    return;
  }
  for (std::size_t i = 0; i < catalogue_roles; ++i) {
    auto const role = static_cast<CatalogueRole>(i);
    if (layout_.has(role) && !is_good(role, number[i])) [[unlikely]] {
      refuse_number(role, number[i], row);
      return;
    }
  }
  table_.ra.push_back(number[0]);
  table_.dec.push_back(number[1]);
  if (layout_.has(CatalogueRole::weight)) {
    table_.weight.push_back(number[2]);
  }
  if (layout_.has(CatalogueRole::region)) {
    table_.region.push_back(static_cast<std::int64_t>(number[3]));
  }
}

void CatalogueRows::refuse_number(CatalogueRole role, double number, std::int64_t row) {
  if (bad_rows_ == 0) {
    beyond_pole_ = role == CatalogueRole::dec && std::isfinite(number);
    refuse(row, problem_of(role, number));
  } else {
    ++bad_rows_;
  }
}

void CatalogueRows::refuse(std::int64_t row, std::string_view problem) {
  if (bad_rows_ == 0) {
    first_bad_row_ = row;
    first_problem_ = problem;
  }
  ++bad_rows_;
}

void CatalogueRows::take(CatalogueRows& part, std::int64_t rows_before) {
  auto const move = [](auto& to, auto& from) {
    to.insert(to.end(), from.begin(), from.end());
    from.clear();
  };
  move(table_.ra, part.table_.ra);
  move(table_.dec, part.table_.dec);
  move(table_.weight, part.table_.weight);
  move(table_.region, part.table_.region);
  if (bad_rows_ == 0 && part.bad_rows_ > 0) {
    first_bad_row_ = rows_before + part.first_bad_row_;
    first_problem_ = std::move(part.first_problem_);
    beyond_pole_ = part.beyond_pole_;
  }
  part.beyond_pole_ = false;
  bad_rows_ += std::exchange(part.bad_rows_, 0);
  largest_ra_ = std::max(largest_ra_, std::exchange(part.largest_ra_, 0.0));
}

CatalogueTable CatalogueRows::finish() && {
  if (bad_rows_ > 0) {
    bool const swapped = beyond_pole_ && largest_ra_ <= 90.0;
    throw Error(fmt::format("{}, row {}: {}{}. {}", file_, first_bad_row_, first_problem_,
                            bad_rows_ > 1 ? fmt::format("; {} rows are bad", bad_rows_) : "",
                            swapped ? "Correct the row, or swap the columns with --columns: no ra"
                                      " is beyond 90."
                                    : "Correct the rows, or name other columns with --columns."));
  }
  if (table_.points() == 0) {
    throw Error(
        fmt::format("{} has no points (a catalogue has one at least). Give a file with ra"
                    " and dec in each row.",
                    file_));
  }
  return std::move(table_);
}

}  // namespace siderum::io
