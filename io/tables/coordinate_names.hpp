// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

/// How catalogues name coordinates, as plain_name gives the names. The first of each is its own
/// name.
namespace siderum::io {

inline constexpr std::array<std::string_view, 11> right_ascension_names = {
    "ra",     "radeg",  "raj2000", "rightascension", "alpha",        "alphaj2000",
    "raicrs", "ramean", "raj",     "ra2000",         "alphawinj2000"};

inline constexpr std::array<std::string_view, 16> declination_names = {
    "dec",     "decdeg", "decj2000",      "declination", "delta", "deltaj2000",
    "dej2000", "deicrs", "decmean",       "decl",        "decj",  "dedeg",
    "dec2000", "de2000", "deltawinj2000", "de"};

}  // namespace siderum::io
