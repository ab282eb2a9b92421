// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <siderum/backends/portable/fold_and_sort.hpp>
#include <siderum/core/lanes.hpp>
#include <siderum/core/number.hpp>

namespace siderum::portable {

/// The keys of one point at several frequencies side by side: the phase and, in the `index_bits`
/// below it, the index of the point. Keys of few_index_bits are doubles from 1 to 2, which
/// processors compare faster than 64-bit integers; they are the same integers in the same order.
template <int lanes, int index_bits>
struct LaneKeys {
  using Vector = typename detail::VectorType<std::uint64_t, lanes>::type;
  static constexpr std::uint64_t index_mask = (std::uint64_t{1} << index_bits) - 1;

  /// More than any key.
  static Vector last() { return Vector{} + (is_double ? exponent_of_one << 1 : ~std::uint64_t{0}); }

  /// fold_key for all lanes. (A loop over arrays: fma of vectors goes through memory.)
  static Vector fold(double const* frequency, double time, std::uint64_t index) {
    std::uint64_t keys[lanes];
#pragma omp simd
    for (int i = 0; i < lanes; ++i) {
      double const turns = std::nearbyint(frequency[i] * time);
      double const cycles = std::fma(frequency[i], time, -turns) + 1.5 * phase_anchor;
      std::uint64_t const phase = std::bit_cast<std::uint64_t>(cycles) << index_bits;
      keys[i] = (is_double ? (phase & fraction_mask) | exponent_of_one : phase) | index;
    }
    Vector result;
    std::memcpy(&result, keys, sizeof(result));
    return result;
  }

  /// phase_of for all lanes.
  static Lanes<double, lanes> phase(Vector const& keys) {
    using Cycles = Lanes<double, lanes>;
    if constexpr (is_double) {
      return Cycles((typename Cycles::Vector)(keys & ~index_mask)) - Cycles(1.0);
    } else {
      Vector const anchored = (keys >> index_bits) | anchor_exponent;
      return Cycles((typename Cycles::Vector)anchored) - Cycles(phase_anchor);
    }
  }

  /// Puts the smaller of each lane first.
  static void exchange(Vector& first, Vector& second) {
    using Compared =
        std::conditional_t<is_double, typename detail::VectorType<double, lanes>::type, Vector>;
    auto const low = (Compared)first;
    auto const high = (Compared)second;
    // Not one comparison for both: processors have the minimum and the maximum as instructions.
    first = (Vector)(low < high ? low : high);
    second = (Vector)(high < low ? low : high);
  }

 private:
  static constexpr bool is_double = phase_bits + index_bits <= 52;
  static constexpr std::uint64_t fraction_mask = (std::uint64_t{1} << 52) - 1;
  static constexpr std::uint64_t exponent_of_one = std::uint64_t{1023} << 52;
};

/// The keys of the curves that have no more points than these bits count.
inline constexpr int few_index_bits = 52 - phase_bits;

/// As many keys as are sorted in registers.
inline constexpr int key_block = 8;

/// Room for so many keys is needed to sort `points`.
inline std::size_t sorted_room(int points) {
  return static_cast<std::size_t>((points + key_block - 1) / key_block * key_block);
}

/// Calls step(keys) on a block of keys in registers.
template <class Vector, class Step>
[[gnu::always_inline]] inline void in_registers(Vector* keys, Step const& step) {
  Vector block[key_block];
  unrolled<key_block>([&](auto i) { block[i] = keys[i]; });
  step(block);
  unrolled<key_block>([&](auto i) { keys[i] = block[i]; });
}

/// Exchanges i and i + distance of a block where they are in the same half of 2 distance.
template <class Keys, int distance>
[[gnu::always_inline]] inline void exchange_apart(typename Keys::Vector* block) {
  unrolled<key_block / 2>([&](auto i) {
    constexpr int first = i / distance * 2 * distance + i % distance;
    Keys::exchange(block[first], block[first + distance]);
  });
}

/// Exchanges i and its mirror image in each part of `size` of a block.
template <class Keys, int size>
[[gnu::always_inline]] inline void exchange_mirrored(typename Keys::Vector* block) {
  unrolled<key_block / 2>([&](auto i) {
    constexpr int begin = i / (size / 2) * size;
    constexpr int place = i % (size / 2);
    Keys::exchange(block[begin + place], block[begin + size - 1 - place]);
  });
}

/// Sorts each lane of keys[0 .. points - 1] by itself, all lanes in step, by comparisons that do
/// not depend on the keys: a bitonic sort (Batcher 1968, AFIPS 32, 307) whose merges begin with
/// mirror images, so that all of them ascend and what lies beyond the last key may be left out. For
/// few points it beats what is O(n), and crowded phases cost it nothing. keys has
/// sorted_room(points).
template <class Keys>
void exchange_sort(typename Keys::Vector* keys, int points) {
  using Vector = typename Keys::Vector;
  int const count = static_cast<int>(sorted_room(points));
  std::fill(keys + points, keys + count, Keys::last());
  for (int i = 0; i < count; i += key_block) {
    in_registers(keys + i, [](Vector* block) {
      exchange_mirrored<Keys, 2>(block);
      exchange_mirrored<Keys, 4>(block);
      exchange_apart<Keys, 1>(block);
      exchange_mirrored<Keys, 8>(block);
      exchange_apart<Keys, 2>(block);
      exchange_apart<Keys, 1>(block);
    });
  }
  for (int half = key_block; half < count; half *= 2) {
    for (int begin = 0; begin + half < count; begin += 2 * half) {
      int const end = begin + 2 * half - 1;
      for (int i = std::max(begin, begin + end - count + 1); i < begin + half; ++i) {
        Keys::exchange(keys[i], keys[begin + end - i]);
      }
    }
    for (int distance = half / 2; distance >= key_block; distance /= 2) {
      for (int begin = 0; begin + distance < count; begin += 2 * distance) {
        int const stop = std::min(begin + distance, count - distance);
        for (int i = begin; i < stop; ++i) {
          Keys::exchange(keys[i], keys[i + distance]);
        }
      }
    }
    for (int i = 0; i < count; i += key_block) {
      in_registers(keys + i, [](Vector* block) {
        exchange_apart<Keys, 4>(block);
        exchange_apart<Keys, 2>(block);
        exchange_apart<Keys, 1>(block);
      });
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
