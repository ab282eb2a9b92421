// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <span>
#include <utility>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/core/healpix_pixels.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/core/unseen.hpp>
#include <siderum/core/worker_threads.hpp>
#include <siderum/io/files/big_endian.hpp>
#include <siderum/io/files/fits_card.hpp>
#include <siderum/io/files/fits_output.hpp>
#include <siderum/io/sky/sky_map.hpp>
#include <siderum/io/sky/sky_map_keys.hpp>

namespace siderum::io {
namespace {

/// Pixels of one row, where they divide a map.
constexpr std::int64_t long_row = 1024;

template <class Number>
void put_pixels(std::span<double const> value, double sign, char* target) {
  for (std::size_t i = 0; i < value.size(); ++i) {
    double const number = std::isnan(value[i]) ? unseen_pixel : sign * value[i];
    put_big_endian(static_cast<Number>(number), target + i * sizeof(Number));
  }
}

/// A row holds the pixels of the first component, then those of the next one.
/// @param sign  of each component in the file
template <class Number>
void write_pixels(FitsOutput& file, SkyMap const& map, std::vector<double> const& sign,
                  std::int64_t in_a_row) {
  auto const pixels = static_cast<std::size_t>(in_a_row);
  auto const make = [&](std::int64_t begin, std::int64_t end, char* target) {
    for (std::int64_t row = begin; row < end; ++row) {
      auto const first = static_cast<std::size_t>(row * in_a_row);
      for (std::size_t i = 0; i < sign.size(); ++i) {
        auto const value = map.component(static_cast<std::int64_t>(i)).subspan(first, pixels);
        put_pixels<Number>(value, sign[i], target);
        target += pixels * sizeof(Number);
      }
    }
  };
  file.write_rows(map.grid.pixels() / in_a_row, make);
}

void write_healpix_keys(FitsOutput& file, std::int64_t nside) {
  file.key("PIXTYPE", "HEALPIX", "HEALPix pixelisation");
  file.key("ORDERING", "RING", "pixel ordering");
  file.key("NSIDE", nside, "resolution");
  file.key("FIRSTPIX", std::int64_t{0}, "first pixel, from 0");
  file.key("LASTPIX", healpix::pixel_count(nside) - 1, "last pixel, from 0");
  file.key("INDXSCHM", "IMPLICIT", "pixels by their place");
  file.key("OBJECT", "FULLSKY", "the whole sky");
}

void write_ring_keys(FitsOutput& file, RingGrid const& grid) {
  auto const rule = std::find_if(grid_names.begin(), grid_names.end(),
                                 [&](GridName const& entry) { return entry.kind == grid.kind(); });
  SIDERUM_EXPECT(rule != grid_names.end());
  file.key("PIXTYPE", "RINGS", "pixels on rings of equal colatitude");
  file.key("GRID", std::string(rule->name), "rule of the rings");
  file.key("NRINGS", std::ssize(grid.rings()), "rows of the extension RINGS");
  file.key("NPIX", grid.pixels(), "number of pixels");
}

void write_rings(FitsOutput& file, RingGrid const& grid) {
  file.create_table({ring_columns.begin(), ring_columns.end()}, {"D", "D", "K", "K", "K", "D"},
                    {"rad", "rad", "", "", "", "sr"}, "RINGS");
  std::span<Ring const> const rings = grid.rings();
  file.write_rows(std::ssize(rings), [&](std::int64_t begin, std::int64_t end, char* target) {
    for (std::int64_t i = begin; i < end; ++i) {
      Ring const& ring = rings[static_cast<std::size_t>(i)];
      auto const put = [&target](auto number) {
        put_big_endian(number, target);
        target += sizeof number;
      };
      put(ring.theta);
      put(ring.phi0);
      put(ring.nphi);
      put(ring.first);
      put(ring.stride);
      put(ring.weight);
    }
  });
}

/// NaN are left out.
double largest_size(std::span<double const> numbers) {
  double largest = 0.0;
#pragma omp simd reduction(max : largest)
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    double const size = std::fabs(numbers[i]);
    largest = size > largest ? size : largest;
  }
  return largest;
}

}  // namespace

