// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/euler_angles.hpp>

#include <cmath>
#include <numbers>

#include <siderum/core/error.hpp>

namespace siderum {

namespace {

constexpr double degree = std::numbers::pi / 180.0;

RotationMatrix about_z(double angle) {
  double const c = std::cos(angle);
  double const s = std::sin(angle);
  return {{{c, -s, 0.0}, {s, c, 0.0}, {0.0, 0.0, 1.0}}};
}

RotationMatrix about_y(double angle) {
  double const c = std::cos(angle);
  double const s = std::sin(angle);
  return {{{c, 0.0, s}, {0.0, 1.0, 0.0}, {-s, 0.0, c}}};
}

RotationMatrix about_x(double angle) {
  double const c = std::cos(angle);
  double const s = std::sin(angle);
  return {{{1.0, 0.0, 0.0}, {0.0, c, -s}, {0.0, s, c}}};
}

RotationMatrix product(RotationMatrix const& a, RotationMatrix const& b) {
  RotationMatrix result{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      for (std::size_t k = 0; k < 3; ++k) {
        result[i][j] += a[i][k] * b[k][j];
      }
    }
  }
  return result;
}

RotationMatrix transposed(RotationMatrix const& a) {
  RotationMatrix result{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      result[i][j] = a[j][i];
    }
  }
  return result;
}

double determinant(RotationMatrix const& a) {
  return a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) -
         a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
         a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
}

bool is_rotation(RotationMatrix const& a) {
  RotationMatrix const square = product(a, transposed(a));
  bool holds = std::fabs(determinant(a) - 1.0) <= 1e-9;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      holds = holds && std::fabs(square[i][j] - (i == j ? 1.0 : 0.0)) <= 1e-9;
    }
  }
  return holds;
}

/// To equatorial coordinates.
RotationMatrix to_equatorial(SkyFrame frame) {
  switch (frame) {
    case SkyFrame::equatorial:
      break;
    case SkyFrame::ecliptic:
      return about_x(84381.448 / 3600.0 * degree);
    case SkyFrame::galactic:
      // The pole is at (192.85948, 27.12825); the node, where the galactic plane meets the equator
      // from the south, has the longitude 32.93192 and the right ascension of the pole plus 90.
      return product(about_z((192.85948 + 90.0) * degree),
                     product(about_x((90.0 - 27.12825) * degree), about_z(-32.93192 * degree)));
  }
  return about_z(0.0);
}

}  // namespace

RotationMatrix rotation_matrix(EulerAngles const& angles) {
  return product(about_z(angles.phi), product(about_y(angles.theta), about_z(angles.psi)));
}

EulerAngles euler_angles(RotationMatrix const& matrix) {
  SIDERUM_VALIDATE(is_rotation(matrix),
                   "The matrix is no rotation (its rows are not orthonormal and right-handed to"
                   " 1e-9). Give a rotation.");
  auto const& m = matrix;
  double const sine = std::hypot(m[0][2], m[1][2]);
  double const theta = std::atan2(sine, m[2][2]);
  if (sine < 1e-15) {
    // Psi and phi turn about one axis: phi does it alone.
    return {0.0, theta, std::atan2(-m[0][1], m[1][1])};
  }
  return {std::atan2(m[2][1], -m[2][0]), theta, std::atan2(m[1][2], m[0][2])};
}

EulerAngles inverse(EulerAngles const& angles) {
  return {-angles.phi, -angles.theta, -angles.psi};
}

RotationMatrix frame_rotation(SkyFrame from, SkyFrame to) {
  return product(transposed(to_equatorial(to)), to_equatorial(from));
}

}  // namespace siderum
