// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/python/binding/module.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/stl/string.h>

#include <siderum/algorithms/sky/sky_projection.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/healpix_pixels.hpp>
#include <siderum/core/ring_grid.hpp>
#include <siderum/python/binding/arrays.hpp>

namespace siderum::python {

namespace {

using Numbers = Line<double const>;
using Integers = Line<std::int64_t const>;

RingGrid grid_of_rings(Numbers const& theta, Integers const& nphi, Numbers const& phi0,
                       Integers const& first, Integers const& stride, Numbers const& weight,
                       std::int64_t pixels) {
  std::vector<Ring> rings(theta.size());
  bool const fits = nphi.size() == rings.size() && phi0.size() == rings.size() &&
                    first.size() == rings.size() && stride.size() == rings.size() &&
                    weight.size() == rings.size();
  SIDERUM_VALIDATE(fits,
                   "The columns of the rings are not of one length (each ring has one of all)."
                   " Give as many.");
  for (std::size_t i = 0; i < rings.size(); ++i) {
    rings[i].theta = theta.data()[i];
    rings[i].nphi = nphi.data()[i];
    rings[i].phi0 = phi0.data()[i];
    rings[i].first = first.data()[i];
    rings[i].stride = stride.data()[i];
    rings[i].weight = weight.data()[i];
  }
  return make_ring_grid(rings, pixels);
}

nb::dict rings_of(RingGrid const& grid) {
  std::vector<double> theta, phi0, weight;
  std::vector<std::int64_t> nphi, first, stride;
  for (Ring const& ring : grid.rings()) {
    theta.push_back(ring.theta);
    nphi.push_back(ring.nphi);
    phi0.push_back(ring.phi0);
    first.push_back(ring.first);
    stride.push_back(ring.stride);
    weight.push_back(ring.weight);
  }
  nb::dict table;
  table["theta"] = to_numpy(std::move(theta));
  table["nphi"] = to_numpy(std::move(nphi));
  table["phi0"] = to_numpy(std::move(phi0));
  table["first"] = to_numpy(std::move(first));
  table["stride"] = to_numpy(std::move(stride));
  table["weight"] = to_numpy(std::move(weight));
  return table;
}

/// (2, pixels): theta and phi of each element; NaN where no ring has it.
nb::object positions(RingGrid const& grid) {
  auto const pixels = static_cast<std::size_t>(grid.pixels());
  std::vector<double> places(2 * pixels, std::numeric_limits<double>::quiet_NaN());
  constexpr double turn = 2.0 * std::numbers::pi;
  for (Ring const& ring : grid.rings()) {
    for (std::int64_t j = 0; j < ring.nphi; ++j) {
      auto const pixel = static_cast<std::size_t>(ring.first + j * ring.stride);
      places[pixel] = ring.theta;
      places[pixels + pixel] =
          ring.phi0 + turn * static_cast<double>(j) / static_cast<double>(ring.nphi);
    }
  }
  return nb::cast(to_numpy(std::move(places), {2, pixels}));
}

/// The pixel of each direction; -1 where a direction is NaN.
nb::object pixels_at(RingGrid const& grid, Numbers const& theta, Numbers const& phi) {
  SIDERUM_VALIDATE(theta.size() == phi.size(),
                   "There are " + std::to_string(theta.size()) + " colatitudes and " +
                       std::to_string(phi.size()) +
                       " longitudes (a direction has both). Give as many.");
  PixelFinder const find(grid);
  std::vector<std::int64_t> pixels(theta.size(), -1);
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    if (std::isfinite(theta.data()[i]) && std::isfinite(phi.data()[i])) {
      pixels[i] = find({theta.data()[i], phi.data()[i]});
    }
  }
  return nb::cast(to_numpy(std::move(pixels)));
}

/// Directions of the places of a picture: theta and phi (rows, columns), NaN beside the sky. Rows
/// go from y = -1 to 1, columns from x = -width to width, both through the middles of cells.
nb::tuple directions(SkyProjection const& projection, double width, std::int64_t rows,
                     std::int64_t columns) {
  auto const size = static_cast<std::size_t>(rows * columns);
  std::vector<double> theta(size, std::numeric_limits<double>::quiet_NaN());
  std::vector<double> phi = theta;
  for (std::int64_t row = 0; row < rows; ++row) {
    double const y = (2.0 * static_cast<double>(row) + 1.0) / static_cast<double>(rows) - 1.0;
    for (std::int64_t column = 0; column < columns; ++column) {
      double const x =
          width * ((2.0 * static_cast<double>(column) + 1.0) / static_cast<double>(columns) - 1.0);
      if (auto const seen = projection.direction(x, y)) {
        auto const place = static_cast<std::size_t>(row * columns + column);
        theta[place] = seen->theta;
        phi[place] = seen->phi;
      }
    }
  }
  auto const shape = {static_cast<std::size_t>(rows), static_cast<std::size_t>(columns)};
  return nb::make_tuple(to_numpy(std::move(theta), shape), to_numpy(std::move(phi), shape));
}

/// Places of directions in a picture, (points, 2); NaN where they are not shown.
nb::object places(SkyProjection const& projection, Numbers const& theta, Numbers const& phi) {
  std::vector<double> result(2 * theta.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i < theta.size(); ++i) {
    if (auto const place = projection.place({theta.data()[i], phi.data()[i]})) {
      result[2 * i] = (*place)[0];
      result[2 * i + 1] = (*place)[1];
    }
  }
  return nb::cast(to_numpy(std::move(result), {theta.size(), 2}));
}

}  // namespace

void add_sky_grids(nb::module_& module) {
  nb::class_<RingGrid>(module, "RingGrid")
      .def_prop_ro("name", &RingGrid::name)
      .def_prop_ro("pixels", &RingGrid::pixels)
      .def_prop_ro("nside", &RingGrid::nside)
      .def_prop_ro("exact_lmax", &RingGrid::exact_lmax)
      .def_prop_ro("has_weights", &RingGrid::has_weights)
      .def("rings", &rings_of)
      .def("positions", &positions)
      .def("pixels_at", &pixels_at);
  module.def("healpix_grid", &healpix_grid);
  module.def("gauss_legendre_grid", &gauss_legendre_grid);
  module.def("equidistant_grid", [](int rule, std::int64_t rings, std::int64_t nphi) {
    return equidistant_grid(static_cast<EquidistantRule>(rule), rings, nphi);
  });
  module.def("grid_of_rings", &grid_of_rings);
  module.def("good_fourier_length", &good_fourier_length);
  module.def("nside_of", &healpix::nside_of);
  nb::class_<SkyProjection>(module, "SkyProjection")
      .def("__init__",
           [](SkyProjection* self, int kind, double longitude, double latitude, double radius) {
             new (self)
                 SkyProjection(static_cast<ProjectionKind>(kind), longitude, latitude, radius);
           })
      .def("directions", &directions)
      .def("places", &places);
}

}  // namespace siderum::python
