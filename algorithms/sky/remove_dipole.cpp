// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/remove_dipole.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/core/unseen.hpp>
#include <siderum/core/worker_threads.hpp>

namespace siderum {

namespace {

using Parts = std::array<double, 4>;  ///< 1, x, y, z of a pixel, or what stands at them

/// Cosines and sines of the longitudes of a ring's pixels.
struct Longitudes {
  std::int64_t nphi = 0;
  double phi0 = 0.0;
  std::vector<double> cosine;  ///< (nphi)
  std::vector<double> sine;    ///< (nphi)
};

/// Those of the last two kinds of ring: rings of most grids are of one, those around the equator of
/// HEALPix of two in turn.
class LastLongitudes {
 public:
  Longitudes const& of(Ring const& ring) {
    for (Longitudes const& known : last_) {
      if (known.nphi == ring.nphi && known.phi0 == ring.phi0) {
        return known;
      }
    }
    std::swap(last_[0], last_[1]);
    fill(last_[0], ring);
    return last_[0];
  }

 private:
  static void fill(Longitudes& longitudes, Ring const& ring) {
    longitudes.nphi = ring.nphi;
    longitudes.phi0 = ring.phi0;
    longitudes.cosine.resize(static_cast<std::size_t>(ring.nphi));
    longitudes.sine.resize(static_cast<std::size_t>(ring.nphi));
    double const step = 2.0 * std::numbers::pi / static_cast<double>(ring.nphi);
    for (std::size_t j = 0; j < longitudes.cosine.size(); ++j) {
      double const phi = ring.phi0 + step * static_cast<double>(j);
      longitudes.cosine[j] = std::cos(phi);
      longitudes.sine[j] = std::sin(phi);
    }
  }

  std::array<Longitudes, 2> last_;
};

using Rings = std::span<Ring const>;

/// Rings of so many pixels, which no number of threads changes.
std::vector<Rings> blocks_of(RingGrid const& grid) {
  constexpr std::int64_t block = 16'384;  // pixels, which take a tenth of a millisecond
  Rings const rings(grid.rings());
  std::vector<Rings> blocks;
  std::size_t begin = 0;
  std::int64_t pixels = 0;
  for (std::size_t r = 0; r < rings.size(); ++r) {
    pixels += rings[r].nphi;
    if (pixels >= block || r + 1 == rings.size()) {
      blocks.push_back(rings.subspan(begin, r + 1 - begin));
      begin = r + 1;
      pixels = 0;
    }
  }
  return blocks;
}

/// function(number of the block, ring, longitudes) for all rings, by all threads.
template <class Function>
void for_each_ring(std::vector<Rings> const& blocks, Function const& function) {
  for_each_piece(std::ssize(blocks), 1, [&] {
    return [&, longitudes = LastLongitudes()](std::int64_t block, std::int64_t) mutable {
      for (Ring const& ring : blocks[static_cast<std::size_t>(block)]) {
        function(static_cast<std::size_t>(block), ring, longitudes);
      }
    };
  });
}

std::size_t place_of(Ring const& ring, std::size_t j) {
  return static_cast<std::size_t>(ring.first + static_cast<std::int64_t>(j) * ring.stride);
}

/// Sums of the normal equations: small differences of large sums, kept in long double.
struct Normal {
  long double matrix[4][4] = {};
  long double right[4] = {};
  std::int64_t pixels = 0;
  std::int64_t infinite = -1;  ///< place of the first pixel that is infinite; -1: there is none

  void add(Normal const& other) {
    for (std::size_t i = 0; i < 4; ++i) {
      right[i] += other.right[i];
      for (std::size_t j = 0; j <= i; ++j) {
        matrix[i][j] += other.matrix[i][j];
      }
    }
    pixels += other.pixels;
    infinite = infinite < 0 ? other.infinite : infinite;
  }
};

/// The fit of a monopole (one part), or of a dipole too (four).
template <std::size_t parts>
class Fit {
 public:
  Fit(RingGrid const& grid, std::span<double> map, std::span<double const> mask)
      : map_(map), mask_(mask), has_weights_(grid.has_weights()), blocks_(blocks_of(grid)) {}

  /// The sums of the blocks, added in their order.
  Normal normal_equations() const {
    std::vector<Normal> of_block(blocks_.size());
    for_each_ring(blocks_, [&](std::size_t block, Ring const& ring, LastLongitudes& longitudes) {
      add_ring(ring, longitudes, of_block[block]);
    });
    Normal normal;
    for (Normal const& one : of_block) {
      normal.add(one);
    }
    SIDERUM_VALIDATE(normal.infinite < 0,
                     "Pixel " + std::to_string(normal.infinite) + " is " +
                         number_text(map_[static_cast<std::size_t>(normal.infinite)]) +
                         " (a fit needs finite numbers). Replace it, or mask it.");
    return normal;
  }

  void subtract(Parts const& found) const {
    for_each_ring(blocks_, [&](std::size_t, Ring const& ring, LastLongitudes& longitudes) {
      if constexpr (parts == 1) {
        subtract_at(ring, [&](std::size_t, double value) { return value - found[0]; });
      } else {
        Longitudes const& at = longitudes.of(ring);
        subtract_at(ring, [&](std::size_t j, double value) {
          return value - found[0] - found[1] * (ring.sin_theta * at.cosine[j]) -
                 found[2] * (ring.sin_theta * at.sine[j]) - found[3] * ring.cos_theta;
        });
      }
    });
  }

