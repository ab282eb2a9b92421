// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace siderum {

/// Pixels of one colatitude: pixel j = 0 .. nphi - 1 has the longitude phi0 + 2 pi j / nphi and is
/// element first + j stride of a map.
struct Ring {
  double theta = 0.0;       ///< colatitude [rad], 0 .. pi
  double cos_theta = 1.0;   ///< not the cosine of a rounded theta, where theta has a formula
  double sin_theta = 0.0;   ///< likewise, accurate to the last bit near the poles too
  std::int64_t nphi = 1;    ///< number of pixels
  double phi0 = 0.0;        ///< longitude of the first pixel [rad]
  std::int64_t first = 0;   ///< element of the first pixel
  std::int64_t stride = 1;  ///< from pixel to pixel, not 0
  /// Weight of each of its pixels in an integral over the sphere [sr]; NaN: none is known.
  double weight = std::numeric_limits<double>::quiet_NaN();
};

enum class GridKind {
  healpix,
  gauss_legendre,
  clenshaw_curtis,
  fejer1,
  fejer2,
  driscoll_healy,
  user
};

/// Where the pixels of a map lie: rings of equal colatitude, in any order, each with any number of
/// pixels. Complete and checked once it is made.
class RingGrid {
 public:
  /// Use the functions below. Throws Error for what make_ring_grid lists.
  /// @param exact_lmax  largest lmax whose maps of mmax = lmax the weights analyse exactly; -1:
  ///                    none
  RingGrid(GridKind kind, std::string name, std::vector<Ring> rings, std::int64_t pixels,
           std::int64_t exact_lmax);

  std::vector<Ring> const& rings() const { return rings_; }
  std::int64_t pixels() const { return pixels_; }  ///< elements of a map
  GridKind kind() const { return kind_; }
  std::string const& name() const { return name_; }  ///< "HEALPix nside 512"
  /// Largest lmax whose maps are analysed exactly; -1 where there is none (HEALPix, user's rings).
  std::int64_t exact_lmax() const { return exact_lmax_; }
  /// Whether every ring has a weight, which analysis needs.
  bool has_weights() const { return has_weights_; }
  /// HEALPix: its resolution; else 0.
  std::int64_t nside() const;

 private:
  GridKind kind_;
  std::string name_;
  std::vector<Ring> rings_;
  std::int64_t pixels_;
  std::int64_t exact_lmax_;
  bool has_weights_;
};

inline constexpr std::int64_t largest_nside = 8192;
/// Of the grids below that are not HEALPix: making one takes O(rings^2).
inline constexpr std::int64_t largest_ring_count = 65536;

/// HEALPix in RING order, 12 nside^2 pixels of equal weight (Gorski et al. 2005, ApJ 622, 759).
/// @param nside  1 .. 8192, not only powers of two
RingGrid healpix_grid(std::int64_t nside);

/// Gauss-Legendre: rings at the roots of P_rings(cos theta), which GLESP has too. Row by row from
/// the north, first pixel at longitude 0. Analysis is exact for lmax < rings, nphi > 2 mmax.
/// @param rings  1 .. 65536
/// @param nphi   pixels in each ring, >= 1
RingGrid gauss_legendre_grid(std::int64_t rings, std::int64_t nphi);

/// Rules for rings at equal steps in theta, j = 0 .. n - 1 from the north. All are exact to degree
/// n - 1, so that maps of lmax <= (n - 1) / 2 are analysed exactly (Driscoll-Healy: (n - 2) / 2).
enum class EquidistantRule {
  clenshaw_curtis,  ///< theta_j = j pi / (n - 1), n >= 2: with both poles
  fejer1,           ///< (j + 1/2) pi / n, n >= 1: centres of pixels of an ECP map
  fejer2,           ///< (j + 1) pi / (n + 1), n >= 1
  driscoll_healy,   ///< j pi / n, n even (Driscoll & Healy 1994, Adv. Appl. Math. 15, 202)
};

/// Rows of pixels at equal steps in theta and phi, first pixel at longitude 0.
/// @param rings  up to 65536
/// @param nphi   pixels in each ring, >= 1
RingGrid equidistant_grid(EquidistantRule rule, std::int64_t rings, std::int64_t nphi);

/// A grid of the user's own rings; cos_theta and sin_theta are made from theta. Rings at theta and
/// pi - theta (to rounding) with equal nphi save half of the work, but need not be there.
/// @param pixels  elements of a map; -1: as many as the rings reach
/// Throws Error where there is no ring, theta is outside [0, pi], phi0 is not finite, nphi < 1, a
/// stride is 0, and where pixels overlap or leave the map.
RingGrid make_ring_grid(std::span<Ring const> rings, std::int64_t pixels = -1);

/// The same rings with other weights, one for each [sr].
RingGrid with_weights(RingGrid const& grid, std::span<double const> weight);

/// Least length >= minimum that is a product of 2, 3 and 5: for nphi, where the choice is free.
std::int64_t good_fourier_length(std::int64_t minimum);

}  // namespace siderum
