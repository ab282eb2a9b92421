// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace siderum::healpix {

/// The pixels of a circle of latitude, for who asks for many of one: ring_pixel_towards without the
/// angles of each direction.
class Circle {
 public:
  /// @param z             cos(theta), -1 .. 1
  /// @param sine_squared  sin(theta)^2, which 1 - z^2 is not where that cancels
  Circle(std::int64_t nside, double z, double sine_squared);

  /// The RING number of the pixel that holds the direction at a finite phi [rad].
  std::int64_t pixel(double phi) const;

  /// Those of several, as many as there is place for; by vectors.
  void pixels(std::span<double const> phi, std::span<std::int64_t> pixel) const;

 private:
  std::int64_t nside_;
  double z_;
  double width_;  ///< nside sqrt(3 (1 - |z|))
};

}  // namespace siderum::healpix
