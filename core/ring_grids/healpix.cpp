// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>

#include <siderum/core/error.hpp>
#include <siderum/core/ring_grid.hpp>

namespace siderum {

namespace {

constexpr long double pi = std::numbers::pi_v<long double>;

// Ring i = 1 .. 2 nside of the northern half, equator included. In the cap, z = 1 - i^2 / (3
// nside^2) and sin(theta) follow without a difference of near numbers.
Ring northern_ring(std::int64_t nside, std::int64_t i) {
  auto const n = static_cast<long double>(nside);
  auto const k = static_cast<long double>(i);
  Ring ring;
  if (i < nside) {
    long double const square = k * k / (3.0L * n * n);
    ring.theta = static_cast<double>(2.0L * std::asin(k / (std::sqrt(6.0L) * n)));
    ring.cos_theta = static_cast<double>(1.0L - square);
    ring.sin_theta = static_cast<double>(k / (n * std::sqrt(3.0L)) * std::sqrt(2.0L - square));
    ring.nphi = 4 * i;
    ring.phi0 = static_cast<double>(pi / (4.0L * k));
    ring.first = 2 * i * (i - 1);
    return ring;
  }
  long double const z = (4.0L * n - 2.0L * k) / (3.0L * n);
  ring.theta = static_cast<double>(std::acos(z));
  ring.cos_theta = static_cast<double>(z);
  ring.sin_theta = static_cast<double>(std::sqrt((1.0L - z) * (1.0L + z)));
  ring.nphi = 4 * nside;
  ring.phi0 = (i - nside) % 2 == 0 ? static_cast<double>(pi / (4.0L * n)) : 0.0;
  ring.first = 2 * nside * (nside - 1) + 4 * nside * (i - nside);
  return ring;
}

Ring mirrored(Ring ring, std::int64_t pixels) {
  ring.theta = static_cast<double>(pi - static_cast<long double>(ring.theta));
  ring.cos_theta = -ring.cos_theta;
  ring.first = pixels - ring.first - ring.nphi;
  return ring;
}

}  // namespace

RingGrid healpix_grid(std::int64_t nside) {
  SIDERUM_VALIDATE(nside >= 1 && nside <= largest_nside,
                   "nside is " + std::to_string(nside) +
                       " (HEALPix maps have 12 nside^2 pixels;"
                       " nside goes from 1 to 8192 here). Give an nside in this range.");
  std::int64_t const pixels = 12 * nside * nside;
  std::vector<Ring> rings(static_cast<std::size_t>(4 * nside - 1));
  for (std::int64_t i = 1; i <= 2 * nside; ++i) {
    Ring ring = northern_ring(nside, i);
    ring.weight = static_cast<double>(4.0L * pi / static_cast<long double>(pixels));
    rings[static_cast<std::size_t>(i - 1)] = ring;
    if (i < 2 * nside) {
      rings[static_cast<std::size_t>(4 * nside - i - 1)] = mirrored(ring, pixels);
    }
  }
  return RingGrid(GridKind::healpix, "HEALPix nside " + std::to_string(nside), std::move(rings),
                  pixels, -1);
}

}  // namespace siderum
