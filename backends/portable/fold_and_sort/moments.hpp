// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/core/number.hpp>

namespace siderum::portable {

/// Sums over a window.
template <class Sum, int count>
struct Moments {
  Sum of[count];
};

/// Several families of sums side by side, each of v, v x, v x^2, ... for a v of its own:
/// Families<3, 2> are five sums, three of one v and two of another.
template <int... sizes>
struct Families {
  static constexpr int count = (sizes + ...);

  /// The power of x in sum k.
  static constexpr int power(int k) {
    int begin = 0;
    int found = 0;
    ((found = k >= begin ? k - begin : found, begin += sizes), ...);
    return found;
  }
};

/// The sums of the same points `turn` turns on (1 or -1): x is larger by turn, and v (x + turn)^p
/// expands by the binomial theorem.
template <int... sizes, class Sum, int count>
SIDERUM_NUMBER_FUNCTION Moments<Sum, count> turned(Moments<Sum, count> const& sums,
                                                   Sum const& turn) {
  static_assert(((sizes <= 3) && ...));
  Moments<Sum, count> result = sums;
  unrolled<count>([&](auto k) {
    constexpr int power = Families<sizes...>::power(k);
    if constexpr (power == 1) {
      result.of[k] = multiply_add(turn, sums.of[k - 1], sums.of[k]);
    } else if constexpr (power == 2) {
      result.of[k] = sums.of[k] + multiply_add(turn + turn, sums.of[k - 1], sums.of[k - 2]);
    }
  });
  return result;
}

}  // namespace siderum::portable
