// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <siderum/core/ring_grid.hpp>
#include <siderum/io/output_file.hpp>

namespace siderum::io {

/// A map of the sky as files hold it, in plain host memory.
struct SkyMap {
  RingGrid grid;
  std::vector<double> value;             ///< (pixels), HEALPix in RING order; NaN: not seen
  std::string quantity = "TEMPERATURE";  ///< the name of the column
  std::string unit;                      ///< as TUNIT has it; empty: not known
  std::string coordinates;               ///< COORDSYS: G, E or C; empty: not known
};

enum class PixelOrder { ring, nested };

/// Which of its maps a file gives.
struct SkyMapSelection {
  std::string column;               ///< its name or its number from 1; empty: the first map
  std::optional<PixelOrder> order;  ///< of a HEALPix file that does not name its order
};

/// Reads a map from a FITS table; "-" is standard input.
///
/// HEALPix files: any number of pixels in a row, RING or NESTED, whole or a list of pixels
/// (INDXSCHM 'EXPLICIT'); NSIDE from its keyword, else from the number of pixels. Files of
/// PIXTYPE 'RINGS' (write_sky_map): the table of rings is the next extension. Pixels that are
/// UNSEEN (-1.6375e30 to 1e-5 of it), BAD_DATA, undefined or NaN are NaN.
///
/// Throws Error with the file's name for one that is no map, cut short, of an unknown order, of
/// another number of pixels than its nside has, or whose rings are none.
SkyMap read_sky_map(std::string const& path, SkyMapSelection const& selection = {});

/// The numbers of a file.
enum class NumberWidth { float32, float64 };

/// Writes a map as a FITS file, in RING order, 1024 pixels in a row where that divides them. NaN is
/// written as UNSEEN. HEALPix maps are as healpy writes them. For all other grids PIXTYPE is
/// 'RINGS', GRID names the rule, and a second extension RINGS has one row for each ring: THETA,
/// PHI0 [rad], NPHI, FIRST, STRIDE [pixels from 0] and WEIGHT [sr]. The caller commits.
void write_sky_map(SkyMap const& map, NumberWidth width, OutputFile& file);

}  // namespace siderum::io
