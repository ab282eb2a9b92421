// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <siderum/core/lanes.hpp>

namespace siderum::detail {

/// Sums over even degrees l = 0, 2, .., L of P_l(cos theta_r) for n rings r, and over the rings:
/// A^T and A of ring weights.
///
/// P_l by differences D_l = P_l - P_{l-1}, with w = 1 - cos(theta), which lose nothing next to the
/// pole: (l + 1) D_{l+1} = l D_l - (2 l + 1) w P_l.
class EvenLegendreSums {
 public:
  /// @param one_minus_cosine  (n)
  /// @param highest_degree    L, even
  EvenLegendreSums(std::vector<double> one_minus_cosine, std::int64_t highest_degree);

  /// sum_l value_l P_l(z_r), of L / 2 + 1 values.
  std::vector<double> to_rings(std::vector<double> const& value) const;

  /// sum_r value_r P_l(z_r), of n values. The same bits for any number of threads.
  std::vector<double> to_degrees(std::vector<double> const& value) const;

 private:
  using Vector = Lanes<double, native_lanes<double>>;
  /// Registers of rings that are summed together.
  static constexpr int vectors = 4;
  static constexpr std::int64_t group = vectors * Vector::size;

  /// At the rings of a group, take(i, P) for P = P_2i as `vectors` registers.
  template <class Take>
  void for_each_even(std::int64_t first_ring, Take const& take) const;

  std::int64_t groups() const;

  std::int64_t rings_;
  std::vector<double> w_;  ///< with 0 up to a whole group
  std::vector<double> shrink_;
  std::vector<double> pull_;
};

}  // namespace siderum::detail
