// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include <siderum/core/catalogue_table.hpp>
#include <siderum/io/tables/file_notes.hpp>

/// What tells that coordinates which name no unit may not be in degrees.
namespace siderum::io {

/// Throws Error where a comment before the data of a text speaks of radians, or of hours beside a
/// word for coordinates.
/// @param comments  the text before the first row of data
void refuse_other_units(std::string const& file, std::string_view comments);

/// Adds a note where a hundred points and more spread over what would be half a turn in radians,
/// and none lies beyond a turn or a pole in radians.
void note_small_coordinates(std::string const& file, CatalogueTable const& table, FileNotes& notes);

}  // namespace siderum::io
