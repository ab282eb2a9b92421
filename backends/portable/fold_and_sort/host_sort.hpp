// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include <siderum/backends/portable/fold_and_sort.hpp>
#include <siderum/core/lanes.hpp>

namespace siderum::portable {

/// The keys of one point at several frequencies side by side.
template <int lanes>
struct LaneKeys {
  using Vector = typename detail::VectorType<std::uint64_t, lanes>::type;
  using Signed = typename detail::VectorType<std::int64_t, lanes>::type;

  /// fold_key for all lanes.
  static Vector fold(Lanes<double, lanes> const& frequency, double time, std::uint64_t index) {
    using Cycles = Lanes<double, lanes>;
    Cycles const units = nearest_integer(reduced_cycles(frequency, Cycles(0.0), Cycles(time)) *
                                         Cycles(1.0 / phase_unit));
    Vector const whole = (Vector) __builtin_convertvector(units.vector, Signed);
    return ((whole & phase_mask) << point_index_bits) | index;
  }

  /// phase_of for all lanes.
  static Lanes<double, lanes> phase(Vector const& keys) {
    using Cycles = Lanes<double, lanes>;
    Signed const whole = (Signed)(keys >> point_index_bits);
    return Cycles(__builtin_convertvector(whole, typename Cycles::Vector)) * Cycles(phase_unit);
  }
};

/// Sorts each lane of keys[0 .. points - 1] by itself, all lanes in step: merge exchange (Knuth,
/// TAOCP 3, 5.2.2, algorithm M), whose comparisons do not depend on the keys. For few points it
/// beats what is O(n), and crowded phases cost it nothing.
template <int lanes>
void exchange_sort(typename LaneKeys<lanes>::Vector* keys, int points) {
  using Vector = typename LaneKeys<lanes>::Vector;
  if (points < 2) {
    return;
  }
  int const top = static_cast<int>(std::bit_ceil(static_cast<unsigned>(points)) / 2);
  for (int p = top; p > 0; p /= 2) {
    int distance = p;
    int phase = 0;
    for (int q = top;; q /= 2) {
      for (int start = phase; start + distance < points; start += 2 * p) {
        int const end = std::min(start + p, points - distance);
        for (int i = start; i < end; ++i) {
          Vector const low = keys[i];
          Vector const high = keys[i + distance];
          keys[i] = low < high ? low : high;
          keys[i + distance] = low < high ? high : low;
        }
      }
      if (q == p) {
        break;
      }
      distance = q - p;
      phase = p;
    }
  }
}

/// Sorts keys whose phases are spread over the turn: a bucket per point, then each bucket.
/// @param counts  room for points + 1 numbers
/// @param sorted  output
inline void bucket_sort(std::uint64_t const* keys, int points, std::uint32_t* counts,
                        std::uint64_t* sorted) {
  auto const bucket = [points](std::uint64_t key) {
    return static_cast<std::uint32_t>(((key >> 32) * static_cast<std::uint64_t>(points)) >> 32);
  };
  std::fill_n(counts, points + 1, 0U);
  for (int j = 0; j < points; ++j) {
    ++counts[bucket(keys[j]) + 1];
  }
  for (int b = 0; b < points; ++b) {
    counts[b + 1] += counts[b];
  }
  for (int j = 0; j < points; ++j) {
    sorted[counts[bucket(keys[j])]++] = keys[j];
  }
  // Each count is now where its bucket ends.
  std::uint32_t begin = 0;
  for (int b = 0; b < points; ++b) {
    std::uint32_t const end = counts[b];
    if (end - begin > 1) {
      std::sort(sorted + begin, sorted + end);
    }
    begin = end;
  }
}

}  // namespace siderum::portable
