// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/shared_sums.hpp>
#include <siderum/backends/portable/shared_sums/all_sums.hpp>

namespace siderum::portable::shared {

/// Frequencies of a strip of SharedProductSums; divides a stretch.
inline constexpr std::int64_t product_strip = 4096;

/// What SharedProductSums and SharedNufftSums hold on hosts and devices.
///
/// @tparam Operation  that they are formed by: Product or Fft of a backend
template <class Exec, class Real, class Operation>
class SharedSumsBase {
 public:
  using MemorySpace = typename Exec::memory_space;
  using Series = SharedSeries<Exec, Real>;
  using Weights = SharedWeights<Real, MemorySpace>;
  static constexpr bool is_available = Operation::is_available;

  /// @param strip  frequencies that have one slot
  SharedSumsBase(Exec const& exec, Series const& series, FrequencyGrid const& grid, MeanSums mean,
                 std::int64_t strip)
      : exec_(exec), series_(series), grid_(grid), mean_(mean), strip_(strip) {}

  Exec const& exec() const { return exec_; }
  Series const& series() const { return series_; }
  FrequencyGrid const& grid() const { return grid_; }
  MeanSums mean() const { return mean_; }
  std::int64_t strip() const { return strip_; }

  /// Of the grid.
  std::int64_t strips() const { return strips_of({0, grid_.count}, strip_).count; }

 private:
  Exec exec_;
  Series series_;
  FrequencyGrid grid_;
  MeanSums mean_;
  std::int64_t strip_;
};

}  // namespace siderum::portable::shared
