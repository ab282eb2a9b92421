// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <siderum/core/harmonic_field.hpp>
#include <siderum/core/harmonic_range.hpp>
#include <siderum/io/files/output_file.hpp>
#include <siderum/io/sky/sky_map.hpp>
#include <siderum/io/tables/file_notes.hpp>

namespace siderum::io {

/// Harmonic coefficients as files hold them, in plain host memory: of a real map, or of the
/// components of a field (core/harmonic_field.hpp), T, E and B for example.
struct CoefficientTable {
  HarmonicRange range;
  /// (components, range.count()), a_lm of a component at range.index(l, m). B in the sign of COSMO.
  std::vector<std::complex<double>> a_lm;
  Field field = Field::scalar;
  std::string coordinates = {};  ///< COORDSYS: G, E or C; empty: not known
  /// Tables of coefficients behind that of a scalar field, 2 at most: E and B of T, E and B. Only
  /// read_coefficients sets it.
  std::int64_t left_out = 0;
};

/// Reads coefficients from the tables of a FITS file, as healpy writes them: one table for each
/// component, columns INDEX = l^2 + l + m + 1, or L and M, REAL and IMAG (by these names, else the
/// first three, unless one of these names stands elsewhere), rows in any order. "-" is standard
/// input. Coefficients without a row are 0; lmax and mmax are the largest of the keywords MAX-LPOL
/// and MAX-MPOL and of the rows.
///
/// A scalar field takes the first table, a polarised one three (T, E, B); spin two the last two of
/// three or of two (E, B), spin one both of two (gradient, curl). B changes its sign where POLCCONV
/// is 'IAU'.
///
/// Rows of m < 0 must be those of a real map, a_{l,-m} = (-1)^m conj(a_lm) to 1e-5 of it.
/// Throws Error with the file and the row for an index below 1 or that comes twice, a number that
/// is not finite, and rows of another map than a real one; for a file of fewer tables, or whose
/// tables are those of another field (EXTNAME as write_coefficients has it, or three for spin one),
/// and for a range that its rows do not fill by far.
///
/// @param notes  or null: is told how many coefficients have no row, and of columns with other
/// names
/// @param range_is_known  called before the rows are read where the header has MAX-LPOL and
///                        MAX-MPOL; may be empty, and may throw
CoefficientTable read_coefficients(std::string const& path, Field field = Field::scalar,
                                   FileNotes* notes = nullptr,
                                   std::function<void(HarmonicRange)> const& range_is_known = {});

/// Whether a file holds coefficients: FITS, with the columns INDEX, or L and M, REAL and IMAG in
/// its first table, or without a keyword of maps two of them, L and M or REAL and IMAG. True for
/// "-", which cannot be read twice.
bool holds_coefficients(std::string const& path);

/// The coefficients of degrees and orders up to those of `range`, which is no larger.
CoefficientTable truncated(CoefficientTable table, HarmonicRange range);

/// Writes all coefficients, order by order, a table for each component, as healpy reads them; INDEX
/// has 32 bits to lmax 46339. The caller commits. Throws Error where there are more or fewer,
/// and as check_width and check_coordinates (sky_map.hpp).
void write_coefficients(CoefficientTable const& table, NumberWidth width, OutputFile& file);

}  // namespace siderum::io
