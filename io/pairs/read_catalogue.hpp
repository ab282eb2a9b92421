// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <siderum/core/catalogue_table.hpp>
#include <siderum/io/pairs/catalogue_columns.hpp>
#include <siderum/io/tables/file_notes.hpp>

namespace siderum::io {

/// Reads points on the sky from a text file or a FITS table; "-" is standard input.
///
/// Text has one point per row, columns separated by commas, tabs or blanks, comments after #. A
/// first row with no number in it is a header, or a comment that names the columns (see
/// find_header). The columns are those that `columns` names, else
/// those that the header calls ra and dec (or as catalogues spell them: RAJ2000, DEC_DEG, ...; case
/// and punctuation do not count), else, in files without a header, the first two. FITS files give
/// their first table; its column names are the header.
///
/// Coordinates are returned in degrees. Their unit is what the file says: TUNIT of FITS, brackets
/// behind the name ("ra [rad]"), the units of astropy's ECSV; else columns.unit. Right ascensions
/// are not brought to 0 .. 360. A weight column that is asked for by name and not there leaves
/// `weight` empty.
///
/// Throws Error with the file, the first bad row (the line of a text file, the row of a FITS table,
/// from 1) and the number of bad rows, for numbers that are missing, NaN or infinite, |dec| > 90,
/// |ra| of more than two turns (of one in hours and radians: then it is in degrees), regions that
/// are no whole numbers, and rows of another number of columns; with the file for one that cannot
/// be read, lacks a column, has a coordinate in a unit that is none, or has no points. Cost: one
/// pass.
///
/// @param notes  or null: is told where the columns were taken by their places, and where the file
///               says another unit than columns.unit
CatalogueTable read_catalogue(std::string const& path, CatalogueColumns const& columns = {},
                              FileNotes* notes = nullptr);

}  // namespace siderum::io
