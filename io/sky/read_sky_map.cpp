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

PixelOrder order_of(MapReader const& reader, SkyMapSelection const& selection) {
  std::string const order = reader.file().text_key("ORDERING").value_or("");
  bool const ring = equal_names(order, "RING");
  if (ring || equal_names(order, "NESTED") || equal_names(order, "NEST")) {
    PixelOrder const named = ring ? PixelOrder::ring : PixelOrder::nested;
    if (selection.order.value_or(named) != named) {
      reader.refuse(fmt::format("--ordering names another order than the file, {}", order),
                    "its keyword ORDERING counts", "Leave --ordering out.");
    }
    return named;
  }
  if (!order.empty()) {
    reader.refuse(fmt::format("the pixels have the order '{}'", order),
                  "orders are RING and NESTED", "Convert the map to one of these.");
  }
  if (!selection.order) {
    reader.refuse("the pixels are in an unknown order", "the file has no keyword ORDERING",
                  "Say which with --ordering ring or --ordering nested.");
  }
  return *selection.order;
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
  if (nside > 0 && healpix::pixel_count(nside) != pixels) {
    reader.refuse(fmt::format("the map has {} pixels", pixels),
                  fmt::format("NSIDE is {}, which has {}", nside, healpix::pixel_count(nside)),
                  "Give a whole map, or one that lists its pixels.");
  }
  auto const nearest =
      static_cast<std::int64_t>(std::llround(std::sqrt(static_cast<double>(pixels) / 12.0)));
  if (nearest < 1 || 12 * nearest * nearest != pixels) {
    reader.refuse(fmt::format("the map has {} pixels", pixels), "a HEALPix map has 12 nside^2",
                  "Give a whole HEALPix map, or one that siderum wrote.");
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
ListOrder check_pixels(MapReader const& reader, RingGrid const& grid,
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
    reader.refuse(fmt::format("row {} is of pixel {}", row + 1, pixels[row]),
                  fmt::format("nside {} has the pixels 0 .. {}", grid.nside(), grid.pixels() - 1),
                  "Correct the row.");
  }
  return is_ascending ? ListOrder::ascending : ListOrder::any;
}

/// Refuses pixels that are listed twice.
void check_once(MapReader const& reader, RingGrid const& grid,
                std::vector<std::int64_t> const& pixels) {
  std::vector<bool> is_taken(static_cast<std::size_t>(grid.pixels()));
  for (std::size_t row = 0; row < pixels.size(); ++row) {
    auto const pixel = static_cast<std::size_t>(pixels[row]);
    if (is_taken[pixel]) {
      reader.refuse(fmt::format("row {} is of pixel {} again", row + 1, pixel),
                    "a pixel has one value", "Remove one of its rows.");
    }
    is_taken[pixel] = true;
  }
}

/// The places of the listed pixels in RING order.
std::vector<std::int64_t> ring_places(MapReader const& reader, RingGrid const& grid,
                                      PixelOrder order, std::vector<std::int64_t> pixels) {
  // Those of most lists ascend, and so come once.
  if (check_pixels(reader, grid, pixels) == ListOrder::any) {
    check_once(reader, grid, pixels);
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

/// A list of pixels and their values; all others are not seen.
SkyMap read_listed(MapReader const& reader, SkyMapSelection const& selection) {
  int const listed = std::max(find_name(reader.columns(), "PIXEL"), 0) + 1;
  std::vector<int> const columns = map_columns(reader, selection, listed == 1 ? 2 : 1);
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
  tell_grid(selection, map.grid);
  std::vector<std::int64_t> const places =
      ring_places(reader, map.grid, order, reader.integers(listed, {"pixel", "pixels"}));
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

SkyMap read_whole(MapReader const& reader, SkyMapSelection const& selection) {
  std::vector<int> const columns = map_columns(reader, selection, 1);
  std::int64_t const nside = whole_nside(reader, reader.pixel_count(columns.front()));
  PixelOrder const order = order_of(reader, selection);
  ColumnWords words = words_of(reader, columns);
  SkyMap map{healpix_grid(nside), {}, std::move(words.quantities), std::move(words.unit), {}};
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

PolarisationConvention convention_of(MapReader const& reader, SkyMapSelection const& selection) {
  std::string const convention = reader.file().text_key("POLCCONV").value_or("");
  if (convention.empty() || spin(selection.field) != 2) {
    return selection.convention.value_or(PolarisationConvention::cosmo);
  }
  bool const iau = equal_names(convention, "IAU");
  if (!iau && !equal_names(convention, "COSMO")) {
    reader.refuse(fmt::format("the polarisation has the convention '{}'", convention),
                  "POLCCONV is COSMO or IAU", "Convert the map to one of these.");
  }
  PolarisationConvention const named =
      iau ? PolarisationConvention::iau : PolarisationConvention::cosmo;
  if (selection.convention.value_or(named) != named) {
    reader.refuse(fmt::format("--polcconv names another sign of U than the file, {}", convention),
                  "its keyword POLCCONV counts", "Leave --polcconv out.");
  }
  return named;
}

/// Files of a_lm are tables too.
bool holds_coefficients(MapReader const& reader) {
  return find_name(reader.columns(), "INDEX") >= 0 && find_name(reader.columns(), "REAL") >= 0 &&
         find_name(reader.columns(), "IMAG") >= 0;
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

}  // namespace

SkyMap read_sky_map(std::string const& path, SkyMapSelection const& selection, FileNotes* notes) {
  InputFile input(path);
  SIDERUM_VALIDATE(is_fits(path, input.window()),
                   fmt::format("{} is no map (maps are FITS files, compressed ones .fits.gz). Give "
                               "a HEALPix map, or one that siderum wrote.",
                               input.name()));
  MapReader reader(input, selection.is_mask ? ColumnOption::none : ColumnOption::there);
  std::string coordinates = reader.file().text_key("COORDSYS").value_or("");
  std::string const kind = reader.file().text_key("PIXTYPE").value_or("HEALPIX");
  bool const is_listed =
      equal_names(reader.file().text_key("INDXSCHM").value_or("IMPLICIT"), "EXPLICIT");
  if (!equal_names(kind, "HEALPIX") && !equal_names(kind, "RINGS")) {
    reader.refuse(fmt::format("the pixels are of the type '{}'", kind),
                  "PIXTYPE is HEALPIX or RINGS", "Convert the map to one of these.");
  }
  if (holds_coefficients(reader)) {
    reader.refuse("the table holds coefficients", "its columns are INDEX, REAL and IMAG",
                  "Give a map, or make one of them with siderum alm2map.");
  }
  PolarisationConvention const convention = convention_of(reader, selection);
  std::vector<std::string> const columns = reader.columns();
  SkyMap map = equal_names(kind, "RINGS") ? read_ring_map(reader, selection)
               : is_listed                ? read_listed(reader, selection)
                                          : read_whole(reader, selection);
  map.coordinates = std::move(coordinates);
  if (spin(selection.field) == 2) {
    take_convention(map, convention);
  }
  input.require_unchanged();
  bool const has_choice = std::ssize(columns) > (is_listed ? 2 : 1);
  bool const is_open = selection.field == Field::scalar && selection.column.empty();
  if (notes != nullptr && has_choice && is_open && !is_temperature(map.quantities.front())) {
    notes->add(input.name(),
               fmt::format("of the columns {}, {} was taken as the {}, the first. {}",
                           shown_names(columns), map.quantities.front(),
                           selection.is_mask ? "mask" : "map",
                           selection.is_mask ? "Give a file with the mask alone for another one."
                                             : "Name another one with --column."));
  }
  return map;
}

}  // namespace siderum::io