void check_width(std::span<double const> numbers, NumberWidth width) {
  bool const is_single = width == NumberWidth::float32;
  double const most =
      is_single ? std::numeric_limits<float>::max() : std::numeric_limits<double>::max();
  double largest = 0.0;
  std::mutex mutex;
  constexpr std::int64_t piece = std::int64_t{1} << 17;
  for_each_piece(std::ssize(numbers), piece, [&] {
    return [&](std::int64_t begin, std::int64_t end) {
      double const largest_of_piece = largest_size(
          numbers.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)));
      std::lock_guard const lock(mutex);
      largest = std::max(largest, largest_of_piece);
    };
  });
  bool const vanishes = is_single && largest > 0.0 && largest < std::numeric_limits<float>::min();
  SIDERUM_VALIDATE(largest <= most && !vanishes,
                   fmt::format("The result has numbers of {} (files of {} precision hold them from "
                               "{} to {}). Take another unit{}.",
                               number_text(largest), is_single ? "single" : "double",
                               is_single ? "1e-38" : "1e-308", is_single ? "3e38" : "1.8e308",
                               is_single ? ", or double precision" : ""));
}

void check_coordinates(std::string const& coordinates) {
  check_card_text("The keyword COORDSYS", coordinates);
}

void check_texts(SkyMap const& map) {
  for (std::string const& quantity : map.quantities) {
    check_card_text("The name of a column of the map", quantity);
  }
  check_card_text("The unit of the map", map.unit);
  for (std::string const& unit : map.units) {
    check_card_text("The unit of a column of the map", unit);
  }
  check_coordinates(map.coordinates);
}

void write_sky_map(SkyMap const& map, NumberWidth width, OutputFile& output) {
  std::size_t const count = map.quantities.size();
  std::int64_t const pixels = map.grid.pixels();
  SIDERUM_VALIDATE(count > 0 && map.value.size() == count * static_cast<std::size_t>(pixels),
                   fmt::format("The map has {} values (its grid, {}, has {} pixels, and it names {}"
                               " quantities). Give a value for each pixel of each quantity.",
                               map.value.size(), map.grid.name(), pixels, count));
  check_texts(map);
  check_width(map.value, width);
  std::int64_t const in_a_row = pixels % long_row == 0 ? long_row : 1;
  bool const is_healpix = map.grid.kind() == GridKind::healpix;
  bool const is_iau = map.convention == PolarisationConvention::iau;
  std::string const form = std::to_string(in_a_row) + (width == NumberWidth::float64 ? "D" : "E");
  FitsOutput file(output);
  file.create_table(map.quantities, std::vector(count, form),
                    map.units.empty() ? std::vector(count, map.unit) : map.units, "MAP");
  if (is_healpix) {
    write_healpix_keys(file, map.grid.nside());
  } else {
    write_ring_keys(file, map.grid);
  }
  if (!map.coordinates.empty()) {
    file.key("COORDSYS", map.coordinates, "G galactic, E ecliptic, C celestial");
  }
  if (std::any_of(map.quantities.begin(), map.quantities.end(), is_u_polarisation)) {
    file.key("POLCCONV", is_iau ? "IAU" : "COSMO", "sign of U");
  }
  file.key("BAD_DATA", unseen_pixel, "value of pixels that were not seen");
  std::vector<double> sign;
  for (std::string const& quantity : map.quantities) {
    sign.push_back(is_iau && is_u_polarisation(quantity) ? -1.0 : 1.0);
  }
  if (width == NumberWidth::float64) {
    write_pixels<double>(file, map, sign, in_a_row);
  } else {
    write_pixels<float>(file, map, sign, in_a_row);
  }
  if (!is_healpix) {
    write_rings(file, map.grid);
  }
}

}  // namespace siderum::io
