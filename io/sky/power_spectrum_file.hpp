// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <siderum/core/harmonic_field.hpp>
#include <siderum/io/files/output_file.hpp>
#include <siderum/io/sky/spectrum_names.hpp>
#include <siderum/io/tables/file_notes.hpp>

namespace siderum::io {

/// Reads the spectra of a field with itself from text or a FITS table, in the order of
/// spectra_of(field); "-" is standard input.
///
/// Columns go by their names, whatever their order: l (or ell, multipole); tt, ee, bb, te, eb, tb
/// (gg, cc, gc of spin one; of a scalar also cl), with or without cl or dl before or behind them;
/// or HEALPix's names (TEMPERATURE, GRADIENT, CURL, G-T, C-G, C-T). eb, tb and gc are 0 where they
/// are not there. Without a header the columns are l and the spectra in the order of the field; a
/// single one is C_l from l = 0. Without a column of degrees the rows are those of l = 0, 1, ...;
/// degrees without a row are 0. Files of healpy with six columns have EB and TB in its order,
/// whatever they call them.
///
/// D_l = l (l + 1) C_l / 2 pi become C_l; those of l = 0, which are 0, give C_0 = 0. What the file
/// holds is said by its header (dl_tt, l(l+1)C_l/2pi, a comment before the data, cl_tt, the keyword
/// SPECTRUM), else by `form`. Without a header, and of HEALPix's names, it is C_l.
///
/// @param form   what the user says that it holds
/// @param notes  or null: is told what was decided and not used
/// Throws Error with the file, and the row from 1, for a header that leaves the form open or
/// contradicts `form`, a spectrum that is missing or there twice, degrees that are no whole numbers
/// from 0 to 2^20 or come twice, variances below 0 and numbers that are not finite.
std::vector<std::vector<double>> read_power_spectra(std::string const& path, Field field,
                                                    std::optional<SpectrumForm> form = {},
                                                    FileNotes* notes = nullptr);

/// The one of a scalar field: C_l, l = 0 .. the last.
std::vector<double> read_power_spectrum(std::string const& path,
                                        std::optional<SpectrumForm> form = {},
                                        FileNotes* notes = nullptr);

/// Writes C_l, one row for each degree, as CSV or FITS by the ending: CSV with l and the columns cl
/// or cl_tt, cl_ee, ...; FITS as healpy.write_cl does, in the order of healpy.read_cl, a column of
/// doubles TEMPERATURE, GRADIENT, ... for each and no l. The caller commits.
/// @param names    as spectra_of(field) has them; those of two maps also et, be, bt and cg
/// @param spectra  for each name, all of one length
void write_power_spectra(std::vector<std::string> const& names,
                         std::vector<std::vector<double>> const& spectra, OutputFile& file);

}  // namespace siderum::io
