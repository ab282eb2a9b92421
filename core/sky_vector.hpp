// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include <siderum/core/sin_cos_degrees.hpp>

namespace siderum {

/// x, y, z of a direction on the sky; x points to (ra, dec) = (0, 0), z to the north pole.
using SkyVector = std::array<double, 3>;

/// The unit vector of a direction; ra of any finite value, dec in -90 .. 90 [deg].
inline SkyVector sky_vector(double ra, double dec) {
  SinCosDegrees const longitude = sin_cos_degrees(ra);
  SinCosDegrees const latitude = sin_cos_degrees(dec);
  return {latitude.cosine * longitude.cosine, latitude.cosine * longitude.sine, latitude.sine};
}

inline double dot(SkyVector const& a, SkyVector const& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

}  // namespace siderum
