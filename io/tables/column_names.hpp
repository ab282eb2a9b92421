// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// What names of columns mean in files of light curves. Case, punctuation and units in brackets do
/// not count in any of them.
namespace siderum::io {

/// What a column of a light-curve file is for.
enum class ColumnRole : std::uint8_t { skip, id, time, value, error, band };

/// "id", "time", "value", "error", "band"; "-" for skip.
std::string_view role_name(ColumnRole role);

/// The role among id, time, value and error that a name stands for ("MJD" is time, "mag_err" is
/// error), or skip.
ColumnRole recognise_role(std::string_view name);

/// How well a name serves as the id, the time or the value where several do: the least is best
/// (corrected times before others, fluxes before magnitudes, which faint points lack).
int rank_of(ColumnRole role, std::string_view name);

/// Does a name say that the values are magnitudes ("mag", "psfMag", "mag_r", "Magnitude")?
bool names_magnitudes(std::string_view name);

/// "magnitudes" or "fluxes" where the name of a value says so; else empty.
std::string_view quantity_kind(std::string_view name);

/// Dates as the name of a time says them: "JD" (also of the Sun or the barycentre), "MJD", "BTJD",
/// "JD - 2450000"; empty where it does not.
std::string date_kind(std::string_view name);

/// Does a name say that the column tells the bands ("filter", "fid", "filtercode")?
/// @param holds_number  in the first row; "F" is a filter where it holds text
bool names_bands(std::string_view name, bool holds_number);

/// May that be the time of that value? Gaia's tables have times of G, BP and RP side by side.
bool is_time_of(std::string_view time, std::string_view value);

/// What a name says about an error and a value, from nothing to most.
enum class ErrorMatch : std::uint8_t {
  none,      ///< not the error of that value: "flux_err" and "mag"
  neutral,   ///< an error, of whatever there is: "sigma" and "mag"
  stem,      ///< named after it, without the quantity: "Verr" and "Vmag"
  complete,  ///< its name with a word for an error: "e_mag" and "magnitude"
};

ErrorMatch match_error(std::string_view error, std::string_view value);

}  // namespace siderum::io
