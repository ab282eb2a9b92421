// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

#include <Kokkos_Core.hpp>

namespace siderum {

/// Where the counts of a pair of regions stand.
struct TallyShape {
  std::int64_t bins = 0;
  std::int64_t regions_first = 1;
  std::int64_t regions_second = 1;
  /// One row of bins for each pair of regions, or, where these would be too many, one for pairs
  /// within a region, one for its pairs with others as first and one as second.
  bool by_pair = true;

  KOKKOS_FUNCTION std::int64_t rows() const {
    return by_pair ? regions_first * regions_second : 2 * regions_first + regions_second;
  }
  KOKKOS_FUNCTION std::int64_t cells() const { return rows() * bins; }

  /// The row of a pair of regions, and the second one to which it is added too (-1: none).
  KOKKOS_FUNCTION Kokkos::pair<std::int64_t, std::int64_t> rows_of(std::int64_t first,
                                                                   std::int64_t second) const {
    if (by_pair) {
      return {first * regions_second + second, -1};
    }
    if (first == second) {
      return {first, -1};
    }
    return {regions_first + first, 2 * regions_first + second};
  }
};

/// A sum of real numbers as an integer: the same in any order.
///
/// x / unit = high + low / 2^32 with integers high and 0 <= low < 2^32. With a unit of 2^-62 of
/// the sum of all |x|, the sum of the high parts cannot overflow, and each number is rounded by at
/// most 2^-94 of that sum. Low parts of up to 2^32 numbers fit.
template <class MemorySpace>
struct FixedPointSums {
  Kokkos::View<std::int64_t*, MemorySpace> high;  ///< (replicas * cells)
  Kokkos::View<std::uint64_t*, MemorySpace> low;  ///< (replicas * cells)
  double per_unit = 1.0;                          ///< 1 / unit, a power of two

  KOKKOS_FUNCTION void add(std::int64_t cell, double value) const {
    double const scaled = value * per_unit;
    double const whole = Kokkos::floor(scaled);
    Kokkos::atomic_add(&high(cell), static_cast<std::int64_t>(whole));
    Kokkos::atomic_add(&low(cell), static_cast<std::uint64_t>((scaled - whole) * 0x1p32));
  }
};

/// A number of its own for each thread of a host, a few apart, so that the copies of threads that
/// add at one time share no line of a cache.
inline std::int64_t copy_of_thread() {
  static std::atomic<std::int64_t> threads{0};
  thread_local std::int64_t const mine = 5 * threads++;
  return mine;
}

/// The histograms that PairHistogram adds to, in several copies so that few threads meet in one.
template <class MemorySpace>
struct PairTallies {
  TallyShape shape;
  std::int64_t replicas = 1;                        ///< a power of two
  Kokkos::View<std::uint64_t*, MemorySpace> count;  ///< (replicas * cells)
  FixedPointSums<MemorySpace> weight;               ///< no extent: not wanted
  FixedPointSums<MemorySpace> moment;               ///< no extent: not wanted

  /// Adds to a bin of a pair of regions; `worker` chooses the copy, on hosts the thread does.
  KOKKOS_FUNCTION void add(std::int64_t worker, std::int64_t first, std::int64_t second, int bin,
                           std::uint64_t pairs, double weights, double moments) const {
    auto const rows = shape.rows_of(first, second);
    KOKKOS_IF_ON_HOST((worker = copy_of_thread();))
    std::int64_t const copy = (worker & (replicas - 1)) * shape.cells() + bin;
    add_to(copy + rows.first * shape.bins, pairs, weights, moments);
    if (rows.second >= 0) {
      add_to(copy + rows.second * shape.bins, pairs, weights, moments);
    }
  }

 private:
  KOKKOS_FUNCTION void add_to(std::int64_t cell, std::uint64_t pairs, double weights,
                              double moments) const {
    Kokkos::atomic_add(&count(cell), pairs);
    if (weight.high.extent(0) > 0) {
      weight.add(cell, weights);
    }
    if (moment.high.extent(0) > 0) {
      moment.add(cell, moments);
    }
  }
};

}  // namespace siderum
