// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <siderum/core/harmonic_field.hpp>
#include <siderum/core/healpix_pixels.hpp>
#include <siderum/core/ring_grid.hpp>
#include <siderum/io/files/output_file.hpp>
#include <siderum/io/tables/file_notes.hpp>

namespace siderum::io {

class InputFile;

/// The two signs of U, and of B: that of HEALPix, whose x axis points south and y east, and that of
/// the IAU, whose x axis points north. U and B of one are those of the other times -1.
enum class PolarisationConvention { cosmo, iau };

/// A map of the sky as files hold it, in plain host memory: of one quantity, or of the components
/// of a field (core/harmonic_field.hpp). Without values until they are given.
struct SkyMap {
  RingGrid grid = healpix_grid(1);
  /// (components, pixels), HEALPix in RING order, U in the sign of COSMO; NaN: not seen.
  std::vector<double> value;
  std::vector<std::string> quantities{"TEMPERATURE"};  ///< the names of the columns, one for each
  std::string unit;                                    ///< TUNIT of the first; empty: not known
  std::string coordinates;                             ///< COORDSYS: G, E or C; empty: not known
  /// Of the file. Only write_sky_map looks at it: U is written with the sign that it asks for.
  PolarisationConvention convention = PolarisationConvention::cosmo;

  /// In which its pixels stand in the file, as that says; none where it does not, or where they
  /// stand on rings that are not HEALPix's. Only read_sky_map sets it.
  std::optional<PixelOrder> stated_order = {};
  /// The sign of a field with U, as the file says; none where it does not. Likewise.
  std::optional<PolarisationConvention> stated_convention = {};
  /// The first column was read because none was asked for, and is T of a file with Q and U.
  /// Likewise.
  bool leaves_out_polarisation = false;
  /// Of all columns, one for each, where they are not the same; empty: `unit` is that of all.
  std::vector<std::string> units = {};

  /// TUNIT of a component.
  std::string const& unit_of(std::size_t component) const {
    return units.empty() ? unit : units[component];
  }

  std::int64_t components() const { return std::ssize(value) / grid.pixels(); }
  std::span<double const> component(std::int64_t index) const {
    auto const pixels = static_cast<std::size_t>(grid.pixels());
    return std::span(value).subspan(static_cast<std::size_t>(index) * pixels, pixels);
  }
};

/// The names of a field's columns: TEMPERATURE; THETA_COMPONENT, PHI_COMPONENT; Q_POLARISATION,
/// U_POLARISATION; or TEMPERATURE and these.
std::vector<std::string> quantity_names(Field field);

/// "T, Q and U".
std::string component_words(Field field);

/// Which of its maps a file gives.
struct SkyMapSelection {
  /// Its name or its number from 1 among the columns of the table; empty: the first map, or those
  /// whose names say that they are the components of the field. Of a field with several, as many,
  /// with commas between them. The column that lists the pixels of a list is none.
  std::string column;
  std::optional<PixelOrder> order;  ///< of a HEALPix file that names none, or the same
  Field field = Field::scalar;
  /// Of a file that does not name it with POLCCONV, or names the same; none: COSMO.
  std::optional<PolarisationConvention> convention;
  /// Order and convention are those of other files, too: where this one names its own, or has no
  /// HEALPix pixels, they are not meant.
  bool is_shared = false;
  /// Called with the grid before pixels are read, if the headers are in order; may be empty.
  std::function<void(RingGrid const&)> grid_is_known = {};
  bool is_mask = false;  ///< called so in sentences; no option names its column
};

/// Reads a map from a FITS table; "-" is standard input.
///
/// HEALPix files: any number of pixels in a row, RING or NESTED, whole or a list of pixels
/// (INDXSCHM 'EXPLICIT', or without it a column PIXEL or OBJECT 'PARTIAL'); NSIDE from its keyword,
/// else from the number of pixels. Files of PIXTYPE 'RINGS' (write_sky_map): the table of rings is
/// the next extension. Pixels that are UNSEEN (-1.6375e30 to 1e-5 of it), undefined or NaN are NaN,
/// and so are those with the number of the keyword BAD_DATA. Columns of T and F are 1 and 0. U of a
/// spin-two or polarised field changes its sign where POLCCONV is 'IAU'.
///
/// Throws Error with the file's name for one that is no map, cut short, of an unknown order, of
/// another number of pixels than its nside has, whose rings are none, that lacks a component,
/// lists a pixel by what is no whole number, or whose columns have one name where a name is to tell
/// them apart.
/// @param notes  told where the first of several columns was taken whose name says no more, of a
///               mask whatever its name, where the components of a field were taken in the order of
///               the columns, and where these have different units
SkyMap read_sky_map(std::string const& path, SkyMapSelection const& selection = {},
                    FileNotes* notes = nullptr);

/// The same of a file that is open, and may be read again: also standard input.
SkyMap read_sky_map(InputFile& input, SkyMapSelection const& selection = {},
                    FileNotes* notes = nullptr);

/// Throw Error, with the name of the file, where what was asked for is not what a file says.
/// @param stated  none: it has pixels of one order
void check_order(std::string const& file, std::optional<PixelOrder> stated, PixelOrder asked);
void check_convention(std::string const& file, PolarisationConvention stated,
                      PolarisationConvention asked);

/// The numbers of a file.
enum class NumberWidth { float32, float64 };

/// Throws Error where numbers are infinite or, in single precision, would become so, or where all
/// would vanish. NaN are left out.
void check_width(std::span<double const> numbers, NumberWidth width);

/// Throws Error where coordinates, or another text of a map, fit no card of a FITS header
/// (check_card_text): a file read may have longer ones, which go on in more cards.
void check_coordinates(std::string const& coordinates);
void check_texts(SkyMap const& map);

/// Writes a map as a FITS file, in RING order, 1024 pixels in a row where that divides them. NaN is
/// written as UNSEEN. HEALPix maps are as healpy writes them. For all other grids PIXTYPE is
/// 'RINGS', GRID names the rule, and a second extension RINGS has one row for each ring: THETA,
/// PHI0 [rad], NPHI, FIRST, STRIDE [pixels from 0] and WEIGHT [sr]. Maps with U have the keyword
/// POLCCONV. The caller commits.
/// Throws Error where there is not one value for each pixel of each quantity, and as check_width
/// and check_texts.
void write_sky_map(SkyMap const& map, NumberWidth width, OutputFile& file);

}  // namespace siderum::io
