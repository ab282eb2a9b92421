// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <span>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/core/healpix_pixels.hpp>
#include <siderum/core/unseen.hpp>
#include <siderum/io/files/fits_file.hpp>
#include <siderum/io/sky/sky_map.hpp>
#include <siderum/io/sky/sky_map_keys.hpp>

namespace siderum::io {
namespace {

/// Pixels of one row, where they divide a map.
constexpr std::int64_t long_row = 1024;

class MapWriter {
 public:
  void create_table(char const* extension, std::vector<std::string> names,
                    std::vector<std::string> forms, std::vector<std::string> units) {
    std::vector<char*> name;
    std::vector<char*> form;
    std::vector<char*> unit;
    for (std::size_t i = 0; i < names.size(); ++i) {
      name.push_back(names[i].data());
      form.push_back(forms[i].data());
      unit.push_back(units[i].data());
    }
    fits_create_tbl(handle(), BINARY_TBL, 0, static_cast<int>(names.size()), name.data(),
                    form.data(), unit.data(), extension, &status_);
  }

  void key(char const* keyword, std::string value, char const* comment) {
    fits_write_key(handle(), TSTRING, keyword, value.data(), comment, &status_);
  }

  void key(char const* keyword, std::int64_t value, char const* comment) {
    LONGLONG number = value;
    fits_write_key(handle(), TLONGLONG, keyword, &number, comment, &status_);
  }

  void key(char const* keyword, double value, char const* comment) {
    fits_write_key(handle(), TDOUBLE, keyword, &value, comment, &status_);
  }

  template <class Value>
  void column(int place, std::vector<Value> values) {
    int const type = std::is_same_v<Value, double> ? TDOUBLE : TLONGLONG;
    fits_write_col(handle(), type, place, 1, 1, std::ssize(values), values.data(), &status_);
  }

  /// The pixels times a sign, a piece at a time: CFITSIO takes no const array.
  void pixels(int place, std::span<double const> value, double sign, std::int64_t in_a_row) {
    constexpr std::int64_t piece = 1024 * long_row;
    std::int64_t const count = std::ssize(value);
    for (std::int64_t first = 0; first < count; first += piece) {
      auto const begin = value.begin() + first;
      std::vector<double> part(begin, begin + std::min(piece, count - first));
      std::transform(part.begin(), part.end(), part.begin(),
                     [sign](double x) { return std::isnan(x) ? unseen_pixel : sign * x; });
      fits_write_col(handle(), TDOUBLE, place, first / in_a_row + 1, 1, std::ssize(part),
                     part.data(), &status_);
    }
  }

  void write(OutputFile& file) {
    FitsMemoryFile::check(status_);
    file.write(memory_.bytes());
  }

 private:
  fitsfile* handle() const { return memory_.handle(); }

  FitsMemoryFile memory_;
  int status_ = 0;
};

void write_healpix_keys(MapWriter& writer, std::int64_t nside) {
  writer.key("PIXTYPE", "HEALPIX", "HEALPix pixelisation");
  writer.key("ORDERING", "RING", "pixel ordering");
  writer.key("NSIDE", nside, "resolution");
  writer.key("FIRSTPIX", std::int64_t{0}, "first pixel, from 0");
  writer.key("LASTPIX", healpix::pixel_count(nside) - 1, "last pixel, from 0");
  writer.key("INDXSCHM", "IMPLICIT", "pixels by their place");
  writer.key("OBJECT", "FULLSKY", "the whole sky");
}

void write_ring_keys(MapWriter& writer, RingGrid const& grid) {
  auto const rule = std::find_if(grid_names.begin(), grid_names.end(),
                                 [&](GridName const& entry) { return entry.kind == grid.kind(); });
  SIDERUM_EXPECT(rule != grid_names.end());
  writer.key("PIXTYPE", "RINGS", "pixels on rings of equal colatitude");
  writer.key("GRID", std::string(rule->name), "rule of the rings");
  writer.key("NRINGS", std::ssize(grid.rings()), "rows of the extension RINGS");
  writer.key("NPIX", grid.pixels(), "number of pixels");
}

void write_rings(MapWriter& writer, RingGrid const& grid) {
  writer.create_table("RINGS", {ring_columns.begin(), ring_columns.end()},
                      {"D", "D", "K", "K", "K", "D"}, {"rad", "rad", "", "", "", "sr"});
  std::vector<double> theta;
  std::vector<double> phi0;
  std::vector<double> weight;
  std::vector<LONGLONG> nphi;
  std::vector<LONGLONG> first;
  std::vector<LONGLONG> stride;
  for (Ring const& ring : grid.rings()) {
    theta.push_back(ring.theta);
    phi0.push_back(ring.phi0);
    nphi.push_back(ring.nphi);
    first.push_back(ring.first);
    stride.push_back(ring.stride);
    weight.push_back(ring.weight);
  }
  writer.column(1, std::move(theta));
  writer.column(2, std::move(phi0));
  writer.column(3, std::move(nphi));
  writer.column(4, std::move(first));
  writer.column(5, std::move(stride));
  writer.column(6, std::move(weight));
}

}  // namespace

void write_sky_map(SkyMap const& map, NumberWidth width, OutputFile& file) {
  std::size_t const count = map.quantities.size();
  std::int64_t const pixels = map.grid.pixels();
  SIDERUM_VALIDATE(count > 0 && map.value.size() == count * static_cast<std::size_t>(pixels),
                   fmt::format("The map has {} values (its grid, {}, has {} pixels, and it names {}"
                               " quantities). Give a value for each pixel of each quantity.",
                               map.value.size(), map.grid.name(), pixels, count));
  std::int64_t const in_a_row = pixels % long_row == 0 ? long_row : 1;
  bool const is_healpix = map.grid.kind() == GridKind::healpix;
  bool const is_iau = map.convention == PolarisationConvention::iau;
  std::string const form = std::to_string(in_a_row) + (width == NumberWidth::float64 ? "D" : "E");
  MapWriter writer;
  writer.create_table("MAP", map.quantities, std::vector(count, form),
                      std::vector(count, map.unit));
  if (is_healpix) {
    write_healpix_keys(writer, map.grid.nside());
  } else {
    write_ring_keys(writer, map.grid);
  }
  if (!map.coordinates.empty()) {
    writer.key("COORDSYS", map.coordinates, "G galactic, E ecliptic, C celestial");
  }
  if (std::any_of(map.quantities.begin(), map.quantities.end(), is_u_polarisation)) {
    writer.key("POLCCONV", is_iau ? "IAU" : "COSMO", "sign of U");
  }
  writer.key("BAD_DATA", unseen_pixel, "value of pixels that were not seen");
  for (std::size_t i = 0; i < count; ++i) {
    double const sign = is_iau && is_u_polarisation(map.quantities[i]) ? -1.0 : 1.0;
    writer.pixels(static_cast<int>(i) + 1, map.component(static_cast<std::int64_t>(i)), sign,
                  in_a_row);
  }
  if (!is_healpix) {
    write_rings(writer, map.grid);
  }
  writer.write(file);
}

}  // namespace siderum::io
