// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <siderum/core/light_curve_table.hpp>

namespace siderum::io {

/// What happens to a row that cannot be used.
enum class InvalidRows {
  error,  ///< the first one is an Error that names file and row
  drop,   ///< it is left out; ReadReport counts them and names the first
};

/// The floating-point numbers that hold values and errors where they are used.
enum class NumberRange {
  doubles,
  floats,  ///< values up to 3.4e38; errors, which may not become 0, from 1.4e-45
};

struct ReadOptions {
  /// Which columns of the files are id, time, value and error. Empty: as the header says, or by
  /// their number. Otherwise one of
  /// - the roles of the columns in their order, `-` for a column to skip: "id,-,time,value,error";
  ///   columns after the last word are skipped, and a header may not say otherwise;
  /// - pairs of role and column, the column by its name in the header or its number from 1:
  ///   "time=hjd,value=psfmag" or "time=2,value=5". Roles that no pair names are as the header
  ///   says, and absent in a file without a header; "error=-" is no error column.
  /// Roles may be spelled as in headers (mjd for time, mag for value, ...).
  std::string columns;

  InvalidRows invalid = InvalidRows::error;

  /// The column that says in which band a point was observed, by its name in the header or its
  /// number from 1; it has no other role. Empty: the points have no bands.
  std::string band_column = {};

  /// A row with a value or an error outside cannot be used.
  NumberRange numbers = NumberRange::doubles;
};

/// What the name of the value's column tells.
enum class ValueKind {
  unknown,
  magnitudes,  ///< in every file: "mag", "psfMag", "mag_r", ...; smaller is brighter
};

/// Whether the files say the unit of their times.
enum class TimeUnit {
  unknown,
  days,  ///< every file says a unit, from which its times were converted to days
};

/// What was done to the data on the way, for the program to show.
struct ReadReport {
  std::int64_t rows = 0;           ///< rows of data in all files, with the dropped ones
  std::int64_t dropped = 0;        ///< of these, how many were dropped
  std::string first_dropped;       ///< "FILE, row N: the time is NaN (times must be finite)"
  std::vector<std::string> notes;  ///< "FILE: the rows of an object are not contiguous; ..."
  ValueKind values = ValueKind::unknown;
  TimeUnit times = TimeUnit::unknown;
};

/// The files of which some may be named in lists, as "@LIST"; Error where a list cannot be read,
/// lists nothing or a file that is not there.
std::vector<std::string> expand_lists(std::vector<std::string> const& paths);

/// Reads light curves from text or FITS tables; all files together are one batch.
///
/// A path is a file, "-" (standard input) or "@LIST" (a file with one path per line, "@-" for a
/// list on standard input; a relative path that is not found is looked for beside the list).
///
/// Text has one point per row, columns separated by commas, tabs or blanks (whatever the first row
/// of data has), comments after #, fields in double quotes where wanted. A first row with no number
/// in it is a header, or a comment before the data (see find_header), which names the columns (case
/// is ignored; id, object, name; time, jd, mjd; value, mag, flux; error, err, dy; and the like).
/// Errors are those of the value by their name, and a column of bands that options do not name is
/// watched for a note. Without header and options.columns, 2 columns are time and value, 3 are id,
/// time, value, 4 are id, time, value, error; this guess is a note of the report, and refused when
/// every object would have a single point, or nearly all ids of three-column files would be
/// different numbers. Ids are text. A file without an id column is one object, named after the
/// file.
///
/// FITS files (by content, or the endings .fits, .fit, .fits.gz) give their first table; its column
/// names are the header.
///
/// Numbers are rounded correctly from their decimal text. The same id in several files is the same
/// object. Objects need not be contiguous and times not sorted.
///
/// Errors: Error with file and row (the line of a text file, the row of a FITS table, from 1) for
/// NaN or infinite numbers, an error <= 0, a field that is no number, a row with too few columns
/// or with more than the header has (without one: than the first row; empty fields at the end do
/// not count); with the file for one that cannot be read, is empty, is no text, is separated by
/// semicolons, or lacks a column, or is named twice; when files name magnitudes and fluxes of one
/// object, or dates of several origins; when no row is left, and when every row of a band was
/// dropped. ColumnError (column_advice.hpp) with the file and words that decide, where several
/// columns could have a role, two have one name, or none has a role that is needed.
///
/// Cost: one pass; memory of 28 bytes per row (with errors; 4 more with bands, also where they are
/// only watched) beside the file's own pages, 8 more while objects that are not contiguous are
/// grouped.
LightCurveTable read_light_curves(std::vector<std::string> const& paths,
                                  ReadOptions const& options = {}, ReadReport* report = nullptr);

}  // namespace siderum::io
