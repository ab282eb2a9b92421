// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/core/healpix_pixels.hpp>
#include <siderum/core/large_pages.hpp>
#include <siderum/core/out_of_memory.hpp>
#include <siderum/core/worker_threads.hpp>
#include <siderum/io/files/file_format.hpp>
#include <siderum/io/files/input_file.hpp>
#include <siderum/io/sky/coefficient_rows.hpp>
#include <siderum/io/sky/map_reader.hpp>
#include <siderum/io/sky/sky_map.hpp>
#include <siderum/io/sky/sky_map_keys.hpp>
#include <siderum/io/tables/name_matching.hpp>
#include <siderum/io/tables/text_fields.hpp>

namespace siderum::io {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Pixels of a list or a map that a thread takes at a time.
constexpr std::int64_t pixels_at_a_time = std::int64_t{1} << 16;

/// As the keyword says; none where it is missing.
std::optional<PixelOrder> stated_order(MapReader const& reader) {
  std::string const order = reader.file().text_key("ORDERING").value_or("");
  bool const ring = equal_names(order, "RING");
  if (ring || equal_names(order, "NESTED") || equal_names(order, "NEST")) {
    return ring ? PixelOrder::ring : PixelOrder::nested;
  }
  if (!order.empty()) {
    reader.refuse(fmt::format("the pixels have the order '{}'", order),
                  "orders are RING and NESTED", "Convert the map to one of these.");
  }
  return std::nullopt;
}

PixelOrder order_of(MapReader const& reader, SkyMapSelection const& selection) {
  std::optional<PixelOrder> const stated = stated_order(reader);
  if (stated && selection.order && !selection.is_shared) {
    check_order(reader.name(), stated, *selection.order);
  }
  if (!stated && !selection.order) {
    reader.refuse("the pixels are in an unknown order", "the file has no keyword ORDERING",
                  "Say which with --ordering ring or --ordering nested.");
  }
  return stated ? *stated : *selection.order;
}

std::int64_t nside_key(MapReader const& reader) {
  std::optional<std::int64_t> const nside = reader.file().integer_key("NSIDE");
  if (nside && (*nside < 1 || *nside > largest_nside)) {
    reader.refuse(fmt::format("NSIDE is {}", *nside),
                  fmt::format("maps of nside 1 .. {} are read", largest_nside),
                  "Check the file, or give a coarser map.");
  }
  return nside.value_or(0);
}

/// The nside of whole maps, from the number of pixels.
std::int64_t whole_nside(MapReader const& reader, std::int64_t pixels) {
  std::int64_t const nside = nside_key(reader);
  // One of several columns may list them under another name.
  std::string const where = reader.columns().size() > 1 ? " in a column PIXEL" : "";
  if (nside > 0 && healpix::pixel_count(nside) != pixels) {
    reader.refuse(fmt::format("the map has {} pixels", pixels),
                  fmt::format("NSIDE is {}, which has {}", nside, healpix::pixel_count(nside)),
                  fmt::format("Give a whole map, or one that lists its pixels{}.", where));
  }
  auto const nearest =
      static_cast<std::int64_t>(std::llround(std::sqrt(static_cast<double>(pixels) / 12.0)));
  if (nearest < 1 || 12 * nearest * nearest != pixels) {
    reader.refuse(fmt::format("the map has {} pixels", pixels), "a HEALPix map has 12 nside^2",
                  fmt::format("Give a whole HEALPix map, or one that {}.",
                              where.empty() ? "siderum wrote" : "lists its pixels" + where));
  }
  return nearest;
}

void check_nested(MapReader const& reader, std::int64_t nside) {
  if (!healpix::has_nested(nside)) {
    reader.refuse(fmt::format("the order is NESTED, with an nside of {}", nside),
                  "only powers of two have that order", "Check the keywords ORDERING and NSIDE.");
  }
}

/// How the pixels of a list stand.
enum class ListOrder { ascending, any };

/// Refuses pixels that the map does not have, before there is memory for a map of that nside.
ListOrder check_pixels(MapReader const& reader, int column, RingGrid const& grid,
                       std::vector<std::int64_t> const& pixels) {
  std::atomic<std::int64_t> outside = std::ssize(pixels);
  std::atomic<bool> is_ascending = true;
  for_each_piece(std::ssize(pixels), pixels_at_a_time, [&] {
    return [&](std::int64_t begin, std::int64_t end) {
      std::int64_t before = begin == 0 ? -1 : pixels[static_cast<std::size_t>(begin) - 1];
      bool ascends = true;
      for (std::int64_t row = begin; row < end; ++row) {
        std::int64_t const pixel = pixels[static_cast<std::size_t>(row)];
        if (pixel < 0 || pixel >= grid.pixels()) {
          lower_to(outside, row);
          return;
        }
        ascends = ascends && pixel > before;
        before = pixel;
      }
      if (!ascends) {
        is_ascending = false;
      }
    };
  });
  if (outside < std::ssize(pixels)) {
    auto const row = static_cast<std::size_t>(outside.load());
    reader.refuse(fmt::format("{} is of pixel {}", reader.row(column, row), pixels[row]),
                  fmt::format("nside {} has the pixels 0 .. {}", grid.nside(), grid.pixels() - 1),
                  "Correct the row.");
  }
  return is_ascending ? ListOrder::ascending : ListOrder::any;
}

/// Refuses pixels that are listed twice.
void check_once(MapReader const& reader, int column, RingGrid const& grid,
                std::vector<std::int64_t> const& pixels) {
  std::vector<bool> is_taken(static_cast<std::size_t>(grid.pixels()));
  for (std::size_t row = 0; row < pixels.size(); ++row) {
    auto const pixel = static_cast<std::size_t>(pixels[row]);
    if (is_taken[pixel]) {
      reader.refuse(fmt::format("{} is of pixel {} again", reader.row(column, row), pixel),
                    "a pixel has one value", "Remove one of its rows.");
    }
    is_taken[pixel] = true;
  }
}

/// The places of the listed pixels in RING order.
std::vector<std::int64_t> ring_places(MapReader const& reader, int column, RingGrid const& grid,
                                      PixelOrder order) {
  std::vector<std::int64_t> pixels = reader.integers(column, {"pixel", "pixels"});
  // Those of most lists ascend, and so come once.
  if (check_pixels(reader, column, grid, pixels) == ListOrder::any) {
    check_once(reader, column, grid, pixels);
  }
  if (order == PixelOrder::nested) {
    for_each_index(pixels.size(), pixels_at_a_time, [&](std::size_t row) {
      pixels[row] = healpix::nested_to_ring(grid.nside(), pixels[row]);
    });
  }
  return pixels;
}

/// A few rows can be of a map that takes all memory there is.
void check_room(MapReader const& reader, std::int64_t nside, std::size_t columns,
                std::int64_t listed) {
  double const bytes = static_cast<double>(columns) * sizeof(double) *
                       static_cast<double>(healpix::pixel_count(nside));
  if (!has_room_for(static_cast<std::size_t>(bytes))) {
    reader.refuse(fmt::format("there is no memory for its map, {:.3g} MB", 1e-6 * bytes),
                  fmt::format("NSIDE is {}, of whose {} pixels {} are listed", nside,
                              healpix::pixel_count(nside), listed),
                  "Check NSIDE, or free memory.");
  }
}

/// The column that lists pixels by its name, from 1; 0: none.
int pixel_column(MapReader const& reader) {
  return reader.named_column("PIXEL");
}

/// The names of all columns but the one that lists pixels.
std::vector<std::string> maps_of(MapReader const& reader, int listed) {
  std::vector<std::string> names = reader.columns();
  if (listed > 0) {
    names.erase(names.begin() + listed - 1);
  }
  return names;
}

/// How the pixels of a file are told.
enum class MapKind { rings, list, whole };

/// Whether a column lists the pixels that the rows are of. The keyword INDXSCHM says so;
/// where it is missing, as in files of some surveys, OBJECT or the name of a column does.
bool is_list(MapReader const& reader) {
  std::string const scheme = reader.file().text_key("INDXSCHM").value_or("");
  bool const is_partial = equal_names(reader.file().text_key("OBJECT").value_or(""), "PARTIAL");
  if (scheme.empty()) {
    return pixel_column(reader) > 0 || (is_partial && reader.columns().size() > 1);
  }
  bool const is_listed = equal_names(scheme, "EXPLICIT");
  if (!is_listed && !equal_names(scheme, "IMPLICIT")) {
    reader.refuse(fmt::format("the pixels have the scheme '{}'", shown_text(scheme)),
                  "INDXSCHM is IMPLICIT or EXPLICIT", "Correct the keyword.");
  }
  if (!is_listed && is_partial) {
    reader.refuse("INDXSCHM is IMPLICIT", "OBJECT is PARTIAL, and a part of a map lists its pixels",
                  "Write EXPLICIT into INDXSCHM if the first column lists them, else FULLSKY into "
                  "OBJECT.");
  }
  return is_listed;
}

/// How many pixels are listed, of which each column has one value.
std::int64_t listed_pixels(MapReader const& reader, int listed, std::vector<int> const& columns) {
  std::int64_t const pixels = reader.count(listed);
  for (int const column : columns) {
    if (std::int64_t const values = reader.pixel_count(column); pixels != values) {
      reader.refuse(fmt::format("{} pixels have {} values", pixels, values), "each has one",
                    reader.advice("Check the columns, or name another one with --column."));
    }
  }
  return pixels;
}

/// The column that lists pixels, from 1; 0: none. In a whole map one of several is called PIXEL.
int listing_column(MapReader const& reader, MapKind kind) {
  switch (kind) {
    case MapKind::rings:
      return 0;
    case MapKind::list:
      return std::max(pixel_column(reader), 1);
    case MapKind::whole:
      return reader.columns().size() > 1 ? pixel_column(reader) : 0;
  }
  return 0;
}

/// The columns of the field in a list of pixels, of which the list itself is none.
std::vector<int> columns_of_list(MapReader const& reader, SkyMapSelection const& selection,
                                 int listed) {
  std::vector<int> columns = map_columns(reader, selection, listed);
  if (std::find(columns.begin(), columns.end(), listed) != columns.end()) {
    reader.refuse(fmt::format("--column names the column {}, '{}'", listed,
                              shown_text(reader.quantity(listed))),
                  fmt::format("it lists the pixels, and the maps are {}",
                              shown_names(maps_of(reader, listed))),
                  "Name these, or give their numbers, which count all columns of the table.");
  }
  return columns;
}

/// A list of pixels and their values; all others are not seen.
SkyMap read_listed(MapReader const& reader, SkyMapSelection const& selection, int listed) {
  std::vector<int> const columns = columns_of_list(reader, selection, listed);
  PixelOrder const order = order_of(reader, selection);
  std::int64_t const nside = nside_key(reader);
  if (nside == 0) {
    reader.refuse("the nside is unknown", "a list of pixels needs the keyword NSIDE",
                  "Add it to the file.");
  }
  if (order == PixelOrder::nested) {
    check_nested(reader, nside);
  }
  std::int64_t const pixels = listed_pixels(reader, listed, columns);
  ColumnWords words = words_of(reader, columns);
  check_room(reader, nside, columns.size(), pixels);
  SkyMap map{healpix_grid(nside), {}, std::move(words.quantities), std::move(words.unit), {}};
  map.units = std::move(words.units);
  tell_grid(selection, map.grid);
  std::vector<std::int64_t> const places = ring_places(reader, listed, map.grid, order);
  auto const count = static_cast<std::size_t>(map.grid.pixels());
  reserve_large(map.value, columns.size() * count);
  map_large_pages(map.value.data(), columns.size() * count * sizeof(double));
  map.value.assign(columns.size() * count, not_a_number);
  reader.read_pixels(columns,
                     [&](std::size_t component, std::int64_t first, std::span<double const> part) {
                       for (std::size_t i = 0; i < part.size(); ++i) {
                         std::int64_t const place = places[static_cast<std::size_t>(first) + i];
                         map.value[component * count + static_cast<std::size_t>(place)] = part[i];
                       }
                     });
  return map;
}

SkyMap read_whole(MapReader const& reader, SkyMapSelection const& selection, int listed) {
  std::vector<int> const columns = map_columns(reader, selection, listed);
  std::int64_t const nside = whole_nside(reader, reader.pixel_count(columns.front()));
  PixelOrder const order = order_of(reader, selection);
  ColumnWords words = words_of(reader, columns);
  SkyMap map{healpix_grid(nside), {}, std::move(words.quantities), std::move(words.unit), {}};
  map.units = std::move(words.units);
  if (order == PixelOrder::nested) {
    check_nested(reader, nside);
  }
  std::int64_t const pixels = map.grid.pixels();
  check_lengths(reader, columns, pixels);
  tell_grid(selection, map.grid);
  resize_large(map.value, columns.size() * static_cast<std::size_t>(pixels));
  reader.read_pixels(
      columns, [&](std::size_t component, std::int64_t first, std::span<double const> part) {
        auto const target = map.value.begin() + static_cast<std::int64_t>(component) * pixels;
        if (order == PixelOrder::ring) {
          std::copy(part.begin(), part.end(), target + first);
          return;
        }
        for (std::int64_t i = 0; i < std::ssize(part); ++i) {
          target[healpix::nested_to_ring(nside, first + i)] = part[static_cast<std::size_t>(i)];
        }
      });
  return map;
}

/// As the keyword says; none where it is missing, or there is no U.
std::optional<PolarisationConvention> stated_convention(MapReader const& reader, Field field) {
  std::string const convention = reader.file().text_key("POLCCONV").value_or("");
  if (convention.empty() || spin(field) != 2) {
    return std::nullopt;
  }
  bool const iau = equal_names(convention, "IAU");
  if (!iau && !equal_names(convention, "COSMO")) {
    reader.refuse(fmt::format("the polarisation has the convention '{}'", convention),
                  "POLCCONV is COSMO or IAU", "Convert the map to one of these.");
  }
  return iau ? PolarisationConvention::iau : PolarisationConvention::cosmo;
}

PolarisationConvention convention_of(MapReader const& reader, SkyMapSelection const& selection) {
  std::optional<PolarisationConvention> const stated = stated_convention(reader, selection.field);
  if (stated && selection.convention && !selection.is_shared) {
    check_convention(reader.name(), *stated, *selection.convention);
  }
  return stated.value_or(selection.convention.value_or(PolarisationConvention::cosmo));
}

/// U is the last component of the fields that have it.
void take_convention(SkyMap& map, PolarisationConvention convention) {
  map.convention = convention;
  if (convention == PolarisationConvention::iau) {
    std::span<double> const last =
        std::span(map.value).last(static_cast<std::size_t>(map.grid.pixels()));
    for_each_index(last.size(), pixels_at_a_time, [&](std::size_t i) { last[i] = -last[i]; });
  }
}

/// "uK, in K and in mK", each once.
std::string unit_words(std::vector<std::string> const& units) {
  std::vector<std::string> different;
  for (auto unit = units.begin(); unit != units.end(); ++unit) {
    if (std::find(units.begin(), unit, *unit) == unit) {
      different.push_back(unit->empty() ? "no unit" : shown_text(*unit));
    }
  }
  std::string const last = different.back();
  different.pop_back();
  return fmt::format("{} and in {}", fmt::join(different, ", in "), last);
}

/// Of the columns of a field what the file leaves open.
void tell_what_was_taken(std::string const& file, SkyMapSelection const& selection,
                         SkyMap const& map, FileNotes& notes) {
  bool const are_in_order =
      selection.field != Field::scalar && selection.column.empty() &&
      std::none_of(map.quantities.begin(), map.quantities.end(), is_component);
  if (are_in_order) {
    notes.add(file, fmt::format("the columns {} were taken as {}, in their order. Name them with "
                                "--column if they are others.",
                                shown_names(map.quantities), component_words(selection.field)));
  }
  if (!map.units.empty()) {
    notes.add(file, fmt::format("the columns {} are in {} (TUNIT). They are taken as they are.",
                                shown_names(map.quantities), unit_words(map.units)));
  }
}

}  // namespace

