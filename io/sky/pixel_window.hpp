// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <siderum/io/tables/file_notes.hpp>

namespace siderum::io {

/// What the size of pixels leaves of each degree of a map; a beam's window has the same form.
struct PixelWindow {
  std::vector<double> temperature;   ///< l = 0 .. the last
  std::vector<double> polarisation;  ///< likewise; empty: the file has none
};

/// Reads a window from a FITS table, as HEALPix's pixel_window_n*.fits are, or from text; "-" is
/// standard input. Columns TEMPERATURE (or t, bl, beam, pixwin) and POLARIZATION (or p, GRADIENT),
/// in any case; without names the first that holds no degrees. One row for each degree; degrees
/// from a column l (or ell), else the rows are those of l = 0, 1, ...
///
/// Throws Error with the file, and the row from 1, for numbers that are not finite, degrees that
/// are not 0, 1, ... in turn, and names none of which is that of a window.
///
/// @param notes  or null: is told where the columns were taken by their places
PixelWindow read_pixel_window(std::string const& path, FileNotes* notes = nullptr);

}  // namespace siderum::io
