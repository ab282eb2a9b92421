// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/remove_dipole.hpp>

#include <cmath>
#include <numbers>
#include <string>

#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/core/unseen.hpp>

namespace siderum {

namespace {

using Parts = std::array<double, 4>;  ///< 1, x, y, z of a pixel, or what stands at them

/// function(place in the map, parts, area) for all pixels.
template <class Function>
void for_each_pixel(RingGrid const& grid, Function const& function) {
  for (Ring const& ring : grid.rings()) {
    double const area =
        grid.has_weights() ? ring.weight : ring.sin_theta / static_cast<double>(ring.nphi);
    double const step = 2.0 * std::numbers::pi / static_cast<double>(ring.nphi);
    for (std::int64_t j = 0; j < ring.nphi; ++j) {
      double const phi = ring.phi0 + step * static_cast<double>(j);
      Parts const parts{1.0, ring.sin_theta * std::cos(phi), ring.sin_theta * std::sin(phi),
                        ring.cos_theta};
      function(static_cast<std::size_t>(ring.first + j * ring.stride), parts, area);
    }
  }
}

/// Sums of the normal equations: small differences of large sums, kept in long double.
struct Normal {
  long double matrix[4][4] = {};
  long double right[4] = {};
  std::int64_t pixels = 0;
};

Normal normal_equations(RingGrid const& grid, std::span<double const> map,
                        std::span<double const> mask, std::size_t parts_used) {
  Normal normal;
  for_each_pixel(grid, [&](std::size_t place, Parts const& parts, double area) {
    if (is_unseen(map[place]) || (!mask.empty() && mask[place] == 0.0)) {
      return;
    }
    SIDERUM_VALIDATE(std::isfinite(map[place]),
                     "Pixel " + std::to_string(place) + " is " + number_text(map[place]) +
                         " (a fit needs finite numbers). Replace it, or mask it.");
    ++normal.pixels;
    for (std::size_t i = 0; i < parts_used; ++i) {
      normal.right[i] += static_cast<long double>(area * parts[i]) * map[place];
      for (std::size_t j = 0; j <= i; ++j) {
        normal.matrix[i][j] += static_cast<long double>(area * parts[i]) * parts[j];
      }
    }
  });
  return normal;
}

/// By Cholesky's factors; where a pivot is nothing beside what it is left of, the pixels do not
/// tell the parts apart.
Parts solve(Normal normal, std::size_t size) {
  auto& a = normal.matrix;
  auto& b = normal.right;
  for (std::size_t i = 0; i < size; ++i) {
    long double const whole = a[i][i];
    for (std::size_t j = 0; j <= i; ++j) {
      for (std::size_t k = 0; k < j; ++k) {
        a[i][j] -= a[i][k] * a[j][k];
      }
      if (j < i) {
        a[i][j] /= a[j][j];
      }
    }
    SIDERUM_VALIDATE(a[i][i] > 1e-12L * whole,
                     "The " + std::to_string(normal.pixels) +
                         " pixels that are left do not tell monopole and dipole apart (too few of"
                         " them are seen, or they lie on one circle). Mask less.");
    a[i][i] = std::sqrt(a[i][i]);
  }
  Parts solution{};
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      b[i] -= a[i][k] * b[k];
    }
    b[i] /= a[i][i];
  }
  for (std::size_t i = size; i-- > 0;) {
    for (std::size_t k = i + 1; k < size; ++k) {
      b[i] -= a[k][i] * b[k];
    }
    b[i] /= a[i][i];
    solution[i] = static_cast<double>(b[i]);
  }
  return solution;
}

}  // namespace

SkyDipole remove_dipole(RingGrid const& grid, std::span<double> map, std::span<double const> mask,
                        RemovedPart part) {
  SIDERUM_VALIDATE(std::ssize(map) == grid.pixels(),
                   "The map has " + std::to_string(map.size()) + " pixels (" + grid.name() +
                       " has " + std::to_string(grid.pixels()) + "). Give a map of this grid.");
  SIDERUM_VALIDATE(mask.empty() || mask.size() == map.size(),
                   "The mask has " + std::to_string(mask.size()) + " pixels (the map has " +
                       std::to_string(map.size()) + "). Give a mask of this grid.");
  std::size_t const parts_used = part == RemovedPart::monopole ? 1 : 4;
  Normal const normal = normal_equations(grid, map, mask, parts_used);
  Parts const found = solve(normal, parts_used);
  for_each_pixel(grid, [&](std::size_t place, Parts const& parts, double) {
    if (!is_unseen(map[place])) {
      for (std::size_t i = 0; i < parts_used; ++i) {
        map[place] -= found[i] * parts[i];
      }
    }
  });
  return {found[0], {found[1], found[2], found[3]}, normal.pixels};
}

}  // namespace siderum
