// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/detail/rotate_coefficients/validate.hpp>

#include <cmath>
#include <string>

#include <siderum/core/error.hpp>

namespace siderum::detail {

void validate_rotation(RotationExtents const& from, RotationExtents const& to, DegreeRange degrees,
                       EulerAngles const& angles) {
  validate_rotation({from.lmax, from.mmax}, angles);
  SIDERUM_VALIDATE(from.lmax == to.lmax && from.mmax == to.mmax && from.rows == to.rows,
                   "The coefficients have lmax " + std::to_string(from.lmax) + " in " +
                       std::to_string(from.rows) + " rows, their place lmax " +
                       std::to_string(to.lmax) + " and mmax " + std::to_string(to.mmax) + " in " +
                       std::to_string(to.rows) +
                       " (rotation keeps the degree). Give a place of the same extents.");
  HarmonicRange const range{from.lmax, from.mmax};
  for (RotationExtents const& each : {from, to}) {
    SIDERUM_VALIDATE(each.coefficients == range.count(),
                     "There are " + std::to_string(each.coefficients) +
                         " coefficients of a map (lmax " + std::to_string(range.lmax) + " has " +
                         std::to_string(range.count()) + "). Give as many.");
  }
  SIDERUM_VALIDATE(
      0 <= degrees.begin && degrees.begin <= degrees.end && degrees.end <= range.lmax + 1,
      "The degrees to turn begin with " + std::to_string(degrees.begin) + " and end before " +
          std::to_string(degrees.end) + " (the coefficients have 0 to " +
          std::to_string(range.lmax) + "). Give degrees of them.");
}

void validate_rotation(HarmonicRange range, EulerAngles const& angles) {
  SIDERUM_VALIDATE(range.mmax == range.lmax,
                   "The coefficients have lmax " + std::to_string(range.lmax) + " and mmax " +
                       std::to_string(range.mmax) +
                       " (rotation mixes all orders of a degree). Give coefficients of mmax = lmax,"
                       " with 0 above their mmax.");
  SIDERUM_VALIDATE(
      std::isfinite(angles.psi) && std::isfinite(angles.theta) && std::isfinite(angles.phi),
      "An angle of the rotation is no finite number (psi, theta or phi). Give angles in radians.");
}

}  // namespace siderum::detail
