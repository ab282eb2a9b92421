// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// The units of coordinates and times, as FITS, astropy, surveys and people write them.
namespace siderum::io {

/// What a column with a unit holds.
enum class Quantity : std::uint8_t { right_ascension, declination, time };

/// Takes numbers to degrees, times to days: one multiplication and one division, so that whole
/// numbers of parts (arcminutes, seconds) are rounded once.
struct UnitScale {
  double numerator = 1.0;
  double denominator = 1.0;

  double operator()(double number) const { return number * numerator / denominator; }
  bool operator==(UnitScale const&) const = default;
};

/// What a text says about the unit of a quantity.
struct UnitText {
  bool is_understood;              ///< false: another unit, or none that is known
  std::optional<UnitScale> scale;  ///< none: it says no unit ("", "unknown", "J2000", "UTC")
};

/// Right ascensions: deg, arcmin, arcsec, mas, uas, rad, hourangle, h. Declinations: these without
/// h. Times: d, h, min, s, ms, us, ns, yr (a, of 365.25 days), and Julian dates of any kind. Also
/// in whole words, their plural and any case (but h, d, s, a, ms, us, ns as they stand here), in
/// brackets, and with a frame or a scale of time behind them: "Degrees (J2000)",
/// "BJD - 2454833, days".
UnitText read_unit(std::string_view text, Quantity quantity);

/// The scale of a column; none where the file says no unit.
///
/// @param unit  as the file has it, beside the name of the column; empty: what stands in brackets
/// in
///              the name counts, in round ones if it is a unit
/// Throws Error, naming file and column, for a unit that is not understood.
std::optional<UnitScale> column_scale(std::string const& file, std::string const& column,
                                      std::string const& unit, Quantity quantity);

/// Is this word a unit of angle or time?
bool is_scale_word(std::string_view word);

/// Is this word a unit of some column, so that a line of such words is no header?
bool is_unit_word(std::string_view word);

}  // namespace siderum::io
