// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <siderum/core/harmonic_field.hpp>
#include <siderum/io/files/output_file.hpp>
#include <siderum/io/tables/file_notes.hpp>

namespace siderum::io {

/// Reads a power spectrum from text or a FITS table; "-" is standard input. The degrees are those
/// of a column l (or ell), in any order, degrees without a row 0; where there is none, the first
/// column of two or more holds the degrees if it has no name, else the rows are those of l = 0, 1,
/// ... The powers are in the column cl (or c_l, tt, temperature; case does not count), else in the
/// first column that holds no degrees.
///
/// Returns C_l, l = 0 .. the last. Throws Error with the file, and the row from 1, for degrees that
/// are no whole numbers from 0 to 2^20, come twice, and powers that are negative or not finite.
///
/// @param notes  or null: is told where the columns were taken by their places
std::vector<double> read_power_spectrum(std::string const& path, FileNotes* notes = nullptr);

/// Reads the spectra of a field with itself, in the order of spectra_of(field); of a scalar field
/// the one above. Columns by name: tt, ee, bb, te, eb, tb, with or without cl before them, or the
/// names of healpy (TEMPERATURE, GRADIENT, CURL, G-T, C-G, C-T); gg, cc and gc of spin one. In a
/// file without names the columns are l, tt, ee, bb, te, eb and tb, or those of the field. eb, tb
/// and gc are 0 where they are not there.
///
/// Throws Error as above, and where a spectrum is missing; covariances may be negative.
std::vector<std::vector<double>> read_power_spectra(std::string const& path, Field field,
                                                    FileNotes* notes = nullptr);

/// Writes l and the columns, one row for each degree, as CSV or FITS by the ending. The caller
/// commits.
/// @param names    of the columns
/// @param spectra  for each name, all of one length
void write_power_spectra(std::vector<std::string> const& names,
                         std::vector<std::vector<double>> const& spectra, OutputFile& file);

}  // namespace siderum::io
