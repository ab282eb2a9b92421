// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <string>
#include <vector>

#include <siderum/core/harmonic_range.hpp>
#include <siderum/io/output_file.hpp>
#include <siderum/io/sky_map.hpp>

namespace siderum::io {

/// Harmonic coefficients of one real map as files hold them, in plain host memory.
struct CoefficientTable {
  HarmonicRange range;
  std::vector<std::complex<double>> a_lm;  ///< (range.count()), a_lm at range.index(l, m)
};

/// Reads coefficients from the first table of a FITS file, as healpy writes them: columns INDEX =
/// l^2 + l + m + 1, REAL and IMAG (by these names, else the first three), rows in any order.
/// "-" is standard input. Coefficients without a row are 0; lmax and mmax are those of the keywords
/// MAX-LPOL and MAX-MPOL, or larger where the rows are.
///
/// Rows of m < 0 must be those of a real map, a_{l,-m} = (-1)^m conj(a_lm) to 1e-5 of it.
/// Throws Error with the file and the row for an index below 1 or that comes twice, a number that
/// is not finite, and rows of another map than a real one.
CoefficientTable read_coefficients(std::string const& path);

/// Writes all coefficients, order by order, as healpy reads them; INDEX has 32 bits to lmax 46339.
/// The caller commits.
void write_coefficients(CoefficientTable const& table, NumberWidth width, OutputFile& file);

}  // namespace siderum::io
