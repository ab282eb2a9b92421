// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <siderum/io/output_file.hpp>

namespace siderum::io {

/// Reads a power spectrum from text or a FITS table; "-" is standard input. The degrees are those
/// of a column l (or ell), in any order, degrees without a row 0; where there is none, the first
/// column of two or more holds the degrees if it has no name, else the rows are those of l = 0, 1,
/// ... The powers are in the column cl (or c_l, tt, temperature; case does not count), else in the
/// first column that holds no degrees.
///
/// Returns C_l, l = 0 .. the last. Throws Error with the file, and the row from 1, for degrees that
/// are no whole numbers from 0 to 2^20, come twice, and powers that are negative or not finite.
std::vector<double> read_power_spectrum(std::string const& path);

/// Writes l and cl, one row for each degree, as CSV or FITS by the ending. The caller commits.
void write_power_spectrum(std::vector<double> const& spectrum, OutputFile& file);

}  // namespace siderum::io