 private:
  /// How many of 1, cos phi, sin phi the parts are made of.
  static constexpr std::size_t terms = parts == 1 ? 1 : 3;

  /// Sums over the pixels of one ring of what differs among them.
  struct RingSums {
    long double product[terms][terms] = {};
    long double right[terms] = {};
    std::int64_t pixels = 0;
  };

  /// Some pixels of a ring: value and terms, all 0 where a pixel is left out.
  struct Stretch {
    static constexpr std::size_t lanes = 8;
    static constexpr std::size_t most = 16 * lanes;
    using Numbers = std::array<double, most>;

    explicit Stretch(std::size_t pixels) : size((pixels + lanes - 1) / lanes * lanes) {
      std::fill_n(value.begin(), size, 0.0);
      for (Numbers& one : term) {
        std::fill_n(one.begin(), size, 0.0);
      }
    }

    /// By lanes of sixteen numbers at most, which round as the pixels themselves are rounded.
    long double sum_of_products(Numbers const& a, Numbers const& b) const {
      std::array<double, lanes> sum{};
      for (std::size_t k = 0; k < size; k += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
          sum[lane] += a[k + lane] * b[k + lane];
        }
      }
      return std::accumulate(sum.begin(), sum.end(), 0.0L);
    }

    std::size_t size;  ///< as many pixels as fill lanes
    Numbers value;
    std::array<Numbers, terms> term;
  };

  template <class Changed>
  void subtract_at(Ring const& ring, Changed const& changed) const {
    for (std::size_t j = 0; j < static_cast<std::size_t>(ring.nphi); ++j) {
      double& value = map_[place_of(ring, j)];
      value = is_unseen(value) ? value : changed(j, value);
    }
  }

  /// 1, x, y, z are 1, sin(theta) cos(phi), sin(theta) sin(phi), cos(theta): the ring's own factors
  /// of the sums are applied once.
  void add_ring(Ring const& ring, LastLongitudes& longitudes, Normal& normal) const {
    RingSums const sums = sums_of(ring, longitudes, normal.infinite);
    long double const area =
        has_weights_ ? ring.weight : ring.sin_theta / static_cast<double>(ring.nphi);
    std::array<long double, 4> const scale{1.0L, ring.sin_theta, ring.sin_theta, ring.cos_theta};
    constexpr std::array<std::size_t, 4> term{0, 1, 2, 0};
    for (std::size_t i = 0; i < parts; ++i) {
      normal.right[i] += area * scale[i] * sums.right[term[i]];
      for (std::size_t j = 0; j <= i; ++j) {
        normal.matrix[i][j] += area * scale[i] * scale[j] * sums.product[term[i]][term[j]];
      }
    }
    normal.pixels += sums.pixels;
  }

  RingSums sums_of(Ring const& ring, LastLongitudes& longitudes, std::int64_t& infinite) const {
    Longitudes const* const at = parts == 1 ? nullptr : &longitudes.of(ring);
    RingSums sums;
    auto const nphi = static_cast<std::size_t>(ring.nphi);
    for (std::size_t first = 0; first < nphi; first += Stretch::most) {
      std::size_t const pixels = std::min(nphi - first, Stretch::most);
      Stretch stretch(pixels);
      for (std::size_t k = 0; k < pixels; ++k) {
        std::size_t const place = place_of(ring, first + k);
        double const value = map_[place];
        if (is_unseen(value) || (!mask_.empty() && mask_[place] == 0.0)) {
          continue;
        }
        if (!std::isfinite(value) && infinite < 0) {
          infinite = static_cast<std::int64_t>(place);
        }
        ++sums.pixels;
        stretch.value[k] = value;
        stretch.term[0][k] = 1.0;
        if constexpr (terms == 3) {
          stretch.term[1][k] = at->cosine[first + k];
          stretch.term[2][k] = at->sine[first + k];
        }
      }
      add_stretch(stretch, sums);
    }
    return sums;
  }

  static void add_stretch(Stretch const& stretch, RingSums& sums) {
    for (std::size_t i = 0; i < terms; ++i) {
      sums.right[i] += stretch.sum_of_products(stretch.term[i], stretch.value);
      for (std::size_t j = 0; j <= i; ++j) {
        sums.product[i][j] += stretch.sum_of_products(stretch.term[i], stretch.term[j]);
        sums.product[j][i] = sums.product[i][j];
      }
    }
  }

  std::span<double> map_;
  std::span<double const> mask_;
  bool has_weights_;
  std::vector<Rings> blocks_;
};

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

template <std::size_t parts>
SkyDipole remove_parts(RingGrid const& grid, std::span<double> map, std::span<double const> mask) {
  Fit<parts> const fit(grid, map, mask);
  Normal const normal = fit.normal_equations();
  Parts const found = solve(normal, parts);
  fit.subtract(found);
  return {found[0], {found[1], found[2], found[3]}, normal.pixels};
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
  return part == RemovedPart::monopole ? remove_parts<1>(grid, map, mask)
                                       : remove_parts<4>(grid, map, mask);
}

}  // namespace siderum
