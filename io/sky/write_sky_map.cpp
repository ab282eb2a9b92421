// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/core/healpix_pixels.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/core/unseen.hpp>
#include <siderum/io/files/fits_file.hpp>
#include <siderum/io/sky/sky_map.hpp>
#include <siderum/io/sky/sky_map_keys.hpp>

namespace siderum::io {
namespace {

/// Pixels of one row, where they divide a map.
constexpr std::int64_t long_row = 1024;

/// The pixels times a sign, a piece at a time.
void write_pixels(FitsMemoryFile& file, int column, std::span<double const> value, double sign,
                  std::int64_t in_a_row) {
  constexpr std::int64_t piece = 1024 * long_row;
  std::int64_t const count = std::ssize(value);
  for (std::int64_t first = 0; first < count; first += piece) {
    auto const begin = value.begin() + first;
    std::vector<double> part(begin, begin + std::min(piece, count - first));
    std::transform(part.begin(), part.end(), part.begin(),
                   [sign](double x) { return std::isnan(x) ? unseen_pixel : sign * x; });
    file.write(column, first / in_a_row, std::move(part));
  }
}

void write_healpix_keys(FitsMemoryFile& file, std::int64_t nside) {
  file.key("PIXTYPE", "HEALPIX", "HEALPix pixelisation");
  file.key("ORDERING", "RING", "pixel ordering");
  file.key("NSIDE", nside, "resolution");
  file.key("FIRSTPIX", std::int64_t{0}, "first pixel, from 0");
  file.key("LASTPIX", healpix::pixel_count(nside) - 1, "last pixel, from 0");
  file.key("INDXSCHM", "IMPLICIT", "pixels by their place");
  file.key("OBJECT", "FULLSKY", "the whole sky");
}

void write_ring_keys(FitsMemoryFile& file, RingGrid const& grid) {
  auto const rule = std::find_if(grid_names.begin(), grid_names.end(),
                                 [&](GridName const& entry) { return entry.kind == grid.kind(); });
  SIDERUM_EXPECT(rule != grid_names.end());
  file.key("PIXTYPE", "RINGS", "pixels on rings of equal colatitude");
  file.key("GRID", std::string(rule->name), "rule of the rings");
  file.key("NRINGS", std::ssize(grid.rings()), "rows of the extension RINGS");
  file.key("NPIX", grid.pixels(), "number of pixels");
}

void write_rings(FitsMemoryFile& file, RingGrid const& grid) {
  file.create_table(0, {ring_columns.begin(), ring_columns.end()}, {"D", "D", "K", "K", "K", "D"},
                    {"rad", "rad", "", "", "", "sr"}, "RINGS");
  std::vector<double> theta;
  std::vector<double> phi0;
  std::vector<double> weight;
  std::vector<std::int64_t> nphi;
  std::vector<std::int64_t> first;
  std::vector<std::int64_t> stride;
  for (Ring const& ring : grid.rings()) {
    theta.push_back(ring.theta);
    phi0.push_back(ring.phi0);
    nphi.push_back(ring.nphi);
    first.push_back(ring.first);
    stride.push_back(ring.stride);
    weight.push_back(ring.weight);
  }
  file.write(1, 0, std::move(theta));
  file.write(2, 0, std::move(phi0));
  file.write(3, 0, nphi);
  file.write(4, 0, first);
  file.write(5, 0, stride);
  file.write(6, 0, std::move(weight));
}

}  // namespace

void check_width(std::span<double const> numbers, NumberWidth width) {
  bool const is_single = width == NumberWidth::float32;
  double const most =
      is_single ? std::numeric_limits<float>::max() : std::numeric_limits<double>::max();
  double largest = 0.0;
  for (double const number : numbers) {
    largest = std::fabs(number) > largest ? std::fabs(number) : largest;
  }
  bool const vanishes = is_single && largest > 0.0 && largest < std::numeric_limits<float>::min();
  SIDERUM_VALIDATE(largest <= most && !vanishes,
                   fmt::format("The result has numbers of {} (files of {} precision hold them from "
                               "{} to {}). Take another unit{}.",
                               number_text(largest), is_single ? "single" : "double",
                               is_single ? "1e-38" : "1e-308", is_single ? "3e38" : "1.8e308",
                               is_single ? ", or double precision" : ""));
}

void write_sky_map(SkyMap const& map, NumberWidth width, OutputFile& output) {
  std::size_t const count = map.quantities.size();
  std::int64_t const pixels = map.grid.pixels();
  SIDERUM_VALIDATE(count > 0 && map.value.size() == count * static_cast<std::size_t>(pixels),
                   fmt::format("The map has {} values (its grid, {}, has {} pixels, and it names {}"
                               " quantities). Give a value for each pixel of each quantity.",
                               map.value.size(), map.grid.name(), pixels, count));
  check_width(map.value, width);
  std::int64_t const in_a_row = pixels % long_row == 0 ? long_row : 1;
  bool const is_healpix = map.grid.kind() == GridKind::healpix;
  bool const is_iau = map.convention == PolarisationConvention::iau;
  std::string const form = std::to_string(in_a_row) + (width == NumberWidth::float64 ? "D" : "E");
  FitsMemoryFile file;
  file.create_table(0, map.quantities, std::vector(count, form), std::vector(count, map.unit),
                    "MAP");
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
  for (std::size_t i = 0; i < count; ++i) {
    double const sign = is_iau && is_u_polarisation(map.quantities[i]) ? -1.0 : 1.0;
    write_pixels(file, static_cast<int>(i) + 1, map.component(static_cast<std::int64_t>(i)), sign,
                 in_a_row);
  }
  if (!is_healpix) {
    write_rings(file, map.grid);
  }
  output.write(file.bytes());
}

}  // namespace siderum::io
