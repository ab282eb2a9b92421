// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

/// Rotations of the sphere.
namespace siderum {

/// The rotation R = R_z(phi) R_y(theta) R_z(psi): first by psi about z, then by theta about y, then
/// by phi about z, axes at rest, each by the right hand. [rad], any finite number. The angles of
/// healpy.rotate_alm and ducc0.sht.rotate_alm, in their order.
struct EulerAngles {
  double psi = 0.0;
  double theta = 0.0;
  double phi = 0.0;
};

/// Rows of a rotation: a point n goes to matrix n.
using RotationMatrix = std::array<std::array<double, 3>, 3>;

RotationMatrix rotation_matrix(EulerAngles const& angles);

/// Angles of a rotation, theta in 0 .. pi. Where theta is 0 or pi, psi is 0.
/// Throws Error unless the matrix is a rotation to 1e-9.
EulerAngles euler_angles(RotationMatrix const& matrix);

/// The rotation back.
EulerAngles inverse(EulerAngles const& angles);

/// Coordinates of the sky of the epoch J2000: longitude is phi, latitude pi / 2 - theta.
enum class SkyFrame { galactic, ecliptic, equatorial };

/// Takes the direction of a point in one frame to that in the other. Equatorial is ICRS; the
/// galactic pole is at right ascension 192.85948, declination 27.12825, the longitude of the
/// ascending node 32.93192 degrees; the obliquity of the ecliptic is 84381.448 arcseconds (The
/// Hipparcos Catalogue, ESA SP-1200, volume 1, 1.5.3). healpy's matrices differ by 3e-7 or less.
RotationMatrix frame_rotation(SkyFrame from, SkyFrame to);

}  // namespace siderum
