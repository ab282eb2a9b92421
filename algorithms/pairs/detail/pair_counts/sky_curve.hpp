// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

/// A space-filling curve on the sphere: neighbours on the curve are neighbours on the sky.
namespace siderum::detail {

inline constexpr int curve_order = 21;                  ///< halvings of the side of a face
inline constexpr int curve_bits = 3 + 2 * curve_order;  ///< of a place on the curve

/// Place along Hilbert's curve (Hilbert 1891, Math. Ann. 38, 459) of a cell of a square of
/// 2^curve_order cells a side.
KOKKOS_INLINE_FUNCTION std::uint64_t hilbert_place(std::uint32_t x, std::uint32_t y) {
  std::uint64_t place = 0;
  for (int level = curve_order - 1; level >= 0; --level) {
    std::uint32_t const right = (x >> level) & 1u;
    std::uint32_t const upper = (y >> level) & 1u;
    place = (place << 2) | ((3u * right) ^ upper);
    // The quarters are turned so that the curve goes on from one to the next: the lower ones are
    // mirrored, the right one of them before that at its other diagonal. Without branches, which no
    // processor foresees.
    std::uint32_t const lower = upper - 1u;
    std::uint32_t const turned = lower & (0u - right);
    std::uint32_t const differ = (x ^ y) & lower;
    x ^= differ ^ turned;
    y ^= differ ^ turned;
  }
  return place;
}

/// Coordinate of a cell on a face from the tangent in -1 .. 1; the square root makes cells of
/// nearly equal area.
KOKKOS_INLINE_FUNCTION std::uint32_t face_cell(double tangent) {
  double const root = Kokkos::sqrt(Kokkos::fma(3.0, Kokkos::fabs(tangent), 1.0));
  double const position = tangent >= 0.0 ? 0.5 * root : 1.0 - 0.5 * root;
  constexpr double cells = static_cast<double>(1u << curve_order);
  return static_cast<std::uint32_t>(Kokkos::min(Kokkos::max(position * cells, 0.0), cells - 1.0));
}

/// Place of a direction along a curve through the six faces of a cube, in curve_bits bits.
KOKKOS_INLINE_FUNCTION std::uint64_t curve_place(double x, double y, double z) {
  double const size_x = Kokkos::fabs(x);
  double const size_y = Kokkos::fabs(y);
  double const size_z = Kokkos::fabs(z);
  std::uint64_t face = 0;
  double u = 0.0;
  double v = 0.0;
  if (size_x >= size_y && size_x >= size_z) {
    face = x > 0.0 ? 0 : 3;
    u = y / size_x;
    v = z / size_x;
  } else if (size_y >= size_z) {
    face = y > 0.0 ? 1 : 4;
    u = z / size_y;
    v = x / size_y;
  } else {
    face = z > 0.0 ? 2 : 5;
    u = x / size_z;
    v = y / size_z;
  }
  return (face << (2 * curve_order)) | hilbert_place(face_cell(u), face_cell(v));
}

}  // namespace siderum::detail
