// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <cstdint>
#include <span>
#include <vector>

#include <siderum/algorithms/sky/harmonic_share.hpp>
#include <siderum/core/harmonic_range.hpp>
#include <siderum/core/ring_grid.hpp>
#include <siderum/engine/loader/module.hpp>

/// Maps and coefficients on their way between rank 0, which has them whole, and the processes that
/// have their parts of a transform. Every process calls the same functions.
namespace siderum::engine {

/// Rows of numbers that rank 0 has and others want, in host memory.
struct SharedTables {
  HarmonicShare const& share;
  HarmonicParts const& parts;
  ExchangeOfHosts const& exchange;

  /// @param map  (rows, pixels of the grid) on rank 0. Throws Error for another size
  /// @param own  output, (rows, own pixels)
  void deal_map(RingGrid const& grid, std::int64_t rows, std::span<double const> map,
                double* own) const;

  /// @param own  (rows, own pixels)
  /// @return on rank 0 (rows, pixels of the grid), 0 where no ring is; on others nothing
  std::vector<double> gather_map(RingGrid const& grid, std::int64_t rows, double const* own) const;

  /// @param a_lm  (rows, range.count()) on rank 0. Throws Error for another size
  /// @param own   output, (rows, range.count()), of which own orders are written
  void deal_coefficients(HarmonicRange range, std::int64_t rows,
                         std::span<std::complex<double> const> a_lm,
                         std::complex<double>* own) const;

  /// @param own  (rows, range.count()), of which own orders count
  /// @return on rank 0 those of all; on others nothing
  std::vector<std::complex<double>> gather_coefficients(HarmonicRange range, std::int64_t rows,
                                                        std::complex<double> const* own) const;
};

}  // namespace siderum::engine
