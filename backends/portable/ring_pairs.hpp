// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <siderum/core/harmonic_field.hpp>
#include <siderum/core/harmonic_range.hpp>
#include <siderum/core/ring_grid.hpp>

/// The rings of a grid in the order in which both stages of a harmonic transform take them.
namespace siderum::portable {

/// Rings with sin(theta) below this are next to a pole. The scalar sums have an error of 8e-13 at
/// 0.02, falling as 1 / theta^2. Of few degrees, those of m = 0 and 1 are themselves small up to
/// some theta = 1 / lmax.
inline double sine_next_to_pole(std::int64_t lmax) {
  return std::max(0.02, std::min(0.3, 4.0 / static_cast<double>(lmax + 1)));
}

/// Two rings at theta and pi - theta with equal nphi, or one ring alone. F_m of the pair follows
/// from one sum over l, since P_lm(pi - theta) = (-1)^(l + m) P_lm(theta).
struct RingPair {
  Ring first;   ///< the northern one; of a ring alone, wherever it lies
  Ring second;  ///< the southern one, where there is one
  bool has_second = false;
  /// Orders m = 0 .. orders - 1 reach the ring; for m >= orders all |P_lm| with l <= lmax are below
  /// 2^-60. At least 1.
  std::int64_t orders = 1;
  /// What modes of rows with spin are multiplied by: sin^(-s)(theta), or 1 next to a pole
  /// (spin_poles.hpp).
  double spin_factor = 1.0;
};

/// Sorted by sin(theta): from the poles to the equator, so that neighbours do the same work and
/// `orders` never falls. Those of functions of spin s up to lmax are those of the scalars up to
/// lmax + s that they are made of, and s more. Pair p has the slots 2 p (first ring) and 2 p + 1
/// (second ring, unused where there is none) of RingModes.
std::vector<RingPair> pair_rings(RingGrid const& grid, HarmonicRange range,
                                 Field field = Field::scalar);

/// Orders that are shared out together: what a line of a cache holds of modes, in FP32.
inline constexpr std::int64_t order_group = 8;

/// Orders m = begin .. end - 1.
struct OrderRange {
  std::int64_t begin = 0;
  std::int64_t end = 0;

  constexpr std::int64_t count() const { return end - begin; }
};

/// A run of pairs, begin .. end - 1, that one pass of both stages treats.
struct PairRange {
  std::int64_t begin = 0;
  std::int64_t end = 0;

  constexpr std::int64_t count() const { return end - begin; }
};

}  // namespace siderum::portable