void check_order(std::string const& file, std::optional<PixelOrder> stated, PixelOrder asked) {
  SIDERUM_VALIDATE(stated,
                   fmt::format("{}: --ordering has no effect (the pixels of its grid stand ring by "
                               "ring, and HEALPix ones alone have two orders). Leave it out.",
                               file));
  SIDERUM_VALIDATE(*stated == asked,
                   fmt::format("{}: --ordering names another order than the file, {} (its keyword "
                               "ORDERING counts). Leave --ordering out.",
                               file, *stated == PixelOrder::ring ? "RING" : "NESTED"));
}

void check_convention(std::string const& file, PolarisationConvention stated,
                      PolarisationConvention asked) {
  SIDERUM_VALIDATE(
      stated == asked,
      fmt::format("{}: --polcconv names another sign of U than the file, {} (its keyword POLCCONV "
                  "counts). Leave --polcconv out.",
                  file, stated == PolarisationConvention::iau ? "IAU" : "COSMO"));
}

SkyMap read_sky_map(std::string const& path, SkyMapSelection const& selection, FileNotes* notes) {
  InputFile input(path);
  return read_sky_map(input, selection, notes);
}

SkyMap read_sky_map(InputFile& input, SkyMapSelection const& selection, FileNotes* notes) {
  SIDERUM_VALIDATE(is_fits(input.path(), input.window()),
                   fmt::format("{} is no map (maps are FITS files, compressed ones .fits.gz). Give "
                               "a HEALPix map, or one that siderum wrote.",
                               input.name()));
  MapReader reader(input, selection.is_mask ? ColumnOption::none : ColumnOption::there);
  std::string coordinates = reader.file().text_key("COORDSYS").value_or("");
  std::string const kind = reader.file().text_key("PIXTYPE").value_or("HEALPIX");
  if (!equal_names(kind, "HEALPIX") && !equal_names(kind, "RINGS")) {
    reader.refuse(fmt::format("the pixels are of the type '{}'", kind),
                  "PIXTYPE is HEALPIX or RINGS", "Convert the map to one of these.");
  }
  if (have_coefficients(reader.columns())) {
    reader.refuse("the table holds coefficients",
                  fmt::format("its columns are {}REAL and IMAG",
                              find_name(reader.columns(), "INDEX") < 0 ? "L, M, " : "INDEX, "),
                  "Give a map, or make one of them with siderum alm2map.");
  }
  MapKind const is = equal_names(kind, "RINGS") ? MapKind::rings
                     : is_list(reader)          ? MapKind::list
                                                : MapKind::whole;
  PolarisationConvention const convention = convention_of(reader, selection);
  int const listed = listing_column(reader, is);
  std::vector<std::string> const columns = maps_of(reader, listed);
  SkyMap map = is == MapKind::rings  ? read_ring_map(reader, selection)
               : is == MapKind::list ? read_listed(reader, selection, listed)
                                     : read_whole(reader, selection, listed);
  map.coordinates = std::move(coordinates);
  map.stated_convention = stated_convention(reader, selection.field);
  map.stated_order = is == MapKind::rings ? std::nullopt : stated_order(reader);
  if (spin(selection.field) == 2) {
    take_convention(map, convention);
  }
  input.require_unchanged();
  bool const is_open = selection.field == Field::scalar && selection.column.empty();
  map.leaves_out_polarisation =
      is_open && is_temperature(map.quantities.front()) && have_polarisation(columns);
  if (notes != nullptr) {
    tell_what_was_taken(input.name(), selection, map, *notes);
    bool const says_enough = !selection.is_mask && is_temperature(map.quantities.front());
    if (columns.size() > 1 && is_open && !says_enough) {
      notes->add(input.name(),
                 fmt::format("of the columns {}, {} was taken as the {}, the first. {}",
                             shown_names(columns), map.quantities.front(),
                             selection.is_mask ? "mask" : "map",
                             selection.is_mask ? "Give a file with the mask alone for another one."
                                               : "Name another one with --column."));
    }
  }
  return map;
}

}  // namespace siderum::io
