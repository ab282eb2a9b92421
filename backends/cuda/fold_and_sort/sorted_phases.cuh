// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/fold_and_sort.hpp>

namespace siderum::cuda {

/// The phases of one frequency in shared memory, as the points were given, and the order to read
/// them in. It comes from sorting words of 32 bits, the highest bits of the phase above the index
/// of the point, which takes a third of the instructions of whole keys; where the bits that are
/// left out decide (a chance of 2e-5 for 53 points), `repair` puts it right.
template <int index_bits>
struct SortedPhases {
  static_assert(index_bits <= 8);
  static constexpr std::uint32_t index_mask = (std::uint32_t{1} << index_bits) - 1;

  double* anchored;     ///< phase + portable::phase_anchor
  std::uint8_t* order;  ///< the lowest bits of the sorted words

  /// The word of a point.
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t word(std::uint64_t key, int point) {
    return (static_cast<std::uint32_t>(key >> 32) & ~index_mask) |
           static_cast<std::uint32_t>(point);
  }

  /// Puts four words at consecutive ranks, the first a multiple of 4.
  __device__ __forceinline__ void put(int rank, std::uint32_t a, std::uint32_t b, std::uint32_t c,
                                      std::uint32_t d) const {
    reinterpret_cast<std::uint32_t*>(order)[rank / 4] =
        __byte_perm(__byte_perm(a, b, 0x0040), __byte_perm(c, d, 0x0040), 0x5410);
  }

  /// The point at a rank.
  KOKKOS_FORCEINLINE_FUNCTION int point(int rank) const {
    return static_cast<int>(order[rank] & index_mask);
  }

  /// The phase at a rank, 0 .. 1.
  KOKKOS_FORCEINLINE_FUNCTION double at(int rank) const {
    return anchored[point(rank)] - portable::phase_anchor;
  }

  /// Sorts what is nearly sorted; stable.
  KOKKOS_FORCEINLINE_FUNCTION void repair(int points) const {
    for (int j = 1; j < points; ++j) {
      std::uint8_t const moved = order[j];
      double const phase = at(j);
      int i = j;
      for (; i > 0 && at(i - 1) > phase; --i) {
        order[i] = order[i - 1];
      }
      order[i] = moved;
    }
  }
};

}  // namespace siderum::cuda
