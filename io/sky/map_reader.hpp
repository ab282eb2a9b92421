// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <siderum/io/files/fits_file.hpp>
#include <siderum/io/files/fits_rows.hpp>
#include <siderum/io/sky/sky_map.hpp>

namespace siderum::io {

/// Whether the user can name a column of the file by an option, --column.
enum class ColumnOption { none, there };

/// What whole numbers are called in sentences: "pixel", "pixels".
struct NumberWords {
  std::string_view one;
  std::string_view all;
};

/// A FITS table whose columns are read cell after cell, whatever the number of cells in a row.
class MapReader {
 public:
  MapReader(InputFile& input, ColumnOption option);

  FitsFile const& file() const { return file_; }
  std::string const& name() const { return file_.name(); }  ///< for sentences
  std::vector<std::string> const& columns() const { return names_; }

  /// Moves to the next table; false where there is none.
  bool next_table();

  /// Moves back to the table of the map.
  void first_table();

  /// Throws Error: "<name>: <problem> (<reason>). <action>".
  [[noreturn]] void refuse(std::string const& problem, std::string const& reason,
                           std::string const& action) const;

  /// Throws Error where another column has the name of this one, which its name is to tell.
  void refuse_namesake(int column) const;

  /// The column of that name, from 1; 0: there is none. Refuses two.
  int named_column(std::string_view name) const;

  /// The column of a map, from 1: the one that was asked for by name or number, else `first`.
  int map_column(std::string const& wanted, int first) const;

  /// The advice where a column is the wrong one: `with_option`, where the user can name another.
  std::string advice(std::string_view with_option) const;

  /// Cells of a column in all rows. Refuses columns that hold no numbers, and of pixels neither
  /// numbers nor T and F.
  std::int64_t count(int column) const;
  std::int64_t pixel_count(int column) const;

  /// All cells of a column; undefined ones are NaN, undefined integers -1. Of reals that are to be
  /// integers, those that are no whole numbers are refused.
  std::vector<double> numbers(int column) const;
  std::vector<std::int64_t> integers(int column, NumberWords const& words) const;

  /// What takes pixels of a component, from the place of the first one on; unseen ones are NaN,
  /// also by the keyword BAD_DATA. T and F are 1 and 0.
  using TakePixels = std::function<void(std::size_t component, std::int64_t first,
                                        std::span<double const> pixels)>;

  /// Reads the maps in some columns, whose pixels are taken by several threads at once.
  void read_pixels(std::vector<int> const& columns, TakePixels const& take) const;

  /// "row 3" of a cell of a column, from 0, or where a row has several "row 3, cell 2".
  std::string row(int column, std::size_t cell) const;

  /// What the header says of a column.
  std::string quantity(int column) const;
  std::string unit(int column) const;

 private:
  void read_names();
  std::optional<double> bad_data() const;
  std::int64_t cell_count(int column, bool is_readable) const;
  void read_logicals(FitsColumn const& cells, std::size_t component, TakePixels const& take) const;

  FitsFile file_;
  ColumnOption option_;
  std::vector<std::string> names_;
};

/// Reads whole numbers, also from a column of reals: -1 where a cell is undefined or none.
class WholeCells {
 public:
  explicit WholeCells(FitsColumn const& column) : column_(column) {}
  void read(FitsRows& rows, std::vector<std::int64_t>& cells);

 private:
  FitsColumn column_;
  std::vector<double> reals_;
};

/// The columns of the components of the selection's field, from 1. Throws Error where one is
/// missing or cannot be told.
/// @param listed  the column that lists the pixels, and is not taken for a map; 0: none
std::vector<int> map_columns(MapReader const& reader, SkyMapSelection const& selection, int listed);

/// Refuses columns that have another number of pixels.
void check_lengths(MapReader const& reader, std::vector<int> const& columns, std::int64_t pixels);

/// Calls grid_is_known, where there is one.
void tell_grid(SkyMapSelection const& selection, RingGrid const& grid);

/// The names of columns, the unit of the first one, and those of all where they are not the same.
struct ColumnWords {
  std::vector<std::string> quantities;
  std::string unit;
  std::vector<std::string> units;
};
ColumnWords words_of(MapReader const& reader, std::vector<int> const& columns);

/// The map of a file of PIXTYPE 'RINGS'.
SkyMap read_ring_map(MapReader& reader, SkyMapSelection const& selection);

}  // namespace siderum::io
