// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <siderum/backends/portable/ring_pairs.hpp>

namespace siderum::bench {

/// First degree l >= m at which P_lm(theta) exceeds 2^-60, by the WKB approximation
///
///     m atanh(k / (m c)) - l atanh(k / (l c)) = 60 ln 2,   k^2 = m^2 - l^2 sin^2(theta)
///
/// (docs/harmonic_transform.md); lmax + 1 where it never does.
inline std::int64_t first_degree(std::int64_t m, double sine, double cosine, std::int64_t lmax) {
  auto const too_small = [&](std::int64_t l) {
    double const order = static_cast<double>(m);
    double const degree = static_cast<double>(l);
    double const square = order * order - degree * degree * sine * sine;
    if (square <= 0.0) {
      return false;
    }
    double const k = std::sqrt(square);
    double const of_order = std::min(k / (order * cosine), 1.0 - 1e-16);
    double const of_degree = std::min(k / (degree * cosine), 1.0 - 1e-16);
    return order * std::atanh(of_order) - degree * std::atanh(of_degree) > 60.0 * std::log(2.0);
  };
  std::int64_t low = m;
  std::int64_t high = lmax + 1;
  if (m == 0 || cosine < 1e-9) {
    return m;
  }
  while (low < high) {
    std::int64_t const middle = (low + high) / 2;
    if (too_small(middle)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/// Floating-point operations that a Legendre stage needs: 1 + 2 maps fused multiply-adds for each
/// (l, m, pair of rings) that counts, one for those before, nothing for orders that do not reach a
/// ring. From every eighth pair and order.
inline double useful_operations(RingGrid const& grid, HarmonicRange range, std::int64_t maps) {
  constexpr std::size_t step = 8;
  auto const pairs = portable::pair_rings(grid, range);
  double sum = 0.0;
  for (std::size_t p = step / 2; p < pairs.size(); p += step) {
    for (std::int64_t m = 0; m < pairs[p].orders; m += static_cast<std::int64_t>(step)) {
      double const sine = pairs[p].first.sin_theta;
      double const cosine = std::fabs(pairs[p].first.cos_theta);
      std::int64_t const first = first_degree(m, sine, cosine, range.lmax);
      sum += static_cast<double>(first - m) +
             static_cast<double>((1 + 2 * maps) * (range.lmax + 1 - first));
    }
  }
  return 2.0 * sum * static_cast<double>(step * step);
}

/// Bytes that a whole transform has to move: coefficients, modes (written and read) and pixels.
template <class Real>
double transform_bytes(RingGrid const& grid, HarmonicRange range, std::int64_t maps) {
  double const modes = static_cast<double>(grid.rings().size()) *
                       static_cast<double>(range.mmax + 1) * 2.0 * sizeof(Real);
  double const coefficients = static_cast<double>(range.count()) * 2.0 * sizeof(Real);
  double const pixels = static_cast<double>(grid.pixels()) * sizeof(Real);
  return static_cast<double>(maps) * (coefficients + 2.0 * modes + pixels);
}

}  // namespace siderum::bench
