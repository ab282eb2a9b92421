// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

#include <siderum/core/lanes.hpp>
#include <siderum/core/number.hpp>

/// A space-filling curve on the sphere: neighbours on the curve are neighbours on the sky.
namespace siderum::detail {

/// Halvings of the side of a face: cells of 0.3 arcsec, whose places and the bit of one group more
/// are five digits of nine bits.
inline constexpr int curve_order = 20;
inline constexpr int curve_bits = 3 + 2 * curve_order;  ///< of a place on the curve

/// Place along Hilbert's curve (Hilbert 1891, Math. Ann. 38, 459) of a cell of a square of
/// 2^curve_order cells a side, behind the number of that square; of vectors of cells, lane by lane.
template <class Place, class Cell>
SIDERUM_NUMBER_FUNCTION Place hilbert_place(Place square, Cell x, Cell y) {
  Place place = square;
  for (int level = curve_order - 1; level >= 0; --level) {
    Cell const right = (x >> level) & 1u;
    Cell const upper = (y >> level) & 1u;
    place = (place << 2) | ((3u * right) ^ upper);
    // The quarters are turned so that the curve goes on from one to the next: the lower ones are
    // mirrored, the right one of them before that at its other diagonal. Without branches, which no
    // processor foresees.
    Cell const lower = upper - 1u;
    Cell const turned = lower & (0u - right);
    Cell const differ = (x ^ y) & lower;
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
  return hilbert_place(face, face_cell(u), face_cell(v));
}

/// On a host the same of several directions at once, to the bit.
template <int count>
class CurvePlaces {
 public:
  using Numbers = Lanes<double, count>;
  using Places = typename VectorType<std::uint64_t, count>::type;

  static Places of(Numbers const& x, Numbers const& y, Numbers const& z) {
    Vector const size_x = absolute(x).vector;
    Vector const size_y = absolute(y).vector;
    Vector const size_z = absolute(z).vector;
    Mask const by_x = (size_x >= size_y) & (size_x >= size_z);
    Mask const by_y = ~by_x & (size_y >= size_z);
    auto const chosen = [&](Vector const& one, Vector const& other, Vector const& last) {
      return by_x ? one : by_y ? other : last;
    };
    Vector const size = chosen(size_x, size_y, size_z);
    Vector const u = chosen(y.vector, z.vector, x.vector) / size;
    Vector const v = chosen(z.vector, x.vector, y.vector) / size;
    Mask const behind = chosen(x.vector, y.vector, z.vector) > 0.0 ? Mask{} : Mask{} + 3;
    Mask const face = behind + (by_x ? Mask{} : by_y ? Mask{} + 1 : Mask{} + 2);
    return hilbert_place((Places)face, cells(u), cells(v));
  }

 private:
  using Vector = typename Numbers::Vector;
  using Mask = decltype(Vector{} < Vector{});

  static Places cells(Vector const& tangent) {
    Numbers const root = sqrt(fma(Numbers(3.0), absolute(Numbers(tangent)), Numbers(1.0)));
    Vector const half = 0.5 * root.vector;
    Vector const position = tangent >= 0.0 ? half : 1.0 - half;
    constexpr double across = static_cast<double>(1u << curve_order);
    Vector const place = position * across;
    Vector const none{};
    Vector const at_least = place > 0.0 ? place : none;
    Vector const at_most = at_least < across - 1.0 ? at_least : none + (across - 1.0);
    return (Places)convert<std::int64_t>(Numbers(at_most)).vector;
  }
};

}  // namespace siderum::detail
